/* SPDX-License-Identifier: MIT */
#include "replica/unpack.h"

#include <lz4frame.h>

struct unpacking {
    LZ4F_dctx *context;
    const char *name;
    store_bytes_fn fn;
    void *user;
    size_t wanted; /* 0 = the frame is at its end */
};

static enum rc unpack(void *user, const void *bytes, size_t count, struct err *err)
{
    struct unpacking *unpacking = user;
    const char *at = bytes;
    enum rc rc = RC_OK;

    while (count && rc == RC_OK) {
        char out[65536];
        size_t made = sizeof out, used = count;

        unpacking->wanted = LZ4F_decompress(unpacking->context, out, &made, at, &used, NULL);
        if (LZ4F_isError(unpacking->wanted))
            return ERR(err, RC_BAD_INPUT, unpacking->name,
                       ": damaged: ", LZ4F_getErrorName(unpacking->wanted));
        at += used;
        count -= used;
        if (made)
            rc = unpacking->fn(unpacking->user, out, made, err);
        if (unpacking->wanted == 0 && count)
            return ERR(err, RC_BAD_INPUT, unpacking->name, ": something follows its end");
    }
    return rc;
}

/* What the last piece left inside comes out without more input. */
static enum rc drain(struct unpacking *unpacking, struct err *err)
{
    enum rc rc = RC_OK;
    size_t made = 1;

    while (unpacking->wanted && made && rc == RC_OK) {
        char out[65536];
        size_t used = 0;

        made = sizeof out;
        unpacking->wanted = LZ4F_decompress(unpacking->context, out, &made, "", &used, NULL);
        if (LZ4F_isError(unpacking->wanted))
            return ERR(err, RC_BAD_INPUT, unpacking->name, ": damaged");
        if (made)
            rc = unpacking->fn(unpacking->user, out, made, err);
    }
    return rc;
}

enum rc unpack_file(struct store *store, const char *name, store_bytes_fn fn, void *user,
                    struct err *err)
{
    struct unpacking unpacking = {.name = name, .fn = fn, .user = user, .wanted = 1};
    enum rc rc;

    if (LZ4F_isError(LZ4F_createDecompressionContext(&unpacking.context, LZ4F_VERSION)))
        return ERR(err, RC_NO_MEMORY, "no memory to unpack the replica");
    rc = store_read(store, name, unpack, &unpacking, err);
    if (rc == RC_OK)
        rc = drain(&unpacking, err);
    if (rc == RC_OK && unpacking.wanted)
        rc = ERR(err, RC_BAD_INPUT, name, ": not whole");
    LZ4F_freeDecompressionContext(unpacking.context);
    return rc;
}
