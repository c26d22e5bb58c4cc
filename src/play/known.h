/* SPDX-License-Identifier: MIT */
/* Payloads of seals by name: what is known beside the chain. Wiped when freed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct known;

/* NULL when out of memory. */
struct known *known_new(void);
void known_free(struct known *known);
/* Copy in a payload that is known from entry n on: after an undo a name may be used again. The
 * same name and entry again keeps what is there. False when out of memory. */
bool known_put(struct known *known, const char *name, uint64_t n, const char *payload,
               size_t length);
/* The newest payload of a name that is known at entry n (UINT64_MAX = at all). Borrowed until the
 * next put; NULL = not known. */
const char *known_get(const struct known *known, const char *name, uint64_t n, size_t *length);
