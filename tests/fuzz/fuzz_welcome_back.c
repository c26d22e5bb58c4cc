/* SPDX-License-Identifier: MIT */
/* Any bytes as an order, a standing answer, a position, a table of cards, or as choices in a
 * game of Welcome Back: the first byte says which. Nothing may break a promise. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../games/welcome_back/wb_support.h"
#include "rules/standing.h"
#include "tests/languages.h"

static struct order list[LEGAL_MAX];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GAME_STEPS = 4000 };

static struct wb_rulebook book;
static struct lexicon lexicon;

static void demand(bool kept)
{
    if (!kept)
        abort();
}

static void start(void)
{
    const char *const *languages = test_languages();

    if (book.special_count)
        return;
    wb_load_shipped(&book);
    wb_start_words(&lexicon);
    for (size_t i = 0; languages[i]; i++)
        wb_add_words(&lexicon, languages[i]);
}

static void check_text(const struct order *order)
{
    TEXT_IN(text, array, ORDER_TEXT_BYTES);
    struct order again;

    welcome_back.text->write_order(&book, NULL, order, ORDER_FULL, &text);
    demand(!text.cut &&
           welcome_back.text->read_order(&book, order->seat, array, text.length, &again));
    demand(again.kind == order->kind && again.count == order->count &&
           memcmp(again.arg, order->arg, sizeof again.arg) == 0);
}

static void fuzz_order(const char *text, size_t size)
{
    struct verdict verdict = {0};
    struct order order, canonical, choices[CHOICES_MAX];
    struct wb_state state;
    struct game_setup setup = {"", 3};
    unsigned count;

    if (welcome_back.text->read_order(&book, 1, text, size, &order))
        check_text(&order);
    if (welcome_back.text->parse(&book, &lexicon, 1, text, size, &order, &verdict) != VERDICT_DONE)
        return;
    welcome_back.rules->setup(&book, &setup, &state, NULL);
    if (welcome_back.text->resolve(&book, &state, &order, &canonical, choices, &count, &verdict) ==
        VERDICT_DONE)
        check_text(&canonical);
}

static void check_state(const struct wb_rulebook *rules, const struct wb_state *state)
{

    struct wb_state after;

    demand(welcome_back.rules->invariant(rules, state) == NULL);
    for (unsigned seat = 0; seat <= state->seats; seat++) {
        unsigned count = welcome_back.rules->legal(rules, state, seat, list);

        for (unsigned i = 0; i < count; i++) {
            after = *state;
            demand(welcome_back.rules->apply(rules, &after, &list[i], NULL));
            demand(welcome_back.rules->invariant(rules, &after) == NULL);
        }
    }
}

static void fuzz_position(const char *bytes, size_t size)
{
    TEXT_IN(text, array, POSITION_TEXT_BYTES);
    struct wb_state state, again;
    struct err err = {0};

    if (welcome_back.text->read(&book, bytes, size, &state, &err) != RC_OK)
        return;
    welcome_back.text->write(&book, &state, &text);
    demand(!text.cut && welcome_back.text->read(&book, array, text.length, &again, &err) == RC_OK);
    demand(memcmp(&state, &again, sizeof state) == 0);
    check_state(&book, &state);
}

static void fuzz_standing(const char *line, size_t size)
{
    static const char *const positions[] = {
        "seats 3\nround 1\nphase bid\nhero ninja\nturn 1\ntiles smoke-bomb\npile ? ?\n",
        "seats 3\nround 1\nphase place\nhero ninja\nturn 1\ntiles smoke-bomb\nhand orc\n",
        "seats 2\nround 1\nphase choice\nhero ninja\nraider 1\ntiles smoke-bomb ninjato\n"
        "faced orc\npile ?\nhp 3\n",
        "seats 2\nround 1\nphase cube\nhero ninja\nraider 1\ntiles smoke-bomb ninjato\n"
        "faced cube\npile ?\nhp 3\n",
    };

    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct decision decision[DECISIONS_MAX];
        struct line_answer answer;
        struct verdict verdict = {0};
        TEXT_IN(text, words, LINE_TEXT_BYTES);
        struct wb_state state;

        demand(welcome_back.text->read(&book, positions[i], strlen(positions[i]), &state, NULL) ==
               RC_OK);
        demand(welcome_back.rules->open_decisions(&book, &state, decision) == 1);
        if (welcome_back.standing->is_canonical(&book, 1, line, size)) {
            demand(size < sizeof words);
            text_put_bytes(&text, line, size);
        } else if (standing_write(&welcome_back, &book, &lexicon, 1, line, size, STANDING_ALWAYS,
                                  &text, &verdict) != VERDICT_DONE) {
            continue;
        }
        demand(standing_is_canonical(&welcome_back, &book, 1, words, text.length));
        welcome_back.standing->judge(&book, &state, 1, words, text.length, true, &verdict);
        welcome_back.standing->answer(&book, &state, decision, words, text.length, list, &answer);
        demand((answer.says == LINE_ORDERS) == (answer.count > 0));
        for (unsigned k = 0; k < answer.count; k++) {
            demand(welcome_back.rules->check(&book, &state, &list[k], NULL) == VERDICT_DONE);
            check_text(&list[k]);
        }
    }
}

/* A byte picks among what is legal; the table's numbers come from it, too. */
static void play(const struct wb_rulebook *rules, const uint8_t *data, size_t size)
{
    struct game_setup setup = {"heroes=both", 2 + (size ? data[0] % 3 : 0)};
    struct wb_chance chance = {1};
    struct wb_state state;
    struct order order;
    unsigned steps = 0;

    demand(welcome_back.rules->setup(rules, &setup, &state, NULL) == VERDICT_DONE);
    for (size_t i = 1; i < size; i++, steps++) {
        chance.at ^= (uint64_t)data[i] << 8;
        chance.at |= 1;
        if (!wb_random_order(rules, &state, &chance, &order))
            break;
        if (data[i] == 255) {
            memset(&order, 0, sizeof order);
            order.kind = WB_ORDER_RESIGN;
            order.seat = (uint8_t)(1 + i % state.seats);
        }
        welcome_back.rules->apply(rules, &state, &order, NULL);
        demand(welcome_back.rules->invariant(rules, &state) == NULL && steps < GAME_STEPS);
    }
}

static void fuzz_table(const char *text, size_t size)
{
    static const uint8_t choices[200] = {2, 17, 3, 99, 200, 5, 31};
    static struct wb_rulebook other;
    struct game_file file = {"fuzz.cards", text, size};
    struct err err = {0};

    memset(&other, 0, sizeof other);
    if (welcome_back.rules->load(&file, 1, "1", &other, &err) == RC_OK)
        play(&other, choices, sizeof choices);
    else
        demand(err.rc == RC_BAD_INPUT && err.text[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data + 1;

    start();
    if (size == 0)
        return 0;
    switch (data[0]) {
    case 'o':
        fuzz_order(text, size - 1);
        break;
    case 'p':
        fuzz_position(text, size - 1);
        break;
    case 's':
        fuzz_standing(text, size - 1);
        break;
    case 't':
        fuzz_table(text, size - 1);
        break;
    case 'g':
        play(&book, data + 1, size - 1);
        break;
    }
    return 0;
}
