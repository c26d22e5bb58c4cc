/* SPDX-License-Identifier: MIT */
/* Taking back: by oneself while nobody has learned anything since, by consent of all players after
 * that. Both are compensating entries of the log. Source: design, 5.5; doc/record.md. */
#pragma once

#include "commands/incoming.h"

/* "undo": the newest own order; "undo 41": back to the position after entry 41, which is consent
 * where another seat asked for that. */
enum rc takeback_undo(struct incoming *incoming, const char *arguments, struct err *err);
/* "no undo": refuse, or take back, what was asked. */
enum rc takeback_decline(struct incoming *incoming, const char *arguments, struct err *err);
