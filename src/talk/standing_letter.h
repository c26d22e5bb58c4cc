/* SPDX-License-Identifier: MIT */
/* How standing answers come in: the line "standing …" of a letter. */
#ifndef POSTERN_TALK_STANDING_LETTER_H
#define POSTERN_TALK_STANDING_LETTER_H

#include "talk/incoming.h"

/* "standing LINE" leaves a line, "standing none" drops all, "standing" lists those in force. */
enum rc standing_letter(struct incoming *incoming, const char *arguments,
                        struct err *err) MUST_CHECK;

#endif
