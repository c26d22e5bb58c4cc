/* SPDX-License-Identifier: MIT */
/* What a letter's link to the table page carries behind its '#', and the same bytes as a block of
 * text:
 *
 *     1.CONTENT.SIGNATURE
 *
 * CONTENT is raw deflate (RFC 1951) of a text, with the dictionary of link_words before it, in
 * base64url without padding (RFC 4648); SIGNATURE is 64 bytes in the same letters, over everything
 * before its point. The text is the caller's. Source: design, section 11, P9; doc/table.md. */
#pragma once

#include "base/base.h"

enum {
    LINK_TEXT_MAX = 65536,   /* bytes of a text */
    LINK_ADDRESS_MAX = 1900, /* of a whole address: mail programs cut at about 2,048 */
    LINK_SIGNATURE_BYTES = 64,
    LINK_COLUMNS = 72 /* of a block's lines */
};

/* Append "1.CONTENT", which is what is signed.
 * fails  RC_TOO_LONG: the text; RC_NO_MEMORY */
enum rc link_pack(const char *text, size_t length, struct buf *out, struct err *err);
/* Append ".SIGNATURE". */
void link_sign(const unsigned char signature[LINK_SIGNATURE_BYTES], struct buf *out);
/* Append it as a block: "postern-table", lines of LINK_COLUMNS, "end-table". */
void link_write_block(const char *fragment, struct buf *out);
/* The dictionary of version 1. Static storage. */
const char *link_words(size_t *length);

/* Append bytes as gzip packs them, for a file of a letter; the same bytes each time.
 * fails  RC_TOO_LONG, RC_NO_MEMORY */
enum rc letter_gzip(const void *bytes, size_t count, struct buf *out, struct err *err);
