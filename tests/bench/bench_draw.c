/* SPDX-License-Identifier: MIT */
/* What drawing a board costs: SVG, PNG in three widths (whole, and as a server does, which keeps
 * parts of pictures: the first ones are dear), text and speech, over the 200 kept positions. Times
 * are of one core, CPU time of the process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../draw/draw_support.h"
#include "tests/bench/clock.h"

enum { WHOLE_EVERY = 10 }; /* pictures drawn whole, of one position in ten */

/* What one kind of drawing took so far. */
struct figure {
    const char *name;
    unsigned count;
    double us;
    size_t bytes, largest;
};

static void add(struct figure *figure, double started_us, const struct buf *out)
{
    figure->us += 1e6 * clock_processor_s() - started_us;
    figure->count++;
    figure->bytes += out->length;
    if (out->length > figure->largest)
        figure->largest = out->length;
}

static void print(const struct figure *figure)
{
    printf("draw %-24s %9.1f us a board, %7zu bytes, %7zu at most\n", figure->name,
           figure->us / figure->count, figure->bytes / figure->count, figure->largest);
}

static void must(enum rc rc, const struct err *err)
{
    if (rc != RC_OK) {
        fprintf(stderr, "%s\n", err->text);
        exit(1);
    }
}

enum { SVG, TEXT, SPEECH, WHOLE, PARTS = WHOLE + 3, FIGURES = PARTS + 3 };
static struct figure figures[FIGURES] = {
    {.name = "SVG"},
    {.name = "text"},
    {.name = "speech"},
    {.name = "PNG, 640 wide, whole"},
    {.name = "PNG, 800 wide, whole"},
    {.name = "PNG, 1080 wide, whole"},
    {.name = "PNG, 640 wide"},
    {.name = "PNG, 800 wide"},
    {.name = "PNG, 1080 wide"},
};
static const unsigned widths[] = {DRAW_PNG_WIDTH_SMALL, DRAW_PNG_WIDTH_MAIL,
                                  DRAW_PNG_WIDTH_MAIL_MAX};
enum { WIDTHS = sizeof widths / sizeof *widths };

/* A server has one width, and so each has a cache here. */
static void draw_pngs(const struct buf *svg, const struct draw_parts *parts,
                      struct draw_cache *const cache[WIDTHS], bool whole)
{
    OWN(buf) out = {0};
    struct err err = {0};

    for (unsigned i = 0; i < WIDTHS; i++) {
        double start = 1e6 * clock_processor_s();

        buf_clear(&out);
        must(draw_png_parts(cache[i], svg->at, svg->length, parts, widths[i], &out, &err), &err);
        add(&figures[PARTS + i], start, &out);
        if (!whole)
            continue;
        buf_clear(&out);
        start = 1e6 * clock_processor_s();
        must(draw_png(svg->at, svg->length, widths[i], &out, &err), &err);
        add(&figures[WHOLE + i], start, &out);
    }
}

/* What takes microseconds. */
static void draw_words(const struct scene *scene, const struct draw_look *look)
{
    static struct draw_parts parts;
    OWN(buf) svg = {0}, out = {0};
    struct err err = {0};
    double start = 1e6 * clock_processor_s();

    must(draw_svg_parts(scene, look, &svg, &parts, &err), &err);
    add(&figures[SVG], start, &svg);
    start = 1e6 * clock_processor_s();
    must(draw_text(scene, look, &out, &err), &err);
    add(&figures[TEXT], start, &out);
    buf_clear(&out);
    start = 1e6 * clock_processor_s();
    must(draw_speech(scene, look, &out, &err), &err);
    add(&figures[SPEECH], start, &out);
}

static void draw_picture(const struct scene *scene, const struct draw_look *look,
                         struct draw_cache *const cache[WIDTHS], bool whole)
{
    static struct draw_parts parts;
    OWN(buf) svg = {0};
    struct err err = {0};

    must(draw_svg_parts(scene, look, &svg, &parts, &err), &err);
    draw_pngs(&svg, &parts, cache, whole);
}

int main(void)
{
    struct playing *playing = calloc(1, sizeof *playing);
    struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = {.lexicon = key_lexicon(dt_terms, DT_TERMS),
                             .title = "Dungeon Twister 17",
                             .name = {NULL, "Anna", "Ben"}};

    struct draw_cache *cache[WIDTHS];

    for (unsigned i = 0; i < WIDTHS; i++)
        cache[i] = draw_cache_new(DRAW_CACHE_BYTES);
    if (!playing || !scene || !cache[0] || !cache[1] || !cache[2])
        return 1;
    for (unsigned i = 0; i < KEPT_POSITIONS; i++) {
        playing_read(playing, KEPT_FILE, i);
        playing_scene(playing, 1, scene);
        draw_words(scene, &look);
    }
    for (unsigned i = 0; i < KEPT_POSITIONS; i++) { /* apart: a picture empties the caches */
        playing_read(playing, KEPT_FILE, i);
        playing_scene(playing, 1, scene);
        draw_picture(scene, &look, cache, i % WHOLE_EVERY == 0);
    }
    for (unsigned kind = 0; kind < FIGURES; kind++)
        print(&figures[kind]);
    for (unsigned i = 0; i < WIDTHS; i++) {
        struct draw_cache_count count = draw_cache_counted(cache[i]);

        printf("draw parts, %u wide: %.1f%% were known; %u kept in %zu KiB\n", widths[i],
               100.0 * (double)count.found / (double)(count.found + count.drawn), count.parts,
               count.bytes / 1024);
        draw_cache_free(cache[i]);
    }
    free(look.lexicon->arena);
    free((struct lexicon *)(uintptr_t)look.lexicon);
    free(playing);
    free(scene);
    return 0;
}
