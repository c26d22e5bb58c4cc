/* SPDX-License-Identifier: MIT */
/* Players: who they are, how they like their letters, where they are reached. Personal data
 * stand in boxes under the player's own key; addresses and names are found by keyed hash. */
#pragma once

#include "ledger/ledger.h"
#include "server/desk.h"
#include "server/calendar.h"

enum {
    PERSON_NAME_BYTES = 128,
    PERSON_ADDRESS_BYTES = 256,
    PERSON_CODE_BYTES = 16,
    PERSON_BLOCKED_BYTES = 256,
    PERSON_KEY_BYTES = 64,
    PERSON_KNOCK_BYTES = 520,   /* state, code, key, kind, address, token */
    PERSON_ACCOUNT_BYTES = 160, /* number, colon and name */
    PERSON_VACATION_BYTES = 400 /* CALENDAR_SPANS spans of 23 bytes, and more */
};

/* Who sees his ratings under his name: everybody, also on the public pages; who asks by letter;
 * nobody else. */
enum person_profile { PERSON_PROFILE_CLUB, PERSON_PROFILE_PUBLIC, PERSON_PROFILE_HIDDEN };

enum person_board { PERSON_BOARD_UNICODE, PERSON_BOARD_ASCII, PERSON_BOARD_NONE };

struct person {
    int64_t id;
    int64_t made_s;
    char name[PERSON_NAME_BYTES];
    char language[PERSON_CODE_BYTES];
    char address[PERSON_ADDRESS_BYTES]; /* the one letters go to; "" = none */
    int64_t address_id;                 /* 0 = none */
    enum person_board board;
    enum person_profile profile;
    bool wide;                          /* boards in pictures lie, as wide windows have them */
    bool text_only;                     /* no HTML, no pictures */
    bool with_svg;                      /* the board as SVG, too */
    bool signs;                         /* orders without a signature are refused */
    bool draws;                         /* days of a stock, when his time runs out */
    bool drafts;                        /* orders wait for "confirm" */
    bool banned;                        /* no letter of his counts or is answered */
    int64_t merged;                     /* the player he is the same person as; 0 = none */
    char practice[PERSON_CODE_BYTES];   /* level of a practice opponent; "" = a person */
    bool digest;                        /* one letter a day */
    bool hears_all;                     /* a letter whenever others have done something */
    bool no_links;                      /* no link to the table in his letters */
    bool block_in_text;                 /* the same as a block stands in the text, not beside it */
    bool strict;                        /* only canonical notation is taken as an order */
    char blocked[PERSON_BLOCKED_BYTES]; /* numbers of players whose words he does not want */
    char key[PERSON_KEY_BYTES];         /* base32 of his public key for signatures; "" = none */
    char zone[CALENDAR_ZONE_BYTES];     /* of the tz database; "" = UTC */
    char account[PERSON_ACCOUNT_BYTES]; /* in the forum, "7:alice"; "" = none */
    char knock[PERSON_KNOCK_BYTES];     /* where he has notices (outbound/knocks.h); "" = nowhere */
    char vacation[PERSON_VACATION_BYTES]; /* as calendar_read_spans reads them */
};

/* How `knock` begins where he has confirmed it. */
#define PEOPLE_KNOCK_ON "on"

/* How he has his letters, as the setting "format" says it. */
const char *people_format(const struct person *person);
/* Who sees his ratings, as the setting "profile" says it. */
const char *people_profile(const struct person *person);
/* A setting's value as `people_change` takes it; NULL: none that has few values is called so. */
const char *people_setting(const struct person *person, const char *kind);
/* Does he not want to read words of that player? */
bool people_blocks(const struct person *person, int64_t player);

/* Add a player with a confirmed address, called as naming_fit makes the name; inside a change.
 * fails  RC_EXISTS: name or address belongs to somebody; RC_BAD_INPUT: not an address or name */
enum rc people_add(struct desk *desk, const char *name, const char *address, const char *language,
                   int64_t *player, struct err *err);
/* fails  RC_NOT_FOUND */
enum rc people_get(struct desk *desk, int64_t player, struct person *person, struct err *err);
/* Is he somebody who plays: not gone into another player, nor banned? */
bool people_may_play(struct desk *desk, int64_t player);
/* Find a player by an address. *player = 0: nobody's. */
enum rc people_by_address(struct desk *desk, const char *address, int64_t *player,
                          int64_t *address_id, struct err *err);
/* Find a player as an administrator writes him: number, name or address.
 * fails  RC_NOT_FOUND, and says how to add one */
enum rc people_find(struct desk *desk, const char *word, int64_t *player, struct err *err);
/* All players, one after the other; who was forgotten is called so. The walk ends by ledger_end. */
struct ledger_rows people_walk(struct desk *desk, struct err *err);
bool people_next(struct desk *desk, struct ledger_rows *players, struct person *person);

/* Change one setting; inside a change. kind: "language", "board", "format", "digest", "letters",
 * "links", "strict",
 * "name", "zone", "profile", "vacation" (all booked ones), "key" (base32, or "none"). fails
 * RC_BAD_INPUT: no such setting or value */
enum rc people_change(struct desk *desk, int64_t player, const char *kind, const char *value,
                      struct err *err);

/* Call a player otherwise, as naming_fit makes the name; inside a change. Records keep the old one.
 * fails  RC_EXISTS: it belongs to somebody, or looks like his; RC_BAD_INPUT: no name */
enum rc people_rename(struct desk *desk, int64_t player, const char *name, struct err *err);

/* ---- addresses ---- */

bool people_is_address(const char *address);
/* A name that may be given to a player, as naming_fit left it. */
bool people_is_name(const char *name);
/* Find a player by a name as he or another writes it. *player = 0: nobody is called so. */
enum rc people_by_name(struct desk *desk, const char *name, int64_t *player, struct err *err);
/* Add a confirmed address; letters go to the newest. One that is his already becomes the newest.
 * fails  RC_BAD_INPUT; RC_EXISTS: somebody else's */
enum rc people_address_add(struct desk *desk, int64_t player, const char *address, struct err *err);
/* fails  RC_NOT_FOUND: not his; RC_USAGE: his last one */
enum rc people_address_drop(struct desk *desk, int64_t player, const char *address,
                            struct err *err);
/* Each confirmed address, oldest first. */
typedef enum rc (*people_address_fn)(void *user, const char *address, struct err *err);
enum rc people_addresses(struct desk *desk, int64_t player, people_address_fn fn, void *user,
                         struct err *err);

/* ---- leaving ---- */

/* Let a player be forgotten, inside a change: nothing leads to him any more, and with his key goes
 * what is boxed under it: name, addresses, settings, his name in the seals of games. Letters that
 * wait for him are cancelled. Follow the commit with ledger_checkpoint.
 * fails  RC_CONFLICT: he has a seat in a game that goes on */
enum rc people_erase(struct desk *desk, int64_t player, struct err *err);
/* Two players are one person: what led to `player` leads to `into` from here on.
 * fails  RC_CONFLICT: he has a seat in a game that goes on; RC_USAGE: the same */
enum rc people_merge(struct desk *desk, int64_t player, int64_t into, struct err *err);

/* Put the look-ups of a player again, for rebuild. */
enum rc people_rebuild(struct desk *desk, int64_t player, struct err *err);

/* Persons read in the change that is open: nobody else can alter them meanwhile. desk_begin and
 * whatever ends a change forget them; without a change nothing is kept. */
struct people;
struct people *people_new(void);
void people_free(struct people *people);
void people_forget(struct people *people);

/* Read the address with this number. */
enum rc people_address(struct desk *desk, int64_t address_id, char out[PERSON_ADDRESS_BYTES],
                       struct err *err);
