/* SPDX-License-Identifier: MIT */
/* Who a person is here, changed by letter and confirmed by letter: sign-up, further addresses, a
 * registered key, a lost address. Nobody is enrolled by a stranger: what a letter asks for is done
 * when an answer comes to a token that was sent to the address in question alone.
 *
 * What is confirmed stays where it was asked for, in the raw letter; the token names that letter
 * and its line. Source: mail-conventions I16. */
#ifndef POSTERN_COMMANDS_JOINING_H
#define POSTERN_COMMANDS_JOINING_H

#include "commands/incoming.h"

enum joining_what {
    JOINING_NOTHING,
    JOINING_SIGN_UP, /* "join NAME" from an unknown address, confirmed there */
    JOINING_ADDRESS, /* "address add ADDRESS", confirmed at that address */
    JOINING_KEY,     /* "key add KEY", confirmed at the player's address */
    JOINING_RECOVER, /* "recover NAME" from an unknown address, confirmed with a signature */
    JOINING_INVITED, /* a stranger whom a player invited, confirmed at his address */
    JOINING_COUNT
};
enum { JOINING_DAYS = 7 }; /* a confirmation is good for so long */

/* Queue the letter that asks for a confirmation of the command in hand.
 * in     to: where it goes; player: 0, or who is written to at his own address
 *        sentence: of the desk, with {name} and {address} */
struct joining_request {
    enum joining_what what;
    const char *to;
    int64_t player;
    int64_t line; /* of the letter's order lines; of an invitation: the offer */
    const char *language;
    const char *sentence, *name, *address;
};
enum rc joining_ask(struct incoming *incoming, const struct joining_request *request,
                    struct err *err) MUST_CHECK;

/* Count an answer to somebody who is no player: those of an hour are limited, since senders can be
 * forged by the thousand. */
enum rc joining_may_answer(struct incoming *incoming, bool *may, struct err *err) MUST_CHECK;
/* Let the answer to this letter be one to "which name shall others see?". */
void joining_ask_name(struct incoming *incoming);
/* Does a stranger ask for no more letters? He gets none but answers to his own. */
bool joining_wants_out(const struct incoming *incoming);
/* A letter of somebody unknown: does it ask to join, or for a lost address? Then it is answered. */
enum rc joining_stranger(struct incoming *incoming, bool *taken, struct err *err) MUST_CHECK;
/* Does one of a newcomer's lines ask to join? Then he is spoken to in its language.
 * out    found: that line; name: the one it gives, "" = none */
bool joining_asks(struct incoming *incoming, size_t *found, struct buf *name);
/* Show a newcomer how to play: each game against a program, and who waits for somebody. */
enum rc joining_show_games(struct incoming *incoming, struct err *err) MUST_CHECK;
/* An answer to a confirmation token of no game. */
enum rc joining_confirm(struct incoming *incoming, struct err *err) MUST_CHECK;

enum rc joining_address(struct incoming *incoming, const char *arguments,
                        struct err *err) MUST_CHECK;
enum rc joining_key(struct incoming *incoming, const char *arguments, struct err *err) MUST_CHECK;

#endif
