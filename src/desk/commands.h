/* What a player may write besides orders: one table {name, arguments, who, handler}, which is
 * also the help letter; each has a sentence "desk.command.NAME" in every language. Source: design,
 * section 7; the mail conversation. */
#ifndef POSTERN_DESK_COMMANDS_H
#define POSTERN_DESK_COMMANDS_H

#include "desk/reception_p.h"

enum command_who {
    COMMAND_ANYBODY, /* any known player */
    COMMAND_SEAT     /* who holds a seat of the letter's game */
};

struct command {
    const char *name;
    const char *arguments;
    enum command_who who;
    enum rc (*run)(struct incoming *incoming, const char *arguments, struct err *err);
};

/* All commands, name NULL at the end. */
extern const struct command commands[];

/* The command that a line begins with, and where its arguments start; NULL if it is none. */
const struct command *commands_find(const char *line, const char **arguments);

#endif
