/* SPDX-License-Identifier: MIT */
/* Words between players, "press": sealed in the log, told to those they are for; to all: to
 * watchers too, where the game was made with press=open. Source: design, 5.3; doc/record.md. */
#pragma once

#include "commands/incoming.h"

/* Seats that a line names, as bits: by the player's name, or by its first word where no other's
 * begins so. */
uint32_t press_named_seats(const struct incoming *incoming, const char *line);
/* Seat by number or name, as a letter names it; 0 = "all"; -1 = nobody of that name. */
int press_find_seat(const struct incoming *incoming, const char *name, size_t length);

enum { PRESS_BYTES_MAX = 4000 };

/* "say TEXT", "say to NAME: TEXT"; without text: the lines below it, up to a single "." or the
 * letter's end. */
enum rc press_say(struct incoming *incoming, const char *arguments, struct err *err);

/* "block NAME", "unblock NAME": words of that player come no more; it holds for all games. */
enum rc press_block(struct incoming *incoming, const char *arguments, struct err *err);
enum rc press_unblock(struct incoming *incoming, const char *arguments, struct err *err);

/* "Could you let Giulia know I'm late": append "say" and what is to be told to another seat than
 * one's own; false: it is none. */
bool press_told(const struct wording *wording, unsigned own, const char *line, struct buf *out);
/* A letter of no game whose line speaks to another player of its writer's, "Giulia, where are you
 * from?": offer to tell him in their games. *offered stays where it does not. */
enum rc press_offer_games(struct incoming *incoming, const char *line, bool *offered,
                          struct err *err);

/* The words of a command: what stands behind it with what its writer's program wrapped, or the
 * lines below it. Takes those lines out of the letter. */
void press_gather(struct incoming *incoming, const char *first, struct buf *text);
