/* SPDX-License-Identifier: MIT */
/* What holds in every position: legal and check agree both ways, no view knows more than its
 * seat, and a view is what replaying that seat's log gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "dt_support.h"

enum { TURNS_MAX = 60, LOG_MAX = 4096 };

static struct dt_rulebook book;
static struct order list[LEGAL_MAX], other_list[LEGAL_MAX];
static uint64_t outcomes[LEGAL_MAX];

/* How much is tried: lists are long with the second box, and slow under a sanitizer. */
static unsigned share(unsigned count)
{
#ifdef POSTERN_SANITIZERS
    enum { PART = 20 };
#else
    enum { PART = 4 };
#endif
    return book.room_count > 8 ? count / PART : count;
}

static const char *random_options(struct dt_chance *chance)
{
    return (book.room_count > 8 ? dt_random_boxes : dt_random_options)(chance);
}

static int with_the_base_set(void **state)
{
    (void)state;
    dt_load_shipped(&book);
    return 0;
}

static int with_both_boxes(void **state)
{
    (void)state;
    dt_load_boxes(&book);
    return 0;
}

static void show(const struct order *order, char text[ORDER_TEXT_BYTES])
{
    struct text out;

    text_init(&out, text, ORDER_TEXT_BYTES);
    dungeon_twister.text->write_order(&book, NULL, order, ORDER_FULL, &out);
}

static void show_position(const struct dt_state *state)
{
    static char text[POSITION_TEXT_BYTES];
    struct text out;

    text_init(&out, text, sizeof text);
    dungeon_twister.text->write(&book, state, &out);
    fputs(text, stderr);
}

/* FNV-1a over the bytes of a position. */
static uint64_t digest(const struct dt_state *state)
{
    const unsigned char *byte = (const unsigned char *)state;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < sizeof *state; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* Fill `outcomes` with the digests that a seat's legal orders lead to, sorted; returns how many.
 * Each is allowed, and no two lead to the same position. */
static unsigned legal_outcomes(const struct dt_state *state, unsigned seat)
{
    unsigned count = dungeon_twister.rules->legal(&book, state, seat, list);
    char text[ORDER_TEXT_BYTES];

    for (unsigned i = 0; i < count; i++) {
        struct dt_state after = *state;

        show(&list[i], text);
        if (dungeon_twister.rules->check(&book, state, &list[i], NULL) != VERDICT_DONE ||
            !dungeon_twister.rules->apply(&book, &after, &list[i], NULL))
            fail_msg("listed, but refused: %s", text);
        outcomes[i] = digest(&after);
    }
    qsort(outcomes, count, sizeof *outcomes, by_value);
    for (unsigned i = 1; i < count; i++)
        if (outcomes[i] == outcomes[i - 1]) {
            for (unsigned j = 0; j < count; j++) {
                struct dt_state after = *state;

                dungeon_twister.rules->apply(&book, &after, &list[j], NULL);
                show(&list[j], text);
                if (digest(&after) == outcomes[i])
                    print_error("same outcome: %s\n", text);
            }
            show_position(state);
            fail();
        }
    return count;
}

/* A movement of random steps and acts, most of them senseless. */
static void random_move(const struct dt_state *state, struct dt_chance *chance, struct order *order)
{
    unsigned kind = dt_below(chance, DT_CHARACTERS_USED);
    int who = (int)kind + (state->agreed.boxes && dt_below(chance, 4) == 0 ? DT_CHARMED : 0);
    unsigned square = state->where[dt_actor(state->active, who)];
    unsigned steps = 1 + dt_below(chance, 5);

    *order = (struct order){.kind = DT_ORDER_MOVE, .seat = (uint8_t)(state->active + 1)};
    order->arg[order->count++] = (int16_t)who;
    order->arg[order->count++] = (int16_t)dt_below(chance, 2);
    for (unsigned i = 0; i < steps && square < DT_SQUARES; i++) {
        unsigned acts = dt_below(chance, 3), direction = dt_below(chance, 4);

        for (unsigned a = 0; a < acts; a++) {
            uint64_t set = state->at[square];
            unsigned token = set && dt_below(chance, 4) ? dt_first(set) : dt_below(chance, 64);

            order->arg[order->count++] =
                (int16_t)((dt_below(chance, 2) ? DT_TAKE : DT_DROP) + (int)token);
        }
        for (unsigned d = 0; kind != DT_GHOST && d < 4 && !(state->pass[square] >> direction & 1);
             d++)
            direction = (direction + 1) % 4;
        if (square + 10 >= DT_SQUARES || square < 10)
            break;
        square = (unsigned)((int)square + dt_step[direction]);
        order->arg[order->count++] = (int16_t)square;
    }
}

/* Any other order, its arguments drawn wildly. */
static void random_order(const struct dt_state *state, struct dt_chance *chance,
                         struct order *order)
{
    const int bounds[4] = {state->agreed.boxes ? 48 : 16, 2, 70, 5};

    *order = (struct order){.seat = (uint8_t)(1 + dt_below(chance, 2))};
    order->kind = (uint16_t)dt_below(chance, DT_ORDERS);
    order->count = (uint8_t)dt_below(chance, 5);
    for (unsigned i = 0; i < order->count; i++)
        order->arg[i] = (int16_t)dt_below(chance, (unsigned)bounds[i]);
    if (order->count > 2 && dt_below(chance, 2))
        order->arg[2] = (int16_t)dt_below(chance, DT_SQUARES);
    if (order->count > 3 && dt_below(chance, 2))
        order->arg[3] = (int16_t)(order->arg[2] + dt_step[dt_below(chance, 4)]);
}

static bool is_listed_kind(const struct order *order)
{
    return !(dungeon_twister.text->kinds[order->kind].flags & (ORDER_ALWAYS | ORDER_BY_TABLE));
}

static void what_check_allows_is_listed(const struct dt_state *state, struct dt_chance *chance,
                                        unsigned seat, unsigned count, unsigned *hits)
{
    for (unsigned i = 0; i < 60; i++) {
        struct dt_state after = *state;
        struct order order;
        uint64_t key;

        (i % 3 ? random_move : random_order)(state, chance, &order);
        if (order.seat != seat || !is_listed_kind(&order) ||
            !dungeon_twister.rules->apply(&book, &after, &order, NULL)) {
            assert_memory_equal(&after, state,
                                order.seat == seat && is_listed_kind(&order) ? sizeof after : 0);
            continue;
        }
        if (order.arg[0] == ORDER_UNKNOWN)
            continue;
        ++*hits;
        key = digest(&after);
        if (!bsearch(&key, outcomes, count, sizeof key, by_value)) {
            char text[ORDER_TEXT_BYTES];

            show(&order, text);
            show_position(state);
            fail_msg("allowed, but not listed: %s", text);
        }
    }
}

static void legal_and_check_agree_both_ways(void **test)
{
    static struct dt_state state;
    unsigned positions = 0, hits = 0, most = 0;

    (void)test;
    for (unsigned game = 1; game <= share(200); game++) {
        struct dt_chance chance = {game * 7919};
        struct order order;

        dt_new_game(&book, random_options(&chance), &state);
        while (state.turn <= TURNS_MAX && dt_random_order(&book, &state, &chance, &order)) {
            if (dt_below(&chance, 8) == 0) {
                unsigned seat = state.active + 1u;
                unsigned count = legal_outcomes(&state, seat);

                positions++;
                most = count > most && state.phase == DT_PHASE_ACT ? count : most;
                what_check_allows_is_listed(&state, &chance, seat, count, &hits);
            }
            assert_true(dungeon_twister.rules->apply(&book, &state, &order, NULL));
        }
    }
    print_message("# %u positions, %u random orders allowed, at most %u outcomes\n", positions,
                  hits, most);
    assert_true(hits > share(800));
}

static void they_agree_where_many_meet(void **test)
{
    static struct dt_state state;
    unsigned hits = 0, most = 0, full = 0;

    (void)test;
    for (unsigned game = 1; game <= share(1500); game++) {
        struct dt_chance chance = {game * 32452843};
        unsigned count;

        dt_crowded_position(&book, &chance, &state);
        count = legal_outcomes(&state, state.active + 1u);
        most = count > most ? count : most;
        full += count == LEGAL_MAX;
        if (count < LEGAL_MAX)
            for (unsigned i = 0; i < 8; i++)
                what_check_allows_is_listed(&state, &chance, state.active + 1u, count, &hits);
    }
    print_message("# %u random orders allowed, at most %u outcomes, %u lists full\n", hits, most,
                  full);
    assert_true(hits > share(5000));
}

/* ---- shots at one's own side ---- */

static unsigned own_killed(const struct dt_state *state)
{
    unsigned count = 0;

    for (unsigned kind = 0; kind < DT_CHARACTER_KINDS; kind++)
        count += state->where[dt_token(state->active, kind)] == DT_KILLED;
    return count;
}

/* Each shot that kills somebody of the shooter's side is told to, and some others are shots, too,
 * which a shield stops. */
static void shots_at_friends_are_known(void **unused)
{
    unsigned shots = 0, deaths = 0;

    (void)unused;
    for (unsigned game = 1; game <= share(400); game++) {
        struct dt_state state;
        struct dt_chance chance = {game * 15485863};
        unsigned count;

        dt_crowded_position(&book, &chance, &state);
        count = dungeon_twister.rules->legal(&book, &state, state.active + 1u, list);
        for (unsigned i = 0; i < count; i++) {
            struct dt_state after = state;
            bool hurts = dungeon_twister.rules->hurts_own(&state, &list[i]), kills;

            assert_true(dungeon_twister.rules->apply(&book, &after, &list[i], NULL));
            kills = list[i].kind == DT_ORDER_FIRE && own_killed(&after) > own_killed(&state);
            assert_true(hurts || !kills);
            assert_true(!hurts || list[i].kind == DT_ORDER_FIRE);
            shots += hurts;
            deaths += kills;
        }
    }
    print_message("# %u shots at one's own side, %u deaths\n", shots, deaths);
    assert_true(deaths > 0);
}

/* ---- views ---- */

static void same_list(const struct dt_state *state, const struct dt_state *view, unsigned seat)
{
    unsigned count = dungeon_twister.rules->legal(&book, state, seat, list);

    assert_int_equal(dungeon_twister.rules->legal(&book, view, seat, other_list), count);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(list[i].kind, other_list[i].kind);
        assert_int_equal(list[i].count, other_list[i].count);
        assert_memory_equal(list[i].arg, other_list[i].arg, list[i].count * sizeof *list[i].arg);
    }
}

static void legal_orders_leak_nothing(void **test)
{
    static const unsigned readers[] = {1, 2, SEAT_PUBLIC};
    static struct dt_state state, view, again;

    (void)test;
    for (unsigned game = 1; game <= share(60); game++) {
        struct dt_chance chance = {game * 104729};
        struct order order;

        dt_new_game(&book, random_options(&chance), &state);
        while (state.turn <= 12 && dt_random_order(&book, &state, &chance, &order)) {
            for (unsigned r = 0; r < 3; r++) {
                game_view(&dungeon_twister, &book, &state, readers[r], &view);
                game_view(&dungeon_twister, &book, &view, readers[r], &again);
                assert_memory_equal(&view, &again, sizeof view);
                assert_null(dungeon_twister.rules->invariant(&book, &view));
                if (readers[r] != SEAT_PUBLIC && dt_below(&chance, 4) == 0)
                    same_list(&state, &view, readers[r]);
            }
            assert_true(dungeon_twister.rules->apply(&book, &state, &order, NULL));
        }
    }
}

/* One order of a log, with its secrets beside it. */
struct entry {
    uint8_t seat, secrets;
    char text[ORDER_TEXT_BYTES];
    struct secret secret[DT_SLOTS];
};

static struct entry records[LOG_MAX];
static unsigned record_count;

static void write_entry(const struct dt_state *before, const struct order *order)
{
    struct entry *entry = &records[record_count++];
    struct text out;

    text_init(&out, entry->text, sizeof entry->text);
    dungeon_twister.text->write_order(&book, before, order, ORDER_PUBLIC, &out);
    entry->seat = order->seat;
    entry->secrets =
        (uint8_t)dungeon_twister.secrets->of_order(&book, before, order, entry->secret);
}

/* The text of an entry for a reader: values in place of the names that he may know. */
static void text_for(const struct entry *entry, const struct dt_state *now, unsigned seat,
                     struct text *out)
{
    const char *at = entry->text;

    for (unsigned i = 0; i < entry->secrets; i++) {
        const char *open = strchr(at, '['), *close = strchr(open, ']');
        const struct secret *secret = &entry->secret[i];

        assert_memory_equal(open + 1, secret->name, strlen(secret->name));
        text_put_bytes(out, at, (size_t)(open - at));
        if (game_may_know(&dungeon_twister, &book, now, secret->name, seat))
            text_put(out, secret->payload);
        else
            text_put_bytes(out, open, (size_t)(close + 1 - open));
        at = close + 1;
    }
    text_put(out, at);
}

static void a_replay_gives_the_view(const struct dt_state *now, const char *options, unsigned seat)
{
    static struct dt_state replay, view;

    dt_new_game(&book, options, &replay);
    for (unsigned i = 0; i < record_count; i++) {
        TEXT_IN(out, text, ORDER_TEXT_BYTES);

        text_for(&records[i], now, seat, &out);
        if (!dt_give(&book, &replay, records[i].seat, text))
            fail_msg("refused in the replay of seat %u: %s", seat, text);
    }
    game_view(&dungeon_twister, &book, now, seat, &view);
    assert_memory_equal(&view, &replay, sizeof view);
}

static void views_equal_replays_of_the_seats_logs(void **test)
{
    static struct dt_state state;
    unsigned replays = 0;

    (void)test;
    for (unsigned game = 1; game <= share(150); game++) {
        struct dt_chance chance = {game * 1299709};
        const char *options = random_options(&chance);
        struct order order;

        record_count = 0;
        dt_new_game(&book, options, &state);
        while (state.turn <= 30 && record_count < LOG_MAX &&
               dt_random_order(&book, &state, &chance, &order)) {
            if (state.turn == 29)
                order = (struct order){.kind = DT_ORDER_RESIGN, .seat = 1};
            write_entry(&state, &order);
            assert_true(dungeon_twister.rules->apply(&book, &state, &order, NULL));
            if (dt_below(&chance, 30) == 0 || state.phase == DT_PHASE_OVER) {
                a_replay_gives_the_view(&state, options, 1);
                a_replay_gives_the_view(&state, options, 2);
                a_replay_gives_the_view(&state, options, SEAT_PUBLIC);
                replays += 3;
            }
        }
    }
    assert_true(replays > share(500));
}

/* A server that knows none of the players' secrets comes to the same game. */
static void sealed_values_may_stay_unknown_until_they_open(void **test)
{
    static struct dt_state known, blind, seen;

    (void)test;
    for (unsigned game = 1; game <= share(100); game++) {
        struct dt_chance chance = {game * 15485863};
        const char *options = random_options(&chance);
        struct order order;

        dt_new_game(&book, options, &known);
        blind = known;
        while (known.turn <= 20 && dt_random_order(&book, &known, &chance, &order)) {
            TEXT_IN(out, text, ORDER_TEXT_BYTES);

            dungeon_twister.text->write_order(&book, &known, &order, ORDER_PUBLIC, &out);
            assert_true(dungeon_twister.rules->apply(&book, &known, &order, NULL));
            if (!dt_give(&book, &blind, order.seat, text))
                fail_msg("refused without the values: %s", text);
            if (known.phase == DT_PHASE_OVER)
                break; /* now everything is open, and only one of them knows it */
            game_view(&dungeon_twister, &book, &known, SEAT_PUBLIC, &seen);
            assert_memory_equal(&seen, &blind, sizeof seen);
        }
    }
}

/* Each property once for the base set and once for both boxes. */
#define FOR_BOTH(test)                                                                             \
    {"base_set_" #test, test, with_the_base_set, NULL, NULL},                                      \
    {                                                                                              \
        "both_boxes_" #test, test, with_both_boxes, NULL, NULL                                     \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        FOR_BOTH(legal_and_check_agree_both_ways),
        FOR_BOTH(they_agree_where_many_meet),
        FOR_BOTH(shots_at_friends_are_known),
        FOR_BOTH(legal_orders_leak_nothing),
        FOR_BOTH(views_equal_replays_of_the_seats_logs),
        FOR_BOTH(sealed_values_may_stay_unknown_until_they_open),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
