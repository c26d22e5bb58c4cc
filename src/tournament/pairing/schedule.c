/* SPDX-License-Identifier: MIT */
/* Pairs the next round of any format, by that format's own file. */
#include "tournament/pairing/schedule.h"

#include <string.h>

#include "tournament/pairing/berger.h"
#include "tournament/pairing/finals.h"
#include "tournament/pairing/knockout.h"

static const char *const words[SCHEDULE_FORMATS] = {[SCHEDULE_ROBIN] = "robin",
                                                    [SCHEDULE_SWISS] = "swiss",
                                                    [SCHEDULE_DUTCH] = "dutch",
                                                    [SCHEDULE_KNOCKOUT] = "knockout",
                                                    [SCHEDULE_LADDER] = "ladder"};

const char *schedule_word(enum schedule_format format)
{
    return words[format];
}

bool schedule_read(const char *word, enum schedule_format *format)
{
    for (unsigned i = 0; i < SCHEDULE_FORMATS; i++)
        if (!strcmp(words[i], word)) {
            *format = (enum schedule_format)i;
            return true;
        }
    return false;
}

/* How many rounds for a Swiss tournament that finds a winner, and never more than meet without a
 * second time. */
static unsigned schedule_swiss_rounds(unsigned entrants)
{
    unsigned rounds = knockout_rounds(entrants) + 2, most = entrants > 1 ? entrants - 1 : 1;

    return rounds < most ? rounds : most;
}

unsigned schedule_rounds(const struct schedule_rules *rules, unsigned entrants)
{
    switch (rules->format) {
    case SCHEDULE_ROBIN:
        return finals_rounds_before(entrants, rules->groups) +
               berger_rounds(rules->best * rules->groups);
    case SCHEDULE_SWISS:
    case SCHEDULE_DUTCH:
        return rules->rounds ? rules->rounds : schedule_swiss_rounds(entrants);
    case SCHEDULE_KNOCKOUT:
        return knockout_rounds(entrants);
    case SCHEDULE_LADDER:
    case SCHEDULE_FORMATS:
        break;
    }
    return 0;
}

static unsigned pair_group(const struct schedule_rules *rules, unsigned entrants, unsigned group,
                           unsigned round, struct pairing_pair *pair)
{
    unsigned size = berger_group_size(entrants, rules->groups, group);
    unsigned count = 0;

    for (unsigned board = 1; round <= berger_rounds(size) && board <= (size + 1) / 2; board++) {
        uint16_t first, second;

        berger_board(size, round, board, &first, &second);
        pair[count++] = (struct pairing_pair){
            .round = (uint16_t)round,
            .group = (uint16_t)group,
            .first = (uint16_t)berger_group_member(rules->groups, group, first),
            .second = (uint16_t)(second ? berger_group_member(rules->groups, group, second) : 0)};
    }
    return count;
}

static unsigned pair_robin(const struct schedule_rules *rules, unsigned entrants, unsigned round,
                           struct pairing_pair *pair)
{
    unsigned count = 0;

    for (unsigned group = 1; group <= rules->groups; group++)
        count += pair_group(rules, entrants, group, round, pair + count);
    return count;
}

/* Where FIDE's rules know no pairing any more, which they leave to the arbiter, Monrad's may. */
static unsigned pair_dutch(const struct schedule_rules *rules, const struct pairing_event *event,
                           unsigned round, union schedule_work *work, struct pairing_pair *pair)
{
    bool last = round == schedule_rounds(rules, event->entrants);
    unsigned count = dutch_pair(event, round, last, 2 * rules->games, &work->dutch, pair);

    return count ? count : monrad_pair(event, round, &work->monrad, pair);
}

/* What is decided without a game: a bye, or somebody who has left. */
static void decide(const struct schedule_rules *rules, const struct pairing_event *event,
                   struct pairing_pair *pair)
{
    uint16_t all = (uint16_t)(2 * rules->games);
    bool first = pair->first && pairing_plays(event, pair->first, pair->round);
    bool second = pair->second && pairing_plays(event, pair->second, pair->round);

    if (first && second)
        return;
    pair->done = true;
    if (first && (pair->second || rules->format != SCHEDULE_ROBIN))
        pair->first_points = all;
    if (second)
        pair->second_points = all;
}

unsigned schedule_pair(const struct schedule_rules *rules, const struct pairing_event *event,
                       unsigned round, union schedule_work *work, struct pairing_pair *pair)
{
    unsigned count = 0;

    if (round > schedule_rounds(rules, event->entrants))
        return 0;
    switch (rules->format) {
    case SCHEDULE_ROBIN:
        if (round > finals_rounds_before(event->entrants, rules->groups))
            count = finals_pair(event, rules->groups, rules->best, round, work->row, pair);
        else
            count = pair_robin(rules, event->entrants, round, pair);
        break;
    case SCHEDULE_SWISS:
        count = monrad_pair(event, round, &work->monrad, pair);
        break;
    case SCHEDULE_DUTCH:
        count = pair_dutch(rules, event, round, work, pair);
        break;
    case SCHEDULE_KNOCKOUT:
        count = knockout_pair(event, round, rules->third, pair);
        break;
    case SCHEDULE_LADDER:
    case SCHEDULE_FORMATS:
        break;
    }
    for (unsigned i = 0; i < count; i++)
        decide(rules, event, &pair[i]);
    return count;
}
