/* SPDX-License-Identifier: MIT */
#include "bot_support.h"
#include "tests/read.h"

enum { FIRST_DICE = 77 };

static uint64_t dice_at;

void set_up(struct table *table, const char *name)
{
    struct game_file file[8];
    unsigned count = 0, newest = 0;
    struct err err = {0};
    char path[512];

    dice_at = FIRST_DICE;
    table->game = games_find(name);
    table->rulebook = calloc(1, table->game->rulebook_bytes);
    for (; table->game->files[count]; count++) {
        file[count].name = table->game->files[count];
        snprintf(path, sizeof path, "data/%s", file[count].name);
        file[count].text = read_whole(path, &file[count].length);
    }
    while (table->game->versions[newest + 1])
        newest++;
    if (table->game->rules->load(file, count, table->game->versions[newest], table->rulebook, &err))
        fail_msg("%s", err.text);
    for (unsigned i = 0; i < count; i++)
        free((char *)(uintptr_t)file[i].text);
}

void clear(struct table *table)
{
    free(table->rulebook);
}

unsigned below(void *context, unsigned bound)
{
    (void)context;
    dice_at ^= dice_at >> 12;
    dice_at ^= dice_at << 25;
    dice_at ^= dice_at >> 27;
    return (unsigned)((dice_at * UINT64_C(0x2545f4914f6cdd1d) >> 33) % bound);
}

void answer_table(const struct table *table, void *state, const struct decision *asked)
{
    static struct order list[LEGAL_MAX];
    uint16_t number[DRAW_NUMBERS_MAX] = {0};

    if (asked->kind == DECISION_OPEN) {
        assert_true(table->game->rules->legal(table->rulebook, state, SEAT_TABLE, list) > 0);
    } else {
        for (unsigned i = 0; i < asked->bound_count; i++)
            number[i] = (uint16_t)below(NULL, asked->bound[i]);
        table->game->rules->draw_order(table->rulebook, state, asked, number, &list[0]);
    }
    assert_true(table->game->rules->apply(table->rulebook, state, &list[0], NULL));
}

void deal_anew(const struct table *table, const void *state, unsigned seat, void *other)
{
    struct practice_dice dice = {.below = below};

    game_view(table->game, table->rulebook, state, seat, other);
    table->game->practice->guess(table->rulebook, other, seat, &dice);
}
