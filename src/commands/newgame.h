/* SPDX-License-Identifier: MIT */
/* A game is made: genesis, seats, invitations. Source: design, 5.1; mail-conventions I16 (nobody
 * is enrolled by a stranger: here the administrator does it). */
#pragma once

#include "rules/game.h"
#include "rules/verdict.h"
#include "server/desk.h"

struct genesis_tournament;

struct newgame {
    const struct game *played;
    const char *version; /* NULL = the newest */
    const char *options; /* "target=5 tie=draw" */
    const char *time;    /* "turn=3d reply=1d"; the server's own where a word is absent */
    unsigned seats;
    unsigned host;                               /* a seat; 0 = none yet */
    bool anonymous;                              /* players' names stay hidden until the end */
    bool press_open;                             /* everybody reads what the players say to all */
    int64_t player[SEATS_MAX + 1];               /* by seat */
    const struct genesis_tournament *tournament; /* of a tournament's game; else NULL */
};

/* Write a game's whole time rules: what is wanted, and for the rest what the server is set to; with
 * the seat of its host (0 = none). */
enum rc newgame_time(const struct desk *desk, const char *wanted, unsigned host, struct text *out,
                     struct err *err);

/* Make a game, in a change of the caller's. Options that the game refuses are a verdict.
 * out    *game: its number, set when *verdict is DONE
 * fails  RC_BAD_INPUT: time rules; RC_USAGE: too few or too many seats, a player twice */
enum rc newgame_make(struct desk *desk, const struct newgame *wanted, int64_t *game,
                     struct verdict *verdict, struct err *err);
