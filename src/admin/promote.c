/* SPDX-License-Identifier: MIT */
/* Has the engine make a ledger of each copy, and puts the newest in this host's place; marks and
 * what waits are care's. */
#include "admin/admin.h"

#include <stdio.h>
#include <sys/stat.h>

#include "ledger/commits.h"
#include "replica/restore.h"

enum { LIMIT_S = 86400, PATH_BYTES = CONFIG_TEXT_BYTES + 32 };

struct promoting {
    const struct config *config;
    const struct promotion_options *options;
    struct promotion *out;
    char made[PATH_BYTES]; /* the newest ledger so far; "" = none */
};

static enum rc count_commits(const char *path, int64_t *commits, struct err *err)
{
    struct ledger_commits counted = {0};
    OWN_AT(ledger) ledger = NULL;

    TRY(ledger_open(path, LEDGER_READ, &ledger, err));
    TRY(ledger_commits_get(ledger, &counted, err));
    *commits = counted.count;
    return RC_OK;
}

/* "/srv/replica" → "file:///srv/replica"; a file is an engine's configuration. */
static enum rc restore_from(const struct promoting *promoting, const char *from, const char *path,
                            struct err *err)
{
    const struct config *config = promoting->config;
    char url[CONFIG_TEXT_BYTES + 16];
    struct stat status;
    bool there = stat(from, &status) == 0, is_file = there && S_ISREG(status.st_mode);
    struct engine_restore restore = {.program = config->replica_program,
                                     .config = is_file ? from : NULL,
                                     .from = is_file ? config->ledger : url,
                                     .to = path,
                                     .limit_s = LIMIT_S,
                                     .stop_fd = -1};

    snprintf(url, sizeof url, "%s%s", from[0] == '/' ? "file://" : "", from);
    FAIL_IF(!there && !strstr(from, "://"), err, RC_NOT_FOUND, from,
            ": not there; name a folder by its whole path, a URL as Litestream has it "
            "(sftp://…), or the file of a Litestream configuration");
    return engine_restore(&restore, err);
}

static enum rc try_copy(struct promoting *promoting, unsigned i, struct err *err)
{
    const char *from = promoting->options->from[i];
    char path[PATH_BYTES];
    int64_t commits = 0;
    struct err own = {0};
    enum rc rc;

    snprintf(path, sizeof path, "%s.promote-%u", promoting->config->ledger, i);
    rc = restore_from(promoting, from, path, &own);
    THEN(rc, count_commits(path, &commits, &own));
    if (rc != RC_OK || (promoting->made[0] && commits <= promoting->out->commits)) {
        engine_drop(path);
        return rc == RC_OK ? RC_OK : ERR(err, rc, from, ": ", own.text);
    }
    if (promoting->made[0])
        engine_drop(promoting->made);
    text_copy(promoting->made, sizeof promoting->made, path);
    promoting->out->commits = commits;
    promoting->out->from = from;
    return RC_OK;
}

/* One that is here, too, is a copy at hand. */
static enum rc compare_with_ours(const struct promoting *promoting, struct err *err)
{
    int64_t commits = 0;

    if (count_commits(promoting->config->ledger, &commits, NULL) != RC_OK ||
        commits <= promoting->out->commits)
        return RC_OK;
    return ERR(err, RC_CONFLICT, promoting->config->ledger, ": the ledger that is here is newer (",
               TEXT_INT(commits), " changes) than the replica (", TEXT_INT(promoting->out->commits),
               "); move it away if it is not the one to go on from");
}

static enum rc put_in_place(const struct promoting *promoting, const struct desk_world *world,
                            struct err *err)
{
    struct care_options options = {.try = promoting->options->try,
                                   .promoted = true,
                                   .problem = promoting->options->problem,
                                   .user = promoting->options->user};

    return care_restore(promoting->config, world, promoting->made, &options,
                        &promoting->out->restored, err);
}

enum rc promote(const struct config *config, const struct desk_world *world,
                const struct promotion_options *options, struct promotion *out, struct err *err)
{
    struct promoting promoting = {.config = config, .options = options, .out = out};
    enum rc rc = RC_OK;

    *out = (struct promotion){0};
    for (unsigned i = 0; i < options->count && rc == RC_OK; i++)
        rc = try_copy(&promoting, i, err);
    THEN(rc, compare_with_ours(&promoting, err));
    THEN(rc, put_in_place(&promoting, world, err));
    if (promoting.made[0])
        engine_drop(promoting.made);
    return rc;
}
