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

enum { READBACK_GENERATION_BYTES = 17 }; /* 16 hex digits and the NUL */

enum readback_how {
    READBACK_FOLLOWS,     /* what was read so far is whole */
    READBACK_AWAY,        /* cannot be read */
    READBACK_EMPTY,       /* no generation at all */
    READBACK_OTHER,       /* other generations, not this one */
    READBACK_BEGINS,      /* the snapshot is not finished */
    READBACK_TURNED_BACK, /* what was there is not any more */
    READBACK_DAMAGED,     /* a gap, or what does not fit */
    READBACK_TAKEN,       /* somebody was promoted from it */
    READBACK_HOW_COUNT
};
/* "follows", "away", … */
const char *readback_how_name(enum readback_how how);

struct readback;
/* fails  RC_CONFIG: see store_open */
enum rc readback_open(const struct store_where *where, struct readback **readback,
                      struct err *err) MUST_CHECK;
void readback_close(struct readback *readback); /* NULL allowed */

/* Read what has come since the last call.
 * in     generation: the engine's present one; whole: somebody looked through its snapshot;
 *        sought: reading goes on into the next file when that has other salts than the last
 * out    why: what is wrong, unless it follows */
enum readback_how readback_read_on(struct readback *readback, const char *generation, bool whole,
                                   const struct ledger_place *sought, struct err *why);
/* Is this place in what was read? */
bool readback_holds(const struct readback *readback, const struct ledger_place *place);
/* Is the place in a file older than all that this reading knows? Then it says nothing of it. */
bool readback_began_behind(const struct readback *readback, const struct ledger_place *place);
int64_t readback_free_bytes(struct readback *readback);

/* ---- making a ledger from it ---- */

enum { READBACK_GENERATIONS_MAX = 64 };
struct readback_generations {
    unsigned count;
    char name[READBACK_GENERATIONS_MAX][READBACK_GENERATION_BYTES];
};
/* fails  RC_NOT_FOUND: there is none; RC_TOO_LONG: more than that */
enum rc readback_generations(struct readback *readback, struct readback_generations *out,
                             struct err *err) MUST_CHECK;
struct readback_restored {
    unsigned segments; /* used */
    unsigned beyond;   /* that stand behind a gap, or are damaged: of no use */
};
/* Write a generation's newest state as a ledger's file, synced; the file must not exist.
 * fails  RC_BAD_INPUT: no snapshot is whole */
enum rc readback_restore(struct readback *readback, const char *generation, const char *path,
                         struct readback_restored *out, struct err *err) MUST_CHECK;

/* Say in the replica that it was taken: who still writes it lets nothing out any more that rests on
 * it (READBACK_TAKEN). note: a line for people */
enum rc readback_take(struct readback *readback, const char *note, struct err *err) MUST_CHECK;
enum rc readback_is_taken(struct readback *readback, bool *taken, struct err *err) MUST_CHECK;

#endif
