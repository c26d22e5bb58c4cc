/* SPDX-License-Identifier: MIT */
/* Ranks entrants by points and tie-breaks. */
#include "tournament/pairing/standings.h"

#include <string.h>

#include "tournament/pairing/berger.h"

const enum standings_break standings_swiss[STANDINGS_BREAKS] = {
    STANDINGS_BUCHHOLZ, STANDINGS_SONNEBORN, STANDINGS_DIRECT, STANDINGS_WINS};
const enum standings_break standings_robin[STANDINGS_BREAKS] = {
    STANDINGS_DIRECT, STANDINGS_SONNEBORN, STANDINGS_WINS, STANDINGS_BUCHHOLZ};

/* While it is reckoned, row[i] is entrant i + 1. */
struct reckoning {
    const struct pairing_event *event;
    struct standings_row *row;
    bool robin;
    enum standings_break by[STANDINGS_BREAKS]; /* in order */
};

static bool counts(const struct reckoning *r, const struct pairing_pair *pair)
{
    if (!pair->done || !pair->first)
        return false;
    if (r->row[pair->first - 1].out || (pair->second && r->row[pair->second - 1].out))
        return false;
    return pair->second || !r->robin;
}

/* FIDE Handbook C.05: half of the games decide whether those that are left are lost, or all are
 * void. */
static void take_out(struct reckoning *r)
{
    uint16_t done[PAIRING_ENTRANTS_MAX] = {0}, all[PAIRING_ENTRANTS_MAX] = {0};

    for (unsigned i = 0; i < r->event->pairs; i++) {
        const struct pairing_pair *pair = &r->event->pair[i];

        if (!pair->second)
            continue;
        all[pair->first - 1]++;
        all[pair->second - 1]++;
        if (pair->done && pair->played) {
            done[pair->first - 1]++;
            done[pair->second - 1]++;
        }
    }
    for (unsigned i = 0; i < r->event->entrants; i++)
        r->row[i].out = r->event->left[i] && 2 * done[i] < all[i];
}

void standings_count(struct standings_row *row, unsigned own, unsigned other)
{
    row->points += own;
    row->won = (uint16_t)(row->won + (own > other));
    row->drawn = (uint16_t)(row->drawn + (own == other && own));
    row->lost = (uint16_t)(row->lost + (own < other || !(own || other)));
}

static void count_side(struct standings_row *row, unsigned own, unsigned other, bool played)
{
    standings_count(row, own, other);
    row->tie[STANDINGS_WINS] += own > other && played;
}

static void count_points(struct reckoning *r)
{
    for (unsigned i = 0; i < r->event->pairs; i++) {
        const struct pairing_pair *pair = &r->event->pair[i];

        if (!counts(r, pair))
            continue;
        count_side(&r->row[pair->first - 1], pair->first_points, pair->second_points, pair->played);
        if (pair->second)
            count_side(&r->row[pair->second - 1], pair->second_points, pair->first_points,
                       pair->played);
    }
}

static void add_opponent(struct standings_row *row, unsigned own, const struct standings_row *other)
{
    row->tie[STANDINGS_BUCHHOLZ] += other->points;
    row->tie[STANDINGS_SONNEBORN] += own * other->points;
}

static void count_opponents(struct reckoning *r)
{
    for (unsigned i = 0; i < r->event->pairs; i++) {
        const struct pairing_pair *pair = &r->event->pair[i];
        struct standings_row *first, *second;
        bool as_played;

        if (!counts(r, pair))
            continue;
        first = &r->row[pair->first - 1];
        second = pair->second ? &r->row[pair->second - 1] : first;
        as_played = pair->second && (pair->played || r->robin);
        add_opponent(first, pair->first_points, as_played ? second : first);
        if (pair->second)
            add_opponent(second, pair->second_points, as_played ? first : second);
    }
}

/* > 0: a stands before b by points and the first `breaks` tie-breaks. */
static int compare(const struct reckoning *r, const struct standings_row *a,
                   const struct standings_row *b, unsigned breaks)
{
    if (a->group != b->group)
        return a->group < b->group ? 1 : -1;
    if (a->out != b->out)
        return b->out ? 1 : -1;
    if (a->points != b->points)
        return a->points > b->points ? 1 : -1;
    for (unsigned i = 0; i < breaks; i++) {
        uint32_t x = a->tie[r->by[i]], y = b->tie[r->by[i]];

        if (x != y)
            return x > y ? 1 : -1;
    }
    return 0;
}

/* Entrants in order, by number where they are equal. */
static void sort(const struct reckoning *r, unsigned breaks, uint16_t *order)
{
    for (unsigned i = 0; i < r->event->entrants; i++) {
        unsigned at = i;

        for (; at && compare(r, &r->row[i], &r->row[order[at - 1]], breaks) > 0; at--)
            order[at] = order[at - 1];
        order[at] = (uint16_t)i;
    }
}

/* Points among those at order[from…to-1], if each has met each. equal[i] names the set that i is
 * in. */
static void count_direct(struct reckoning *r, const uint16_t *equal)
{
    uint16_t size[PAIRING_ENTRANTS_MAX] = {0};
    uint32_t met[PAIRING_ENTRANTS_MAX] = {0};

    for (unsigned i = 0; i < r->event->entrants; i++)
        size[equal[i]]++;
    for (unsigned i = 0; i < r->event->pairs; i++) {
        const struct pairing_pair *pair = &r->event->pair[i];

        if (!counts(r, pair) || !pair->second || equal[pair->first - 1] != equal[pair->second - 1])
            continue;
        met[equal[pair->first - 1]]++;
        r->row[pair->first - 1].tie[STANDINGS_DIRECT] += pair->first_points;
        r->row[pair->second - 1].tie[STANDINGS_DIRECT] += pair->second_points;
    }
    for (unsigned i = 0; i < r->event->entrants; i++) {
        uint32_t in_set = size[equal[i]];

        if (met[equal[i]] != in_set * (in_set - 1) / 2)
            r->row[i].tie[STANDINGS_DIRECT] = 0;
    }
}

static void reckon_direct(struct reckoning *r)
{
    uint16_t order[PAIRING_ENTRANTS_MAX], equal[PAIRING_ENTRANTS_MAX];
    unsigned before = 0;

    while (r->by[before] != STANDINGS_DIRECT)
        before++;
    sort(r, before, order);
    for (unsigned i = 0; i < r->event->entrants; i++)
        equal[order[i]] = i && !compare(r, &r->row[order[i]], &r->row[order[i - 1]], before)
                              ? equal[order[i - 1]]
                              : order[i];
    count_direct(r, equal);
}

static void hand_over(struct reckoning *r)
{
    uint16_t order[PAIRING_ENTRANTS_MAX], where[PAIRING_ENTRANTS_MAX];
    unsigned entrants = r->event->entrants;

    sort(r, STANDINGS_BREAKS, order);
    for (unsigned i = 0, in_group = 1; i < entrants; i++, in_group++) {
        struct standings_row *row = &r->row[order[i]], *above = i ? &r->row[order[i - 1]] : NULL;

        if (above && above->group != row->group)
            in_group = 1;
        row->place =
            above && above->group == row->group && !compare(r, row, above, STANDINGS_BREAKS)
                ? above->place
                : (uint16_t)in_group;
        where[order[i]] = (uint16_t)i;
    }
    for (unsigned i = 0; i < entrants; i++) /* each change brings one row home */
        while (where[i] != i) {
            unsigned to = where[i];
            struct standings_row row = r->row[to];
            uint16_t at = where[to];

            r->row[to] = r->row[i];
            where[to] = (uint16_t)to;
            r->row[i] = row;
            where[i] = at;
        }
}

void standings_reckon_groups(const struct pairing_event *event, bool robin, const uint16_t *group,
                             struct standings_row *row)
{
    struct reckoning r = {event, row, robin, {0}};

    memcpy(r.by, robin ? standings_robin : standings_swiss, sizeof r.by);
    for (unsigned i = 0; i < event->entrants; i++)
        row[i] = (struct standings_row){.entrant = (uint16_t)(i + 1), .group = group[i]};
    if (robin)
        take_out(&r);
    count_points(&r);
    count_opponents(&r);
    reckon_direct(&r);
    hand_over(&r);
}

void standings_reckon(const struct pairing_event *event, bool robin, unsigned groups,
                      struct standings_row *row)
{
    uint16_t group[PAIRING_ENTRANTS_MAX];

    for (unsigned i = 0; i < event->entrants; i++)
        group[i] = (uint16_t)(robin ? berger_group(groups, i + 1) : 1);
    standings_reckon_groups(event, robin, group, row);
}
