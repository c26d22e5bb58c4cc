/* SPDX-License-Identifier: MIT */
/* Wishes to join, to practise, to play against somebody, in words of any order: "Can I play a
 * practice game of chess against the computer?" Each can be taken back, so a question asks for it.
 * Words: templates/<language>/commands.words, "wish.…". */
#pragma once

#include "server/library.h"

/* Write a line that wishes one of these as the exact command: "practice chess against easy",
 * "practice chess against" (its level is open), "invite Bob to chess", "challenge chess",
 * "join Tom". False if it does not, or says something that was not understood.
 * in     from: in a game "play" alone means none; "I am Tom" makes a stranger join */
enum wishes_from { WISHES_GAME, WISHES_LOBBY, WISHES_STRANGER };
bool wishes_read(const struct library *library, const struct language *language, const char *line,
                 enum wishes_from from, struct buf *out);

/* Words of a line that the language does not know. */
unsigned wishes_strange(const struct library *library, const struct language *language,
                        const char *line);

/* What a line that speaks of playing, whatever else it says, may amount to: to be asked about and
 * never to be carried out. */
struct wishes_guess {
    const struct game *game; /* NULL: which is open */
    const char *who;         /* in the line: whom to invite to it; NULL: nobody */
    size_t who_bytes;
    char with[80]; /* "with OPTIONS" of the game that it tells; "" = none */
    bool people;   /* with somebody, and no program */
};
/* False: it does not speak of playing, nor of how a game may be played. */
bool wishes_guess(const struct library *library, const struct language *language, const char *line,
                  struct wishes_guess *guess);

/* Does a line say yes, and nothing else: "yes please", "confirm"? In any language. */
bool wishes_agree(const struct library *library, const char *line);
/* Is it nothing but words of agreement, as "is fine" behind a name? */
bool wishes_settle(const struct library *library, const char *line);
/* The name in an answer to "which name?": "yes please, Kate is fine". False where nothing stands
 * beside it, or what does is not known, asks or denies. */
bool wishes_name(const struct library *library, const char *line, struct buf *name);
/* Who introduces himself, whatever else he says: "me llamo rosa y quiero jugar"; not by a question.
 */
bool wishes_introduced(const struct library *library, const char *line, struct buf *name);
/* Does a line begin with a word of ours, so that it is no name: "please …"? "Will" may be one. */
bool wishes_begin(const struct library *library, const char *line);
