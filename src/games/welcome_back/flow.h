/* SPDX-License-Identifier: MIT */
/* How a position goes on: the steps behind apply, one file for each chapter of the rules. All
 * run on until somebody must be asked; what has one answer is done at once (WB-TIMER-18). */
#pragma once

#include "games/welcome_back/face.h"

/* What every step works on; events may be NULL. */
struct wb_run {
    const struct wb_rulebook *book;
    struct wb_state *state;
    struct event_list *events;
};

/* Ask the next question. */
void wb_wait(struct wb_run *run, enum wb_phase phase);

/* Events; seats and terms by their own numbers. */
struct event *wb_tell(struct wb_run *run, enum wb_event_kind kind);
struct event *wb_tell_seat(struct wb_run *run, enum wb_event_kind kind, unsigned seat);
struct event *wb_arg_card(struct event *event, unsigned card); /* unknown: a face-down card */
struct event *wb_arg_tile(struct wb_run *run, struct event *event, unsigned index);
struct event *wb_arg_number(struct event *event, int number);

/* All may see a card of the round from now on. */
void wb_show_card(struct wb_run *run, unsigned place);

/* Bidding (bid.c). */
void wb_bid_begin(struct wb_run *run);
/* The turn passes on, or the raid begins. */
void wb_bid_next(struct wb_run *run);
void wb_bid_draw(struct wb_run *run, bool forced);
void wb_bid_add(struct wb_run *run, bool forced);
void wb_bid_aside(struct wb_run *run, unsigned index);
void wb_bid_pass(struct wb_run *run, bool forced);

/* The dungeon (raid.c). */
void wb_raid_begin(struct wb_run *run);
void wb_raid_picked(struct wb_run *run, unsigned seat, bool forced);
void wb_raid_named(struct wb_run *run, unsigned monster);
/* A card was opened where the position waits for one. */
void wb_raid_reveal(struct wb_run *run);
void wb_raid_swap(struct wb_run *run);
void wb_raid_show(struct wb_run *run);
void wb_raid_use(struct wb_run *run, unsigned index);
void wb_raid_decline(struct wb_run *run);
void wb_raid_discard(struct wb_run *run, unsigned index, bool forced);

/* Rounds and the end (round.c). */
void wb_hero_drawn(struct wb_run *run, unsigned hero);
void wb_hero_chosen(struct wb_run *run, unsigned hero);
void wb_starter_drawn(struct wb_run *run, unsigned seat);
void wb_deck_laid(struct wb_run *run, const int16_t card[WB_CARDS]);
/* The raid has ended: success card or failed raid, then the monsters set aside are shown. */
void wb_raid_over(struct wb_run *run, bool won);
/* The raider has resigned: a failed raid, nothing more is dealt with. */
void wb_raid_deserted(struct wb_run *run);
/* A monster set aside, a special was opened. */
void wb_reviewed(struct wb_run *run);
void wb_disclosed(struct wb_run *run);
void wb_resign(struct wb_run *run, unsigned seat);
