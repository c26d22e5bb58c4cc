/* SPDX-License-Identifier: MIT */
/* Where sentences, clauses and joined orders end in what players write. */
#include <string.h>

#include "rules/phrase.h"
#include "tests/test.h"

static const char words[] = "courtesy = please\nthen = then | después de eso\nand = and\n"
                            "abbreviation = e.g | mr\n";

static struct {
    struct arena arena;
    struct lexicon phrases, lexicon;
    _Alignas(16) char block[4096];
} fixture;

static int set_up(void **state)
{
    (void)state;
    arena_init(&fixture.arena, fixture.block, sizeof fixture.block);
    lexicon_init(&fixture.phrases, phrase_terms, PHRASE_TERMS, &fixture.arena);
    assert_int_equal(lexicon_add(&fixture.phrases, "en", words, strlen(words), NULL), RC_OK);
    fixture.lexicon = (struct lexicon){.phrases = &fixture.phrases};
    return 0;
}

/* The parts of a line, with strokes between. */
static void assert_parts(enum phrase_cut cut, const char *line, const char *wanted)
{
    TEXT_IN(text, parts, 256);

    for (size_t next; *line; line += next) {
        size_t length = phrase_part(&fixture.lexicon, cut, line, strlen(line), &next);

        text_put_bytes(&text, line, length);
        text_put(&text, line[next] ? "|" : "");
    }
    assert_string_equal(parts, wanted);
}

#define PART(name) TEST_WITH(name, set_up, NULL)

PART(sentences_end_at_a_sign_before_a_blank)
{
    assert_parts(PHRASE_SENTENCES, "Well?! Thief to b4. End!", "Well?|Thief to b4|End");
    assert_parts(PHRASE_SENTENCES, "Thief, then cleric; end: so", "Thief, then cleric|end: so");
}

PART(abbreviations_squares_and_numbers_end_none)
{
    assert_parts(PHRASE_SENTENCES, "Mr. Brown to b4.c3. Troll, e.g. 3.5",
                 "Mr. Brown to b4.c3|Troll, e.g. 3.5");
    assert_parts(PHRASE_CLAUSES, "at 10:30, take 3,5: thief,troll",
                 "at 10:30|take 3,5|thief|troll");
}

PART(words_join_where_orders_are_joined)
{
    assert_parts(PHRASE_JOINED, "thief to b4 and troll, Despu\xC3\xA9s de eso end",
                 "thief to b4 |troll||end");
    assert_parts(PHRASE_ORDERED, "thief b4/troll c3 + end: now", "thief b4|troll c3 |end: now");
    assert_parts(PHRASE_CLAUSES, "thief and troll", "thief and troll");
}

TESTS(NULL, NULL)
