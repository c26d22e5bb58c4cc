/* SPDX-License-Identifier: MIT */
/* Finds a hint for a seat, where one is allowed. The thinking is done in bot/lesson.c. */
#include "teach/hint.h"

#include "teach/recall.h"

enum { POSITIONS = 80000 };

bool hint_is_allowed(const struct position *position, unsigned seat)
{
    for (unsigned other = 1; other <= position->genesis.seats; other++)
        if (!position->house[other] && position->player[other] != position->player[seat])
            return false;
    return true;
}

enum rc hint_find(struct desk *desk, const struct position *position, unsigned seat,
                  struct bot_hint *hint, bool *found, struct err *err)
{
    struct bot bot = {.game = position->played,
                      .rulebook = position_rulebook(position),
                      .level = BOT_HARD,
                      .nodes = POSITIONS};
    void *view = malloc(position->played->state_bytes);
    void *memory = malloc(bot_bytes(position->played));
    enum rc rc = recall_turn(desk, position, seat, &bot, err);

    *found = false;
    if (rc == RC_OK && view && memory) {
        desk_entropy(desk, (unsigned char *)&bot.seed, sizeof bot.seed);
        game_view(position->played, bot.rulebook, position_state(position), seat, view);
        *found = bot_hint(&bot, view, seat, memory, hint);
    }
    if (view)
        secret_wipe(view, position->played->state_bytes);
    free(view);
    free(memory);
    return rc != RC_OK || (view && memory) ? rc : ERR(err, RC_NO_MEMORY, "no memory for a hint");
}
