/* SPDX-License-Identifier: MIT */
/* Hands out memory in order from the caller's block. It never allocates, so the rules core can
 * use it. */
#include "base/arena.h"

#include <stdalign.h>

void arena_init(struct arena *arena, void *block, size_t capacity)
{
    arena->at = block;
    arena->capacity = capacity;
    arena->used = 0;
}

void *arena_take(struct arena *arena, size_t bytes)
{
    size_t skew = (uintptr_t)(arena->at + arena->used) % alignof(max_align_t);
    size_t start = arena->used + (skew ? alignof(max_align_t) - skew : 0);

    if (start > arena->capacity || bytes > arena->capacity - start)
        return NULL;
    arena->used = start + bytes;
    return memset(arena->at + start, 0, bytes);
}

char *arena_copy(struct arena *arena, const char *bytes, size_t count)
{
    char *copy = count < SIZE_MAX ? arena_take(arena, count + 1) : NULL;

    if (copy && count > 0)
        memcpy(copy, bytes, count);
    return copy;
}

void arena_reset(struct arena *arena)
{
    arena->used = 0;
}
