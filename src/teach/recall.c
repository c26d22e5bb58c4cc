/* SPDX-License-Identifier: MIT */
/* Finds out from the log where a seat's turn has been so far. */
#include "teach/recall.h"

#include "seal/secret.h"

struct recalling {
    struct bot *bot;
    unsigned seat;
    void *view;
};

static enum rc recall_order(void *user, const struct position_step *step, struct err *err)
{
    const struct recalling *recalling = user;

    (void)err;
    if (step->entry->kind != ENTRY_ORDER || step->entry->who != recalling->seat)
        return RC_OK;
    game_view(step->position->played, position_rulebook(step->position), step->before,
              recalling->seat, recalling->view);
    bot_remember(recalling->bot, recalling->view);
    return RC_OK;
}

enum rc recall_turn(struct desk *desk, const struct position *position, unsigned seat,
                    struct bot *bot, struct err *err)
{
    const struct game *game = position->played;
    struct recalling recalling = {.bot = bot, .seat = seat};
    struct position *walked = NULL;
    enum rc rc;

    if (!game->practice || !game->practice->place)
        return RC_OK;
    recalling.view = malloc(game->state_bytes);
    FAIL_IF(!recalling.view, err, RC_NO_MEMORY, "no memory for a position");
    rc = position_walk(desk, position->game, (int64_t)position->chain.number, recall_order,
                       &recalling, &walked, err);
    if (rc == RC_OK)
        position_free(walked);
    secret_wipe(recalling.view, game->state_bytes);
    free(recalling.view);
    return rc;
}
