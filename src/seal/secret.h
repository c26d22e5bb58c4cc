/* SPDX-License-Identifier: MIT */
/* Memory for secrets, and the start of the cryptographic library. */
#pragma once

#include "base/base.h"

/* Make the library ready. Every program calls it once before anything else of this folder; more
 * calls do no harm.  fails  RC_BUG */
enum rc secret_start(struct err *err);

/* Where random bytes come from: fill out[count]. Tests pass a counted stream. */
typedef void entropy_fn(void *context, void *out, size_t count);
/* The system's; context is not used. */
void entropy_system(void *context, void *out, size_t count);

/* Bytes in locked memory between guard pages, never in a core dump; NULL when there is none.
 * Costs three pages each: for keys, not for texts. */
void *secret_new(size_t bytes);
/* Wipe and free. NULL allowed. */
void secret_free(void *secret);
/* Overwrite; the compiler may not leave it out. */
void secret_wipe(void *bytes, size_t count);

struct secret_place {
    void *at;
    size_t bytes;
};
static inline void secret_place_wipe(struct secret_place *place)
{
    secret_wipe(place->at, place->bytes);
}
/* Overwrite a local when its block ends, whichever way it is left. */
#define WIPED_AT_END(local)                                                                        \
    __attribute__((cleanup(secret_place_wipe), unused)) struct secret_place local##_place = {      \
        &(local), sizeof(local)}
