/* SPDX-License-Identifier: MIT */
/* The colours of the pictures, and which of them must be told apart. */
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

#define SEAT_PAIRS(...) SEAT_PAIRS_OF(__VA_ARGS__)
#define SEAT_PAIRS_OF(face, ink, rim, pale, path)                                                  \
    {"sign on a piece", ink, face, 45}, {"rim on the floor", rim, PALETTE_FLOOR, 30},              \
        {"rim on its home line", rim, pale, 30}, {"sign on a thing", PALETTE_INK, pale, 45},       \
        {"arrow on the floor", path, PALETTE_FLOOR, 30},                                           \
        {"arrow on paper", path, PALETTE_PAPER, 45},                                               \
    {                                                                                              \
        "wall at the home line", PALETTE_WALL, pale, 30                                            \
    }

const struct draw_contrast draw_contrasts[] = {
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
    SEAT_PAIRS(BLUE),
    SEAT_PAIRS(AMBER),
    SEAT_PAIRS(GREEN),
    SEAT_PAIRS(ROSE),
};

const size_t draw_contrast_count = sizeof draw_contrasts / sizeof *draw_contrasts;
