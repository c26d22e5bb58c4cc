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

unsigned dt_strength(const struct dt_state *state, unsigned fighter, bool attacks)
{
    uint64_t things = state->at[state->where[fighter]] & DT_OBJECTS;
    unsigned strength = state->wounded >> fighter & 1 ? 0 : dt_kinds[dt_kind_of(fighter)].strength;

    for (; things; things &= things - 1) {
        const struct dt_kind *kind = &dt_kinds[dt_kind_of(dt_first(things))];

        strength += attacks ? kind->attack : kind->defence;
    }
    return strength;
}

unsigned dt_side_strength(const struct dt_state *state, unsigned side)
{
    unsigned total = 0;

    for (uint64_t set = state->fighters & DT_SIDE(side); set; set &= set - 1)
        total += dt_strength(state, dt_first(set), side == state->active);
    return total;
}

void dt_kill(const struct dt_rulebook *book, struct dt_state *state, unsigned token,
             struct event_list *events)
{
    unsigned square = state->where[token], side = dt_side_of(token);
    uint64_t lost;

    event_arg(dt_event_token(event_add(events, DT_EVENT_KILLED), token), ARG_PLACE, (int)square);
    dt_remove(state, token, DT_KILLED);
    state->wounded &= ~DT_BIT(token);
    state->hurt &= ~DT_BIT(token);
    state->restored &= ~DT_BIT(token);
    if (side == state->active)
        state->potion[dt_kind_of(token)] = 0;
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
    if (dt_side_of(token) == state->active)
        state->potion[dt_kind_of(token)] = 0; /* DT-OBJ-POTION-04 */
    for (; carried; carried &= carried - 1)
        dt_kill(book, state, dt_first(carried), events);
    if (dt_grounds[state->ground[square]].obstacle && !(state->at[square] & book->with[DT_IS_ROPE]))
        dt_kill(book, state, token, events);
}

/* DT-COMBAT-06, -08, DT-GROUP-07. */
static void lose(const struct dt_rulebook *book, struct dt_state *state, unsigned side,
                 struct event_list *events)
{
    uint64_t set;

    for (set = state->fighters & DT_SIDE(side); set; set &= set - 1) {
        unsigned token = dt_first(set);

        if (state->wounded >> token & 1)
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
