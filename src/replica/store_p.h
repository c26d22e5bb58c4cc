/* SPDX-License-Identifier: MIT */
/* Inside of src/replica: the two kinds of stores. */
#ifndef POSTERN_REPLICA_STORE_P_H
#define POSTERN_REPLICA_STORE_P_H

#include "replica/store.h"

enum { STORE_PATH_BYTES = 1024 };

struct store_ops {
    enum rc (*read)(struct store *store, const char *name, store_bytes_fn fn, void *user,
                    struct err *err);
    enum rc (*list_names)(struct store *store, const char *name, store_name_fn fn, void *user,
                          struct err *err);
    enum rc (*has)(struct store *store, const char *name, bool *has, struct err *err);
    enum rc (*write)(struct store *store, const char *name, const char *text, struct err *err);
    int64_t (*free_bytes)(struct store *store);
    void (*close)(struct store *store);
};

struct store {
    const struct store_ops *ops;
    char url[STORE_PATH_BYTES]; /* without a '/' at its end */
    void *own;                  /* the kind's */
};

extern const struct store_ops store_folder;
extern const struct store_ops store_sftp;
/* fails  RC_CONFIG: no key or no known hosts */
enum rc store_sftp_start(struct store *store, const struct store_where *where,
                         struct err *err) MUST_CHECK;
/* "URL/name", "URL" for "". fails  RC_TOO_LONG */
enum rc store_path(const struct store *store, const char *name, char path[STORE_PATH_BYTES],
                   struct err *err) MUST_CHECK;

#endif
