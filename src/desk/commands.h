/* What a player may write besides orders: one table {name, arguments, who, when, handler}, which is
 * also the help letter and doc/commands.md; each has a sentence "desk.command.NAME" in every
 * language. Source: design, section 7; the mail conversation. */
#ifndef POSTERN_DESK_COMMANDS_H
#define POSTERN_DESK_COMMANDS_H

#include "desk/reception_p.h"

enum command_who {
    COMMAND_ANYBODY, /* any known player */
    COMMAND_SEAT,    /* who holds a seat of the letter's game */
    COMMAND_ACCOUNT, /* the player himself: a letter that may be forged is asked about first */
    COMMAND_WHO_COUNT
};

enum command_when {
    COMMAND_ALWAYS,
    COMMAND_GOING, /* the game is neither over nor frozen; not in a preview */
    COMMAND_WHEN_COUNT
};

struct command {
    const char *name;
    const char *arguments;
    enum command_who who;
    enum command_when when;
    enum rc (*run)(struct incoming *incoming, const char *arguments, struct err *err);
};

/* All commands, name NULL at the end. */
extern const struct command commands[];

/* Run a command where it may be run now, or say why not. */
enum rc commands_run(struct incoming *incoming, const struct command *command,
                     const char *arguments, struct err *err) MUST_CHECK;

/* The command that a line begins with, and where its arguments start; NULL if it is none. */
const struct command *commands_find(const char *line, const char **arguments);

/* Tell how a command is written: it was written with what it does not know. */
void commands_tell_form(struct incoming *incoming, const char *name);

/* Key of the sentence that explains it: "desk.command.no-undo", "talk.command.block". */
void commands_key(const struct language *language, const struct command *command,
                  char key[SENTENCE_KEY_BYTES]);

#endif
