/* SPDX-License-Identifier: MIT */
/* What every position promises; read_position refuses what breaks it. */
#include "games/welcome_back/check.h"
#include "games/welcome_back/view.h"

struct look {
    const struct wb_rulebook *book;
    const struct wb_state *state;
};

static bool is_laid(const struct wb_state *state)
{
    return state->card[0] != 0;
}

static bool is_seat(const struct wb_state *state, unsigned seat)
{
    return seat >= 1 && seat <= state->seats;
}

/* Numbers within their ranges, so that the other questions may index by them. */
static bool ranges_hold(const struct look *look)
{
    const struct wb_state *state = look->state;
    unsigned seats = ((1u << state->seats) - 1) << 1;

    if (state->seats < WB_SEATS_MIN || state->seats > WB_SEATS_MAX)
        return false;
    if ((state->passed | state->out | state->resigned | state->red) & ~seats)
        return false;
    if (state->first_turn > WB_FIRST_TURN_MUST_ADD || state->heroes > WB_HEROES_BOTH ||
        state->flute > WB_FLUTE_ALL || state->first_hero > WB_HEROES)
        return false;
    return state->phase < WB_PHASES && state->round >= 1 && state->round <= WB_ROUNDS_MAX &&
           state->starter <= state->seats && state->turn <= state->seats &&
           state->raider <= state->seats && state->picked <= state->seats &&
           state->winner <= state->seats && state->asked < WB_HERO_TILES &&
           state->taken <= WB_CARDS && state->pile_count <= state->taken &&
           state->revealed <= state->pile_count && state->hand <= state->taken &&
           state->aside_count <= WB_HERO_TILES && state->aside_opened <= state->aside_count &&
           state->swapped_count <= WB_HERO_TILES && state->disclosed <= WB_GAME_SPECIALS &&
           state->in_play <= WB_ALL_TILES;
}

static bool hero_holds(const struct look *look)
{
    const struct wb_state *state = look->state;

    if (state->phase == WB_PHASE_FIRST_HERO)
        return !state->hero;
    if (!state->hero)
        return state->phase == WB_PHASE_OVER; /* all but one resigned before the draw */
    return state->hero <= WB_HEROES && wb_in_pool(look->book, state->heroes, state->hero);
}

static bool specials_hold(const struct look *look)
{
    const struct wb_state *state = look->state;
    unsigned a = state->special[0], b = state->special[1];

    if (!a || !b)
        return !a && !b && !is_laid(state);
    for (unsigned i = 0; i < WB_GAME_SPECIALS; i++)
        if (state->special[i] != WB_UNKNOWN &&
            (state->special[i] < WB_FIRST_SPECIAL || state->special[i] > WB_MONSTERS ||
             !look->book->monster[state->special[i]].copies))
            return false;
    return a == WB_UNKNOWN || a != b;
}

/* Each card taken lies in one place only. */
static bool cards_lie_once(const struct look *look)
{
    const struct wb_state *state = look->state;
    uint32_t places = 0;
    unsigned count = state->pile_count;

    for (unsigned i = 0; i < state->pile_count; i++)
        places |= 1u << (state->pile[i] & 31);
    for (unsigned i = 0; i < state->aside_count; i++, count++)
        places |= 1u << (state->aside[i].place & 31);
    for (unsigned i = 0; i < state->swapped_count; i++, count++)
        places |= 1u << (state->swapped[i] & 31);
    if (state->hand) {
        places |= 1u << (state->hand - 1);
        count++;
    }
    return count == state->taken && places == (1u << state->taken) - 1;
}

/* Cards are of this deck: no more copies than there are, no third special. */
static bool cards_exist(const struct look *look)
{
    const struct wb_state *state = look->state;
    struct wb_state laid = *state;

    for (unsigned place = 0; place < WB_CARDS; place++) {
        if (is_laid(state) != (state->card[place] != 0))
            return false;
        laid.card[place] = state->card[place] ? WB_UNKNOWN : 0;
    }
    for (unsigned place = 0; place < WB_CARDS; place++) {
        unsigned card = state->card[place];

        if (card != 0 && card != WB_UNKNOWN) {
            if (!wb_card_may_be(look->book, &laid, place, card))
                return false;
            laid.card[place] = (uint8_t)card;
        }
    }
    return is_laid(state) || !state->taken;
}

/* What all have seen is known, and every drawn card has its drawer. */
static bool seen_holds(const struct look *look)
{
    const struct wb_state *state = look->state;

    for (unsigned round = 0; round < WB_ROUNDS_MAX; round++)
        for (unsigned place = 0; place < WB_CARDS; place++) {
            unsigned seen = state->seen[round][place], seat = seen & WB_SEEN_BY;
            bool now = round + 1u == state->round;

            if (seat > state->seats || seen > (WB_SEEN_ALL | WB_SEEN_BY))
                return false;
            if (seen && (round >= state->round || (now && place >= state->taken)))
                return false;
            if (now && (seen & WB_SEEN_ALL) && state->card[place] == WB_UNKNOWN)
                return false;
            if (now && place < state->taken && !seen)
                return false;
        }
    return true;
}

/* Tiles in play lie on no monster, and only a coin in play runs. */
static bool tiles_hold(const struct look *look)
{
    const struct wb_state *state = look->state;
    unsigned away = 0;

    for (unsigned i = 0; i < state->aside_count; i++) {
        if (state->aside[i].tile >= WB_HERO_TILES || wb_has(away, state->aside[i].tile) ||
            !is_seat(state, state->aside[i].seat))
            return false;
        away |= 1u << state->aside[i].tile;
    }
    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (wb_has(state->running, i) && !wb_tile(look->book, state, i)->run)
            return false;
    return !(away & state->in_play) && !(state->running & ~(unsigned)state->in_play);
}

/* Only a tile that asks for a name has one, and one that it may have. */
static bool names_hold(const struct look *look)
{
    const struct wb_state *state = look->state;

    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (state->named[i] && (wb_tile(look->book, state, i)->match != WB_MATCH_NAMED ||
                                !wb_has(wb_tile(look->book, state, i)->monsters, state->named[i])))
            return false;
    return true;
}

static bool bidding_holds(const struct look *look)
{
    const struct wb_state *state = look->state;
    unsigned away = state->passed | state->out;
    bool bid = state->phase == WB_PHASE_BID, place = state->phase == WB_PHASE_PLACE;

    if (!bid && !place)
        return true;
    if (!is_laid(state) || !is_seat(state, state->turn) || wb_has(away, state->turn))
        return false;
    if (bid)
        return wb_seats_without(state, away) > 1 && !state->hand && state->taken < WB_CARDS;
    return state->hand && state->hand == state->taken && state->in_play;
}

static bool asked_holds(const struct look *look)
{
    const struct wb_state *state = look->state;
    const struct wb_tile_row *row = wb_tile(look->book, state, state->asked);
    struct wb_face face;

    switch ((enum wb_phase)state->phase) {
    case WB_PHASE_PICK:
        return row->match == WB_MATCH_NAMED && row->by_other && state->seats > 2;
    case WB_PHASE_NAME:
        return row->match == WB_MATCH_NAMED && is_seat(state, state->turn) &&
               row->by_other == (state->turn != state->raider);
    case WB_PHASE_CHOICE:
        face = wb_face_now(state);
        return wb_offered(look->book, state, &face) != 0;
    case WB_PHASE_PRICE:
        return row->pay && wb_count(wb_discardable(state)) > 1;
    case WB_PHASE_CUBE:
        return wb_count(state->in_play) > 1;
    case WB_PHASE_SWAP:
        return state->taken < WB_CARDS;
    default:
        return true;
    }
}

static bool raid_holds(const struct look *look)
{
    const struct wb_state *state = look->state;
    bool names = state->phase == WB_PHASE_PICK || state->phase == WB_PHASE_NAME;
    bool faces = state->phase >= WB_PHASE_CHOICE && state->phase <= WB_PHASE_SWAP;

    if (!wb_raid_runs(state))
        return state->hp == 0 && state->skips == 0;
    if (!is_laid(state) || !is_seat(state, state->raider) || !state->pile_count || state->hand ||
        wb_seats_without(state, state->passed | state->out) != 1 ||
        wb_has(state->passed | state->out, state->raider))
        return false;
    if (names && (state->revealed || wb_unnamed_tile(look->book, state) != state->asked))
        return false;
    if (!names && wb_unnamed_tile(look->book, state) != WB_HERO_TILES)
        return false;
    if (faces ? !state->revealed : !names && state->revealed == state->pile_count)
        return false;
    return (state->hp > 0) == (state->phase != WB_PHASE_SHOW) && asked_holds(look);
}

static bool revealed_are_known(const struct look *look)
{
    const struct wb_state *state = look->state;

    for (unsigned position = 1; position <= state->revealed; position++)
        if (state->card[wb_place_at(state, position)] == WB_UNKNOWN)
            return false;
    return true;
}

static bool scores_hold(const struct look *look)
{
    const struct wb_state *state = look->state;
    unsigned won = 0;

    for (unsigned seat = 1; seat <= state->seats; seat++) {
        if (state->success[seat] > WB_SUCCESSES_TO_WIN)
            return false;
        if (state->success[seat] == WB_SUCCESSES_TO_WIN && state->winner != seat)
            return false;
        won += state->success[seat];
    }
    if (state->winner && state->success[state->winner] < WB_SUCCESSES_TO_WIN &&
        wb_only_seat(state, state->out) != state->winner)
        return false;
    return won < state->round + 1u;
}

static bool end_holds(const struct look *look)
{
    const struct wb_state *state = look->state;
    bool decided = state->phase >= WB_PHASE_DISCLOSE;

    if (decided && !state->winner)
        return false;
    if (state->winner && state->phase < WB_PHASE_REVIEW)
        return false;
    if (!state->winner && wb_seats_without(state, state->out) < 2)
        return false;
    if (state->phase == WB_PHASE_REVIEW && state->aside_opened == state->aside_count)
        return false;
    return state->phase != WB_PHASE_DISCLOSE || state->disclosed < WB_GAME_SPECIALS;
}

static bool turns_hold(const struct look *look)
{
    const struct wb_state *state = look->state;

    if (state->phase == WB_PHASE_HERO)
        return is_seat(state, state->turn) && !wb_has(state->out, state->turn);
    return state->phase < WB_PHASE_HERO || state->winner || is_seat(state, state->starter);
}

static const struct {
    bool (*holds)(const struct look *look);
    const char *clause;
} promises[] = {
    {ranges_hold, "WB-SETUP-01"},       {hero_holds, "WB-SETUP-02"},
    {specials_hold, "WB-SETUP-04"},     {cards_exist, "WB-SETUP-05"},
    {cards_lie_once, "WB-BID-06"},      {seen_holds, "WB-INFO-01"},
    {tiles_hold, "WB-EQUIP-01"},        {names_hold, "WB-DUNGEON-01"},
    {scores_hold, "WB-END-01"},         {end_holds, "WB-END-04"},
    {turns_hold, "WB-ROUND-04"},        {bidding_holds, "WB-BID-01"},
    {revealed_are_known, "WB-INFO-04"}, {raid_holds, "WB-DUNGEON-06"},
};

const char *wb_invariant(const void *rulebook, const void *state)
{
    struct look look = {rulebook, state};

    for (unsigned i = 0; i < sizeof promises / sizeof *promises; i++)
        if (!promises[i].holds(&look))
            return promises[i].clause;
    return NULL;
}
