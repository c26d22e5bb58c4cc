/* SPDX-License-Identifier: MIT */
/* What the files of joining share. */
#pragma once

#include "commands/incoming.h"
#include "server/library.h"
#include "server/desk.h"
#include "letter/mime_in.h"

/* What a letter answers to "which name shall others see?", and to an invitation. Names live in the
 * letter or in the buffers given. */

/* The name that is given; "" = the one that was read; NULL = neither. */
const char *joining_given_name(const struct incoming *incoming, struct buf *said,
                               struct buf *exact);
/* Does it say the name again that he asked for: "si sergio"?
 * in     asked: that line, or NULL */
bool joining_says_again(const struct incoming *incoming, const char *asked);
/* Who is invited accepts by "join" or by a yes, perhaps beside his name; "" = without one. Whoever
 * asks or denies anything does not, nor who only says who he is: NULL. */
const char *joining_accepting_name(const struct incoming *incoming, struct buf *exact);

/* The language that somebody writes who has not said which he reads. */

/* Of a line that is a command, a wish to join or a greeting the one in which it is, the server's
 * first; else the one that has most of its words. NULL: none has more than another. */
const struct language *joining_language(const struct library *library, const char *line);

/* A line of somebody unknown: does it ask to join, and by which name? What it points to lives in
 * the line or in the buffer given. */

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

/* The name in an answer to "which name shall others see?", among whatever else it says. */

/* Write the writer's own name as a line has it: words of the name beside his address ("its ken
 * here", from Ken Doyle), who introduces himself ("me llamo rosa y quiero jugar"), a name that is a
 * sentence by itself ("Giulia. Have you read my question?"). False: none, or it is denied. */
bool joining_find_name(const struct library *library, const struct letter_address *from,
                       const char *line, struct buf *out);
/* Does a text deny something, in any language? */
bool joining_denies(const struct library *library, const char *text, size_t length);
/* "tom's fine", "Tom va bene": a name of his own, or of his address, and that it will do. */
bool joining_settles_name(const struct library *library, const struct letter_address *from,
                          const char *line, struct buf *out);

/* The name that a line ends with, "Count me in. Regards, Ann Lee"; NULL: it ends with none. */
const char *joining_signature(const struct library *library, const char *line);
