/* SPDX-License-Identifier: MIT */
/* The rooms: every edge and square of the shipped file, in every orientation; files that are
 * broken are refused with line and clause. Options likewise. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/own.h"
#include "dt_support.h"
#include "tests/rows.h"
#include "tests/test.h"

enum { LINES = 11, COLUMNS = 21, ROOMS = 8 };

static struct dt_rulebook book;

/* The drawings of the file, read here in another way than the rulebook's. */
static char drawing[ROOMS][LINES][COLUMNS + 1];
static char header[ROOMS][64];

static void read_drawings(const char *text)
{
    unsigned room = 0, line = LINES;

    for (const char *at = text; *at; at = strchr(at, '\n') + 1) {
        if (strncmp(at, "room ", 5) == 0) {
            snprintf(header[room], sizeof header[room], "%.*s", (int)strcspn(at, "\n"), at);
            line = 0;
        } else if (line < LINES) {
            memcpy(drawing[room][line], at, COLUMNS);
            room += ++line == LINES;
        }
    }
    assert_int_equal(room, ROOMS);
}

/* Sign at a side of a cell, row and column from 0 at the top left; -1 row or so never happens. */
static char edge_sign(unsigned room, unsigned row, unsigned column, unsigned side)
{
    switch (side) {
    case DT_NORTH:
        return drawing[room][2 * row][4 * column + 2];
    case DT_SOUTH:
        return drawing[room][2 * row + 2][4 * column + 2];
    case DT_WEST:
        return drawing[room][2 * row + 1][4 * column];
    default:
        return drawing[room][2 * row + 1][4 * column + 4];
    }
}

static bool is_wall(char sign)
{
    return sign == '-' || sign == '|';
}
static bool is_gate(char sign)
{
    return sign == '=' || sign == '#';
}

TEST(every_edge_is_as_drawn)
{
    unsigned edges = 0;

    for (unsigned room = 0; room < ROOMS; room++) {
        char id[3], arrow[4];
        int pair;

        assert_int_equal(sscanf(header[room], "room %2s pair %d arrow %3s", id, &pair, arrow), 3);
        assert_string_equal(book.room[room].id, id);
        assert_int_equal(book.room[room].pair, pair);
        assert_int_equal(book.room[room].ccw, strcmp(arrow, "ccw") == 0);
        for (unsigned line = 0; line <= 5; line++)
            for (unsigned c = 0; c < 5; c++, edges++) {
                char sign = drawing[room][2 * line][4 * c + 2];

                assert_int_equal(book.room[room].walls >> (line * 5 + c) & 1, is_wall(sign));
                assert_int_equal(book.room[room].gates >> (line * 5 + c) & 1, is_gate(sign));
            }
        for (unsigned row = 0; row < 5; row++)
            for (unsigned line = 0; line <= 5; line++, edges++) {
                char sign = drawing[room][2 * row + 1][4 * line];

                assert_int_equal(book.room[room].walls >> (30 + row * 6 + line) & 1, is_wall(sign));
                assert_int_equal(book.room[room].gates >> (30 + row * 6 + line) & 1, is_gate(sign));
            }
    }
    assert_int_equal(edges, ROOMS * 60);
}

/* Turn a cell and a side clockwise. */
static void turn(unsigned *row, unsigned *column, unsigned *side)
{
    unsigned old = *row;

    *row = *column;
    *column = 4 - old;
    *side = (*side + 1) % 4;
}

TEST(rooms_lie_on_the_board_as_drawn_and_turned)
{
    for (unsigned room = 0; room < ROOMS; room++)
        for (unsigned k = 0; k < 4; k++) {
            char text[64];
            struct dt_state state;
            struct err err = {0};

            snprintf(text, sizeof text, "room e2 %s/%u\n", book.room[room].id, k);
            assert_int_equal(dungeon_twister.text->read(&book, text, strlen(text), &state, &err),
                             RC_OK);
            for (unsigned i = 0; i < 100; i++) {
                unsigned row = i / 20, column = i / 4 % 5, side = i % 4;
                char sign = edge_sign(room, row, column, side);
                char ground = drawing[room][2 * row + 1][4 * column + 2];
                unsigned square;

                for (unsigned t = 0; t < k; t++)
                    turn(&row, &column, &side);
                square = (10 - row) * 10 + 5 + column; /* e2: f6 to j10, its top row is 10 */
                assert_int_equal(state.ground[square], ground == '.'   ? DT_GROUND_FLOOR
                                                       : ground == 'P' ? DT_GROUND_PIT
                                                                       : DT_GROUND_GEAR);
                if (((side == DT_NORTH && row == 0) || (side == DT_SOUTH && row == 4) ||
                     (side == DT_WEST && column == 0) || (side == DT_EAST && column == 4)))
                    continue; /* a border: nothing known beyond */
                assert_int_equal(state.pass[square] >> side & 1, !is_wall(sign) && !is_gate(sign));
                assert_int_equal(state.pass[square] >> (side + 4) & 1, is_wall(sign));
            }
        }
}

/* ---- broken files ---- */

static char *shipped;
static size_t shipped_length;

static enum rc load(const char *text, struct err *err)
{
    struct game_file file = {"test.rooms", text, strlen(text)};
    struct dt_rulebook own;

    memset(&own, 0, sizeof own);
    return dungeon_twister.rules->load(&file, 1, "base-1", &own, err);
}

TEST(broken_files_are_refused)
{
    ROWS_EACH(row, "tests/games/dungeon_twister/rooms.rows", "broken_files_are_refused") {
        struct err err = {0};
        OWN_MEMORY char *text = malloc(shipped_length + 100);
        const char *at = strstr(shipped, row.cell[0]);

        assert_non_null(text);
        if (!at)
            fail_msg("row %u does not fit the file", row.number);
        sprintf(text, "%.*s%s%s", (int)(at - shipped), shipped, row.cell[1],
                at + strlen(row.cell[0]));
        assert_int_equal(load(text, &err), RC_BAD_INPUT);
        if (!strstr(err.text, row.cell[2]) ||
            ((uint32_t)row_number(&row, 3) && err.line != (uint32_t)row_number(&row, 3)))
            fail_msg("row %u: line %u: %s", row.number, err.line, err.text);
        assert_string_equal(err.source, "test.rooms");
    }
}

/* The second file, with one change, behind the shipped first one. */
static enum rc load_box(const char *box, const char *find, const char *replace, struct err *err)
{
    struct game_file file[2] = {{"base.rooms", shipped, shipped_length}, {.name = "box.rooms"}};
    struct dt_rulebook own;
    const char *at = strstr(box, find);
    OWN_MEMORY char *text = malloc(strlen(box) + strlen(replace) + 1);

    assert_non_null(text);
    if (!at)
        fail_msg("does not fit the file: %s", find);
    sprintf(text, "%.*s%s%s", (int)(at - box), box, replace, at + strlen(find));
    file[1].text = text;
    file[1].length = strlen(text);
    memset(&own, 0, sizeof own);
    return dungeon_twister.rules->load(file, 2, "boxes-2", &own, err);
}

TEST(rooms_of_the_second_box_are_refused_by_their_clauses)
{
    size_t length;
    OWN_MEMORY char *box = read_whole("tests/cases/dungeon_twister/trial.rooms", &length);

    ROWS_EACH(row, "tests/games/dungeon_twister/rooms.rows",
              "rooms_of_the_second_box_are_refused_by_their_clauses") {
        struct err err = {0};
        enum rc rc = load_box(box, row.cell[0], row.cell[1], &err);

        if (rc == RC_OK || !strstr(err.text, row.cell[2]))
            fail_msg("%s: line %u: %s", row.cell[1], err.line, err.text);
    }
    for (size_t i = 0; i < length; i++)
        if (box[i] == 'X')
            box[i] = '.';
    assert_int_equal(load_box(box, "room 5D", "room 5D", &(struct err){0}), RC_BAD_INPUT);
}

TEST(home_made_rooms_say_so)
{
    static struct dt_rulebook boxes;

    dt_load_boxes(&boxes);
    for (unsigned room = 0; room < boxes.room_count; room++)
        assert_int_equal(boxes.room[room].home_made, boxes.room[room].pair > 4);
}

TEST(a_closed_room_and_a_lost_corner_are_refused)
{
    static const char closed[] = "room 1D pair 1 arrow cw\n+---+---+---+---+---+\n"
                                 "| . : . : . : . : . |\n+   +   +   +   +   +\n"
                                 "| . : . : R : . : . |\n+   +   +   +   +   +\n"
                                 "| . : . : . : . : . |\n+   +   +   +   +   +\n"
                                 "| . : . : . : . : . |\n+   +   +   +   +   +\n"
                                 "| . : . : . : . : . :\n+---+---+---+---+---+\n";
    static const char corner[] = "room 1D pair 1 arrow cw\n+---+   +   +   +---+\n"
                                 "| . | . : . : . : . |\n+---+   +   +   +   +\n"
                                 "| . : . : R : . : . |\n+   +   +   +   +   +\n"
                                 "| . : . : . : . : . |\n+   +   +   +   +   +\n"
                                 "| . : . : . : . : . |\n+   +   +   +   +   +\n"
                                 "| . : . : . : . : . :\n+---+---+---+---+---+\n";
    static const char pits[] = "room 1D pair 1 arrow cw\n+   +   +   +   +   +\n"
                               ": P : P : P : P : P :\n+   +   +   +   +   +\n"
                               ": P : P : P : P : P :\n+   +   +   +   +   +\n"
                               ": P : P : P : P : P :\n+   +   +   +   +   +\n"
                               ": P : P : P : P : P :\n+   +   +   +   +   +\n"
                               ": . : . : R : P : P :\n+   +   +   +   +   +\n";
    struct err err = {0};

    assert_int_equal(load(closed, &err), RC_BAD_INPUT);
    assert_non_null(strstr(err.text, "PD-ROOM-07"));
    err_clear(&err);
    assert_int_equal(load(corner, &err), RC_BAD_INPUT);
    assert_non_null(strstr(err.text, "PD-ROOM-08"));
    assert_int_equal(err.line, 3);
    assert_int_equal(err.column, 3);
    err_clear(&err);
    assert_int_equal(load(pits, &err), RC_BAD_INPUT);
    assert_non_null(strstr(err.text, "PD-ROOM-06"));
    err_clear(&err);
    assert_int_equal(load("", &err), RC_BAD_INPUT);
    assert_non_null(strstr(err.text, "eight rooms"));
}

TEST(a_file_cut_anywhere_is_refused)
{
    OWN_MEMORY char *text = malloc(shipped_length + 1);

    assert_non_null(text);
    for (size_t length = 0; length + 1 < shipped_length; length += 7) {
        struct err err = {0};

        memcpy(text, shipped, length);
        text[length] = '\0';
        assert_int_equal(load(text, &err), RC_BAD_INPUT);
    }
}

/* ---- options ---- */

TEST(options_are_written_in_full_and_bad_mixes_refused)
{
    ROWS_EACH(row, "tests/games/dungeon_twister/rooms.rows",
              "options_are_written_in_full_and_bad_mixes_refused") {
        struct game_setup setup = {row.cell[0], 2};
        struct verdict verdict = {0};
        struct dt_state state;

        assert_int_not_equal(dungeon_twister.rules->setup(&book, &setup, &state, &verdict),
                             VERDICT_DONE);
        assert_string_equal(verdict.clause ? verdict.clause : verdict.word, row.cell[1]);
    }
    for (unsigned seed = 1; seed < 100; seed++) {
        struct dt_chance chance = {seed};
        struct game_setup setup = {dt_random_options(&chance), 2};
        char once[OPTIONS_TEXT_BYTES], twice[OPTIONS_TEXT_BYTES];
        struct text out;

        text_init(&out, once, sizeof once);
        assert_int_equal(dungeon_twister.text->write_options(&setup, &out, NULL), VERDICT_DONE);
        setup.options = once;
        text_init(&out, twice, sizeof twice);
        assert_int_equal(dungeon_twister.text->write_options(&setup, &out, NULL), VERDICT_DONE);
        assert_string_equal(once, twice);
    }
}

TEST(a_handicap_from_the_table_is_what_the_table_says)
{
    struct dt_state state;

    dt_new_game(&book, "blue_level=newbie yellow_level=very-experienced", &state);
    assert_int_equal(state.agreed.characters[0], 8);
    assert_int_equal(state.agreed.characters[1], 5);
    assert_int_equal(state.combat[1][6] + state.combat[1][5], 0);
    assert_int_equal(state.combat[1][4], 1);
}

int main(void)
{
    int failed;

    dt_load_shipped(&book);
    shipped = read_whole("data/dungeon_twister.rooms", &shipped_length);
    read_drawings(shipped);
    failed = tests_run(__FILE__, NULL, NULL);
    free(shipped);
    return failed;
}
