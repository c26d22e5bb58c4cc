/* SPDX-License-Identifier: MIT */
/* Pairs and ranks a final between the best of groups. */
#include "tournament/pairing/finals.h"

#include <string.h>

#include "tournament/pairing/berger.h"

unsigned finals_rounds_before(unsigned entrants, unsigned groups)
{
    return berger_rounds((entrants + groups - 1) / groups);
}

static unsigned pairs_before(const struct pairing_event *event, unsigned rounds)
{
    unsigned count = 0;

    while (count < event->pairs && event->pair[count].round <= rounds)
        count++;
    return count;
}

/* The table of the groups: who left later had not left then. */
static void reckon_groups(const struct pairing_event *event, unsigned groups,
                          struct standings_row *row)
{
    unsigned rounds = finals_rounds_before(event->entrants, groups);
    uint16_t left[PAIRING_ENTRANTS_MAX];
    const struct pairing_event before = {event->entrants, left, event->pair,
                                         pairs_before(event, rounds)};

    for (unsigned i = 0; i < event->entrants; i++)
        left[i] = event->left[i] > rounds + 1 ? 0 : event->left[i];
    standings_reckon(&before, true, groups, row);
}

/* The best of each group that are there, winners first. Returns how many. */
static unsigned choose(const struct pairing_event *event, unsigned groups, unsigned most,
                       unsigned round, struct standings_row *row, uint16_t *finalist)
{
    unsigned count = 0;

    reckon_groups(event, groups, row);
    for (unsigned rank = 1; rank <= most; rank++)
        for (unsigned group = 1; group <= groups; group++)
            for (unsigned i = 0, at = 0; i < event->entrants; i++) {
                if (row[i].group != group || !pairing_plays(event, row[i].entrant, round) ||
                    ++at != rank)
                    continue;
                finalist[count++] = row[i].entrant;
                break;
            }
    return count;
}

/* Who plays the final, as its first round tells: whoever came or left since. */
static unsigned recall(const struct pairing_event *event, unsigned first_round, uint16_t *finalist)
{
    const struct pairing_pair *pair = event->pair + pairs_before(event, first_round - 1);
    unsigned boards = pairs_before(event, first_round) - pairs_before(event, first_round - 1);
    unsigned count = 2 * boards;

    for (unsigned i = 0; i < boards; i++)
        count -= pair[i].second == 0;
    for (unsigned board = 1; board <= boards; board++) {
        uint16_t first, second;

        berger_board(count, 1, board, &first, &second);
        finalist[first - 1] = pair[board - 1].first;
        if (second)
            finalist[second - 1] = pair[board - 1].second;
    }
    return count;
}

unsigned finals_pair(const struct pairing_event *event, unsigned groups, unsigned most,
                     unsigned round, struct standings_row *row, struct pairing_pair *pair)
{
    unsigned before = finals_rounds_before(event->entrants, groups);
    uint16_t finalist[PAIRING_ENTRANTS_MAX];
    unsigned count = round == before + 1 ? choose(event, groups, most, round, row, finalist)
                                         : recall(event, before + 1, finalist);

    if (count < 2 || round - before > berger_rounds(count))
        return 0;
    for (unsigned board = 1; board <= (count + 1) / 2; board++) {
        uint16_t first, second;

        berger_board(count, round - before, board, &first, &second);
        pair[board - 1] = (struct pairing_pair){.round = (uint16_t)round,
                                                .group = (uint16_t)(groups + 1),
                                                .first = finalist[first - 1],
                                                .second = second ? finalist[second - 1] : 0};
    }
    return (count + 1) / 2;
}

/* Rows of the others move to the end, in their order. */
static void move_back(const uint16_t *group, unsigned entrants, struct standings_row *row)
{
    unsigned to = entrants;

    for (unsigned i = entrants; i-- > 0;)
        if (group[row[i].entrant - 1] != 1)
            row[--to] = row[i];
}

void finals_standings(const struct pairing_event *event, unsigned groups, struct standings_row *row)
{
    unsigned rounds = finals_rounds_before(event->entrants, groups), count;
    unsigned before = pairs_before(event, rounds);
    const struct pairing_event final = {event->entrants, event->left, event->pair + before,
                                        event->pairs - before};
    uint16_t finalist[PAIRING_ENTRANTS_MAX], group[PAIRING_ENTRANTS_MAX];
    struct standings_row own[PAIRING_ENTRANTS_MAX];

    reckon_groups(event, groups, row);
    if (!final.pairs)
        return;
    count = recall(event, rounds + 1, finalist);
    for (unsigned i = 0; i < event->entrants; i++)
        group[i] = 2;
    for (unsigned i = 0; i < count; i++)
        group[finalist[i] - 1] = 1;
    standings_reckon_groups(&final, true, group, own);
    move_back(group, event->entrants, row);
    memcpy(row, own, count * sizeof *row);
    for (unsigned i = 0; i < count; i++)
        row[i].group = 0;
}
