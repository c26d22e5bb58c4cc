/* SPDX-License-Identifier: MIT */
/* Locals that end with their block, whichever way it is left: what its type's _fini or _wipe would
 * be called for on each way out.
 *
 *     OWN(buf) text = {0};
 *
 *     OWN_AT(values) values = values_new();
 *     OWN_MEMORY char *copy = NULL;
 *
 * Initialise it where it stands. Whoever hands its content on empties it (buf_take). */
#pragma once

#include "base/c.h"

#define OWN(type)       __attribute__((cleanup(type##_fini))) struct type
#define OWN_WIPED(type) __attribute__((cleanup(type##_wipe))) struct type
/* For which its type's _close would be called. */
#define OWN_OPEN(type) __attribute__((cleanup(type##_close))) struct type
/* A pointer, for which its type's _free or _close would be called: beside that stands
 * OWN_FREED(type) or OWN_CLOSED(type). */
#define OWN_AT(type) __attribute__((cleanup(type##_drop))) struct type *
#define OWN_DROPPED(type, drop)                                                                    \
    static inline void type##_drop(struct type **own)                                              \
    {                                                                                              \
        drop(*own);                                                                                \
    }
#define OWN_FREED(type)  OWN_DROPPED(type, type##_free)
#define OWN_CLOSED(type) OWN_DROPPED(type, type##_close)
/* A pointer to what malloc gave. */
#define OWN_MEMORY __attribute__((cleanup(own_free)))
static inline void own_free(void *pointer)
{
    void *memory;

    memcpy(&memory, pointer, sizeof memory);
    free(memory);
}

/* What a member points to, as OWN_MEMORY does for a local. */
#define FREED_AT_END(pointer)        FREED_AT_LINE(pointer, __LINE__)
#define FREED_AT_LINE(pointer, line) FREED_AS(pointer, line)
#define FREED_AS(pointer, line)                                                                    \
    __attribute__((cleanup(own_free_at), unused)) void *freed_##line = &(pointer)
static inline void own_free_at(void **place)
{
    own_free(*place);
}
