/* SPDX-License-Identifier: MIT */
/* Decides whether the machine's clock can be believed. */
#include "server/clock.h"

#include "base/timetext.h"
#include "ledger/work.h"

/* Among the inboxes' rows: up to when everything was seen. */
static const char ROW[] = "clock";

enum rc clock_look(struct desk *desk, struct clock_seen *seen, struct err *err)
{
    OWN(buf) state = {0};
    enum rc rc;

    *seen = (struct clock_seen){.now_s = desk_now(desk)};
    rc = ledger_inbox_get(desk->ledger, ROW, &seen->seen_s, &state, err);
    seen->doubted =
        rc == RC_OK && desk->world.ahead_s && seen->seen_s &&
        seen->now_s - seen->seen_s > desk->world.ahead_s &&
        !(desk->world.is_synchronised && desk->world.is_synchronised(desk->world.context));
    return rc;
}

bool clock_is_witnessed(const struct desk *desk, const struct clock_seen *seen,
                        const int64_t *stamps, size_t count)
{
    unsigned agree = 0;

    for (size_t i = 0; i < count; i++)
        agree += stamps[i] > seen->seen_s && stamps[i] <= seen->now_s &&
                 seen->now_s - stamps[i] <= desk->world.ahead_s;
    return agree >= CLOCK_WITNESSES;
}

void clock_tell(const struct clock_seen *seen, char *out, size_t capacity)
{
    char now[TIMETEXT_BYTES] = "?", before[TIMETEXT_BYTES] = "?";
    struct text text = text_in(out, capacity);

    timetext_write(seen->now_s, now);
    timetext_write(seen->seen_s, before);
    TEXT_PUT(&text, "the clock says ", now, ", and was last seen at ", before,
             ": nothing is logged and no deadline passes until it is set right, or, if it "
             "is right, until `postern clock confirm`");
}

enum rc clock_confirm_in(struct ledger *ledger, int64_t now_s, struct err *err)
{
    return ledger_inbox_put(ledger, ROW, now_s, "", err);
}

enum rc clock_confirm(struct desk *desk, struct err *err)
{
    int64_t now_s = desk_now(desk);

    TRY(clock_confirm_in(desk->ledger, now_s, err));
    desk->clock_s = now_s;
    return RC_OK;
}

/* Among the inboxes' rows: when, and as its state how many seconds. */
static const char BEHIND_ROW[] = "clock-of-mail";
enum { DAY_S = 86400 };

enum rc clock_note_behind(struct desk *desk, int64_t by_s, struct err *err)
{
    return ledger_inbox_put(desk->ledger, BEHIND_ROW, desk_now(desk), TEXT_INT(by_s), err);
}

enum rc clock_behind(struct desk *desk, int64_t *by_s, struct err *err)
{
    OWN(buf) state = {0};
    int64_t seen_s = 0;

    *by_s = 0;
    TRY(ledger_inbox_get(desk->ledger, BEHIND_ROW, &seen_s, &state, err));
    if (desk_now(desk) - seen_s < DAY_S && !text_to_int(buf_text(&state), state.length, by_s))
        *by_s = 0;
    return RC_OK;
}

enum rc clock_keep(struct desk *desk, struct err *err)
{
    struct clock_seen seen;
    char why[320];

    if (desk->clock_s && desk_now(desk) - desk->clock_s < CLOCK_NOTE_S)
        return RC_OK;
    TRY(clock_look(desk, &seen, err));
    if (seen.doubted) {
        clock_tell(&seen, why, sizeof why);
        return ERR(err, RC_LATER, why);
    }
    desk->clock_s = seen.seen_s;
    return seen.now_s - seen.seen_s < CLOCK_NOTE_S ? RC_OK : clock_confirm(desk, err);
}
