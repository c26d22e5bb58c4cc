/* SPDX-License-Identifier: MIT */
/* What a program of tests begins with that makes or opens seals. */
#pragma once

#include "seal/secret.h"

static inline int start(void **state)
{
    (void)state;
    return secret_start(NULL) == RC_OK ? 0 : -1;
}
