/* SPDX-License-Identifier: MIT */
/* Choosing with memory of its own; the rest of src/bot takes its caller's. */

#include "bot/bot_p.h"

bool bot_choose(struct bot *bot, const void *view, unsigned seat, struct order *order)
{
    OWN_MEMORY void *memory = malloc(bot_bytes(bot->game));

    return memory && (bot_offer(bot, view, seat, memory, order) ||
                      bot_choose_within(bot, view, seat, memory, order));
}

bool bot_choose_at_random(struct bot *bot, const void *view, unsigned seat, struct order *order)
{
    OWN_MEMORY struct order *list = malloc(LEGAL_MAX * sizeof *list);
    unsigned count = list ? bot->game->rules->legal(bot->rulebook, view, seat, list) : 0;

    if (!bot->seed)
        bot->seed = 1;
    if (count > 0)
        *order = *bot_pick(bot, list, count);
    return count > 0;
}
