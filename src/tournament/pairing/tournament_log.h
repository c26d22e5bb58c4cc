/* SPDX-License-Identifier: MIT */
/* The log of a tournament, read line by line: what is entered, drawn, paired and won. The server
 * takes its state from it and a verifier the same; a line that the rules do not lead to is refused.
 * Source: doc/tournaments.md.
 *
 *     enter I [person/I] RATING         luck I V              leave I
 *     luck I sealed C                   open I V              again N
 *     close LUCKS                       seeds lot|rating I I I…
 *     pair ROUND I-I I-I I-0            game ROUND/BOARD/K number N G
 *     result ROUND/BOARD/K X-Y played|forfeit|adjudicated N En
 *     result ROUND/BOARD/K X-Y forfeit                  of a game that was never made
 *     result ROUND/BOARD/K X-Y played|… N En G SERVER   of a game on another server
 *     trust KEY                         the next of those servers, from 1
 *     standing ROUND I I I…             end S | cancel
 *     challenge N I J                   sink N
 *     replace I [person/I] RATING J     entrant I goes on for J, who has left
 *     key KEY SIGN                      from here on the server signs with another key
 *     lost FROM TO                      entries that nobody has; this one is numbered TO + 1
 *
 * Challenges and terms are of a ladder: I challenges J, who stands higher, and the N-th such pair
 * is board N of its one round; the N-th term is over, and who has not played in it sinks. Who
 * enters a ladder that runs stands at its foot.
 *
 * Luck that was given sealed is opened behind `close`; where somebody who stayed until then never
 * opens his, he is out, and all give luck again, for the N-th throw.
 *
 * I: entrants as they entered, from 1. X, Y: half points of the pair's first and second. */
#pragma once

#include "base/base.h"
#include "tournament/pairing/ladder.h"
#include "tournament/pairing/schedule.h"
#include "tournament/pairing/standings.h"

enum {
    TOURNAMENT_LOG_PAIRS_MAX = 8192,
    TOURNAMENT_LOG_GAMES = 2,
    TOURNAMENT_LOG_HASH_BYTES = 53,
    TOURNAMENT_LOG_SERVERS = 16,
    TOURNAMENT_LOG_KEYS = 64
};

enum tournament_log_phase {
    TOURNAMENT_LOG_OPEN,   /* who wants may enter */
    TOURNAMENT_LOG_CLOSED, /* luck is fixed, seeds are to be drawn */
    TOURNAMENT_LOG_RUNNING,
    TOURNAMENT_LOG_OVER,
    TOURNAMENT_LOG_CANCELLED
};

struct tournament_log_game {
    int64_t number; /* 0 = not made yet */
    bool done, played;
    uint8_t points[2];   /* half points of the pair's first and second */
    uint64_t away;       /* 60 bits of the genesis of a game on another server; else 0 */
    uint16_t entrant[2]; /* who these were when it was made */
};

struct tournament_log_lot {
    uint64_t (*number)(void *context, uint64_t bound);
    void *context;
};

/* Caller owns; about 3 MiB. tournament_log_init first. */
struct tournament_log {
    struct schedule_rules rules;
    bool by_lot;
    enum tournament_log_phase phase;
    unsigned entered, entered_at_close;
    unsigned servers; /* whose results are taken, by their keys in base32 */
    char server[TOURNAMENT_LOG_SERVERS][TOURNAMENT_LOG_HASH_BYTES];
    unsigned keys; /* of this server, behind that of the beginning; the last one signs */
    char key[TOURNAMENT_LOG_KEYS][TOURNAMENT_LOG_HASH_BYTES];
    int64_t lost, lost_to; /* entries that are lost, and the number of the last of them */
    uint32_t rating[PAIRING_ENTRANTS_MAX]; /* [entrant - 1], as this and the next two */
    char luck[PAIRING_ENTRANTS_MAX]
             [TOURNAMENT_LOG_HASH_BYTES]; /* V in base32, or C; "" = he gave none */
    bool sealed[PAIRING_ENTRANTS_MAX];    /* it is C, and is to be opened */
    bool anew;                            /* closed, and luck is given again */
    unsigned throws;                      /* that came to nothing */
    bool gone[PAIRING_ENTRANTS_MAX];
    char lucks[TOURNAMENT_LOG_HASH_BYTES];
    unsigned seeds, seeds_drawn;            /* more than were drawn: who entered a ladder later */
    uint16_t drawn[PAIRING_ENTRANTS_MAX];   /* [seed - 1] */
    uint16_t entrant[PAIRING_ENTRANTS_MAX]; /* [seed - 1]: drawn, or who replaces him */
    uint16_t seed[PAIRING_ENTRANTS_MAX];    /* [entrant - 1]; 0 = he left before the draw */
    uint16_t in_place_of[PAIRING_ENTRANTS_MAX]; /* [entrant - 1]; 0 = nobody */
    uint16_t left[PAIRING_ENTRANTS_MAX];        /* [seed - 1], as pairing_event has it */
    unsigned round, round_first;                /* the current one, and its first pair */
    int64_t last_number;                        /* of the newest game */
    unsigned pairs;
    struct pairing_pair pair[TOURNAMENT_LOG_PAIRS_MAX]; /* of seeds */
    struct tournament_log_game game[TOURNAMENT_LOG_PAIRS_MAX][TOURNAMENT_LOG_GAMES];
    struct ladder ladder;                            /* of seeds */
    bool first_challenges[TOURNAMENT_LOG_PAIRS_MAX]; /* a pair's first is the one who challenged */
    bool awake[PAIRING_ENTRANTS_MAX];                /* [seed - 1]: played in this term */
    unsigned terms;                                  /* that are over */
    struct pairing_pair next[PAIRING_ENTRANTS_MAX];
    struct standings_row row[PAIRING_ENTRANTS_MAX];
    union schedule_work work; /* last: nothing of it is read before it is written */
};

void tournament_log_init(struct tournament_log *log, const struct schedule_rules *rules,
                         bool by_lot);
/* Read one line without its time. lot: the numbers of "cup/seeds/0", NULL = not known yet.
 * fails  RC_BAD_INPUT: not a line, or not what the rules lead to; nothing is changed then */
enum rc tournament_log_line(struct tournament_log *log, const char *line,
                            const struct tournament_log_lot *lot, struct err *err);

/* "lost 12 15": entries that a line gives up; false for any other line. */
bool tournament_log_lost(const char *line, int64_t *from, int64_t *to);
/* May an entrant give luck, or must he open it? */
bool tournament_log_takes_luck(const struct tournament_log *log, unsigned entrant);
bool tournament_log_must_open(const struct tournament_log *log, unsigned entrant);
/* How many must open their luck before there are seeds, whether they have left since or not. */
unsigned tournament_log_sealed(const struct tournament_log *log);
/* Pairs of the current round that are not done. */
unsigned tournament_log_open(const struct tournament_log *log);
/* Pair the next round into log->next, once all is done. 0: there is none. */
unsigned tournament_log_pair(struct tournament_log *log);
/* Seeds in order, as rating or lot has them: out[seeds] of entrants. */
unsigned tournament_log_seeds(const struct tournament_log *log,
                              const struct tournament_log_lot *lot, uint16_t *out);
/* May a game of that genesis (base32) be a result that is new? */
bool tournament_log_is_new(const struct tournament_log *log, const char *genesis);
/* Where everybody stands: fill log->row with seeds, best first; a knock-out has places alone.
 * Returns how many. */
unsigned tournament_log_standings(struct tournament_log *log);
/* May one seed challenge another? NULL, or a word for why not: "reach" (not above him, or too far),
 * "busy" (one has such a challenge open already), "again" (these two met last), "full". */
const char *tournament_log_challenge(const struct tournament_log *log, unsigned challenger,
                                     unsigned challenged);
/* An entrant of a seed, 0 for 0. */
static inline unsigned tournament_log_entrant(const struct tournament_log *log, unsigned seed)
{
    return seed ? log->entrant[seed - 1] : 0;
}
