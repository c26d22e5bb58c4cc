// SPDX-License-Identifier: MIT
// Standing answers, put together from patterns: sentences of the game, "standing.build-1", whose slots are
// chosen from lists. <character.> is any word of that kind, <0-6> a number, <area> and <square> a place.
const PATTERNS_MOST = 12;

// What stands behind "standing" in a line; null when it is an order.
function standingOf(line) {
  for (const word of [say("standing-word"), "standing"])
    if (line.toLowerCase().startsWith(`${word} `)) {
      const rest = line.slice(word.length + 1).trim(), also = `${say("standing-also")} `;
      return rest.toLowerCase().startsWith(also) ? rest.slice(also.length).trim() : rest;
    }
  return null;
}

const tryStanding = (line) => table.json("standing", mySeat(), [line]);

// The first of the lines parted by ";" that cannot be left, null when all can.
function standingFault(rest) {
  for (const line of rest.split(";").map((one) => one.trim()).filter(Boolean)) {
    const told = tryStanding(line);
    if (told.verdict !== "done") return told;
  }
  return null;
}

function patterns() {
  const found = [];
  for (let n = 1; n <= PATTERNS_MOST; n++) {
    const key = `${state.game}.standing.build-${n}`;
    if (table.run("say", key, "", "") === TABLE_OK) found.push(table.answer());
  }
  return found;
}

// Words of a kind; those that are on the table, where any are.
function wordsOf(kind) {
  const all = table.call("terms", kind).split("\n").filter(Boolean), here = new Set(toldOf("").map((one) => one.name));
  return all.some((one) => here.has(one)) ? all.filter((one) => here.has(one)) : all;
}

function optionsOf(slot) {
  const range = /^(\d+)-(\d+)$/.exec(slot);
  if (range) return Array.from({ length: range[2] - range[1] + 1 }, (_, at) => String(+range[1] + at));
  if (slot === "area") return state.areas.map((one) => one.name);
  if (slot === "square") return reach.map((one) => one.to).filter((one, at, all) => placeOf(one) && all.indexOf(one) === at);
  return wordsOf(slot);
}

const partsOfPattern = (pattern) => pattern.split(/<([^>]+)>/);

function slotNode(slot, number) {
  const options = optionsOf(slot);
  const node = options.length && slot !== "square"
    ? make("select", {}, ...options.map((one) => make("option", { textContent: one })))
    : make("input", { size: 4, value: options[0] || "c4", autocapitalize: "off", spellcheck: false });
  node.setAttribute("aria-label", say("standing-slot", number));
  node.oninput = showStanding;
  return node;
}

const standingNow = () => [...by("slots").childNodes].map((node) => node.value ?? node.textContent).join("");

function putSlots() {
  let number = 0;
  by("slots").replaceChildren(...partsOfPattern(by("pattern").value)
    .map((part, at) => at % 2 ? slotNode(part, ++number) : document.createTextNode(part)));
  showStanding();
}

function showStanding() {
  const told = tryStanding(standingNow()), good = told.verdict === "done";
  by("standing-told").replaceChildren(good && told.now ? say("standing-now", told.now) : told.say || "",
    ...clauseNodes(told.clause));
  by("add-standing").disabled = !good;
}

function addStanding() {
  writeLines([...linesNow(), `${say("standing-word")} ${say("standing-also")} ${standingNow()}`]);
  by("sent").textContent = say("standing-added");
}

function putStanding() {
  const list = isLetter() ? patterns() : [];
  by("standing").hidden = !list.length;
  if (!list.length || !by("standing").open) return;
  by("pattern").replaceChildren(...list.map((one) => make("option", { value: one,
    textContent: partsOfPattern(one).map((part, at) => at % 2 ? "…" : part).join("") })));
  putSlots();
}
