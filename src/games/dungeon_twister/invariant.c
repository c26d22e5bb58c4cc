/* SPDX-License-Identifier: MIT */
/* Checks what must hold in every position. Tests, fuzzers and case files ask it; play does not. */

#include "games/dungeon_twister/combat.h"
#include "games/dungeon_twister/flow.h"
#include "games/dungeon_twister/position.h"
#include "games/dungeon_twister/seals.h"

/* Each test returns the clause that is broken, or NULL. */

/* DT-STACK-02: what may lie on a square at the end of an Action. */
static const char *check_stack(const struct dt_state *state, uint64_t set)
{
    uint64_t up = set & DT_CHARACTERS & ~state->wounded, down = set & state->wounded;
    unsigned objects = dt_count(set & DT_OBJECTS), bears;

    if (dt_count(up) > 1)
        return "DT-STACK-02";
    if (!up) { /* a Paladin's two objects stay with him, or where he died: PD-CHAR-PALADIN-03 */
        bears = down ? dt_bears(dt_kind_of(dt_first(down))) : 2;
        return dt_count(down) > 1 || objects > bears ? "DT-STACK-03" : NULL;
    }
    bears = dt_bears(dt_kind_of(dt_first(up)));
    if (objects > bears || dt_count(down) > bears)
        return "DT-STACK-03";
    if (objects + dt_count(down) > bears)
        return "DT-STACK-01";
    return down & ~DT_SIDE(dt_side_of(dt_first(up))) ? "DT-CARRY-08" : NULL;
}

static const char *check_pit(const struct dt_rulebook *book, const struct dt_state *state,
                             uint64_t set, bool rift)
{
    uint64_t characters = set & DT_CHARACTERS, ropes = set & book->with[DT_IS_ROPE];
    uint64_t able = rift ? 0 : characters & ~state->wounded & book->with[DT_WALKS_PITS];

    if (characters & ~state->wounded & book->with[DT_PASSES_ALL])
        return "PD-CHAR-GHOST-02";
    if (characters && !ropes && !able)
        return "DT-PIT-02";
    return !characters && (set & ~ropes) ? "DT-CARRY-10" : NULL;
}

static const char *check_rough(const struct dt_rulebook *book, const struct dt_state *state,
                               unsigned square)
{
    const struct dt_ground_row *row = &dt_grounds[state->ground[square]];
    uint64_t set = state->at[square];

    if (row->obstacle)
        return check_pit(book, state, set, row->rift);
    if (row->solid)
        return "PD-KEYWORD-05";
    return set & DT_CHARACTERS ? "PD-ROCKS-01" : NULL;
}

static const char *check_square(const struct dt_rulebook *book, const struct dt_state *state,
                                unsigned square)
{
    uint64_t set = state->at[square];
    unsigned row = square / DT_COLUMNS;

    if (!set)
        return NULL;
    if (state->ground[square] == DT_GROUND_NONE)
        return "DT-MOVE-09";
    for (unsigned side = 0; side < DT_SIDES; side++)
        if (row == dt_home_row(state, 1 - side) && set & DT_CHARACTERS & DT_SIDE(side))
            return "DT-LINE-05";
    if (dt_grounds[state->ground[square]].rough) {
        const char *clause = check_rough(book, state, square);

        if (clause)
            return clause;
    }
    return check_stack(state, set);
}

static const char *check_squares(const struct dt_rulebook *book, const struct dt_state *state)
{
    uint64_t seen = 0;

    for (unsigned square = 0; square < DT_SQUARES; square++) {
        const char *clause = check_square(book, state, square);

        if (clause)
            return clause;
        for (uint64_t set = state->at[square]; set; set &= set - 1)
            if (state->where[dt_first(set)] != square)
                return "DT-SETUP-03";
        seen |= state->at[square];
    }
    for (unsigned token = 0; token < DT_TOKENS; token++)
        if (dt_on_board(state, token) != (seen >> token & 1) ||
            (state->where[token] != DT_ABSENT && !dt_kinds[dt_kind_of(token)].word))
            return "DT-SETUP-03";
    if ((state->wounded | state->hurt | state->restored) & ~(seen & DT_CHARACTERS))
        return "DT-WOUND-01";
    return NULL;
}

static const char *check_rooms(const struct dt_rulebook *book, const struct dt_state *state)
{
    uint32_t used = 0;

    for (unsigned slot = 0; slot < DT_SLOTS; slot++) {
        unsigned room = state->room[slot];
        bool shown = state->revealed >> slot & 1;
        uint64_t moved = state->open[slot] | state->broken[slot];

        if ((shown || room < DT_UNKNOWN) && !(state->agreed.slots >> slot & 1))
            return "DT-VARIANT-04";
        if (shown && (room >= book->room_count || state->turned[slot] >= DT_TURNS))
            return "DT-REVEAL-06";
        if (moved && (!shown || state->open[slot] & ~book->room[room].gates ||
                      state->open[slot] & state->broken[slot] ||
                      state->broken[slot] & ~(book->room[room].gates | book->room[room].walls)))
            return "DT-SETUP-06";
        if (room >= DT_UNKNOWN)
            continue;
        if (used >> room & 1 || !(state->agreed.pairs >> book->room[room].pair & 1))
            return "DT-SETUP-01";
        used |= UINT32_C(1) << room;
    }
    return NULL;
}

/* Ground and pass are what the rooms make of them. */
static const char *check_derived(const struct dt_rulebook *book, const struct dt_state *state)
{
    struct dt_state fresh = *state;

    dt_refresh(book, &fresh);
    return memcmp(fresh.ground, state->ground, sizeof fresh.ground) == 0 &&
                   memcmp(fresh.pass, state->pass, sizeof fresh.pass) == 0
               ? NULL
               : "DT-GEN-02";
}

static const char *check_cards(const struct dt_state *state, unsigned side)
{
    static const uint8_t most[DT_CARD_VALUES] = {1, 1, 2, 2, 1, 1, 1};

    for (unsigned card = 0; card < DT_CARD_VALUES; card++)
        if (state->combat[side][card] > most[card])
            return "DT-CARD-01";
    if (!state->combat[side][0])
        return "DT-CARD-08";
    if (state->actions[side] & ~DT_ALL_ACTION_CARDS)
        return "DT-CARD-01";
    if (!state->actions[side] && side != state->active)
        return "DT-CARD-06";
    return state->jumps[side] > state->agreed.jump_cards ? "DT-CARD-01" : NULL;
}

/* DT-OBJ-POTION-02 and -04: points of a Potion belong to an able character. Charms hold enemies
 * on the board (PD-CHARM-01). */
static const char *check_accounts(const struct dt_state *state)
{
    for (unsigned side = 0; side < DT_SIDES; side++)
        for (unsigned kind = 0; kind < DT_CHARACTER_KINDS; kind++) {
            unsigned token = dt_token(side, kind);

            if (state->potion[side][kind] &&
                (!dt_on_board(state, token) || state->wounded >> token & 1))
                return "DT-OBJ-POTION-04";
            if (side != state->active && state->charm[kind] && !dt_on_board(state, token))
                return "PD-CHARM-01";
        }
    return NULL;
}

/* Markers of Illusionists lie on floor of revealed rooms, and go when she dies. */
static const char *check_illusions(const struct dt_rulebook *book, const struct dt_state *state)
{
    struct dt_state bare;

    if (!state->agreed.boxes)
        return NULL;
    bare = *state;
    memset(bare.illusion, DT_NONE, sizeof bare.illusion);
    dt_refresh(book, &bare);
    for (unsigned side = 0; side < DT_SIDES; side++)
        for (unsigned which = 0; which < DT_ILLUSIONS; which++) {
            unsigned square = state->illusion[side][which];

            if (square >= DT_SQUARES)
                continue;
            if (!dt_grounds[bare.ground[square]].plain)
                return "PD-ILLUSION-02";
            bare.ground[square] = DT_GROUND_NONE; /* no two on one square */
            if (state->where[dt_token(side, DT_ILLUSIONIST)] == DT_KILLED)
                return "PD-ILLUSION-08";
        }
    return NULL;
}

static const char *check_placed(const struct dt_state *state, unsigned side)
{
    unsigned hidden = 0, face_down = 0;

    if (state->placed_count[side] > dt_to_place(state, side))
        return "DT-PLACE-01";
    for (unsigned k = 0; k < DT_PLACED_MAX; k++) {
        const struct dt_placed *placed = &state->placed[side][k];

        if (placed->slot == DT_NONE)
            continue;
        if (k >= state->placed_count[side] || !(state->agreed.slots >> placed->slot & 1) ||
            state->revealed >> placed->slot & 1)
            return "DT-PLACE-02";
        face_down +=
            !(placed->token < DT_KINDS && state->where[dt_token(side, placed->token)] == DT_SHOWN);
    }
    for (unsigned kind = 0; kind < DT_KINDS; kind++)
        hidden += state->where[dt_token(side, kind)] == DT_HIDDEN;
    return face_down > hidden ? "DT-PLACE-01" : NULL;
}

/* DT-VP-01 and DT-EXIT: the points that the tokens tell of. Positions that leave tokens out may
 * have more. */
static const char *check_score(const struct dt_state *state)
{
    unsigned points[DT_SIDES] = {0, 0}, tokens = 0;
    bool whole = true;

    for (unsigned token = 0; token < DT_TOKENS; token++) {
        const struct dt_kind *kind = &dt_kinds[dt_kind_of(token)];
        unsigned side = dt_side_of(token), where = state->where[token];

        if (!kind->word)
            continue;
        tokens += where != DT_ABSENT;
        whole &= where != DT_ABSENT || state->agreed.boxes == DT_BOXES_BOTH ||
                 !dt_is_available(&state->agreed, dt_kind_of(token));
        if (where == DT_KILLED)
            points[1 - side] += kind->kill_points;
        else if (where == DT_ESCAPED && dt_kind_of(token) < DT_CHARACTER_KINDS)
            points[side] += kind->out_points;
        else if (where == DT_ESCAPED && state->taken_out[side])
            points[state->taken_out[side] - 1] += kind->out_points;
    }
    whole &= state->agreed.boxes != DT_BOXES_BOTH ||
             tokens >= DT_SIDES * (DT_FORCE_CHARACTERS + DT_FORCE_OBJECTS);
    if (state->pentacle)
        points[state->pentacle - 1]++;
    for (unsigned side = 0; side < DT_SIDES; side++)
        if (points[side] > state->score[side] || (whole && points[side] != state->score[side]))
            return "DT-VP-01";
    return NULL;
}

/* A phase and what it alone has come and go together. */
static const char *check_phase(const struct dt_state *state)
{
    bool revealing = state->phase >= DT_PHASE_OPEN_ROOM && state->phase <= DT_PHASE_PUT_SECOND;
    bool fighting = state->phase == DT_PHASE_COMBAT || state->phase == DT_PHASE_OPEN_COMBAT;
    bool shown = false;

    if (revealing != (state->slot != DT_NONE) ||
        (revealing && (state->phase == DT_PHASE_OPEN_ROOM) == (state->revealed >> state->slot & 1)))
        return "DT-REVEAL-11";
    if (fighting != (state->attacker != DT_NONE) || (fighting && !state->fighters) ||
        (state->phase == DT_PHASE_OPEN_COMBAT && dt_seer(state) == DT_NONE &&
         (state->chosen[0] == DT_NONE || state->chosen[1] == DT_NONE)))
        return "DT-COMBAT-03";
    for (unsigned token = 0; token < DT_TOKENS; token++)
        shown |= state->where[token] == DT_SHOWN;
    if (shown && !revealing && state->phase != DT_PHASE_OVER)
        return "DT-REVEAL-11";
    if ((state->phase == DT_PHASE_PUT_FIRST || state->phase == DT_PHASE_PUT_SECOND) &&
        !dt_share(state))
        return "DT-REVEAL-11";
    if (state->phase == DT_PHASE_OPEN_TEAMS || state->phase == DT_PHASE_FIRST_PLACER ||
        state->phase == DT_PHASE_PLACE)
        for (unsigned side = 0; side < DT_SIDES; side++)
            if (state->team[side][0] == DT_NONE)
                return "DT-TEAM-01";
    if (state->agreed.boxes && state->phase != DT_PHASE_OVER &&
        (state->pentacle ? state->pentacle - 1u : (unsigned)DT_NONE) != dt_pentacle_holder(state))
        return "PD-PENTACLE-01";
    return (state->phase == DT_PHASE_OVER) == (state->end != DT_END_NONE) ? NULL : "DT-END-03";
}

const char *dt_invariant(const void *rulebook, const void *state)
{
    const struct dt_state *at = state;
    const char *clause = check_rooms(rulebook, at);

    if (!clause)
        clause = check_derived(rulebook, at);
    if (!clause)
        clause = check_squares(rulebook, at);
    for (unsigned side = 0; side < DT_SIDES && !clause; side++) {
        clause = check_cards(at, side);
        if (!clause)
            clause = check_placed(at, side);
    }
    if (!clause)
        clause = check_accounts(at);
    if (!clause)
        clause = check_illusions(rulebook, at);
    if (!clause)
        clause = check_score(at);
    return clause ? clause : check_phase(at);
}
