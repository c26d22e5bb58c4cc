/* SPDX-License-Identifier: MIT */
/* Letters out, as values: what is queued inside a change and composed when it is first sent.
 *
 * Queued is what cannot be told later (which lines, which answer, up to which entry); the rest
 * (events, board, legal orders) is made from the log when the letter is composed.
 * Source: design, section 4 (outbox); mail-conventions O1–O4. */
#pragma once

#include "ledger/letters.h"
#include "letter/value.h"
#include "server/desk.h"

/* ---- What is known when a letter is queued and asked for when it is composed, beside the words
 * that its templates get: it lies among those values, a member each. */

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

/* Read facts from a letter's values. */
void outbox_facts_read(const struct value *map, struct outbox_facts *facts);
/* Add to a letter's values those that say something; the rest stays as it is there. */
void outbox_facts_write(const struct outbox_facts *facts, struct value *map);

/* ---- outbox_bytes.c: Composed bytes of a letter out, kept in a box from the first try until it is
 * final: every try sends the same. */

/* A letter out in a transport's hands. */
struct outbox_bytes {
    int64_t out, game, made_s;
    char from[CONFIG_TEXT_BYTES]; /* the envelope's sender; "" = null */
    struct buf bytes;             /* appended to by outbox_bytes_read; the caller wipes it */
};

/* fails  RC_NOT_FOUND: not composed yet, or final */
enum rc outbox_bytes_read(struct desk *desk, struct outbox_bytes *kept, struct err *err);
/* Keep the bytes; inside a change. fails RC_EXISTS: composed before, use those */
enum rc outbox_bytes_write(struct desk *desk, const struct outbox_bytes *kept, struct err *err);
