/* SPDX-License-Identifier: MIT */
/* Positions in memory, by game and head: those asked for last, up to so many bytes. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct ledger_head;
struct position;

struct shelf *shelf_new(void);
void shelf_free(struct shelf *shelf);
/* Forget what was changed since the change began (it was undone), or keep it (committed). */
void shelf_drop_changed(struct shelf *shelf);
void shelf_keep_changed(struct shelf *shelf);
/* Keep so many bytes at most, beside the few games asked for last; 16 MiB unless said. */
void shelf_limit(struct shelf *shelf, size_t most);
/* Memory of all on it, about, without what was changed since the change began. */
size_t shelf_bytes(const struct shelf *shelf);

/* A game's position if it stands at this head, else NULL; borrowed until the next call. */
struct position *shelf_find(struct shelf *shelf, int64_t game, const struct ledger_head *head);
/* Put a position in place of the game's older one; taken. */
void shelf_put(struct shelf *shelf, struct position *position);
/* It is changed by the change that is made now. */
void shelf_mark_changed(struct shelf *shelf, const struct position *position);
