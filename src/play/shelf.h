/* SPDX-License-Identifier: MIT */
/* Positions in memory, by game and head: those asked for last. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct ledger_head;
struct position;

enum { SHELF_PLACES = 64 }; /* games that get letters within minutes, each from 30 KB on */
struct shelf *shelf_new(unsigned places);
void shelf_free(struct shelf *shelf);
/* Forget what was changed since the change began (it was undone), or keep it (committed). */
void shelf_drop_changed(struct shelf *shelf);
void shelf_keep_changed(struct shelf *shelf);

/* A game's position if it stands at this head, else NULL; borrowed until the next call. */
struct position *shelf_find(struct shelf *shelf, int64_t game, const struct ledger_head *head);
/* Put a position in place of the game's older one; taken. */
void shelf_put(struct shelf *shelf, struct position *position);
/* It is changed by the change that is made now. */
void shelf_mark_changed(struct shelf *shelf, const struct position *position);
