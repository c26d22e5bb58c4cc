/* SPDX-License-Identifier: MIT */
/* Whole games played by letters through Maildirs, one random legal order to a letter. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/games.h"
#include "admin/admin.h"
#include "ledger/care.h"
#include "play/adjudicate.h"
#include "play/export.h"
#include "record/verify.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/ledger/dump.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

static const char *const addresses[] = {NULL, "anna@one.example", "bob@two.example"};

static unsigned asked_seat(struct fixture *fixture, int64_t game)
{
    const struct position *position = fixture_position(fixture, game);

    for (unsigned seat = 1; seat <= 2; seat++)
        if (adjudicate_is_asked(position, seat))
            return seat;
    return 0;
}

/* Play until it is over; at most `limit` letters. Returns how many. */
static unsigned play(struct fixture *fixture, int64_t game, unsigned limit)
{
    char order[ORDER_TEXT_BYTES];
    unsigned letters = 0, seat;

    for (unsigned s = 1; s <= 2; s++) {
        writes(fixture, addresses[s], s == 1 ? "luck apples" : "luck pears");
    }
    while (letters < limit && (seat = asked_seat(fixture, game)) != 0) {
        assert_true(fixture_random_order(fixture, game, seat, order));
        writes(fixture, addresses[seat], order);
        if (strncmp(fixture_outcome(fixture), "accepted", 8) != 0)
            print_error("letter %u, seat %u, \"%s\": %s\n", letters, seat, order,
                        fixture_outcome(fixture));
        assert_memory_equal(fixture_outcome(fixture), "accepted", 8);
        letters++;
    }
    return letters;
}

/* The export for a reader is proved by the players' own verifier. */
static void assert_export_is_true(struct fixture *fixture, unsigned reader, bool finished)
{
    OWN(buf) file = {0};
    OWN(verify) verify = {0};
    struct err err = {0};

    assert_int_equal(export_game(fixture->desk, 1, reader, &file, &err), RC_OK);
    assert_int_equal(verify_bytes(file.at, file.length, toy_find, &verify, &err), RC_OK);
    if (!verify.is_good)
        print_error("entry %llu: %s\n", (unsigned long long)verify.bad_entry, verify.err.text);
    assert_true(verify.is_good);
    assert_int_equal(verify.finished, finished);
    assert_int_equal(verify.count[VERIFY_HEAD][VERIFY_PROVED], 1);
    if (finished) {
        assert_true(verify.count[VERIFY_DRAWS][VERIFY_PROVED] > 0);
        assert_int_equal(verify.count[VERIFY_DRAWS][VERIFY_SEALED], 0);
    }
}

static void start(struct fixture *fixture, const struct game *const *list, unsigned seed)
{
    fixture_make(fixture, list);
    fixture->random = seed;
    fixture_player(fixture, "Anna", addresses[1]);
    fixture_player(fixture, "Bob", addresses[2]);
}

TEST(a_toy_game_is_played_by_letters_to_its_end)
{
    static const struct game *const list[] = {&toy_game, NULL};
    struct fixture fixture;
    struct letter letter = {0};

    start(&fixture, list, 1);
    fixture_game(&fixture, &toy_game, "rounds=5");
    fixture_round(&fixture);
    play(&fixture, 1, 200);
    assert_int_equal(fixture_position(&fixture, 1)->phase, POSITION_OVER);
    for (unsigned seat = 1; seat <= 2; seat++) {
        fixture_newest(&fixture, addresses[seat], &letter, NULL);
        assert_true(strstr(letter.text, "postern-head game 1") ||
                    strstr(letter.text, "postern-receipt 2 game 1"));
        letter_fini(&letter);
    }
    is_whole(&fixture);
    assert_export_is_true(&fixture, RECORD_FOR_ALL, true);
    assert_export_is_true(&fixture, RECORD_FOR_WHOLE, true);
    fixture_remove(&fixture);
}

TEST(a_game_of_dungeon_twister_is_played_by_letters_to_its_end)
{
    static const unsigned seeds[] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned finished = 0, letters;

    /* Random play wanders: the first seed whose game ends within the limit counts. */
    for (unsigned i = 0; i < sizeof seeds / sizeof seeds[0] && !finished; i++) {
        struct fixture fixture;

        start(&fixture, games, seeds[i]);
        fixture_game(&fixture, games_find("dungeon_twister"), "");
        fixture_round(&fixture);
        letters = play(&fixture, 1, 600);
        finished = fixture_position(&fixture, 1)->phase == POSITION_OVER;
        print_message("# seed %u: %u letters, %s, %llu entries\n", seeds[i], letters,
                      finished ? "over" : "unfinished",
                      (unsigned long long)fixture_position(&fixture, 1)->chain.number);
        is_whole(&fixture);
        assert_export_is_true(&fixture, 1, finished);
        assert_export_is_true(&fixture, RECORD_FOR_ALL, finished);
        fixture_remove(&fixture);
    }
    assert_true(finished);
}

static void dump(struct fixture *fixture, struct buf *out)
{
    dump_rows(fixture->desk->ledger, DUMP_DERIVED, out);
}

FIXTURE_TEST(derived_rows_are_the_same_after_rebuild, start(fixture, games, 3))
{
    OWN(buf) before = {0}, after = {0};

    fixture_game(fixture, games_find("dungeon_twister"), "");
    fixture_round(fixture);
    play(fixture, 1, 40);
    dump(fixture, &before);
    OK(rebuild_all(fixture->desk, &err));
    dump(fixture, &after);
    assert_true(before.length > 200);
    assert_string_equal(buf_text(&before), buf_text(&after));
}

/* Letters that tell of several heads of one game are composed at a time. */
TEST(workers_that_sign_different_heads_freeze_no_game)
{
    static const struct game *const list[] = {&toy_game, NULL};
    struct fixture fixture;

    fixture_make_with(&fixture, list, 4);
    fixture_player(&fixture, "Anna", addresses[1]);
    fixture_player(&fixture, "Bob", addresses[2]);
    for (int64_t game = 1; game <= 20; game++) {
        fixture_game(&fixture, &toy_game, "");
        fixture_round(&fixture);
        for (unsigned seat = 1; seat <= 2; seat++)
            fixture_answer(&fixture, addresses[seat], seat == 1 ? "luck apples" : "luck pears");
        fixture_settle(&fixture);
        for (unsigned seat = 1; seat <= 2; seat++)
            fixture_answer(&fixture, addresses[seat], seat == 1 ? "bid 1" : "bid 2");
        fixture_settle(&fixture);
        assert_false(fixture_position(&fixture, game)->is_frozen);
        assert_memory_equal(fixture_outcome(&fixture), "accepted", 8);
    }
    is_whole(&fixture);
    fixture_remove(&fixture);
}

TESTS(NULL, NULL)
