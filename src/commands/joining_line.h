/* SPDX-License-Identifier: MIT */
/* A line of somebody unknown: does it ask to join, and by which name? What it points to lives in
 * the line or in the buffer given. */
#pragma once

#include "server/desk.h"

/* What stands behind a word that a line begins with, in whatever letters; NULL: it does not. */
const char *joining_after_word(const char *line, const char *word);
/* The name of "join Ada", "sign up", "sign up as Ada", "" = none; NULL: it is something else. */
const char *joining_asked_name(const char *line);
/* A line with its word for a command as the exact one. */
const char *joining_exact_line(const struct desk *desk, const char *line, struct buf *exact);
/* Does it begin like a name and is none: a sentence, a place on the web? */
bool joining_is_sentence(const char *name);
/* Of several sentences the one that asks to join, with a name if there is such. */
const char *joining_stranger_line(struct desk *desk, const char *line, struct buf *exact);
