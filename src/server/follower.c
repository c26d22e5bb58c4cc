/* SPDX-License-Identifier: MIT */
#include "server/follower.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "ledger/work.h"
#include "replica/replica.h"
#include "server/files.h"

enum {
    AWAIT_MS = 3000,
    LOOK_MS = 2, /* between two looks; longer after a while */
    LOOK_MOST_MS = 50,
    WAKE_MS = 100, /* the engine misses commits, each until the next one: before the first nudge */
    WAKE_MOST_MS = 3000,
    WRITE_PATIENCE_MS = 250,
    ANSWER_MS = 10000, /* for an answer of another machine */
    AGAIN_MS = 1000,   /* before the next look, where letters leave without it */
    FULL_BYTES = 1 << 20
};

/* Rows of the ledger: copies begun, and the newest one that was looked through; a commit for the
 * engine's sake. */
static const char ROW[] = "follower", WAKE_ROW[] = "follower-wake";

struct follower {
    const struct config *config;
    const struct desk_world *world;
    pthread_mutex_t lock; /* of all below, but for what has a lock of its own */
    struct ledger *ledger;
    struct replica *replica;
    char generation[REPLICA_GENERATION_BYTES]; /* whose row is written; "" = none yet */
    struct ledger_place held;                  /* the newest place that was found there */
    int64_t woken_ms, looked_ms;
    unsigned wakes; /* since something was found there */

    pthread_mutex_t place_lock;
    struct ledger_place noted;  /* newest commit of this process */
    struct ledger_place before; /* last one in another file, not found yet; frames 0 = none */

    pthread_mutex_t state_lock;
    struct follower_state state;
    int64_t since_s; /* waiting; 0 = nothing waits */
};

static const struct {
    const char *name, *help;
} hows[FOLLOWER_HOW_COUNT] = {
    [FOLLOWER_OFF] = {"off", ""},
    [FOLLOWER_HELD] = {"held", ""},
    [FOLLOWER_BEHIND] = {"behind",
                         "see whether Litestream runs, and start it again: once it could not "
                         "write its copy it may stand still"},
    [FOLLOWER_NO_ENGINE] = {"no-engine",
                            "start Litestream for this ledger, as doc/standby.md shows"},
    [FOLLOWER_AWAY] = {"away", "see whether the other machine and its disk are there"},
    [FOLLOWER_FULL] = {"full", "make room on the disk of the replica"},
    [FOLLOWER_EMPTY] = {"empty", "see whether Litestream runs and writes where [server] follower "
                                 "says"},
    [FOLLOWER_OTHER] = {"other", "let Litestream begin anew: stop it, remove its folder beside "
                                 "the ledger (.NAME-litestream), empty the replica, start it"},
    [FOLLOWER_BEGINS] = {"begins", ""},
    [FOLLOWER_TURNED_BACK] = {"turned-back",
                              "let Litestream begin anew: stop it, remove its folder beside "
                              "the ledger (.NAME-litestream), start it"},
    [FOLLOWER_DAMAGED] = {"damaged", "let Litestream begin anew: stop it, remove its folder beside "
                                     "the ledger (.NAME-litestream), start it"},
    [FOLLOWER_TAKEN] = {"taken", "another host was promoted from this replica and goes on in this "
                                 "one's place: stop posternd here"},
};

const char *follower_how_name(enum follower_how how)
{
    return hows[how].name;
}

const char *follower_how_help(enum follower_how how)
{
    return hows[how].help;
}

/* ---- life ---- */

enum rc follower_open(const struct config *config, const struct desk_world *world,
                      struct follower **follower, struct err *err)
{
    struct follower *made;

    *follower = NULL;
    if (!config->follower[0])
        return RC_OK;
    made = calloc(1, sizeof *made);
    if (!made)
        return ERR(err, RC_NO_MEMORY, "no memory for the follower");
    made->config = config;
    made->world = world;
    pthread_mutex_init(&made->lock, NULL);
    pthread_mutex_init(&made->place_lock, NULL);
    pthread_mutex_init(&made->state_lock, NULL);
    made->state.how = FOLLOWER_BEHIND;
    *follower = made;
    return RC_OK;
}

void follower_close(struct follower *follower)
{
    if (!follower)
        return;
    replica_close(follower->replica);
    ledger_close(follower->ledger);
    pthread_mutex_destroy(&follower->lock);
    pthread_mutex_destroy(&follower->place_lock);
    pthread_mutex_destroy(&follower->state_lock);
    free(follower);
}

static enum rc start(struct follower *follower, struct err *err)
{
    const struct config *config = follower->config;
    struct store_where where = {config->follower, config->follower_key, config->follower_hosts,
                                ANSWER_MS};
    enum rc rc = RC_OK;

    if (!follower->ledger) {
        rc = ledger_open(config->ledger, LEDGER_WRITE, &follower->ledger, err);
        if (rc == RC_OK)
            ledger_set_patience(follower->ledger, WRITE_PATIENCE_MS);
    }
    if (rc == RC_OK && !follower->replica)
        rc = replica_open(&where, &follower->replica, err);
    return rc;
}

/* ---- the engine's and our own notes ---- */

static int64_t steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t now_s(const struct follower *follower)
{
    return follower->world->now(follower->world->context);
}

/* "FOLDER/.NAME-litestream/generation" holds the name of the copy that is being made. */
static bool read_generation(const struct follower *follower,
                            char generation[REPLICA_GENERATION_BYTES])
{
    const char *ledger = follower->config->ledger, *slash = strrchr(ledger, '/');
    char path[CONFIG_TEXT_BYTES + 32];
    struct buf text = {0};
    bool whole;

    snprintf(path, sizeof path, "%.*s/.%s-litestream/generation", slash ? (int)(slash - ledger) : 1,
             slash ? ledger : ".", slash ? slash + 1 : ledger);
    whole = files_read(path, 64, &text, NULL) == RC_OK && text.length >= 16;
    if (whole)
        text_copy(generation, REPLICA_GENERATION_BYTES, text.at);
    buf_fini(&text);
    return whole;
}

enum rc follower_ordinal(struct ledger *ledger, int64_t *ordinal, struct err *err)
{
    struct buf state = {0};
    enum rc rc = ledger_inbox_get(ledger, ROW, ordinal, &state, err);

    buf_fini(&state);
    return rc;
}

/* Somebody looked through the copy that bears this name. */
static bool is_known(struct follower *follower, const char *generation)
{
    struct buf state = {0};
    int64_t ordinal;
    bool known = text_equal(follower->generation, generation);

    if (!known && ledger_inbox_get(follower->ledger, ROW, &ordinal, &state, NULL) == RC_OK)
        known = text_equal(buf_text(&state), generation);
    if (known)
        text_copy(follower->generation, sizeof follower->generation, generation);
    buf_fini(&state);
    return known;
}

static enum rc put_row(struct ledger *ledger, const char *row, int64_t number, const char *text,
                       struct err *err)
{
    enum rc rc = ledger_begin_immediate(ledger, err);

    if (rc == RC_OK)
        rc = ledger_inbox_put(ledger, row, number, text, err);
    if (rc == RC_OK)
        return ledger_commit(ledger, err);
    ledger_rollback(ledger);
    return rc;
}

/* Counted on from what the ledger says; the clock helps only where the ledger itself was put back
 * to an older time, whose number was given before. */
static enum rc make_known(struct follower *follower, const char *generation, struct err *err)
{
    int64_t ordinal = 0, now = now_s(follower);
    enum rc rc = follower_ordinal(follower->ledger, &ordinal, err);

    if (rc == RC_OK)
        rc = put_row(follower->ledger, ROW, now > ordinal ? now : ordinal + 1, generation, err);
    if (rc == RC_OK)
        text_copy(follower->generation, sizeof follower->generation, generation);
    return rc;
}

/* A harmless commit. What the engine copies while it begins a snapshot it announces to nobody, the
 * nudge no more than what waits: where snapshots follow each other closely each of them may be
 * missed. So the pauses grow, and are in step with nothing. */
static void wake(struct follower *follower)
{
    int64_t now = steady_ms(), pause = WAKE_MS;

    for (unsigned i = 0; i < follower->wakes && pause < WAKE_MOST_MS; i++)
        pause += pause / 3;
    if (follower->woken_ms && now - follower->woken_ms < pause)
        return;
    follower->woken_ms = now;
    follower->wakes++;
    if (put_row(follower->ledger, WAKE_ROW, now_s(follower), "", NULL) != RC_OK)
        return; /* another commit is under way: it wakes the engine as well */
}

/* ---- places ---- */

static bool is_same_file(const struct ledger_place *a, const struct ledger_place *b)
{
    return memcmp(a->salt, b->salt, sizeof a->salt) == 0;
}

void follower_note(struct follower *follower, struct ledger *ledger)
{
    struct ledger_place place;

    if (!follower || ledger_place_get(ledger, &place, NULL) != RC_OK)
        return;
    pthread_mutex_lock(&follower->place_lock);
    if (follower->noted.frames && !is_same_file(&follower->noted, &place))
        follower->before = follower->noted;
    follower->noted = place;
    pthread_mutex_unlock(&follower->place_lock);
}

static struct ledger_place get_before(struct follower *follower)
{
    struct ledger_place before;

    pthread_mutex_lock(&follower->place_lock);
    before = follower->before;
    pthread_mutex_unlock(&follower->place_lock);
    return before;
}

static void drop_before(struct follower *follower, const struct ledger_place *found)
{
    pthread_mutex_lock(&follower->place_lock);
    if (is_same_file(&follower->before, found))
        follower->before.frames = 0;
    pthread_mutex_unlock(&follower->place_lock);
}

static bool is_held(const struct follower *follower, const struct ledger_place *place)
{
    return place->frames && follower->held.frames >= place->frames &&
           is_same_file(&follower->held, place);
}

/* ---- looking ---- */

static enum follower_how how_of(struct follower *follower, enum replica_how how)
{
    static const enum follower_how of[REPLICA_HOW_COUNT] = {
        [REPLICA_FOLLOWS] = FOLLOWER_BEHIND,  [REPLICA_AWAY] = FOLLOWER_AWAY,
        [REPLICA_EMPTY] = FOLLOWER_EMPTY,     [REPLICA_OTHER] = FOLLOWER_OTHER,
        [REPLICA_BEGINS] = FOLLOWER_BEGINS,   [REPLICA_TURNED_BACK] = FOLLOWER_TURNED_BACK,
        [REPLICA_DAMAGED] = FOLLOWER_DAMAGED, [REPLICA_TAKEN] = FOLLOWER_TAKEN};

    if ((how == REPLICA_FOLLOWS || how == REPLICA_BEGINS) &&
        replica_free_bytes(follower->replica) < FULL_BYTES)
        return FOLLOWER_FULL;
    return of[how];
}

/* One look at the replica: does it show this place? */
static enum follower_how look(struct follower *follower, struct ledger_place *sought,
                              struct err *why)
{
    char generation[REPLICA_GENERATION_BYTES];
    struct ledger_place before = get_before(follower);
    enum replica_how how;
    bool known;

    if (!read_generation(follower, generation))
        return FOLLOWER_NO_ENGINE;
    known = is_known(follower, generation);
    how = replica_read_on(follower->replica, generation, known, sought, why);
    if (how != REPLICA_FOLLOWS)
        return how_of(follower, how);
    if (!known && make_known(follower, generation, NULL) == RC_OK &&
        ledger_place_get(follower->ledger, sought, why) == RC_OK)
        return FOLLOWER_BEHIND; /* what says so must be there as well */
    if (!known || !replica_holds(follower->replica, sought))
        return how_of(follower, how);
    if (before.frames && !replica_holds(follower->replica, &before) &&
        !replica_began_behind(follower->replica, &before))
        return FOLLOWER_BEHIND;
    drop_before(follower, &before);
    follower->held = *sought;
    return FOLLOWER_HELD;
}

static void rest(int64_t waited_ms)
{
    int64_t ms = waited_ms / 4;
    struct timespec pause;

    ms = ms < LOOK_MS ? LOOK_MS : ms > LOOK_MOST_MS ? LOOK_MOST_MS : ms;
    pause = (struct timespec){0, ms * 1000000};
    nanosleep(&pause, NULL);
}

static void note_state(struct follower *follower, enum follower_how how, const struct err *why,
                       int64_t waited_ms)
{
    struct follower_state *state = &follower->state;
    int64_t now = now_s(follower);

    pthread_mutex_lock(&follower->state_lock);
    state->how = how;
    state->why[0] = '\0';
    if (how == FOLLOWER_HELD) {
        follower->wakes = 0;
        state->held_s = now;
        state->waits_ms = waited_ms;
        follower->since_s = 0;
    } else {
        text_copy(state->why, sizeof state->why, why->text);
        if (!follower->since_s)
            follower->since_s = now - waited_ms / 1000;
    }
    state->waited_s = follower->since_s ? now - follower->since_s : 0;
    state->without = follower->config->follower_wait_s &&
                     state->waited_s > follower->config->follower_wait_s && how != FOLLOWER_TAKEN;
    pthread_mutex_unlock(&follower->state_lock);
}

static enum rc seek(struct follower *follower, int64_t wait_ms, struct err *err)
{
    int64_t start_ms = steady_ms(), waited_ms = 0;
    struct ledger_place place;
    struct err why = {0};
    enum follower_how how;
    enum rc rc = start(follower, err);

    if (rc == RC_OK)
        rc = ledger_place_get(follower->ledger, &place, err);
    if (rc != RC_OK)
        return rc;
    if (is_held(follower, &place) && !get_before(follower).frames) {
        note_state(follower, FOLLOWER_HELD, NULL, 0);
        return RC_OK;
    }
    for (;;) {
        if (!place.frames) { /* the file was begun anew, and nothing is in it */
            wake(follower);
            if (ledger_place_get(follower->ledger, &place, NULL) != RC_OK)
                place.frames = 0;
        }
        err_clear(&why);
        how = look(follower, &place, &why);
        follower->looked_ms = steady_ms();
        waited_ms = follower->looked_ms - start_ms;
        if (how == FOLLOWER_HELD || waited_ms >= wait_ms)
            break;
        if (waited_ms >= WAKE_MS)
            wake(follower);
        rest(waited_ms);
    }
    note_state(follower, how, &why, waited_ms);
    return how == FOLLOWER_HELD
               ? RC_OK
               : ERR(err, RC_LATER, "the replica does not hold the newest change (",
                     follower_how_name(how), why.text[0] ? ": " : "", why.text,
                     "): letters wait for it; see postern doctor");
}

static void read_state(struct follower *follower, struct follower_state *state)
{
    pthread_mutex_lock(&follower->state_lock);
    *state = follower->state;
    if (follower->since_s)
        state->waited_s = now_s(follower) - follower->since_s;
    pthread_mutex_unlock(&follower->state_lock);
}

/* Several that wait are served by one look after the other's: the second finds what it seeks. */
enum rc follower_await(struct follower *follower, struct err *err)
{
    struct err own = {0};
    struct follower_state state;
    enum rc rc;

    if (!follower)
        return RC_OK;
    pthread_mutex_lock(&follower->lock);
    read_state(follower, &state);
    if (state.without && steady_ms() - follower->looked_ms < AGAIN_MS) {
        pthread_mutex_unlock(&follower->lock);
        return RC_OK;
    }
    rc = seek(follower, state.without ? 0 : AWAIT_MS, &own);
    read_state(follower, &state);
    pthread_mutex_unlock(&follower->lock);
    if (rc == RC_LATER && state.without)
        return RC_OK;
    return rc == RC_OK ? RC_OK : ERR(err, rc, own.text);
}

void follower_seen(struct follower *follower, struct follower_state *state)
{
    *state = (struct follower_state){.how = FOLLOWER_OFF};
    if (follower)
        read_state(follower, state);
}

void follower_look(struct follower *follower, int wait_ms, struct follower_state *state)
{
    struct err err = {0};

    *state = (struct follower_state){.how = FOLLOWER_OFF};
    if (!follower)
        return;
    if (pthread_mutex_trylock(&follower->lock) == 0) {
        enum rc rc = seek(follower, wait_ms, &err);

        if (rc != RC_OK && rc != RC_LATER)
            note_state(follower, FOLLOWER_AWAY, &err, 0);
        pthread_mutex_unlock(&follower->lock);
    }
    read_state(follower, state);
}
