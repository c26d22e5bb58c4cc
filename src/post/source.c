/* SPDX-License-Identifier: MIT */
/* The frame of every way in: lists, fetches, gives back, waits. The slots behind it are each
 * transport's own. */
#include <errno.h>
#include <poll.h>

#include "post/post_p.h"

#include "base/child.h"

enum {
    WAIT_SOURCES_MAX = 62,    /* inboxes of one server; more are polled by the timeout alone */
    WAIT_STEP_MS = 60 * 1000, /* how often a waiting source is looked at, to renew its IDLE */
};

static void put_id(struct text *text, const struct post_source *source, const char *key)
{
    TEXT_PUT(text, source->ops->kind, ":", source->name, "/", key);
}

/* The key in an id of this source, or NULL. */
static const char *key_of(const struct post_source *source, const char *id)
{
    TEXT_IN(text, prefix, POST_ID_BYTES);

    put_id(&text, source, "");
    return text_starts_with(id, prefix) ? id + text.length : NULL;
}

enum rc post_source_init(struct post_source *source, const struct post_source_ops *ops,
                         const char *name, struct err *err)
{
    struct text text;

    FAIL_IF(!post_name_is_plain(name), err, RC_CONFIG, "name of the ", ops->kind, " inbox '",
            name ? name : "", "': use up to 63 letters, digits, '-', '_' and '.'");
    source->ops = ops;
    text_init(&text, source->name, sizeof source->name);
    text_put(&text, name);
    source->scanned_s = INT64_MIN;
    return RC_OK;
}

enum rc post_source_offer(struct post_source *source, const char *key, int64_t arrived_s,
                          uint64_t order, uint64_t bytes, struct err *err)
{
    TEXT_IN(text, id, POST_ID_BYTES);

    put_id(&text, source, key);
    FAIL_IF(text.cut, err, RC_TOO_LONG, "the name of a waiting letter is too long: rename ", key);
    if (arrived_s > source->link.now_s)
        arrived_s = source->link.now_s;
    backlog_add(&source->backlog, key, arrived_s, order, bytes);
    return RC_OK;
}

/* Record how an operation on the whole source went. */
static enum rc note(struct post_source *source, enum rc rc, struct err *error, struct err *err)
{
    if (post_link_breaks(&source->link, source->name, rc, error))
        source->ops->close(source);
    return post_link_note(&source->link, rc, error, err);
}

static enum rc scan(struct post_source *source, struct err *err)
{
    struct err error = {0};
    enum rc rc;

    source->partial = false;
    rc = source->ops->scan(source, &error);
    if (rc == RC_OK && !source->partial)
        source->scanned_s = source->link.now_s;
    return note(source, rc, &error, err);
}

enum rc post_source_list(struct post_source *source, int64_t now_s, struct post_letter *letters,
                         size_t room, size_t *count, struct err *err)
{
    const struct backlog_letter *letter;
    size_t found;

    TRY(post_link_may_try(&source->link, now_s, err));
    if (backlog_queued(&source->backlog) < room)
        TRY(scan(source, err));
    for (found = 0; found < room && (letter = backlog_take(&source->backlog)) != NULL; found++) {
        struct text text;

        text_init(&text, letters[found].id, sizeof letters[found].id);
        put_id(&text, source, letter->key);
        letters[found].arrived_s = letter->arrived_s;
        letters[found].bytes = letter->bytes;
    }
    *count = found;
    return RC_OK;
}

static enum rc not_ours(const struct post_source *source, struct err *err)
{
    return ERR(err, RC_BUG, "a letter's id does not belong to inbox ", source->name);
}

enum rc post_source_fetch(struct post_source *source, const struct post_letter *letter,
                          size_t limit, struct buf *raw, struct err *err)
{
    const char *key = key_of(source, letter->id);
    struct err error = {0};
    size_t before = raw->length;
    enum rc rc;

    if (!key)
        return not_ours(source, err);
    if (limit > POST_LETTER_BYTES_MAX)
        limit = POST_LETTER_BYTES_MAX;
    TRY(post_link_may_try(&source->link, source->link.now_s, err));
    rc = source->ops->fetch(source, key, limit, raw, &error);
    if (rc == RC_OK)
        return RC_OK;
    if (raw->at) {
        raw->length = before;
        raw->at[before] = '\0';
    }
    if (rc == RC_NOT_FOUND)
        backlog_remove(&source->backlog, key);
    if (rc == RC_NOT_FOUND || rc == RC_REFUSED) {
        if (err && err->rc == RC_OK)
            *err = error;
        return rc;
    }
    return note(source, rc, &error, err);
}

enum rc post_source_done(struct post_source *source, const char *const *ids, size_t count,
                         enum post_place place, struct err *err)
{
    struct err error = {0};
    OWN_MEMORY const char **keys = NULL;
    enum rc rc;

    if (count == 0)
        return RC_OK;
    keys = calloc(count, sizeof(const char *));
    FAIL_IF(!keys, err, RC_NO_MEMORY, "out of memory while moving letters");
    for (size_t i = 0; i < count; i++) {
        keys[i] = key_of(source, ids[i]);
        if (!keys[i])
            return not_ours(source, err);
    }
    rc = post_link_may_try(&source->link, source->link.now_s, err);
    THEN(rc, note(source, source->ops->done(source, keys, count, place, &error), &error, err));
    for (size_t i = 0; i < count; i++) {
        if (rc == RC_OK)
            backlog_remove(&source->backlog, keys[i]);
        else
            backlog_give_back(&source->backlog, keys[i]);
    }
    return rc;
}

void post_source_leave(struct post_source *source, const char *id)
{
    const char *key = key_of(source, id);

    if (key)
        backlog_remove(&source->backlog, key);
}

void post_source_give_back(struct post_source *source, const char *id)
{
    const char *key = key_of(source, id);

    if (key)
        backlog_give_back(&source->backlog, key);
}

int64_t post_source_settled_s(const struct post_source *source)
{
    int64_t scanned, oldest;

    if (source->scanned_s == INT64_MIN)
        return INT64_MIN;
    scanned = source->scanned_s - POST_MARGIN_S;
    oldest = backlog_oldest(&source->backlog, scanned);
    return oldest < scanned ? oldest : scanned;
}

/* Ask each source for news; gather what to poll. */
static size_t watch_all(struct post_source *const *sources, size_t count, struct pollfd *fds,
                        bool *news)
{
    size_t used = 0;

    for (size_t i = 0; i < count && used < WAIT_SOURCES_MAX; i++) {
        struct err error = {0};
        int fd = -1;
        bool came = false;
        enum rc rc;

        if (!sources[i]->ops->watch || !sources[i]->link.open)
            continue;
        rc = sources[i]->ops->watch(sources[i], &fd, &came, &error);
        if (rc != RC_OK)
            (void)note(sources[i], rc, &error, NULL);
        if (rc != RC_OK || came)
            *news = true;
        else if (fd >= 0)
            fds[used++] = (struct pollfd){.fd = fd, .events = POLLIN};
    }
    return used;
}

enum rc post_wait(struct post_source *const *sources, size_t count, int wake_fd, int timeout_ms,
                  bool *news, struct err *err)
{
    int64_t end = timeout_ms < 0 ? INT64_MAX : steady_ms() + timeout_ms;

    for (*news = false;;) {
        struct pollfd fds[WAIT_SOURCES_MAX + 1];
        size_t used = watch_all(sources, count, fds, news);
        int64_t left = end == INT64_MAX ? WAIT_STEP_MS : end - steady_ms();
        int found;

        if (*news)
            return RC_OK;
        fds[used] = (struct pollfd){.fd = wake_fd, .events = POLLIN};
        found =
            poll(fds, used + 1, left < 0 ? 0 : (int)(left > WAIT_STEP_MS ? WAIT_STEP_MS : left));
        if (found < 0 && errno != EINTR)
            return ERR(err, RC_IO, "cannot wait for letters: ", strerror(errno));
        if (found < 0 || (found > 0 && fds[used].revents) ||
            (found == 0 && left <= WAIT_STEP_MS && end != INT64_MAX))
            return RC_OK;
    }
}

void post_source_free(struct post_source *source)
{
    if (!source)
        return;
    source->ops->close(source);
    backlog_fini(&source->backlog);
    source->ops->free(source);
}

void post_source_status(const struct post_source *source, struct post_status *status)
{
    *status = (struct post_status){.kind = source->ops->kind,
                                   .name = source->name,
                                   .open = source->link.open,
                                   .failures = source->link.failures,
                                   .retry_at_s = source->link.retry_at_s,
                                   .last = source->link.last,
                                   .waiting = source->backlog.count};
}

enum rc post_source_check(struct post_source *source, struct err *err)
{
    return scan(source, err);
}
