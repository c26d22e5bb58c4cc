/* SPDX-License-Identifier: MIT */
/* Clocks and deadlines of one game: allowances by time class, questions that share a clock,
 * what is left of it when it stands still. A pure reckoning over the times of the log's entries,
 * so that a replay comes to the same deadlines.
 *
 * Source: design, section 8; rules/decision.h (clock, extra_halves). */
#pragma once

#include "rules/decision.h"
#include "rules/order.h"
#include "server/calendar.h"

enum { TIMING_CLOCKS_MAX = 48, TIMING_FREE_BYTES = 160 };
static const int64_t TIMING_NEVER = INT64_MAX;

struct timing_hour {
    uint8_t weekdays; /* bit 0 = Monday; 0 = the class has a duration, and no hour */
    uint16_t minute;  /* of the day, in the rules' zone */
};

/* What the genesis entry keeps as "setup=7d turn=7d reply=3d grace=12h save=5d free=sat+sun",
 * "turn=1d reserve=30d": thirty days, and one a turn; or "turn=wed+sun@20:00 zone=Europe/Rome
 * least=12h": due on those days at that hour, the first that leaves as much time. The allowance of
 * a class with an hour is `least`. */
struct timing_rules {
    int64_t allowance_s[TIME_CLASS_COUNT];
    int64_t grace_s;   /* an answer counts so long after the deadline that is told */
    int64_t save_s;    /* unused time of a turn is added to the next, up to so much */
    int64_t reserve_s; /* added to a seat's first turn; what it does not use is added to the
                          next, all of it. 0 = none */
    char free[TIMING_FREE_BYTES]; /* days that do not count, as calendar.h reads them */
    struct timing_hour hour[TIME_CLASS_COUNT];
    int64_t least_s;
    int64_t stock, yearly, once; /* days drawn when time runs out: of a game, a year, in a row */
    int64_t extensions;          /* days for the asking */
    int64_t lend;                /* for how many days a seat may be lent */
    int64_t away;      /* so many deadlines missed in a row make a player away; 0 = none do */
    int64_t host_days; /* a host among the players gives at most so many at once; 0 = none */
    unsigned host;     /* the seat that begins as host; 0 = none */
    char zone[CALENDAR_ZONE_BYTES]; /* of the hours */
};

struct timing_open {
    uint32_t decision;
    uint8_t seat;
    uint8_t time_class;
    uint8_t halves; /* of the allowance, given on top so far */
    uint32_t clock;
    int64_t opened_n;
    int64_t opened_s;
    int64_t left_s; /* of its allowance when it was opened, and what was added since */
    int64_t due_s;  /* when it closes, grace included; TIMING_NEVER = none */
    int64_t
        grace_s; /* behind the deadline that is told; a turn has one, all its questions share it */
    uint16_t moves;    /* how often the deadline was changed */
    int64_t changed_n; /* entry that last gave it this deadline */
    bool is_set;       /* by an entry of the log */
};

struct timing_clock {
    uint32_t clock;
    uint8_t halves;
    int64_t left_s;
    int64_t grace_s; /* left of it, too */
};

enum { TIMING_SEATS = SEATS_MAX + 1 };

/* Flat; zero-initialise, then set the rules. */
struct timing {
    struct timing_rules rules;
    int64_t pause_s; /* since when the clocks stand; 0 = they go */
    unsigned open_count;
    struct timing_open open[DECISIONS_MAX];
    unsigned clock_count; /* of clocks that stand still; the oldest is forgotten first */
    struct timing_clock clock[TIMING_CLOCKS_MAX];
    int64_t saved_s[TIMING_SEATS];  /* unused of a seat's last turn */
    bool has_reserve[TIMING_SEATS]; /* it got its reserve */
};

/* Read rules: words NAME=DURATION, names "setup", "turn", "reply", "grace", "save", "reserve",
 * "least"; the first three as DAYS@HOUR, too; zone=NAME, free=DAYS and hours, and numbers, away=N;
 * host=5d or, in genesis, host=SEAT+5d; absent ones stay as they are.
 * fails  RC_BAD_INPUT: which word, and what is understood */
enum rc timing_read(const char *text, struct timing_rules *rules, struct err *err);
/* The word for a game as fast as both are: hours instead of days. Is this it? */
#define TIMING_FAST "fast"
bool timing_is_fast(const char *word, size_t length);
/* Read what a player or keeper wants of a game, over what the server has: of "save" and "reserve"
 * he names one, and the other falls, as does what the server has where it does not go with an hour;
 * words beside "fast" count more. fails  as timing_read, and with what cannot be combined */
enum rc timing_read_terms(const char *text, struct timing_rules *rules, struct err *err);
/* What of such words, each of them good, cannot be combined: "both", "hour-save" …; NULL = all can.
 */
const char *timing_clash(const char *text);
/* Has a class of questions an hour? Then each deadline stands in the log. */
bool timing_has_hours(const struct timing_rules *rules);
/* Are there days beyond deadlines? Then it does, too. */
static inline bool timing_has_days(const struct timing_rules *rules)
{
    return rules->stock || rules->yearly || rules->extensions;
}
void timing_write(const struct timing_rules *rules, struct text *out);
/* Seconds in the largest unit that fits ("36h", "7d"). */
void timing_write_duration(int64_t seconds, struct text *out);

/* The open questions after entry n, which came at at_s: clocks that stop keep what is left. */
void timing_update(struct timing *timing, const struct decision *decision, unsigned count,
                   int64_t n, int64_t at_s);
/* A deadline was set or moved by an entry; false if no such question is open. */
bool timing_move(struct timing *timing, uint32_t decision, unsigned seat, int64_t due_s, int64_t n);
/* All that a seat is asked is due so much later. */
void timing_give(struct timing *timing, unsigned seat, int64_t seconds, int64_t n);
/* The clocks stand from at_s on, or go again: what was open then closes as much later. */
void timing_pause(struct timing *timing, int64_t at_s);
void timing_resume(struct timing *timing, int64_t at_s, int64_t n);
/* What a question that is open has left at a time; while the clocks stand, when they stopped. */
int64_t timing_left(const struct timing *timing, const struct timing_open *open, int64_t at_s);
/* What players are told: when an answer is due, its grace not counted. */
static inline int64_t timing_deadline(const struct timing_open *open)
{
    return open->due_s == TIMING_NEVER ? TIMING_NEVER : open->due_s - open->grace_s;
}
/* Has the question a clock with nothing left, its grace included? Its turn was over before it was
 * asked. */
static inline bool timing_is_spent(const struct timing_open *open)
{
    return open->due_s != TIMING_NEVER && !open->left_s && !open->grace_s && !open->moves;
}
/* The open question with this number of this seat, or NULL. */
const struct timing_open *timing_find(const struct timing *timing, uint32_t decision,
                                      unsigned seat);
