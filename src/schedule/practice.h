/* SPDX-License-Identifier: MIT */
/* Practice opponents: players of the house whose seats the program itself plays, by the same
 * letters as everybody. What they order is chosen from their seat's own view alone (bot/bot.h).
 *
 * No letter is sent to them: they read the game, as a player reads his export. */
#pragma once

#include "bot/bot.h"
#include "commands/lend.h"
#include "server/desk.h"

/* Add a practice opponent; inside a change.
 * in     level: "easy", "medium", "hard" or "expert"
 * fails  RC_EXISTS: the name is somebody's; RC_BAD_INPUT: no such level, or not a name */
enum rc practice_add(struct desk *desk, const char *name, const char *level, int64_t *player,
                     struct err *err);

/* Add one for each level that has none yet, under names of the house; inside a change.
 * out    *added: how many */
enum rc practice_add_all(struct desk *desk, unsigned *added, struct err *err);

/* What a program that runs practice opponents remembers: the questions it has answered, and what
 * each seat has thought out for the rest of its turn. */
struct practice_run;
struct practice_run *practice_run_new(void);
void practice_run_free(struct practice_run *run);

/* Answer every open question of a practice opponent by a letter in the spool, at most one for each
 * seat; none for a question answered before. Changes nothing in the ledger.
 * in     late: tells when a choice has taken too long, after start(context); waiting: questions
 *        that this round has to answer, so that none waits long when there are many
 * out    *written: letters */
struct practice_clock {
    void (*start)(void *context, unsigned waiting);
    bool (*late)(void *context);
    void *context;
};
enum rc practice_round(struct desk *desk, struct practice_run *run,
                       const struct practice_clock *clock, unsigned *written, struct err *err);
