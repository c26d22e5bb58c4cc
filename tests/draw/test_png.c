/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <png.h>

#include "draw_support.h"
#include "true_picture.h"
#include "tests/test.h"

OWN_FREED(draw_cache)

static bool decode(const char *bytes, size_t length, struct picture *picture)
{
    png_image image = {.version = PNG_IMAGE_VERSION};

    if (!png_image_begin_read_from_memory(&image, bytes, length))
        return false;
    image.format = PNG_FORMAT_RGB;
    picture->width = image.width;
    picture->height = image.height;
    picture->rgb = malloc(PNG_IMAGE_SIZE(image));
    return picture->rgb && png_image_finish_read(&image, NULL, picture->rgb, 0, NULL);
}

static void svg_of(void (*make)(struct scene *), struct buf *svg)
{
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = {
        .lexicon = toy_lexicon(), .title = "Toy 7", .name = {NULL, "Anna", "Ben"}};

    assert_non_null(scene);
    make(scene);
    assert_int_equal(draw_svg(scene, &look, svg, NULL), RC_OK);
}

/* Mean difference of two pictures, each pixel taken as the mean of its 3 × 3 neighbourhood, in
 * 1/1000 of the full scale: edges may move a little with versions of libraries. */
static unsigned difference(const struct picture *a, const struct picture *b)
{
    uint64_t sum = 0, count = 0;

    for (unsigned y = 1; y + 1 < a->height; y++)
        for (unsigned x = 1; x + 1 < a->width; x++)
            for (unsigned c = 0; c < 3; c++) {
                int delta = 0;

                for (unsigned k = 0; k < 9; k++) {
                    size_t at = ((size_t)(y + k / 3 - 1) * a->width + x + k % 3 - 1) * 3 + c;

                    delta += a->rgb[at] - b->rgb[at];
                }
                sum += (uint64_t)(delta < 0 ? -delta : delta);
                count++;
            }
    return (unsigned)(sum * 1000 / (count * 9 * 255));
}

static void check_picture(void (*make)(struct scene *), const char *name)
{
    struct picture got = {0}, want = {0};
    OWN(buf) svg = {0}, png = {0};
    char path[128] = "tests/draw/golden/", *golden;
    size_t length;

    svg_of(make, &svg);
    assert_int_equal(draw_png(svg.at, svg.length, 480, &png, NULL), RC_OK);
    if (!golden_written(name, png.at, png.length)) {
        strcat(path, name);
        golden = read_source(path, &length);
        assert_non_null(golden);
        assert_true(decode(png.at, png.length, &got));
        assert_true(decode(golden, length, &want));
        assert_int_equal(got.width, want.width);
        assert_int_equal(got.height, want.height);
        assert_in_range(difference(&got, &want), 0, 10);
        free(golden);
    }
    free(got.rgb);
    free(want.rgb);
}

TEST(the_board_looks_as_it_did)
{
    check_picture(toy_board, "board.png");
}

TEST(the_card_table_looks_as_it_did)
{
    check_picture(toy_table, "table.png");
}

TEST(mail_pictures_are_small_and_have_a_palette)
{
    static const char *const options[] = {"", "boxes=expansion", "boxes=both mode=free",
                                          "boxes=both mode=common"};
    static struct draw_parts parts;
    OWN_MEMORY struct playing *playing = calloc(1, sizeof *playing);
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    OWN_MEMORY struct lexicon *lexicon = key_lexicon(dt_terms, DT_TERMS);
    struct draw_look look = {.lexicon = lexicon, .title = "Dungeon Twister"};
    struct draw_cache *cache = draw_cache_new(DRAW_CACHE_BYTES);
    OWN(buf) svg = {0}, png = {0};
    struct err err = {0};

    assert_true(playing && scene && cache);
    for (uint64_t seed = 0; seed < 8; seed++) {
        playing_begin(playing, seed + 3, options[seed % 4]);
        for (int turn = 0; turn < 50 && playing_turn(playing, 1); turn++)
            continue;
        playing_scene(playing, 1, scene);
        buf_clear(&svg);
        buf_clear(&png);
        assert_int_equal(draw_svg_parts(scene, &look, &svg, &parts, &err), RC_OK);
        assert_false(parts.overflow);
        assert_int_equal(
            draw_png_parts(cache, svg.at, svg.length, &parts, DRAW_PNG_WIDTH_MAIL, &png, &err),
            RC_OK);
        assert_true(png.length < DRAW_PNG_BYTES_MAX);
        assert_memory_equal(png.at, "\x89PNG\r\n\x1a\n", 8);
        assert_int_equal((unsigned char)png.at[24], 4); /* bits a pixel */
        assert_int_equal((unsigned char)png.at[25], PNG_COLOR_TYPE_PALETTE);
    }
    draw_cache_free(cache);
    free(lexicon->arena);
}

/* The largest mean difference of two pictures over a square of 8 × 8, in 1/1000 of the scale. */
static unsigned largest_difference(const struct picture *a, const struct picture *b)
{
    enum { SIDE = 8 };
    unsigned most = 0;

    for (unsigned y = 0; y + SIDE <= a->height; y += SIDE)
        for (unsigned x = 0; x + SIDE <= a->width; x += SIDE)
            for (unsigned c = 0; c < 3; c++) {
                int delta = 0;

                for (unsigned k = 0; k < SIDE * SIDE; k++) {
                    size_t at = ((size_t)(y + k / SIDE) * a->width + x + k % SIDE) * 3 + c;

                    delta += a->rgb[at] - b->rgb[at];
                }
                delta = abs(delta) * 1000 / (SIDE * SIDE * 255);
                most = (unsigned)delta > most ? (unsigned)delta : most;
            }
    return most;
}

/* A scene's picture by parts is that very SVG: nothing is missing, or stands elsewhere. */
static void check_parts(const struct scene *scene, const struct draw_look *look,
                        struct draw_cache *cache, unsigned width, struct buf *png)
{
    static struct draw_parts parts;
    struct picture got = {0}, want = {0};
    OWN(buf) svg = {0}, plain = {0};

    assert_int_equal(draw_svg_parts(scene, look, &svg, &parts, NULL), RC_OK);
    assert_int_equal(draw_svg(scene, look, &plain, NULL), RC_OK);
    assert_string_equal(buf_text(&svg), buf_text(&plain));
    assert_in_range(parts.count, 1, DRAW_PARTS_MAX - 1);
    assert_false(parts.overflow);
    buf_clear(png);
    assert_int_equal(draw_png_parts(cache, svg.at, svg.length, &parts, width, png, NULL), RC_OK);
    assert_true(decode(png->at, png->length, &got));
    assert_true(draw_true(svg.at, svg.length, width, &want));
    assert_int_equal(got.width, want.width);
    assert_int_equal(got.height, want.height);
    assert_in_range(difference(&got, &want), 0, 5);
    assert_in_range(largest_difference(&got, &want), 0, 110);
    free(got.rgb);
    free(want.rgb);
}

static void assert_same(const struct buf *a, const struct buf *b)
{
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->at, b->at, a->length);
}

TEST(pictures_by_parts_are_that_very_svg)
{
    static const unsigned widths[] = {DRAW_PNG_WIDTH_SMALL, DRAW_PNG_WIDTH_MAIL, 777, 320,
                                      DRAW_PNG_WIDTH_MAIL_MAX};
    enum { WIDTHS = sizeof widths / sizeof *widths };
    OWN_MEMORY struct playing *playing = calloc(1, sizeof *playing);
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    OWN_MEMORY struct lexicon *lexicon = key_lexicon(dt_terms, DT_TERMS);
    struct draw_look look = {
        .lexicon = lexicon, .title = "Dungeon Twister", .name = {"", "A", "B"}};
    struct draw_look toy = {.lexicon = toy_lexicon(), .name = {NULL, "Anna", "\xE4\xBD\xA0"}};
    struct draw_cache *cache = draw_cache_new(DRAW_CACHE_BYTES);
    OWN(buf) png = {0}, again = {0};
    struct draw_cache_count before;

    assert_true(playing && scene && cache);
    for (unsigned i = 0; i < WIDTHS; i++) {
        for (unsigned k = 0; k < 2; k++) {
            playing_read(playing, KEPT_FILE, 100 * k + i);
            playing_scene(playing, k % 3, scene);
            check_parts(scene, &look, cache, widths[i], &png);
        }
        toy_board(scene);
        check_parts(scene, &toy, cache, widths[i], &png);
        toy_table(scene);
        check_parts(scene, &toy, cache, widths[i], &png);
    }
    before = draw_cache_counted(cache); /* now all parts are known */
    check_parts(scene, &toy, cache, widths[WIDTHS - 1], &again);
    assert_same(&again, &png);
    assert_int_equal(draw_cache_counted(cache).drawn, before.drawn);
    assert_true(draw_cache_counted(cache).found > before.found);
    draw_cache_free(cache);
    free(lexicon->arena);
}

TEST(what_is_no_drawing_is_refused)
{
    static const char *const bad[] = {
        "",
        "no picture",
        "<svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><g></svg>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\"/>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"900000\"/>"};
    struct buf out = {0};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct err err = {0};

        assert_int_equal(draw_png(bad[i], strlen(bad[i]), 640, &out, &err), RC_BAD_INPUT);
        assert_string_not_equal(err.text, "");
        assert_int_equal(out.length, 0);
    }
    assert_int_equal(draw_png(bad[0], 0, 10, &out, NULL), RC_BAD_INPUT);
    assert_int_equal(draw_png(bad[0], 0, 100000, &out, NULL), RC_BAD_INPUT);
}

/* Many threads, one result, from one cache that is too small for all. */
struct task {
    const struct buf *svg;
    const struct draw_parts *parts;
    struct draw_cache *cache;
    struct buf png;
    enum rc rc;
};

static void *draw_in_thread(void *data)
{
    struct task *task = data;

    for (int i = 0; i < 3 && task->rc == RC_OK; i++) {
        buf_clear(&task->png);
        task->rc = draw_png_parts(task->cache, task->svg->at, task->svg->length, task->parts,
                                  DRAW_PNG_WIDTH_SMALL, &task->png, NULL);
    }
    return NULL;
}

TEST(threads_draw_at_the_same_time)
{
    enum { THREADS = 4, SMALL_CACHE_BYTES = 100 * 1000 };
    static struct draw_parts parts;
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = {.lexicon = toy_lexicon(), .name = {NULL, "Anna", "Ben"}};
    struct task task[THREADS] = {{0}};
    pthread_t thread[THREADS];
    OWN_AT(draw_cache) cache = draw_cache_new(SMALL_CACHE_BYTES);
    OWN(buf) svg = {0};

    assert_true(scene && cache);
    toy_board(scene);
    assert_int_equal(draw_svg_parts(scene, &look, &svg, &parts, NULL), RC_OK);
    for (int i = 0; i < THREADS; i++) {
        task[i] = (struct task){.svg = &svg, .parts = &parts, .cache = cache};
        assert_int_equal(pthread_create(&thread[i], NULL, draw_in_thread, &task[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_int_equal(task[i].rc, RC_OK);
        assert_same(&task[i].png, &task[0].png);
    }
    assert_true(draw_cache_counted(cache).bytes <= SMALL_CACHE_BYTES);
    assert_true(draw_cache_counted(cache).parts < parts.count);
    for (int i = 0; i < THREADS; i++)
        buf_fini(&task[i].png);
}

TEST(the_fonts_are_found_here_and_missed_elsewhere)
{
    static const char config[] = "<fontconfig><dir>/nowhere</dir></fontconfig>\n";
    char path[PATH_MAX];
    struct err err = {0};
    int file;

    assert_non_null(getcwd(path, sizeof path - 16));
    strcat(path, "/fontsXXXXXX");
    file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, config, sizeof config - 1), sizeof config - 1);
    close(file);
    assert_int_equal(draw_fonts_check(NULL), RC_OK);
    setenv("FONTCONFIG_FILE", path, 1);
    assert_int_equal(draw_fonts_check(&err), RC_CONFIG);
    assert_non_null(strstr(err.text, "fonts-dejavu-core"));
    unsetenv("FONTCONFIG_FILE");
    unlink(path);
}

TESTS(NULL, NULL)
