/* SPDX-License-Identifier: MIT */
/* Figures of the Dungeon Twister rules: orders checked and carried out, complete legal lists,
 * replays from text, size of a position. Prints, asserts nothing. One core. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/own.h"
#include "../games/dungeon_twister/dt_support.h"
#include "tests/bench/clock.h"

enum { POSITIONS = 200, GAMES = 200, ORDERS_MAX = 2000, TURNS = 60, ROUNDS = 5 };

static struct dt_rulebook book;
static struct dt_state positions[POSITIONS];
static unsigned position_count;

/* A recorded game. */
struct game_record {
    unsigned count;
    struct order order[ORDERS_MAX];
    uint16_t length[ORDERS_MAX];
    char *text[ORDERS_MAX];
};
static struct game_record games[GAMES];

static void read_positions(void)
{
    size_t length;
    OWN_MEMORY char *text = read_whole("tests/bench/dungeon_twister.positions", &length);

    for (char *at = text, *end; position_count < POSITIONS && (end = strstr(at, "--\n"));
         at = end + 3) {
        struct err err = {0};

        if (dungeon_twister.text->read(&book, at, (size_t)(end - at), &positions[position_count],
                                       &err)) {
            fprintf(stderr, "position %u, line %u: %s\n", position_count + 1, err.line, err.text);
            exit(1);
        }
        position_count++;
    }
}

static void record_games(void)
{
    struct dt_chance chance = {42};

    for (unsigned g = 0; g < GAMES; g++) {
        struct game_record *game = &games[g];
        struct dt_state state;

        dt_new_game(&book, "", &state);
        while (state.turn <= TURNS && game->count < ORDERS_MAX &&
               dt_random_order(&book, &state, &chance, &game->order[game->count])) {
            TEXT_IN(out, text, ORDER_TEXT_BYTES);

            dungeon_twister.text->write_order(&book, &state, &game->order[game->count], ORDER_FULL,
                                              &out);
            game->text[game->count] = strdup(text);
            game->length[game->count] = (uint16_t)out.length;
            dungeon_twister.rules->apply(&book, &state, &game->order[game->count++], NULL);
        }
    }
}

/* Orders of whole games, each checked and then carried out (which checks once more). */
static void bench_orders(void)
{
    double best = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned done = 0;
        double start = clock_processor_s();

        for (unsigned repeat = 0; repeat < 10; repeat++)
            for (unsigned g = 0; g < GAMES; g++) {
                struct dt_state state;

                dt_new_game(&book, "", &state);
                for (unsigned i = 0; i < games[g].count; i++)
                    if (!dungeon_twister.rules->check(&book, &state, &games[g].order[i], NULL))
                        done +=
                            dungeon_twister.rules->apply(&book, &state, &games[g].order[i], NULL);
            }
        if (done / (clock_processor_s() - start) > best)
            best = done / (clock_processor_s() - start);
    }
    printf("orders of games: check + apply       %10.0f a second\n", best);
}

static void bench_legal(void)
{
    static struct order list[LEGAL_MAX];
    unsigned sum = 0, most = 0;
    double best = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        double start = clock_processor_s(), rate;

        sum = 0;
        for (unsigned repeat = 0; repeat < 20; repeat++)
            for (unsigned p = 0; p < position_count; p++) {
                unsigned count = dungeon_twister.rules->legal(&book, &positions[p],
                                                              positions[p].active + 1u, list);

                sum += count;
                most = count > most ? count : most;
            }
        rate = 20.0 * position_count / (clock_processor_s() - start);
        best = rate > best ? rate : best;
    }
    printf("complete legal lists of positions    %10.0f a second, mean %u orders, most %u\n", best,
           sum / 20 / position_count, most);
}

static void bench_replay(void)
{
    double best = 1e9;
    unsigned orders = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        double start = clock_processor_s(), spent;

        orders = 0;
        for (unsigned g = 0; g < GAMES; g++) {
            struct dt_state state;

            dt_new_game(&book, "", &state);
            for (unsigned i = 0; i < games[g].count; i++) {
                struct order order;

                if (dungeon_twister.text->read_order(&book, games[g].order[i].seat,
                                                     games[g].text[i], games[g].length[i],
                                                     &order) &&
                    !dungeon_twister.rules->check(&book, &state, &order, NULL))
                    orders += dungeon_twister.rules->apply(&book, &state, &order, NULL);
            }
        }
        spent = (clock_processor_s() - start) / (double)GAMES;
        best = spent < best ? spent : best;
    }
    printf("replay of %u turns from text         %10.3f ms, %u orders\n", TURNS, best * 1e3,
           orders / GAMES);
}

int main(void)
{
    dt_load_shipped(&book);
    read_positions();
    record_games();
    printf("Dungeon Twister, %u positions, %u games, one core\n", position_count, GAMES);
    bench_orders();
    bench_legal();
    bench_replay();
    printf("state %zu bytes, rulebook %zu bytes, order %zu bytes\n", sizeof(struct dt_state),
           sizeof(struct dt_rulebook), sizeof(struct order));
    for (unsigned g = 0; g < GAMES; g++)
        for (unsigned i = 0; i < games[g].count; i++)
            free(games[g].text[i]);
    return 0;
}
