// SPDX-License-Identifier: MIT
// The page above the module: what is touched, what is shown, what is sent. It judges nothing and knows
// no game: squares, pieces, orders and words all come from the module (table.h).
const began = performance.now();
const by = (id) => document.getElementById(id);
const LETTER_MOST = 1900, BUNDLE_MOST = 16 << 20, LINES_KEY = "postern-lines", LOOK = { svg: 0, speech: 1, alt: 2 };
const LANGUAGES = ["en", "es", "it"], WATCHER = 255;

let table, state = null, reach = [], chosen = "", focusAt = "";
// What is on the table: {game, rules, seat, names, view, reply, subject} or {game, level, seed}: practice.
let sitting = null;

function make(tag, properties, ...inside) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...inside);
  return node;
}

// A sentence of the page, {1} and {2} put in by the module.
const say = (key, one = "", two = "") => table.call("say", `table.${key}`, String(one), String(two));

function showWords() {
  document.documentElement.lang = by("language").value;
  for (const node of document.querySelectorAll("[data-say]")) node.textContent = say(node.dataset.say);
}

function trouble(message) {
  by("trouble").textContent = message;
  by("trouble").hidden = !message;
  if (message) by("trouble").scrollIntoView({ block: "nearest" });
}

// Does nothing have the focus, for what had it is gone?
const isLost = (node) => !node || node === document.body || !node.isConnected || node.disabled || Boolean(node.closest("[hidden]"));

// Where a button was taken away by what it did, the keys go on at the first of these that is there.
function goOn(...nodes) {
  if (isLost(document.activeElement)) nodes.find((node) => !isLost(node))?.focus({ preventScroll: true });
}

// ---- the board ----

const isPractice = () => Boolean(sitting && sitting.level);
const isLetter = () => Boolean(sitting && !sitting.level && !sitting.lesson && !sitting.record);
const isLesson = () => Boolean(sitting && sitting.lesson);
const mySeat = () => sitting.seat;
// What I am asked; several seats may be asked at once.
const myQuestion = () => state.asked.find((one) => one.kind === "order" && +one.seat === mySeat());
const isMine = () => !state.over && Boolean(myQuestion());

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
  if (area) return [+area.x + area.width / 2 - .5, +area.y + area.height / 2 - .5, 1, 1];
  const match = /^([a-z])(\d+)$/.exec(name);
  return match ? [match[1].charCodeAt(0) - 97, +match[2], 1, 1] : null;
}

function putSquare(name, kind, label, text, act) {
  const place = placeOf(name), frame = state.frame;
  if (!place || !+frame.columns) return;
  const button = make("button", { className: kind, type: "button", onclick: act });
  const [x, y] = place, percent = (units, of) => `${(100 * units / of).toFixed(3)}%`;
  button.style.left = percent(+frame.left + x * frame.cell, frame.width);
  button.style.top = percent(+frame.top + (frame.rows - 1 - y) * frame.cell, frame.height);
  button.style.width = percent(+frame.cell, frame.width);
  button.style.height = percent(+frame.cell, frame.height);
  button.dataset.at = name;
  button.setAttribute("aria-label", label);
  if (!kind.startsWith("lit")) button.setAttribute("aria-pressed", kind !== "actor");
  if (text) button.append(make("span", { className: "cost", textContent: text }));
  by("squares").append(button);
}

// Those who can act, by place; nobody's orders are listed as buttons.
function putActors() {
  const places = new Map();
  for (const one of reach)
    if (one.from) places.set(one.from, (places.get(one.from) || new Set()).add(one.who));
  for (const [place, all] of places) {
    const isChosen = all.has(chosen);
    putSquare(place, isChosen ? "actor chosen" : "actor", `${namesAt(place)}, ${place}`, "", () => {
      const list = [...all], next = list[list.indexOf(chosen) + 1] || "";
      choose(chosen && !isChosen ? list[0] : next, place);
    });
  }
}

// A way that ends where it began is no square to tap: who is tapped again is let go.
const leads = (one) => placeOf(one.to) && !(one.sort === "move" && one.to === one.from);

// Where the chosen one's orders lead.
function putTargets() {
  const places = new Map();
  for (const one of reach)
    if (one.who === chosen && leads(one))
      places.set(one.to, (places.get(one.to) || []).concat(one));
  for (const [place, orders] of places) {
    const costs = [...new Set(orders.map((one) => one.cost))];
    const short = costs.length === 1 ? parseInt(costs[0], 10) || "" : "…";
    const label = orders.length === 1 ? `${orders[0].words}, ${costs[0]}` : say("ways", orders.length, place);
    const here = namesAt(place);
    const under = by("squares").querySelector(`[data-at="${place}"]`);
    under?.remove();
    putSquare(place, under?.classList.contains("chosen") ? "lit chosen" : "lit", here ? `${label} (${here})` : label, String(short), () => {
      focusAt = place;
      if (orders.length === 1) give(orders[0].order);
      else putChoices(orders);
    });
  }
}

function choiceOf(one) {
  const button = make("button", { type: "button", textContent: one.words, onclick: () => give(one.order) });
  if (one.cost) button.append(" ", make("span", { className: "cost", textContent: `(${one.cost})` }));
  return make("li", {}, button);
}

// Orders as buttons; where somebody not on the board is meant, his name first.
function putChoices(orders) {
  const list = by("choices");
  list.replaceChildren(...orders.map(choiceOf));
  if (orders.length && focusAt) list.querySelector("button").focus();
}

function whoButton(who) {
  const button = make("button", { type: "button", textContent: nameOf(who), onclick: () => choose(who, "") });
  button.dataset.who = who;
  return button;
}

function putSides() {
  const loose = reach.filter((one) => chosen && one.who === chosen ? !leads(one) : !one.from);
  const whos = new Set(loose.map((one) => one.who));
  if (!chosen && whos.size > 1 && loose.length > 12 && loose.every((one) => one.who !== "0/0")) {
    by("choices").replaceChildren(...[...whos].map((who) => make("li", {},
      whoButton(who))));
  } else {
    putChoices(loose);
  }
  const told = chosen ? say("chosen", nameOf(chosen)) : reach.some((one) => one.from) ? say("hint") : "";
  if (by("chosen").textContent !== told) by("chosen").textContent = told; // told anew it would be read anew
  by("none").hidden = !chosen;
  by("find").hidden = Boolean(chosen) || !reach.some((one) => one.from);
  putOpenings();
  if (isLetter() && !isMine() && linesNow().length) putSend();
}

// Nothing is left to decide: what is written may go.
function putSend() {
  const button = make("button", { type: "button", textContent: say("send"), onclick: () => by("send").click() });
  by("choices").append(make("li", {}, by("status").textContent, " ", by("send").hidden ? "" : button));
}

function putBoard() {
  by("picture").innerHTML = table.call("draw", LOOK.svg);
  state = table.json("tell");
  by("speech").replaceChildren(...table.call("draw", LOOK.speech).split("\n").filter(Boolean)
    .map((line) => make("p", { textContent: line })));
  reach = readReach();
  if (!reach.some((one) => one.who === chosen)) chosen = "";
}

function putSquares() {
  by("squares").replaceChildren();
  putActors();
  if (chosen) putTargets();
  putSides();
  const again = focusAt && by("squares").querySelector(`[data-at="${focusAt}"]`);
  if (again) again.focus();
  focusAt = "";
}

const firstButton = (id) => by(id).querySelector("button");

function putStatus() {
  by("practised").hidden = !isPractice() || !state.over;
  const asked = myQuestion() || toOpen()[0] || state.asked[0];
  by("status").textContent = state.over ? state.result
    : isMine() || toOpen().length ? say("your-turn", asked.about)
      : asked ? say(isPractice() ? "wait" : "others-turn", asked.about) : "";
  by("back").disabled = !(+state.steps || (isLetter() && linesNow().length)) || isPractice() || (isLesson() && !linesNow().length);
  by("left").textContent = state.left;
}

function show() {
  const had = document.activeElement !== document.body;
  putBoard();
  putStatus();
  putSquares();
  if (had) goOn(firstButton("choices"), firstButton("squares"), by("choice-heading"));
  putGlossary();
  putStanding();
  if (isLesson()) putLesson();
}

function choose(who, place) {
  chosen = who;
  focusAt = place;
  putSquares();
  by("told").textContent = "";
  if (place) tellAbout(place);
}

// ---- orders ----

// What an order did; in a letter, what only the server can show.
function note(events, unseen = false) {
  for (const event of unseen && isLetter() ? [...events, say("unseen")] : events)
    by("events").append(make("li", { textContent: event }));
}

function writeLines(lines) {
  by("lines").value = lines.length ? `${lines.join("\n")}\n` : "";
  keepLines();
}

const linesNow = () => by("lines").value.split("\n").map((line) => line.trim()).filter(Boolean);

function give(order) {
  const told = table.json("give", mySeat(), [order]);
  if (told.verdict !== "done") {
    trouble(told.say || "");
    return;
  }
  trouble("");
  by("here").replaceChildren();
  by("events").replaceChildren();
  note(told.events, told.unseen);
  if (!isPractice()) writeLines([...linesNow(), told.line]);
  playOthers();
  by("told").textContent = [...by("events").children].map((one) => one.textContent).join(" ");
  by("sent").textContent = "";
  show();
}

function back() {
  const last = linesNow().pop() || "";
  writeLines(linesNow().slice(0, -1));
  if (isLesson()) {
    readLines(); // with what the others answered
  } else {
    if (standingOf(last) === null && !OPENED.test(last)) table.call("back");
    by("events").replaceChildren();
    show();
  }
  by("told").textContent = say("taken-back");
}

// Why a line is refused, with what the clause says.
function faultOf(line, told) {
  const choices = (told.choices || []).map((one) => one.say).join(" / ");
  return make("li", { textContent: `${line}: ${told.say || say("several", choices)}` }, ...clauseNodes(told.clause));
}

// The lines as edited, from the beginning: what is understood is shown on the board.
function readLines() {
  const faults = [], lines = linesNow();
  while (table.run("back") === 0);
  by("events").replaceChildren();
  playOthers();
  for (const line of lines) {
    if (OPENED.test(line)) continue;
    const rest = standingOf(line);
    const told = rest === null ? table.json("give", mySeat(), [plainOf(line)]) : standingFault(rest);
    if (!told) continue;
    if (told.verdict === "done") {
      note(told.events, told.unseen);
      playOthers();
      continue;
    }
    faults.push(faultOf(line, told));
    break;
  }
  by("faults").replaceChildren(...faults);
  by("sent").textContent = faults.length ? say("not-understood") : say("understood");
  keepLines();
  show();
}

// ---- letters ----

function nameSeats() {
  for (const [seat, name] of Object.entries(sitting.names)) table.call("name_seat", +seat, name);
}

function begin() {
  trouble("");
  chosen = focusAt = "";
  by("start").hidden = true;
  by("play").hidden = false;
  for (const id of ["lines", "lines-heading", "read"]) by(id).hidden = isPractice();
  for (const id of ["copy", "forum"]) by(id).hidden = isPractice() || isLesson();
  by("lesson").hidden = !isLesson();
  by("seal-lines").hidden = true;
  by("hold-lines").hidden = !isLetter() || !sitting.genesis;
  by("own-seals").hidden = !isLetter();
  by("here").replaceChildren();
  for (const id of ["told", "sent"]) by(id).textContent = "";
  by("to-lines").hidden = !isLetter();
  document.querySelector("[data-say='lines-help']").hidden = isPractice();
  by("title").scrollIntoView();
  by("replay").hidden = !sitting.record;
  by("choice-side").hidden = Boolean(sitting.record);
  by("events").replaceChildren();
  by("faults").replaceChildren();
  state = table.json("tell");
  by("title").textContent = sitting.subject || state.title;
  by("about").textContent = isPractice() ? say("practice-note")
    : sitting.number ? say("about", sitting.number, sitting.entry) : "";
  by("about").textContent += sitting.reply ? ` ${say("answers-go-to", sitting.reply)}` : "";
  prepareSend();
  if (document.activeElement !== document.body) goOn(by("title"));
}

// "word value" lines up to "view", then a position; what a letter's block and link hold.
function readContent(text) {
  const lines = text.replace(/\r/g, "").split("\n"), read = { names: {}, seat: WATCHER, rules: "" };
  if (lines[0] !== "postern-table 1")
    throw new Error(/^postern-table \d+$/.test(lines[0]) ? say("newer") : say("foreign"));
  let at = 1;
  for (; at < lines.length && lines[at] !== "view"; at++) {
    const [, word, value] = /^(\S+) ?(.*)$/.exec(lines[at]) || [];
    if (word === "name") read.names[value[0]] = value.slice(2);
    else if (["seat", "number", "entry"].includes(word)) read[word] = +value;
    else if (word) read[word] = value;
  }
  if (at === lines.length) throw new Error(say("cut"));
  read.view = lines.slice(at + 1).join("\n");
  return read;
}

function sit(read) {
  if (LANGUAGES.includes(read.language)) by("language").value = read.language;
  table.call("speak", by("language").value);
  showWords();
  table.call("open", read.game || "", read.rules, by("language").value);
  sitting = read;
  nameSeats();
  table.call("place", [read.view]);
  table.call("sit", read.seat);
  begin();
  by("lines").value = keptLines();
  prepareSend();
  show();
  sitting.question = (myQuestion() || { id: 0 }).id;
  by("seal-lines").hidden = !gameOf(read.genesis) || !+sitting.question;
  if (linesNow().length) readLines();
}

// ---- links ----

const FRAGMENT = /^1\.([\w-]+)\.([\w-]{86})$/, TEXT_MOST = 65536, KEYS_KEY = "postern-keys";
const KEPT_KEYS = [LINES_KEY, KEYS_KEY], GAMES_KEPT = 20;

const bytesOf = (base64url) => Uint8Array.from(atob(base64url.replace(/-/g, "+").replace(/_/g, "/")),
  (letter) => letter.charCodeAt(0));

function readLink(fragment) {
  const found = FRAGMENT.exec(fragment);
  if (!found) throw new Error(/^\d+\./.test(fragment) && !fragment.startsWith("1.") ? say("newer") : say("cut"));
  let read;
  try {
    const bytes = inflate(bytesOf(found[1]), new TextEncoder().encode(table.call("dictionary")), TEXT_MOST);
    read = readContent(new TextDecoder().decode(bytes));
  } catch (error) {
    throw error instanceof PackError ? new Error(say(error.message === "damaged" ? "cut" : "foreign")) : error;
  }
  const [generation, key] = (read.key || "").split(" ");
  if (table.run("signed", read.genesis || "", read.entry || 0, read.seat, key || "", found[2],
    [`1.${found[1]}`]) !== TABLE_OK) throw new Error(say("changed"));
  meet(read, generation, key);
}

function knownKeys() {
  try {
    return JSON.parse(localStorage.getItem(KEYS_KEY) || "[]");
  } catch {
    return [];
  }
}

// Whose letter is it? A page of a server takes that server's letters alone; one that was kept asks once.
function meet(read, generation, key) {
  const site = JSON.parse(by("site").textContent), words = `${read.server} ${key}`;
  if (site.server) {
    if (site.server !== read.server || (site.keys || {})[generation] !== key)
      throw new Error(say("other-server", read.server, site.server));
    sit(read);
    return;
  }
  if (knownKeys().includes(words)) {
    sit(read);
    return;
  }
  by("server").textContent = read.server;
  by("key").textContent = key.match(/.{1,13}/g).join(" ");
  by("meet").hidden = false;
  by("start").hidden = by("own-seals").hidden = true;
  by("trust").onclick = () => attempt(() => {
    try {
      localStorage.setItem(KEYS_KEY, JSON.stringify([...knownKeys(), words]));
    } catch { /* a private window keeps nothing */ }
    by("meet").hidden = true;
    sit(read);
  });
  by("distrust").onclick = () => {
    by("meet").hidden = true;
    leave();
  };
  by("meet-heading").focus();
}

// The block of a letter, quoted and broken as mail programs do.
function fragmentOf(letter) {
  const found = /postern-table\b(?! \d)([\s\S]*?)end-table/.exec(letter);
  return found ? found[1].replace(/^[ \t>|]+/gm, "").replace(/\s+/g, "") : "";
}

// Unsent lines survive a reload, those of the last games: {"GENESIS SEAT": {entry, lines}}, the newest last.
const keeping = () => `${sitting.genesis || sitting.game} ${sitting.seat}`;

function allKept() {
  try {
    return Object(JSON.parse(localStorage.getItem(LINES_KEY) || "{}"));
  } catch {
    return {};
  }
}

function keptLines() {
  const kept = Object(allKept()[keeping()]);
  return kept.entry === (sitting.entry || 0) ? String(kept.lines) : "";
}

function keepLines() {
  if (isPractice() || isLesson()) return;
  const all = allKept(), lines = by("lines").value;
  delete all[keeping()];
  if (lines) all[keeping()] = { entry: sitting.entry || 0, lines };
  for (const old of Object.keys(all).slice(0, -GAMES_KEPT)) delete all[old];
  try {
    localStorage.setItem(LINES_KEY, JSON.stringify(all));
  } catch { /* a private window keeps nothing */ }
  prepareSend();
}

// All that this browser keeps: unsent lines, and servers that are trusted.
function putKept() {
  let kept = false;
  try {
    kept = KEPT_KEYS.some((key) => localStorage.getItem(key));
  } catch { /* a private window keeps nothing */ }
  by("kept").hidden = !kept;
}

function forget() {
  for (const key of KEPT_KEYS) localStorage.removeItem(key);
  putKept();
}

function prepareSend() {
  const body = `${linesNow().join("\n")}\n`, send = by("send");
  const address = `mailto:${encodeURIComponent(sitting.reply || "").replace(/%40/g, "@")}` +
    `?subject=${encodeURIComponent(sitting.subject || "")}&body=${encodeURIComponent(body.replace(/\n/g, "\r\n"))}`;
  by("to-lines").textContent = say("to-lines", linesNow().length);
  send.hidden = !sitting.reply;
  send.href = address.length <= LETTER_MOST ? address : "#";
  send.onclick = address.length <= LETTER_MOST ? null : (event) => {
    event.preventDefault();
    copy(body, "too-long");
  };
}

async function copy(text, told) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    by("lines").select();
    told = "copy-by-hand";
  }
  by("sent").textContent = say(told);
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

// ---- what is brought to the page ----

async function attempt(act) {
  try {
    await act();
  } catch (error) {
    trouble(error instanceof WebAssembly.RuntimeError ? say("broken") : error instanceof PackError ? say(error.message) : error.message);
  }
}

function openPasted() {
  const text = by("paste").value, at = text.indexOf("postern-table 1");
  const fragment = fragmentOf(text) || (/#(1\.[\w.-]+)/.exec(text) || [])[1];
  if (fragment) return readLink(fragment);
  if (at < 0 && /^postern-(record|genesis|export)/m.test(text)) verify(new TextEncoder().encode(text));
  else sit(readContent(at < 0 ? text.trim() : text.slice(at)));
  return null;
}

// A record as a site packs it, or as it is; some servers unpack it on the way.
const unpackRecord = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzip(bytes, RECORD_MOST) : bytes;

// A record beside the page, "?record=games/12.record.gz&entry=40", as a site's own pages link to it.
async function openRecord() {
  const wanted = new URLSearchParams(location.search), name = wanted.get("record") || "";
  if (!/^games\/\d+\.record\.gz$/.test(name)) return;
  const answer = await fetch(name, { credentials: "omit" });
  if (!answer.ok) throw new Error(say("no-record", name));
  if (verify(unpackRecord(new Uint8Array(await answer.arrayBuffer()))) !== TABLE_OK) return;
  stepThrough();
  turn(Math.min(+(wanted.get("entry") || by("entry").max), +by("entry").max));
}

// The address bar, its history and whoever reads them need not keep what the link held.
function openLink() {
  const fragment = location.hash.slice(1);
  if (!fragment) return;
  history.replaceState(null, "", location.pathname + location.search);
  attempt(() => readLink(fragment));
}

function leave() {
  by("meet").hidden = true;
  by("play").hidden = true;
  by("start").hidden = false;
  by("own-seals").hidden = false;
  sitting = null;
  by("title").textContent = "Postern";
  trouble("");
  putLessons();
  putKept();
  goOn(by("start-heading"));
}

// ---- start ----

async function unpack(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  if (typeof DecompressionStream === "undefined") return gunzip(bytes, BUNDLE_MOST);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The bundle: a line "NAME LENGTH" for each file, an empty line, then the files.
function* filesOf(bundle) {
  const end = bundle.findIndex((byte, at) => byte === 10 && bundle[at + 1] === 10);
  let at = end + 2;
  for (const line of new TextDecoder().decode(bundle.subarray(0, end)).split("\n")) {
    const [name, length] = line.split(" ");
    yield [name, bundle.subarray(at, at + +length)];
    at += +length;
  }
}

// Keys of words stand once, in a file of their own; a language has its words in their order.
function withKeys(files, name, bytes) {
  const read = (one) => new TextDecoder().decode(one).split("\n");
  const keys = files.get(`keys/${name.split("/")[1]}`), words = read(bytes);
  return keys ? read(keys).map((key, at) => words[at] && `${key} = ${words[at]}\n`).join("") : bytes;
}

async function start() {
  const files = new Map(filesOf(await unpack(by("bundle").textContent.trim())));
  table = new Table(await WebAssembly.compile(files.get("postern.wasm")), (room) => crypto.getRandomValues(room));
  for (const [name, bytes] of files)
    if (name.startsWith("lessons/")) lessons.set(name, bytes);
    else if (name !== "postern.wasm" && !name.startsWith("keys/")) table.call("learn", name, [withKeys(files, name, bytes)]);
  const wanted = (navigator.languages || []).map((one) => one.slice(0, 2)).find((one) => LANGUAGES.includes(one));
  by("language").value = wanted || "en";
  speak();
  by("start").hidden = by("own-seals").hidden = false;
  by("language").onchange = () => attempt(speak);
  by("open").onclick = () => attempt(openPasted);
  by("practise").onclick = () => attempt(practise);
  by("file").onchange = () => by("file").files[0] && attempt(() => readFile(by("file").files[0]));
  by("none").onclick = () => {
    choose("", "");
    goOn(firstButton("choices"), firstButton("squares"));
  };
  by("find").onclick = () => {
    const first = by("squares").querySelector(".actor");
    first.scrollIntoView({ block: "center" });
    first.focus({ preventScroll: true });
  };
  by("to-lines").onclick = () => by("lines").focus();
  by("back").onclick = () => attempt(back);
  by("read").onclick = () => attempt(readLines);
  by("copy").onclick = () => copy(`${linesNow().join("\n")}\n`, "copied");
  by("forum").onclick = () => copy(`${linesNow().map((line) => `! ${line}`).join("\n")}\n`, "copied");
  by("step").onclick = () => attempt(stepThrough);
  by("entry").oninput = () => attempt(() => turn(+by("entry").value));
  by("before").onclick = () => attempt(() => turn(+by("entry").value - 1));
  by("after").onclick = () => attempt(() => turn(+by("entry").value + 1));
  by("leave").onclick = leave;
  by("leave-record").onclick = leave;
  by("as").oninput = () => attempt(() => turn(+by("entry").value));
  by("forget").onclick = forget;
  by("save-record").onclick = () => attempt(saveRecord);
  by("look-back").onclick = () => attempt(lookBack);
  by("lines").oninput = keepLines;
  by("squares").onkeydown = walk;
  by("board").onclick = tellTapped;
  by("glossary").ontoggle = putGlossary;
  by("standing").ontoggle = () => attempt(putStanding);
  by("pattern").oninput = () => attempt(putSlots);
  by("add-standing").onclick = () => attempt(addStanding);
  by("lesson-again").onclick = () => attempt(() => learn(sitting.lesson.name));
  by("next-lesson").onclick = () => attempt(() => learn(nextLesson()));
  by("solution").onclick = showSolution;
  addDragging();
  by("seal-form").onsubmit = (event) => attempt(() => sealForm(event));
  by("seal-game").oninput = () => { by("seal-ticket-label").hidden = by("seal-game").value !== ""; };
  by("seal-lines").onclick = () => attempt(sealLines);
  by("hold-lines").onclick = () => attempt(holdLines);
  by("save-seals").onclick = saveSeals;
  by("load-seals").onchange = () => attempt(loadSeals);
  by("drop-seals").onclick = dropSeals;
  document.body.ondragover = (event) => event.preventDefault();
  document.body.ondrop = (event) => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file) attempt(() => readFile(file));
  };
  addEventListener("hashchange", openLink);
  openLink();
  await attempt(openRecord);
  document.body.dataset.ready = String(performance.now() - began);
}

function speak() {
  table.call("speak", by("language").value);
  showWords();
  putLessons();
  putSealing();
  putOwnSeals();
  putKept();
  if (sitting && !by("play").hidden) {
    begin();
    show();
  }
}

by("too-old").hidden = typeof WebAssembly !== "undefined";
by("too-old").className = "known";
if (by("too-old").hidden) start().catch((error) => trouble(`This page does not start: ${error.message}`));
