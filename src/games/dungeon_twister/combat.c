/* SPDX-License-Identifier: MIT */
/* Works out fights: who takes part, strength, wounds, deaths and points. Who is asked for cards
 * is decided in flow.c and decide.c. */
#include "games/dungeon_twister/combat.h"

struct event *dt_event_token(struct event *event, unsigned token)
{
    event_arg(event, ARG_SEAT, (int)dt_side_of(token) + 1);
    return event_arg(event, ARG_TERM, dt_kinds[dt_kind_of(token)].term);
}

void dt_score(struct dt_state *state, unsigned side, unsigned points, struct event_list *events)
{
    struct event *event;

    if (points == 0)
        return;
    state->score[side] = (uint8_t)(state->score[side] + points);
    event = event_add(events, DT_EVENT_SCORED);
    event_arg(event, ARG_SEAT, (int)side + 1);
    event_arg(event, ARG_NUMBER, (int)points);
    event_arg(event, ARG_NUMBER, state->score[side]);
}

unsigned dt_pentacle_holder(const struct dt_state *state)
{
    bool stands[DT_SIDES] = {false, false}, there[DT_SIDES] = {false, false};

    for (unsigned square = 0; square < DT_SQUARES; square++) {
        uint64_t set = state->at[square] & DT_CHARACTERS;

        if (!set || !dt_grounds[state->ground[square]].pentacle)
            continue;
        for (unsigned side = 0; side < DT_SIDES; side++) {
            there[side] |= (set & DT_SIDE(side)) != 0;
            stands[side] |= (set & DT_SIDE(side) & ~state->wounded) != 0;
        }
    }
    if (stands[0] && !there[1])
        return 0;
    return stands[1] && !there[0] ? 1 : DT_NONE;
}

static void say_pentacle(const struct dt_state *state, unsigned side, enum dt_event kind,
                         struct event_list *events)
{
    struct event *event = event_add(events, kind);

    event_arg(event, ARG_SEAT, (int)side + 1);
    event_arg(event, ARG_NUMBER, state->score[side]);
}

void dt_watch_pentacle(struct dt_state *state, struct event_list *events)
{
    unsigned holder, before = state->pentacle;

    if (state->phase == DT_PHASE_OVER)
        return;
    holder = dt_pentacle_holder(state);
    state->pentacle = holder == DT_NONE ? 0 : (uint8_t)(holder + 1);
    if (state->pentacle == before)
        return;
    if (before) {
        state->score[before - 1]--;
        say_pentacle(state, before - 1u, DT_EVENT_PENTACLE_LOST, events);
    }
    if (holder != DT_NONE) {
        state->score[holder]++;
        say_pentacle(state, holder, DT_EVENT_PENTACLE_WON, events);
    }
}

/* Tokens on the squares that can be reached from a square in one step. */
static uint64_t adjacent(const struct dt_state *state, unsigned square)
{
    uint64_t found = 0;

    for (unsigned d = 0; d < DT_DIRECTIONS; d++)
        if (state->pass[square] >> d & 1)
            found |= state->at[(int)square + dt_step[d]];
    return found;
}

uint64_t dt_fighters(const struct dt_state *state, unsigned attacker, unsigned target)
{
    uint64_t able = DT_CHARACTERS & ~state->wounded & ~state->restored; /* DT-GROUP-03, -06 */
    uint64_t fighters = DT_BIT(attacker) | DT_BIT(target), fresh = fighters;

    while (fresh) {
        unsigned token = dt_first(fresh);
        uint64_t drawn = adjacent(state, state->where[token]) & able &
                         DT_SIDE(1 - dt_side_of(token)) & ~fighters;

        fresh = (fresh & (fresh - 1)) | drawn;
        fighters |= drawn;
    }
    return fighters;
}

/* Is a character with a flag among a side's fighters; `able`: and unwounded? */
static bool side_has(const struct dt_state *state, unsigned side, enum dt_flag flag, bool able)
{
    for (uint64_t set = state->fighters & DT_SIDE(side); set; set &= set - 1)
        if (dt_is(dt_first(set), flag) && !(able && state->wounded >> dt_first(set) & 1))
            return true;
    return false;
}

unsigned dt_seer(const struct dt_state *state)
{
    bool sees[DT_SIDES];

    if (!state->agreed.boxes)
        return DT_NONE;
    for (unsigned side = 0; side < DT_SIDES; side++)
        sees[side] = side_has(state, side, DT_SEES_CARDS, true);
    return sees[0] == sees[1] ? DT_NONE : sees[0] ? 0 : 1;
}

unsigned dt_card_sides(const struct dt_state *state, unsigned side[DT_SIDES])
{
    unsigned seer = dt_seer(state);
    bool first; /* the other side's card is still to be chosen or opened */

    if (seer == DT_NONE) {
        side[0] = state->active;
        side[1] = 1u - state->active;
        return DT_SIDES;
    }
    first = state->phase == DT_PHASE_COMBAT ? state->chosen[1 - seer] == DT_NONE
                                            : state->chosen[seer] == DT_NONE;
    side[0] = first ? 1 - seer : seer;
    return 1;
}

bool dt_is_asked_card(const struct dt_state *state, unsigned side)
{
    unsigned asked[DT_SIDES], count = dt_card_sides(state, asked);

    return asked[0] == side || (count == 2 && asked[1] == side);
}

unsigned dt_strength(const struct dt_state *state, unsigned fighter, bool attacks)
{
    uint64_t things =
        dt_kinds[dt_kind_of(fighter)].carries ? state->at[state->where[fighter]] & DT_OBJECTS : 0;
    unsigned strength = state->wounded >> fighter & 1 ? 0 : dt_kinds[dt_kind_of(fighter)].strength;

    for (; things; things &= things - 1) {
        const struct dt_kind *kind = &dt_kinds[dt_kind_of(dt_first(things))];

        strength += attacks ? kind->attack : kind->defence;
        if (kind->slays && side_has(state, 1 - dt_side_of(fighter), DT_IS_DRAGON, false))
            strength += kind->slays;
    }
    return strength;
}

unsigned dt_side_strength(const struct dt_state *state, unsigned side)
{
    unsigned total = 0;

    for (uint64_t set = state->fighters & DT_SIDE(side); set; set &= set - 1)
        total += dt_strength(state, dt_first(set), side == dt_side_of(state->attacker));
    return total;
}

bool dt_holds(const struct dt_rulebook *book, const struct dt_state *state, unsigned square,
              uint64_t set)
{
    const struct dt_ground_row *row = &dt_grounds[state->ground[square]];

    return !row->obstacle || set & book->with[DT_IS_ROPE] ||
           (!row->rift && set & ~state->wounded & book->with[DT_WALKS_PITS]);
}

void dt_dispel(const struct dt_rulebook *book, struct dt_state *state, unsigned side,
               unsigned which, struct event_list *events)
{
    unsigned square = state->illusion[side][which];
    struct event *event;

    if (square >= DT_SQUARES)
        return;
    state->illusion[side][which] = DT_NONE;
    dt_refresh_slot(book, state, dt_slot_of(state, square));
    event = event_add(events,
                      which == DT_FALSE_PIT ? DT_EVENT_DISPELLED_PIT : DT_EVENT_DISPELLED_RUBBLE);
    event_arg(event, ARG_SEAT, (int)side + 1);
    event_arg(event, ARG_PLACE, (int)square);
}

/* What a character loses with his life or his freedom to act: DT-OBJ-POTION-04. */
static void lose_points(struct dt_state *state, unsigned token, bool charm)
{
    state->potion[dt_side_of(token)][dt_kind_of(token)] = 0;
    if (charm && dt_side_of(token) != state->active)
        state->charm[dt_kind_of(token)] = 0;
}

void dt_leave_play(struct dt_state *state, unsigned token, enum dt_where where)
{
    dt_remove(state, token, where);
    state->wounded &= ~DT_BIT(token);
    state->hurt &= ~DT_BIT(token);
    state->restored &= ~DT_BIT(token);
    if (dt_kind_of(token) < DT_CHARACTER_KINDS)
        lose_points(state, token, true);
}

void dt_kill(const struct dt_rulebook *book, struct dt_state *state, unsigned token,
             struct event_list *events)
{
    unsigned square = state->where[token], side = dt_side_of(token);
    uint64_t lost;

    event_arg(dt_event_token(event_add(events, DT_EVENT_KILLED), token), ARG_PLACE, (int)square);
    dt_leave_play(state, token, DT_KILLED);
    if (dt_is(token, DT_CONJURES)) /* PD-ILLUSION-08 */
        for (unsigned which = 0; which < DT_ILLUSIONS; which++)
            dt_dispel(book, state, side, which, events);
    dt_score(state, 1 - side, dt_kinds[dt_kind_of(token)].kill_points, events);
    if (!dt_grounds[state->ground[square]].obstacle || state->at[square] & DT_CHARACTERS)
        return;
    for (lost = state->at[square] & ~book->with[DT_IS_ROPE]; lost; lost &= lost - 1) {
        event_arg(dt_event_token(event_add(events, DT_EVENT_VANISHED), dt_first(lost)), ARG_PLACE,
                  (int)square);
        dt_remove(state, dt_first(lost), DT_GONE); /* DT-PIT-06 */
    }
}

void dt_kill_all(const struct dt_rulebook *book, struct dt_state *state, unsigned square,
                 struct event_list *events)
{
    uint64_t set;

    for (set = state->at[square] & DT_CHARACTERS; set; set &= set - 1)
        dt_kill(book, state, dt_first(set), events);
}

/* Wound an unwounded fighter; whom he carries dies (DT-CARRY-12), and he himself does on a pit
 * that does not hold him (DT-PIT-03). */
static void wound(const struct dt_rulebook *book, struct dt_state *state, unsigned token,
                  struct event_list *events)
{
    unsigned square = state->where[token];
    uint64_t carried = state->at[square] & DT_CHARACTERS & ~DT_BIT(token);

    event_arg(dt_event_token(event_add(events, DT_EVENT_WOUNDED), token), ARG_PLACE, (int)square);
    state->wounded |= DT_BIT(token);
    state->hurt |= DT_BIT(token);
    lose_points(state, token, false);
    for (; carried; carried &= carried - 1)
        dt_kill(book, state, dt_first(carried), events);
    if (!dt_holds(book, state, square, state->at[square]))
        dt_kill(book, state, token, events);
}

/* Does a fighter of a side hold a Dragon Slayer, PD-OBJ-SLAYER-02? */
static bool slays(const struct dt_rulebook *book, const struct dt_state *state, unsigned side)
{
    for (uint64_t set = state->fighters & DT_SIDE(side); set; set &= set - 1)
        if (dt_uses(book, state, dt_first(set), DT_IS_SLAYER))
            return true;
    return false;
}

/* DT-COMBAT-06, -08, DT-GROUP-07. */
static void lose(const struct dt_rulebook *book, struct dt_state *state, unsigned side,
                 struct event_list *events)
{
    bool slain = slays(book, state, 1 - side);
    uint64_t set;

    for (set = state->fighters & DT_SIDE(side); set; set &= set - 1) {
        unsigned token = dt_first(set);

        if (slain && dt_is(token, DT_IS_DRAGON))
            dt_kill_all(book, state, state->where[token], events);
        else if (state->wounded >> token & 1)
            dt_kill(book, state, token, events);
        else
            wound(book, state, token, events);
    }
}

void dt_resolve_combat(const struct dt_rulebook *book, struct dt_state *state,
                       struct event_list *events)
{
    unsigned total[DT_SIDES];
    struct event *event;

    for (unsigned side = 0; side < DT_SIDES; side++) {
        unsigned card = state->chosen[side];

        total[side] = dt_side_strength(state, side) + card;
        if (card > 0)
            state->combat[side][card]--; /* DT-CARD-07, -08 */
        event = event_add(events, DT_EVENT_COMBAT_TOTAL);
        event_arg(event, ARG_SEAT, (int)side + 1);
        event_arg(event, ARG_NUMBER, (int)total[side]);
    }
    if (total[0] == total[1]) {
        event_add(events, DT_EVENT_COMBAT_TIED);
    } else {
        unsigned winner = total[0] > total[1] ? 0 : 1;

        event_arg(event_add(events, DT_EVENT_COMBAT_WON), ARG_SEAT, (int)winner + 1);
        lose(book, state, 1 - winner, events);
    }
    state->fighters = 0;
    state->attacker = state->target = DT_NONE;
    state->chosen[0] = state->chosen[1] = DT_NONE;
}
