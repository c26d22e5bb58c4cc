/* SPDX-License-Identifier: MIT */
/* Facts about people and games: players, addresses, games, seats, entries, seals, openings.
 *
 * Insert-only: SQL triggers refuse every update and delete. Erasing a person means forgetting a
 * key (work.h); the boxes here are then noise and the chain stays valid. All writers need
 * ledger_begin_immediate. Times are seconds since 1970, UTC. "Box" is a ciphertext made by the
 * caller, bound to its row.
 *
 * Source: design, sections 4, 5.1 to 5.3, 5.8; schema/. */
#pragma once

#include "ledger/ledger.h"

/* --- players ------------------------------------------------------------------------------ */

struct ledger_player {
    int64_t id;
    int64_t made_s;
    struct ledger_bytes box; /* under the player's key: name, language, whatever the desk keeps */
};
/* Add a player under player->id (from ledger_next_id). */
enum rc ledger_player_put(struct ledger *ledger, const struct ledger_player *player,
                          struct err *err);
struct ledger_rows ledger_player_get(struct ledger *ledger, int64_t player, struct err *err);
struct ledger_rows ledger_players(struct ledger *ledger, struct err *err);

/* A later change of a player's data; kind is the desk's ("name", "language", "vacation"). */
struct ledger_player_change {
    int64_t id;
    int64_t player;
    int64_t at_s;
    const char *kind;
    struct ledger_bytes box;
};
enum rc ledger_player_change_put(struct ledger *ledger, const struct ledger_player_change *change,
                                 struct err *err);
/* All changes of one player, oldest first. */
struct ledger_rows ledger_player_changes(struct ledger *ledger, int64_t player, struct err *err);

enum ledger_address_state {
    LEDGER_ADDRESS_NEW, /* added, not confirmed by its owner */
    LEDGER_ADDRESS_CONFIRMED,
    LEDGER_ADDRESS_DROPPED, /* no letter goes there, none is taken from there */
    LEDGER_ADDRESS_STATE_COUNT
};
struct ledger_address {
    int64_t id;
    int64_t player;
    int64_t at_s;                    /* when it was added */
    enum ledger_address_state state; /* newest; on put: NEW, or CONFIRMED at once */
    struct ledger_bytes box;         /* under the player's key */
};
/* Add an address. The look-up by sender is derived: see ledger_lookup_put. */
enum rc ledger_address_put(struct ledger *ledger, const struct ledger_address *address,
                           struct err *err);
enum rc ledger_address_change(struct ledger *ledger, int64_t address,
                              enum ledger_address_state state, int64_t at_s, struct err *err);
struct ledger_rows ledger_address_get(struct ledger *ledger, int64_t address, struct err *err);
/* All addresses of one player, dropped ones too, oldest first. */
struct ledger_rows ledger_addresses(struct ledger *ledger, int64_t player, struct err *err);
/* Addresses whose newest letter that ended since then was refused for good or given up. */
struct ledger_rows ledger_addresses_missed(struct ledger *ledger, int64_t since_s, struct err *err);

/* --- games -------------------------------------------------------------------------------- */

struct ledger_game {
    int64_t id; /* gapless, from 1 */
    int64_t made_s;
    const char *engine;             /* "dungeon_twister" */
    const char *version;            /* rules version, for ever */
    const char *options;            /* canonical, as in the genesis text */
    struct ledger_bytes secret_box; /* S of the genesis, under the game's key */
};
/* Add a game; entry 0 (the genesis) follows in the same transaction.
 * fails  RC_CONFLICT: id is not the next number */
enum rc ledger_game_put(struct ledger *ledger, const struct ledger_game *game, struct err *err);
struct ledger_rows ledger_game_get(struct ledger *ledger, int64_t game, struct err *err);
/* Games from number `from` on, in order of number. */
struct ledger_rows ledger_games(struct ledger *ledger, int64_t from, struct err *err);
/* At most so many, those that went on last. */
struct ledger_rows ledger_games_newest(struct ledger *ledger, int64_t most, struct err *err);

/* A number that was given once, for a game that this ledger does not have: a backup was restored
 * that is older. It is never given again. Numbers only grow. n: newest signed entry, -1 = none.
 * fails  RC_CONFLICT: the ledger has games with this number or above */
enum rc ledger_lost_put(struct ledger *ledger, int64_t game, int64_t n, int64_t at_s,
                        struct err *err);
enum rc ledger_is_lost(struct ledger *ledger, int64_t game, bool *is_lost, struct err *err);

/* Entries from_n … to_n of a game were put back from players' letters: what caused them is not
 * among the letters here. */
enum rc ledger_recovered_put(struct ledger *ledger, int64_t game, int64_t from_n, int64_t to_n,
                             int64_t at_s, struct err *err);
/* The time of the newest of them; 0 = none. */
enum rc ledger_recovered_until(struct ledger *ledger, int64_t game, int64_t *at_s, struct err *err);

/* --- entries, seals, openings ------------------------------------------------------------- */

struct ledger_seal {
    const char *name;               /* "combat/17/2", unique among what was not undone */
    int seat;                       /* owner; 0 = the table */
    struct ledger_bytes commitment; /* LEDGER_HASH_BYTES */
    struct ledger_bytes box;        /* payload and nonce; NULL when the player holds them */
};
struct ledger_opening {
    const char *name;        /* of a seal logged before, or in the same entry */
    struct ledger_bytes box; /* payload and nonce; NULL when the seal's own box holds them */
};
struct ledger_entry {
    int64_t game;
    int64_t n;        /* 0 = genesis */
    int64_t at_s;     /* not before that of entry n-1 */
    int seat;         /* who; 0 = the table, the administrator */
    int64_t letter;   /* the letter in that caused it; 0 = none */
    const char *kind; /* "order", "genesis", "opening": the desk's words */
    const char *text; /* public and canonical, UTF-8, at most LEDGER_ENTRY_TEXT_MAX bytes */
    const unsigned char *hash;       /* En, LEDGER_HASH_BYTES */
    const unsigned char *previous;   /* En-1 that the hash was made with; NULL for entry 0.
                                        NULL in what a walk gives */
    const struct ledger_seal *seals; /* C1…Cm in their order */
    size_t seal_count;
    const struct ledger_opening *openings;
    size_t opening_count;
};
enum { LEDGER_ENTRY_TEXT_MAX = 65536, LEDGER_SEAL_NAME_MAX = 127 };

/* The newest entry of a game. */
struct ledger_head {
    int64_t n;    /* -1 = no entry yet */
    int64_t at_s; /* 0 without an entry */
    unsigned char hash[LEDGER_HASH_BYTES];
};
/* fails  RC_NOT_FOUND: no such game */
enum rc ledger_head_get(struct ledger *ledger, int64_t game, struct ledger_head *head,
                        struct err *err);

/* Append an entry with its seals and openings; moves the head. All or nothing: a failure leaves
 * no part of it.
 * fails  RC_CONFLICT: n or previous is not what the head says (somebody wrote in the meantime:
 *        read the head, adjudicate anew), or the time runs backwards; RC_EXISTS: a name used
 *        twice without an undo between, or a seal opened twice; RC_NOT_FOUND: opening of an unknown
 * seal, unknown game or letter */
enum rc ledger_entry_append(struct ledger *ledger, const struct ledger_entry *entry,
                            struct err *err);

/* Entries of one game with n ≥ from, in order, without seals and openings. */
struct ledger_rows ledger_entries(struct ledger *ledger, int64_t game, int64_t from,
                                  struct err *err);

/* Those alone that take back, with game, n, seat and text; kept while the game is away, too. */
struct ledger_rows ledger_entry_undos(struct ledger *ledger, int64_t game, struct err *err);
/* Was a seat of the game lent to a practice opponent? */
enum rc ledger_was_lent(struct ledger *ledger, int64_t game, bool *was, struct err *err);

/* A seal as it stands now. */
struct ledger_seal_row {
    int64_t game;
    int64_t n;               /* entry that logged it */
    int64_t opened_n;        /* entry that opened it; -1 = sealed */
    struct ledger_seal seal; /* box: the opening's where it has one, else the seal's */
};
/* Seals logged by entries from..to of a game, in the order of the chain. */
struct ledger_rows ledger_seals(struct ledger *ledger, int64_t game, int64_t from, int64_t to,
                                struct err *err);
/* All seals of a game that have a box, in that order; whether they were opened is not looked up
 * (opened_n is -1): it takes three times as long. */
struct ledger_rows ledger_seal_boxes(struct ledger *ledger, int64_t game, struct err *err);
/* The newest seal of that name. */
struct ledger_rows ledger_seal_get(struct ledger *ledger, int64_t game, const char *name,
                                   struct err *err);

/* --- seats -------------------------------------------------------------------------------- */

/* Who took a seat with entry n; 0 = nobody did. */
enum rc ledger_seat_at(struct ledger *ledger, int64_t game, int seat, int64_t n, int64_t *player,
                       struct err *err);
/* Who had a seat after entry n; 0 = nobody. */
enum rc ledger_seat_holder(struct ledger *ledger, int64_t game, int seat, int64_t n,
                           int64_t *player, struct err *err);
/* Of a player's newest answers, 50 at most, in seats that are still his: those that time gave. */
struct ledger_answers {
    int64_t asked, missed;
};
enum rc ledger_answers_of(struct ledger *ledger, int64_t player, struct ledger_answers *out,
                          struct err *err);
/* Games that had begun and that he left: won against him since he stayed away, or gone on by
 * another. */
enum rc ledger_games_left(struct ledger *ledger, int64_t player, int64_t *count, struct err *err);
/* Player takes a seat with entry n (0 = leaves it). The newest row counts. */
enum rc ledger_seat_put(struct ledger *ledger, int64_t game, int seat, int64_t player, int64_t n,
                        struct err *err);
