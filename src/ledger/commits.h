/* SPDX-License-Identifier: MIT */
/* How often a ledger was changed, and how far an engine that copies it says its copy goes. Each
 * commit of a change raises a counter in the ledger itself (a lone row of work, as a count of
 * tries, does not), and writes beside it the greatest number that the engine had answered until
 * then. The answers stand in a small file of their own ("LEDGER-answer"): in the ledger each would
 * be a change that asks for the next. All programs on a ledger share both. Source: design, section
 * 11, P4. */
#pragma once

#include "ledger/ledger.h"

struct ledger_commits {
    int64_t count;    /* commits so far, whoever made them; inside a read: those that it shows */
    int64_t answered; /* greatest of the engine's numbers that was known before the newest */
};
enum rc ledger_commits_get(struct ledger *ledger, struct ledger_commits *out, struct err *err);

struct ledger_answer {
    int64_t number;  /* the engine's greatest; 0 = it never answered */
    int64_t commits; /* count that was read before the newest answer was asked for */
};
/* Zeros where there is no file. fails  RC_IO */
enum rc ledger_answer_get(const char *ledger, struct ledger_answer *out, struct err *err);
/* Keep the greater of each; the file need not outlast a loss of power. */
enum rc ledger_answer_put(const char *ledger, const struct ledger_answer *answer, struct err *err);
/* Another copy was begun, and what it holds was looked through: its numbers count from anew. */
enum rc ledger_answer_forget(const char *ledger, struct err *err);
