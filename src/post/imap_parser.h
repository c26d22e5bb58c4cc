/* SPDX-License-Identifier: MIT */
/* Reads what an IMAP server says (RFC 3501, section 7; RFC 9051).
 *
 * Pure: bytes in, responses out; no I/O. A literal is taken by its length, so that nothing in a
 * letter can be mistaken for a response. Whatever is not well-formed ends the connection. */
#pragma once

#include "base/base.h"

enum {
    IMAP_LINE_MAX = 64 * 1024,           /* between literals; Dovecot's longest is a few KiB */
    IMAP_PIECES_MAX = 64,                /* literals in one response */
    IMAP_LITERAL_MAX = 17 * 1024 * 1024, /* POST_LETTER_BYTES_MAX and something */
    IMAP_DEPTH_MAX = 16,                 /* lists in lists */
};

/* Bytes in the reader's buffer; borrowed until the next call on the reader. */
struct imap_slice {
    const char *at;
    size_t length;
};

enum imap_kind {
    IMAP_TAGGED,     /* status, code, text; tag */
    IMAP_CONTINUE,   /* "+": text */
    IMAP_UNTAGGED,   /* "* OK", NO, BAD, BYE, PREAUTH: status, code, text */
    IMAP_CAPABILITY, /* text: the words */
    IMAP_EXISTS,     /* number */
    IMAP_EXPUNGE,    /* number */
    IMAP_FETCH,      /* number and what `has` says */
    IMAP_OTHER,      /* anything else, well-formed as far as lines and literals go */
    IMAP_KIND_COUNT
};

enum imap_status { IMAP_OK, IMAP_NO, IMAP_BAD, IMAP_BYE, IMAP_PREAUTH, IMAP_STATUS_COUNT };

enum { IMAP_HAS_UID = 1, IMAP_HAS_SIZE = 2, IMAP_HAS_DATE = 4, IMAP_HAS_BODY = 8 };

struct imap_response {
    enum imap_kind kind;
    enum imap_status status;
    struct imap_slice tag;
    struct imap_slice code;      /* "UIDVALIDITY" of "[UIDVALIDITY 3]"; empty = none */
    struct imap_slice code_text; /* "3" */
    struct imap_slice text;
    uint32_t number; /* sequence number or count */
    unsigned has;    /* FETCH: IMAP_HAS_… */
    uint32_t uid;
    uint64_t size;
    bool deleted;           /* FETCH: \Deleted among the flags */
    struct imap_slice date; /* INTERNALDATE without its quotes */
    struct imap_slice body; /* BODY[…] or BODY[…]<0>; empty for NIL */
};

/* Zero-initialise. Append what the server sent to `in`. */
struct imap_parser {
    struct buf in;
    size_t begin;    /* of the response being read */
    size_t line;     /* of its current line, behind the last literal */
    size_t taken;    /* end of the response given out last; dropped by the next call */
    unsigned pieces; /* literals so far */
};

enum imap_step { IMAP_MORE, IMAP_RESPONSE, IMAP_BROKEN };

/* Cut the next response off.
 * returns IMAP_MORE (append more bytes), IMAP_RESPONSE, or IMAP_BROKEN, for ever after */
enum imap_step imap_parser_next(struct imap_parser *reader, struct imap_response *response);
/* Forget everything; the bytes are wiped. */
void imap_parser_fini(struct imap_parser *reader);

bool imap_slice_is(struct imap_slice slice, const char *word); /* ASCII case-blind */
/* A number of the whole slice; false otherwise, or above the 32 bits that IMAP has. */
bool imap_slice_number(struct imap_slice slice, uint32_t *number);
/* True if a word stands in a list of words parted by blanks. */
bool imap_slice_holds(struct imap_slice list, const char *word);
