#include "desk/vault.h"

#include <stdio.h>
#include <stdlib.h>

#include "seal/box.h"

/* A handful of games and months are at work at a time; each key is three locked pages. */
enum { VAULT_KEYS = 128 };

struct vault_key {
    struct vault_owner owner;
    int64_t id;
    unsigned char *key; /* secret_new; NULL = free place */
    uint64_t used;      /* for the oldest to go first */
    bool fresh;         /* made in the change that is still open */
};

struct vault {
    uint64_t clock;
    struct vault_key at[VAULT_KEYS];
};

struct vault *vault_new(void)
{
    return calloc(1, sizeof(struct vault));
}

static void drop(struct vault_key *key)
{
    secret_free(key->key);
    *key = (struct vault_key){0};
}

void vault_free(struct vault *vault)
{
    if (!vault)
        return;
    for (unsigned i = 0; i < VAULT_KEYS; i++)
        drop(&vault->at[i]);
    free(vault);
}

void vault_forget_fresh(struct vault *vault)
{
    for (unsigned i = 0; i < VAULT_KEYS; i++)
        if (vault->at[i].fresh)
            drop(&vault->at[i]);
}

void vault_keep_fresh(struct vault *vault)
{
    for (unsigned i = 0; i < VAULT_KEYS; i++)
        vault->at[i].fresh = false;
}

static struct vault_key *find(struct vault *vault, struct vault_owner owner)
{
    for (unsigned i = 0; i < VAULT_KEYS; i++) {
        struct vault_key *key = &vault->at[i];

        if (key->key && key->owner.kind == owner.kind && key->owner.subject == owner.subject) {
            key->used = ++vault->clock;
            return key;
        }
    }
    return NULL;
}

/* A free place with memory for a key; the one used longest ago gives way. */
static struct vault_key *take_place(struct vault *vault, struct vault_owner owner)
{
    struct vault_key *best = &vault->at[0];

    for (unsigned i = 1; i < VAULT_KEYS && best->key; i++)
        if (!vault->at[i].key || (!vault->at[i].fresh && vault->at[i].used < best->used))
            best = &vault->at[i];
    drop(best);
    best->key = secret_new(KEY_BYTES);
    best->owner = owner;
    best->used = ++vault->clock;
    return best->key ? best : NULL;
}

/* Where the wrapped key stands. */
static void key_place(struct vault_owner owner, struct hash *where)
{
    char column[32];

    snprintf(column, sizeof column, "keys.wrapped:%d", (int)owner.kind);
    box_place(column, (uint64_t)owner.subject, NULL, where);
}

static enum rc no_memory(struct err *err)
{
    return ERR(err, RC_NO_MEMORY, "no locked memory for a key");
}

static enum rc load(struct desk *desk, struct vault_owner owner, struct vault_key **out,
                    struct err *err)
{
    struct vault_key *key = find(desk->vault, owner);
    struct buf wrapped = {0};
    struct hash where;
    int64_t id;
    enum rc rc;

    if (key) {
        *out = key;
        return RC_OK;
    }
    rc = ledger_key_get(desk->ledger, owner.kind, owner.subject, &id, &wrapped, err);
    if (rc == RC_OK && wrapped.length != KEY_WRAPPED_BYTES)
        rc = ERR(err, RC_BAD_SEAL, "a key of the ledger is damaged; run postern doctor");
    if (rc == RC_OK && !(key = take_place(desk->vault, owner)))
        rc = no_memory(err);
    if (rc == RC_OK) {
        key_place(owner, &where);
        key->id = id;
        rc = keys_unwrap(desk->keys, (const unsigned char *)wrapped.at, &where, key->key, err);
        if (rc == RC_OK)
            *out = key;
        else
            drop(key);
    }
    buf_fini(&wrapped);
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
    if (!(key = take_place(desk->vault, owner)))
        return no_memory(err);
    desk_entropy(desk, key->key, KEY_BYTES);
    desk_entropy(desk, nonce, sizeof nonce);
    key_place(owner, &where);
    keys_wrap(desk->keys, key->key, &where, nonce, wrapped);
    rc = ledger_next_id(desk->ledger, LEDGER_KEYS, &row.id, err);
    if (rc == RC_OK) {
        row.made_s = desk_now(desk);
        row.wrapped = (struct ledger_bytes){wrapped, sizeof wrapped};
        rc = ledger_key_put(desk->ledger, &row, err);
    }
    key->id = row.id;
    key->fresh = true;
    if (rc != RC_OK)
        drop(key);
    return rc;
}

enum rc vault_key(struct desk *desk, struct vault_owner owner, const unsigned char **bytes,
                  struct err *err)
{
    struct vault_key *key;
    enum rc rc = load(desk, owner, &key, err);

    if (rc == RC_OK)
        *bytes = key->key;
    return rc;
}

enum rc vault_key_id(struct desk *desk, struct vault_owner owner, int64_t *id, struct err *err)
{
    struct vault_key *key;
    enum rc rc = load(desk, owner, &key, err);

    if (rc == RC_OK)
        *id = key->id;
    return rc;
}

enum rc vault_close(struct desk *desk, const struct vault_place *place, const void *content,
                    size_t length, struct buf *out, struct err *err)
{
    unsigned char nonce[BOX_NONCE_BYTES];
    size_t bytes = box_bytes(length);
    struct vault_key *key;
    struct hash where;
    enum rc rc = load(desk, place->owner, &key, err);

    if (rc != RC_OK)
        return rc;
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
    enum rc rc = load(desk, place->owner, &key, err);

    if (rc != RC_OK)
        return rc;
    box_place(place->column, (uint64_t)place->row, place->genesis, &where);
    return box_open(key->key, &where, box.at, box.length, out, err);
}

enum rc vault_lookup(struct desk *desk, const char *tag, const char *text, size_t length,
                     struct hash *out, struct err *err)
{
    static const struct vault_owner owner = {LEDGER_KEY_TOKEN, 1};
    struct hash_job job;
    struct vault_key *key;
    enum rc rc = load(desk, owner, &key, err);

    if (rc != RC_OK)
        return rc;
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
