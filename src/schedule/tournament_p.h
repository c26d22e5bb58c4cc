/* SPDX-License-Identifier: MIT */
/* Parts of how a tournament goes on. */
#pragma once

#include "tournament/tournament.h"

/* ---- tournament_luck.c ----
 *
 * The draw of a tournament in which somebody sealed his luck: it waits until he opens it, or asks
 * all for luck again. Source: design, section 11 (P10); doc/tournaments.md, "Seeds and luck". */

/* Go on with the draw of a tournament that is closed, as far as it goes: until there are seeds, or
 * until somebody is waited for. Who is too late is out; with fewer than two left it is cancelled.
 * Inside a change of the caller's. */
enum rc tournament_luck_go_on(struct desk *desk, struct tournament *tournament, struct err *err);

/* ---- tournament_posts.c ----
 *
 * What the forum is told of a tournament: that it is open, who meets whom, where all stand. Names
 * of those alone who show themselves to everybody. Source: doc/tournaments.md. */

enum tournament_post {
    TOURNAMENT_POST_OPEN,
    TOURNAMENT_POST_ROUND,
    TOURNAMENT_POST_OVER,
    TOURNAMENT_POST_LADDER,
    TOURNAMENT_POST_CANCELLED
};

/* Queue a post, inside a change. Where the forum shows those games alone that its members play, a
 * tournament is shown that was announced there or that one of them entered. */
enum rc tournament_post(struct desk *desk, struct tournament *tournament, enum tournament_post what,
                        struct err *err);

/* ---- tournament_slow.c ----
 *
 * A round that does not end: the administrator is told which of its games go on, and can decide
 * them. Source: doc/tournaments.md, "Results". */

/* A timer (0, tournament), a while after a round began, and again as long as it goes on. */
#define TOURNAMENT_SLOW_TIMER "tournament-slow"
/* Watch the round that has just been paired; inside a change. */
enum rc tournament_slow_watch(struct desk *desk, const struct tournament *tournament,
                              struct err *err);
enum rc tournament_slow_due(struct desk *desk, int64_t id, struct err *err);
