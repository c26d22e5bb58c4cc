/* SPDX-License-Identifier: MIT */
/* The language that somebody writes who has not said which he reads. */
#pragma once

#include "server/library.h"

/* Of a line that is a command, a wish to join or a greeting the one in which it is, the server's
 * first; else the one that has most of its words. NULL: none has more than another. */
const struct language *joining_language(const struct library *library, const char *line);
