/* SPDX-License-Identifier: MIT */
/* Letters out, as values: what is queued inside a change and composed when it is first sent.
 *
 * Queued is what cannot be told later (which lines, which answer, up to which entry); the rest
 * (events, board, legal orders) is made from the log when the letter is composed.
 * Source: design, section 4 (outbox); mail-conventions O1–O4. */
#pragma once

#include "outbound/facts.h"
#include "ledger/letters.h"
#include "letter/value.h"
#include "server/desk.h"

/* The kinds: a row each in outbox.c. */
enum outbox_kind {
    OUTBOX_INVITATION, /* a game begins */
    OUTBOX_TURN,       /* you are asked */
    OUTBOX_ANSWER,     /* what became of your letter */
    OUTBOX_REMINDER,
    OUTBOX_END,     /* the game is over */
    OUTBOX_NOTE,    /* an answer without a board */
    OUTBOX_NEWS,    /* what a seat must hear of, though it is not asked: words, an offer, an undo */
    OUTBOX_WATCH,   /* to a watcher: what all may know */
    OUTBOX_DIGEST,  /* several games in one letter */
    OUTBOX_SECTION, /* one of them: without a recipient of its own */
    OUTBOX_ANALYSIS, /* a finished game looked through, for who asked */
    /* for everybody, in the forum: */
    OUTBOX_TOPIC, /* a game's topic is opened */
    OUTBOX_POST,  /* a turn in it */
    OUTBOX_SAY,   /* a short answer in it */
    OUTBOX_BOARD, /* its opening post anew */
    OUTBOX_KIND_COUNT
};

struct outbox_letter {
    enum outbox_kind kind;
    int64_t game; /* 0 = none */
    unsigned seat;
    int64_t n;            /* newest entry that it tells; -1 without a game */
    int64_t not_before_s; /* it is sent then; 0 = at once */
    int64_t reply_to;     /* letter in that it answers; 0 = none */
    const char *address;  /* of a stranger, where facts.player is 0 */
    const char *place;    /* in the forum ("user/7:alice", "game/42"), whatever is above; NULL =
                             by mail, or as the player is reached */
    struct outbox_facts facts;
    struct value *values; /* a map for its templates; may be NULL */
};

/* Queue a letter; inside a change. A player without an address gets none: *queued is 0.
 * out    *queued: number of the letter out; may be NULL */
enum rc outbox_put(struct desk *desk, const struct outbox_letter *letter, int64_t *queued,
                   struct err *err);

/* Entry of the newest question of a seat; -1 if it is not asked. */
struct position;
int64_t outbox_asked_since(const struct position *position, unsigned seat);

/* Is it for everybody, in the forum? */
bool outbox_is_public(enum outbox_kind kind);
const char *outbox_kind_name(enum outbox_kind kind);
/* OUTBOX_KIND_COUNT if there is none of that name. */
enum outbox_kind outbox_kind_find(const char *name);

/* The values of a letter out, opened, its facts among them (outbox_facts_read). Caller frees with
 * values_free in any case. fails  RC_NOT_FOUND: forgotten (retention.h) */
enum rc outbox_values(struct desk *desk, const struct ledger_out *row, struct values *values,
                      struct value **map, struct err *err);

/* Where a delivery goes that names no address of a player: a stranger's address, or a place in the
 * forum. in  place: number of the delivery; made_s: of the letter out */
enum rc outbox_destination(struct desk *desk, int64_t out, int place, int64_t made_s, char *to,
                           size_t capacity, struct err *err);
