/* Clocks and deadlines of one game: allowances by time class, questions that share a clock,
 * what is left of it when it stands still. A pure reckoning over the times of the log's entries,
 * so that a replay comes to the same deadlines.
 *
 * Source: design, section 8; rules/decision.h (clock, extra_halves). */
#ifndef POSTERN_DESK_TIMING_H
#define POSTERN_DESK_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/text.h"
#include "rules/decision.h"

enum { TIMING_CLOCKS_MAX = 48, TIMING_RULES_BYTES = 128 };
static const int64_t TIMING_NEVER = INT64_MAX;

/* Seconds by time class; what the genesis entry keeps as "setup=7d turn=7d reply=3d". */
struct timing_rules {
    int64_t allowance_s[TIME_CLASS_COUNT];
};

struct timing_open {
    uint32_t decision;
    uint8_t seat;
    uint8_t time_class;
    uint8_t halves; /* of the allowance, given on top so far */
    uint32_t clock;
    int64_t opened_n;
    int64_t opened_s;
    int64_t left_s; /* of its allowance when it was opened */
    int64_t due_s;  /* TIMING_NEVER = none */
};

struct timing_clock {
    uint32_t clock;
    uint8_t halves;
    int64_t left_s;
};

/* Flat; zero-initialise, then set the rules. */
struct timing {
    struct timing_rules rules;
    int64_t pause_s; /* since when the clocks stand; 0 = they go */
    unsigned open_count;
    struct timing_open open[DECISIONS_MAX];
    unsigned clock_count; /* of clocks that stand still; the oldest is forgotten first */
    struct timing_clock clock[TIMING_CLOCKS_MAX];
};

/* Read rules: words NAME=DURATION, names "setup", "turn", "reply"; absent ones stay as they are.
 * fails  RC_BAD_INPUT: which word, and what is understood */
enum rc timing_read(const char *text, struct timing_rules *rules, struct err *err) MUST_CHECK;
void timing_write(const struct timing_rules *rules, struct text *out);
/* Seconds in the largest unit that fits ("36h", "7d"). */
void timing_write_duration(int64_t seconds, struct text *out);

/* The open questions after entry n, which came at at_s: clocks that stop keep what is left. */
void timing_update(struct timing *timing, const struct decision *decision, unsigned count,
                   int64_t n, int64_t at_s);
/* A deadline was set or moved by an entry; false if no such question is open. */
bool timing_move(struct timing *timing, uint32_t decision, unsigned seat, int64_t due_s);
/* The open question with this number of this seat, or NULL. */
const struct timing_open *timing_find(const struct timing *timing, uint32_t decision,
                                      unsigned seat);

#endif
