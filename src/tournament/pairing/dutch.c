/* SPDX-License-Identifier: MIT */
/* Pairs a round by the Dutch system. Which pairing is the best one is weighed in dutch_weight.c. */
#include "tournament/pairing/dutch_p.h"

#include <string.h>

/* ---- what has been played ---- */

static void sat(struct dutch_player *player, bool first)
{
    player->difference = (int16_t)(player->difference + (first ? 1 : -1));
    player->seats = player->seats << 1 | first;
    if (player->games < 64)
        player->games++;
}

/* A float is about the scores before the round; whoever has points without playing floats down
 * (1.4). */
static enum dutch_float float_of(bool played, unsigned won, uint32_t own, uint32_t other)
{
    if (!played)
        return won ? DUTCH_DOWN : DUTCH_NONE;
    return own > other ? DUTCH_DOWN : own < other ? DUTCH_UP : DUTCH_NONE;
}

static void note_float(struct dutch_player *player, unsigned back, enum dutch_float value)
{
    if (back >= 1 && back <= 2)
        player->float_[back - 1] = value;
}

struct reading {
    struct dutch_work *work;
    unsigned round, win;
    const uint32_t *before; /* [entrant]: points before the pair's round */
};

static void read_side(const struct reading *reading, const struct pairing_pair *pair, bool first)
{
    unsigned own = first ? pair->first : pair->second, other = first ? pair->second : pair->first;
    unsigned won = first ? pair->first_points : pair->second_points;
    struct dutch_player *player = &reading->work->player[own];

    player->points += won;
    player->no_bye |= !pair->played && won >= reading->win;
    note_float(player, reading->round - pair->round,
               float_of(pair->played, won, reading->before[own], reading->before[other]));
    if (!pair->played)
        return;
    sat(player, first);
    player->missed--;
    reading->work->met[own][other / 64] |= UINT64_C(1) << other % 64;
}

static void read_all(const struct pairing_event *event, unsigned round, unsigned win,
                     struct dutch_work *work)
{
    uint32_t before[DUTCH_ENTRANTS_MAX + 1] = {0};
    const struct reading reading = {work, round, win, before};
    unsigned current = 0;

    for (unsigned i = 1; i <= event->entrants; i++)
        work->player[i].missed = (uint8_t)(round - 1);
    for (unsigned i = 0; i < event->pairs; i++) {
        const struct pairing_pair *pair = &event->pair[i];

        if (pair->round != current)
            for (unsigned k = 1; k <= event->entrants; k++)
                before[k] = work->player[k].points;
        current = pair->round;
        read_side(&reading, pair, true);
        if (pair->second)
            read_side(&reading, pair, false);
    }
}

/* ---- who is to be paired ---- */

static bool stands_before(const struct dutch_work *work, unsigned a, unsigned b)
{
    uint32_t x = work->player[a].points, y = work->player[b].points;

    return x != y ? x > y : a < b;
}

static void put_in_order(const struct pairing_event *event, unsigned round, struct dutch_work *work)
{
    for (unsigned entrant = 1; entrant <= event->entrants; entrant++) {
        unsigned at = ++work->count;

        if (!pairing_plays(event, entrant, round)) {
            work->count--;
            continue;
        }
        for (; at > 1 && stands_before(work, entrant, work->left[at - 1]); at--)
            work->left[at] = work->left[at - 1];
        work->left[at] = (uint16_t)entrant;
    }
    if (work->count % 2)
        work->left[++work->count] = 0;
}

/* ---- a bracket ---- */

static uint32_t points_of(const struct dutch_work *work, unsigned node)
{
    return work->player[work->left[node]].points;
}

/* The first node behind `from` with another score. */
static unsigned end_of_score(const struct dutch_work *work, unsigned from)
{
    unsigned at = from;

    while (at <= work->count && work->left[at] && points_of(work, at) == points_of(work, from))
        at++;
    return at;
}

static void find_bracket(struct dutch_work *work)
{
    unsigned behind = work->moved + 1;

    if (behind <= work->count && work->left[behind])
        behind = end_of_score(work, behind);
    work->bracket = work->next = behind - 1;
    if (behind <= work->count && work->left[behind])
        work->next = end_of_score(work, behind) - 1;
    work->classes = 0;
    for (unsigned node = 1; node <= work->moved && work->classes < DUTCH_CLASSES; node++)
        if (node == 1 || points_of(work, node) != points_of(work, node - 1))
            work->class_points[work->classes++] = points_of(work, node);
    memset(work->limbo, 0, sizeof work->limbo);
}

static bool has_opponent(const struct dutch_work *work, unsigned node)
{
    return work->heavy.mate[node] <= work->bracket;
}

static void make_pair(struct dutch_work *work, unsigned a, unsigned b)
{
    work->pair[work->pairs++] =
        (struct pairing_pair){.first = work->left[a], .second = work->left[b]};
}

/* Make the pairs of the bracket whose higher one is no later than `first_to`; take them out. */
static void take_pairs(struct dutch_work *work, unsigned first_to)
{
    unsigned count = 0, bracket = 0, next = 0, moved = 0;

    for (unsigned node = 1; node <= work->count; node++) {
        unsigned mate = work->heavy.mate[node], upper = node < mate ? node : mate;

        if (node <= work->bracket && has_opponent(work, node) && upper <= first_to) {
            if (node == upper)
                make_pair(work, node, mate);
            continue;
        }
        count++;
        bracket += node <= work->bracket;
        next += node <= work->next;
        moved += node <= work->moved;
        work->limbo[count] = node <= work->moved;
        work->left[count] = work->left[node];
    }
    work->count = count;
    work->bracket = bracket;
    work->next = next;
    work->moved = moved;
}

static bool solve(struct dutch_work *work)
{
    dutch_weigh(work);
    return heavy_solve(&work->heavy);
}

/* How many pairs there are in the bracket beside those of who were moved down. */
static unsigned count_others(const struct dutch_work *work)
{
    unsigned count = 0;

    for (unsigned node = work->moved + 1; node <= work->bracket; node++)
        count += has_opponent(work, node) && work->heavy.mate[node] > node;
    return count;
}

/* Is the only one without an opponent here the one who has the bye? */
static bool bye_is_here(const struct dutch_work *work)
{
    unsigned over = 0, bye = 0;

    for (unsigned node = 1; node <= work->bracket; node++) {
        over += !has_opponent(work, node);
        bye += !work->left[work->heavy.mate[node]];
    }
    return over == 1 && bye == 1;
}

/* The quality of the whole bracket, and whom those play who were moved down (3.6). */
static bool pair_moved(struct dutch_work *work)
{
    work->halves = work->bye_here = false;
    work->bits = work->moved;
    if (!solve(work))
        return false;
    if (bye_is_here(work)) {
        work->bye_here = true;
        if (!solve(work))
            return false;
    }
    work->upper = count_others(work);
    if (work->moved)
        take_pairs(work, work->moved);
    return true;
}

/* The plain pairing: the first of the upper half with the first of the lower half, and so on. */
static void try_plain(const struct dutch_work *work, uint16_t *mate)
{
    memcpy(mate, work->heavy.mate, (work->count + 1) * sizeof *mate);
    for (unsigned i = 1; i <= work->upper; i++) {
        unsigned a = work->moved + i, b = a + work->upper;

        mate[a] = (uint16_t)b;
        mate[b] = (uint16_t)a;
    }
}

/* It is the first that is tried, and often as good as any: then nothing need be searched. */
static bool plain_will_do(struct dutch_work *work)
{
    uint16_t mate[DUTCH_ENTRANTS_MAX + 2];
    unsigned over = work->moved + 2 * work->upper + 1;

    for (unsigned node = over; node <= work->bracket; node++)
        if (has_opponent(work, node))
            return false;
    try_plain(work, mate);
    for (unsigned node = 1; node <= work->count; node++)
        if (mate[mate[node]] != node || !dutch_is_edge(work, node, mate[node]))
            return false;
    if (!dutch_is_as_good(work, mate, work->heavy.mate))
        return false;
    memcpy(work->heavy.mate, mate, (work->count + 1) * sizeof *mate);
    return true;
}

/* Then the others, of whom the upper half meets the lower half (3.3). */
static bool pair_halves(struct dutch_work *work)
{
    if (!work->upper)
        return true;
    work->halves = true;
    for (unsigned node = 1; node <= work->count; node++)
        work->rank[node] =
            (int16_t)(node > work->moved && node <= work->bracket ? node - work->moved - 1 : -1U);
    work->bits = work->bracket - work->moved;
    if (!solve(work))
        return false;
    take_pairs(work, work->bracket);
    return true;
}

static bool pair_bracket(struct dutch_work *work)
{
    bool is_plain = !work->moved;

    if (!pair_moved(work))
        return false;
    if (!is_plain || !plain_will_do(work))
        return pair_halves(work);
    take_pairs(work, work->bracket);
    return true;
}

/* All brackets from the top; whoever is left over goes down to the next. */
static bool pair_brackets(struct dutch_work *work)
{
    while (work->count) {
        bool is_last;

        find_bracket(work);
        is_last = work->next == work->bracket;
        if (!pair_bracket(work))
            return false;
        work->moved = work->bracket;
        if (!is_last)
            continue;
        if (work->count == 2 && !work->left[2])
            make_pair(work, 1, 2);
        return work->count == 0 || (work->count == 2 && !work->left[2]);
    }
    return true;
}

/* ---- boards and seats ---- */

/* Does a pair have a higher board than another? (C.04.2) */
static bool is_higher(const struct dutch_work *work, const struct pairing_pair *a,
                      const struct pairing_pair *b)
{
    uint32_t x = work->player[a->first].points, y = work->player[b->first].points;
    uint32_t sum_x = x + work->player[a->second].points, sum_y = y + work->player[b->second].points;

    if (!a->second || !b->second)
        return a->second != 0;
    return x != y ? x > y : sum_x != sum_y ? sum_x > sum_y : a->first < b->first;
}

static void put_boards(struct dutch_work *work, unsigned round)
{
    for (unsigned i = 1; i < work->pairs; i++) {
        struct pairing_pair pair = work->pair[i];
        unsigned at = i;

        for (; at && is_higher(work, &pair, &work->pair[at - 1]); at--)
            work->pair[at] = work->pair[at - 1];
        work->pair[at] = pair;
    }
    for (unsigned i = 0; i < work->pairs; i++) {
        struct pairing_pair *pair = &work->pair[i];
        unsigned a = pair->first, b = pair->second;
        bool first = !b || dutch_sits_first(&work->player[a], &work->player[b], a);

        *pair = (struct pairing_pair){.round = (uint16_t)round,
                                      .group = 1,
                                      .first = (uint16_t)(first ? a : b),
                                      .second = (uint16_t)(first ? b : a)};
    }
}

unsigned dutch_pair(const struct pairing_event *event, unsigned round, bool last, unsigned win,
                    struct dutch_work *work, struct pairing_pair *pair)
{
    if (event->entrants > DUTCH_ENTRANTS_MAX)
        return 0;
    memset(work->player, 0, sizeof work->player);
    memset(work->met, 0, sizeof work->met);
    work->top_scorers = last;
    work->half = (round - 1) * win / 2;
    work->count = work->moved = work->pairs = 0;
    work->pair = pair;
    work->heavy.graph = work;
    work->heavy.is_edge = dutch_is_edge;
    work->heavy.weight = dutch_weight;
    read_all(event, round, win, work);
    put_in_order(event, round, work);
    if (work->count < 2 || !work->left[2] || !pair_brackets(work))
        return 0;
    put_boards(work, round);
    return work->pairs;
}
