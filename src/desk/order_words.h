/* An order in its reader's language, for the button that sends it.
 *
 * Each word of the canonical text is given as the language's words file names it, or as its
 * sentence "label.TERM" says ("label.verb.rotate = rota"). Only a text that is understood as the
 * very same order is shown; else the canonical text stands. Knows no game's nouns. */
#ifndef POSTERN_DESK_ORDER_WORDS_H
#define POSTERN_DESK_ORDER_WORDS_H

#include "desk/wording.h"

/* Append the order whose canonical text is `line`.
 * in     rulebook: of wording->game; seat: who would give it */
void order_words(const struct wording *wording, const void *rulebook, unsigned seat,
                 const char *line, struct buf *out);

/* Append single words of canonical text in the reader's language, with commas between them. */
void order_words_list(const struct wording *wording, const char *words, size_t length,
                      struct buf *out);

#endif
