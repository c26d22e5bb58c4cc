// SPDX-License-Identifier: MIT
// Practice: a whole game against programs, and its record.

function playOthers() {
  if (isLesson()) playScript();
  if (!isPractice()) return;
  for (let rounds = 0; rounds < 500; rounds++) {
    const asked = table.run("asked");
    if (asked < 0 || asked === mySeat()) return;
    if (asked === 0) {
      note(table.json("deal", [""]).events);
      continue;
    }
    const order = table.call("choose", asked, sitting.level, Math.floor(Math.random() * 2 ** 31));
    note(table.json("give", asked, [order]).events);
  }
}

function practise() {
  const game = by("game").value, seats = 2;
  table.call("open", game, "", by("language").value);
  sitting = { game, level: by("level").value, seat: 1, names: { 1: say("you"), 2: say("opponent") } };
  nameSeats();
  table.call("sit", 1);
  table.call("practise", "", seats, 1, Math.floor(Date.now() / 1000));
  begin();
  playOthers();
  show();
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
  stepThrough();
}
