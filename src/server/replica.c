/* SPDX-License-Identifier: MIT */
/* When the engine is asked, and what its answer stands for; how it is asked is src/replica's. That
 * the replica can be gone on from is looked at in replica_proof.c. */
#include "server/replica.h"

#include <stdio.h>
#include <unistd.h>

#include "base/child.h"
#include "ledger/commits.h"
#include "replica/engine.h"
#include "server/replica_p.h"

enum {
    AWAIT_MS = 10000, /* a wait may stand behind the copy of the whole ledger: then it is held */
    LOOK_MS = 2000,   /* where letters leave without it, nobody waits for long */
    AGAIN_MS = 1000   /* nor often */
};

static const struct {
    const char *name, *help;
} hows[REPLICA_HOW_COUNT] = {
    [REPLICA_OFF] = {"off", ""},
    [REPLICA_CURRENT] = {"held", ""},
    [REPLICA_BEHIND] = {"behind", "see in Litestream's journal what it is doing; a first copy of "
                                  "the whole ledger takes its time"},
    [REPLICA_NO_ENGINE] = {"no-engine", "start Litestream 0.5.9 or newer, with its control socket "
                                        "where [server] replica says (doc/replica.md)"},
    [REPLICA_SHUT] = {"shut", "let Litestream run as the same user as posternd, or give its "
                              "socket `permissions` in litestream.yml"},
    [REPLICA_AWAY] = {"away", "see whether the replica's machine and its disk are there, and have "
                              "room"},
    [REPLICA_OTHER] = {"other", "name this ledger in litestream.yml, by the path that [server] "
                                "ledger has"},
    [REPLICA_TURNED_BACK] = {"turned-back",
                             "if you let Litestream begin anew, run postern doctor: where it "
                             "finds the new copy whole, letters go out again"},
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
    char folder[CONFIG_TEXT_BYTES] = "";
    struct replica *made;

    *replica = NULL;
    if (!config->replica[0])
        return RC_OK;
    made = calloc(1, sizeof *made);
    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for the replica");
    made->config = config;
    made->world = world;
    if (config->ledger[0] != '/' && !getcwd(folder, sizeof folder)) {
        free(made);
        return ERR(err, RC_IO, "the current folder has no path");
    }
    snprintf(made->path, sizeof made->path, "%s%s%s", folder, folder[0] ? "/" : "", config->ledger);
    pthread_mutex_init(&made->lock, NULL);
    pthread_mutex_init(&made->state_lock, NULL);
    made->state.how = REPLICA_BEHIND;
    *replica = made;
    return RC_OK;
}

void replica_close(struct replica *replica)
{
    if (!replica)
        return;
    ledger_close(replica->ledger);
    pthread_mutex_destroy(&replica->lock);
    pthread_mutex_destroy(&replica->state_lock);
    free(replica);
}

enum rc replica_open_ledger(struct replica *replica, struct err *err)
{
    return replica->ledger ? RC_OK
                           : ledger_open(replica->path, LEDGER_WRITE, &replica->ledger, err);
}

static int64_t now_s(const struct replica *replica)
{
    return replica->world->now(replica->world->context);
}

/* ---- asking ---- */

static void note_state(struct replica *replica, enum replica_how how, const struct err *why,
                       int64_t asked_s)
{
    struct replica_state *state = &replica->state;

    pthread_mutex_lock(&replica->state_lock);
    state->how = how;
    text_copy(state->why, sizeof state->why, how == REPLICA_CURRENT ? "" : why->text);
    if (how == REPLICA_CURRENT) {
        state->held_s = asked_s;
        replica->since_s = 0;
    } else if (!replica->since_s)
        replica->since_s = asked_s;
    state->waited_s = replica->since_s ? now_s(replica) - replica->since_s : 0;
    state->without =
        replica->config->replica_wait_s && state->waited_s > replica->config->replica_wait_s;
    pthread_mutex_unlock(&replica->state_lock);
}

/* Its number must have grown over the newest commit: one that stood still, or fell, counts another
 * file, or is of an engine that began anew. */
static enum replica_how judge(enum engine_how how, int64_t number,
                              const struct ledger_commits *commits,
                              const struct ledger_answer *before)
{
    static const enum replica_how of[] = {
        [ENGINE_ABSENT] = REPLICA_NO_ENGINE, [ENGINE_SHUT] = REPLICA_SHUT,
        [ENGINE_SILENT] = REPLICA_BEHIND,    [ENGINE_FAILS] = REPLICA_AWAY,
        [ENGINE_OTHER] = REPLICA_OTHER,      [ENGINE_HOLDS] = REPLICA_CURRENT};

    if (how == ENGINE_HOLDS && (number <= commits->answered || number < before->number))
        return REPLICA_TURNED_BACK;
    return of[how];
}

static enum rc refuse(enum replica_how how, const struct err *why, struct err *err)
{
    return ERR(err, RC_LATER, "the replica does not hold the newest change (",
               replica_how_name(how), why->text[0] ? ": " : "", why->text,
               "): letters wait for it; see postern doctor");
}

static enum rc ask(struct replica *replica, const struct ledger_commits *commits,
                   const struct ledger_answer *before, int limit_ms, struct err *err)
{
    struct engine_wait wait = {replica->config->replica, replica->path, limit_ms, 0};
    int64_t asked_s = now_s(replica);
    struct err why = {0};
    enum engine_how said = engine_await(&wait, &why);
    enum replica_how how = judge(said, wait.number, commits, before);

    replica->looked_ms = steady_ms();
    if (how == REPLICA_CURRENT)
        TRY(ledger_answer_put(replica->path, &(struct ledger_answer){wait.number, commits->count},
                              err));
    replica->asked |= how == REPLICA_CURRENT;
    note_state(replica, how, &why, asked_s);
    return how == REPLICA_CURRENT ? RC_OK : refuse(how, &why, err);
}

/* anew: also when an answer is there for all that was committed */
static enum rc seek(struct replica *replica, int limit_ms, bool anew, struct err *err)
{
    struct ledger_commits commits;
    struct ledger_answer before;

    TRY(replica_open_ledger(replica, err));
    TRY(ledger_commits_get(replica->ledger, &commits, err));
    TRY(ledger_answer_get(replica->path, &before, err));
    if (anew || !replica->asked || before.commits < commits.count)
        TRY(ask(replica, &commits, &before, limit_ms, err));
    return RC_OK;
}

static void read_state(struct replica *replica, struct replica_state *state)
{
    pthread_mutex_lock(&replica->state_lock);
    *state = replica->state;
    if (replica->since_s)
        state->waited_s = now_s(replica) - replica->since_s;
    pthread_mutex_unlock(&replica->state_lock);
}

enum rc replica_await(struct replica *replica, struct err *err)
{
    struct err own = {0};
    struct replica_state state;
    enum rc rc = RC_OK;

    if (!replica)
        return RC_OK;
    pthread_mutex_lock(&replica->lock);
    read_state(replica, &state);
    if (!state.without || steady_ms() - replica->looked_ms >= AGAIN_MS)
        rc = seek(replica, state.without ? LOOK_MS : AWAIT_MS, false, &own);
    read_state(replica, &state);
    pthread_mutex_unlock(&replica->lock);
    if (rc == RC_OK || (rc == RC_LATER && state.without))
        return RC_OK;
    return ERR(err, rc, own.text);
}

void replica_seen(struct replica *replica, struct replica_state *state)
{
    *state = (struct replica_state){.how = REPLICA_OFF};
    if (replica)
        read_state(replica, state);
}

void replica_look(struct replica *replica, int limit_ms, struct replica_state *state)
{
    struct err err = {0};

    *state = (struct replica_state){.how = REPLICA_OFF};
    if (!replica)
        return;
    if (pthread_mutex_trylock(&replica->lock) == 0) {
        enum rc rc = seek(replica, limit_ms, true, &err);

        if (rc != RC_OK && rc != RC_LATER)
            note_state(replica, REPLICA_BEHIND, &err, now_s(replica));
        pthread_mutex_unlock(&replica->lock);
    }
    read_state(replica, state);
}
