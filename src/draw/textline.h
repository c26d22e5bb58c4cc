/* SPDX-License-Identifier: MIT */
/* Lines of a text board: never wider than DRAW_TEXT_COLUMNS, without blanks at the end. */
#pragma once

#include "draw/draw.h"

enum { TEXTLINE_BYTES = 1024 };

struct textline {
    struct buf *out;
    bool ascii;
    bool worded;      /* the line has a word already */
    unsigned columns; /* taken in this line */
    unsigned indent;  /* of the lines that follow when words wrap */
    struct text text;
    char at[TEXTLINE_BYTES];
};

void textline_init(struct textline *line, struct buf *out, bool ascii);
/* Put drawing characters of one column each; what does not fit is dropped. */
void textline_put(struct textline *line, const char *utf8);
void textline_fill(struct textline *line, const char *utf8, unsigned times);
/* Put text, cleaned, cut to what the line still holds. */
void textline_put_text(struct textline *line, const char *text);
/* Put words, each on the next line when it does not fit; a blank before each but the first. */
void textline_put_words(struct textline *line, const char *text);
/* The same with all of the text as one word. */
void textline_put_unit(struct textline *line, const char *text);
/* End the line, or forget what it holds. */
void textline_end(struct textline *line);
void textline_drop(struct textline *line);
