/* SPDX-License-Identifier: MIT */
/* Games of examples/ by letters: each is played to its end through a Maildir, its letters tell what
 * happened in the reader's language with a board, and the export proves the game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "play/adjudicate.h"
#include "play/export.h"
#include "record/verify.h"
#include "tests/house/fixture.h"
#include "tests/games/every.h"
#include "tests/test.h"

enum { LETTERS_MOST = 400 };

static const char *const addresses[] = {NULL, "anna@one.example", "bob@two.example"};

static unsigned asked_seat(struct fixture *fixture)
{
    for (unsigned seat = 1; seat <= 2; seat++)
        if (adjudicate_is_asked(fixture_position(fixture, 1), seat))
            return seat;
    return 0;
}

static void assert_proved(struct fixture *fixture)
{
    OWN(buf) file = {0};
    OWN(verify) verify = {0};
    struct err err = {0};

    assert_int_equal(export_game(fixture->desk, 1, RECORD_FOR_ALL, &file, &err), RC_OK);
    assert_int_equal(verify_bytes(file.at, file.length, every_game_find, &verify, &err), RC_OK);
    if (!verify.is_good)
        fail_msg("entry %llu: %s", (unsigned long long)verify.bad_entry, verify.err.text);
    assert_true(verify.finished);
}

static void play(const struct game *game)
{
    const struct game *const list[] = {game, NULL};
    struct fixture fixture;
    unsigned letters = 0, seat;
    char order[ORDER_TEXT_BYTES];

    fixture_pair(&fixture, list);
    fixture_game(&fixture, game, "");
    fixture_settle(&fixture);
    for (seat = 1; seat <= 2; seat++) {
        writes(&fixture, addresses[seat], seat == 1 ? "luck apples" : "luck pears");
    }
    writes(&fixture, addresses[asked_seat(&fixture)], "language it");
    writes(&fixture, addresses[asked_seat(&fixture)], "fiddlesticks");
    assert_memory_equal(fixture_outcome(&fixture), "rejected", 8);
    for (; letters < LETTERS_MOST && (seat = asked_seat(&fixture)) != 0; letters++) {
        assert_true(fixture_random_order(&fixture, 1, seat, order));
        writes(&fixture, addresses[seat], order);
        assert_memory_equal(fixture_outcome(&fixture), "accepted", 8);
    }
    if (seat) { /* long games end, too */
        writes(&fixture, addresses[seat], "resign");
        assert_memory_equal(fixture_outcome(&fixture), "asked", 5);
        writes(&fixture, addresses[seat], "confirm");
    }
    assert_int_equal(asked_seat(&fixture), 0);
    assert_proved(&fixture);
    for (seat = 1; seat <= 2; seat++) {
        OWN(letter) letter = {0};

        fixture_newest(&fixture, addresses[seat], &letter, NULL);
        assert_non_null(strstr(letter.text, game->title));
    }
    fixture_remove(&fixture);
}

TEST(every_example_is_played_by_letters)
{
    unsigned played = 0;

    for (const struct game *const *game = every_game; *game; game++) {
        char path[EVERY_PATH_BYTES];

        if (!strstr(every_path((*game)->name, "", path), "/examples/"))
            continue;
        play(*game);
        played++;
    }
    assert_true(played > 0);
}

TESTS(NULL, NULL)
