/* SPDX-License-Identifier: MIT */
/* What a mail server said last, for whoever has to mend it: its refusals in its own words, which
 * libcurl's leave out. */
#pragma once

#include "post/post.h"

/* Zero-initialise. */
struct server_words {
    char text[POST_TEXT_BYTES];
    bool goes_on; /* the answer has further lines */
};

/* Hear a line of SMTP: an answer of several lines is one, without its code in each; what is said to
 * a goodbye behind a refusal is not an answer to anything. */
void server_words_smtp(struct server_words *words, const char *line, size_t length);
/* Hear a line of IMAP: refusals and goodbyes alone. An alert is kept beside the refusal that comes
 * behind it (RFC 3501, 7.1: it is for people). */
void server_words_imap(struct server_words *words, const char *line, size_t length);

/* The code of the answer of SMTP; 0 = none was heard. */
long server_words_code(const struct server_words *words);
/* Does an IMAP server ask to come again (RFC 5530: UNAVAILABLE, INUSE, LIMIT; a goodbye; too many
 * connections)? */
bool server_words_later(const struct server_words *words);
