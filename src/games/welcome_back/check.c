/* SPDX-License-Identifier: MIT */
/* May an order be given now? Every refusal names its clause. */
#include "games/welcome_back/check.h"

#include "games/welcome_back/order_text.h"
#include "rules/verdict.h"

struct question {
    const struct wb_rulebook *book;
    const struct wb_state *state;
    const struct order *order;
    struct verdict *verdict;
};

unsigned wb_asked_seat(const struct wb_state *state)
{
    switch ((enum wb_phase)state->phase) {
    case WB_PHASE_HERO:
    case WB_PHASE_BID:
    case WB_PHASE_PLACE:
    case WB_PHASE_NAME:
        return state->turn;
    case WB_PHASE_PICK:
    case WB_PHASE_CHOICE:
    case WB_PHASE_PRICE:
    case WB_PHASE_CUBE:
        return state->raider;
    default:
        return SEAT_TABLE;
    }
}

/* Cards. */

/* How many of the round's cards are known to be this one. */
static unsigned known_copies(const struct wb_state *state, unsigned card)
{
    unsigned count = 0;

    for (unsigned place = 0; place < WB_CARDS; place++)
        count += state->card[place] == card;
    return count;
}

/* The specials that must be in the game, as a mask: shown before, or known among the cards. */
static unsigned known_specials(const struct wb_state *state)
{
    unsigned mask = state->shown;

    for (unsigned place = 0; place < WB_CARDS; place++)
        if (state->card[place] >= WB_FIRST_SPECIAL && state->card[place] <= WB_MONSTERS)
            mask |= 1u << state->card[place];
    return mask;
}

/* Could this card be special 0 or 1 of the game? */
static bool wb_special_may_be(const struct wb_rulebook *book, const struct wb_state *state,
                              unsigned which, unsigned card)
{
    unsigned other = state->special[1 - which], others = known_specials(state);

    if (card < WB_FIRST_SPECIAL || card > WB_MONSTERS || !book->monster[card].copies)
        return false;
    if (state->special[which] != WB_UNKNOWN)
        return state->special[which] == card;
    if (other != WB_UNKNOWN)
        others |= 1u << other;
    return card != other && wb_count(others & ~(1u << card)) < WB_GAME_SPECIALS;
}

bool wb_card_may_be(const struct wb_rulebook *book, const struct wb_state *state, unsigned place,
                    unsigned card)
{
    if (card == 0 || card > WB_MONSTERS)
        return false;
    if (state->card[place] != WB_UNKNOWN)
        return state->card[place] == card;
    if (known_copies(state, card) >= book->monster[card].copies)
        return false;
    return card < WB_FIRST_SPECIAL || wb_special_may_be(book, state, 0, card) ||
           wb_special_may_be(book, state, 1, card);
}

int wb_place_to_open(const struct wb_state *state)
{
    switch ((enum wb_phase)state->phase) {
    case WB_PHASE_REVEAL:
    case WB_PHASE_SHOW:
        return (int)wb_place_at(state, state->revealed + 1u);
    case WB_PHASE_SWAP:
        return state->taken;
    case WB_PHASE_REVIEW:
        return state->aside[state->aside_opened].place;
    default:
        return -1;
    }
}

/* Checks of one kind each; the phase and the seat are right already. */

static enum verdict_kind check_first_hero(const struct question *ask)
{
    if (!wb_in_pool(ask->book, ask->state->heroes, (unsigned)ask->order->arg[0]))
        return verdict_illegal(ask->verdict, "WB-SETUP-02", "hero.pool");
    return verdict_done(ask->verdict);
}

static enum verdict_kind check_specials(const struct question *ask)
{
    const int16_t *arg = ask->order->arg;

    for (unsigned i = 0; i < WB_GAME_SPECIALS; i++)
        if (arg[i] != ORDER_UNKNOWN &&
            (arg[i] < WB_FIRST_SPECIAL || !ask->book->monster[arg[i]].copies))
            return verdict_illegal(ask->verdict, "WB-SETUP-04", "specials.not-special");
    if (arg[0] == arg[1] && arg[0] != ORDER_UNKNOWN)
        return verdict_illegal(ask->verdict, "WB-SETUP-04", "specials.same");
    return verdict_done(ask->verdict);
}

static enum verdict_kind check_starter(const struct question *ask)
{
    if (ask->order->arg[0] > ask->state->seats)
        return verdict_illegal(ask->verdict, "WB-SETUP-01", "seat.none");
    return verdict_done(ask->verdict);
}

static enum verdict_kind check_deck(const struct question *ask)
{
    struct wb_state laid = *ask->state;

    for (unsigned place = 0; place < WB_CARDS; place++)
        laid.card[place] = WB_UNKNOWN;
    for (unsigned place = 0; place < WB_CARDS; place++) {
        int card = ask->order->arg[place];

        if (card == ORDER_UNKNOWN)
            continue;
        if (!wb_card_may_be(ask->book, &laid, place, (unsigned)card))
            return verdict_illegal(ask->verdict, "WB-SETUP-05", "deck.cards");
        laid.card[place] = (uint8_t)card;
    }
    return verdict_done(ask->verdict);
}

static enum verdict_kind check_open(const struct question *ask)
{
    const struct wb_state *state = ask->state;
    const int16_t *arg = ask->order->arg;
    int place = wb_place_to_open(state);

    if (arg[2] == ORDER_UNKNOWN)
        return verdict_illegal(ask->verdict, "WB-DUNGEON-03", "open.unknown");
    if (state->phase == WB_PHASE_DISCLOSE) {
        if (arg[0] != 0 || arg[1] != state->disclosed + 1)
            return verdict_illegal(ask->verdict, "WB-INFO-07", "open.other");
        if (!wb_special_may_be(ask->book, state, state->disclosed, (unsigned)arg[2]))
            return verdict_illegal(ask->verdict, "WB-SETUP-04", "open.impossible");
        return verdict_done(ask->verdict);
    }
    if (arg[0] != state->round || arg[1] != place + 1)
        return verdict_illegal(ask->verdict, "WB-DUNGEON-03", "open.other");
    if (!wb_card_may_be(ask->book, state, (unsigned)place, (unsigned)arg[2]))
        return verdict_illegal(ask->verdict, "WB-SETUP-05", "open.impossible");
    return verdict_done(ask->verdict);
}

static enum verdict_kind refuse_tile(const struct question *ask, const char *clause,
                                     const char *reason)
{
    verdict_illegal(ask->verdict, clause, reason);
    verdict_arg(ask->verdict, ARG_TERM, WB_TERM_TILE + ask->order->arg[0]);
    return VERDICT_ILLEGAL;
}

/* The tile of the order must be the hero's and in play; *index is set on DONE. */
static enum verdict_kind check_tile(const struct question *ask, unsigned *index)
{
    *index = wb_tile_index(ask->book, ask->state, (unsigned)ask->order->arg[0]);
    if (*index == WB_HERO_TILES)
        return refuse_tile(ask, "WB-SETUP-03", "tile.other-hero");
    if (!wb_has(ask->state->in_play, *index))
        return refuse_tile(ask, "WB-EQUIP-01", "tile.gone");
    return verdict_done(ask->verdict);
}

static enum verdict_kind check_aside(const struct question *ask)
{
    unsigned index;

    return check_tile(ask, &index);
}

static enum verdict_kind check_use(const struct question *ask)
{
    struct wb_face face = wb_face_now(ask->state);
    const char *clause;
    unsigned index;

    if (check_tile(ask, &index) != VERDICT_DONE)
        return VERDICT_ILLEGAL;
    clause = wb_offer_fault(ask->book, ask->state, index, &face);
    return clause ? refuse_tile(ask, clause, "tile.not-offered") : verdict_done(ask->verdict);
}

static enum verdict_kind check_discard(const struct question *ask)
{
    unsigned index;

    if (check_tile(ask, &index) != VERDICT_DONE)
        return VERDICT_ILLEGAL;
    if (!wb_has(wb_discardable(ask->state), index))
        return refuse_tile(ask, "WB-HERO-NINJA-07", "tile.own-price");
    return verdict_done(ask->verdict);
}

static enum verdict_kind check_hero(const struct question *ask)
{
    if (!wb_in_pool(ask->book, ask->state->heroes, (unsigned)ask->order->arg[0])) {
        verdict_illegal(ask->verdict, "WB-ROUND-03", "hero.pool");
        verdict_arg(ask->verdict, ARG_TERM, WB_TERM_HERO + ask->order->arg[0]);
        return VERDICT_ILLEGAL;
    }
    return verdict_done(ask->verdict);
}

static enum verdict_kind check_pick(const struct question *ask)
{
    int seat = ask->order->arg[0];

    if (seat > ask->state->seats)
        return verdict_illegal(ask->verdict, "WB-SETUP-01", "seat.none");
    if (seat == ask->state->raider)
        return verdict_illegal(ask->verdict, "WB-HERO-PRINCESS-03", "pick.self");
    return verdict_done(ask->verdict);
}

/* The rule by which the tile that is asked for names a monster. */
static const char *naming_clause(const struct question *ask)
{
    return wb_tile(ask->book, ask->state, ask->state->asked)->by_other ? "WB-HERO-PRINCESS-03"
                                                                       : "WB-HERO-WARRIOR-06";
}

static enum verdict_kind check_name(const struct question *ask)
{
    const struct wb_tile_row *row = wb_tile(ask->book, ask->state, ask->state->asked);

    if (!wb_has(row->monsters, (unsigned)ask->order->arg[0])) {
        verdict_illegal(ask->verdict, naming_clause(ask), "name.not-allowed");
        verdict_arg(ask->verdict, ARG_TERM, WB_TERM_MONSTER + ask->order->arg[0]);
        return VERDICT_ILLEGAL;
    }
    return verdict_done(ask->verdict);
}

/* What each kind needs: the phases it belongs to, and what is said outside them. */
#define IN(phase) (1u << WB_PHASE_##phase)
static const struct row {
    uint32_t phases;
    const char *clause; /* outside those phases */
    const char *reason;
    enum verdict_kind (*check)(const struct question *ask);
} rows[WB_ORDER_KINDS] = {
    [WB_ORDER_FIRST_HERO] = {IN(FIRST_HERO), "WB-SETUP-02", "draw.not-due", check_first_hero},
    [WB_ORDER_SPECIALS] = {IN(SPECIALS), "WB-SETUP-04", "draw.not-due", check_specials},
    [WB_ORDER_STARTER] = {IN(STARTER), "WB-SETUP-07", "draw.not-due", check_starter},
    [WB_ORDER_DECK] = {IN(DECK), "WB-SETUP-05", "draw.not-due", check_deck},
    [WB_ORDER_OPEN] = {IN(REVEAL) | IN(SHOW) | IN(SWAP) | IN(REVIEW) | IN(DISCLOSE),
                       "WB-DUNGEON-03", "open.not-due", check_open},
    [WB_ORDER_DRAW] = {IN(BID), "WB-BID-02", "bid.not-now", NULL},
    [WB_ORDER_PASS] = {IN(BID), "WB-BID-02", "bid.not-now", NULL},
    [WB_ORDER_ADD] = {IN(PLACE), "WB-BID-06", "place.no-card", NULL},
    [WB_ORDER_ASIDE] = {IN(PLACE), "WB-BID-07", "place.no-card", check_aside},
    [WB_ORDER_HERO] = {IN(HERO), "WB-ROUND-02", "hero.not-now", check_hero},
    [WB_ORDER_PICK] = {IN(PICK), "WB-DUNGEON-01", "pick.not-now", check_pick},
    [WB_ORDER_NAME] = {IN(NAME), "WB-DUNGEON-01", "name.not-now", check_name},
    [WB_ORDER_USE] = {IN(CHOICE), "WB-EQUIP-04", "tile.not-asked", check_use},
    [WB_ORDER_DECLINE] = {IN(CHOICE), "WB-EQUIP-04", "tile.not-asked", NULL},
    [WB_ORDER_DISCARD] = {IN(CUBE) | IN(PRICE), "WB-SPECIAL-CUBE-02", "discard.not-now",
                          check_discard},
};
#undef IN

static bool is_bidding(const struct wb_state *state)
{
    return state->phase == WB_PHASE_BID || state->phase == WB_PHASE_PLACE;
}

static enum verdict_kind refuse_phase(const struct question *ask, const struct row *row)
{
    const struct wb_state *state = ask->state;
    bool bid = ask->order->kind == WB_ORDER_DRAW || ask->order->kind == WB_ORDER_PASS;

    if (bid && state->phase == WB_PHASE_PLACE && state->turn == ask->order->seat)
        return verdict_illegal(ask->verdict, "WB-BID-05", "bid.card-in-hand");
    if (bid && (wb_raid_runs(state) || state->phase == WB_PHASE_REVIEW))
        return verdict_illegal(ask->verdict, "WB-BID-10", "bid.over");
    return verdict_illegal(ask->verdict, row->clause, row->reason);
}

/* Somebody else is asked, or nobody. */
static enum verdict_kind refuse_seat(const struct question *ask)
{
    const struct wb_state *state = ask->state;
    unsigned seat = ask->order->seat;

    if (wb_has(state->out, seat))
        return verdict_illegal(ask->verdict, "WB-END-05", "seat.eliminated");
    if (is_bidding(state) && wb_has(state->passed, seat))
        return verdict_illegal(ask->verdict, "WB-BID-04", "bid.passed");
    if (is_bidding(state))
        verdict_illegal(ask->verdict, "WB-BID-01", "seat.not-turn");
    else if (state->phase == WB_PHASE_HERO)
        verdict_illegal(ask->verdict, "WB-ROUND-02", "seat.not-turn");
    else if (state->phase == WB_PHASE_NAME)
        verdict_illegal(ask->verdict, naming_clause(ask), "seat.other-names");
    else
        verdict_illegal(ask->verdict, "WB-BID-10", "seat.not-turn");
    verdict_arg(ask->verdict, ARG_SEAT, (int)wb_asked_seat(state));
    if (state->phase == WB_PHASE_NAME)
        verdict_arg(ask->verdict, ARG_TERM,
                    WB_TERM_TILE + wb_tile(ask->book, state, state->asked)->tile);
    return VERDICT_ILLEGAL;
}

static enum verdict_kind check_resign(const struct question *ask)
{
    if (wb_has(ask->state->out, ask->order->seat))
        return verdict_illegal(ask->verdict, "WB-END-05", "seat.eliminated");
    return verdict_done(ask->verdict);
}

static enum verdict_kind check_player(const struct question *ask)
{
    const struct wb_state *state = ask->state;
    const struct row *row = &rows[ask->order->kind];
    unsigned seat = ask->order->seat;

    if (seat == SEAT_TABLE || seat > state->seats)
        return verdict_illegal(ask->verdict, "WB-SETUP-01", "seat.none");
    if (ask->order->kind == WB_ORDER_RESIGN)
        return check_resign(ask);
    if (seat != wb_asked_seat(state) && wb_has(state->out, seat))
        return refuse_seat(ask);
    if (!(row->phases >> state->phase & 1u))
        return refuse_phase(ask, row);
    if (seat != wb_asked_seat(state))
        return refuse_seat(ask);
    return row->check ? row->check(ask) : verdict_done(ask->verdict);
}

static enum verdict_kind check_table(const struct question *ask)
{
    const struct row *row = &rows[ask->order->kind];

    if (ask->order->seat != SEAT_TABLE)
        return verdict_illegal(ask->verdict, "WB-SETUP-05", "seat.table-only");
    if (!(row->phases >> ask->state->phase & 1u))
        return verdict_illegal(ask->verdict, row->clause, row->reason);
    return row->check(ask);
}

enum verdict_kind wb_check(const void *rulebook, const void *state, const struct order *order,
                           struct verdict *verdict)
{
    struct question ask = {rulebook, state, order, verdict};

    if (!wb_order_is_whole(order))
        return verdict_malformed(verdict, "order.incomplete", 1, "", 0);
    if (wb_order_kinds[order->kind].flags & ORDER_BY_TABLE)
        return check_table(&ask);
    if (ask.state->winner)
        return verdict_illegal(verdict, "WB-END-01", "game.over");
    return check_player(&ask);
}
