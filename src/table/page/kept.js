// SPDX-License-Identifier: MIT
// Games that were begun and are not done with: they survive a reload and a closed tab, and are listed on the page. A
// practice game is its chance and its orders; a letter what it held and the lines that were not sent.
const GAMES_KEY = "postern-games", GAMES_KEPT = 20;

const allGames = () => readStored(GAMES_KEY);
const keeping = () => sitting.chance ? `practice ${sitting.chance}` : `${sitting.genesis || sitting.game} ${sitting.seat}`;

function facts() {
  if (isPractice())
    return { game: sitting.game, rules: sitting.rules, level: sitting.level, chance: sitting.chance, began: sitting.began, orders: sitting.orders };
  return { content: sitting.content, entry: sitting.entry || 0, lines: by("lines").value };
}

function keepGame() {
  if (!isPractice() && !isLetter()) return;
  const all = allGames(), id = keeping();
  delete all[id];
  if (isPractice() ? sitting.orders.length : by("lines").value)
    all[id] = { title: sitting.subject || state?.title || "", at: Date.now(), over: Boolean(state?.over), ...facts() };
  for (const old of Object.keys(all).slice(0, -GAMES_KEPT)) delete all[old];
  store(GAMES_KEY, all);
}

function keptLines() {
  const kept = Object(allGames()[keeping()]);
  return kept.entry === (sitting.entry || 0) ? String(kept.lines || "") : "";
}

// A practice game again, by its chance; its orders are given anew.
function resumePractice(kept) {
  startPractice(kept.game, kept.rules, kept.level, kept.chance, kept.began);
  for (const [seat, order] of kept.orders) carryOut(seat, order);
  by("events").replaceChildren();
  playOthers();
  show();
}

function resume(id) {
  const kept = allGames()[id];
  if (!kept) return false;
  if (kept.chance) resumePractice(kept);
  else sit(readContent(kept.content));
  return true;
}

function gameRow([id, kept]) {
  const when = new Date(kept.at).toLocaleString(by("language").value, { dateStyle: "medium", timeStyle: "short" });
  const button = (key, more) => make("button", { type: "button", textContent: say(key), ariaLabel: `${say(key)}: ${kept.title}, ${when}`, ...more });
  return make("li", {}, button("continue", { className: "main", onclick: () => attempt(() => resume(id)) }),
    `${kept.title}${kept.level ? ` · ${say("practice")}, ${say(kept.level)}` : ""} · ${when}`,
    button("drop-game", { onclick: () => {
      const { [id]: dropped, ...left } = allGames();
      keepInstead([[GAMES_KEY, left]], dropped.title);
    } }));
}

// All that this browser keeps: games, how they were set up, and servers that are trusted; beside that, lessons done.
const KEPT_KEYS = [GAMES_KEY, LAST_KEY, KEYS_KEY], LEARNED_KEY = "postern-learned";

function putKept() {
  const rows = Object.entries(allGames()).reverse().map(gameRow);
  by("game-list").replaceChildren(...rows);
  by("forget").hidden = !KEPT_KEYS.some((key) => Object.keys(readStored(key)).length);
  by("games").hidden = by("forget").hidden && by("undrop").hidden;
}

// Other things are kept from now on; what was dropped can be had back until one goes on to a game.
function keepInstead(kept, dropped = null) {
  const before = kept.map(([key]) => [key, readStored(key)]);
  for (const [key, value] of kept) store(key, value);
  by("undrop").textContent = `${say("back")}: ${dropped}`;
  by("undrop").hidden = dropped === null;
  by("undrop").onclick = () => keepInstead(before);
  putLessons();
  putKept();
  goOn(by("undrop"), by("game-list").querySelector("button"), by("forget"));
}

const forget = () => keepInstead([...KEPT_KEYS, LEARNED_KEY].map((key) => [key, {}]), say("forget"));

// ---- the browser's own Back ----

function enterHistory() {
  const entry = { kept: isLesson() ? `lesson ${sitting.lesson.name}` : sitting.record ? "" : keeping() };
  if (history.state?.playing) history.replaceState({ playing: true, ...entry }, "");
  else history.pushState({ playing: true, ...entry }, "");
}

// A reload, or Forward: what was on the table is there again.
function openKept() {
  const id = history.state?.kept || "";
  if (!history.state?.playing) return false;
  if (id.startsWith("lesson ") && lessons.has(id.slice(7))) {
    learn(id.slice(7));
    return true;
  }
  return id !== "" && resume(id);
}

addEventListener("popstate", () => attempt(() => {
  if (!by("start") || !table) return;
  if (!history.state?.playing && sitting) leave();
  else if (history.state?.playing && !sitting) openKept();
}));
