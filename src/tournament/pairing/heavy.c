/* SPDX-License-Identifier: MIT */
/* Finds the heaviest perfect matching of a graph. What the weights mean is the caller's. */
#include "tournament/pairing/heavy.h"

#include <string.h>

enum { FREE = -1, EVEN = 0, ODD = 1 };

/* ---- slack: how far an edge is from being of use ---- */

static int64_t slack_lane(const struct heavy *h, struct heavy_edge e, unsigned lane)
{
    return h->label[e.from][lane] + h->label[e.to][lane] -
           2 * h->weight(h->graph, e.from, e.to, lane);
}

static bool is_tight(const struct heavy *h, struct heavy_edge e)
{
    for (unsigned lane = 0; lane < h->lanes; lane++)
        if (slack_lane(h, e, lane) != 0)
            return false;
    return true;
}

static bool is_less(const struct heavy *h, struct heavy_edge a, struct heavy_edge b)
{
    for (unsigned lane = 0; lane < h->lanes; lane++) {
        int64_t x = slack_lane(h, a, lane), y = slack_lane(h, b, lane);

        if (x != y)
            return x < y;
    }
    return false;
}

static void note_best(struct heavy *h, unsigned vertex, unsigned node)
{
    if (h->edge[vertex][node].from &&
        (!h->best[node] || is_less(h, h->edge[vertex][node], h->edge[h->best[node]][node])))
        h->best[node] = (uint16_t)vertex;
}

static void find_best(struct heavy *h, unsigned node)
{
    h->best[node] = 0;
    for (unsigned vertex = 1; vertex <= h->count; vertex++)
        if (h->outer[vertex] != node && h->side[h->outer[vertex]] == EVEN)
            note_best(h, vertex, node);
}

/* ---- blossoms ---- */

static void push(struct heavy *h, unsigned node)
{
    if (node <= h->count) {
        h->queue[h->tail++] = (uint16_t)node;
        return;
    }
    for (unsigned i = 0; i < h->members[node]; i++)
        push(h, h->member[node][i]);
}

static void set_outer(struct heavy *h, unsigned node, unsigned outer)
{
    h->outer[node] = (uint16_t)outer;
    if (node > h->count)
        for (unsigned i = 0; i < h->members[node]; i++)
            set_outer(h, h->member[node][i], outer);
}

static void turn(uint16_t *list, unsigned from, unsigned to) /* list[from…to-1] backwards */
{
    while (from + 1 < to) {
        uint16_t other = list[from];

        list[from++] = list[--to];
        list[to] = other;
    }
}

/* Where a member stands in its circle; the circle is turned so that this is an even way from its
 * base. */
static unsigned even_way(struct heavy *h, unsigned blossom, unsigned member)
{
    unsigned at = 0;

    while (h->member[blossom][at] != member)
        at++;
    if (at % 2 == 0)
        return at;
    turn(h->member[blossom], 1, h->members[blossom]);
    return h->members[blossom] - at;
}

/* Match a node with another over the edge between them, and the inside of a blossom to suit. */
static void set_mate(struct heavy *h, unsigned a, unsigned b)
{
    struct heavy_edge e = h->edge[a][b];
    uint16_t circle[HEAVY_NODES];
    unsigned entry, at, count;

    h->mate[a] = e.to;
    if (a <= h->count)
        return;
    entry = h->part[a][e.from];
    at = even_way(h, a, entry);
    for (unsigned i = 0; i < at; i++)
        set_mate(h, h->member[a][i], h->member[a][i ^ 1]);
    set_mate(h, entry, b);
    count = h->members[a];
    memcpy(circle, h->member[a], count * sizeof *circle);
    for (unsigned i = 0; i < count; i++) /* the entry is its base now */
        h->member[a][i] = circle[(i + at) % count];
}

/* Turn the path from a to its root over, a being matched with b. */
static void augment(struct heavy *h, unsigned a, unsigned b)
{
    for (;;) {
        unsigned next = h->outer[h->mate[a]];

        set_mate(h, a, b);
        if (!next)
            return;
        set_mate(h, next, h->outer[h->parent[next]]);
        a = h->outer[h->parent[next]];
        b = next;
    }
}

/* The first node that is on both ways to the roots; 0: they have two roots. */
static unsigned common(struct heavy *h, unsigned a, unsigned b)
{
    h->stamps++;
    while (a || b) {
        unsigned other;

        if (a) {
            if (h->stamp[a] == h->stamps)
                return a;
            h->stamp[a] = h->stamps;
            a = h->outer[h->mate[a]];
            if (a)
                a = h->outer[h->parent[a]];
        }
        other = a;
        a = b;
        b = other;
    }
    return 0;
}

static void add_way(struct heavy *h, unsigned blossom, unsigned from, unsigned base)
{
    while (from != base) {
        unsigned between = h->outer[h->mate[from]];

        h->member[blossom][h->members[blossom]++] = (uint16_t)from;
        h->member[blossom][h->members[blossom]++] = (uint16_t)between;
        push(h, between);
        from = h->outer[h->parent[between]];
    }
}

/* The edges of a new blossom are the best of its members. */
static void gather_edges(struct heavy *h, unsigned blossom)
{
    for (unsigned x = 1; x <= h->top; x++)
        h->edge[blossom][x] = h->edge[x][blossom] = (struct heavy_edge){0, 0};
    memset(h->part[blossom], 0, sizeof h->part[blossom]);
    for (unsigned i = 0; i < h->members[blossom]; i++) {
        unsigned member = h->member[blossom][i];

        for (unsigned x = 1; x <= h->top; x++)
            if (h->edge[member][x].from && (!h->edge[blossom][x].from ||
                                            is_less(h, h->edge[member][x], h->edge[blossom][x]))) {
                h->edge[blossom][x] = h->edge[member][x];
                h->edge[x][blossom] = h->edge[x][member];
            }
        for (unsigned vertex = 1; vertex <= h->count; vertex++)
            if (h->part[member][vertex])
                h->part[blossom][vertex] = (uint16_t)member;
    }
}

static void add_blossom(struct heavy *h, unsigned a, unsigned base, unsigned b)
{
    unsigned blossom = h->count + 1;

    while (blossom <= h->top && h->outer[blossom])
        blossom++;
    if (blossom > h->top)
        h->top++;
    memset(h->label[blossom], 0, sizeof h->label[blossom]);
    h->side[blossom] = EVEN;
    h->mate[blossom] = h->mate[base];
    h->member[blossom][0] = (uint16_t)base;
    h->members[blossom] = 1;
    h->stamp[blossom] = 0;
    add_way(h, blossom, a, base);
    turn(h->member[blossom], 1, h->members[blossom]);
    add_way(h, blossom, b, base);
    h->parent[blossom] = h->parent[base];
    set_outer(h, blossom, blossom);
    gather_edges(h, blossom);
    find_best(h, blossom);
}

/* An odd blossom whose label is nothing falls apart; the even way through it stays in the tree. */
static void take_apart(struct heavy *h, unsigned blossom)
{
    unsigned entry, at;

    for (unsigned i = 0; i < h->members[blossom]; i++)
        set_outer(h, h->member[blossom][i], h->member[blossom][i]);
    entry = h->part[blossom][h->edge[blossom][h->parent[blossom]].from];
    at = even_way(h, blossom, entry);
    for (unsigned i = 0; i < at; i += 2) {
        unsigned odd = h->member[blossom][i], even = h->member[blossom][i + 1];

        h->parent[odd] = h->edge[even][odd].from;
        h->side[odd] = ODD;
        h->side[even] = EVEN;
        h->best[odd] = 0;
        find_best(h, even);
        push(h, even);
    }
    h->side[entry] = ODD;
    h->parent[entry] = h->parent[blossom];
    for (unsigned i = at + 1; i < h->members[blossom]; i++) {
        h->side[h->member[blossom][i]] = FREE;
        find_best(h, h->member[blossom][i]);
    }
    h->outer[blossom] = 0;
}

/* ---- the search ---- */

/* Go over a tight edge from an even node. True: two trees have met, and one more pair is made. */
static bool go_over(struct heavy *h, struct heavy_edge e)
{
    unsigned a = h->outer[e.from], b = h->outer[e.to], base;

    if (h->side[b] == FREE) {
        unsigned next = h->outer[h->mate[b]];

        h->parent[b] = e.from;
        h->side[b] = ODD;
        h->best[b] = h->best[next] = 0;
        h->side[next] = EVEN;
        push(h, next);
        return false;
    }
    if (h->side[b] == ODD)
        return false;
    base = common(h, a, b);
    if (!base) {
        augment(h, a, b);
        augment(h, b, a);
        return true;
    }
    add_blossom(h, a, base, b);
    return false;
}

/* Grow all trees over tight edges; of those that are not tight the nearest is noted, for find_step.
 */
static bool walk(struct heavy *h)
{
    while (h->head < h->tail) {
        unsigned vertex = h->queue[h->head++];

        if (h->side[h->outer[vertex]] == ODD)
            continue;
        for (unsigned to = 1; to <= h->count; to++) {
            if (!h->edge[vertex][to].from || h->outer[vertex] == h->outer[to])
                continue;
            if (!is_tight(h, h->edge[vertex][to]))
                note_best(h, vertex, h->outer[to]);
            else if (go_over(h, h->edge[vertex][to]))
                return true;
        }
    }
    return false;
}

/* Take the smaller of two steps. */
static void take_smaller(const struct heavy *h, const int64_t *step, bool *any, int64_t *least)
{
    unsigned lane = 0;

    while (*any && lane < h->lanes && step[lane] == least[lane])
        lane++;
    if (!*any || (lane < h->lanes && step[lane] < least[lane]))
        memcpy(least, step, h->lanes * sizeof *least);
    *any = true;
}

/* By how much labels may move before something new is tight, or a blossom falls apart. */
static bool find_step(const struct heavy *h, int64_t *least)
{
    int64_t step[HEAVY_LANES];
    bool any = false;

    for (unsigned node = 1; node <= h->top; node++) {
        bool falls = node > h->count && h->side[node] == ODD;

        if (h->outer[node] != node || (!falls && (!h->best[node] || h->side[node] == ODD)))
            continue;
        for (unsigned lane = 0; lane < h->lanes; lane++) {
            int64_t slack =
                falls ? h->label[node][lane] : slack_lane(h, h->edge[h->best[node]][node], lane);

            step[lane] = falls || h->side[node] == EVEN ? slack / 2 : slack;
        }
        take_smaller(h, step, &any, least);
    }
    return any;
}

/* Labels of vertices fall on the even side and rise on the odd one, those of blossoms move twice as
 * far the other way: what is tight in a tree stays tight. */
static void move_labels(struct heavy *h, const int64_t *step)
{
    for (unsigned node = 1; node <= h->top; node++) {
        int sign = node <= h->count ? -1 : 2;

        if (!h->outer[node] || (node > h->count && h->outer[node] != node) ||
            h->side[h->outer[node]] == FREE)
            continue;
        sign = h->side[h->outer[node]] == EVEN ? sign : -sign;
        for (unsigned lane = 0; lane < h->lanes; lane++)
            h->label[node][lane] += sign * step[lane];
    }
}

static bool is_nothing(const struct heavy *h, const int64_t *label)
{
    for (unsigned lane = 0; lane < h->lanes; lane++)
        if (label[lane])
            return false;
    return true;
}

/* What a step of the labels has changed. True: one more pair. */
static bool use_tight(struct heavy *h)
{
    for (unsigned node = 1; node <= h->top; node++)
        if (h->outer[node] == node && h->best[node] && h->outer[h->best[node]] != node &&
            h->side[node] != ODD && is_tight(h, h->edge[h->best[node]][node]) &&
            go_over(h, h->edge[h->best[node]][node]))
            return true;
    for (unsigned node = h->count + 1; node <= h->top; node++)
        if (h->outer[node] == node && h->side[node] == ODD && is_nothing(h, h->label[node]))
            take_apart(h, node);
    return false;
}

static void start(struct heavy *h)
{
    h->head = h->tail = 0;
    for (unsigned node = 1; node <= h->top; node++) {
        h->side[node] = FREE;
        h->best[node] = 0;
    }
    for (unsigned node = 1; node <= h->top; node++)
        if (h->outer[node] == node && !h->mate[node]) {
            h->parent[node] = 0;
            h->side[node] = EVEN;
            push(h, node);
        }
}

/* One more pair. False: there is none. */
static bool add_pair(struct heavy *h)
{
    int64_t step[HEAVY_LANES];

    start(h);
    for (;;) {
        if (walk(h))
            return true;
        if (!find_step(h, step))
            return false;
        move_labels(h, step);
        if (use_tight(h))
            return true;
    }
}

/* The greatest number of each lane as every label makes all edges slack enough. */
static void begin(struct heavy *h)
{
    int64_t most[HEAVY_LANES] = {0};

    for (unsigned a = 1; a <= h->count; a++)
        for (unsigned b = 1; b <= h->count; b++) {
            bool there = a != b && h->is_edge(h->graph, a, b);

            h->edge[a][b] =
                there ? (struct heavy_edge){(uint16_t)a, (uint16_t)b} : (struct heavy_edge){0, 0};
            for (unsigned lane = 0; there && lane < h->lanes; lane++) {
                int64_t weight = h->weight(h->graph, a, b, lane);

                most[lane] = weight > most[lane] ? weight : most[lane];
            }
        }
    for (unsigned node = 0; node < HEAVY_ALL; node++) {
        h->outer[node] = node <= h->count ? (uint16_t)node : 0;
        h->mate[node] = 0;
        h->stamp[node] = 0;
        h->members[node] = 0;
        h->parent[node] = h->best[node] = 0;
    }
    for (unsigned node = 1; node <= h->count; node++) {
        memset(h->part[node], 0, sizeof h->part[node]);
        h->part[node][node] = (uint16_t)node;
        memcpy(h->label[node], most, sizeof most);
    }
    h->top = h->count;
    h->stamps = 0;
}

bool heavy_solve(struct heavy *h)
{
    if (h->count % 2 || h->count >= HEAVY_NODES)
        return false;
    begin(h);
    for (unsigned pairs = 0; pairs < h->count / 2; pairs++)
        if (!add_pair(h))
            return false;
    return true;
}
