/* SPDX-License-Identifier: MIT */
/* Asks back what a wish to play leaves open, each choice as a line to answer with. Wishes are read
 * in wishes.c and carried out in offers.c. */
#include "commands/offers_ask.h"

#include <stdio.h>
#include <string.h>

#include "commands/opponents.h"
#include "commands/wishes.h"

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

enum rc offers_ask_opponent(struct incoming *incoming, const struct game *game, const char *with,
                            struct err *err)
{
    bool level[BOT_LEVELS] = {false};
    enum rc rc = opponents_levels(incoming->desk, level, err);

    SAY(incoming, "talk.which-opponent", "title", wording_title(&incoming->answer.wording, game));
    for (unsigned i = 0; i < BOT_LEVELS; i++) {
        OWN(buf) behind = {0};

        buf_printf(&behind, "against %s %s", bot_level_names[i], with);
        if (level[i])
            incoming_offer(incoming, "practice", game, buf_text(&behind));
    }
    incoming_offer(incoming, "practice", game, with);
    incoming_offer(incoming, "challenge", game, with);
    return rc;
}

/* "invite Bob to chess", to be answered with. */
static void offer_invitation(struct incoming *incoming, const struct wishes_guess *guess)
{
    OWN(buf) command = {0};

    buf_printf(&command, "invite %.*s to", (int)guess->who_bytes, guess->who);
    SAY(incoming, "talk.perhaps", "n", "");
    incoming_offer(incoming, buf_text(&command), guess->game, "");
}

enum rc offers_ask(struct incoming *incoming, const char *line, bool *asked, struct err *err)
{
    struct wishes_guess guess;

    *asked = wishes_guess(incoming->desk->library, incoming->answer.wording.language, line, &guess);
    if (!*asked)
        return RC_OK;
    if (!guess.game)
        return offers_ask_practice(incoming, err);
    if (!guess.who)
        return offers_ask_opponent(incoming, guess.game, "", err);
    offer_invitation(incoming, &guess);
    return RC_OK;
}
