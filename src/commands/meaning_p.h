/* SPDX-License-Identifier: MIT */
/* Between meaning.c, which reads commands, meaning_orders.c, which finds orders,
 * meaning_terms.c, which finds options and times of games, meaning_keep.c, which keeps of a line
 * what a command wants, and meaning_split.c, which parts lines; meaning_luck.c calls these, too. */
#pragma once

#include "commands/meaning.h"

/* An order, or *asks: what is only likely to be one. length: bytes of line */
bool meaning_read_likely(const struct meaning_reader *reader, const char *line, size_t length,
                         struct order *order, bool *asks);
/* "Shall we call it a draw?", where the game has an order for that. */
bool meaning_offers_draw(const struct meaning_reader *reader, const char *line);
/* Bytes of the sentence that begins here, with its sign.
 * out    *next: where the one behind it begins */
size_t meaning_sentence(const struct meaning_reader *reader, const char *line, size_t *next);
/* Is a clause of it an order? length: bytes of line */
bool meaning_holds_order(const struct meaning_reader *reader, const char *line, size_t length);
/* Does an order stand beside a question, in a sentence or a clause of its own? */
bool meaning_orders_beside(const struct meaning_reader *reader, const char *line);

/* The times that a line tells, in the writer's language, else in any: exact ones, and the line
 * without them; false: none. */
bool meaning_say_terms(const struct meaning_reader *reader, const char *line, struct buf *terms,
                       struct buf *rest);
/* The first game whose options a line tells, likewise; NULL: none */
const struct game *meaning_say_options(const struct meaning_reader *reader, const char *line,
                                       struct buf *options, struct buf *rest);

/* Is it a command that only tells? Such may be asked behind anything: "put the wand… wait, whose
 * turn is it". */
bool meaning_only_tells(const char *exact);

/* ---- what an exact command keeps of its line (meaning_keep.c) ---- */

enum { MEANING_LINE_BYTES = 1024 };

/* The first word that names a language, in its place; "" = none. by_code: "it" does, too */
void meaning_find_language(const struct library *library, const char *words, bool by_code,
                           char found[MEANING_LINE_BYTES]);
/* Of "language …" the language, of "zone …" the zone, of "name …" what is a name; of "say …" the
 * sign of a question that was ours goes. Other commands stay as they are. */
void meaning_keep_language(const struct meaning_reader *reader, const char *line,
                           struct buf *exact);
void meaning_keep_zone(const char *line, struct buf *exact);
void meaning_keep_name(const struct meaning_reader *reader, struct buf *exact);
void meaning_keep_said(const struct meaning_reader *reader, const char *line, struct buf *exact);
