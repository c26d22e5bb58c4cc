/* SPDX-License-Identifier: MIT */
/* What an XML document is made of, for comparing structures. */
#ifndef POSTERN_TESTS_DRAW_OUTLINE_H
#define POSTERN_TESTS_DRAW_OUTLINE_H

#include <stdbool.h>

#include "base/buf.h"

/* Append each element with its id, one to a line, indented, and titles with their text; positions
 * and colours may change without changing it. Parses strictly: false when it is not well-formed. */
bool outline_make(const struct buf *xml, struct buf *out);

#endif
