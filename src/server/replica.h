/* SPDX-License-Identifier: MIT */
/* The second host: nothing leaves this server that its replica does not hold. One function is the
 * barrier, replica_await: whoever marks a head, signs it or hands a letter over asks it first. An
 * engine beside this program (Litestream) makes the copy; here it is only read back.
 *
 * One for all desks of a process; threads may use it at the same time. NULL stands for a server
 * without a replica, and lets everything pass. Source: design, section 11, P4; doc/replica.md. */
#ifndef POSTERN_SERVER_REPLICA_H
#define POSTERN_SERVER_REPLICA_H

#include "ledger/ledger.h"
#include "server/config.h"
#include "server/world.h"

struct replica;

enum replica_how {
    REPLICA_OFF,         /* no replica is wanted */
    REPLICA_CURRENT,     /* the replica holds all that there is */
    REPLICA_BEHIND,      /* it is well, but the newest is not there yet */
    REPLICA_NO_ENGINE,   /* nothing copies this ledger: Litestream never ran for it */
    REPLICA_AWAY,        /* the replica cannot be read */
    REPLICA_FULL,        /* its disk is */
    REPLICA_EMPTY,       /* there is nothing in it */
    REPLICA_OTHER,       /* it holds another ledger, or an older time of this one */
    REPLICA_BEGINS,      /* the engine began anew; its copy of the whole is not finished */
    REPLICA_TURNED_BACK, /* what it held before is not there any more */
    REPLICA_DAMAGED,     /* a gap in it, or what does not fit */
    REPLICA_TAKEN,       /* another host was promoted from it: this one is to stay silent */
    REPLICA_HOW_COUNT
};
/* "off", "held", "behind", … and what the administrator is to do about it ("" = nothing) */
const char *replica_how_name(enum replica_how how);
const char *replica_how_help(enum replica_how how);

struct replica_state {
    enum replica_how how;
    bool without;     /* letters leave although it does not hold them ([server] replica_wait) */
    int64_t held_s;   /* all that was committed before stands in it; 0 = not known yet */
    int64_t waited_s; /* how long something waits for it; 0 = nothing does */
    int64_t waits_ms; /* how long the last wait for it took */
    char why[ERR_TEXT_BYTES];
};

/* Opens nothing yet.
 * in     config, world: borrowed for its life; log: NULL = none
 * out    *replica: NULL where the configuration names none */
enum rc replica_open(const struct config *config, const struct desk_world *world,
                     struct replica **replica, struct err *err) MUST_CHECK;
void replica_close(struct replica *replica); /* NULL allowed */

/* Wait until the replica, read back, shows every commit made so far by anybody.
 * fails  RC_LATER: it does not, see replica_look; then nothing may be signed or handed over that
 *        rests on what the ledger holds; RC_CONFIG: [server] replica cannot be used */
enum rc replica_await(struct replica *replica, struct err *err) MUST_CHECK;
/* A change was committed through this connection. */
void replica_note(struct replica *replica, struct ledger *ledger);
/* How it stands, after a look at the replica if nobody else looks right now.
 * in     wait_ms: for what is on its way */
void replica_look(struct replica *replica, int wait_ms, struct replica_state *state);

/* How it was last seen; looks at nothing. */
void replica_seen(struct replica *replica, struct replica_state *state);

/* How often this ledger's copy was begun anew: among several copies the one where it is highest is
 * the newest. 0 = never */
enum rc replica_ordinal(struct ledger *ledger, int64_t *ordinal, struct err *err) MUST_CHECK;

#endif
