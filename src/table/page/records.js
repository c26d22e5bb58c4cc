// SPDX-License-Identifier: MIT
// Records: verified in the words of postern-proof, and stepped through.

const RECORD_MOST = 64 << 20; // bytes

function verify(bytes) {
  const code = table.run("verify", [bytes]);
  by("proof").textContent = table.answer();
  by("step").hidden = code !== TABLE_OK;
  if (code === TABLE_OK) by("entry").max = table.json("record").entries;
  by("proof").hidden = by("proof-note").hidden = false;
  return code;
}

// A record, step by step: as its reader knew the game after each entry.
function turn(number) {
  const text = table.call("turn", number);
  if (by("as").value) table.call("sit", +by("as").value);
  by("entry").value = number;
  by("logged").textContent = `${number}. ${text}`;
  by("before").disabled = number <= 0;
  by("after").disabled = number >= +by("entry").max;
  show();
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

function stepThrough() {
  putReaders(table.json("record"));
  table.call("turn", 0);
  sitting = { seat: WATCHER, names: {}, record: true };
  begin();
  turn(0);
}

async function readFile(file) {
  if (file.size > RECORD_MOST) throw new Error(say("too-large"));
  verify(unpackRecord(new Uint8Array(await file.arrayBuffer())));
}
