/* SPDX-License-Identifier: MIT */
/* Answers what is asked about the place and its letters (tell/asked.h). */
#pragma once

#include "commands/incoming.h"
#include "tell/asked.h"

/* Is a line surely such a question, in the writer's language, and no wish for a game that says
 * which? */
bool asked_answer_knows(const struct incoming *incoming, const char *line);

/* Add the answer, and what is shown with it; *told: there is one. */
enum rc asked_answer(struct incoming *incoming, const char *line, enum asked_likeness likeness,
                     bool *told, struct err *err);
