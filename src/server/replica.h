/* SPDX-License-Identifier: MIT */
/* The second host: nothing leaves this server that its replica does not hold. One function is the
 * barrier, replica_await: whoever marks a head, signs or lets anything out asks it first. An
 * engine beside this program (Litestream) makes the copy, and is asked whether it did.
 *
 * One for all desks of a process; threads may use it at the same time. NULL stands for a server
 * without a replica, and lets everything pass. Source: design, section 11, P4; doc/replica.md. */
#pragma once

#include "ledger/ledger.h"
#include "server/config.h"
#include "server/world.h"

struct replica;

enum replica_how {
    REPLICA_OFF,         /* no replica is wanted */
    REPLICA_CURRENT,     /* the engine says that the replica holds all that there is */
    REPLICA_BEHIND,      /* no answer within our limit, or none was asked for yet */
    REPLICA_NO_ENGINE,   /* nobody answers at the socket */
    REPLICA_SHUT,        /* this user may not ask there */
    REPLICA_AWAY,        /* the engine cannot write the replica */
    REPLICA_OTHER,       /* the engine copies another ledger than this one */
    REPLICA_TURNED_BACK, /* its count fell, or stood still over a change */
    REPLICA_HOW_COUNT
};
/* "off", "held", "behind", … and what the administrator is to do about it ("" = nothing) */
const char *replica_how_name(enum replica_how how);
const char *replica_how_help(enum replica_how how);

struct replica_state {
    enum replica_how how;
    bool without;     /* letters leave although it does not hold them ([server] replica_wait) */
    int64_t held_s;   /* when the newest wait that was answered was asked; 0 = none yet */
    int64_t waited_s; /* since the first wait that was not answered was asked; 0 = none was not */
    char why[ERR_TEXT_BYTES];
};

/* Opens nothing yet.
 * in     config, world: borrowed for its life
 * out    *replica: NULL where the configuration names none */
enum rc replica_open(const struct config *config, const struct desk_world *world,
                     struct replica **replica, struct err *err);
void replica_close(struct replica *replica); /* NULL allowed */

/* Wait until the engine says that every commit made so far, by anybody, is in the replica. An
 * answer serves all commits that had returned before it was asked for, and no other; the first call
 * in a process asks always. fails  RC_LATER: it does not say so, see replica_seen; then nothing
 * may be signed or let out that rests on what the ledger holds */
enum rc replica_await(struct replica *replica, struct err *err);
/* Ask now, and tell how it stands. limit_ms: 2000 or more */
void replica_look(struct replica *replica, int limit_ms, struct replica_state *state);
/* How it was last seen; asks nobody. */
void replica_seen(struct replica *replica, struct replica_state *state);

/* ---- what the replica holds in truth: once a day, and when the administrator looks ---- */

struct replica_proof {
    int64_t at_s;             /* of the newest; 0 = none yet */
    char why[ERR_TEXT_BYTES]; /* "" = a ledger could be made of the replica, and it was whole */
};
/* Let the engine make a ledger from its replica beside the one in use, look whether it is ours and
 * not behind the last answered wait, and remove it. What came of it is noted in the ledger.
 * in     stop_fd: readable = stop, and note nothing; −1 = none
 * fails  what keeps it from being noted; what is wrong with the replica stands in *proof */
enum rc replica_prove(struct replica *replica, int stop_fd, struct replica_proof *proof,
                      struct err *err);
/* The newest, as noted. */
enum rc replica_proved(struct ledger *ledger, struct replica_proof *proof, struct err *err);
/* The same where a day has passed since the newest, or an hour since one that failed. */
enum rc replica_prove_daily(struct replica *replica, int stop_fd, struct err *err);
