/* SPDX-License-Identifier: MIT */
/* Says who is asked, which chance is drawn, and what a missed deadline does. */
#include "games/welcome_back/decisions.h"

#include "games/welcome_back/check.h"
#include "games/welcome_back/order_text.h"

/* What a phase asks. */
static const struct row {
    uint8_t kind;
    uint8_t time_class;
    uint8_t topic;
    const char *label; /* of a draw; the deck's is followed by the round */
} rows[WB_PHASES] = {
    [WB_PHASE_FIRST_HERO] = {DECISION_DRAW, TIME_NONE, WB_TOPIC_FIRST_HERO, "wb/first-hero"},
    [WB_PHASE_SPECIALS] = {DECISION_DRAW, TIME_NONE, WB_TOPIC_SPECIALS, "wb/specials"},
    [WB_PHASE_STARTER] = {DECISION_DRAW, TIME_NONE, WB_TOPIC_STARTER, "wb/starter"},
    [WB_PHASE_HERO] = {DECISION_ORDER, TIME_TURN, WB_TOPIC_HERO, NULL},
    [WB_PHASE_DECK] = {DECISION_DRAW, TIME_NONE, WB_TOPIC_DECK, "wb/deck/"},
    [WB_PHASE_BID] = {DECISION_ORDER, TIME_TURN, WB_TOPIC_BID, NULL},
    [WB_PHASE_PLACE] = {DECISION_ORDER, TIME_REPLY, WB_TOPIC_PLACE, NULL},
    [WB_PHASE_PICK] = {DECISION_ORDER, TIME_REPLY, WB_TOPIC_PICK, NULL},
    [WB_PHASE_NAME] = {DECISION_ORDER, TIME_REPLY, WB_TOPIC_NAME, NULL},
    [WB_PHASE_REVEAL] = {DECISION_OPEN, TIME_NONE, WB_TOPIC_REVEAL, NULL},
    [WB_PHASE_CHOICE] = {DECISION_ORDER, TIME_REPLY, WB_TOPIC_CHOICE, NULL},
    [WB_PHASE_PRICE] = {DECISION_ORDER, TIME_REPLY, WB_TOPIC_PRICE, NULL},
    [WB_PHASE_CUBE] = {DECISION_ORDER, TIME_REPLY, WB_TOPIC_CUBE, NULL},
    [WB_PHASE_SWAP] = {DECISION_OPEN, TIME_NONE, WB_TOPIC_SWAP, NULL},
    [WB_PHASE_SHOW] = {DECISION_OPEN, TIME_NONE, WB_TOPIC_SHOW, NULL},
    [WB_PHASE_REVIEW] = {DECISION_OPEN, TIME_NONE, WB_TOPIC_REVIEW, NULL},
    [WB_PHASE_DISCLOSE] = {DECISION_OPEN, TIME_NONE, WB_TOPIC_DISCLOSE, NULL},
};

/* Fallbacks, by phase. */

static void one_order(struct order *order, enum wb_order_kind kind, int value)
{
    order->kind = (uint16_t)kind;
    if (value) {
        order->count = 1;
        order->arg[0] = (int16_t)value;
    }
}

/* The tile with the highest number that may be discarded, WB-TIMER-07. */
static unsigned last_tile(const struct wb_rulebook *book, const struct wb_state *state)
{
    unsigned mask = wb_discardable(state), index = WB_HERO_TILES - 1;

    while (index > 0 && !wb_has(mask, index))
        index--;
    return wb_tile(book, state, index)->tile;
}

/* The order that the missed deadline of the open question gives; false = nobody is asked. */
static bool wb_fallback(const struct wb_rulebook *book, const struct wb_state *state,
                        struct order *order)
{
    memset(order, 0, sizeof *order);
    order->seat = (uint8_t)wb_asked_seat(state);
    switch ((enum wb_phase)state->phase) {
    case WB_PHASE_BID: /* WB-TIMER-03 */
        one_order(order, WB_ORDER_PASS, 0);
        break;
    case WB_PHASE_PLACE: /* WB-TIMER-05 */
        one_order(order, WB_ORDER_ADD, 0);
        break;
    case WB_PHASE_CHOICE: /* WB-TIMER-06 */
        one_order(order, WB_ORDER_DECLINE, 0);
        break;
    case WB_PHASE_PRICE:
    case WB_PHASE_CUBE:
        one_order(order, WB_ORDER_DISCARD, (int)last_tile(book, state));
        break;
    case WB_PHASE_PICK: /* WB-TIMER-08 */
        one_order(order, WB_ORDER_PICK,
                  (int)wb_next_seat(state, state->raider, wb_bit(state->raider)));
        break;
    case WB_PHASE_NAME: /* WB-TIMER-08, -09 */
        one_order(order, WB_ORDER_NAME, wb_tile(book, state, state->asked)->named_default);
        break;
    case WB_PHASE_HERO: /* WB-TIMER-10 */
        one_order(order, WB_ORDER_HERO, state->hero);
        break;
    default:
        return false;
    }
    return true;
}

/* Draws. */

static void set_bounds(const struct wb_rulebook *book, const struct wb_state *state,
                       struct decision *decision)
{
    uint8_t hero[WB_HEROES];

    switch ((enum wb_phase)state->phase) {
    case WB_PHASE_FIRST_HERO:
        decision->bound[0] = (uint16_t)wb_pool(book, state->heroes, hero);
        decision->bound_count = 1;
        break;
    case WB_PHASE_STARTER:
        decision->bound[0] = state->seats;
        decision->bound_count = 1;
        break;
    case WB_PHASE_SPECIALS:
        for (unsigned j = 0; j < WB_GAME_SPECIALS; j++)
            decision->bound[j] = (uint16_t)(book->special_count - j);
        decision->bound_count = WB_GAME_SPECIALS;
        break;
    default:
        for (unsigned j = 0; j < WB_CARDS - 1; j++)
            decision->bound[j] = (uint16_t)(WB_CARDS - j);
        decision->bound_count = WB_CARDS - 1;
        break;
    }
}

/* Fisher–Yates, last place first, for as many numbers as there are. */
static void shuffle(uint8_t *at, unsigned count, const uint16_t *number, unsigned numbers)
{
    for (unsigned j = 0; j < numbers; j++) {
        unsigned last = count - 1 - j;
        uint8_t kept = at[last];

        at[last] = at[number[j]];
        at[number[j]] = kept;
    }
}

static void draw_specials(const struct wb_rulebook *book, const uint16_t *number,
                          struct order *order)
{
    uint8_t special[WB_SPECIALS];

    memcpy(special, book->special, sizeof special);
    shuffle(special, book->special_count, number, WB_GAME_SPECIALS);
    order->kind = WB_ORDER_SPECIALS;
    order->count = WB_GAME_SPECIALS;
    for (unsigned i = 0; i < WB_GAME_SPECIALS; i++)
        order->arg[i] = special[book->special_count - 1u - i];
}

static void draw_deck(const struct wb_rulebook *book, const struct wb_state *state,
                      const uint16_t *number, struct order *order)
{
    uint8_t card[WB_CARDS];

    memcpy(card, book->ordinary, book->ordinary_count);
    memcpy(card + book->ordinary_count, state->special, WB_GAME_SPECIALS);
    shuffle(card, WB_CARDS, number, WB_CARDS - 1);
    order->kind = WB_ORDER_DECK;
    order->count = WB_CARDS;
    for (unsigned i = 0; i < WB_CARDS; i++)
        order->arg[i] = card[i] == WB_UNKNOWN ? ORDER_UNKNOWN : (int16_t)card[i];
}

void wb_draw_order(const void *rulebook, const void *position, const struct decision *decision,
                   const uint16_t *number, struct order *order)
{
    const struct wb_rulebook *book = rulebook;
    const struct wb_state *state = position;
    uint8_t hero[WB_HEROES];

    memset(order, 0, sizeof *order);
    order->seat = SEAT_TABLE;
    switch (decision->topic) {
    case WB_TOPIC_FIRST_HERO:
        wb_pool(book, state->heroes, hero);
        one_order(order, WB_ORDER_FIRST_HERO, hero[number[0]]);
        break;
    case WB_TOPIC_STARTER:
        one_order(order, WB_ORDER_STARTER, number[0] + 1);
        break;
    case WB_TOPIC_SPECIALS:
        draw_specials(book, number, order);
        break;
    default:
        draw_deck(book, state, number, order);
        break;
    }
}

/* The question. */

static void set_name(const struct wb_state *state, const struct row *row, struct decision *decision)
{
    struct text name = text_in(decision->name, sizeof decision->name);

    if (row->label) {
        text_put(&name, row->label);
        if (state->phase == WB_PHASE_DECK)
            text_put_int(&name, state->round);
    } else if (state->phase == WB_PHASE_DISCLOSE) {
        wb_write_special_name(state->disclosed + 1u, &name);
    } else {
        wb_write_deck_name(state->round, (unsigned)wb_place_to_open(state) + 1, &name);
    }
}

unsigned wb_open_decisions(const void *rulebook, const void *position,
                           struct decision decision[DECISIONS_MAX])
{
    const struct wb_state *state = position;
    const struct row *row = &rows[state->phase];

    if (state->phase == WB_PHASE_OVER)
        return 0;
    memset(decision, 0, sizeof *decision);
    decision->id = decision->clock = state->question;
    decision->kind = row->kind;
    decision->time_class = row->time_class;
    decision->topic = row->topic;
    decision->seat = (uint8_t)wb_asked_seat(state);
    if (row->kind == DECISION_DRAW)
        set_bounds(rulebook, state, decision);
    if (row->kind != DECISION_ORDER)
        set_name(state, row, decision);
    else if (wb_fallback(rulebook, state, &decision->fallback_order))
        decision->fallback = FALLBACK_ORDER;
    return 1;
}
