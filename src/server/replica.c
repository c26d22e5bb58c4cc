/* SPDX-License-Identifier: MIT */
#include "server/replica.h"

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
static const char ROW[] = "replica", WAKE_ROW[] = "replica-wake";

struct replica {
    const struct config *config;
    const struct desk_world *world;
    pthread_mutex_t lock; /* of all below, but for what has a lock of its own */
    struct ledger *ledger;
    struct readback *readback;
    char generation[READBACK_GENERATION_BYTES]; /* whose row is written; "" = none yet */
    struct ledger_place held;                   /* the newest place that was found there */
    int64_t woken_ms, looked_ms;
    unsigned wakes; /* since something was found there */

    pthread_mutex_t place_lock;
    struct ledger_place noted;  /* newest commit of this process */
    struct ledger_place before; /* last one in another file, not found yet; frames 0 = none */

    pthread_mutex_t state_lock;
    struct replica_state state;
    int64_t since_s; /* waiting; 0 = nothing waits */
};

static const struct {
    const char *name, *help;
} hows[REPLICA_HOW_COUNT] = {
    [REPLICA_OFF] = {"off", ""},
    [REPLICA_CURRENT] = {"held", ""},
    [REPLICA_BEHIND] = {"behind",
                        "see whether Litestream runs, and start it again: once it could not "
                        "write its copy it may stand still"},
    [REPLICA_NO_ENGINE] = {"no-engine",
                           "start Litestream for this ledger, as doc/replica.md shows"},
    [REPLICA_AWAY] = {"away", "see whether the other machine and its disk are there"},
    [REPLICA_FULL] = {"full", "make room on the disk of the replica"},
    [REPLICA_EMPTY] = {"empty", "see whether Litestream runs and writes where [server] replica "
                                "says"},
    [REPLICA_OTHER] = {"other", "let Litestream begin anew: stop it, remove its folder beside "
                                "the ledger (.NAME-litestream), empty the replica, start it"},
    [REPLICA_BEGINS] = {"begins", ""},
    [REPLICA_TURNED_BACK] = {"turned-back",
                             "let Litestream begin anew: stop it, remove its folder beside "
                             "the ledger (.NAME-litestream), start it"},
    [REPLICA_DAMAGED] = {"damaged", "let Litestream begin anew: stop it, remove its folder beside "
                                    "the ledger (.NAME-litestream), start it"},
    [REPLICA_TAKEN] = {"taken", "another host was promoted from this replica and goes on in this "
                                "one's place: stop posternd here"},
};

const char *replica_how_name(enum replica_how how)
{
    return hows[how].name;
}

const char *replica_how_help(enum replica_how how)
{
    return hows[how].help;
}

/* ---- life ---- */

enum rc replica_open(const struct config *config, const struct desk_world *world,
                     struct replica **replica, struct err *err)
{
    struct replica *made;

    *replica = NULL;
    if (!config->replica[0])
        return RC_OK;
    made = calloc(1, sizeof *made);
    if (!made)
        return ERR(err, RC_NO_MEMORY, "no memory for the replica");
    made->config = config;
    made->world = world;
    pthread_mutex_init(&made->lock, NULL);
    pthread_mutex_init(&made->place_lock, NULL);
    pthread_mutex_init(&made->state_lock, NULL);
    made->state.how = REPLICA_BEHIND;
    *replica = made;
    return RC_OK;
}

void replica_close(struct replica *replica)
{
    if (!replica)
        return;
    readback_close(replica->readback);
    ledger_close(replica->ledger);
    pthread_mutex_destroy(&replica->lock);
    pthread_mutex_destroy(&replica->place_lock);
    pthread_mutex_destroy(&replica->state_lock);
    free(replica);
}

static enum rc start(struct replica *replica, struct err *err)
{
    const struct config *config = replica->config;
    struct store_where where = {config->replica, config->replica_key, config->replica_hosts,
                                ANSWER_MS};
    enum rc rc = RC_OK;

    if (!replica->ledger) {
        rc = ledger_open(config->ledger, LEDGER_WRITE, &replica->ledger, err);
        if (rc == RC_OK)
            ledger_set_patience(replica->ledger, WRITE_PATIENCE_MS);
    }
    if (rc == RC_OK && !replica->readback)
        rc = readback_open(&where, &replica->readback, err);
    return rc;
}

/* ---- the engine's and our own notes ---- */

static int64_t steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t now_s(const struct replica *replica)
{
    return replica->world->now(replica->world->context);
}

/* "FOLDER/.NAME-litestream/generation" holds the name of the copy that is being made. */
static bool read_generation(const struct replica *replica,
                            char generation[READBACK_GENERATION_BYTES])
{
    const char *ledger = replica->config->ledger, *slash = strrchr(ledger, '/');
    char path[CONFIG_TEXT_BYTES + 32];
    struct buf text = {0};
    bool whole;

    snprintf(path, sizeof path, "%.*s/.%s-litestream/generation", slash ? (int)(slash - ledger) : 1,
             slash ? ledger : ".", slash ? slash + 1 : ledger);
    whole = files_read(path, 64, &text, NULL) == RC_OK && text.length >= 16;
    if (whole)
        text_copy(generation, READBACK_GENERATION_BYTES, text.at);
    buf_fini(&text);
    return whole;
}

enum rc replica_ordinal(struct ledger *ledger, int64_t *ordinal, struct err *err)
{
    struct buf state = {0};
    enum rc rc = ledger_inbox_get(ledger, ROW, ordinal, &state, err);

    buf_fini(&state);
    return rc;
}

/* Somebody looked through the copy that bears this name. */
static bool is_known(struct replica *replica, const char *generation)
{
    struct buf state = {0};
    int64_t ordinal;
    bool known = text_equal(replica->generation, generation);

    if (!known && ledger_inbox_get(replica->ledger, ROW, &ordinal, &state, NULL) == RC_OK)
        known = text_equal(buf_text(&state), generation);
    if (known)
        text_copy(replica->generation, sizeof replica->generation, generation);
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
static enum rc make_known(struct replica *replica, const char *generation, struct err *err)
{
    int64_t ordinal = 0, now = now_s(replica);
    enum rc rc = replica_ordinal(replica->ledger, &ordinal, err);

    if (rc == RC_OK)
        rc = put_row(replica->ledger, ROW, now > ordinal ? now : ordinal + 1, generation, err);
    if (rc == RC_OK)
        text_copy(replica->generation, sizeof replica->generation, generation);
    return rc;
}

/* A harmless commit. What the engine copies while it begins a snapshot it announces to nobody, the
 * nudge no more than what waits: where snapshots follow each other closely each of them may be
 * missed. So the pauses grow, and are in step with nothing. */
static void wake(struct replica *replica)
{
    int64_t now = steady_ms(), pause = WAKE_MS;

    for (unsigned i = 0; i < replica->wakes && pause < WAKE_MOST_MS; i++)
        pause += pause / 3;
    if (replica->woken_ms && now - replica->woken_ms < pause)
        return;
    replica->woken_ms = now;
    replica->wakes++;
    if (put_row(replica->ledger, WAKE_ROW, now_s(replica), "", NULL) != RC_OK)
        return; /* another commit is under way: it wakes the engine as well */
}

/* ---- places ---- */

static bool is_same_file(const struct ledger_place *a, const struct ledger_place *b)
{
    return memcmp(a->salt, b->salt, sizeof a->salt) == 0;
}

void replica_note(struct replica *replica, struct ledger *ledger)
{
    struct ledger_place place;

    if (!replica || ledger_place_get(ledger, &place, NULL) != RC_OK)
        return;
    pthread_mutex_lock(&replica->place_lock);
    if (replica->noted.frames && !is_same_file(&replica->noted, &place))
        replica->before = replica->noted;
    replica->noted = place;
    pthread_mutex_unlock(&replica->place_lock);
}

static struct ledger_place get_before(struct replica *replica)
{
    struct ledger_place before;

    pthread_mutex_lock(&replica->place_lock);
    before = replica->before;
    pthread_mutex_unlock(&replica->place_lock);
    return before;
}

static void drop_before(struct replica *replica, const struct ledger_place *found)
{
    pthread_mutex_lock(&replica->place_lock);
    if (is_same_file(&replica->before, found))
        replica->before.frames = 0;
    pthread_mutex_unlock(&replica->place_lock);
}

static bool is_held(const struct replica *replica, const struct ledger_place *place)
{
    return place->frames && replica->held.frames >= place->frames &&
           is_same_file(&replica->held, place);
}

/* ---- looking ---- */

static enum replica_how how_of(struct replica *replica, enum readback_how how)
{
    static const enum replica_how of[READBACK_HOW_COUNT] = {
        [READBACK_FOLLOWS] = REPLICA_BEHIND,  [READBACK_AWAY] = REPLICA_AWAY,
        [READBACK_EMPTY] = REPLICA_EMPTY,     [READBACK_OTHER] = REPLICA_OTHER,
        [READBACK_BEGINS] = REPLICA_BEGINS,   [READBACK_TURNED_BACK] = REPLICA_TURNED_BACK,
        [READBACK_DAMAGED] = REPLICA_DAMAGED, [READBACK_TAKEN] = REPLICA_TAKEN};

    if ((how == READBACK_FOLLOWS || how == READBACK_BEGINS) &&
        readback_free_bytes(replica->readback) < FULL_BYTES)
        return REPLICA_FULL;
    return of[how];
}

/* One look at the replica: does it show this place? */
static enum replica_how look(struct replica *replica, struct ledger_place *sought, struct err *why)
{
    char generation[READBACK_GENERATION_BYTES];
    struct ledger_place before = get_before(replica);
    enum readback_how how;
    bool known;

    if (!read_generation(replica, generation))
        return REPLICA_NO_ENGINE;
    known = is_known(replica, generation);
    how = readback_read_on(replica->readback, generation, known, sought, why);
    if (how != READBACK_FOLLOWS)
        return how_of(replica, how);
    if (!known && make_known(replica, generation, NULL) == RC_OK &&
        ledger_place_get(replica->ledger, sought, why) == RC_OK)
        return REPLICA_BEHIND; /* what says so must be there as well */
    if (!known || !readback_holds(replica->readback, sought))
        return how_of(replica, how);
    if (before.frames && !readback_holds(replica->readback, &before) &&
        !readback_began_behind(replica->readback, &before))
        return REPLICA_BEHIND;
    drop_before(replica, &before);
    replica->held = *sought;
    return REPLICA_CURRENT;
}

static void rest(int64_t waited_ms)
{
    int64_t ms = waited_ms / 4;
    struct timespec pause;

    ms = ms < LOOK_MS ? LOOK_MS : ms > LOOK_MOST_MS ? LOOK_MOST_MS : ms;
    pause = (struct timespec){0, ms * 1000000};
    nanosleep(&pause, NULL);
}

static void note_state(struct replica *replica, enum replica_how how, const struct err *why,
                       int64_t waited_ms)
{
    struct replica_state *state = &replica->state;
    int64_t now = now_s(replica);

    pthread_mutex_lock(&replica->state_lock);
    state->how = how;
    state->why[0] = '\0';
    if (how == REPLICA_CURRENT) {
        replica->wakes = 0;
        state->held_s = now;
        state->waits_ms = waited_ms;
        replica->since_s = 0;
    } else {
        text_copy(state->why, sizeof state->why, why->text);
        if (!replica->since_s)
            replica->since_s = now - waited_ms / 1000;
    }
    state->waited_s = replica->since_s ? now - replica->since_s : 0;
    state->without = replica->config->replica_wait_s &&
                     state->waited_s > replica->config->replica_wait_s && how != REPLICA_TAKEN;
    pthread_mutex_unlock(&replica->state_lock);
}

static enum rc seek(struct replica *replica, int64_t wait_ms, struct err *err)
{
    int64_t start_ms = steady_ms(), waited_ms = 0;
    struct ledger_place place;
    struct err why = {0};
    enum replica_how how;
    enum rc rc = start(replica, err);

    if (rc == RC_OK)
        rc = ledger_place_get(replica->ledger, &place, err);
    if (rc != RC_OK)
        return rc;
    if (is_held(replica, &place) && !get_before(replica).frames) {
        note_state(replica, REPLICA_CURRENT, NULL, 0);
        return RC_OK;
    }
    for (;;) {
        if (!place.frames) { /* the file was begun anew, and nothing is in it */
            wake(replica);
            if (ledger_place_get(replica->ledger, &place, NULL) != RC_OK)
                place.frames = 0;
        }
        err_clear(&why);
        how = look(replica, &place, &why);
        replica->looked_ms = steady_ms();
        waited_ms = replica->looked_ms - start_ms;
        if (how == REPLICA_CURRENT || waited_ms >= wait_ms)
            break;
        if (waited_ms >= WAKE_MS)
            wake(replica);
        rest(waited_ms);
    }
    note_state(replica, how, &why, waited_ms);
    return how == REPLICA_CURRENT
               ? RC_OK
               : ERR(err, RC_LATER, "the replica does not hold the newest change (",
                     replica_how_name(how), why.text[0] ? ": " : "", why.text,
                     "): letters wait for it; see postern doctor");
}

static void read_state(struct replica *replica, struct replica_state *state)
{
    pthread_mutex_lock(&replica->state_lock);
    *state = replica->state;
    if (replica->since_s)
        state->waited_s = now_s(replica) - replica->since_s;
    pthread_mutex_unlock(&replica->state_lock);
}

/* Several that wait are served by one look after the other's: the second finds what it seeks. */
enum rc replica_await(struct replica *replica, struct err *err)
{
    struct err own = {0};
    struct replica_state state;
    enum rc rc;

    if (!replica)
        return RC_OK;
    pthread_mutex_lock(&replica->lock);
    read_state(replica, &state);
    if (state.without && steady_ms() - replica->looked_ms < AGAIN_MS) {
        pthread_mutex_unlock(&replica->lock);
        return RC_OK;
    }
    rc = seek(replica, state.without ? 0 : AWAIT_MS, &own);
    read_state(replica, &state);
    pthread_mutex_unlock(&replica->lock);
    if (rc == RC_LATER && state.without)
        return RC_OK;
    return rc == RC_OK ? RC_OK : ERR(err, rc, own.text);
}

void replica_seen(struct replica *replica, struct replica_state *state)
{
    *state = (struct replica_state){.how = REPLICA_OFF};
    if (replica)
        read_state(replica, state);
}

void replica_look(struct replica *replica, int wait_ms, struct replica_state *state)
{
    struct err err = {0};

    *state = (struct replica_state){.how = REPLICA_OFF};
    if (!replica)
        return;
    if (pthread_mutex_trylock(&replica->lock) == 0) {
        enum rc rc = seek(replica, wait_ms, &err);

        if (rc != RC_OK && rc != RC_LATER)
            note_state(replica, REPLICA_AWAY, &err, 0);
        pthread_mutex_unlock(&replica->lock);
    }
    read_state(replica, state);
}
