/* SPDX-License-Identifier: MIT */
/* What the game's own luck gives where the log stands: the same for the server that draws and for
 * whoever looks afterwards. Which labels are free stands in replay_kinds.c. */

#include "record/replay_p.h"

const struct decision *replay_find_draw(const struct replay *replay, const char *label)
{
    for (unsigned i = 0; i < replay->now.question_count; i++)
        if (replay->now.question[i].kind == DECISION_DRAW &&
            text_equal(replay->now.question[i].name, label))
            return &replay->now.question[i];
    return NULL;
}

/* One of the orders that the rules allow this seat. */
static enum rc draw_lot(const struct replay *replay, const struct entry *entry,
                        const struct hash *seed, struct order *order, struct err *err)
{
    OWN_MEMORY struct order *list =
        malloc(LEGAL_MAX * sizeof *list); /* legal fills what it counts */
    char label[SEAL_NAME_BYTES];
    struct draw draw;
    unsigned count;

    FAIL_IF(!list, err, RC_NO_MEMORY, "no memory for a list of orders");
    count = replay->game->rules->legal(replay->now.rulebook, replay->now.state, entry->who, list);
    if (count) {
        replay_lot_label(replay, entry->decision, label);
        draw_start(&draw, seed, label);
        *order = list[draw_number(&draw, count)];
        order->seat = entry->who;
        secret_wipe(&draw, sizeof draw);
    }
    return count ? RC_OK : ERR(err, RC_NOT_FOUND, "a question without any legal order");
}

enum rc replay_drawn_order(const struct replay *replay, const struct entry *entry,
                           const struct hash *seed, struct order *order, struct err *err)
{
    const struct decision *asked =
        entry->kind == ENTRY_DRAW ? replay_find_draw(replay, entry->name)
                                  : position_question(&replay->now, entry->who, entry->decision);
    uint16_t number[DRAW_NUMBERS_MAX];

    memset(order, 0, sizeof *order);
    FAIL_IF(!asked, err, RC_NOT_FOUND, "nothing is drawn now");
    if (entry->kind != ENTRY_DRAW)
        return draw_lot(replay, entry, seed, order, err);
    draw_numbers(seed, asked->name, asked->bound, asked->bound_count, number);
    replay->game->rules->draw_order(replay->now.rulebook, replay->now.state, asked, number, order);
    secret_wipe(number, sizeof number);
    return RC_OK;
}
