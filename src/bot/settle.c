/* SPDX-License-Identifier: MIT */
/* Playing on: what the table, chance and others answer, as far as it can be guessed. */

#include "bot/bot_p.h"

enum { SETTLE_MAX = 40, KINDS_MAX = 64, LOOKS_MAX = 32 };

/* xorshift64*: guesses need no better dice. */
unsigned bot_below(void *context, unsigned bound)
{
    struct bot *bot = context;

    bot->seed ^= bot->seed >> 12;
    bot->seed ^= bot->seed << 25;
    bot->seed ^= bot->seed >> 27;
    return (unsigned)((bot->seed * UINT64_C(0x2545f4914f6cdd1d) >> 33) % bound);
}

/* Four lanes, since a position is some thousand bytes and each word waits for the one before. */
uint64_t bot_hash(const void *state, size_t bytes)
{
    const unsigned char *at = state;
    uint64_t lane[4] = {1, 2, 3, 4}, word;
    size_t words = bytes / sizeof word;

    for (size_t i = 0; i < words; i++) {
        memcpy(&word, at + i * sizeof word, sizeof word);
        lane[i % 4] = (lane[i % 4] ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        lane[i % 4] ^= lane[i % 4] >> 32;
    }
    for (size_t i = words * sizeof word; i < bytes; i++)
        lane[0] = (lane[0] ^ at[i]) * UINT64_C(0xd6e8feb86659fd93);
    for (unsigned i = 1; i < 4; i++)
        lane[0] = (lane[0] ^ lane[i]) * UINT64_C(0xd6e8feb86659fd93) + (lane[0] >> 29);
    return lane[0];
}

void *bot_take(unsigned char *memory, size_t *used, size_t bytes)
{
    void *piece = memory ? memory + *used : NULL;

    *used += (bytes + 15) & ~(size_t)15;
    return piece;
}

static void weigh(struct bot_room *room)
{
    struct practice_memory *memory = room->memory;
    const struct practice_term *terms = room->bot->game->practice->terms;

    memset(memory, 0, room->bot->game->practice->memory_bytes);
    for (unsigned i = 0; terms && terms[i].name; i++)
        memory->weight[i] = room->bot->weight ? room->bot->weight[i] : terms[i].weight;
}

size_t bot_room_again(struct bot_room *room, struct bot *bot, unsigned seat, void *memory)
{
    const struct practice *practice = bot->game->practice;
    size_t used = 0, state = bot->game->state_bytes, orders = LEGAL_MAX * sizeof *room->list;

    if (!bot->seed)
        bot->seed = 1;
    *room = (struct bot_room){.bot = bot,
                              .seat = seat,
                              .effort = &bot_efforts[bot->level],
                              .dice = {bot_below, bot, bot_efforts[bot->level].plain}};
    room->limit = bot->nodes ? bot->nodes : room->effort->nodes;
    room->list = bot_take(memory, &used, orders);
    room->reply = bot_take(memory, &used, orders);
    room->answer = bot_take(memory, &used, orders);
    for (unsigned i = 0; i < PRACTICE_FORKS_MAX; i++)
        room->fork[i] = bot_take(memory, &used, state);
    for (unsigned i = 0; i < sizeof room->spare / sizeof room->spare[0]; i++)
        room->spare[i] = bot_take(memory, &used, state);
    if (!practice)
        return used;
    room->memory = bot_take(memory, &used, practice->memory_bytes);
    if (practice->stretch)
        used += bot_tree_init(room, memory ? (unsigned char *)memory + used : NULL);
    else {
        used += bot_turn_init(room, memory ? (unsigned char *)memory + used : NULL);
        used += bot_win_init(room, memory ? (unsigned char *)memory + used : NULL);
    }
    return used;
}

size_t bot_room_init(struct bot_room *room, struct bot *bot, unsigned seat, void *memory)
{
    size_t bytes = bot_room_again(room, bot, seat, memory);

    if (memory && bot->game->practice)
        weigh(room);
    return bytes;
}

size_t bot_room_bytes(struct bot *bot)
{
    struct bot_room room;

    return bot_room_again(&room, bot, SEAT_TABLE, NULL);
}

bool bot_is_late(const struct bot_room *room)
{
    const struct bot *bot = room->bot;

    return room->nodes >= room->limit || (bot->late && bot->late(bot->context));
}

int32_t bot_value(struct bot_room *room, const void *state)
{
    const struct bot *bot = room->bot;

    room->nodes++;
    return bot->game->practice->value(bot->rulebook, state, room->seat, room->memory);
}

const struct order *bot_pick(struct bot *bot, const struct order *list, unsigned count)
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
    kind[0] = kind[bot_below(bot, kinds)];
    for (unsigned i = 0; i < count; i++)
        of_kind += list[i].kind == kind[0];
    at = bot_below(bot, of_kind);
    for (unsigned i = 0;; i++)
        if (list[i].kind == kind[0] && at-- == 0)
            return &list[i];
}

bool bot_answer_table(struct bot_room *room, void *state, const struct decision *decision)
{
    const struct game *game = room->bot->game;
    const void *rulebook = room->bot->rulebook;

    if (decision->kind == DECISION_DRAW) {
        uint16_t number[DRAW_NUMBERS_MAX] = {0};
        struct order drawn;

        for (unsigned i = 0; i < decision->bound_count; i++)
            number[i] = (uint16_t)bot_below(room->bot, decision->bound[i]);
        game->rules->draw_order(rulebook, state, decision, number, &drawn);
        return game->rules->apply(rulebook, state, &drawn, NULL);
    }
    return game->rules->legal(rulebook, state, SEAT_TABLE, room->answer) > 0 &&
           game->rules->apply(rulebook, state, &room->answer[0], NULL);
}

/* The likeliest of what may come; the others raise or lower what it is worth. */
static bool fork_at(struct bot_room *room, void *state, int32_t *offset)
{
    const struct game *game = room->bot->game;
    unsigned part[PRACTICE_FORKS_MAX], count, most = 0;
    int64_t sum = 0, whole = 0;
    int32_t worth[PRACTICE_FORKS_MAX];

    if (!game->practice->fork)
        return false;
    count = game->practice->fork(room->bot->rulebook, state, room->seat, room->memory, room->fork,
                                 part);
    if (!count)
        return false;
    for (unsigned i = 0; i < count; i++) {
        worth[i] = bot_value(room, room->fork[i]);
        sum += (int64_t)worth[i] * part[i];
        whole += part[i];
        if (part[i] > part[most])
            most = i;
    }
    *offset += (int32_t)(sum / whole) - worth[most];
    memcpy(state, room->fork[most], game->state_bytes);
    return true;
}

/* A small question of one seat: what serves it best at once. */
static bool answer_reply(struct bot_room *room, void *state, unsigned seat)
{
    const struct game *game = room->bot->game;
    const void *rulebook = room->bot->rulebook;
    unsigned count = game->rules->legal(rulebook, state, seat, room->answer);
    unsigned step = 1 + count / LOOKS_MAX, best = 0;
    int32_t most = INT32_MIN;

    for (unsigned i = 0; i < count && count > 1; i += step) {
        int32_t worth;

        memcpy(room->spare[3], state, game->state_bytes);
        if (!game->rules->apply(rulebook, room->spare[3], &room->answer[i], NULL))
            continue;
        worth = bot_value(room, room->spare[3]);
        if (seat != room->seat)
            worth = -worth;
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return count > 0 && game->rules->apply(rulebook, state, &room->answer[best], NULL);
}

enum bot_rest bot_settle(struct bot_room *room, void *state, unsigned mover, int32_t *offset)
{
    struct decision asked[DECISIONS_MAX];

    for (unsigned n = 0; n < SETTLE_MAX; n++) {
        unsigned count = room->bot->game->rules->open_decisions(room->bot->rulebook, state, asked);

        if (count == 0)
            return BOT_REST_OVER;
        if (fork_at(room, state, offset))
            continue;
        if (asked[0].kind == DECISION_ORDER && asked[0].seat == mover)
            return BOT_REST_OWN;
        if (asked[0].kind == DECISION_ORDER && asked[0].time_class != TIME_REPLY)
            return BOT_REST_OTHER;
        if (asked[0].kind == DECISION_ORDER ? !answer_reply(room, state, asked[0].seat)
                                            : !bot_answer_table(room, state, &asked[0]))
            return BOT_REST_SEE;
    }
    return BOT_REST_SEE;
}
