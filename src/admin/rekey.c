/* SPDX-License-Identifier: MIT */
/* Changes the server's keys step by step: a new key in the file, rows and games moved to it, the
 * old one retired. The file itself is written in seal/keyfile.c. */
#include "admin/admin.h"

#include "base/grow.h"
#include "tournament/tournament.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/work.h"
#include "play/position.h"
#include "server/keyring.h"
#include "server/vault.h"

enum { GAMES_A_CHANGE = 64 };

/* What counts is what stands in the file, whether it could be changed or not. Nothing was changed
 * in the ledger; its lock kept others from writing the file. */
static enum rc end_file_change(struct desk *desk, enum rc rc, struct err *err)
{
    enum rc again;

    memset(&desk->keys_file, 0, sizeof desk->keys_file);
    again = keyring_refresh(desk, rc == RC_OK ? err : NULL);
    desk_rollback(desk);
    return rc == RC_OK ? again : rc;
}

/* ---- a new key ---- */

enum rc rekey_rotate(struct desk *desk, enum key_purpose purpose, struct err *err)
{
    enum rc rc;

    TRY(desk_begin(desk, err)); /* one at a time */
    rc = keyring_refresh(desk, err);
    THEN(rc, keys_rotate(desk->keys, purpose, desk->world.entropy, desk->world.context, err));
    THEN(rc, keys_replace_file(desk->keys, desk->config->keys, err));
    return end_file_change(desk, rc, err);
}

/* ---- keys of boxes ---- */

struct rewrap {
    struct desk *desk;
    uint64_t count;
    struct {
        int64_t id;
        struct vault_owner owner;
        unsigned char wrapped[KEY_WRAPPED_BYTES];
    } * row;
    size_t rows, room;
};

/* Is it wrapped with an older key than the newest? */
static bool is_old(const struct desk *desk, const struct ledger_key *key)
{
    return key->wrapped.length == KEY_WRAPPED_BYTES &&
           keys_wrapped_generation(key->wrapped.at) != keys_newest(desk->keys, KEY_STORAGE);
}

static enum rc note_row(struct rewrap *rewrap, const struct ledger_key *key, struct err *err)
{
    void *grown = grow_array(rewrap->row, rewrap->rows, &rewrap->room, sizeof *rewrap->row);

    FAIL_IF(!grown, err, RC_NO_MEMORY, "no memory for the keys of boxes");
    rewrap->row = grown;
    rewrap->row[rewrap->rows].id = key->id;
    rewrap->row[rewrap->rows].owner = (struct vault_owner){key->kind, key->subject};
    memcpy(rewrap->row[rewrap->rows++].wrapped, key->wrapped.at, KEY_WRAPPED_BYTES);
    return RC_OK;
}

static enum rc note_rows(struct rewrap *rewrap, struct err *err)
{
    struct ledger_rows rows = ledger_keys(rewrap->desk->ledger, err);

    for (struct ledger_key key; ledger_next(&rows, &key);)
        if (is_old(rewrap->desk, &key))
            rows.rc = note_row(rewrap, &key, err);
    return ledger_end(&rows);
}

static enum rc rewrap_row(struct rewrap *rewrap, size_t i, unsigned char *key, struct err *err)
{
    unsigned char nonce[24], wrapped[KEY_WRAPPED_BYTES];
    struct desk *desk = rewrap->desk;
    struct hash where;

    vault_key_place(rewrap->row[i].owner, &where);
    TRY(keys_unwrap(desk->keys, rewrap->row[i].wrapped, &where, key, err));
    desk_entropy(desk, nonce, sizeof nonce);
    keys_wrap(desk->keys, key, &where, nonce, wrapped);
    rewrap->count++;
    return ledger_key_rewrap(desk->ledger, rewrap->row[i].id,
                             (struct ledger_bytes){wrapped, sizeof wrapped}, err);
}

/* All in one change: a row is some microseconds. */
static enum rc rewrap_all(struct desk *desk, struct rekey_count *count, struct err *err)
{
    struct rewrap rewrap = {.desk = desk};
    unsigned char *key = secret_new(KEY_BYTES);
    enum rc rc = key ? desk_begin(desk, err) : ERR(err, RC_NO_MEMORY, "no memory for a key");

    if (rc == RC_OK) {
        rc = note_rows(&rewrap, err);
        for (size_t i = 0; i < rewrap.rows && rc == RC_OK; i++)
            rc = rewrap_row(&rewrap, i, key, err);
        rc = desk_end(desk, rc, err);
    }
    if (rc == RC_OK)
        count->wrapped += rewrap.count;
    free(rewrap.row);
    secret_free(key);
    return rc;
}

/* ---- keys that sign games ---- */

struct game_list {
    int64_t from; /* games with this number and above */
    unsigned count;
    int64_t game[GAMES_A_CHANGE];
};

static enum rc list_games(struct desk *desk, struct game_list *list, struct err *err)
{
    struct ledger_rows rows = ledger_games(desk->ledger, list->from, err);
    struct ledger_game game;

    list->count = 0;
    while (list->count < GAMES_A_CHANGE && ledger_next(&rows, &game))
        list->game[list->count++] = game.id;
    if (list->count)
        list->from = list->game[list->count - 1] + 1;
    return ledger_end(&rows);
}

/* The old key signs the new one; from then on the new one signs. */
static enum rc change_key(struct desk *desk, int64_t game, const unsigned char newest[KEY_BYTES],
                          struct rekey_count *count, struct err *err)
{
    struct position *position;
    struct entry entry;
    struct hash digest;
    enum rc rc = position_get(desk, game, &position, err);

    if (rc != RC_OK || memcmp(position->key, newest, KEY_BYTES) == 0)
        return rc;
    if (position->is_frozen) {
        count->frozen++;
        return RC_OK;
    }
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_KEY);
    memcpy(entry.key, newest, KEY_BYTES);
    chain_key_change(&position->chain, newest, &digest);
    rc = keyring_sign(desk, position->key, &digest, entry.signature, err);
    THEN(rc, position_append(desk, position, &entry, NULL, 0, NULL, err));
    count->games += rc == RC_OK;
    return rc;
}

static enum rc change_keys(struct desk *desk, const struct game_list *list,
                           struct rekey_count *count, struct err *err)
{
    struct rekey_count own = {0};
    unsigned char newest[KEY_BYTES];
    enum rc rc = desk_begin(desk, err);

    TRY(rc);
    if (!keys_public(desk->keys, keys_newest(desk->keys, KEY_SIGNING), newest))
        rc = ERR(err, RC_BAD_KEY, "the key file has no key to sign with");
    for (unsigned i = 0; i < list->count && rc == RC_OK; i++)
        rc = change_key(desk, list->game[i], newest, &own, err);
    rc = desk_end(desk, rc, err);
    if (rc == RC_OK) {
        count->games += own.games;
        count->frozen += own.frozen;
    }
    return rc;
}

/* ---- keys that sign tournaments ---- */

static enum rc change_tournaments(struct desk *desk, struct rekey_count *count, struct err *err)
{
    struct tournament_walk walk;
    struct tournament *tournament;
    uint64_t changed = 0;

    TRY(desk_begin(desk, err));
    walk = tournaments_of(desk, err);
    while ((tournament = tournament_next(&walk)) != NULL)
        walk.rc = tournament_change_key(desk, tournament, &changed, err);
    TRY(desk_end(desk, walk.rc, err));
    count->tournaments += changed;
    return RC_OK;
}

static bool is_signed_by(const struct tournament *tournament, const unsigned char key[KEY_BYTES])
{
    unsigned char signs[KEY_BYTES];

    tournament_terms_key(&tournament->terms, &tournament->log, signs);
    return memcmp(signs, key, KEY_BYTES) == 0;
}

enum rc rekey_apply(struct desk *desk, struct rekey_count *count, struct err *err)
{
    struct game_list list = {.from = 1};
    enum rc rc = keyring_refresh(desk, err);

    THEN(rc, rewrap_all(desk, count, err));
    do {
        THEN(rc, list_games(desk, &list, err));
        if (rc == RC_OK && list.count)
            rc = change_keys(desk, &list, count, err);
    } while (rc == RC_OK && list.count);
    return rc == RC_OK ? change_tournaments(desk, count, err) : rc;
}

/* ---- what is left ---- */

static enum rc count_old_rows(struct desk *desk, uint64_t *count, struct err *err)
{
    struct ledger_rows rows = ledger_keys(desk->ledger, err);

    for (struct ledger_key key; ledger_next(&rows, &key);)
        *count += is_old(desk, &key);
    return ledger_end(&rows);
}

static enum rc count_old_game(struct desk *desk, int64_t game,
                              const unsigned char newest[KEY_BYTES], struct rekey_count *left,
                              struct err *err)
{
    struct position *position;

    TRY(position_get(desk, game, &position, err));
    if (memcmp(position->key, newest, KEY_BYTES) != 0) {
        left->games += !position->is_frozen;
        left->frozen += position->is_frozen;
    }
    return RC_OK;
}

static enum rc count_old_tournaments(struct desk *desk, const unsigned char newest[KEY_BYTES],
                                     struct rekey_count *left, struct err *err)
{
    struct tournament_walk walk = tournaments_of(desk, err);
    struct tournament *tournament;

    while ((tournament = tournament_next(&walk)) != NULL)
        left->tournaments += !tournament->signed_n && !is_signed_by(tournament, newest);
    return walk.rc;
}

enum rc rekey_left(struct desk *desk, struct rekey_count *left, struct err *err)
{
    struct game_list list = {.from = 1};
    unsigned char newest[KEY_BYTES];
    bool has_older;
    enum rc rc = keyring_refresh(desk, err);

    *left = (struct rekey_count){0};
    if (rc == RC_OK && !keys_public(desk->keys, keys_newest(desk->keys, KEY_SIGNING), newest))
        rc = ERR(err, RC_BAD_KEY, "the key file has no key to sign with");
    THEN(rc, count_old_rows(desk, &left->wrapped, err));
    /* Where there was only one key, it signs them all. */
    has_older = keys_older(desk->keys, KEY_SIGNING, keys_newest(desk->keys, KEY_SIGNING)) != 0;
    do {
        if (rc == RC_OK && has_older)
            rc = list_games(desk, &list, err);
        for (unsigned i = 0; i < list.count && rc == RC_OK; i++)
            rc = count_old_game(desk, list.game[i], newest, left, err);
    } while (rc == RC_OK && list.count);
    THEN(rc, count_old_tournaments(desk, newest, left, err));
    return rc;
}

/* ---- the end of an old key ---- */

/* How many keys of boxes it wraps. */
static enum rc count_rows(struct desk *desk, uint32_t generation, uint64_t *count, struct err *err)
{
    struct ledger_rows rows = ledger_keys(desk->ledger, err);

    for (struct ledger_key key; ledger_next(&rows, &key);)
        *count += key.wrapped.length == KEY_WRAPPED_BYTES &&
                  keys_wrapped_generation(key.wrapped.at) == generation;
    return ledger_end(&rows);
}

/* The first game that a key still signs, 0 = none. */
static enum rc find_signed(struct desk *desk, uint32_t generation, int64_t *game, struct err *err)
{
    struct game_list list = {.from = 1};
    unsigned char public_key[KEY_BYTES];
    enum rc rc = RC_OK;

    *game = 0;
    if (!keys_public(desk->keys, generation, public_key))
        return RC_OK;
    do {
        rc = list_games(desk, &list, err);
        for (unsigned i = 0; i < list.count && rc == RC_OK && !*game; i++) {
            struct position *position;

            rc = position_get(desk, list.game[i], &position, err);
            if (rc == RC_OK && memcmp(position->key, public_key, KEY_BYTES) == 0)
                *game = list.game[i];
        }
    } while (rc == RC_OK && list.count && !*game);
    return rc;
}

/* One that is over and frozen is never signed again. */
static enum rc find_signed_tournament(struct desk *desk, uint32_t generation, int64_t *found,
                                      struct err *err)
{
    struct tournament_walk walk = tournaments_of(desk, err);
    struct tournament *tournament;
    unsigned char key[KEY_BYTES];
    bool is_there = keys_public(desk->keys, generation, key);

    *found = 0;
    while ((tournament = tournament_next(&walk)) != NULL)
        if (is_there && !*found && is_signed_by(tournament, key) &&
            (!tournament->signed_n || tournament->log.phase <= TOURNAMENT_LOG_RUNNING))
            *found = tournament->id;
    return walk.rc;
}

/* Letters that were queued before a game changed its key still need the old one. */
static enum rc check_unneeded(struct desk *desk, enum key_purpose purpose, uint32_t generation,
                              struct err *err)
{
    uint64_t wrapped = 0;
    int64_t next = -1, game = 0, tournament = 0;
    enum rc rc = RC_OK;

    if (purpose == KEY_STORAGE)
        rc = count_rows(desk, generation, &wrapped, err);
    if (purpose == KEY_SIGNING)
        rc = find_signed(desk, generation, &game, err);
    if (purpose == KEY_SIGNING && rc == RC_OK)
        rc = find_signed_tournament(desk, generation, &tournament, err);
    if (purpose == KEY_SIGNING && rc == RC_OK && !game)
        rc = ledger_next_delivery(desk->ledger, &next, err);
    if (rc == RC_OK && wrapped)
        rc = ERR(err, RC_CONFLICT, TEXT_INT((int64_t)wrapped),
                 " keys of boxes are wrapped with it; run `postern key apply`");
    if (rc == RC_OK && game)
        rc = ERR(err, RC_CONFLICT, "game ", TEXT_INT(game),
                 " is signed with it: run `postern key apply`");
    if (rc == RC_OK && tournament)
        rc = ERR(err, RC_CONFLICT, "tournament ", TEXT_INT(tournament),
                 " is signed with it: run `postern key apply`; one that is frozen goes on by "
                 "`postern tournament lost` first");
    if (rc == RC_OK && next >= 0)
        rc = ERR(err, RC_CONFLICT,
                 "letters that it may have to sign wait to be sent; try again when they are gone");
    return rc;
}

enum rc rekey_retire(struct desk *desk, enum key_purpose purpose, uint32_t generation,
                     struct err *err)
{
    enum rc rc;

    TRY(desk_begin(desk, err));
    rc = keyring_refresh(desk, err);
    if (rc == RC_OK && generation != keys_newest(desk->keys, purpose))
        rc = check_unneeded(desk, purpose, generation, err);
    THEN(rc, keys_retire(desk->keys, purpose, generation, err));
    THEN(rc, keys_replace_file(desk->keys, desk->config->keys, err));
    return end_file_change(desk, rc, err);
}
