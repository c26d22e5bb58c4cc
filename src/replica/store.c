/* SPDX-License-Identifier: MIT */
#include "replica/store.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "replica/store_p.h"

enum rc store_path(const struct store *store, const char *name, char path[STORE_PATH_BYTES],
                   struct err *err)
{
    struct text text;

    text_init(&text, path, STORE_PATH_BYTES);
    text_put(&text, store->url);
    if (name[0]) {
        text_put_char(&text, '/');
        text_put(&text, name);
    }
    return text.cut ? ERR(err, RC_TOO_LONG, store->url, ": this path is too long") : RC_OK;
}

enum rc store_open(const struct store_where *where, struct store **out, struct err *err)
{
    struct store *store = calloc(1, sizeof *store);
    size_t length = strlen(where->url);
    enum rc rc = RC_OK;

    if (!store)
        return ERR(err, RC_NO_MEMORY, "no memory for the replica");
    text_copy(store->url, sizeof store->url, where->url);
    while (length > 1 && length < sizeof store->url && store->url[length - 1] == '/')
        store->url[--length] = '\0';
    if (text_starts_with(where->url, "sftp://")) {
        store->ops = &store_sftp;
        rc = store_sftp_start(store, where, err);
    } else if (where->url[0] == '/')
        store->ops = &store_folder;
    else
        rc = ERR(err, RC_CONFIG, where->url,
                 ": a replica is a folder's path, or sftp://user@host/path");
    if (rc == RC_OK)
        *out = store;
    else
        store_close(store);
    return rc;
}

void store_close(struct store *store)
{
    if (store && store->ops && store->own)
        store->ops->close(store);
    free(store);
}

enum rc store_read(struct store *store, const char *name, store_bytes_fn fn, void *user,
                   struct err *err)
{
    return store->ops->read(store, name, fn, user, err);
}

enum rc store_list(struct store *store, const char *name, store_name_fn fn, void *user,
                   struct err *err)
{
    return store->ops->list_names(store, name, fn, user, err);
}

enum rc store_has(struct store *store, const char *name, bool *has, struct err *err)
{
    return store->ops->has(store, name, has, err);
}

enum rc store_write(struct store *store, const char *name, const char *text, struct err *err)
{
    return store->ops->write(store, name, text, err);
}

int64_t store_free_bytes(struct store *store)
{
    return store->ops->free_bytes(store);
}
