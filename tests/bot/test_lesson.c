/* SPDX-License-Identifier: MIT */
/* The teacher: hints that can be played, judgements that blame nobody for what he could not see. */
#include "bot_support.h"

#include "base/own.h"
#include "bot/lesson.h"

enum { NODES = 12000, GAMES = 12 };

/* A position of a game between two of the easiest, some orders on, where `topic` is asked. */
static unsigned reach(const struct table *table, uint64_t seed, const char *topic, void *state)
{
    struct game_setup setup = {"", 2};
    struct decision asked[DECISIONS_MAX];
    OWN_MEMORY void *view = calloc(1, table->game->state_bytes);
    unsigned wait = 12 + (unsigned)seed % 5 * 8, seat = 0;

    assert_non_null(view);
    assert_int_equal(table->game->rules->setup(table->rulebook, &setup, state, NULL), VERDICT_DONE);
    while (table->game->rules->open_decisions(table->rulebook, state, asked)) {
        struct bot bot = {.game = table->game, .rulebook = table->rulebook, .seed = seed++};
        struct order order;

        if (asked[0].kind != DECISION_ORDER) {
            answer_table(table, state, &asked[0]);
            continue;
        }
        if (wait > 0)
            wait--;
        else if (strcmp(table->game->text->topics[asked[0].topic], topic) == 0) {
            seat = asked[0].seat;
            break;
        }
        game_view(table->game, table->rulebook, state, asked[0].seat, view);
        assert_true(bot_choose(&bot, view, asked[0].seat, &order));
        assert_true(table->game->rules->apply(table->rulebook, state, &order, NULL));
    }
    return seat;
}

struct class
{
    struct table table;
    unsigned seat;
    void *state, *view, *memory;
    struct bot bot;
};

static void begin(struct class *class, const char *game, const char *topic, uint64_t seed)
{
    memset(class, 0, sizeof *class);
    set_up(&class->table, game);
    class->state = calloc(1, class->table.game->state_bytes);
    class->view = calloc(1, class->table.game->state_bytes);
    class->memory = malloc(bot_bytes(class->table.game));
    assert_non_null(class->memory);
    class->bot = (struct bot){.game = class->table.game,
                              .rulebook = class->table.rulebook,
                              .level = BOT_HARD,
                              .seed = seed,
                              .nodes = NODES};
    class->seat = reach(&class->table, seed, topic, class->state);
    if (class->seat)
        game_view(class->table.game, class->table.rulebook, class->state, class->seat, class->view);
}

static void end(struct class *class)
{
    free(class->state);
    free(class->view);
    free(class->memory);
    clear(&class->table);
}

TEST(a_hint_is_a_turn_that_can_be_played)
{
    unsigned asked = 0, told = 0;

    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct bot_hint hint;
        struct class class;

        begin(&class, "dungeon_twister", "action-card", seed);
        if (class.seat) {
            asked++;
            assert_true(bot_hint(&class.bot, class.view, class.seat, class.memory, &hint));
            assert_true(hint.count > 0);
            for (unsigned i = 0; i < hint.count; i++)
                assert_true(class.table.game->rules->apply(class.table.rulebook, class.view,
                                                           &hint.order[i], NULL));
            assert_in_range(hint.before, 0, BOT_CHANCE_WHOLE);
            assert_in_range(hint.after, 0, BOT_CHANCE_WHOLE);
            told += hint.term != NULL;
        }
        end(&class);
    }
    assert_true(asked > GAMES / 2);
    assert_true(told > asked / 2);
}

/* The answer is a turn of the other side, from where the idle turn has ended. */
static bool is_answer_of_the_other(const struct class *class, const struct order idle[2],
                                   const struct bot_judgement *judgement)
{
    const struct table *table = &class->table;
    struct dt_state after = *(const struct dt_state *)class->view;

    for (unsigned i = 0; i < 2; i++)
        assert_true(table->game->rules->apply(table->rulebook, &after, &idle[i], NULL));
    if (!judgement->answers)
        return false;
    assert_int_equal(judgement->answer[0].kind, DT_ORDER_CARD);
    assert_int_equal(judgement->answer[0].seat, 3 - class->seat);
    assert_true(table->game->rules->apply(table->rulebook, &after, &judgement->answer[0], NULL));
    return judgement->answers > 1;
}

TEST(the_hint_itself_is_judged_to_cost_little_and_idling_more)
{
    int32_t followed = 0, idled = 0;
    unsigned answered = 0;

    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct bot_judgement judgement;
        struct bot_hint hint;
        struct class class;
        struct order idle[2] = {{0}};

        begin(&class, "dungeon_twister", "action-card", seed);
        if (class.seat) {
            assert_true(bot_hint(&class.bot, class.view, class.seat, class.memory, &hint));
            assert_true(bot_judge(&class.bot, class.view, class.seat, hint.order, hint.count,
                                  class.memory, &judgement));
            assert_true(judgement.best >= judgement.played);
            followed += judgement.best - judgement.played;
            idle[0] = hint.order[0];
            idle[1] = (struct order){.kind = DT_ORDER_END, .seat = (uint8_t) class.seat};
            assert_true(
                bot_judge(&class.bot, class.view, class.seat, idle, 2, class.memory, &judgement));
            assert_true(judgement.count > 0);
            idled += judgement.best - judgement.played;
            answered += is_answer_of_the_other(&class, idle, &judgement);
        }
        end(&class);
    }
    assert_true(answered > 3);
    print_message("# chance lost, summed: %d by the hints themselves, %d by idling\n",
                  (int)followed, (int)idled);
    assert_true(idled > 3 * followed + 100);
}

TEST(an_illegal_turn_is_not_judged)
{
    struct bot_judgement judgement;
    struct order end_twice = {.kind = DT_ORDER_END};
    struct class class;

    begin(&class, "dungeon_twister", "action-card", 3);
    end_twice.seat = (uint8_t) class.seat;
    assert_false(
        bot_judge(&class.bot, class.view, class.seat, &end_twice, 1, class.memory, &judgement));
    end(&class);
}

TEST(bids_are_judged_by_the_chance_to_win)
{
    unsigned asked = 0;

    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct bot_judgement judgement;
        struct bot_hint hint;
        struct class class;

        begin(&class, "welcome_back", "bid", seed);
        if (class.seat) {
            asked++;
            assert_true(bot_hint(&class.bot, class.view, class.seat, class.memory, &hint));
            assert_int_equal(hint.count, 1);
            assert_in_range(hint.after, 1, BOT_CHANCE_WHOLE);
            assert_true(bot_judge(&class.bot, class.view, class.seat, hint.order, 1, class.memory,
                                  &judgement));
            assert_true(judgement.unseen);
            assert_true(judgement.best - judgement.played < 120);
        }
        end(&class);
    }
    assert_true(asked > 3);
}

/* Within a round nobody's standing changes, but what is likely to come of it does. */
TEST(the_chance_moves_within_a_round)
{
    unsigned differing = 0, rounds = 0;

    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct decision asked[DECISIONS_MAX];
        struct class class;
        struct order list[8];
        int32_t before;

        begin(&class, "welcome_back", "bid", seed);
        if (class.seat) {
            const struct table *table = &class.table;

            before = bot_chance(&class.bot, class.view, class.seat, class.memory);
            assert_in_range(before, 0, BOT_CHANCE_WHOLE);
            assert_true(table->game->rules->legal(table->rulebook, class.view, class.seat, list));
            assert_true(table->game->rules->apply(table->rulebook, class.view, &list[0], NULL));
            rounds += table->game->rules->open_decisions(table->rulebook, class.view, asked) > 0;
            differing += bot_chance(&class.bot, class.view, class.seat, class.memory) != before;
        }
        end(&class);
    }
    assert_true(rounds > 3 && differing > rounds / 2);
}

TEST(a_lesson_is_the_same_whatever_lies_face_down)
{
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct bot_hint hint[2];
        struct class class;

        begin(&class, "dungeon_twister", "action-card", seed);
        if (class.seat) {
            OWN_MEMORY void *other = calloc(1, class.table.game->state_bytes);

            assert_true(bot_hint(&class.bot, class.view, class.seat, class.memory, &hint[0]));
            deal_anew(&class.table, class.state, class.seat, other);
            game_view(class.table.game, class.table.rulebook, other, class.seat, class.view);
            class.bot.seed = seed;
            class.bot.planned = 0;
            assert_true(bot_hint(&class.bot, class.view, class.seat, class.memory, &hint[1]));
            assert_int_equal(hint[0].count, hint[1].count);
            assert_int_equal(hint[0].after, hint[1].after);
            assert_true(hint[0].term == hint[1].term);
        }
        end(&class);
    }
}

TEST(more_points_are_a_better_chance)
{
    struct class class;
    int32_t even, ahead;

    begin(&class, "dungeon_twister", "action-card", 2);
    assert_true(class.seat);
    even = bot_chance(&class.bot, class.view, class.seat, class.memory);
    ((struct dt_state *)class.view)->score[class.seat - 1] += 2;
    ahead = bot_chance(&class.bot, class.view, class.seat, class.memory);
    assert_true(ahead > even + 50);
    assert_in_range(ahead + bot_chance(&class.bot, class.view, 3 - class.seat, class.memory),
                    BOT_CHANCE_WHOLE - 1, BOT_CHANCE_WHOLE + 1);
    end(&class);
}

TESTS(NULL, NULL)
