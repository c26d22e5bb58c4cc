/* SPDX-License-Identifier: MIT */
/* What an XML document is made of, for comparing structures. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"

/* Append each element with its id, one to a line, indented, and titles with their text; positions
 * and colours may change without changing it. Parses strictly: false when it is not well-formed. */
bool outline_make(const struct buf *xml, struct buf *out);
