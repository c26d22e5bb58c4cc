/* SPDX-License-Identifier: MIT */
/* Whole games among bots, each choosing from its own view. */
#include <stdlib.h>

#include "bot/bot_p.h"

struct match {
    struct bot *player;
    unsigned random;
    void *state, *view;
    void *memory; /* of the table's room */
    struct bot_room room;
};

/* Let the asked seat choose from its view, and carry it out. */
static enum rc give(struct match *match, const struct decision *decision, struct err *err)
{
    struct bot *bot = &match->player[decision->seat - 1];
    struct order order;
    bool chosen;

    game_view(bot->game, bot->rulebook, match->state, decision->seat, match->view);
    chosen = match->random >> decision->seat & 1
                 ? bot_choose_at_random(bot, match->view, decision->seat, &order)
                 : bot_choose(bot, match->view, decision->seat, &order);
    if (!chosen || !bot->game->rules->apply(bot->rulebook, match->state, &order, NULL))
        return ERR(err, RC_BUG, "a bot gave no legal order in a game of ", bot->game->name);
    return RC_OK;
}

static enum rc play(struct match *match, unsigned orders, struct err *err)
{
    const struct bot *any = match->player;
    struct decision asked[DECISIONS_MAX];
    enum rc rc = RC_OK;

    while (rc == RC_OK && orders-- > 0) {
        unsigned count = any->game->rules->open_decisions(any->rulebook, match->state, asked);

        if (count == 0)
            break;
        if (asked[0].kind == DECISION_ORDER)
            rc = give(match, &asked[0], err);
        else if (!bot_answer_table(&match->room, match->state, &asked[0]))
            rc = ERR(err, RC_BUG, "the table cannot answer in a game of ", any->game->name);
    }
    return rc;
}

enum rc bot_match(struct bot *player, unsigned seats, unsigned random, const char *options,
                  unsigned orders, struct outcome *outcome, struct err *err)
{
    const struct game *game = player->game;
    struct game_setup setup = {options, seats};
    struct match match = {.player = player, .random = random};
    enum rc rc = RC_OK;

    match.memory = malloc(bot_bytes(game));
    match.state = calloc(1, game->state_bytes);
    match.view = calloc(1, game->state_bytes);
    if (!match.memory || !match.state || !match.view)
        rc = ERR(err, RC_NO_MEMORY, "no memory for a position");
    if (rc == RC_OK)
        bot_room_init(&match.room, player, SEAT_TABLE, match.memory);
    if (rc == RC_OK &&
        game->rules->setup(player->rulebook, &setup, match.state, NULL) != VERDICT_DONE)
        rc = ERR(err, RC_BAD_INPUT, "the options \"", options, "\" are not those of ", game->name);
    if (rc == RC_OK)
        rc = play(&match, orders, err);
    if (rc == RC_OK)
        game->rules->outcome(player->rulebook, match.state, outcome);
    free(match.state);
    free(match.view);
    free(match.memory);
    return rc;
}
