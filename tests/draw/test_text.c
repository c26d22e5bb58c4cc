/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "draw_support.h"
#include "tests/test.h"

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
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = toy_look();
    OWN(buf) out = {0};

    assert_non_null(scene);
    make(scene);
    assert_int_equal(scene->lost, 0);
    look.ascii = ascii;
    assert_int_equal(draw(scene, &look, &out, NULL), RC_OK);
    assert_true(equals_golden(name, buf_text(&out), out.length));
}

TEST(the_board_is_drawn_in_unicode)
{
    check_golden(draw_text, toy_board, false, "board.txt");
}

TEST(the_board_is_drawn_in_ascii)
{
    check_golden(draw_text, toy_board, true, "board.ascii.txt");
}

TEST(the_card_table_is_drawn)
{
    check_golden(draw_text, toy_table, false, "table.txt");
}

TEST(the_board_is_spoken)
{
    check_golden(draw_speech, toy_board, false, "board.speech.txt");
}

TEST(the_card_table_is_spoken)
{
    check_golden(draw_speech, toy_table, false, "table.speech.txt");
}

TEST(a_real_position_is_drawn_and_spoken)
{
    OWN_MEMORY struct playing *playing = calloc(1, sizeof *playing);
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    OWN_MEMORY struct lexicon *lexicon = key_lexicon(dt_terms, DT_TERMS);
    struct draw_look look = {.lexicon = lexicon, .title = "Dungeon Twister 17"};
    OWN(buf) out = {0};

    assert_true(playing && scene);
    playing_read(playing, "tests/draw/golden/dungeon_twister.position", 0);
    playing_scene(playing, 1, scene);
    assert_int_equal(draw_text(scene, &look, &out, NULL), RC_OK);
    assert_true(equals_golden("dungeon_twister.txt", buf_text(&out), out.length));
    buf_clear(&out);
    assert_int_equal(draw_speech(scene, &look, &out, NULL), RC_OK);
    assert_true(equals_golden("dungeon_twister.speech.txt", buf_text(&out), out.length));
    free(lexicon->arena);
}

TEST(alt_text_is_one_short_sentence)
{
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = toy_look();
    OWN(buf) out = {0};

    assert_non_null(scene);
    toy_board(scene);
    assert_int_equal(draw_alt(scene, &look, &out, NULL), RC_OK);
    assert_string_equal(buf_text(&out), "Toy 7, turn 3. Score: Red 2. Red: Anna is to decide.");
}

static bool has_control(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 && *text != '\n')
            return true;
    return strstr(text, "\xC2\x9B") != NULL;
}

TEST(hostile_names_do_no_harm)
{
    static draw_call *const calls[] = {draw_text, draw_speech, draw_alt};
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = toy_look();

    assert_non_null(scene);
    look.title = hostile;
    look.name[1] = look.name[2] = look.name[3] = hostile;
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
        for (unsigned round = 0; round < 4; round++) {
            OWN(buf) out = {0};

            if (round % 2)
                toy_table(scene);
            else
                toy_board(scene);
            look.ascii = round >= 2;
            assert_int_equal(calls[i](scene, &look, &out, NULL), RC_OK);
            assert_false(has_control(buf_text(&out)));
            assert_null(strstr(buf_text(&out), "\nBcc"));
            if (calls[i] == draw_text)
                assert_true(widest_line(buf_text(&out)) <= DRAW_TEXT_COLUMNS);
        }
}

/* The kept positions: within the columns, nothing lost, ASCII where it is asked for. */
TEST(no_line_is_too_wide_in_200_positions)
{
    OWN_MEMORY struct playing *playing = calloc(1, sizeof *playing);
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    OWN_MEMORY struct lexicon *lexicon = key_lexicon(dt_terms, DT_TERMS);
    struct draw_look look = {.lexicon = lexicon, .title = hostile, .name = {NULL, hostile, "B"}};

    assert_true(playing && scene);
    for (unsigned i = 0; i < KEPT_POSITIONS; i++) {
        OWN(buf) out = {0};

        playing_read(playing, KEPT_FILE, i);
        playing_scene(playing, 1 + i % 2, scene);
        assert_int_equal(scene->lost, 0);
        look.ascii = i / 2 % 2;
        assert_int_equal(draw_text(scene, &look, &out, NULL), RC_OK);
        assert_true(widest_line(buf_text(&out)) <= DRAW_TEXT_COLUMNS);
        for (size_t k = 0; look.ascii && k < out.length; k++)
            assert_true((unsigned char)out.at[k] < 0x80);
        buf_clear(&out);
        assert_int_equal(draw_speech(scene, &look, &out, NULL), RC_OK);
        assert_true(widest_line(buf_text(&out)) < UINT32_MAX);
    }
    free(lexicon->arena);
}

TESTS(NULL, NULL)
