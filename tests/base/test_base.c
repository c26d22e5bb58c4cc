/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/text.h"
#include "base/timetext.h"
#include "tests/rows.h"
#include "tests/test.h"

TEST(a_text_that_is_full_is_cut_between_characters)
{
    TEXT_IN(text, array, 6);

    text_put(&text, "ab\xC3\xA9\xC3\xA9");
    assert_string_equal(array, "ab\xC3\xA9");
    assert_true(text.cut);
    text_put(&text, "z");
    assert_string_equal(array, "ab\xC3\xA9");
}

TEST(numbers_are_written_and_read_back)
{
    static const int64_t numbers[] = {0, 1, -1, 42, INT64_MAX, INT64_MIN};
    char array[TEXT_INT_BYTES];
    int64_t back;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        text_of_int(array, numbers[i]);
        assert_true(text_to_int(array, strlen(array), &back));
        assert_true(back == numbers[i]);
    }
}

TEST(numbers_with_anything_else_are_refused)
{
    int64_t number;

    ROWS_EACH(row, "tests/base/base.rows", "numbers_with_anything_else_are_refused")
        assert_false(text_to_int(row.cell[0], strlen(row.cell[0]), &number));
}

/* The check goes over ASCII in pieces of eight bytes. */
TEST(utf8_is_checked_at_every_place)
{
    static const char *const good[] = {"\xC3\xA9", "\xE2\x94\xBC", "\xED\x9F\xBF", "\xEE\x80\x80",
                                       "\xF0\x9F\x98\x80"};
    static const char *const bad[] = {
        "\x80",         "\xC3",         "\xE2\x94", "\xE2\x94\x41",
        "\xE0\x9F\xBF", "\xED\xA0\x80", "\xC1\xBF", "\xF4\x90\x80\x80"};

    for (unsigned before = 0; before < 20; before++)
        for (unsigned after = 0; after < 12; after++) {
            char bytes[64];

            for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
                int length = snprintf(bytes, sizeof bytes, "%.*s%s%.*s", (int)before,
                                      "abcdefghijklmnopqrst", good[i], (int)after, "abcdefghijkl");
                assert_true(text_is_utf8(bytes, (size_t)length));
            }
            for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
                int length = snprintf(bytes, sizeof bytes, "%.*s%s%.*s", (int)before,
                                      "abcdefghijklmnopqrst", bad[i], (int)after, "abcdefghijkl");
                assert_false(text_is_utf8(bytes, (size_t)length));
            }
        }
}

TEST(malformed_utf8_is_recognised)
{
    static const char *const bad[] = {"\x80",         "\xC0\xAF",         "\xE0\x80\x80",
                                      "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xC3"};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(text_is_utf8(bad[i], strlen(bad[i])));
    assert_true(text_is_utf8("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", 10));
}

TEST(the_distance_of_words_counts_edits_and_swaps)
{
    assert_int_equal(text_distance("theif", 5, "thief", 5, 3), 1);
    assert_int_equal(text_distance("thief", 5, "thief", 5, 3), 0);
    assert_int_equal(text_distance("troll", 5, "goblin", 6, 2), 3);
    assert_int_equal(text_distance("", 0, "ab", 2, 3), 2);
}

TEST(the_first_error_wins)
{
    struct err err = {0};

    assert_int_equal(ERR(&err, RC_IO, "cannot read ", "x"), RC_IO);
    assert_int_equal(ERR(&err, RC_BUG, "later"), RC_BUG);
    assert_int_equal(err.rc, RC_IO);
    assert_string_equal(err.text, "cannot read x");
    err_where(&err, "file", 3, 4);
    err_where(&err, "other", 5, 6);
    assert_string_equal(err.source, "file");
    assert_int_equal(err.line, 3);
    assert_int_equal(ERR(NULL, RC_IO, "x"), RC_IO);
}

TEST(a_cut_error_shows_that_it_was_cut)
{
    char whole[ERR_TEXT_BYTES], longer[2 * ERR_TEXT_BYTES];
    struct err err = {0};

    memset(whole, 'a', sizeof whole);
    whole[sizeof whole - 1] = '\0';
    ERR(&err, RC_IO, whole);
    assert_string_equal(err.text, whole); /* as long as can be */
    err_clear(&err);
    ERR(&err, RC_IO, whole, "b", ": then more");
    assert_int_equal(strlen(err.text), ERR_TEXT_BYTES - 1);
    assert_string_equal(err.text + ERR_TEXT_BYTES - 5, "a…");
    for (size_t i = 0; i + 2 < sizeof longer; i += 2) /* no half of a character before it */
        memcpy(longer + i, "é", sizeof "é");
    err_clear(&err);
    ERR(&err, RC_IO, longer);
    assert_true(text_is_utf8(err.text, strlen(err.text)));
    assert_string_equal(err.text + strlen(err.text) - 5, "é…");
}

TEST(every_code_has_a_name_a_text_and_a_class)
{
    for (int rc = 0; rc < RC_COUNT; rc++) {
        assert_true(strlen(rc_name((enum rc)rc)) > 0);
        assert_true(strlen(rc_text((enum rc)rc)) > 0);
        assert_true(rc_class((enum rc)rc) < RC_CLASS_COUNT);
        assert_true((rc == RC_OK) == (rc_class((enum rc)rc) == RC_CLASS_NONE));
    }
    assert_string_equal(rc_name((enum rc)9999), "BUG");
}

TEST(a_buffer_grows_and_is_handed_over)
{
    struct buf buf = {0};
    char *taken;

    for (int i = 0; i < 1000; i++)
        buf_put(&buf, "0123456789");
    buf_printf(&buf, "%d-%s", 7, "x");
    assert_int_equal(buf.length, 10003);
    taken = buf_take(&buf);
    assert_non_null(taken);
    assert_string_equal(taken + 10000, "7-x");
    assert_int_equal(buf.length, 0);
    free(taken);
    taken = buf_take(&buf);
    assert_string_equal(taken, "");
    free(taken);
}

TEST(an_arena_gives_aligned_zeroed_memory_until_it_is_full)
{
    _Alignas(16) unsigned char block[64];
    struct arena arena;
    unsigned char *first, *second;

    memset(block, 0xFF, sizeof block);
    arena_init(&arena, block, sizeof block);
    first = arena_take(&arena, 3);
    second = arena_take(&arena, 16);
    assert_int_equal((uintptr_t)second % 16, 0);
    assert_int_equal(first[0] | first[2] | second[15], 0);
    assert_null(arena_take(&arena, 40));
    arena_reset(&arena);
    assert_string_equal(arena_copy(&arena, "abc", 2), "ab");
}

TEST(times_are_written_and_read_back)
{
    char out[TIMETEXT_BYTES];
    int64_t back;

    ROWS_EACH(row, "tests/base/base.rows", "times_are_written_and_read_back") {
        assert_true(timetext_write(strtoll(row.cell[0], NULL, 10), out));
        assert_string_equal(out, row.cell[1]);
        assert_true(timetext_read(out, strlen(out), &back));
        assert_true(back == strtoll(row.cell[0], NULL, 10));
    }
    assert_false(timetext_write(-1, out));
    assert_false(timetext_read("2026-02-29T00:00:00Z", 20, &back));
    assert_false(timetext_read("2026-11-21 21:58:40Z", 20, &back));
}

/* A whole cycle of leap years, and the last one there is. */
TEST(each_day_is_written_as_the_c_library_writes_it)
{
    static const int64_t first_day[] = {0, 2932897 - 146097};

    for (size_t i = 0; i < sizeof first_day / sizeof *first_day; i++)
        for (int64_t day = first_day[i]; day < first_day[i] + 146097; day++) {
            int64_t seconds = day * 86400 + day % 86400, back;
            char ours[TIMETEXT_BYTES], theirs[40];
            time_t time = (time_t)seconds;
            struct tm tm;

            assert_true(timetext_write(seconds, ours));
            gmtime_r(&time, &tm);
            strftime(theirs, sizeof theirs, "%Y-%m-%dT%H:%M:%SZ", &tm);
            assert_string_equal(ours, theirs);
            assert_true(timetext_read(ours, strlen(ours), &back));
            assert_true(back == seconds);
        }
}

TESTS(NULL, NULL)
