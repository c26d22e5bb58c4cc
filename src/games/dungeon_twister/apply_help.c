/* SPDX-License-Identifier: MIT */
/* Carrying out: healing, drinking, charming, stealing.
 * Source: topics DT-CHAR-CLERIC, DT-CHAR-TROLL, DT-OBJ-POTION, PD-FOUNTAIN, PD-CHARM,
 * PD-CHAR-PICKPOCKET. */
#include "games/dungeon_twister/apply_p.h"

static void restore(struct dt_run *run, unsigned token)
{
    run->state->wounded &= ~DT_BIT(token);
    run->state->restored |= DT_BIT(token);
}

void dt_apply_heal(struct dt_run *run)
{
    dt_event_token(dt_say_token(run, DT_EVENT_HEALED, run->token), (unsigned)run->order->arg[2]);
    restore(run, (unsigned)run->order->arg[2]);
}

void dt_apply_regenerate(struct dt_run *run)
{
    dt_say_token(run, DT_EVENT_REGENERATED, run->token);
    restore(run, run->token);
}

/* Unlike the healed he may act and fight at once, PD-FOUNTAIN-02. */
void dt_apply_recover(struct dt_run *run)
{
    dt_say_token(run, DT_EVENT_RECOVERED, run->token);
    run->state->wounded &= ~DT_BIT(run->token);
}

void dt_apply_drink(struct dt_run *run)
{
    enum { POTION_POINTS = 4 }; /* DT-OBJ-POTION-01 */

    dt_use_up(run, DT_IS_POTION);
    run->state->potion[dt_side_of(run->token)][dt_kind_of(run->token)] += POTION_POINTS;
    run->state->drunk++;
    dt_say_token(run, DT_EVENT_DRANK, run->token);
}

void dt_apply_charm(struct dt_run *run)
{
    enum { CHARM_ACTIONS = 3 }; /* PD-CHARM-03 */
    unsigned target = (unsigned)run->order->arg[2];

    dt_event_token(dt_say_token(run, DT_EVENT_CHARMED, run->token), target);
    dt_use_up(run, DT_IS_SCROLL);
    run->state->charm[dt_kind_of(target)] += CHARM_ACTIONS;
    run->state->drunk++; /* PD-CHARM-15: as after a Potion */
}

/* PD-CHAR-PICKPOCKET-03: without the Rope he falls. */
static void fall(struct dt_run *run, unsigned square)
{
    struct dt_state *state = run->state;

    if (!dt_holds(run->book, state, square, state->at[square]))
        dt_kill_all(run->book, state, square, run->events);
}

void dt_apply_steal(struct dt_run *run)
{
    struct dt_state *state = run->state;
    unsigned thing = (unsigned)run->order->arg[2], from = state->where[thing];
    struct event *event = dt_say_token(run, DT_EVENT_STOLE, run->token);

    dt_say_place(dt_event_token(event, thing), from);
    dt_put(state, thing, state->where[run->token]);
    fall(run, from);
}
