/* SPDX-License-Identifier: MIT */
/* The real games through log, record and verification.
 *
 * POSTERN_RECORD_GAMES says how many of each kind (make leaktest: 500); then the views are compared
 * after each entry, and most games are cut where their readers still know different things. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/games.h"
#include "record/verify.h"
#include "tests/read.h"
#include "tests/record/playing.h"
#include "tests/seal/start.h"
#include "tests/test.h"

enum { GAMES_EACH = 8, STEPS_MAX = 1500, STEPS_CUT = 240 };

/* The game's data files; *text is freed by the caller. */
static unsigned read_files(const struct game *game, struct game_file file[PLAYING_FILES_MAX],
                           char *text[PLAYING_FILES_MAX])
{
    unsigned count = 0;

    for (; game->files[count]; count++) {
        char path[512];

        snprintf(path, sizeof path, "data/%s", game->files[count]);
        file[count].name = game->files[count];
        file[count].text = text[count] = read_whole(path, &file[count].length);
    }
    return count;
}

static void assert_views(struct playing *playing)
{
    const struct game *game = playing->game;
    OWN_MEMORY void *view = calloc(1, game->state_bytes);

    assert_non_null(view);
    for (unsigned reader = 0; reader <= playing->genesis.seats; reader++) {
        struct record record;
        OWN_AT(replay) replay = NULL;

        playing_record(playing, reader, &record);
        replay = playing_replay(playing, &record, playing->entry_count);
        game_view(game, replay_rulebook(playing->replay), replay_state(playing->replay),
                  reader == RECORD_FOR_ALL ? SEAT_PUBLIC : reader, view);
        if (memcmp(view, replay_state(replay), game->state_bytes) != 0)
            fail_msg("%s: reader %u sees something else after entry %u: %s", game->name, reader,
                     playing->entry_count, playing->entry[playing->entry_count - 1].text);
        record_fini(&record);
    }
}

/* ---- what replay.h asks of the rules ---- */

/* A word of one text, at random. */
static const char *any_word(struct playing *playing, const char *text, size_t *length)
{
    const char *word = text;

    for (unsigned skip = playing_random(playing, 6); skip && strchr(word, ' '); skip--)
        word = strchr(word, ' ') + 1;
    *length = strcspn(word, " ");
    return word;
}

/* One text with a word of another in it. */
static void mix(struct playing *playing, const char *text, const char *other,
                char out[2 * ORDER_TEXT_BYTES])
{
    size_t goes, comes;
    const char *word = any_word(playing, text, &goes), *with = any_word(playing, other, &comes);

    snprintf(out, 2 * ORDER_TEXT_BYTES, "%.*s%.*s%s", (int)(word - text), text, (int)comes, with,
             word + goes);
}

/* `apply` is a check of its own, and only orders of kinds with secrets are written otherwise for
 * all than in full. */
static void assert_order(const struct game *game, const void *book, const void *state,
                         const struct order *order)
{
    bool allowed = game->rules->check(book, state, order, NULL) == VERDICT_DONE;
    char text[2][ORDER_TEXT_BYTES];
    struct secret secret[SECRETS_MAX];
    OWN_MEMORY void *after = malloc(game->state_bytes);

    assert_non_null(after);
    memcpy(after, state, game->state_bytes);
    assert_int_equal(game->rules->apply(book, after, order, NULL), allowed);
    if (!allowed)
        assert_memory_equal(after, state, game->state_bytes);
    else if (!(game->text->kinds[order->kind].flags & ORDER_SECRET)) {
        assert_int_equal(game_secrets_of(game, book, state, order, secret), 0);
        for (unsigned i = 0; i < 2; i++) {
            struct text out;

            text_init(&out, text[i], ORDER_TEXT_BYTES);
            game->text->write_order(book, i ? state : NULL, order, i ? ORDER_PUBLIC : ORDER_FULL,
                                    &out);
        }
        assert_string_equal(text[0], text[1]);
    }
}

/* Orders that are legal now, and such whose words are mixed from two of them. */
static void assert_orders(struct playing *playing)
{
    const struct game *game = playing->game;
    const void *book = replay_rulebook(playing->replay), *state = replay_state(playing->replay);
    struct order *list = malloc(LEGAL_MAX * sizeof *list), order;

    assert_non_null(list);
    for (unsigned seat = 0; seat <= playing->genesis.seats; seat++) {
        unsigned count = game->rules->legal(book, state, seat, list);

        for (unsigned tries = count ? 12 : 0; tries > 0; tries--) {
            char text[2][ORDER_TEXT_BYTES], mixed[2 * ORDER_TEXT_BYTES];

            for (unsigned i = 0; i < 2; i++) {
                struct text out;

                order = list[playing_random(playing, count)];
                assert_order(game, book, state, &order);
                text_init(&out, text[i], ORDER_TEXT_BYTES);
                game->text->write_order(book, NULL, &order, ORDER_FULL, &out);
            }
            mix(playing, text[0], text[1], mixed);
            for (unsigned by = 0; by <= playing->genesis.seats; by++)
                if (strlen(mixed) < ORDER_TEXT_BYTES &&
                    game->text->read_order(book, by, mixed, strlen(mixed), &order))
                    assert_order(game, book, state, &order);
        }
    }
    free(list);
}

/* ---- games ---- */

static void assert_proved(struct playing *playing, unsigned reader)
{
    OWN(verify) verify = {0};
    OWN_WIPED(buf) text = {0};

    playing_export(playing, reader, &text);
    assert_int_equal(verify_bytes(text.at, text.length, games_find, &verify, NULL), RC_OK);
    if (!verify.is_good)
        fail_msg("%s for %u, entry %u: %s", playing->game->name, reader, (unsigned)verify.bad_entry,
                 verify.err.text);
    if (playing->is_finished && reader == RECORD_FOR_WHOLE) {
        assert_int_equal(verify.count[VERIFY_DRAWS][VERIFY_SEALED], 0);
        assert_in_range(verify.count[VERIFY_SEALS][VERIFY_SEALED], 0, playing_held(playing));
    }
}

/* 0 = not asked for. */
static unsigned wanted_games(void)
{
    const char *text = getenv("POSTERN_RECORD_GAMES");

    return text ? (unsigned)strtoul(text, NULL, 10) : 0;
}

static void play(const struct game *game, uint64_t seed, bool each_entry)
{
    struct playing_plan plan = {.is_quiet = seed % 2 == 0};
    struct game_file file[PLAYING_FILES_MAX];
    char *text[PLAYING_FILES_MAX];
    unsigned count = read_files(game, file, text), steps = 0;
    unsigned most = each_entry && seed % 10 ? STEPS_CUT : STEPS_MAX;
    struct playing playing;

    playing_mode(game, seed, &plan);
    plan.seats = game->seats_min + (unsigned)(seed % (game->seats_max - game->seats_min + 1));
    playing_start(&playing, game, file, count, &plan, seed);
    do {
        if (each_entry && most == STEPS_CUT)
            assert_views(&playing);
        if (playing_random(&playing, 16))
            continue;
        assert_orders(&playing);
        assert_views(&playing);
        assert_proved(&playing, playing_random(&playing, playing.genesis.seats + 1));
    } while (playing_step(&playing) && ++steps < most);
    assert_views(&playing);
    assert_proved(&playing, RECORD_FOR_WHOLE);
    playing_fini(&playing);
    for (unsigned i = 0; i < count; i++)
        free(text[i]);
}

TEST(every_game_is_replayed_for_each_reader_and_proved)
{
    unsigned wanted = wanted_games(), each = wanted ? wanted : GAMES_EACH;

    for (const struct game *const *game = games; *game; game++)
        for (uint64_t seed = 1; seed <= each; seed++)
            play(*game, seed, wanted > 0);
}

TESTS(start, NULL)
