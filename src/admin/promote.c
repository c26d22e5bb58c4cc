/* SPDX-License-Identifier: MIT */
#include "admin/promote.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "base/timetext.h"
#include "replica/replica.h"
#include "server/replica.h"

enum { ANSWER_MS = 30000, PATH_BYTES = CONFIG_TEXT_BYTES + 32 };

struct promoting {
    const struct config *config;
    const struct desk_world *world;
    const struct promotion_options *options;
    struct promotion *out;
    struct readback *readback;
    char made[PATH_BYTES]; /* the newest ledger so far; "" = none */
    int64_t ordinal;       /* of it */
};

static void drop(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    char name[PATH_BYTES + 8];

    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

/* How often its copy was begun anew, as the ledger itself has it; −1 = none of ours. */
static int64_t ordinal_of(const char *path)
{
    struct ledger *ledger = NULL;
    int64_t ordinal = -1;

    if (ledger_open(path, LEDGER_READ, &ledger, NULL) != RC_OK ||
        replica_ordinal(ledger, &ordinal, NULL) != RC_OK)
        ordinal = -1;
    ledger_close(ledger);
    return ordinal;
}

/* Make its ledger, and keep it when it is the newest so far. Of two with one number the later one
 * was begun but never vouched for: the earlier one holds all that was let out. */
static enum rc try_generation(struct promoting *promoting, unsigned i, const char *generation,
                              struct err *err)
{
    struct readback_restored restored;
    char path[PATH_BYTES];
    int64_t ordinal;
    enum rc rc;

    snprintf(path, sizeof path, "%s.promote-%u", promoting->config->ledger, i);
    drop(path);
    rc = readback_restore(promoting->readback, generation, path, &restored, err);
    if (rc == RC_BAD_INPUT) /* its snapshot was never finished: nothing rests on it */
        err_clear(err);
    if (rc != RC_OK)
        return rc == RC_BAD_INPUT ? RC_OK : rc;
    ordinal = ordinal_of(path);
    if (ordinal < 0 || (promoting->made[0] && ordinal <= promoting->ordinal)) {
        drop(path);
        return RC_OK;
    }
    if (promoting->made[0])
        drop(promoting->made);
    text_copy(promoting->made, sizeof promoting->made, path);
    promoting->ordinal = ordinal;
    promoting->out->segments = restored.segments;
    promoting->out->beyond = restored.beyond;
    text_copy(promoting->out->generation, sizeof promoting->out->generation, generation);
    return RC_OK;
}

static enum rc make_newest(struct promoting *promoting, struct err *err)
{
    struct readback_generations list;
    enum rc rc = readback_generations(promoting->readback, &list, err);

    promoting->out->generations = rc == RC_OK ? list.count : 0;
    for (unsigned i = 0; i < list.count && rc == RC_OK; i++)
        rc = try_generation(promoting, i, list.name[i], err);
    if (rc == RC_OK && !promoting->made[0])
        rc = ERR(err, RC_BAD_INPUT,
                 "the replica holds no whole ledger that this program can open; restore a backup");
    return rc;
}

/* From here on the other host lets nothing out, so long as it can read the replica. */
static enum rc take(struct promoting *promoting, struct err *err)
{
    char note[128], stamp[TIMETEXT_BYTES] = "";
    bool taken = false;
    enum rc rc = readback_is_taken(promoting->readback, &taken, err);

    if (rc == RC_OK && taken && !promoting->options->again)
        return ERR(err, RC_CONFLICT,
                   "somebody was promoted from this replica before. Two hosts that go on from it "
                   "sign two histories: only if that one was never started, add --again");
    if (rc != RC_OK || taken || promoting->options->try)
        return rc;
    timetext_write(promoting->world->now(promoting->world->context), stamp);
    snprintf(note, sizeof note, "promoted %s\n", stamp);
    return readback_take(promoting->readback, note, err);
}

static enum rc put_in_place(struct promoting *promoting, struct err *err)
{
    struct care_options options = {.try = promoting->options->try,
                                   .promoted = true,
                                   .problem = promoting->options->problem,
                                   .user = promoting->options->user};

    return care_restore(promoting->config, promoting->world, promoting->made, &options,
                        &promoting->out->restored, err);
}

enum rc promote(const struct config *config, const struct desk_world *world, const char *readback,
                const struct promotion_options *options, struct promotion *out, struct err *err)
{
    struct promoting promoting = {.config = config, .world = world, .options = options, .out = out};
    struct store_where where = {readback, config->replica_key, config->replica_hosts, ANSWER_MS};
    enum rc rc;

    *out = (struct promotion){0};
    if (text_equal(config->replica, readback))
        return ERR(err, RC_CONFLICT,
                   "[server] replica names this very replica. The host that "
                   "goes on needs another one: name it, or leave the line out");
    rc = readback_open(&where, &promoting.readback, err);
    if (rc == RC_OK)
        rc = take(&promoting, err);
    if (rc == RC_OK)
        rc = make_newest(&promoting, err);
    if (rc == RC_OK)
        rc = put_in_place(&promoting, err);
    if (promoting.made[0])
        drop(promoting.made);
    readback_close(promoting.readback);
    return rc;
}
