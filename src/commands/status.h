/* SPDX-License-Identifier: MIT */
/* "status" and "show": how a game stands, now or after an earlier entry. */
#pragma once

#include "commands/incoming.h"

enum rc status_tell(struct incoming *incoming, const char *arguments, struct err *err);
/* Add what "status" asked for, when the letter's orders were carried out. */
enum rc status_add(struct incoming *incoming, struct err *err);
/* "show": the board; "show 12": as it stood after turn 12; "show entry 57". */
enum rc status_show(struct incoming *incoming, const char *arguments, struct err *err);

/* "record": the answer has the game's record attached, as the seat may have it. */
enum rc status_record(struct incoming *incoming, const char *arguments, struct err *err);
