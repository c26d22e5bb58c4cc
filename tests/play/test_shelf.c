/* SPDX-License-Identifier: MIT */
/* The games held in memory: so many and no more, whatever comes in; and nobody can tell a
 * game that was held from one that was read again. */
#include <string.h>

#include "ledger/facts.h"
#include "play/position.h"
#include "play/reply.h"
#include "play/shelf.h"
#include "tests/house/fixture.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

enum { GAMES = 12, HELD = 8 };

static const struct game *const list[] = {&toy_game, NULL};

/* What the players write in each game, in turn. */
static const struct {
    unsigned seat;
    const char *body;
} script[] = {{1, "luck apples"}, {2, "luck pears"}, {1, "bid 3"}, {2, "bid 1"}};
enum { LINES = sizeof script / sizeof script[0] };

static void make_server(struct fixture *fixture)
{
    fixture_pair(fixture, list);
    for (unsigned i = 0; i < GAMES; i++)
        fixture_game(fixture, &toy_game, "");
    fixture_round(fixture); /* makes the mailboxes */
}

static void write_line(struct fixture *fixture, int64_t game, unsigned line)
{
    unsigned seat = script[line].seat;
    char to[REPLY_ADDRESS_BYTES];
    struct err err = {0};

    assert_int_equal(reply_address(fixture->desk, TOKEN_REPLY, game, seat,
                                   POSITION_LUCK_DECISION(seat), 0, to, &err),
                     RC_OK);
    fixture_send(fixture, seat == 1 ? ANNA : BOB, to, NULL, script[line].body);
}

static void play(struct fixture *fixture)
{
    for (unsigned line = 0; line < LINES; line++) {
        for (int64_t game = 1; game <= GAMES; game++)
            write_line(fixture, game, line);
        fixture_round(fixture);
        fixture_settle(fixture);
    }
}

static void look_at_all(struct fixture *fixture)
{
    for (int64_t game = 1; game <= GAMES; game++)
        fixture_position(fixture, game);
}

static void use_shelf(struct fixture *fixture, unsigned places)
{
    shelf_free(fixture->desk->shelf);
    fixture->desk->shelf = shelf_new(places);
}

FIXTURE_TEST(what_was_not_asked_for_longest_goes_when_there_is_no_room, make_server(fixture))
{
    struct ledger_head head;
    struct err err = {0};

    use_shelf(fixture, HELD);
    look_at_all(fixture);
    for (int64_t game = 1; game <= GAMES; game++) {
        must(ledger_head_get(fixture->desk->ledger, game, &head, &err), &err);
        assert_int_equal(shelf_find(fixture->desk->shelf, game, &head) != NULL,
                         game > GAMES - HELD);
    }
}

TEST(games_go_on_alike_whether_they_are_held_or_read_again)
{
    struct fixture held, again;

    make_server(&held);
    make_server(&again);
    use_shelf(&again, HELD);
    play(&held);
    play(&again);
    for (int64_t game = 1; game <= GAMES; game++) {
        const struct position *one = fixture_position(&held, game);
        const struct position *two = fixture_position(&again, game);

        assert_true(one->chain.number > LINES);
        assert_int_equal(one->chain.number, two->chain.number);
        assert_memory_equal(one->chain.entry.at, two->chain.entry.at, HASH_BYTES);
        assert_memory_equal(position_state(one), position_state(two), toy_game.state_bytes);
    }
    fixture_remove(&held);
    fixture_remove(&again);
}

TESTS(NULL, NULL)
