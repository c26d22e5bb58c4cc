/* SPDX-License-Identifier: MIT */
/* What is known when a letter is queued and asked for when it is composed, beside the words that
 * its templates get: it lies among those values, a member each. */
#pragma once

#include "letter/value.h"

/* Zero-initialised it says nothing. Texts are borrowed; "" or NULL = none. */
struct outbox_facts {
    int64_t player;      /* whom it is for; 0 = a stranger */
    int64_t from_n;      /* entries after this one are told as news */
    int64_t upto_n;      /* to a watcher: up to this one */
    const char *answers; /* Message-ID of the letter that it answers */
    const char *subject; /* of that letter */

    /* of the answer to a letter */
    const char *outcome; /* what became of it: ledger_outcome_name */
    int64_t came_s;      /* when it came */
    int64_t asked_clock; /* of the seat's question then; 0 = none */
    bool shows_past;     /* the board as it stood after the entry show_n */
    int64_t show_n;
    bool legend;      /* of the text board, which later letters leave out */
    bool with_record; /* the game's record is attached */
    bool with_delta;  /* the game's record behind the entry delta_n is attached */
    int64_t delta_n;

    /* where the answer to this letter goes */
    int64_t offer; /* to this offer */
    struct {       /* it confirms a letter, or a line of it */
        int64_t letter, game, seat, line;
    } confirm;
    int64_t invites_to; /* this offer: who made it hears when the letter comes back */

    const char *file, *file_text; /* attached: name and content */
};

/* Read them from a letter's values. */
void outbox_facts_read(const struct value *map, struct outbox_facts *facts);
/* Add to a letter's values those that say something; the rest stays as it is there. */
void outbox_facts_write(const struct outbox_facts *facts, struct value *map);
