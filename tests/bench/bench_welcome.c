/* SPDX-License-Identifier: MIT */
/* Figures of Welcome Back: random play (legal, check, apply) and lists of legal orders, on
 * positions kept from random games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../games/welcome_back/wb_support.h"
#include "tests/bench/clock.h"

enum { POSITIONS = 200, LISTS = 3000000, GAMES = 20000 };

static struct wb_rulebook book;
static struct wb_state kept[POSITIONS];

/* One order of a player: listed, checked, carried out. The table's answers are not counted. */
static bool step(struct wb_state *state, struct wb_chance *chance, unsigned long *orders)
{
    struct order list[64], order;
    unsigned seat, count;

    for (seat = 1; seat <= state->seats; seat++) {
        count = welcome_back.rules->legal(&book, state, seat, list);
        if (count == 0)
            continue;
        order = list[wb_below(chance, count)];
        if (welcome_back.rules->check(&book, state, &order, NULL) != VERDICT_DONE ||
            !welcome_back.rules->apply(&book, state, &order, NULL))
            exit(1);
        ++*orders;
        return true;
    }
    if (!wb_random_order(&book, state, chance, &order))
        return false;
    return welcome_back.rules->apply(&book, state, &order, NULL);
}

static void bench_play(struct wb_chance *chance)
{
    unsigned long orders = 0;
    double start = clock_processor_s();

    for (unsigned game = 0; game < GAMES; game++) {
        struct game_setup setup = {"heroes=both", 2 + game % 3};
        struct wb_state state;

        welcome_back.rules->setup(&book, &setup, &state, NULL);
        while (step(&state, chance, &orders))
            if (wb_below(chance, 97) == 0)
                kept[wb_below(chance, POSITIONS)] = state;
    }
    printf("welcome_back random play   %12.0f orders/s (with the table's draws and openings)\n",
           (double)orders / (clock_processor_s() - start));
}

static void bench_legal(void)
{
    struct order list[64];
    unsigned long sum = 0;
    double start = clock_processor_s();

    for (unsigned i = 0; i < LISTS; i++) {
        const struct wb_state *state = &kept[i % POSITIONS];

        sum += welcome_back.rules->legal(&book, state, 1 + i % 4, list);
    }
    printf("welcome_back legal lists   %12.0f lists/s (mean %.2f orders)\n",
           (double)LISTS / (clock_processor_s() - start), (double)sum / (double)LISTS);
}

int main(void)
{
    struct wb_chance chance = {20251121};
    struct game_setup setup = {"", 2};

    wb_load_shipped(&book);
    for (unsigned i = 0; i < POSITIONS; i++)
        welcome_back.rules->setup(&book, &setup, &kept[i], NULL);
    bench_play(&chance);
    bench_legal();
    return 0;
}
