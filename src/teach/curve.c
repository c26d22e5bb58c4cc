/* SPDX-License-Identifier: MIT */
/* Draws the curve of a game, as text and as a picture. */
#include "teach/curve.h"

enum { HALF = 20 /* columns of a bar, each side */ };

static unsigned percent(int32_t chance)
{
    return (unsigned)((chance * 100 + BOT_CHANCE_WHOLE / 2) / BOT_CHANCE_WHOLE);
}

/* ---- text ---- */

static void put_run(struct buf *out, char c, int count)
{
    while (count-- > 0)
        buf_put_char(out, c);
}

static void put_row(const struct analysis_point *point, struct buf *out)
{
    int bar = (int)((point->chance - BOT_CHANCE_WHOLE / 2) * 2 * HALF / BOT_CHANCE_WHOLE);

    buf_printf(out, "%4u %4u %%  ", point->turn, percent(point->chance));
    put_run(out, ' ', bar < 0 ? HALF + bar : HALF);
    put_run(out, '<', -bar);
    buf_put_char(out, '|');
    put_run(out, '>', bar);
    buf_put_char(out, '\n');
}

void curve_write_text(const struct analysis *analysis, struct buf *out)
{
    unsigned step = (analysis->count + CURVE_ROWS - 1) / CURVE_ROWS;

    for (unsigned i = 0; i + 1 < analysis->count; i += step)
        put_row(&analysis->point[i], out);
    if (analysis->count)
        put_row(&analysis->point[analysis->count - 1], out);
}

/* ---- picture ---- */

enum { WIDTH = 640, HEIGHT = 240, LEFT = 48, RIGHT = 12, TOP = 14, BOTTOM = 28 };

static int x_of(const struct analysis *analysis, unsigned i)
{
    unsigned last = analysis->count > 1 ? analysis->count - 1 : 1;

    return LEFT + (int)(i * (unsigned)(WIDTH - LEFT - RIGHT) / last);
}

static int y_of(int32_t chance)
{
    return TOP + (int)((BOT_CHANCE_WHOLE - chance) * (HEIGHT - TOP - BOTTOM) / BOT_CHANCE_WHOLE);
}

static void put_grid(struct buf *out)
{
    for (int32_t chance = 0; chance <= BOT_CHANCE_WHOLE; chance += BOT_CHANCE_WHOLE / 4) {
        int y = y_of(chance);

        buf_printf(out, "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"%s\"/>\n", LEFT,
                   WIDTH - RIGHT, y, y, chance * 2 == BOT_CHANCE_WHOLE ? "#2b2118" : "#c9ccd1");
        buf_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%u %%</text>\n", LEFT - 6,
                   y + 4, percent(chance));
    }
}

static void put_turns(const struct analysis *analysis, struct buf *out)
{
    unsigned step = (analysis->count + 9) / 10, last = 0;

    for (unsigned i = 0; i < analysis->count; i += step) {
        if (i && analysis->point[i].turn == last)
            continue; /* many orders, one turn */
        last = analysis->point[i].turn;
        buf_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%u</text>\n",
                   x_of(analysis, i), HEIGHT - BOTTOM + 18, last);
    }
}

static void put_worst(const struct analysis *analysis, struct buf *out)
{
    for (unsigned w = 0; w < analysis->worst_count; w++)
        for (unsigned i = 0; i < analysis->count; i++) {
            int x = x_of(analysis, i), y = y_of(analysis->point[i].chance);

            if (analysis->point[i].n != analysis->worst[w].n)
                continue;
            buf_printf(out,
                       "<circle cx=\"%d\" cy=\"%d\" r=\"9\" fill=\"#ffffff\" stroke=\"#a31515\" "
                       "stroke-width=\"2\"/>\n",
                       x, y);
            buf_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%u</text>\n", x, y + 4,
                       w + 1);
        }
}

void curve_write_svg(const struct analysis *analysis, struct buf *out)
{
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
               "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n"
               "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
               WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT);
    put_grid(out);
    put_turns(analysis, out);
    buf_put(out, "<polyline fill=\"none\" stroke=\"#1f4e9c\" stroke-width=\"2\" points=\"");
    for (unsigned i = 0; i < analysis->count; i++)
        buf_printf(out, "%d,%d ", x_of(analysis, i), y_of(analysis->point[i].chance));
    buf_put(out, "\"/>\n");
    put_worst(analysis, out);
    buf_put(out, "</svg>\n");
}
