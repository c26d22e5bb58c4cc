/* SPDX-License-Identifier: MIT */
/* A host among the players: "host", "extend", "end drawn", "end void". He also stops clocks
 * (commands_time.h) and names who takes the seat of one who stays away (away.h).
 * Source: doc/record.md, "Replay". */
#pragma once

#include "commands/incoming.h"

/* "host": who it is; "host NAME": agree that it be him. */
enum rc host_letter(struct incoming *incoming, const char *arguments, struct err *err);
/* Ask the host for a day more, which the terms do not give. *asked: there is one; if it is the
 * writer, he is told to ask the others.
 */
enum rc host_ask(struct incoming *incoming, bool *asked, struct err *err);
/* "extend NAME DAYS" */
enum rc host_extend(struct incoming *incoming, const char *arguments, struct err *err);
enum rc host_end_drawn(struct incoming *incoming, const char *arguments, struct err *err);
enum rc host_end_void(struct incoming *incoming, const char *arguments, struct err *err);
