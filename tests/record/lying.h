/* SPDX-License-Identifier: MIT */
/* Games about which a server lies. */
#ifndef POSTERN_TESTS_RECORD_LYING_H
#define POSTERN_TESTS_RECORD_LYING_H

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

#endif
