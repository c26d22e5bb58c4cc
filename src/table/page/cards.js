// SPDX-License-Identifier: MIT
// What lies beside the board, as cards: each seat's panel; and choosing several things one by one from cards, where an
// order names them: four of eight, not one of 1,680.
const PICK_FROM = 24; // so many orders that differ in their words alone are picked word by word
const SVG = "http://www.w3.org/2000/svg";
let picked = [];

function signNode(sign) {
  const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", "sign");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#s${sign}`);
  svg.append(use);
  return svg;
}

// What a thing does, shortly: without its name, examples and clauses.
const gist = (text) => text.replace(/^[^:]{1,40}: /, "").replace(/: "[^"]*"/g, "").replace(/ ?\[[A-Z]{2}-[^\]]*\]/g, "");
const gistOf = (sign) => gist((toldOf(`#${sign}`)[0] || { text: "" }).text);

// ---- panels ----

// On a card table what all look at, and what I decide about, is a card with its text; the rest is told by sign and name.
function itemNode(item, row) {
  const flat = document.body.classList.contains("flat"), whole = flat && (+item.seat === 0 || (isOn(row.hand) && isOn(item.hidden)));
  const node = make("button", { type: "button", className: `item${item.gone ? " gone" : ""}${item.hidden ? " hidden" : ""}` });
  const number = item.number === undefined ? "" : String(item.number), count = +item.count > 1 ? ` ×${item.count}` : "";
  const named = +item.sign && (!item.art || isBrief(row) || isOn(row.hand) || whole);
  if (+item.sign && item.art) node.append(signNode(item.sign));
  const words = [named ? item.name : item.hidden && !+item.sign ? "?" : "", number].filter(Boolean).join(" ") + count;
  node.classList.toggle("whole", whole);
  node.classList.toggle("foe", whole && number !== "" && row.items.at(-1) === item);
  if (whole && named) node.append(make("b", { textContent: words }), make("small", { textContent: gistOf(item.sign) }));
  else node.append(words);
  node.setAttribute("aria-label", [item.name || row.name, number, count, item.gone ? say("gone") : ""].filter(Boolean).join(" "));
  if (+item.kind < 2) node.classList.add(`seat-${item.seat}`);
  if (+item.sign) {
    node.title = item.name;
    node.onclick = () => tellHere(toldOf(`#${item.sign}`));
  } else {
    node.onclick = () => tellHere(toldOf("").filter((one) => one.name === node.closest("dd")?.previousSibling?.textContent));
  }
  return node;
}

const isOn = (flag) => String(flag) === "true";

const rowNodes = (rows) => rows.flatMap((row) => [make("dt", { textContent: row.name }),
  make("dd", {}, ...row.items.length ? row.items.map((one) => itemNode(one, row)) : ["–"])]);
// Of a player at a card table: what is named needs no label to be seen.
const isBrief = (row) => document.body.classList.contains("flat") && row.items.length === 1 && +row.items[0].sign > 0 && !isOn(row.items[0].hidden) && row.items[0].number === undefined;

// Cards that lie face down, as many as there are.
const backsOf = (row) => isOn(row.backs) ? [...Array(+row.items[0].number)].map(() => make("i", { className: "back" })) : [];

const scoresOf = (panel) => panel.rows.filter((row) => row.score).map((row) => row.items.map((one) => one.number).join("/")).join(" ");

// Who leads, for where the panels are out of sight.
function scoresNow() {
  const row = state.panels.flatMap((panel) => panel.rows).find((one) => one.score), isMe = (panel) => +panel.seat === mySeat();
  const players = state.panels.filter((panel) => +panel.seat).sort((one, other) => isMe(other) - isMe(one) || one.seat - other.seat);
  if (!row || !+state.frame.columns) return "";
  return sitting.record ? players.map((panel) => `${panel.name} ${scoresOf(panel)}`).join(" · ") : `${row.name} ${players.map(scoresOf).join(" – ")}`;
}

function panelNode(panel) {
  const isNumber = (row) => row.items.length === 1 && !+row.items[0].sign && row.items[0].number !== undefined;
  const scores = panel.rows.filter((row) => row.score), numbers = panel.rows.filter((row) => !row.score && isNumber(row) && !isOn(row.hand));
  const rows = panel.rows.filter((row) => !row.score && !isNumber(row) && !isOn(row.hand));
  const head = make("h3", { textContent: panel.name });
  for (const row of scores)
    head.append(make("span", {}, `${row.name} `, make("b", { textContent: row.items.map((one) => one.number).join("/") })));
  const node = make("section", { className: `panel${panel.to_act ? " acts" : ""}` }, head);
  if (numbers.length) node.append(make("div", { className: "stats" }, ...numbers.map((row) =>
    make("span", {}, `${row.name} `, make("b", { textContent: row.items[0].number }), ...backsOf(row)))));
  for (const brief of [true, false]) {
    const some = rows.filter((row) => (isBrief(row) && +panel.seat > 0) === brief);
    if (some.length) node.append(make("dl", { className: brief ? "brief" : "" }, ...rowNodes(some)));
  }
  return node;
}

// The table's own first, then mine; around a card table the players sit in a row. A narrow screen is full with the board:
// they follow below it. What I decide about lies where I act.
function putPanels() {
  const below = NARROW.matches && !document.body.classList.contains("flat");
  if ((by("panels").parentNode === by("stage")) === below) below ? by("stage").after(by("panels")) : by("stage").append(by("panels"));
  const flat = document.body.classList.contains("flat"), hand = state.panels.flatMap((panel) => panel.rows.filter((row) => isOn(row.hand)));
  const rank = (panel) => flat ? (+panel.seat || 9) : +panel.seat && +panel.seat === mySeat() ? 1 : 2 * panel.seat;
  const sorted = [...state.panels].sort((one, other) => rank(one) - rank(other));
  by("hold").hidden = !hand.length;
  by("hold").replaceChildren(...hand.map((row) => make("div", {}, ...rowNodes([row]))));
  by("panels").replaceChildren(by("panels-heading") || make("h2", {}), ...sorted.map(panelNode));
}

// As much of its text on each card as all of them have room for.
function fitText() {
  for (const node of [by("panels"), by("pick")])
    for (const lines of node.hidden || !node.querySelector("small") ? [] : [12, 8, 7, 6, 5, 4, 3, 2, 1]) {
      node.style.setProperty("--lines", lines);
      if (node.scrollHeight <= node.clientHeight) break;
    }
}
addEventListener("resize", () => state && fitText());

// ---- picking ----

const wordsIn = (order) => order.split(" ").slice(1);
// All that can be picked one by one here; [] where orders are about somebody, or few and no card tells of them.
function toPick() {
  const kinds = new Set(reach.map((one) => one.kind)), lengths = new Set(reach.map((one) => one.order.split(" ").length));
  const isTold = (one) => wordsIn(one.order).every(cardOf);
  return kinds.size === 1 && lengths.size === 1 && reach.every((one) => one.who === "0/0") &&
    (reach.length > PICK_FROM || (reach.length > 1 && +state.frame.columns && reach.every(isTold))) ? reach : [];
}

// Of a second one of a kind, "WORD-2", what the card of the first says.
const cardOf = (word) => toldOf(`=${word}`)[0] || toldOf(`=${word.replace(/-\d$/, "")}`)[0];

const fits = (one, words) => words.every((word, at) => wordsIn(one.order)[at] === word);

function pickCard(word, orders) {
  const told = cardOf(word) || { name: word, text: "", sign: 0 }, nth = picked.indexOf(word) + 1;
  const card = make("button", { type: "button", onclick: () => {
    picked = nth ? picked.filter((one) => one !== word) : [...picked, word];
    putPick();
    by("pick-cards").querySelector(`[data-word="${word}"]`)?.focus({ preventScroll: true });
  } });
  card.dataset.word = word;
  card.className = `seat-${mySeat()}`;
  card.setAttribute("aria-pressed", Boolean(nth));
  card.disabled = !nth && !orders.some((one) => fits(one, [...picked, word]));
  card.append(+told.sign ? signNode(told.sign) : "", make("b", { textContent: told.name }), make("i", { textContent: nth || "" }),
    make("small", { textContent: gist(told.text) }));
  return make("li", {}, card);
}

function putPick() {
  const orders = toPick(), most = orders.length ? wordsIn(orders[0].order).length : 0;
  by("pick").hidden = !orders.length;
  by("board").hidden = orders.length > 0 || !+state.frame.columns;
  if (!orders.length) {
    picked = [];
    return false;
  }
  const whole = orders.find((one) => picked.length === most && fits(one, picked));
  by("pick-heading").textContent = say("pick", picked.length, most);
  by("pick-cards").replaceChildren(...[...new Set(orders.flatMap((one) => wordsIn(one.order)))].map((word) => pickCard(word, orders)));
  by("pick-done").disabled = !whole;
  by("pick-done").onclick = () => whole && give(whole.order);
  by("pick-last").hidden = !lastTime(orders[0].kind).some((order) => orders.some((one) => one.order === order));
  return true;
}

// ---- as last time, and at random ----

const LAST_KEY = "postern-last-time", KEYS_KEY = "postern-keys";

function readStored(key) {
  try {
    return Object(JSON.parse(localStorage.getItem(key) || "{}"));
  } catch {
    return {};
  }
}

function store(key, value) {
  try {
    if (Object.keys(value).length) localStorage.setItem(key, JSON.stringify(value));
    else localStorage.removeItem(key);
  } catch { /* a private window keeps nothing */ }
}

const lastTime = (kind) => [].concat(readStored(LAST_KEY)[`${state.game} ${kind}`] || []);

// Set-up orders, those that are picked or that put a token somewhere, are kept for the next game.
function remember(one) {
  if (!toPick().length && !isLoose(one)) return;
  const all = readStored(LAST_KEY), key = `${state.game} ${one.kind}`;
  all[key] = toPick().length ? [one.order] : [...lastTime(one.kind).filter((order) => wordsIn(order)[0] !== wordsIn(one.order)[0]), one.order];
  store(LAST_KEY, all);
}

// A token in hand that is put into some area or onto a square.
const isLoose = (one) => one.sort === "place" && !one.from && one.who !== "0/0" && Boolean(placeOf(one.to));

function giveRest(find) {
  const kind = (reach.find(isLoose) || reach[0]).kind;
  for (let one = find(kind); one; one = isMine() ? find(kind) : null) {
    give(one.order);
    if (!by("trouble").hidden) return;
  }
}

const restAtRandom = () => giveRest((kind) => {
  const all = reach.filter((one) => one.kind === kind && isLoose(one));
  return all[Math.floor(Math.random() * all.length)];
});
const restAsLast = () => giveRest((kind) => {
  const last = lastTime(kind);
  return reach.find((one) => one.kind === kind && last.includes(one.order));
});
