/* SPDX-License-Identifier: MIT */
/* A row of the table of commands (commands.h), and which row a line begins with. */
#pragma once

#include "server/library.h"

struct incoming;

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

/* In a letter of a game nobody is about any but the first, unless he says so plainly. */
enum command_about {
    COMMAND_ABOUT_ANY,
    COMMAND_ABOUT_PLAY, /* a new game */
    COMMAND_ABOUT_JOINING,
    COMMAND_ABOUT_OFFER,
    COMMAND_ABOUT_TOURNAMENT
};

/* What the words behind it must be: "Speak soon!", "what ratings have I" and "call me soft, but my
 * cleric …" are sentences that begin with a command's word, and none of it. */
enum command_behind {
    COMMAND_BEHIND_FREE,
    COMMAND_BEHIND_LANGUAGE,
    COMMAND_BEHIND_GAME,    /* or practice */
    COMMAND_BEHIND_TOLD,    /* no question: "remind me what he can do" */
    COMMAND_BEHIND_ADDRESS, /* or what is done with one */
    COMMAND_BEHIND_NUMBER,  /* in front */
    COMMAND_BEHIND_NAME,    /* of few words */
    COMMAND_BEHIND_LEVEL,   /* of a program */
};

struct command {
    const char *name;
    const char *arguments;
    enum command_who who;
    enum command_when when;
    enum command_about about;
    enum command_behind behind;
    enum rc (*run)(struct incoming *incoming, const char *arguments, struct err *err);
};

/* The command of a table (name NULL at its end) that a line begins with, and where its arguments
 * start; NULL if it is none. */
const struct command *command_find(const struct command *table, const char *line,
                                   const char **arguments);

/* Key of the sentence that explains it: "desk.command.no-undo", "talk.command.block". */
void command_key(const struct language *language, const struct command *command,
                 char key[SENTENCE_KEY_BYTES]);
