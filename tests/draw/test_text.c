/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "draw_support.h"

/* A name that tries everything. */
static const char hostile[] = "\x1b]0;x\x07<script>\"'&\r\nBcc: x\t\xE2\x80\xAE\xD7\xA9\xD7\x9C"
                              "\xF0\x9F\x98\x80 \xC2\x9B"
                              "31m aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                              "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

static struct draw_look toy_look(void)
{
    return (struct draw_look){
        .lexicon = toy_lexicon(), .title = "Toy 7, turn 3", .name = {NULL, "Anna", "J\xC3\xBCrg"}};
}

typedef enum rc draw_call(const struct scene *, const struct draw_look *, struct buf *,
                          struct err *);

static void check_golden(draw_call *draw, void (*make)(struct scene *), bool ascii,
                         const char *name)
{
    struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = toy_look();
    struct buf out = {0};
    struct err err = {0};

    assert_non_null(scene);
    make(scene);
    assert_int_equal(scene->lost, 0);
    look.ascii = ascii;
    assert_int_equal(draw(scene, &look, &out, &err), RC_OK);
    assert_true(equals_golden(name, buf_text(&out), out.length));
    buf_fini(&out);
    free(scene);
}

static void the_board_is_drawn_in_unicode(void **state)
{
    (void)state;
    check_golden(draw_text, toy_board, false, "board.txt");
}

static void the_board_is_drawn_in_ascii(void **state)
{
    (void)state;
    check_golden(draw_text, toy_board, true, "board.ascii.txt");
}

static void the_card_table_is_drawn(void **state)
{
    (void)state;
    check_golden(draw_text, toy_table, false, "table.txt");
}

static void the_board_is_spoken(void **state)
{
    (void)state;
    check_golden(draw_speech, toy_board, false, "board.speech.txt");
}

static void the_card_table_is_spoken(void **state)
{
    (void)state;
    check_golden(draw_speech, toy_table, false, "table.speech.txt");
}

static void a_real_position_is_drawn_and_spoken(void **state)
{
    struct playing *playing = calloc(1, sizeof *playing);
    struct scene *scene = calloc(1, sizeof *scene);
    struct lexicon *lexicon = key_lexicon(dt_terms, DT_TERMS);
    struct draw_look look = {.lexicon = lexicon, .title = "Dungeon Twister 17"};
    struct buf out = {0};
    struct err err = {0};

    (void)state;
    assert_true(playing && scene);
    playing_read(playing, "tests/draw/golden/dungeon_twister.position", 0);
    playing_scene(playing, 1, scene);
    assert_int_equal(draw_text(scene, &look, &out, &err), RC_OK);
    assert_true(equals_golden("dungeon_twister.txt", buf_text(&out), out.length));
    buf_clear(&out);
    assert_int_equal(draw_speech(scene, &look, &out, &err), RC_OK);
    assert_true(equals_golden("dungeon_twister.speech.txt", buf_text(&out), out.length));
    buf_fini(&out);
    free(lexicon->arena);
    free(lexicon);
    free(playing);
    free(scene);
}

static void alt_text_is_one_short_sentence(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = toy_look();
    struct buf out = {0};
    struct err err = {0};

    (void)state;
    assert_non_null(scene);
    toy_board(scene);
    assert_int_equal(draw_alt(scene, &look, &out, &err), RC_OK);
    assert_string_equal(buf_text(&out), "Toy 7, turn 3. Score: Red 2. Red: Anna is to decide.");
    buf_fini(&out);
    free(scene);
}

static bool has_control(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 && *text != '\n')
            return true;
    return strstr(text, "\xC2\x9B") != NULL;
}

static void hostile_names_do_no_harm(void **state)
{
    static draw_call *const calls[] = {draw_text, draw_speech, draw_alt};
    struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = toy_look();
    struct err err = {0};

    (void)state;
    assert_non_null(scene);
    look.title = hostile;
    look.name[1] = look.name[2] = look.name[3] = hostile;
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
        for (unsigned round = 0; round < 4; round++) {
            struct buf out = {0};

            if (round % 2)
                toy_table(scene);
            else
                toy_board(scene);
            look.ascii = round >= 2;
            assert_int_equal(calls[i](scene, &look, &out, &err), RC_OK);
            assert_false(has_control(buf_text(&out)));
            assert_null(strstr(buf_text(&out), "\nBcc"));
            if (calls[i] == draw_text)
                assert_true(widest_line(buf_text(&out)) <= DRAW_TEXT_COLUMNS);
            buf_fini(&out);
        }
    free(scene);
}

/* The kept positions: within the columns, nothing lost, ASCII where it is asked for. */
static void no_line_is_too_wide_in_200_positions(void **state)
{
    struct playing *playing = calloc(1, sizeof *playing);
    struct scene *scene = calloc(1, sizeof *scene);
    struct lexicon *lexicon = key_lexicon(dt_terms, DT_TERMS);
    struct draw_look look = {.lexicon = lexicon, .title = hostile, .name = {NULL, hostile, "B"}};
    struct err err = {0};

    (void)state;
    assert_true(playing && scene);
    for (unsigned i = 0; i < KEPT_POSITIONS; i++) {
        struct buf out = {0};

        playing_read(playing, KEPT_FILE, i);
        playing_scene(playing, 1 + i % 2, scene);
        assert_int_equal(scene->lost, 0);
        look.ascii = i / 2 % 2;
        assert_int_equal(draw_text(scene, &look, &out, &err), RC_OK);
        assert_true(widest_line(buf_text(&out)) <= DRAW_TEXT_COLUMNS);
        for (size_t k = 0; look.ascii && k < out.length; k++)
            assert_true((unsigned char)out.at[k] < 0x80);
        buf_clear(&out);
        assert_int_equal(draw_speech(scene, &look, &out, &err), RC_OK);
        assert_true(widest_line(buf_text(&out)) < UINT32_MAX);
        buf_fini(&out);
    }
    free(lexicon->arena);
    free(lexicon);
    free(playing);
    free(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_is_drawn_in_unicode),
        cmocka_unit_test(the_board_is_drawn_in_ascii),
        cmocka_unit_test(the_card_table_is_drawn),
        cmocka_unit_test(the_board_is_spoken),
        cmocka_unit_test(the_card_table_is_spoken),
        cmocka_unit_test(a_real_position_is_drawn_and_spoken),
        cmocka_unit_test(alt_text_is_one_short_sentence),
        cmocka_unit_test(hostile_names_do_no_harm),
        cmocka_unit_test(no_line_is_too_wide_in_200_positions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
