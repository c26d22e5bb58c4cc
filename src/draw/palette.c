/* SPDX-License-Identifier: MIT */
/* The colours of the pictures. */
#include "draw/palette.h"

/* face, ink, rim, pale, path */
#define BLUE  "#0a4c8c", "#fffdf7", "#05294d", "#cfe2f5", "#0a4c8c"
#define AMBER "#ffcb2e", "#2b2118", "#7a4300", "#ffedb5", "#7a4300"
#define GREEN "#3fae7c", "#2b2118", "#0b4a36", "#cdebe1", "#0b5a41"
#define ROSE  "#ffd9ec", "#2b2118", "#7d1f54", "#fff0f8", "#7d1f54"

const struct draw_seat draw_seats[SEATS_MAX + 1] = {
    {PALETTE_CARD, PALETTE_INK, PALETTE_SOFT_INK, PALETTE_CARD, PALETTE_SOFT_INK, DRAW_PLAIN},
    {BLUE, DRAW_DISC},
    {AMBER, DRAW_SQUARE},
    {GREEN, DRAW_HEXAGON},
    {ROSE, DRAW_DIAMOND},
};
