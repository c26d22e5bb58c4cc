/* SPDX-License-Identifier: MIT */
/* A finished game looked through: who stood better when, which turns cost most, and what would have
 * been better. Each turn is judged from what its player saw when he played it, so that nobody is
 * blamed for what he could not know. A fixed amount of thought is shared among all turns.
 * Source: bot/lesson.h. */
#pragma once

#include "bot/lesson.h"
#include "play/position.h"

enum { ANALYSIS_TOLD = 3, ANALYSIS_WORST = 8, ANALYSIS_ORDERS = BOT_PLAN_MAX };

/* How it stood before an order, and last how it ended. */
struct analysis_point {
    uint64_t n;     /* entry before */
    unsigned turn;  /* as turns.h counts */
    int32_t chance; /* of the reader's seat to win, of BOT_CHANCE_WHOLE, as its view showed it */
};

/* Orders that a seat gave one after the other. */
struct analysis_turn {
    uint64_t n; /* entry before the first of them */
    unsigned turn, seat, count;
    struct order played[ANALYSIS_ORDERS];
    struct bot_judgement judged;
    void *view; /* its player's, before it; owned by the analysis */
};

struct analysis {
    unsigned seat; /* the reader's */
    unsigned count;
    struct analysis_point *point; /* owned */
    unsigned worst_count; /* the ANALYSIS_TOLD turns that cost most, and every missed win beside
                             them, in the order of the game */
    struct analysis_turn worst[ANALYSIS_WORST];
};

/* Look through a game that is over.
 * in     seat: whose chances the curve shows
 * out    analysis: zero-initialised; analysis_fini in any case
 * time   about 5 s of one core at most
 * fails  RC_CONFLICT: it is not over */
enum rc analysis_make(struct desk *desk, int64_t game, unsigned seat, struct analysis *analysis,
                      struct err *err);
void analysis_fini(struct analysis *analysis);

/* What a turn's player saw: before it, or after what would have been better, with its orders drawn,
 * as far as it could be known beforehand.
 * out    scene: made anew; empty if the game has none */
enum rc analysis_scene(const struct position *position, const struct analysis_turn *turn,
                       bool better, struct scene *scene, struct err *err);
