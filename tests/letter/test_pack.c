/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "letter/pack.h"
#include "tests/test.h"

enum { MANY = 200000 };

/* Packs, unpacks, and wants the same bytes; returns the length of what is kept. */
static size_t keep(const void *bytes, size_t length)
{
    OWN(buf) kept = {0}, back = {0};

    assert_int_equal(letter_pack(bytes, length, &kept, NULL), RC_OK);
    assert_int_equal(letter_unpack(buf_text(&kept), kept.length, &back, NULL), RC_OK);
    assert_int_equal(back.length, length);
    assert_memory_equal(buf_text(&back), bytes, length);
    return kept.length;
}

static unsigned char next_byte(uint64_t *random)
{
    *random = *random * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (unsigned char)(*random >> 56);
}

TEST(a_quoted_board_becomes_small)
{
    OWN(buf) letter = {0};

    buf_put(&letter, "From: ann@example.org\r\n\r\nthief c4 c5\r\n\r\nBob wrote:\r\n");
    for (unsigned i = 0; i < 55; i++)
        buf_put(&letter, ">    ┼      ┼      ┼      ┼      ┼      ┼      ┼\r\n");
    for (unsigned again = 0; again < 3; again++)
        assert_true(keep(letter.at, letter.length) < 400);
}

TEST(any_bytes_come_back)
{
    OWN_MEMORY unsigned char *bytes = malloc(MANY);
    uint64_t random = 7;

    for (size_t i = 0; i < MANY; i++)
        bytes[i] = next_byte(&random);
    for (size_t length = 0; length <= MANY; length = length < 40 ? length + 1 : length * 2)
        for (unsigned first = 0; first < 3; first++) {
            bytes[0] = (unsigned char)first; /* as packed ones begin, too */
            bytes[1] = 1;
            assert_true(keep(bytes, length) <= length + (first ? 0 : length / 100 + 64));
        }
    memset(bytes, 0, MANY);
    assert_true(keep(bytes, MANY) < MANY / 10);
}

TEST(what_was_kept_before_packing_is_read_as_it_is)
{
    static const char old[] = "From: ann@example.org\r\n\r\nend\r\n";
    OWN(buf) back = {0};

    buf_put(&back, "before ");
    assert_int_equal(letter_unpack(old, strlen(old), &back, NULL), RC_OK);
    assert_string_equal(back.at, "before From: ann@example.org\r\n\r\nend\r\n");
}

TEST(what_is_damaged_is_refused_or_stays_in_its_bounds)
{
    OWN(buf) letter = {0}, kept = {0};
    unsigned refused = 0, all = 0;

    for (unsigned i = 0; i < 40; i++)
        buf_printf(&letter, "> line %u of the board ┼ ┼ ┼\r\n", i);
    assert_int_equal(letter_pack(letter.at, letter.length, &kept, NULL), RC_OK);
    assert_true(kept.length < letter.length);
    for (size_t at = 2; at < kept.length; at++)
        for (unsigned bit = 0; bit < 8; bit++) {
            OWN(buf) back = {0};
            OWN_MEMORY char *copy = malloc(kept.length);

            memcpy(copy, kept.at, kept.length);
            copy[at] = (char)(copy[at] ^ 1 << bit);
            if (at < 5 || bit < 4) { /* half of them are enough */
                refused += letter_unpack(copy, kept.length, &back, NULL) == RC_BAD_INPUT;
                all++;
            }
        }
    assert_true(refused > all / 2);
    for (size_t length = 6; length < kept.length; length++) {
        OWN(buf) back = {0};

        assert_int_equal(letter_unpack(kept.at, length, &back, NULL), RC_BAD_INPUT);
        assert_int_equal(back.length, 0);
    }
}

TESTS(NULL, NULL)
