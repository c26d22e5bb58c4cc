/* SPDX-License-Identifier: MIT */
/* The second host: nothing leaves this server that its replica does not hold. One function is the
 * barrier, follower_await: whoever marks a head, signs it or hands a letter over asks it first. An
 * engine beside this program (Litestream) makes the copy; here it is only read back.
 *
 * One for all desks of a process; threads may use it at the same time. NULL stands for a server
 * without a follower, and lets everything pass. Source: design, section 11, P4; doc/standby.md. */
#ifndef POSTERN_SERVER_FOLLOWER_H
#define POSTERN_SERVER_FOLLOWER_H

#include "ledger/ledger.h"
#include "server/config.h"
#include "server/world.h"

struct follower;

enum follower_how {
    FOLLOWER_OFF,         /* no replica is wanted */
    FOLLOWER_HELD,        /* the replica holds all that there is */
    FOLLOWER_BEHIND,      /* it is well, but the newest is not there yet */
    FOLLOWER_NO_ENGINE,   /* nothing copies this ledger: Litestream never ran for it */
    FOLLOWER_AWAY,        /* the replica cannot be read */
    FOLLOWER_FULL,        /* its disk is */
    FOLLOWER_EMPTY,       /* there is nothing in it */
    FOLLOWER_OTHER,       /* it holds another ledger, or an older time of this one */
    FOLLOWER_BEGINS,      /* the engine began anew; its copy of the whole is not finished */
    FOLLOWER_TURNED_BACK, /* what it held before is not there any more */
    FOLLOWER_DAMAGED,     /* a gap in it, or what does not fit */
    FOLLOWER_TAKEN,       /* another host was promoted from it: this one is to stay silent */
    FOLLOWER_HOW_COUNT
};
/* "off", "held", "behind", … and what the administrator is to do about it ("" = nothing) */
const char *follower_how_name(enum follower_how how);
const char *follower_how_help(enum follower_how how);

struct follower_state {
    enum follower_how how;
    bool without;     /* letters leave although it does not hold them ([server] follower_wait) */
    int64_t held_s;   /* all that was committed before stands in it; 0 = not known yet */
    int64_t waited_s; /* how long something waits for it; 0 = nothing does */
    int64_t waits_ms; /* how long the last wait for it took */
    char why[ERR_TEXT_BYTES];
};

/* Opens nothing yet.
 * in     config, world: borrowed for its life; log: NULL = none
 * out    *follower: NULL where the configuration names none */
enum rc follower_open(const struct config *config, const struct desk_world *world,
                      struct follower **follower, struct err *err) MUST_CHECK;
void follower_close(struct follower *follower); /* NULL allowed */

/* Wait until the replica, read back, shows every commit made so far by anybody.
 * fails  RC_LATER: it does not, see follower_look; then nothing may be signed or handed over that
 *        rests on what the ledger holds; RC_CONFIG: [server] follower cannot be used */
enum rc follower_await(struct follower *follower, struct err *err) MUST_CHECK;
/* A change was committed through this connection. */
void follower_note(struct follower *follower, struct ledger *ledger);
/* How it stands, after a look at the replica if nobody else looks right now.
 * in     wait_ms: for what is on its way */
void follower_look(struct follower *follower, int wait_ms, struct follower_state *state);

/* How it was last seen; looks at nothing. */
void follower_seen(struct follower *follower, struct follower_state *state);

/* How often this ledger's copy was begun anew: among several copies the one where it is highest is
 * the newest. 0 = never */
enum rc follower_ordinal(struct ledger *ledger, int64_t *ordinal, struct err *err) MUST_CHECK;

#endif
