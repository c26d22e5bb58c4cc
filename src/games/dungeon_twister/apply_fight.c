/* SPDX-License-Identifier: MIT */
/* Carrying out: combat and fire, topics DT-COMBAT, DT-GROUP, DT-OBJ-WAND, PD-CHAR-DRAGON. */
#include "games/dungeon_twister/apply_p.h"

#include "games/dungeon_twister/decide.h"
#include "games/dungeon_twister/flow.h"

void dt_apply_attack(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned target = (unsigned)run->order->arg[2];
    struct event *event = dt_say_token(run, DT_EVENT_ATTACKED, run->token);

    dt_say_place(dt_event_token(event, target), state->where[target]);
    state->attacker = (uint8_t)run->token;
    state->target = (uint8_t)target;
    state->fighters = dt_fighters(state, run->token, target);
    for (uint64_t set = state->fighters; set; set &= set - 1) {
        unsigned token = dt_first(set);

        event_arg(dt_say_token(run, DT_EVENT_FIGHTER, token), ARG_NUMBER,
                  (int)dt_strength(state, token, dt_side_of(token) == dt_side_of(run->token)));
    }
    dt_enter(state, DT_PHASE_COMBAT, dt_seer(state) == DT_NONE ? DT_SIDES : 1);
}

void dt_apply_combat(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned side = run->order->seat - 1u, asked[DT_SIDES];
    unsigned count = dt_card_sides(state, asked), index = asked[0] == side ? 0 : 1;
    int card = run->order->arg[0];

    state->chosen[side] = dt_kept(card);
    state->answered |= (uint8_t)(1u << index);
    dt_say_seat(run, DT_EVENT_COMBAT_CHOSEN, run->order->seat);
    if (state->answered == (1u << count) - 1)
        dt_enter(state, DT_PHASE_OPEN_COMBAT, count);
}

void dt_open_combat(struct dt_run *run, unsigned side)
{
    struct event *event = dt_say(run, DT_EVENT_COMBAT_SHOWN);

    run->state->chosen[side] = (uint8_t)run->order->arg[3];
    event_arg(event, ARG_SEAT, (int)side + 1);
    event_arg(event, ARG_NUMBER, run->order->arg[3]);
}

/* DT-TIMER-10: it counts as 0, and the highest card of the hand leaves the game. */
void dt_forfeit_card(struct dt_run *run, unsigned side)
{
    struct event *event = dt_say(run, DT_EVENT_COMBAT_UNOPENED);
    unsigned card = DT_CARD_VALUES - 1;

    while (card > 0 && !run->state->combat[side][card])
        card--;
    if (card > 0)
        run->state->combat[side][card]--;
    run->state->chosen[side] = 0;
    event_arg(event, ARG_SEAT, (int)side + 1);
    event_arg(event, ARG_NUMBER, (int)card);
}

/* The cards asked for are open: now the one that waited for them, or the end of it. */
void dt_go_on_fighting(struct dt_run *run)
{
    struct dt_state *state = run->state;

    if (state->chosen[0] == DT_NONE || state->chosen[1] == DT_NONE) { /* PD-CHAR-MASTER-02 */
        dt_enter(state, DT_PHASE_COMBAT, 1);
        return;
    }
    dt_resolve_combat(run->book, state, run->events);
    dt_enter(state, DT_PHASE_ACT, 1);
}

void dt_apply_fire(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned square =
        dt_line_of_sight(state, state->where[run->token], (unsigned)run->order->arg[2]);
    uint64_t hit = state->at[square] & DT_CHARACTERS, up = hit & ~state->wounded;
    unsigned target = dt_first(up ? up : hit);
    bool breath = dt_is(run->token, DT_BREATHES);
    bool harmless = dt_uses(run->book, state, target, DT_IS_SHIELD);
    enum dt_event kind = harmless ? DT_EVENT_SHIELDED : breath ? DT_EVENT_BREATHED : DT_EVENT_FIRED;

    dt_say_place(dt_event_token(dt_say_token(run, kind, run->token), target), square);
    if (!breath)
        dt_use_up(run, DT_IS_WAND);
    if (!harmless)
        dt_kill_all(run->book, state, square, run->events);
}
