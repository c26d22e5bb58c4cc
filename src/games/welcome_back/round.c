/* SPDX-License-Identifier: MIT */
/* Setup draws, rounds, success and failure, the end: SETUP, ROUND, END and WB-TIMER-17. */

#include "games/welcome_back/flow.h"

void wb_hero_drawn(struct wb_run *run, unsigned hero)
{
    run->state->hero = (uint8_t)hero;
    event_arg(wb_tell(run, WB_EVENT_HERO_DRAWN), ARG_TERM, (int)(WB_TERM_HERO + hero));
    wb_wait(run, WB_PHASE_SPECIALS);
}

/* Chooser and starter of the next round: this seat, or the next clockwise that is still in. */
static unsigned still_in(const struct wb_state *state, unsigned seat)
{
    return wb_has(state->out, seat) ? wb_next_seat(state, seat, state->out) : seat;
}

void wb_starter_drawn(struct wb_run *run, unsigned seat)
{
    struct wb_state *state = run->state;

    state->starter = (uint8_t)still_in(state, seat);
    wb_tell_seat(run, WB_EVENT_STARTER_DRAWN, state->starter);
    wb_wait(run, WB_PHASE_DECK);
}

void wb_hero_chosen(struct wb_run *run, unsigned hero)
{
    struct wb_state *state = run->state;
    struct event *event = wb_tell_seat(run, WB_EVENT_HERO_CHOSEN, state->turn);

    state->hero = (uint8_t)hero;
    event_arg(event, ARG_TERM, (int)(WB_TERM_HERO + hero));
    wb_wait(run, WB_PHASE_DECK);
}

void wb_deck_laid(struct wb_run *run, const int16_t card[WB_CARDS])
{
    struct wb_state *state = run->state;
    struct event *event = wb_arg_number(wb_tell(run, WB_EVENT_ROUND_BEGINS), state->round);

    for (unsigned place = 0; place < WB_CARDS; place++)
        state->card[place] = card[place] == ORDER_UNKNOWN ? WB_UNKNOWN : (uint8_t)card[place];
    state->in_play = WB_ALL_TILES;
    event_arg(event, ARG_TERM, (int)(WB_TERM_HERO + state->hero));
    event_arg(event, ARG_SEAT, state->starter);
    wb_bid_begin(run);
}

/* WB-ROUND-05: nothing of a round goes on but who has won and lost, and what was seen. */
static void clear_round(struct wb_state *state)
{
    memset(state->card, 0, sizeof state->card);
    memset(state->pile, 0, sizeof state->pile);
    memset(state->aside, 0, sizeof state->aside);
    memset(state->swapped, 0, sizeof state->swapped);
    memset(state->named, 0, sizeof state->named);
    state->passed = state->taken = state->pile_count = state->revealed = state->hand = 0;
    state->aside_count = state->aside_opened = state->swapped_count = 0;
    state->in_play = state->raider = state->turn = 0;
}

static void clear_raid(struct wb_state *state)
{
    state->running = state->asked = state->picked = state->skips = 0;
    state->reduction = state->next_reduction = 0;
    state->strength = 0;
    state->identity = 0;
    state->hp_before = 0;
    state->hp = 0;
    state->turn = 0;
}

/* WB-ROUND-02, -04: the raider chooses and starts, or the next who is still in. */
static void next_round(struct wb_run *run)
{
    struct wb_state *state = run->state;
    unsigned chooser = still_in(state, state->raider);

    clear_round(state);
    state->round++;
    state->starter = state->turn = (uint8_t)chooser;
    wb_wait(run, WB_PHASE_HERO);
}

/* WB-INFO-05, then WB-INFO-07 when the game is decided. */
static void review(struct wb_run *run)
{
    struct wb_state *state = run->state;

    if (state->aside_opened < state->aside_count)
        wb_wait(run, WB_PHASE_REVIEW);
    else if (!state->winner)
        next_round(run);
    else if (state->special[0] && state->disclosed < WB_GAME_SPECIALS)
        wb_wait(run, WB_PHASE_DISCLOSE);
    else
        wb_wait(run, WB_PHASE_OVER);
}

static void win(struct wb_run *run, unsigned seat)
{
    run->state->winner = (uint8_t)seat;
    wb_tell_seat(run, WB_EVENT_GAME_WON, seat);
}

static void succeed(struct wb_run *run)
{
    struct wb_state *state = run->state;
    struct event *event = wb_tell_seat(run, WB_EVENT_RAID_WON, state->raider);

    wb_arg_number(event, state->hp);
    state->success[state->raider]++;
    event = wb_tell_seat(run, WB_EVENT_SUCCESS_CARD, state->raider);
    wb_arg_number(event, state->success[state->raider]);
    if (state->success[state->raider] == WB_SUCCESSES_TO_WIN)
        win(run, state->raider);
}

static void eliminate(struct wb_run *run, unsigned seat)
{
    struct wb_state *state = run->state;
    unsigned last;

    state->out |= wb_bit(seat);
    wb_tell_seat(run, WB_EVENT_ELIMINATED, seat);
    last = wb_only_seat(state, state->out);
    if (last)
        win(run, last); /* WB-END-04 */
}

static void fail(struct wb_run *run)
{
    struct wb_state *state = run->state;

    wb_tell_seat(run, WB_EVENT_RAID_LOST, state->raider);
    if (wb_has(state->red, state->raider)) {
        eliminate(run, state->raider);
    } else {
        state->red |= wb_bit(state->raider);
        wb_tell_seat(run, WB_EVENT_HELP_RED, state->raider);
    }
}

void wb_raid_over(struct wb_run *run, bool won)
{
    if (won)
        succeed(run);
    else
        fail(run);
    clear_raid(run->state);
    review(run);
}

void wb_reviewed(struct wb_run *run)
{
    struct wb_state *state = run->state;
    const struct wb_aside *aside = &state->aside[state->aside_opened++];
    struct event *event = wb_tell_seat(run, WB_EVENT_ASIDE_SHOWN, aside->seat);

    wb_show_card(run, aside->place);
    wb_arg_tile(run, wb_arg_card(event, state->card[aside->place]), aside->tile);
    review(run);
}

void wb_disclosed(struct wb_run *run)
{
    struct wb_state *state = run->state;

    wb_arg_card(wb_tell(run, WB_EVENT_SPECIAL_SHOWN), state->special[state->disclosed]);
    state->disclosed++;
    review(run);
}

/* Resigning, WB-TIMER-17. */

void wb_raid_deserted(struct wb_run *run)
{
    wb_tell_seat(run, WB_EVENT_RAID_LOST, run->state->raider);
    clear_raid(run->state);
    review(run);
}

static void leave_bidding(struct wb_run *run, unsigned seat)
{
    struct wb_state *state = run->state;

    if (state->turn == seat) {
        if (state->phase == WB_PHASE_PLACE)
            wb_bid_add(run, true);
        else
            wb_bid_next(run);
    } else if (state->phase == WB_PHASE_BID && wb_only_seat(state, state->passed | state->out)) {
        wb_bid_next(run);
    }
}

static void leave_raid(struct wb_run *run, unsigned seat)
{
    struct wb_state *state = run->state;

    if (seat == state->raider) {
        wb_raid_deserted(run);
    } else if (state->phase == WB_PHASE_NAME && state->turn == seat) {
        wb_raid_named(run, wb_tile(run->book, state, state->asked)->named_default);
    }
}

static void break_off(struct wb_run *run)
{
    struct wb_state *state = run->state;

    if (wb_raid_runs(state))
        wb_tell_seat(run, WB_EVENT_RAID_BROKEN, state->raider);
    clear_raid(state);
    if (state->phase != WB_PHASE_REVIEW)
        review(run);
}

void wb_resign(struct wb_run *run, unsigned seat)
{
    struct wb_state *state = run->state;

    wb_tell_seat(run, WB_EVENT_RESIGNED, seat);
    state->resigned |= wb_bit(seat);
    eliminate(run, seat);
    if (state->winner) {
        break_off(run);
    } else if (state->phase == WB_PHASE_BID || state->phase == WB_PHASE_PLACE) {
        leave_bidding(run, seat);
    } else if (wb_raid_runs(state)) {
        leave_raid(run, seat);
    } else if (state->starter == seat &&
               (state->phase == WB_PHASE_HERO || state->phase == WB_PHASE_DECK)) {
        state->starter = (uint8_t)wb_next_seat(state, seat, state->out);
        if (state->phase == WB_PHASE_HERO) {
            state->turn = state->starter;
            wb_wait(run, WB_PHASE_HERO);
        }
    }
}
