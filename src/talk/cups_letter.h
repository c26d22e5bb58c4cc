/* SPDX-License-Identifier: MIT */
/* Tournaments by letter: "tournaments", "enter N WORDS", "leave N", "standings N", and on a
 * ladder "ladder N NAME", to challenge. */
#ifndef POSTERN_TALK_CUPS_LETTER_H
#define POSTERN_TALK_CUPS_LETTER_H

#include "talk/incoming.h"

enum rc cups_letter_list(struct incoming *incoming, const char *arguments,
                         struct err *err) MUST_CHECK;
/* Ask the administrator for a tournament. */
enum rc cups_letter_organize(struct incoming *incoming, const char *arguments,
                             struct err *err) MUST_CHECK;
enum rc cups_letter_enter(struct incoming *incoming, const char *arguments,
                          struct err *err) MUST_CHECK;
enum rc cups_letter_leave(struct incoming *incoming, const char *arguments,
                          struct err *err) MUST_CHECK;
enum rc cups_letter_ladder(struct incoming *incoming, const char *arguments,
                           struct err *err) MUST_CHECK;
enum rc cups_letter_standings(struct incoming *incoming, const char *arguments,
                              struct err *err) MUST_CHECK;

#endif
