/* SPDX-License-Identifier: MIT */
/* What is answered to lines that are not carried out: the reason that a game master would give, and
 * what could be ordered instead. Tried on positions, as a preview is. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/dungeon_twister/dungeon_twister.h"
#include "play/adjudicate.h"
#include "tests/house/fixture.h"
#include "tests/test.h"

enum { LINES_MOST = 4 };

/* Blue has revealed w1: its own Warrior is Blue's to place, its own Sword is Yellow's. */
static const char placing[] = "room w1 down 1G/0\npoints 2\ndown blue 1 w1 warrior\n"
                              "down blue 2 w1 sword\nhidden blue warrior sword\nblue wizard b0\n"
                              "blue thief d0\nyellow troll b21\n";

/* Blue's turn: a Thief who goes 5 steps, and a room that nobody has seen. */
static const char walking[] = "room w1 1G/0\nroom e1 down 2G/1\npoints 5\nblue thief f0\n"
                              "blue rope b0\nblue sword a0\nblue warrior g0\nyellow troll b21\n";

static struct fixture fixture;
static struct line_outcome outcome[LINES_MOST];

static int begin(void **state)
{
    static const struct game *const one[] = {&dungeon_twister, NULL};

    (void)state;
    fixture_make(&fixture, one);
    fixture_start(&fixture, &dungeon_twister);
    return 0;
}

static int end(void **state)
{
    (void)state;
    fixture_remove(&fixture);
    return 0;
}

static void give(const void *rulebook, void *state, const char *line)
{
    struct order order = {0}, *list = calloc(LEGAL_MAX, sizeof *list);
    const struct game_rules *rules = dungeon_twister.rules;

    assert_non_null(list);
    assert_true(dungeon_twister.text->read_order(rulebook, 1, line, strlen(line), &order));
    order.seat = 1;
    assert_true(rules->apply(rulebook, state, &order, NULL));
    while (rules->legal(rulebook, state, SEAT_TABLE, list))
        assert_true(rules->apply(rulebook, state, &list[0], NULL));
    free(list);
}

/* Lines, parted by "\n", of a seat in a position behind an order of seat 1, or none. */
static void tries(const char *at, const char *before, unsigned seat, const char *language,
                  const char *lines)
{
    struct position *position = fixture_position(&fixture, 1);
    struct adjudication adjudication = {
        .desk = fixture.desk,
        .position = position,
        .seat = seat,
        .lexicon =
            language_lexicon(library_language(fixture.desk->library, language), &dungeon_twister)};
    struct adjudicate_text text[LINES_MOST];
    struct err err = {0};
    unsigned count = 0;

    adjudication.trial = calloc(1, dungeon_twister.state_bytes);
    must(dungeon_twister.text->read(position_rulebook(position), at, strlen(at), adjudication.trial,
                                    &err),
         &err);
    if (before)
        give(position_rulebook(position), adjudication.trial, before);
    for (size_t length; *lines; lines += length + (lines[length] == '\n')) {
        length = strcspn(lines, "\n");
        text[count++] = (struct adjudicate_text){lines, length};
    }
    must(adjudicate_lines(&adjudication, text, count, false, outcome, &err), &err);
    free(adjudication.trial);
}

static void is_refused(unsigned i, const char *reason)
{
    assert_int_equal(outcome[i].fate, LINE_ILLEGAL);
    assert_string_equal(outcome[i].verdict.reason, reason);
}

#define REFUSES(name) TEST_WITH(name, begin, end)

REFUSES(what_the_other_side_places_is_refused_and_not_put_off)
{
    tries(placing, "wizard reveals w1", 1, "es",
          "el guerrero en a5\nla espada en a4\nla ladrona va a d1");
    assert_int_equal(outcome[0].fate, LINE_DONE);
    is_refused(1, "put-not-yours");
    assert_int_equal(outcome[2].fate, LINE_NOT_TRIED);
}

static void is_offered(unsigned i, unsigned k, const char *order)
{
    TEXT_IN(text, line, ORDER_TEXT_BYTES);

    assert_true(k < outcome[i].choice_count);
    dungeon_twister.text->write_order(position_rulebook(fixture_position(&fixture, 1)), NULL,
                                      &outcome[i].choice[k], ORDER_FULL, &text);
    assert_string_equal(line, order);
}

REFUSES(a_goal_too_far_is_told_with_its_steps_and_how_far_he_comes)
{
    tries(walking, NULL, 1, "en", "thief goes to a1 and grabs the rope");
    is_refused(0, "go-too-far");
    assert_int_equal(outcome[0].verdict.arg[0].value, 6);
    assert_int_equal(outcome[0].verdict.arg[1].value, 5);
    is_offered(0, 0, "thief e0 d0 c0 b0 a0");
}

REFUSES(where_a_thing_lies_is_known)
{
    tries(walking, NULL, 1, "es", "la ladrona corre a la cuerda");
    assert_int_equal(outcome[0].fate, LINE_DONE);
    tries(walking, NULL, 1, "es", "el guerrero corre a la espada");
    is_refused(0, "go-too-far");
}

REFUSES(a_barred_way_is_answered_by_one_that_is_open)
{
    tries(walking, NULL, 1, "en", "thief e0 e1 d1 c1");
    assert_int_equal(outcome[0].fate, LINE_ILLEGAL);
    assert_int_equal(outcome[0].choice_count, 1);
}

REFUSES(who_opens_a_room_reveals_it)
{
    tries(walking, NULL, 1, "en", "the warrior opens e1");
    assert_int_equal(outcome[0].fate, LINE_AMBIGUOUS);
    is_offered(0, 0, "warrior reveals e1");
}

REFUSES(somebody_who_is_not_named_is_found)
{
    tries(walking, NULL, 1, "en", "then send her up to b zero instead and end my go");
    assert_int_equal(outcome[0].fate, LINE_MALFORMED);
    is_offered(0, 0, "thief e0 d0 c0 b0");
    is_offered(0, 1, "end");
}

REFUSES(a_square_alone_is_where_the_one_token_goes)
{
    tries(placing, "wizard reveals w1", 1, "es", "a5");
    assert_int_equal(outcome[0].fate, LINE_MALFORMED);
    is_offered(0, 0, "put blue warrior a5");
}

REFUSES(who_may_not_do_it_here_is_shown_from_where_he_could)
{
    tries(walking, NULL, 1, "en", "thief rotates w1");
    is_refused(0, "rotate-no-gear");
    is_offered(0, 0, "thief e0 d0 d1");
}

TESTS(NULL, NULL)
