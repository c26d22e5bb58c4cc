/* SPDX-License-Identifier: MIT */
/* The head of a game in the footer of every letter:
 *
 *     postern-head game 17 entry 42
 *     abcdefghijklm nopqrstuvwxyz 234567abcdefg hijklmnopqrst
 *     postern-sign (four groups)
 *     (four groups)
 *
 * Groups of 13 base32 letters, so that nothing has to break a word; words alone count, so that
 * quote marks, new line breaks, HTML and quoted-printable leave it readable. The same in all
 * languages. Source: design, 5.6; doc/seals.md, "Footers". */
#pragma once

#include "seal/hash.h"
#include "seal/keys.h"

#define FOOTER_FIRST_WORD "postern-head"

struct footer {
    uint64_t game;  /* its number */
    uint64_t entry; /* n */
    struct hash head;
    unsigned char signature[SIGNATURE_BYTES];
};

/* Append the footer, lines of at most 69 characters ended by LF. */
void footer_write(const struct footer *footer, struct buf *out);
/* The same with so many groups of 13 on a line; readers take any. */
void footer_write_columns(const struct footer *footer, unsigned per_line, struct buf *out);
/* Find the first whole footer at or after text[*from]; *from moves behind it, so that a letter with
 * quoted ones can be walked. The last one is the letter's own: nothing that a person writes stands
 * behind it.
 * in     text: a letter as saved: plain, quoted, HTML, quoted-printable
 * fails  RC_NOT_FOUND: none (more); RC_BAD_INPUT: none is whole, though one begins */
enum rc footer_read(const char *text, size_t length, size_t *from, struct footer *footer,
                    struct err *err);

/* The footer whose first word comes next at `from`, as behind a receipt; false: none does. */
bool footer_follows(const char *text, size_t length, size_t from, struct footer *footer);

/* Read on behind the first word; for this folder. False: it is not whole. */
struct words;
bool footer_read_behind(struct words *words, struct footer *footer);

/* Groups of 13, `per_line` on a line, each line ended by LF: for heads and signatures. */
void footer_write_groups(const void *bytes, size_t count, unsigned per_line, struct buf *out);
