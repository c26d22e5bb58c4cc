/* SPDX-License-Identifier: MIT */
/* "hint", in a game in which nobody else plays, and "analyse", when a game is over. Both are
 * rationed: they take processor time. Source: doc/opponent.md, "Lessons". */
#pragma once

#include "commands/incoming.h"

/* In a day, to one player: some five seconds of a core for hints, half a minute for analyses. */
enum { LESSON_HINTS = 20, LESSON_ANALYSES = 5 };

enum rc lesson_hint(struct incoming *incoming, const char *arguments, struct err *err);
enum rc lesson_analyse(struct incoming *incoming, const char *arguments, struct err *err);
