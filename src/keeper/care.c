/* SPDX-License-Identifier: MIT */
#include "keeper/care.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/timetext.h"
#include "ledger/care.h"
#include "ledger/facts.h"
#include "ledger/work.h"
#include "seal/secret.h"
#include "server/clock.h"
#include "server/lock.h"

/* ---- migration ---- */

/* "LEDGER.before-2", or the first of "LEDGER.before-2.2" and so on that is free: a try that was cut
 * short may have left its copy. */
static enum rc name_copy(const struct config *config, const char *end, char out[CONFIG_TEXT_BYTES],
                         struct err *err)
{
    struct text text;

    for (unsigned k = 1; k < 100; k++) {
        text_init(&text, out, CONFIG_TEXT_BYTES);
        text_put(&text, config->ledger);
        text_put_char(&text, '.');
        text_put(&text, end);
        if (k > 1) {
            text_put_char(&text, '.');
            text_put_int(&text, k);
        }
        if (text.cut)
            return ERR(err, RC_TOO_LONG, config->ledger, ": this path is too long");
        if (access(out, F_OK) != 0)
            return RC_OK;
    }
    return ERR(err, RC_EXISTS, out, ": too many copies of earlier tries lie here; remove some");
}

enum rc care_migrate(const struct config *config, unsigned *from, char path[CONFIG_TEXT_BYTES],
                     struct err *err)
{
    char copy[CONFIG_TEXT_BYTES], end[32];
    struct ledger *ledger = NULL;
    enum rc rc;

    *from = ledger_newest_schema();
    path[0] = '\0';
    rc = ledger_open(config->ledger, LEDGER_READ, &ledger, NULL);
    ledger_close(ledger);
    if (rc == RC_OK) /* as it is nearly always */
        return RC_OK;
    snprintf(end, sizeof end, "before-%u", ledger_newest_schema());
    rc = name_copy(config, end, copy, err);
    if (rc == RC_OK)
        rc = ledger_migrate(config->ledger, copy, from, err);
    if (rc == RC_OK && *from != ledger_newest_schema())
        text_copy(path, CONFIG_TEXT_BYTES, copy);
    return rc;
}

/* ---- restoring ---- */

struct restoring {
    struct ledger *staged;
    struct care_restored *out;
    int64_t now_s;
};

static enum rc count_game(void *user, const struct ledger_game *row, struct err *err)
{
    struct care_restored *out = user;

    (void)row;
    (void)err;
    out->games++;
    return RC_OK;
}

static enum rc is_known(void *user, const struct ledger_game *row, struct err *err)
{
    (void)row;
    (void)err;
    *(bool *)user = true;
    return RC_OK;
}

/* Its number is used up, and so are those before it that were never signed. */
static enum rc lose(struct restoring *restoring, int64_t game, int64_t marked_n, struct err *err)
{
    int64_t next = game;
    bool is_lost = false;
    enum rc rc = ledger_begin_immediate(restoring->staged, err);

    if (rc != RC_OK)
        return rc;
    rc = ledger_is_lost(restoring->staged, game, &is_lost, err);
    if (rc == RC_OK && restoring->out->games)
        rc = ledger_next_id(restoring->staged, LEDGER_GAMES, &next, err);
    for (; rc == RC_OK && !is_lost && next <= game; next++)
        rc = ledger_lost_put(restoring->staged, next, next == game ? marked_n : -1,
                             restoring->now_s, err);
    if (rc == RC_OK)
        return ledger_commit(restoring->staged, err);
    ledger_rollback(restoring->staged);
    return rc;
}

static enum rc freeze_one(void *user, int64_t game, int64_t marked_n, struct err *err)
{
    struct restoring *restoring = user;
    struct care_restored *out = restoring->out;
    bool known = false;
    enum rc rc = ledger_game_get(restoring->staged, game, is_known, &known, NULL);

    if (rc != RC_OK && rc != RC_NOT_FOUND)
        return ledger_game_get(restoring->staged, game, is_known, &known, err);
    if (out->told < CARE_GAMES_TOLD) {
        out->game[out->told].game = game;
        out->game[out->told].n = marked_n;
        out->game[out->told++].is_lost = !known;
    }
    if (!known) {
        out->lost++;
        return lose(restoring, game, marked_n, err);
    }
    out->frozen++;
    return ledger_freeze(restoring->staged, game, restoring->now_s, "restored", err);
}

/* Freeze what may not be signed on, still in the staged file. */
static enum rc freeze_behind(const struct config *config, const char *staged, int64_t now_s,
                             struct care_restored *out, struct err *err)
{
    unsigned char identity[LEDGER_ID_BYTES];
    struct restoring restoring = {.out = out, .now_s = now_s};
    struct marks *marks = NULL;
    enum rc rc = ledger_open(staged, LEDGER_WRITE, &restoring.staged, err);

    if (rc == RC_OK)
        rc = ledger_identity(restoring.staged, identity, err);
    if (rc == RC_OK)
        rc = marks_open(config->mark, identity, &marks, err);
    if (rc == RC_OK)
        rc = ledger_games(restoring.staged, 0, count_game, out, err);
    if (rc == RC_OK)
        rc = marks_behind(marks, restoring.staged, freeze_one, &restoring, err);
    if (rc == RC_OK) /* whoever puts an old ledger back has seen the clock */
        rc = clock_confirm_in(restoring.staged, now_s, err);
    if (rc == RC_OK)
        rc = ledger_checkpoint(restoring.staged, err);
    marks_close(marks);
    ledger_close(restoring.staged);
    return rc;
}

static enum rc name_aside(const struct config *config, int64_t now_s, char out[CONFIG_TEXT_BYTES],
                          struct err *err)
{
    char stamp[TIMETEXT_BYTES], end[64];

    if (!timetext_write(now_s, stamp))
        return ERR(err, RC_BUG, "a time that cannot be written");
    snprintf(end, sizeof end, "replaced-%.10sT%.2s%.2s%.2s", stamp, stamp + 11, stamp + 14,
             stamp + 17);
    return name_copy(config, end, out, err);
}

static enum rc restore(const struct config *config, int64_t now_s, const char *backup,
                       struct care_restored *out, struct err *err)
{
    char staged[CONFIG_TEXT_BYTES + 16];
    enum rc rc = name_aside(config, now_s, out->aside, err);

    snprintf(staged, sizeof staged, "%s.restore", config->ledger);
    if (rc == RC_OK)
        rc = ledger_stage(backup, staged, err);
    if (rc == RC_OK)
        rc = freeze_behind(config, staged, now_s, out, err);
    if (rc == RC_OK)
        rc = ledger_replace(config->ledger, staged, out->aside, err);
    if (rc != RC_OK)
        unlink(staged);
    if (access(out->aside, F_OK) != 0)
        out->aside[0] = '\0';
    return rc;
}

enum rc care_restore(const struct config *config, const struct desk_world *world,
                     const char *backup, struct care_restored *out, struct err *err)
{
    char path[CONFIG_TEXT_BYTES + 8];
    int lock = -1;
    enum rc rc;

    *out = (struct care_restored){0};
    snprintf(path, sizeof path, "%s.lock", config->ledger);
    rc = lock_take(path, &lock, err);
    if (rc == RC_OK)
        rc = restore(config, world->now(world->context), backup, out, err);
    if (lock >= 0)
        close(lock);
    return rc;
}

/* ---- copies, and what was forgotten ---- */

unsigned care_newest_schema(void)
{
    return ledger_newest_schema();
}

enum rc care_backup(struct desk *desk, const char *path, struct err *err)
{
    return ledger_backup(desk->ledger, path, err);
}

enum rc care_forgotten(struct desk *desk, struct err *err)
{
    return ledger_checkpoint(desk->ledger, err);
}
