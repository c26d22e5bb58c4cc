/* SPDX-License-Identifier: MIT */
/* What the forum is told of a tournament: that it is open, who meets whom, where all stand. Names
 * of those alone who show themselves to everybody. Source: doc/tournaments.md. */
#pragma once

#include "tournament/tournament.h"

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
