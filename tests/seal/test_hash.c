/* SPDX-License-Identifier: MIT */
#include <stdint.h>

#include "seal/hash.h"
#include "tests/seal/hex.h"
#include "tests/test.h"

TEST(the_vector_of_the_protocol_is_met)
{
    static const unsigned char zeros[32];
    struct hash_job job;
    struct hash hash;
    char hex[65];

    hash_start(&job, "draw", 3);
    hash_add(&job, zeros, sizeof zeros);
    hash_add_text(&job, "dt/rooms");
    hash_add_number(&job, 0);
    hash_end(&job, &hash);
    assert_string_equal(hex_write(hash.at, sizeof hash.at, hex),
                        "3151cb9c34239ea26e2a79e947da0d9572c44a0b5e48d82a97840ec3c7dcb3e1");
}

static void hash_two(const char *tag, const char *a, const char *b, struct hash *out)
{
    struct hash_job job;

    hash_start(&job, tag, 2);
    hash_add_text(&job, a);
    hash_add_text(&job, b);
    hash_end(&job, out);
}

TEST(a_border_between_fields_cannot_move)
{
    struct hash a, b, c;

    hash_two("seal", "ab", "c", &a);
    hash_two("seal", "a", "bc", &b);
    hash_two("sealab", "", "c", &c);
    assert_false(hash_equal(&a, &b));
    assert_false(hash_equal(&a, &c));
    hash_two("seal", "ab", "c", &b);
    assert_true(hash_equal(&a, &b));
}

TESTS(NULL, NULL)
