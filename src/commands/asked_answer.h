/* SPDX-License-Identifier: MIT */
/* Answers what is asked about the place and its letters (tell/asked.h). */
#pragma once

#include "commands/incoming.h"
#include "rules/phrase.h"
#include "tell/asked.h"

/* Is a line surely such a question, in the writer's language?
 * in     exact: what else it says, as a command; "" = nothing. A setting, or a wish for a game that
 *        says which, counts more. */
bool asked_answer_knows(const struct incoming *incoming, const char *line, const char *exact);

/* Add the answer, and what is shown with it; *told: there is one. */
enum rc asked_answer(struct incoming *incoming, const char *line, enum asked_likeness likeness,
                     bool *told, struct err *err);
/* The same of each part of a question: "How does one begin, and may one pause for holidays?" */
enum rc asked_answer_parts(struct incoming *incoming, const char *question, bool *told,
                           struct err *err);
/* Part a line of several such questions, or of wishes that ask, "Is it free and can I play against
 * the computer first?", each as it was written; 0: one of them is not known. */
unsigned asked_answer_split(const struct incoming *incoming, const char *line,
                            struct phrase_part part[PHRASE_PARTS_MAX]);
