/* SPDX-License-Identifier: MIT */
/* Any bytes as an order, a standing answer, a position, a file of rooms, a scenario, or as choices
 * in a game of Dungeon Twister: the first byte says which, a capital plays with both boxes. Nothing
 * may break a promise. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../games/dungeon_twister/dt_support.h"
#include "base/own.h"
#include "rules/scenario.h"
#include "rules/standing.h"

static struct order list[LEGAL_MAX];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ORDERS_TRIED = 40 };

static struct dt_rulebook base, boxes;
static const struct dt_rulebook *book; /* one of them */
static struct lexicon lexicon;
static struct arena arena;

static const char middle[] =
    "points 5\npotion thief 2\nroom w1 1D/0\nroom w2 4D/0\nroom e1 1G/0\n"
    "room e2 2G/0\nblue thief a1\nblue warrior b2\nblue mekanork c3\n"
    "blue sword a3\nyellow rope b4\nblue cleric e1\nblue troll d1 wounded\n"
    "yellow wizard c2\nyellow goblin b5 wounded\nblue wizard f1\n"
    "blue wand f1\nblue rope h5\nyellow troll j1\n";

static const char magic[] =
    "options boxes=both mode=common\npoints 5\ncharm thief 3\npotion wizard 2\n"
    "room w1 5D/0\nroom w2 5G/1\nroom w3 1D/0\nroom e1 6D/2\nroom e2 8D/0\nroom e3 7G/0\n"
    "blue golem a1\nblue illusionist b3\nblue wizard e1\nblue wand e1\nblue paladin d2\n"
    "blue rope-2 d2\nblue pickpocket g2\nblue ghost c13\nblue warrior a12\nblue slayer a12\n"
    "yellow thief c2\nyellow key c2\nyellow wizard b13\nyellow red-dragon a13\n"
    "yellow weapons-master c12\nyellow elf-scout f1 wounded\nyellow rope e5\n";

static void demand(bool kept)
{
    if (!kept)
        abort();
}

static void start(void)
{
    static _Alignas(16) char block[1 << 18];
    struct err err = {0};
    size_t length;
    OWN_MEMORY char *text = NULL;

    if (base.room_count)
        return;
    dt_load_shipped(&base);
    dt_load_boxes(&boxes);
    arena_init(&arena, block, sizeof block);
    lexicon_init(&lexicon, dungeon_twister.text->terms, dungeon_twister.text->term_count, &arena);
    text = read_whole("templates/en/dungeon_twister.words", &length);
    demand(lexicon_add(&lexicon, "en", text, length, &err) == RC_OK);
}

static void check_text(const struct order *order)
{
    TEXT_IN(text, array, ORDER_TEXT_BYTES);
    struct order again;

    dungeon_twister.text->write_order(book, NULL, order, ORDER_FULL, &text);
    demand(!text.cut &&
           dungeon_twister.text->read_order(book, order->seat, array, text.length, &again));
    demand(again.kind == order->kind && again.count == order->count &&
           memcmp(again.arg, order->arg, order->count * sizeof *order->arg) == 0);
}

static void read_middle(const char *phase, struct dt_state *state)
{
    char text[sizeof magic + 128];
    struct err err = {0};

    snprintf(text, sizeof text, "%s%s", book->room_count > 8 ? magic : middle, phase);
    demand(dungeon_twister.text->read(book, text, strlen(text), state, &err) == RC_OK);
}

/* What is asked besides Actions. */
#define COMBAT_PHASE "phase combat\nattack warrior wizard\n"
#define PUT_PHASE                                                                                  \
    "phase put-first\nrevealing e2\nblue armor shown\nyellow cleric shown\nyellow sword shown\n"

static void fuzz_order(const char *text, size_t size)
{
    static const char *const phases[] = {"", COMBAT_PHASE, PUT_PHASE};

    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++)
        for (unsigned seat = 0; seat <= 2; seat++) {
            struct order order, canonical, choices[CHOICES_MAX];
            struct verdict verdict = {0};
            struct dt_state state;
            unsigned count;

            read_middle(phases[i], &state);
            if (dungeon_twister.text->read_order(book, seat, text, size, &order)) {
                check_text(&order);
                if (dungeon_twister.rules->apply(book, &state, &order, NULL))
                    demand(!dungeon_twister.rules->invariant(book, &state));
                read_middle(phases[i], &state);
            }
            if (dungeon_twister.text->parse(book, &lexicon, seat, text, size, &order, &verdict) !=
                VERDICT_DONE)
                continue;
            if (dungeon_twister.text->resolve(book, &state, &order, &canonical, choices, &count,
                                              &verdict) == VERDICT_DONE) {
                check_text(&canonical);
                demand(dungeon_twister.rules->apply(book, &state, &canonical, NULL));
                demand(!dungeon_twister.rules->invariant(book, &state));
            }
            for (unsigned c = 0; c < count; c++)
                check_text(&choices[c]);
        }
}

/* Some legal orders of every seat, carried out: the promises hold after each. */
static void check_state(const struct dt_state *state)
{
    struct decision decision[DECISIONS_MAX];

    dungeon_twister.rules->open_decisions(book, state, decision);
    for (unsigned seat = 0; seat <= 2; seat++) {
        unsigned count = dungeon_twister.rules->legal(book, state, seat, list);
        unsigned stride = 1 + count / ORDERS_TRIED;

        for (unsigned i = 0; i < count; i += stride) {
            struct dt_state after = *state;

            check_text(&list[i]);
            demand(dungeon_twister.rules->apply(book, &after, &list[i], NULL));
            demand(!dungeon_twister.rules->invariant(book, &after));
        }
    }
}

static void fuzz_position(const char *bytes, size_t size)
{
    static char array[POSITION_TEXT_BYTES];
    struct dt_state state, again, view;
    struct err err = {0};
    struct text text;

    if (dungeon_twister.text->read(book, bytes, size, &state, &err) != RC_OK) {
        demand(err.text[0] != '\0');
        return;
    }
    text_init(&text, array, sizeof array);
    dungeon_twister.text->write(book, &state, &text);
    demand(!text.cut &&
           dungeon_twister.text->read(book, array, text.length, &again, &err) == RC_OK);
    demand(memcmp(&state, &again, sizeof state) == 0);
    check_state(&state);
    game_view(&dungeon_twister, book, &state, 1, &view);
    demand(!dungeon_twister.rules->invariant(book, &view));
}

/* A canonical line is judged and answers, and gives what the rules allow. */
static void ask_line(const struct dt_state *state, const struct decision *decision,
                     const char *words, size_t length)
{
    struct line_answer answer;
    struct verdict verdict;
    struct standing_line line;

    if (decision->kind != DECISION_ORDER)
        return;
    standing_part(words, length, &line);
    if (!dungeon_twister.standing->is_canonical(book, decision->seat, line.text, line.length))
        return; /* the other side's words */
    dungeon_twister.standing->judge(book, state, decision->seat, line.text, line.length, true,
                                    &verdict);
    standing_ask(&dungeon_twister, book, state, decision, &line, list, &answer);
    demand((answer.says == LINE_ORDERS) == (answer.count > 0));
    for (unsigned k = 0; k < answer.count; k++)
        demand(dungeon_twister.rules->check(book, state, &list[k], NULL) == VERDICT_DONE);
}

static void fuzz_standing(const char *line, size_t size)
{
    static const char *const phases[] = {COMBAT_PHASE, PUT_PHASE};

    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        struct decision decision[DECISIONS_MAX];
        struct verdict verdict = {0};
        struct dt_state state;
        TEXT_IN(text, words, LINE_TEXT_BYTES);
        unsigned count;

        read_middle(phases[i], &state);
        if (dungeon_twister.standing->is_canonical(book, 1, line, size))
            text_put_bytes(&text, line, size);
        else if (standing_write(&dungeon_twister, book, &lexicon, 1, line, size, STANDING_ALWAYS,
                                &text, &verdict) != VERDICT_DONE)
            continue;
        demand(standing_is_canonical(&dungeon_twister, book, 1, words, text.length));
        count = dungeon_twister.rules->open_decisions(book, &state, decision);
        for (unsigned d = 0; d < count; d++)
            ask_line(&state, &decision[d], words, text.length);
    }
}

/* A byte picks among what is legal; the table's numbers come from it, too. */
static void play(const uint8_t *data, size_t size)
{
    struct dt_chance chance = {1 + (size ? data[0] : 0)};
    struct dt_state state;
    struct order order;

    dt_new_game(book, (book->room_count > 8 ? dt_random_boxes : dt_random_options)(&chance),
                &state);
    for (size_t i = 1; i < size; i++) {
        chance.at = (chance.at ^ (uint64_t)data[i] << 8) | 1;
        if (!dt_random_order(book, &state, &chance, &order))
            break;
        if (data[i] == 255)
            order = (struct order){.kind = DT_ORDER_DRAW, .seat = (uint8_t)(1 + i % 2)};
        dungeon_twister.rules->apply(book, &state, &order, NULL);
        demand(!dungeon_twister.rules->invariant(book, &state));
    }
}

static void fuzz_rooms(const char *text, size_t size)
{
    static struct dt_rulebook other;
    struct game_file file[2] = {{"fuzz.rooms", text, size}};
    struct err err = {0};
    bool both = book->room_count > 8;
    enum rc rc;

    if (both) {
        size_t length;
        static char *own;

        if (!own)
            own = read_whole("data/dungeon_twister.rooms", &length);
        file[1] = file[0];
        file[0] = (struct game_file){"own.rooms", own, strlen(own)};
    }
    memset(&other, 0, sizeof other);
    rc = dungeon_twister.rules->load(file, both ? 2 : 1, both ? "boxes-2" : "base-1", &other, &err);
    demand(rc == RC_OK || (err.rc == RC_BAD_INPUT && err.text[0]));
}

/* A scenario that the game takes is written in options that it takes, too, and can be set up. */
static void fuzz_scenario(const char *text, size_t size)
{
    static struct scenario scenario;
    struct game_setup setup = {scenario.options, DT_SIDES}, again;
    char once[OPTIONS_TEXT_BYTES], twice[OPTIONS_TEXT_BYTES];
    struct verdict verdict = {0};
    struct dt_state state;
    struct err err = {0};
    struct text out;

    if (scenario_read("fuzz", text, size, &scenario, &err) != RC_OK) {
        demand(err.rc == RC_BAD_INPUT && err.text[0]);
        return;
    }
    text_init(&out, once, sizeof once);
    if (dungeon_twister.text->write_options(&setup, &out, &verdict) != VERDICT_DONE) {
        demand(verdict.reason && verdict.column <= strlen(scenario.options));
        return;
    }
    demand(!out.cut);
    again = (struct game_setup){once, DT_SIDES};
    text_init(&out, twice, sizeof twice);
    demand(dungeon_twister.text->write_options(&again, &out, &verdict) == VERDICT_DONE);
    demand(strcmp(once, twice) == 0);
    demand(dungeon_twister.rules->setup(&boxes, &again, &state, &verdict) == VERDICT_DONE);
    demand(!dungeon_twister.rules->invariant(&boxes, &state));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data + 1;

    start();
    if (size == 0)
        return 0;
    book = data[0] >= 'A' && data[0] <= 'Z' ? &boxes : &base;
    switch (data[0] | 0x20) {
    case 'o':
        fuzz_order(text, size - 1);
        break;
    case 'p':
        fuzz_position(text, size - 1);
        break;
    case 's':
        fuzz_standing(text, size - 1);
        break;
    case 'r':
        fuzz_rooms(text, size - 1);
        break;
    case 'n':
        fuzz_scenario(text, size - 1);
        break;
    case 'g':
        play(data + 1, size - 1);
        break;
    }
    return 0;
}
