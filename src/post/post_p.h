/* SPDX-License-Identifier: MIT */
/* The vtable of the transports, and what they share. For files of src/post only. */
#pragma once

#include "post/backlog.h"
#include "post/post.h"

enum { POST_NAME_BYTES = 64 };

/* How the connection fares: failures in a row, and when to try again. */
struct post_link {
    bool open;
    unsigned failures;
    int64_t now_s; /* as last told */
    int64_t retry_at_s;
    int64_t wait_s; /* the other side asked for it: the next back-off is no shorter */
    struct err last;
};

/* Slots get keys: the id without "kind:name/". A slot opens the connection itself when it is not.
 * After a failure other than one letter's own (RC_NOT_FOUND, RC_REFUSED from fetch) `close` is
 * called. */
struct post_source_ops {
    const char *kind;
    /* Offer every waiting letter, or at least all that came since the last scan of this connection,
     * by post_source_offer. */
    enum rc (*scan)(struct post_source *source, struct err *err);
    enum rc (*fetch)(struct post_source *source, const char *key, size_t limit, struct buf *raw,
                     struct err *err);
    enum rc (*done)(struct post_source *source, const char *const *keys, size_t count,
                    enum post_place place, struct err *err);
    /* Begin to wait or go on waiting; never blocks for long. *fd: what to poll, −1 = nothing;
     * *news: something came. NULL = cannot wait. */
    enum rc (*watch)(struct post_source *source, int *fd, bool *news, struct err *err);
    void (*close)(struct post_source *source);
    void (*free)(struct post_source *source); /* frees the source itself, after close */
};

/* First member of each kind's own struct. */
struct post_source {
    const struct post_source_ops *ops;
    char name[POST_NAME_BYTES];
    struct post_link link;
    struct backlog backlog;
    int64_t scanned_s; /* when the last whole scan began; INT64_MIN = never */
    bool partial;      /* set by scan: it left letters for the next one */
};

struct post_sink_ops {
    const char *kind;
    /* Give each job a fate; a failure leaves the others POST_UNTRIED. */
    enum rc (*send)(struct post_sink *sink, struct post_job *jobs, size_t count, struct err *err);
    enum rc (*check)(struct post_sink *sink, struct err *err);
    void (*close)(struct post_sink *sink);
    void (*free)(struct post_sink *sink);
};

struct post_sink {
    const struct post_sink_ops *ops;
    char name[POST_NAME_BYTES];
    struct post_link link;
};

/* Set the common part up; the name is checked (letters, digits, '-', '_', '.'). */
enum rc post_source_init(struct post_source *source, const struct post_source_ops *ops,
                         const char *name, struct err *err);
enum rc post_sink_init(struct post_sink *sink, const struct post_sink_ops *ops, const char *name,
                       struct err *err);

/* For scan. A stamp of the future becomes the time of the listing.
 * fails  RC_TOO_LONG (the id would not fit) */
enum rc post_source_offer(struct post_source *source, const char *key, int64_t arrived_s,
                          uint64_t order, uint64_t bytes, struct err *err);

/* Did it fail? Then the error says where, and the line is to be closed without a goodbye. */
bool post_link_breaks(struct post_link *link, const char *name, enum rc rc, struct err *error);
/* Record an outcome; copies error to err. Returns rc. */
enum rc post_link_note(struct post_link *link, enum rc rc, const struct err *error,
                       struct err *err);
/* RC_OK, or the last failure while its back-off lasts. */
enum rc post_link_may_try(struct post_link *link, int64_t now_s, struct err *err);

/* True for 1 to 63 letters, digits, '-', '_', '.', not beginning with '.'. */
bool post_name_is_plain(const char *name);

void post_job_set(struct post_job *job, enum post_fate fate, int code, const char *text);
/* Copy words of the other side: control bytes become blanks, bad UTF-8 becomes '?'. */
void post_text_clean(char *out, size_t capacity, const char *bytes, size_t length);

/* ---- smtp_replies.c: what an SMTP server's refusal is about: an address that is dead, this one
 * letter, a wait, or our own account. By table, from the command that it answers, its code and its
 * words. Source: RFC 5321 4.2; RFC 3463; RFC 4954 6; RFC 7372. ---- */

/* The last command that was sent; each is answered before the next. */
enum smtp_stage {
    SMTP_CONNECT, /* greeting, EHLO, STARTTLS, AUTH */
    SMTP_MAIL,
    SMTP_RCPT,
    SMTP_DATA, /* before the letter was asked for */
    SMTP_END,  /* behind the letter's last dot */
    SMTP_STAGE_COUNT
};

enum smtp_about {
    SMTP_CONNECTION, /* it goes away, or wants another login: nothing was tried */
    SMTP_ACCOUNT,    /* we may not send now: all letters wait, no address is to blame */
    SMTP_WAIT,       /* this letter to this address may pass later */
    SMTP_LETTER,     /* this letter never passes; the address is well */
    SMTP_ADDRESS     /* nobody gets letters there */
};

/* in     code: 400 to 599; words: behind the code */
enum smtp_about smtp_judge(enum smtp_stage stage, long code, const char *words);
