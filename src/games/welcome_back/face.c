/* SPDX-License-Identifier: MIT */
/* Answers what a card counts as where it lies, what it costs, and which tiles meet it. It
 * changes nothing. */
#include "games/welcome_back/face.h"

struct wb_face wb_face_at(const struct wb_rulebook *book, const struct wb_state *state,
                          unsigned card, unsigned position)
{
    const struct wb_monster_row *row = &book->monster[card];
    struct wb_face face = {(uint8_t)card, (int8_t)row->strength, (uint8_t)card};

    switch ((enum wb_strength_kind)row->strength_kind) {
    case WB_STRENGTH_NUMBER:
        break;
    case WB_STRENGTH_NONE:
        face.strength = WB_NO_STRENGTH;
        break;
    case WB_STRENGTH_TILES:
        face.strength = (int8_t)wb_count(state->in_play);
        break;
    case WB_STRENGTH_POSITION:
        face.strength = (int8_t)position;
        break;
    case WB_STRENGTH_VETERAN:
        if (state->success[state->raider] > 0) {
            face.strength = (int8_t)row->veteran_strength;
            return face;
        }
        break;
    }
    if (row->identity)
        face.identity = row->identity;
    if (row->identity_by_strength && face.strength >= 0 && book->by_strength[face.strength])
        face.identity = book->by_strength[face.strength];
    return face;
}

struct wb_face wb_face_now(const struct wb_state *state)
{
    struct wb_face face = {state->card[wb_place_at(state, state->revealed)], state->strength,
                           state->identity};

    return face;
}

/* Did this identity come at an earlier position? WB-HERO-PRINCESS-07. */
static bool came_before(const struct wb_rulebook *book, const struct wb_state *state,
                        unsigned identity)
{
    for (unsigned position = 1; position < state->revealed; position++) {
        unsigned card = state->card[wb_place_at(state, position)];

        if (wb_face_at(book, state, card, position).identity == identity)
            return true;
    }
    return false;
}

/* The raider's own naming also counts as printed, WB-EQUIP-08. */
static bool matches_named(const struct wb_tile_row *row, unsigned named, const struct wb_face *face)
{
    return named && (face->identity == named || (!row->by_other && face->card == named));
}

bool wb_tile_defeats(const struct wb_rulebook *book, const struct wb_state *state, unsigned index,
                     const struct wb_face *face, int hp_before)
{
    const struct wb_tile_row *row = wb_tile(book, state, index);

    if (row->hp_under && hp_before >= row->hp_under)
        return false;
    switch ((enum wb_match)row->match) {
    case WB_MATCH_NONE:
        break;
    case WB_MATCH_ANY:
        return true;
    case WB_MATCH_EVEN:
        return face->strength >= 0 && face->strength % 2 == 0;
    case WB_MATCH_ODD:
        return face->strength >= 0 && face->strength % 2 == 1;
    case WB_MATCH_STRENGTH:
        return face->strength >= 0 && (row->strengths >> face->strength & 1) != 0;
    case WB_MATCH_IDENTITY:
        return wb_has(row->monsters, face->identity);
    case WB_MATCH_REPEATED:
        return came_before(book, state, face->identity);
    case WB_MATCH_NAMED:
        return matches_named(row, state->named[index], face);
    }
    return false;
}

const char *wb_offer_fault(const struct wb_rulebook *book, const struct wb_state *state,
                           unsigned index, const struct wb_face *face)
{
    const struct wb_tile_row *row = wb_tile(book, state, index);
    const struct wb_monster_row *monster = &book->monster[face->card];

    if (!wb_has(state->in_play, index))
        return "WB-EQUIP-01";
    if (!row->choice)
        return "WB-EQUIP-02";
    if (monster->harmless)
        return "WB-EQUIP-05";
    if (row->pay && monster->effect == WB_MONSTER_DISCARDS)
        return "WB-EQUIP-05";
    if (row->pay && wb_count(state->in_play) < 2)
        return "WB-HERO-NINJA-07";
    if (row->swap)
        return state->taken < WB_CARDS ? NULL : "WB-HERO-MAGE-08";
    return wb_tile_defeats(book, state, index, face, state->hp_before) ? NULL : "WB-EQUIP-04";
}

unsigned wb_offered(const struct wb_rulebook *book, const struct wb_state *state,
                    const struct wb_face *face)
{
    unsigned mask = 0;

    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (!wb_offer_fault(book, state, i, face))
            mask |= 1u << i;
    return mask;
}

unsigned wb_discardable(const struct wb_state *state)
{
    if (state->phase == WB_PHASE_PRICE)
        return state->in_play & ~(1u << state->asked);
    return state->in_play;
}

bool wb_lowers(const struct wb_rulebook *book, const struct wb_state *state, unsigned index,
               int strength)
{
    const struct wb_tile_row *row = wb_tile(book, state, index);
    int cap = strength % 2 ? row->cap_odd : row->cap_even;

    if (!wb_has(state->in_play, index) || strength <= 0)
        return false;
    return (cap && (!row->hp_under || state->hp_before < row->hp_under) && strength > cap) ||
           row->lower || (row->reduce && state->reduction);
}

/* Strength, Harp cap, minus Flute, minus Crown, never below 0. */
int wb_damage(const struct wb_rulebook *book, const struct wb_state *state, int strength)
{
    int damage = strength, less = 0;

    for (unsigned i = 0; i < WB_HERO_TILES; i++) {
        const struct wb_tile_row *row = wb_tile(book, state, i);
        int cap = strength % 2 ? row->cap_odd : row->cap_even;

        if (!wb_has(state->in_play, i))
            continue;
        if (cap && (!row->hp_under || state->hp_before < row->hp_under) && damage > cap)
            damage = cap;
        less += row->lower;
        if (row->reduce)
            less += state->reduction;
    }
    return damage > less ? damage - less : 0;
}

int wb_starting_hp(const struct wb_rulebook *book, const struct wb_state *state)
{
    int hp = book->hero[state->hero].hp;

    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (wb_has(state->in_play, i))
            hp += wb_tile(book, state, i)->hp;
    return hp;
}

unsigned wb_unnamed_tile(const struct wb_rulebook *book, const struct wb_state *state)
{
    unsigned i = 0;

    while (i < WB_HERO_TILES && (!wb_has(state->in_play, i) || state->named[i] ||
                                 wb_tile(book, state, i)->match != WB_MATCH_NAMED))
        i++;
    return i;
}

bool wb_all_different(const struct wb_rulebook *book, const struct wb_state *state)
{
    unsigned came = 0;

    for (unsigned position = 1; position <= state->pile_count; position++) {
        unsigned card = state->card[wb_place_at(state, position)];
        unsigned identity;

        if (card == WB_UNKNOWN)
            return false;
        identity = wb_face_at(book, state, card, position).identity;
        if (wb_has(came, identity))
            return false;
        came |= 1u << identity;
    }
    return true;
}
