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

function isInside(area, place) {
  const [x, y] = placeOf(place) || [-1, -1];
  return x >= +area.x && x < +area.x + +area.width && y >= +area.y && y < +area.y + +area.height;
}

// A tap on what is no button lets go, and tells what lies there.
function tellTapped(event) {
  if (!state || event.target.closest("button")) return; // a button may be gone by now
  const place = squareAt(event);
  if (chosen) choose("", "");
  closeMenu();
  if (place) tellAbout(place);
}

// The rules in brief, as a letter has them.
function rulesOf(game) {
  const found = [];
  while (table.run("say", `${game}.help.rules.${found.length + 1}`, "", "") === TABLE_OK) found.push(table.answer());
  return found;
}

function putGlossary() {
  if (!by("glossary").open || !state) return;
  by("glossary").querySelector("dl").replaceChildren(make("dt", { textContent: state.title }),
    ...rulesOf(state.game).map((one) => make("dd", { textContent: one })), ...toldOf("").flatMap((one) =>
    [make("dt", { textContent: one.name }), make("dd", { textContent: one.text })]));
}
