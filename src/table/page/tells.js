// SPDX-License-Identifier: MIT
// What things do: the square that was tapped, all that is on the table, and clauses. The texts are the
// game's own, those of the letters' help.

const toldOf = (at) => table.json("about", at).about;

// What a clause says, to be opened; nothing where no text cites it.
function clauseNodes(clause) {
  const text = clause ? table.call("clause", clause) : "";
  if (!text) return [];
  return [make("details", {}, make("summary", { textContent: clause }),
    ...text.split("\n").map((line) => make("p", { textContent: line })))];
}

const tellHere = (told) => by("here").replaceChildren(...told.map((one) => make("p", { textContent: one.text })));

function tellAbout(place) {
  const area = state.areas.find((one) => isInside(one, place)), told = toldOf(place);
  tellHere(!told.length && area ? toldOf(`@${area.name}`) : told);
}

// The card or count under a finger, in a panel: what its picture means, else what its words are the name of.
function toldOfPanel(node) {
  const group = node.closest("#picture .panel g"), drawn = group?.querySelector("use")?.getAttribute("href");
  const told = drawn ? toldOf(drawn.replace(/^#[^\d]*/, "#")) : [];
  return told.length || !group ? told : toldOf("").filter((one) => one.name === group.textContent.trim());
}

function isInside(area, place) {
  const [x, y] = placeOf(place) || [-1, -1];
  return x >= +area.x && x < +area.x + +area.width && y >= +area.y && y < +area.y + +area.height;
}

// The square below a finger, "" beside the board.
function squareAt(event) {
  const box = by("picture").getBoundingClientRect(), frame = state.frame, scale = frame.width / box.width;
  const x = Math.floor(((event.clientX - box.left) * scale - frame.left) / frame.cell);
  const y = +frame.rows - 1 - Math.floor(((event.clientY - box.top) * scale - frame.top) / frame.cell);
  if (!+frame.columns || x < 0 || y < 0 || x >= frame.columns || y >= frame.rows) return "";
  return String.fromCharCode(97 + x) + y;
}

// A tap on what is no button: a square, or the cards beside it.
function tellTapped(event) {
  if (!state || event.target.closest("#squares button")) return;
  const place = squareAt(event), told = place ? [] : toldOfPanel(event.target);
  if (place) tellAbout(place);
  else if (told.length) tellHere(told);
  else if (event.target.closest("#picture")) by("glossary").open = true;
}

function putGlossary() {
  if (!by("glossary").open || !state) return;
  by("glossary").querySelector("dl").replaceChildren(...toldOf("").flatMap((one) =>
    [make("dt", { textContent: one.name }), make("dd", { textContent: one.text })]));
}
