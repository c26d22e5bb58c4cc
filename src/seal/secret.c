/* SPDX-License-Identifier: MIT */
/* Memory for secrets, comparing and wiping them, and the system's entropy. */
#include "seal/secret.h"

#include <sodium.h>

enum rc secret_start(struct err *err)
{
    FAIL_IF(sodium_init() < 0, err, RC_BUG, "the cryptographic library does not start");
    return RC_OK;
}

void entropy_system(void *context, void *out, size_t count)
{
    (void)context;
    randombytes_buf(out, count);
}

void *secret_new(size_t bytes)
{
    return sodium_malloc(bytes);
}

void secret_free(void *secret)
{
    sodium_free(secret);
}

void secret_wipe(void *bytes, size_t count)
{
    sodium_memzero(bytes, count);
}
