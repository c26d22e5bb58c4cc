/* SPDX-License-Identifier: MIT */
/* Who sits first (FIDE Handbook C.04.3, 1.7 and article 5). */
#include "tournament/pairing/dutch_p.h"

struct dutch_preference dutch_preference_of(const struct dutch_player *player)
{
    unsigned last_two = player->seats & 3;
    bool twice = player->games >= 2 && (last_two == 0 || last_two == 3);

    if (player->difference > 1 || player->difference < -1)
        return (struct dutch_preference){DUTCH_ABSOLUTE, player->difference < 0};
    if (twice)
        return (struct dutch_preference){DUTCH_ABSOLUTE, last_two == 0};
    if (player->difference)
        return (struct dutch_preference){DUTCH_STRONG, player->difference < 0};
    if (player->games)
        return (struct dutch_preference){DUTCH_MILD, !(player->seats & 1)};
    return (struct dutch_preference){DUTCH_NO_PREFERENCE, false};
}

static int distance(const struct dutch_player *player)
{
    return player->difference < 0 ? -player->difference : player->difference;
}

/* 5.2.3: the latest games in which they sat differently; 0: there is none. */
static int turn_about(const struct dutch_player *a, const struct dutch_player *b)
{
    unsigned games = a->games < b->games ? a->games : b->games;

    for (unsigned back = 0; back < games; back++) {
        bool first_a = a->seats >> back & 1, first_b = b->seats >> back & 1;

        if (first_a != first_b)
            return first_a ? -1 : 1;
    }
    return 0;
}

bool dutch_sits_first(const struct dutch_player *a, const struct dutch_player *b, unsigned seed_a)
{
    struct dutch_preference x = dutch_preference_of(a), y = dutch_preference_of(b);
    int about;

    if (!x.kind && !y.kind) /* 5.2.5 */
        return seed_a % 2 == 1;
    if (!x.kind || !y.kind) /* 5.2.1 */
        return x.kind ? x.first : !y.first;
    if (x.first != y.first)
        return x.first;
    if (x.kind != y.kind) /* 5.2.2 */
        return x.kind > y.kind ? x.first : !y.first;
    if (x.kind == DUTCH_ABSOLUTE && distance(a) != distance(b))
        return distance(a) > distance(b) ? x.first : !y.first;
    about = turn_about(a, b);
    return about ? about > 0 : x.first; /* 5.2.4 */
}
