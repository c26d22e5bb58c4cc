/* SPDX-License-Identifier: MIT */
/* Finds the first perfect matching of a graph, and says when there is none. */
#include "tournament/pairing/matching.h"

#include <string.h>

void matching_init(struct matching *matching, unsigned count)
{
    memset(matching, 0, sizeof *matching);
    matching->count = count;
    for (unsigned i = 0; i < count; i++)
        matching->mate[i] = MATCHING_NONE;
}

void matching_bar(struct matching *matching, unsigned a, unsigned b)
{
    matching->barred[a][b / 64] |= UINT64_C(1) << b % 64;
    matching->barred[b][a / 64] |= UINT64_C(1) << a % 64;
}

static bool allowed(const struct matching *m, unsigned a, unsigned b)
{
    return a != b && !m->gone[a] && !m->gone[b] && !(m->barred[a][b / 64] >> b % 64 & 1);
}

/* ---- one path that changes sides, with odd circles (blossoms) drawn together ---- */

/* Where the ways of two outer nodes to the root meet. */
static unsigned common_base(struct matching *m, unsigned a, unsigned b)
{
    memset(m->seen, 0, m->count * sizeof *m->seen);
    for (;;) {
        a = m->base[a];
        m->seen[a] = true;
        if (m->mate[a] == MATCHING_NONE)
            break; /* the root */
        a = m->parent[m->mate[a]];
    }
    for (;;) {
        b = m->base[b];
        if (m->seen[b])
            return b;
        b = m->parent[m->mate[b]];
    }
}

/* Along one side of the circle; paths may run the other way round it from now on. */
static void mark_side(struct matching *m, unsigned node, unsigned base, unsigned child)
{
    while (m->base[node] != base) {
        m->blossom[m->base[node]] = m->blossom[m->base[m->mate[node]]] = true;
        m->parent[node] = (uint16_t)child;
        child = m->mate[node];
        node = m->parent[m->mate[node]];
    }
}

/* Draw the odd circle through a and b into its base: each node in it counts as outer now. */
static void contract(struct matching *m, unsigned a, unsigned b, unsigned *tail)
{
    unsigned base = common_base(m, a, b);

    memset(m->blossom, 0, m->count * sizeof *m->blossom);
    mark_side(m, a, base, b);
    mark_side(m, b, base, a);
    for (unsigned i = 0; i < m->count; i++)
        if (m->blossom[m->base[i]]) {
            m->base[i] = (uint16_t)base;
            if (!m->outer[i]) {
                m->outer[i] = true;
                m->queue[(*tail)++] = (uint16_t)i;
            }
        }
}

/* Look from one node on; true: `*end` is alone and can be reached. */
static bool look_from(struct matching *m, unsigned node, unsigned root, unsigned *tail,
                      unsigned *end)
{
    for (unsigned to = 0; to < m->count; to++) {
        if (!allowed(m, node, to) || m->base[node] == m->base[to] || m->mate[node] == to)
            continue;
        if (to == root || (m->mate[to] != MATCHING_NONE && m->parent[m->mate[to]] != MATCHING_NONE))
            contract(m, node, to, tail);
        else if (m->parent[to] == MATCHING_NONE) {
            m->parent[to] = (uint16_t)node;
            *end = to;
            if (m->mate[to] == MATCHING_NONE)
                return true;
            m->outer[m->mate[to]] = true;
            m->queue[(*tail)++] = m->mate[to];
        }
    }
    return false;
}

/* Change sides along the path: what was no pair is one, one pair more than before. */
static void turn_over(struct matching *m, unsigned end)
{
    while (end != MATCHING_NONE) {
        unsigned before = m->parent[end], next = m->mate[before];

        m->mate[end] = (uint16_t)before;
        m->mate[before] = (uint16_t)end;
        end = next;
    }
}

/* Find the lone root a mate by one path; false: there is none, and nothing was changed. */
static bool augment(struct matching *m, unsigned root)
{
    unsigned head = 0, tail = 0, end = MATCHING_NONE;

    for (unsigned i = 0; i < m->count; i++) {
        m->parent[i] = MATCHING_NONE;
        m->base[i] = (uint16_t)i;
        m->outer[i] = false;
    }
    m->outer[root] = true;
    m->queue[tail++] = (uint16_t)root;
    while (head < tail)
        if (look_from(m, m->queue[head++], root, &tail, &end)) {
            turn_over(m, end);
            return true;
        }
    return false;
}

/* A start without thought: the fewer are left, the fewer paths are looked for. */
static void take_first_free(struct matching *m, unsigned node)
{
    for (unsigned to = node + 1; to < m->count; to++)
        if (m->mate[to] == MATCHING_NONE && allowed(m, node, to)) {
            m->mate[node] = (uint16_t)to;
            m->mate[to] = (uint16_t)node;
            return;
        }
}

bool matching_complete(struct matching *m)
{
    for (unsigned i = 0; i < m->count; i++)
        m->mate[i] = MATCHING_NONE;
    for (unsigned i = 0; i < m->count; i++)
        if (!m->gone[i] && m->mate[i] == MATCHING_NONE)
            take_first_free(m, i);
    for (unsigned i = 0; i < m->count; i++)
        if (!m->gone[i] && m->mate[i] == MATCHING_NONE && !augment(m, i))
            return false;
    return true;
}

/* Pair a with b for good, if their two partners can be brought together again. */
static bool settle(struct matching *m, unsigned a, unsigned b)
{
    unsigned x = m->mate[a], y = m->mate[b];

    m->gone[a] = m->gone[b] = true;
    if (x == b)
        return true;
    m->mate[a] = (uint16_t)b;
    m->mate[b] = (uint16_t)a;
    m->mate[x] = m->mate[y] = MATCHING_NONE;
    if (augment(m, x))
        return true;
    m->mate[a] = (uint16_t)x;
    m->mate[x] = (uint16_t)a;
    m->mate[b] = (uint16_t)y;
    m->mate[y] = (uint16_t)b;
    m->gone[a] = m->gone[b] = false;
    return false;
}

void matching_first(struct matching *m)
{
    for (unsigned a = 0; a < m->count; a++)
        for (unsigned b = a + 1; b < m->count && !m->gone[a]; b++)
            if (allowed(m, a, b))
                settle(m, a, b);
}
