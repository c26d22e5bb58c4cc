/* SPDX-License-Identifier: MIT */
/* Gives free disk space back in short steps. When a step is due, and who calls it, is the
 * daemon's affair. */
#include "admin/compact.h"

#include <stdio.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/text.h"
#include "server/lock.h"

enum {
    MIB = 1 << 20,
    LOG_MIB = 64, /* the write-ahead log, before SQLite empties it */
    STEPS_MORE = 64
};

/* What the disk has no room for would fail halfway; nothing would be lost, but time. */
static enum rc need_room(const struct config *config, int64_t bytes, struct err *err)
{
    char needed[TEXT_INT_BYTES], there[TEXT_INT_BYTES];
    struct statvfs disk;

    if (statvfs(config->ledger, &disk) != 0 ||
        (int64_t)disk.f_bavail > bytes / (int64_t)disk.f_frsize)
        return RC_OK;
    return ERR(err, RC_IO, "the disk of ", config->ledger, " needs ",
               text_of_int(needed, bytes / MIB + 1), " MiB free for this, and has ",
               text_of_int(there, (int64_t)disk.f_bavail * (int64_t)disk.f_frsize / MIB),
               "; nothing was changed");
}

static enum rc rewrite(struct desk *desk, struct err *err)
{
    char path[CONFIG_TEXT_BYTES + 8];
    struct err own = {0};
    int lock = -1;
    enum rc rc;

    snprintf(path, sizeof path, "%s.lock", desk->config->ledger);
    rc = lock_take(path, &lock, &own);
    if (rc != RC_OK)
        return ERR(err, rc, own.text,
                   "; a ledger of an older release is written anew once: stop posternd for it");
    rc = ledger_rewrite(desk->ledger, err);
    close(lock);
    return rc;
}

enum rc compact_begin(struct desk *desk, struct compacting *compacting, struct err *err)
{
    enum rc rc = ledger_space_get(desk->ledger, &compacting->before, err);

    if (rc == RC_OK)
        rc = need_room(desk->config,
                       compacting->before.gives_back ? LOG_MIB * (int64_t)MIB
                                                     : 2 * compacting->before.bytes,
                       err);
    if (rc == RC_OK && !compacting->before.gives_back)
        rc = rewrite(desk, err);
    if (rc == RC_OK)
        rc = ledger_space_get(desk->ledger, &compacting->now, err);
    compacting->steps_left = compacting->now.free_bytes / MIB + STEPS_MORE;
    return rc;
}

bool compact_is_due(const struct compacting *compacting)
{
    return compacting->now.free_bytes && compacting->steps_left > 0;
}

enum rc compact_step(struct desk *desk, struct compacting *compacting, struct err *err)
{
    enum rc rc = ledger_space_give(desk->ledger, err);

    desk_step(desk, "compact");
    compacting->steps_left--;
    return rc == RC_OK ? ledger_space_get(desk->ledger, &compacting->now, err) : rc;
}

enum rc compact_end(struct desk *desk, struct compacting *compacting, struct err *err)
{
    struct err own = {0};
    enum rc rc = ledger_checkpoint(desk->ledger, &own);

    if (rc != RC_OK && rc != RC_BUSY)
        return ERR(err, rc, own.text);
    return ledger_space_get(desk->ledger, &compacting->now, err);
}
