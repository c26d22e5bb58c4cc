/* SPDX-License-Identifier: MIT */
/* New posts of a forum as letters: every number from the last known to the newest is read once;
 * then private messages, where they have numbers of their own, and posts that were edited. */

#include "post/forum_p.h"

enum {
    SCAN_MAX = 50,    /* posts read in one scan: forums count requests */
    HOLES_MAX = 64,   /* numbers that were not there yet */
    HOLE_AGE_S = 600, /* a transaction may commit later than one with a higher number */
    WATCH_MAX = 256,  /* topics looked at for edits; the one longest unused gives way */
    WATCH_STEP = 3,   /* of them in one scan */
    SEEN_MAX = 256,   /* edits and private messages that were read already */
    PROBES_MAX = 16,  /* neighbours tried for a number that is not there */
    KEY_BYTES = 48
};

/* A post that was read and is not done. */
struct cached {
    struct cached *next;
    char key[KEY_BYTES];
    struct buf letter;
};

struct hole {
    uint64_t id;
    int64_t seen_s;
};

struct seen {
    uint64_t id, edit;
};
#define MESSAGE UINT64_MAX /* in place of an edit: the number is a private message's */

struct forum_source {
    struct post_source base;
    struct forum forum;
    struct cached *cache;
    struct hole holes[HOLES_MAX];
    size_t hole_count;
    uint64_t next;   /* number to read next; 0 = not known yet */
    int64_t since_s; /* where to begin, while next is 0 */
    int64_t messages_s;
    int64_t poll_s, looked_s; /* time between two scans, time of the last; looked_s 0 = none */
    struct forum_watch watch[WATCH_MAX];
    size_t watch_count, watch_next;
    struct seen seen[SEEN_MAX]; /* a ring */
    size_t seen_next;
};

static struct forum_source *self(struct post_source *source)
{
    return (struct forum_source *)source;
}

static struct cached **find(struct forum_source *forum, const char *key)
{
    struct cached **at = &forum->cache;

    while (*at && !text_equal((*at)->key, key))
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

static void write_key(const struct forum_post *post, char key[KEY_BYTES])
{
    struct text text = text_in(key, KEY_BYTES);

    TEXT_PUT(&text, post->kind == FORUM_IS_MESSAGE ? "m" : "", TEXT_INT((int64_t)post->id));
    if (post->kind == FORUM_IS_EDIT)
        TEXT_PUT(&text, "e", TEXT_INT((int64_t)post->edit));
}

static enum rc keep(struct forum_source *forum, const struct forum_post *post, struct err *err)
{
    struct cached *made = calloc(1, sizeof *made);
    enum rc rc;

    FAIL_IF(!made, err, RC_NO_MEMORY, "out of memory for a post");
    write_key(post, made->key);
    rc = forum_compose(&forum->forum, post, &made->letter, err);
    THEN(rc, post_source_offer(&forum->base, made->key,
                               post->edited_s > post->created_s ? post->edited_s : post->created_s,
                               post->id, made->letter.length, err));
    drop(find(forum, made->key));
    made->next = forum->cache;
    forum->cache = made;
    if (rc != RC_OK)
        drop(&forum->cache);
    return rc;
}

/* ---- topics that are watched for edits ---- */

static bool is_watched(const struct forum_source *forum, uint64_t topic)
{
    for (size_t i = 0; i < forum->watch_count; i++)
        if (forum->watch[i].topic == topic)
            return true;
    return false;
}

static void watch(struct forum_source *forum, uint64_t topic)
{
    if (topic == 0 || is_watched(forum, topic))
        return;
    if (forum->watch_count == WATCH_MAX)
        memmove(forum->watch, forum->watch + 1, --forum->watch_count * sizeof *forum->watch);
    forum->watch[forum->watch_count++] = (struct forum_watch){.topic = topic};
}

static bool was_seen(const struct forum_source *forum, const struct forum_post *post)
{
    for (size_t i = 0; i < SEEN_MAX; i++)
        if (forum->seen[i].id == post->id && forum->seen[i].edit == post->edit)
            return true;
    return false;
}

static void note_seen(struct forum_source *forum, const struct forum_post *post)
{
    forum->seen[forum->seen_next++ % SEEN_MAX] = (struct seen){post->id, post->edit};
}

static enum rc take_edit(void *user, const struct forum_post *post, struct err *err)
{
    struct forum_source *forum = user;
    struct forum_post edit = *post;

    if (forum_is_own(&forum->forum, post) || was_seen(forum, post) || post->id >= forum->next)
        return RC_OK;
    edit.kind = FORUM_IS_EDIT;
    TRY(keep(forum, &edit, err));
    note_seen(forum, post);
    return RC_OK;
}

/* A few topics each time: forums count requests. */
static enum rc read_edits(struct forum_source *forum, struct err *err)
{
    for (size_t i = 0; i < WATCH_STEP && i < forum->watch_count; i++) {
        struct forum_watch *at = &forum->watch[forum->watch_next++ % forum->watch_count];

        TRY(forum->forum.ops->edits(&forum->forum, at, take_edit, forum, err));
    }
    return RC_OK;
}

/* ---- one post ---- */

static bool names_robot(const struct forum *forum, const char *html)
{
    TEXT_IN(text, name, POST_NAME_BYTES + 2);

    TEXT_PUT(&text, "@", forum->robot);
    for (const char *at = strchr(html, '@'); at; at = strchr(at + 1, '@')) {
        char word[POST_NAME_BYTES + 2];

        text_copy(word, text.length + 1, at);
        if (text_equal_folded(word, name) && !text_is_letter(at[text.length]) &&
            !text_is_digit(at[text.length]))
            return true;
    }
    return false;
}

/* Much of what people write in a forum is no business of ours. */
static bool concerns_us(const struct forum_source *forum, const struct forum_post *post)
{
    const struct forum *own = &forum->forum;

    return own->category == 0 || post->kind != FORUM_IS_POST || post->category == own->category ||
           is_watched(forum, post->topic) || names_robot(own, post->html);
}

/* Read one number and offer what is there, unless the robot wrote it itself. */
static enum rc read_one(struct forum_source *forum, uint64_t id, struct err *err)
{
    struct forum_post post = {0};
    enum rc rc = forum->forum.ops->read(&forum->forum, id, &post, err);

    if (rc == RC_OK && forum_is_own(&forum->forum, &post)) {
        if (post.kind == FORUM_IS_POST) /* wherever its topic may be moved */
            watch(forum, post.topic);
    } else if (rc == RC_OK && concerns_us(forum, &post)) {
        rc = keep(forum, &post, err);
        if (post.kind == FORUM_IS_POST)
            watch(forum, post.topic);
        if (post.edit)
            note_seen(forum, &post);
    }
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

/* ---- where to begin ---- */

/* When the post with this number was made, or its nearest older neighbour that is there; 0 = none
 * is. */
static enum rc made_at(struct forum_source *forum, uint64_t id, int64_t *created_s, struct err *err)
{
    *created_s = 0;
    for (unsigned i = 0; i < PROBES_MAX && id > 0; i++, id--) {
        struct forum_post post = {0};
        struct err none = {0};
        enum rc rc = forum->forum.ops->read(&forum->forum, id, &post, &none);

        *created_s = post.created_s;
        json_decref(post.json);
        if (rc == RC_OK)
            return RC_OK;
        if (rc != RC_NOT_FOUND)
            return err ? (*err = none, rc) : rc;
    }
    return RC_OK;
}

/* The first post made at since_s or later: steps back from the newest that double, then halves. */
static enum rc find_start(struct forum_source *forum, struct err *err)
{
    uint64_t before = 0, from = forum->forum.newest + 1, step = 1;
    int64_t since_s = forum->since_s - HOLE_AGE_S, created_s;
    enum rc rc = RC_OK;

    while (rc == RC_OK && forum->since_s && from - before > 1) {
        uint64_t at = before ? before + (from - before) / 2 : from > step ? from - step : 1;

        rc = made_at(forum, at, &created_s, err);
        if (created_s && created_s < since_s)
            before = at;
        else
            from = at;
        step *= 2;
        if (from == 1)
            break;
    }
    if (rc == RC_OK)
        forum->next = forum->since_s ? from : 1;
    return rc;
}

/* ---- a scan ---- */

static enum rc read_new(struct forum_source *forum, struct err *err)
{
    enum rc rc = RC_OK;

    for (unsigned i = 0; rc == RC_OK && forum->next <= forum->forum.newest; i++) {
        struct err none = {0};

        if (i == SCAN_MAX) {
            forum->base.partial = true;
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

static enum rc take_message(void *user, const struct forum_post *post, struct err *err)
{
    struct forum_source *forum = user;
    const struct forum_post number = {.id = post->id, .edit = MESSAGE};

    if (forum_is_own(&forum->forum, post) || was_seen(forum, &number))
        return RC_OK;
    TRY(keep(forum, post, err));
    note_seen(forum, &number);
    return RC_OK;
}

static enum rc read_messages(struct forum_source *forum, struct err *err)
{
    int64_t now_s = forum->base.link.now_s;

    if (forum->forum.ops->messages)
        TRY(forum->forum.ops->messages(&forum->forum, forum->messages_s, take_message, forum, err));
    /* What is read twice has the same id. */
    if (now_s - HOLE_AGE_S > forum->messages_s)
        forum->messages_s = now_s - HOLE_AGE_S;
    return RC_OK;
}

static enum rc forum_scan(struct post_source *source, struct err *err)
{
    struct forum_source *forum = self(source);
    const struct forum_ops *ops = forum->forum.ops;

    if (forum->looked_s && source->link.now_s < forum->looked_s + forum->poll_s) {
        source->partial = true; /* nothing was asked: nothing is settled by it */
        return RC_OK;
    }
    TRY(forum->forum.uid == 0 && ops->who ? ops->who(&forum->forum, err) : RC_OK);

    TRY(read_holes(forum, err));
    TRY(ops->newest(&forum->forum, err));
    if (forum->next == 0)
        TRY(find_start(forum, err));
    TRY(read_new(forum, err));
    TRY(read_messages(forum, err));
    if (ops->edits)
        TRY(read_edits(forum, err));
    if (!source->partial)
        forum->looked_s = source->link.now_s;
    return RC_OK;
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
    const struct cached *cached = *find(forum, key);
    uint64_t id;

    if (!cached && read_key(key, &id)) {
        TRY(read_one(forum, id, err));
        cached = *find(forum, key);
    }
    FAIL_IF(!cached, err, RC_NOT_FOUND, "the post is gone from forum ", forum->forum.http.url);
    buf_put_bytes(raw, cached->letter.at,
                  cached->letter.length < limit ? cached->letter.length : limit);
    return buf_rc(raw, err);
}

/* Nothing moves in a forum: what is in the ledger is done. */
static enum rc forum_done(struct post_source *source, const char *const *keys, size_t count,
                          enum post_place place, struct err *err)
{
    (void)place;
    (void)err;
    for (size_t i = 0; i < count; i++)
        drop(find(self(source), keys[i]));
    return RC_OK;
}

static void forum_close(struct post_source *source)
{
    forum_hang_up(&self(source)->forum, &source->link);
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

    FAIL_IF(!forum, err, RC_NO_MEMORY, "out of memory for a forum");
    rc = forum_init(&forum->forum, config, err);
    THEN(rc, post_source_init(&forum->base, &source_ops[config->kind], config->name, err));
    forum->next = config->after ? config->after + 1 : 0;
    forum->since_s = config->since_s;
    forum->poll_s = config->poll_s;
    forum->messages_s = config->since_s > HOLE_AGE_S ? config->since_s - HOLE_AGE_S : 0;
    for (size_t i = 0; i < config->topic_count; i++)
        watch(forum, config->topics[i]);
    if (rc == RC_OK)
        *source = &forum->base;
    else
        forum_free(&forum->base);
    return rc;
}
