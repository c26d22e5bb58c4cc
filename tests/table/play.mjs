// The same as play.c, in the browser's module: play.mjs MODULE.WASM MODULE.JS GAMES FILE...
import fs from "node:fs";
import vm from "node:vm";

const [wasm, script, games, ...paths] = process.argv.slice(2);
const { Table } = vm.runInThisContext(`${fs.readFileSync(script, "utf8")};({ Table })`);
const table = new Table(new WebAssembly.Module(fs.readFileSync(wasm)), () => {
  throw new Error("there is no chance here");
});
const ORDERS_MAX = 250, ORDERS_BY_LEVEL_MAX = 80, LOOKED_AT = 20, BOARDS_OFTEN = 25, BOARDS_SELDOM = 325, LOOKS = 5, FNV = 2166136261;
const out = [];
let digest, opened;

function noteAnswer() {
  for (const byte of new TextEncoder().encode(table.answer()))
    digest = Math.imul(digest ^ byte, 16777619) >>> 0;
}

function note(...call) {
  table.call(...call);
  noteAnswer();
}

const hex = (number) => number.toString(16).padStart(8, "0");

function nameOf(path) {
  const at = path.indexOf("templates/");
  return at >= 0 ? path.slice(at + "templates/".length) : path.slice(path.lastIndexOf("/") + 1);
}

function runCase(path, text) {
  const game = path.includes("/welcome_back/") ? "welcome_back" : "dungeon_twister";
  if (game !== opened) table.call("open", game, "", "en");
  opened = game;
  const code = table.run("case", [text]);
  out.push(`case ${nameOf(path)} ${code} ${table.answer()}\n`);
}

function lookAtAll(seats) {
  for (let seat = 0; seat <= seats + 1; seat++) {
    table.call("sit", seat > seats ? 255 : seat);
    note("write");
    for (let look = 0; look < LOOKS; look++) note("draw", look);
    note("tell");
    if (seat > 0 && seat <= seats) {
      note("legal", seat);
      note("reach", seat);
    }
  }
  table.call("sit", 0);
}

function play(game) {
  const dungeon = ["", "boxes=both mode=free", "target=7", "boxes=both mode=free show_hands=yes"];
  const isDungeon = game % 2 === 0, seats = isDungeon ? 2 : 2 + (game >> 1) % 3;
  const seed = `game ${game}`;
  const level = ["hard", "expert", "easy", "medium"][game] || "random"; // the first games
  const most = level === "random" ? ORDERS_MAX : ORDERS_BY_LEVEL_MAX;
  let orders = 0, asked;

  digest = FNV;
  table.call("open", isDungeon ? "dungeon_twister" : "welcome_back", "", ["en", "es", "it"][game % 3]);
  table.call("sit", 0);
  table.call("start", isDungeon ? dungeon[(game >> 1) % 4] : "", seats);
  while (orders < most && (asked = table.run("asked")) >= 0) {
    if (asked === 0) {
      note("deal", [seed]);
    } else {
      note("choose", asked, level, game * 1000 + orders);
      note("give", asked, [table.answer()]);
    }
    if (++orders % (game < LOOKED_AT ? BOARDS_OFTEN : BOARDS_SELDOM) === 0) lookAtAll(seats);
  }
  out.push(`game ${game}, ${orders} orders, ${hex(digest)}\n${table.call("write")}`);
  for (let i = 0; i < 3 && orders > 3; i++) table.call("back");
  table.call("write");
  digest = FNV;
  noteAnswer();
  out.push(`three back: ${hex(digest)}\n`);
}

for (const path of paths) {
  const text = fs.readFileSync(path);
  if (path.endsWith(".case")) runCase(path, text);
  else table.call("learn", nameOf(path), [text]);
}
for (let game = 0; game < Number(games); game++) play(game);
fs.writeSync(1, out.join(""));
