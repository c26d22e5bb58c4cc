/* SPDX-License-Identifier: MIT */
/* What somebody means who writes a command or an option that there is not. */
#pragma once

#include "cli/cli.h"

/* Is it the first word of commands of two? */
bool nearest_is_group(const char *word);
/* Append what comes nearest to two words, as "postern game cancel, postern game pause"; second:
 * NULL = there is none. */
void nearest_commands(const char *first, const char *second, struct text *out);
/* The option whose name comes nearest; NULL = none does. */
const char *nearest_option(const struct cli_option *options, const char *name);
