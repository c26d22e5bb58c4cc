/* SPDX-License-Identifier: MIT */
/* Is a result of a tournament what its game came to? A game's record is held against what the
 * tournament's log says of it: genesis, who sat where, the head behind the result, and the end.
 * Source: design, section 11 (P10); doc/tournaments.md. */
#pragma once

#include "record/verify.h"
#include "tournament/record/tournament_verify.h"

/* What the log says of a game. */
struct tournament_game_said {
    unsigned round, board, k;
    int64_t number;
    char genesis[BASE32_HASH_BYTES];
    unsigned server; /* on which it was played, as they were entered; 0: this one */
    int64_t since_s; /* of another server: when the pair was made */
    bool has_result;
    unsigned points[2]; /* half points of the pair's first and second */
    char how[16];       /* "played", "forfeit", "adjudicated" */
    bool is_called_off; /* once its record was held: void by the keeper, behind the first luck */
    uint64_t n;         /* of the head */
    char head[BASE32_HASH_BYTES];
};

/* Each game that a record of a tournament names, in their order; the text was verified.
 * count  how many; *said is the caller's to free. fails  RC_NO_MEMORY */
enum rc tournament_games_read(const char *text, struct tournament_game_said **said, size_t *count,
                              struct err *err);

/* What a game that is over is worth to the k-th game of a pair: fill genesis, points, how, n, head.
 * game: verified, good; text: the same record. fails  RC_CONFLICT: it is not over */
enum rc tournament_games_value(const struct verify *game, const struct buf *text, unsigned k,
                               struct tournament_game_said *said, struct err *err);
/* May a game of another server be one of this tournament: its kind, options, and when it began?
 * fails  RC_CONFLICT, and why not */
enum rc tournament_games_fits(const struct tournament_terms *terms, const struct verify *game,
                              int64_t since_s, struct err *err);

/* Hold a game's record against the log.
 * in     game: of verify_bytes, good; text: the same record
 * fails  RC_NOT_FOUND: the tournament names no such game; RC_BAD_SEAL: it is another one, ended
 *        otherwise, or does not name the tournament */
enum rc tournament_games_check(const struct tournament_verified *tournament,
                               struct tournament_game_said *said, size_t count,
                               const struct verify *game, const struct buf *text, size_t *at,
                               struct err *err);
/* Do both games belong to the same two entrants? */
bool tournament_games_meet(const struct tournament_verified *tournament,
                           const struct tournament_game_said *one,
                           const struct tournament_game_said *other);
