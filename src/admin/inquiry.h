/* SPDX-License-Identifier: MIT */
/* Why was a letter answered as it was? The letter as it was read, what it did, what was answered.
 * Reads alone; a board's head is signed again as it was. */
#pragma once

#include "ledger/facts.h"
#include "ledger/letters.h"
#include "people/people.h"
#include "reading/reading.h"

/* Borrowed until the callback returns. */
struct inquiry {
    struct ledger_letter_row row; /* boxes and keys are NULL */
    char source[64], source_id[LEDGER_SOURCE_ID_MAX + 1], reason[64];
    const char *outcome;          /* its name, or "waits" */
    char name[PERSON_NAME_BYTES]; /* who was understood to write; "" = nobody we know */
    struct buf clause;            /* the rules' words, where a clause is the reason */
    bool gone;                    /* its bytes were kept long enough */
    struct reading reading;       /* mail.message_id NULL: gone, or not to be read */
    const char *taken_for;        /* "personal", "bounce" */
};
struct inquiry_answer {
    int64_t out, at_s; /* at_s: sent, or due */
    const char *message_id, *state;
    const char *text; /* "" = cannot be shown, see why */
    const char *why;
};
struct inquiry_calls {
    void (*letter)(void *user, const struct inquiry *inquiry);
    void (*entry)(void *user, const struct ledger_entry *entry);
    void (*answer)(void *user, const struct inquiry_answer *answer);
};

/* Ask. The letter is told first, then the entries that it made, then its answers, oldest first.
 * fails  RC_NOT_FOUND: no such letter */
enum rc inquiry_ask(struct desk *desk, int64_t letter, const struct inquiry_calls *calls,
                    void *user, struct err *err);
