/* SPDX-License-Identifier: MIT */
/* Restores a server from a backup and migrates its ledger. What the ledger's file holds is made
 * and copied in src/ledger; what must not go on is frozen here, before the restored file takes
 * its place. */
#include "admin/care.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/timetext.h"
#include "tournament/tournament.h"
#include "admin/admin.h"
#include "ledger/care.h"
#include "ledger/commits.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/letters.h"
#include "ledger/work.h"
#include "play/desk_open.h"
#include "server/clock.h"
#include "server/files.h"
#include "server/lock.h"
#include "server/vault.h"

/* ---- migration ---- */

/* "LEDGER.before-2", or the first of "LEDGER.before-2.2" and so on that is free: a try that was cut
 * short may have left its copy. */
static enum rc name_copy(const struct config *config, const char *end, char out[CONFIG_TEXT_BYTES],
                         struct err *err)
{
    struct text text;

    for (unsigned k = 1; k < 100; k++) {
        text_init(&text, out, CONFIG_TEXT_BYTES);
        TEXT_PUT(&text, config->ledger, ".", end);
        if (k > 1)
            TEXT_PUT(&text, ".", TEXT_INT(k));
        FAIL_IF(text.cut, err, RC_TOO_LONG, config->ledger, ": this path is too long");
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
    THEN(rc, ledger_migrate(config->ledger, copy, from, err));
    if (rc == RC_OK && *from != ledger_newest_schema())
        text_copy(path, CONFIG_TEXT_BYTES, copy);
    return rc;
}

/* ---- restoring ---- */

#define TOURNAMENT_MARKS_PART "postern.mark.tournaments"
enum { PART_MOST = 64 << 20, PATH_BYTES = CONFIG_TEXT_BYTES + 16 };

struct restoring {
    const struct config *config;
    const struct care_options *options;
    const char *backup;
    char path[PATH_BYTES];        /* of the ledger that is made beside the one in use */
    char marks[PATH_BYTES];       /* of the marks in force, or of those made from the backup */
    char room[CONFIG_TEXT_BYTES]; /* a try's own folder where there is no server yet; "" = none */
    bool makes_marks;
    struct ledger *staged;
    struct care_restored *out;
    int64_t now_s;
};

/* Its number is used up, and so are those before it that were never signed. */
static enum rc lose(struct restoring *restoring, int64_t game, int64_t marked_n, struct err *err)
{
    int64_t next = game;
    bool is_lost = false;
    enum rc rc;

    TRY(ledger_begin_immediate(restoring->staged, err));
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
    int64_t known = 0;
    struct err own = {0};
    enum rc rc = ledger_count(ledger_game_get(restoring->staged, game, &own), &known);

    FAIL_IF(rc != RC_OK && rc != RC_NOT_FOUND, err, rc, own.text);
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

static enum rc freeze_all(struct restoring *restoring, struct err *err)
{
    struct ledger_rows rows = ledger_games_now(restoring->staged, LEDGER_STATUS_COUNT, err);

    for (struct ledger_game_row row; ledger_next(&rows, &row);) {
        if (row.status == LEDGER_OVER || row.is_frozen)
            continue;
        restoring->out->frozen++;
        rows.rc =
            ledger_freeze(restoring->staged, row.game, restoring->now_s, CARE_MARKS_LOST, err);
    }
    return ledger_end(&rows);
}

/* All that wait for one way out. */
static enum rc end_those(struct restoring *restoring, const char *channel, struct err *err)
{
    struct ledger_rows rows =
        ledger_deliveries_due(restoring->staged, channel, INT64_MAX, INT32_MAX, err);

    for (struct ledger_delivery row; ledger_next(&rows, &row);) {
        restoring->out->unsent++;
        rows.rc = ledger_delivery_end(restoring->staged, row.out, row.place,
                                      LEDGER_DELIVERY_CANCELLED, restoring->now_s, "restored", err);
    }
    return ledger_end(&rows);
}

static enum rc end_deliveries(struct restoring *restoring, struct err *err)
{
    static const char *const ways[] = {LEDGER_BY_MAIL, LEDGER_BY_FORUM};

    if (restoring->options->moved || restoring->options->promoted)
        return RC_OK;
    for (unsigned i = 0; i < 2; i++)
        TRY(end_those(restoring, ways[i], err));
    return RC_OK;
}

/* What came in since, and is not in the replica, was moved to where letters dealt with are. */
static enum rc look_again(struct restoring *restoring, struct err *err)
{
    OWN(buf) state = {0};
    int64_t since_s = 0;

    if (!restoring->options->promoted)
        return RC_OK;
    TRY(ledger_inbox_get(restoring->staged, LEDGER_SETTLED, &since_s, &state, err));
    return ledger_inbox_put(restoring->staged, LEDGER_PROMOTED, since_s > 0 ? since_s : 1, "", err);
}

static enum rc end_old(struct restoring *restoring, struct err *err)
{
    enum rc rc = ledger_begin_immediate(restoring->staged, err);

    THEN(rc, restoring->options->marks_lost ? freeze_all(restoring, err) : RC_OK);
    THEN(rc, end_deliveries(restoring, err));
    THEN(rc, look_again(restoring, err));
    if (rc == RC_OK)
        return ledger_commit(restoring->staged, err);
    ledger_rollback(restoring->staged);
    return rc;
}

/* Freeze what may not be signed on, still in the staged file. */
static enum rc freeze_behind(struct restoring *restoring, struct err *err)
{
    unsigned char identity[LEDGER_ID_BYTES];
    struct marks *marks = NULL;
    int64_t games = 0;
    enum rc rc = ledger_open(restoring->path, LEDGER_WRITE, &restoring->staged, err);

    THEN(rc, ledger_identity(restoring->staged, identity, err));
    THEN(rc, marks_open(restoring->marks, identity, &marks, err));
    THEN(rc, ledger_count(ledger_games(restoring->staged, 0, err), &games));
    restoring->out->games = (unsigned)games;
    THEN(rc, marks_behind(marks, restoring->staged, freeze_one, restoring, err));
    THEN(rc, end_old(restoring, err));
    /* Whoever puts an old ledger back has seen the clock. */
    if (rc == RC_OK && !restoring->options->promoted)
        rc = clock_confirm_in(restoring->staged, restoring->now_s, err);
    THEN(rc, ledger_checkpoint(restoring->staged, err));
    marks_close(marks);
    ledger_close(restoring->staged);
    restoring->staged = NULL;
    return rc;
}

static enum rc name_aside(const struct config *config, int64_t now_s, char out[CONFIG_TEXT_BYTES],
                          struct err *err)
{
    char stamp[TIMETEXT_BYTES], end[64];

    FAIL_IF(!timetext_write(now_s, stamp), err, RC_BUG, "a time that cannot be written");
    snprintf(end, sizeof end, "replaced-%.10sT%.2s%.2s%.2s", stamp, stamp + 11, stamp + 14,
             stamp + 17);
    return name_copy(config, end, out, err);
}

/* ---- marks ---- */

static enum rc put_heads(struct ledger *staged, struct marks *marks, struct err *err)
{
    struct ledger_rows rows = ledger_games_now(staged, LEDGER_STATUS_COUNT, err);

    for (struct ledger_game_row row; ledger_next(&rows, &row);) {
        struct ledger_head head;

        rows.rc = ledger_head_get(staged, row.game, &head, err);
        if (rows.rc == RC_OK && head.n > marks_newest(marks, row.game))
            rows.rc = marks_advance(marks, &(struct mark){row.game, head.n, head.hash}, err);
    }
    return ledger_end(&rows);
}

/* Of a replica, or of a backup of before there were parts: no more than it holds was signed, but
 * for what marks of the old host say that are there. */
static enum rc marks_of_heads(struct restoring *restoring, bool there, struct err *err)
{
    unsigned char identity[LEDGER_ID_BYTES];
    OWN_AT(ledger) staged = NULL;
    OWN_AT(marks) marks = NULL;

    TRY(ledger_open(restoring->path, LEDGER_WRITE, &staged, err));
    TRY(ledger_identity(staged, identity, err));
    if (!there)
        TRY(marks_create(restoring->marks, identity, err));
    TRY(marks_open(restoring->marks, identity, &marks, err));
    return put_heads(staged, marks, err);
}

/* Where a file is; the path itself, and false, when it names no folder. */
static bool folder_of(const char *path, char folder[CONFIG_TEXT_BYTES])
{
    char *slash;

    text_copy(folder, CONFIG_TEXT_BYTES, path);
    slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    return slash != NULL;
}

/* "FILE.restore", or in a try's own folder. */
static void name_beside(const struct restoring *restoring, const char *file, const char *name,
                        char out[PATH_BYTES])
{
    if (restoring->room[0])
        snprintf(out, PATH_BYTES, "%s/%s", restoring->room, name);
    else
        snprintf(out, PATH_BYTES, "%s.restore", file);
}

/* A try needs no server: where there is no place beside its ledger, it makes one. */
static enum rc find_room(struct restoring *restoring, struct err *err)
{
    char folder[CONFIG_TEXT_BYTES];
    struct text text;

    folder_of(restoring->config->ledger, folder);
    if (!restoring->options->try || access(folder, W_OK) == 0)
        return RC_OK;
    text = text_in(restoring->room, sizeof restoring->room);
    TEXT_PUT(&text, files_temporary(), "/postern-try.XXXXXX");
    if (!text.cut && mkdtemp(restoring->room))
        return RC_OK;
    text = text_in(restoring->room, sizeof restoring->room);
    return ERR(err, RC_IO, files_temporary(), ": ", strerror(errno));
}

/* Those in force; or, when they are lost, as they were, beside their place until all is done. */
static enum rc find_marks(struct restoring *restoring, struct err *err)
{
    const struct care_options *options = restoring->options;
    const char *mark = restoring->config->mark;
    bool there = access(mark, F_OK) == 0, gone = options->marks_lost || options->moved;
    bool made = gone || options->promoted, text_there = there;
    OWN(buf) text = {0};

    text_copy(restoring->marks, sizeof restoring->marks, mark);
    FAIL_IF(there && gone, err, RC_CONFLICT, mark,
            ": the file of marks is there; leave --marks-lost and "
            "--moved away, since it says what was signed");
    if (there && !options->promoted)
        return RC_OK;
    restoring->out->markless = !made;
    FAIL_IF(!made && !options->try, err, RC_CONFLICT, mark,
            ": the file of marks is not there. If posternd was stopped before this backup and "
            "has not run since, add --moved. If its disk is lost, add --marks-lost: games that "
            "are not over are frozen then, until their players say how far their letters go");
    name_beside(restoring, mark, "mark", restoring->marks);
    unlink(restoring->marks);
    restoring->makes_marks = true;
    if (there)
        TRY(files_read(mark, PART_MOST, &text, err));
    else
        text_there = ledger_backup_read(restoring->backup, "postern.mark", &text, NULL) == RC_OK;
    if (text_there)
        TRY(files_create(restoring->marks, 0600, buf_text(&text), text.length, err));
    return options->promoted || !text_there ? marks_of_heads(restoring, text_there, err) : RC_OK;
}

static enum rc put_marks(const struct restoring *restoring, struct err *err)
{
    if (!restoring->makes_marks)
        return RC_OK;
    if (rename(restoring->marks, restoring->config->mark) != 0)
        return ERR(err, RC_IO, restoring->config->mark, ": ", strerror(errno));
    return ledger_sync_directory(restoring->config->mark, err);
}

/* ---- looking at what is about to take the ledger's place ---- */

/* Keys of the ledger's are wrapped by those of the file. */
static enum rc try_keys(struct desk *desk, struct err *err)
{
    struct hash ignored;

    if (vault_lookup(desk, "address", "", 0, &ignored, NULL) == RC_OK)
        return RC_OK;
    return ERR(err, RC_BAD_KEY, desk->config->keys,
               ": this key file is another server's, or older than the backup");
}

/* Those of tournaments, where the marks come out of the backup and none are there: as they were,
 * or, when later ones are lost, beyond all that may have been signed. */
static enum rc put_tournament_marks(const struct restoring *restoring, struct desk *desk,
                                    struct err *err)
{
    const char *mark = restoring->config->mark;
    char path[TOURNAMENT_MARKS_BYTES];
    OWN(buf) text = {0};

    tournament_marks_name(mark, path);
    if (access(path, F_OK) == 0)
        return RC_OK;
    if (restoring->options->marks_lost)
        return tournament_marks_lost(desk, mark, err);
    if (ledger_backup_read(restoring->backup, TOURNAMENT_MARKS_PART, &text, NULL) == RC_OK &&
        text.length)
        TRY(files_create(path, 0600, buf_text(&text), text.length, err));
    return RC_OK;
}

/* A try, as far as it goes without keys. */
static enum rc look_keyless(struct restoring *restoring, struct err *err)
{
    const struct care_options *options = restoring->options;
    enum rc rc = ledger_open(restoring->path, LEDGER_READ, &restoring->staged, err);

    restoring->out->keyless = true;
    THEN(rc, rebuild_check_keyless(restoring->staged, options->problem, options->user, err));
    ledger_close(restoring->staged);
    restoring->staged = NULL;
    return rc;
}

/* With the keys that are here: another server's, or none, are told now and not when it starts. */
static enum rc look(struct restoring *restoring, const struct desk_world *world, struct err *err)
{
    bool has_keys = access(restoring->config->keys, F_OK) == 0;
    OWN_MEMORY struct config *config = NULL;
    OWN_AT(desk) desk = NULL;

    if (!has_keys && restoring->options->try)
        return look_keyless(restoring, err);
    FAIL_IF(!has_keys, err, RC_NOT_FOUND, restoring->config->keys,
            ": put the key file back here, mode 0600, from where it is kept apart, then do "
            "the same again; without it no secret of the backup can be read");
    config = malloc(sizeof *config);
    FAIL_IF(!config, err, RC_NO_MEMORY, "no memory for a configuration");
    *config = *restoring->config;
    text_copy(config->ledger, sizeof config->ledger, restoring->path);
    text_copy(config->mark, sizeof config->mark, restoring->marks);
    config->replica[0] = '\0'; /* which copies another file than this */
    TRY(desk_open(config, world, NULL, &desk, err));
    TRY(try_keys(desk, err));
    if (!restoring->options->try && restoring->makes_marks)
        TRY(put_tournament_marks(restoring, desk, err));
    if (restoring->options->try)
        TRY(rebuild_check(desk, restoring->options->problem, restoring->options->user, err));
    return RC_OK;
}

/* ---- all of it ---- */

static void read_about(struct restoring *restoring)
{
    struct care_restored *out = restoring->out;
    OWN(buf) made = {0}, version = {0};

    if (ledger_backup_read(restoring->backup, "made", &made, NULL) == RC_OK)
        text_copy(out->made, sizeof out->made, buf_text(&made));
    if (ledger_backup_read(restoring->backup, "version", &version, NULL) == RC_OK)
        text_copy(out->version, sizeof out->version, buf_text(&version));
}

static void drop_staged(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    char name[PATH_BYTES + 8];

    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

static enum rc restore(struct restoring *restoring, const struct desk_world *world, struct err *err)
{
    const struct config *config = restoring->config;
    struct care_restored *out = restoring->out;
    enum rc rc = name_aside(config, restoring->now_s, out->aside, err);

    THEN(rc, find_room(restoring, err));
    name_beside(restoring, config->ledger, "db", restoring->path);
    THEN(rc, ledger_stage(restoring->backup, restoring->path, err));
    THEN(rc, find_marks(restoring, err));
    read_about(restoring);
    THEN(rc, freeze_behind(restoring, err));
    THEN(rc, look(restoring, world, err));
    if (rc == RC_OK && !restoring->options->try)
        rc = ledger_replace(config->ledger, restoring->path, out->aside, err);
    if (rc == RC_OK && !restoring->options->try)
        rc = ledger_answer_forget(config->ledger, err); /* given for the ledger that was here */
    if (rc == RC_OK && !restoring->options->try)
        rc = put_marks(restoring, err);
    drop_staged(restoring->path);
    if (restoring->makes_marks)
        unlink(restoring->marks);
    if (restoring->room[0])
        rmdir(restoring->room);
    if (access(out->aside, F_OK) != 0)
        out->aside[0] = '\0';
    return rc;
}

enum rc care_restore(const struct config *config, const struct desk_world *world,
                     const char *backup, const struct care_options *options,
                     struct care_restored *out, struct err *err)
{
    struct restoring restoring = {.config = config,
                                  .options = options,
                                  .backup = backup,
                                  .out = out,
                                  .now_s = world->now(world->context)};
    char path[TOURNAMENT_MARKS_BYTES];
    int lock = -1;
    enum rc rc = RC_OK;

    *out = (struct care_restored){0};
    snprintf(path, sizeof path, "%s.lock", config->ledger);
    if (!options->try) /* which may be done while posternd runs */
        rc = lock_take(path, &lock, err);
    THEN(rc, restore(&restoring, world, err));
    lock_leave(lock);
    if (lock >= 0)
        close(lock);
    return rc;
}

/* ---- copies, and what was forgotten ---- */

unsigned care_newest_schema(void)
{
    return ledger_newest_schema();
}

static struct ledger_backup_part part(const char *name, const struct buf *text)
{
    return (struct ledger_backup_part){name, {buf_text(text), text->length}};
}

/* The marks are read before the ledger is copied: what is signed meanwhile is in the copy. */
enum rc care_backup(struct desk *desk, const char *conf, const char *path, struct err *err)
{
    OWN(buf) text = {0}, marks = {0}, tournaments = {0}, made = {0}, version = {0};
    char stamp[TIMETEXT_BYTES] = "", tournaments_path[TOURNAMENT_MARKS_BYTES];
    struct ledger_backup_part parts[5];

    TRY(files_read(conf, PART_MOST, &text, err));
    TRY(files_read(desk->config->mark, PART_MOST, &marks, err));
    tournament_marks_name(desk->config->mark, tournaments_path);
    if (access(tournaments_path, F_OK) == 0)
        TRY(files_read(tournaments_path, PART_MOST, &tournaments, err));
    timetext_write(desk_now(desk), stamp);
    buf_put(&made, stamp);
    buf_put(&version, PACKAGE_VERSION);
    parts[0] = part("postern.conf", &text);
    parts[1] = part("postern.mark", &marks);
    parts[2] = part("made", &made);
    parts[3] = part("version", &version);
    parts[4] = part(TOURNAMENT_MARKS_PART, &tournaments);
    return ledger_backup_with(desk->ledger, path, parts, 5, err);
}

enum rc care_take_configuration(const char *backup, const char *conf, struct err *err)
{
    char folder[CONFIG_TEXT_BYTES];
    OWN(buf) text = {0};
    bool has_folder;

    TRY(ledger_backup_read(backup, "postern.conf", &text, err));
    has_folder = folder_of(conf, folder);
    if (has_folder && mkdir(folder, 0750) != 0 && errno != EEXIST)
        return ERR(err, RC_IO, folder, ": ", strerror(errno));
    return files_create(conf, 0600, buf_text(&text), text.length, err);
}

enum rc care_read_configuration(const char *backup, const char *conf, struct config *config,
                                struct err *err)
{
    char source[CONFIG_TEXT_BYTES + 24], folder[CONFIG_TEXT_BYTES];
    OWN(buf) text = {0};

    TRY(ledger_backup_read(backup, "postern.conf", &text, err));
    snprintf(source, sizeof source, "%s: postern.conf", backup);
    folder_of(conf, folder);
    return config_read(source, folder, buf_text(&text), text.length, config, err);
}

enum rc care_forgotten(struct desk *desk, bool *at_once, struct err *err)
{
    struct err own = {0};
    enum rc rc = ledger_checkpoint(desk->ledger, &own);

    *at_once = rc != RC_BUSY;
    return rc == RC_OK || rc == RC_BUSY ? RC_OK : ERR(err, rc, own.text);
}
