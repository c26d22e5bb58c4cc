/* SPDX-License-Identifier: MIT */
/* The vectors of doc/seals.md, made with another implementation. */
#include <stdint.h>
#include <string.h>

#include "seal/block.h"
#include "seal/box.h"
#include "seal/chain.h"
#include "seal/encode.h"
#include "seal/keys.h"
#include "seal/luck.h"
#include "seal/mac.h"
#include "seal/seal.h"
#include "tests/seal/hex.h"
#include "tests/seal/start.h"
#include "tests/test.h"

/* Signing seed 00…1f, storage 01…, token 02…: keys_make asks in the order of the purposes. */
static void counted(void *context, void *out, size_t count)
{
    unsigned *asked = context;

    for (size_t i = 0; i < count; i++)
        ((unsigned char *)out)[i] = (unsigned char)(*asked ? *asked : i);
    ++*asked;
}

static struct keys *test_keys(void)
{
    struct keys *keys = NULL;
    unsigned asked = 0;

    assert_int_equal(keys_make(counted, &asked, &keys, NULL), RC_OK);
    return keys;
}

static void assert_hash(const struct hash *hash, const char *wanted)
{
    char hex[2 * HASH_BYTES + 1];

    assert_string_equal(hex_write(hash->at, HASH_BYTES, hex), wanted);
}

static const char genesis_text[] = "postern-genesis 2\nnumber=17\n";

static void start_chain(struct chain *chain)
{
    chain_start(chain, genesis_text, sizeof genesis_text - 1);
}

static void make_seal(const struct chain *chain, struct hash *commitment)
{
    struct opening opening = {.payload = "3", .length = 1};

    memset(opening.nonce, 7, sizeof opening.nonce);
    seal_make(&chain->genesis, "combat/17/2", 2, &opening, commitment);
}

/* Two entries, the first with a seal. */
static void make_chain(struct chain *chain)
{
    static const char first[] = "2026-11-21T22:30:00Z seat/2 order combat [combat/17/2]";
    static const char second[] = "2026-11-21T22:31:00Z keeper remark x";
    struct hash commitment;

    start_chain(chain);
    make_seal(chain, &commitment);
    chain_append(chain, first, sizeof first - 1, &commitment, 1);
    chain_append(chain, second, sizeof second - 1, NULL, 0);
}

TEST(genesis_and_what_it_names)
{
    static const char tiles[] = "tiles 2 3 5 7 11 13\n";
    const struct chain_file file = {"toy.tiles", tiles, sizeof tiles - 1};
    OWN_AT(keys) keys = test_keys();
    unsigned char key[KEY_BYTES], secret[CHAIN_SECRET_BYTES];
    struct chain chain;
    struct hash hash;
    char hex[65];

    assert_true(keys_public(keys, 1, key));
    assert_string_equal(hex_write(key, sizeof key, hex),
                        "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8");
    for (unsigned i = 0; i < sizeof secret; i++)
        secret[i] = (unsigned char)(32 + i);
    chain_secret(key, 17, secret, &hash);
    assert_hash(&hash, "fc9a4f8223e93ab8c939a434ea69c730df6d96295ae2a504e642e944dfc83ac0");
    chain_tables("toy", "toy-1", &file, 1, &hash);
    assert_hash(&hash, "c3676274b93b77ff1ba2b12e480df006e52d3384d89d7cc49da2f0960900277b");
    start_chain(&chain);
    assert_hash(&chain.genesis, "bfebb9db24d252bdb4999a80a2cc962e34c94bab249cfd1c4593f06a7034cdb6");
}

TEST(a_drawn_seal_is_opened_by_the_secret)
{
    unsigned char secret[CHAIN_SECRET_BYTES], nonce[SEAL_NONCE_BYTES];
    struct chain chain;
    char hex[2 * SEAL_NONCE_BYTES + 1];

    for (unsigned i = 0; i < sizeof secret; i++)
        secret[i] = (unsigned char)(32 + i);
    start_chain(&chain);
    seal_drawn_nonce(secret, &chain.genesis, 3, "room/w1", nonce);
    assert_string_equal(hex_write(nonce, sizeof nonce, hex),
                        "2ca1f8dfe3bd4d7e9eb9efca04609708183ad77606ca20907b4a15b3fd472a37");
}

TEST(seals_and_entries)
{
    struct chain chain;
    struct hash commitment;

    start_chain(&chain);
    make_seal(&chain, &commitment);
    assert_hash(&commitment, "d1800bbbeac8a05f18f19dc1bef471b2f168e79cc113f37b01d0dc9847de7484");
    make_chain(&chain);
    assert_int_equal(chain.number, 2);
    assert_hash(&chain.entry, "096b5f085279c904a9cbf907fecab93163fff3fc0a9ae12d26ee35bf73e14e10");
}

TEST(what_is_signed)
{
    OWN_AT(keys) keys = test_keys();
    unsigned char signature[SIGNATURE_BYTES], next[KEY_BYTES];
    char hex[2 * SIGNATURE_BYTES + 1];
    struct chain chain;
    struct hash hash;

    make_chain(&chain);
    chain_head(&chain, &hash);
    assert_hash(&hash, "241445fd79695f85711ffc94792853184ef5e27c913eeb9e52a26423bf2921bd");
    assert_true(keys_sign(keys, 1, &hash, signature));
    assert_string_equal(hex_write(signature, sizeof signature, hex),
                        "bde696de3de7e51d4606311d8ebb84876506bb807b11fd5d141f52f5cad12860"
                        "f12e25e9b1a3c848a9b129b051460d871bee624ceded7eee3c3f486ed0837708");
    memset(next, 9, sizeof next);
    chain_key_change(&chain, next, &hash);
    assert_hash(&hash, "9ed7f7772c618fb8270b81b8059e75d2ea61d6eab5cfcaec12a527732974b53c");
    chain_order(&chain, 17, "thief to d5", 11, &hash);
    assert_hash(&hash, "ce1ae1501fc3a5ebfa95e216366eaf4da687950abb8b279d968db86a7776e6b5");
    chain_link(&chain.genesis, 2, 1, "1.S0stLgEA", 10, &hash);
    assert_hash(&hash, "8f2dff986efbb11b9e248f117c765c25a862476880253c073da747cb8b4bf4cd");
    chain_export(&chain.genesis, "postern-record 2\n", 17, &hash);
    assert_hash(&hash, "7872b67d5c74345ac9c6a41f313988bfbb57dc0003e44b51e5eb26395a071819");
}

TEST(luck_and_draws)
{
    static const uint16_t deck[] = {6, 5, 4, 3, 2}, mixed[] = {65535, 1, 1000, 7, 8, 9, 2, 2, 2};
    static const uint16_t deck_drawn[] = {0, 4, 0, 0, 1};
    static const uint16_t mixed_drawn[] = {51761, 0, 365, 3, 0, 2, 1, 0, 1};
    unsigned char secret[CHAIN_SECRET_BYTES];
    char text[BASE32_HASH_BYTES];
    struct hash luck[2], seed;
    uint16_t number[9];
    struct chain chain;

    start_chain(&chain);
    luck_of_seat(&chain.genesis, 1, "a quiet winter evening", 22, &luck[0]);
    assert_hash(&luck[0], "9c24b8275cd79a761d2c7a4331af41b4e6c71e47788b3920b415e087b7247bfd");
    luck_of_seat(&chain.genesis, 2, "", 0, &luck[1]);
    assert_hash(&luck[1], "b4ac70c16dae19e36d81db217fdd9d07f5bdfc5b8ca654c89f2fc9eb852a2f9f");
    luck_of_message("abc@example.org", 15, text);
    assert_string_equal(text, "f5ckiiavsk54wwq4dvm37er7hzvbx7tpyovn773havswuvmz6v2a");
    for (unsigned i = 0; i < sizeof secret; i++)
        secret[i] = (unsigned char)(32 + i);
    luck_seed(&chain.genesis, secret, luck, 2, &seed);
    assert_hash(&seed, "f66ab1f08d50919c038114bce94adefed8e25f450d501f3a13141517238a25fb");
    draw_numbers(&seed, "toy/deck", deck, 5, number);
    assert_memory_equal(number, deck_drawn, sizeof deck_drawn);
    draw_numbers(&seed, "dt/rooms", mixed, 9, number);
    assert_memory_equal(number, mixed_drawn, sizeof mixed_drawn);
}

TEST(boxes_and_tokens)
{
    static const char wanted[] =
        "01000102030405060708090a0b0c0d0e0f10111213141516177dd0db85f5f4bbe48c466a48143276b0f5b69cce"
        "f84b80d2200cfbb1ef7c1363b1d34e89c0be20fa722ea9c0ba9268c3cf67a69259ade335573de2e1701a79dca9"
        "62879ca405702a4084d0f21191cb1e45df8e52be23d19a8fcd14ef8fed35e4a287156c7e2ea91104ae0d6b6e52"
        "c8e7686d62f724f08cc4c5b73d7bdc8af4524c7d6144eedf72022f642bf9df97c461";
    unsigned char key[KEY_BYTES], nonce[BOX_NONCE_BYTES], box[128 + BOX_OVERHEAD_BYTES];
    char hex[2 * sizeof box + 1];
    OWN_AT(keys) keys = test_keys();
    unsigned char mac[MAC_BYTES];
    struct chain chain;
    struct hash where;

    start_chain(&chain);
    box_place("letters_in.raw", 42, &chain.genesis, &where);
    assert_hash(&where, "ee89853ed45207b2b0f742501ce2ce618b8617c2e3f2bb5e603293255c9405e7");
    memset(key, 1, sizeof key);
    for (unsigned i = 0; i < sizeof nonce; i++)
        nonce[i] = (unsigned char)i;
    assert_int_equal(box_bytes(5), sizeof box);
    box_close(key, &where, nonce, "hello", 5, box);
    assert_string_equal(hex_write(box, sizeof box, hex), wanted);
    mac_make(keys, "17/2/41", 7, mac);
    assert_string_equal(hex_write(mac, sizeof mac, hex), "32b700fb53e2c91435e18b63");
}

TEST(fingerprints)
{
    unsigned char key[KEY_BYTES];
    char print[BLOCK_PRINT_BYTES];
    struct chain chain;

    start_chain(&chain);
    memset(key, 5, sizeof key);
    assert_string_equal(block_print(&chain.genesis, key, print), "bmlyq-3vewt-55r72-yjwqb");
}

TESTS(start, NULL)
