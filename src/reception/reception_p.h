/* SPDX-License-Identifier: MIT */
/* The steps of reception. */
#ifndef POSTERN_RECEPTION_RECEPTION_P_H
#define POSTERN_RECEPTION_RECEPTION_P_H

#include "reception/reception.h"
#include "talk/incoming.h"

/* Is it certain who wrote: has he confirmed it, or our own mail system or forum said so? A token
 * and a From line are not that: both may be in other hands with one letter of his. */
bool reception_is_sure(const struct incoming *incoming);
/* Ask the registered address of the seat's player, or of the sender, whether the letter was his:
 * the letter's outcome is "asked". The sentence says why, and may name {robot}. */
enum rc reception_ask_owner(struct incoming *incoming, const char *reason, const char *sentence,
                            struct err *err) MUST_CHECK;

/* Limits of answers, in reception_limits.c. */

/* After its outcome: a letter that says once more what was not understood gets no second answer,
 * and nobody gets more than so many an hour: two robots stop. */
enum rc limits_settle(struct incoming *incoming, struct err *err) MUST_CHECK;
/* Count a letter to an address of ours whose token is not; *quiet: no answer any more. */
enum rc limits_bad_token(struct incoming *incoming, bool *quiet, struct err *err) MUST_CHECK;

/* Steps: *goes_on is set to false where the letter's way ends. Those up to step_guard are in
 * reception_sender.c; reception_go goes through all of them in order. */
enum rc step_letter(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc step_token(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc step_classify(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc step_seat(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc step_words(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc step_sender(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc step_confirm(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc step_guard(struct incoming *incoming, bool *goes_on, struct err *err);
/* A post's own steps; goes on at once for other letters. In reception_forum.c. */
enum rc step_forum(struct incoming *incoming, bool *goes_on, struct err *err);
/* Answer somebody unknown, at most once a day. */
enum rc incoming_stranger(struct incoming *incoming, const char *reason, const char *sentence,
                          struct err *err) MUST_CHECK;
enum rc step_sections(struct incoming *incoming, bool *goes_on, struct err *err);
enum rc reception_go(struct incoming *incoming, struct err *err) MUST_CHECK;
/* The rest of the way, for a part of a letter: commands, orders; then what follows from them. */
enum rc reception_go_on(struct incoming *incoming, struct err *err) MUST_CHECK;
enum rc reception_settle(struct incoming *incoming, struct err *err) MUST_CHECK;

#endif
