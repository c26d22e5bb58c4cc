/* SPDX-License-Identifier: MIT */
/* What the files of a position share. */
#pragma once

#include "play/position.h"
#include "server/vault.h"

/* Where a box of the game stands. */
struct vault_place position_place(const struct position *position, const char *column, int64_t row);

/* Keep what is to be known of an entry; after the rules carried it out. */
void position_note(struct position *position, const struct entry *entry);
