/* Colours of the pictures, and the pairs of them that must be told apart.
 *
 * Blue and amber, green and rose stay apart for every common colour blindness, and every seat
 * also has a shape of its own, so that colour is never the only sign. */
#ifndef POSTERN_DRAW_PALETTE_H
#define POSTERN_DRAW_PALETTE_H

#include <stddef.h>

#include "rules/order.h"

#define PALETTE_PAPER      "#f6f1e5" /* behind everything: safe in dark mode */
#define PALETTE_CARD       "#fffdf7" /* panels, cards */
#define PALETTE_INK        "#1f1b16"
#define PALETTE_SOFT_INK   "#564c40" /* labels */
#define PALETTE_RULE       "#b9a988" /* lines that carry no meaning */
#define PALETTE_FLOOR      "#e8dcc0"
#define PALETTE_FLOOR_LINE "#cdbd99"
#define PALETTE_GROUND     "#75664f" /* signs on the floor */
#define PALETTE_BARRED     "#41372e"
#define PALETTE_ON_BARRED  "#cbb994"
#define PALETTE_HIDDEN     "#4d5863"
#define PALETTE_ON_HIDDEN  "#f4f6f8"
#define PALETTE_WALL       "#33271b"
#define PALETTE_GATE       "#7a3b10"
#define PALETTE_COVER      "#f4f4f1"
#define PALETTE_BLOW       "#a31515"
#define PALETTE_ON_BLOW    "#ffffff"

enum draw_shape { DRAW_DISC, DRAW_SQUARE, DRAW_HEXAGON, DRAW_DIAMOND, DRAW_PLAIN };

/* How a seat's pieces look; [0] is nobody's. */
struct draw_seat {
    const char *face, *ink; /* of an able piece, and the sign on it */
    const char *rim;
    const char *pale; /* face of things and of the wounded; the sign on it is PALETTE_INK */
    const char *home; /* floor of the starting line */
    const char *path; /* arrows of moves, on the floor; `halo` lies around them */
    enum draw_shape shape;
};
extern const struct draw_seat draw_seats[SEATS_MAX + 1];

/* Two colours that meet: text and small signs need 4.5 to 1, large signs and lines 3 to 1
 * (WCAG 2.1, 1.4.3 and 1.4.11). */
struct draw_contrast {
    const char *what;
    const char *front, *back;
    unsigned tenths; /* demanded ratio, in tenths */
};
extern const struct draw_contrast draw_contrasts[];
extern const size_t draw_contrast_count;

#endif
