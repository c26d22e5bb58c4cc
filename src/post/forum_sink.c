/* SPDX-License-Identifier: MIT */
/* Letters as posts of a forum, each once: its last line carries the outbox id, and a second try
 * looks for it first. */

#include "post/forum_p.h"

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

/* The text ends where a picture begins. */
static size_t text_length(const struct post_job *job)
{
    const char *nul = memchr(job->bytes, '\0', job->length);

    return nul ? (size_t)(nul - job->bytes) : job->length;
}

/* Title and text in two buffers, the mark below. */
static void split(const struct post_job *job, struct forum_text *text, struct buf *title,
                  struct buf *body)
{
    const char *at = job->bytes, *end = job->bytes + text_length(job);

    if (text->place == FORUM_CATEGORY || text->place == FORUM_USER) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
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
    job->hold = result->hold;
    job->wait_s = result->wait_s;
    text_init(&made, job->made, sizeof job->made);
    text_put(&made, result->made);
}

/* Put the picture's address where the text wants it, or take the line away. */
static void place_picture(const char *url, struct buf *body)
{
    static const char wanted[] = "](picture)";
    const char *text = buf_text(body), *at = strstr(text, wanted), *line, *end;
    struct buf made = {0};

    if (!at)
        return;
    for (line = at; line > text && line[-1] != '\n';)
        line--;
    end = at + strlen(wanted);
    if (url[0]) {
        buf_put_bytes(&made, text, (size_t)(at - text));
        buf_printf(&made, "](%s)", url);
    } else {
        buf_put_bytes(&made, text, (size_t)(line - text));
        end += strcspn(end, "\n");
    }
    buf_put(&made, end);
    buf_fini(body);
    *body = made;
}

/* A picture is a gift: without it the post goes out with its text board. */
static enum rc send_picture(struct forum *forum, const struct post_job *job, struct buf *body,
                            struct forum_result *result, struct err *err)
{
    size_t at = text_length(job) + 1;
    OWN(buf) url = {0};

    if (at < job->length && forum->ops->upload)
        TRY(forum->ops->upload(forum, job->bytes + at, job->length - at, &url, result, err));
    if (result->fate != POST_TEMPORARY)
        place_picture(buf_text(&url), body);
    return buf_rc(body, err);
}

/* What became of an earlier try; the fate stays open where nothing did. The queue is asked before
 * the posts: what is approved in between stands in one of them. */
static enum rc look_first(struct forum *forum, const struct post_job *job,
                          const struct forum_text *text, struct forum_result *result,
                          struct err *err)
{
    enum forum_queue queue = FORUM_QUEUE_NOT_TOLD;

    if (!job->again || text->place == FORUM_POST) /* replacing a text twice is doing it once */
        return RC_OK;
    if (forum->ops->queued)
        TRY(forum->ops->queued(forum, text->mark, &queue, err));
    if (queue != FORUM_QUEUE_HAS_IT)
        TRY(forum->ops->find(forum, text, result->made, err));
    if (result->made[0]) {
        result->fate = POST_ACCEPTED;
        result->code = 200;
    } else if (queue == FORUM_QUEUE_HAS_IT || (job->queued && queue == FORUM_QUEUE_NOT_TOLD))
        forum_hold(result);
    else if (job->queued)
        forum_refuse(result, POST_PERMANENT, "a moderator has refused it");
    return RC_OK;
}

/* What new members may not do yet: show pictures, name others. */
static bool make_plain(struct buf *body)
{
    static const char no_name[] = "@\xE2\x80\x8B"; /* a blank without width behind it */
    struct buf plain = {0};
    bool changed = false;

    for (const char *line = buf_text(body); *line;) {
        size_t length = strcspn(line, "\n");
        bool picture = line[0] == '!' && line[1] == '[';

        changed |= picture;
        for (size_t i = 0; i < length && !picture; i++) {
            bool names = line[i] == '@' && !text_starts_with(line + i, no_name);

            changed |= names;
            buf_put(&plain, names ? no_name : (const char[]){line[i], '\0'});
        }
        line += length + (line[length] == '\n');
        if (!picture)
            buf_put_char(&plain, '\n');
    }
    buf_fini(body);
    *body = plain;
    return changed;
}

/* A text that is refused for good is tried once more with what every member may write. */
static enum rc send_now(struct forum *forum, const struct post_job *job, struct forum_text *text,
                        struct buf *body, struct forum_result *result, struct err *err)
{
    TRY(send_picture(forum, job, body, result, err));
    text->text = buf_text(body);
    if (result->fate == POST_TEMPORARY)
        return RC_OK;
    *result = (struct forum_result){0};
    TRY(forum->ops->send(forum, text, result, err));
    if (result->fate != POST_PERMANENT || text->place == FORUM_USER || !make_plain(body))
        return RC_OK;
    *result = (struct forum_result){0};
    text->text = buf_text(body);
    TRY(buf_rc(body, err));
    return forum->ops->send(forum, text, result, err);
}

static enum rc send_text(struct forum *forum, struct post_job *job, struct forum_text *text,
                         struct buf *body, struct err *err)
{
    struct forum_result result = {0};

    TRY(look_first(forum, job, text, &result, err));
    if (result.fate == POST_UNTRIED)
        TRY(send_now(forum, job, text, body, &result, err));
    take_result(job, &result);
    return RC_OK;
}

static enum rc send_one(struct forum *forum, struct post_job *job, struct err *err)
{
    OWN_WIPED(buf) title = {0}, body = {0};
    TEXT_IN(line, mark, FORUM_MARK_BYTES);
    struct forum_text text = {.mark = mark};

    if (!read_place(job->to, &text) || !text_is_utf8(job->bytes, text_length(job))) {
        post_job_set(job, POST_PERMANENT, 0, "not a place in a forum, or a text that is not UTF-8");
        return RC_OK;
    }
    TEXT_PUT(&line, "`ref ", job->id, "`");
    split(job, &text, &title, &body);
    TRY(buf_rc(&body, err));
    return send_text(forum, job, &text, &body, err);
}

static enum rc forum_send(struct post_sink *sink, struct post_job *jobs, size_t count,
                          struct err *err)
{
    for (size_t i = 0; i < count; i++)
        if (jobs[i].fate == POST_UNTRIED)
            TRY(send_one(&self(sink)->forum, &jobs[i], err));
    return RC_OK;
}

static enum rc forum_check(struct post_sink *sink, struct err *err)
{
    struct forum *forum = &self(sink)->forum;
    char number[TEXT_INT_BYTES];
    bool may = true;
    enum rc rc = forum->ops->who ? forum->ops->who(forum, err) : RC_OK;

    THEN(rc, forum->ops->newest(forum, err));
    if (rc == RC_OK && forum->category && forum->ops->may_open)
        rc = forum->ops->may_open(forum, &may, err);
    return rc != RC_OK || may ? rc
                              : ERR(err, RC_CONFIG, "the robot may open no topics in category ",
                                    text_of_int(number, (int64_t)forum->category), " of forum ",
                                    forum->http.url, ": let it there, or write another number");
}

static void forum_close(struct post_sink *sink)
{
    forum_hang_up(&self(sink)->forum, &sink->link);
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

    FAIL_IF(!forum, err, RC_NO_MEMORY, "out of memory for a forum");
    rc = forum_init(&forum->forum, config, err);
    THEN(rc, post_sink_init(&forum->base, &sink_ops, config->name, err));
    if (rc == RC_OK)
        *sink = &forum->base;
    else
        forum_free(&forum->base);
    return rc;
}
