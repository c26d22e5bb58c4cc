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
    static const struct {
        const char *line, *canonical;
    } rows[] = {
        {"thief a2 a3 a4", "thief a2 a3 a4"},
        {"Thief moves to a4", "thief a2 a3 a4"},
        {"move thief to a4", "thief a2 a3 a4"},
        {"th a4", "thief a2 a3 a4"},
        {"thief north, north", "thief a2 a3"},
        {"thief to a3 take sword", "thief a2 a3"},
        {"my thief goes to a4 and takes the sword", "thief a2 a3 take sword a4"},
        {"thief a2 a3 take sword a4", "thief a2 a3 take sword a4"},
        {"thief a2 a3 pick up a4", "thief a2 a3 take sword a4"},
        {"warrior attacks wizard", "warrior attacks wizard"},
        {"attack the wizard with warrior", "warrior attacks wizard"},
        {"cleric heals troll", "cleric heals blue troll"},
        {"heal troll", "cleric heals blue troll"},
        {"troll regenerates", "troll regenerates"},
        {"mekanork rotates w1 ccw", "mekanork rotates w1 ccw"},
        {"turn e1 clockwise", "mekanork rotates e1 cw"},
        {"wall-walker walks through the wall to c5", "wall-walker steps c5"},
        {"wall-walker steps north", "wall-walker steps c5"},
        {"thief goes through a2 to a4", "thief a2 a3 a4"},
        {"thief a2 a3 take sword a4 leave sword a5", "thief a2 a3 take sword a4 drop sword a5"},
        {"end", "end"},
        {"END TURN", "end"},
        {"resign", "resign"},
        {"offer a draw", "draw"},
    };
    struct dt_state state;

    at(middle, &state);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct verdict verdict = {0};
        char text[ORDER_TEXT_BYTES];
        enum verdict_kind kind = understand(&state, rows[i].line, text, &verdict);

        if (kind != VERDICT_DONE || strcmp(text, rows[i].canonical) != 0)
            fail_msg("%s: got kind %d %s %s %s (%s)", rows[i].line, (int)kind, text,
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
    static const struct {
        const char *line;
        unsigned column;
        const char *suggestion;
    } rows[] = {
        {"theif to d5", 1, "thief"}, {"thief attacks wizzard", 15, "wizard"},
        {"thief to", 9, ""},         {"", 1, ""},
        {"reveal", 7, ""},           {"card", 5, ""},
        {"end end", 5, ""},          {"place rope z9", 12, ""},
        {"thief from card", 7, ""},  {"thief to a2 from", 13, ""},
    };
    struct dt_state state;

    at(middle, &state);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct verdict verdict = {0};
        char text[ORDER_TEXT_BYTES];

        if (understand(&state, rows[i].line, text, &verdict) != VERDICT_MALFORMED)
            fail_msg("%s is understood: %s", rows[i].line, text);
        if (verdict.column != rows[i].column)
            fail_msg("%s: column %u", rows[i].line, verdict.column);
        assert_string_equal(verdict.suggestion, rows[i].suggestion);
    }
}

TEST(refusals_name_the_clause)
{
    static const struct {
        const char *line, *clause;
    } rows[] = {
        {"thief to a9", "DT-MOVE-01"},
        {"thief to a1", "DT-MOVE-02"},
        {"thief a1", "DT-MOVE-02"},
        {"thief goes from a1 to a1", "DT-MOVE-02"},
        {"thief to j20", "DT-MOVE-09"},
        {"warrior to e5", "DT-PIT-02"},
        {"mekanork b3 b2", "DT-MOVE-03"},
        {"troll b1", "DT-WOUND-01"},
        {"wizard to c4", "DT-TURN-05"},
        {"warrior c2", "DT-MOVE-04"},
        {"warrior attacks cleric", "DT-COMBAT-01"},
        {"thief takes rope to a2", "DT-MOVE-11"},
        {"card 3", "DT-CARD-02"},
        {"combat 3", "DT-SETUP-04"},
        {"thief drinks potion", "DT-OBJ-POTION-01"},
        {"thief to a2 from potion", "DT-OBJ-POTION-02"},
    };
    struct dt_state state;

    at(middle, &state);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct verdict verdict = {0};
        char text[ORDER_TEXT_BYTES];

        if (understand(&state, rows[i].line, text, &verdict) != VERDICT_ILLEGAL ||
            strcmp(verdict.clause, rows[i].clause) != 0)
            fail_msg("%s: %s %s %s", rows[i].line, verdict.clause ? verdict.clause : "allowed",
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
    static char text[ORDER_TEXT_BYTES], words[LINE_TEXT_BYTES];
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
    static const struct {
        unsigned seat;
        const char *line, *answer;
    } rows[] = {
        {2, "if attacked with or near my troll: combat 3, else 0", "combat 3"},
        {2, "if attacked with my goblin play 3, else 0", "combat 0"},
        {2, "if attacked near goblin: combat 3", "combat 3"},
        {2, "if attacked near wizard: combat 3", "other"},
        {2, "if attacked by the warrior: 5", "combat 5"},
        {2, "if attacked by the thief or by the warrior: 5", "combat 5"},
        {2, "if attacked by thief: 5, else ask", "ask"},
        {2, "if attacking with troll: 5", "other"},
        {2, "combat 2", "combat 2"},
        {2, "put sword c8", "other"},
        {2, "leave", "other"},
        {1, "if attacking with warrior: combat 6", "combat 6"},
        {1, "if attacked: combat 6", "other"},
        {2, "if attacked and ahead by 1: combat 0, else 1", "combat 0"},
        {2, "if attacked and ahead by 9: combat 0, else 1", "combat 1"},
        {1, "if attacking and behind by 1: combat 5", "combat 5"},
        {2, "if his 6 is gone: combat 4, else 5", "combat 5"},
        {2, "if goblin on c4: combat 4", "combat 4"},
        {2, "if blue goblin on c4: combat 4, else ask", "ask"},
        {2, "if attacked: combat 9, else 6", "combat 6"},
        {2, "card 3", "other"},
        {2, "if he attacks my troll: combat 3, else 0", "combat 3"},
        {2, "if they attack my goblin play 3, else 0", "combat 0"},
        {2, "if Blue attacks my troll i play the 6", "combat 6"},
        {2, "if somebody attacks me, play a 2", "combat 2"},
        {2, "if Blue attacks, combat 3", "combat 3"},
        {1, "if Blue attacks, combat 3", "condition-wanted"},
        {1, "if attcked: combat 6", "word-unknown"},
        {1, "if attacked with: combat 6", "character-wanted"},
    };
    struct dt_state state;

    at("points 3\nroom w1 1D/0\nblue warrior c2\nyellow troll c3\nyellow goblin c4 wounded\n"
       "yellow wizard e1\n",
       &state);
    assert_true(dt_give(&book, &state, 1, "warrior attacks troll"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *got = answer(&state, rows[i].seat, rows[i].line);

        if (strcmp(got, rows[i].answer) != 0)
            fail_msg("%s: %s", rows[i].line, got);
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
    assert_true(strtoul(answer(&state, 2, "put armor c8, else put the rest by lot"), NULL, 10) > 2);
    assert_string_equal(answer(&state, 2, "leave it to the opponent"), "leave");
    assert_string_equal(answer(&state, 2, "if w2 is revealed: put sword c8, else leave"),
                        "put blue sword c8");
    assert_string_equal(answer(&state, 2, "if w3 is revealed: put sword c8, else leave"), "leave");
    assert_string_equal(answer(&state, 2, "combat 3"), "other");
}

TEST(standing_lines_lay_tokens)
{
    static const struct {
        const char *line, *answer;
    } rows[] = {
        {"place treasure w1", "place treasure w1"},
        {"treasure w1, else e3", "place treasure w1"},
        {"place treasure e3", "place treasure e3"},
        {"place treasure w1 or w2 or w3", "3"},
        {"troll anywhere but w2", "other"}, /* he is in the team */
        {"place sword anywhere but w2", "7"},
        {"the rest by lot", "80"},
        {"combat 3", "other"},
        {"team cleric goblin thief wizard", "other"},
    };
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
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *got = answer(&state, state.placer + 1u, rows[i].line);

        if (strcmp(got, rows[i].answer) != 0)
            fail_msg("%s: %s", rows[i].line, got);
    }
}

TEST(standing_lines_are_steps_of_a_turn)
{
    static const struct {
        const char *line, *answer;
    } rows[] = {
        {"warrior to c4", "warrior c3 c4"},
        {"if goblin on c7: warrior to c4, else ask", "ask"},
        {"if warrior on c2: warrior c3", "warrior c3"},
        {"if action points 0: end", "other"},
        {"end", "end"},
        {"warrior north", "line-exact"},
        {"resign", "line-exact"},
        {"if blue warrior on c2", "deed-wanted"},
    };
    struct dt_state state;

    at("points 3\nroom w1 1D/0\nblue warrior c2\n", &state);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *got = answer(&state, 1, rows[i].line);

        if (strcmp(got, rows[i].answer) != 0)
            fail_msg("%s: %s", rows[i].line, got);
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
        "standing.long",   "standing.early", "team-wanted",
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
