/* SPDX-License-Identifier: MIT */
/* A game's clocks as players and administrators change them: extensions, pauses, other time rules.
 * Each change of a deadline is an entry of the log, so that a replay comes to the same deadlines
 * without knowing anybody's zone or vacation.
 *
 * All of it inside a change of the caller's, who settles the game and tells its seats afterwards
 * (notice_all does both). Source: design, section 8; doc/record.md, "due", "clock". */
#pragma once

#include "play/position.h"

/* Give a seat a day that the terms have for it, by the log's words: REPLAY_VACATION_OF,
 * REPLAY_EXTENSION_OF. */
enum rc clocks_give_day(struct desk *desk, struct position *position, const char *words,
                        unsigned seat, struct err *err);

/* Give more time (or less, if negative) to a seat's open questions; seat 0 = all seats.
 * out    *moved: how many deadlines
 * fails  RC_USAGE: over, or nothing has a deadline now; a deadline would lie in the past */
enum rc clocks_extend(struct desk *desk, struct position *position, unsigned who, unsigned seat,
                      int64_t by_s, unsigned *moved, struct err *err);

/* Give a seat the whole time of its open questions again, for somebody who sits down there. */
enum rc clocks_renew(struct desk *desk, struct position *position, unsigned seat, struct err *err);

#define CLOCKS_PAUSE_TIMER "pause" /* game, 0: its players are reminded that they stopped them */
enum { CLOCKS_PAUSE_FIRST_S = 7 * 86400, CLOCKS_PAUSE_NEXT_S = 14 * 86400 };

/* Stop all clocks, or let them go again. who: ENTRY_KEEPER, or ENTRY_TABLE where every player's
 * seat agreed: then its timer is set. fails  RC_USAGE: over, or they stand (go) already */
enum rc clocks_pause(struct desk *desk, struct position *position, unsigned who, struct err *err);
enum rc clocks_resume(struct desk *desk, struct position *position, unsigned who, struct err *err);
/* A seat agrees to `what` ("pause", "resume"); when it was the last of the players' seats, the
 * table does it. out  *done; *missing: seats that have not agreed, as bits */
enum rc clocks_agree(struct desk *desk, struct position *position, unsigned seat, const char *what,
                     const struct position_letter *letter, bool *done, uint32_t *missing,
                     struct err *err);

/* Other time rules, for questions that come up from now on, as "turn=5d grace=12h".
 * fails  RC_BAD_INPUT as timing_read; RC_USAGE: over */
enum rc clocks_change_rules(struct desk *desk, struct position *position, const char *rules,
                            struct err *err);
