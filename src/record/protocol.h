/* SPDX-License-Identifier: MIT */
/* The number in the first line of genesis: what a game's entries may say and how a record of it is
 * judged. A game keeps its number for ever; a change that alters what an old record means is a new
 * number. Source: design, 11, P0; doc/record.md. */
#ifndef POSTERN_RECORD_PROTOCOL_H
#define POSTERN_RECORD_PROTOCOL_H

enum {
    PROTOCOL_1 = 1,
    PROTOCOL_2 = 2, /* luck by its hash, no luck of the house, words beside the log */
    PROTOCOL_NEWEST = PROTOCOL_2,
    PROTOCOL_OF_NEW_GAMES = PROTOCOL_2
};

#endif
