/* SPDX-License-Identifier: MIT */
/* A letter's text → which lines the sender wrote now, and which are quoted, signature, or our
 * own letter below its marker line.
 *
 * Knows how mail programs quote, not what orders look like: the caller asks for that.
 * Line numbers are those of the text given. Source: mail-conventions I12, RFC 3676 4.3. */
#pragma once

#include "base/base.h"

/* Our marker, in every language; what follows it is for people: "-=-=- Answer above this line
 * -=-=-". It begins its line, or stands in it behind a blank: what is wanted comes first, for lists
 * of letters. */
#define QUOTES_MARKER "-=-=-"

enum line_kind {
    LINE_OWN,
    LINE_BLANK,       /* also a rule: ____, ----, **** */
    LINE_QUOTED,      /* begins with > */
    LINE_WRAPPED,     /* tail of a quoted line that a mail program broke */
    LINE_ATTRIBUTION, /* "On Monday, X wrote:" */
    LINE_HEADER,      /* header block of a quoted letter, "-----Original Message-----" */
    LINE_SIGNATURE,   /* "-- " and below; "Sent from my …"; a disclaimer and below */
    LINE_CLOSING,     /* the last words of a letter, none of which reads as an order */
    LINE_MARKER,
    LINE_BELOW, /* below our marker or a header block, without any quote sign */
    LINE_ARMOR, /* lines of a clear-signed text that are not the text */
    LINE_KIND_COUNT
};

struct letter_line {
    const char *at;   /* borrowed from the text; without line end */
    uint32_t length;  /* bytes */
    uint32_t skipped; /* bytes before it: the "- " of a clear-signed text */
    uint32_t number;  /* from 1 */
    enum line_kind kind;
};

/* Zero-initialise; quotes_fini frees. Borrows the text. */
struct letter_lines {
    struct letter_line *line; /* owned */
    size_t count;
    size_t own_count; /* lines of kind LINE_OWN */
    uint32_t marker;  /* number of the first line with our marker, quoted or not; 0 = none */
};

/* Does a line look like an order? The caller knows (its lexicon), and knows its own last letter,
 * whose lines below the marker are not the sender's. */
typedef bool quotes_order_like(void *context, const char *line, size_t length);

/* What only the caller knows. */
struct quotes_known {
    quotes_order_like *reads; /* whole as an order, a command, a setting or an answer */
    void *context;
    const char *us; /* the name our letters are sent under */
};

/* Split a text. What reads as an order is never taken for what a mail program wrote, unless quote
 * signs, "-- ", a header block or our marker part it from the sender's own.
 * in     text: UTF-8, LF or CRLF; known: NULL = nothing, and then there is no LINE_CLOSING
 * fails  RC_NO_MEMORY, RC_TOO_LONG (more than 100,000 lines) */
enum rc quotes_split(const char *text, size_t length, const struct quotes_known *known,
                     struct letter_lines *lines, struct err *err);
void quotes_fini(struct letter_lines *lines);

/* Is a year, a time of day or a day of a month in the line, in figures of any script? */
bool quotes_has_date(const char *line, size_t length);

/* The first line that looks like an order but stands where none is read (below the marker, in
 * the signature, in a broken quote) and carries no quote sign; 0 if there is none. To be asked
 * when own text holds no order: "your orders stand below the line" (I12). */
uint32_t quotes_find_missed(const struct letter_lines *lines, quotes_order_like *like,
                            void *context);
