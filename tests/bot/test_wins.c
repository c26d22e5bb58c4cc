/* SPDX-License-Identifier: MIT */
/* Turns that can be won: found by a slow solver that knows nothing but the rules and tries
 * everything, then played by the practice opponent. POSTERN_BOT_WINS: how many (500 were looked at
 * for doc/opponent.md); POSTERN_BOT_ACTIONS: how many Actions the solver looks ahead. */
#include "bot_support.h"

#include "base/own.h"
#include "bot/lesson.h"

enum { DEPTH_MAX = 24, SEEN_MAX = 1 << 18, ORDERS_MAX = 4000, TURN_ORDERS = 60 };

/* ---- the solver ---- */

struct solver {
    const struct table *table;
    unsigned seat;
    struct dt_state state[DEPTH_MAX];
    struct order *list[DEPTH_MAX];
    uint64_t seen[SEEN_MAX]; /* lost, by position and Actions left */
};

static bool solve(struct solver *solver, unsigned depth, unsigned actions);

static uint64_t key_of(const struct dt_state *state, unsigned actions)
{
    struct dt_state bare = *state;
    uint64_t key = actions + 1;
    uint64_t word[sizeof bare / 8];

    bare.question = bare.next_id = bare.clock = 0;
    memcpy(word, &bare, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        key = (key ^ word[i]) * UINT64_C(0x9e3779b97f4a7c15);
        key ^= key >> 32;
    }
    return key | 1;
}

static bool try(struct solver *solver, unsigned depth, const struct order *order, unsigned actions)
{
    const struct table *table = solver->table;

    assert_true(depth + 1 < DEPTH_MAX);
    solver->state[depth + 1] = solver->state[depth];
    assert_true(table->game->rules->apply(table->rulebook, &solver->state[depth + 1], order, NULL));
    return solve(solver, depth + 1, actions);
}

/* Own orders: one must win. Others': all must. */
static bool try_all(struct solver *solver, unsigned depth, unsigned seat, unsigned actions)
{
    const struct table *table = solver->table;
    struct order *list = solver->list[depth];
    unsigned count = table->game->rules->legal(table->rulebook, &solver->state[depth], seat, list);
    bool own = seat == solver->seat;

    for (unsigned i = count; i-- > 0;) {
        bool action = list[i].kind >= DT_ORDER_MOVE && list[i].kind <= DT_LAST_ACTION;

        if (action && !actions)
            continue;
        if (try(solver, depth, &list[i], actions - action) == own)
            return own;
    }
    return count > 0 && !own;
}

static bool solve(struct solver *solver, unsigned depth, unsigned actions)
{
    const struct table *table = solver->table;
    const struct dt_state *state = &solver->state[depth];
    struct decision asked[DECISIONS_MAX];
    unsigned count = table->game->rules->open_decisions(table->rulebook, state, asked), seat;
    uint64_t key, *seen;
    bool won;

    if (count == 0)
        return state->winner == solver->seat;
    if (asked[0].kind == DECISION_OPEN)
        return table->game->rules->legal(table->rulebook, state, SEAT_TABLE, solver->list[depth]) &&
               try(solver, depth, &solver->list[depth][0], actions);
    seat = asked[count > 1 && asked[1].seat == solver->seat].seat;
    if (asked[0].kind != DECISION_ORDER || state->active != solver->seat - 1)
        return false;
    if (!actions && state->phase == DT_PHASE_ACT) {
        struct order end = {.kind = DT_ORDER_END, .seat = (uint8_t)seat};

        return try(solver, depth, &end, 0);
    }
    key = key_of(state, actions);
    seen = &solver->seen[key % SEEN_MAX];
    if (*seen == key)
        return false;
    won = try_all(solver, depth, seat, actions);
    if (!won)
        *seen = key;
    return won;
}

static bool can_win(struct solver *solver, const struct table *table, const struct dt_state *state,
                    unsigned seat, unsigned actions)
{
    solver->table = table;
    solver->seat = seat;
    game_view(table->game, table->rulebook, state, seat, &solver->state[0]);
    memset(solver->seen, 0, sizeof solver->seen);
    return solve(solver, 0, actions);
}

/* ---- the opponent ---- */

/* Does a level win the turn from here? Others answer by chance. */
static bool wins_turn(const struct table *table, const struct dt_state *from, unsigned seat,
                      enum bot_level level)
{
    static struct order list[LEGAL_MAX];
    static struct dt_state state, view;
    struct decision asked[DECISIONS_MAX];
    struct bot bot = {.game = table->game, .rulebook = table->rulebook, .level = level, .seed = 7};

    state = *from;
    for (unsigned n = 0; n < TURN_ORDERS; n++) {
        unsigned count = table->game->rules->open_decisions(table->rulebook, &state, asked);

        if (count == 0 || state.active != seat - 1)
            break;
        if (asked[0].kind != DECISION_ORDER) {
            answer_table(table, &state, &asked[0]);
            continue;
        }
        game_view(table->game, table->rulebook, &state, asked[0].seat, &view);
        if (asked[0].seat == seat) {
            assert_true(bot_choose(&bot, &view, seat, &list[0]));
        } else {
            count = table->game->rules->legal(table->rulebook, &view, asked[0].seat, list);
            list[0] = list[below(NULL, count)];
        }
        assert_true(table->game->rules->apply(table->rulebook, &state, &list[0], NULL));
    }
    return state.phase == DT_PHASE_OVER && state.winner == seat;
}

/* Who ends the turn instead has missed a win, and is told. */
static bool is_named(const struct table *table, const struct dt_state *state, unsigned seat)
{
    static struct dt_state view;
    struct bot bot = {
        .game = table->game, .rulebook = table->rulebook, .level = BOT_HARD, .nodes = 4000};
    struct order end = {.kind = DT_ORDER_END, .seat = (uint8_t)seat};
    struct bot_judgement judgement;
    OWN_MEMORY void *memory = malloc(bot_bytes(table->game));

    game_view(table->game, table->rulebook, state, seat, &view);
    return bot_judge(&bot, &view, seat, &end, 1, memory, &judgement) && judgement.missed &&
           judgement.best == BOT_CHANCE_WHOLE && judgement.count > 0;
}

/* ---- positions ---- */

struct count {
    unsigned wanted, actions;
    unsigned found, looked;
    unsigned missed[BOT_LEVELS], unnamed;
    unsigned of_phase[DT_PHASES];
};

static unsigned wanted(const char *name, unsigned otherwise)
{
    const char *word = getenv(name);

    return word ? (unsigned)atoi(word) : otherwise;
}

/* Printed past cmocka, which cuts long texts off. */
static void complain(const struct table *table, const struct dt_state *state, unsigned seat,
                     const char *who)
{
    static char array[POSITION_TEXT_BYTES];
    struct text text;

    if (!getenv("POSTERN_BOT_SHOW"))
        return;
    text_init(&text, array, sizeof array);
    table->game->text->write(table->rulebook, state, &text);
    fprintf(stderr, "# %s missed a win of seat %u:\n%s\n", who, seat, array);
}

static void look_at(struct solver *solver, struct count *count, const struct table *table,
                    const struct dt_state *state, unsigned seat)
{
    bool hidden = state->chosen[0] != DT_NONE || state->chosen[1] != DT_NONE;
    unsigned actions = count->actions, shown = 0;

    for (unsigned token = 0; token < DT_TOKENS; token++)
        shown += state->where[token] == DT_SHOWN;
    if (shown) /* each may be put on twenty squares */
        actions = shown == 1;

    if (state->active != seat - 1 || hidden || state->phase < DT_PHASE_CARD ||
        state->score[seat - 1] + 3 < state->agreed.target || shown > 1)
        return;
    count->looked++;
    if (!can_win(solver, table, state, seat, actions))
        return;
    count->found++;
    count->of_phase[state->phase]++;
    if (state->phase == DT_PHASE_ACT && !can_win(solver, table, state, seat, 0))
        if (!is_named(table, state, seat)) {
            count->unnamed++;
            complain(table, state, seat, "an analysis");
        }
    for (unsigned level = BOT_MEDIUM; level < BOT_LEVELS; level++)
        if (!wins_turn(table, state, seat, (enum bot_level)level)) {
            count->missed[level]++;
            complain(table, state, seat, bot_level_names[level]);
        }
}

/* A game of the easiest, which leaves wins about; its positions at some questions. */
static void look_through(struct solver *solver, struct count *count, const struct table *table,
                         const char *options, uint64_t seed)
{
    static struct dt_state state, view;
    struct game_setup setup = {options, 2};
    struct decision asked[DECISIONS_MAX];
    struct bot bot[2];
    struct order order;

    for (unsigned i = 0; i < 2; i++)
        bot[i] = (struct bot){.game = table->game, .rulebook = table->rulebook, .seed = seed + i};
    assert_int_equal(table->game->rules->setup(table->rulebook, &setup, &state, NULL),
                     VERDICT_DONE);
    for (unsigned n = 0; n < ORDERS_MAX && count->found < count->wanted &&
                         table->game->rules->open_decisions(table->rulebook, &state, asked);
         n++) {
        if (asked[0].kind != DECISION_ORDER) {
            answer_table(table, &state, &asked[0]);
            continue;
        }
        look_at(solver, count, table, &state, asked[0].seat);
        game_view(table->game, table->rulebook, &state, asked[0].seat, &view);
        assert_true(bot_choose(&bot[asked[0].seat - 1], &view, asked[0].seat, &order));
        assert_true(table->game->rules->apply(table->rulebook, &state, &order, NULL));
    }
}

TEST(a_turn_that_can_be_won_is_won)
{
    static const char *const options[] = {"", "boxes=expansion", "boxes=both mode=free"};
    static struct solver solver;
    struct count count = {
        wanted("POSTERN_BOT_WINS", 4), wanted("POSTERN_BOT_ACTIONS", 2), 0, 0, {0}, 0, {0}};
    struct table table;

    set_up(&table, "dungeon_twister");
    for (unsigned depth = 0; depth < DEPTH_MAX; depth++)
        solver.list[depth] = malloc(LEGAL_MAX * sizeof *solver.list[depth]);
    for (unsigned game = 0; count.found < count.wanted; game++)
        look_through(&solver, &count, &table, options[game % 3], 1000 + 10 * game);
    for (unsigned depth = 0; depth < DEPTH_MAX; depth++)
        free(solver.list[depth]);
    print_message(
        "# %u of %u positions won within %u Actions (card %u, action %u, token %u); missed: "
        "medium %u, hard %u, expert %u; not named %u\n",
        count.found, count.looked, count.actions, count.of_phase[DT_PHASE_CARD],
        count.of_phase[DT_PHASE_ACT],
        count.of_phase[DT_PHASE_PUT_FIRST] + count.of_phase[DT_PHASE_PUT_SECOND],
        count.missed[BOT_MEDIUM], count.missed[BOT_HARD], count.missed[BOT_EXPERT], count.unnamed);
    assert_int_equal(count.unnamed, 0);
    assert_int_equal(count.missed[BOT_EXPERT], 0);
    assert_int_equal(count.missed[BOT_HARD], 0);
    assert_true(count.missed[BOT_MEDIUM] * 20 <= count.found);
    clear(&table);
}

TESTS(NULL, NULL)
