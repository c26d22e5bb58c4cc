/* SPDX-License-Identifier: MIT */
/* Small steps that the chapters of the rules share: waiting for an answer, telling, showing a
 * card. */
#include "games/welcome_back/flow.h"

void wb_wait(struct wb_run *run, enum wb_phase phase)
{
    run->state->phase = (uint8_t)phase;
    run->state->question++;
}

struct event *wb_tell(struct wb_run *run, enum wb_event_kind kind)
{
    return event_add(run->events, kind);
}

struct event *wb_tell_seat(struct wb_run *run, enum wb_event_kind kind, unsigned seat)
{
    return event_arg(event_add(run->events, kind), ARG_SEAT, (int)seat);
}

struct event *wb_arg_card(struct event *event, unsigned card)
{
    return event_arg(event, ARG_TERM,
                     card == WB_UNKNOWN ? WB_TERM_HIDDEN : (int)(WB_TERM_MONSTER + card));
}

struct event *wb_arg_tile(struct wb_run *run, struct event *event, unsigned index)
{
    return event_arg(event, ARG_TERM,
                     (int)(WB_TERM_TILE + wb_tile(run->book, run->state, index)->tile));
}

struct event *wb_arg_number(struct event *event, int number)
{
    return event_arg(event, ARG_NUMBER, number);
}

void wb_show_card(struct wb_run *run, unsigned place)
{
    struct wb_state *state = run->state;
    unsigned card = state->card[place];

    state->seen[state->round - 1][place] |= WB_SEEN_ALL;
    if (card != WB_UNKNOWN && card >= WB_FIRST_SPECIAL)
        state->shown = (uint16_t)(state->shown | 1u << card);
}
