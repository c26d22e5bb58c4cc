/* SPDX-License-Identifier: MIT */
/* Half an order, of each game in the states of a whole game: who writes "rotate" or "wizard" is
 * answered in each language, with a reason or with what he may have meant, and the answer can be
 * put together from every verdict. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "outbound/answering.h"
#include "tests/house/fixture.h"
#include "tests/languages.h"
#include "tests/test.h"

enum { ORDERS = 120 };
static const char *const who[] = {"", "anna@one.example", "bob@two.example"};

struct asking {
    struct fixture *fixture;
    struct position *position;
    unsigned seat;
    void *trial;
};

static void answer(const struct asking *asking, const char *language, const char *line)
{
    struct position *position = asking->position;
    struct desk *desk = asking->fixture->desk;
    const struct language *spoken = library_language(desk->library, language);
    struct adjudication adjudication = {.desk = desk,
                                        .position = position,
                                        .seat = asking->seat,
                                        .lexicon = language_lexicon(spoken, position->played),
                                        .trial = asking->trial};
    struct line_outcome outcome = {0};
    struct answering_names names;
    struct wording wording;
    OWN_AT(values) values = values_new();
    struct value *list = value_list(values);
    const struct value *told;

    memcpy(asking->trial, position_state(position), position->played->state_bytes);
    OK(answering_wording(desk, position, language, &names, &wording, &err));
    OK(adjudicate_line(&adjudication, line, strlen(line), &outcome, &err));
    answering_add_line(&wording, position, &(struct answering_line){line, 1, 1}, &outcome, list);
    told = value_at(list, 0);
    if (outcome.fate != LINE_DONE && !*value_get_text(value_get(told, "reason")))
        fail_msg("\"%s\" is %s without a reason", line, value_get_text(value_get(told, "fate")));
    if (outcome.fate == LINE_AMBIGUOUS && !outcome.verdict.reason)
        fail_msg("\"%s\" is asked back and no rule says why", line);
}

/* Some of an order's words that stand beside each other, and all such parts of it. */
static void answer_parts(const struct asking *asking, const char *order)
{
    char part[ORDER_TEXT_BYTES];

    for (const char *from = order; *from; from += strspn(from, " "))
        for (size_t end = strcspn(from, " "), next; end; end = next) {
            memcpy(part, from, end);
            part[end] = '\0';
            for (const char *const *language = test_languages(); *language; language++)
                answer(asking, *language, part);
            next = from[end] ? end + 1 + strcspn(from + end + 1, " ") : 0;
            if (!next)
                from += strcspn(from, " ");
        }
}

/* The first order of each kind that is legal now. */
static void answer_state(struct fixture *fixture, unsigned seat)
{
    struct asking asking = {fixture, fixture_position(fixture, 1), seat, NULL};
    const struct game *game = asking.position->played;
    const void *rulebook = position_rulebook(asking.position);
    OWN_MEMORY struct order *list = calloc(LEGAL_MAX, sizeof *list);
    unsigned count = game->rules->legal(rulebook, position_state(asking.position), seat, list);

    asking.trial = malloc(GAME_STATE_MAX);
    for (unsigned i = 0; i < count; i++) {
        TEXT_IN(text, order, ORDER_TEXT_BYTES);

        if (i && list[i].kind == list[i - 1].kind)
            continue;
        game->text->write_order(rulebook, NULL, &list[i], ORDER_FULL, &text);
        answer_parts(&asking, order);
    }
    free(asking.trial);
}

static void play(const struct game *game)
{
    OWN_MEMORY struct fixture *fixture = calloc(1, sizeof *fixture);
    char order[ORDER_TEXT_BYTES];

    fixture_make(fixture, games);
    fixture_start(fixture, game);
    for (unsigned i = 0; i < ORDERS; i++)
        for (unsigned seat = 1; seat <= 2; seat++)
            if (adjudicate_is_asked(fixture_position(fixture, 1), seat)) {
                answer_state(fixture, seat);
                assert_true(fixture_random_order(fixture, 1, seat, order));
                writes(fixture, who[seat], order);
            }
    fixture_remove(fixture);
}

TEST(half_an_order_is_answered_in_every_state)
{
    for (unsigned i = 0; games[i]; i++)
        play(games[i]);
}

TESTS(NULL, NULL)
