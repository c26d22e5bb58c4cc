/* SPDX-License-Identifier: MIT */
/* What a desk is given from outside: the clock, chance, and who listens to its steps. */
#pragma once

#include "seal/secret.h"

struct desk;
struct game;
struct library;
struct reader;
struct replica;

/* What the outside gives: time, chance, and a word at each step for crash tests. */
struct desk_world {
    int64_t (*now)(void *context); /* UTC seconds */
    entropy_fn *entropy;
    void (*step)(void *context, const char *step); /* NULL = nobody listens */
    void *context;
    /* Does a time service hold this clock? NULL, or false: not known */
    bool (*is_synchronised)(void *context);
    int64_t ahead_s; /* a clock that is further ahead is doubted, see clock.h; 0 = never */
    const struct game *const *games; /* NULL at the end */
    struct reader *reader;           /* of letters, posts and forums' answers; NULL: none is read */
    struct replica *replica;         /* of another desk of this process; NULL: the desk's own */
    struct library *library;         /* the same of the words that it has read */
};

/* The system's clock and entropy, no steps. */
extern const struct desk_world desk_world_system;

int64_t desk_now(const struct desk *desk);
void desk_entropy(const struct desk *desk, void *out, size_t count);
/* Tell whoever listens that a step is about to be made. */
void desk_step(const struct desk *desk, const char *step);
