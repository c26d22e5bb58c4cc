/* SPDX-License-Identifier: MIT */
/* A tournament: its log, signed like a game's, and what may be added to it. Everything that it is
 * comes from the log (tournament/pairing/tournament_log.h), so that what is played is what is
 * proved. Source: design, section 11 (P10); doc/tournaments.md. */
#pragma once

#include "record/verify.h"
#include "server/desk.h"
#include "tournament/record/tournament_terms.h"

struct tournament {
    int64_t id;
    struct tournament_terms terms;
    int64_t at_s; /* of the newest entry */
    struct chain chain;
    struct tournament_log log;
    int64_t player[PAIRING_ENTRANTS_MAX]; /* [entrant - 1] */
    int64_t round_s;                      /* when the current round was paired */
    int64_t term_s;                       /* when the running term of a ladder began */
    int64_t luck_s;                       /* when entry was closed, or luck was asked for again */
    int64_t
        signed_n; /* frozen: this head was signed, and the ledger does not hold it; 0 = it is not */
    bool just_closed; /* by this program, and nobody was told to open his luck */
};

/* Read it from the ledger. fails  RC_NOT_FOUND */
enum rc tournament_load(struct desk *desk, int64_t id, struct tournament **tournament,
                        struct err *err);
void tournament_free(struct tournament *tournament);
/* What it was opened with alone, which costs a row. fails  RC_NOT_FOUND */
enum rc tournament_read_terms(struct desk *desk, int64_t id, struct tournament_terms *terms,
                              struct err *err);
OWN_FREED(tournament)
/* A walk over all, oldest first: one is there until the next is asked for. To be walked to its end,
 * NULL, which comes at once where rc says that something failed, as its user may. */
struct tournament_walk {
    struct desk *desk;
    struct tournament *at;
    int64_t id, end;
    enum rc rc;
    struct err *err;
};
struct tournament_walk tournaments_of(struct desk *desk, struct err *err);
struct tournament *tournament_next(struct tournament_walk *walk);
/* "open", "running", … */
const char *tournament_phase_word(const struct tournament *tournament);
/* The entrant that a player is; 0 = he never entered, or left before the draw. */
unsigned tournament_entrant_of(const struct tournament *tournament, int64_t player);
/* Has it begun as a ladder, which players enter while it runs? */
bool tournament_is_ladder(const struct tournament *tournament);
/* What an entrant is called. shown: to somebody who may know all names; else one who hides himself
 * has none.
 * "" = no name to show */
void tournament_name(struct desk *desk, const struct tournament *tournament, unsigned entrant,
                     bool all, char *out, size_t capacity);
enum { TOURNAMENT_PLACE_NAME_BYTES = 264 };
/* The same, and behind it in brackets whose place he took, if that name is shown, too. */
void tournament_place_name(struct desk *desk, const struct tournament *tournament, unsigned entrant,
                           bool all, char *out, size_t capacity);

/* ---- changes, each inside one of the caller's; RC_FROZEN: an older ledger was put back ---- */

/* fails  RC_USAGE: terms that no tournament can have, and why */
enum rc tournament_new(struct desk *desk, const struct tournament_terms *terms, int64_t *id,
                       struct err *err);
/* Let a player in; words: his luck, "" = none, "sealed C" = what he opens when entry is closed. Of
 * who is in already: his luck, where he may still give it, or what he sealed, opened.
 * fails  RC_CONFLICT: too late; RC_EXISTS: he is in; RC_BAD_SEAL: no seal, or not what he sealed */
enum rc tournament_enter(struct desk *desk, struct tournament *tournament, int64_t player,
                         const char *words, struct err *err);
/* fails  RC_NOT_FOUND: he is not in */
enum rc tournament_leave(struct desk *desk, struct tournament *tournament, int64_t player,
                         struct err *err);
/* Let a player go on for one who has left, who is `left`: with his points, seats and opponents.
 * fails  RC_CONFLICT: nobody's place, and why; RC_EXISTS: he is in */
enum rc tournament_replace(struct desk *desk, struct tournament *tournament, int64_t left,
                           int64_t player, struct err *err);
/* Count the entrants who have not left. */
unsigned tournament_staying(const struct tournament *tournament);
/* May he give luck now, or must he open what he sealed? */
bool tournament_wants_luck(const struct tournament *tournament, int64_t player);
/* Close entry; tournaments_advance goes on from there.
 * fails  RC_CONFLICT: too few, too many, or begun */
enum rc tournament_start(struct desk *desk, struct tournament *tournament, struct err *err);
enum rc tournament_cancel(struct desk *desk, struct tournament *tournament, struct err *err);
/* Give up what a frozen tournament lacks: its log goes on, behind a gap that it declares.
 * in     last_n: the newest entry that any record shows, 0 = none beyond what the marks tell
 * out    *from_n, *to_n: both lost
 * fails  RC_CONFLICT: it is not frozen, or over */
enum rc tournament_lose(struct desk *desk, struct tournament *tournament, int64_t last_n,
                        int64_t *from_n, int64_t *to_n, struct err *err);
/* Let the newest signing key sign from here on, if it does not already; *changed is raised. */
enum rc tournament_change_key(struct desk *desk, struct tournament *tournament, uint64_t *changed,
                              struct err *err);
/* Take results of another server from now on. key: base32, as in its records' genesis.
 * fails  RC_CONFLICT: not elsewhere, known already, or over */
enum rc tournament_trust(struct desk *desk, struct tournament *tournament, const char *key,
                         struct err *err);
/* Log the k-th result (from 1) of a board (from 1) of the current round by the record of its game
 * on a server that is trusted. game: of verify_bytes; text: the same record
 * fails  RC_BAD_SEAL: a false or unsigned record; RC_BAD_KEY: of a server that is not trusted;
 *        RC_CONFLICT: another game, not over, entered before, or no result is awaited there */
enum rc tournament_result_away(struct desk *desk, struct tournament *tournament, unsigned board,
                               unsigned k, const struct verify *game, const struct buf *text,
                               struct err *err);
/* How long sealed luck may be opened, and luck be given again. */
enum { TOURNAMENT_LUCK_S = 7 * 86400 };
/* A draw is to be looked at: a timer (0, tournament); schedule/tournament_luck.c. */
#define TOURNAMENT_LUCK_TIMER "tournament-luck"
/* Fix the luck that was given, again after tournament_throw_again. */
enum rc tournament_close(struct desk *desk, struct tournament *tournament, struct err *err);
/* All who had to open their luck and did not are out: ask everybody for luck again. */
enum rc tournament_throw_again(struct desk *desk, struct tournament *tournament, struct err *err);
/* Draw the seeds, once no luck is sealed any more. */
enum rc tournament_draw(struct desk *desk, struct tournament *tournament, struct err *err);
/* Log a line that the rules allow: round, game, result, standing. fails  RC_BAD_INPUT */
enum rc tournament_append(struct desk *desk, struct tournament *tournament, const char *line,
                          struct err *err);
/* Let who stands lower on a ladder challenge another; *at: the pair whose games are to be made.
 * why    NULL once it is done; else a word of tournament_log_challenge, or "not-in" */
enum rc tournament_challenge(struct desk *desk, struct tournament *tournament, int64_t challenger,
                             int64_t challenged, unsigned *at, const char **why, struct err *err);
/* Log its end, with the secret of the draw. */
/* fails  RC_CONFLICT: a ladder on which games go on, or no ladder */
enum rc tournament_close_ladder(struct desk *desk, struct tournament *tournament, struct err *err);
enum rc tournament_end(struct desk *desk, struct tournament *tournament, struct err *err);

/* Of the marks of what was signed, where a server's disk was lost with them: whatever goes on may
 * have been signed further. Marks are made, up to TOURNAMENT_LOST_MARGIN behind each head.
 * in     path: of the games' marks */
enum { TOURNAMENT_LOST_MARGIN = 4096 };
enum rc tournament_marks_lost(struct desk *desk, const char *path, struct err *err);
enum { TOURNAMENT_MARKS_BYTES = CONFIG_TEXT_BYTES + 12 }; /* ".tournaments" */
/* Where the marks of tournaments are, beside those of games. */
void tournament_marks_name(const char *games, char path[TOURNAMENT_MARKS_BYTES]);

/* Write the whole as one text that postern-proof verifies, signed. Names of those alone who show
 * themselves. fails  RC_FROZEN: a later state was signed than this ledger holds */
enum rc tournament_export(struct desk *desk, const struct tournament *tournament, struct buf *out,
                          struct err *err);
