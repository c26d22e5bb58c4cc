/* SPDX-License-Identifier: MIT */
/* Movement: leaving a square, entering the next, stopping; and what is taken along.
 *
 * The three questions are asked of one square at a time, so that checking one order, carrying it
 * out and searching all movements share them. What the mover has left behind on the way is a
 * trail; the state itself is not touched.
 * Source: topics DT-MOVE, DT-CARRY, DT-STACK, DT-PIT, DT-ROPE, DT-EXIT, DT-JUMP. */
#pragma once

#include "games/dungeon_twister/rule.h"
#include "games/dungeon_twister/state.h"

/* The tokens left on a square when the mover went on; newest first. */
struct dt_trail {
    const struct dt_trail *before;
    uint64_t left;
    uint8_t square;
};

/* Who moves, and the sets that the questions are asked with. */
struct dt_mover {
    const struct dt_rulebook *book;
    const struct dt_state *state;
    uint8_t token, side;
    uint8_t start;
    uint8_t speed, carries;
    uint8_t exit_row;
    bool flies, walks_pits, runs_pits;
    bool spans;         /* his Ropes serve where nothing else does; see struct dt_version */
    bool passes;        /* the Ghost */
    const uint8_t *own; /* DT_ILLUSIONS markers that he sees through, as their maker; else NULL */
    uint8_t bears;      /* things that may lie with him when he stops */
    uint64_t party;     /* himself and what he carries at the start */
    uint64_t friends;   /* tokens of his colour */
    uint64_t up;        /* unwounded characters */
};

void dt_mover_init(struct dt_mover *mover, const struct dt_rulebook *book,
                   const struct dt_state *state, unsigned token);
/* Tokens on a square now, without the mover and what he holds. */
static inline uint64_t dt_found(const struct dt_mover *mover, const struct dt_trail *trail,
                                unsigned square)
{
    for (; trail; trail = trail->before)
        if (trail->square == square)
            return trail->left;
    return mover->state->at[square] & ~mover->party;
}
/* May he leave a square, where he found `found` and brought `held`, with `takes`? *killed gets
 * the wounded enemies who die of it (DT-ROPE-10). */
enum dt_rule dt_may_leave(const struct dt_mover *mover, const struct dt_trail *trail,
                          unsigned square, uint64_t found, uint64_t held, uint64_t takes,
                          uint64_t *killed);
/* Obstacles that he has come over without a break, the square he comes from (the newest of the
 * trail) included and `to`, where he goes, not: each takes a Rope of its own, DT-ROPE-08 and
 * PD-CHAR-PALADIN-06. What something else holds is a break like floor. */
unsigned dt_obstacles_behind(const struct dt_mover *mover, const struct dt_trail *trail,
                             unsigned to);
/* May he enter the passable neighbour `to` of the trail's newest square, holding `held`? */
enum dt_rule dt_may_enter(const struct dt_mover *mover, const struct dt_trail *trail, unsigned to,
                          uint64_t held);
/* May he end a movement on a square that is no exit? */
enum dt_rule dt_may_stop(const struct dt_mover *mover, const struct dt_trail *trail,
                         unsigned square, uint64_t held);
/* May he land there by a jump or wall step from another square, with all that he carries? Exits
 * are asked here too; `exit` is the rule that bars one. */
enum dt_rule dt_may_land(const struct dt_mover *mover, unsigned square, enum dt_rule exit);
/* Directions in which he may try to leave a square: open edges, and for the Ghost any edge. */
unsigned dt_ways(const struct dt_mover *mover, unsigned square);
/* Is this one of the illusions that he sees through? */
static inline bool dt_sees_through(const struct dt_mover *mover, unsigned square)
{
    return mover->own && (mover->own[DT_FALSE_PIT] == square || mover->own[DT_RUBBLE] == square);
}
/* Does he die when his movement ends there, PD-ROCKS-01? */
static inline bool dt_dies_at(const struct dt_mover *mover, unsigned square)
{
    return dt_grounds[mover->state->ground[square]].deadly;
}
/* May he go on from falling rocks that he entered with `held`, PD-ROCKS-02, -03? */
static inline bool dt_is_safe(const struct dt_mover *mover, uint64_t with)
{
    return mover->flies || mover->passes || with & mover->book->with[DT_IS_SHIELD];
}
static inline bool dt_is_exit(const struct dt_mover *mover, unsigned square)
{
    return square / DT_COLUMNS == mover->exit_row;
}
/* Why the edge from a square in a direction cannot be passed; DT_ALLOWED if it can. */
enum dt_rule dt_why_barred(const struct dt_rulebook *book, const struct dt_state *state,
                           unsigned square, unsigned direction);
/* The direction from a square to its neighbour, or DT_NONE. */
unsigned dt_direction(unsigned from, unsigned to);

/* A whole movement, walked by the arguments of a MOVE order. */
enum { DT_WALK_MAX = 16 };
struct dt_walk {
    enum dt_rule rule; /* why not; then `square` is where */
    uint8_t square;    /* where it ends */
    bool exit, dies;
    unsigned count;
    struct dt_trail trail[DT_WALK_MAX];
    uint64_t held; /* with him at the end, what lies there included */
    uint64_t killed;
};
void dt_walk(const struct dt_mover *mover, const struct order *order, struct dt_walk *walk);
