/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "letter/token.h"
#include "tests/rows.h"
#include "tests/test.h"

static const struct token usual = {.kind = TOKEN_REPLY,
                                   .seat = 2,
                                   .game = 42,
                                   .decision = 117,
                                   .entry = 301,
                                   .mac = {0xDE, 0xAD, 0xBE, 0xEF, 1, 2, 3, 4, 5, 6, 7, 0xFF}};

static void assert_same(const struct token *a, const struct token *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->seat, b->seat);
    assert_int_equal(a->game, b->game);
    assert_int_equal(a->decision, b->decision);
    assert_int_equal(a->entry, b->entry);
    assert_memory_equal(a->mac, b->mac, TOKEN_MAC_BYTES);
}

TEST(a_token_is_read_as_it_was_written)
{
    static const uint32_t numbers[] = {0, 1, 127, 128, 16383, 16384, 1U << 21, UINT32_MAX};
    char text[TOKEN_TEXT_BYTES];
    struct token token = usual, back;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (int kind = 0; kind < TOKEN_KIND_COUNT; kind++) {
            token.kind = (enum token_kind)kind;
            token.game = numbers[i];
            token.entry = UINT32_MAX - numbers[i];
            token_write(&token, text);
            assert_true(token_read(text, strlen(text), &back));
            assert_same(&token, &back);
        }
}

TEST(a_token_is_read_in_capitals)
{
    char text[TOKEN_TEXT_BYTES];
    struct token back;

    token_write(&usual, text);
    for (char *c = text; *c; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
    assert_true(token_read(text, strlen(text), &back));
    assert_same(&usual, &back);
}

TEST(the_text_of_a_token_never_changes_between_versions)
{
    char text[TOKEN_TEXT_BYTES];

    token_write(&usual, text);
    assert_string_equal(text, "cabcu5nnalpk3pxpaebagbafayd76");
}

TEST(the_longest_token_fits_a_local_part)
{
    struct token token = usual;
    char array[128], *at;
    struct text text;

    token.seat = 255;
    token.game = token.decision = token.entry = UINT32_MAX;
    text_init(&text, array, sizeof array);
    assert_int_equal(token_write_address(&token, "abcdefghijklmnop", 0, "example.org", &text, NULL),
                     RC_OK);
    at = strchr(array, '@');
    assert_non_null(at);
    assert_true(at - array <= TOKEN_LOCAL_MAX);
}

/* One token has one text: a second spelling would slip past the search for repeats. */
TEST(changing_any_letter_gives_another_token_or_none)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    char text[TOKEN_TEXT_BYTES], again[TOKEN_TEXT_BYTES];
    struct token back;

    token_write(&usual, text);
    for (size_t i = 0; text[i]; i++)
        for (const char *c = letters; *c; c++) {
            char changed[TOKEN_TEXT_BYTES];

            if (*c == text[i])
                continue;
            strcpy(changed, text);
            changed[i] = *c;
            if (!token_read(changed, strlen(changed), &back))
                continue;
            token_write(&back, again);
            assert_string_equal(again, changed);
        }
}

TEST(what_is_not_a_token_is_refused)
{
    struct token token = usual;

    ROWS_EACH(row, "tests/letter/token.rows", "what_is_not_a_token_is_refused") {
        assert_false(token_read(row.cell[0], strlen(row.cell[0]), &token));
        assert_same(&token, &usual);
    }
}

TEST(a_token_is_found_in_the_subaddress_only)
{
    struct token token;

    ROWS_EACH(row, "tests/letter/token.rows", "a_token_is_found_in_the_subaddress_only")
        assert_int_equal(token_read_address(row.cell[0], &token), (row_number(&row, 1) != 0));
}

TEST(a_prefix_or_domain_that_would_break_an_address_is_refused)
{
    static const struct {
        const char *prefix, *domain;
        enum rc rc;
    } rows[] = {
        {"postern", "example.org", RC_OK},
        {"", "example.org", RC_BAD_INPUT},
        {"pos tern", "example.org", RC_BAD_INPUT},
        {"pos\r\nBcc: x", "example.org", RC_BAD_INPUT},
        {"a@b", "example.org", RC_BAD_INPUT},
        {"postern", "", RC_BAD_INPUT},
        {"postern", "example.org\r\nBcc: x", RC_BAD_INPUT},
        {"postern", "m\xC3\xBCnchen.example", RC_OK},
        {"abcdefghijklmnopq", "example.org", RC_TOO_LONG},
    };
    char array[128];
    struct text text;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        text_init(&text, array, sizeof array);
        assert_int_equal(
            token_write_address(&usual, rows[i].prefix, 0, rows[i].domain, &text, NULL),
            rows[i].rc);
        assert_int_equal(text.length == 0, rows[i].rc != RC_OK);
    }
    text_init(&text, array, 40);
    assert_int_equal(token_write_address(&usual, "postern", 0, "example.org", &text, NULL),
                     RC_TOO_LONG);
}

TEST(a_route_stands_readable_before_the_token)
{
    TEXT_IN(text, array, 128);
    struct token back;

    assert_int_equal(token_write_address(&usual, "games", 1000042, "example.org", &text, NULL),
                     RC_OK);
    assert_string_equal(array, "games+1000042-cabcu5nnalpk3pxpaebagbafayd76@example.org");
    assert_true(token_read_address(array, &back));
    assert_memory_equal(&back, &usual, sizeof usual);
}

TEST(a_route_that_leaves_no_room_for_the_token_is_refused)
{
    struct token token = usual;
    TEXT_IN(text, array, 128);

    token.seat = 255;
    token.game = token.decision = token.entry = UINT32_MAX;
    assert_int_equal(
        token_write_address(&token, "abcdefgh", UINT32_MAX, "example.org", &text, NULL),
        RC_TOO_LONG);
    assert_int_equal(text.length, 0);
}

TESTS(NULL, NULL)
