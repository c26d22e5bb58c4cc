/* SPDX-License-Identifier: MIT */
/* Looks for secrets where they may not be: in letters, files and pages, as they are and in the ways
 * that mail and files write bytes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "tests/house/fixture.h"

/* The encoding in which bytes stand somewhere in a place ("hex"), or NULL: raw, either case of
 * base32 and hex, base64 at any offset, base64 for URLs, quoted-printable, percent, reversed, and
 * as UTF-16. */
const char *search_secret(const struct buf *place, const void *secret, size_t count);

/* All letters of an address, oldest first: as they lie there, and as read (text decoded). */
void search_mailbox(const struct fixture *fixture, const char *address, struct buf *raw,
                    struct buf *text);
/* Append a file of the fixture's folder, if it is there. */
void search_file(const struct fixture *fixture, const char *name, struct buf *out);
/* Append a letter's text without what commits to secrets: receipts and heads. */
void search_cut_hashes(const struct buf *text, struct buf *out);
/* Append every file below a folder. */
void search_tree(const char *path, struct buf *out);
