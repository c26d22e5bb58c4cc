/* SPDX-License-Identifier: MIT */
/* One entry of a game's log as text: "2026-11-21T22:30:00Z seat/2 order combat [combat/17/2]".
 *
 * The desk writes entries with this, the ledger keeps the text, exports carry it, the chain hashes
 * it: there is no other form. Names in square brackets are the entry's seals, left to right.
 *
 * Source: design, 5.2; doc/record.md, "Entries". */
#pragma once

#include "rules/order.h"
#include "seal/encode.h"
#include "seal/hash.h"
#include "seal/keys.h"
#include "seal/seal.h"

enum {
    ENTRY_TABLE = 0, /* who: seats are 1 to SEATS_MAX */
    ENTRY_KEEPER = 254,
    ENTRY_LINES_LEAST = 4, /* standing answers of one letter: 4, 16 or 64 */
    ENTRY_LINES_MAX = 64,
    ENTRY_WORDS_BYTES = 640, /* TEXT of a kind, NUL included: an order, a payload, a remark */
    ENTRY_TEXT_BYTES = 1280  /* a whole entry, NUL included */
};
#define ENTRY_NO_TIME INT64_MIN

#define ENTRY_KIND_LIST(X)                                                                         \
    X(ROSTER, "roster")   /* who sits where; the seats are taken */                                \
    X(LUCK, "luck")       /* a seat's luck */                                                      \
    X(LUCKS, "lucks")     /* all luck is fixed */                                                  \
    X(ORDER, "order")     /* a seat's order */                                                     \
    X(DRAW, "draw")       /* the table's answer to a labelled draw */                              \
    X(DEFAULT, "default") /* what a missed deadline does, in a seat's name */                      \
    X(OPEN, "open")       /* a seal is opened */                                                   \
    X(SECRET, "secret")   /* S is opened, after the end */                                         \
    X(KEY, "key")         /* the server signs with a new key from here on */                       \
    X(PEN, "pen")         /* a seat's own key for signed orders */                                 \
    X(OWN, "own")         /* a standing answer or note, sealed */                                  \
    X(PRESS, "press")     /* words between players, sealed */                                      \
    X(AGREE, "agree")     /* a seat consents */                                                    \
    X(DECLINE, "decline") /* a seat refuses, or takes back, what was to be agreed to */            \
    X(UNDO, "undo")       /* back to the position after an earlier entry */                        \
    X(UPGRADE, "upgrade") /* another rules version, all seats agreeing */                          \
    X(SEAT, "seat")       /* another person takes a seat */                                        \
    X(DUE, "due")         /* a deadline was set or moved */                                        \
    X(CLOCK, "clock")     /* time rules changed, paused, resumed */                                \
    X(REMARK, "remark")   /* anything else an administrator did */                                 \
    X(END, "end")         /* the game is over */                                                   \
    X(LOST, "lost")       /* signed entries that nobody has any more */

#define ENTRY_KIND_NAME(name, word) ENTRY_##name,
enum entry_kind { ENTRY_KIND_LIST(ENTRY_KIND_NAME) ENTRY_KIND_COUNT };

enum entry_holder { ENTRY_PLAYER, ENTRY_HOUSE, ENTRY_HOLDER_COUNT }; /* "player", "house" */
enum entry_luck {
    ENTRY_LUCK_NONE,
    ENTRY_LUCK_WORDS,   /* words: as the player wrote them */
    ENTRY_LUCK_LETTER,  /* words: luck_of_message of his letter */
    ENTRY_LUCK_SEALED,  /* [luck/<seat>] */
    ENTRY_LUCK_REFUSED, /* "none", by his own word */
    ENTRY_LUCK_HOUSE,   /* LUCKS: a seat of the house, which gives none */
    ENTRY_LUCK_COUNT
};
enum entry_why {
    ENTRY_WHY_TIMEOUT,  /* the question's fallback order */
    ENTRY_WHY_LOT,      /* one of its legal orders, drawn with label lot/<decision> */
    ENTRY_WHY_UNOPENED, /* a seal that its player holds was not opened */
    ENTRY_WHY_LINE,     /* a standing answer that others' thinking had kept waiting */
    ENTRY_WHY_COUNT
};
enum entry_result { ENTRY_WON, ENTRY_DRAWN, ENTRY_VOID, ENTRY_RESULT_COUNT };

/* One entry taken apart; fields that its kind does not have are zero (times ENTRY_NO_TIME). */
struct entry {
    uint64_t number; /* n; stands beside the text, not in it */
    int64_t time_s;  /* max(previous, when it came in), UTC */
    uint8_t who;
    uint8_t kind; /* enum entry_kind */

    /* Any kind, from a seat: */
    int64_t came_s; /* arrival, when time_s had to be later; else ENTRY_NO_TIME */
    bool letter;    /* [letter/<number>]: hash of the raw letter, base32 */

    uint8_t seat;                  /* SEAT, DUE; PRESS: to; END won: winner */
    bool to_all;                   /* PRESS to everybody (else to `seat`, 0 = the table) */
    uint8_t count;                 /* ROSTER, LUCKS: seats; OWN: lines, k growing from `name` */
    uint8_t holder[SEATS_MAX + 1]; /* ROSTER by seat; SEAT: holder[0]; enum entry_holder */
    bool person[SEATS_MAX + 1];    /* ROSTER by seat; SEAT: person[0]: has its [person/…] */
    uint8_t luck[SEATS_MAX + 1];   /* LUCKS by seat; LUCK: luck[0]; enum entry_luck */
    uint8_t why;                   /* DEFAULT: enum entry_why */
    uint8_t result;                /* END: enum entry_result */
    uint64_t decision;             /* DEFAULT, DUE; ORDER: of `signature` when is_signed */
    int64_t due_s;                 /* DEFAULT, DUE */
    uint64_t from;                 /* LOST: first lost entry */
    uint64_t to;                   /* UNDO: n to go back to; LOST: last lost entry, number - 1 */
    bool by;                       /* ORDER, DEFAULT: [by/<number>], a line's */
    bool hides_words;              /* [words/<number>] stands in place of `words`, which
                                      is "" when read; LUCK words, AGREE, DECLINE, CLOCK, REMARK, END */
    bool is_signed;                /* ORDER: player's signature of chain_order */
    uint64_t seen;                 /* ORDER, signed: n of the head he saw */
    char name[SEAL_NAME_MAX + 1];  /* OPEN: seal; DRAW: label; OWN: its first seal */
    unsigned char nonce[SEAL_NONCE_BYTES];    /* OPEN */
    unsigned char key[KEY_BYTES];             /* KEY, PEN: public key; SECRET: S */
    unsigned char signature[SIGNATURE_BYTES]; /* KEY, signed ORDER */
    struct hash tables;                       /* UPGRADE */
    struct hash value[SEATS_MAX + 1];         /* Vi: LUCKS by seat; LUCK words: value[0] */
    char words[ENTRY_WORDS_BYTES]; /* ORDER, DRAW, DEFAULT: public order text; OPEN: payload;
                                      LUCK, AGREE, DECLINE, CLOCK, REMARK: text; UPGRADE: rules
                                      version; END: reason */
};

/* Start an entry: zero, or "", but for these. */
void entry_init(struct entry *entry, uint64_t number, int64_t time_s, unsigned who,
                enum entry_kind kind);
/* Append the text, one line without LF.
 * fails  RC_BAD_INPUT: something in it does not fit the grammar, and what; RC_TOO_LONG */
enum rc entry_write(const struct entry *entry, struct buf *out, struct err *err);
/* Read exactly what entry_write writes for entry `number`.
 * out    entry: of no meaning on failure
 * fails  RC_BAD_INPUT with column (in bytes, from 1) */
enum rc entry_read(uint64_t number, const char *text, size_t length, struct entry *entry,
                   struct err *err);
/* Do these words stand in the log as they are? A person's own do not: who writes
 * such an entry sets hides_words and seals them beside it. */
bool entry_words_are_open(const struct entry *entry);
enum { ENTRY_AWAY_BYTES = 32 }; /* of a consent about a seat that is away */
/* Words of a keeper: one line, without brackets? */
bool entry_is_plain_text(const char *text);
/* May a payload of words/<n> belong to a luck entry? 1 to LUCK_WORDS_MAX bytes, one line. */
bool entry_is_luck_words(const char *text, size_t length);

/* Names of the entry's seals, in the order in which they enter the chain; returns how many
 * (at most CHAIN_SEALS_MAX). */
unsigned entry_seals(const struct entry *entry, char name[][SEAL_NAME_MAX + 1]);

/* Did the game's own luck give what this entry does: a draw, or a deadline's lot? */
static inline bool entry_is_drawn(const struct entry *entry)
{
    return entry->kind == ENTRY_DRAW ||
           (entry->kind == ENTRY_DEFAULT && entry->why == ENTRY_WHY_LOT);
}

/* The word of a kind ("order"). */
const char *entry_kind_word(enum entry_kind kind);
/* Is a line that entry_write made of this kind? Tells from its third word, without reading it. */
bool entry_text_is(const char *text, enum entry_kind kind);

/* Put payloads in place of bracketed names: "combat [combat/17/2]" becomes "combat 3". A name
 * without an opening stays as it is.
 * in      lookup: returns the payload, borrowed, and its length, or NULL
 * fails   RC_TOO_LONG: does not fit capacity; RC_BAD_INPUT: a bracket without its partner */
typedef const char *entry_lookup_fn(void *context, const char *name, size_t *length);
enum rc entry_substitute(const char *text, entry_lookup_fn *lookup, void *context, char *out,
                         size_t capacity, struct err *err);

/* What a player may have signed of an order: its words as they stand in the log; with the seal that
 * he holds himself, "[name]", as "name sealed COMMITMENT", which is how he sends it; or that alone.
 * in     words: of the entry; commitment: of its one seal, unused by form 0
 * out    false: there is no such form of these words */
enum { ENTRY_SIGNED_FORMS = 3, ENTRY_SIGNED_BYTES = ENTRY_WORDS_BYTES + BASE32_HASH_BYTES + 8 };
bool entry_signed_text(const char *words, unsigned form, const struct hash *commitment,
                       char out[ENTRY_SIGNED_BYTES]);
/* Name of the one seal in an order's words; false: none, or several. */
bool entry_one_seal(const char *words, char name[SEAL_NAME_MAX + 1]);
