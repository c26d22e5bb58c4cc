/* SPDX-License-Identifier: MIT */
/* Print the mid-game positions that the bench measures, parted by lines "--": one from each of
 * 200 random games, in the middle of a turn. Run once; tests/bench/dungeon_twister.positions
 * keeps its output. */
#include <stdio.h>
#include <string.h>

#include "../games/dungeon_twister/dt_support.h"

enum { POSITIONS = 200 };

static struct dt_rulebook book;

/* Play until the middle of a turn from `turn` on; false if the game ends before. */
static bool play_to(struct dt_state *state, struct dt_chance *chance, unsigned turn)
{
    struct order order;

    dt_new_game(&book, "", state);
    while (dt_random_order(&book, state, chance, &order)) {
        dungeon_twister.rules->apply(&book, state, &order, NULL);
        if (state->turn >= turn && state->phase == DT_PHASE_ACT && state->ap >= 2)
            return true;
    }
    return false;
}

int main(void)
{
    static char text[POSITION_TEXT_BYTES];
    static struct dt_state state;
    struct dt_chance chance = {20261121};

    dt_load_shipped(&book);
    for (unsigned count = 0; count < POSITIONS;) {
        struct text out;

        if (!play_to(&state, &chance, 12 + dt_below(&chance, 48)))
            continue;
        text_init(&out, text, sizeof text);
        dungeon_twister.text->write(&book, &state, &out);
        printf("%s--\n", text);
        count++;
    }
    return 0;
}
