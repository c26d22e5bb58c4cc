/* SPDX-License-Identifier: MIT */
/* What sources and sinks share: when a broken connection is tried again, what a name may hold,
 * the clock. */

#include "post/post_p.h"

enum { MINUTE_S = 60 };

/* Quick at first for a server that restarts. */
static const int64_t link_delays[] = {1, 2, 5, 10, 20, 40, 80, 160, 5 * MINUTE_S};
/* A refused login does no good by the second, and some servers lock the account. */
static const int64_t stubborn_delays[] = {30, MINUTE_S, 2 * MINUTE_S, 5 * MINUTE_S, 15 * MINUTE_S};

#define PICK(delays, tries) pick((delays), sizeof(delays) / sizeof *(delays), (tries))

static int64_t pick(const int64_t *delays, size_t count, unsigned tries)
{
    size_t index = tries > 0 ? tries - 1 : 0;

    return delays[index < count ? index : count - 1];
}

int64_t post_backoff_delay(unsigned failures)
{
    return PICK(link_delays, failures);
}

static void copy_error(struct err *err, const struct err *error)
{
    if (err && err->rc == RC_OK)
        *err = *error;
}

enum rc post_link_note(struct post_link *link, enum rc rc, const struct err *error, struct err *err)
{
    if (rc == RC_OK) {
        link->open = true;
        link->failures = 0;
        link->retry_at_s = 0;
        err_clear(&link->last);
        return rc;
    }
    copy_error(err, error);
    link->open = false;
    if (rc == RC_STOPPED)
        return rc;
    link->failures++;
    link->last = *error;
    link->retry_at_s =
        link->now_s + (rc_class(rc) == RC_CLASS_TEMPORARY ? post_backoff_delay(link->failures)
                                                          : PICK(stubborn_delays, link->failures));
    if (link->retry_at_s < link->now_s + link->wait_s)
        link->retry_at_s = link->now_s + link->wait_s;
    link->wait_s = 0;
    return rc;
}

enum rc post_link_may_try(struct post_link *link, int64_t now_s, struct err *err)
{
    link->now_s = now_s;
    if (link->failures == 0 || now_s >= link->retry_at_s)
        return RC_OK;
    copy_error(err, &link->last);
    return link->last.rc;
}

bool post_link_breaks(struct post_link *link, const char *name, enum rc rc, struct err *error)
{
    if (rc == RC_OK)
        return false;
    if (error->rc == RC_OK)
        ERR(error, rc, rc_text(rc));
    err_where(error, name, 0, 0);
    link->open = false;
    return true;
}

bool post_name_is_plain(const char *name)
{
    size_t length = 0;

    if (!name || name[0] == '.')
        return false;
    for (; name[length]; length++)
        if (!text_is_letter(name[length]) && !text_is_digit(name[length]) &&
            !strchr("-_.", name[length]))
            return false;
    return length > 0 && length < POST_NAME_BYTES;
}

void post_job_set(struct post_job *job, enum post_fate fate, int code, const char *text)
{
    job->fate = fate;
    job->code = code;
    post_text_clean(job->text, sizeof job->text, text, strlen(text));
}

void post_text_clean(char *out, size_t capacity, const char *bytes, size_t length)
{
    struct text text = text_in(out, capacity);

    while (length > 0) {
        size_t step = text_utf8_at(bytes, length, NULL);

        if (step == 0)
            text_put_char(&text, '?');
        else if (step == 1 && ((unsigned char)*bytes < ' ' || *bytes == 0x7F))
            text_put_char(&text, ' ');
        else
            text_put_bytes(&text, bytes, step);
        step = step ? step : 1;
        bytes += step;
        length -= step;
    }
}
