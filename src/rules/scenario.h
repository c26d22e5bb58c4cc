/* SPDX-License-Identifier: MIT */
/* A scenario: a readable file that says how a game is set up, in place of its options.
 *
 *     # what it is for
 *     game: dungeon_twister
 *     title: The Dragon's Toll
 *     boxes: both
 *     rooms: 1 2 5 6
 *     blue: cleric, thief, troll, warrior,
 *         wizard, golem
 *
 * `game` and `title` stand once each; every other line names an option of the game and its value;
 * items of a list stand between blanks or commas, and an indented line goes on with the one above.
 * What options there are, and what they may say, the game alone knows: the file becomes its options
 * text ("boxes=both rooms=1+2+5+6 …"), and a place in that text leads back to the line.
 * Source: PD-MODE-07; doc/dungeon-twister.md. */
#pragma once

#include "rules/game.h"

enum {
    SCENARIO_BYTES_MAX = 16384, /* of a file; one fills a page */
    SCENARIO_LINES_MAX = 64,    /* options; no game has half as many */
    SCENARIO_NAME_BYTES = 64,
    SCENARIO_TITLE_BYTES = 128
};

struct scenario {
    char game[SCENARIO_NAME_BYTES]; /* struct game's name */
    char title[SCENARIO_TITLE_BYTES];
    char options[OPTIONS_TEXT_BYTES];
    unsigned count; /* of options */
    struct {
        uint16_t at;   /* where it stands in `options`, from 0 */
        uint32_t line; /* where in the file, from 1 */
    } option[SCENARIO_LINES_MAX];
};

/* Read a file; its name is for messages.
 * fails  RC_BAD_INPUT with name, line and reason: not plain text, a line that is no "name: value",
 *        game or title missing or doubled, an option doubled, more than a game can have */
enum rc scenario_read(const char *name, const char *text, size_t length, struct scenario *scenario,
                      struct err *err);
/* The line of the file that a column (from 1) of its options came from; 0 = none. */
uint32_t scenario_line(const struct scenario *scenario, unsigned column);
