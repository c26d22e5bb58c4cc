/* SPDX-License-Identifier: MIT */
/* Lets a frozen game go on, once it is clear that no second history can come of it. */
#include "admin/admin.h"

#include "outbound/notice.h"
#include "admin/care.h"
#include "ledger/facts.h"
#include "ledger/work.h"
#include "play/clocks.h"
#include "play/signing.h"

enum rc thaw_marks_lost(struct desk *desk, int64_t game, bool *lost, struct err *err)
{
    OWN(buf) why = {0};
    enum rc rc = ledger_frozen_why(desk->ledger, game, &why, err);

    *lost = rc == RC_OK && text_equal(buf_text(&why), CARE_MARKS_LOST);
    return rc;
}

/* The marks of that time are lost: what was signed last stands in the letters that players have. */
static enum rc check_last(struct desk *desk, int64_t game, int64_t head_n, int64_t last_n,
                          struct err *err)
{
    char number[TEXT_INT_BYTES], n[TEXT_INT_BYTES];
    bool lost = false;

    TRY(thaw_marks_lost(desk, game, &lost, err));
    FAIL_IF(lost && last_n != head_n, err, RC_CONFLICT,
            "its marks were lost with the disk; the ledger holds it to entry ",
            text_of_int(n, head_n),
            ". Ask its players which entry the last lines of their newest letter name (\"game ",
            text_of_int(number, game),
            " entry …\"): if none names a later one, `postern game thaw ", number, " --last ", n,
            "`; else it stays frozen until `postern game recover` has put that back");
    return RC_OK;
}

static enum rc check(struct desk *desk, int64_t game, int64_t last_n, int64_t *since_s,
                     struct err *err)
{
    char number[TEXT_INT_BYTES];
    struct ledger_head head;

    TRY(ledger_head_get(desk->ledger, game, &head, err));
    text_of_int(number, game);
    TRY(ledger_frozen_since(desk->ledger, game, since_s, err));
    TRY(marks_refresh(desk->marks, err));
    FAIL_IF(!marks_agree(desk->marks, &(struct mark){game, head.n, head.hash}), err, RC_CONFLICT,
            "entry ", TEXT_INT(marks_newest(desk->marks, game)), " of game ", number,
            " was signed, and the ledger does not hold it: " SIGNING_HOW_TO_GO_ON);
    TRY(check_last(desk, game, head.n, last_n, err));
    return !*since_s ? ERR(err, RC_CONFLICT, "game ", number, " is not frozen") : RC_OK;
}

static bool has_deadline(const struct position *position)
{
    for (unsigned i = 0; i < position->timing.open_count; i++)
        if (position->timing.open[i].due_s != TIMING_NEVER)
            return position->phase != POSITION_OVER && !position->timing.pause_s;
    return false;
}

static enum rc go_on(struct desk *desk, int64_t game, int64_t since_s, struct err *err)
{
    /* At least a second: the log says of every thaw that deadlines moved, however quick it was. */
    int64_t stood_s = desk_now(desk) > since_s ? desk_now(desk) - since_s : 1;
    struct position *position;
    unsigned moved;

    TRY(ledger_thaw(desk->ledger, game, err));
    TRY(position_get(desk, game, &position, err));
    if (has_deadline(position))
        TRY(clocks_extend(desk, position, ENTRY_KEEPER, 0, stood_s, &moved, err));
    return notice_all(desk, position, 0, NULL, err);
}

enum rc thaw_game(struct desk *desk, int64_t game, int64_t last_n, struct err *err)
{
    int64_t since_s = 0;
    enum rc rc;

    TRY(desk_begin(desk, err));
    rc = check(desk, game, last_n, &since_s, err);
    THEN(rc, go_on(desk, game, since_s, err));
    return desk_end(desk, rc, err);
}
