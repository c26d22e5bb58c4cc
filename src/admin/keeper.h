/* SPDX-License-Identifier: MIT */
/* What the administrator does to one game by hand. Each is an entry of its log, and all its
 * players are told. All inside a change of the caller's.
 *
 * Undo, clocks and seats have files of their own. Source: design, section 1 ("the administrator");
 * doc/record.md. */
#pragma once

#include "play/position.h"

/* Begin a change of a game that goes on.
 * fails  RC_NOT_FOUND; RC_FROZEN; RC_CONFLICT: it is over */
enum rc keeper_begin(struct desk *desk, int64_t game, struct position **position, struct err *err);

/* End a game against the rules' own course: won by a seat (winner > 0), drawn or void. reason:
 * one line for the log. All that was sealed is opened.
 * fails  RC_BAD_INPUT: a reason that no entry can hold */
enum rc keeper_end(struct desk *desk, struct position *position, enum game_over result,
                   unsigned winner, const char *reason, struct err *err);

/* Log a line of text. */
enum rc keeper_remark(struct desk *desk, struct position *position, const char *text,
                      struct err *err);

/* Take back everything after entry `to`, by an entry; the table then answers anew. What was shown
 * stays known.
 * fails  RC_BAD_INPUT: no entry that stands, or one after it that cannot be taken back */
enum rc keeper_undo(struct desk *desk, struct position *position, uint64_t to, struct err *err);
/* Put a mistaken order right: back to before entry n, which is an order, then this line instead,
 * in the name of the same seat. What came after it is taken back too.
 * fails  RC_USAGE: entry n is no order that stands; RC_BAD_INPUT: the line is refused, and why */
enum rc keeper_fix(struct desk *desk, struct position *position, uint64_t n, const char *line,
                   struct err *err);

/* Queue a letter to each seat with a sentence of the desk, in its player's language; pairs of
 * name and text up to a NULL. */
enum rc keeper_tell(struct desk *desk, const struct position *position, struct err *err,
                    const char *key, ...) __attribute__((sentinel));

/* The same with a sentence about players: who sits at `player`, and at `other` (0 = none), as each
 * reader may know them. */
enum rc keeper_tell_of(struct desk *desk, const struct position *position, const char *key,
                       unsigned player, unsigned other, struct err *err);

/* What everybody would learn if every deadline of a game passed now, one line for each event.
 * Changes nothing that the caller does not roll back. */
enum rc keeper_predict(struct desk *desk, struct position *position, struct buf *out,
                       struct err *err);
