/* SPDX-License-Identifier: MIT */
/* What a tournament costs: pairing 1,000 entrants by Monrad and 200 by the Dutch
 * system, and the table of 10,000 games. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tournament/pairing/schedule.h"
#include "tournament/pairing/standings.h"

enum { ENTRANTS = 1000, ROUNDS = 20, DUTCH_ROUNDS = 9 };

static union schedule_work work;
static struct pairing_pair pairs[ENTRANTS * ROUNDS];
static struct standings_row rows[ENTRANTS];
static uint16_t left[ENTRANTS];

static double now_ms(void)
{
    struct timespec at;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return (double)at.tv_sec * 1e3 + (double)at.tv_nsec / 1e6;
}

static void play(struct pairing_pair *pair)
{
    static unsigned chance = 1;

    chance = chance * 1103515245 + 12345;
    pair->done = true;
    pair->played = pair->second != 0;
    pair->first_points = (uint16_t)(pair->second ? (chance >> 16) % 3 : 2);
    pair->second_points = (uint16_t)(2 - pair->first_points);
}

/* The slowest round of a tournament, ms. */
static double play_all(const struct schedule_rules *rules, struct pairing_event *event)
{
    double worst = 0.0, before;

    for (unsigned round = 1; round <= rules->rounds; round++) {
        unsigned count;

        before = now_ms();
        count = schedule_pair(rules, event, round, &work, pairs + event->pairs);
        worst = now_ms() - before > worst ? now_ms() - before : worst;
        for (unsigned i = 0; i < count; i++)
            play(&pairs[event->pairs++]);
    }
    return worst;
}

int main(void)
{
    static const struct schedule_rules monrad = {
        .format = SCHEDULE_SWISS, .rounds = ROUNDS, .groups = 1, .games = 1};
    static const struct schedule_rules dutch = {
        .format = SCHEDULE_DUTCH, .rounds = DUTCH_ROUNDS, .groups = 1, .games = 1};
    struct pairing_event event = {.entrants = DUTCH_ENTRANTS_MAX, .left = left, .pair = pairs};
    double before;

    printf("pairing a round of %d by the Dutch system, the slowest of %d: %.1f ms\n",
           DUTCH_ENTRANTS_MAX, DUTCH_ROUNDS, play_all(&dutch, &event));
    event = (struct pairing_event){.entrants = ENTRANTS, .left = left, .pair = pairs};
    printf("pairing a round of %d by Monrad, the slowest of %d: %.1f ms\n", ENTRANTS, ROUNDS,
           play_all(&monrad, &event));
    before = now_ms();
    standings_reckon(&event, false, 1, rows);
    printf("standings of %u games: %.1f ms\n", event.pairs, now_ms() - before);
    return 0;
}
