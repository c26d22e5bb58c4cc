/* SPDX-License-Identifier: MIT */
/* Words of a letter as people's programs leave them: quoted, broken anew, as HTML, as
 * quoted-printable. Private to this folder: footers, receipts and blocks are read with it.
 *
 * Gives one word after the other: runs of characters without white space, with quote marks and
 * initials before them at the start of a line, HTML tags and soft line breaks left out, entities
 * put back, and a word joined again that was broken at its own hyphen. */
#pragma once

#include "base/base.h"

enum {
    WORD_BYTES = 1600, /* a longer word is cut: none of ours is as long */
    GROUP_CHARS = 13,
    GROUPED_BYTES_MAX = 1072 /* the longest that is written in groups: a sealed block */
};

struct words {
    const char *text;
    size_t length;
    size_t at;
    bool line_start;
    char word[WORD_BYTES]; /* the last one read */
    size_t word_length;
};

void words_start(struct words *words, const char *text, size_t length, size_t from);
/* The next word into words->word; false at the end. */
bool words_next(struct words *words);
/* Skip to behind a word, without regard to case; false if it does not come. */
bool words_find(struct words *words, const char *wanted);
/* Is the last word this one, without regard to case? */
bool words_is(const struct words *words, const char *wanted);

/* Does the last word begin as our signed ones do ("postern-head")? */
bool words_are_ours(const struct words *words);

/* Read count bytes from groups of base32 (13 letters each, the last one what remains). Words that
 * are no groups (a quoting person's initials) are passed over, up to a few, but none of ours. */
bool words_read_groups(struct words *words, void *out, size_t count);
