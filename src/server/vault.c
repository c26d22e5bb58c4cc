/* SPDX-License-Identifier: MIT */
/* Finds, makes and forgets the keys of boxes, and closes and opens boxes with them. */
#include "server/vault.h"

#include <stdio.h>

#include "base/timetext.h"
#include "seal/box.h"
#include "server/keyring.h"

/* Games that get letters within minutes, their players, and a month. Each has one place, from which
 * the next that has the same drives it. All lie in one piece of locked memory, 32 KiB. */
enum { VAULT_KEYS = 1024 };

struct vault_key {
    struct vault_owner owner;
    int64_t id;
    unsigned char *key; /* in the vault's memory; NULL = free place */
};

struct vault {
    int64_t stamp;         /* of the ledger, when the keys were read */
    unsigned char *memory; /* secret_new: KEY_BYTES for each place */
    struct vault_key at[VAULT_KEYS];
};

struct vault *vault_new(void)
{
    struct vault *vault = calloc(1, sizeof *vault);

    if (vault && !(vault->memory = secret_new((size_t)VAULT_KEYS * KEY_BYTES))) {
        free(vault);
        return NULL;
    }
    return vault;
}

static void drop(struct vault_key *key)
{
    if (key->key)
        secret_wipe(key->key, KEY_BYTES);
    *key = (struct vault_key){0};
}

void vault_forget(struct vault *vault)
{
    for (unsigned i = 0; i < VAULT_KEYS; i++)
        drop(&vault->at[i]);
}

void vault_free(struct vault *vault)
{
    if (!vault)
        return;
    vault_forget(vault);
    secret_free(vault->memory);
    free(vault);
}

/* Keys that were forgotten meanwhile must not be used again, nor lie here. */
static enum rc look_for_forgotten(struct desk *desk, struct vault_owner owner, struct err *err)
{
    struct vault *vault = desk->vault;
    int64_t stamp = vault->stamp;

    /* they never are */
    if (owner.kind != LEDGER_KEY_TOKEN && owner.kind != LEDGER_KEY_SIGN)
        TRY(ledger_keys_stamp(desk->ledger, &stamp, err));
    if (stamp != vault->stamp)
        vault_forget(vault);
    vault->stamp = stamp;
    return RC_OK;
}

static struct vault_key *place_of(struct vault *vault, struct vault_owner owner)
{
    uint64_t mixed = ((uint64_t)owner.subject * 8 + (uint64_t)owner.kind) *
                     UINT64_C(0x9e3779b97f4a7c15); /* Fibonacci hashing */

    return &vault->at[(mixed >> 32) % VAULT_KEYS];
}

static struct vault_key *find(struct vault *vault, struct vault_owner owner)
{
    struct vault_key *key = place_of(vault, owner);

    return key->key && key->owner.kind == owner.kind && key->owner.subject == owner.subject ? key
                                                                                            : NULL;
}

static struct vault_key *take_place(struct vault *vault, struct vault_owner owner)
{
    struct vault_key *key = place_of(vault, owner);

    drop(key);
    key->key = vault->memory + (size_t)(key - vault->at) * KEY_BYTES;
    key->owner = owner;
    return key;
}

void vault_key_place(struct vault_owner owner, struct hash *where)
{
    char column[32];

    snprintf(column, sizeof column, "keys.wrapped:%d", (int)owner.kind);
    box_place(column, (uint64_t)owner.subject, NULL, where);
}

static enum rc load(struct desk *desk, struct vault_owner owner, struct vault_key **out,
                    struct err *err)
{
    OWN(buf) wrapped = {0};
    struct vault_key *key;
    struct hash where;
    int64_t id;
    enum rc rc;

    TRY(look_for_forgotten(desk, owner, err));
    key = find(desk->vault, owner);
    if (key) {
        *out = key;
        return RC_OK;
    }
    rc = ledger_key_get(desk->ledger, owner.kind, owner.subject, &id, &wrapped, err);
    if (rc == RC_OK && wrapped.length != KEY_WRAPPED_BYTES)
        rc = ERR(err, RC_BAD_SEAL, "a key of the ledger is damaged; run postern doctor");
    if (rc == RC_OK) {
        key = take_place(desk->vault, owner);
        vault_key_place(owner, &where);
        key->id = id;
        rc = keyring_unwrap(desk, (const unsigned char *)wrapped.at, &where, key->key, err);
        if (rc == RC_OK)
            *out = key;
        else
            drop(key);
    }
    return rc;
}

enum rc vault_make_key(struct desk *desk, struct vault_owner owner, struct err *err)
{
    unsigned char nonce[24], wrapped[KEY_WRAPPED_BYTES];
    struct ledger_key row = {.kind = owner.kind, .subject = owner.subject};
    struct vault_key *key;
    struct hash where;
    enum rc rc = load(desk, owner, &key, NULL);

    if (rc != RC_NOT_FOUND)
        return rc == RC_OK ? RC_OK : load(desk, owner, &key, err);
    key = take_place(desk->vault, owner);
    desk_entropy(desk, key->key, KEY_BYTES);
    desk_entropy(desk, nonce, sizeof nonce);
    vault_key_place(owner, &where);
    keys_wrap(desk->keys, key->key, &where, nonce, wrapped);
    rc = ledger_next_id(desk->ledger, LEDGER_KEYS, &row.id, err);
    if (rc == RC_OK) {
        row.made_s = desk_now(desk);
        row.wrapped = (struct ledger_bytes){wrapped, sizeof wrapped};
        rc = ledger_key_put(desk->ledger, &row, err);
    }
    key->id = row.id;
    if (rc != RC_OK)
        drop(key);
    return rc;
}

enum rc vault_key(struct desk *desk, struct vault_owner owner, const unsigned char **bytes,
                  struct err *err)
{
    struct vault_key *key;

    TRY(load(desk, owner, &key, err));
    *bytes = key->key;
    return RC_OK;
}

enum rc vault_key_id(struct desk *desk, struct vault_owner owner, int64_t *id, struct err *err)
{
    struct vault_key *key;

    TRY(load(desk, owner, &key, err));
    *id = key->id;
    return RC_OK;
}

enum rc vault_close(struct desk *desk, const struct vault_place *place, const void *content,
                    size_t length, struct buf *out, struct err *err)
{
    unsigned char nonce[BOX_NONCE_BYTES];
    size_t bytes = box_bytes(length);
    struct vault_key *key;
    struct hash where;

    TRY(load(desk, place->owner, &key, err));
    if (!buf_reserve(out, bytes))
        return buf_rc(out, err);
    box_place(place->column, (uint64_t)place->row, place->genesis, &where);
    desk_entropy(desk, nonce, sizeof nonce);
    box_close(key->key, &where, nonce, content, length, (unsigned char *)out->at + out->length);
    out->length += bytes;
    return RC_OK;
}

enum rc vault_open(struct desk *desk, const struct vault_place *place, struct ledger_bytes box,
                   struct buf *out, struct err *err)
{
    struct vault_key *key;
    struct hash where;

    TRY(load(desk, place->owner, &key, err));
    box_place(place->column, (uint64_t)place->row, place->genesis, &where);
    return box_open(key->key, &where, box.at, box.length, out, err);
}

enum rc vault_lookup(struct desk *desk, const char *tag, const char *text, size_t length,
                     struct hash *out, struct err *err)
{
    static const struct vault_owner owner = {LEDGER_KEY_TOKEN, 1};
    struct hash_job job;
    struct vault_key *key;

    TRY(load(desk, owner, &key, err));
    hash_start(&job, "lookup", 3);
    hash_add(&job, key->key, KEY_BYTES);
    hash_add_text(&job, tag);
    hash_add(&job, text, length);
    hash_end(&job, out);
    return RC_OK;
}

struct ledger_bytes vault_bytes(const struct buf *buf)
{
    return (struct ledger_bytes){buf->at, buf->length};
}

/* Months since 1970-01, by which keys of raw letters are kept. */
int64_t vault_month(int64_t time_s)
{
    char text[TIMETEXT_BYTES];
    int64_t year = 1970, month = 1;

    if (timetext_write(time_s, text) && text_to_int(text, 4, &year))
        text_to_int(text + 5, 2, &month);
    return (year - 1970) * 12 + month - 1;
}

enum rc vault_owner_of(struct desk *desk, int64_t game, int64_t made_s, struct vault_owner *owner,
                       struct err *err)
{
    if (game > 0) {
        *owner = (struct vault_owner){LEDGER_KEY_GAME, game};
        return RC_OK;
    }
    *owner = (struct vault_owner){LEDGER_KEY_MONTH, vault_month(made_s)};
    return ledger_is_in_transaction(desk->ledger) ? vault_make_key(desk, *owner, err) : RC_OK;
}
