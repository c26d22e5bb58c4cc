/* SPDX-License-Identifier: MIT */
/* A trial of other rules beside the replay finds what playing both again afterwards finds. */
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "record/trial.h"
#include "tests/record/playing.h"
#include "tests/toy/grown.h"
#include "tests/toy/toy.h"
#include "tests/seal/start.h"
#include "tests/test.h"

enum { GAMES = 120 };

static void must(enum rc rc, const struct err *err)
{
    if (rc != RC_OK)
        fail_msg("%s", err->text);
}

/* Replay up to an entry with a trial beside it, then try again from the first order on. */
static enum trial_kind try_both_ways(struct playing *playing, struct record *record,
                                     const char *rules, uint64_t to)
{
    const struct game_file *file = &playing->file[0];
    struct chain_file hashed = {file->name, file->text, file->length};
    OWN_AT(replay) replay = playing_replay(playing, record, 0);
    struct trial beside, after;
    struct trial_run *run = NULL;
    struct err err = {0};
    struct hash tables;

    chain_tables(playing->game->name, rules, &hashed, 1, &tables);
    must(trial_start(replay, rules, &tables, &run, &err), &err);
    for (uint64_t n = 1; n <= to; n++) {
        const struct record_entry *row = &record->entry[n - 1];
        struct entry entry;

        if (!row->length) /* lost */
            continue;
        must(entry_read(n, row->text, row->length, &entry, &err), &err);
        must(replay_entry(replay, &entry, playing_lookup, record, &err), &err);
        must(trial_follow(run, playing_lookup, record, &err), &err);
    }
    must(trial_end(run, playing_lookup, record, &beside, &err), &err);
    must(replay_try(replay, rules, &tables, playing_lookup, record, &after, &err), &err);
    assert_int_equal(beside.kind, after.kind);
    assert_int_equal(beside.number, after.number);
    assert_string_equal(beside.why, after.why);
    trial_free(run);
    return beside.kind;
}

TEST(a_trial_beside_the_replay_finds_what_a_later_one_finds)
{
    static const char *const rules[] = {"strict", "blind", "toy-2"};
    unsigned seen[2][TRIAL_KIND_COUNT] = {{0}}; /* without and with undos */

    toy_grow();
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        const struct playing_plan plan = {.seats = TOY_SEATS};
        const struct game_file file = {"toy.tiles", toy_tiles_text, strlen(toy_tiles_text)};
        struct playing playing;
        struct record record;

        playing_start(&playing, &toy_grown, &file, 1, &plan, seed);
        while (playing_step(&playing))
            ;
        playing_record(&playing, RECORD_FOR_WHOLE, &record);
        for (unsigned i = 0; i < sizeof rules / sizeof rules[0]; i++) {
            seen[playing.undos > 0]
                [try_both_ways(&playing, &record, rules[i], playing.entry_count)]++;
            try_both_ways(&playing, &record, rules[i],
                          playing_random(&playing, playing.entry_count + 1));
        }
        record_fini(&record);
        playing_fini(&playing);
    }
    for (unsigned kind = 0; kind < TRIAL_KIND_COUNT; kind++) {
        assert_true(seen[0][kind] > 0);
        assert_true(seen[1][kind] > 0);
    }
}

TESTS(start, NULL)
