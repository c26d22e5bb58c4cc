// SPDX-License-Identifier: MIT
// Secrets that the player keeps himself: his file of seals, as postern-proof keeps it (doc/seals.md). It
// lies in this browser until it is dropped; the module makes, reads and checks its lines (table.h).
const SEALS_KEY = "postern-seals", SEALS_FIRST = "postern-seals 1\n", SEALS_MOST = 1 << 20;
let sealsHere = "", dropAsked = false; // of a private window, which keeps nothing

function ownSeals() {
  try {
    return localStorage.getItem(SEALS_KEY) || sealsHere;
  } catch {
    return sealsHere;
  }
}

function keepSeals(text) {
  sealsHere = text;
  try {
    if (text) localStorage.setItem(SEALS_KEY, text);
    else localStorage.removeItem(SEALS_KEY);
  } catch { /* a private window keeps nothing */ }
  putOwnSeals();
}

const sealLinesOf = (text) => text.slice(SEALS_FIRST.length).split("\n").filter(Boolean);
// "GENESIS NAME", which no two seals share.
const sealNameOf = (line) => line.split(" ", 2).join(" ");

function putOwnSeals() {
  const count = sealLinesOf(ownSeals()).length;
  by("held-count").textContent = count ? say("held-count", count) : "";
  by("save-seals").disabled = by("drop-seals").disabled = !count;
  dropAsked = false;
  by("drop-seals").textContent = say("drop-seals");
}

const openingOf = (genesis, name) => table.call("held", genesis, name, [ownSeals()]);

// ---- in the lines of a letter ----

const SEALED = /(\S+\/\S+) sealed ([a-z2-7]{52})/i, OPENED = /^open (\S+\/\S+) (.*) nonce [a-z2-7]{52}$/i;

// A line as it reads with its secret; of one that is sealed elsewhere, itself.
function plainOf(line) {
  const [sealed, name] = SEALED.exec(line) || [];
  if (!sealed || table.run("held", sitting.genesis, name, [ownSeals()]) !== TABLE_OK) return line;
  return line.replace(sealed, () => OPENED.exec(table.answer())[2]);
}

// The lines anew, each secret that is not sealed yet behind its seal.
function holdLines() {
  let count = 0;
  while (table.run("back") === 0);
  const lines = linesNow().map((line) => {
    if (standingOf(line) !== null || OPENED.test(line)) return line;
    const told = table.json("hold", mySeat(), sitting.genesis, [ownSeals()], [plainOf(line)]);
    if (told.seal) keepSeals((ownSeals() || SEALS_FIRST) + told.seal);
    if (told.verdict === "done") table.json("give", mySeat(), [told.order]);
    count += Boolean(told.sealed);
    return told.sealed || line;
  });
  writeLines(lines);
  readLines();
  by("told").textContent = count ? say("held", count) : say("held-none");
  if (count) by("own-seals").open = true;
}

// What I am asked to open.
const toOpen = () => isLetter() && !state.over
  ? state.asked.filter((one) => one.kind === "open" && +one.seat === mySeat()) : [];

function openSeal(name) {
  if (table.run("held", sitting.genesis, name, [ownSeals()]) !== TABLE_OK) throw new Error(say("no-seal", name));
  const line = table.answer();
  writeLines([...linesNow().filter((one) => one !== line), line]);
}

function putOpenings() {
  for (const one of toOpen())
    by("choices").append(make("li", {}, make("button", { type: "button", textContent: say("open-seal", one.name),
      onclick: () => attempt(() => openSeal(one.name)) })));
}

// ---- the file ----

function saveSeals() {
  const link = make("a", { href: URL.createObjectURL(new Blob([ownSeals()])), download: "postern-seals" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// All of a file or nothing: each line fits its seal, and none contradicts one that is here.
function takeSeals(text) {
  const file = text.replace(/\r\n/g, "\n"), here = new Map(sealLinesOf(ownSeals()).map((line) => [sealNameOf(line), line]));
  if (!file.startsWith(SEALS_FIRST) || !file.endsWith("\n")) throw new Error(say("not-seals"));
  const added = sealLinesOf(file).filter((line) => {
    const name = sealNameOf(line);
    if (table.run("held", ...name.split(" "), [file]) !== TABLE_OK) throw new Error(say("not-seals"));
    if (here.has(name) && here.get(name) !== line) throw new Error(say("other-seal", name.split(" ")[1]));
    return !here.has(name) && here.set(name, line);
  });
  if (added.length) keepSeals(`${ownSeals() || SEALS_FIRST}${added.join("\n")}\n`);
  by("held-told").textContent = say("loaded-seals", added.length);
}

async function loadSeals() {
  const file = by("load-seals").files[0];
  if (!file) return;
  by("load-seals").value = "";
  trouble("");
  if (file.size > SEALS_MOST) throw new Error(say("not-seals"));
  takeSeals(await file.text());
}

function dropSeals() {
  if (!dropAsked) {
    dropAsked = true;
    by("drop-seals").textContent = say("drop-sure");
    return;
  }
  keepSeals("");
  by("held-told").textContent = say("dropped");
}
