/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "letter/sentences.h"
#include "tests/rows.h"
#include "tests/test.h"

static const char english[] = "# what happens\n"
                              "moves.to = {1} moves to {2}.\r\n"
                              "\n"
                              "steps-left={n} {n?step|steps} left\n"
                              "braces = {{1}}\n"
                              "long = first\n"
                              "   second {1}\n"
                              "empty =\n";

static struct sentences *make(const char *prefix, const char *text)
{
    struct sentences *sentences = sentences_new();
    struct err err = {0};

    assert_non_null(sentences);
    if (sentences_add(sentences, prefix, "en", text, strlen(text), &err) != RC_OK)
        fail_msg("%s", err.text);
    return sentences;
}

TEST(sentences_are_written_with_their_arguments)
{
    static const struct {
        const char *key;
        struct sentence_arg arg[2];
        unsigned count;
        const char *result;
    } rows[] = {
        {"moves.to", {{NULL, "Thief"}, {NULL, "d5"}}, 2, "Thief moves to d5."},
        {"steps-left", {{"n", "1"}}, 1, "1 step left"},
        {"steps-left", {{"n", "0"}}, 1, "0 steps left"},
        {"steps-left", {{NULL, "7"}, {"n", "2"}}, 2, "2 steps left"},
        {"braces", {{NULL, "x"}}, 1, "{1}"},
        {"long", {{NULL, "A\r\nB"}}, 1, "first second A  B"},
        {"empty", {{NULL, NULL}}, 0, ""},
    };
    OWN_AT(sentences) sentences = make(NULL, english);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        OWN(buf) out = {0};

        assert_int_equal(
            sentences_write(sentences, rows[i].key, rows[i].arg, rows[i].count, &out, NULL), RC_OK);
        assert_string_equal(buf_text(&out), rows[i].result);
    }
}

TEST(a_sentence_that_is_not_there_is_an_error_and_still_readable)
{
    OWN_AT(sentences) sentences = make(NULL, english);
    struct sentence_arg arg = {NULL, "Thief"};
    OWN(buf) out = {0};

    assert_int_equal(sentences_write(sentences, "none", NULL, 0, &out, NULL), RC_NOT_FOUND);
    buf_put_char(&out, ' ');
    assert_int_equal(sentences_write(sentences, "moves.to", &arg, 1, &out, NULL), RC_NOT_FOUND);
    assert_string_equal(buf_text(&out), "none Thief moves to ?.");
}

TEST(a_prefix_keeps_files_apart)
{
    OWN_AT(sentences) sentences = make("a", "x = one\n");

    assert_int_equal(sentences_add(sentences, "b", "b", "x = two", 7, NULL), RC_OK);
    assert_string_equal(sentences_find(sentences, "a.x"), "one");
    assert_string_equal(sentences_find(sentences, "b.x"), "two");
    assert_null(sentences_find(sentences, "x"));
    assert_int_equal(sentences_count(sentences), 2);
    assert_string_equal(sentences_key_at(sentences, 1), "b.x");
    assert_null(sentences_key_at(sentences, 2));
}

TEST(a_malformed_file_is_refused_with_its_line)
{
    ROWS_EACH(row, "tests/letter/sentences.rows", "a_malformed_file_is_refused_with_its_line") {
        OWN_AT(sentences) sentences = sentences_new();
        struct err err = {0};

        assert_int_equal(
            sentences_add(sentences, NULL, "en", row.cell[0], strlen(row.cell[0]), &err),
            RC_BAD_INPUT);
        assert_string_equal(err.source, "en");
        assert_int_equal(err.line, (uint32_t)row_number(&row, 1));
    }
}

static void collect(void *context, enum sentence_difference difference, const char *key)
{
    static const char *const names[] = {"-", "+", "~"};
    struct buf *out = context;

    buf_put(out, names[difference]);
    buf_put(out, key);
    buf_put_char(out, ' ');
}

TEST(languages_are_compared_by_keys_and_arguments)
{
    OWN_AT(sentences) a = make(NULL, "a = {1} {2}\nb = x\nc = {1?x|y}\nd = {n}\n");
    OWN_AT(sentences) b = make(NULL, "a = {2} {1}\nc = {1} z\nd = {m}\ne = x\n");
    OWN(buf) out = {0};

    assert_int_equal(sentences_compare(a, b, collect, &out), 3);
    assert_string_equal(buf_text(&out), "-b ~d +e ");
}

TESTS(NULL, NULL)
