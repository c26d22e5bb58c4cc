/* SPDX-License-Identifier: MIT */
/* Colours of the pictures; tests/draw/test_svg.c has the pairs of them that must be told apart.
 *
 * Blue and amber, green and rose stay apart for every common colour blindness, and every seat
 * also has a shape of its own, so that colour is never the only sign. The colours are few on
 * purpose: a palette of 16 holds them all. */
#pragma once

#include "rules/order.h"

#define PALETTE_PAPER      "#f6f1e5" /* behind everything: safe in dark mode */
#define PALETTE_CARD       "#fffdf7" /* panels, cards */
#define PALETTE_INK        "#2b2118"
#define PALETTE_SOFT_INK   "#65563f" /* labels */
#define PALETTE_RULE       "#c6b48c" /* lines that carry no meaning */
#define PALETTE_FLOOR      "#e8dcc0"
#define PALETTE_FLOOR_LINE "#c6b48c"
#define PALETTE_GROUND     "#65563f" /* signs on the floor */
#define PALETTE_BARRED     "#2b2118"
#define PALETTE_ON_BARRED  "#c6b48c"
#define PALETTE_HIDDEN     "#4d5863"
#define PALETTE_ON_HIDDEN  "#fffdf7"
#define PALETTE_WALL       "#2b2118"
#define PALETTE_GATE       "#7a4300"
#define PALETTE_COVER      "#fffdf7"
#define PALETTE_BLOW       "#a31515"
#define PALETTE_ON_BLOW    "#fffdf7"

enum draw_shape { DRAW_DISC, DRAW_SQUARE, DRAW_HEXAGON, DRAW_DIAMOND, DRAW_PLAIN };

/* How a seat's pieces look; [0] is nobody's. */
struct draw_seat {
    const char *face, *ink; /* of an able piece, and the sign on it */
    const char *rim;
    const char *pale; /* face of things and of what lies down; the sign on it is PALETTE_INK */
    const char *path; /* arrows of moves, on the floor; `halo` lies around them */
    enum draw_shape shape;
};
extern const struct draw_seat draw_seats[SEATS_MAX + 1];
