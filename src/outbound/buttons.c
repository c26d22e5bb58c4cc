/* SPDX-License-Identifier: MIT */
/* Picks the legal orders that a letter shows ready to be sent with one tap. */
#include "outbound/buttons.h"

#include <stdbool.h>

enum { KINDS_MAX = 256 }; /* an order of a later kind gets no button */

/* The kind with the fewest orders that was not taken yet; KINDS_MAX = none is left. */
static unsigned smallest_kind(const unsigned orders[KINDS_MAX], const bool taken[KINDS_MAX])
{
    unsigned smallest = KINDS_MAX;

    for (unsigned kind = 0; kind < KINDS_MAX; kind++)
        if (orders[kind] && !taken[kind] &&
            (smallest == KINDS_MAX || orders[kind] < orders[smallest]))
            smallest = kind;
    return smallest;
}

/* Take the kinds that are marked, then others, the smallest first, while there is room. */
static void take_kinds(const struct order *list, unsigned count, const struct order_kind *kinds,
                       unsigned kind_count, bool taken[KINDS_MAX])
{
    unsigned orders[KINDS_MAX] = {0}, room = BUTTONS_SOME, kind;

    for (unsigned i = 0; i < count; i++)
        if (list[i].kind < KINDS_MAX)
            orders[list[i].kind]++;
    for (kind = 0; kind < kind_count && kind < KINDS_MAX; kind++)
        if (kinds[kind].flags & ORDER_ONE_TAP) {
            taken[kind] = true;
            room -= orders[kind] < room ? orders[kind] : room;
        }
    while ((kind = smallest_kind(orders, taken)) < KINDS_MAX && orders[kind] <= room) {
        taken[kind] = true;
        room -= orders[kind];
    }
}

unsigned buttons_pick(const struct order *list, unsigned count, const struct order_kind *kinds,
                      unsigned kind_count, uint16_t pick[BUTTONS_MOST])
{
    bool taken[KINDS_MAX] = {false};
    unsigned picked = 0;

    if (count > BUTTONS_ALL)
        take_kinds(list, count, kinds, kind_count, taken);
    for (unsigned i = 0; i < count && picked < BUTTONS_MOST; i++)
        if (count <= BUTTONS_ALL || (list[i].kind < KINDS_MAX && taken[list[i].kind]))
            pick[picked++] = (uint16_t)i;
    return picked;
}
