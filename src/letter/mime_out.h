/* SPDX-License-Identifier: MIT */
/* A letter's values → its bytes: mixed( related( alternative( text, html ), pictures ), files ).
 * Deterministic: no clock, no chance; boundaries come from the Message-ID. No field can hold a
 * line end, whatever it is given. Source: mail-conventions O1–O11. */
#pragma once

#include "base/base.h"

enum {
    LETTER_COLUMNS = 78,      /* RFC 5322 2.1.1 */
    LETTER_HTML_MAX = 102400, /* Gmail clips what is longer (O6) */
    LETTER_OUT_PARTS_MAX = 8,
    LETTER_OUT_REFERENCES_MAX = 8
};

enum auto_submitted {
    AUTO_GENERATED, /* turn letters, reminders */
    AUTO_REPLIED,   /* answers to a letter */
    AUTO_COUNT
};

/* A picture shown in the HTML (cid set) or a file beside it. Bytes borrowed. */
struct letter_part {
    const char *type; /* "image/png", "image/svg+xml", "text/calendar; method=PUBLISH" */
    const char *name; /* "board.png" */
    const char *cid;  /* "board": the HTML says src="cid:board@…", see letter_cid; NULL = file */
    const void *bytes;
    size_t count;
};

/* Ids without < >. NULL = the field is left out. All borrowed for the call. */
struct letter_out {
    const char *message_id; /* required; from the outbox row, so that a retry repeats it (O4) */
    int64_t date_s;         /* UTC */
    const char *from_name;
    const char *from; /* required; the robot's own stable address, never a player's (O2) */
    const char *to_name;
    const char *to; /* required */
    const char *reply_to;
    const char *subject; /* required */
    const char *in_reply_to;
    const char *reference[LETTER_OUT_REFERENCES_MAX]; /* the game's root first */
    unsigned reference_count;
    const char *language; /* "en" */
    enum auto_submitted auto_submitted;
    const char *list_id;          /* "42.games.example.org" */
    const char *list_title;       /* "Game 42" */
    const char *list_unsubscribe; /* "mailto:…" */

    const char *text; /* required; wrapped here, boards left as they are */
    const char *html;
    struct letter_part part[LETTER_OUT_PARTS_MAX];
    unsigned part_count;
};

/* Compose; appends bytes with CRLF line ends.
 * fails  RC_BAD_INPUT: a required member is missing, or an address is not one; RC_TOO_LONG: HTML
 *        over LETTER_HTML_MAX */
enum rc letter_compose(const struct letter_out *letter, struct buf *out, struct err *err);

/* The Content-ID of a picture, "board.<id's local part>@<id's domain>"; for src="cid:…". */
void letter_cid(const char *message_id, const char *name, struct buf *out);

/* Fold the lines of a text whose bytes count: a line break before a blank, as RFC 5322 2.2.3 does,
 * wherever one would be longer than LETTER_COLUMNS; no line break at the end. Whoever takes out
 * each line break that a blank follows has the text again. in: ASCII, no line begins with a blank
 */
void letter_fold(const char *text, struct buf *out);

/* Wrap lines longer than LETTER_COLUMNS at blanks, continued under their own indent; lines of
 * drawings (box characters, or between bars or corners in ASCII) are left as they are. */
void letter_wrap(const char *text, struct buf *out);

/* Columns that a terminal needs for the text: wide characters count twice, combining ones none. */
size_t letter_columns(const char *text, size_t length);

/* Append a mailto link (RFC 6068) with subject and body filled in; body lines by LF. Not
 * HTML-escaped. subject or body may be NULL. */
void letter_mailto(const char *address, const char *subject, const char *body, struct buf *out);
