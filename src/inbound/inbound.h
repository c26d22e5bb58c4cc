/* SPDX-License-Identifier: MIT */
/* A letter comes in: raw bytes → one outcome, entries and answers, all in the caller's change.
 *
 * The way of a letter is a table of named steps (inbound_steps.c), each with its own answer or
 * silence. Source: design, sections 4 and 7; mail-conventions I1–I16. */
#pragma once

#include "ledger/letters.h"
#include "server/desk.h"
#include "reading/reading.h"

struct position;

struct inbound_result {
    bool known; /* taken in before: nothing was done */
    int64_t letter;
    enum ledger_outcome_kind outcome;
    char reason[64];
    int64_t game, player;
    unsigned seat;
    char message_id[LEDGER_MESSAGE_ID_MAX + 1]; /* cut to fit; "" = none was read */
};

/* Take a letter in, inside a change. The reading is used up; an empty one is made here. What goes
 * wrong with one letter for good (a bug, a damaged game) sets it aside and leaves the rest of the
 * change alone. fails  only for what concerns all letters: the caller rolls back and tries again */
enum rc inbound_take(struct desk *desk, const struct inbound_letter *letter,
                     struct reading *reading, struct inbound_result *result, struct err *err);

/* Tell the log what became of a letter, once the change is durable: what the log says is so. */
void inbound_log(const struct desk *desk, const struct inbound_result *result);

/* Deal with a letter once more, inside a change: one that was set aside, after what was wrong is
 * put right. It becomes a letter of its own, with the arrival of the first. fails  RC_NOT_FOUND: no
 * such letter, or its bytes are no longer kept; RC_CONFLICT: it had an effect, and would have it
 * twice */
enum rc inbound_again(struct desk *desk, int64_t letter, struct inbound_result *result,
                      struct err *err);
/* Take words in that the administrator says for a seat's player, inside a change, as a letter of
 * his that is proved.
 * out    told: what is answered, beside the board */
enum rc inbound_say(struct desk *desk, const struct position *position, unsigned seat,
                    const char *words, struct inbound_result *result, struct buf *told,
                    struct err *err);
/* Set a letter aside that waits to be dealt with; of one that is set aside, that the administrator
 * has seen it and status need not tell of it. fails  RC_CONFLICT: it was dealt with */
enum rc inbound_quarantine(struct desk *desk, int64_t letter, struct err *err);
