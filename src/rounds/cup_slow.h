/* SPDX-License-Identifier: MIT */
/* A round that does not end: the administrator is told which of its games go on, and can decide
 * them. Source: doc/cups.md, "Results". */
#ifndef POSTERN_ROUNDS_CUP_SLOW_H
#define POSTERN_ROUNDS_CUP_SLOW_H

#include "cup/cup.h"

/* A timer (0, tournament), a while after a round began, and again as long as it goes on. */
#define CUP_SLOW_TIMER "cup-slow"
/* Watch the round that has just been paired; inside a change. */
enum rc cup_slow_watch(struct desk *desk, const struct cup *cup, struct err *err) MUST_CHECK;
enum rc cup_slow_due(struct desk *desk, int64_t id, struct err *err) MUST_CHECK;

#endif
