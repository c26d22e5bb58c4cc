/* SPDX-License-Identifier: MIT */
/* Choosing an order: a beam of chains of own orders, or averages over guesses. */
#include <stdlib.h>
#include <string.h>

#include "old_bot/old_bot_p.h"

enum { BEAM_MAX = 64 };

struct effort {
    unsigned beam;    /* chains kept at each step */
    unsigned depth;   /* orders of a chain */
    unsigned guesses; /* for each order that is judged by chance */
    unsigned noise;   /* added to each judgement, at random, in thousandths of its spread */
};

static const struct effort efforts[OLD_LEVELS] = {
    [OLD_EASY] = {.beam = 1, .depth = 1, .guesses = 8, .noise = 400},
    [OLD_MEDIUM] = {.beam = 4, .depth = 4, .guesses = 24, .noise = 8},
    [OLD_HARD] = {.beam = 24, .depth = 6, .guesses = 200, .noise = 4},
};

const char *const old_level_names[OLD_LEVELS] = {"easy", "medium", "hard"};

enum old_level old_level_find(const char *name)
{
    unsigned level = 0;

    while (level < OLD_LEVELS && strcmp(name, old_level_names[level]) != 0)
        level++;
    return (enum old_level)level;
}

static bool is_late(const struct old_bot *bot)
{
    return bot->late && bot->late(bot->context);
}

/* ---- judged by guesses ---- */

/* Sum of values over guesses; every order meets the same ones. */
static int64_t judge(struct old_room *room, const void *view, const struct order *order,
                     unsigned guesses, void *state)
{
    struct old_bot *bot = room->bot;
    const struct old_practice *practice = bot->practice;
    uint64_t kept = bot->seed;
    int64_t sum = 0;
    bool chanced;

    for (unsigned i = 0; i < guesses; i++) {
        bot->seed = (kept + i) * UINT64_C(0x9e3779b97f4a7c15) | 1;
        memcpy(state, view, bot->game->state_bytes);
        if (practice->guess)
            practice->guess(bot->rulebook, state, room->seat, &room->dice);
        bot->game->rules->apply(bot->rulebook, state, order, NULL);
        if (practice->stretch)
            old_play_out(room, state);
        else
            old_settle(room, state, &chanced);
        sum += old_value(room, state);
    }
    bot->seed = kept;
    return sum;
}

static unsigned best_by_guesses(struct old_room *room, const void *view, unsigned count,
                                const struct effort *effort, void *state)
{
    int64_t best = INT64_MIN;
    unsigned chosen = 0;

    for (unsigned i = 0; i < count && (i == 0 || !is_late(room->bot)); i++) {
        int64_t sum = judge(room, view, &room->list[i], effort->guesses, state);

        if (effort->noise)
            sum += (int64_t)old_below(room->bot, effort->noise) * effort->guesses / 2;
        if (sum > best) {
            best = sum;
            chosen = i;
        }
    }
    old_below(room->bot, 2); /* the next choice meets other guesses */
    return chosen;
}

/* ---- chains of own orders ---- */

struct link {
    int32_t value;
    unsigned first; /* index of the chain's first order */
    unsigned place; /* of its position */
};

struct beam {
    struct link link[BEAM_MAX];
    unsigned count;
    unsigned char *states; /* BEAM_MAX + 1 */
};

static void *state_at(const struct old_room *room, const struct beam *beam, unsigned place)
{
    return beam->states + (size_t)place * room->bot->game->state_bytes;
}

/* Keep a chain if it is among the best; `fresh` is the place where its position stands. */
static void keep(struct beam *beam, unsigned width, int32_t value, unsigned first, unsigned *fresh)
{
    unsigned worst = 0;

    if (beam->count < width) {
        beam->link[beam->count] = (struct link){value, first, *fresh};
        *fresh = ++beam->count;
        return;
    }
    for (unsigned i = 1; i < beam->count; i++)
        if (beam->link[i].value < beam->link[worst].value)
            worst = i;
    if (beam->link[worst].value >= value)
        return;
    {
        unsigned freed = beam->link[worst].place;

        beam->link[worst] = (struct link){value, first, *fresh};
        *fresh = freed;
    }
}

struct search {
    struct old_room *room;
    const struct effort *effort;
    int32_t best;
    unsigned chosen;
    void *scratch; /* a position to judge chances on */
};

static void found(struct search *search, int32_t value, unsigned first)
{
    if (search->effort->noise)
        value += (int32_t)old_below(search->room->bot, search->effort->noise);
    if (value <= search->best)
        return;
    search->best = value;
    search->chosen = first;
}

/* Try one order from a position; `next` gets the chain if it can go on. */
static void try_order(struct search *search, const void *from, const struct order *order,
                      unsigned first, struct beam *next, unsigned *fresh)
{
    struct old_room *room = search->room;
    const struct old_bot *bot = room->bot;
    void *state = state_at(room, next, *fresh);
    enum old_rest rest;
    int32_t value;
    bool chanced;

    memcpy(state, from, bot->game->state_bytes);
    if (!bot->game->rules->apply(bot->rulebook, state, order, NULL))
        return;
    rest = old_settle(room, state, &chanced);
    if (chanced) {
        unsigned guesses = search->effort->guesses;

        value = (int32_t)(judge(room, from, order, guesses, search->scratch) / (int64_t)guesses);
    } else
        value = old_value(room, state);
    found(search, value, first);
    if (rest == OLD_REST_OWN && !chanced)
        keep(next, search->effort->beam, value, first, fresh);
}

static void extend(struct search *search, const struct beam *beam, struct beam *next)
{
    struct old_room *room = search->room;
    const struct old_bot *bot = room->bot;
    unsigned fresh = 0;

    next->count = 0;
    for (unsigned i = 0; i < beam->count && !is_late(bot); i++) {
        const void *from = state_at(room, beam, beam->link[i].place);
        unsigned count = bot->game->rules->legal(bot->rulebook, from, room->seat, room->chain);

        for (unsigned j = 0; j < count; j++)
            try_order(search, from, &room->chain[j], beam->link[i].first, next, &fresh);
    }
}

static unsigned best_chain(struct old_room *room, const void *view, unsigned count,
                           const struct effort *effort, void *scratch)
{
    size_t bytes = (BEAM_MAX + 1) * room->bot->game->state_bytes;
    struct beam beams[2] = {{.states = malloc(bytes)}, {.states = malloc(bytes)}};
    struct search search = {room, effort, INT32_MIN, 0, scratch};
    unsigned fresh = 0;

    if (beams[0].states && beams[1].states) {
        for (unsigned i = 0; i < count && (i == 0 || !is_late(room->bot)); i++)
            try_order(&search, view, &room->list[i], i, &beams[0], &fresh);
        for (unsigned d = 1; d < effort->depth && beams[(d - 1) % 2].count; d++)
            extend(&search, &beams[(d - 1) % 2], &beams[d % 2]);
    }
    free(beams[0].states);
    free(beams[1].states);
    return search.chosen;
}

/* ---- the choice ---- */

/* Is the question one of those in another's turn? */
static bool is_reply(const struct old_bot *bot, const void *view, unsigned seat)
{
    struct decision asked[DECISIONS_MAX];
    unsigned count = bot->game->rules->open_decisions(bot->rulebook, view, asked);

    for (unsigned i = 0; i < count; i++)
        if (asked[i].kind == DECISION_ORDER && asked[i].seat == seat)
            return asked[i].time_class == TIME_REPLY;
    return false;
}

bool old_choose_at_random(struct old_bot *bot, const void *view, unsigned seat, struct order *order)
{
    struct old_room room;
    unsigned count;

    if (old_room_init(&room, bot, seat, NULL) != RC_OK)
        return false;
    count = bot->game->rules->legal(bot->rulebook, view, seat, room.list);
    if (count > 0)
        *order = *old_pick(bot, room.list, count);
    old_room_fini(&room);
    return count > 0;
}

bool old_choose(struct old_bot *bot, const void *view, unsigned seat, struct order *order)
{
    const struct effort *effort = &efforts[bot->level];
    struct old_room room;
    unsigned count, chosen = 0;
    void *state;

    if (!bot->practice)
        return old_choose_at_random(bot, view, seat, order);
    state = malloc(bot->game->state_bytes);
    if (!state || old_room_init(&room, bot, seat, NULL) != RC_OK) {
        free(state);
        return false;
    }
    count = bot->game->rules->legal(bot->rulebook, view, seat, room.list);
    if (count > 1 && (bot->practice->stretch || is_reply(bot, view, seat)))
        chosen = best_by_guesses(&room, view, count, effort, state);
    else if (count > 1)
        chosen = best_chain(&room, view, count, effort, state);
    if (count > 0)
        *order = room.list[chosen];
    old_room_fini(&room);
    free(state);
    return count > 0;
}
