/* New posts of a forum as letters: every number from the last known to the newest is read once. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "post/forum.h"

enum {
    SCAN_MAX = 50,    /* posts read in one scan: forums count requests */
    HOLES_MAX = 64,   /* numbers that were not there yet */
    HOLE_AGE_S = 600, /* a transaction may commit later than one with a higher number */
};

/* A post that was read and is not done. */
struct cached {
    struct cached *next;
    uint64_t id;
    struct buf letter;
};

struct hole {
    uint64_t id;
    int64_t seen_s;
};

struct forum_source {
    struct post_source base;
    struct forum forum;
    struct cached *cache;
    struct hole holes[HOLES_MAX];
    size_t hole_count;
    uint64_t next; /* number to read next */
};

static struct forum_source *self(struct post_source *source)
{
    return (struct forum_source *)source;
}

static struct cached **find(struct forum_source *forum, uint64_t id)
{
    struct cached **at = &forum->cache;

    while (*at && (*at)->id != id)
        at = &(*at)->next;
    return at;
}

static void drop(struct cached **at)
{
    struct cached *gone = *at;

    if (!gone)
        return;
    *at = gone->next;
    buf_wipe(&gone->letter);
    free(gone);
}

static enum rc keep(struct forum_source *forum, const struct forum_post *post, struct err *err)
{
    struct cached *made = calloc(1, sizeof *made);
    char key[TEXT_INT_BYTES];
    enum rc rc;

    if (!made)
        return ERR(err, RC_NO_MEMORY, "out of memory for a post");
    made->id = post->id;
    rc = forum_compose(&forum->forum, post, &made->letter, err);
    if (rc == RC_OK)
        rc = post_source_offer(&forum->base, text_of_int(key, (int64_t)post->id), post->created_s,
                               post->id, made->letter.length, err);
    drop(find(forum, post->id));
    made->next = forum->cache;
    forum->cache = made;
    if (rc != RC_OK)
        drop(&forum->cache);
    return rc;
}

/* Read one number and offer what is there, unless the robot wrote it itself. */
static enum rc read_one(struct forum_source *forum, uint64_t id, struct err *err)
{
    struct forum_post post = {0};
    enum rc rc = forum->forum.ops->read(&forum->forum, id, &post, err);

    if (rc == RC_OK && !text_equal_folded(post.author, forum->forum.robot))
        rc = keep(forum, &post, err);
    json_decref(post.json);
    return rc;
}

static void add_hole(struct forum_source *forum, uint64_t id)
{
    if (forum->hole_count == HOLES_MAX) /* the oldest is the likeliest to stay empty */
        memmove(forum->holes, forum->holes + 1, --forum->hole_count * sizeof *forum->holes);
    forum->holes[forum->hole_count++] = (struct hole){.id = id, .seen_s = forum->base.link.now_s};
}

static enum rc read_holes(struct forum_source *forum, struct err *err)
{
    size_t kept = 0;
    enum rc rc = RC_OK;

    for (size_t i = 0; i < forum->hole_count; i++) {
        struct hole hole = forum->holes[i];
        struct err none = {0};

        if (rc == RC_OK) {
            rc = read_one(forum, hole.id, &none);
            if (rc == RC_OK)
                continue;
            if (rc != RC_NOT_FOUND && err)
                *err = none;
            if (rc == RC_NOT_FOUND)
                rc = RC_OK;
        }
        if (forum->base.link.now_s - hole.seen_s < HOLE_AGE_S)
            forum->holes[kept++] = hole;
    }
    forum->hole_count = kept;
    return rc;
}

static enum rc forum_scan(struct post_source *source, struct err *err)
{
    struct forum_source *forum = self(source);
    enum rc rc = read_holes(forum, err);

    if (rc == RC_OK)
        rc = forum->forum.ops->newest(&forum->forum, err);
    for (unsigned i = 0; rc == RC_OK && forum->next <= forum->forum.newest; i++) {
        struct err none = {0};

        if (i == SCAN_MAX) {
            source->partial = true;
            break;
        }
        rc = read_one(forum, forum->next, &none);
        if (rc == RC_NOT_FOUND)
            add_hole(forum, forum->next);
        else if (rc != RC_OK)
            return err ? (*err = none, rc) : rc;
        rc = RC_OK;
        forum->next++;
    }
    return rc;
}

static bool read_key(const char *key, uint64_t *id)
{
    int64_t number;

    if (!text_to_int(key, strlen(key), &number) || number <= 0)
        return false;
    *id = (uint64_t)number;
    return true;
}

static enum rc forum_fetch(struct post_source *source, const char *key, size_t limit,
                           struct buf *raw, struct err *err)
{
    struct forum_source *forum = self(source);
    const struct cached *cached = NULL;
    enum rc rc = RC_OK;
    uint64_t id;

    if (read_key(key, &id)) {
        cached = *find(forum, id);
        if (!cached)
            rc = read_one(forum, id, err);
        if (rc == RC_OK)
            cached = *find(forum, id);
    }
    if (rc != RC_OK)
        return rc;
    if (!cached)
        return ERR(err, RC_NOT_FOUND, "the post is gone from forum ", forum->forum.http.url);
    buf_put_bytes(raw, cached->letter.at,
                  cached->letter.length < limit ? cached->letter.length : limit);
    return buf_rc(raw, err);
}

/* Nothing moves in a forum: what is in the ledger is done. */
static enum rc forum_done(struct post_source *source, const char *const *keys, size_t count,
                          enum post_place place, struct err *err)
{
    uint64_t id;

    (void)place;
    (void)err;
    for (size_t i = 0; i < count; i++)
        if (read_key(keys[i], &id))
            drop(find(self(source), id));
    return RC_OK;
}

static void forum_close(struct post_source *source)
{
    http_close(&self(source)->forum.http);
}

static void forum_free(struct post_source *source)
{
    struct forum_source *forum = self(source);

    while (forum->cache)
        drop(&forum->cache);
    forum_fini(&forum->forum);
    free(forum);
}

/* One for each forum, because ids begin with the kind. */
#define SOURCE_OPS(name)                                                                           \
    {                                                                                              \
        .kind = name, .scan = forum_scan, .fetch = forum_fetch, .done = forum_done,                \
        .close = forum_close, .free = forum_free                                                   \
    }
static const struct post_source_ops source_ops[POST_FORUM_COUNT] = {
    [POST_FORUM_DISCOURSE] = SOURCE_OPS("discourse"),
    [POST_FORUM_NODEBB] = SOURCE_OPS("nodebb"),
    [POST_FORUM_NODEBB1] = SOURCE_OPS("nodebb"),
};

enum rc post_forum_source_new(const struct post_forum_config *config, struct post_source **source,
                              struct err *err)
{
    struct forum_source *forum = calloc(1, sizeof *forum);
    enum rc rc;

    if (!forum)
        return ERR(err, RC_NO_MEMORY, "out of memory for a forum");
    rc = forum_init(&forum->forum, config, err);
    if (rc == RC_OK)
        rc = post_source_init(&forum->base, &source_ops[config->kind], config->name, err);
    forum->next = config->after + 1;
    if (rc == RC_OK)
        *source = &forum->base;
    else
        forum_free(&forum->base);
    return rc;
}
