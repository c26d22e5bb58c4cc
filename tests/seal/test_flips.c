/* SPDX-License-Identifier: MIT */
/* Every single bit of every kind of hash, signature and MAC counts. */
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "seal/box.h"
#include "seal/chain.h"
#include "seal/mac.h"
#include "seal/seal.h"
#include "tests/seal/start.h"
#include "tests/test.h"

typedef bool holds_fn(void *thing);

/* It holds as it is, and with no bit of these bytes flipped. */
static void each_bit_counts(const char *what, void *bytes, size_t count, holds_fn *holds,
                            void *thing)
{
    unsigned char *at = bytes;

    if (!holds(thing))
        fail_msg("%s does not hold as it is", what);
    for (size_t bit = 0; bit < count * 8; bit++) {
        at[bit / 8] = (unsigned char)(at[bit / 8] ^ 1 << bit % 8);
        if (holds(thing))
            fail_msg("%s holds with bit %u of byte %u flipped", what, (unsigned)(bit % 8),
                     (unsigned)(bit / 8));
        at[bit / 8] = (unsigned char)(at[bit / 8] ^ 1 << bit % 8);
    }
    assert_true(holds(thing));
}

static void fill(void *context, void *out, size_t count)
{
    unsigned char *at = out, *next = context;

    while (count--)
        *at++ = (*next)++;
}

static struct keys *new_keys(void)
{
    static unsigned char next;
    struct keys *keys = NULL;

    assert_int_equal(keys_make(fill, &next, &keys, NULL), RC_OK);
    return keys;
}

/* ---- hashes ---- */

struct pair {
    struct hash a, b;
};

static bool are_equal(void *thing)
{
    const struct pair *pair = thing;

    return hash_equal(&pair->a, &pair->b);
}

TEST(hashes_are_compared_whole)
{
    struct pair pair;

    chain_tables("toy", "toy-1", NULL, 0, &pair.a);
    pair.b = pair.a;
    each_bit_counts("the first of two hashes", pair.a.at, HASH_BYTES, are_equal, &pair);
    each_bit_counts("the second of two hashes", pair.b.at, HASH_BYTES, are_equal, &pair);
}

/* ---- seals ---- */

struct sealed {
    struct hash genesis, commitment;
    char payload[24];
    unsigned char nonce[SEAL_NONCE_BYTES];
};

static bool opens(void *thing)
{
    const struct sealed *sealed = thing;
    struct opening opening = {.payload = sealed->payload, .length = sizeof sealed->payload};

    memcpy(opening.nonce, sealed->nonce, sizeof opening.nonce);
    return seal_is_opened_by(&sealed->commitment, &sealed->genesis, "combat/17/2", 2, &opening);
}

TEST(each_bit_of_a_seal_counts)
{
    struct sealed sealed = {.payload = "a payload of many words"};
    struct opening opening = {.payload = sealed.payload, .length = sizeof sealed.payload};

    memset(sealed.genesis.at, 3, HASH_BYTES);
    memset(sealed.nonce, 7, sizeof sealed.nonce);
    memcpy(opening.nonce, sealed.nonce, sizeof opening.nonce);
    seal_make(&sealed.genesis, "combat/17/2", 2, &opening, &sealed.commitment);
    each_bit_counts("the commitment", sealed.commitment.at, HASH_BYTES, opens, &sealed);
    each_bit_counts("the nonce", sealed.nonce, sizeof sealed.nonce, opens, &sealed);
    each_bit_counts("the payload", sealed.payload, sizeof sealed.payload, opens, &sealed);
    each_bit_counts("the game's hash", sealed.genesis.at, HASH_BYTES, opens, &sealed);
}

/* ---- signatures ---- */

struct signature {
    unsigned char key[KEY_BYTES], signature[SIGNATURE_BYTES];
    struct hash digest;
};

static bool is_signed(void *thing)
{
    const struct signature *signing = thing;

    return signature_is_good(signing->key, &signing->digest, signing->signature);
}

static void check_signing(struct signature *signing)
{
    each_bit_counts("the signature", signing->signature, SIGNATURE_BYTES, is_signed, signing);
    each_bit_counts("what was signed", signing->digest.at, HASH_BYTES, is_signed, signing);
    each_bit_counts("the key", signing->key, KEY_BYTES, is_signed, signing);
}

/* Of each kind: a head, a new key, an export by the server, an order by a player. */
TEST(each_bit_of_a_signature_counts)
{
    static const unsigned char seed[KEY_BYTES] = {9};
    OWN_AT(keys) keys = new_keys();
    struct chain chain = {.number = 7};
    struct signature signing;

    for (unsigned kind = 0; kind < 3; kind++) {
        assert_true(keys_public(keys, 1, signing.key));
        if (kind == 0)
            chain_head(&chain, &signing.digest);
        else if (kind == 1)
            chain_key_change(&chain, seed, &signing.digest);
        else
            chain_export(&chain.genesis, "bytes", 5, &signing.digest);
        assert_true(keys_sign(keys, 1, &signing.digest, signing.signature));
        check_signing(&signing);
    }
    pen_public(seed, signing.key);
    chain_order(&chain, 17, "thief to d5", 11, &signing.digest);
    pen_sign(seed, &signing.digest, signing.signature);
    check_signing(&signing);
}

/* ---- MACs ---- */

struct maced {
    const struct keys *keys;
    char text[16];
    unsigned char mac[MAC_BYTES];
};

static bool is_ours(void *thing)
{
    const struct maced *maced = thing;

    return mac_is_good(maced->keys, maced->text, sizeof maced->text, maced->mac);
}

TEST(each_bit_of_a_token_counts)
{
    OWN_AT(keys) keys = new_keys();
    struct maced maced = {.keys = keys, .text = "17/2/41"};

    mac_make(keys, maced.text, sizeof maced.text, maced.mac);
    each_bit_counts("the MAC", maced.mac, MAC_BYTES, is_ours, &maced);
    each_bit_counts("the token", maced.text, sizeof maced.text, is_ours, &maced);
}

struct wrapped {
    const struct keys *keys;
    struct hash where;
    unsigned char bytes[KEY_WRAPPED_BYTES];
};

static bool unwraps(void *thing)
{
    const struct wrapped *wrapped = thing;
    unsigned char key[KEY_BYTES];

    return keys_unwrap(wrapped->keys, wrapped->bytes, &wrapped->where, key, NULL) == RC_OK;
}

TEST(each_bit_of_a_wrapped_key_counts)
{
    static const unsigned char key[KEY_BYTES] = {5}, nonce[24] = {6};
    OWN_AT(keys) keys = new_keys();
    struct wrapped wrapped = {.keys = keys};

    box_place("keyring.wrapped", 7, NULL, &wrapped.where);
    keys_wrap(keys, key, &wrapped.where, nonce, wrapped.bytes);
    each_bit_counts("the wrapped key", wrapped.bytes, KEY_WRAPPED_BYTES, unwraps, &wrapped);
    each_bit_counts("its place", wrapped.where.at, HASH_BYTES, unwraps, &wrapped);
}

struct boxed {
    unsigned char key[KEY_BYTES], bytes[BOX_OVERHEAD_BYTES + 128];
    struct hash where;
};

static bool unboxes(void *thing)
{
    const struct boxed *boxed = thing;
    OWN_WIPED(buf) out = {0};
    bool opened =
        box_open(boxed->key, &boxed->where, boxed->bytes, sizeof boxed->bytes, &out, NULL) == RC_OK;

    return opened;
}

TEST(each_bit_of_a_box_counts)
{
    static const unsigned char nonce[BOX_NONCE_BYTES] = {6};
    struct boxed boxed = {.key = {8}};

    box_place("letters_in.raw", 42, NULL, &boxed.where);
    assert_int_equal(box_bytes(5), sizeof boxed.bytes);
    box_close(boxed.key, &boxed.where, nonce, "hello", 5, boxed.bytes);
    each_bit_counts("the box", boxed.bytes, sizeof boxed.bytes, unboxes, &boxed);
    each_bit_counts("its place", boxed.where.at, HASH_BYTES, unboxes, &boxed);
    each_bit_counts("its key", boxed.key, KEY_BYTES, unboxes, &boxed);
}

TESTS(start, NULL)
