/* SPDX-License-Identifier: MIT */
/* What people ask about the place and its letters: templates/<language>/asked.sentences has for
 * each question an answer and, under its key with ".as", ways of asking, parted by "|". Pure. */
#pragma once

#include "letter/sentences.h"

/* How like a way of asking a line must be: enough to answer it where nothing else is understood;
 * before anything else is looked for; in a game, whose own questions count more. */
enum asked_likeness { ASKED_PERHAPS, ASKED_SURELY, ASKED_NEARLY_SO };

/* The question that a line is most like, by the words that it shares with a way of asking it; one
 * that few questions have counts most.
 * out     key: of its answer ("asked.undo"); key with ".shows" names a command, where it has one
 * returns false: it is like none; key is "" */
bool asked_find(const struct sentences *sentences, const char *line, enum asked_likeness likeness,
                char key[SENTENCE_KEY_BYTES]);
