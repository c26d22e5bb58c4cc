/* SPDX-License-Identifier: MIT */
/* Who a person is here, changed by letter and confirmed by letter: sign-up, further addresses, a
 * registered key, a lost address. Nobody is enrolled by a stranger: what a letter asks for is done
 * when an answer comes to a token that was sent to the address in question alone.
 *
 * What is confirmed stays where it was asked for, in the raw letter; the token names that letter
 * and its line. Source: mail-conventions I16. */
#pragma once

#include "commands/incoming.h"

enum { JOINING_DAYS = 7 }; /* a confirmation is good for so long */

/* Let the answer to this letter be one to "which name shall others see?". */
void joining_ask_name(struct incoming *incoming);
/* Does a stranger ask for no more letters? He gets none but answers to his own. */
bool joining_wants_out(const struct incoming *incoming);
/* A letter of somebody unknown: does it ask to join, or for a lost address? Then it is answered. */
enum rc joining_stranger(struct incoming *incoming, bool *taken, struct err *err);
/* Does one of a newcomer's lines ask to join? Then he is spoken to in its language.
 * out    found: that line; name: the one it gives, "" = none */
bool joining_asks(struct incoming *incoming, size_t *found, struct buf *name);
/* Show a newcomer how to play: each game against a program, and who waits for somebody. */
enum rc joining_show_games(struct incoming *incoming, struct err *err);
/* An answer to a confirmation token of no game. */
enum rc joining_confirm(struct incoming *incoming, struct err *err);

enum rc joining_address(struct incoming *incoming, const char *arguments, struct err *err);
enum rc joining_key(struct incoming *incoming, const char *arguments, struct err *err);
