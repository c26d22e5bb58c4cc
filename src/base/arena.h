/* SPDX-License-Identifier: MIT */
/* Memory handed out in order from one block and given back all at once. The block is the
 * caller's: the arena never allocates, so the rules core may use it. */
#pragma once

#include "base/base.h"

struct arena {
    unsigned char *at;
    size_t capacity; /* bytes */
    size_t used;     /* bytes */
};

/* Use block[capacity], borrowed for the arena's whole life. */
void arena_init(struct arena *arena, void *block, size_t capacity);
/* Bytes aligned for any type, zeroed, living until arena_reset; NULL when the block is full. */
void *arena_take(struct arena *arena, size_t bytes);
/* A copy of bytes[count] with a NUL behind; NULL when full. */
char *arena_copy(struct arena *arena, const char *bytes, size_t count);
/* Give back all that was taken. */
void arena_reset(struct arena *arena);
