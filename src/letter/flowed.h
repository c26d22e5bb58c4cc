/* SPDX-License-Identifier: MIT */
/* format=flowed text → lines as written (RFC 3676). */
#pragma once

#include "base/base.h"

/* Append text with soft breaks joined and space-stuffing removed; quote marks stay as "> ".
 * in     delsp: the DelSp=yes parameter */
void flowed_undo(const char *text, size_t length, bool delsp, struct buf *out);
