/* SPDX-License-Identifier: MIT */
/* Text from outside made safe to show: player names, titles.
 *
 * Control characters, bidi controls, invisible and private characters go; runs of blanks become
 * one; malformed bytes become U+FFFD; piled-up accents are thinned; what is too wide is cut with
 * an ellipsis; right-to-left text stands in an isolate (UAX #9, FSI … PDI). No allocation. */
#pragma once

#include "base/base.h"

enum {
    SAFE_COLUMNS_MAX = 160,
    SAFE_BYTES = SAFE_COLUMNS_MAX * 12 + 16 /* a base and two marks of 4 bytes, isolate, cut */
};

struct safe {
    char at[SAFE_BYTES];
    size_t length;    /* bytes, without the NUL */
    unsigned columns; /* of a terminal; East Asian wide characters take two */
};

/* Clean `text` (NULL reads as "") into at most `columns` ≤ SAFE_COLUMNS_MAX; ascii: letters
 * without accents, '?' for what has no ASCII. */
void safe_clean(struct safe *safe, const char *text, unsigned columns, bool ascii);

/* Append bytes with the five characters of XML escaped. */
void safe_put_xml(struct buf *out, const char *text);
