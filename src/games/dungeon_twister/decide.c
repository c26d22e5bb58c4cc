/* SPDX-License-Identifier: MIT */
/* Lists the open questions with their clocks and defaults, and gives draws their meaning. */
#include "games/dungeon_twister/decide.h"

#include "games/dungeon_twister/check.h"
#include "games/dungeon_twister/combat.h"
#include "games/dungeon_twister/seals.h"

/* What the phases ask in common. */
static const struct {
    uint8_t kind, time_class, fallback;
    uint8_t topic;
    const char *label;      /* of a draw */
    uint8_t fallback_order; /* order kind */
} asks[DT_PHASES] = {
    [DT_PHASE_PAIRS] = {DECISION_DRAW, TIME_NONE, FALLBACK_NONE, DT_TOPIC_DRAW_PAIRS, "dt/pairs",
                        0},
    [DT_PHASE_FORCES] = {DECISION_ORDER, TIME_SETUP, FALLBACK_LOT, DT_TOPIC_FORCE, "", 0},
    [DT_PHASE_FIRST_PICKER] = {DECISION_DRAW, TIME_NONE, FALLBACK_NONE, DT_TOPIC_DRAW_FIRST_PICKER,
                               "dt/first-picker", 0},
    [DT_PHASE_PICK] = {DECISION_ORDER, TIME_SETUP, FALLBACK_LOT, DT_TOPIC_PICK, "", 0},
    [DT_PHASE_ROOMS] = {DECISION_DRAW, TIME_NONE, FALLBACK_NONE, DT_TOPIC_DRAW_ROOMS, "dt/rooms",
                        0},
    [DT_PHASE_TEAMS] = {DECISION_ORDER, TIME_SETUP, FALLBACK_LOT, DT_TOPIC_TEAM, "", 0},
    [DT_PHASE_FIRST_PLACER] = {DECISION_DRAW, TIME_NONE, FALLBACK_NONE, DT_TOPIC_DRAW_FIRST_PLACER,
                               "dt/first-placer", 0},
    [DT_PHASE_PLACE] = {DECISION_ORDER, TIME_SETUP, FALLBACK_LOT, DT_TOPIC_PLACE, "", 0},
    [DT_PHASE_OPEN_TEAMS] = {DECISION_OPEN, TIME_REPLY, FALLBACK_ORDER, DT_TOPIC_OPEN_TEAM, "",
                             DT_ORDER_UNOPENED},
    [DT_PHASE_FIRST_PLAYER] = {DECISION_DRAW, TIME_NONE, FALLBACK_NONE, DT_TOPIC_DRAW_FIRST_PLAYER,
                               "dt/first-player", 0},
    [DT_PHASE_CARD] = {DECISION_ORDER, TIME_TURN, FALLBACK_ORDER, DT_TOPIC_CARD, "",
                       DT_ORDER_CARD}, /* DT-TIMER-03 */
    [DT_PHASE_ACT] = {DECISION_ORDER, TIME_TURN, FALLBACK_ORDER, DT_TOPIC_ACT, "",
                      DT_ORDER_END}, /* DT-TIMER-02 */
    [DT_PHASE_OPEN_ROOM] = {DECISION_OPEN, TIME_REPLY, FALLBACK_ORDER, DT_TOPIC_OPEN_TOKEN, "",
                            DT_ORDER_UNOPENED},
    [DT_PHASE_PUT_FIRST] = {DECISION_ORDER, TIME_REPLY, FALLBACK_ORDER, DT_TOPIC_PUT, "",
                            DT_ORDER_LEAVE}, /* DT-TIMER-06 */
    [DT_PHASE_PUT_SECOND] = {DECISION_ORDER, TIME_REPLY, FALLBACK_ORDER, DT_TOPIC_PUT, "",
                             DT_ORDER_LEAVE}, /* DT-TIMER-05 */
    [DT_PHASE_COMBAT] = {DECISION_ORDER, TIME_REPLY, FALLBACK_ORDER, DT_TOPIC_COMBAT, "",
                         DT_ORDER_COMBAT}, /* DT-TIMER-04 */
    [DT_PHASE_OPEN_COMBAT] = {DECISION_OPEN, TIME_REPLY, FALLBACK_ORDER, DT_TOPIC_OPEN_COMBAT, "",
                              DT_ORDER_UNOPENED},
};

/* Start question `index` of the present phase. */
static struct decision *ask(const struct dt_state *state, struct decision *decision, unsigned index,
                            unsigned seat)
{
    struct text name;

    memset(decision, 0, sizeof *decision);
    decision->id = state->question + index;
    decision->kind = asks[state->phase].kind;
    decision->seat = (uint8_t)seat;
    decision->time_class = asks[state->phase].time_class;
    decision->fallback = asks[state->phase].fallback;
    decision->topic = asks[state->phase].topic;
    decision->clock = decision->id;
    text_init(&name, decision->name, sizeof decision->name);
    text_put(&name, asks[state->phase].label);
    decision->fallback_order.seat = (uint8_t)seat;
    if (decision->fallback == FALLBACK_ORDER)
        decision->fallback_order.kind = asks[state->phase].fallback_order;
    return decision;
}

static void add_bounds(struct decision *decision, unsigned bound, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        decision->bound[decision->bound_count++] = (uint16_t)bound;
}

static unsigned ask_draw(const struct dt_state *state, struct decision *decision)
{
    unsigned slots = dt_count(state->agreed.slots);

    ask(state, decision, 0, SEAT_TABLE);
    if (state->phase == DT_PHASE_PAIRS)
        add_bounds(decision, 4, 1);
    else if (state->phase != DT_PHASE_ROOMS)
        add_bounds(decision, DT_SIDES, 1);
    else {
        for (unsigned n = slots; n > 1; n--)
            add_bounds(decision, n, 1);
        add_bounds(decision, DT_TURNS, slots);
    }
    return 1;
}

/* A question of the turn itself: they share the turn's clock, DT-TIMER-07, -08. */
static struct decision *ask_in_turn(const struct dt_state *state, struct decision *decision,
                                    unsigned seat)
{
    ask(state, decision, 0, seat);
    decision->time_class = TIME_TURN;
    decision->clock = state->clock;
    decision->extra_halves = state->drunk;
    return decision;
}

static unsigned ask_card(const struct dt_state *state, struct decision *decision)
{
    unsigned card = DT_ACTION_CARD_MIN;

    ask_in_turn(state, decision, state->active + 1u);
    while (card < DT_ACTION_CARD_MAX && dt_may_play(state, card))
        card++;
    decision->fallback_order.count = 1;
    decision->fallback_order.arg[0] = (int16_t)card;
    return 1;
}

static unsigned ask_put(const struct dt_state *state, struct decision *decision)
{
    if (state->placer == state->active)
        ask_in_turn(state, decision, state->placer + 1u);
    else
        ask(state, decision, 0, state->placer + 1u);
    if (state->handed) {
        decision->fallback = FALLBACK_LOT;
        decision->fallback_order.kind = 0;
        decision->topic = DT_TOPIC_PUT_LAST;
    }
    return 1;
}

/* Both sides at once; `first` is the side of question 0. */
static unsigned ask_both(const struct dt_state *state, struct decision *decision, unsigned first)
{
    unsigned count = 0;

    for (unsigned index = 0; index < DT_SIDES; index++) {
        unsigned side = index == 0 ? first : 1 - first;

        if (state->answered >> index & 1)
            continue;
        ask(state, &decision[count], index, side + 1);
        decision[count].fallback_order.count = state->phase == DT_PHASE_COMBAT;
        count++;
    }
    return count;
}

/* Combat cards; with a Weapons Master the other side's comes first, PD-CHAR-MASTER-02. */
static unsigned ask_cards(const struct dt_state *state, struct decision *decision)
{
    unsigned asked[DT_SIDES];

    if (dt_card_sides(state, asked) == DT_SIDES)
        return ask_both(state, decision, state->active);
    ask(state, decision, 0, asked[0] + 1);
    decision->fallback_order.count = 1;
    return 1;
}

/* Each side chooses at its own pace. */
static unsigned ask_forces(const struct dt_state *state, struct decision *decision)
{
    unsigned count = 0;

    for (unsigned side = 0; side < DT_SIDES; side++)
        if (state->force_count[side] < DT_FORCE)
            ask(state, &decision[count++], side * DT_FORCE + state->force_count[side], side + 1);
    return count;
}

static unsigned ask_open(const struct dt_state *state, struct decision *decision)
{
    unsigned count = 0, all = dt_asked_count(state);

    for (unsigned index = 0; index < all; index++) {
        struct dt_seal_name name = dt_asked_seal(state, index);
        struct order *fallback = &decision[count].fallback_order;
        struct text text;

        if (state->answered >> index & 1)
            continue;
        ask(state, &decision[count], index,
            name.seal == DT_SEAL_ROOM     ? SEAT_TABLE
            : name.seal == DT_SEAL_COMBAT ? name.a % 4
                                          : name.a);
        text_init(&text, decision[count].name, sizeof decision[count].name);
        dt_seal_write(&name, &text);
        fallback->seat = SEAT_TABLE;
        fallback->count = 3;
        fallback->arg[0] = name.seal;
        fallback->arg[1] = (int16_t)name.a;
        fallback->arg[2] = (int16_t)name.b;
        if (name.seal == DT_SEAL_ROOM) {
            decision[count].topic = DT_TOPIC_OPEN_ROOM;
            decision[count].time_class = TIME_NONE;
            decision[count].fallback = FALLBACK_NONE;
            memset(fallback, 0, sizeof *fallback);
        }
        count++;
    }
    return count;
}

unsigned dt_open_decisions(const void *rulebook, const void *state,
                           struct decision decision[DECISIONS_MAX])
{
    const struct dt_state *at = state;

    (void)rulebook;
    switch (at->phase) {
    case DT_PHASE_PAIRS:
    case DT_PHASE_ROOMS:
    case DT_PHASE_FIRST_PICKER:
    case DT_PHASE_FIRST_PLACER:
    case DT_PHASE_FIRST_PLAYER:
        return ask_draw(at, decision);
    case DT_PHASE_TEAMS:
        return ask_both(at, decision, 0);
    case DT_PHASE_FORCES:
        return ask_forces(at, decision);
    case DT_PHASE_PICK:
    case DT_PHASE_PLACE:
        ask(at, decision, 0, at->placer + 1u);
        return 1;
    case DT_PHASE_CARD:
        return ask_card(at, decision);
    case DT_PHASE_ACT:
        ask_in_turn(at, decision, at->active + 1u);
        return 1;
    case DT_PHASE_PUT_FIRST:
    case DT_PHASE_PUT_SECOND:
        return ask_put(at, decision);
    case DT_PHASE_COMBAT:
        return ask_cards(at, decision);
    case DT_PHASE_OVER:
        return 0;
    default:
        return ask_open(at, decision);
    }
}

/* ---- draws ---- */

static void draw_pairs(unsigned left_out, struct order *order)
{
    order->kind = DT_ORDER_PAIRS;
    for (unsigned pair = 1; pair <= 4; pair++)
        if (pair != left_out + 1)
            order->arg[order->count++] = (int16_t)pair;
}

/* Shuffle the rooms in use, then turn each. */
static void draw_rooms(const struct dt_rulebook *book, const struct dt_state *state,
                       const uint16_t *number, struct order *order)
{
    unsigned n = dt_count(state->agreed.slots), count = 0;

    order->kind = DT_ORDER_ROOMS;
    for (unsigned room = 0; room < book->room_count && count < n; room++)
        if (state->agreed.pairs >> book->room[room].pair & 1)
            order->arg[count++] = (int16_t)(room * DT_TURNS);
    for (unsigned j = 0; j + 1 < n; j++) {
        unsigned last = n - 1 - j;
        int16_t other = order->arg[number[j]];

        order->arg[number[j]] = order->arg[last];
        order->arg[last] = other;
    }
    for (unsigned i = 0; i < n; i++)
        order->arg[i] = (int16_t)(order->arg[i] + number[n - 1 + i]);
    order->count = (uint8_t)n;
}

void dt_draw_order(const void *rulebook, const void *state, const struct decision *decision,
                   const uint16_t *number, struct order *order)
{
    memset(order, 0, sizeof *order);
    switch (decision->topic) {
    case DT_TOPIC_DRAW_PAIRS:
        draw_pairs(number[0], order);
        break;
    case DT_TOPIC_DRAW_ROOMS:
        draw_rooms(rulebook, state, number, order);
        break;
    default:
        order->kind = decision->topic == DT_TOPIC_DRAW_FIRST_PLACER   ? DT_ORDER_FIRST_PLACER
                      : decision->topic == DT_TOPIC_DRAW_FIRST_PICKER ? DT_ORDER_FIRST_PICKER
                                                                      : DT_ORDER_FIRST_PLAYER;
        order->count = 1;
        order->arg[0] = (int16_t)(number[0] + 1);
        break;
    }
}

/* Who may stand in a starting team, where the teams are asked about. */
unsigned dt_introduce(const void *rulebook, const void *view, const struct event *event,
                      uint16_t term[], unsigned most)
{
    const struct dt_state *state = view;
    unsigned count = 0;

    (void)rulebook;
    if (event->kind != DT_EVENT_ROOMS_LAID)
        return 0;
    for (unsigned kind = 0; kind < DT_CHARACTER_KINDS && count < most; kind++)
        if (dt_kinds[kind].word && (state->where[dt_token(0, kind)] == DT_HIDDEN ||
                                    state->where[dt_token(1, kind)] == DT_HIDDEN))
            term[count++] = (uint16_t)dt_kinds[kind].term;
    return count;
}
