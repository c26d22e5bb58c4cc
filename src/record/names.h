/* SPDX-License-Identifier: MIT */
/* The names a log has used: of seals, and of the labels of draws. Each once; again only after its
 * entry was undone. Private to this folder. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "seal/seal.h"

struct name {
    char text[SEAL_NAME_MAX + 1];
    uint8_t seat;    /* owner */
    bool is_label;   /* of a draw: another space of names */
    bool is_undone;  /* free to be used again */
    bool is_known;   /* its value stood beside the chain when it was logged */
    uint64_t entry;  /* where it was made */
    uint64_t opened; /* entry that opened it, 0 = none */
};

struct names {
    struct name *name;
    uint32_t *slot; /* open addressing: index + 1, 0 = free; twice as many as names */
    uint32_t count, room;
};

void names_fini(struct names *names);
/* Make room for `more` names; false: no memory. */
bool names_reserve(struct names *names, unsigned more);
/* The name, undone or not; NULL if it was never used. */
struct name *names_find(const struct names *names, const char *text, bool is_label);
/* Use a name that is new or undone. Room was reserved. */
struct name *names_add(struct names *names, const char *text, bool is_label);
