/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "draw/words.h"
#include "draw_support.h"
#include "tests/test.h"

static unsigned char block[32768];

/* All phrases in English as a file, one of them replaced. */
static void make_file(struct buf *file, enum draw_phrase phrase, const char *line)
{
    for (unsigned i = 0; i < DRAW_PHRASE_COUNT; i++)
        if (i == (unsigned)phrase)
            buf_put(file, line);
        else {
            buf_put(file, draw_phrase_key(i));
            buf_put(file, " = ");
            buf_put(file, draw_words_get(NULL, i));
            buf_put_char(file, '\n');
        }
}

static enum rc load(const char *text, size_t length, struct draw_words *words, struct err *err)
{
    struct arena arena;

    arena_init(&arena, block, sizeof block);
    return draw_words_load(words, "x/board.words", text, length, &arena, err);
}

TEST(a_whole_file_is_read)
{
    struct draw_words words = {{NULL}};
    OWN(buf) file = {0};

    make_file(&file, DRAW_DOWN, "# a comment\n\n down =  tumbado \n");
    assert_int_equal(load(file.at, file.length, &words, NULL), RC_OK);
    assert_string_equal(draw_words_get(&words, DRAW_DOWN), "tumbado");
    assert_string_equal(draw_words_get(&words, DRAW_WALL), "wall");
    assert_string_equal(draw_words_get(NULL, DRAW_WALL), "wall");
}

/* Who translates a few phrases has a board at once. */
TEST(what_is_missing_is_said_in_english)
{
    static const char file[] = "wall = muro\n";
    struct draw_words words = {{NULL}};
    unsigned missing = 0;

    assert_int_equal(load(file, sizeof file - 1, &words, NULL), RC_OK);
    assert_string_equal(draw_words_get(&words, DRAW_WALL), "muro");
    assert_string_equal(draw_words_get(&words, DRAW_DOWN), "lying");
    for (enum draw_phrase phrase = 0;
         (phrase = draw_words_missing(&words, phrase)) < DRAW_PHRASE_COUNT; phrase++) {
        assert_int_not_equal(phrase, DRAW_WALL);
        missing++;
    }
    assert_int_equal(missing, DRAW_PHRASE_COUNT - 1);
}

TEST(each_fault_is_named_with_its_line)
{
    static const struct {
        const char *line, *text;
        uint32_t number;
    } faults[] = {
        {"down tumbado\n", "key = phrase", DRAW_DOWN + 1},
        {"hurt = herido\n", "no drawing uses this key", DRAW_DOWN + 1},
        {"wall = muro\ndown = x\n", "stands twice", 0},
        {"down =\n", "needs a phrase", DRAW_DOWN + 1},
        {"down = \xFF\n", "needs a phrase", DRAW_DOWN + 1},
        {"down = {who} tumbado\n", "words in braces", DRAW_DOWN + 1},
    };

    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct draw_words words = {{NULL}};
        OWN(buf) file = {0};
        struct err err = {0};

        make_file(&file, DRAW_DOWN, faults[i].line);
        assert_int_equal(load(file.at, file.length, &words, &err), RC_BAD_INPUT);
        assert_non_null(strstr(err.text, faults[i].text));
        assert_string_equal(err.source, "x/board.words");
        if (faults[i].number)
            assert_int_equal(err.line, faults[i].number);
        assert_null(words.phrase[DRAW_WALL]);
    }
}

TEST(a_phrase_must_use_every_word_of_the_english_one)
{
    struct draw_words words = {{NULL}};
    OWN(buf) file = {0};
    struct err err = {0};

    make_file(&file, DRAW_SAY_AT, "say-at = {piece} allí\n");
    assert_int_equal(load(file.at, file.length, &words, &err), RC_BAD_INPUT);
    assert_non_null(strstr(err.text, "{piece} on {place}"));
}

TEST(every_shipped_language_is_whole)
{
    static const char *const files[] = {"templates/en/board.words", "templates/es/board.words",
                                        "templates/it/board.words"};

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct draw_words words = {{NULL}};
        struct err err = {0};
        size_t length;
        OWN_MEMORY char *text = read_source(files[i], &length);

        assert_non_null(text);
        if (load(text, length, &words, &err) != RC_OK)
            fail_msg("%s, line %u: %s", files[i], err.line, err.text);
        assert_int_equal(draw_words_missing(&words, 0), DRAW_PHRASE_COUNT);
        if (i == 0)
            for (unsigned k = 0; k < DRAW_PHRASE_COUNT; k++)
                assert_string_equal(words.phrase[k], draw_words_get(NULL, k));
    }
}

TEST(keys_are_unique)
{
    for (unsigned i = 0; i < DRAW_PHRASE_COUNT; i++)
        for (unsigned k = 0; k < i; k++)
            assert_string_not_equal(draw_phrase_key(i), draw_phrase_key(k));
}

TESTS(NULL, NULL)
