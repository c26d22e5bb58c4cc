/* SPDX-License-Identifier: MIT */
/* The steps of inbound. */
#pragma once

#include "inbound/inbound.h"
#include "commands/incoming.h"
#include "commands/meaning.h"

/* Did our own mail system find that the letter is not from whom it says? */
bool inbound_is_forged(const struct incoming *incoming);
/* Has it written what it found? It is told to, so that a letter without that came by a way round
 * it. */
bool inbound_has_results(const struct incoming *incoming);
/* Is it certain who wrote: has he confirmed it, or our own mail system or forum said so, or is it
 * one of the house? A token and a From line are not that: both may be in other hands with one
 * letter of his. */
bool inbound_is_sure(const struct incoming *incoming);
/* Ask the registered address of the seat's player, or of the sender, whether the letter was his:
 * the letter's outcome is "asked", or "ignored" past a limit. The sentence says why, and may name
 * {robot}. In inbound_ask.c. */
enum rc inbound_ask_owner(struct incoming *incoming, const char *reason, const char *sentence,
                          struct err *err);

/* For whom its lines are read; borrows from the letter. */
struct meaning_reader inbound_reader(const struct incoming *incoming);
/* Is the line an order of the letter's game? A predicate over lines, of which context is the
 * letter.
 */
bool inbound_like_order(void *context, const char *line, size_t length);
/* Is it one, or a seal or an opening; is there such a line? */
bool inbound_is_order(struct incoming *incoming, const char *line);
bool inbound_has_order(struct incoming *incoming);

/* Is what it answers still asked? A token answers its own question only. In inbound_game.c. */
bool inbound_question_is_open(const struct incoming *incoming);

/* Leave those lines that are no orders, but say what to do when something is asked: "the rest at
 * random". *goes_on = false: there were no others. In inbound_commands.c. */
enum rc inbound_leave_lines(struct incoming *incoming, bool *goes_on, struct err *err);

/* Limits of answers, in inbound_limits.c. */

/* After its outcome: what is not understood gets the same answer once, and a few in a row; past so
 * many answers an hour they wait (answer.hold_s), or there is none. */
enum rc limits_settle(struct incoming *incoming, struct err *err);
/* May its owner be asked about a letter? *quiet_s: this is the last question until then; 0 = not.
 */
enum rc limits_question(struct incoming *incoming, int64_t owner, bool *may, int64_t *quiet_s,
                        struct err *err);
/* Count a letter to an address of ours whose token is not; *quiet: no answer any more. */
enum rc limits_bad_token(struct incoming *incoming, bool *quiet, struct err *err);

/* Steps: *goes_on is set to false where the letter's way ends. inbound_go goes through all of
 * them in the order of the table in inbound_steps.c. */
typedef enum rc inbound_step_fn(struct incoming *incoming, bool *goes_on, struct err *err);

/* Who wrote, of which seat, with what right; in inbound_sender.c. */
inbound_step_fn step_letter, step_token, step_classify, step_seat, step_sender, step_confirm,
    step_guard;
/* Its text: words for commands, flaws as a whole, several orders in a line; in inbound_text.c. */
inbound_step_fn step_words, step_text, step_yes, step_parts;
/* Its commands; in inbound_commands.c. */
inbound_step_fn step_commands;
/* Is its game to be played, its question open, and is all of it new? In inbound_game.c. */
inbound_step_fn step_again, step_ahead, step_game, step_repeat;
/* What it says beside orders, and below them; in inbound_chat.c. */
void inbound_tell_closings(struct incoming *incoming);
inbound_step_fn step_chat;
/* Part luck from orders in one line, where luck is waited for; in inbound_text.c. */
enum rc inbound_part_luck(struct incoming *incoming, struct err *err);
/* Its luck, and the letter itself as its writer's luck; in inbound_luck.c. */
inbound_step_fn step_luck;
enum rc inbound_give_letter(struct incoming *incoming, struct err *err);
/* Its orders; in inbound_orders.c. */
/* Tell in which games of his, other than the letter's, its writer may have meant a line, and how to
 * say it there; those where something is asked of him first. *told: there are such. In
 * inbound_elsewhere.c. */
enum rc inbound_tell_games(struct incoming *incoming, const char *line, bool *told,
                           struct err *err);
inbound_step_fn step_any_orders, step_orders;
/* A post's own steps; goes on at once for other letters. In inbound_forum.c. */
inbound_step_fn step_forum;
/* Answer somebody unknown, at most once a day. */
enum rc incoming_stranger(struct incoming *incoming, const char *reason, const char *sentence,
                          struct err *err);
inbound_step_fn step_sections;
enum rc inbound_go(struct incoming *incoming, struct err *err);
/* The rest of the way, for a part of a letter: commands, orders; then what follows from them. */
enum rc inbound_go_on(struct incoming *incoming, struct err *err);
enum rc inbound_settle(struct incoming *incoming, struct err *err);
