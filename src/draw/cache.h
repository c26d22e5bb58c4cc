/* SPDX-License-Identifier: MIT */
/* Pixels of parts of pictures that were drawn before, so that only what is new is drawn anew.
 * Any number of threads may share one. It holds what its readers saw last: never hand its memory
 * to anybody, and let no more bytes into it than you want to spend. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct draw_cache;

struct draw_cache_count {
    uint64_t found, drawn; /* parts so far */
    size_t bytes;          /* held now */
    unsigned parts;        /* held now */
};

/* Begin an empty one that never holds more than `bytes`. NULL: no memory. */
struct draw_cache *draw_cache_new(size_t bytes);
void draw_cache_free(struct draw_cache *cache);
struct draw_cache_count draw_cache_counted(struct draw_cache *cache);
