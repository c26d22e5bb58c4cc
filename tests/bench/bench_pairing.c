/* SPDX-License-Identifier: MIT */
/* What a tournament costs: pairing 1,000 entrants by Monrad, and the table of 10,000 games. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "pairing/schedule.h"
#include "pairing/standings.h"

enum { ENTRANTS = 1000, ROUNDS = 20 };

static struct monrad_work work;
static struct pairing_pair pairs[ENTRANTS * ROUNDS];
static struct standings_row rows[ENTRANTS];
static uint16_t left[ENTRANTS];

static double now_ms(void)
{
    struct timespec at;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return (double)at.tv_sec * 1e3 + (double)at.tv_nsec / 1e6;
}

int main(void)
{
    static const struct schedule_rules rules = {
        .format = SCHEDULE_SWISS, .rounds = ROUNDS, .groups = 1, .games = 1};
    struct pairing_event event = {.entrants = ENTRANTS, .left = left, .pair = pairs};
    double worst = 0.0, before;
    unsigned chance = 1;

    for (unsigned round = 1; round <= ROUNDS; round++) {
        unsigned count;

        before = now_ms();
        count = schedule_pair(&rules, &event, round, &work, pairs + event.pairs);
        worst = now_ms() - before > worst ? now_ms() - before : worst;
        for (unsigned i = 0; i < count; i++) {
            struct pairing_pair *pair = &pairs[event.pairs + i];

            chance = chance * 1103515245 + 12345;
            pair->done = pair->played = true;
            pair->first_points = (uint16_t)((chance >> 16) % 3);
            pair->second_points = (uint16_t)(2 - pair->first_points);
        }
        event.pairs += count;
    }
    before = now_ms();
    standings_reckon(&event, false, 1, rows);
    printf("pairing a round of %d by Monrad, the slowest of %d: %.1f ms\n", ENTRANTS, ROUNDS,
           worst);
    printf("standings of %u games: %.1f ms\n", event.pairs, now_ms() - before);
    return 0;
}
