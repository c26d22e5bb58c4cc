/* SPDX-License-Identifier: MIT */
/* What a pair is worth in a bracket: numbers of which the first that differs decides. First counts
 * for C5 to C21, four to a lane; then, for the order in which equally good pairings are tried, one
 * bit a player and a number a player. Nodes are numbered by score and seed, so that the smaller one
 * of a pair stands higher. */
#include "tournament/pairing/dutch_p.h"

#include <string.h>

enum { FIELD_MOST = 255, LANE_FIELDS = 4, LANE_BITS = 32 };

static const struct dutch_player *player_of(const struct dutch_work *work, unsigned node)
{
    return &work->player[work->left[node]];
}

static bool is_moved(const struct dutch_work *work, unsigned node)
{
    return node <= work->moved;
}

static bool is_inside(const struct dutch_work *work, unsigned a, unsigned b)
{
    return a <= work->bracket && b <= work->bracket;
}

/* ---- C1 to C3 ---- */

static bool is_spared(const struct dutch_work *work, const struct dutch_player *player)
{
    return work->top_scorers && player->points > work->half;
}

static bool may_meet(const struct dutch_work *work, unsigned a, unsigned b)
{
    unsigned x = work->left[a], y = work->left[b];
    const struct dutch_player *one = &work->player[x], *two = &work->player[y];
    struct dutch_preference p = dutch_preference_of(one), q = dutch_preference_of(two);

    if (work->met[x][y / 64] >> y % 64 & 1)
        return false;
    return p.kind != DUTCH_ABSOLUTE || q.kind != DUTCH_ABSOLUTE || p.first != q.first ||
           is_spared(work, one) || is_spared(work, two);
}

bool dutch_is_edge(const void *graph, unsigned a, unsigned b)
{
    const struct dutch_work *work = graph;

    if (!work->left[a] || !work->left[b])
        return !player_of(work, work->left[a] ? a : b)->no_bye;
    if (is_inside(work, a, b) && (work->limbo[a] || work->limbo[b]))
        return false;
    return may_meet(work, a, b);
}

/* ---- C5 to C21 ---- */

struct fields {
    unsigned count;
    uint8_t at[DUTCH_FIELDS];
};

static void add(struct fields *fields, unsigned value)
{
    if (fields->count < DUTCH_FIELDS)
        fields->at[fields->count++] = (uint8_t)(value < FIELD_MOST ? value : FIELD_MOST);
}

/* Which of the scores that were moved down; those of the bracket's own are one more. */
static unsigned class_of(const struct dutch_work *work, unsigned node)
{
    unsigned class = 0;

    if (!is_moved(work, node))
        return work->classes;
    while (class + 1 < work->classes && player_of(work, node)->points != work->class_points[class])
        class ++;
    return class;
}

/* C7: how many of each score have an opponent. */
static void add_classes(struct fields *fields, const struct dutch_work *work, unsigned classes,
                        bool counts, unsigned a, unsigned b)
{
    for (unsigned class = 0; class < classes; class ++) {
        unsigned count = 0;

        if (counts && a <= work->bracket)
            count += class_of(work, a) == class;
        if (counts && b <= work->bracket)
            count += class_of(work, b) == class;
        add(fields, count);
    }
}

/* C10 to C13: who sits where he should not. */
static void add_seats(struct fields *fields, const struct dutch_work *work, bool inside, unsigned a,
                      unsigned b)
{
    const struct dutch_player *side[2] = {player_of(work, a), player_of(work, b)};
    bool first = inside && dutch_sits_first(side[0], side[1], work->left[a]);
    unsigned uneven = 0, thrice = 0, denied = 0, denied_strong = 0;

    for (unsigned i = 0; i < 2 && inside; i++) {
        bool sits_first = first == (i == 0);
        struct dutch_preference preference = dutch_preference_of(side[i]);
        int difference = side[i]->difference + (sits_first ? 1 : -1);

        uneven += difference > 2 || difference < -2;
        thrice += side[i]->games >= 2 && (side[i]->seats & 3) == (sits_first ? 3 : 0);
        denied += preference.kind && preference.first != sits_first;
        denied_strong += preference.kind >= DUTCH_STRONG && preference.first != sits_first;
    }
    add(fields, inside ? 2 - uneven : 0);
    add(fields, inside ? 2 - thrice : 0);
    add(fields, inside ? 2 - denied : 0);
    add(fields, inside ? 2 - denied_strong : 0);
}

/* C14 to C17, back: 0 for the last round, 1 for the one before. */
static void add_floats(struct fields *fields, const struct dutch_work *work, unsigned back,
                       bool inside, unsigned a, unsigned b)
{
    unsigned down = 0;

    if (inside && !is_moved(work, a))
        down += player_of(work, a)->float_[back] == DUTCH_DOWN;
    if (inside && !is_moved(work, b))
        down += player_of(work, b)->float_[back] == DUTCH_DOWN;
    add(fields, down);
    add(fields, inside && is_moved(work, a) && !is_moved(work, b) &&
                    player_of(work, b)->float_[back] != DUTCH_UP);
}

/* C18 to C21: differences of score, the largest first. */
static void add_differences(struct fields *fields, const struct dutch_work *work, unsigned back,
                            bool inside, unsigned a, unsigned b)
{
    bool one = inside && is_moved(work, a) && player_of(work, a)->float_[back] == DUTCH_DOWN;
    bool two = inside && is_moved(work, a) && !is_moved(work, b) &&
               player_of(work, b)->float_[back] != DUTCH_UP;

    for (unsigned class = 0; class < work->classes; class ++)
        add(fields, one && class_of(work, a) == class);
    for (unsigned class = 0; class < work->classes; class ++)
        add(fields, two && class_of(work, a) == class);
}

static bool is_upper(const struct dutch_work *work, unsigned node)
{
    return work->rank[node] >= 0 && (unsigned)work->rank[node] < work->upper;
}

static bool is_lower(const struct dutch_work *work, unsigned node)
{
    return work->rank[node] >= 0 && (unsigned)work->rank[node] >= work->upper;
}

static void read_fields(const struct dutch_work *work, unsigned a, unsigned b,
                        struct fields *fields)
{
    bool bye = !work->left[b], inside = !bye && is_inside(work, a, b);
    bool next = !bye && !inside && a <= work->next && b <= work->next;
    const struct dutch_player *player = player_of(work, a);

    fields->count = 0;
    add(fields, !bye ? 0 : player->points < FIELD_MOST ? FIELD_MOST - player->points : 0); /* C5 */
    add(fields, inside);                                                                   /* C6 */
    add_classes(fields, work, work->classes, inside, a, b);                                /* C7 */
    add(fields, next);                                                                     /* C8 */
    add_classes(fields, work, work->classes + 1, next, a, b);
    add(fields, bye && work->bye_here ? FIELD_MOST - player->missed : 0); /* C9 */
    add_seats(fields, work, inside, a, b);
    add_floats(fields, work, 0, inside, a, b);
    add_floats(fields, work, 1, inside, a, b);
    add_differences(fields, work, 0, inside, a, b);
    add_differences(fields, work, 1, inside, a, b);
    if (work->halves) /* 4.3.1: as few exchanges as can be */
        add(fields, inside && !(is_lower(work, a) && is_lower(work, b)));
}

static unsigned edge_at(unsigned a, unsigned b) /* a < b, from 1 */
{
    return (b - 1) * (b - 2) / 2 + a - 1;
}

void dutch_weigh(struct dutch_work *work)
{
    struct fields fields = {0};

    for (unsigned b = 2; b <= work->count; b++)
        for (unsigned a = 1; a < b; a++) {
            uint32_t *weight = work->weight[edge_at(a, b)];

            if (!dutch_is_edge(work, a, b))
                continue;
            read_fields(work, a, b, &fields);
            memset(weight, 0, sizeof work->weight[0]);
            for (unsigned i = 0; i < fields.count; i++)
                weight[i / LANE_FIELDS] |= (uint32_t)fields.at[i]
                                           << 8 * (LANE_FIELDS - 1 - i % LANE_FIELDS);
            work->fields = fields.count;
        }
    work->field_lanes = (work->fields + LANE_FIELDS - 1) / LANE_FIELDS;
    work->bit_lanes = (work->bits + LANE_BITS - 1) / LANE_BITS;
    work->heavy.lanes = work->field_lanes + work->halves + work->bit_lanes +
                        (work->bits + LANE_FIELDS - 1) / LANE_FIELDS;
    work->heavy.count = work->count;
}

/* ---- the order of trying ---- */

/* Who of a pair goes to the other half: of two from the upper half the weaker, of two from the
 * lower the stronger; from the upper half, too, who gets no opponent here. 0: nobody. */
static unsigned changes_half(const struct dutch_work *work, unsigned a, unsigned b)
{
    if (is_inside(work, a, b))
        return is_upper(work, a) && is_upper(work, b)   ? b
               : is_lower(work, a) && is_lower(work, b) ? a
                                                        : 0;
    return is_upper(work, a) ? a : 0;
}

/* 4.3.2: as small a difference as can be between those who come up and those who go down. */
static int64_t exchange(const struct dutch_work *work, unsigned a, unsigned b)
{
    unsigned node = changes_half(work, a, b);

    return !node ? 0 : is_upper(work, node) ? work->rank[node] : -work->rank[node];
}

static uint32_t bit(unsigned at, unsigned lane)
{
    return at / LANE_BITS == lane ? (uint32_t)1 << (LANE_BITS - 1 - at % LANE_BITS) : 0;
}

/* 4.3.3, 4.3.4: the weakest that goes down, then the strongest that comes up; of those who were
 * moved down, the first ones play here (4.4). */
static int64_t bits(const struct dutch_work *work, unsigned a, unsigned b, unsigned lane)
{
    unsigned node;

    if (!work->halves) {
        bool inside = is_inside(work, a, b);

        return (int64_t)(inside && is_moved(work, a) ? bit(a - 1, lane) : 0) +
               (int64_t)(inside && is_moved(work, b) ? bit(b - 1, lane) : 0);
    }
    node = changes_half(work, a, b);
    if (!node)
        return 0;
    return bit(is_upper(work, node) ? work->upper - 1 - (unsigned)work->rank[node]
                                    : (unsigned)work->rank[node],
               lane);
}

/* 4.2: the first has the first opponent that he can have, then the second. */
static int64_t opponents(const struct dutch_work *work, unsigned a, unsigned b, unsigned lane)
{
    unsigned at = work->halves ? (unsigned)work->rank[a] : a - 1;

    if (!is_inside(work, a, b) || at >= work->bits || at / LANE_FIELDS != lane)
        return 0;
    return (int64_t)(FIELD_MOST - b) << 8 * (LANE_FIELDS - 1 - at % LANE_FIELDS);
}

int64_t dutch_weight(const void *graph, unsigned a, unsigned b, unsigned lane)
{
    const struct dutch_work *work = graph;

    if (a > b) {
        unsigned other = a;

        a = b;
        b = other;
    }
    if (lane < work->field_lanes)
        return work->weight[edge_at(a, b)][lane];
    lane -= work->field_lanes;
    if (work->halves && lane-- == 0)
        return exchange(work, a, b);
    if (lane < work->bit_lanes)
        return bits(work, a, b, lane);
    return opponents(work, a, b, lane - work->bit_lanes);
}

bool dutch_is_as_good(const struct dutch_work *work, const uint16_t *mate, const uint16_t *best)
{
    for (unsigned lane = 0; lane < work->field_lanes; lane++) {
        uint64_t one = 0, two = 0;

        for (unsigned node = 1; node <= work->count; node++) {
            one += mate[node] > node ? work->weight[edge_at(node, mate[node])][lane] : 0;
            two += best[node] > node ? work->weight[edge_at(node, best[node])][lane] : 0;
        }
        if (one != two)
            return false;
    }
    return true;
}
