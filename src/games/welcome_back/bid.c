/* SPDX-License-Identifier: MIT */
/* Bidding: BID clauses, WB-VARIANT-01, WB-TIMER-18. */
#include "games/welcome_back/flow.h"

static unsigned away(const struct wb_state *state)
{
    return state->passed | state->out;
}

/* The player in turn is asked, or passes at once because the deck is empty (WB-BID-09). */
static void ask(struct wb_run *run)
{
    if (run->state->taken == WB_CARDS)
        wb_bid_pass(run, true);
    else
        wb_wait(run, WB_PHASE_BID);
}

void wb_bid_begin(struct wb_run *run)
{
    struct wb_state *state = run->state;

    state->turn = state->starter;
    if (state->first_turn == WB_FIRST_TURN_MUST_ADD)
        wb_bid_draw(run, true);
    else
        ask(run);
}

void wb_bid_next(struct wb_run *run)
{
    struct wb_state *state = run->state;
    unsigned left = wb_seats_without(state, away(state));

    if (left == 0) {
        /* The last bidder resigned with a card in hand: he was the raider already. */
        state->raider = state->turn;
        wb_raid_deserted(run);
        return;
    }
    if (left == 1) {
        state->raider = (uint8_t)wb_only_seat(state, away(state));
        wb_raid_begin(run);
        return;
    }
    state->turn = (uint8_t)wb_next_seat(state, state->turn, away(state));
    ask(run);
}

/* A forced draw is the author's variant, whose card must be added. */
void wb_bid_draw(struct wb_run *run, bool forced)
{
    struct wb_state *state = run->state;
    unsigned place = state->taken++;
    struct event *event;

    state->hand = (uint8_t)(place + 1);
    state->seen[state->round - 1][place] = state->turn;
    event = wb_tell_seat(run, forced ? WB_EVENT_DREW_FORCED : WB_EVENT_DREW, state->turn);
    wb_arg_number(wb_arg_card(event, state->card[place]), WB_CARDS - state->taken);
    if (forced || !state->in_play)
        wb_bid_add(run, true);
    else
        wb_wait(run, WB_PHASE_PLACE);
}

void wb_bid_add(struct wb_run *run, bool forced)
{
    struct wb_state *state = run->state;
    unsigned place = state->hand - 1u;
    struct event *event;

    state->pile[state->pile_count++] = (uint8_t)place;
    state->hand = 0;
    event = wb_tell_seat(run, forced ? WB_EVENT_ADDED_FORCED : WB_EVENT_ADDED, state->turn);
    wb_arg_number(wb_arg_card(event, state->card[place]), state->pile_count);
    wb_bid_next(run);
}

void wb_bid_aside(struct wb_run *run, unsigned index)
{
    struct wb_state *state = run->state;
    struct wb_aside *aside = &state->aside[state->aside_count++];
    struct event *event = wb_tell_seat(run, WB_EVENT_SET_ASIDE, state->turn);

    aside->place = (uint8_t)(state->hand - 1u);
    aside->seat = state->turn;
    aside->tile = (uint8_t)index;
    state->in_play = (uint8_t)(state->in_play & ~(1u << index));
    state->hand = 0;
    wb_arg_tile(run, wb_arg_card(event, state->card[aside->place]), index);
    wb_bid_next(run);
}

void wb_bid_pass(struct wb_run *run, bool forced)
{
    struct wb_state *state = run->state;

    state->passed |= wb_bit(state->turn);
    wb_tell_seat(run, forced ? WB_EVENT_PASSED_FORCED : WB_EVENT_PASSED, state->turn);
    wb_bid_next(run);
}
