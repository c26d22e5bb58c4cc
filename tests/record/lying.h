/* SPDX-License-Identifier: MIT */
/* Lies of a server about a game, as a file tells them: a title and what is done to the honest log.
 *
 *     plain words_that_are_not_the_hashs
 *         w " luck words "
 *         say w 0 "other words"
 *
 * A letter with a place keeps a number; `w` is the entry that must be named. A place is such a
 * letter, a number, $ (the last entry) or the first entry with a text ("a"&"b": with both), then
 * perhaps +1, -1, +a, >"text" (the first with it from there on), <"text" (the last up to there). In
 * texts {a-1} is a number, {@a} the time of an entry, {%a} its seat, {?a} the question it is about,
 * {key} the game's key. What else can be done: `deeds` in lying.c. */
#pragma once

#include "tests/record/attack.h"

/* Each a finished game of two seats: luck of words and sealed, with standing answers of seat 1; the
 * same without; and one against the house. */
extern struct playing lying_plain, lying_bare, lying_house;

/* Group set-up and its end, for cmocka. */
int lying_start(void **state);
int lying_stop(void **state);
/* Play whole games of the toy, from this seed on, until entries 2 and 3 have `first` and `second`,
 * and some entry `wanted`. */
void lying_play(struct playing *playing, uint64_t seed, const struct playing_plan *plan,
                const char *first, const char *second, const char *wanted);

/* The seal of entry n whose name begins so. */
struct playing_seal *lying_seal(unsigned n, const char *family);
/* Say another payload of a seal, commit to it, and open it so: there the lie is found. */
void lying_say(unsigned n, const char *family, const char *payload);
/* The numbers that letters keep. */
extern unsigned lying_kept[26];
#define LYING_KEPT(letter) lying_kept[(letter) - 'a']
/* Do this to the log. */
void lying_do(const char *deed);

struct lie {
    struct playing *game;
    const char *name;
    void (*make)(void); /* edits the log; sets edit->wrong */
};
#define LIE(game, name)                                                                            \
    {                                                                                              \
        &(game), #name, name                                                                       \
    }
/* Each honest log is taken, and its lie refused at the entry that lies. */
void lying_find_out(const struct lie *lies, size_t count);

struct lying_game {
    const char *name;
    struct playing *game;
};
struct lying_more { /* what a file calls by name */
    const char *name;
    void (*make)(void);
};
/* The same with the lies of tests/record/NAME.lies. games, more: ended by a name that is NULL. */
void lying_find_out_file(const char *name, const struct lying_game *games,
                         const struct lying_more *more);
