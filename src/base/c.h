/* SPDX-License-Identifier: MIT */
/* What nearly every file needs of C itself: types, memory, strings. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
