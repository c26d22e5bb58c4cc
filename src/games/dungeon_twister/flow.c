/* SPDX-License-Identifier: MIT */
/* Leads from one question to the next: phases, turns, the end of the game. */
#include "games/dungeon_twister/flow.h"

unsigned dt_to_place(const struct dt_state *state, unsigned side)
{
    enum { BEGINNER_OBJECTS = 4 }; /* DT-VARIANT-05 */

    return state->agreed.characters[side] - DT_TEAM +
           (state->agreed.beginner ? BEGINNER_OBJECTS : (unsigned)DT_FORCE_OBJECTS);
}

void dt_enter(struct dt_state *state, enum dt_phase phase, unsigned questions)
{
    state->phase = (uint8_t)phase;
    state->question = state->next_id;
    state->next_id += questions;
    state->answered = 0;
}

void dt_next_placer(struct dt_state *state)
{
    unsigned left[DT_SIDES];

    for (unsigned side = 0; side < DT_SIDES; side++)
        left[side] = dt_to_place(state, side) - state->placed_count[side];
    if (left[0] + left[1] == 0) {
        state->placer = 0;
        dt_enter(state, DT_PHASE_OPEN_TEAMS, DT_SIDES);
        return;
    }
    if (left[1 - state->placer])
        state->placer = (uint8_t)(1 - state->placer);
    dt_enter(state, DT_PHASE_PLACE, 1);
}

void dt_begin_turn(struct dt_state *state, unsigned side, struct event_list *events)
{
    struct event *event = event_add(events, DT_EVENT_TURN_BEGINS);

    state->active = (uint8_t)side;
    state->turn++;
    dt_enter(state, DT_PHASE_CARD, 1);
    state->clock = state->question;
    event_arg(event, ARG_SEAT, (int)side + 1);
    event_arg(event, ARG_NUMBER, (int)(state->turn & INT16_MAX));
}

void dt_finish(struct dt_state *state, enum dt_end end, unsigned winner, struct event_list *events)
{
    struct event *event = event_add(events, winner == DT_NONE ? DT_EVENT_DRAWN : DT_EVENT_WON);

    if (winner != DT_NONE)
        event_arg(event, ARG_SEAT, (int)winner + 1);
    event_arg(event, ARG_NUMBER, state->score[0]);
    event_arg(event, ARG_NUMBER, state->score[1]);
    state->phase = DT_PHASE_OVER;
    state->end = (uint8_t)end;
    state->winner = winner == DT_NONE ? 0 : (uint8_t)(winner + 1);
    state->offers = 0;
    state->answered = state->handed = state->placer = 0;
    state->slot = state->attacker = state->target = DT_NONE;
    state->fighters = 0;
    memset(state->chosen, DT_NONE, sizeof state->chosen);
}

/* Is anyone left who can act, or could again? DT-END-07. */
static bool somebody_acts(const struct dt_state *state)
{
    for (unsigned token = 0; token < DT_TOKENS; token++) {
        const struct dt_kind *kind = &dt_kinds[dt_kind_of(token)];

        if (dt_kind_of(token) < DT_CHARACTER_KINDS && dt_on_board(state, token) &&
            (!(state->wounded >> token & 1) || kind->flags & DT_FLAG(DT_REGENERATES) ||
             dt_at_fountain(state, state->where[token])))
            return true;
    }
    return false;
}

/* The end of the game at the end of a turn; true if it is over. */
static bool test_end(struct dt_state *state, struct event_list *events)
{
    unsigned blue = state->score[0], yellow = state->score[1];
    unsigned winner = blue == yellow ? DT_NONE : blue > yellow ? 0 : 1;
    bool reached = blue >= state->agreed.target || yellow >= state->agreed.target;

    if (reached && (winner != DT_NONE || !state->agreed.tie_continues)) {
        dt_finish(state, DT_END_TARGET, winner, events);
        return true;
    }
    if (!somebody_acts(state)) {
        dt_finish(state, DT_END_NOBODY, winner, events);
        return true;
    }
    return false;
}

bool dt_at_fountain(const struct dt_state *state, unsigned square)
{
    for (unsigned d = 0; d < DT_DIRECTIONS; d++)
        if (state->pass[square] >> d & 1 &&
            dt_grounds[state->ground[(int)square + dt_step[d]]].fountain)
            return true;
    return false;
}

void dt_end_turn(struct dt_state *state, struct event_list *events)
{
    unsigned side = state->active, lost = state->ap;
    struct event *event = event_add(events, DT_EVENT_TURN_ENDED);

    for (unsigned kind = 0; kind < DT_CHARACTER_KINDS; kind++)
        lost += state->potion[0][kind] + (unsigned)state->potion[1][kind] + state->charm[kind];
    event_arg(event, ARG_SEAT, (int)side + 1);
    event_arg(event, ARG_NUMBER, (int)lost);
    state->ap = 0;
    state->drunk = 0;
    memset(state->potion, 0, sizeof state->potion);
    memset(state->charm, 0, sizeof state->charm);
    state->hurt = state->restored = 0;
    if (state->actions[side] == 0) {
        state->actions[side] = DT_ALL_ACTION_CARDS;
        event_arg(event_add(events, DT_EVENT_CARDS_TAKEN_BACK), ARG_SEAT, (int)side + 1);
    }
    if (!test_end(state, events))
        dt_begin_turn(state, 1 - side, events);
}

bool dt_hidden_token(const struct dt_state *state, unsigned question, unsigned *side, unsigned *k)
{
    for (*side = 0; *side < DT_SIDES; ++*side)
        for (*k = 1; *k <= state->placed_count[*side]; ++*k)
            if (state->placed[*side][*k - 1].slot == state->slot && --question == 0)
                return true;
    return false;
}

uint64_t dt_share(const struct dt_state *state)
{
    uint64_t shown = 0, second = DT_OBJECTS & DT_SIDE(state->active);

    for (unsigned token = 0; token < DT_TOKENS; token++)
        if (state->where[token] == DT_SHOWN)
            shown |= DT_BIT(token);
    return state->phase == DT_PHASE_PUT_FIRST ? shown & ~second : shown & second;
}

void dt_next_put(struct dt_state *state, bool fresh)
{
    if (dt_share(state) == 0) {
        if (state->phase == DT_PHASE_PUT_FIRST) {
            state->phase = DT_PHASE_PUT_SECOND;
            dt_next_put(state, true);
            return;
        }
        state->slot = DT_NONE;
        state->placer = 0;
        state->handed = 0;
        dt_enter(state, DT_PHASE_ACT, 1);
        return;
    }
    if (!fresh && !state->handed)
        return;
    if (!fresh) { /* each of the rest within a reply time, DT-TIMER-06 */
        dt_enter(state, (enum dt_phase)state->phase, 1);
        return;
    }
    state->placer =
        state->phase == DT_PHASE_PUT_FIRST ? state->active : (uint8_t)(1 - state->active);
    state->handed = 0;
    dt_enter(state, (enum dt_phase)state->phase, 1);
}
