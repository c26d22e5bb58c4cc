/* SPDX-License-Identifier: MIT */
/* A round that does not end: the administrator is told which of its games go on, and can decide
 * them. Source: doc/tournaments.md, "Results". */
#pragma once

#include "tournament/tournament.h"

/* A timer (0, tournament), a while after a round began, and again as long as it goes on. */
#define TOURNAMENT_SLOW_TIMER "tournament-slow"
/* Watch the round that has just been paired; inside a change. */
enum rc tournament_slow_watch(struct desk *desk, const struct tournament *tournament,
                              struct err *err);
enum rc tournament_slow_due(struct desk *desk, int64_t id, struct err *err);
