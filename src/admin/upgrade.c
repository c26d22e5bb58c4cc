/* SPDX-License-Identifier: MIT */
/* Tries other rules versions on all games in parallel, and moves a game to one its players
 * agreed to. The trial of one game is in record/trial.c. */
#include "admin/admin.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#include "admin/keeper.h"
#include "base/grow.h"
#include "ledger/derived.h"
#include "play/adjudicate.h"
#include "play/desk_open.h"

static const char *const names[] = {[UPGRADE_SAME] = "same",
                                    [UPGRADE_DIFFERS] = "differs",
                                    [UPGRADE_ILLEGAL] = "illegal",
                                    [UPGRADE_BROKEN] = "broken"};
_Static_assert(sizeof names / sizeof names[0] == UPGRADE_KIND_COUNT, "a name for each kind");

const char *upgrade_kind_name(enum upgrade_kind kind)
{
    return names[kind];
}

static bool has_version(const struct game *game, const char *version)
{
    for (const char *const *v = game->versions; *v; v++)
        if (text_equal(*v, version))
            return true;
    return false;
}

/* The version asked for, or the game's newest. */
static const char *version_for(const struct game *game, const char *version)
{
    return version && has_version(game, version) ? version : game_newest(game);
}

static enum rc try_position(struct desk *desk, struct position *position, const char *version,
                            struct trial *trial, struct err *err)
{
    struct hash tables;

    library_tables(desk->library, position->played, version, &tables);
    return replay_try(position->replay, version, &tables, position_lookup, position, trial, err);
}

/* ---- one game ---- */

static void note_trial(struct upgrade_found *found, const struct trial *trial)
{
    static const enum upgrade_kind kinds[TRIAL_KIND_COUNT] = {[TRIAL_SAME] = UPGRADE_SAME,
                                                              [TRIAL_DIFFERS] = UPGRADE_DIFFERS,
                                                              [TRIAL_ILLEGAL] = UPGRADE_ILLEGAL};

    found->kind = kinds[trial->kind];
    found->n = (int64_t)trial->number;
    text_copy(found->why, sizeof found->why, trial->why);
}

/* One game played by its own rules, and beside it by those that are tried. */
struct game_trial {
    struct desk *desk;
    const char *version; /* NULL = the game's newest */
    struct trial_run *run;
    bool failed; /* not the game, but the program */
};

static enum rc start_trial(struct game_trial *try, const struct position *position, struct err *err)
{
    const char *version = version_for(position->played, try->version);
    const void *rulebook; /* which the replay asks for by itself */
    struct hash tables;

    TRY(library_book(try->desk->library, position->played, version, &rulebook, &tables, err));
    return trial_start(position->replay, version, &tables, &try->run, err);
}

static enum rc follow(void *user, const struct position_step *step, struct err *err)
{
    const struct position *position = step->position;
    struct game_trial *try = user;
    enum rc rc = RC_OK;

    if (step->entry->number == 1 &&
        !text_equal(replay_rules(position->replay), version_for(position->played, try->version)))
        rc = start_trial(try, position, err);
    if (rc == RC_OK && try->run)
        rc = trial_follow(try->run, position_lookup, (void *)(uintptr_t)position, err);
    try->failed = rc != RC_OK;
    return rc;
}

/* What came of it; a game that ended under those very rules was just replayed by them. */
static enum rc finish(struct game_trial *try, struct position *position,
                      struct upgrade_found *found, struct err *err)
{
    struct trial trial;

    text_copy(found->from, sizeof found->from, replay_rules(position->replay));
    text_copy(found->to, sizeof found->to, version_for(position->played, try->version));
    found->over = replay_is_over(position->replay);
    if (text_equal(found->from, found->to))
        return RC_OK;
    if (!try->run)
        TRY(start_trial(try, position, err));
    TRY(trial_end(try->run, position_lookup, position, &trial, err));
    note_trial(found, &trial);
    return RC_OK;
}

static enum rc check_game(struct desk *desk, int64_t game, const char *version,
                          struct upgrade_found *found, struct err *err)
{
    struct game_trial try = {.desk = desk, .version = version};
    OWN_AT(position) position = NULL;
    struct err why = {0};
    enum rc rc = position_walk(desk, game, INT64_MAX, follow, &try, &position, &why);

    found->game = game;
    if (rc == RC_OK)
        rc = finish(&try, position, found, err);
    else if (try.failed || rc_class(rc) == RC_CLASS_TEMPORARY)
        rc = ERR(err, rc, why.text);
    else {
        found->kind = UPGRADE_BROKEN;
        found->n = why.line;
        text_copy(found->why, sizeof found->why, why.text);
        rc = RC_OK;
    }
    trial_free(try.run);
    return rc;
}

/* ---- all games ---- */

struct check {
    struct desk *desk;
    const char *version;
    struct numbers games;
    struct upgrade_found *found; /* owned */
    atomic_uint next, done, running;
    atomic_bool failed;
    pthread_mutex_t lock; /* over err */
    struct err err;
};

static void fail(struct check *check, const struct err *err)
{
    pthread_mutex_lock(&check->lock);
    if (check->err.rc == RC_OK)
        check->err = *err;
    pthread_mutex_unlock(&check->lock);
    atomic_store(&check->failed, true);
}

static enum rc check_all(struct check *check, struct desk *desk, struct err *err)
{
    enum rc rc = RC_OK;

    while (rc == RC_OK && !atomic_load(&check->failed)) {
        unsigned i = atomic_fetch_add(&check->next, 1);

        if (i >= check->games.count)
            break;
        rc = check_game(desk, check->games.at[i], check->version, &check->found[i], err);
        atomic_fetch_add(&check->done, 1);
    }
    return rc;
}

static void *work(void *context)
{
    struct check *check = context;
    struct desk *desk = NULL;
    struct err err = {0};
    enum rc rc = desk_open(check->desk->config, &check->desk->world, NULL, &desk, &err);

    if (rc == RC_OK) /* one moment for all of a worker's games */
        rc = ledger_begin_read(desk->ledger, &err);
    THEN(rc, check_all(check, desk, &err));
    if (rc != RC_OK)
        fail(check, &err);
    desk_close(desk);
    atomic_fetch_sub(&check->running, 1);
    return NULL;
}

/* Tells of the end too: workers may all be done before the first look. */
static void watch(struct check *check, const struct upgrade_reader *reader)
{
    static const struct timespec tick = {0, 10000000};
    bool running;

    do {
        running = atomic_load(&check->running) > 0;
        if (running)
            nanosleep(&tick, NULL);
        if (reader->progress)
            reader->progress(reader->user, atomic_load(&check->done), (unsigned)check->games.count);
    } while (running);
}

static enum rc run(struct check *check, unsigned threads, const struct upgrade_reader *reader,
                   struct err *err)
{
    enum { THREADS_MAX = 64 };
    pthread_t thread[THREADS_MAX];
    unsigned started = 0;

    threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    while (started < threads) {
        atomic_fetch_add(&check->running, 1);
        if (pthread_create(&thread[started], NULL, work, check) != 0) {
            atomic_fetch_sub(&check->running, 1);
            break;
        }
        started++;
    }
    FAIL_IF(!started, err, RC_NO_MEMORY, "no thread can be started");
    watch(check, reader);
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    return atomic_load(&check->failed) ? ERR(err, check->err.rc, check->err.text) : RC_OK;
}

enum rc upgrade_check(struct desk *desk, const char *version, unsigned threads,
                      const struct upgrade_reader *reader, struct err *err)
{
    struct check check = {.desk = desk, .version = version};
    struct ledger_rows rows = ledger_games_now(desk->ledger, LEDGER_STATUS_COUNT, err);
    enum rc rc;

    for (struct ledger_game_row row; ledger_next(&rows, &row);)
        rows.rc = numbers_add(&check.games, row.game, err);
    rc = ledger_end(&rows);
    pthread_mutex_init(&check.lock, NULL);
    check.found = calloc(check.games.count + 1, sizeof *check.found);
    if (rc == RC_OK && !check.found)
        rc = ERR(err, RC_NO_MEMORY, "no memory for what is found");
    THEN(rc, run(&check, threads, reader, err));
    for (unsigned i = 0; i < check.games.count && rc == RC_OK && reader->found; i++)
        reader->found(reader->user, &check.found[i]);
    pthread_mutex_destroy(&check.lock);
    free(check.found);
    free(check.games.at);
    return rc;
}

/* ---- a game's change ---- */

static enum rc check_possible(struct desk *desk, struct position *position, const char *version,
                              struct err *err)
{
    struct trial trial;

    if (!has_version(position->played, version))
        return ERR(err, RC_NOT_FOUND, position->played->title, " has no rules version ", version);
    if (text_equal(position->rules_version, version))
        return ERR(err, RC_CONFLICT, "the game has the rules version ", version, " already");
    TRY(try_position(desk, position, version, &trial, err));
    FAIL_IF(trial.kind == TRIAL_ILLEGAL, err, RC_CONFLICT, "it cannot be done: entry ",
            TEXT_INT((int64_t)trial.number), " is not allowed then: ", trial.why);
    return RC_OK;
}

enum rc upgrade_game(struct desk *desk, struct position *position, const char *version, bool *done,
                     uint32_t *missing, struct err *err)
{
    struct entry entry;
    unsigned answered;
    enum rc rc = check_possible(desk, position, version, err);

    *done = false;
    *missing = replay_upgrade_missing(position->replay, version);
    TRY(rc);
    if (*missing)
        return keeper_tell(desk, position, err, "keeper.upgrade-asked", "version", version, NULL);
    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_UPGRADE);
    text_copy(entry.words, sizeof entry.words, version);
    library_tables(desk->library, position->played, version, &entry.tables);
    rc = position_append(desk, position, &entry, NULL, 0, NULL, err);
    THEN(rc, adjudicate_table(desk, position, &answered, err));
    THEN(rc, adjudicate_settle(desk, position, err));
    *done = rc == RC_OK;
    return rc == RC_OK
               ? keeper_tell(desk, position, err, "keeper.upgraded", "version", version, NULL)
               : rc;
}
