/* SPDX-License-Identifier: MIT */
/* From a scene to what people see: text board, SVG, PNG and a spoken description.
 *
 * All four take the same scene and the same look. Nothing here keeps state: any number of threads
 * may draw at the same time, each with its own buffers; words and lexicon are only read.
 * Names and titles may come from anyone: they are cleaned (draw/safe.h) before they are shown.
 *
 * Source: design, sections 2, 6 and 9. */
#pragma once

#include "draw/cache.h"
#include "draw/parts.h"
#include "draw/words.h"
#include "rules/lexicon.h"
#include "rules/scene.h"

enum {
    DRAW_TEXT_COLUMNS = 78,         /* no line of a text board is wider */
    DRAW_SVG_BYTES_MAX = 60 * 1024, /* no SVG is larger */
    DRAW_PNG_BYTES_MAX = 75 * 1024, /* no PNG of DRAW_PNG_WIDTH_MAIL is larger */
    DRAW_PNG_WIDTH_SMALL = 640,     /* pixels: forum posts */
    DRAW_PNG_WIDTH_MAIL = 800,      /* pixels: as letters have it, two for each of a phone */
    DRAW_PNG_WIDTH_MAIL_MAX = 1080,
    DRAW_CACHE_BYTES = 12 << 20, /* a good size for the cache of a server */
    DRAW_PNG_WIDTH_MIN = 160,
    DRAW_PNG_WIDTH_MAX = 2160
};

/* Where the board lies in an SVG, in units of its viewBox; columns 0: a card table. */
struct draw_frame {
    int width, height, left, top, cell, columns, rows;
    unsigned quarters; /* that the board was turned clockwise (draw/svg_turned.c) */
};

/* A whole picture, as letters have it; or for a page, which has panels and signs of its own, the
 * board alone, upright or wide, with words that can still be read where it is small; or a thumbnail
 * for lists, twice as wide as high, with few words or none; or the wide board with its own signs,
 * for letters. */
enum draw_shown { DRAW_WHOLE, DRAW_TALL_BOARD, DRAW_WIDE_BOARD, DRAW_THUMBNAIL, DRAW_LYING };

/* Whose eyes and words a board is drawn for; all borrowed. */
struct draw_look {
    const struct draw_words *words;  /* NULL = built-in English */
    const struct lexicon *lexicon;   /* names of the game's terms in the same language */
    const char *title;               /* "Dungeon Twister 17, turn 12"; NULL = none */
    const char *name[SEATS_MAX + 1]; /* players by seat; NULL = only the colour is shown */
    const char *id;           /* prefix of ids in SVG, for several in one page; NULL = none */
    bool ascii;               /* text board in plain ASCII */
    bool no_legend;           /* leave out the legend */
    enum draw_shown shown;    /* by draw_svg */
    struct draw_frame *frame; /* draw_svg says here where the board lies; NULL = not asked */
};

/* Append the text board: lines end in LF, none longer than DRAW_TEXT_COLUMNS characters.
 * fails  RC_NO_MEMORY */
enum rc draw_text(const struct scene *scene, const struct draw_look *look, struct buf *out,
                  struct err *err);

/* Append one SVG document in UTF-8, no XML declaration, so that it may stand inside HTML.
 * fails  RC_NO_MEMORY; RC_TOO_LONG beyond DRAW_SVG_BYTES_MAX (a bug in the scene) */
enum rc draw_svg(const struct scene *scene, const struct draw_look *look, struct buf *out,
                 struct err *err);

/* Append an SVG that shows nothing: the signs of all symbols, "s12" by its number, that the boards
 * drawn alone refer to. */
enum rc draw_signs(const struct scene *scene, struct buf *out, struct err *err);

/* The same as draw_svg, noting its parts for draw_png_parts; out must be empty. */
enum rc draw_svg_parts(const struct scene *scene, const struct draw_look *look, struct buf *out,
                       struct draw_parts *parts, struct err *err);

/* Append a PNG: an SVG that draw_svg wrote, `width` pixels wide, with a palette.
 * in     width: DRAW_PNG_WIDTH_MIN to DRAW_PNG_WIDTH_MAX
 * fails  RC_NO_MEMORY; RC_BAD_INPUT: not an SVG that librsvg can draw, or width out of range */
enum rc draw_png(const char *svg, size_t length, unsigned width, struct buf *out, struct err *err);

/* The same picture, with the palette of draw/shades.h: parts that were drawn before come from the
 * cache, the others go into it. What the cache holds does not change the picture.
 * in     svg, length, parts: what draw_svg_parts wrote */
enum rc draw_png_parts(struct draw_cache *cache, const char *svg, size_t length,
                       const struct draw_parts *parts, unsigned width, struct buf *out,
                       struct err *err);

/* Append the spoken description: one sentence to a line, plain words without signs, complete
 * without a picture. What changed comes first.
 * fails  RC_NO_MEMORY */
enum rc draw_speech(const struct scene *scene, const struct draw_look *look, struct buf *out,
                    struct err *err);

/* Append one short sentence for the alt text of a picture: whose decision, scores.
 * fails  RC_NO_MEMORY */
enum rc draw_alt(const struct scene *scene, const struct draw_look *look, struct buf *out,
                 struct err *err);

/* Are the fonts there that pictures are drawn with? To be asked once at start, before any thread
 * draws.
 * fails  RC_CONFIG, naming the font and the Debian package that brings it; text boards do not
 *        need them */
enum rc draw_fonts_check(struct err *err);
