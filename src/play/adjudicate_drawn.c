/* SPDX-License-Identifier: MIT */
/* Orders that the game's own luck gives: draws, and lots of missed deadlines. */
#include <stdlib.h>

#include "play/adjudicate_p.h"
#include "seal/secret.h"

void adjudicate_draw_order(const struct position *position, const struct decision *decision,
                           struct order *order)
{
    uint16_t number[DRAW_NUMBERS_MAX];

    draw_numbers(&position->seed, decision->name, decision->bound, decision->bound_count, number);
    position->played->rules->draw_order(position_rulebook(position), position_state(position),
                                        decision, number, order);
    secret_wipe(number, sizeof number);
}

enum rc adjudicate_draw_lot(const struct position *position, unsigned seat, uint32_t decision,
                            struct order *order, struct err *err)
{
    struct order *list = malloc(LEGAL_MAX * sizeof *list); /* legal fills what it counts */
    char label[SEAL_NAME_BYTES];
    struct draw draw;
    unsigned count;

    if (!list)
        return ERR(err, RC_NO_MEMORY, "no memory for a list of orders");
    count = position->played->rules->legal(position_rulebook(position), position_state(position),
                                           seat, list);
    if (count) {
        replay_lot_label(position->replay, decision, label);
        draw_start(&draw, &position->seed, label);
        *order = list[draw_number(&draw, count)];
        secret_wipe(&draw, sizeof draw);
    }
    free(list);
    return count ? RC_OK : ERR(err, RC_BUG, "a question without any legal order");
}

static bool find_draw(const struct position *position, const char *label,
                      const struct decision **found)
{
    for (unsigned i = 0; i < position->decision_count; i++) {
        *found = &position->decision[i];
        if ((*found)->kind == DECISION_DRAW && text_equal((*found)->name, label))
            return true;
    }
    return false;
}

bool adjudicate_drawn_again(const struct position *position, const struct entry *entry,
                            struct order *order)
{
    const struct decision *decision;

    *order = (struct order){0};
    if (!position->has_seed || !entry_is_drawn(entry))
        return false;
    if (entry->kind == ENTRY_DEFAULT) {
        if (adjudicate_draw_lot(position, entry->who, (uint32_t)entry->decision, order, NULL))
            return false;
        order->seat = entry->who;
        return true;
    }
    if (!find_draw(position, entry->name, &decision))
        return false;
    adjudicate_draw_order(position, decision, order);
    return true;
}
