/* SPDX-License-Identifier: MIT */
/* Carries orders out, and is the only place where a position changes. The chapters of the rules
 * behind it are in bid.c, round.c and raid.c. */
#include "games/welcome_back/apply.h"

#include "games/welcome_back/check.h"
#include "games/welcome_back/flow.h"

static void lay_specials(struct wb_run *run, const struct order *order)
{
    for (unsigned i = 0; i < WB_GAME_SPECIALS; i++) {
        int card = order->arg[i];

        run->state->special[i] = card == ORDER_UNKNOWN ? WB_UNKNOWN : (uint8_t)card;
    }
    wb_arg_number(wb_tell(run, WB_EVENT_SPECIALS_DRAWN), WB_GAME_SPECIALS);
    wb_wait(run, WB_PHASE_STARTER);
}

static void open_card(struct wb_run *run, const struct order *order)
{
    struct wb_state *state = run->state;
    uint8_t card = (uint8_t)order->arg[2];

    if (state->phase == WB_PHASE_DISCLOSE) {
        state->special[state->disclosed] = card;
        wb_disclosed(run);
        return;
    }
    state->card[wb_place_to_open(state)] = card;
    if (state->phase == WB_PHASE_REVEAL)
        wb_raid_reveal(run);
    else if (state->phase == WB_PHASE_SWAP)
        wb_raid_swap(run);
    else if (state->phase == WB_PHASE_SHOW)
        wb_raid_show(run);
    else
        wb_reviewed(run);
}

static void apply_table(struct wb_run *run, const struct order *order)
{
    switch (order->kind) {
    case WB_ORDER_FIRST_HERO:
        wb_hero_drawn(run, (unsigned)order->arg[0]);
        break;
    case WB_ORDER_SPECIALS:
        lay_specials(run, order);
        break;
    case WB_ORDER_STARTER:
        wb_starter_drawn(run, (unsigned)order->arg[0]);
        break;
    case WB_ORDER_DECK:
        wb_deck_laid(run, order->arg);
        break;
    case WB_ORDER_OPEN:
        open_card(run, order);
        break;
    }
}

static void apply_player(struct wb_run *run, const struct order *order)
{
    unsigned value = (unsigned)order->arg[0];

    switch (order->kind) {
    case WB_ORDER_DRAW:
        wb_bid_draw(run, false);
        break;
    case WB_ORDER_PASS:
        wb_bid_pass(run, false);
        break;
    case WB_ORDER_ADD:
        wb_bid_add(run, false);
        break;
    case WB_ORDER_ASIDE:
        wb_bid_aside(run, wb_tile_index(run->book, run->state, value));
        break;
    case WB_ORDER_HERO:
        wb_hero_chosen(run, value);
        break;
    case WB_ORDER_PICK:
        wb_raid_picked(run, value, false);
        break;
    case WB_ORDER_NAME:
        wb_raid_named(run, value);
        break;
    case WB_ORDER_USE:
        wb_raid_use(run, wb_tile_index(run->book, run->state, value));
        break;
    case WB_ORDER_DECLINE:
        wb_raid_decline(run);
        break;
    case WB_ORDER_DISCARD:
        wb_raid_discard(run, wb_tile_index(run->book, run->state, value), false);
        break;
    case WB_ORDER_RESIGN:
        wb_resign(run, order->seat);
        break;
    }
}

bool wb_apply(const void *rulebook, void *state, const struct order *order,
              struct event_list *events)
{
    struct wb_run run = {rulebook, state, events};

    if (wb_check(rulebook, state, order, NULL) != VERDICT_DONE)
        return false;
    if (wb_order_kinds[order->kind].flags & ORDER_BY_TABLE)
        apply_table(&run, order);
    else
        apply_player(&run, order);
    return true;
}
