/* SPDX-License-Identifier: MIT */
/* The next round of a tournament, whatever its format: what the server makes and a verifier makes
 * again. */
#pragma once

#include "tournament/pairing/dutch.h"
#include "tournament/pairing/monrad.h"
#include "tournament/pairing/pairing.h"
#include "tournament/pairing/standings.h"

/* A change of what these mean is a new number; a tournament keeps the one that it began with. */
enum { SCHEDULE_VERSION = 1, SCHEDULE_TERM_DAYS_MAX = 3650 };

enum schedule_format {
    SCHEDULE_ROBIN,
    SCHEDULE_SWISS,
    SCHEDULE_KNOCKOUT,
    SCHEDULE_DUTCH,  /* Swiss by FIDE's rules, where SCHEDULE_SWISS is Monrad */
    SCHEDULE_LADDER, /* no rounds: its pairs are challenges (ladder.h) */
    SCHEDULE_FORMATS
};

/* The word of a format: "robin", "swiss", "knockout", "dutch", "ladder". */
const char *schedule_word(enum schedule_format format);
bool schedule_read(const char *word, enum schedule_format *format);

static inline bool schedule_is_swiss(enum schedule_format format)
{
    return format == SCHEDULE_SWISS || format == SCHEDULE_DUTCH;
}

/* Caller owns; about 2 MiB. */
union schedule_work {
    struct monrad_work monrad;
    struct dutch_work dutch;
    struct standings_row row[PAIRING_ENTRANTS_MAX];
};

struct schedule_rules {
    enum schedule_format format;
    unsigned rounds;    /* of a Swiss tournament, 0 = as many as find a winner; else 0 */
    unsigned groups;    /* of a round robin, at least 1; else 1 */
    unsigned best;      /* of a round robin in groups: so many of each meet in a final; else 0 */
    unsigned games;     /* 1, or 2 with the seats exchanged */
    bool elsewhere;     /* games are played on other servers, whose results are entered */
    bool third;         /* of a knock-out: a match for the third place */
    unsigned reach;     /* of a ladder: so many places up at most; else 0 */
    unsigned term_days; /* of a ladder: who has not played for so long sinks; 0 = nobody does */
};

/* Rounds at most, for so many entrants. */
unsigned schedule_rounds(const struct schedule_rules *rules, unsigned entrants);

/* Pair a round when all before are done. pair: room for PAIRING_ENTRANTS_MAX; byes and pairs whose
 * one side has left are done at once, with their points. Returns how many; 0: the tournament is
 * over. */
unsigned schedule_pair(const struct schedule_rules *rules, const struct pairing_event *event,
                       unsigned round, union schedule_work *work, struct pairing_pair *pair);
