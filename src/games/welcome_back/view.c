/* SPDX-License-Identifier: MIT */
/* Says who may know which card, makes views, and tells the outcome. */
#include "games/welcome_back/view.h"

#include "games/welcome_back/order_text.h"

/* May a seat know the card of a place in a deck laid out once? */
static bool card_is_known(const struct wb_state *state, unsigned round, unsigned place,
                          unsigned seat)
{
    unsigned seen = state->seen[round - 1][place];

    return seat == SEAT_TABLE || state->phase == WB_PHASE_OVER || (seen & WB_SEEN_ALL) ||
           (seen & WB_SEEN_BY) == seat;
}

static bool special_is_known(const struct wb_state *state, unsigned which, unsigned seat)
{
    return seat == SEAT_TABLE || state->phase == WB_PHASE_OVER || which < state->disclosed;
}

void wb_view(const void *rulebook, const void *position, unsigned seat, void *out)
{
    const struct wb_state *state = position;
    struct wb_state *view = out;

    (void)rulebook;
    *view = *state;
    for (unsigned i = 0; i < WB_GAME_SPECIALS; i++)
        if (state->special[i] && !special_is_known(state, i, seat))
            view->special[i] = WB_UNKNOWN;
    for (unsigned place = 0; place < WB_CARDS; place++)
        if (state->card[place] && !card_is_known(state, state->round, place, seat))
            view->card[place] = WB_UNKNOWN;
}

void wb_learn(const void *rulebook, const void *after, unsigned seat, void *out)
{
    const struct wb_state *state = after;
    struct wb_state *view = out;

    (void)rulebook;
    if (view->round != state->round)
        return;
    for (unsigned place = view->taken; place < WB_CARDS; place++)
        if (view->card[place] == WB_UNKNOWN && place < state->taken &&
            card_is_known(state, state->round, place, seat))
            view->card[place] = state->card[place];
}

bool wb_may_know(const void *rulebook, const void *position, const char *name, unsigned seat)
{
    const struct wb_state *state = position;
    unsigned round, number;

    (void)rulebook;
    if (!wb_read_seal_name(name, strlen(name), &round, &number))
        return false;
    if (round == 0)
        return state->special[number - 1] && special_is_known(state, number - 1, seat);
    if (round > state->round || (round == state->round && !state->card[0]))
        return false;
    return card_is_known(state, round, number - 1, seat);
}

void wb_outcome(const void *rulebook, const void *position, struct outcome *outcome)
{
    const struct wb_state *state = position;

    (void)rulebook;
    memset(outcome, 0, sizeof *outcome);
    for (unsigned seat = 1; seat <= state->seats; seat++)
        outcome->score[seat] = state->success[seat];
    if (state->phase != WB_PHASE_OVER)
        return;
    outcome->over = GAME_WON;
    outcome->winner = state->winner;
    outcome->reason =
        state->success[state->winner] == WB_SUCCESSES_TO_WIN ? "two-successes" : "last-left";
}
