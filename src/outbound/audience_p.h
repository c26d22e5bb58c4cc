/* SPDX-License-Identifier: MIT */
#pragma once

#include "play/position.h"

/* Shall news for a seat wait, since it had enough within the hour? Counts them, or sets the timer.
 */
enum rc audience_paces(struct desk *desk, const struct position *position, unsigned seat,
                       bool *waits, struct err *err);
