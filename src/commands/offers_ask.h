/* SPDX-License-Identifier: MIT */
/* What a wish to play leaves open, asked back. */
#pragma once

#include "commands/incoming.h"

/* Append the titles of the games: "Chess, Go". */
void offers_put_titles(const struct desk *desk, const struct wording *wording, struct buf *out);
/* Add what each game is, to who may not know them. */
void offers_tell_games(struct incoming *incoming);
/* Ask which game: the command with each, and what stands behind it. */
enum rc offers_ask_game(struct incoming *incoming, const char *command, const char *behind);
/* Append the players whom a line names: "Ann, Bob". */
enum rc offers_put_whom(struct incoming *incoming, const char *line, struct buf *out,
                        struct err *err);
/* The same, and where nobody is, of whom something is: "giulias game". */
enum rc offers_put_whose(struct incoming *incoming, const char *line, struct buf *out,
                         struct err *err);
/* Ask whether players whom a line names are to be invited, and to which game, NULL: to any; *asked:
 * does it name one? */
enum rc offers_ask_named(struct incoming *incoming, const char *line, const struct game *game,
                         bool *asked, struct err *err);
/* Append a line that speaks of playing with the names of players as these write them: "bert" as
 * "Bert"; nothing where it does not, or names nobody. */
enum rc offers_put_names(struct incoming *incoming, const char *line, struct buf *out,
                         struct err *err);
/* Ask what to practise: each game against the weakest level that is here, or alone. */
enum rc offers_ask_practice(struct incoming *incoming, struct err *err);
/* Against the level that is said, "against expert"; the weakest, if it is not here. */
enum rc offers_ask_level(struct incoming *incoming, const char *said, struct err *err);
/* Ask against whom: the levels that are here, oneself, whoever wants to. with: "with OPTIONS",
 * which each answer keeps; "" = none */
enum rc offers_ask_opponent(struct incoming *incoming, const struct game *game, const char *with,
                            struct err *err);
/* Ask what a line that speaks of playing may amount to (wishes_guess); *asked: does it? */
enum rc offers_ask(struct incoming *incoming, const char *line, bool *asked, struct err *err);
/* Whether he accepts the offer that his letter answers. */
void offers_ask_answer(struct incoming *incoming);
/* Write times that a line tells of, "with turn=3d": of a game with people; false: it tells of none.
 */
bool offers_put_said(const struct incoming *incoming, const char *line, struct buf *out);
