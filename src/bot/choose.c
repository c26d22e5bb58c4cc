/* SPDX-License-Identifier: MIT */
/* Choosing an order: which way of thinking, how hard, and what was planned before. */

#include "bot/bot_p.h"

/* Levels are the same search with less time and a plainer judgement; none is made to blunder. */
const struct bot_effort bot_efforts[BOT_LEVELS] = {
    [BOT_EASY] = {.nodes = 20000, .width = 1, .finals = 0, .plain = true, .walks = 60},
    [BOT_MEDIUM] = {.nodes = 30000,
                    .width = 6,
                    .finals = 2,
                    .rounds = 1,
                    .reply = 2,
                    .reply_end = 2,
                    .guesses = 1,
                    .hunt = 60000,
                    .ward = 1000,
                    .plain = true,
                    .walks = 400},
    [BOT_HARD] = {.nodes = 100000,
                  .width = 32,
                  .finals = 10,
                  .rounds = 2,
                  .reply = 2,
                  .reply_end = 6,
                  .guesses = 1,
                  .hunt = 150000,
                  .ward = 4000,
                  .plain = true,
                  .walks = 3000},
    [BOT_EXPERT] = {.nodes = 400000,
                    .width = 160,
                    .finals = 48,
                    .rounds = 3,
                    .reply = 4,
                    .reply_end = 32,
                    .guesses = 4,
                    .hunt = 150000,
                    .ward = 15000,
                    .walks = 20000},
};

const char *const bot_level_names[BOT_LEVELS] = {"easy", "medium", "hard", "expert"};

enum bot_level bot_level_find(const char *name)
{
    unsigned level = 0;

    while (level < BOT_LEVELS && strcmp(name, bot_level_names[level]) != 0)
        level++;
    return (enum bot_level)level;
}

size_t bot_bytes(const struct game *game)
{
    struct bot bot = {.game = game};

    return bot_room_bytes(&bot) + BOT_EXTRA_STATES * game->state_bytes;
}

/* The next order of the plan, if all has come as it was thought. */
static bool follow(struct bot *bot, const void *view, unsigned seat, struct order *order)
{
    uint64_t hash = bot_hash(view, bot->game->state_bytes);

    for (unsigned i = 0; i < bot->planned; i++)
        if (bot->expected[i] == hash && bot->plan[i].seat == seat &&
            bot->game->rules->check(bot->rulebook, view, &bot->plan[i], NULL) == VERDICT_DONE) {
            *order = bot->plan[i];
            return true;
        }
    bot->planned = 0;
    return false;
}

/* Note where the turn stands, and what stood in the turns before it. After an undo the turn stands
 * where it has been: what came then is gone. */
void bot_remember(struct bot *bot, const void *view)
{
    const struct practice *practice = bot->game->practice;
    struct practice_place place;
    unsigned old = 0;

    if (!practice || !practice->place || !practice->place(bot->rulebook, view, &place))
        return;
    while (old < bot->trailed && (bot->trail[old].turn > place.turn ||
                                  bot->trail[old].turn + BOT_TURNS_KEPT < place.turn))
        old++;
    bot->trailed -= old;
    memmove(bot->trail, bot->trail + old, bot->trailed * sizeof *bot->trail);
    for (unsigned i = 0; i < bot->trailed; i++)
        if (bot->trail[i].turn == place.turn && bot->trail[i].where == place.where) {
            bot->trailed = i + 1;
            return;
        }
    if (bot->trailed == BOT_TRAIL_MAX)
        memmove(bot->trail, bot->trail + 1, --bot->trailed * sizeof *bot->trail);
    bot->trail[bot->trailed++] = place;
}

bool bot_offer(struct bot *bot, const void *view, unsigned seat, void *memory, struct order *order)
{
    const struct practice *practice = bot->game->practice;
    struct bot_room room;
    struct order win; /* planned, too: who can win says nothing else */

    if (!practice || !practice->offer)
        return false;
    bot_room_init(&room, bot, seat, memory);
    return practice->offer(bot->rulebook, view, seat, bot_value(&room, view), order) &&
           bot->game->rules->check(bot->rulebook, view, order, NULL) == VERDICT_DONE &&
           !bot_win_choose(&room, view, &win);
}

/* A turn that is thought out again and again, at each room and fight, gets half of what is left.
 * Where one order is chosen at a time, the budget is a choice's own. */
static void bound(struct bot_room *room, const void *view)
{
    enum { CHOICES = 2, SHARE = 8, LEAST = 20000 };
    struct bot *bot = room->bot;
    unsigned long whole = room->limit, all = CHOICES * whole, least = whole / SHARE;
    struct practice_place place = {0};

    if (bot->game->practice->place)
        bot->game->practice->place(bot->rulebook, view, &place);
    if (place.turn != bot->turn)
        bot->worked = 0;
    bot->turn = place.turn;
    least = least > LEAST ? least : LEAST;
    room->limit = bot->worked + CHOICES * least < all ? (all - bot->worked) / CHOICES : least;
}

bool bot_choose_within(struct bot *bot, const void *view, unsigned seat, void *memory,
                       struct order *order)
{
    const struct practice *practice = bot->game->practice;
    struct bot_room room;
    unsigned count;

    bot_remember(bot, view);
    if (follow(bot, view, seat, order))
        return true;
    bot->sure = false;
    bot_room_init(&room, bot, seat, memory);
    if (practice && !practice->stretch)
        bound(&room, view);
    count = bot->game->rules->legal(bot->rulebook, view, seat, room.list);
    if (count == 0)
        return false;
    *order = room.list[0];
    if (!practice)
        *order = *bot_pick(bot, room.list, count);
    else if (bot_win_choose(&room, view, order))
        return true;
    else if ((count == 1 && practice->stretch) ||
             (practice->answer &&
              practice->answer(bot->rulebook, view, seat, room.memory, &room.dice, order)))
        return true;
    else if (practice->stretch)
        return bot_tree_choose(&room, view, order);
    else {
        bool chosen = bot_turn_choose(&room, view, order);

        bot->worked += room.nodes;
        return chosen;
    }
    return true;
}
