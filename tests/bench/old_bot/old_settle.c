/* SPDX-License-Identifier: MIT */
/* Playing on: what the table and the others answer, as far as it can be guessed. */
#include <stdlib.h>
#include <string.h>

#include "old_bot/old_bot_p.h"

enum { SETTLE_MAX = 24, PLAY_OUT_MAX = 400, KINDS_MAX = 64 };

/* xorshift64*: guesses need no better dice. */
unsigned old_below(void *context, unsigned bound)
{
    struct old_bot *bot = context;

    bot->seed ^= bot->seed >> 12;
    bot->seed ^= bot->seed << 25;
    bot->seed ^= bot->seed >> 27;
    return (unsigned)((bot->seed * UINT64_C(0x2545f4914f6cdd1d) >> 33) % bound);
}

enum rc old_room_init(struct old_room *room, struct old_bot *bot, unsigned seat, struct err *err)
{
    if (!bot->seed)
        bot->seed = 1;
    *room = (struct old_room){.bot = bot, .seat = seat, .dice = {old_below, bot}};
    room->list = calloc(LEGAL_MAX, sizeof *room->list);
    room->answer = calloc(LEGAL_MAX, sizeof *room->answer);
    room->chain = calloc(LEGAL_MAX, sizeof *room->chain);
    if (room->list && room->answer && room->chain)
        return RC_OK;
    old_room_fini(room);
    return ERR(err, RC_NO_MEMORY, "no memory for lists of orders");
}

void old_room_fini(struct old_room *room)
{
    free(room->list);
    free(room->answer);
    free(room->chain);
    *room = (struct old_room){0};
}

int32_t old_value(const struct old_room *room, const void *state)
{
    const struct old_bot *bot = room->bot;

    return bot->practice->value(bot->rulebook, state, room->seat);
}

const struct order *old_pick(struct old_bot *bot, const struct order *list, unsigned count)
{
    uint16_t kind[KINDS_MAX] = {0};
    unsigned kinds = 0, of_kind = 0, at;

    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;

        while (k < kinds && kind[k] != list[i].kind)
            k++;
        if (k == kinds && kinds < KINDS_MAX)
            kind[kinds++] = list[i].kind;
    }
    kind[0] = kind[old_below(bot, kinds)];
    for (unsigned i = 0; i < count; i++)
        of_kind += list[i].kind == kind[0];
    at = old_below(bot, of_kind);
    for (unsigned i = 0;; i++)
        if (list[i].kind == kind[0] && at-- == 0)
            return &list[i];
}

bool old_answer(struct old_room *room, void *state, const struct decision *decision)
{
    const struct game *game = room->bot->game;
    struct order drawn;
    unsigned count;

    if (decision->kind == DECISION_DRAW) {
        uint16_t number[DRAW_NUMBERS_MAX] = {0};

        for (unsigned i = 0; i < decision->bound_count; i++)
            number[i] = (uint16_t)old_below(room->bot, decision->bound[i]);
        game->rules->draw_order(room->bot->rulebook, state, decision, number, &drawn);
        return game->rules->apply(room->bot->rulebook, state, &drawn, NULL);
    }
    count = game->rules->legal(room->bot->rulebook, state,
                               decision->kind == DECISION_OPEN ? SEAT_TABLE : decision->seat,
                               room->answer);
    return count > 0 && game->rules->apply(room->bot->rulebook, state,
                                           old_pick(room->bot, room->answer, count), NULL);
}

enum old_rest old_settle(struct old_room *room, void *state, bool *chanced)
{
    struct decision asked[DECISIONS_MAX];

    *chanced = false;
    for (unsigned n = 0; n < SETTLE_MAX; n++) {
        unsigned count = room->bot->game->rules->open_decisions(room->bot->rulebook, state, asked);

        if (count == 0)
            return OLD_REST_OVER;
        if (asked[0].kind == DECISION_ORDER && asked[0].time_class != TIME_REPLY)
            return asked[0].seat == room->seat ? OLD_REST_OWN : OLD_REST_OTHER;
        if (!old_answer(room, state, &asked[0]))
            return OLD_REST_OTHER;
        *chanced = true;
    }
    return OLD_REST_OTHER;
}

void old_play_out(struct old_room *room, void *state)
{
    const struct old_bot *bot = room->bot;
    uint32_t stretch = bot->practice->stretch(bot->rulebook, state);
    struct decision asked[DECISIONS_MAX];

    for (unsigned n = 0; n < PLAY_OUT_MAX; n++) {
        unsigned count = bot->game->rules->open_decisions(bot->rulebook, state, asked);

        if (count == 0 || bot->practice->stretch(bot->rulebook, state) != stretch ||
            !old_answer(room, state, &asked[old_below(room->bot, count)]))
            return;
    }
}
