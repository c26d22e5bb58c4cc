// SPDX-License-Identifier: MIT
// The page above the module: what is touched, what is shown, what is sent. It judges nothing and knows
// no game: squares, pieces, orders and words all come from the module (table.h).
const began = performance.now();
const by = (id) => document.getElementById(id);
const LETTER_MOST = 1900, BUNDLE_MOST = 16 << 20, LOOK = { tall: 0, speech: 1, alt: 2, wide: 3, signs: 4 };
const LANGUAGES = ["en", "es", "it"], WATCHER = 255;

let table, state = null, reach = [], chosen = "", focusAt = "";
// What is on the table: {game, rules, seat, names, view, reply, subject} or {game, level, chance, orders}: practice.
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
  for (const game of by("game").options) game.textContent = table.call("say", `${game.value}.title`, "", "");
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

// ---- who plays what ----

const isPractice = () => Boolean(sitting && sitting.level);
const isLetter = () => Boolean(sitting && !sitting.level && !sitting.lesson && !sitting.record);
const isLesson = () => Boolean(sitting && sitting.lesson);
const mySeat = () => sitting.seat;
// What I am asked; several seats may be asked at once.
const myQuestion = () => state.asked.find((one) => one.kind === "order" && +one.seat === mySeat());
const isMine = () => !state.over && Boolean(myQuestion());

const upper = (words) => words.replace(/^./u, (first) => first.toUpperCase());

function choiceOf(one, words = one.words) {
  const button = make("button", { type: "button", textContent: upper(words), onclick: () => give(one.order) });
  if (words !== one.words) button.setAttribute("aria-label", one.words);
  if (one.cost) button.append(" ", make("span", { className: "cost", textContent: `(${one.cost})` }));
  button.dataset.order = one.order;
  return button;
}

// Those that differ in a number alone stand in one row behind their word.
function putChoices(orders) {
  const wordOf = (one) => /^(.+) \d+$/.exec(one.words)?.[1], groups = new Map();
  for (const one of orders) groups.set(wordOf(one) || one.words, (groups.get(wordOf(one) || one.words) || []).concat(one));
  by("choices").replaceChildren(...[...groups].map(([word, all]) => all.length < 3 ? all.map((one) => make("li", {}, choiceOf(one)))
    : make("li", { className: "row" }, `${upper(word)}:`, ...all.map((one) => choiceOf(one, one.words.slice(word.length + 1))))).flat());
}

// Somebody who is not on the board: chosen here, put there.
function whoButton(who) {
  const [sign, seat] = who.split("/");
  const button = make("button", { type: "button", className: `seat-${seat}`, onclick: () => choose(chosen === who ? "" : who, "") },
    signNode(sign), make("span", { textContent: nameOf(who) }));
  button.dataset.who = who;
  button.title = nameOf(who);
  button.setAttribute("aria-pressed", chosen === who);
  return button;
}

// Only what fits what was touched; what somebody on the board can do stands in his menu.
function putSides() {
  const picks = putPick(), hand = reach.filter(isLoose), isOnBoard = reach.some((one) => one.who === chosen && one.from);
  const loose = reach.filter((one) => !one.from && !isLoose(one) && (!chosen || (one.who === chosen && !leads(one))));
  putChoices(picks || isOnBoard ? [] : loose);
  if (!isOnBoard)
    by("choices").prepend(...[...new Set(hand.map((one) => one.who))].map((who) => make("li", {}, whoButton(who))));
  by("rest").hidden = Boolean(chosen) || new Set(hand.map((one) => one.who)).size < 2;
  by("rest-last").hidden = by("rest").hidden || !hand.some((one) => lastTime(one.kind).includes(one.order));
  putTold(picks, hand.length > 0);
  by("none").hidden = !chosen;
  putOpenings();
}

function putTold(picks, hasHand) {
  const more = reach.some((one) => one.who === chosen && one.from && !leads(one) && !isIdle(one));
  const told = picks ? "" : chosen ? say(more ? "chosen-more" : "chosen", nameOf(chosen))
    : reach.some((one) => one.from) ? say("hint") : hasHand ? say("hint-hand") : "";
  if (by("chosen").textContent !== told) by("chosen").textContent = told; // told anew it would be read anew
}

const firstButton = (id) => by(id).querySelector("button:not([disabled])");

function putStatus() {
  const mine = isMine(), canGoBack = isPractice() ? sitting.orders.some(([seat]) => seat === mySeat())
    : +state.steps || (isLetter() && linesNow().length);
  by("practised").hidden = !isPractice() || !state.over;
  byMail();
  const asked = myQuestion() || toOpen()[0] || state.asked[0], about = /^.*?[.?!](?= |$)|^.*/.exec(asked?.about || "")[0]; // what follows is for a letter
  by("status").textContent = state.over ? state.result : sitting.record ? ""
    : isLesson() ? taskOf(sitting.lesson.name) : mine || toOpen().length ? say("your-turn", about)
      : asked ? say(isPractice() ? "wait" : "others-turn", about) : "";
  by("send").classList.toggle("main", !mine); // what is left of a turn comes first
  by("back").disabled = !canGoBack || (isLesson() && !linesNow().length);
  by("hint").hidden = !isPractice() || !mine;
  by("left").textContent = [state.left, scoresNow()].filter(Boolean).join(", ");
}

function show(isBack = false) {
  const had = document.activeElement !== document.body;
  putBoard(isBack);
  putStatus();
  putSquares();
  putPanels();
  fitText();
  if (had) goOn(...(isMine() ? [] : [by("send")]), firstButton("pick-cards"), firstButton("choices"), firstButton("squares"), by("choice-heading"));
  putGlossary();
  putStanding();
  if (isLesson()) putLesson();
  keepGame();
}

// ---- orders ----

// What an order did; in a letter, what only the server can show.
function note(events, unseen = false) {
  for (const event of unseen && isLetter() ? [...events, say("unseen")] : events)
    by("events").append(make("li", { textContent: event }));
}

function writeLines(lines) {
  by("lines").value = lines.length ? `${lines.join("\n")}\n` : "";
  linesChanged();
}

function linesChanged() {
  keepGame();
  prepareSend();
}

const linesNow = () => by("lines").value.split("\n").map((line) => line.trim()).filter(Boolean);

function give(order) {
  const one = reach.find((each) => each.order === order), told = table.json("give", mySeat(), [order]);
  if (told.verdict !== "done") {
    trouble(told.say || "");
    return;
  }
  trouble("");
  if (one) remember(one);
  walked = order.match(/\b[a-z]\d+\b/g) || [];
  by("here").replaceChildren();
  by("events").replaceChildren();
  note(told.events, told.unseen);
  if (isPractice()) sitting.orders.push([mySeat(), told.order]);
  else writeLines([...linesNow(), told.line]);
  playOthers();
  by("told").textContent = [...by("events").children].map((each) => each.textContent).join("\n");
  by("sent").textContent = "";
  show();
}

function back() {
  const last = linesNow().pop() || "";
  if (isPractice()) {
    undoPractice();
  } else {
    writeLines(linesNow().slice(0, -1));
    if (isLesson()) readLines(); // with what the others answered
    else if (standingOf(last) === null && !OPENED.test(last)) table.call("back");
  }
  by("events").replaceChildren();
  if (!isLesson()) show(true);
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
  linesChanged();
  show();
}

// ---- letters ----

function nameSeats() {
  const names = sitting.names || Object.fromEntries([1, 2].map((seat) => [seat, say(seat === sitting.seat ? "you" : "opponent")]));
  for (const [seat, name] of Object.entries(names)) table.call("name_seat", +seat, name);
}

// What is there in which kind of game.
function putParts() {
  document.body.classList.add("playing");
  document.body.classList.toggle("watching", Boolean(sitting.record));
  by("start").hidden = true;
  by("play").hidden = false;
  by("orders").hidden = isPractice() || Boolean(sitting.record);
  for (const id of ["copy", "forum"]) by(id).hidden = isLesson();
  by("lesson").hidden = !isLesson();
  for (const id of ["seal-lines", "next-lesson", "solution"]) by(id).hidden = true;
  by("hold-lines").hidden = !isLetter() || !sitting.genesis;
  by("own-seals").hidden = !isLetter();
  for (const id of ["replay", "doubts"]) by(id).hidden = !sitting.record;
  by("deeds").hidden = Boolean(sitting.record);
}

function begin() {
  trouble("");
  chosen = focusAt = "";
  picked = [];
  state = null;
  zoom = { by: 1, x: 0, y: 0 };
  putZoom();
  putParts();
  by("here").replaceChildren();
  for (const id of ["told", "sent"]) by(id).textContent = "";
  for (const id of ["events", "faults", "reviewed"]) by(id).replaceChildren();
  by("signs").innerHTML = table.call("draw", LOOK.signs);
  const told = table.json("tell");
  document.title = by("title").textContent = isLesson() ? titleOf(sitting.lesson.name) : sitting.subject || told.title;
  by("about").textContent = isPractice() ? say("practice-note")
    : sitting.number ? say("as-of", sitting.number, sitting.entry) : "";
  by("about").textContent += sitting.reply ? ` ${say("answers-go-to", sitting.reply)}` : "";
  prepareSend();
  enterHistory();
  scrollTo(0, 0);
  if (document.activeElement !== document.body) goOn(by("title"));
}

// "word value" lines up to "view", then a position; what a letter's block and link hold.
function readContent(text) {
  const lines = text.replace(/\r/g, "").split("\n"), read = { names: {}, seat: WATCHER, rules: "", content: text };
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
  by("lines").value = keptLines();
  begin();
  show();
  sitting.question = (myQuestion() || { id: 0 }).id;
  by("seal-lines").hidden = !gameOf(read.genesis) || !+sitting.question;
  if (linesNow().length) readLines();
}

// ---- links ----

const FRAGMENT = /^1\.([\w-]+)\.([\w-]{86})$/, TEXT_MOST = 65536;

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

const knownKeys = () => Object.values(readStored(KEYS_KEY));

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
    store(KEYS_KEY, [...knownKeys(), words]);
    by("meet").hidden = true;
    sit(read);
  });
  by("distrust").onclick = () => {
    by("meet").hidden = true;
    leave();
  };
  by("meet-heading").focus();
}

// The block of a letter, quoted and broken as mail programs do. What the server wrote stands last: words of players
// come before it, and none of them can form its marker (src/letter/escape.c).
function fragmentOf(letter) {
  const at = letter.lastIndexOf("postern-table"), found = /^postern-table\b(?! \d)([\s\S]*?)end-table/.exec(letter.slice(Math.max(at, 0)));
  return found ? found[1].replace(/^[ \t>|]+/gm, "").replace(/\s+/g, "") : "";
}

function prepareSend() {
  const body = `${linesNow().join("\n")}\n`, send = by("send");
  const address = `mailto:${encodeURIComponent(sitting.reply || "").replace(/%40/g, "@")}` +
    `?subject=${encodeURIComponent(sitting.subject || "")}&body=${encodeURIComponent(body.replace(/\n/g, "\r\n"))}`;
  send.hidden = !sitting.reply || !linesNow().length;
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

// ---- what is brought to the page ----

async function attempt(act) {
  try {
    return await act();
  } catch (error) {
    trouble(error instanceof WebAssembly.RuntimeError ? say("broken") : error instanceof PackError ? say(error.message) : error.message);
    return null;
  }
}

function openPasted() {
  const text = by("paste").value, at = text.lastIndexOf("postern-table 1");
  const fragment = fragmentOf(text) || (/#(1\.[\w.-]+)/.exec(text) || [])[1];
  if (fragment) return readLink(fragment);
  if (at < 0 && /^postern-(record|genesis|export)/m.test(text)) verify(new TextEncoder().encode(text));
  else sit(readContent(at < 0 ? text.trim() : text.slice(at)));
  return null;
}

// A record as a site packs it, or as it is; some servers unpack it on the way.
const unpackRecord = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzip(bytes, RECORD_MOST) : bytes;

async function beside(name) {
  const answer = await fetch(name, { credentials: "omit" });
  if (!answer.ok) throw new Error(say("no-record", name));
  return answer;
}

// Who plays, as the site's own page of the game says; nobody where there is none.
// The page around this one is in its reader's language; alone, the record's own page is asked.
async function namesBeside(name) {
  try {
    const page = window.parent !== window ? window.parent.document
      : new DOMParser().parseFromString(await (await beside(name)).text(), "text/html");
    return Object.fromEntries([...page.querySelectorAll("[data-seat]")].map((node) => [node.dataset.seat, node.textContent]));
  } catch {
    return {};
  }
}

// A record beside the page, "?record=games/12.record.gz&entry=40", as a site's own pages show it.
async function openRecord() {
  const wanted = new URLSearchParams(location.search), name = wanted.get("record") || "";
  if (!/^games\/\d+\.record\.gz$/.test(name)) return;
  document.body.classList.toggle("embedded", wanted.has("embed"));
  const bytes = new Uint8Array(await (await beside(name)).arrayBuffer());
  if (verify(unpackRecord(bytes)) !== TABLE_OK) return;
  stepThrough(await namesBeside(name.replace(".record.gz", ".html")));
  turn(+(wanted.get("entry") || by("entry").max));
}

// The address bar, its history and whoever reads them need not keep what the link held.
function openLink() {
  const fragment = location.hash.slice(1);
  if (!fragment) return;
  history.replaceState(null, "", location.pathname + location.search);
  attempt(() => readLink(fragment));
}

function leave() {
  if (history.state?.playing) history.replaceState(null, "");
  document.body.classList.remove("playing", "flat", "watching");
  closeMenu();
  by("meet").hidden = by("play").hidden = by("undrop").hidden = true;
  by("start").hidden = false;
  by("own-seals").hidden = false;
  sitting = null;
  document.title = by("title").textContent = "Postern";
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
  const asked = new URLSearchParams(location.search).get("language") || "";
  const wanted = [asked, ...navigator.languages || []].map((one) => one.slice(0, 2)).find((one) => LANGUAGES.includes(one));
  by("language").value = wanted || "en";
  speak();
  by("start").hidden = by("own-seals").hidden = false;
  if (by("sealing").open) by("sealing").scrollIntoView();
  by("language").onchange = () => attempt(() => {
    keepLanguage();
    speak();
  });
  by("open").onclick = () => attempt(openPasted);
  by("practise").onclick = () => attempt(practise);
  by("file").onchange = () => by("file").files[0] && attempt(() => readFile(by("file").files[0]));
  by("none").onclick = () => choose("", "");
  by("hint").onclick = () => attempt(giveHint);
  by("rest").onclick = () => attempt(restAtRandom);
  by("rest-last").onclick = () => attempt(restAsLast);
  by("pick-last").onclick = () => attempt(() => give(lastTime(reach[0].kind).find((order) => reach.some((one) => one.order === order))));
  by("review").onclick = () => attempt(review);
  by("back").onclick = () => attempt(back);
  by("read").onclick = () => attempt(readLines);
  by("copy").onclick = () => copy(`${linesNow().join("\n")}\n`, "copied");
  by("forum").onclick = () => copy(`${linesNow().map((line) => `! ${line}`).join("\n")}\n`, "copied");
  by("step").onclick = () => attempt(() => stepThrough());
  by("entry").oninput = () => attempt(() => turn(+by("entry").value));
  for (const id of ["leave", "leave-record", "another"]) by(id).onclick = leave;
  by("as").oninput = () => attempt(() => turn(+by("entry").value));
  by("forget").onclick = forget;
  by("save-record").onclick = () => attempt(saveRecord);
  by("look-back").onclick = () => attempt(lookBack);
  by("lines").oninput = linesChanged;
  by("squares").onkeydown = walk;
  by("board").onclick = tellTapped;
  by("glossary").ontoggle = putGlossary;
  by("speech").parentNode.ontoggle = putSpeech;
  by("standing").ontoggle = () => attempt(putStanding);
  by("pattern").oninput = () => attempt(putSlots);
  by("add-standing").onclick = () => attempt(addStanding);
  by("lesson-again").onclick = () => attempt(() => learn(sitting.lesson.name));
  by("next-lesson").onclick = () => attempt(() => learn(nextLesson()));
  by("solution").onclick = showSolution;
  addDragging();
  addZoom();
  addStepping();
  for (const each of [WIDE, NARROW]) each.addEventListener("change", () => sitting && !by("play").hidden && attempt(() => show()));
  addEventListener("keydown", (event) => event.key === "Escape" && !by("menu").hidden && (closeMenu(), by("squares").querySelector(".chosen")?.focus()));
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
  if (location.hash.length > 1) openLink();
  else if (!await attempt(openKept)) await attempt(openRecord);
  document.body.dataset.ready = String(performance.now() - began);
}

// A reload speaks it, too.
function keepLanguage() {
  const address = new URL(location);
  address.searchParams.set("language", by("language").value);
  try {
    history.replaceState(history.state, "", address);
  } catch { /* a file, in some browsers */ }
}

function speak() {
  table.call("speak", by("language").value);
  showWords();
  putLessons();
  putSealing();
  putOwnSeals();
  putKept();
  if (sitting && !by("play").hidden) {
    nameSeats();
    begin();
    if (sitting.record) turn(+by("entry").value);
    else show();
  }
}

by("too-old").hidden = typeof WebAssembly !== "undefined";
by("too-old").className = "known";
if (by("too-old").hidden) start().catch((error) => trouble(`This page does not start: ${error.message}`));
