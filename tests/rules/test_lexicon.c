/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <string.h>

#include "rules/lexicon.h"
#include "tests/rows.h"
#include "tests/test.h"

static const char *const terms[] = {"character.thief", "character.troll", "object.potion",
                                    "character.wall-walker", "verb.to"};
enum { THIEF, TROLL, POTION, WALLWALKER, TO, TERM_COUNT };

static const char english[] = "# characters\n"
                              "character.thief = Thief | thieves\n"
                              "character.troll = Troll\n"
                              "object.potion = Speed Potion | potion\n"
                              "character.wall-walker = Wall-Walker | wallwalker\n"
                              "verb.to = to | onwards, i'd rather go, on foot\n";
static const char spanish[] = "character.thief = Ladrona\n"
                              "object.potion = poci\xC3\xB3n de velocidad\n"
                              "character.troll = Troll\n";

struct fixture {
    struct arena arena;
    struct lexicon lexicon;
    _Alignas(16) char block[4096];
};

static struct fixture fixture;

static int set_up(void **state)
{
    arena_init(&fixture.arena, fixture.block, sizeof fixture.block);
    lexicon_init(&fixture.lexicon, terms, TERM_COUNT, &fixture.arena);
    assert_int_equal(lexicon_add(&fixture.lexicon, "en", english, strlen(english), NULL), RC_OK);
    assert_int_equal(lexicon_add(&fixture.lexicon, "es", spanish, strlen(spanish), NULL), RC_OK);
    *state = &fixture.lexicon;
    return 0;
}

/* The only term that begins the line, or -1. */
static int only_term(const char *line, size_t *used)
{
    char folded[128];
    uint16_t term[4];
    size_t count = lexicon_fold(line, strlen(line), folded, NULL, sizeof folded);

    return lexicon_match(&fixture.lexicon, folded, count, term, 4, used) == 1 ? term[0] : -1;
}

#define ROW(name) TEST_WITH(name, set_up, NULL)

ROW(words_of_every_language_are_understood)
{
    size_t used;

    assert_int_equal(only_term("Thief to d5", &used), THIEF);
    assert_int_equal(used, 5);
    assert_int_equal(only_term("LADRONA d5", &used), THIEF);
    assert_int_equal(only_term("pocion  de velocidad", &used), POTION);
    assert_int_equal(only_term("POCI\xC3\x93N DE VELOCIDAD", &used), POTION);
    assert_int_equal(only_term("troll", &used), TROLL);
}

ROW(hyphens_and_blanks_join_words_alike)
{
    size_t used;

    assert_int_equal(only_term("wall walker x", &used), WALLWALKER);
    assert_int_equal(used, 11);
    assert_int_equal(only_term("wall\xE2\x80\x93walker", &used), WALLWALKER);
    assert_int_equal(only_term("WallWalker", &used), WALLWALKER);
}

ROW(a_unique_beginning_is_an_abbreviation)
{
    size_t used;

    assert_int_equal(only_term("th d5", &used), THIEF);
    assert_int_equal(used, 2);
    assert_int_equal(only_term("wall d5", &used), WALLWALKER);
    assert_int_equal(only_term("t d5", &used), -1);
    assert_int_equal(only_term("po", &used), POTION);
}

ROW(several_words_are_abbreviated_where_they_name_a_thing)
{
    size_t used;

    assert_int_equal(only_term("speed d5", &used), POTION);
    assert_int_equal(used, 5);
    assert_int_equal(only_term("wa d5", &used), WALLWALKER);
    assert_int_equal(only_term("i'd d5", &used), -1); /* not yet a deed */
    assert_int_equal(only_term("on d5", &used), TO);  /* a word of its own begins so */
}

ROW(a_word_ends_at_a_border)
{
    size_t used;

    assert_int_equal(only_term("thiefs", &used), -1);
    assert_int_equal(only_term("to5", &used), -1);
    assert_int_equal(only_term("", &used), -1);
}

ROW(the_nearest_word_is_suggested)
{
    assert_string_equal(lexicon_nearest(&fixture.lexicon, "theif", 5), "thief");
    assert_null(lexicon_nearest(&fixture.lexicon, "xylophone", 9));
    assert_null(lexicon_nearest(&fixture.lexicon, "ladrono", 7)); /* a word of another language */
}

ROW(the_first_language_shows_the_names)
{
    assert_string_equal(lexicon_name(&fixture.lexicon, THIEF), "Thief");
    assert_string_equal(lexicon_name(&fixture.lexicon, 99), "");
    assert_null(lexicon_missing(&fixture.lexicon));
}

ROW(columns_point_at_characters_of_the_original_line)
{
    const char *line = "\xC3\xA9t\xC3\xA9 \xE2\x80\x9Cx";
    char folded[32];
    uint16_t columns[32];
    size_t count = lexicon_fold(line, strlen(line), folded, columns, sizeof folded);

    assert_int_equal(count, 6);
    assert_string_equal(folded, "ete \"x");
    assert_int_equal(columns[5], 6);
}

ROW(folding_never_writes_past_its_array)
{
    char folded[4];

    assert_int_equal(lexicon_fold("\xC3\x9F\xC3\x9F\xC3\x9F", 6, folded, NULL, sizeof folded), 2);
    assert_string_equal(folded, "ss");
    assert_int_equal(lexicon_fold("\xFF\xFE", 2, folded, NULL, sizeof folded), 2);
}

/* One language joined to another is as if both had been read into one. */
ROW(languages_join_as_they_are_added)
{
    static struct lexicon own, other, joined;
    const struct lexicon *added = *state;

    lexicon_init(&own, terms, TERM_COUNT, &fixture.arena);
    lexicon_init(&other, terms, TERM_COUNT, &fixture.arena);
    lexicon_init(&joined, terms, TERM_COUNT, &fixture.arena);
    assert_int_equal(lexicon_add(&own, "en", english, strlen(english), NULL), RC_OK);
    assert_int_equal(lexicon_add(&other, "es", spanish, strlen(spanish), NULL), RC_OK);
    assert_int_equal(lexicon_join(&joined, &own, NULL), RC_OK);
    assert_int_equal(lexicon_join(&joined, &other, NULL), RC_OK);
    assert_int_equal(joined.languages, added->languages);
    assert_int_equal(joined.word_count, added->word_count);
    for (unsigned i = 0; i < added->word_count; i++) {
        assert_string_equal(joined.word[i].text, added->word[i].text);
        assert_int_equal(joined.word[i].term, added->word[i].term);
        assert_int_equal(joined.word[i].is_own, added->word[i].is_own);
        assert_true(i == 0 || strcmp(joined.word[i - 1].text, joined.word[i].text) <= 0);
    }
    for (unsigned i = 0; i < TERM_COUNT; i++)
        assert_string_equal(lexicon_name(&joined, i), lexicon_name(added, i));
    assert_int_equal(lexicon_join(&joined, &other, NULL), RC_OK);
    assert_int_equal(joined.word_count, added->word_count);
}

ROW(broken_files_are_refused_with_the_line)
{
    ROWS_EACH(row, "tests/rules/lexicon.rows", "only_term") {
        struct err err = {0};
        assert_int_equal(
            lexicon_add(&fixture.lexicon, "bad", row.cell[0], strlen(row.cell[0]), &err),
            RC_BAD_INPUT);
        assert_int_equal(err.line, (uint32_t)row_number(&row, 1));
        assert_string_equal(err.source, "bad");
    }
}

ROW(a_full_arena_is_said_so)
{
    struct arena arena;
    struct lexicon *lexicon = &fixture.lexicon;
    char block[16];
    struct err err = {0};

    arena_init(&arena, block, sizeof block);
    lexicon_init(lexicon, terms, TERM_COUNT, &arena);
    assert_int_equal(lexicon_add(lexicon, "en", english, strlen(english), &err), RC_TOO_LONG);
}

TESTS(NULL, NULL)
