/* SPDX-License-Identifier: MIT */
/* The frame of every way out: checks a batch, sends it, keeps its state. The slots behind it are
 * each transport's own. */
#include "post/post_p.h"

enum rc post_sink_init(struct post_sink *sink, const struct post_sink_ops *ops, const char *name,
                       struct err *err)
{
    struct text text;

    FAIL_IF(!post_name_is_plain(name), err, RC_CONFIG, "name of the ", ops->kind, " outlet '",
            name ? name : "", "': use up to 63 letters, digits, '-', '_' and '.'");
    sink->ops = ops;
    text_init(&text, sink->name, sizeof sink->name);
    text_put(&text, name);
    return RC_OK;
}

static enum rc note(struct post_sink *sink, enum rc rc, struct err *error, struct err *err)
{
    if (post_link_breaks(&sink->link, sink->name, rc, error))
        sink->ops->close(sink);
    return post_link_note(&sink->link, rc, error, err);
}

/* CR, LF or NUL in an envelope would be a command of its own. */
static bool address_is_one_line(const char *address)
{
    for (; *address; address++)
        if ((unsigned char)*address <= ' ' || *address == '<' || *address == '>' ||
            *address == 0x7F)
            return false;
    return true;
}

static void prepare(struct post_job *job)
{
    post_job_set(job, POST_UNTRIED, 0, "");
    job->made[0] = '\0';
    job->hold = POST_HOLD_NONE;
    job->wait_s = 0;
    if (!post_name_is_plain(job->id))
        post_job_set(job, POST_PERMANENT, 0, "the letter's id cannot name a file");
    else if (!address_is_one_line(job->from))
        post_job_set(job, POST_PERMANENT, 501, "the sender is not an address");
    else if (job->to[0] == '\0' || !address_is_one_line(job->to))
        post_job_set(job, POST_PERMANENT, 501, "the recipient is not an address");
}

enum rc post_sink_send(struct post_sink *sink, int64_t now_s, struct post_job *jobs, size_t count,
                       struct err *err)
{
    struct err error = {0};

    for (size_t i = 0; i < count; i++)
        prepare(&jobs[i]);
    TRY(post_link_may_try(&sink->link, now_s, err));
    return note(sink, sink->ops->send(sink, jobs, count, &error), &error, err);
}

void post_sink_free(struct post_sink *sink)
{
    if (!sink)
        return;
    sink->ops->close(sink);
    sink->ops->free(sink);
}

void post_sink_status(const struct post_sink *sink, struct post_status *status)
{
    *status = (struct post_status){.kind = sink->ops->kind,
                                   .name = sink->name,
                                   .open = sink->link.open,
                                   .failures = sink->link.failures,
                                   .retry_at_s = sink->link.retry_at_s,
                                   .last = sink->link.last};
}

enum rc post_sink_check(struct post_sink *sink, struct err *err)
{
    struct err error = {0};

    return note(sink, sink->ops->check(sink, &error), &error, err);
}
