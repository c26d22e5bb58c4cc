/* SPDX-License-Identifier: MIT */
/* Forgets letters that were kept long enough, a little at a time. */
#include "schedule/schedule.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

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
    OWN_MEMORY struct old_months *old = calloc(1, sizeof *old);
    enum rc rc;

    FAIL_IF(!old, err, RC_NO_MEMORY, "no memory for the months of letters");
    old->before = vault_month(before_s);
    rc = note_months(desk, old, err);
    if (rc == RC_OK && old->count) {
        rc = desk_begin(desk, err);
        for (unsigned i = 0; i < old->count && rc == RC_OK; i++)
            rc = ledger_key_forget(desk->ledger, LEDGER_KEY_MONTH, old->month[i], err);
        rc = desk_end(desk, rc, err);
    }
    return rc;
}

/* ---- letters ---- */

enum rc retention_copies(const struct config *config, int64_t before_s, bool remove,
                         struct buf *paths, struct err *err)
{
    const char *slash = strrchr(config->ledger, '/'), *name = slash ? slash + 1 : config->ledger;
    char folder[CONFIG_TEXT_BYTES] = ".", copy[CONFIG_TEXT_BYTES + 16];
    const struct dirent *entry;
    enum rc rc = RC_OK;
    DIR *dir;

    if (slash)
        text_copy(folder, (size_t)(slash - config->ledger) + 1, config->ledger);
    snprintf(copy, sizeof copy, "%s.before-", name);
    dir = opendir(*folder ? folder : "/");
    FAIL_IF(!dir, err, RC_IO, folder, ": ", strerror(errno));
    while (rc == RC_OK && (entry = readdir(dir)) != NULL) {
        struct stat status;

        if (!text_starts_with(entry->d_name, copy) ||
            fstatat(dirfd(dir), entry->d_name, &status, 0) != 0 ||
            (int64_t)status.st_mtim.tv_sec >= before_s)
            continue;
        if (remove && unlinkat(dirfd(dir), entry->d_name, 0) != 0)
            rc = ERR(err, RC_IO, folder, "/", entry->d_name, ": ", strerror(errno));
        buf_printf(paths, "%s%s/%s", paths->length ? ", " : "", folder, entry->d_name);
    }
    closedir(dir);
    return rc == RC_OK ? buf_rc(paths, err) : rc;
}

enum rc retention_begin(struct desk *desk, int64_t before_s, struct retention *retention,
                        struct err *err)
{
    int64_t tried_s = desk_now(desk) - desk->config->retry_for_s;
    OWN(buf) gone = {0};

    *retention = (struct retention){.before_s = before_s < tried_s ? before_s : tried_s};
    TRY(retention_copies(desk->config, retention->before_s, true, &gone, err));
    if (gone.length)
        LOG(&desk->log, LOG_INFO, "copies-removed", "paths", buf_text(&gone));
    TRY(forget_months(desk, retention->before_s, err));
    TRY(ledger_letters_old(desk->ledger, retention->before_s, &retention->letter,
                           &retention->letter_end, err));
    return ledger_outs_old(desk->ledger, retention->before_s, &retention->out, &retention->out_end,
                           err);
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
    enum rc rc;

    TRY(desk_begin(desk, err));
    rc = ledger_letters_prune(desk->ledger, retention->letter, letter, &letters, err);
    THEN(rc,
         ledger_outs_forget(desk->ledger, retention->out, out, retention->before_s, &words, err));
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
