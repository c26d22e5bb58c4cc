/* SPDX-License-Identifier: MIT */
/* Finds the legal orders nearest to one that was refused. */
#include "play/nearest.h"

_Static_assert((int)NEAREST_MAX <= (int)CHOICES_MAX, "they stand where choices do");

enum {
    SAME_KIND = 1000,
    SAME_FIRST = 500, /* for most orders: who acts */
    SAME_REST = 600,  /* all but that: who could do it */
    EACH_COMMON = 20,
    EACH_MORE = -1
};

/* 0 = nothing in common. */
static int likeness(const struct order *refused, const struct order *order)
{
    int score = refused->kind == order->kind ? SAME_KIND : 0;
    int apart = (int)order->count - (int)refused->count;
    unsigned common = 0;

    while (common < refused->count && common < order->count &&
           refused->arg[common] == order->arg[common])
        common++;
    if (score && apart == 0 && refused->count > 1 &&
        memcmp(refused->arg + 1, order->arg + 1, (refused->count - 1u) * sizeof *refused->arg) == 0)
        score += SAME_REST;
    if (common)
        score += SAME_FIRST + EACH_COMMON * (int)common;
    return score ? score + EACH_MORE * (apart < 0 ? -apart : apart) : 0;
}

/* Insert into the best so far; of equal ones the earlier in the list of legal orders stays first.
 */
static unsigned keep_best(struct order *best, int *score, unsigned count, const struct order *order,
                          int own)
{
    unsigned place = count;

    while (place > 0 && score[place - 1] < own)
        place--;
    if (place == NEAREST_MAX)
        return count;
    count += count < NEAREST_MAX;
    for (unsigned i = count - 1; i > place; i--) {
        best[i] = best[i - 1];
        score[i] = score[i - 1];
    }
    best[place] = *order;
    score[place] = own;
    return count;
}

unsigned nearest_orders(const struct game *game, const void *rulebook, const void *state,
                        const struct order *refused, struct order nearest[NEAREST_MAX])
{
    OWN_MEMORY struct order *list =
        malloc(LEGAL_MAX * sizeof *list); /* legal fills what it counts */
    int score[NEAREST_MAX];
    unsigned count = list ? game->rules->legal(rulebook, state, refused->seat, list) : 0, found = 0;

    for (unsigned i = 0; i < count; i++) {
        int own = likeness(refused, &list[i]);

        if (game->rules->hurts_own && game->rules->hurts_own(state, &list[i]))
            continue;
        if (own > 0 || count <= NEAREST_MAX)
            found = keep_best(nearest, score, found, &list[i], own);
    }
    return found;
}
