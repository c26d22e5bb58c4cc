/* SPDX-License-Identifier: MIT */
/* What the practice opponent is told of this game; see rules/practice.h. */
#pragma once

#include "rules/practice.h"

extern const struct practice dt_practice;
