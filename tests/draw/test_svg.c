/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/palette.h"
#include "draw_support.h"
#include "games/dungeon_twister/art.h"
#include "outline.h"
#include "tests/test.h"

static void check_structure(void (*make)(struct scene *), const char *name)
{
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = {
        .lexicon = toy_lexicon(), .title = "Toy 7", .name = {NULL, "Anna", "Ben"}, .id = "g7-"};
    OWN(buf) outline = {0};
    OWN(buf) svg = {0};

    assert_non_null(scene);
    make(scene);
    assert_int_equal(draw_svg(scene, &look, &svg, NULL), RC_OK);
    assert_true(outline_make(&svg, &outline));
    assert_true(equals_golden(name, buf_text(&outline), outline.length));
}

TEST(the_board_has_its_structure)
{
    check_structure(toy_board, "board.outline.txt");
}

TEST(the_card_table_has_its_structure)
{
    check_structure(toy_table, "table.outline.txt");
}

TEST(a_face_down_card_that_is_known_is_light_on_dark)
{
    static const char light[] = "color=\"" PALETTE_ON_HIDDEN "\" fill=\"" PALETTE_HIDDEN "\"";
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = {.lexicon = toy_lexicon()};
    struct scene_row *row;
    OWN(buf) svg = {0};

    assert_non_null(scene);
    toy_table(scene);
    row = &scene->panel[0].row[1];
    assert_int_equal(draw_svg(scene, &look, &svg, NULL), RC_OK);
    assert_null(strstr(buf_text(&svg), light));
    buf_clear(&svg);
    row->item[0].hidden = true;
    assert_int_equal(draw_svg(scene, &look, &svg, NULL), RC_OK);
    assert_non_null(strstr(buf_text(&svg), light));
}

/* How many badges stand on the toy board when its one step is of a kind, or when it has none. */
static unsigned badges_of(bool any, enum scene_step_kind kind)
{
    static const char badge[] = "translate(";
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = {.lexicon = toy_lexicon()};
    OWN(buf) svg = {0};
    unsigned count = 0;

    assert_non_null(scene);
    toy_board(scene);
    scene->step_count = 0;
    if (any)
        scene_add_step(scene, kind, 7)->area = 0;
    assert_int_equal(draw_svg(scene, &look, &svg, NULL), RC_OK);
    for (const char *at = buf_text(&svg); (at = strstr(at, badge)) != NULL; at += strlen(badge))
        count++;
    return count;
}

/* Words tell it in one line, so no number of it stands at a room. */
TEST(what_is_laid_unseen_has_no_number)
{
    unsigned none = badges_of(false, SCENE_STEP_PLACE);

    assert_int_equal(badges_of(true, SCENE_STEP_PLACE), none);
    assert_true(badges_of(true, SCENE_STEP_REVEAL) > none);
}

TEST(names_from_outside_stay_text)
{
    static const char hostile[] = "</text><script>alert(1)</script>\"'&amp;\x01\x1b[0m\xFF"
                                  "\xE2\x80\xAE]]><!--";
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = {
        .lexicon = toy_lexicon(), .title = hostile, .name = {NULL, hostile, hostile, hostile}};

    assert_non_null(scene);
    for (int round = 0; round < 2; round++) {
        OWN(buf) outline = {0};
        OWN(buf) svg = {0};

        if (round)
            toy_table(scene);
        else
            toy_board(scene);
        assert_int_equal(draw_svg(scene, &look, &svg, NULL), RC_OK);
        assert_true(outline_make(&svg, &outline));
        assert_null(strstr(buf_text(&outline), "\nscript"));
        assert_null(strstr(buf_text(&svg), "<script"));
        assert_null(strchr(buf_text(&svg), '\x1b'));
    }
}

/* As letters of who wants it have the board: wider than high, and each sign that it uses is in it.
 */
static void lies_on_its_side(const struct scene *scene, struct draw_look look)
{
    struct draw_frame frame = {0};
    OWN(buf) svg = {0}, png = {0};

    look.shown = DRAW_LYING;
    look.frame = &frame;
    assert_int_equal(draw_svg(scene, &look, &svg, NULL), RC_OK);
    assert_true(frame.width > frame.height);
    for (const char *at = buf_text(&svg); (at = strstr(at, "href=\"#")) != NULL;) {
        char id[32];

        at += strlen("href=\"#");
        snprintf(id, sizeof id, "id=\"%.*s\"", (int)strcspn(at, "\""), at);
        assert_non_null(strstr(buf_text(&svg), id));
    }
    assert_int_equal(draw_png(svg.at, svg.length, DRAW_PNG_WIDTH_MAIL, &png, NULL), RC_OK);
    assert_true(png.length < DRAW_PNG_BYTES_MAX);
}

/* On a card of 280 pixels, which shows the board at a quarter, no words are under 11. */
TEST(words_on_a_small_board_can_be_read)
{
    OWN_MEMORY struct playing *playing = calloc(1, sizeof *playing);
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    OWN_MEMORY struct lexicon *lexicon = key_lexicon(dt_terms, DT_TERMS);
    const struct draw_look look = {
        .lexicon = lexicon, .title = "Dungeon Twister", .shown = DRAW_THUMBNAIL};
    OWN(buf) svg = {0};

    playing_begin(playing, 1, "");
    playing_scene(playing, 2, scene);
    assert_int_equal(draw_svg(scene, &look, &svg, NULL), RC_OK);
    for (const char *at = buf_text(&svg); (at = strstr(at, "<text")) != NULL; at++)
        assert_true(atoi(strstr(at, "font-size=\"") + strlen("font-size=\"")) >= 48);
    free(lexicon->arena);
}

TEST(positions_of_games_are_well_formed_and_small)
{
    OWN_MEMORY struct playing *playing = calloc(1, sizeof *playing);
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    OWN_MEMORY struct lexicon *lexicon = key_lexicon(dt_terms, DT_TERMS);
    struct draw_look look = {.lexicon = lexicon, .title = "Dungeon Twister"};

    assert_true(playing && scene);
    for (uint64_t seed = 1; seed <= 8; seed++) {
        playing_begin(playing, seed, "");
        for (unsigned turn = 0; turn < 25 && playing_turn(playing, 2); turn++) {
            OWN(buf) outline = {0};
            OWN(buf) svg = {0};

            playing_scene(playing, 2, scene);
            assert_int_equal(draw_svg(scene, &look, &svg, NULL), RC_OK);
            assert_true(svg.length < DRAW_SVG_BYTES_MAX);
            assert_true(outline_make(&svg, &outline));
            lies_on_its_side(scene, look);
        }
    }
    free(lexicon->arena);
}

/* Relative luminance, WCAG 2.1. */
static double luminance(const char *colour)
{
    long rgb = strtol(colour + 1, NULL, 16);
    double sum = 0, weight[] = {0.2126, 0.7152, 0.0722};

    for (int i = 0; i < 3; i++) {
        double c = (double)(rgb >> (16 - 8 * i) & 0xFF) / 255;

        sum += weight[i] * (c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* Two colours that meet: text and small signs need 4.5 to 1, large signs and lines 3 to 1
 * (WCAG 2.1, 1.4.3 and 1.4.11). */
struct contrast {
    const char *what;
    const char *front, *back;
    unsigned tenths; /* demanded ratio, in tenths */
};

static const struct contrast contrasts[] = {
    {"text on paper", PALETTE_INK, PALETTE_PAPER, 45},
    {"labels on paper", PALETTE_SOFT_INK, PALETTE_PAPER, 45},
    {"text on cards", PALETTE_INK, PALETTE_CARD, 45},
    {"labels on cards", PALETTE_SOFT_INK, PALETTE_CARD, 45},
    {"marks on paper", PALETTE_PAPER, PALETTE_INK, 45},
    {"signs on the floor", PALETTE_GROUND, PALETTE_FLOOR, 30},
    {"signs under a cover", PALETTE_GROUND, PALETTE_COVER, 45},
    {"barred squares on the floor", PALETTE_BARRED, PALETTE_FLOOR, 30},
    {"signs on barred squares", PALETTE_ON_BARRED, PALETTE_BARRED, 45},
    {"text on hidden areas", PALETTE_ON_HIDDEN, PALETTE_HIDDEN, 45},
    {"hidden areas on paper", PALETTE_HIDDEN, PALETTE_PAPER, 30},
    {"walls on the floor", PALETTE_WALL, PALETTE_FLOOR, 45},
    {"walls on paper", PALETTE_WALL, PALETTE_PAPER, 45},
    {"gates on the floor", PALETTE_GATE, PALETTE_FLOOR, 45},
    {"blows on the floor", PALETTE_BLOW, PALETTE_FLOOR, 45},
    {"numbers of blows", PALETTE_ON_BLOW, PALETTE_BLOW, 45},
};

static void demand_contrast(const struct contrast *pair)
{
    double a = luminance(pair->front), b = luminance(pair->back);
    double ratio = a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);

    if (ratio * 10 < pair->tenths)
        fail_msg("%s: %s on %s has only %.2f", pair->what, pair->front, pair->back, ratio);
}

TEST(every_pair_of_colours_has_its_contrast)
{
    for (size_t i = 0; i < sizeof contrasts / sizeof *contrasts; i++)
        demand_contrast(&contrasts[i]);
    for (const struct draw_seat *seat = &draw_seats[1]; seat <= &draw_seats[SEATS_MAX]; seat++) {
        const struct contrast pairs[] = {
            {"sign on a piece", seat->ink, seat->face, 45},
            {"rim on the floor", seat->rim, PALETTE_FLOOR, 30},
            {"rim on its home line", seat->rim, seat->pale, 30},
            {"sign on a thing", PALETTE_INK, seat->pale, 45},
            {"arrow on the floor", seat->path, PALETTE_FLOOR, 30},
            {"arrow on paper", seat->path, PALETTE_PAPER, 45},
            {"wall at the home line", PALETTE_WALL, seat->pale, 30},
        };

        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
            demand_contrast(&pairs[i]);
    }
}

/* How the three common kinds of colour blindness see a colour (linear RGB, full severity). */
static void simulate(const char *colour, const double matrix[9], double out[3])
{
    long rgb = strtol(colour + 1, NULL, 16);
    double in[3];

    for (int i = 0; i < 3; i++)
        in[i] = pow((double)(rgb >> (16 - 8 * i) & 0xFF) / 255, 2.2);
    for (int i = 0; i < 3; i++)
        out[i] = matrix[3 * i] * in[0] + matrix[3 * i + 1] * in[1] + matrix[3 * i + 2] * in[2];
}

TEST(seats_stay_apart_for_the_colour_blind)
{
    static const double kinds[3][9] = {
        {0.152, 1.053, -0.205, 0.115, 0.786, 0.099, -0.004, -0.048, 1.052},  /* protan */
        {0.367, 0.861, -0.228, 0.280, 0.673, 0.047, -0.012, 0.043, 0.969},   /* deutan */
        {1.256, -0.077, -0.179, -0.078, 0.931, 0.148, 0.005, 0.691, 0.304}}; /* tritan */

    for (int kind = 0; kind < 3; kind++)
        for (int a = 1; a <= SEATS_MAX; a++)
            for (int b = 1; b < a; b++) {
                double one[3], other[3], distance = 0;

                simulate(draw_seats[a].face, kinds[kind], one);
                simulate(draw_seats[b].face, kinds[kind], other);
                for (int i = 0; i < 3; i++)
                    distance += (one[i] - other[i]) * (one[i] - other[i]);
                assert_true(sqrt(distance) > 0.08);
                assert_int_not_equal(draw_seats[a].shape, draw_seats[b].shape);
            }
}

/* Path data: commands and numbers only, nothing beyond the box. */
static bool is_good_path(const char *path)
{
    if (!path)
        return true;
    if (path[0] != 'M' || strspn(path, "MLHVCSQAZ0123456789. -") != strlen(path))
        return false;
    for (const char *at = path; *at; at++)
        if (strchr("0123456789.", *at) && (at == path || !strchr("0123456789.", at[-1])) &&
            (at[-1] == '-' ? -strtod(at, NULL) : strtod(at, NULL)) > 24.001)
            return false;
    return true;
}

TEST(every_sign_has_art_and_letters_of_its_own)
{
    unsigned signs = 0;

    for (unsigned i = 1; i < DT_SYMBOLS; i++) {
        const struct scene_symbol *symbol = &dt_symbols[i];

        if (!symbol->letters)
            continue; /* a gap in the numbers of token kinds */
        signs++;
        assert_true(symbol->fill || symbol->line);
        assert_true(is_good_path(symbol->fill) && is_good_path(symbol->line) &&
                    is_good_path(symbol->cut) && is_good_path(symbol->etch));
        assert_in_range(strlen(symbol->letters), 1, 2);
        for (unsigned k = 1; k < i; k++)
            if (dt_symbols[k].letters)
                assert_string_not_equal(dt_symbols[k].letters, symbol->letters);
    }
    assert_int_equal(signs, 16 + 11 + 8 + 3);
    for (unsigned kind = 0; kind < DT_KINDS; kind++)
        if (dt_kinds[kind].word) { /* a kind may look like another: both boxes have a treasure */
            unsigned like = dt_kinds[kind].like ? dt_kinds[kind].like : kind;

            assert_non_null(dt_symbols[DT_SYMBOL_OF(like)].letters);
            assert_int_equal(dt_symbols[DT_SYMBOL_OF(like)].term, dt_kinds[kind].term);
        }
}

TESTS(NULL, NULL)
