/* SPDX-License-Identifier: MIT */
/* What the teacher says, in a reader's language: turns as orders in words, why one is good, and
 * what is honestly to be added. */
#pragma once

#include "outbound/wording.h"
#include "teach/analysis.h"

/* Append orders of a seat, with semicolons between them. */
void teaching_put_orders(const struct wording *wording, const void *rulebook,
                         const struct order *order, unsigned count, struct buf *out);
/* Append why: the sentence "why.TERM" of the game. Nothing without a term. */
void teaching_put_why(const struct wording *wording, const char *term, struct buf *out);
/* A chance as a percentage. */
unsigned teaching_percent(int32_t chance);

/* Append what is to be said of a turn that cost much: lines with their ends. number: from 1 */
void teaching_put_turn(const struct wording *wording, const void *rulebook,
                       const struct analysis_turn *turn, unsigned number, struct buf *out);
