/* SPDX-License-Identifier: MIT */
/* A source in memory for tests, which can fail as it is told. */
#include <stdlib.h>
#include <string.h>

#include "tests/post/memory.h"
#include "post/post_p.h"

struct waiting {
    struct waiting *next;
    char *key;
    char *bytes;
    size_t length;
    int64_t arrived_s;
};

struct memory_source {
    struct post_source base;
    struct waiting *first; /* in the order they were put */
    size_t moved[POST_PLACE_COUNT];
    enum rc failure;
    unsigned failures_left;
};

static struct memory_source *self(struct post_source *source)
{
    return (struct memory_source *)source;
}

static enum rc fail_on_order(struct memory_source *memory, struct err *err)
{
    if (memory->failures_left == 0)
        return RC_OK;
    memory->failures_left--;
    return ERR(err, memory->failure, "the test asked for it: ", rc_text(memory->failure));
}

static struct waiting **find(struct memory_source *memory, const char *key)
{
    struct waiting **at = &memory->first;

    while (*at && strcmp((*at)->key, key) != 0)
        at = &(*at)->next;
    return at;
}

static void drop(struct waiting **at)
{
    struct waiting *gone = *at;

    *at = gone->next;
    free(gone->key);
    free(gone->bytes);
    free(gone);
}

static enum rc memory_scan(struct post_source *source, struct err *err)
{
    struct memory_source *memory = self(source);
    enum rc rc = fail_on_order(memory, err);
    uint64_t order = 0;

    for (const struct waiting *at = memory->first; at && rc == RC_OK; at = at->next)
        rc = post_source_offer(source, at->key, at->arrived_s, order++, at->length, err);
    return rc;
}

static enum rc memory_fetch(struct post_source *source, const char *key, size_t limit,
                            struct buf *raw, struct err *err)
{
    struct memory_source *memory = self(source);
    enum rc rc = fail_on_order(memory, err);
    struct waiting *at = *find(memory, key);

    if (rc != RC_OK)
        return rc;
    if (!at)
        return ERR(err, RC_NOT_FOUND, "the letter is gone: ", key);
    buf_put_bytes(raw, at->bytes, at->length < limit ? at->length : limit);
    return buf_rc(raw, err);
}

static enum rc memory_done(struct post_source *source, const char *const *keys, size_t count,
                           enum post_place place, struct err *err)
{
    struct memory_source *memory = self(source);
    enum rc rc = fail_on_order(memory, err);

    for (size_t i = 0; i < count && rc == RC_OK; i++) {
        struct waiting **at = find(memory, keys[i]);

        if (!*at)
            continue;
        drop(at);
        memory->moved[place]++;
    }
    return rc;
}

static void memory_close(struct post_source *source)
{
    (void)source;
}

static void memory_free(struct post_source *source)
{
    OWN_MEMORY struct memory_source *memory = self(source);

    while (memory->first)
        drop(&memory->first);
}

static const struct post_source_ops ops = {
    .kind = "memory",
    .scan = memory_scan,
    .fetch = memory_fetch,
    .done = memory_done,
    .close = memory_close,
    .free = memory_free,
};

enum rc post_memory_source_new(const char *name, struct post_source **source, struct err *err)
{
    struct memory_source *memory = calloc(1, sizeof *memory);
    enum rc rc;

    if (!memory)
        return ERR(err, RC_NO_MEMORY, "out of memory for an inbox");
    rc = post_source_init(&memory->base, &ops, name, err);
    if (rc == RC_OK)
        *source = &memory->base;
    else
        free(memory);
    return rc;
}

enum rc post_memory_source_put(struct post_source *source, const char *id, int64_t arrived_s,
                               const char *bytes, size_t length)
{
    struct waiting **end = &self(source)->first;
    struct waiting *made = calloc(1, sizeof *made);

    if (!made)
        return RC_NO_MEMORY;
    made->key = strdup(id);
    made->bytes = malloc(length + 1);
    if (!made->key || !made->bytes) {
        drop(&made);
        return RC_NO_MEMORY;
    }
    memcpy(made->bytes, bytes, length);
    made->length = length;
    made->arrived_s = arrived_s;
    while (*end)
        end = &(*end)->next;
    *end = made;
    return RC_OK;
}

size_t post_memory_source_left(const struct post_source *source)
{
    size_t left = 0;

    for (const struct waiting *at = ((const struct memory_source *)source)->first; at;
         at = at->next)
        left++;
    return left;
}

size_t post_memory_source_moved(const struct post_source *source, enum post_place place)
{
    return ((const struct memory_source *)source)->moved[place];
}

void post_memory_source_fail(struct post_source *source, enum rc rc, unsigned times)
{
    self(source)->failure = rc;
    self(source)->failures_left = times;
}
