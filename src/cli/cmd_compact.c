/* SPDX-License-Identifier: MIT */
/* compact: what is free in the ledger goes back to the disk. */
#include "cli/commands.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/server.h"
#include "admin/compact.h"

enum { KIB = 1024, REST_MS = 20 };

/* posternd, which waits for the ledger, gets it in between. */
static void rest(void)
{
    const struct timespec time = {0, REST_MS * 1000000L};

    nanosleep(&time, NULL);
}

static enum rc run(struct desk *desk, struct compacting *compacting, struct err *err)
{
    bool tells = isatty(STDERR_FILENO);
    enum rc rc = compact_begin(desk, compacting, err);

    while (rc == RC_OK && compact_is_due(compacting)) {
        if (tells)
            fprintf(stderr, "\r%lld KiB to go \033[K",
                    (long long)(compacting->now.free_bytes / KIB));
        rc = compact_step(desk, compacting, err);
        rest();
    }
    if (tells)
        fputs("\r\033[K", stderr);
    return rc == RC_OK ? compact_end(desk, compacting, err) : rc;
}

enum rc cmd_compact(struct cli *cli, struct err *err)
{
    struct compacting compacting = {0};
    struct server server = {0};
    enum rc rc = server_open(cli, &server, err);

    if (rc == RC_OK)
        rc = run(server.desk, &compacting, err);
    if (rc == RC_OK) {
        int64_t bytes = compacting.now.bytes, given = compacting.before.bytes - bytes;

        if (given < 0) /* it grew by what came in meanwhile */
            given = 0;
        buf_printf(&cli->out, "The ledger has %lld KiB; %lld KiB went back to the disk.\n",
                   (long long)(bytes / KIB), (long long)(given / KIB));
        cli->result =
            json_pack("{s:I, s:I}", "bytes", (json_int_t)bytes, "given", (json_int_t)given);
    }
    server_close(&server);
    return rc;
}
