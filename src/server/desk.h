/* SPDX-License-Identifier: MIT */
/* One opened server: its configuration, keys, ledger and library, with clock and entropy passed
 * in. Belongs to one thread; several desks, in several processes too, may work on one ledger.
 *
 * All changes go through desk_begin … desk_commit. Whoever changes nothing may read without.
 * Source: design, sections 2, 4, 8. */
#pragma once

#include "ledger/ledger.h"
#include "ledger/mark.h"
#include "seal/keys.h"
#include "seal/seal.h"
#include "server/config.h"
#include "server/library.h"
#include "server/log.h"
#include "server/world.h"

/* What lives above: positions in memory, of which those that a change put are kept or dropped with
 * it. */
struct desk;
struct desk_above {
    void (*keep_changed)(struct desk *desk);
    void (*drop_changed)(struct desk *desk);
};

struct vault;
struct shelf;
struct people;

struct desk {
    const struct config *config;
    struct desk_world world;
    struct log log;
    struct library *library;
    bool owns_library;
    struct keys *keys; /* see keyring.h */
    struct {
        uint64_t inode;
        int64_t mtime_s, mtime_ns;
    } keys_file; /* that they were read from */
    struct ledger *ledger;
    int64_t clock_s; /* when the clock was noted; see clock.h */
    struct marks *marks;
    struct vault *vault; /* keys of boxes */
    const struct desk_above *above;
    struct shelf *shelf;     /* positions in memory */
    struct people *people;   /* persons in memory */
    struct replica *replica; /* see replica.h; NULL = none */
    bool owns_replica;
};

/* A change: takes the write lock, and RC_LATER while the clock is doubted (clock.h). Nested parts
 * are savepoints. A failed or dropped change leaves neither rows nor anything in the desk's memory.
 */
enum rc desk_begin(struct desk *desk, struct err *err);
/* Many letters, kept or undone together, durable after ledger_sync: see ledger_begin_group. */
enum rc desk_begin_group(struct desk *desk, struct err *err);
enum rc desk_commit(struct desk *desk, struct err *err);
/* Commit a change that went well, roll back another; returns rc, or what the commit does. */
enum rc desk_end(struct desk *desk, enum rc rc, struct err *err);
/* Wait until all that was committed outlasts a loss of power, and of this machine where it has a
 * replica: before anything is signed or let out that rests on it.
 * fails  RC_LATER: the replica does not hold it */
enum rc desk_secure(struct desk *desk, struct err *err);
void desk_rollback(struct desk *desk);
enum rc desk_part_begin(struct desk *desk, struct err *err);
enum rc desk_part_keep(struct desk *desk, struct err *err);
enum rc desk_part_drop(struct desk *desk, struct err *err);
