/* SPDX-License-Identifier: MIT */
/* Allocations that fail when a test wants it; FAILING_MEMORY (tests/base/local.mk) has the linker
 * put them in place of the library's. */
#pragma once

#include <stdbool.h>

extern unsigned memory_until; /* allocations until one fails; 0 = none does */
extern bool memory_failed;    /* one did */
