/* A game's clocks as players and administrators change them: days that do not count, vacations,
 * extensions, pauses, other time rules. Each change of a deadline is an entry of the log, so that
 * a replay comes to the same deadlines without knowing anybody's zone or vacation.
 *
 * All of it inside a change of the caller's, who settles the game and tells its seats afterwards
 * (clocks_finish does both). Source: design, section 8; doc/record.md, "due", "clock". */
#ifndef POSTERN_DESK_CLOCKS_H
#define POSTERN_DESK_CLOCKS_H

#include "desk/people.h"
#include "desk/position.h"

/* Set the deadlines of questions that came up, where days in between do not count for their
 * seats. adjudicate_settle does it. */
enum rc clocks_settle(struct desk *desk, struct position *position, struct err *err) MUST_CHECK;

/* Give more time (or less, if negative) to a seat's open questions; seat 0 = all seats.
 * out    *moved: how many deadlines
 * fails  RC_USAGE: over, or nothing has a deadline now; a deadline would lie in the past */
enum rc clocks_extend(struct desk *desk, struct position *position, unsigned seat, int64_t by_s,
                      unsigned *moved, struct err *err) MUST_CHECK;

/* Give a seat the whole time of its open questions again, for somebody who sits down there. */
enum rc clocks_renew(struct desk *desk, struct position *position, unsigned seat,
                     struct err *err) MUST_CHECK;

/* Stop all clocks, or let them go again. who: ENTRY_KEEPER, or ENTRY_TABLE where every player's
 * seat agreed. fails  RC_USAGE: over, or they stand (go) already */
enum rc clocks_pause(struct desk *desk, struct position *position, unsigned who,
                     struct err *err) MUST_CHECK;
enum rc clocks_resume(struct desk *desk, struct position *position, unsigned who,
                      struct err *err) MUST_CHECK;
/* A seat agrees to `what` ("pause", "resume"); when it was the last of the players' seats, the
 * table does it. out  *done; *missing: seats that have not agreed, as bits */
enum rc clocks_agree(struct desk *desk, struct position *position, unsigned seat, const char *what,
                     const struct position_letter *letter, bool *done, uint32_t *missing,
                     struct err *err) MUST_CHECK;

/* Other time rules, for questions that come up from now on, as "turn=5d grace=12h".
 * fails  RC_BAD_INPUT as timing_read; RC_USAGE: over */
enum rc clocks_change_rules(struct desk *desk, struct position *position, const char *rules,
                            struct err *err) MUST_CHECK;

/* Put the derived rows, and tell all seats but `but` (0 = none) what changed, with a sentence of
 * the desk; NULL = only what they must know anyway. */
enum rc clocks_finish(struct desk *desk, struct position *position, unsigned but,
                      const char *sentence, struct err *err) MUST_CHECK;

/* ---- a player's own calendar ---- */

enum clocks_verdict {
    CLOCKS_DONE,
    CLOCKS_NOT_DATES, /* not understood */
    CLOCKS_PAST,      /* begins before today */
    CLOCKS_TOO_LONG,  /* more days in a year than the server allows */
    CLOCKS_TOO_MANY,  /* FREETIME_SPANS are booked */
    CLOCKS_NO_ZONE,
    CLOCKS_VERDICT_COUNT
};
/* Book "2026-12-20..2027-01-03" (or two dates), or drop what is booked and not over: "off".
 * Deadlines of the player's games move by what falls between now and them.
 * in     by_keeper: no limit of days
 * out    *moved: deadlines; changed games are settled, and their other seats told */
enum rc clocks_vacation(struct desk *desk, int64_t player, const char *text, bool by_keeper,
                        enum clocks_verdict *verdict, unsigned *moved, struct err *err) MUST_CHECK;
/* Another zone; deadlines of open questions stay. */
enum rc clocks_zone(struct desk *desk, int64_t player, const char *zone,
                    enum clocks_verdict *verdict, struct err *err) MUST_CHECK;
/* The vacation a player is on or will be, as text; "" = none. */
void clocks_booked(const struct person *person, int64_t now_s, struct buf *out);

#endif
