// SPDX-License-Identifier: MIT
// Practice: a whole game against programs, with hints and undo; its record, and what the turns were worth.

function carryOut(seat, order) {
  const told = seat ? table.json("give", seat, [order]) : table.json("deal", [""]);
  sitting.orders.push([seat, order]);
  note(told.events);
}

function playOthers() {
  if (isLesson()) playScript();
  if (!isPractice()) return;
  for (let rounds = 0; rounds < 500; rounds++) {
    const asked = table.run("asked");
    if (asked < 0 || asked === mySeat()) return;
    carryOut(asked, asked && table.call("choose", asked, sitting.level, Math.floor(Math.random() * 2 ** 31)));
  }
}

// Chance of its own, of which all of the game's is made: with the same one it begins again.
const newChance = () => [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function startPractice(game, rules, level, chance, began) {
  table.call("open", game, rules, by("language").value);
  sitting = { game, rules, level, chance, began, seat: 1, orders: [] };
  nameSeats();
  table.call("sit", 1);
  table.call("practise", "", 2, 1, began, chance);
  by("lines").value = "";
  begin();
}

// Who has played none of it in this browser is told how it goes.
function practise() {
  const game = by("game").value, rules = Object.values(allGames()).some((one) => one.game === game) ? [] : rulesOf(game);
  startPractice(game, "", by("level").value, newChance(), Math.floor(Date.now() / 1000));
  sitting.rules = table.json("tell").rules;
  playOthers();
  by("told").textContent = [...rules, ...[...by("events").children].map((one) => one.textContent)].join("\n");
  show();
}

// The last order of my own is taken back, with what was answered to it.
function undoPractice() {
  while (sitting.orders.length) {
    const [seat] = sitting.orders.pop();
    table.call("back");
    if (seat === mySeat()) return;
  }
}

function giveHint() {
  const hint = table.json("hint", mySeat()), first = reach.find((one) => one.order === hint.orders[0]?.order);
  if (first && first.from) choose(first.who, "");
  by("told").textContent = say("hint-says", hint.orders.map((one) => one.say).join("; "), hint.why);
}

// ---- when it is over ----

const WORST = 3, COST_LEAST = 30; // turns told about; of 1000, what a turn must have cost

// Turn by turn, so that the page goes on answering.
async function review() {
  const turns = [], game = sitting;
  by("review").disabled = true;
  for (let from = 0, turn = 1; sitting === game && table.run("review", from) === TABLE_OK; turn++) {
    const told = JSON.parse(table.answer());
    turns.push({ ...told, turn });
    from = +told.next;
    by("told").textContent = say("reviewing", turn);
    await new Promise((go) => setTimeout(go, 0));
  }
  by("review").disabled = false;
  by("told").textContent = "";
  if (sitting !== game) return;
  const said = (orders) => orders.map((one) => one.say).join("; ");
  const worst = turns.filter((one) => +one.cost >= COST_LEAST && one.better.length).sort((one, other) => other.cost - one.cost).slice(0, WORST);
  by("reviewed").replaceChildren(...worst.map((one) => make("li", {}, make("p", { textContent: say("reviewed", one.turn, Math.round(one.cost / 10)) }),
    make("p", { textContent: say("played", said(one.played)) }), make("p", { textContent: say("better", said(one.better), one.why) }))),
  ...worst.length ? [] : [make("li", { textContent: say("reviewed-well") })]);
  goOn(by("review"));
}

function byMail() {
  const server = siteFacts().server;
  by("by-mail").hidden = !server;
  if (server) by("by-mail").href = `mailto:${encodeURIComponent(server).replace(/%40/g, "@")}?subject=join&body=${encodeURIComponent("join ")}`;
}

// The game as a record: nobody signed it, but it can be kept, and looked through with all cards open.
function saveRecord() {
  const link = make("a", { href: URL.createObjectURL(new Blob([table.call("practice_record")])),
    download: `practice-${sitting.game}.record` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  by("told").textContent = say("practice-saved");
}

function lookBack() {
  if (verify(new TextEncoder().encode(table.call("practice_record"))) !== TABLE_OK) throw new Error(by("proof").textContent);
  stepThrough({ 1: say("you"), 2: say("opponent") });
}
