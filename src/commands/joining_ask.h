/* SPDX-License-Identifier: MIT */
/* The letter that asks for a confirmation; what joining.h promises of such letters holds here. */
#pragma once

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

/* Queue the letter that asks for a confirmation of the command in hand.
 * in     to: where it goes; player: 0, or who is written to at his own address
 *        sentence: of the desk, with {name} and {address}; of an offer also {options} and {time} */
struct joining_request {
    enum joining_what what;
    const char *to;
    int64_t player;
    int64_t line; /* of the letter's order lines; of an invitation: the offer */
    const char *language;
    const char *sentence, *name, *address, *options, *time;
};
enum rc joining_ask(struct incoming *incoming, const struct joining_request *request,
                    struct err *err);

/* Count an answer to somebody who is no player: those of an hour are limited, since senders can be
 * forged by the thousand. */
enum rc joining_may_answer(struct incoming *incoming, bool *may, struct err *err);
