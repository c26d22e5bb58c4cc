/* SPDX-License-Identifier: MIT */
/* The order of a ladder, and how challenges and idle terms change it. */
#include "tournament/pairing/ladder.h"

unsigned ladder_place(const struct ladder *ladder, unsigned entrant)
{
    for (unsigned i = 0; i < ladder->count; i++)
        if (ladder->rung[i] == entrant)
            return i + 1;
    return 0;
}

void ladder_join(struct ladder *ladder, unsigned entrant)
{
    if (ladder->count < PAIRING_ENTRANTS_MAX && !ladder_place(ladder, entrant))
        ladder->rung[ladder->count++] = (uint16_t)entrant;
}

void ladder_leave(struct ladder *ladder, unsigned entrant)
{
    unsigned place = ladder_place(ladder, entrant);

    if (!place)
        return;
    ladder->count--;
    for (unsigned i = place - 1; i < ladder->count; i++)
        ladder->rung[i] = ladder->rung[i + 1];
}

bool ladder_may_challenge(const struct ladder *ladder, unsigned reach, unsigned challenger,
                          unsigned challenged)
{
    unsigned from = ladder_place(ladder, challenger), to = ladder_place(ladder, challenged);

    return from && to && to < from && from - to <= reach;
}

void ladder_won(struct ladder *ladder, unsigned challenger, unsigned challenged)
{
    unsigned from = ladder_place(ladder, challenger), to = ladder_place(ladder, challenged);

    if (!from || !to || from < to)
        return;
    for (unsigned i = from - 1; i > to - 1; i--)
        ladder->rung[i] = ladder->rung[i - 1];
    ladder->rung[to - 1] = (uint16_t)challenger;
}

void ladder_sink(struct ladder *ladder, const bool *dormant)
{
    for (unsigned i = ladder->count; i-- > 1;)
        if (dormant[ladder->rung[i - 1] - 1] && !dormant[ladder->rung[i] - 1]) {
            uint16_t sinks = ladder->rung[i - 1];

            ladder->rung[i - 1] = ladder->rung[i];
            ladder->rung[i] = sinks;
        }
}
