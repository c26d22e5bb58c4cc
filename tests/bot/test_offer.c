/* SPDX-License-Identifier: MIT */
/* A game that goes nowhere: draws that are offered to the practice opponent, and its own. */
#include "bot_support.h"
#include "games/dungeon_twister/position.h"

enum { BLUE = 1, YELLOW, TEXT_BYTES = 4096 };

/* Two easy opponents ended each of their turns at once here, for ever: neither side's next step
 * is worth what it costs. */
static const char stuck[] = "phase card\n"
                            "turn %u\n"
                            "active %s\n"
                            "%s" /* an offer */
                            "score 3 3\n"
                            "combat blue 0\n"
                            "jumps blue 2\n"
                            "combat yellow 0\n"
                            "jumps yellow 1\n"
                            "room w1 3G/3 broken a3-b3\n"
                            "room w2 1D/2\n"
                            "room w3 3D/0\n"
                            "room w4 2D/1\n"
                            "room e1 1G/1\n"
                            "room e2 4G/2\n"
                            "room e3 4D/2\n"
                            "room e4 2G/0\n"
                            "blue cleric b0 wounded\n"
                            "blue goblin e16\n"
                            "blue mekanork escaped\n"
                            "blue thief e15\n"
                            "blue troll j16\n"
                            "blue wall-walker f2\n"
                            "blue warrior a19\n"
                            "blue wizard escaped\n"
                            "blue armor c6\n"
                            "blue wand a11\n"
                            "blue rope b11\n"
                            "blue potion gone\n"
                            "blue sword g11\n"
                            "blue treasure e16\n"
                            "yellow cleric killed\n"
                            "yellow goblin d19\n"
                            "yellow mekanork j%u\n"
                            "yellow thief e18\n"
                            "yellow troll escaped\n"
                            "yellow wall-walker e17\n"
                            "yellow warrior escaped\n"
                            "yellow wizard escaped\n"
                            "yellow armor b6\n"
                            "yellow wand g10\n"
                            "yellow rope e14\n"
                            "yellow potion gone\n"
                            "yellow sword h6\n"
                            "yellow treasure e15\n";

struct game_at {
    struct table table;
    struct dt_state state, view;
};

/* score: Blue's, whatever has escaped; row: of Yellow's Mekanork */
static void stand_with(struct game_at *game, unsigned turn, unsigned active, const char *offer,
                       unsigned score, unsigned row)
{
    char text[TEXT_BYTES];
    struct err err = {0};

    snprintf(text, sizeof text, stuck, turn, active == BLUE ? "blue" : "yellow", offer, row);
    if (dt_read_position(game->table.rulebook, text, strlen(text), &game->state, &err))
        fail_msg("%s", err.text);
    game->state.score[0] = (uint8_t)score;
}

static void stand(struct game_at *game, unsigned turn, unsigned active, const char *offer,
                  unsigned score)
{
    stand_with(game, turn, active, offer, score, 4);
}

static struct bot bot_for(const struct game_at *game, unsigned seed)
{
    return (struct bot){.game = game->table.game,
                        .rulebook = game->table.rulebook,
                        .level = BOT_EASY,
                        .seed = seed};
}

/* What a seat says next, and that it is done. */
static unsigned says(struct game_at *game, unsigned seat)
{
    struct bot bot = bot_for(game, 3);
    struct order order;

    game_view(game->table.game, game->table.rulebook, &game->state, seat, &game->view);
    assert_true(bot_choose(&bot, &game->view, seat, &order));
    assert_int_equal(order.seat, seat);
    assert_true(game->table.game->rules->apply(game->table.rulebook, &game->state, &order, NULL));
    return order.kind;
}

TEST(an_early_offer_is_declined_and_play_goes_on)
{
    struct game_at game;

    set_up(&game.table, "dungeon_twister");
    stand(&game, 9, YELLOW, "offer blue\n", 4);
    assert_int_equal(says(&game, YELLOW), DT_ORDER_NO_DRAW);
    assert_int_equal(game.state.offers, 0);
    assert_int_equal(says(&game, YELLOW), DT_ORDER_CARD);
    clear(&game.table);
}

TEST(in_a_long_game_who_is_not_ahead_takes_a_draw)
{
    struct game_at game;

    set_up(&game.table, "dungeon_twister");
    stand(&game, 67, YELLOW, "offer blue\n", 4);
    assert_int_equal(says(&game, YELLOW), DT_ORDER_DRAW);
    assert_int_equal(game.state.end, DT_END_AGREED);
    stand(&game, 67, YELLOW, "offer blue\n", 0); /* it is ahead itself */
    assert_int_equal(says(&game, YELLOW), DT_ORDER_NO_DRAW);
    assert_int_equal(says(&game, YELLOW), DT_ORDER_CARD);
    clear(&game.table);
}

/* Once in twenty turns, and no longer than it means it. */
TEST(it_offers_a_draw_itself_and_takes_the_offer_back)
{
    struct game_at game;

    set_up(&game.table, "dungeon_twister");
    stand(&game, 67, YELLOW, "", 4);
    assert_int_equal(says(&game, YELLOW), DT_ORDER_CARD);
    stand(&game, 80, YELLOW, "", 4);
    assert_int_equal(says(&game, YELLOW), DT_ORDER_DRAW);
    assert_int_equal(game.state.end, DT_END_NONE);
    assert_int_equal(says(&game, YELLOW), DT_ORDER_CARD);
    stand(&game, 81, BLUE, "offer yellow\n", 4);
    assert_int_equal(says(&game, BLUE), DT_ORDER_NO_DRAW);
    stand(&game, 81, YELLOW, "offer yellow\n", 0);
    assert_int_equal(says(&game, YELLOW), DT_ORDER_NO_DRAW);
    assert_int_equal(says(&game, YELLOW), DT_ORDER_CARD);
    clear(&game.table);
}

TEST(it_gives_up_a_very_long_game_when_far_behind)
{
    struct game_at game;

    set_up(&game.table, "dungeon_twister");
    stand(&game, 97, BLUE, "", 0);
    assert_int_equal(says(&game, BLUE), DT_ORDER_CARD);
    stand(&game, 101, BLUE, "", 0);
    assert_int_equal(says(&game, BLUE), DT_ORDER_RESIGN);
    assert_int_equal(game.state.end, DT_END_RESIGNED);
    assert_int_equal(game.state.winner, YELLOW);
    clear(&game.table);
}

/* Somebody who walks out decides it: no draw, however long it has lasted. */
TEST(who_can_win_takes_no_draw)
{
    struct game_at game;
    struct bot bot;
    struct order order;

    set_up(&game.table, "dungeon_twister");
    stand_with(&game, 107, YELLOW, "offer blue\n", 4, 1);
    game.state.score[1] = 4;
    bot = bot_for(&game, 3);
    bot.level = BOT_MEDIUM;
    game_view(game.table.game, game.table.rulebook, &game.state, YELLOW, &game.view);
    assert_true(bot_choose(&bot, &game.view, YELLOW, &order));
    assert_int_equal(order.kind, DT_ORDER_CARD);
    assert_true(bot.sure);
    clear(&game.table);
}

/* Whatever the score, two of them come to an end. */
TEST(a_game_of_two_that_are_stuck_ends)
{
    struct game_at game;

    set_up(&game.table, "dungeon_twister");
    for (unsigned score = 0; score < 5; score++) {
        struct decision asked[DECISIONS_MAX];
        unsigned orders = 0;

        stand(&game, 30, YELLOW, "", score);
        while (game.table.game->rules->open_decisions(game.table.rulebook, &game.state, asked)) {
            assert_true(orders++ < 2000);
            if (asked[0].kind == DECISION_ORDER)
                says(&game, asked[0].seat);
            else
                answer_table(&game.table, &game.state, &asked[0]);
        }
        print_message("# %u:3: %u:%u at the end, turn %u\n", score, game.state.score[0],
                      game.state.score[1], game.state.turn);
        assert_true(game.state.turn < 200);
    }
    clear(&game.table);
}

TESTS(NULL, NULL)
