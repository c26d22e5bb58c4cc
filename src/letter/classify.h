/* SPDX-License-Identifier: MIT */
/* What kind of letter it is, before anyone looks for orders: rows I2 to I7 of
 * mail-conventions.md, each a row of one table, tried in order. Silence costs a player nothing;
 * an answer to a robot may start a loop: in doubt a letter that carries a valid token is read.
 * Source: RFC 3834, 3464, 8098, 5965, 9078, 2369, 2919. */
#pragma once

#include "letter/mime_in.h"
#include "letter/quotes.h"

enum letter_class {
    LETTER_PERSONAL,   /* written by a person: look for orders */
    LETTER_BOUNCE,     /* a delivery report */
    LETTER_RECEIPT,    /* a read receipt */
    LETTER_COMPLAINT,  /* an abuse report */
    LETTER_AUTO_REPLY, /* vacation notes and other automatic letters */
    LETTER_FROM_LIST,
    LETTER_REACTION,
    LETTER_LOOP,   /* our own letter came back */
    LETTER_DAEMON, /* from a mail system, without a report that we can read */
    LETTER_CLASS_COUNT
};

/* What only the caller can know of a letter. */
struct classify_context {
    const char *const *own; /* our own addresses, NULL at the end; subaddresses count as the same */
    bool token_valid;       /* a recipient carries a token of ours with a right MAC */
    bool bounce_address;    /* a recipient is a keyed bounce address of ours */
    /* Does a line read as an order or a command? NULL = nobody knows. */
    quotes_order_like *reads;
    void *reader;
};

enum bounce_weight {
    BOUNCE_NONE, /* delivered, relayed, expanded; delayed: nothing to count */
    BOUNCE_OURS, /* what we are or sent was refused (5.1.8, 5.7.x, 5.6.x), not who lives there */
    BOUNCE_SOFT, /* 4.x.x; a mailbox that is full, 5.2.2 */
    BOUNCE_HARD, /* 5.x.x, failed */
    BOUNCE_COUNT
};

struct classification {
    enum letter_class kind;
    const char *reason;   /* key, "auto-submitted"; static storage; "" for personal letters */
    bool may_answer;      /* false: never send anything in answer */
    bool no_bare_receipt; /* I6: answer with news only, not with a mere "received" */
    /* I10: a copy that a list sent, in which who it says wrote it needs proof. What answers it
     * goes to addresses that are known, never to where it came from. */
    bool through_list;
    enum bounce_weight weight; /* of a bounce: the heaviest recipient's */
};

/* Name of a class ("auto-reply"), for logs and tables. */
const char *letter_class_name(enum letter_class kind);

/* Decide. context NULL = no own addresses, no token. */
void letter_classify(const struct letter *letter, const struct classify_context *context,
                     struct classification *out);

/* Same mailbox: local parts without subaddress and domains equal, ASCII case ignored. */
bool letter_same_mailbox(const char *a, const char *b);
