/* SPDX-License-Identifier: MIT */
/* The table: everything that a page needs to show a game and write orders, in one narrow interface.
 * Compiled for WebAssembly it is the browser's module; compiled natively, a library for tests. It
 * judges nothing by itself: positions, orders and records go to the very functions that the server
 * uses. No I/O, no clock, no chance but what is handed in.
 *
 * A table knows files (as they lie under data/ and templates/), one game at a time, one position
 * with the steps that led to it, and one record. Callers hand in UTF-8; a call that has something
 * to say leaves it as the table's answer: text, or JSON where that is said. A call that fails
 * leaves one line that says why, and changes nothing else.
 *
 * Squares are named as in orders ("c4"), areas by their name behind an at sign ("@w2"): "e1" is
 * both.
 *
 * Source: design, section 2; doc/table.md. */
#pragma once

#include "base/base.h"

enum {
    TABLE_FILES_MAX = 96,
    TABLE_FILE_BYTES_MAX = 4 << 20,
    TABLE_STEPS_MAX = 4096 /* orders that can be taken back; a practice game has a few hundred */
};

struct table;

/* NULL: no memory. */
struct table *table_new(void);
/* Wipes what it held. NULL allowed. */
void table_free(struct table *table);

/* The answer of the last call; borrowed until the next one. `bytes` without the NUL behind. */
const char *table_answer(const struct table *table);
size_t table_answer_bytes(const struct table *table);

/* ---- files and games ---- */

/* Take a file in place of an earlier one of that name; copied.
 * in     name: "dungeon_twister.rooms", "es/dungeon_twister.words", "es/desk.sentences" */
enum rc table_learn(struct table *table, const char *name, const char *text, size_t length);
/* Open a game, in a language, from the files learned; the position is empty until the next call.
 * in     rules: version; "" = the newest. language: whose names are shown; words of all languages
 *        learned are understood
 * fails  RC_NOT_FOUND: no such game, or a file is missing; RC_NEWER: no such version; any file's
 * own */
enum rc table_open(struct table *table, const char *game, const char *rules, const char *language);
/* Speak another language: sentences, and the words of the game that is open. */
enum rc table_speak(struct table *table, const char *language);
/* Answer a sentence by its key ("table.back") with {1} and {2} put in. */
enum rc table_say(struct table *table, const char *key, const char *one, const char *two);
/* Who sits where, for sentences and boards; "" = nobody's name. */
enum rc table_name_seat(struct table *table, unsigned seat, const char *name);

/* ---- the position ---- */

/* Set a new game up.  answer  on failure the refusal in words */
enum rc table_start(struct table *table, const char *options, unsigned seats);
/* Take a position's canonical text, whole or some seat's view. It must keep every promise of the
 * rules; the answer names the clause that it breaks. */
enum rc table_place(struct table *table, const char *text, size_t length);
/* Look with a seat's eyes (255: a watcher's; 0: all there is); of the position that seat's view
 * alone is shown, asked and written from now on. Orders are given to the whole position. */
enum rc table_sit(struct table *table, unsigned seat);
/* Answer the canonical text of what the reader sees. */
enum rc table_write(struct table *table);
/* Answer the same as drawn: the board alone, upright or wide, or in words; or the signs that the
 * boards of this game refer to. Steps are the orders since the others' last turn began. */
enum table_look { TABLE_TALL, TABLE_SPEECH, TABLE_ALT, TABLE_WIDE, TABLE_SIGNS, TABLE_LOOKS };
enum rc table_draw(struct table *table, unsigned look);
/* Answer JSON: {"game","title","rules","seat","steps","over","result","number","left",
 * "frame":{"width","height","left","top","cell","columns","rows","quarters"},
 * "asked":[{"seat","id","kind","topic","name","about"}…],
 * "areas":[{"name","x","y","width","height"}…], "pieces":[{"at","who","name","seat"}…],
 * "panels":[{"seat","name","to_act","rows":[{"name","score","items":[{"sign","name","kind","art",
 * "number","count","gone","hidden","seat"}…]}…]}…], "done":[{"sort","area","turn","at"}…]}.
 * `frame`: where the board lies in the last board drawn, turned by so many quarters clockwise;
 * `done`: what the last order did, as drawn; `name`: of the seal to be opened, of a draw; `left`:
 * what the reader has to spend on a board, "Action points 2, Jump cards 1". */
enum rc table_tell(struct table *table);

/* Who is asked first, on the whole position: a seat, 0 = the table, -1 = nobody. */
int table_asked(const struct table *table);

/* Answer JSON: {"about":[{"name","text"}…]}: what stands on a square and what it does, with the
 * clauses, each thing once, and its "sign", 0 = it has none.
 * in     at: "c4", "@w2" (what lies there face down, as far as the reader knows it), "#17" (the
 * symbol that is drawn by that number), "=rope" (what orders call so); "" = all that is on the
 * board and in the panels */
enum rc table_about(struct table *table, const char *at);
/* Answer what the texts of help say that cite a clause, a line each; of its chapter where none
 * cites it by its number. */
enum rc table_clause(struct table *table, const char *clause);

/* ---- orders ---- */

/* Read a line as the seat writes it and judge it on the reader's view; nothing changes.
 * answer JSON: {"verdict":"done"|"malformed"|"illegal"|"ambiguous","order","say","clause","column",
 *        "choices":[{"order","say"}…]} */
enum rc table_try(struct table *table, unsigned seat, const char *line, size_t length);
/* The same on the whole position, and carry it out when that is allowed.
 * answer as table_try, with "line": what to send, in the reader's words where they are read as that
 *        order; "events":[sentence…] as the reader sees them, and "unseen": true where the seat
 *        decides next about what the view does not know, a drawn card */
enum rc table_give(struct table *table, unsigned seat, const char *line, size_t length);
/* Take the last step back.  fails  RC_NOT_FOUND: none is left */
enum rc table_back(struct table *table);
/* Answer every legal order of a seat on the reader's view, one to a line, in the rules' order. */
enum rc table_legal(struct table *table, unsigned seat);
/* Answer every legal order with what it touches, a line each, nine columns with tabs between:
 * order, kind ("move"), symbol and colour of who acts ("12/1", "0/0": nobody), his name, place,
 * target, what sort of target ("move", "jump", "exit", "blow", "shot", "turn", "reveal", "edge",
 * "use", "place", ""), what it costs ("1 action point"), words for a button. */
enum rc table_reach(struct table *table, unsigned seat);

/* Read a line as a seat would leave it beforehand, and judge it on the reader's view.
 * answer JSON: {"verdict":"done"|"malformed"|"illegal","line","now","say","clause"}: `line` in
 *        canonical text, `now` what it would order this very moment, "" when nothing
 * fails  RC_NOT_FOUND: the game knows no such lines */
enum rc table_standing(struct table *table, unsigned seat, const char *line, size_t length);
/* Answer the names of the game's words whose key begins so ("character."), a line each. */
enum rc table_terms(struct table *table, const char *beginning);

/* ---- play without a server ---- */

/* Set a practice game up, as table_start, with a genesis and luck of its own: its draws come from
 * the joint seed, as on a server.
 * in     seat: the player's; the others' are the house's. now: seconds since 1970. chance: random
 *        text, of which all of the game's chance is made: with the same one it begins again */
enum rc table_practise(struct table *table, const char *options, unsigned seats, unsigned seat,
                       uint32_t now, const char *chance);
/* Answer JSON: {"orders":[{"order","say"}…],"why"}: a sensible turn for the seat, and what gains
 * most by it.  fails  RC_NOT_FOUND: the seat is asked nothing */
enum rc table_hint(struct table *table, unsigned seat);
/* Answer JSON: {"next","cost","played":[…],"better":[…],"why"}: the reader's first turn from step
 * `from` on, how much of 1000 its chance to win lost by it, and what would have been better.
 * fails  RC_NOT_FOUND: no more turns */
enum rc table_review(struct table *table, unsigned from);
/* Answer the record of the practice game, whole and unsigned.
 * fails  RC_NOT_FOUND: none was set up; RC_REFUSED: it goes on */
enum rc table_practice_record(struct table *table);
/* Answer the order that a practice opponent chooses for a seat from its view; give it as any other.
 * in     level: "random", "easy", "medium", "hard", "expert"
 * fails  RC_NOT_FOUND: the seat is asked nothing */
enum rc table_choose(struct table *table, unsigned seat, const char *level, uint32_t seed);
/* Carry out what the table is asked first: a draw by H("draw", seed, label, …), or an opening.
 * in     seed: of the game, hashed to 32 bytes; a practice game has its own
 * answer as table_give.  fails  RC_NOT_FOUND: the table is asked nothing */
enum rc table_deal(struct table *table, const char *seed, size_t length);

/* ---- lessons ---- */

/* Begin a lesson: a case whose position is the table's, to be played by the seat of its first step
 * that is refused (of its first, where none is), until what must hold after its last step does.
 * answer JSON: {"seat","title","clauses":[…],"steps":[{"seat","order","say","clause"}…]}: `say`:
 * the order in the reader's words; `clause` of steps that are refused, "" of those that lead to the
 * goal */
enum rc table_lesson(struct table *table, const char *text, size_t length);
/* Answer the order that the lesson has the other seat give that is asked first.
 * fails  RC_NOT_FOUND: the player is asked, or it has none */
enum rc table_script(struct table *table);
/* Is the lesson's goal reached?
 * fails  RC_NOT_FOUND: not yet; the answer is the case's report */
enum rc table_reached(struct table *table);

/* ---- sealed blocks ---- */

/* Read the ticket of a game's topic; answer "GENESIS BOX", its genesis and box key in
 * base32.
 * fails  RC_NOT_FOUND, RC_BAD_INPUT: no whole ticket */
enum rc table_ticket(struct table *table, const char *text, size_t length);
/* Answer the fingerprint of a game's box key, as its letters say it. */
enum rc table_print(struct table *table, const char *genesis, const char *box);
/* Seal orders of a seat, lines of text, for a question; answer the block.
 * in     seen: n of the newest entry that the seat knows
 * fails  RC_TOO_LONG: more than a block holds; RC_BAD_INPUT: no such key */
enum rc table_block(struct table *table, const char *genesis, const char *box, unsigned seat,
                    uint32_t decision, uint32_t seen, const char *order, size_t length);

/* ---- secrets that the player keeps himself ---- */

/* Read a line as table_give does, without carrying it out, and seal its secret; chance is the
 * system's. What the file has stands; only where the game took the order back may its name be
 * sealed anew. in     genesis: base32; file: the player's postern-seals, "" = none yet
 * (doc/seals.md); again: seal anew what the file has otherwise answer as table_try, with "sealed":
 * the line to send, its commitment in place of the secret, "" where it has none; "seal": the line
 * to add to the file, "" where it has the seal fails  RC_EXISTS: the file has another secret of
 * that name; RC_BAD_SEAL: its line was changed */
enum rc table_hold(struct table *table, unsigned seat, const char *genesis, const char *file,
                   size_t file_length, bool again, const char *line, size_t length);
/* Answer what opens the newest seal of the name in the file: "open NAME TEXT nonce NONCE".
 * fails  RC_NOT_FOUND: the file does not have it; RC_BAD_SEAL: its line was changed */
enum rc table_held(struct table *table, const char *genesis, const char *name, const char *file,
                   size_t length);

/* ---- cases and records ---- */

/* Run a case file (doc/cases.md).  answer  the report, "" when all holds
 * fails  RC_BAD_INPUT: it cannot be run */
enum rc table_case(struct table *table, const char *text, size_t length);
/* Is a link's signature the server's? (P9: H("link", G, n, seat, bytes))
 * in     genesis, key: base32, as letters have them; signature: base64url; bytes: of the fragment
 *        before the signature
 * fails  RC_BAD_SEAL: altered, or of another key; RC_BAD_INPUT: not such words */
enum rc table_signed(struct table *table, const char *genesis, uint32_t number, unsigned seat,
                     const char *key, const char *signature, const char *bytes, size_t length);
/* Answer the dictionary that links of this version are packed with. */
enum rc table_dictionary(struct table *table);
/* Tell of the record verified last.
 * answer JSON: {"game","entries","seats","reader"}: `reader` whom it was written for: a
 * seat, 255 = all, 0 = whoever may know everything fails  RC_NOT_FOUND: none was true */
enum rc table_record(struct table *table);
/* Show the position after an entry of the record verified last, 0 = before the first, as its reader
 * knew it then. The game is open as by table_open, in the language spoken.
 * answer JSON: {"text","says":[sentence…]}: of the entry, and of what it did on the board */
enum rc table_turn(struct table *table, uint32_t number);
/* Verify a record, and keep one that is true for table_turn. now: UTC, seconds
 * answer  the words of postern-proof verify; RC_OK only when the record is true */
enum rc table_verify(struct table *table, const char *text, size_t length, uint32_t now);
