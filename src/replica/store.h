/* SPDX-License-Identifier: MIT */
/* The place where an engine keeps its copy of the ledger: a folder, or one behind SFTP. Files are
 * read as they stand there, never from a cache. One thread at a time.
 * Source: design, section 11, P4. */
#ifndef POSTERN_REPLICA_STORE_H
#define POSTERN_REPLICA_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { STORE_NAME_BYTES = 128 }; /* of a file in it, with its folders */

struct store_where {
    const char *url;        /* a folder's path, or sftp://user@host[:port]/path */
    const char *key_file;   /* private key for SFTP */
    const char *hosts_file; /* known hosts for SFTP */
    int patience_ms;        /* for one answer of the other side */
};

struct store;
/* Nothing is read yet. fails  RC_CONFIG: the words make no sense */
enum rc store_open(const struct store_where *where, struct store **out, struct err *err) MUST_CHECK;
void store_close(struct store *store); /* NULL allowed */

typedef enum rc (*store_bytes_fn)(void *user, const void *bytes, size_t count, struct err *err);
typedef enum rc (*store_name_fn)(void *user, const char *name, struct err *err);
/* Give a file's bytes piece by piece. fails  RC_NOT_FOUND, RC_NETWORK, RC_IO, …, or what fn said */
enum rc store_read(struct store *store, const char *name, store_bytes_fn fn, void *user,
                   struct err *err) MUST_CHECK;
/* Give the names in a folder ("" = the store itself), in no order. fails  RC_NOT_FOUND */
enum rc store_list(struct store *store, const char *name, store_name_fn fn, void *user,
                   struct err *err) MUST_CHECK;
enum rc store_has(struct store *store, const char *name, bool *has, struct err *err) MUST_CHECK;
/* Make a small file, lasting. */
enum rc store_write(struct store *store, const char *name, const char *text,
                    struct err *err) MUST_CHECK;
/* Bytes free on its disk; INT64_MAX = nobody says. */
int64_t store_free_bytes(struct store *store);

#endif
