/* SPDX-License-Identifier: MIT */
/* Names that are words of orders: whoever signs with his own gives none. */
#include <stdio.h>
#include <string.h>

#include "commands/newgame.h"
#include "games/games.h"
#include "tests/house/talking.h"
#include "tests/test.h"

#define HINT "for your name, not for an order"

enum { BODY_BYTES = 512 };

/* What is ordered above the name, and how the letter ends. */
static const struct row {
    const char *game, *name, *orders, *below;
    bool hint;
} rows[] = {
    {"dungeon_twister", "Don", "card 2", "\n\nCheers,\nDon", false},
    {"dungeon_twister", "Fin", "card 2", "\nFin", true},
    {"dungeon_twister", "Fin", "card 2", "\n\nFin", true},
    {"dungeon_twister", "Fin Finley", "card 2", "\n\nUn saludo,\nFin", false},
    {"dungeon_twister", "Mr. Pass Stop", "card 2", "\n\nBest regards\n\nPass", false},
    {"dungeon_twister", "Stop", "card 2", ". Cheers, Stop", false},
    {"dungeon_twister", "Enid North-Downs", "card 2", "\n\nThanks, Enid\n", false},
    {"dungeon_twister", "Esteban Noel Dee", "card 2", "\n\nE. N. D.", false},
    {"welcome_back", "Skip", "draw", "\n\nCheers,\nSkip", false},
    {"welcome_back", "Chuck Noland", "draw", "\n\nAll the best\nChuck", false},
    {"welcome_back", "Chuck Noland", "draw", "\n\nCheers,\nChuck", false},
    {"welcome_back", "Charles Noland", "draw", "\n\nCheers,\nToss", true},
    {"welcome_back", "Herb", "draw", "\n\nHerb", false}, /* no order that could be shown */
    {"welcome_back", "Añade", "draw", "\n\nSaludos,\nAñade", false},
    {"welcome_back", "Adding", "draw", "\n\n-- \nAdding", false},
};

static void start(struct fixture *fixture, const struct row *row)
{
    static const struct game *one[2];

    one[0] = games_find(row->game);
    fixture_make(fixture, one);
    fixture_player(fixture, row->name, ANNA);
    fixture_player(fixture, "Bob", BOB);
    fixture_game(fixture, one[0], "");
    fixture_round(fixture);
    says(fixture, ANNA, "luck apples", "answered command");
    says(fixture, BOB, "luck pears", "answered command");
    for (unsigned turns = 0; fixture_play_on(fixture) != 1; turns++) {
        char order[ORDER_TEXT_BYTES];

        assert_true(turns < 50 && fixture_random_order(fixture, 1, 2, order));
        writes(fixture, BOB, order);
    }
}

TEST(who_signs_with_his_name_orders_nothing)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fixture fixture;
        char body[BODY_BYTES];
        uint64_t before;

        start(&fixture, &rows[i]);
        before = head(&fixture);
        snprintf(body, sizeof body, "%s%s", rows[i].orders, rows[i].below);
        says(&fixture, ANNA, body, "accepted ");
        if (head(&fixture) > before + 2) /* the order, and a card that the table shows */
            print_error("%s: %s\n", rows[i].name, body);
        assert_true(head(&fixture) > before && head(&fixture) <= before + 2);
        (rows[i].hint ? newest_has : newest_lacks)(&fixture, ANNA, HINT);
        fixture_remove(&fixture);
    }
}

/* A raider with the Greatsword says by their names who shall decide; the question has the names. */
TEST(a_player_is_picked_by_his_name)
{
    const struct game *const one[] = {games_find("welcome_back"), NULL};
    static const char *const orders[] = {"draw", "add", "pass", "pass"};
    static const char *const says_so[] = {"I'd rather have %s decide, she's the nice one",
                                          "pick %s"};
    static const char *const address[] = {NULL, ANNA, BOB, "ines@one.example"};
    static const char *const typed[] = {NULL, "anna", "bob", "ines"};

    for (size_t i = 0; i < sizeof says_so / sizeof *says_so; i++) {
        struct newgame wanted = {
            .played = one[0], .options = "first-hero=princess", .seats = 3, .player = {0, 1, 2, 3}};
        struct fixture fixture;
        struct verdict verdict;
        struct err err = {0};
        int64_t number = 0;
        char body[BODY_BYTES], picked[16];
        unsigned raider, other;

        fixture_pair(&fixture, one);
        fixture_player(&fixture, "In\xC3\xA9s", address[3]);
        must(desk_begin(fixture.desk, &err), &err);
        must(newgame_make(fixture.desk, &wanted, &number, &verdict, &err), &err);
        must(desk_commit(fixture.desk, &err), &err);
        fixture_round(&fixture);
        for (unsigned seat = 1; seat <= 3; seat++)
            says(&fixture, address[seat], "luck apples", "answered command");
        for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
            says(&fixture, address[fixture_position(&fixture, number)->decision[0].seat], orders[o],
                 "accepted ");
        raider = fixture_position(&fixture, number)->decision[0].seat;
        other = raider % 3 + 1;
        newest_has(&fixture, address[raider], raider == 1 ? "Bob, 3:" : "Anna, ");
        snprintf(body, sizeof body, says_so[i], typed[other]);
        says(&fixture, address[raider], body, "accepted ");
        snprintf(picked, sizeof picked, "+ pick %u", other);
        newest_has(&fixture, address[raider], picked);
        fixture_remove(&fixture);
    }
}

/* As all that a letter says, above the last block, and inside an order it is a word like any. */
TEST(a_name_that_is_an_order_is_one_elsewhere)
{
    static const struct row row = {"welcome_back", "Pass", "", "", false};
    static const char *const bodies[] = {"pass", "Pass\n\nCheers,\nPass", "I pass\n\nPass",
                                         "preview\npass"};

    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct fixture fixture;

        start(&fixture, &row);
        says(&fixture, ANNA, bodies[i],
             i + 1 < sizeof bodies / sizeof *bodies ? "accepted " : "answered preview");
        newest_has(&fixture, ANNA, "+ pass");
        fixture_remove(&fixture);
    }
}

/* What was, in a paragraph of its own, with a verb that orders have, too; no thing of the game, and
 * nothing taken back. */
TEST(a_story_above_an_order_stops_it_not)
{
    static const struct row row = {"dungeon_twister", "Anna", "", "", false};
    static const struct {
        const char *body;
        bool done;
    } tries[] = {
        {"Sorry, I was ill all week and could not play.\n\ncard 2", true},
        {"Dear all, the last game was great fun, thanks for it.\n\ncard 2", true},
        {"perdona, estuve de viaje toda la semana y no pude jugar\n\ncard 2", true},
        {"I thought that my warrior would attack the troll first\n\ncard 2", false},
        {"I was going to take something else to play today\n\ncard 2", false},
        {"Sorry, I was ill all week and could not play.\ncard 2", false},
        {"the big fellow with his axe shall go over there\n\ncard 2", false},
    };

    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        struct fixture fixture;

        start(&fixture, &row);
        writes(&fixture, ANNA, tries[i].body);
        (tries[i].done ? newest_has : newest_lacks)(&fixture, ANNA, "+ card 2");
        fixture_remove(&fixture);
    }
}

TEST(a_new_name_that_is_an_order_is_taken_with_a_hint)
{
    static const struct row row = {"welcome_back", "Anna", "", "", false};
    static const char *const names[] = {"Skip", "Herb Alpert", "Rosa"};
    struct fixture fixture;

    start(&fixture, &row);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char address[64], body[64];

        snprintf(address, sizeof address, "new%zu@three.example", i);
        snprintf(body, sizeof body, "join %s", names[i]);
        sends(&fixture, address, body);
        writes(&fixture, address, "confirm");
        newest_has(&fixture, address, names[i]);
        (i < 2 ? newest_has : newest_lacks)(&fixture, address, "Your name has a word in it");
        snprintf(body, sizeof body, "name %s Minor", names[i]);
        says(&fixture, address, body, "answered command");
        (i < 2 ? newest_has : newest_lacks)(&fixture, address, "Your name has a word in it");
    }
    fixture_remove(&fixture);
}

TESTS(NULL, NULL)
