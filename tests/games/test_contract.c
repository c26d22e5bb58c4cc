/* SPDX-License-Identifier: MIT */
/* What rules/game.h promises of every game of the list: played by chance through all its slots. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "rules/standing.h"
#include "tests/games/every.h"
#include "tests/languages.h"
#include "tests/test.h"

enum { GAMES_EACH = 6, ORDERS_MAX = 1500, CLOSE_LOOKS = 60, CHANGES = 40 };

static const struct game *game;
static void *rulebook;
static const struct lexicon *lexicon;
static uint64_t chance;
static struct order list[LEGAL_MAX], seen[LEGAL_MAX];
static _Alignas(16) unsigned char state[GAME_STATE_MAX], view[GAME_STATE_MAX],
    spare[GAME_STATE_MAX], after[GAME_STATE_MAX];
static char text_of[POSITION_TEXT_BYTES], text_again[POSITION_TEXT_BYTES];

static unsigned below(unsigned bound)
{
    chance ^= chance >> 12;
    chance ^= chance << 25;
    chance ^= chance >> 27;
    return (unsigned)((chance * UINT64_C(0x2545F4914F6CDD1D)) >> 33) % bound;
}

static const char *order_text(const struct order *order)
{
    static char array[ORDER_TEXT_BYTES];
    struct text out;

    text_init(&out, array, sizeof array);
    game->text->write_order(rulebook, NULL, order, ORDER_FULL, &out);
    assert_false(out.cut);
    return array;
}

static bool same_order(const struct order *a, const struct order *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->count == b->count &&
           memcmp(a->arg, b->arg, a->count * sizeof a->arg[0]) == 0;
}

static void a_position_survives_being_written_and_read(void)
{
    struct err err = {0};
    struct text out;

    text_init(&out, text_of, sizeof text_of);
    game->text->write(rulebook, state, &out);
    assert_false(out.cut);
    memset(spare, 0, game->state_bytes);
    if (game->text->read(rulebook, text_of, out.length, spare, &err) != RC_OK)
        fail_msg("%s refuses its own position: %s\n%s", game->name, err.text, text_of);
    if (memcmp(spare, state, game->state_bytes) != 0)
        fail_msg("%s reads its own position as another one:\n%s", game->name, text_of);
    text_init(&out, text_again, sizeof text_again);
    game->text->write(rulebook, spare, &out);
    assert_string_equal(text_of, text_again);
}

/* Its canonical text is read back, and understood as a player's line. */
static void an_order_survives_its_own_words(const struct order *order)
{
    struct order read = {0}, whole = {0}, choices[CHOICES_MAX];
    const char *text = order_text(order);
    struct verdict verdict = {0};
    unsigned count = 0;

    assert_true(order->kind < game->text->kind_count);
    if (!game->text->read_order(rulebook, order->seat, text, strlen(text), &read) ||
        !same_order(order, &read))
        fail_msg("%s does not read its own order \"%s\"", game->name, text);
    if (order->seat == SEAT_TABLE || game->text->kinds[order->kind].flags & ORDER_BY_TABLE)
        return;
    if (game->text->parse(rulebook, lexicon, order->seat, text, strlen(text), &read, &verdict) !=
        VERDICT_DONE)
        fail_msg("%s does not understand its own \"%s\": %s", game->name, text, verdict.reason);
    if (game->text->resolve(rulebook, state, &read, &whole, choices, &count, &verdict) !=
        VERDICT_DONE)
        fail_msg("%s refuses its own \"%s\": %s", game->name, text,
                 verdict.reason ? verdict.reason : "ambiguous");
    if (!same_order(order, &whole)) {
        print_error("%s understands \"%s\" as ", game->name, text);
        fail_msg("\"%s\"", order_text(&whole));
    }
}

/* A refused order changes nothing; one that is allowed tells no more than fits and keeps the
 * promises. */
static void carry_out(const struct order *order)
{
    static struct event_list events;
    const char *clause;

    memcpy(after, state, game->state_bytes);
    events = (struct event_list){0};
    if (game->rules->check(rulebook, state, order, NULL) != VERDICT_DONE) {
        assert_false(game->rules->apply(rulebook, after, order, &events));
        assert_memory_equal(after, state, game->state_bytes);
        return;
    }
    assert_true(game->rules->apply(rulebook, after, order, &events));
    assert_int_equal(events.lost, 0);
    for (unsigned i = 0; i < events.count; i++)
        assert_true(events.at[i].kind < game->text->event_count);
    clause = game->rules->invariant(rulebook, after);
    if (clause)
        fail_msg("%s breaks %s with \"%s\"", game->name, clause, order_text(order));
}

/* What check allows and legal does not list must come to the same as something listed. */
static void the_list_is_complete(unsigned count, const struct order *order)
{
    if (game->text->kinds[order->kind].flags & (ORDER_ALWAYS | ORDER_BY_TABLE) ||
        game->rules->check(rulebook, state, order, NULL) != VERDICT_DONE)
        return;
    memcpy(spare, state, game->state_bytes);
    assert_true(game->rules->apply(rulebook, spare, order, NULL));
    for (unsigned i = 0; i < count; i++) {
        memcpy(after, state, game->state_bytes);
        assert_true(game->rules->apply(rulebook, after, &list[i], NULL));
        if (memcmp(after, spare, game->state_bytes) == 0)
            return;
    }
    fail_msg("%s allows \"%s\" and does not list it", game->name, order_text(order));
}

static void a_view_shows_what_its_seat_may_do(unsigned seat, unsigned count)
{
    unsigned again;

    game_view(game, rulebook, state, seat, view);
    game_view(game, rulebook, view, seat, spare);
    assert_memory_equal(view, spare, game->state_bytes);
    again = game->rules->legal(rulebook, view, seat, seen);
    assert_int_equal(again, count);
    for (unsigned i = 0; i < count; i++)
        assert_true(same_order(&list[i], &seen[i]));
}

/* ---- standing lines ---- */

/* Lines as players write them, of every game that knows them; what is no line of a game, or of no
 * use now, says nothing. */
static const char *const lines[] = {
    "if attacked with or near my troll: combat 3, else 0",
    "if attacked by the warrior: combat 5, else ask",
    "if attacking and ahead by 1: combat 1, else 4, else 3",
    "if attacked and behind by 2: 6, else 0",
    "if his 6 is gone: combat 5",
    "combat 2",
    "leave",
    "put rope c4, else leave",
    "treasure w1, else e3",
    "place goblin anywhere but w2",
    "the rest by lot",
    "el resto al azar",
    "tesoro w1, si no e3",
    "spada ovunque tranne w2",
    "gli altri a sorte",
    "si soy atacado y con ventaja de 2: 1, si no 3",
    "se sono attaccato e in svantaggio di 1: 5, altrimenti 0",
    "team cleric goblin thief wizard",
    "card 3, else 4, else 5, else 2",
    "goblin to c4",
    "if yellow thief on c5: end",
    "if action points 1: end",
    "draw if pile under 3, else pass",
    "pass if pile at least 2",
    "add if strength at least 4, else aside torch, ninjato, fancy hat",
    "aside torch, ninjato, holy grail if dragon or orc, else add",
    "use smoke bomb if strength 5 to 9 and hp under 9, else decline",
    "decline if deadly",
    "discard torch, herbs, hat, else ask",
    "name golem",
    "pick 2",
    "robar si mazo 3+, si no pasar",
    "pescare se pila sotto 4, altrimenti passo",
    "else ask",
    "else decline",
};

static char canonical[sizeof lines / sizeof *lines][LINE_TEXT_BYTES];
static size_t canonical_length[sizeof lines / sizeof *lines];

/* The lines of this game, for a seat; those of others are left empty. */
static void write_lines(unsigned seat)
{
    unsigned written = 0;

    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct verdict verdict;
        struct text out;

        text_init(&out, canonical[i], sizeof canonical[i]);
        if (standing_write(game, rulebook, lexicon, seat, lines[i], strlen(lines[i]),
                           STANDING_ALWAYS, &out, &verdict) != VERDICT_DONE)
            text_init(&out, canonical[i], sizeof canonical[i]);
        else if (!standing_is_canonical(game, rulebook, seat, out.at, out.length))
            fail_msg("%s does not read its own line \"%s\"", game->name, out.at);
        else
            written++;
        canonical_length[i] = out.length;
    }
    assert_true(written > 8);
}

/* Noise, and canonical lines with a slip in them, are refused or read as themselves. */
static void slips_are_read_safely(unsigned i)
{
    char slip[LINE_TEXT_BYTES];
    size_t length = canonical_length[i];

    memcpy(slip, canonical[i], length);
    slip[below((unsigned)length)] = (char)(' ' + (int)below(95));
    if (below(3) == 0)
        length -= below((unsigned)length);
    standing_is_canonical(game, rulebook, 1, slip, length);
}

static void a_line_gives_what_the_rules_allow(const struct standing_line *line,
                                              const struct decision *decision)
{
    static struct order given[LEGAL_MAX];
    struct line_answer answer, again;

    game_view(game, rulebook, state, decision->seat, view);
    standing_ask(game, rulebook, view, decision, line, seen, &answer);
    assert_true((answer.says == LINE_ORDERS) == (answer.count > 0));
    for (unsigned k = 0; k < answer.count; k++) {
        assert_int_equal(seen[k].seat, decision->seat);
        if (game->rules->check(rulebook, state, &seen[k], NULL) != VERDICT_DONE)
            fail_msg("%s: \"%.*s\" orders \"%s\"", game->name, (int)line->length, line->text,
                     order_text(&seen[k]));
    }
    /* what the seat may not know changes nothing: the view answers as the state would */
    standing_ask(game, rulebook, state, decision, line, given, &again);
    assert_int_equal(answer.says, again.says);
    assert_int_equal(answer.otherwise, again.otherwise);
    assert_int_equal(answer.count, again.count);
    for (unsigned k = 0; k < answer.count; k++)
        assert_true(same_order(&seen[k], &given[k]));
}

/* What the record says of a line that gave an order is enough to come to it again. */
static void a_line_proves_its_order(const struct standing_line *line,
                                    const struct decision *decision)
{
    static struct order scratch[LEGAL_MAX];
    struct standing_choice choice;
    struct order order;
    unsigned count = 0, at = 0, chosen;

    standing_decide(game, rulebook, view, decision, line, 1, seen, &choice);
    if (choice.result == STANDING_IS_ASKED || choice.count == 0)
        return;
    chosen = below(choice.count);
    order = seen[chosen];
    assert_true(standing_gives(game, rulebook, view, decision, line, &order, choice.otherwise,
                               choice.count > 1, scratch, &count, &at));
    if (choice.count > 1) {
        assert_int_equal(count, choice.count);
        assert_int_equal(at, chosen);
    }
    assert_false(standing_gives(game, rulebook, view, decision, line, &order, !choice.otherwise,
                                choice.count > 1, scratch, &count, &at));
    assert_false(standing_gives(game, rulebook, view, decision, line, &order, choice.otherwise,
                                choice.count <= 1, scratch, &count, &at));
    order.kind++;
    assert_false(standing_gives(game, rulebook, view, decision, line, &order, choice.otherwise,
                                choice.count > 1, scratch, &count, &at));
}

static void lines_answer_by_the_view_alone(const struct decision *decision)
{
    if (!game->standing)
        return;
    write_lines(decision->seat);
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct standing_line line;
        struct verdict verdict;

        if (!canonical_length[i])
            continue;
        standing_part(canonical[i], canonical_length[i], &line);
        a_line_gives_what_the_rules_allow(&line, decision);
        a_line_proves_its_order(&line, decision);
        game->standing->judge(rulebook, view, decision->seat, line.text, line.length, true,
                              &verdict);
        slips_are_read_safely(i);
    }
}

static void look_closely(unsigned seat, unsigned count)
{
    a_view_shows_what_its_seat_may_do(seat, count);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(game->rules->check(rulebook, state, &list[i], NULL), VERDICT_DONE);
        an_order_survives_its_own_words(&list[i]);
    }
    for (unsigned i = 0; count && i < CHANGES; i++) {
        struct order order = list[below(count)];

        if (order.count)
            order.arg[below(order.count)] = (int16_t)below(140);
        if (below(4) == 0)
            order.seat = (uint8_t)(1 + below(game->seats_max));
        carry_out(&order);
        if (order.seat == seat)
            the_list_is_complete(count, &order);
    }
}

/* Orders that may be given at any time are in no list: give each once, and take it back. */
static void what_may_always_be_done_keeps_the_promises(void)
{
    static _Alignas(16) unsigned char kept[GAME_STATE_MAX];
    struct order order = {.seat = 1};

    memcpy(kept, state, game->state_bytes);
    for (; order.kind < game->text->kind_count; order.kind++) {
        if (!(game->text->kinds[order.kind].flags & ORDER_ALWAYS) ||
            game->rules->check(rulebook, state, &order, NULL) != VERDICT_DONE)
            continue;
        an_order_survives_its_own_words(&order);
        carry_out(&order);
        memcpy(state, after, game->state_bytes);
        a_position_survives_being_written_and_read();
        memcpy(state, kept, game->state_bytes);
    }
}

/* Choose an order for an open question. */
static struct order choose(const struct decision *decision, bool closely)
{
    uint16_t number[DRAW_NUMBERS_MAX];
    struct order order = {0};
    unsigned count;

    if (decision->kind == DECISION_DRAW) {
        for (unsigned i = 0; i < decision->bound_count; i++)
            number[i] = (uint16_t)below(decision->bound[i]);
        game->rules->draw_order(rulebook, state, decision, number, &order);
        return order;
    }
    count = game->rules->legal(rulebook, state,
                               decision->kind == DECISION_OPEN ? SEAT_TABLE : decision->seat, list);
    if (count == 0 || count >= LEGAL_MAX)
        fail_msg("%s asks seat %u and lists %u orders", game->name, decision->seat, count);
    if (closely && decision->kind == DECISION_ORDER) {
        look_closely(decision->seat, count);
        lines_answer_by_the_view_alone(decision);
    }
    order = list[below(count)];
    for (unsigned i = 0; i < 4; i++) /* kinds with few orders have their turn, too */
        if (below(2) && list[below(count)].kind != order.kind)
            order = list[below(count)];
    return order;
}

static void play(unsigned seed)
{
    struct decision decision[DECISIONS_MAX];
    struct game_setup setup = {"",
                               game->seats_min + seed % (game->seats_max - game->seats_min + 1)};
    struct outcome outcome;
    struct verdict verdict;
    unsigned orders = 0, count;

    chance = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
    memset(state, 0, sizeof state);
    assert_int_equal(game->rules->setup(rulebook, &setup, state, &verdict), VERDICT_DONE);
    while ((count = game->rules->open_decisions(rulebook, state, decision)) != 0 &&
           orders++ < ORDERS_MAX) {
        bool closely = below(ORDERS_MAX) < CLOSE_LOOKS || orders < CLOSE_LOOKS / 2;
        const struct decision *asked = &decision[below(count)];
        struct order order;

        for (unsigned i = 0; i < count; i++) {
            assert_true(decision[i].kind < DECISION_KIND_COUNT);
            assert_true(decision[i].topic < game->text->topic_count);
            if (decision[i].kind == DECISION_DRAW) /* the table first */
                asked = &decision[i];
        }
        if (closely) {
            a_position_survives_being_written_and_read();
            what_may_always_be_done_keeps_the_promises();
        }
        order = choose(asked, closely);
        if (game->rules->check(rulebook, state, &order, &verdict) != VERDICT_DONE)
            fail_msg("%s: \"%s\" is refused: %s", game->name, order_text(&order), verdict.reason);
        carry_out(&order);
        memcpy(state, after, game->state_bytes);
    }
    a_position_survives_being_written_and_read();
    game->rules->outcome(rulebook, state, &outcome);
    assert_int_equal(outcome.over == GAME_GOES_ON, count != 0);
    for (unsigned seat = 1; count == 0 && seat <= setup.seats; seat++)
        assert_int_equal(game->rules->legal(rulebook, state, seat, list), 0);
}

static void the_scene_holds_all_that_is_drawn(void)
{
    static struct scene scene;

    if (!game->show)
        return;
    for (unsigned seat = 0; seat <= game->seats_max; seat++) {
        unsigned reader = seat ? seat : SEAT_PUBLIC;

        game_view(game, rulebook, state, reader, view);
        game_scene(game, rulebook, view, reader, NULL, 0, &scene);
        assert_int_equal(scene.lost, 0);
    }
}

/* The examples that letters give are lines that would be taken. */
static void the_examples_are_lines(void)
{
    const char *const *languages = test_languages();
    unsigned found = 0;

    for (size_t l = 0; game->standing && languages[l]; l++) {
        char path[EVERY_PATH_BYTES], name[EVERY_PATH_BYTES], row[1024];
        const struct lexicon *words_of_one;
        FILE *file;

        snprintf(name, sizeof name, "templates/%s/%s.sentences", languages[l], game->name);
        file = fopen(every_path(game->name, name, path), "r");
        assert_non_null(file);
        words_of_one = every_words(game, languages[l]);
        while (fgets(row, sizeof row, file)) {
            char *part = strstr(row, " = ");

            if ((!text_starts_with(row, "standing.example-") &&
                 !text_starts_with(row, "standing.ready-") &&
                 !text_starts_with(row, "standing.setup-")) ||
                !part)
                continue;
            for (part = strtok(part + 3, ";\n"); part; part = strtok(NULL, ";\n"), found++) {
                TEXT_IN(out, words, LINE_TEXT_BYTES);
                struct verdict verdict;

                if (standing_write(game, rulebook, words_of_one, 1, part, strlen(part),
                                   STANDING_ALWAYS, &out, &verdict) != VERDICT_DONE)
                    fail_msg("%s: \"%s\" is no line: %s", path, part, verdict.reason);
            }
        }
        fclose(file);
    }
    assert_true(!game->standing || found >= 9);
}

/* Noise is refused or understood, and never breaks anything. */
static void noise_is_read_safely(void)
{
    struct order order;
    struct verdict verdict;
    struct err err = {0};
    char line[128];

    for (unsigned i = 0; i < 4000; i++) {
        unsigned length = below(sizeof line);

        for (unsigned at = 0; at < length; at++)
            line[at] = (char)(below(8) ? ' ' + (int)below(95) : (int)below(256) - 128);
        memset(&order, 0, sizeof order);
        game->text->parse(rulebook, lexicon, 1, line, length, &order, &verdict);
        game->text->read_order(rulebook, 1, line, length, &order);
        if (game->text->read(rulebook, line, length, spare, &err) == RC_OK)
            assert_null(game->rules->invariant(rulebook, spare));
    }
}

TEST(every_game_keeps_the_contract)
{
    for (const struct game *const *at = every_game; *at; at++) {
        game = *at;
        assert_true(game->state_bytes <= GAME_STATE_MAX);
        assert_true(game->rulebook_bytes <= GAME_RULEBOOK_MAX);
        assert_true(game->seats_min >= 1 && game->seats_max <= SEATS_MAX);
        rulebook = every_rulebook(game);
        lexicon = every_lexicon(game);
        if (lexicon_missing(lexicon))
            fail_msg("%s has no word for %s", game->name, lexicon_missing(lexicon));
        for (unsigned seed = 1; seed <= GAMES_EACH; seed++) {
            play(seed);
            the_scene_holds_all_that_is_drawn();
        }
        the_examples_are_lines();
        noise_is_read_safely();
        free(rulebook);
    }
}

TESTS(NULL, NULL)
