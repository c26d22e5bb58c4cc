/* SPDX-License-Identifier: MIT */
/* Runs `litestream restore` within limits; what the ledger is worth that it makes, others see. */
#include "replica/restore.h"

#include <stdio.h>
#include <unistd.h>

#include "base/child.h"

enum { SAID_MOST = 8192, PATH_BYTES = 1200 };

void engine_drop(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-txid", ".tmp", ".tmp-wal", ".tmp-shm"};
    char name[PATH_BYTES];

    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

/* Its last line; before it stand notes of what went well. */
static enum rc refuse(struct buf *said, struct err *err)
{
    char *last;

    while (said->length && said->at[said->length - 1] == '\n')
        said->at[--said->length] = '\0';
    last = said->length ? strrchr(said->at, '\n') : NULL;
    return ERR(err, RC_BAD_INPUT, "litestream restore: ", last ? last + 1 : buf_text(said));
}

enum rc engine_restore(const struct engine_restore *restore, struct err *err)
{
    const char *argv[12] = {restore->program, "restore", "-integrity-check",
                            "quick",          "-o",      restore->to};
    unsigned count = 6;
    OWN(buf) said = {0};
    struct child_run run = {.argv = argv,
                            .limit_ms = restore->limit_s * 1000,
                            .stop_fd = restore->stop_fd,
                            .errors = true,
                            .most = SAID_MOST,
                            .out = &said};
    enum rc rc;

    if (restore->config) {
        argv[count++] = "-config";
        argv[count++] = restore->config;
    }
    argv[count++] = restore->from;
    engine_drop(restore->to);
    rc = child_run(&run, err);
    if (rc == RC_OK && run.status != 0)
        rc = refuse(&said, err);
    if (rc == RC_OK && access(restore->to, F_OK) != 0)
        rc = ERR(err, RC_BAD_INPUT, "litestream restore made nothing");
    if (rc != RC_OK)
        engine_drop(restore->to);
    return rc;
}
