/* SPDX-License-Identifier: MIT */
/* A parsed letter as bytes, by one table for both ways. */
#pragma once

#include "letter/mime_in.h"
#include "reader/handover.h"

/* A number that becomes another when the form does: programs of two releases do not hand over. */
uint32_t letter_form_number(void);
void letter_form_write(const struct letter *letter, struct buf *out);
/* Read one that nobody vouches for: counts, numbers, lengths, UTF-8, control characters and ends
 * are held to what mime_in.h promises.
 * in     text_most: longest text (letter_limits.text_bytes)
 * out    letter: zero-initialised; set on RC_OK, letter_fini frees
 * fails  RC_BAD_INPUT; RC_NO_MEMORY */
enum rc letter_form_read(struct handover *in, size_t text_most, struct letter *letter,
                         struct err *err);
