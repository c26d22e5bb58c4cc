/* SPDX-License-Identifier: MIT */
/* What the files that read letters share. */
#pragma once

#include <gmime/gmime.h>

#include "letter/mime_in.h"

struct letter_reader {
    const struct letter_limits *limits;
    struct letter *letter;
    unsigned parts;       /* leaves seen */
    unsigned auth_fields; /* Authentication-Results fields seen */
    bool encrypted;
    bool has_chosen; /* the text is found: parts are only counted */
    bool failed;     /* memory was lost */
    bool filled;     /* as long as is read: it is cut, where its last leaf is */
    bool tore;       /* that one is a text, and was not read */
    GMimeObject *torn;
    struct err *err;
};

/* Set a string member to a clean copy of text (NULL = ""): UTF-8, controls as blanks, blanks
 * around dropped, cut at 998 bytes (RFC 5322 2.1.1: the longest line) × 8. */
void letter_set(struct letter_reader *reader, char **member, const char *text);
void letter_set_bytes(struct letter_reader *reader, char **member, const char *text, size_t length);
/* As letter_set, in lower case (ASCII). */
void letter_set_folded(struct letter_reader *reader, char **member, const char *text);
/* An address: outer blanks and < > dropped, domain in lower case. */
void letter_set_address(struct letter_reader *reader, char **member, const char *text);

/* The decoded content of a leaf. False if it has none. */
bool letter_read_content(const struct letter_reader *reader, GMimePart *part, struct buf *out);

/* The MIME part within an opaque S/MIME signature, the content of such a leaf; false: it is none.
 */
bool letter_open_signed(const struct buf *bytes, struct buf *out);

/* Write a letter whose header breaks the rules as one that keeps them; false: it does, and out is
 * the same. count: of a header, and what is behind it */
bool letter_mend(const char *bytes, size_t count, struct buf *out);

/* Read one Authentication-Results field. field: from 0, topmost. */
void letter_read_auth(struct letter_reader *reader, const char *value, unsigned field);
/* Read the parts of a multipart/report behind its text. */
void letter_read_report(struct letter_reader *reader, GMimeMultipart *report);
/* Find the best text among the parts. */
void letter_read_text(struct letter_reader *reader, GMimeObject *root);
