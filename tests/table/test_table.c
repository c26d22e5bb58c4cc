/* SPDX-License-Identifier: MIT */
/* The table's interface: positions, orders tried, given and taken back, what a finger can reach. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/own.h"
#include "table/table.h"
#include "tests/read.h"
#include "tests/test.h"

static const char *const files[] = {"data/dungeon_twister.rooms",
                                    "data/paladins_dragons.rooms",
                                    "data/welcome_back.cards",
                                    "templates/en/dungeon_twister.words",
                                    "templates/en/dungeon_twister.sentences",
                                    "templates/en/welcome_back.words",
                                    "templates/en/welcome_back.sentences",
                                    "templates/en/desk.sentences",
                                    "templates/en/board.words",
                                    "templates/en/phrases.words",
                                    "templates/es/phrases.words",
                                    "templates/es/dungeon_twister.words",
                                    "templates/es/dungeon_twister.sentences",
                                    "templates/es/desk.sentences",
                                    "templates/es/board.words"};

static int set_up(void **state)
{
    struct table *table = table_new();

    assert_non_null(table);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *templates = strstr(files[i], "templates/");
        const char *name = templates ? templates + 10 : strchr(files[i], '/') + 1;
        size_t length;
        OWN_MEMORY char *text = read_whole(files[i], &length);

        assert_int_equal(table_learn(table, name, text, length), RC_OK);
    }
    *state = table;
    return 0;
}

static int tear_down(void **state)
{
    table_free(*state);
    return 0;
}

/* The first of the bench's positions, somewhere in a game. */
static void place(struct table *table, const char *language)
{
    size_t length;
    char *text = read_whole("tests/bench/dungeon_twister.positions", &length), *end;

    text[length - 1] = '\0';
    end = strstr(text, "--\n");
    assert_non_null(end);
    assert_int_equal(table_open(table, "dungeon_twister", "", language), RC_OK);
    assert_int_equal(table_place(table, text, (size_t)(end - text)), RC_OK);
    free(text);
}

static unsigned mover(struct table *table)
{
    int asked = table_asked(table);

    assert_true(asked > 0);
    assert_int_equal(table_sit(table, (unsigned)asked), RC_OK);
    return (unsigned)asked;
}

#define WHOLE_TEST(name) TEST_ON(name, set_up, tear_down, table, table)

WHOLE_TEST(a_game_that_is_not_there_is_told)
{
    assert_int_equal(table_open(table, "chess", "", "en"), RC_NOT_FOUND);
    assert_non_null(strstr(table_answer(table), "chess"));
    assert_int_equal(table_open(table, "dungeon_twister", "999", "en"), RC_NEWER);
    assert_non_null(strstr(table_answer(table), "999"));
    assert_int_equal(table_write(table), RC_NOT_FOUND);
    assert_int_equal(table_legal(table, 1), RC_NOT_FOUND);
}

WHOLE_TEST(a_position_goes_in_and_comes_out_the_same)
{
    char *first;

    place(table, "en");
    assert_int_equal(table_sit(table, 0), RC_OK);
    assert_int_equal(table_write(table), RC_OK);
    first = strdup(table_answer(table));
    assert_int_equal(table_place(table, first, strlen(first)), RC_OK);
    assert_int_equal(table_write(table), RC_OK);
    assert_string_equal(table_answer(table), first);
    free(first);
    assert_int_equal(table_place(table, "phase dance\n", 12), RC_BAD_INPUT);
    assert_true(table_answer_bytes(table) > 0);
}

WHOLE_TEST(a_refusal_names_its_clause_in_the_reader_s_language)
{
    unsigned seat;

    place(table, "es");
    seat = mover(table);
    assert_int_equal(table_try(table, seat, "dance 9", 7), RC_OK);
    assert_non_null(strstr(table_answer(table), "\"verdict\":\"malformed\""));
    assert_int_equal(table_try(table, seat, "card 2", 6), RC_OK);
    assert_non_null(strstr(table_answer(table), "\"verdict\":\"illegal\""));
    assert_non_null(strstr(table_answer(table), "\"clause\":\"DT-"));
}

/* What a line comes to in the position of the corpus of phrases. */
static void try_line(struct table *table, const char *line, const char *answer)
{
    assert_int_equal(table_try(table, 1, line, strlen(line)), RC_OK);
    if (!strstr(table_answer(table), answer))
        print_error("\"%s\": no %s in %s\n", line, answer, table_answer(table));
    assert_non_null(strstr(table_answer(table), answer));
}

WHOLE_TEST(lines_are_understood_as_in_letters)
{
    static const char position[] = "room w1 1G/0\npoints 5\nblue thief b3\nblue wizard c4\n"
                                   "yellow troll d4\n";

    assert_int_equal(table_open(table, "dungeon_twister", "", "es"), RC_OK);
    assert_int_equal(table_place(table, position, strlen(position)), RC_OK);
    assert_int_equal(table_sit(table, 1), RC_OK);
    try_line(table, "Por favor, la ladrona va a b4", "\"order\":\"thief b4\"");
    try_line(table, "move the thief to b4", "\"order\":\"thief b4\"");
    try_line(table, "\u00bfPodr\u00edas mover la ladrona a b4?", "\"verdict\":\"ambiguous\"");
    try_line(table, "el mago embelesa bien al troll", "\"verdict\":\"malformed\"");
    try_line(table, "el mago embelesa bien al troll", "\"order\":\"wizard attacks troll\"");
}

WHOLE_TEST(a_step_given_is_taken_back)
{
    char *before, order[512];
    unsigned seat;

    place(table, "en");
    seat = mover(table);
    assert_int_equal(table_write(table), RC_OK);
    before = strdup(table_answer(table));
    assert_int_equal(table_legal(table, seat), RC_OK);
    snprintf(order, sizeof order, "%.*s", (int)strcspn(table_answer(table), "\n"),
             table_answer(table));
    assert_int_equal(table_give(table, seat, order, strlen(order)), RC_OK);
    assert_non_null(strstr(table_answer(table), "\"verdict\":\"done\""));
    assert_int_equal(table_write(table), RC_OK);
    assert_string_not_equal(table_answer(table), before);
    assert_int_equal(table_back(table), RC_OK);
    assert_int_equal(table_write(table), RC_OK);
    assert_string_equal(table_answer(table), before);
    assert_int_equal(table_back(table), RC_NOT_FOUND);
    free(before);
}

/* Every legal order is listed once with what it touches; most walk from a square to a square. */
WHOLE_TEST(what_can_be_reached_is_what_is_legal)
{
    unsigned lines = 0, moves = 0, costs = 0;
    char *legal, *at;
    unsigned seat;

    place(table, "en");
    seat = mover(table);
    assert_int_equal(table_legal(table, seat), RC_OK);
    legal = strdup(table_answer(table));
    assert_int_equal(table_reach(table, seat), RC_OK);
    at = legal;
    for (const char *line = table_answer(table); *line; line = strchr(line, '\n') + 1) {
        size_t length = strcspn(line, "\t");
        unsigned tabs = 0;

        assert_int_equal(length, strcspn(at, "\n"));
        assert_memory_equal(line, at, length);
        at += length + 1;
        for (const char *c = line; *c != '\n'; c++)
            tabs += *c == '\t';
        assert_int_equal(tabs, 8);
        lines++;
        moves += strstr(line, "\tmove\t") != NULL && strstr(line, "\tmove\t") < strchr(line, '\n');
        costs += memmem(line, strcspn(line, "\n"), "\t1 ", 3) != NULL;
        assert_null(memmem(line, strcspn(line, "\n"), "\t1 Action points", 16));
    }
    assert_string_equal(at, "");
    assert_true(lines > 10);
    assert_true(moves > 5);
    assert_true(costs > 5);
    assert_non_null(strstr(table_answer(table), "\t1 action point\t"));
    free(legal);
}

/* What no legal order lists, since it may always be said: the answers to an offer of a draw. */
WHOLE_TEST(an_offer_can_be_answered_by_a_tap)
{
    unsigned seat;

    place(table, "en");
    seat = mover(table);
    assert_int_equal(table_reach(table, seat), RC_OK);
    assert_null(strstr(table_answer(table), "\tdraw\t"));
    assert_int_equal(table_give(table, 3 - seat, "draw", 4), RC_OK);
    assert_int_equal(table_reach(table, 3 - seat), RC_OK);
    assert_null(strstr(table_answer(table), "\tdraw\t"));
    assert_int_equal(table_reach(table, seat), RC_OK);
    assert_non_null(strstr(table_answer(table), "\ndraw\tdraw\t"));
    assert_non_null(strstr(table_answer(table), "\nno-draw\tno-draw\t"));
}

WHOLE_TEST(a_square_tells_what_is_on_it_and_a_clause_its_words)
{
    static const char position[] = "room w1 1G/0\npoints 5\nblue thief b3\nyellow troll d4\n";

    assert_int_equal(table_open(table, "dungeon_twister", "", "es"), RC_OK);
    assert_int_equal(table_place(table, position, strlen(position)), RC_OK);
    assert_int_equal(table_sit(table, 1), RC_OK);
    assert_int_equal(table_about(table, "b3"), RC_OK);
    assert_non_null(strstr(table_answer(table), "Ladrona"));
    assert_non_null(strstr(table_answer(table), "DT-CHAR-THIEF-01"));
    assert_null(strstr(table_answer(table), "DT-CHAR-TROLL"));
    assert_int_equal(table_about(table, ""), RC_OK);
    assert_non_null(strstr(table_answer(table), "DT-CHAR-TROLL"));
    assert_non_null(strstr(table_answer(table), "DT-JUMP-")); /* the panel's row of cards */
    assert_int_equal(table_clause(table, "DT-CHAR-TROLL-01"), RC_OK);
    assert_non_null(strstr(table_answer(table), "Troll"));
    assert_int_equal(table_clause(table, "DT-NOWHERE"), RC_OK);
    assert_string_equal(table_answer(table), "");
}

WHOLE_TEST(a_file_that_is_no_record_is_false)
{
    assert_int_not_equal(table_verify(table, "hello\n", 6, 0), RC_OK);
    assert_int_equal(strncmp(table_answer(table), "FALSE: ", 7), 0);
}

/* Forwards, by leaps and back: an entry's position is the same however it was reached. */
WHOLE_TEST(a_record_is_stepped_through)
{
    enum { SEEN = 30 };
    char *seen[SEEN + 1], *text;
    bool told = false;
    size_t length;

    assert_int_equal(table_turn(table, 0), RC_NOT_FOUND);
    text = read_whole("tests/proof/corpus/genesis-2/welcome_back-1.record", &length);
    assert_int_equal(table_speak(table, "en"), RC_OK);
    assert_int_equal(table_verify(table, text, length, UINT32_MAX), RC_OK);
    assert_null(strstr(table_answer(table), "ahead of this machine"));
    assert_int_equal(table_verify(table, text, length, 0), RC_OK); /* "not proved: 1 newest …" */
    assert_non_null(strstr(table_answer(table), "ahead of this machine"));
    for (uint32_t n = 0; n <= SEEN; n++) {
        assert_int_equal(table_turn(table, n), RC_OK);
        assert_int_equal(strncmp(table_answer(table), "{\"text\":\"", 9), 0);
        told |= strstr(table_answer(table), "\"says\":[\"") != NULL;
        assert_int_equal(table_write(table), RC_OK);
        seen[n] = strdup(table_answer(table));
    }
    assert_true(told);
    assert_string_not_equal(seen[0], seen[SEEN]);
    assert_int_equal(table_turn(table, 10), RC_OK);
    assert_int_equal(table_write(table), RC_OK);
    assert_string_equal(table_answer(table), seen[10]);
    assert_int_equal(table_turn(table, 1000000), RC_NOT_FOUND);
    assert_int_not_equal(table_verify(table, "hello\n", 6, 0), RC_OK);
    assert_int_equal(table_turn(table, SEEN), RC_OK); /* the last true one is kept */
    for (unsigned n = 0; n <= SEEN; n++)
        free(seen[n]);
    free(text);
}

WHOLE_TEST(a_case_is_run_and_its_broken_promise_told)
{
    size_t length;
    OWN_MEMORY char *text =
        read_whole("tests/cases/dungeon_twister/card-02-number-is-points.case", &length);
    OWN_MEMORY char *wrong = malloc(length + 64);
    int size;

    assert_int_equal(table_open(table, "dungeon_twister", "", "en"), RC_OK);
    assert_int_equal(table_case(table, text, length), RC_OK);
    assert_string_equal(table_answer(table), "");
    assert_non_null(wrong);
    size = sprintf(wrong, "%.*s\norder 1: card 77\n  done\n", (int)length, text);
    assert_true(table_case(table, wrong, (size_t)size) != RC_OK || table_answer_bytes(table) > 0);
}

TESTS(NULL, NULL)
