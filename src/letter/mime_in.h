/* SPDX-License-Identifier: MIT */
/* Raw bytes of a letter → what this house wants to know of it. Outside bytes come in here, so
 * it does no I/O, keeps nothing between calls, and is fuzzed.
 *
 * It does not judge: whether a letter is an order, a bounce or noise is classify.h, what of its
 * text is the sender's own is quotes.h. Source: design, section 7; mail-conventions I2–I11. */
#pragma once

#include "base/base.h"

enum {
    LETTER_RECIPIENTS_MAX = 32, /* a reply has one; what is beyond is not looked at */
    LETTER_REFERENCES_MAX = 64, /* clients keep 10 to 30 */
    LETTER_AUTH_MAX = 32,       /* results, of all Authentication-Results fields */
    LETTER_REPORT_RECIPIENTS_MAX = 16,
    LETTER_FIELD_BYTES = 998 * 8 /* of one field: RFC 5322 2.1.1's longest line, folded */
};

/* How much of a letter is looked at. */
struct letter_limits {
    size_t bytes;        /* of the whole letter */
    size_t header_bytes; /* of its first header */
    size_t text_bytes;   /* of the decoded text */
    unsigned depth;      /* of multiparts within multiparts */
    unsigned parts;      /* leaves in all */
};
/* 4 MiB, 256 KiB, 256 KiB, 12 deep, 128 parts: a reply that carries one of our letters whole,
 * with pictures and a signature's logo, stays below a quarter of each. */
extern const struct letter_limits letter_limits_usual;

/* Why a letter's text could not be read although its header could. */
enum letter_flaw {
    LETTER_WHOLE,
    LETTER_TOO_BIG,
    LETTER_TOO_DEEP,
    LETTER_TOO_MANY_PARTS,
    LETTER_NO_TEXT,   /* neither text/plain nor text/html */
    LETTER_ENCRYPTED, /* to a key we cannot have */
    LETTER_FLAW_COUNT
};

struct letter_address {
    char *name;    /* UTF-8 without control characters; "" = none */
    char *address; /* "local@domain", domain in lower case */
};

/* One result of an Authentication-Results field (RFC 8601). */
struct letter_auth {
    char *server;   /* authserv-id, lower case; trust none but our own (I10) */
    char *method;   /* "dkim", "spf", "dmarc", lower case */
    char *result;   /* "pass", "fail", …, lower case */
    char *property; /* "header.d=example.org smtp.mailfrom=…", as written; "" = none */
    unsigned field; /* 0 = topmost Authentication-Results field */
};

enum letter_report {
    LETTER_REPORT_NONE,
    LETTER_REPORT_DELIVERY, /* RFC 3464 */
    LETTER_REPORT_READ,     /* RFC 8098 */
    LETTER_REPORT_ABUSE,    /* RFC 5965 */
    LETTER_REPORT_OTHER,
    LETTER_REPORT_COUNT
};

struct letter_report_recipient {
    char *address; /* Final-Recipient, else Original-Recipient; without "rfc822;" */
    char *action;  /* "failed", "delayed", …, lower case; "" = none */
    char *status;  /* "5.1.1"; "" = none */
    char *diagnostic;
};

/* All strings are owned by the letter, UTF-8, never NULL ("" = not there), without NUL; those of
 * header fields without CR and LF. Zero-initialise; free with letter_fini. */
struct letter {
    enum letter_flaw flaw;

    char *message_id; /* without < >, as all ids here */
    char *in_reply_to;
    char *references[LETTER_REFERENCES_MAX]; /* oldest first */
    unsigned reference_count;

    struct letter_address from; /* the first mailbox */
    unsigned from_count;        /* mailboxes in From; more than 1 is suspicious */
    char *sender;               /* address of Sender */
    char *reply_to;             /* first address of Reply-To */
    /* Delivered-To, X-Original-To, Envelope-To first (topmost first), then To, Cc, Resent-To. */
    char *recipient[LETTER_RECIPIENTS_MAX];
    unsigned recipient_count;
    bool has_return_path;
    char *return_path; /* "" with has_return_path = the null path <> (I2) */

    char *subject;
    char *date; /* as the sender wrote it; proves nothing */
    char *content_language;
    char *auto_submitted;    /* first word, lower case */
    char *precedence;        /* lower case */
    char *response_suppress; /* X-Auto-Response-Suppress, lower case */
    char *list_id;
    bool list_fields; /* any List-* field */
    bool auto_fields; /* X-Autoreply, X-Autorespond, X-Auto-Reply-…, Auto-… of vacation programs */
    bool failed_recipients; /* X-Failed-Recipients (exim, Gmail) */
    bool loop_field;        /* Postern-Loop: our own letters carry it */
    unsigned hops;          /* Received fields */

    struct letter_auth auth[LETTER_AUTH_MAX];
    unsigned auth_count;

    enum letter_report report;
    struct letter_report_recipient report_recipient[LETTER_REPORT_RECIPIENTS_MAX];
    unsigned report_recipient_count;
    char *reported_id; /* Message-ID of the letter that a report is about; "" = not told */
    char *reported_to; /* first address it was sent to */

    bool reaction;  /* Content-Disposition: reaction, or Gmail's reaction part (I7) */
    bool is_signed; /* multipart/signed */
    bool calendar;  /* a calendar answers an invitation (RFC 5546 3.2.3, 3.2.7) */
    unsigned attachment_count;

    /* The best text, lines ended by LF, format=flowed undone, blockquotes of HTML as "> ". */
    char *text;
    size_t text_length; /* bytes */
    bool text_from_html;
    bool text_cut;      /* longer than the limit; the beginning is here */
    char *text_charset; /* as declared, lower case */
    bool text_repaired; /* bytes did not fit the charset and were read as windows-1252 */
};

/* Read a letter. What can be read of a damaged or oversized letter is read and `flaw` says what
 * could not, so that its sender can be answered.
 * in     bytes: with CRLF or LF; limits: NULL = letter_limits_usual
 * out    letter: set on RC_OK; letter_fini frees
 * fails  RC_BAD_INPUT: not a letter at all (no header field) */
enum rc letter_read(const void *bytes, size_t count, const struct letter_limits *limits,
                    struct letter *letter, struct err *err);
/* Free what the letter owns and zero it. NULL allowed. */
void letter_fini(struct letter *letter);

/* Start the MIME library, once per program, before the first thread. Cheap when repeated. */
void letter_start(void);
