/* SPDX-License-Identifier: MIT */
/* Orders as players write them: understood, completed, asked about, or refused with a hint. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/own.h"
#include "dt_support.h"
#include "games/dungeon_twister/rule.h"
#include "rules/standing.h"
#include "tests/rows.h"
#include "tests/test.h"

static struct dt_rulebook book;
static struct arena arena;
static struct lexicon lexicon;
static struct order choice[CHOICES_MAX];
static unsigned choices;

/* w1 holds 1D as drawn, w2 is 4D; Blue has five points to spend. */
static const char middle[] = "points 5\n"
                             "room w1 1D/0\n"
                             "room w2 4D/0\n"
                             "room e1 1G/0\n"
                             "blue thief a1\n"
                             "blue warrior b2\n"
                             "blue mekanork c3\n"
                             "blue wall-walker c4\n"
                             "blue sword a3\n"
                             "yellow rope b4\n"
                             "blue cleric e1\n"
                             "blue troll d1 wounded\n"
                             "yellow wizard c2\n"
                             "yellow goblin b5 wounded\n";

static void at(const char *position, struct dt_state *state)
{
    struct err err = {0};

    if (dungeon_twister.text->read(&book, position, strlen(position), state, &err))
        fail_msg("line %u: %s", err.line, err.text);
}

static enum verdict_kind understand(const struct dt_state *state, const char *line,
                                    char text[ORDER_TEXT_BYTES], struct verdict *verdict)
{
    struct order order, canonical;
    enum verdict_kind kind =
        dungeon_twister.text->parse(&book, &lexicon, 1, line, strlen(line), &order, verdict);
    struct text out;

    text_init(&out, text, ORDER_TEXT_BYTES);
    choices = 0;
    if (kind == VERDICT_DONE)
        kind = dungeon_twister.text->resolve(&book, state, &order, &canonical, choice, &choices,
                                             verdict);
    if (kind == VERDICT_DONE)
        dungeon_twister.text->write_order(&book, state, &canonical, ORDER_FULL, &out);
    return kind;
}

TEST(lines_become_canonical_orders)
{
    struct dt_state state;

    at(middle, &state);
    ROWS_EACH(row, "tests/games/dungeon_twister/words.rows", "lines_become_canonical_orders") {
        struct verdict verdict = {0};
        char text[ORDER_TEXT_BYTES];
        enum verdict_kind kind = understand(&state, row.cell[0], text, &verdict);

        if (kind != VERDICT_DONE || strcmp(text, row.cell[1]) != 0)
            fail_msg("%s: got kind %d %s %s %s (%s)", row.cell[0], (int)kind, text,
                     verdict.clause ? verdict.clause : "", verdict.reason ? verdict.reason : "",
                     verdict.word);
    }
}

TEST(what_differs_is_asked)
{
    struct verdict verdict;
    char text[ORDER_TEXT_BYTES];
    struct dt_state state;

    at("points 3\nroom w1 1D/0\nblue thief c1\nblue sword c1\n", &state);
    assert_int_equal(understand(&state, "thief to e2 drop sword", text, &verdict),
                     VERDICT_AMBIGUOUS);
    assert_true(choices >= 2);
    assert_int_equal(understand(&state, "thief to c2", text, &verdict), VERDICT_DONE);
    at("points 3\nroom w1 1D/0\nblue cleric c1\nblue troll b1 wounded\nyellow troll d1 wounded\n",
       &state);
    assert_int_equal(understand(&state, "cleric heals troll", text, &verdict), VERDICT_AMBIGUOUS);
    assert_int_equal(understand(&state, "cleric heals yellow troll", text, &verdict), VERDICT_DONE);
    assert_string_equal(text, "cleric heals yellow troll");
}

TEST(friends_are_met_on_the_way)
{
    struct verdict verdict;
    char text[ORDER_TEXT_BYTES];
    struct dt_state state;

    at("points 3\nroom w1 1D/0\nblue thief c1\nblue sword c1\nblue wizard c2\nblue cleric d1\n"
       "blue rope d1\n",
       &state);
    assert_int_equal(
        understand(&state, "thief gives the sword to the wizard, then goes to d2", text, &verdict),
        VERDICT_DONE);
    assert_string_equal(text, "thief c2 drop sword d2");
    assert_int_equal(understand(&state, "wizard to e1 take rope from cleric", text, &verdict),
                     VERDICT_DONE);
    assert_string_equal(text, "wizard c1 d1 take rope e1");
    assert_int_equal(understand(&state, "wizard to d2 take rope from troll", text, &verdict),
                     VERDICT_ILLEGAL);
}

TEST(what_is_not_understood_is_pointed_at)
{
    struct dt_state state;

    at(middle, &state);
    ROWS_EACH(row, "tests/games/dungeon_twister/words.rows",
              "what_is_not_understood_is_pointed_at") {
        struct verdict verdict = {0};
        char text[ORDER_TEXT_BYTES];

        if (understand(&state, row.cell[0], text, &verdict) != VERDICT_MALFORMED)
            fail_msg("%s is understood: %s", row.cell[0], text);
        if (verdict.column != (unsigned)row_number(&row, 1))
            fail_msg("%s: column %u", row.cell[0], verdict.column);
        assert_string_equal(verdict.suggestion, row.cell[2]);
    }
}

TEST(refusals_name_the_clause)
{
    struct dt_state state;

    at(middle, &state);
    ROWS_EACH(row, "tests/games/dungeon_twister/words.rows", "refusals_name_the_clause") {
        struct verdict verdict = {0};
        char text[ORDER_TEXT_BYTES];

        if (understand(&state, row.cell[0], text, &verdict) != VERDICT_ILLEGAL ||
            strcmp(verdict.clause, row.cell[1]) != 0)
            fail_msg("%s: %s %s %s", row.cell[0], verdict.clause ? verdict.clause : "allowed",
                     verdict.reason ? verdict.reason : text, verdict.word);
    }
}

/* One of a seat's orders, typed as it stands, is that order again. */
static void type_order(const struct dt_rulebook *rulebook, const struct dt_state *state,
                       unsigned seat, const struct order *given)
{
    char written[ORDER_TEXT_BYTES], back[ORDER_TEXT_BYTES];
    struct order parsed, canonical;
    struct verdict verdict = {0};
    struct text out;
    enum verdict_kind kind;

    text_init(&out, written, sizeof written);
    dungeon_twister.text->write_order(rulebook, state, given, ORDER_FULL, &out);
    kind = dungeon_twister.text->parse(rulebook, &lexicon, seat, written, out.length, &parsed,
                                       &verdict);
    if (kind == VERDICT_DONE)
        kind = dungeon_twister.text->resolve(rulebook, state, &parsed, &canonical, choice, &choices,
                                             &verdict);
    if (kind != VERDICT_DONE)
        fail_msg("%s: %s %s", written, verdict.reason ? verdict.reason : "ambiguous", verdict.word);
    text_init(&out, back, sizeof back);
    dungeon_twister.text->write_order(rulebook, state, &canonical, ORDER_FULL, &out);
    assert_string_equal(back, written);
}

static void type_games(const struct dt_rulebook *rulebook,
                       const char *(*options)(struct dt_chance *chance))
{
    static struct order list[LEGAL_MAX];
    static struct dt_state state;
    unsigned asked = 0;

    for (unsigned game = 1; game <= 20; game++) {
        struct dt_chance chance = {game * 77};
        struct order order;

        dt_new_game(rulebook, options(&chance), &state);
        while (state.turn <= 40 && dt_random_order(rulebook, &state, &chance, &order)) {
            unsigned seat = 1 + dt_below(&chance, 2);
            unsigned count = dungeon_twister.rules->legal(rulebook, &state, seat, list);

            if (count) {
                type_order(rulebook, &state, seat, &list[dt_below(&chance, count)]);
                asked++;
            }
            assert_true(dungeon_twister.rules->apply(rulebook, &state, &order, NULL));
        }
    }
    assert_true(asked > 1000);
}

TEST(canonical_orders_are_understood_as_they_stand)
{
    type_games(&book, dt_random_options);
}

TEST(canonical_orders_of_both_boxes_are_understood)
{
    static struct dt_rulebook boxes;

    dt_load_boxes(&boxes);
    type_games(&boxes, dt_random_boxes);
}

/* ---- standing answers ---- */

/* What a line answers to the only open question of a seat: an order, or why none. */
static struct order given[LEGAL_MAX];

/* What a line says to the open question of a seat: an order, a number of orders, "ask", "other", or
 * why it is not understood. */
static const char *answer(const struct dt_state *state, unsigned seat, const char *line)
{
    static char text[ORDER_TEXT_BYTES], words[LINE_TEXT_BYTES], here[LINE_TEXT_BYTES];
    struct decision decision[DECISIONS_MAX];
    unsigned count = dungeon_twister.rules->open_decisions(&book, state, decision);
    struct verdict verdict = {0};
    struct standing_line part;
    struct line_answer said;
    struct dt_state view;
    struct text out;

    text_init(&out, words, sizeof words);
    if (standing_write(&dungeon_twister, &book, &lexicon, seat, line, strlen(line), STANDING_ALWAYS,
                       &out, &verdict) != VERDICT_DONE)
        return verdict.reason;
    if (!standing_is_canonical(&dungeon_twister, &book, seat, words, out.length))
        fail_msg("'%s' is no canonical line", words);
    standing_part(words, out.length, &part);
    game_view(&dungeon_twister, &book, state, seat, &view);
    text_init(&out, here, sizeof here);
    if (dungeon_twister.standing->settle(&book, &view, seat, part.text, part.length, &out))
        standing_part(here, out.length, &part);
    text_init(&out, text, sizeof text);
    for (unsigned i = 0; i < count; i++) {
        if (decision[i].seat != seat)
            continue;
        standing_ask(&dungeon_twister, &book, &view, &decision[i], &part, given, &said);
        if (said.says != LINE_ORDERS)
            return said.says == LINE_ASKS ? "ask" : "other";
        for (unsigned k = 0; k < said.count; k++)
            assert_int_equal(dungeon_twister.rules->check(&book, state, &given[k], NULL),
                             VERDICT_DONE);
        if (said.count > 1)
            text_put_int(&out, (int)said.count);
        else
            dungeon_twister.text->write_order(&book, state, &given[0], ORDER_FULL, &out);
        return text;
    }
    return "not asked";
}

TEST(standing_answers_play_combat_cards)
{
    struct dt_state state;

    at("points 3\nroom w1 1D/0\nblue warrior c2\nyellow troll c3\nyellow goblin c4 wounded\n"
       "yellow wizard e1\n",
       &state);
    assert_true(dt_give(&book, &state, 1, "warrior attacks troll"));
    ROWS_EACH(row, "tests/games/dungeon_twister/words.rows", "standing_answers_play_combat_cards") {
        const char *got = answer(&state, (unsigned)row_number(&row, 0), row.cell[1]);

        if (strcmp(got, row.cell[2]) != 0)
            fail_msg("%s: %s", row.cell[1], got);
    }
}

TEST(standing_answers_place_objects)
{
    struct dt_state state;

    at("phase put-second\nroom w2 4D/0\nrevealing w2\nplacer yellow\nblue sword shown\n"
       "blue rope shown\n",
       &state);
    assert_string_equal(answer(&state, 2, "put sword c8"), "put blue sword c8");
    assert_string_equal(answer(&state, 2, "put enemy rope c8"), "put blue rope c8");
    assert_string_equal(answer(&state, 2, "put sword c4"), "other");
    assert_string_equal(answer(&state, 2, "put armor c8"), "other");
    assert_true(strtoul(answer(&state, 2, "put any"), NULL, 10) > 2);
    assert_true(strtoul(answer(&state, 2, "the rest at random"), NULL, 10) > 2);
    assert_true(strtoul(answer(&state, 2, "you choose"), NULL, 10) > 2);
    assert_true(strtoul(answer(&state, 2, "put armor c8, else put the rest by lot"), NULL, 10) > 2);
    assert_string_equal(answer(&state, 2, "leave it to the opponent"), "leave");
    assert_string_equal(answer(&state, 2, "if w2 is revealed: put sword c8, else leave"),
                        "put blue sword c8");
    assert_string_equal(answer(&state, 2, "if w3 is revealed: put sword c8, else leave"), "leave");
    assert_string_equal(answer(&state, 2, "combat 3"), "other");
}

TEST(standing_lines_lay_tokens)
{
    struct dt_chance chance = {7};
    struct dt_state state;

    dt_new_game(&book, "", &state);
    while (state.phase != DT_PHASE_PLACE) {
        struct order order;

        if (state.phase == DT_PHASE_TEAMS) {
            assert_true(
                dt_give(&book, &state, state.answered ? 2 : 1, "team cleric goblin troll thief"));
        } else {
            assert_true(dt_random_order(&book, &state, &chance, &order));
            dungeon_twister.rules->apply(&book, &state, &order, NULL);
        }
    }
    ROWS_EACH(row, "tests/games/dungeon_twister/words.rows", "standing_lines_lay_tokens") {
        const char *got = answer(&state, state.placer + 1u, row.cell[0]);

        if (strcmp(got, row.cell[1]) != 0)
            fail_msg("%s: %s", row.cell[0], got);
    }
}

TEST(standing_lines_are_steps_of_a_turn)
{
    struct dt_state state;

    at("points 3\nroom w1 1D/0\nblue warrior c2\n", &state);
    ROWS_EACH(row, "tests/games/dungeon_twister/words.rows", "standing_lines_are_steps_of_a_turn") {
        const char *got = answer(&state, 1, row.cell[0]);

        if (strcmp(got, row.cell[1]) != 0)
            fail_msg("%s: %s", row.cell[0], got);
    }
}

TEST(a_standing_card_that_is_gone_is_void)
{
    static const char line[] = "if attacked: combat 6";
    struct verdict verdict;
    struct dt_state state;

    at("combat yellow 0 1\n", &state);
    assert_int_equal(
        dungeon_twister.standing->judge(&book, &state, 2, line, strlen(line), true, &verdict),
        VERDICT_ILLEGAL);
    assert_string_equal(verdict.clause, "DT-CARD-07");
    assert_int_equal(
        dungeon_twister.standing->judge(&book, &state, 1, line, strlen(line), true, &verdict),
        VERDICT_DONE);
}

/* "And whatever you like", behind a pair of rooms that is picked, lays no tokens. */
TEST(what_is_still_to_be_chosen_is_not_laid_yet)
{
    static const enum dt_phase phases[] = {DT_PHASE_FORCES, DT_PHASE_PICK, DT_PHASE_TEAMS};
    static const char line[] = "place any w1 w2";
    struct verdict verdict;
    struct dt_state state;

    at("", &state);
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        state.phase = (uint8_t)phases[i];
        assert_int_equal(
            dungeon_twister.standing->judge(&book, &state, 1, line, strlen(line), true, &verdict),
            phases[i] == DT_PHASE_TEAMS ? VERDICT_DONE : VERDICT_ILLEGAL);
    }
}

TEST(english_has_a_name_for_every_term)
{
    assert_null(lexicon_missing(&lexicon));
}

/* Keys of all sentences that the game asks for. */
TEST(english_has_a_sentence_for_every_reason)
{
    static const char *const of_lines[] = {
        "word-unknown",    "word-not-here",  "line-empty",       "line-too-long",
        "order-unknown",   "square-wanted",  "slot-wanted",      "character-wanted",
        "token-wanted",    "number-wanted",  "direction-wanted", "condition-wanted",
        "illusion-wanted", "line-exact",     "deed-wanted",      "standing.placed",
        "standing.long",   "standing.early", "standing.never",   "team-wanted",
    };
    size_t length;
    OWN_MEMORY char *text = read_whole("templates/en/dungeon_twister.sentences", &length);

    for (unsigned i = 1;
         i < (unsigned)DT_RULES + (unsigned)DT_EVENTS + sizeof of_lines / sizeof *of_lines; i++) {
        struct verdict verdict = {0};
        const char *key;
        char line[80];

        if (i < DT_RULES) {
            dt_verdict(&verdict, (enum dt_rule)i);
            key = verdict.reason;
            assert_true(strncmp(verdict.clause, "DT-", 3) == 0 ||
                        strncmp(verdict.clause, "PD-", 3) == 0);
        } else if (i < (unsigned)DT_RULES + (unsigned)DT_EVENTS) {
            key = dt_events[i - DT_RULES];
        } else {
            key = of_lines[i - DT_RULES - DT_EVENTS];
        }
        snprintf(line, sizeof line, "\n%s = ", key);
        if (!strstr(text, line))
            fail_msg("no sentence for %s", key);
    }
}

static int load(void **test)
{
    (void)test;
    static _Alignas(16) char block[1 << 18];
    struct err err = {0};
    size_t length;
    char *text = read_whole("templates/en/dungeon_twister.words", &length);
    enum rc rc;

    arena_init(&arena, block, sizeof block);
    lexicon_init(&lexicon, dungeon_twister.text->terms, dungeon_twister.text->term_count, &arena);
    rc = lexicon_add(&lexicon, "en", text, length, &err);
    free(text);
    if (rc)
        print_error("line %u: %s\n", err.line, err.text);
    return (int)rc;
}

int main(void)
{
    dt_load_shipped(&book);
    return tests_run(__FILE__, load, NULL);
}
