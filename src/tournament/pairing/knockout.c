/* SPDX-License-Identifier: MIT */
/* The bracket of a knock-out: pairs, winners, places. */
#include "tournament/pairing/knockout.h"

unsigned knockout_rounds(unsigned entrants)
{
    unsigned rounds = 0;

    while ((1U << rounds) < entrants)
        rounds++;
    return rounds;
}

/* A bracket of twice the size sets beside each seed s the one who makes size + 1 with it; the
 * weaker half of the bracket is turned, so that the two strongest are at its ends' pairs. */
unsigned knockout_seed(unsigned size, unsigned place)
{
    unsigned seed = 1, at = place - 1;

    for (unsigned half = size / 2, made = 2; half; half /= 2, made *= 2) {
        bool second = at / half % 2;

        if (second)
            seed = made + 1 - seed;
    }
    return seed;
}

unsigned knockout_winner(const struct pairing_pair *pair)
{
    if (!pair->second)
        return pair->first;
    if (pair->first_points != pair->second_points)
        return pair->first_points > pair->second_points ? pair->first : pair->second;
    if (!pair->played)
        return 0; /* both stayed away */
    return pair->first < pair->second ? pair->first : pair->second;
}

static unsigned loser(const struct pairing_pair *pair)
{
    unsigned winner = knockout_winner(pair);

    return !pair->second ? 0 : winner == pair->first ? pair->second : winner ? pair->first : 0;
}

/* The stronger seed sits first in odd rounds, second in even ones. */
static struct pairing_pair pair_of(unsigned round, unsigned a, unsigned b)
{
    struct pairing_pair pair = {.round = (uint16_t)round, .group = 1};

    if (!a || !b) {
        pair.first = (uint16_t)(a ? a : b);
        return pair;
    }
    if ((a < b) == (round % 2 == 1)) {
        pair.first = (uint16_t)a;
        pair.second = (uint16_t)b;
    } else {
        pair.first = (uint16_t)b;
        pair.second = (uint16_t)a;
    }
    return pair;
}

static unsigned staying(const struct pairing_event *event, unsigned entrant, unsigned round)
{
    return entrant && entrant <= event->entrants && pairing_plays(event, entrant, round) ? entrant
                                                                                         : 0;
}

static unsigned first_round(const struct pairing_event *event, unsigned rounds,
                            struct pairing_pair *pair)
{
    unsigned size = 1U << rounds, count = 0;

    for (unsigned place = 1; place < size; place += 2)
        pair[count++] = pair_of(1, staying(event, knockout_seed(size, place), 1),
                                staying(event, knockout_seed(size, place + 1), 1));
    return count;
}

/* The n-th pair (from 0) of a round. */
static const struct pairing_pair *pair_at(const struct pairing_event *event, unsigned round,
                                          unsigned n)
{
    for (unsigned i = 0; i < event->pairs; i++)
        if (event->pair[i].round == round && n-- == 0)
            return &event->pair[i];
    return 0;
}

unsigned knockout_pair(const struct pairing_event *event, unsigned round, bool third,
                       struct pairing_pair *pair)
{
    unsigned rounds = knockout_rounds(event->entrants), count = 0;

    if (!round || round > rounds)
        return 0;
    if (round == 1)
        return first_round(event, rounds, pair);
    for (unsigned n = 0; n < 1U << (rounds - round); n++) {
        const struct pairing_pair *a = pair_at(event, round - 1, 2 * n);
        const struct pairing_pair *b = pair_at(event, round - 1, 2 * n + 1);

        if (!a || !b)
            return 0;
        pair[count++] = pair_of(round, staying(event, knockout_winner(a), round),
                                staying(event, knockout_winner(b), round));
    }
    if (third && round == rounds) {
        unsigned a = staying(event, loser(pair_at(event, round - 1, 0)), round);
        unsigned b = staying(event, loser(pair_at(event, round - 1, 1)), round);

        if (a || b)
            pair[count++] = pair_of(round, a, b);
    }
    return count;
}

/* Those who are out in a round stand behind all who came through it. */
static void place_losers(const struct pairing_event *event, unsigned round, unsigned rounds,
                         uint16_t *place)
{
    unsigned through = 1U << (rounds - round), n = 0;

    for (unsigned i = 0; i < event->pairs; i++) {
        const struct pairing_pair *pair = &event->pair[i];
        unsigned winner;

        if (pair->round != round)
            continue;
        n++;
        if (!pair->done)
            continue;
        winner = knockout_winner(pair);
        if (n > through) { /* the match for the third place */
            if (winner)
                place[winner - 1] = 3;
            if (winner && pair->second)
                place[(winner == pair->first ? pair->second : pair->first) - 1] = 4;
            continue;
        }
        if (pair->first && winner != pair->first)
            place[pair->first - 1] = (uint16_t)(through + 1);
        if (pair->second && winner != pair->second)
            place[pair->second - 1] = (uint16_t)(through + 1);
    }
}

void knockout_places(const struct pairing_event *event, uint16_t *place)
{
    unsigned rounds = knockout_rounds(event->entrants);

    for (unsigned i = 0; i < event->entrants; i++)
        place[i] = 1;
    for (unsigned round = 1; round <= rounds; round++)
        place_losers(event, round, rounds, place);
    for (unsigned i = 0; i < event->entrants; i++) { /* who left before he had lost */
        unsigned left = event->left[i];

        if (place[i] == 1 && left && left <= rounds)
            place[i] = (uint16_t)((1U << (rounds - left)) + 1);
    }
}
