/* SPDX-License-Identifier: MIT */
/* A record changed at will, made to hang together again: seals, hashes and head are counted anew
 * and the signatures taken off, so that what was changed reaches replay and rules instead of ending
 * at the first hash. Lines that are no part of a record stay as they are. */
#pragma once

#include <stddef.h>

#include "base/buf.h"

void chain_anew(const char *text, size_t size, struct buf *out);
