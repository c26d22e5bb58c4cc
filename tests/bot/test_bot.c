/* SPDX-License-Identifier: MIT */
/* The practice opponent: legal, stronger than chance, and blind to what its seat may not know. */
#include "bot_support.h"

enum { ORDERS_MAX = 20000 };

/* Play a game, cut after so many orders; seats in the mask `random` (1 << seat) choose at random.
 */
static void play(const struct table *table, struct bot *player, unsigned seats, unsigned random,
                 unsigned orders, struct outcome *outcome)
{
    const struct game *game = table->game;
    struct game_setup setup = {"", seats};
    struct decision asked[DECISIONS_MAX];
    void *state = calloc(1, game->state_bytes), *view = calloc(1, game->state_bytes);

    assert_non_null(state);
    assert_non_null(view);
    assert_int_equal(game->rules->setup(table->rulebook, &setup, state, NULL), VERDICT_DONE);
    while (orders-- > 0 && game->rules->open_decisions(table->rulebook, state, asked)) {
        unsigned seat = asked[0].seat;
        struct order order;

        if (asked[0].kind != DECISION_ORDER) {
            answer_table(table, state, &asked[0]);
            continue;
        }
        game_view(game, table->rulebook, state, seat, view);
        assert_true((random >> seat & 1 ? bot_choose_at_random : bot_choose)(&player[seat - 1],
                                                                             view, seat, &order));
        assert_true(game->rules->apply(table->rulebook, state, &order, NULL));
    }
    game->rules->outcome(table->rulebook, state, outcome);
    free(state);
    free(view);
}

/* How many games of an even number the bot wins against seats that choose at random; it sits in
 * each seat as often. */
static unsigned wins(const struct table *table, enum bot_level level, unsigned seats,
                     unsigned rounds)
{
    unsigned won = 0;

    for (unsigned n = 0; n < rounds; n++) {
        unsigned own = n % seats + 1;
        struct bot player[SEATS_MAX];
        struct outcome outcome = {0};

        for (unsigned s = 0; s < seats; s++)
            player[s] = (struct bot){.game = table->game,
                                     .rulebook = table->rulebook,
                                     .level = level,
                                     .seed = (n + 1) * UINT64_C(7919) + s};
        play(table, player, seats, ~(1u << own), ORDERS_MAX, &outcome);
        won += outcome.over == GAME_WON && outcome.winner == own;
    }
    return won;
}

/* POSTERN_BOT_GAMES: fewer games, and of others fewer orders in proportion. */
enum { GAMES = 12 };

static unsigned games_wanted(void)
{
    const char *wanted = getenv("POSTERN_BOT_GAMES");

    return wanted ? (unsigned)atoi(wanted) : GAMES;
}

static unsigned share(unsigned of)
{
    return of * games_wanted() / GAMES;
}

static void beats_chance(const char *name, unsigned seats, unsigned percent)
{
    unsigned count = games_wanted(), won;
    struct table table;

    set_up(&table, name);
    won = wins(&table, BOT_MEDIUM, seats, count);
    print_message("# %s, %u seats: %u of %u games won\n", name, seats, won, count);
    assert_true(won * 100 >= percent * count);
    clear(&table);
}

TEST(it_beats_chance_at_dungeon_twister)
{
    beats_chance("dungeon_twister", 2, 95);
}

TEST(it_beats_chance_at_welcome_back)
{
    beats_chance("welcome_back", 2, 95);
}

/* A share of four seats is a quarter. */
TEST(it_wins_twice_its_share_of_four_seats)
{
    beats_chance("welcome_back", 4, 50);
}

/* Two positions that differ only in what the seat may not know get the same order. */
TEST(it_is_blind_to_what_its_seat_may_not_know)
{
    unsigned char *deal[2], *view[2];
    struct decision asked[DECISIONS_MAX];
    struct order order[2];
    struct table table;

    set_up(&table, "welcome_back");
    for (unsigned i = 0; i < 2; i++) {
        const struct game *game = table.game;
        struct game_setup setup = {"", 2};
        struct bot bot = {.game = game, .rulebook = table.rulebook, .level = BOT_MEDIUM, .seed = 5};

        deal[i] = calloc(1, game->state_bytes);
        view[i] = calloc(1, game->state_bytes);
        assert_int_equal(game->rules->setup(table.rulebook, &setup, deal[i], NULL), VERDICT_DONE);
        /* Draws alone are answered so far: only the deck, which nobody has seen, may differ. */
        while (game->rules->open_decisions(table.rulebook, deal[i], asked) &&
               asked[0].kind == DECISION_DRAW) {
            uint16_t number[DRAW_NUMBERS_MAX] = {0};
            struct order drawn;

            if (strncmp(asked[0].name, "wb/deck/", 8) == 0)
                number[0] = (uint16_t)(3 * i);
            game->rules->draw_order(table.rulebook, deal[i], &asked[0], number, &drawn);
            assert_true(game->rules->apply(table.rulebook, deal[i], &drawn, NULL));
        }
        game_view(game, table.rulebook, deal[i], asked[0].seat, view[i]);
        assert_true(bot_choose(&bot, view[i], asked[0].seat, &order[i]));
    }
    assert_memory_not_equal(deal[0], deal[1], table.game->state_bytes);
    assert_memory_equal(view[0], view[1], table.game->state_bytes);
    assert_memory_equal(&order[0], &order[1], sizeof order[0]);
    for (unsigned i = 0; i < 2; i++) {
        free(deal[i]);
        free(view[i]);
    }
    clear(&table);
}

/* ---- blindness in the midst of a game ---- */

struct pair {
    const struct table *table;
    void *state, *other, *view;
    unsigned asked, differing;
};

/* The order for a seat, and for the same seat when all it may not know is dealt anew. */
static void ask_twice(struct pair *pair, unsigned seat, enum bot_level level, struct order *order)
{
    const struct table *table = pair->table;
    struct order twice[2];

    memcpy(pair->other, pair->state, table->game->state_bytes);
    deal_anew(table, pair->state, seat, pair->other);
    pair->asked++;
    pair->differing += memcmp(pair->other, pair->state, table->game->state_bytes) != 0;
    for (unsigned i = 0; i < 2; i++) {
        struct bot bot = {.game = table->game,
                          .rulebook = table->rulebook,
                          .level = level,
                          .seed = pair->asked,
                          .nodes = 300};

        game_view(table->game, table->rulebook, i ? pair->other : pair->state, seat, pair->view);
        assert_true(bot_choose(&bot, pair->view, seat, &twice[i]));
    }
    assert_int_equal(twice[0].kind, twice[1].kind);
    assert_int_equal(twice[0].count, twice[1].count);
    assert_memory_equal(twice[0].arg, twice[1].arg, twice[0].count * sizeof *twice[0].arg);
    *order = twice[0];
}

static void play_blind(struct pair *pair, const char *options, unsigned seats, enum bot_level level,
                       unsigned orders)
{
    const struct game *game = pair->table->game;
    struct game_setup setup = {options, seats};
    struct decision asked[DECISIONS_MAX];
    struct order order;

    assert_int_equal(game->rules->setup(pair->table->rulebook, &setup, pair->state, NULL),
                     VERDICT_DONE);
    while (orders-- > 0 && game->rules->open_decisions(pair->table->rulebook, pair->state, asked)) {
        if (asked[0].kind != DECISION_ORDER) {
            answer_table(pair->table, pair->state, &asked[0]);
            continue;
        }
        ask_twice(pair, asked[0].seat, level, &order);
        assert_true(game->rules->apply(pair->table->rulebook, pair->state, &order, NULL));
    }
}

/* Whole games, in which every level decides by what its seat may know, what others did included. */
static void every_level_is_blind(const char *name, const char *options, unsigned seats,
                                 unsigned orders)
{
    struct table table;
    struct pair pair = {.table = &table};

    set_up(&table, name);
    pair.state = calloc(1, table.game->state_bytes);
    pair.other = calloc(1, table.game->state_bytes);
    pair.view = calloc(1, table.game->state_bytes);
    for (unsigned level = 0; level < BOT_LEVELS; level++)
        play_blind(&pair, options, seats, (enum bot_level)level, orders);
    print_message("# %s %s: asked %u times, dealt otherwise %u times\n", name, options, pair.asked,
                  pair.differing);
    assert_true(pair.differing * 2 > pair.asked);
    free(pair.state);
    free(pair.other);
    free(pair.view);
    clear(&table);
}

TEST(every_level_is_blind_at_cards)
{
    every_level_is_blind("welcome_back", "", 2, ORDERS_MAX);
    every_level_is_blind("welcome_back", "", 4, share(300));
}

TEST(every_level_is_blind_with_the_second_box)
{
    every_level_is_blind("dungeon_twister", "boxes=expansion", 2, share(120));
    every_level_is_blind("dungeon_twister", "boxes=both mode=free", 2, share(120));
}

/* ---- Dungeon Twister, order by order ---- */

struct watch {
    const struct table *table;
    struct bot bot[2];
    struct dt_state state, view;
    struct dt_state been[2][128]; /* of each side's last four turns and the one being played */
    unsigned count[2];
    unsigned points, idle; /* action points that turns had, and those that they left */
    unsigned fights;       /* and rooms shown: how often a turn had to be thought anew */
};

static void begin_game(struct watch *watch, const struct table *table, const char *options,
                       enum bot_level level, uint64_t seed)
{
    struct game_setup setup = {options, 2};

    memset(watch, 0, sizeof *watch);
    watch->table = table;
    for (unsigned i = 0; i < 2; i++)
        watch->bot[i] = (struct bot){.game = table->game,
                                     .rulebook = table->rulebook,
                                     .level = level,
                                     .seed = seed + i,
                                     .nodes = 12000};
    assert_int_equal(table->game->rules->setup(table->rulebook, &setup, &watch->state, NULL),
                     VERDICT_DONE);
}

/* All of a position that a turn changes, but points, time and what chance or others did. */
static bool same_board(const struct dt_state *a, const struct dt_state *b)
{
    return memcmp(a->where, b->where, sizeof a->where) == 0 &&
           memcmp(a->turned, b->turned, sizeof a->turned) == 0 &&
           memcmp(a->open, b->open, sizeof a->open) == 0 &&
           memcmp(a->broken, b->broken, sizeof a->broken) == 0 &&
           memcmp(a->illusion, b->illusion, sizeof a->illusion) == 0 &&
           memcmp(a->combat, b->combat, sizeof a->combat) == 0 &&
           memcmp(a->score, b->score, sizeof a->score) == 0 && a->wounded == b->wounded;
}

/* Where an Action leads the side's last turns were not before, nor lies a room turned as it lay
 * before in this one. Who knows how to win goes any way. */
static void look_round(const struct watch *watch, const struct order *order)
{
    const struct dt_state *state = &watch->state;
    unsigned side = order->seat - 1;

    for (unsigned i = 0; i < watch->count[side] && !watch->bot[side].sure; i++) {
        const struct dt_state *been = &watch->been[side][i];

        if (order->kind == DT_ORDER_ROTATE && been->turn == state->turn)
            assert_false(been->turned[order->arg[2]] == state->turned[order->arg[2]]);
        if (state->phase == DT_PHASE_ACT)
            assert_false(same_board(been, state));
    }
}

static void note(struct watch *watch)
{
    const struct dt_state *state = &watch->state;
    struct dt_state *been = watch->been[state->active];
    unsigned *count = &watch->count[state->active], old = 0;

    if (state->phase != DT_PHASE_ACT)
        return;
    while (old < *count && been[old].turn + BOT_TURNS_KEPT < state->turn)
        old++;
    *count -= old;
    memmove(been, been + old, *count * sizeof *been);
    assert_true(*count < sizeof watch->been[0] / sizeof watch->been[0][0]);
    been[(*count)++] = *state;
}

/* What an order to play a card brings, and what the end of a turn leaves. */
static void count_points(struct watch *watch, const struct order *order)
{
    if (order->kind == DT_ORDER_CARD)
        watch->points += (unsigned)order->arg[0];
    else if (order->kind == DT_ORDER_END)
        watch->idle += watch->state.ap;
}

static void play_watched(struct watch *watch, unsigned orders)
{
    const struct table *table = watch->table;
    struct decision asked[DECISIONS_MAX];
    struct order order;

    while (orders-- > 0 &&
           table->game->rules->open_decisions(table->rulebook, &watch->state, asked)) {
        if (asked[0].kind != DECISION_ORDER) {
            answer_table(table, &watch->state, &asked[0]);
            continue;
        }
        note(watch);
        game_view(table->game, table->rulebook, &watch->state, asked[0].seat, &watch->view);
        assert_true(
            bot_choose(&watch->bot[asked[0].seat - 1], &watch->view, asked[0].seat, &order));
        count_points(watch, &order);
        watch->fights += order.kind == DT_ORDER_ATTACK || order.kind == DT_ORDER_REVEAL;
        assert_true(table->game->rules->apply(table->rulebook, &watch->state, &order, NULL));
        if (order.kind >= DT_ORDER_MOVE && order.kind <= DT_LAST_ACTION)
            look_round(watch, &order);
    }
}

TEST(no_level_walks_in_circles_or_lets_points_go)
{
    static const char *const boxes[] = {"", "boxes=expansion", "boxes=both mode=free"};
    static struct watch watch;
    struct table table;
    unsigned fights = 0, points = 0, idle = 0;

    set_up(&table, "dungeon_twister");
    for (unsigned level = 0; level < BOT_LEVELS; level++)
        for (unsigned game = 0; game < 3 + share(3); game++) {
            begin_game(&watch, &table, boxes[game % 3], (enum bot_level)level,
                       100 * game + level + 1);
            play_watched(&watch, share(700));
            fights += watch.fights;
            points += watch.points;
            idle += watch.idle;
        }
    print_message("# %u fights and rooms shown, %u of %u points left\n", fights, idle, points);
    assert_true(idle * 5 < points); /* 13 %, with few positions; 3 % with a level's own */
    assert_true(fights > share(200));
    clear(&table);
}

TEST(it_is_blind_to_what_lies_face_down)
{
    static struct watch watch;
    static struct dt_state other, view;
    struct decision asked[DECISIONS_MAX];
    unsigned differing = 0;
    struct table table;

    set_up(&table, "dungeon_twister");
    for (unsigned n = 0; n < share(60); n++) {
        struct order order[2];
        struct bot bot[2];
        unsigned seat;

        if (n % 20 == 0)
            begin_game(&watch, &table, "", BOT_MEDIUM, 9 + n);
        play_watched(&watch, 9);
        if (!table.game->rules->open_decisions(table.rulebook, &watch.state, asked) ||
            asked[0].kind != DECISION_ORDER)
            continue;
        seat = asked[0].seat;
        deal_anew(&table, &watch.state, seat, &other);
        differing += memcmp(&other, &watch.state, sizeof other) != 0;
        for (unsigned i = 0; i < 2; i++) {
            bot[i] = (struct bot){.game = table.game,
                                  .rulebook = table.rulebook,
                                  .level = BOT_HARD,
                                  .seed = n + 1,
                                  .nodes = 12000};
            game_view(table.game, table.rulebook, i ? &other : &watch.state, seat, &view);
            assert_true(bot_choose(&bot[i], &view, seat, &order[i]));
        }
        assert_int_equal(order[0].kind, order[1].kind);
        assert_int_equal(order[0].count, order[1].count);
        assert_memory_equal(order[0].arg, order[1].arg, order[0].count * sizeof *order[0].arg);
    }
    assert_true(differing > share(20));
    clear(&table);
}

static bool at_once(void *context)
{
    ++*(unsigned *)context;
    return true;
}

static bool never(void *context)
{
    ++*(unsigned *)context;
    return false;
}

/* How often the clock is looked at in a game of so many orders. */
static unsigned looks(const char *name, bool (*late)(void *context), unsigned long nodes,
                      unsigned orders)
{
    unsigned count = 0;
    struct table table;
    struct outcome outcome;
    struct bot player[2];

    set_up(&table, name);
    for (unsigned s = 0; s < 2; s++)
        player[s] = (struct bot){.game = table.game,
                                 .rulebook = table.rulebook,
                                 .level = BOT_HARD,
                                 .seed = 11 + s,
                                 .nodes = nodes,
                                 .late = late,
                                 .context = &count};
    play(&table, player, 2, 0, orders, &outcome);
    clear(&table);
    return count;
}

TEST(it_gives_a_legal_order_when_the_time_is_up_at_once)
{
    assert_true(looks("dungeon_twister", at_once, 0, 300) > 100);
}

/* It looks at the clock before each sixteenth round that it follows. */
TEST(a_budget_of_positions_bounds_it_at_cards)
{
    unsigned count = looks("welcome_back", never, 320, 40);

    assert_in_range(count, 40, 40 * (320 / 16));
}

TESTS(NULL, NULL)
