/* SPDX-License-Identifier: MIT */
/* Text of others as a terminal may get it. */
#pragma once

#include <stdio.h>

#include "base/base.h"

/* What text_is_hidden goes, but line ends and tabs stay, or are blanks in one line; a JSON text
 * keeps it, as JSON's escapes. */
enum shown { SHOWN_TEXT, SHOWN_LINE, SHOWN_JSON };
void shown_put(struct buf *out, const char *text, size_t length, enum shown how);
void shown_print(FILE *file, const char *text, enum shown how);
/* printf for people to read, as SHOWN_TEXT. */
void shown_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
