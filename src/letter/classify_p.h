/* SPDX-License-Identifier: MIT */
/* What programs write by themselves, in the languages of their users (classify_words.c). */
#pragma once

#include "letter/classify.h"

/* What marks absence, whole; NULL at the end. */
extern const char *const classify_absences[];
/* "Automatic reply: …", "[Auto-Reply] …", "Fuori sede: …". */
bool classify_marks_absence(const char *subject);
/* Two days at least: from when to when. */
bool classify_names_days(const char *subject);
/* Does a line of the sender's own read as an order? */
bool classify_has_order(const char *text, const struct classify_context *context);
/* "Liked …", "reacted to your message", or nothing but an emoji. */
bool classify_is_reaction(const char *text);
