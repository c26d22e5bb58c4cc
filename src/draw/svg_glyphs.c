/* SPDX-License-Identifier: MIT */
/* Digits and small letters as strokes of a pen: numbers on cards and badges, coordinates. Real
 * text costs a layout each; a board has more than a hundred of these. */
#include "draw/svg_p.h"

enum {
    ADVANCE = 11, /* from glyph to glyph; a glyph is 8 wide and 12 high */
    HEIGHT = 12,
    CAPITAL = 73 /* height of a capital in hundredths of a font's size */
};

/* By character: relative path data from the top left corner. */
static const char *const glyphs[128] = {
    ['-'] = "m1 6.5h6",
    ['/'] = "m0 13.4l7.4-14.8",
    ['0'] = "m4 0c-2.5 0-4 2.5-4 6s1.5 6 4 6s4-2.5 4-6s-1.5-6-4-6z",
    ['1'] = "m1.2 2.6l3.4-2.6v12m-3.4 0h6.8",
    ['2'] = "m.5 2.8c.4-1.8 1.8-2.8 3.7-2.8c2.2 0 3.6 1.3 3.6 3.2c0 2.8-4.8 4.8-7.5 8.8h7.7",
    ['3'] = "m.6 1.6c.9-1.1 2.1-1.6 3.4-1.6c2.1 0 3.5 1.2 3.5 2.9c0 1.8-1.5 2.7-4.1 2.7c2.8 0 4.6 "
            "1.2 4.6 3.2c0 2-1.7 3.2-4 3.2c-1.6 0-3-.6-3.8-1.8",
    ['4'] = "m6 12v-12l-6 8.6h8.4",
    ['5'] = "m7.2 0h-5.6l-.6 5.4c.9-.6 1.9-.9 3-.9c2.4 0 4 1.5 4 3.7c0 2.3-1.7 3.8-4.1 3.8c-1.6 "
            "0-2.9-.6-3.7-1.7",
    ['6'] = "m7.3 1.6c-.8-1.1-1.9-1.6-3-1.6c-2.7 0-4.3 2.8-4.3 6.6c0 3.4 1.5 5.4 4.1 5.4c2.3 0 "
            "3.9-1.6 3.9-3.9c0-2.2-1.5-3.7-3.7-3.7c-2.3 0-4.1 1.6-4.2 3.6",
    ['7'] = "m0 0h8l-5 12",
    ['8'] = "m4 5.6c-2 0-3.3-1.1-3.3-2.8s1.3-2.8 3.3-2.8s3.3 1.1 3.3 2.8s-1.3 2.8-3.3 2.8c-2.4 0-4 "
            "1.2-4 3.2s1.6 3.2 4 3.2s4-1.2 4-3.2s-1.6-3.2-4-3.2z",
    ['9'] = "m.7 10.4c.8 1.1 1.9 1.6 3 1.6c2.7 0 4.3-2.8 4.3-6.6c0-3.4-1.5-5.4-4.1-5.4c-2.3 0-3.9 "
            "1.6-3.9 3.9c0 2.2 1.5 3.7 3.7 3.7c2.3 0 4.1-1.6 4.2-3.6",
    ['?'] = "m.6 2.8c.4-1.8 1.7-2.8 3.5-2.8c2.1 0 3.5 1.2 3.5 3c0 2.8-3.6 2.8-3.6 5.6m0 3.3v.1",
    ['a'] = "m7.4 3.8v8.2m0-4.1c0-2.4-1.4-4.2-3.5-4.2s-3.6 1.8-3.6 4.2s1.5 4.2 3.6 4.2s3.5-1.8 "
            "3.5-4.2z",
    ['b'] =
        "m.3 0v12m7.1-4.1c0-2.4-1.4-4.2-3.5-4.2s-3.6 1.8-3.6 4.2s1.5 4.2 3.6 4.2s3.5-1.8 3.5-4.2z",
    ['c'] = "m7 5c-.8-.8-1.8-1.3-2.8-1.3c-2.2 0-3.7 1.7-3.7 4.2s1.5 4.2 3.7 4.2c1 0 2-.5 2.8-1.3",
    ['d'] =
        "m7.4 0v12m0-4.1c0-2.4-1.4-4.2-3.5-4.2s-3.6 1.8-3.6 4.2s1.5 4.2 3.6 4.2s3.5-1.8 3.5-4.2z",
    ['e'] = "m.4 7.6h7.2c-.1-2.3-1.6-3.9-3.6-3.9c-2.1 0-3.6 1.8-3.6 4.2s1.5 4.2 3.8 4.2c1.2 0 "
            "2.3-.4 3.1-1.2",
    ['f'] = "m6.4 .3c-2.4-.7-3.6 .5-3.6 2.7v9m-2.4-8h5.6",
    ['g'] = "m7.4 3.8v8.8c0 2.2-1.4 3.3-3.4 3.3c-1.2 "
            "0-2.3-.3-3.1-.9m6.5-7.1c0-2.4-1.4-4.2-3.5-4.2s-3.6 1.8-3.6 4.2s1.5 4.2 3.6 "
            "4.2s3.5-1.8 3.5-4.2z",
    ['h'] = "m.6 0v12m0-4.8c.4-2.2 1.8-3.5 3.6-3.5c2 0 3 1.3 3 3.3v5",
    ['i'] = "m4 4v8m0-11.4v.1",
    ['j'] = "m4.6 4v9c0 2-1 2.9-3 2.8m3-15.2v.1",
    ['k'] = "m.6 0v12m6.4-8.2l-6.2 4.8m2.4-1.8l4.2 5.2",
    ['l'] = "m4 0v12",
    ['m'] = "m0 3.8v8.2m0-5.5c.2-1.7 1-2.8 2.2-2.8s1.8 .9 1.8 2.5v5.8m0-5.5c.2-1.7 1-2.8 "
            "2.2-2.8s1.8 .9 1.8 2.5v5.8",
    ['n'] = "m.6 3.8v8.2m0-4.8c.4-2.2 1.8-3.5 3.6-3.5c2 0 3 1.3 3 3.3v5",
    ['o'] = "m7.4 7.9c0-2.4-1.4-4.2-3.5-4.2s-3.6 1.8-3.6 4.2s1.5 4.2 3.6 4.2s3.5-1.8 3.5-4.2z",
    ['p'] = "m.3 3.8v12m7.1-7.9c0-2.4-1.4-4.2-3.5-4.2s-3.6 1.8-3.6 4.2s1.5 4.2 3.6 4.2s3.5-1.8 "
            "3.5-4.2z",
    ['x'] = "m.8 4l6.4 7.4m0-7.4l-6.4 7.4",
};

static int scale_of(int size)
{
    return size * CAPITAL / HEIGHT;
}

static void put_glyphs(struct svg *svg, int x, int y, const char *text)
{
    for (; *text; text++, x += 100 * ADVANCE) {
        const char *glyph = (unsigned char)*text < 128 ? glyphs[(unsigned char)*text] : NULL;

        if (glyph && (x || y))
            svg_put(svg, "M%h %h%s", x, y, glyph);
        else if (glyph) /* the first step of a path counts from 0, 0 */
            svg_put(svg, "%s", glyph);
    }
}

bool svg_is_pen_text(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 128 || !glyphs[(unsigned char)*text])
            return false;
    return true;
}

int svg_pen_width(const char *text, int size)
{
    return (((int)strlen(text) * ADVANCE - 3) * scale_of(size) + 99) / 100;
}

void svg_pen_text(struct svg *svg, int x, int y, int size, bool bold, const char *colour,
                  const char *text)
{
    int scale = scale_of(size);

    svg_put(svg,
            "<path transform=\"translate(%h %h)scale(%h)\" fill=\"none\" stroke=\"%s\" "
            "stroke-width=\"%s\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"",
            100 * x - 50 * svg_pen_width(text, size), 100 * y - HEIGHT * scale, scale, colour,
            bold ? "2.7" : "1.6");
    put_glyphs(svg, 0, 0, text);
    svg_put(svg, "\"/>");
}

void svg_pen_begin(struct svg *svg, int size, const char *colour)
{
    svg_put(svg,
            "<path transform=\"scale(%h)\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" "
            "stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"",
            scale_of(size), colour);
}

void svg_pen_add(struct svg *svg, int x, int y, int size, const char *text)
{
    int scale = scale_of(size);

    put_glyphs(svg, (100 * x - 50 * svg_pen_width(text, size)) * 100 / scale,
               100 * 100 * y / scale - 100 * HEIGHT, text);
}

void svg_pen_end(struct svg *svg)
{
    svg_put(svg, "\"/>");
}
