/* SPDX-License-Identifier: MIT */
/* Hints and analyses by letter: where they are given, how often, in whose language. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "play/adjudicate.h"
#include "server/files.h"
#include "commands/commands.h"
#include "tests/house/fixture.h"
#include "tests/house/talking.h"
#include "tests/languages.h"
#include "tests/test.h"

static const struct game *games_list[2];
enum { DAY_S = 86400 };

static void start(struct fixture *fixture, const char *line)
{
    games_list[0] = games_find("welcome_back");
    fixture_pair(fixture, games_list);
    fixture_round(fixture);
    sends(fixture, ANNA, line);
}

/* A game of Anna's against herself, at the first question. */
static void start_alone(struct fixture *fixture)
{
    start(fixture, "practice welcome back");
    fixture_luck(fixture, 1);
    fixture_settle(fixture);
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_PLAY);
}

static void answer(struct fixture *fixture, const char *who, const char *line, const char *words)
{
    writes(fixture, who, line);
    newest_has(fixture, who, words);
}

/* The letter before the newest: the answer comes behind what was asked for. */
static void one_before_has(struct fixture *fixture, const char *words)
{
    char path[FIXTURE_PATH * 2];
    struct letter letter = {0};
    struct buf bytes = {0};
    bool found = false;

    for (unsigned n = 200; n > 0 && !found; n--) {
        snprintf(path, sizeof path, "%s/mail/%s/new/out-%u", fixture->folder, ANNA, n);
        if (files_read(path, 16 << 20, &bytes, NULL) != RC_OK)
            continue;
        OK(letter_read(bytes.at, bytes.length, NULL, &letter, &err));
        found = strstr(letter.text, words) != NULL;
        letter_fini(&letter);
        buf_fini(&bytes);
    }
    assert_true(found);
}

FIXTURE_TEST(a_hint_is_a_turn_and_why_in_ones_language, start_alone(fixture))
{
    answer(fixture, ANNA, "hint", "A sensible turn:");
    newest_has(fixture, ANNA, "times in a hundred");
    answer(fixture, ANNA, "games", "Welcome Back to the Dungeon 1: your move");
    answer(fixture, ANNA, "language es", "te escribo en español");
    answer(fixture, ANNA, "pista", "Un turno sensato:");
    answer(fixture, ANNA, "idioma it", "ti scrivo in italiano");
    answer(fixture, ANNA, "dammi un suggerimento", "Un turno sensato:");
    newest_has(fixture, ANNA, "vinci");
}

FIXTURE_TEST(nobody_is_helped_against_people, start(fixture, "invite Bob to welcome back"))
{
    writes(fixture, BOB, "accept");
    answer(fixture, ANNA, "luck apples", "");
    answer(fixture, BOB, "luck pears", "");
    answer(fixture, ANNA, "hint", "in which nobody else plays");
}

FIXTURE_TEST(a_day_has_so_many_hints, start_alone(fixture))
{
    for (unsigned i = 0; i < LESSON_HINTS; i++)
        answer(fixture, ANNA, "hint", "A sensible turn:");
    answer(fixture, ANNA, "hint", "These were your 20 hints for today");
    fixture->now_s += DAY_S;
    answer(fixture, ANNA, "hint", "A sensible turn:");
}

FIXTURE_TEST(a_finished_game_is_looked_through_in_a_letter_of_its_own, start_alone(fixture))
{
    char order[ORDER_TEXT_BYTES];

    answer(fixture, ANNA, "analyse", "analysed when it is over");
    for (unsigned i = 0; i < 200 && fixture_position(fixture, 1)->phase != POSITION_OVER; i++) {
        if (fixture_random_order(fixture, 1, 1, order) ||
            fixture_random_order(fixture, 1, 2, order))
            fixture_answer(fixture, ANNA, order);
        else
            fixture->now_s += 8 * DAY_S;
        fixture_settle(fixture);
        if (text_starts_with(fixture_outcome(fixture), "rejected")) /* of her other seat */
            fixture->now_s += 8 * DAY_S;
    }
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_OVER);
    for (unsigned i = 0; i < LESSON_ANALYSES; i++) {
        answer(fixture, ANNA, i % 2 ? "analyse" : "analysis", "in a letter of its own");
        one_before_has(fixture, "Turn, your chance, who stood better:");
        one_before_has(fixture, "   1 ");
        one_before_has(fixture, "1. Before turn ");
        one_before_has(fixture, "1. The same turn with what would have been better");
    }
    answer(fixture, ANNA, "analyse", "These were your 5 analyses for today");
}

/* Each term by which a position is judged has its reason in each language. */
FIXTURE_TEST(every_reason_is_told_in_every_language, start(fixture, "help"))
{
    const char *const *codes = test_languages();

    for (size_t i = 0; codes[i]; i++)
        for (const struct game *const *game = games; *game; game++)
            for (unsigned t = 0; (*game)->practice && (*game)->practice->terms[t].name; t++) {
                const struct language *language =
                    library_language(fixture->desk->library, codes[i]);
                char key[SENTENCE_KEY_BYTES];

                snprintf(key, sizeof key, "%s.why.%s", (*game)->name,
                         (*game)->practice->terms[t].name);
                if (!sentences_find(language_sentences(language), key))
                    fail_msg("%s: %s", codes[i], key);
            }
}

TESTS(NULL, NULL)
