/* SPDX-License-Identifier: MIT */
/* Is a record true? What can be proved from the file alone, what is still sealed, erased or
 * unproved, and otherwise the first entry that is wrong. Needs no network and no server.
 *
 * Source: design, 5.9; doc/record.md, "Verification". */
#pragma once

#include "record/record.h"
#include "record/replay.h"

enum { VERIFY_PERSON_BYTES = 160, VERIFY_LUCK_BYTES = 208, VERIFY_NAMES_BYTES = 480 };

enum verify_mark {
    VERIFY_PROVED,
    VERIFY_SEALED,   /* its opening has not come, or is not for this reader */
    VERIFY_ERASED,   /* a person was forgotten */
    VERIFY_UNPROVED, /* could be true; this file does not show it */
    VERIFY_MARK_COUNT
};

#define VERIFY_ITEM_LIST(X)                                                                        \
    X(FORM, "form", "bytes written anew are the same")                                             \
    X(CHAIN, "chain", "entries hash to the head")                                                  \
    X(HEAD, "head", "signed by the server's key")                                                  \
    X(EXPORT, "export", "this file signed by the server's key")                                    \
    X(KEYS, "keys", "changes of key signed by the old key")                                        \
    X(TABLES, "tables", "data files as in genesis")                                                \
    X(ORDERS, "orders", "allowed by the rules")                                                    \
    X(SIGNED, "signed", "orders signed by players")                                                \
    X(DEFAULTS, "defaults", "missed deadlines")                                                    \
    X(SEALS, "seals", "secrets fit their seals")                                                   \
    X(LUCK, "luck", "luck of the seats")                                                           \
    X(LINES, "lines", "orders by standing answers follow from these")                              \
    X(DRAWS, "draws", "chance follows from the seed")                                              \
    X(UNDONE, "undone", "entries taken back")                                                      \
    X(LOST, "lost", "numbers of signed entries that are declared lost")

#define VERIFY_ITEM_NAME(name, word, text) VERIFY_##name,
enum verify_item { VERIFY_ITEM_LIST(VERIFY_ITEM_NAME) VERIFY_ITEM_COUNT };

/* What is the server's word alone: told, and neither true nor false for it. */
#define VERIFY_NOTE_LIST(X)                                                                        \
    X(HOUSE_ORDERS, "house_orders", "orders of seats of the house, which no letter brought")       \
    X(NO_LETTER, "no_letter", "orders of players that no letter brought, as the server says")      \
    X(NO_SIGNATURE, "no_signature", "orders without a signature though their seat has a pen")      \
    X(SHORT, "short_deadlines", "deadlines set less than a minute ahead")                          \
    X(NOT_OPENED, "not_opened", "missed deadlines whose why is not that of their question")        \
    X(KEEPER_ENDS, "keeper_ends", "ends by the keeper's word")                                     \
    X(AHEAD, "ahead", "newest entry more than a day ahead of this machine's clock")

#define VERIFY_NOTE_NAME(name, word, text) VERIFY_NOTE_##name,
enum verify_note { VERIFY_NOTE_LIST(VERIFY_NOTE_NAME) VERIFY_NOTE_COUNT };

struct verify {
    unsigned note[VERIFY_NOTE_COUNT];
    unsigned count[VERIFY_ITEM_COUNT][VERIFY_MARK_COUNT];
    bool is_good;
    bool over;                       /* entry `end` stands; else open, up to entry `entries` */
    bool finished;                   /* and all is open that a finished game tells */
    char closed[VERIFY_NAMES_BYTES]; /* what is not, by name, cut; "" = nothing */
    unsigned closed_count;
    char held[VERIFY_NAMES_BYTES]; /* closed, and their players' to open */
    unsigned held_count;
    unsigned unjudged;  /* orders by a line that could not be judged, undone ones aside */
    unsigned unseen;    /* lines that this reader does not know, between one that gave an order and
                           that order: each could have been "none" */
    uint64_t entries;   /* n of the last entry */
    int64_t last_s;     /* … and its time */
    uint64_t bad_entry; /* !is_good: the entry, 0 = genesis or the file as a whole */
    bool bad_is_entry;  /* bad_entry names an entry */
    struct err err;     /* why, with line */
    struct genesis genesis;
    struct chain end;
    unsigned char key[KEY_BYTES]; /* that signs at the end: genesis', or the last change's */
    char person[SEATS_MAX + 1][VERIFY_PERSON_BYTES]; /* who sits there, as far as this file tells */
    bool is_house[SEATS_MAX + 1];
    uint8_t luck[SEATS_MAX + 1]; /* enum entry_luck of each seat, with its words or their hash */
    char luck_words[SEATS_MAX + 1][VERIFY_LUCK_BYTES];
    struct replay *replay; /* final position for the reader; NULL when not reached */
};

typedef const struct game *verify_find_fn(const char *name);

/* Verify a file's bytes; the outcome is in verify (is_good and the rest), freed with verify_fini.
 * find   which games there are: games_find
 * fails  only for want of memory */
enum rc verify_bytes(const char *text, size_t length, verify_find_fn *find, struct verify *verify,
                     struct err *err);
void verify_fini(struct verify *verify);
/* Hold the newest entry's time against a clock: a moment that has not come proves nothing. */
void verify_hold_clock(struct verify *verify, int64_t now_s);

enum { VERIFY_WORD_COLUMNS = 10 }; /* of an item's word and the blanks behind it */
/* Append the verdict in words: an item to a line and what the game is, or the fault. */
void verify_say(const struct verify *verify, struct buf *out);

const char *verify_item_word(enum verify_item item);
const char *verify_item_text(enum verify_item item);
const char *verify_mark_word(enum verify_mark mark);
const char *verify_note_word(enum verify_note note);

/* En of one entry of a record, computed anew: for footers.  false: no such entry */
bool verify_entry_hash(const struct record *record, uint64_t number, struct chain *at);
