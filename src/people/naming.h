/* SPDX-License-Identifier: MIT */
/* Names as players give them, made fit to be kept: without what is never shown, and short enough.
 *
 * What is shown of a name is cleaned again wherever it is shown (letter/template.h, draw/safe.h).
 */
#pragma once

#include "people/people.h"

/* A name is one word to whoever wraps lines, and has to leave room beside it. */
enum { NAMING_COLUMNS = 40 };

/* Write the name without blanks around and without characters that turn the direction of text; one
 * too long or too wide is cut between two characters as a reader sees them and ends in "…". Text
 * that is not UTF-8 or shows nothing becomes "". True if it was cut. */
bool naming_fit(const char *given, char out[PERSON_NAME_BYTES]);

/* What a name looks like: equal for names that a reader cannot tell apart, whatever letters of
 * whatever script, composed or not, and whatever unseen characters they are made of. Two ways, as
 * "I" looks like "l" and is "i": names are alike if they are in one of them. "" = it shows nothing.
 * fails  RC_BAD_INPUT: longer than NAMING_LOOK_BYTES     source  Unicode TS 39, 4 */
enum { NAMING_LOOK_BYTES = 1024 }; /* four of a name of PERSON_NAME_BYTES */
enum naming_way { NAMING_AS_IS, NAMING_AS_FOLDED, NAMING_WAYS };
enum rc naming_look(const char *name, enum naming_way way, char out[NAMING_LOOK_BYTES],
                    struct err *err);
/* Does it look like the robot's name, or like what our letters and records call the table, a seat,
 * the administrator? */
bool naming_is_reserved(const char *name, const char *robot);
