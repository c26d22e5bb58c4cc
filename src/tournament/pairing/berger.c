/* SPDX-License-Identifier: MIT */
/* Who meets whom in a round robin, by Berger's tables. */
#include "tournament/pairing/berger.h"

unsigned berger_rounds(unsigned entrants)
{
    return entrants < 2 ? 0 : entrants + entrants % 2 - 1;
}

/* The tables turn a circle of all but the last: in each round the last one meets who is half a
 * circle on, and his neighbours on both sides meet each other. */
void berger_board(unsigned entrants, unsigned round, unsigned board, uint16_t *first,
                  uint16_t *second)
{
    unsigned even = entrants + entrants % 2, circle = even - 1;
    unsigned pivot = (round - 1) * (even / 2) % circle, step = board - 1;
    unsigned a = (pivot + step) % circle + 1, b = (pivot + circle - step) % circle + 1;

    if (board == 1)
        b = even;
    if (board == 1 && round % 2 == 0) {
        b = a;
        a = even;
    }
    if (a > entrants) { /* the missing one */
        a = b;
        b = even;
    }
    *first = (uint16_t)a;
    *second = (uint16_t)(b > entrants ? 0 : b);
}

unsigned berger_group(unsigned groups, unsigned entrant)
{
    unsigned row = (entrant - 1) / groups, column = (entrant - 1) % groups;

    return row % 2 ? groups - column : column + 1;
}

unsigned berger_group_member(unsigned groups, unsigned group, unsigned place)
{
    unsigned column = place % 2 ? group - 1 : groups - group;

    return (place - 1) * groups + column + 1;
}

unsigned berger_group_size(unsigned entrants, unsigned groups, unsigned group)
{
    unsigned full = entrants / groups;

    return full + (berger_group_member(groups, group, full + 1) <= entrants);
}
