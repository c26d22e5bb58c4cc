/* SPDX-License-Identifier: MIT */
/* Berger tables, brackets, ladders and tables of standings against what was worked by hand. */
#include <stdint.h>

#include <string.h>

#include "tournament/pairing/berger.h"
#include "tournament/pairing/knockout.h"
#include "tournament/pairing/ladder.h"
#include "tournament/pairing/schedule.h"
#include "tournament/pairing/standings.h"
#include "tests/test.h"

/* ---- round robin ---- */

TEST(berger_tables_are_those_that_fide_prints)
{
    static const unsigned char six[5][3][2] = {{{1, 6}, {2, 5}, {3, 4}},
                                               {{6, 4}, {5, 3}, {1, 2}},
                                               {{2, 6}, {3, 1}, {4, 5}},
                                               {{6, 5}, {1, 4}, {2, 3}},
                                               {{3, 6}, {4, 2}, {5, 1}}};
    static const unsigned char eight_round_4[4][2] = {{8, 6}, {7, 5}, {1, 4}, {2, 3}};
    uint16_t a, b;

    for (unsigned round = 1; round <= 5; round++)
        for (unsigned board = 1; board <= 3; board++) {
            berger_board(6, round, board, &a, &b);
            assert_int_equal(a, six[round - 1][board - 1][0]);
            assert_int_equal(b, six[round - 1][board - 1][1]);
        }
    for (unsigned board = 1; board <= 4; board++) {
        berger_board(8, 4, board, &a, &b);
        assert_int_equal(a, eight_round_4[board - 1][0]);
        assert_int_equal(b, eight_round_4[board - 1][1]);
    }
}

TEST(everybody_meets_everybody_once_and_sits_on_both_sides)
{
    for (unsigned n = 2; n <= 41; n++) {
        unsigned char met[42][42] = {{0}};
        int balance[42] = {0}, byes[42] = {0};

        for (unsigned round = 1; round <= berger_rounds(n); round++)
            for (unsigned board = 1; board <= (n + 1) / 2; board++) {
                uint16_t a, b;

                berger_board(n, round, board, &a, &b);
                assert_in_range(a, 1, n);
                assert_true(b <= n);
                if (!b) {
                    byes[a]++;
                    continue;
                }
                assert_false(met[a][b]);
                met[a][b] = met[b][a] = 1;
                balance[a]++;
                balance[b]--;
            }
        for (unsigned i = 1; i <= n; i++) {
            assert_int_equal(byes[i], n % 2);
            assert_true(balance[i] >= -1 && balance[i] <= 1);
            for (unsigned j = 1; j <= n; j++)
                assert_int_equal(met[i][j], i != j);
        }
    }
}

TEST(groups_are_dealt_like_a_snake)
{
    static const unsigned char group[] = {1, 2, 3, 3, 2, 1, 1, 2, 3, 3};

    for (unsigned i = 1; i <= 10; i++)
        assert_int_equal(berger_group(3, i), group[i - 1]);
    assert_int_equal(berger_group_size(10, 3, 1), 3);
    assert_int_equal(berger_group_size(10, 3, 2), 3);
    assert_int_equal(berger_group_size(10, 3, 3), 4);
    assert_int_equal(berger_group_member(3, 3, 2), 4);
    for (unsigned groups = 1; groups <= 7; groups++)
        for (unsigned entrants = groups; entrants < 40; entrants++) {
            unsigned all = 0;

            for (unsigned g = 1; g <= groups; g++)
                for (unsigned p = 1; p <= berger_group_size(entrants, groups, g); p++, all++) {
                    unsigned member = berger_group_member(groups, g, p);

                    assert_in_range(member, 1, entrants);
                    assert_int_equal(berger_group(groups, member), g);
                }
            assert_int_equal(all, entrants);
        }
}

/* ---- knock-out ---- */

static struct pairing_pair pairs[2048];
static union schedule_work work;
static uint16_t left[PAIRING_ENTRANTS_MAX];
static const struct schedule_rules tournament = {
    .format = SCHEDULE_KNOCKOUT, .groups = 1, .games = 1, .third = true};

/* Seed and number are one: the lower number wins. */
static void play_all(struct pairing_event *event)
{
    for (unsigned i = 0; i < event->pairs; i++)
        if (!pairs[i].done) {
            bool first = pairs[i].first < pairs[i].second;

            pairs[i].done = pairs[i].played = true;
            pairs[i].first_points = first ? 2 : 0;
            pairs[i].second_points = first ? 0 : 2;
        }
}

static unsigned next_round(const struct schedule_rules *rules, struct pairing_event *event,
                           unsigned round)
{
    unsigned count = schedule_pair(rules, event, round, &work, pairs + event->pairs);

    event->pairs += count;
    return count;
}

TEST(a_bracket_keeps_the_strongest_apart)
{
    static const unsigned char eight[] = {1, 8, 4, 5, 2, 7, 3, 6};

    for (unsigned i = 1; i <= 8; i++)
        assert_int_equal(knockout_seed(8, i), eight[i - 1]);
    assert_int_equal(knockout_rounds(5), 3);
    assert_int_equal(knockout_rounds(8), 3);
    assert_int_equal(knockout_rounds(9), 4);
}

TEST(a_tournament_of_five_with_third_place_goes_as_by_hand)
{
    struct pairing_event event = {.entrants = 5, .left = left, .pair = pairs};
    uint16_t place[5];

    memset(left, 0, sizeof left);
    assert_int_equal(next_round(&tournament, &event, 1), 4); /* 1-bye, 4-5, 2-bye, 3-bye */
    assert_int_equal(pairs[0].first, 1);
    assert_int_equal(pairs[0].second, 0);
    assert_true(pairs[0].done && !pairs[0].played);
    assert_int_equal(pairs[1].first, 4);
    assert_int_equal(pairs[1].second, 5);
    assert_false(pairs[1].done);
    play_all(&event);
    assert_int_equal(next_round(&tournament, &event, 2), 2); /* 4-1, 3-2: seats exchanged */
    assert_int_equal(pairs[4].first, 4);
    assert_int_equal(pairs[4].second, 1);
    play_all(&event);
    assert_int_equal(next_round(&tournament, &event, 3), 2); /* final 1-2, third place 3-4 */
    assert_int_equal(pairs[7].first, 3);
    assert_int_equal(pairs[7].second, 4);
    play_all(&event);
    assert_int_equal(next_round(&tournament, &event, 4), 0);
    knockout_places(&event, place);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(place[i], i + 1);
}

TEST(a_pair_that_both_lost_leaves_a_hole)
{
    struct pairing_event event = {.entrants = 4, .left = left, .pair = pairs};
    uint16_t place[4];

    memset(left, 0, sizeof left);
    next_round(&tournament, &event, 1);
    pairs[0].done = true; /* 1 and 4 stay away */
    play_all(&event);
    assert_int_equal(next_round(&tournament, &event, 2), 2);
    assert_int_equal(pairs[2].first, 2);
    assert_int_equal(pairs[2].second, 0);
    assert_true(pairs[2].done);
    assert_int_equal(pairs[3].first, 3);
    assert_true(pairs[3].done);
    knockout_places(&event, place);
    assert_int_equal(place[1], 1);
    assert_int_equal(place[2], 3);
    assert_int_equal(place[0], 3);
    assert_int_equal(place[3], 3);
}

TEST(who_leaves_between_rounds_gives_his_opponent_the_round)
{
    struct pairing_event event = {.entrants = 4, .left = left, .pair = pairs};
    uint16_t place[4];

    memset(left, 0, sizeof left);
    next_round(&tournament, &event, 1);
    play_all(&event);
    left[0] = 2; /* 1 has won and leaves before the final */
    assert_int_equal(next_round(&tournament, &event, 2), 2);
    assert_int_equal(knockout_winner(&pairs[2]), 2);
    assert_true(pairs[2].done);
    play_all(&event);
    knockout_places(&event, place);
    assert_int_equal(place[1], 1);
    assert_int_equal(place[0], 2);
    assert_int_equal(place[2], 3);
}

TEST(a_level_pair_goes_to_the_stronger_seed)
{
    struct pairing_pair pair = {1, 1, 7, 3, 2, 2, true, true};

    assert_int_equal(knockout_winner(&pair), 3);
    pair.played = false;
    pair.first_points = pair.second_points = 0;
    assert_int_equal(knockout_winner(&pair), 0);
}

/* ---- ladder ---- */

TEST(a_challenger_who_wins_takes_the_rung_and_the_rest_step_down)
{
    struct ladder ladder = {0};
    bool dormant[6] = {false};

    for (unsigned i = 1; i <= 6; i++)
        ladder_join(&ladder, i);
    ladder_join(&ladder, 3); /* twice is once */
    assert_int_equal(ladder.count, 6);
    assert_true(ladder_may_challenge(&ladder, 3, 5, 2));
    assert_false(ladder_may_challenge(&ladder, 2, 5, 2));
    assert_false(ladder_may_challenge(&ladder, 3, 2, 5));
    assert_false(ladder_may_challenge(&ladder, 3, 2, 2));
    ladder_won(&ladder, 5, 2); /* 1 5 2 3 4 6 */
    assert_int_equal(ladder_place(&ladder, 5), 2);
    assert_int_equal(ladder_place(&ladder, 2), 3);
    assert_int_equal(ladder_place(&ladder, 4), 5);
    dormant[0] = dormant[4] = true; /* 1 and 5 sink together, one place: 2 1 5 3 4 6 */
    ladder_sink(&ladder, dormant);
    assert_int_equal(ladder_place(&ladder, 2), 1);
    assert_int_equal(ladder_place(&ladder, 1), 2);
    assert_int_equal(ladder_place(&ladder, 5), 3);
    ladder_leave(&ladder, 1);
    assert_int_equal(ladder.count, 5);
    assert_int_equal(ladder_place(&ladder, 5), 2);
    assert_int_equal(ladder_place(&ladder, 1), 0);
}

/* ---- standings ---- */

static void result(struct pairing_event *event, unsigned round, unsigned a, unsigned b, unsigned x,
                   unsigned y)
{
    pairs[event->pairs++] = (struct pairing_pair){
        (uint16_t)round, 1, (uint16_t)a, (uint16_t)b, (uint16_t)x, (uint16_t)y, true, b != 0};
}

/* 1-4 win, 2-3 draw; 4-3 draw, 1-2 draw; 2-4 win, 3-1 win: 1: 3, 2: 4, 3: 4, 4: 1 half points.
 * 2 and 3 drew, so that direct is level; Sonneborn-Berger in quarters: 2: 1x4 + 1x3 + 2x1 = 9,
 * 3: 1x4 + 1x1 + 2x3 = 11. */
TEST(a_round_robin_of_four_comes_out_as_by_hand)
{
    struct pairing_event event = {.entrants = 4, .left = left, .pair = pairs};
    struct standings_row row[4];

    memset(left, 0, sizeof left);
    result(&event, 1, 1, 4, 2, 0);
    result(&event, 1, 2, 3, 1, 1);
    result(&event, 2, 4, 3, 1, 1);
    result(&event, 2, 1, 2, 1, 1);
    result(&event, 3, 2, 4, 2, 0);
    result(&event, 3, 3, 1, 2, 0);
    standings_reckon(&event, true, 1, row);
    assert_int_equal(row[0].entrant, 3);
    assert_int_equal(row[1].entrant, 2);
    assert_int_equal(row[2].entrant, 1);
    assert_int_equal(row[3].entrant, 4);
    assert_int_equal(row[0].points, 4);
    assert_int_equal(row[0].tie[STANDINGS_DIRECT], 1);
    assert_int_equal(row[0].tie[STANDINGS_SONNEBORN], 11);
    assert_int_equal(row[1].tie[STANDINGS_SONNEBORN], 9);
    assert_int_equal(row[0].won, 1);
    assert_int_equal(row[0].drawn, 2);
    assert_int_equal(row[3].lost, 2);
    assert_int_equal(row[3].place, 4);
}

/* 1 beats 2, 3 beats 1, 2 beats 3: three equals that nothing parts share the place. */
TEST(equals_share_a_place)
{
    struct pairing_event event = {.entrants = 3, .left = left, .pair = pairs};
    struct standings_row row[3];

    memset(left, 0, sizeof left);
    result(&event, 1, 1, 2, 2, 0);
    result(&event, 2, 3, 1, 2, 0);
    result(&event, 3, 2, 3, 2, 0);
    standings_reckon(&event, true, 1, row);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(row[i].place, 1);
        assert_int_equal(row[i].entrant, i + 1);
        assert_int_equal(row[i].tie[STANDINGS_DIRECT], 2);
    }
}

/* Swiss, five entrants, two rounds. 1-2 win, 3-4 win, 5 bye; 1-3 draw, 5-2 loss, 4 bye: 1: 3, 3: 3,
 * 2: 2, 4: 2, 5: 2. Buchholz: 1: 2 (of 2) + 3 = 5, 3: 2 (of 4) + 3 = 5, 2: 3 + 2 = 5, 4: 3 + 2
 * (himself) = 5, 5: 2 (himself) + 2 = 4. Sonneborn-Berger in quarters: 1: 2x2 + 1x3 = 7, 3: 7, 2:
 * 2x2 = 4, 4: 2x2 = 4, 5: 2x2. */
TEST(a_swiss_table_comes_out_as_by_hand)
{
    struct pairing_event event = {.entrants = 5, .left = left, .pair = pairs};
    struct standings_row row[5];

    memset(left, 0, sizeof left);
    result(&event, 1, 1, 2, 2, 0);
    result(&event, 1, 3, 4, 2, 0);
    result(&event, 1, 5, 0, 2, 0);
    result(&event, 2, 3, 1, 1, 1);
    result(&event, 2, 5, 2, 0, 2);
    result(&event, 2, 4, 0, 2, 0);
    standings_reckon(&event, false, 1, row);
    assert_int_equal(row[0].entrant, 1);
    assert_int_equal(row[1].entrant, 3);
    assert_int_equal(row[0].place, 1);
    assert_int_equal(row[1].place, 1); /* drew with each other: nothing parts them */
    assert_int_equal(row[0].tie[STANDINGS_BUCHHOLZ], 5);
    assert_int_equal(row[0].tie[STANDINGS_SONNEBORN], 7);
    assert_int_equal(row[2].entrant, 2); /* won at the board, 4 did not */
    assert_int_equal(row[2].tie[STANDINGS_WINS], 1);
    assert_int_equal(row[3].entrant, 4);
    assert_int_equal(row[4].entrant, 5);
    assert_int_equal(row[4].tie[STANDINGS_BUCHHOLZ], 4);
    assert_int_equal(row[4].place, 5);
}

TEST(who_leaves_a_round_robin_early_is_taken_out_and_late_loses_the_rest)
{
    struct pairing_event event = {.entrants = 4, .left = left, .pair = pairs};
    struct standings_row row[4];

    memset(left, 0, sizeof left);
    result(&event, 1, 1, 4, 0, 2); /* 4 won this one … */
    result(&event, 1, 2, 3, 2, 0);
    result(&event, 2, 4, 3, 0, 2);
    pairs[2].played = false;
    result(&event, 2, 1, 2, 2, 0);
    result(&event, 3, 2, 4, 2, 0);
    pairs[4].played = false;
    result(&event, 3, 3, 1, 0, 2);
    left[3] = 2; /* … and left: one of three was played, less than half */
    standings_reckon(&event, true, 1, row);
    assert_int_equal(row[0].entrant, 1); /* his loss against 4 does not count */
    assert_int_equal(row[0].points, 4);
    assert_int_equal(row[3].entrant, 4);
    assert_true(row[3].out);
    assert_int_equal(row[3].points, 0);
    pairs[2].played = true; /* two of three: now they count */
    standings_reckon(&event, true, 1, row);
    for (unsigned i = 0; i < 4; i++)
        assert_false(row[i].out);
    assert_int_equal(row[0].points, 4);
    assert_int_equal(row[0].entrant, 1); /* 1, 2: 4 each; 1 beat 2 */
    assert_int_equal(row[1].entrant, 2);
}

TEST(groups_have_tables_of_their_own)
{
    static const struct schedule_rules rules = {.format = SCHEDULE_ROBIN, .groups = 2, .games = 1};
    struct pairing_event event = {.entrants = 7, .left = left, .pair = pairs};
    struct standings_row row[7];

    memset(left, 0, sizeof left);
    assert_int_equal(schedule_rounds(&rules, 7), 3);
    for (unsigned round = 1; next_round(&rules, &event, round); round++)
        play_all(&event);
    standings_reckon(&event, true, 2, row); /* 1 4 5 and 2 3 6 7 */
    assert_int_equal(row[0].group, 1);
    assert_int_equal(row[0].entrant, 1);
    assert_int_equal(row[1].entrant, 4);
    assert_int_equal(row[2].entrant, 5);
    assert_int_equal(row[3].group, 2);
    assert_int_equal(row[3].entrant, 2);
    assert_int_equal(row[3].place, 1);
    assert_int_equal(row[3].points, 6);
    assert_int_equal(row[6].entrant, 7);
    assert_int_equal(row[6].place, 4);
}

TEST(formats_have_words)
{
    enum schedule_format format;

    for (unsigned i = 0; i < SCHEDULE_FORMATS; i++) {
        assert_true(schedule_read(schedule_word((enum schedule_format)i), &format));
        assert_int_equal(format, i);
    }
    assert_false(schedule_read("chess", &format));
}

TESTS(NULL, NULL)
