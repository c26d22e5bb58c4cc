/* SPDX-License-Identifier: MIT */
/* Asks back what a wish to play leaves open, each choice as a line to answer with. Wishes are read
 * in wishes.c and carried out in offers.c. */
#include "commands/offers_ask.h"

#include <stdio.h>
#include <string.h>

#include "commands/opponents.h"
#include "commands/wishes.h"
#include "server/titles.h"

enum rc offers_ask_game(struct incoming *incoming, const char *command, const char *behind)
{
    SAY(incoming, "talk.which-game", "n", "");
    for (const struct game *const *game = incoming->desk->world.games; *game; game++)
        incoming_offer(incoming, command, *game, behind);
    return RC_OK;
}

enum rc offers_ask_practice(struct incoming *incoming, struct err *err)
{
    bool level[BOT_LEVELS] = {false};
    char behind[32] = "";
    enum rc rc = opponents_levels(incoming->desk, level, err);

    for (unsigned i = BOT_LEVELS; i-- > 0;)
        if (level[i])
            snprintf(behind, sizeof behind, "against %s", bot_level_names[i]);
    return rc == RC_OK ? offers_ask_game(incoming, "practice", behind) : rc;
}

enum rc offers_ask_opponent(struct incoming *incoming, const struct game *game, struct err *err)
{
    bool level[BOT_LEVELS] = {false};
    enum rc rc = opponents_levels(incoming->desk, level, err);

    SAY(incoming, "talk.which-opponent", "title", wording_title(&incoming->answer.wording, game));
    for (unsigned i = 0; i < BOT_LEVELS; i++) {
        char behind[32];

        snprintf(behind, sizeof behind, "against %s", bot_level_names[i]);
        if (level[i])
            incoming_offer(incoming, "practice", game, behind);
    }
    incoming_offer(incoming, "practice", game, "");
    incoming_offer(incoming, "challenge", game, "");
    return rc;
}

enum rc offers_ask(struct incoming *incoming, const char *line, bool *asked, struct err *err)
{
    const struct library *library = incoming->desk->library;
    const struct game *game;
    struct buf exact = {0};
    char *to;
    enum rc rc = RC_OK;

    *asked = wishes_guess(library, incoming->answer.wording.language, line, &exact);
    game = *asked ? titles_within(library, buf_text(&exact)) : NULL;
    if (*asked && text_starts_with(buf_text(&exact), "invite ")) {
        to = strstr(exact.at, " to ");
        to[strlen(" to")] = '\0';
        SAY(incoming, "talk.perhaps", "n", "");
        incoming_offer(incoming, exact.at, game, "");
    } else if (game)
        rc = offers_ask_opponent(incoming, game, err);
    else if (*asked)
        rc = offers_ask_practice(incoming, err);
    buf_fini(&exact);
    return rc;
}
