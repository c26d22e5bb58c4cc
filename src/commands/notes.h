/* SPDX-License-Identifier: MIT */
/* A player's private notes on a game: sealed as own/<seat>/<k> beside his standing answers, which
 * nobody can tell from them; opened at the game's end if he wished so. Source: design, 5.3. */
#pragma once

#include "commands/incoming.h"

/* "note TEXT", or the lines below it. */
enum rc notes_write(struct incoming *incoming, const char *arguments, struct err *err);
/* "notes": list them; "notes publish": open them when the game ends; "notes private": do not. */
enum rc notes_list(struct incoming *incoming, const char *arguments, struct err *err);
