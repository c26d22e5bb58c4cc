/* SPDX-License-Identifier: MIT */
/* Random play: what must hold in every position of every game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/own.h"
#include "wb_support.h"
#include "tests/test.h"

enum {
    GAMES_DEFAULT = 1000,
    STEPS_MAX = 2000, /* the longest game has 12 rounds of 15 cards, each in a few questions */
    RESIGN_ONE_IN = 300,
    RESIGN_OFTEN = 12, /* in every fifth game */
    OFTEN_EVERY = 5
};

static struct wb_rulebook book;

/* One game with what its log holds. */
struct play {
    uint64_t seed;
    struct wb_chance chance;
    char options[128];
    struct wb_state start, state;
    unsigned count;
    struct {
        char text[ORDER_TEXT_BYTES]; /* public */
        uint8_t seat;
        unsigned secret_count;
        struct secret secret[SECRETS_MAX];
    } log[STEPS_MAX];
};

static void fail_play(const struct play *play, const char *what)
{
    TEXT_IN(text, position, POSITION_TEXT_BYTES);

    welcome_back.text->write(&book, &play->state, &text);
    fail_msg("seed %llu, %s, step %u: %s\n%s", (unsigned long long)play->seed, play->options,
             play->count, what, position);
}

static bool same_order(const struct order *a, const struct order *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* All orders that could be written, given by one seat: listed if and only if allowed. */
static void check_all_orders(const struct play *play, unsigned seat, const struct order *list,
                             unsigned count)
{
    static const struct {
        unsigned kind, values;
    } kinds[] = {
        {WB_ORDER_DRAW, 0},           {WB_ORDER_PASS, 0},         {WB_ORDER_ADD, 0},
        {WB_ORDER_ASIDE, WB_TILES},   {WB_ORDER_HERO, WB_HEROES}, {WB_ORDER_PICK, SEATS_MAX},
        {WB_ORDER_NAME, WB_MONSTERS}, {WB_ORDER_USE, WB_TILES},   {WB_ORDER_DECLINE, 0},
        {WB_ORDER_DISCARD, WB_TILES}};
    unsigned allowed = 0;

    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (unsigned value = kinds[k].values > 0; value <= kinds[k].values; value++) {
            struct order order = {0};

            order.kind = (uint16_t)kinds[k].kind;
            order.seat = (uint8_t)seat;
            order.count = kinds[k].values > 0;
            order.arg[0] = (int16_t)value;
            if (welcome_back.rules->check(&book, &play->state, &order, NULL) != VERDICT_DONE)
                continue;
            allowed++;
            for (unsigned i = 0; i <= count; i++) {
                if (i == count)
                    fail_play(play, "an allowed order is not listed");
                else if (same_order(&list[i], &order))
                    break;
            }
        }
    if (allowed != count)
        fail_play(play, "a listed order is not allowed");
}

static void check_seat(const struct play *play, unsigned seat)
{
    struct order list[64], seen[64];
    struct wb_state view, again;
    unsigned count = welcome_back.rules->legal(&book, &play->state, seat, list), seen_count;
    const char *clause;

    game_view(&welcome_back, &book, &play->state, seat, &view);
    game_view(&welcome_back, &book, &view, seat, &again);
    if (memcmp(&view, &again, sizeof view) != 0)
        fail_play(play, "the view of a view is another");
    clause = welcome_back.rules->invariant(&book, &view);
    if (clause)
        fail_play(play, clause);
    seen_count = welcome_back.rules->legal(&book, &view, seat, seen);
    if (count != seen_count || memcmp(list, seen, count * sizeof *list) != 0)
        fail_play(play, "a seat's list is another in its own view");
    check_all_orders(play, seat, list, count);
}

static void check_round_trip(const struct play *play, const struct wb_state *state)
{
    char position[POSITION_TEXT_BYTES], again[POSITION_TEXT_BYTES];
    struct wb_state read;
    struct err err = {0};
    struct text text;

    text_init(&text, position, sizeof position);
    welcome_back.text->write(&book, state, &text);
    if (text.cut)
        fail_play(play, "the position's text is cut");
    memset(&read, 0, sizeof read);
    if (welcome_back.text->read(&book, position, text.length, &read, &err) != RC_OK)
        fail_play(play, err.text);
    text_init(&text, again, sizeof again);
    welcome_back.text->write(&book, &read, &text);
    if (strcmp(position, again) != 0 || memcmp(&read, state, sizeof read) != 0)
        fail_play(play, "the position does not survive its text");
}

static void check_position(const struct play *play)
{
    struct wb_state view;
    const char *clause = welcome_back.rules->invariant(&book, &play->state);

    if (clause)
        fail_play(play, clause);
    check_round_trip(play, &play->state);
    for (unsigned seat = 1; seat <= play->state.seats; seat++)
        check_seat(play, seat);
    game_view(&welcome_back, &book, &play->state, SEAT_PUBLIC, &view);
    check_round_trip(play, &view);
    game_view(&welcome_back, &book, &play->state, SEAT_TABLE, &view);
    if (memcmp(&view, &play->state, sizeof view) != 0)
        fail_play(play, "the table does not know everything");
}

static void check_decision(const struct play *play)
{
    struct decision decision[DECISIONS_MAX];
    unsigned count = welcome_back.rules->open_decisions(&book, &play->state, decision);

    if (count == 0 && play->state.phase != WB_PHASE_OVER)
        fail_play(play, "nobody is asked");
    if (count && decision[0].kind == DECISION_ORDER &&
        welcome_back.rules->check(&book, &play->state, &decision[0].fallback_order, NULL) !=
            VERDICT_DONE)
        fail_play(play, "the fallback is not allowed");
}

/* Another question has another, higher number. */
static void check_number(const struct play *play, const struct wb_state *before)
{
    struct decision was[DECISIONS_MAX], is[DECISIONS_MAX];

    if (!welcome_back.rules->open_decisions(&book, before, was) ||
        !welcome_back.rules->open_decisions(&book, &play->state, is))
        return;
    if (is->id < was->id)
        fail_play(play, "questions count backwards");
    if (is->id == was->id &&
        (is->seat != was->seat || is->topic != was->topic || strcmp(is->name, was->name) != 0))
        fail_play(play, "two questions have one number");
}

static void check_order_text(const struct play *play, const struct order *order)
{
    TEXT_IN(text, array, ORDER_TEXT_BYTES);
    struct order again;

    welcome_back.text->write_order(&book, &play->state, order, ORDER_FULL, &text);
    if (!welcome_back.text->read_order(&book, order->seat, array, text.length, &again) ||
        !same_order(order, &again))
        fail_play(play, array);
}

static void log_order(struct play *play, const struct order *order)
{
    struct text text;

    if (play->count == STEPS_MAX)
        fail_play(play, "the game does not end");
    text_init(&text, play->log[play->count].text, ORDER_TEXT_BYTES);
    welcome_back.text->write_order(&book, &play->state, order, ORDER_PUBLIC, &text);
    play->log[play->count].seat = order->seat;
    play->log[play->count].secret_count =
        game_secrets_of(&welcome_back, &book, &play->state, order, play->log[play->count].secret);
    play->count++;
}

/* The public text with the payloads put in that the seat may know at the end. */
static void fill_in(const struct play *play, unsigned step, unsigned seat, struct text *out)
{
    const char *at = play->log[step].text;

    for (unsigned i = 0; i < play->log[step].secret_count; i++) {
        const struct secret *secret = &play->log[step].secret[i];
        const char *open = strchr(at, '['), *close = strchr(open, ']');

        if (strncmp(open + 1, secret->name, strlen(secret->name)) != 0)
            fail_play(play, "secrets stand in another order than their brackets");
        text_put_bytes(out, at, (size_t)(open - at));
        if (game_may_know(&welcome_back, &book, &play->state, secret->name, seat))
            text_put(out, secret->payload);
        else
            text_put_bytes(out, open, (size_t)(close + 1 - open));
        at = close + 1;
    }
    text_put(out, at);
}

/* Replaying a seat's log gives that seat's view. */
static void check_replay(const struct play *play, unsigned seat)
{
    struct wb_state state = play->start, view;
    char array[ORDER_TEXT_BYTES];
    struct order order;
    struct text text;

    for (unsigned step = 0; step < play->count; step++) {
        text_init(&text, array, sizeof array);
        fill_in(play, step, seat, &text);
        if (!welcome_back.text->read_order(&book, play->log[step].seat, array, text.length,
                                           &order) ||
            !welcome_back.rules->apply(&book, &state, &order, NULL))
            fail_play(play, array);
    }
    game_view(&welcome_back, &book, &play->state, seat, &view);
    if (memcmp(&state, &view, sizeof state) != 0)
        fail_play(play, "a seat's log leads to another position than its view");
}

static void check_replays(const struct play *play)
{
    for (unsigned seat = 0; seat <= play->state.seats; seat++)
        check_replay(play, seat);
    check_replay(play, SEAT_PUBLIC);
}

static void start_play(struct play *play, uint64_t seed)
{
    struct game_setup setup;
    struct verdict verdict;

    play->seed = seed;
    play->chance.at = seed * 2 + 1;
    play->count = 0;
    wb_below(&play->chance, 2);
    setup.seats = 2 + wb_below(&play->chance, 3);
    setup.options = wb_options_text(&play->chance, play->options, sizeof play->options);
    if (welcome_back.rules->setup(&book, &setup, &play->start, &verdict) != VERDICT_DONE)
        fail_play(play, "the set-up is refused");
    play->state = play->start;
}

static bool choose(struct play *play, struct order *order)
{
    unsigned one_in = play->seed % OFTEN_EVERY ? RESIGN_ONE_IN : RESIGN_OFTEN;

    if (wb_below(&play->chance, one_in) == 0 && !play->state.winner) {
        memset(order, 0, sizeof *order);
        order->kind = WB_ORDER_RESIGN;
        order->seat = (uint8_t)(1 + wb_below(&play->chance, play->state.seats));
        if (welcome_back.rules->check(&book, &play->state, order, NULL) == VERDICT_DONE)
            return true;
    }
    return wb_random_order(&book, &play->state, &play->chance, order);
}

static void play_game(struct play *play, bool thorough)
{
    static struct event_list events;
    struct order order;

    while (choose(play, &order)) {
        struct wb_state before = play->state;

        if (thorough)
            check_order_text(play, &order);
        log_order(play, &order);
        events.count = events.lost = 0;
        if (!welcome_back.rules->apply(&book, &play->state, &order, &events))
            fail_play(play, play->log[play->count - 1].text);
        if (!events.count || events.lost)
            fail_play(play, "events are missing");
        if (!thorough)
            continue;
        check_number(play, &before);
        check_position(play);
        check_decision(play);
        if (wb_below(&play->chance, 20) == 0)
            check_replays(play);
    }
    check_replays(play);
}

static unsigned game_count(void)
{
    const char *number = getenv("POSTERN_RANDOM_GAMES");

    return number ? (unsigned)strtoul(number, NULL, 10) : GAMES_DEFAULT;
}

TEST(every_position_of_random_games_keeps_its_promises)
{
    OWN_MEMORY struct play *play = calloc(1, sizeof *play);
    unsigned games = game_count(), won[2] = {0};

    assert_non_null(play);
    for (unsigned i = 1; i <= games; i++) {
        struct outcome outcome;

        start_play(play, i);
        play_game(play, i % 10 == 0 || i <= 200);
        welcome_back.rules->outcome(&book, &play->state, &outcome);
        assert_int_equal(outcome.over, GAME_WON);
        assert_string_equal(outcome.reason,
                            outcome.score[outcome.winner] == 2 ? "two-successes" : "last-left");
        won[strcmp(outcome.reason, "last-left") == 0]++;
    }
    assert_true(won[0] > 0 && won[1] > 0);
}

TEST(the_longest_games_fit_into_the_rounds_kept)
{
    OWN_MEMORY struct play *play = calloc(1, sizeof *play);
    unsigned longest = 0;

    assert_non_null(play);
    for (unsigned i = 1; i <= 300; i++) {
        start_play(play, 1000000 + i);
        play_game(play, false);
        longest = play->state.round > longest ? play->state.round : longest;
    }
    assert_in_range(longest, 4, WB_ROUNDS_MAX);
}

int main(void)
{
    wb_load_shipped(&book);
    return tests_run(__FILE__, NULL, NULL);
}
