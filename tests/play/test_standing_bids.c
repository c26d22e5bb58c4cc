/* SPDX-License-Identifier: MIT */
/* Standing answers where players bid: the second game. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "play/export.h"
#include "record/record.h"
#include "tests/play/lines.h"
#include "tests/test.h"

FIXTURE_TEST(a_bidding_runs_by_lines_and_shows_no_card, lines_start(fixture, "welcome_back", 1))
{
    OWN(buf) log = {0}, file = {0};
    int64_t before;

    before = lines_head(fixture);
    for (unsigned seat = 1; seat <= 2; seat++)
        lines_write(
            fixture, seat,
            "standing draw if pile under 3\nstanding add if strength 0 to 20\nstanding add\n"
            "standing pass",
            "Noted and sealed");
    lines_log(fixture, before, &log);
    assert_true(lines_take_out_by(&log) > 2);
    lines_see(&log, "seat/1 order draw", true);
    lines_see(&log, "seat/2 order draw", true);
    lines_see(&log, "order pass", true);
    lines_see(&log, "open own", false); /* no threshold is shown while they bid, WB-INFO-08 */
    lines_see(&log, "pile", false);
    lines_export(fixture, RECORD_FOR_ALL, &file);
    lines_see(&file, "add if strength", false);
    lines_see(&file, "draw if pile", false);
}

/* What the letter offers is taken as it stands. */
TEST(the_first_letter_of_a_round_offers_lines)
{
    struct fixture fixture;
    struct letter letter = {0};
    OWN(buf) lines = {0};

    lines_start(&fixture, "welcome_back", 1); /* Bob begins */
    fixture_newest(&fixture, BOB, &letter, NULL);
    assert_non_null(strstr(letter.text, "Lines that answer for you in this round"));
    lines_offered(&letter, &lines);
    assert_true(lines_count(&lines, "\n") >= 2);
    assert_non_null(strstr(buf_text(&lines), "draw if pile under 4, else pass"));
    letter_fini(&letter);
    lines_write(&fixture, 2, buf_text(&lines), "Noted and sealed");
    fixture_newest(&fixture, BOB, &letter, NULL);
    assert_null(strstr(letter.text, "is not taken"));
    letter_fini(&letter);
    fixture_remove(&fixture);
}

FIXTURE_TEST(lines_lapse_with_their_round, lines_start(fixture, "welcome_back", 2))
{
    const struct standing_order *line[STANDING_ORDERS_MAX];
    const struct position *position;
    char words[ORDER_TEXT_BYTES];
    uint32_t term;

    lines_write(fixture, 1, "standing pass if pile 9+\nstanding pass if pile 8+",
                "Noted and sealed");
    position = fixture_position(fixture, 1);
    term = position->played->standing->term(position_rulebook(position), position_state(position));
    assert_int_equal(standing_order_in_force(position, 1, line), 2);
    for (unsigned i = 0; i < 300; i++) {
        unsigned seat = lines_asked(fixture);

        position = fixture_position(fixture, 1);
        if (position->played->standing->term(position_rulebook(position),
                                             position_state(position)) != term)
            break;
        assert_int_not_equal(seat, 0);
        assert_true(fixture_random_order(fixture, 1, seat, words));
        lines_order(fixture, seat, words);
    }
    position = fixture_position(fixture, 1);
    assert_int_equal(position->phase, POSITION_PLAY);
    assert_int_equal(standing_order_in_force(position, 1, line), 0);
}

/* One seat passes, so that the other raids, until he is asked something in his raid. */
static unsigned until_the_raider_is_asked(struct fixture *fixture)
{
    char words[ORDER_TEXT_BYTES];

    for (unsigned i = 0; i < 400; i++) {
        const struct position *position = fixture_position(fixture, 1);
        unsigned seat = lines_asked(fixture);

        if (position->phase == POSITION_OVER)
            return 0;
        assert_int_not_equal(seat, 0);
        for (unsigned k = 0; k < position->decision_count; k++)
            if (position->decision[k].seat == seat &&
                text_equal(position->played->text->topics[position->decision[k].topic], "use-tile"))
                return seat;
        assert_true(fixture_random_order(fixture, 1, seat, words));
        lines_order(fixture, seat, words);
    }
    return 0;
}

/* WB-TIMER-16: first ones included. */
TEST(lines_sent_while_the_raider_is_asked_decide_the_open_question)
{
    struct fixture fixture;
    OWN(buf) log = {0};
    uint32_t question;
    unsigned seat, deal = 2;

    lines_start(&fixture, "welcome_back", deal);
    while (!(seat = until_the_raider_is_asked(&fixture))) {
        fixture_remove(&fixture);
        assert_true(++deal < 20);
        lines_start(&fixture, "welcome_back", deal);
    }
    question = fixture_position(&fixture, 1)->decision[0].id;
    fixture_answer(&fixture, lines_addresses[seat],
                   "show"); /* a letter of this question to answer */
    fixture_settle(&fixture);
    lines_write(&fixture, seat, "standing else decline", "Noted and sealed");
    for (unsigned k = 0; k < fixture_position(&fixture, 1)->decision_count; k++)
        assert_int_not_equal(fixture_position(&fixture, 1)->decision[k].id, question);
    OK(export_game(fixture.desk, 1, RECORD_FOR_ALL, &log, &err));
    assert_null(strstr(buf_text(&log), " own=own/"));
    fixture_remove(&fixture);
}

TESTS(NULL, NULL)
