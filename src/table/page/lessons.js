// SPDX-License-Identifier: MIT
// Lessons: cases to be played. The rules judge each step, the runner of cases whether the goal is reached.
// A lesson is named by its file, "lessons/GAME/BOOK/01-walk.case".
const lessons = new Map();

const partsOf = (name) => /^lessons\/(.*)\/(.*)\/\d+-(.*)\.case$/.exec(name);
const lessonSays = (game, key) => table.call("say", `${game}.lesson.${key}`, "", "");
const titleOf = (name) => lessonSays(partsOf(name)[1], partsOf(name)[3]);
const taskOf = (name) => lessonSays(partsOf(name)[1], `${partsOf(name)[3]}.task`);
const nextLesson = () => [...lessons.keys()][[...lessons.keys()].indexOf(sitting.lesson.name) + 1];

function lessonButton(name) {
  const button = make("button", { type: "button", textContent: titleOf(name),
    onclick: () => attempt(() => learn(name)) });
  if (readStored(LEARNED_KEY)[name]) button.append(` ✓ ${say("lesson-done")}`);
  return make("li", {}, button);
}

function putLessons() {
  const books = new Map();
  for (const name of lessons.keys()) {
    const [, game, book] = partsOf(name), title = lessonSays(game, `book.${book}`);
    books.set(title, [...(books.get(title) || []), name]);
  }
  by("learn").hidden = !lessons.size;
  by("lessons").replaceChildren(...[...books].flatMap(([title, names]) => [
    make("h3", { textContent: title }),
    make("ol", { className: "row" }, ...names.map(lessonButton))]));
}

function learn(name) {
  const told = table.json("lesson", [lessons.get(name)]);
  sitting = { seat: +told.seat, lesson: { name, steps: told.steps, clauses: told.clauses } };
  nameSeats();
  by("lines").value = "";
  begin();
  playScript();
  show();
}

// What the others do in the lesson, and what the table opens or draws.
function playScript() {
  for (let asked = table.run("asked"); asked >= 0; asked = table.run("asked")) {
    if (asked === 0) note(table.json("deal", ["lesson"]).events);
    else if (asked !== mySeat() && table.run("script") === TABLE_OK)
      note(table.json("give", asked, [table.answer()]).events);
    else return;
  }
}

// The lesson's wrong try, as long as it is wrong for its reason.
function wrongTries() {
  return sitting.lesson.steps.filter((step) => step.clause && +step.seat === mySeat()).map((step) =>
    ({ step, told: table.json("try", mySeat(), [step.order]) })).filter(({ step, told }) => told.clause === step.clause);
}

function tryWrong(order, told) {
  by("faults").replaceChildren(faultOf(order, told));
  by("told").textContent = told.say;
}

function putLesson() {
  const done = table.run("reached") === TABLE_OK, name = sitting.lesson.name;
  by("wrong").replaceChildren(...(done ? [] : wrongTries()).map(({ step, told }) => make("button", { type: "button",
    textContent: say("try-wrong", step.say), onclick: () => tryWrong(step.order, told) })));
  by("learned").hidden = !done;
  by("solution").hidden = done;
  by("next-lesson").hidden = !done || !nextLesson();
  if (!done) return;
  store(LEARNED_KEY, { ...readStored(LEARNED_KEY), [name]: 1 });
  by("why").replaceChildren(...sitting.lesson.clauses.flatMap(clauseNodes));
  by("told").textContent = say("learned");
}

function showSolution() {
  const lines = sitting.lesson.steps.filter((step) => !step.clause && +step.seat === mySeat()).map((step) => step.say);
  by("told").textContent = lines.join(" · ");
}
