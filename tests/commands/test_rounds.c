/* SPDX-License-Identifier: MIT */
/* Letters of Welcome Back to the Dungeon: what they tell a player of a round and of his own card.
 */
#include "base/text.h"
#include "games/games.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/test.h"

static const struct game *games_list[2];

/* A game in which both have given their luck; who begins, and who does not. */
static void begin(struct fixture *fixture, const char **first, const char **second)
{
    int64_t game;
    bool anna;

    games_list[0] = games_find("welcome_back");
    fixture_pair(fixture, games_list);
    game = fixture_game(fixture, games_list[0], "");
    fixture_round(fixture);
    says(fixture, ANNA, "luck a", "answered command");
    says(fixture, BOB, "luck b", "answered command");
    anna = fixture_position(fixture, game)->decision[0].seat == 1;
    *first = anna ? ANNA : BOB;
    *second = anna ? BOB : ANNA;
}

TEST(a_round_begins_with_its_hero_his_hit_points_and_what_each_tile_does)
{
    struct fixture fixture;
    const char *first, *second;

    begin(&fixture, &first, &second);
    newest_has(&fixture, first, "New in this round:");
    newest_has(&fixture, first, " of its own. Equipment: ");
    newest_has(&fixture, first, "HP to go in with: ");
    says(&fixture, first, "draw", "accepted ");
    newest_lacks(&fixture, first, "New in this round:");
    newest_has(&fixture, first, "HP to go in with: ");
    fixture_remove(&fixture);
}

TEST(an_own_draw_is_told_by_name_and_another_s_is_not)
{
    struct fixture fixture;
    const char *first, *second;

    begin(&fixture, &first, &second);
    says(&fixture, first, "draw", "accepted ");
    newest_has(&fixture, first, " draws ");
    newest_lacks(&fixture, first, "draws a face-down card");
    says(&fixture, first, "add", "accepted ");
    newest_has(&fixture, second, "draws a face-down card");
    fixture_remove(&fixture);
}

/* Words of another language for what cannot be taken back: he is shown the one order. */
TEST(a_line_that_may_mean_one_order_is_asked_about_as_such)
{
    struct fixture fixture;
    const char *first, *second;

    begin(&fixture, &first, &second);
    says(&fixture, first, "pescare", "asked ambiguous");
    newest_has(&fixture, first, "Please say what you mean.");
    newest_has(&fixture, first, "Did you mean this?");
    newest_lacks(&fixture, first, "more than one way");
    says(&fixture, first, "pass", "accepted ");
    newest_lacks(&fixture, second, "New in this round:"); /* which is over */
    fixture_remove(&fixture);
}

/* "What are my options" was once mended into a potion that was drunk. */
TEST(what_begins_with_a_question_word_is_no_order)
{
    struct fixture fixture;
    const char *first, *second;

    begin(&fixture, &first, &second);
    says(&fixture, first, "how do I draw", "answered command");
    hears(&fixture, first, "what are my options", "legal orders");
    fixture_remove(&fixture);
}

TESTS(NULL, NULL)
