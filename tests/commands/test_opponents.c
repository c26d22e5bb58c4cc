/* SPDX-License-Identifier: MIT */
/* Practice opponents by letter: had at once, and they say what they are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "admin/keeper.h"
#include "play/adjudicate.h"
#include "play/rating.h"
#include "play/reply.h"
#include "people/people.h"
#include "commands/newgame.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/rows.h"
#include "tests/toy/toy.h"
#include "tests/test.h"

static const struct game *games_list[3];
enum { P_ANNA = 1, P_BOB, P_ROBO, P_GIZMO, P_WALLY, DAY_S = 86400 };

static void add_opponent(struct fixture *fixture, const char *name, const char *level)
{
    char address[64];
    int64_t player;

    snprintf(address, sizeof address, "%s@practice.invalid", name);
    OK(desk_begin(fixture->desk, &err));
    OK(people_add(fixture->desk, name, address, "en", &player, &err));
    OK(people_change(fixture->desk, player, "practice", level, &err));
    OK(desk_commit(fixture->desk, &err));
}

static void start(struct fixture *fixture)
{
    games_list[0] = &toy_game;
    games_list[1] = games_find("welcome_back"); /* for more than two */
    fixture_pair(fixture, games_list);
    fixture_round(fixture);
}

static void start_with_opponents(struct fixture *fixture)
{
    start(fixture);
    add_opponent(fixture, "Robo", "hard");
    add_opponent(fixture, "Gizmo", "easy");
    add_opponent(fixture, "Wally", "hard");
}

static int64_t sits_in(struct fixture *fixture, int64_t game, unsigned seat)
{
    return fixture_position(fixture, game)->player[seat];
}

FIXTURE_TEST(a_game_against_a_level_begins_at_once, start_with_opponents(fixture))
{
    sends(fixture, ANNA, "practice toy against hard with rounds=5");
    assert_int_equal(sits_in(fixture, 1, 1), P_ANNA);
    assert_int_equal(sits_in(fixture, 1, 2), P_ROBO);
    assert_true(fixture_position(fixture, 1)->house[2]);
    sends(fixture, ANNA, "challenge toy against Gizmo");
    assert_int_equal(sits_in(fixture, 2, 2), P_GIZMO);
}

/* A player who is seated with one by the administrator reads it in his first letter. */
FIXTURE_TEST(the_first_letter_tells_who_is_a_program, start_with_opponents(fixture))
{
    struct newgame wanted = {
        .played = &toy_game, .options = "rounds=5", .seats = 2, .player = {0, P_ANNA, P_ROBO}};
    struct verdict verdict;
    int64_t game;

    OK(desk_begin(fixture->desk, &err));
    OK(newgame_make(fixture->desk, &wanted, &game, &verdict, &err));
    OK(desk_commit(fixture->desk, &err));
    fixture_settle(fixture);
    newest_has(fixture, ANNA, "Robo (a program)");
}

/* Who has fewer games is taken. */
FIXTURE_TEST(several_of_a_level_share_the_games, start_with_opponents(fixture))
{
    for (unsigned i = 0; i < 2; i++) {
        fixture_send(fixture, i ? BOB : ANNA, NULL, NULL, "practice toy against hard");
        fixture_settle(fixture);
    }
    assert_int_equal(sits_in(fixture, 1, 2), P_ROBO);
    assert_int_equal(sits_in(fixture, 2, 2), P_WALLY);
}

FIXTURE_TEST(it_is_asked_for_in_each_language, start_with_opponents(fixture))
{
    ROWS_EACH(row, "tests/commands/opponents.rows", "it_is_asked_for_in_each_language") {
        char set[32];

        snprintf(set, sizeof set, "language %s", row.cell[0]);
        sends(fixture, ANNA, set);
        asks(fixture, ANNA, row.cell[1], row.cell[2]);
        assert_int_equal(sits_in(fixture, (int64_t)row.number + 1, 1), P_ANNA);
        assert_true(fixture_position(fixture, (int64_t)row.number + 1)->house[2]);
    }
}

FIXTURE_TEST(it_accepts_an_invitation_while_people_are_waited_for, start_with_opponents(fixture))
{
    asks(fixture, ANNA, "invite Robo, Bob to welcome back", "Your offer 1, Welcome Back");
    newest_has(fixture, BOB, "Anna invites you");
    writes(fixture, BOB, "accept");
    assert_int_equal(sits_in(fixture, 1, 2), P_ROBO);
    assert_int_equal(sits_in(fixture, 1, 3), P_BOB);
    newest_has(fixture, BOB, "Robo is a practice opponent: a program (level: hard)");
    assert_int_equal(fixture_mail_count(fixture, "Robo@practice.invalid"), 0);
}

FIXTURE_TEST(it_plays_again_at_once, start_with_opponents(fixture))
{
    sends(fixture, ANNA, "practice toy against easy with rounds=5");
    fixture_run_out(fixture, 1);
    writes(fixture, ANNA, "rematch but harder");
    newest_has(fixture, ANNA, "practice Toy against hard");
    writes(fixture, ANNA, "rematch");
    assert_int_equal(sits_in(fixture, 2, 1), P_GIZMO);
    assert_int_equal(sits_in(fixture, 2, 2), P_ANNA);
}

FIXTURE_TEST(a_bigger_table_gets_others_of_the_kind, start_with_opponents(fixture))
{
    sends(fixture, ANNA, "practice welcome back against hard with seats=3");
    assert_int_equal(sits_in(fixture, 1, 2), P_ROBO);
    assert_int_equal(sits_in(fixture, 1, 3), P_WALLY);
    asks(fixture, ANNA, "practice welcome back against easy with seats=3",
         "program (level: easy)"); /* and the nearest */
    asks(fixture, ANNA, "invite Bob to welcome back for 3", "are open to everybody");
    asks(fixture, ANNA, "practice toy against Nobody",
         "no practice opponent \"Nobody\" that is free here. There are: Robo\n(hard), Gizmo "
         "(easy), Wally (hard)");
    asks(fixture, ANNA, "can I play toy with the computer?", "* practice Toy against easy");
    asks(fixture, ANNA, "practice welcome back to the dungeon expert", "(level: hard)");
}

FIXTURE_TEST(a_house_without_opponents_says_so, start(fixture))
{
    asks(fixture, ANNA, "practice toy against hard", "no practice opponents on this server");
    asks(fixture, ANNA, "invite hard to toy", "can be invited as \"hard\"");
}

/* As the service writes for it; it gets no letters itself. */
static void robo_says(struct fixture *fixture, const char *body)
{
    const struct position *position = fixture_position(fixture, 1);
    char to[REPLY_ADDRESS_BYTES];
    struct err err = {0};
    uint32_t asked = 0;

    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == 2)
            asked = position->decision[i].id;
    must(reply_address(fixture->desk, TOKEN_REPLY, 1, 2, asked, (int64_t)position->chain.number, to,
                       &err),
         &err);
    fixture_send(fixture, "Robo@practice.invalid", to, NULL, body);
    fixture_settle(fixture);
}

/* Both cards are open: nobody chooses again. */
FIXTURE_TEST(a_card_is_not_taken_back_once_the_programs_was_seen, start_with_opponents(fixture))
{
    const struct replay *replay;
    uint64_t bid;

    sends(fixture, ANNA, "practice toy against Robo with rounds=5");
    fixture_luck(fixture, 1);
    fixture_settle(fixture);

    says(fixture, ANNA, "bid 3", "accepted ");
    bid = replay_last_order(fixture_position(fixture, 1)->replay, 1);
    says(fixture, ANNA, "undo", "answered command"); /* nothing was seen: at once */
    assert_int_equal(replay_last_order(fixture_position(fixture, 1)->replay, 1), 0);
    says(fixture, ANNA, "bid 3", "accepted ");
    bid = replay_last_order(fixture_position(fixture, 1)->replay, 1);
    robo_says(fixture, "bid 4");
    assert_true(replay_last_order(fixture_position(fixture, 1)->replay, 2) > bid);
    hears(fixture, ANNA, "undo", "This stays as it is: what chance");
    replay = fixture_position(fixture, 1)->replay;
    assert_int_equal(replay_last_order(replay, 1), bid);
    assert_int_equal(replay_undo_agreed(replay, 1), 0);
    is_true(fixture);
}

static unsigned rated(struct fixture *fixture, bool practice)
{
    OWN_MEMORY struct rating_row *row = NULL;
    unsigned count = 0, played = 0;

    OK(rating_all(fixture->desk, NULL, practice, &row, &count, &err));
    for (unsigned i = 0; i < count; i++)
        played += row[i].games;
    return played;
}

static void keeper_takes_back(struct fixture *fixture, int64_t game, uint64_t to)
{
    OK(desk_begin(fixture->desk, &err));
    OK(keeper_undo(fixture->desk, fixture_position(fixture, game), to, &err));
    OK(desk_commit(fixture->desk, &err));
}

/* A list of their own; in neither counts what the administrator took back. */
FIXTURE_TEST(games_against_programs_are_rated_apart, start_with_opponents(fixture))
{
    uint64_t bid;

    for (int64_t game = 1; game <= 2; game++) {
        asks(fixture, ANNA, "practice toy against Robo with rounds=5", "");
        fixture_luck(fixture, game);
        fixture_settle(fixture);
        says(fixture, ANNA, "bid 3", "accepted ");
        bid = replay_last_order(fixture_position(fixture, game)->replay, 1);
        if (game == 2)
            keeper_takes_back(fixture, game, bid - 1);
        fixture_run_out(fixture, game);
        assert_int_equal(rated(fixture, true), 2); /* one for each of the first game's two */
        if (game == 1)
            newest_has(fixture, ANNA, "Rating in games with practice opponents: Anna");
        assert_int_equal(rated(fixture, false), 0);
    }
    asks(fixture, ANNA, "ratings practice", "Toy, games with practice opponents:");
    newest_has(fixture, ANNA, ". Robo: ");
    asks(fixture, ANNA, "ratings", "No rated game has ended yet.");
    asks(fixture, ANNA, "language es", "");
    asks(fixture, ANNA, "clasificación práctica", "partidas con rivales de práctica:");
    asks(fixture, ANNA, "language en", "");
    for (int64_t game = 3; game <= 4; game++) { /* and among people */
        fixture_game(fixture, &toy_game, "rounds=5");
        fixture_luck(fixture, game);
        fixture_settle(fixture);
        if (game == 4) {
            says(fixture, ANNA, "bid 3", "accepted ");
            bid = replay_last_order(fixture_position(fixture, game)->replay, 1);
            keeper_takes_back(fixture, game, bid - 1);
        }
        fixture_run_out(fixture, game);
        assert_int_equal(rated(fixture, false), 2);
    }
}

TESTS(NULL, NULL)
