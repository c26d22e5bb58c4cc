/* SPDX-License-Identifier: MIT */
/* Bytes in some charset → UTF-8 text with LF line ends. What is declared is often wrong: what is
 * UTF-8 is read as that, then as declared if it fits, then as ICU thinks, else as windows-1252. */
#pragma once

#include "base/base.h"

enum { CHARSET_NAME_BYTES = 48 };

/* Append bytes as UTF-8: NUL and what cannot be read become U+FFFD.
 * in     charset: as declared, "" = none
 * returns false if the declared charset did not fit and a guess was used */
bool charset_read(const char *charset, const char *bytes, size_t count, struct buf *out);

/* Find the charset that an HTML page names itself. */
bool charset_of_html(const char *html, size_t length, char name[CHARSET_NAME_BYTES]);

/* Append text with CRLF and lone CR as LF. */
void charset_unify_lines(const char *text, size_t length, struct buf *out);

/* Append a folder's name, UTF-8, as IMAP writes it (RFC 3501, 5.1.3). False: it is no UTF-8. */
bool charset_put_folder(const char *folder, struct buf *out);
