/* SPDX-License-Identifier: MIT */
/* The server's keys in memory: made, rotated, retired, used. Their file is in keyfile.c. */
#include "seal/keys.h"

#include <sodium.h>

#include "seal/keys_p.h"

_Static_assert(KEY_SECRET_BYTES == crypto_sign_SECRETKEYBYTES, "room for a signing key");
_Static_assert(SIGNATURE_BYTES == crypto_sign_BYTES, "as promised");

enum { NONCE_BYTES = 24, TAG_BYTES = 16, GENERATION_BYTES = 4 };

static const char *const purpose_words[KEY_PURPOSE_COUNT] = {
    [KEY_SIGNING] = "signing", [KEY_STORAGE] = "storage", [KEY_TOKEN] = "token"};

const char *keys_purpose_word(enum key_purpose purpose)
{
    return purpose_words[purpose];
}

struct keys *keys_new_empty(void)
{
    struct keys *keys = secret_new(sizeof *keys);

    if (keys)
        memset(keys, 0, sizeof *keys);
    return keys;
}

void keys_free(struct keys *keys)
{
    secret_free(keys);
}

bool keys_add(struct keys *keys, enum key_purpose purpose, uint32_t generation,
              const unsigned char seed[KEY_BYTES])
{
    unsigned char public_key[KEY_BYTES];
    struct key *key;

    if (keys->count[purpose] == KEYS_GENERATIONS_MAX || generation <= keys_newest(keys, purpose))
        return false;
    key = &keys->key[purpose][keys->count[purpose]++];
    key->generation = generation;
    if (purpose == KEY_SIGNING)
        crypto_sign_seed_keypair(public_key, key->secret, seed);
    else
        memcpy(key->secret, seed, KEY_BYTES);
    return true;
}

const unsigned char *keys_find(const struct keys *keys, enum key_purpose purpose,
                               uint32_t generation)
{
    for (unsigned i = 0; i < keys->count[purpose]; i++)
        if (keys->key[purpose][i].generation == generation)
            return keys->key[purpose][i].secret;
    return NULL;
}

/* The newest signs and closes; older ones stay to verify and open, until they are retired. */
static bool add_fresh(struct keys *keys, enum key_purpose purpose, entropy_fn *entropy,
                      void *context)
{
    unsigned char seed[KEY_BYTES];
    WIPED_AT_END(seed);

    entropy(context, seed, sizeof seed);
    return keys_add(keys, purpose, keys_newest(keys, purpose) + 1, seed);
}

enum rc keys_make(entropy_fn *entropy, void *context, struct keys **keys, struct err *err)
{
    struct keys *made = keys_new_empty();

    FAIL_IF(!made, err, RC_NO_MEMORY, "no locked memory for keys; raise the limit of memlock");
    for (unsigned p = 0; p < KEY_PURPOSE_COUNT; p++)
        add_fresh(made, (enum key_purpose)p, entropy, context);
    *keys = made;
    return RC_OK;
}

enum rc keys_rotate(struct keys *keys, enum key_purpose purpose, entropy_fn *entropy, void *context,
                    struct err *err)
{
    FAIL_IF(!add_fresh(keys, purpose, entropy, context), err, RC_TOO_LONG, "too many old ",
            purpose_words[purpose], " keys are kept; retire one first");
    return RC_OK;
}

enum rc keys_retire(struct keys *keys, enum key_purpose purpose, uint32_t generation,
                    struct err *err)
{
    struct key *row = keys->key[purpose];
    unsigned i = 0;

    while (i < keys->count[purpose] && row[i].generation != generation)
        i++;
    if (i == keys->count[purpose])
        return ERR(err, RC_NOT_FOUND, "no such ", purpose_words[purpose], " key");
    FAIL_IF(i + 1 == keys->count[purpose], err, RC_CONFLICT, "this ", purpose_words[purpose],
            " key is in use; rotate first");
    memmove(&row[i], &row[i + 1], (keys->count[purpose] - i - 1) * sizeof row[0]);
    secret_wipe(&row[--keys->count[purpose]], sizeof row[0]);
    return RC_OK;
}

uint32_t keys_newest(const struct keys *keys, enum key_purpose purpose)
{
    unsigned count = keys->count[purpose];

    return count ? keys->key[purpose][count - 1].generation : 0;
}

uint32_t keys_older(const struct keys *keys, enum key_purpose purpose, uint32_t generation)
{
    for (unsigned i = keys->count[purpose]; i-- > 0;)
        if (keys->key[purpose][i].generation < generation)
            return keys->key[purpose][i].generation;
    return 0;
}

bool keys_public(const struct keys *keys, uint32_t generation, unsigned char public_key[KEY_BYTES])
{
    const unsigned char *secret = keys_find(keys, KEY_SIGNING, generation);

    if (!secret)
        return false;
    crypto_sign_ed25519_sk_to_pk(public_key, secret);
    return true;
}

uint32_t keys_find_public(const struct keys *keys, const unsigned char public_key[KEY_BYTES])
{
    unsigned char ours[KEY_BYTES];

    for (uint32_t g = keys_newest(keys, KEY_SIGNING); g; g = keys_older(keys, KEY_SIGNING, g))
        if (keys_public(keys, g, ours) && memcmp(ours, public_key, KEY_BYTES) == 0)
            return g;
    return 0;
}

bool keys_sign(const struct keys *keys, uint32_t generation, const struct hash *digest,
               unsigned char signature[SIGNATURE_BYTES])
{
    const unsigned char *secret = keys_find(keys, KEY_SIGNING, generation);

    if (!secret)
        return false;
    crypto_sign_detached(signature, NULL, digest->at, HASH_BYTES, secret);
    return true;
}

bool signature_is_good(const unsigned char public_key[KEY_BYTES], const struct hash *digest,
                       const unsigned char signature[SIGNATURE_BYTES])
{
    return crypto_sign_verify_detached(signature, digest->at, HASH_BYTES, public_key) == 0;
}

void pen_public(const unsigned char seed[KEY_BYTES], unsigned char public_key[KEY_BYTES])
{
    unsigned char secret[KEY_SECRET_BYTES];

    crypto_sign_seed_keypair(public_key, secret, seed);
    secret_wipe(secret, sizeof secret);
}

void pen_sign(const unsigned char seed[KEY_BYTES], const struct hash *digest,
              unsigned char signature[SIGNATURE_BYTES])
{
    unsigned char public_key[KEY_BYTES], secret[KEY_SECRET_BYTES];

    crypto_sign_seed_keypair(public_key, secret, seed);
    crypto_sign_detached(signature, NULL, digest->at, HASH_BYTES, secret);
    secret_wipe(secret, sizeof secret);
}

/* Generation of the storage key (4 bytes, little-endian), nonce, box. */
void keys_wrap(const struct keys *keys, const unsigned char key[KEY_BYTES],
               const struct hash *where, const unsigned char nonce[24],
               unsigned char wrapped[KEY_WRAPPED_BYTES])
{
    uint32_t generation = keys_newest(keys, KEY_STORAGE);

    for (unsigned i = 0; i < GENERATION_BYTES; i++)
        wrapped[i] = (unsigned char)(generation >> (8 * i));
    memcpy(wrapped + GENERATION_BYTES, nonce, NONCE_BYTES);
    crypto_aead_xchacha20poly1305_ietf_encrypt(wrapped + GENERATION_BYTES + NONCE_BYTES, NULL, key,
                                               KEY_BYTES, where->at, HASH_BYTES, NULL, nonce,
                                               keys_find(keys, KEY_STORAGE, generation));
}

uint32_t keys_wrapped_generation(const unsigned char wrapped[KEY_WRAPPED_BYTES])
{
    uint32_t generation = 0;

    for (unsigned i = 0; i < GENERATION_BYTES; i++)
        generation |= (uint32_t)wrapped[i] << (8 * i);
    return generation;
}

enum rc keys_unwrap(const struct keys *keys, const unsigned char wrapped[KEY_WRAPPED_BYTES],
                    const struct hash *where, unsigned char key[KEY_BYTES], struct err *err)
{
    uint32_t generation = keys_wrapped_generation(wrapped);
    const unsigned char *storage = keys_find(keys, KEY_STORAGE, generation);
    unsigned char opened[KEY_BYTES];

    FAIL_IF(!storage, err, RC_BAD_SEAL, "a row is closed with storage key ", TEXT_INT(generation),
            ", which the key file does not hold: use the key file of this ledger, or its ",
            "copy from before that key was retired");
    if (crypto_aead_xchacha20poly1305_ietf_decrypt(
            opened, NULL, NULL, wrapped + GENERATION_BYTES + NONCE_BYTES, KEY_BYTES + TAG_BYTES,
            where->at, HASH_BYTES, wrapped + GENERATION_BYTES, storage) != 0)
        return ERR(err, RC_BAD_SEAL, "a key row does not open: it was altered or moved, or the ",
                   "key file belongs to another ledger");
    /* only what was proved whole leaves */
    memcpy(key, opened, KEY_BYTES);
    secret_wipe(opened, sizeof opened);
    return RC_OK;
}
