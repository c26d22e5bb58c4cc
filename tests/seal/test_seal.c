/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <string.h>

#include "seal/box.h"
#include "seal/encode.h"
#include "seal/luck.h"
#include "seal/seal.h"
#include "tests/seal/start.h"
#include "tests/test.h"

TEST(base32_has_one_text_for_each_bytes)
{
    unsigned char bytes[33], back[33];
    char text[BASE32_CHARS(33) + 1];

    for (size_t n = 0; n <= sizeof bytes; n++) {
        for (size_t i = 0; i < n; i++)
            bytes[i] = (unsigned char)(i * 37 + n);
        base32_write(bytes, n, text);
        assert_int_equal(strlen(text), BASE32_CHARS(n));
        assert_true(base32_read(text, strlen(text), back, n));
        assert_memory_equal(bytes, back, n);
        assert_false(base32_read(text, strlen(text) + 1, back, n));
    }
    assert_true(base32_read("ae", 2, back, 1));
    assert_false(base32_read("af", 2, back, 1)); /* a spare bit */
    assert_false(base32_read("AE", 2, back, 1));
    assert_true(base32_read_folded("AE", 2, back, 1));
    assert_false(base32_read("a1", 2, back, 1));
}

TEST(base64_is_read_only_in_its_canonical_form)
{
    unsigned char bytes[] = {0, 255, 16, 7}, back[8];
    char text[BASE64_CHARS(4) + 1];
    size_t count = 0;

    base64_write(bytes, sizeof bytes, text);
    assert_string_equal(text, "AP8QBw==");
    assert_true(base64_read(text, 8, back, sizeof back, &count));
    assert_int_equal(count, sizeof bytes);
    assert_memory_equal(bytes, back, sizeof bytes);
    assert_false(base64_read("AP8QBx==", 8, back, sizeof back, &count)); /* spare bits */
    assert_false(base64_read("AP8QBw", 6, back, sizeof back, &count));
    assert_false(base64_read("AP8Q Bw=", 8, back, sizeof back, &count));
    assert_false(base64_read(text, 8, back, 3, &count));
}

TEST(names_fall_into_families)
{
    static const struct {
        const char *name;
        enum seal_family family;
        uint64_t first, second;
    } cases[] = {
        {"combat/17/2", SEAL_GAME, 0, 0},    {"room/w1", SEAL_GAME, 0, 0},
        {"luck/1", SEAL_LUCK, 1, 0},         {"person/2", SEAL_PERSON, 2, 0},
        {"person/2/31", SEAL_PERSON, 2, 31}, {"press/31", SEAL_PRESS, 31, 0},
        {"letter/7", SEAL_LETTER, 7, 0},     {"own/2/3", SEAL_OWN, 2, 3},
        {"own/2", SEAL_FAMILY_COUNT, 0, 0},  {"luck/01", SEAL_FAMILY_COUNT, 0, 0},
        {"luck", SEAL_FAMILY_COUNT, 0, 0},   {"luck/1/2", SEAL_FAMILY_COUNT, 0, 0},
        {"lucky/1", SEAL_GAME, 0, 0},        {"lu", SEAL_GAME, 0, 0},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t first, second;
        char name[SEAL_NAME_MAX + 1];

        assert_int_equal(seal_name_family(cases[i].name, &first, &second), cases[i].family);
        assert_int_equal(first, cases[i].first);
        assert_int_equal(second, cases[i].second);
        if (cases[i].family == SEAL_GAME || cases[i].family == SEAL_FAMILY_COUNT)
            continue;
        seal_name_write(cases[i].family, first, second, name);
        assert_string_equal(name, cases[i].name);
    }
}

TEST(names_that_could_be_read_two_ways_are_not_valid)
{
    static const char *const bad[] = {"",    "/a", "a/",  "a//b", "A",
                                      "a b", "a]", "a\n", "1/a",  "a/\xC3\xA9"};

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(seal_name_is_valid(bad[i], strlen(bad[i])));
    assert_true(seal_name_is_valid("deck/3/13", 9));
    assert_true(seal_name_is_valid("aaaaaaaaaabbbbbbbbbbccccccccccddddddddd", 39));
    assert_false(seal_name_is_valid("aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd", 40));
}

TEST(a_seal_opens_with_all_of_its_parts_only)
{
    struct hash genesis = {{1}}, other = {{2}}, commitment;
    struct opening opening = {.payload = "3", .length = 1, .nonce = {5}}, wrong;

    seal_make(&genesis, "combat/17/2", 2, &opening, &commitment);
    assert_true(seal_is_opened_by(&commitment, &genesis, "combat/17/2", 2, &opening));
    assert_false(seal_is_opened_by(&commitment, &other, "combat/17/2", 2, &opening));
    assert_false(seal_is_opened_by(&commitment, &genesis, "combat/18/2", 2, &opening));
    assert_false(seal_is_opened_by(&commitment, &genesis, "combat/17/2", 1, &opening));
    wrong = opening;
    wrong.payload = "4";
    assert_false(seal_is_opened_by(&commitment, &genesis, "combat/17/2", 2, &wrong));
    wrong = opening;
    wrong.nonce[31] = 1;
    assert_false(seal_is_opened_by(&commitment, &genesis, "combat/17/2", 2, &wrong));
}

TEST(a_biased_word_is_passed_over)
{
    /* 2^64 mod 3 = 1: the last word alone is unfair; mod 6 = 4; powers of two have none. */
    assert_true(draw_word_is_fair(UINT64_MAX - 1, 3));
    assert_false(draw_word_is_fair(UINT64_MAX, 3));
    assert_true(draw_word_is_fair(UINT64_MAX - 4, 6));
    assert_false(draw_word_is_fair(UINT64_MAX - 3, 6));
    assert_true(draw_word_is_fair(UINT64_MAX, 1));
    assert_true(draw_word_is_fair(UINT64_MAX, 4096));
    assert_false(draw_word_is_fair(UINT64_C(1) << 63 | 1, (UINT64_C(1) << 63) + 1));
}

TEST(draws_are_even)
{
    struct hash seed = {{3}};
    unsigned hits[7] = {0};
    struct draw draw;

    draw_start(&draw, &seed, "test/even");
    for (unsigned i = 0; i < 70000; i++)
        hits[draw_number(&draw, 7)]++;
    for (unsigned i = 0; i < 7; i++)
        assert_in_range(hits[i], 9600, 10400); /* four standard deviations, fixed seed */
}

TEST(boxes_of_one_class_are_equally_long)
{
    assert_int_equal(box_bytes(0), box_bytes(124));
    assert_int_not_equal(box_bytes(124), box_bytes(125));
    assert_int_equal(box_bytes(125), box_bytes(508));
    assert_int_equal(box_bytes(32764), 32768 + BOX_OVERHEAD_BYTES);
    assert_int_equal(box_bytes(32765), 65536 + BOX_OVERHEAD_BYTES);
    assert_int_equal(box_bytes(65533), 2 * 65536 + BOX_OVERHEAD_BYTES);
}

TEST(a_box_opens_only_in_its_place)
{
    unsigned char key[KEY_BYTES] = {1}, nonce[BOX_NONCE_BYTES] = {2};
    unsigned char box[512 + BOX_OVERHEAD_BYTES];
    char secret[300];
    struct hash here, there;
    OWN_WIPED(buf) out = {0};

    memset(secret, 's', sizeof secret);
    box_place("seal.payload", 7, NULL, &here);
    box_place("seal.payload", 8, NULL, &there);
    box_close(key, &here, nonce, secret, sizeof secret, box);
    buf_put(&out, "before");
    assert_int_equal(box_open(key, &here, box, sizeof box, &out, NULL), RC_OK);
    assert_int_equal(out.length, 6 + sizeof secret);
    assert_memory_equal(out.at + 6, secret, sizeof secret);
    assert_int_equal(box_open(key, &there, box, sizeof box, &out, NULL), RC_BAD_SEAL);
    key[0] = 9;
    assert_int_equal(box_open(key, &here, box, sizeof box, &out, NULL), RC_BAD_SEAL);
    key[0] = 1;
    for (size_t i = 0; i < sizeof box; i++) {
        box[i] ^= 0x10;
        assert_int_equal(box_open(key, &here, box, sizeof box, &out, NULL), RC_BAD_SEAL);
        box[i] ^= 0x10;
    }
    for (size_t n = 0; n < sizeof box; n++)
        assert_int_equal(box_open(key, &here, box, n, &out, NULL), RC_BAD_SEAL);
    assert_int_equal(out.length, 6 + sizeof secret);
}

/* Letter by letter, in each place of a text of two pieces: 8 letters, then 5. */
TEST(each_letter_of_base32_stands_for_its_bits)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    enum { BYTES = 8, CHARS = 13 };

    for (unsigned place = 0; place < CHARS - 1; place++)
        for (unsigned c = 0; c < 256; c++) {
            const char *letter = c ? strchr(letters, (int)c) : NULL;
            unsigned char back[BYTES];
            uint64_t bits = 0;
            char text[] = "aaaaaaaaaaaaa";

            text[place] = (char)c;
            assert_int_equal(base32_read(text, CHARS, back, BYTES), letter != NULL);
            for (unsigned i = 0; i < BYTES && letter; i++)
                bits = bits << 8 | back[i];
            if (letter)
                assert_true(bits == (uint64_t)(letter - letters) << (59 - 5 * place));
            if (c >= 'A' && c <= 'Z')
                assert_true(base32_read_folded(text, CHARS, back, BYTES));
            else
                assert_int_equal(base32_read_folded(text, CHARS, back, BYTES), letter != NULL);
        }
}

TESTS(start, NULL)
