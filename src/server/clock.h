/* SPDX-License-Identifier: MIT */
/* Is the machine's clock to be believed? The ledger keeps when it was last looked at; a clock that
 * is days ahead of that jumped, or the server stood still for days. Only its keeper knows which, so
 * nothing is logged and no deadline passes until he says that the clock is right. A clock that is
 * set right again needs no word of his, nor one that a time service holds, or that stamps of other
 * hosts agree with. */
#pragma once

#include "server/desk.h"

enum {
    CLOCK_AHEAD_S = 3 * 86400, /* further ahead than this is doubted */
    CLOCK_NOTE_S = 60          /* it is noted so often */
};

struct clock_seen {
    int64_t now_s;
    int64_t seen_s; /* when it was last noted; 0 = never */
    bool doubted;
};

enum rc clock_look(struct desk *desk, struct clock_seen *seen, struct err *err);
/* Do stamps that another host set say that so much time has passed? */
enum { CLOCK_WITNESSES = 2 };
bool clock_is_witnessed(const struct desk *desk, const struct clock_seen *seen,
                        const int64_t *stamps, size_t count);
/* What is wrong, and what to do, for a clock that is doubted. */
void clock_tell(const struct clock_seen *seen, char *out, size_t capacity);
/* Note the time if it is believed; in a change, or alone.
 * fails  RC_LATER: it is doubted */
enum rc clock_keep(struct desk *desk, struct err *err);
enum { CLOCK_BEHIND_S = 60 };
/* The mail host stamped a letter so long before what it answers: its clock is behind. Inside a
 * change. */
enum rc clock_note_behind(struct desk *desk, int64_t by_s, struct err *err);
/* How far behind it was when it was last seen to be, within a day; 0 = it was not. */
enum rc clock_behind(struct desk *desk, int64_t *by_s, struct err *err);
/* Believe the clock as it is now. */
enum rc clock_confirm(struct desk *desk, struct err *err);
/* The same for a ledger without a desk: one that is put in another's place. */
enum rc clock_confirm_in(struct ledger *ledger, int64_t now_s, struct err *err);
