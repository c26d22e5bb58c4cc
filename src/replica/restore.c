/* SPDX-License-Identifier: MIT */
/* A snapshot, and on top of it, commit by commit, what the segments hold. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "replica/replica_p.h"
#include "replica/unpack.h"

static enum rc on_generation(void *user, const char *name, struct err *err)
{
    struct readback_generations *out = user;

    if (strlen(name) != READBACK_GENERATION_BYTES - 1)
        return RC_OK;
    if (out->count == READBACK_GENERATIONS_MAX)
        return ERR(err, RC_TOO_LONG, "the replica holds too many generations; remove old ones");
    text_copy(out->name[out->count++], READBACK_GENERATION_BYTES, name);
    return RC_OK;
}

enum rc readback_generations(struct readback *readback, struct readback_generations *out,
                             struct err *err)
{
    enum rc rc;

    out->count = 0;
    rc = store_list(readback->store, "generations", on_generation, out, err);
    return rc == RC_OK && !out->count ? ERR(err, RC_NOT_FOUND, "the replica is empty") : rc;
}

struct restoring {
    struct readback *readback;
    const char *generation, *path;
    int fd;
    off_t end;         /* of the snapshot's bytes so far */
    struct walk *walk; /* owned */
    struct buf pages;  /* of the commit that is read: numbers and bytes, for pwrite */
};

static enum rc fail(const struct restoring *restoring, struct err *err)
{
    return ERR(err, RC_IO, restoring->path, ": ", strerror(errno));
}

static enum rc put(struct restoring *restoring, const void *bytes, size_t count, off_t at,
                   struct err *err)
{
    while (count) {
        ssize_t done = pwrite(restoring->fd, bytes, count, at);

        if (done < 0)
            return fail(restoring, err);
        bytes = (const char *)bytes + done;
        at += done;
        count -= (size_t)done;
    }
    return RC_OK;
}

static enum rc put_snapshot(void *user, const void *bytes, size_t count, struct err *err)
{
    struct restoring *restoring = user;
    enum rc rc = put(restoring, bytes, count, restoring->end, err);

    restoring->end += (off_t)count;
    return rc;
}

/* The newest that is whole. */
static enum rc restore_snapshot(struct restoring *restoring, uint32_t *index, struct err *err)
{
    struct readback_parts parts;
    char name[STORE_NAME_BYTES];
    enum rc rc =
        readback_list(restoring->readback->store, restoring->generation, false, &parts, err);

    if (rc != RC_OK)
        return rc;
    rc = RC_BAD_INPUT;
    for (size_t i = parts.count; i-- > 0 && rc == RC_BAD_INPUT;) {
        restoring->end = 0;
        *index = parts.at[i].index;
        readback_name_snapshot(restoring->generation, *index, name);
        if (ftruncate(restoring->fd, 0) != 0)
            rc = fail(restoring, err);
        else
            rc = unpack_file(restoring->readback->store, name, put_snapshot, restoring, NULL);
    }
    free(parts.at);
    return rc == RC_OK ? RC_OK
                       : ERR(err, rc, "generation ", restoring->generation,
                             " of the replica has no whole snapshot");
}

static enum rc put_pages(struct restoring *restoring, uint32_t pages, size_t size, struct err *err)
{
    const char *at = restoring->pages.at, *end = at + restoring->pages.length;
    enum rc rc = RC_OK;

    for (; at < end && rc == RC_OK; at += sizeof(uint32_t) + size) {
        uint32_t page;

        memcpy(&page, at, sizeof page);
        rc = put(restoring, at + sizeof page, size, (off_t)(page - 1) * (off_t)size, err);
    }
    if (rc == RC_OK && ftruncate(restoring->fd, (off_t)pages * (off_t)size) != 0)
        rc = fail(restoring, err);
    buf_clear(&restoring->pages);
    return rc;
}

/* Pages count once the commit that they belong to is there. */
static enum rc on_page(void *user, uint32_t page, uint32_t pages, const void *bytes, size_t count,
                       struct err *err)
{
    struct restoring *restoring = user;

    if (!page)
        return ERR(err, RC_BAD_INPUT, "a page without a number");
    buf_put_bytes(&restoring->pages, &page, sizeof page);
    buf_put_bytes(&restoring->pages, bytes, count);
    return pages ? put_pages(restoring, pages, count, err) : buf_rc(&restoring->pages, err);
}

static enum rc collect(void *user, const void *bytes, size_t count, struct err *err)
{
    buf_put_bytes(user, bytes, count);
    return buf_rc(user, err);
}

static enum rc apply(struct restoring *restoring, const struct readback_part *part, struct err *err)
{
    char name[STORE_NAME_BYTES];
    struct buf bytes = {0};
    enum rc rc;

    readback_name_segment(restoring->generation, part->index, part->offset, name);
    rc = unpack_file(restoring->readback->store, name, collect, &bytes, err);
    if (rc == RC_OK)
        rc = walk_feed(restoring->walk, bytes.at, bytes.length, on_page, restoring, err);
    buf_fini(&bytes);
    return rc;
}

/* As far as they join; nothing behind was ever vouched for. */
static enum rc apply_all(struct restoring *restoring, uint32_t index, struct readback_restored *out,
                         struct err *err)
{
    struct readback_parts parts;
    enum rc rc =
        readback_list(restoring->readback->store, restoring->generation, true, &parts, err);
    size_t i = 0;

    while (rc == RC_OK && i < parts.count && parts.at[i].index < index)
        i++;
    for (; rc == RC_OK && i < parts.count; i++) {
        const struct readback_part *part = &parts.at[i];
        struct err own = {0};

        if (part->offset == 0 && part->index == index + (restoring->walk->offset != 0)) {
            index = part->index;
            memset(restoring->walk, 0, sizeof *restoring->walk);
        } else if (part->index != index || part->offset != (uint32_t)restoring->walk->offset)
            break;
        rc = apply(restoring, part, &own);
        if (rc == RC_BAD_INPUT || rc == RC_NOT_FOUND) {
            rc = RC_OK;
            break;
        }
        if (rc != RC_OK)
            rc = ERR(err, rc, own.text);
        out->segments++;
    }
    out->beyond = (unsigned)(parts.count - i);
    free(parts.at);
    return rc;
}

enum rc readback_restore(struct readback *readback, const char *generation, const char *path,
                         struct readback_restored *out, struct err *err)
{
    struct restoring restoring = {.readback = readback, .generation = generation, .path = path};
    uint32_t index = 0;
    enum rc rc = RC_OK;

    *out = (struct readback_restored){0};
    restoring.walk = calloc(1, sizeof *restoring.walk);
    restoring.fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (restoring.fd < 0)
        rc = fail(&restoring, err);
    else if (!restoring.walk)
        rc = ERR(err, RC_NO_MEMORY, "no memory for the replica");
    if (rc == RC_OK)
        rc = restore_snapshot(&restoring, &index, err);
    if (rc == RC_OK)
        rc = apply_all(&restoring, index, out, err);
    if (rc == RC_OK && fsync(restoring.fd) != 0)
        rc = fail(&restoring, err);
    if (restoring.fd >= 0)
        close(restoring.fd);
    if (rc != RC_OK && restoring.fd >= 0)
        unlink(path);
    buf_fini(&restoring.pages);
    free(restoring.walk);
    return rc;
}
