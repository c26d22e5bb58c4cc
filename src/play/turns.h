/* SPDX-License-Identifier: MIT */
/* Which turn of a game it is, counted from its log: a turn begins with the entry that starts a new
 * clock of the class TURN. Before the first one it is turn 0, the set-up. What was taken back is
 * not counted. Knows no game. Source: design, section 8 (time classes). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct entry;
struct position;

struct turns_clock {
    uint32_t clock;
    uint64_t n; /* entry after which it went first */
};

/* Zero-initialise. */
struct turns {
    struct turns_clock *at; /* owned, oldest first */
    size_t count, room;
    bool failed; /* memory was lost; the list is not whole */
};
void turns_fini(struct turns *turns);

/* An entry was carried out, and the position has its open questions. */
void turns_note(struct position *position, const struct entry *entry);

/* The turn that is played, or that was the last. */
unsigned turns_now(const struct position *position);
/* The entry after which a turn had been played; false: not yet, or there is none. */
bool turns_end(const struct position *position, uint64_t turn, uint64_t *n);
/* The turn that was played when an entry had been carried out. */
unsigned turns_at(const struct position *position, uint64_t n);
