/* SPDX-License-Identifier: MIT */
/* Forgets letters that were kept long enough, a little at a time. */
#include "schedule/retention.h"

#include <stdlib.h>

#include "outbound/outbox.h"
#include "ledger/letters.h"
#include "ledger/work.h"
#include "server/vault.h"

enum {
    MONTHS_MOST = 1200,
    A_STEP = 500 /* letters; some megabytes to be overwritten at most */
};

/* ---- months ---- */

struct old_months {
    int64_t before; /* months since 1970-01 */
    unsigned count;
    int64_t month[MONTHS_MOST];
};

static enum rc note_months(struct desk *desk, struct old_months *old, struct err *err)
{
    struct ledger_rows rows = ledger_keys(desk->ledger, err);
    struct ledger_key key;

    while (old->count < MONTHS_MOST && ledger_next(&rows, &key))
        if (key.kind == LEDGER_KEY_MONTH && key.wrapped.length && key.subject < old->before)
            old->month[old->count++] = key.subject;
    return ledger_end(&rows);
}

static enum rc forget_months(struct desk *desk, int64_t before_s, struct err *err)
{
    struct old_months *old = calloc(1, sizeof *old);
    enum rc rc;

    if (!old)
        return ERR(err, RC_NO_MEMORY, "no memory for the months of letters");
    old->before = vault_month(before_s);
    rc = note_months(desk, old, err);
    if (rc == RC_OK && old->count) {
        rc = desk_begin(desk, err);
        for (unsigned i = 0; i < old->count && rc == RC_OK; i++)
            rc = ledger_key_forget(desk->ledger, LEDGER_KEY_MONTH, old->month[i], err);
        if (rc == RC_OK)
            rc = desk_commit(desk, err);
        else
            desk_rollback(desk);
    }
    free(old);
    return rc;
}

/* ---- letters ---- */

enum rc retention_begin(struct desk *desk, int64_t before_s, struct retention *retention,
                        struct err *err)
{
    int64_t tried_s = desk_now(desk) - desk->config->retry_for_s;
    enum rc rc;

    *retention = (struct retention){.before_s = before_s < tried_s ? before_s : tried_s};
    rc = forget_months(desk, retention->before_s, err);
    if (rc == RC_OK)
        rc = ledger_letters_old(desk->ledger, retention->before_s, &retention->letter,
                                &retention->letter_end, err);
    return rc == RC_OK ? ledger_outs_old(desk->ledger, retention->before_s, &retention->out,
                                         &retention->out_end, err)
                       : rc;
}

bool retention_is_due(const struct retention *retention)
{
    return retention->letter < retention->letter_end || retention->out < retention->out_end;
}

/* The end of a step that begins at `from`. */
static int64_t reach(int64_t from, int64_t end)
{
    return end - from > A_STEP ? from + A_STEP : end;
}

enum rc retention_step(struct desk *desk, struct retention *retention, struct err *err)
{
    int64_t letter = reach(retention->letter, retention->letter_end);
    int64_t out = reach(retention->out, retention->out_end);
    int64_t letters = 0, words = 0;
    enum rc rc = desk_begin(desk, err);

    if (rc != RC_OK)
        return rc;
    rc = ledger_letters_prune(desk->ledger, retention->letter, letter, &letters, err);
    if (rc == RC_OK)
        rc =
            ledger_outs_forget(desk->ledger, retention->out, out, retention->before_s, &words, err);
    if (rc != RC_OK) {
        desk_rollback(desk);
        return rc;
    }
    rc = desk_commit(desk, err);
    if (rc == RC_OK) {
        retention->letter = letter;
        retention->out = out;
        retention->letters += letters;
        retention->words += words;
    }
    return rc;
}
