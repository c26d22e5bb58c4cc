/* SPDX-License-Identifier: MIT */
/* The curve of who stood better: as rows of text, and as a picture. Numbers alone, so both are the
 * same in every language. */
#pragma once

#include "teach/analysis.h"

/* A row for each point, thinned to CURVE_ROWS: turn, chance, and a bar from the middle, to the
 * right where the seat stood better. ASCII, at most 60 columns. */
enum { CURVE_ROWS = 48 };
void curve_write_text(const struct analysis *analysis, struct buf *out);

/* A whole SVG, with the turns that cost most as numbered dots. */
void curve_write_svg(const struct analysis *analysis, struct buf *out);
