// SPDX-License-Identifier: MIT
// Records: verified in the words of postern-proof, and stepped through.

const RECORD_MOST = 64 << 20; // bytes

function verify(bytes) {
  const code = table.run("verify", [bytes], Math.floor(Date.now() / 1000));
  by("proof").textContent = table.answer();
  by("step").hidden = code !== TABLE_OK;
  if (code === TABLE_OK) by("entry").max = table.json("record").entries;
  by("proof").hidden = by("proof-note").hidden = false;
  return code;
}

// A record, step by step: as its reader knew the game after each entry. Entries that change nothing on the board are
// passed over the way one goes.
function turn(number, way = -1) {
  const last = +by("entry").max, began = Math.max(0, Math.min(number, last));
  let at = began, told = table.json("turn", at);
  while (at > 0 && at < last && !told.says.length) told = table.json("turn", at += way);
  const said = told.says.join(" "), before = at === last && !said ? lastSaid(at) : "";
  if (by("as").value) table.call("sit", +by("as").value);
  by("entry").value = at;
  by("entry-text").textContent = `${at}. ${told.text}`;
  by("before").disabled = at <= 0;
  by("after").disabled = at >= last;
  show(way < 0);
  by("logged").textContent = (at && (said || state.result || before)) || say("game-begins");
}

// Where the rules did not end it, the last that happened.
function lastSaid(at) {
  let told = { says: [] };
  for (let number = at; number > 0 && !told.says.length;) told = table.json("turn", --number);
  table.json("turn", at);
  return told.says.join(" ");
}

// Keys and swipes step through it.
function addStepping() {
  let from = null;
  const step = (way) => sitting && sitting.record && attempt(() => turn(+by("entry").value + way, way));
  addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (way && !event.target.closest("input, select, textarea")) step(way);
  });
  by("board").addEventListener("pointerdown", (event) => { from = event.pointerType === "touch" && zoom.by === 1 ? event.clientX : null; });
  addEventListener("pointerup", (event) => {
    if (from !== null && Math.abs(event.clientX - from) > 60) step(event.clientX < from ? 1 : -1);
    from = null;
  });
  by("before").onclick = () => step(-1);
  by("after").onclick = () => step(1);
}

// Whose eyes there are to choose from: one seat's record is that seat's alone.
function putReaders(record) {
  const option = (value, text) => make("option", { value, textContent: text });
  const seats = Array.from({ length: +record.seats }, (_, at) => option(at + 1, say("as-seat", at + 1)));
  const all = [option(WATCHER, say("as-watcher")), ...seats];
  if (+record.reader === 0) all.unshift(option(0, say("as-all")));
  by("as").replaceChildren(...(+record.reader === 0 || +record.reader === WATCHER ? all : []));
  by("as-label").hidden = !by("as").options.length;
}

function stepThrough(told = {}) {
  const names = {}, record = table.json("record");
  for (let seat = 1; seat <= +record.seats; seat++) names[seat] = told[seat] || say("as-seat", seat);
  putReaders(record);
  table.call("turn", 0);
  sitting = { seat: WATCHER, names, record: true };
  nameSeats();
  by("doubt-proof").textContent = by("proof").textContent;
  begin();
  turn(0);
}

async function readFile(file) {
  if (file.size > RECORD_MOST) throw new Error(say("too-large"));
  verify(unpackRecord(new Uint8Array(await file.arrayBuffer())));
}
