/* One opened server: its configuration, keys, ledger and library, with clock and entropy passed
 * in. Belongs to one thread; several desks, in several processes too, may work on one ledger.
 *
 * All changes go through desk_begin … desk_commit. Whoever changes nothing may read without.
 * Source: design, sections 2, 4, 8. */
#ifndef POSTERN_DESK_DESK_H
#define POSTERN_DESK_DESK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "desk/config.h"
#include "desk/library.h"
#include "desk/log.h"
#include "ledger/ledger.h"
#include "ledger/mark.h"
#include "seal/keys.h"
#include "seal/secret.h"

/* What the outside gives: time, chance, and a word at each step for crash tests. */
struct desk_world {
    int64_t (*now)(void *context); /* UTC seconds */
    entropy_fn *entropy;
    void (*step)(void *context, const char *step); /* NULL = nobody listens */
    void *context;
    const struct game *const *games; /* NULL at the end */
};

struct vault;
struct shelf;
struct people;
struct archive;
struct letter_packer;

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
    struct marks *marks;
    struct vault *vault;     /* keys of boxes */
    struct shelf *shelf;     /* positions in memory */
    struct people *people;   /* persons in memory */
    struct archive *archive; /* see archive.h; NULL until one is read */
    struct letter_packer *packer;
};

/* The system's clock and entropy, no steps. */
extern const struct desk_world desk_world_system;

/* Open the server that a configuration describes. config is borrowed for the desk's whole life;
 * library NULL = load one, which the desk then owns.
 * fails  each part's own error, with its file and what to do */
enum rc desk_open(const struct config *config, const struct desk_world *world,
                  const struct log *log, struct library *library, struct desk **desk,
                  struct err *err) MUST_CHECK;
void desk_close(struct desk *desk);

int64_t desk_now(const struct desk *desk);
void desk_entropy(const struct desk *desk, void *out, size_t count);
/* Tell whoever listens that a step is about to be made. */
void desk_step(const struct desk *desk, const char *step);

/* A change: takes the write lock. Nested parts are savepoints. A failed or dropped change leaves
 * neither rows nor anything in the desk's memory. */
enum rc desk_begin(struct desk *desk, struct err *err) MUST_CHECK;
/* Many letters, kept or undone together, durable after ledger_sync: see ledger_begin_group. */
enum rc desk_begin_group(struct desk *desk, struct err *err) MUST_CHECK;
enum rc desk_commit(struct desk *desk, struct err *err) MUST_CHECK;
void desk_rollback(struct desk *desk);
enum rc desk_part_begin(struct desk *desk, struct err *err) MUST_CHECK;
enum rc desk_part_keep(struct desk *desk, struct err *err) MUST_CHECK;
enum rc desk_part_drop(struct desk *desk, struct err *err) MUST_CHECK;

/* Make a new server in a folder: configuration, keys (0600), ledger, marks, mail folders.
 * in     conf_text: the configuration file to write; its paths are made absolute from folder
 * fails  RC_EXISTS: a file of a server is there already; nothing is overwritten */
enum rc desk_init(const char *folder, const char *conf_text, const struct desk_world *world,
                  struct err *err) MUST_CHECK;

#endif
