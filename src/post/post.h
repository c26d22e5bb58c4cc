/* SPDX-License-Identifier: MIT */
/* Transports: where letters come from and where they go, each behind one vtable.
 *
 * A source is an inbox (Maildir, spool, IMAP folder, forum); a sink hands letters on (Maildir,
 * SMTP, forum). Neither knows what a letter says. A source is the journal until the ledger has
 * committed: it loses a letter only by post_source_done. Nothing here is kept over a restart.
 *
 * Each source and each sink belongs to one thread at a time. Programs with network transports must
 * ignore SIGPIPE. Times are UTC seconds since 1970 and passed in; only waiting for the network uses
 * the monotonic clock. Source: design section 4, mail-conventions I1, I15, O12. */
#pragma once

#include "base/base.h"

struct post_source;
struct post_sink;

enum {
    POST_ID_BYTES = 384,   /* kind, name of the source, file name of at most 255 bytes */
    POST_TEXT_BYTES = 256, /* words of a mail server; longer ones are cut */
    POST_MADE_BYTES = 64,
    POST_MARGIN_S = 5,                        /* between a stamp and the letter being seen */
    POST_GIVE_UP_S = 5 * 24 * 60 * 60,        /* RFC 5321 4.5.4.1: four to five days */
    POST_LETTER_BYTES_MAX = 16 * 1024 * 1024, /* what fetch reads of one letter at most */
};

/* ---- sources ---- */

/* A letter that waits. */
struct post_letter {
    char id[POST_ID_BYTES]; /* same letter, same id, over restarts: "maildir:in/1795.M1P2.host" */
    int64_t arrived_s;      /* stamp of our own mail system, never later than the listing */
    uint64_t bytes;         /* size as the source says; 0 = not known */
};

/* Where a letter goes when it is done. A source without that folder deletes it. */
enum post_place { POST_PLACE_DONE, POST_PLACE_ASIDE, POST_PLACE_COUNT };

/* List letters that wait and were not handed out since the source was made, oldest first. Opens
 * the connection if needed; after a failure it answers with it until its back-off is over.
 * in     room ≥ 1; call again while *count == room
 * out    letters[0..*count): handed out; each must come back by done or give_back
 * fails  by the class of what went wrong; the source stays usable, nothing is lost */
enum rc post_source_list(struct post_source *source, int64_t now_s, struct post_letter *letters,
                         size_t room, size_t *count, struct err *err);

/* Read the bytes of a letter, without changing its flags.
 * in     limit ≤ POST_LETTER_BYTES_MAX: a longer letter is cut there (raw->length < letter->bytes)
 * out    raw: appended; untouched on failure
 * fails  RC_NOT_FOUND: gone from the source, which forgets it; nothing more to do
 *        RC_REFUSED: this one letter cannot be read; go on with the others, set it aside by done
 *        others: the whole source fails for now */
enum rc post_source_fetch(struct post_source *source, const struct post_letter *letter,
                          size_t limit, struct buf *raw, struct err *err);

/* Move letters away. Call only after the commit that stores them.
 * A letter that is gone already counts as moved. After a failure, or a crash before this call,
 * the letter is listed again with the same id. */
enum rc post_source_done(struct post_source *source, const char *const *ids, size_t count,
                         enum post_place place, struct err *err);

/* It is none of ours: it stays where it is, and is not listed again while the connection holds. */
void post_source_leave(struct post_source *source, const char *id);

/* The caller could not store it now: list it again later. */
void post_source_give_back(struct post_source *source, const char *id);

/* Every letter that arrived before this time was listed and is done (I15): no deadline after it may
 * close. INT64_MIN before the first whole listing; stands still while the source fails. */
int64_t post_source_settled_s(const struct post_source *source);

/* Wait until a source has news, wake_fd is readable, or the time is over; sources that cannot tell
 * (none open, or without IDLE) do not end the wait: poll them by the timeout.
 * in     wake_fd −1 = none; timeout_ms −1 = for ever
 * out    *news: true if a source may have new letters or lost its connection: list them all
 * fails  never for a broken source: that shows at its next listing */
enum rc post_wait(struct post_source *const *sources, size_t count, int wake_fd, int timeout_ms,
                  bool *news, struct err *err);

/* NULL allowed. Letters not done stay where they are. */
void post_source_free(struct post_source *source);
OWN_FREED(post_source)

/* ---- sinks ---- */

enum post_fate {
    POST_UNTRIED,   /* no answer for this letter: try again, same bytes */
    POST_ACCEPTED,  /* the other side took it */
    POST_TEMPORARY, /* 4xx: try again later, same bytes */
    POST_PERMANENT, /* 5xx: nobody gets letters there, stop */
    POST_REFUSED,   /* 5xx: this letter is not taken, stop; the address is well */
    POST_FATE_COUNT
};

/* Why a place takes nothing although the other side works; for forums. */
enum post_hold {
    POST_HOLD_NONE,
    POST_HOLD_LOCKED,
    POST_HOLD_GONE,
    POST_HOLD_QUEUE, /* taken, and shown once a moderator approves it */
    POST_HOLD_COUNT
};

/* One letter to one recipient: the bounce address is keyed by recipient (O1), so that each has an
 * envelope of its own. Strings and bytes are borrowed during the call. */
struct post_job {
    const char *id;   /* outbox id: letters, digits, '.', '-', '_'; names the file in a Maildir */
    const char *from; /* reverse-path; "" = null: nothing may bounce */
    const char *to;   /* address; for forums see post_config.h */
    const char *bytes;
    size_t length;
    bool again;  /* an earlier try may have handed it over: looked for first, where that can be */
    bool queued; /* an earlier answer was POST_HOLD_QUEUE: never handed over once more */
    /* written by post_sink_send: */
    enum post_fate fate;
    enum post_hold hold;        /* with POST_TEMPORARY: somebody must open the place, or approve */
    int64_t wait_s;             /* with POST_TEMPORARY: as the other side asked; 0 = it did not */
    int code;                   /* SMTP reply or HTTP status; 0 = none */
    char text[POST_TEXT_BYTES]; /* the other side's words, printable */
    char made[POST_MADE_BYTES]; /* how the other side names it (forum post id), or "" */
};

/* Send letters, several at a time where the other side allows.
 * out    each job's fate; with RC_OK none is POST_UNTRIED
 * fails  when the connection fails: jobs that already have a fate keep it; until the back-off is
 *        over the same failure is answered at once */
enum rc post_sink_send(struct post_sink *sink, int64_t now_s, struct post_job *jobs, size_t count,
                       struct err *err);

/* NULL allowed. */
void post_sink_free(struct post_sink *sink);
OWN_FREED(post_sink)

/* ---- state, for the log and `postern doctor` ---- */

struct post_status {
    const char *kind; /* "maildir", "imap", … */
    const char *name;
    bool open;          /* connected, or the folder is there */
    unsigned failures;  /* in a row */
    int64_t retry_at_s; /* no try before; 0 = now */
    struct err last;    /* what failed; rc is RC_OK after a success */
    size_t waiting;     /* sources: listed and not done */
};

/* Strings live as long as the source or sink. */
void post_source_status(const struct post_source *source, struct post_status *status);
void post_sink_status(const struct post_sink *sink, struct post_status *status);

/* Connect, log in and look at the folders now, without regard to back-off. Changes no letter. */
enum rc post_source_check(struct post_source *source, struct err *err);
enum rc post_sink_check(struct post_sink *sink, struct err *err);

/* Seconds to wait after so many failures in a row of a whole connection: grows, then stays. */
int64_t post_backoff_delay(unsigned failures);

/* ---- webpage.c: One look at a page of the web, for whoever checks that it is there. Sends nothing
 * but the address. */

enum { WEBPAGE_BYTES_MAX = 4 << 20, WEBPAGE_SECONDS = 15 };

/* Append what a GET of the address gives; https, http or file.
 * fails  RC_NETWORK: no answer within WEBPAGE_SECONDS; RC_CERTIFICATE; RC_NOT_FOUND: another status
 *        than 200, or no such file; RC_TOO_LONG: more than WEBPAGE_BYTES_MAX */
enum rc webpage_fetch(const char *address, struct buf *out, struct err *err);
