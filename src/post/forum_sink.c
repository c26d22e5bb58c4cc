/* Letters as posts of a forum, each once: its last line carries the outbox id, and a second try
 * looks for it first. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "post/forum.h"

struct forum_sink {
    struct post_sink base;
    struct forum forum;
};

static const char *const places[FORUM_PLACE_COUNT] = {
    [FORUM_TOPIC] = "topic/",
    [FORUM_CATEGORY] = "category/",
    [FORUM_POST] = "post/",
    [FORUM_USER] = "user/",
};

static struct forum_sink *self(struct post_sink *sink)
{
    return (struct forum_sink *)sink;
}

/* Numbers go into URLs as they are. */
static bool name_is_number(const char *name)
{
    int64_t number;

    return text_to_int(name, strlen(name), &number) && number > 0;
}

static bool read_place(const char *to, struct forum_text *text)
{
    for (int i = 0; i < FORUM_PLACE_COUNT; i++) {
        if (!text_starts_with(to, places[i]))
            continue;
        text->place = (enum forum_place)i;
        text->name = to + strlen(places[i]);
        return text->place == FORUM_USER ? text->name[0] != '\0' : name_is_number(text->name);
    }
    return false;
}

static bool has_title(const struct forum_text *text)
{
    return text->place == FORUM_CATEGORY || text->place == FORUM_USER;
}

/* Title and text in two buffers, the mark below. */
static void split(const struct post_job *job, struct forum_text *text, struct buf *title,
                  struct buf *body)
{
    const char *at = job->bytes, *end = job->bytes + job->length;

    if (has_title(text)) {
        const char *feed = memchr(at, '\n', job->length);
        const char *stop = feed ? feed : end;

        buf_put_bytes(title, at, (size_t)(stop - at) - (stop > at && stop[-1] == '\r'));
        at = feed ? feed + 1 : end;
        while (at < end && (*at == '\n' || *at == '\r'))
            at++;
    }
    buf_put_bytes(body, at, (size_t)(end - at));
    while (body->length > 0 && text_is_space(body->at[body->length - 1]))
        body->at[--body->length] = '\0';
    buf_printf(body, "\n\n%s\n", text->mark);
    text->title = buf_text(title);
    text->text = buf_text(body);
}

static void take_result(struct post_job *job, const struct forum_result *result)
{
    struct text made;

    post_job_set(job, result->fate, result->code, result->text);
    text_init(&made, job->made, sizeof job->made);
    text_put(&made, result->made);
}

static enum rc send_text(struct forum *forum, struct post_job *job, const struct forum_text *text,
                         struct err *err)
{
    struct forum_result result = {0};
    enum rc rc = RC_OK;

    if (job->again && text->place != FORUM_POST) /* replacing a text twice is doing it once */
        rc = forum->ops->find(forum, text, result.made, err);
    if (rc == RC_OK && result.made[0]) {
        result.fate = POST_ACCEPTED;
        result.code = 200;
    } else if (rc == RC_OK) {
        rc = forum->ops->send(forum, text, &result, err);
    }
    if (rc == RC_OK)
        take_result(job, &result);
    return rc;
}

static enum rc send_one(struct forum *forum, struct post_job *job, struct err *err)
{
    char mark[FORUM_MARK_BYTES];
    struct buf title = {0}, body = {0};
    struct forum_text text = {.mark = mark};
    struct text line;
    enum rc rc;

    if (!read_place(job->to, &text) || !text_is_utf8(job->bytes, job->length)) {
        post_job_set(job, POST_PERMANENT, 0, "not a place in a forum, or a text that is not UTF-8");
        return RC_OK;
    }
    text_init(&line, mark, sizeof mark);
    text_put(&line, "`ref ");
    text_put(&line, job->id);
    text_put(&line, "`");
    split(job, &text, &title, &body);
    rc = buf_rc(&body, err);
    if (rc == RC_OK)
        rc = send_text(forum, job, &text, err);
    buf_wipe(&title);
    buf_wipe(&body);
    return rc;
}

static enum rc forum_send(struct post_sink *sink, struct post_job *jobs, size_t count,
                          struct err *err)
{
    enum rc rc = RC_OK;

    for (size_t i = 0; i < count && rc == RC_OK; i++)
        if (jobs[i].fate == POST_UNTRIED)
            rc = send_one(&self(sink)->forum, &jobs[i], err);
    return rc;
}

static enum rc forum_check(struct post_sink *sink, struct err *err)
{
    struct forum *forum = &self(sink)->forum;

    return forum->ops->newest(forum, err);
}

static void forum_close(struct post_sink *sink)
{
    http_close(&self(sink)->forum.http);
}

static void forum_free(struct post_sink *sink)
{
    forum_fini(&self(sink)->forum);
    free(sink);
}

static const struct post_sink_ops sink_ops = {
    .kind = "forum",
    .send = forum_send,
    .check = forum_check,
    .close = forum_close,
    .free = forum_free,
};

enum rc post_forum_sink_new(const struct post_forum_config *config, struct post_sink **sink,
                            struct err *err)
{
    struct forum_sink *forum = calloc(1, sizeof *forum);
    enum rc rc;

    if (!forum)
        return ERR(err, RC_NO_MEMORY, "out of memory for a forum");
    rc = forum_init(&forum->forum, config, err);
    if (rc == RC_OK)
        rc = post_sink_init(&forum->base, &sink_ops, config->name, err);
    if (rc == RC_OK)
        *sink = &forum->base;
    else
        forum_free(&forum->base);
    return rc;
}
