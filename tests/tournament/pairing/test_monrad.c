/* SPDX-License-Identifier: MIT */
/* Swiss pairing: by hand, against trying everything, and what must hold in any tournament. */
#include <stdint.h>

#include <stdlib.h>
#include <string.h>

#include "tournament/pairing/monrad.h"
#include "tournament/pairing/schedule.h"
#include "tests/test.h"

static union schedule_work work;
static struct pairing_pair pairs[PAIRING_ENTRANTS_MAX * 16];
static uint16_t left[PAIRING_ENTRANTS_MAX];
static uint64_t chance;

static unsigned dice(unsigned below)
{
    chance = chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((chance >> 33) % below);
}

static void expect_pair(const struct pairing_pair *pair, unsigned first, unsigned second)
{
    assert_int_equal(pair->first, first);
    assert_int_equal(pair->second, second);
}

static void set(struct pairing_pair *pair, unsigned x, unsigned y)
{
    pair->done = pair->played = true;
    pair->first_points = (uint16_t)x;
    pair->second_points = (uint16_t)y;
}

/* Round 1: 1-2, 4-3, 5 bye. 1, 3 win: 1: 2, 3: 2, 5: 2, 2: 0, 4: 0. Order 1 3 5 2 4.
 * Round 2: the bye to 4; 1-3: 1 sat first, 3 second: 3-1; then 5-2: 2 sat second, 5 never: 2 first.
 */
TEST(five_entrants_are_paired_as_by_hand)
{
    struct pairing_event event = {.entrants = 5, .left = left, .pair = pairs};

    memset(left, 0, sizeof left);
    assert_int_equal(monrad_pair(&event, 1, &work.monrad, pairs), 3);
    expect_pair(&pairs[0], 1, 2);
    expect_pair(&pairs[1], 4, 3);
    expect_pair(&pairs[2], 5, 0);
    set(&pairs[0], 2, 0);
    set(&pairs[1], 0, 2);
    pairs[2].done = true;
    pairs[2].first_points = 2;
    event.pairs = 3;
    assert_int_equal(monrad_pair(&event, 2, &work.monrad, pairs + 3), 3);
    expect_pair(&pairs[3], 3, 1);
    expect_pair(&pairs[4], 2, 5);
    expect_pair(&pairs[5], 4, 0);
}

TEST(who_has_won_without_play_has_no_bye)
{
    struct pairing_event event = {.entrants = 3, .left = left, .pair = pairs};

    memset(left, 0, sizeof left);
    monrad_pair(&event, 1, &work.monrad, pairs); /* 1-2, 3 bye */
    set(&pairs[0], 0, 2);
    pairs[0].played = false; /* 1 stayed away */
    pairs[1].done = true;
    pairs[1].first_points = 2;
    event.pairs = 2;
    assert_int_equal(monrad_pair(&event, 2, &work.monrad, pairs + 2), 2);
    expect_pair(&pairs[3], 1, 0);
}

TEST(nobody_is_left_to_pair_when_all_have_met)
{
    struct pairing_event event = {.entrants = 4, .left = left, .pair = pairs};

    memset(left, 0, sizeof left);
    for (unsigned round = 1; round <= 3; round++) {
        assert_int_equal(monrad_pair(&event, round, &work.monrad, pairs + event.pairs), 2);
        set(&pairs[event.pairs], 2, 0);
        set(&pairs[event.pairs + 1], 2, 0);
        event.pairs += 2;
    }
    assert_int_equal(monrad_pair(&event, 4, &work.monrad, pairs + event.pairs), 0);
    left[0] = left[1] = left[2] = 4;
    assert_int_equal(monrad_pair(&event, 4, &work.monrad, pairs + event.pairs), 0);
}

/* ---- what anybody would find who tries everything ---- */

static bool tried(const struct matching *m, bool *gone, uint16_t *mate)
{
    unsigned a = 0;

    while (a < m->count && gone[a])
        a++;
    if (a == m->count)
        return true;
    for (unsigned b = a + 1; b < m->count; b++)
        if (!gone[b] && !(m->barred[a][b / 64] >> b % 64 & 1)) {
            gone[a] = gone[b] = true;
            mate[a] = (uint16_t)b;
            mate[b] = (uint16_t)a;
            if (tried(m, gone, mate))
                return true;
            gone[a] = gone[b] = false;
        }
    return false;
}

TEST(the_first_matching_is_the_one_that_trying_by_hand_finds)
{
    static struct matching m;
    unsigned found = 0, none = 0;

    chance = 5;
    for (unsigned n = 0; n < 4000; n++) {
        bool gone[12] = {false}, can;
        uint16_t mate[12];
        unsigned count = 2 + 2 * dice(6), density = 20 + dice(70);

        matching_init(&m, count);
        for (unsigned a = 0; a < count; a++)
            for (unsigned b = a + 1; b < count; b++)
                if (dice(100) < density)
                    matching_bar(&m, a, b);
        can = tried(&m, gone, mate);
        assert_int_equal(matching_complete(&m), can);
        found += can;
        none += !can;
        if (!can)
            continue;
        matching_first(&m);
        for (unsigned a = 0; a < count; a++)
            assert_int_equal(m.mate[a], mate[a]);
    }
    assert_true(found > 500 && none > 500);
}

/* ---- any tournament ---- */

static unsigned char met[PAIRING_ENTRANTS_MAX][PAIRING_ENTRANTS_MAX];
static int balance[PAIRING_ENTRANTS_MAX], byes[PAIRING_ENTRANTS_MAX];

static void look_at(const struct pairing_event *event, const struct pairing_pair *pair)
{
    unsigned a = pair->first - 1, b = pair->second ? pair->second - 1U : 0;

    assert_in_range(pair->first, 1, event->entrants);
    assert_true(pairing_plays(event, pair->first, pair->round));
    if (!pair->second) {
        byes[a]++;
        return;
    }
    assert_true(pairing_plays(event, pair->second, pair->round));
    assert_int_not_equal(a, b);
    assert_false(met[a][b]);
    met[a][b] = met[b][a] = 1;
    balance[a]++;
    balance[b]--;
}

static void finish(struct pairing_pair *pair)
{
    static const unsigned char points[][2] = {{2, 0}, {0, 2}, {1, 1}};
    unsigned which = dice(3);

    if (pair->done)
        return;
    set(pair, points[which][0], points[which][1]);
    pair->played = dice(40) > 0; /* some stay away */
    if (!pair->played && dice(4) == 0)
        pair->first_points = pair->second_points = 0; /* both */
}

TEST(in_any_tournament_nobody_meets_twice_and_sides_stay_even)
{
    static const struct schedule_rules rules = {
        .format = SCHEDULE_SWISS, .rounds = 9, .groups = 1, .games = 1};
    unsigned uneven = 0, seats = 0;

    chance = 23;
    for (unsigned n = 0; n < 60; n++) {
        struct pairing_event event = {.entrants = 22 + dice(40), .left = left, .pair = pairs};
        unsigned plays = event.entrants;

        memset(left, 0, sizeof left);
        memset(met, 0, sizeof met);
        memset(balance, 0, sizeof balance);
        memset(byes, 0, sizeof byes);
        for (unsigned round = 1; round <= 9; round++) {
            unsigned count = schedule_pair(&rules, &event, round, &work, pairs + event.pairs);

            assert_int_equal(count, (plays + 1) / 2);
            for (unsigned i = 0; i < count; i++) {
                look_at(&event, &pairs[event.pairs + i]);
                finish(&pairs[event.pairs + i]);
            }
            event.pairs += count;
            if (plays > 10 && dice(3) == 0) { /* one leaves */
                unsigned who = dice(event.entrants);

                plays -= !left[who];
                if (!left[who])
                    left[who] = (uint16_t)(round + 1);
            }
        }
        for (unsigned i = 0; i < event.entrants; i++, seats++) {
            assert_true(byes[i] <= 1);
            uneven += balance[i] > 2 || balance[i] < -2;
        }
    }
    assert_true(uneven * 50 < seats); /* where no other way was left, or games were not played */
}

TEST(a_thousand_are_paired_for_nine_rounds)
{
    static const struct schedule_rules rules = {
        .format = SCHEDULE_SWISS, .rounds = 9, .groups = 1, .games = 1};
    struct pairing_event event = {.entrants = 1001, .left = left, .pair = pairs};

    chance = 1;
    memset(left, 0, sizeof left);
    memset(met, 0, sizeof met);
    for (unsigned round = 1; round <= 9; round++) {
        unsigned count = schedule_pair(&rules, &event, round, &work, pairs + event.pairs);

        assert_int_equal(count, 501);
        for (unsigned i = 0; i < count; i++) {
            look_at(&event, &pairs[event.pairs + i]);
            finish(&pairs[event.pairs + i]);
        }
        event.pairs += count;
    }
}

TESTS(NULL, NULL)
