/* SPDX-License-Identifier: MIT */
/* The copy of a ledger that an engine keeps elsewhere (Litestream 0.3), read back: how far it goes,
 * and a ledger made from it.
 *
 * The engine copies the ledger once (a snapshot) and from then on what is added to the write-ahead
 * file, in segments. All that since such a beginning is a generation; what interrupts it begins a
 * new one. Holds no secret key and opens no ledger.
 *
 *     generations/G/snapshots/INDEX.snapshot.lz4
 *     generations/G/wal/INDEX_OFFSET.wal.lz4     (hex; INDEX: of the write-ahead file)
 *     postern-promoted                           (a ledger was made from it: written no more)
 *
 * Source: design, section 11, P4. */
#ifndef POSTERN_REPLICA_REPLICA_H
#define POSTERN_REPLICA_REPLICA_H

#include "ledger/place.h"
#include "replica/store.h"

enum { REPLICA_GENERATION_BYTES = 17 }; /* 16 hex digits and the NUL */

enum replica_how {
    REPLICA_FOLLOWS,     /* what was read so far is whole */
    REPLICA_AWAY,        /* cannot be read */
    REPLICA_EMPTY,       /* no generation at all */
    REPLICA_OTHER,       /* other generations, not this one */
    REPLICA_BEGINS,      /* the snapshot is not finished */
    REPLICA_TURNED_BACK, /* what was there is not any more */
    REPLICA_DAMAGED,     /* a gap, or what does not fit */
    REPLICA_TAKEN,       /* somebody was promoted from it */
    REPLICA_HOW_COUNT
};
/* "follows", "away", … */
const char *replica_how_name(enum replica_how how);

struct replica;
/* fails  RC_CONFIG: see store_open */
enum rc replica_open(const struct store_where *where, struct replica **replica,
                     struct err *err) MUST_CHECK;
void replica_close(struct replica *replica); /* NULL allowed */

/* Read what has come since the last call.
 * in     generation: the engine's present one; whole: somebody looked through its snapshot;
 *        sought: reading goes on into the next file when that has other salts than the last
 * out    why: what is wrong, unless it follows */
enum replica_how replica_read_on(struct replica *replica, const char *generation, bool whole,
                                 const struct ledger_place *sought, struct err *why);
/* Is this place in what was read? */
bool replica_holds(const struct replica *replica, const struct ledger_place *place);
/* Is the place in a file older than all that this reading knows? Then it says nothing of it. */
bool replica_began_behind(const struct replica *replica, const struct ledger_place *place);
int64_t replica_free_bytes(struct replica *replica);

/* ---- making a ledger from it ---- */

enum { REPLICA_GENERATIONS_MAX = 64 };
struct replica_generations {
    unsigned count;
    char name[REPLICA_GENERATIONS_MAX][REPLICA_GENERATION_BYTES];
};
/* fails  RC_NOT_FOUND: there is none; RC_TOO_LONG: more than that */
enum rc replica_generations(struct replica *replica, struct replica_generations *out,
                            struct err *err) MUST_CHECK;
struct replica_restored {
    unsigned segments; /* used */
    unsigned beyond;   /* that stand behind a gap, or are damaged: of no use */
};
/* Write a generation's newest state as a ledger's file, synced; the file must not exist.
 * fails  RC_BAD_INPUT: no snapshot is whole */
enum rc replica_restore(struct replica *replica, const char *generation, const char *path,
                        struct replica_restored *out, struct err *err) MUST_CHECK;

/* Say in the replica that it was taken: who still writes it lets nothing out any more that rests on
 * it (REPLICA_TAKEN). note: a line for people */
enum rc replica_take(struct replica *replica, const char *note, struct err *err) MUST_CHECK;
enum rc replica_is_taken(struct replica *replica, bool *taken, struct err *err) MUST_CHECK;

#endif
