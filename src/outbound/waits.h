/* SPDX-License-Identifier: MIT */
/* What others ask of a seat beside the game's own questions: to take back, a draw, to stop the
 * clocks, to let them run, to go on behind a loss. Each with the line that agrees to it, which a
 * bare "yes" stands for where it is the only one.
 * Source: design, section 7. */
#pragma once

#include "outbound/wording.h"
#include "play/position.h"

enum { WAITS_MAX = SEATS_MAX + 5, WAIT_LINE_BYTES = 40 };

struct wait {
    const char *sentence; /* {who} asks it; {line} agrees */
    unsigned who;         /* 0 = nobody in particular */
    bool is_order;        /* the line is the game's */
    char line[WAIT_LINE_BYTES];
};

/* returns how many */
unsigned waits_list(const struct position *position, unsigned seat, struct wait wait[WAITS_MAX]);
/* Append all in the reader's words, a line each: numbered, and what a bare "yes" does. */
void waits_put_all(const struct position *position, unsigned seat, const struct wording *wording,
                   struct buf *out);
