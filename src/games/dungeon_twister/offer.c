/* SPDX-License-Identifier: MIT */
/* Decides whether the practice opponent offers a draw, accepts one, or resigns. */
#include "games/dungeon_twister/offer.h"

#include "games/dungeon_twister/keys.h"
#include "games/dungeon_twister/state.h"

enum {
    LONG = 12,       /* turns for each point of the target; most games are over in four */
    VERY_LONG = 20,  /* by now who is far behind gives up */
    EVEN = 300,      /* thousandths of a point: who is not ahead by more is content with a draw */
    FAR = 1000,      /* by now who is behind by less does not give up, nor the other hold out */
    EVERY_TURNS = 20 /* a refused offer is made again */
};

/* What is said of an offer that stands; DT_ORDERS: nothing. */
static unsigned answer(bool is_own, bool content)
{
    if (!content)
        return DT_ORDER_NO_DRAW;
    return is_own ? DT_ORDERS : DT_ORDER_DRAW;
}

/* Each side has one turn in so many. */
static bool is_time_to_offer(const struct dt_state *state, unsigned seat)
{
    return seat - 1 == state->active && state->turn % EVERY_TURNS < DT_SIDES;
}

bool dt_offer(const void *rulebook, const void *view, unsigned seat, int32_t value,
              struct order *order)
{
    const struct dt_state *state = view;
    unsigned length = state->turn / (state->agreed.target ? state->agreed.target : 1);
    bool content = length >= LONG && value <= (length >= VERY_LONG ? FAR + EVEN : EVEN);
    unsigned kind = DT_ORDERS;

    (void)rulebook;
    if (state->offers)
        kind = answer(state->offers >> (seat - 1) & 1, content);
    else if (length >= VERY_LONG && value < -FAR)
        kind = DT_ORDER_RESIGN;
    else if (content && is_time_to_offer(state, seat))
        kind = DT_ORDER_DRAW;
    *order = (struct order){.kind = (uint16_t)kind, .seat = (uint8_t)seat};
    return kind != DT_ORDERS;
}
