/* SPDX-License-Identifier: MIT */
/* A game under way by letters, for tests of standing answers. */
#pragma once

#include "tests/house/fixture.h"

extern const char *const lines_addresses[3]; /* by seat */

/* Anna and Bob play game 1, to its first question. */
void lines_start(struct fixture *fixture, const char *game, uint64_t seed);
/* Write a letter that is answered; the answer's text must hold `expected`. */
void lines_write(struct fixture *fixture, unsigned seat, const char *body, const char *expected);
/* A minute later an order is carried out. */
void lines_order(struct fixture *fixture, unsigned seat, const char *line);
/* One that the seat may give now with this word in it, in canonical text. */
bool lines_find_order(struct fixture *fixture, unsigned seat, const char *word,
                      char out[ORDER_TEXT_BYTES]);
/* Which of the two is asked; 0 = nobody. */
unsigned lines_asked(struct fixture *fixture);

/* n of the log's newest entry. */
int64_t lines_head(struct fixture *fixture);
/* Append all entries after n, a line each. */
void lines_log(struct fixture *fixture, int64_t n, struct buf *out);
/* A word stands there, or does not. */
void lines_see(const struct buf *log, const char *word, bool is_there);
/* How often a word stands in a text. */
unsigned lines_count(const struct buf *text, const char *word);
/* Take out which line gave an order, as the log seals it; returns how often. */
unsigned lines_take_out_by(struct buf *log);
/* Append the lines that a letter offers. */
void lines_offered(const struct letter *letter, struct buf *lines);
/* Append the export for a reader: proved by the players' own verifier. */
void lines_export(struct fixture *fixture, unsigned reader, struct buf *file);
