/* SPDX-License-Identifier: MIT */
/* Pairs a round by Monrad's system. */
#include "tournament/pairing/monrad.h"

#include <string.h>

static void sat(struct monrad_work *work, unsigned entrant, bool first)
{
    work->balance[entrant - 1] = (int16_t)(work->balance[entrant - 1] + (first ? 1 : -1));
    work->seats[entrant - 1] = work->seats[entrant - 1] << 1 | (first ? 1 : 0);
    if (work->games[entrant - 1] < 64)
        work->games[entrant - 1]++;
}

static void read_pair(struct monrad_work *work, const struct pairing_pair *pair)
{
    work->points[pair->first - 1] += pair->first_points;
    if (!pair->played && pair->first_points)
        work->byes[pair->first - 1]++;
    if (!pair->second)
        return;
    work->points[pair->second - 1] += pair->second_points;
    if (!pair->played && pair->second_points)
        work->byes[pair->second - 1]++;
    if (pair->played) {
        sat(work, pair->first, true);
        sat(work, pair->second, false);
    }
}

static bool stands_before(const struct monrad_work *work, unsigned a, unsigned b)
{
    uint32_t x = work->points[a - 1], y = work->points[b - 1];

    return x != y ? x > y : a < b;
}

static void put_in_order(const struct pairing_event *event, unsigned round,
                         struct monrad_work *work)
{
    for (unsigned entrant = 1; entrant <= event->entrants; entrant++) {
        unsigned at = work->count;

        if (!pairing_plays(event, entrant, round))
            continue;
        for (; at && stands_before(work, entrant, work->order[at - 1]); at--)
            work->order[at] = work->order[at - 1];
        work->order[at] = (uint16_t)entrant;
        work->count++;
    }
    memset(work->place, 0xff, sizeof work->place);
    for (unsigned at = 0; at < work->count; at++)
        work->place[work->order[at] - 1] = (uint16_t)at;
}

/* 1: he must sit first, -1: second, 0: either. */
static int must_sit(const struct monrad_work *work, unsigned entrant)
{
    int balance = work->balance[entrant - 1];
    uint64_t last_two = work->seats[entrant - 1] & 3;

    if (balance >= 2 || balance <= -2)
        return balance > 0 ? -1 : 1;
    if (work->games[entrant - 1] < 2 || last_two == 1 || last_two == 2)
        return 0;
    return last_two ? -1 : 1;
}

static void bar_met(const struct pairing_event *event, struct monrad_work *work)
{
    for (unsigned i = 0; i < event->pairs; i++) {
        const struct pairing_pair *pair = &event->pair[i];
        unsigned a = work->place[pair->first - 1];
        unsigned b = pair->second ? work->place[pair->second - 1] : MATCHING_NONE;

        if (a != MATCHING_NONE && b != MATCHING_NONE)
            matching_bar(&work->matching, a, b);
    }
}

static void bar_same_seat(struct monrad_work *work)
{
    for (unsigned a = 0; a < work->count; a++) {
        int must = must_sit(work, work->order[a]);

        for (unsigned b = a + 1; b < work->count && must; b++)
            if (must_sit(work, work->order[b]) == must)
                matching_bar(&work->matching, a, b);
    }
}

/* Choose who has the bye, from the last upwards, among those who had `had` of them. */
static bool complete_with_bye(struct monrad_work *work, unsigned had)
{
    for (unsigned at = work->count; at-- > 0;) {
        if (work->byes[work->order[at] - 1] != had)
            continue;
        work->matching.gone[at] = true;
        if (matching_complete(&work->matching))
            return true;
        work->matching.gone[at] = false;
    }
    return false;
}

static bool complete(struct monrad_work *work)
{
    unsigned most = 0;

    if (work->count % 2 == 0)
        return matching_complete(&work->matching);
    for (unsigned at = 0; at < work->count; at++)
        if (work->byes[work->order[at] - 1] > most)
            most = work->byes[work->order[at] - 1];
    for (unsigned had = 0; had <= most; had++)
        if (complete_with_bye(work, had))
            return true;
    return false;
}

static bool find_pairs(const struct pairing_event *event, struct monrad_work *work)
{
    for (int heed_seats = 1; heed_seats >= 0; heed_seats--) {
        matching_init(&work->matching, work->count);
        bar_met(event, work);
        if (heed_seats)
            bar_same_seat(work);
        if (complete(work)) {
            matching_first(&work->matching);
            return true;
        }
    }
    return false;
}

/* Does a, who stands higher, sit first? */
static bool sits_first(const struct monrad_work *work, unsigned a, unsigned b, unsigned board)
{
    int must_a = must_sit(work, a), must_b = must_sit(work, b);
    int balance_a = work->balance[a - 1], balance_b = work->balance[b - 1];
    unsigned games =
        work->games[a - 1] < work->games[b - 1] ? work->games[a - 1] : work->games[b - 1];

    if (must_a != must_b && (!must_a || !must_b))
        return must_a ? must_a > 0 : must_b < 0;
    if (balance_a != balance_b)
        return balance_a < balance_b;
    for (unsigned back = 0; back < games; back++) {
        bool first_a = work->seats[a - 1] >> back & 1, first_b = work->seats[b - 1] >> back & 1;

        if (first_a != first_b)
            return !first_a;
    }
    return board % 2 == 1;
}

static unsigned write_pairs(const struct monrad_work *work, unsigned round,
                            struct pairing_pair *pair)
{
    unsigned count = 0;

    for (unsigned at = 0; at < work->count; at++) {
        unsigned mate = work->matching.mate[at], a = work->order[at], b;

        if (mate == MATCHING_NONE || mate < at)
            continue;
        b = work->order[mate];
        count++;
        pair[count - 1] = (struct pairing_pair){.round = (uint16_t)round, .group = 1};
        if (!sits_first(work, a, b, count)) {
            unsigned other = a;

            a = b;
            b = other;
        }
        pair[count - 1].first = (uint16_t)a;
        pair[count - 1].second = (uint16_t)b;
    }
    for (unsigned at = 0; at < work->count; at++)
        if (work->matching.mate[at] == MATCHING_NONE)
            pair[count++] = (struct pairing_pair){
                .round = (uint16_t)round, .group = 1, .first = work->order[at]};
    return count;
}

unsigned monrad_pair(const struct pairing_event *event, unsigned round, struct monrad_work *work,
                     struct pairing_pair *pair)
{
    memset(work, 0, sizeof *work);
    for (unsigned i = 0; i < event->pairs; i++)
        read_pair(work, &event->pair[i]);
    put_in_order(event, round, work);
    if (work->count < 2 || !find_pairs(event, work))
        return 0;
    return write_pairs(work, round, pair);
}
