/* SPDX-License-Identifier: MIT */
/* Lists every legal order of a seat. */

#include "games/welcome_back/check.h"

/* Appending; the list is the caller's, its bound is far beyond what one phase lists (14). */
struct list {
    struct order *at;
    unsigned count;
    unsigned seat;
};

static struct order *add(struct list *list, enum wb_order_kind kind)
{
    struct order *order = &list->at[list->count++];

    memset(order, 0, sizeof *order);
    order->kind = (uint16_t)kind;
    order->seat = (uint8_t)list->seat;
    return order;
}

static void add_with(struct list *list, enum wb_order_kind kind, unsigned value)
{
    struct order *order = add(list, kind);

    order->count = 1;
    order->arg[0] = (int16_t)value;
}

static void add_tiles(struct list *list, enum wb_order_kind kind, const struct wb_rulebook *book,
                      const struct wb_state *state, unsigned mask)
{
    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (wb_has(mask, i))
            add_with(list, kind, wb_tile(book, state, i)->tile);
}

static void add_choices(struct list *list, const struct wb_rulebook *book,
                        const struct wb_state *state)
{
    struct wb_face face = wb_face_now(state);

    add_tiles(list, WB_ORDER_USE, book, state, wb_offered(book, state, &face));
    add(list, WB_ORDER_DECLINE);
}

static void add_opening(struct list *list, const struct wb_state *state)
{
    bool special = state->phase == WB_PHASE_DISCLOSE;
    int place = special ? state->disclosed : wb_place_to_open(state);
    struct order *order;
    unsigned card;

    if (place < 0)
        return;
    card = special ? state->special[place] : state->card[place];
    if (card == WB_UNKNOWN)
        return;
    order = add(list, WB_ORDER_OPEN);
    order->count = 3;
    order->arg[0] = special ? 0 : state->round;
    order->arg[1] = (int16_t)(place + 1);
    order->arg[2] = (int16_t)card;
}

static void add_heroes(struct list *list, const struct wb_rulebook *book,
                       const struct wb_state *state)
{
    uint8_t hero[WB_HEROES];
    unsigned count = wb_pool(book, state->heroes, hero);

    for (unsigned i = 0; i < count; i++)
        add_with(list, WB_ORDER_HERO, hero[i]);
}

static void add_names(struct list *list, const struct wb_rulebook *book,
                      const struct wb_state *state)
{
    for (unsigned monster = 1; monster <= WB_MONSTERS; monster++)
        if (wb_has(wb_tile(book, state, state->asked)->monsters, monster))
            add_with(list, WB_ORDER_NAME, monster);
}

unsigned wb_legal(const void *rulebook, const void *position, unsigned seat, struct order *at)
{
    const struct wb_rulebook *book = rulebook;
    const struct wb_state *state = position;
    struct list list = {at, 0, seat};

    if (seat != wb_asked_seat(state))
        return 0;
    switch ((enum wb_phase)state->phase) {
    case WB_PHASE_HERO:
        add_heroes(&list, book, state);
        break;
    case WB_PHASE_BID:
        add(&list, WB_ORDER_DRAW);
        add(&list, WB_ORDER_PASS);
        break;
    case WB_PHASE_PLACE:
        add(&list, WB_ORDER_ADD);
        add_tiles(&list, WB_ORDER_ASIDE, book, state, state->in_play);
        break;
    case WB_PHASE_PICK:
        for (unsigned other = 1; other <= state->seats; other++)
            if (other != state->raider)
                add_with(&list, WB_ORDER_PICK, other);
        break;
    case WB_PHASE_NAME:
        add_names(&list, book, state);
        break;
    case WB_PHASE_CHOICE:
        add_choices(&list, book, state);
        break;
    case WB_PHASE_PRICE:
    case WB_PHASE_CUBE:
        add_tiles(&list, WB_ORDER_DISCARD, book, state, wb_discardable(state));
        break;
    default:
        add_opening(&list, state);
        break;
    }
    return list.count;
}
