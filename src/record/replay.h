/* SPDX-License-Identifier: MIT */
/* A game played from its log: one entry after the other, by the rules, for one reader.
 *
 * The desk, exports, verification and `rebuild` all come through here; there is no second way
 * to get from a log to a position. Knows order, luck, draws, openings, undo and upgrade; of time
 * only that it does not run backwards; hashes and signatures are verify.h's.
 *
 * Source: design, section 3, 5.2 to 5.5; doc/record.md, "Replay". */
#pragma once

#include "record/entry.h"
#include "record/genesis.h"
#include "rules/game.h"
#include "seal/luck.h"

struct replay; /* opaque; owns its position, and its rulebook unless it was lent one */

/* The data files of a rules version, in the order of game->files. file: borrowed until
 * replay_start or replay_entry returns.  fails  RC_NOT_FOUND: no such version */
typedef enum rc replay_files_fn(void *context, const char *rules, struct game_file *file,
                                unsigned *count, struct err *err);

/* The position before entry 1.
 * fails  RC_BAD_INPUT: the files are not those of genesis, or options the game refuses;
 *        RC_NEWER: a rules version this program does not have */
enum rc replay_start(const struct game *game, const struct genesis *genesis, replay_files_fn *files,
                     void *context, struct replay **replay, struct err *err);
/* As replay_start, with rulebooks that somebody else read already and lends for the replay's whole
 * life: to read them takes longer than to play a game.
 * book: the rulebook of a rules version, and H("tables", …) of the files it was read from */
typedef enum rc replay_book_fn(void *context, const char *rules, const void **rulebook,
                               struct hash *tables, struct err *err);
enum rc replay_start_lent(const struct game *game, const struct genesis *genesis,
                          replay_book_fn *book, void *context, struct replay **replay,
                          struct err *err);
void replay_free(struct replay *replay);
OWN_FREED(replay)

/* Carry out the next entry (its number must follow the last one).
 * in     lookup: the reader's openings beside the chain, by name, for the seals of this entry;
 *        may be NULL: knows none. Asked again, for older entries, after an undo or upgrade: so
 *        its answers must be the same for the replay's whole life; `number` says which entry.
 * fails  RC_BAD_INPUT: the rules of play or of the log forbid it, and which; the replay then
 *        stands where it stood */
typedef const char *replay_lookup_fn(void *context, uint64_t number, const char *name,
                                     size_t *length);
enum rc replay_entry(struct replay *replay, const struct entry *entry, replay_lookup_fn *lookup,
                     void *lookup_context, struct err *err);

/* Where it stands. Borrowed until the next call. */
const struct game *replay_game(const struct replay *replay);
const void *replay_rulebook(const struct replay *replay);
const void *replay_state(const struct replay *replay);
const char *replay_rules(const struct replay *replay); /* version in force */
uint64_t replay_number(const struct replay *replay);   /* last entry */
bool replay_is_over(const struct replay *replay);      /* entry `end` was read */

/* Owner of a seal of the log, as the rules or its house name say; false: no such seal, or undone.
 */
bool replay_seal_owner(const struct replay *replay, const char *name, unsigned *seat);

/* The entry that logged a seal; 0: no such seal, or undone. */
uint64_t replay_seal_entry(const struct replay *replay, const char *name);
/* The entry after which a question that is open came up; 0: it is not open. An undo does not make
 * it younger. */
uint64_t replay_question_since(const struct replay *replay, unsigned seat, uint64_t decision);

/* What came from this seat before does nothing any more: the game began, entries were lost, an
 * undo, or somebody else sat there. */
int64_t replay_since_s(const struct replay *replay, unsigned seat);
/* The same, and not before the questions came up that the seat has open, or, where it agrees, what
 * it agrees to. consent: words of `agree`; NULL: an order */
int64_t replay_asked_s(const struct replay *replay, unsigned seat, const char *consent);

/* May a seat go back to entry `to` by itself: are all orders since then its own, and did nobody
 * come to know anything by them? lookup: as for replay_entry.
 * fails  RC_BAD_INPUT: no, and why */
enum rc replay_undo_is_free(const struct replay *replay, unsigned seat, uint64_t to,
                            replay_lookup_fn *lookup, void *lookup_context, struct err *err);
/* May anybody go back there, all players agreeing?  fails  RC_BAD_INPUT: no, and why */
enum rc replay_undo_is_possible(const struct replay *replay, uint64_t to, struct err *err);
/* Has every player's seat agreed to go back to this entry, with no move since? */
bool replay_undo_is_agreed(const struct replay *replay, uint64_t to);
/* May a seat of the house agree to that? lookup: as for replay_entry.
 * fails  RC_BAD_INPUT: no, and why */
enum rc replay_house_agrees(const struct replay *replay, uint64_t to, replay_lookup_fn *lookup,
                            void *lookup_context, struct err *err);
/* The entry that a seat agreed to go back to; 0 = none. */
uint64_t replay_undo_agreed(const struct replay *replay, unsigned seat);
/* The kind of the order that the last entry gave, if it gave one. */
unsigned replay_order_kind(const struct replay *replay);
/* The newest order of a seat that stands; 0 = none. */
uint64_t replay_last_order(const struct replay *replay, unsigned seat);

/* The label of a lot for a question: "lot/17", then, where the question outlived its default,
 * "lot/17/2" and so on. label: SEAL_NAME_BYTES. */
void replay_lot_label(const struct replay *replay, uint64_t decision, char *label);

/* The open question that a draw with this label answers, or NULL. Borrowed until the next call. */
const struct decision *replay_find_draw(const struct replay *replay, const char *label);
/* The order that the game's luck gives by an entry that comes next: a draw or a default by lot.
 * fails  RC_NOT_FOUND: nothing is asked that such an entry answers */
enum rc replay_drawn_order(const struct replay *replay, const struct entry *entry,
                           const struct hash *seed, struct order *order, struct err *err);

/* True if an opening of this seal stands in the log. */
bool replay_seal_is_opened(const struct replay *replay, const char *name);

/* True if an entry `due` set the deadline of this question: no order may come after it. */
bool replay_is_due(const struct replay *replay, unsigned seat, uint64_t decision);

/* That deadline, or ENTRY_NO_TIME. Luck is question 0. */
int64_t replay_due(const struct replay *replay, unsigned seat, uint64_t decision);

/* Texts of `clock` and `agree` that stop and start the clocks. */
#define REPLAY_PAUSE  "pause"
#define REPLAY_RESUME "resume"
/* Of `agree`, before a number or a version. */
#define REPLAY_UNDO    "undo "
#define REPLAY_UPGRADE "upgrade "
/* Of `agree` about a seat that is away, before its number; behind that of WAIT a duration. */
#define REPLAY_CLAIM   "claim seat/"
#define REPLAY_WAIT    "wait seat/"
#define REPLAY_REPLACE "replace seat/"
/* The reason of an end that was claimed so; of one where nobody is there, the seats behind it. */
#define REPLAY_AWAY      "away seat/"
#define REPLAY_ABANDONED "abandoned"
enum { REPLAY_AWAY_LEAST = 2, REPLAY_AWAY_MOST = 20 };
/* How many deadlines in a row a seat has missed; how many make it away (0: the time rules have no
 * such word); is it? */
unsigned replay_missed(const struct replay *replay, unsigned seat);
unsigned replay_away(const struct replay *replay);
bool replay_is_away(const struct replay *replay, unsigned seat);
/* All players' seats, as bits, in a game of two such or more in which each is away; else 0. */
uint32_t replay_all_away(const struct replay *replay);
/* The seat that such words are about; 0 = they are others. */
unsigned replay_away_seat(const char *words);
/* What a seat last said about one, or of a host's acts; "" = nothing. */
const char *replay_said(const struct replay *replay, unsigned seat);
/* Other players' seats, as bits, that are there and have not agreed to them. */
uint32_t replay_away_missing(const struct replay *replay, const char *words);

/* A seat's consents about days beyond its deadlines, and the clock's words that give one. */
#define REPLAY_VACATION     "vacation"
#define REPLAY_VACATION_OF  "vacation seat/"
#define REPLAY_EXTENSION    "extension"
#define REPLAY_EXTENSION_OF "extension seat/"
enum { REPLAY_DAYS_MOST = 99 };
/* A seat leaves a game that has not begun; it is lent until a time, to a level; it is back. */
#define REPLAY_LEAVE "leave"
#define REPLAY_LEND  "lend "
#define REPLAY_BACK  "back seat/"
bool replay_may_leave(const struct replay *replay, unsigned seat);
/* May its player lend it now; for how many days at most; is it lent; until when, and to whom; was
 * any seat ever? */
bool replay_may_lend(const struct replay *replay, unsigned seat);
unsigned replay_lend_days(const struct replay *replay);
bool replay_is_lent(const struct replay *replay, unsigned seat);
int64_t replay_lent_until(const struct replay *replay, unsigned seat, const char **level);
/* Is a day to be drawn for the seat at this time? */
bool replay_draws(const struct replay *replay, unsigned seat, int64_t at_s);
/* Were days to be drawn for it; how many were in this game; how many are left then; how many more
 * it may have for the asking. */
bool replay_stock_agreed(const struct replay *replay, unsigned seat);
unsigned replay_drawn(const struct replay *replay, unsigned seat);
unsigned replay_stock_left(const struct replay *replay, unsigned seat, int64_t at_s);
unsigned replay_extensions_left(const struct replay *replay, unsigned seat);
/* May it have one now, by a letter of that time? */
bool replay_may_extend(const struct replay *replay, unsigned seat, int64_t came_s);
/* Of `agree` about a host, before a seat's number; behind that of EXTEND a duration in days; and of
 * an end, before "drawn" or "void". */
#define REPLAY_HOST   "host seat/"
#define REPLAY_EXTEND "extend seat/"
#define REPLAY_END    "end "
/* The reason of an end that all agreed to. */
#define REPLAY_AGREED "agreed"
enum { REPLAY_HOST_DAYS = 30 };
/* The host's seat (0 = none), and how many days it gives at most at once (0 = no hosts here). */
unsigned replay_host(const struct replay *replay);
unsigned replay_host_days(const struct replay *replay);
/* Seats, as bits, whose agreement such words still need: of "replace seat/2", too. */
uint32_t replay_host_missing(const struct replay *replay, const char *words);
/* May the host stop the clocks alone: is it asked nothing? */
bool replay_host_pauses(const struct replay *replay);
/* Has one stopped them alone? Then any player lets them go on. */
bool replay_is_paused_alone(const struct replay *replay);

/* Players' seats, as bits, that have not agreed to stop the clocks (or, where they stand, to start
 * them). */
uint32_t replay_clock_missing(const struct replay *replay);
/* The same for an upgrade to this rules version. */
uint32_t replay_upgrade_missing(const struct replay *replay, const char *rules);

/* The entry that declared earlier ones lost, while not every player agreed to go on behind it; 0:
 * none, or all agreed. */
uint64_t replay_lost(const struct replay *replay);
/* Players' seats, as bits, that have not agreed to that. */
uint32_t replay_lost_missing(const struct replay *replay);
/* Was this number declared lost? */
bool replay_is_lost(const struct replay *replay, uint64_t number);
#define REPLAY_GO_ON "go-on " /* and the number of that entry */

/* What verification asks before and after an entry. Borrowed until the next one. */
/* The questions that stand open; returns how many. */
unsigned replay_questions(const struct replay *replay, const struct decision **question);
/* The order that the last entry gave; *known: with every secret of its own. */
const struct order *replay_order(const struct replay *replay, bool *known);
/* Does the reader know every secret of the game so far that was not undone? And of one seat? */
bool replay_knows_all(const struct replay *replay);
bool replay_knows_all_of(const struct replay *replay, unsigned seat);
/* May line k of a seat's standing answers give an order now: was it logged since this
 * person has the seat, dropped by no "none" that the reader knows, and no use of it taken back? */
bool replay_line_is_in_force(const struct replay *replay, unsigned seat, uint64_t k);
/* When the letter of a line came in; what came after a deadline decides nothing that
 * it closed. ENTRY_NO_TIME: there is no such line. */
int64_t replay_line_came(const struct replay *replay, unsigned seat, uint64_t k);
/* Is all luck fixed, and what was sealed of it open? */
bool replay_luck_is_open(const struct replay *replay);

/* Is S open? Is all luck fixed? */
bool replay_secret_is_open(const struct replay *replay);
bool replay_is_lucked(const struct replay *replay);
/* What a finished game tells of lines: for each order by a line which it was, that line, and every
 * "none". name: the i-th, if it is not opened yet, else ""; false: there are no more */
bool replay_untold(const struct replay *replay, size_t i, char name[SEAL_NAME_MAX + 1]);

/* True if the last entry was a default whose deadline an entry `due` had set. */
bool replay_default_was_due(const struct replay *replay);
