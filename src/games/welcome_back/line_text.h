/* SPDX-License-Identifier: MIT */
/* Standing lines in canonical text, which records keep and no lexicon reads:
 *
 *     VERB [TILE …] [MONSTER] [SEAT] [if [MONSTER …] [QUANTITY LOW to HIGH …] [deadly]]
 *         [else VERB [TILE …] | else ask]
 *     else ask, else decline
 *
 *     draw if pile 0 to 3 else pass          use smoke-bomb if goblin strength 5 to 9
 *     aside torch holy-grail if dragon       discard wooden-shuriken curative-herbs
 *
 * Words are keys of terms.h; tiles stand in the order in which they are tried, all else in that of
 * its tables. Source: doc/welcome-back.md. */
#pragma once

#include "games/welcome_back/words.h"

struct wb_line {
    struct wb_words head;
    struct wb_words tail; /* behind "else"; tail.closing: there is one */
};

void wb_write_line(const struct wb_line *line, struct text *out);
/* Read what wb_write_line writes, and nothing else. */
bool wb_read_line(const char *text, size_t length, struct wb_line *line);
