/* SPDX-License-Identifier: MIT */
/* What is known of a letter before the ledger is asked: its parts, our token in it, what kind it
 * is, its order lines, the keys it is found by, and the box of its raw bytes.
 *
 * A thread that polls an inbox makes readings with a desk of its own; the thread that owns the
 * ledger takes them in (inbound.h). Changes nothing. Source: design, section 4 (the daemon). */
#pragma once

#include "forum/forum.h"
#include "letter/classify.h"
#include "letter/mime_in.h"
#include "letter/orders_in.h"
#include "letter/quotes.h"
#include "letter/token.h"
#include "seal/hash.h"
#include "server/desk.h"

/* A letter as its transport hands it over. */
struct inbound_letter {
    const char *source;    /* "maildir:in" */
    const char *source_id; /* unique there */
    int64_t arrived_s;
    const char *raw;
    size_t length;
    bool cut;   /* longer than the server reads: its text is taken, if it is whole */
    bool huge;  /* so long that it is not */
    bool again; /* the administrator wants it dealt with anew: known Message-ID or not */
    struct buf
        *told; /* he says its player's words for him, and gets what is answered; NULL = not */
};

enum { READING_HUGE = 10 };        /* times as long as what is read */
enum { READING_CRASHES_MOST = 2 }; /* a letter that brought the program down so often is not read */

/* Words that may stand alone on the first line. */
enum incoming_flag { INCOMING_PREVIEW = 1, INCOMING_ALL = 2, INCOMING_DRAFT = 4 };

/* Does a line read as what a player may write (meaning_reads)? Lines that do are never taken for
 * what a mail program wrote. NULL = nobody knows. */
typedef bool reading_reads(struct library *library, const struct language *language,
                           const char *line, size_t length);

/* Zero-initialise; reading_fini ends it. */
struct reading {
    bool made;
    reading_reads *reads; /* by which its lines are found, each time anew */
    bool read;            /* mail stands below, as the reader handed it over */
    struct letter mail;   /* message_id NULL: no letter at all, or not to be read */
    bool has_token;       /* a good one of ours */
    struct token token;
    struct classification kind;
    struct forum_letter post; /* of the forum; else its kind is NONE */
    struct letter_lines split;
    struct orders_in orders;
    struct hash raw;   /* of the bytes; what the log seals */
    struct hash key;   /* by which a repeat is known */
    bool crashed;      /* it brought the program down, or its reader, too often: its head alone was
                        * read */
    struct buf box;    /* of the raw bytes; empty while its key is not there */
    int64_t box_month; /* subject of that key */
};

/* Take what a reader handed over of a letter, before reading_make, which asks for it otherwise.
 * in     as in reader_letter_fn */
void reading_take_mail(const struct desk *desk, const struct inbound_letter *in,
                       struct reading *reading, enum rc rc, struct letter *mail, const char *why);
/* How much of a letter a server reads. */
struct letter_limits reading_limits(const struct desk *desk);
/* Read a letter. Bytes that are no letter are a reading too.
 * fails  what concerns all letters: no memory, no key */
enum rc reading_make(struct desk *desk, const struct inbound_letter *in, reading_reads *reads,
                     struct reading *reading, struct err *err);
void reading_fini(struct reading *reading);
/* Find the lines of a letter that was read.
 * in     us: the name our letters are sent under */
enum rc reading_lines(struct library *library, const struct language *language, const char *us,
                      reading_reads *reads, const struct letter *mail, struct letter_lines *split,
                      struct orders_in *orders, struct err *err);
/* Read lines from another text than the letter's own. */
enum rc reading_set_text(const struct desk *desk, struct reading *reading, struct buf *text,
                         struct err *err);
/* The same of bytes alone: no keys, no box. */
enum rc reading_parts(struct desk *desk, const char *raw, size_t length, reading_reads *reads,
                      struct reading *reading, struct err *err);

/* Where the box of a letter's raw bytes stands: bound to its source, which is known before its
 * row has a number.
 * in     taken_s: when the ledger got it, for the month of its key */
enum { READING_COLUMN_BYTES = 512 };
struct vault_place;
enum rc reading_place(struct desk *desk, const char *source, const char *source_id, int64_t taken_s,
                      char column[READING_COLUMN_BYTES], struct vault_place *place,
                      struct err *err);
/* Close the box of a letter's raw bytes, packed (letter/pack.h), and open it. */
enum rc reading_close_raw(struct desk *desk, const struct vault_place *place,
                          const struct inbound_letter *in, struct buf *box, struct err *err);

/* Read the raw bytes of a letter, while its key is there.
 * fails  RC_NOT_FOUND: pruned or forgotten */
enum rc reading_raw(struct desk *desk, int64_t letter, struct buf *raw, struct err *err);
