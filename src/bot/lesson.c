/* SPDX-License-Identifier: MIT */
/* Thinks as the teacher does: hints before a turn, a judgement after it. The search is in
 * tree.c; words for the result are found elsewhere. */
#include "bot/lesson.h"

#include "bot/bot_p.h"

enum { SURE = 256 };

/* A value as a chance: even at 0, three in four where it equals the game's scale, and nothing is
 * left open where it is far beyond. */
static int32_t chance_of(const struct bot *bot, int32_t value)
{
    int64_t scale = bot->game->practice->scale;
    int64_t size = value < 0 ? -(int64_t)value : value;

    if (!scale)
        return value;
    if (size > SURE * scale)
        return value < 0 ? 0 : BOT_CHANCE_WHOLE;
    return (int32_t)(BOT_CHANCE_WHOLE / 2 +
                     (int64_t)value * (BOT_CHANCE_WHOLE / 2) / (size + scale));
}

int32_t bot_chance(struct bot *bot, const void *view, unsigned seat, void *memory)
{
    struct bot_room room;

    bot_room_init(&room, bot, seat, memory);
    return chance_of(bot, bot->game->practice->stretch ? bot_tree_mean(&room, view)
                                                       : bot_value(&room, view));
}

/* What a position is worth without a term; the rest is the term's share. */
static int32_t without(struct bot *bot, const void *view, unsigned seat, void *memory,
                       unsigned term)
{
    int32_t weight[PRACTICE_TERMS_MAX] = {0};
    const int32_t *kept = bot->weight;
    struct bot_room room;
    int32_t value;

    for (unsigned i = 0; bot->game->practice->terms[i].name; i++)
        weight[i] = i == term ? 0 : kept ? kept[i] : bot->game->practice->terms[i].weight;
    bot->weight = weight;
    bot_room_init(&room, bot, seat, memory);
    value = bot_value(&room, view);
    bot->weight = kept;
    return value;
}

/* The term whose share grows most from one position to another. */
static const char *gaining(struct bot *bot, const void *from, const void *to, unsigned seat,
                           void *memory)
{
    const struct practice_term *terms = bot->game->practice->terms;
    const char *best = NULL;
    struct bot_room room;
    int32_t most = 0, whole;

    bot_room_init(&room, bot, seat, memory);
    whole = bot_value(&room, to) - bot_value(&room, from);
    for (unsigned i = 0; terms[i].name; i++) {
        int32_t gain =
            whole - (without(bot, to, seat, memory, i) - without(bot, from, seat, memory, i));

        if (gain > most) {
            most = gain;
            best = terms[i].name;
        }
    }
    return best;
}

/* Choose, and leave the position after the turn in `end`, if one was searched. */
static bool think(struct bot *bot, struct bot_room *room, const void *view, unsigned seat,
                  void *memory, struct order *order, void *end)
{
    bot->planned = 0;
    bot->value = INT32_MIN;
    if (!bot_choose_within(bot, view, seat, memory, order))
        return false;
    if (!bot->planned) {
        bot->plan[0] = *order;
        bot->planned = 1;
    }
    bot_room_again(room, bot, seat, memory);
    if (!bot->game->practice->stretch && bot->value != INT32_MIN)
        memcpy(end, bot_turn_end(room), bot->game->state_bytes);
    else
        memcpy(end, view, bot->game->state_bytes);
    return true;
}

bool bot_hint(struct bot *bot, const void *view, unsigned seat, void *memory, struct bot_hint *hint)
{
    unsigned char *end = (unsigned char *)memory + bot_room_bytes(bot);
    struct bot_room room;
    int32_t value;

    memset(hint, 0, sizeof *hint);
    if (!bot->game->practice || !think(bot, &room, view, seat, memory, &hint->order[0], end))
        return false;
    value = bot->value;
    hint->count = bot->planned;
    memcpy(hint->order, bot->plan, bot->planned * sizeof *bot->plan);
    hint->before = bot_chance(bot, view, seat, memory);
    hint->after = value == INT32_MIN ? hint->before : chance_of(bot, value);
    hint->term = gaining(bot, view, end, seat, memory);
    return true;
}

/* Every turn meets the same guesses and as hard a look at its answer. */
static bool judge_turn(struct bot_room *room, uint64_t seed, const void *view,
                       const struct order *orders, unsigned count, void *end, bool *unseen,
                       int32_t *value)
{
    room->bot->seed = seed;
    room->nodes = 0;
    return bot_turn_judge(room, view, orders, count, end, unseen, value);
}

/* The best turn, and the one that was played with what it lets the other side answer. */
static bool judge_both(struct bot_room *room, uint64_t seed, const void *view,
                       const struct order *played, unsigned count, void *end, void *done,
                       struct bot_judgement *judgement, int32_t *best, int32_t *value)
{
    bool guessed = false;

    if ((!room->bot->sure && !judge_turn(room, seed, view, judgement->better, judgement->count, end,
                                         &judgement->unseen, best)) ||
        !judge_turn(room, seed, view, played, count, done, &guessed, value))
        return false;
    judgement->unseen |= guessed;
    room->nodes = 0;
    if (!guessed)
        judgement->answers = bot_turn_answer(room, done, judgement->answer);
    return true;
}

bool bot_judge(struct bot *bot, const void *view, unsigned seat, const struct order *played,
               unsigned count, void *memory, struct bot_judgement *judgement)
{
    unsigned char *end = (unsigned char *)memory + bot_room_bytes(bot);
    unsigned char *done = end + bot->game->state_bytes;
    struct bot_room room;
    struct order order;
    uint64_t seed = bot->seed;
    int32_t best, value = 0;

    memset(judgement, 0, sizeof *judgement);
    bot->trailed = 0;
    bot->worked = 0;
    bot->misses_no_win = true;
    if (!bot->game->practice || !count || !think(bot, &room, view, seat, memory, &order, end) ||
        bot->value == INT32_MIN)
        return false;
    judgement->count = bot->planned;
    memcpy(judgement->better, bot->plan, bot->planned * sizeof *bot->plan);
    best = bot->value;
    if (bot->game->practice->stretch) {
        judgement->unseen = true; /* bids are made blind */
        value = bot_tree_worth(&room, view, &played[0]);
        if (value < 0)
            return false;
        memcpy(done, view, bot->game->state_bytes);
    } else if (!judge_both(&room, seed, view, played, count, end, done, judgement, &best, &value))
        return false;
    judgement->best = chance_of(bot, best);
    judgement->played = chance_of(bot, value);
    judgement->missed = bot->sure && judgement->played < judgement->best;
    if (judgement->played > judgement->best)
        judgement->best = judgement->played; /* a better turn than was found */
    else
        judgement->term = gaining(bot, done, end, seat, memory);
    return true;
}
