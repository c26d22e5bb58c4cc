// SPDX-License-Identifier: MIT
// The board: where a square lies on the picture, who can act, where he can go, and the menu at a piece. Squares keep
// the game's names however the board lies: upright on what is high, on its side where the window is wide.
const WIDE = matchMedia("(min-aspect-ratio: 11/10)"), NARROW = matchMedia("(max-width: 37.49rem) and (max-aspect-ratio: 11/10), (min-aspect-ratio: 11/10) and (max-height: 30rem)"), STILL = matchMedia("(prefers-reduced-motion: reduce)");
const SHOW_MS = 450;

function readReach() {
  if (!isMine()) return [];
  return table.call("reach", mySeat()).split("\n").filter(Boolean).map((line) => {
    const [order, kind, who, name, from, to, sort, cost, words] = line.split("\t");
    return { order, kind, who, name, from, to, sort, cost, words };
  });
}

// Who could act from a place.
const namesAt = (place) => [...new Set(reach.filter((one) => one.from === place).map((one) => one.name))].join(", ");
const nameOf = (who) => (reach.find((one) => one.who === who) || { name: "" }).name;

// Where a place lies on the board: [left, bottom, width, height] in squares.
function placeOf(name) {
  const area = name[0] === "@" && state.areas.find((one) => one.name === name.slice(1));
  if (area) return [+area.x, +area.y, +area.width, +area.height];
  const match = /^([a-z])(\d+)$/.exec(name);
  return match ? [match[1].charCodeAt(0) - 97, +match[2], 1, 1] : null;
}

// The same as the picture shows it, turned by so many quarters clockwise; `back`: the other way.
function turned([x, y, width, height], back = false) {
  const { columns, rows, quarters } = state.frame, odd = quarters % 2;
  const across = (back || !odd ? +columns : +rows) - x - width, up = (back || !odd ? +rows : +columns) - y - height;
  const to = [[x, y], back ? [up, x] : [y, across], [across, up], back ? [y, across] : [up, x]][+quarters];
  return [...to, ...odd ? [height, width] : [width, height]];
}

function putSquare(name, kind, label, text, act) {
  const place = placeOf(name), frame = state.frame;
  if (!place || !+frame.columns) return;
  const button = make("button", { className: kind, type: "button", onclick: act });
  const [x, y, width, height] = turned(place), percent = (units, of) => `${(100 * units / of).toFixed(3)}%`;
  button.style.left = percent(+frame.left + x * frame.cell, frame.width);
  button.style.top = percent(+frame.top + (frame.rows - height - y) * frame.cell, frame.height);
  button.style.width = percent(width * frame.cell, frame.width);
  button.style.height = percent(height * frame.cell, frame.height);
  if (width > 1) button.classList.add("wide");
  button.dataset.at = name;
  button.setAttribute("aria-label", label);
  if (!kind.startsWith("lit")) button.setAttribute("aria-pressed", kind !== "actor");
  if (text) button.append(make("span", { className: "cost", textContent: text }));
  by("squares").append(button);
}

// The square below a finger, "" beside the board.
function squareAt(event) {
  const box = by("picture").getBoundingClientRect(), frame = state.frame, scale = frame.width / box.width;
  const x = Math.floor(((event.clientX - box.left) * scale - frame.left) / frame.cell);
  const y = +frame.rows - 1 - Math.floor(((event.clientY - box.top) * scale - frame.top) / frame.cell);
  if (!+frame.columns || x < 0 || y < 0 || x >= frame.columns || y >= frame.rows) return "";
  const [column, row] = turned([x, y, 1, 1], true);
  return String.fromCharCode(97 + column) + row;
}

// Those who can act, by place; nobody's orders are listed as buttons.
function putActors() {
  const places = new Map();
  for (const one of reach)
    if (one.from) places.set(one.from, (places.get(one.from) || new Set()).add(one.who));
  for (const [place, all] of places)
    putSquare(place, all.has(chosen) ? "actor chosen" : "actor", `${namesAt(place)}, ${place}`, "", () =>
      all.has(chosen) ? openMore(place, [...all]) : choose([...all][0], place));
}

// A way that ends where it began is no square to tap: who is tapped again says what else he can do.
const leads = (one) => placeOf(one.to) && !(one.sort === "move" && one.to === one.from);
// There and back, and nothing done: not worth a word.
const isIdle = (one) => one.sort === "move" && one.to === one.from && /^\S+( [a-z]\d+)+$/.test(one.order);

// Where the chosen one's orders lead.
function putTargets() {
  const places = new Map();
  for (const one of reach)
    if (one.who === chosen && leads(one))
      places.set(one.to, (places.get(one.to) || []).concat(one));
  for (const [place, orders] of places) {
    const costs = [...new Set(orders.map((one) => one.cost))];
    const short = costs.length === 1 ? parseInt(costs[0], 10) || "" : "…";
    const label = orders.length === 1 ? [orders[0].words, costs[0]].filter(Boolean).join(", ") : say("ways", orders.length, place);
    const here = namesAt(place);
    const under = by("squares").querySelector(`[data-at="${place}"]`);
    const blow = orders.every((one) => one.sort === "blow" || one.sort === "shot") ? " blow" : "";
    under?.remove();
    putSquare(place, `lit${under?.classList.contains("chosen") ? " chosen" : ""}${blow}`, here ? `${label} (${here})` : label, String(short), () => {
      if (orders.length > 1) return openMenu(place, label, plainest(orders));
      focusAt = place;
      return give(orders[0].order);
    });
  }
}

// ---- the menu ----

const MENU_FIRST = 6;
const entryOf = (one) => ({ words: upper(one.words.replace(/\b([a-z]\d+) (?=[a-z]\d+\b)/g, "$1\u2192")), cost: one.cost, order: one.order, act: () => give(one.order) });
// The plainest first: where there are many ways, the others are roundabout.
const plainest = (orders) => [...orders].sort((one, other) => one.order.split(" ").length - other.order.split(" ").length).map(entryOf);

// What the chosen one can do that leads to no other square, and who else stands there.
function openMore(place, all) {
  const entries = plainest(reach.filter((one) => one.who === chosen && !leads(one)));
  const others = all.filter((who) => who !== chosen).map((who) => ({ words: say("instead", nameOf(who)), act: () => choose(who, place) }));
  if (!entries.length && !others.length) return choose("", place);
  return openMenu(place, nameOf(chosen), entries, [...others, { words: say("none"), act: () => choose("", place) }]);
}

// No more at first than can be seen without scrolling.
function openMenu(place, heading, entries, others = [], most = MENU_FIRST) {
  const menu = by("menu"), first = entries.length > most + 1 ? entries.slice(0, most) : entries;
  const more = { words: say("more-ways", entries.length - first.length), more: true, act: () => openMenu(place, heading, [], [...entries, ...others]) };
  menu.dataset.at = place;
  by("menu-heading").textContent = heading;
  menu.querySelector("ul").replaceChildren(...[...first, ...first.length < entries.length ? [more] : [], ...others].map((one) => {
    const button = make("button", { type: "button", onclick: () => {
      focusAt = place;
      closeMenu();
      one.act();
    } }, make("span", { textContent: one.words }));
    if (one.cost) button.append(make("span", { className: "cost", textContent: `(${one.cost})` }));
    if (one.order || one.more) button.dataset.order = one.order || "…";
    return make("li", {}, button);
  }));
  menu.hidden = false;
  if (first.length > 3 && menu.scrollHeight > menu.clientHeight) return openMenu(place, heading, entries, others, first.length - 2);
  placeMenu();
  menu.querySelector("button").focus({ preventScroll: true });
}

// Below the square, above it where there is more room.
function placeMenu() {
  const menu = by("menu"), stage = by("stage").getBoundingClientRect();
  const square = by("squares").querySelector(`[data-at="${menu.dataset.at}"]`)?.getBoundingClientRect();
  if (!square) return;
  const left = square.left + square.width / 2 - stage.left - menu.offsetWidth / 2;
  const below = square.bottom - stage.top + 4, above = square.top - stage.top - menu.offsetHeight - 4;
  menu.style.left = `${Math.max(4, Math.min(left, stage.width - menu.offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(4, below + menu.offsetHeight < Math.min(stage.height, innerHeight - stage.top) ? below : above)}px`;
}

function closeMenu() {
  by("menu").hidden = true;
}

// ---- closer ----

const NEAREST = 4;
let zoom = { by: 1, x: 0, y: 0 };

function putZoom() {
  const board = by("board").getBoundingClientRect(), sheet = by("sheet");
  const [left, top] = [(board.width - sheet.offsetWidth) / 2, (board.height - sheet.offsetHeight) / 2];
  // no wider a gap at any side than there was
  const least = (room, size, at, gap) => Math.min(gap, Math.max(room - size * zoom.by - gap, at));
  if (zoom.by <= 1) zoom = { by: 1, x: 0, y: 0 };
  else {
    zoom.x = least(board.width, sheet.offsetWidth, zoom.x + left, left) - left;
    zoom.y = least(board.height, sheet.offsetHeight, zoom.y + top, top) - top;
  }
  sheet.style.transform = zoom.by > 1 ? `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.by})` : "";
  if (!by("menu").hidden) placeMenu();
}

// Closer by a factor about a point of the window, which stays where it is.
function zoomAt(factor, clientX, clientY) {
  const to = Math.min(NEAREST, Math.max(1, zoom.by * factor)), box = by("sheet").getBoundingClientRect();
  const grown = to / zoom.by;
  zoom.x -= (clientX - box.left) * (grown - 1);
  zoom.y -= (clientY - box.top) * (grown - 1);
  zoom.by = to;
  putZoom();
}

const fingers = new Map();
const spread = () => {
  const [one, two] = [...fingers.values()];
  return [Math.hypot(one.x - two.x, one.y - two.y), (one.x + two.x) / 2, (one.y + two.y) / 2];
};

function addZoom() {
  const board = by("board");
  board.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoomAt(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX, event.clientY);
  }, { passive: false });
  board.ondblclick = (event) => {
    if (!event.target.closest("button")) zoomAt(zoom.by > 1 ? 1 / NEAREST : 2, event.clientX, event.clientY);
  };
  board.onkeydown = (event) => {
    const box = board.getBoundingClientRect(), factor = { "+": 1.5, "-": 1 / 1.5 }[event.key];
    if (factor) zoomAt(factor, box.left + box.width / 2, box.top + box.height / 2);
  };
  board.addEventListener("pointerdown", (event) => fingers.set(event.pointerId, { x: event.clientX, y: event.clientY }));
  addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId), pulled = dragged && dragged.moving;
    if (!finger) return;
    const before = fingers.size === 2 ? spread() : null, [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (before) {
      dragged = null;
      const now = spread();
      zoom.x += now[1] - before[1];
      zoom.y += now[2] - before[2];
      zoomAt(now[0] / before[0], now[1], now[2]);
    } else if (zoom.by > 1 && !pulled && !dragged && (event.buttons || event.pointerType === "touch")) {
      zoom.x += dx;
      zoom.y += dy;
      putZoom();
    }
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => fingers.delete(event.pointerId));
  addEventListener("resize", putZoom);
}

// ---- what just happened, shortly ----

// The middle of a place on the picture.
function middleOf(place) {
  const [x, y, width, height] = turned(placeOf(place)), { left, top, rows, cell } = state.frame;
  return [+left + (x + width / 2) * cell, +top + (rows - y - height / 2) * cell];
}

const spotOf = (group) => (/translate\((-?\d+) (-?\d+)\)/.exec(group.getAttribute("transform")) || []).slice(1).map(Number);

// The groups of what is drawn in a place.
function drawnIn(place) {
  const [mx, my] = middleOf(place), half = placeOf(place)[2] * state.frame.cell / 2;
  return [...by("picture").querySelectorAll("#pieces > g")].filter((group) => {
    const [x, y] = spotOf(group);
    return Math.abs(x - mx) < half && Math.abs(y - my) < half;
  });
}

function motion(node, steps, more = {}) {
  node.animate(steps, { duration: SHOW_MS, easing: "ease-out", ...more });
  return node;
}

// Along the squares of a way.
function moveIn(group, way) {
  const [x, y] = spotOf(group), [bx, by_] = middleOf(way.at(-1));
  return motion(group, way.map(middleOf).map(([ax, ay]) => ({ transform: `translate(${x + ax - bx}px, ${y + ay - by_}px)` })));
}

// A room turns with all that lies in it, which stays upright.
function turnIn(area, done) {
  const [x, y] = middleOf(`@${done.area}`);
  return [area, ...drawnIn(`@${done.area}`)].map((node) => {
    const [px = 0, py = 0] = spotOf(node);
    return motion(node, [-90 * done.turn, 0].map((by_) => ({
      transform: `translate(${x}px, ${y}px) rotate(${by_}deg) translate(${px - x}px, ${py - y}px) rotate(${node === area ? 0 : -by_}deg)` })));
  });
}

// What a letter cannot show yet stays face down, with its words.
function revealIn(area) {
  if (area.querySelector("text")) return [];
  area.style.transformBox = "fill-box";
  area.style.transformOrigin = "center";
  return [motion(area, [{ opacity: 0, transform: "scale(.6)" }, { opacity: 1, transform: "none" }])];
}

// The nodes that show it.
function showDone(done) {
  const area = done.area && by("picture").querySelector(`[id="area-${done.area}"]`);
  if (area && done.sort === "turn") return turnIn(area, done);
  if (area && done.sort === "reveal") return revealIn(area);
  if (!["blow", "shot"].includes(done.sort) || !placeOf(done.at)) return [];
  return drawnIn(done.at).map((struck) => motion(struck, [{ opacity: 1 }, { opacity: .2 }, { opacity: 1 }], { duration: SHOW_MS / 2, iterations: 2 }));
}

let walked = []; // the squares of my order

// From the board before to the one that is drawn now: what was not done yet then, and who stands elsewhere. Frames come last.
function animate(before, isBack) {
  const way = walked;
  walked = [];
  if (STILL.matches || !before || before.game !== state.game || !by("picture").animate) return;
  const old = before.done.map((done) => JSON.stringify(done)), shown = new Set();
  for (const done of isBack ? [] : state.done)
    if (!old.includes(JSON.stringify(done))) showDone(done).forEach((node) => shown.add(node));
  for (const piece of state.pieces) {
    const was = before.pieces.find((one) => one.who === piece.who), all = state.pieces.filter((one) => one.who === piece.who);
    if (all.length > 1 || !was?.at || !piece.at || was.at === piece.at) continue;
    const mine = drawnIn(piece.at).filter((one) => !shown.has(one) && (one.querySelector("title")?.textContent ?? piece.name).startsWith(piece.name));
    for (const group of mine) shown.add(moveIn(group, [was.at, ...way.at(-1) === piece.at ? way : [piece.at]]));
  }
  if (shown.size) motion(by("squares"), [{ opacity: 0 }, { opacity: 0 }, { opacity: 1 }]);
}

// ---- all of it ----

function putSpeech() {
  if (!by("speech").parentNode.open || !state) return;
  by("speech").replaceChildren(...table.call("draw", LOOK.speech).split("\n").filter(Boolean)
    .map((line) => make("p", { textContent: line })));
}

function putBoard(isBack) {
  const before = state;
  by("picture").innerHTML = table.call("draw", WIDE.matches ? LOOK.wide : LOOK.tall);
  state = table.json("tell");
  by("sheet").style.setProperty("--ratio", state.frame.width / state.frame.height);
  document.body.classList.toggle("flat", !+state.frame.columns);
  by("board").hidden = !+state.frame.columns;
  putSpeech();
  reach = readReach();
  if (!reach.some((one) => one.who === chosen)) chosen = "";
  animate(before, isBack);
}

function putSquares() {
  closeMenu();
  by("squares").replaceChildren();
  putActors();
  if (chosen) putTargets();
  putSides();
  const again = focusAt && by("squares").querySelector(`[data-at="${focusAt}"]`);
  if (again) again.focus({ preventScroll: true });
  focusAt = "";
}

function choose(who, place) {
  const had = document.activeElement !== document.body;
  chosen = who;
  focusAt = place;
  putSquares();
  by("told").textContent = "";
  if (place) tellAbout(place);
  if (who && place && !by("squares").querySelector(".lit")) openMore(place, []);
  else if (had) goOn(by("squares").querySelector(".lit"), firstButton("choices"), firstButton("squares"));
}

// Arrow keys go to the nearest square that way.
function walk(event) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const from = event.target.getBoundingClientRect?.();
  if (!way || !from) return;
  event.preventDefault();
  let best = null, least = Infinity;
  for (const button of by("squares").children) {
    const to = button.getBoundingClientRect(), dx = to.x - from.x, dy = to.y - from.y;
    const along = dx * way[0] + dy * way[1], aside = Math.abs(dx * way[1] + dy * way[0]);
    if (along > 1 && along + 3 * aside < least) [best, least] = [button, along + 3 * aside];
  }
  best?.focus();
}
