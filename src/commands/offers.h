/* SPDX-License-Identifier: MIT */
/* Games that players arrange by letter: invitations, open challenges, practice against oneself,
 * rematches. An offer becomes a game when its last seat is taken; nobody sits down unasked.
 *
 * Source: design, section 7; mail-conventions I16. */
#pragma once

#include "commands/incoming.h"
#include "rules/phrase.h"

#define OFFERS_TIMER "offer" /* 0, offer */
/* An offer was put: it is reminded of once, and ends by itself; inside a change. */
enum rc offers_wait(struct desk *desk, int64_t offer, struct err *err);
/* One of the two is due. */
enum rc offers_due(struct desk *desk, int64_t offer, struct err *err);

/* "invite NAME, ADDRESS to GAME with OPTIONS" */
enum rc offers_invite(struct incoming *incoming, const char *arguments, struct err *err);
/* "challenge GAME with OPTIONS", "challenge @NAME, @NAME GAME with OPTIONS", "challenges" */
enum rc offers_challenge(struct incoming *incoming, const char *arguments, struct err *err);
enum rc offers_list(struct incoming *incoming, const char *arguments, struct err *err);
/* "practice GAME with OPTIONS": all seats are his; "practice GAME against WHO, WHO with OPTIONS",
 * which "challenge" understands as well: WHO is the level or name of a practice opponent, which
 * accepts at once. */
enum rc offers_practise(struct incoming *incoming, const char *arguments, struct err *err);
/* "accept N", "decline N"; without a number the offer whose letter is answered, else the only one
 * that can be meant. */
enum rc offers_accept(struct incoming *incoming, const char *arguments, struct err *err);
enum rc offers_decline(struct incoming *incoming, const char *arguments, struct err *err);
/* Tell the terms of the offer that his letter answers. */
enum rc offers_tell_asked(struct incoming *incoming, struct err *err);
/* "rematch", in a game that is over: the same again, seats moved on by one. */
enum rc offers_rematch(struct incoming *incoming, const char *arguments, struct err *err);

/* The host of the letter's game asks somebody to take a seat of one who stays away. */
enum rc offers_give_seat(struct incoming *incoming, unsigned seat, const char *who,
                         struct err *err);

/* A new player takes the seat that he was invited to; says what became of it. */
enum rc offers_take(struct incoming *incoming, int64_t offer, struct err *err);
/* The k-th address in a line of an invitation, from 0; false if there are fewer. *passed grows by
 * how many the line has. */
bool offers_invited(const char *line, unsigned k, unsigned *passed, char out[PERSON_ADDRESS_BYTES]);
enum { OFFERS_INVITED_MOST = 16 }; /* addresses in one letter */

/* Take "I accept Giulia's and Rosa's" apart, into an acceptance of each one's invitation or open
 * offer, of who has several open "accept" alone; 0: it accepts none so. */
enum rc offers_take_named(struct incoming *incoming, const char *line,
                          struct phrase_part part[PHRASE_PARTS_MAX], unsigned *count,
                          struct err *err);
