// SPDX-License-Identifier: MIT
// Secrets that the player keeps himself: his file of seals, as postern-proof keeps it (doc/seals.md). It
// lies in this browser until it is dropped; the module makes, reads and checks its lines (table.h).
const SEALS_KEY = "postern-seals", SEALS_FIRST = "postern-seals 1\n", SEALS_MOST = 1 << 20;
let sealsHere = ""; // of a private window, which keeps nothing
let dropAsked = false, againAsked = false;

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
// Of a name that the game took back there may be several; each is read in a file of its own.
const sealsOf = (genesis, name) =>
    sealLinesOf(ownSeals()).filter((line) => line.startsWith(`${genesis} ${name} `));
const fileOf = (line) => `${SEALS_FIRST}${line}\n`;

function putOwnSeals() {
  const count = sealLinesOf(ownSeals()).length;
  by("held-count").textContent = count ? say("held-count", count) : "";
  by("save-seals").disabled = by("drop-seals").disabled = !count;
  dropAsked = false;
  by("drop-seals").textContent = say("drop-seals");
}

// ---- in the lines of a letter ----

const SEALED = /(\S+\/\S+) sealed ([a-z2-7]{52})/i, OPENED = /^open (\S+\/\S+) (.*) nonce [a-z2-7]{52}$/i;

// A line as it reads with its secret; of one that is sealed elsewhere, itself.
function plainOf(line) {
    const [sealed, name, commitment] = SEALED.exec(line) || [];
    const own =
        sealed &&
        sealsOf(sitting.genesis, name).find((one) => one.includes(` ${commitment.toLowerCase()} `));
    if (!own || table.run("held", sitting.genesis, name, [ fileOf(own) ]) !== TABLE_OK)
        return line;
    return line.replace(sealed, () => OPENED.exec(table.answer())[2]);
}

// A line with its seal. Another secret under a name that is sealed is asked for twice: the game may
// have the first one.
function hold(line)
{
    const given = [ mySeat(), sitting.genesis, [ ownSeals() ], +againAsked, [ plainOf(line) ] ];
    if (table.run("hold", ...given) === TABLE_EXISTS) {
        againAsked = true;
        throw new Error(`${table.answer()}. ${say("held-again")}`);
    }
    return table.json("hold", ...given);
}

// The lines anew, each secret that is not sealed yet behind its seal.
function holdLines() {
  let count = 0;
  while (table.run("back") === 0);
  const lines = linesNow().map((line) => {
    if (standingOf(line) !== null || OPENED.test(line)) return line;
    const told = hold(line);
    if (told.seal) keepSeals((ownSeals() || SEALS_FIRST) + told.seal);
    if (told.verdict === "done") table.json("give", mySeat(), [told.order]);
    count += Boolean(told.sealed);
    return told.sealed || line;
  });
  againAsked = false;
  writeLines(lines);
  readLines();
  by("sent").textContent = count ? say("held", count) : say("held-none");
  if (count) by("own-seals").open = true;
}

// What I am asked to open: what the letter asks to open, and what follows from my orders as far as I keep it: all else the server opens by itself.
const toOpen = () => isLetter() && !state.over
  ? state.asked.filter((one) => one.kind === "open" && +one.seat === mySeat() &&
    (!+state.steps || sealsOf(sitting.genesis, one.name).length)) : [];

function openSeal(name, own)
{
    if (!own || table.run("held", sitting.genesis, name, [ fileOf(own) ]) !== TABLE_OK)
        throw new Error(say("no-seal", name));
    const line = table.answer();
    writeLines([...linesNow().filter((one) => !one.startsWith(`open ${name} `)), line ]);
}

function addOpening(name, own, label)
{
    by("choices").append(make("li", {}, make("button", {
                                  type : "button",
                                  textContent : label,
                                  onclick : () => attempt(() => openSeal(name, own))
                              })));
}

// The newest seal of a name first; below it those that it was to replace.
function putOpenings() {
    for (const {name} of toOpen()) {
        const [newest, ...older] = sealsOf(sitting.genesis, name).reverse();
        addOpening(name, newest, say("open-seal", name));
        for (const own of older)
            addOpening(name, own, say("open-older", name));
    }
}

// ---- the file ----

function saveSeals() {
  const link = make("a", { href: URL.createObjectURL(new Blob([ownSeals()])), download: "postern-seals" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// All of a file or nothing: each line fits its seal.
function takeSeals(text) {
    const file = text.replace(/\r\n/g, "\n"), here = new Set(sealLinesOf(ownSeals()));
    if (!file.startsWith(SEALS_FIRST) || !file.endsWith("\n"))
        throw new Error(say("not-seals"));
    const added = sealLinesOf(file).filter((line) => {
        const [genesis, name] = line.split(" ");
        if (table.run("held", genesis, name || "", [ fileOf(line) ]) !== TABLE_OK)
            throw new Error(say("not-seals"));
        return !here.has(line) && here.add(line);
    });
    if (added.length)
        keepSeals(`${ownSeals() || SEALS_FIRST}${added.join("\n")}\n`);
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
