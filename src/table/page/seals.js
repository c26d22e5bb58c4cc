// SPDX-License-Identifier: MIT
// Sealed blocks: what nobody but the game's server can read. The module makes them (table.h).
const siteFacts = () => JSON.parse(by("site").textContent);
const knownGames = () => siteFacts().games || [];

function putSealing() {
  const games = knownGames();
  by("seal-game")
      .replaceChildren(...games.map((one) => make("option", {
                                        value : `${one.genesis} ${one.box}`,
                                        textContent : `${one.title} ${one.game}`
                                    })),
                       make("option", {value : "", textContent : say("seal-other")}));
  by("seal-ticket-label").hidden = by("seal-game").value !== "";
  if (siteFacts().seal === true) by("sealing").open = true;
}

// "GENESIS BOX" of the game chosen, or of the ticket pasted; "" when that is none.
function sealTarget() {
  if (by("seal-game").value) return by("seal-game").value;
  return table.run("ticket", [by("seal-ticket").value]) === TABLE_OK ? table.answer() : "";
}

const SEAL_MOST = 944;

function sealProblem(target, seat, decision, entry, order)
{
    if (!target)
        return say("seal-no-ticket");
    if (!/^[1-9]\d?$/.test(seat) || !/^\d{1,9}$/.test(decision))
        return say("seal-no-number");
    if (!/^\d{1,9}$/.test(entry))
        return say("seal-no-entry");
    return order ? "" : say("seal-empty");
}

function sealed(target, seat, decision, entry, order)
{
    const [genesis, box] = target.split(" ");
    by("seal-print").textContent = table.call("print", genesis, box);
    if (table.run("block", genesis, box, +seat, +decision, +entry, [ order ]) !== TABLE_OK)
        throw new Error(say("seal-long", SEAL_MOST));
    return table.answer();
}

function sealForm(event) {
  event.preventDefault();
  const value = (id) => by(id).value.trim(), target = sealTarget();
  const given =
      [ target, ...["seat", "decision", "entry", "order"].map((name) => value(`seal-${name}`)) ];
  let problem = sealProblem(...given);
  by("seal-block").value = "";
  try {
    if (!problem) by("seal-block").value = sealed(...given);
  } catch (error) {
    problem = error.message;
  }
  by("seal-problem").textContent = problem;
  by("sealed").hidden = Boolean(problem);
}

// The lines of a letter as a block, where the page knows its game's key.
const gameOf = (genesis) => knownGames().find((one) => one.genesis === genesis);

function sealLines() {
  const game = gameOf(sitting.genesis);
  const block = sealed(`${game.genesis} ${game.box}`, mySeat(), sitting.question,
                       sitting.entry, linesNow().join("\n"));
  return copy(block, "sealed-copied");
}
