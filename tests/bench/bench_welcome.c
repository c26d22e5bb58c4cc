/* SPDX-License-Identifier: MIT */
/* Figures of Welcome Back: random play (legal, check, apply) and lists of legal orders, on
 * positions kept from random games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../games/welcome_back/wb_support.h"

enum { POSITIONS = 200, LISTS = 3000000, GAMES = 20000, FORMS = 100000 };

static struct wb_rulebook book;
static struct wb_state kept[POSITIONS];

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

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
    double start = now();

    for (unsigned game = 0; game < GAMES; game++) {
        struct game_setup setup = {"heroes=both", 2 + game % 3};
        struct wb_state state;

        welcome_back.rules->setup(&book, &setup, &state, NULL);
        while (step(&state, chance, &orders))
            if (wb_below(chance, 97) == 0)
                kept[wb_below(chance, POSITIONS)] = state;
    }
    printf("welcome_back random play   %12.0f orders/s (with the table's draws and openings)\n",
           (double)orders / (now() - start));
}

static void bench_legal(void)
{
    struct order list[64];
    unsigned long sum = 0;
    double start = now();

    for (unsigned i = 0; i < LISTS; i++) {
        const struct wb_state *state = &kept[i % POSITIONS];

        sum += welcome_back.rules->legal(&book, state, 1 + i % 4, list);
    }
    printf("welcome_back legal lists   %12.0f lists/s (mean %.2f orders)\n",
           (double)LISTS / (now() - start), (double)sum / (double)LISTS);
}

static void bench_asked(void)
{
    struct order list[64];
    unsigned long sum = 0, lists = 0;
    struct decision decision[DECISIONS_MAX];
    uint8_t seat[POSITIONS];
    double start;

    for (unsigned i = 0; i < POSITIONS; i++)
        seat[i] =
            welcome_back.rules->open_decisions(&book, &kept[i], decision) ? decision[0].seat : 0;
    start = now();
    for (unsigned i = 0; i < LISTS; i++)
        if (seat[i % POSITIONS]) {
            sum +=
                welcome_back.rules->legal(&book, &kept[i % POSITIONS], seat[i % POSITIONS], list);
            lists++;
        }
    printf("welcome_back lists of the seat asked %2.0f lists/s (mean %.2f orders)\n",
           (double)lists / (now() - start), (double)sum / (double)(lists ? lists : 1));
}

static void bench_text(void)
{
    char array[POSITION_TEXT_BYTES];
    struct wb_state state;
    struct text text;
    double start = now();

    for (unsigned i = 0; i < FORMS; i++) {
        text_init(&text, array, sizeof array);
        welcome_back.text->write(&book, &kept[i % POSITIONS], &text);
        if (welcome_back.text->read(&book, array, text.length, &state, NULL) != RC_OK)
            exit(1);
    }
    printf("welcome_back positions     %12.0f written and read/s\n",
           (double)FORMS / (now() - start));
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
    bench_asked();
    bench_text();
    return 0;
}
