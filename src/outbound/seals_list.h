/* SPDX-License-Identifier: MIT */
/* What players are told of the seals of their game: the letter "seals", the list in a letter of the
 * end, and the page that says what is proved and what is not. Shows no secret that its reader may
 * not know. Source: design, 5.3, 5.10. */
#pragma once

#include "outbound/wording.h"
#include "letter/value.h"
#include "play/position.h"

/* Add the seals of a game that a seat is told of, a line each, and what it may seal or must open.
 */
enum rc seals_list(struct desk *desk, const struct position *position, unsigned seat,
                   const struct wording *wording, struct values *values, struct value *list,
                   struct err *err);
/* Add what was sealed in a game that is over, a line for each seal, to a list of texts. */
enum rc seals_add_opened(struct desk *desk, const struct position *position,
                         const struct wording *wording, struct values *values, struct value *list,
                         struct err *err);

/* Hand over the page's parts in order: a heading and its paragraph, both borrowed for the call. */
typedef void (*seals_part_fn)(void *user, const char *heading, const char *text);
void seals_page(const struct wording *wording, seals_part_fn fn, void *user);
