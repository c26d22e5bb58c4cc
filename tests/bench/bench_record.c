/* SPDX-License-Identifier: MIT */
/* What a record costs: the verification of a finished game, and the deltas of letters to a seat.
 * CPU time of this thread, so that a busy machine does not show. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "record/verify.h"
#include "seal/secret.h"
#include "tests/read.h"
#include "tests/record/playing.h"
#include "tests/test.h"
#include "tests/bench/clock.h"

/* Random play may wander for thousands of turns; people's games do not. */
enum { ENTRIES_MAX = 1000, SEEDS_MAX = 200 };
enum { GAMES = 40 };

static void read_rooms(struct game_file *file)
{
    file->name = "dungeon_twister.rooms";
    file->text = read_whole("data/dungeon_twister.rooms", &file->length);
}

static void verify_games(void)
{
    const struct playing_plan plan = {.seats = 2};
    double us = 0, entries = 0, bytes = 0;
    struct game_file file;
    unsigned played = 0;

    read_rooms(&file);
    for (uint64_t seed = 1; played < GAMES && seed <= SEEDS_MAX; seed++) {
        struct playing playing;
        OWN(verify) verify = {0};
        OWN(buf) text = {0};
        double start;

        playing_start(&playing, games_find("dungeon_twister"), &file, 1, &plan, seed);
        while (playing.entry_count <= ENTRIES_MAX && playing_step(&playing))
            ;
        if (!playing.is_finished) {
            playing_fini(&playing);
            continue;
        }
        played++;
        playing_export(&playing, RECORD_FOR_WHOLE, &text);
        start = 1e6 * clock_processor_s();
        if (verify_bytes(text.at, text.length, games_find, &verify, NULL) || !verify.is_good)
            abort();
        us += 1e6 * clock_processor_s() - start;
        entries += playing.entry_count;
        bytes += (double)text.length;
        playing_fini(&playing);
    }
    printf("  %-40s %8.2f us (%.0f entries, %.0f bytes)\n", "verify a finished Dungeon Twister",
           us / played, entries / played, bytes / played);
}

/* What letters to a seat bring, each of the entries since the last but one. */
static void weigh_deltas(void)
{
    enum { STEP = 6 };
    const struct playing_plan plan = {.seats = 2};
    double bytes = 0, entries = 0, letters = 0;
    struct game_file file;

    read_rooms(&file);
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        uint64_t from[2] = {0, 0};
        struct playing playing;

        playing_start(&playing, games_find("dungeon_twister"), &file, 1, &plan, seed);
        while (playing.entry_count <= ENTRIES_MAX && playing_step(&playing)) {
            OWN(buf) text = {0};

            if (playing.chain.number < from[1] + STEP)
                continue;
            if (from[0]) { /* the first brings genesis and the data files */
                playing_delta(&playing, 1, from[0], NULL, &text);
                bytes += (double)text.length;
                entries += (double)(playing.chain.number - from[0]);
                letters++;
            }
            from[0] = from[1];
            from[1] = playing.chain.number;
        }
        playing_fini(&playing);
    }
    printf("  %-40s %8.0f bytes an entry (aim 150 to 350; %.0f entries, %.0f bytes)\n",
           "a delta of a letter", bytes / entries, entries / letters, bytes / letters);
}

int main(void)
{
    if (secret_start(NULL))
        return 1;
    puts("records");
    verify_games();
    weigh_deltas();
    return 0;
}
