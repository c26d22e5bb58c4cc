/* SPDX-License-Identifier: MIT */
/* What a player may write besides orders: one table {name, arguments, who, when, handler}, which is
 * also the help letter and doc/commands.md; each has a sentence "desk.command.NAME" in every
 * language. Source: design, section 7; doc/commands.md. */
#pragma once

#include "commands/incoming.h"

/* All commands, name NULL at the end. */
extern const struct command commands[];

/* Run a command where it may be run now, or say why not. */
enum rc commands_run(struct incoming *incoming, const struct command *command,
                     const char *arguments, struct err *err);

/* Tell a player whose name is a word of an order what it is at the end of a letter. */
void commands_tell_order_name(struct incoming *incoming);

/* Where nothing is near to a line of a game: what help has on the first thing that it names, as
 * "can the Wizard fly over walls" does. */
void commands_tell_topic(struct incoming *incoming, const char *line);

/* The command that a line begins with, and where its arguments start; NULL if it is none. */
const struct command *commands_find(const char *line, const char **arguments);
