/* SPDX-License-Identifier: MIT */
/* Writes lines of a text board that never grow too wide. */
#include "draw/textline.h"

#include "draw/safe.h"

void textline_drop(struct textline *line)
{
    line->columns = 0;
    line->worded = false;
    text_init(&line->text, line->at, sizeof line->at);
}

void textline_init(struct textline *line, struct buf *out, bool ascii)
{
    line->out = out;
    line->ascii = ascii;
    line->indent = 0;
    textline_drop(line);
}

void textline_put(struct textline *line, const char *utf8)
{
    size_t length = strlen(utf8), at = 0, bytes;

    while (at < length && line->columns < DRAW_TEXT_COLUMNS &&
           (bytes = text_utf8_at(utf8 + at, length - at, NULL)) > 0) {
        text_put_bytes(&line->text, utf8 + at, bytes);
        line->columns++;
        at += bytes;
    }
}

void textline_fill(struct textline *line, const char *utf8, unsigned times)
{
    while (times-- > 0)
        textline_put(line, utf8);
}

static void put_safe(struct textline *line, const struct safe *safe)
{
    text_put(&line->text, safe->at);
    line->columns += safe->columns;
}

void textline_put_text(struct textline *line, const char *text)
{
    struct safe safe;

    safe_clean(&safe, text, DRAW_TEXT_COLUMNS - line->columns, line->ascii);
    put_safe(line, &safe);
}

static void put_word(struct textline *line, const char *word, size_t length)
{
    struct safe safe;
    bool first = !line->worded;
    TEXT_IN(text, copy, 256);

    text_put_bytes(&text, word, length);
    safe_clean(&safe, copy, DRAW_TEXT_COLUMNS - line->indent, line->ascii);
    if (!first && line->columns + 1 + safe.columns > DRAW_TEXT_COLUMNS) {
        textline_end(line);
        textline_fill(line, " ", line->indent);
        first = true;
    }
    if (!first)
        textline_put(line, " ");
    line->worded = true;
    put_safe(line, &safe);
}

void textline_put_words(struct textline *line, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, " ");

        if (length)
            put_word(line, text, length);
        text += length;
        text += strspn(text, " ");
    }
}

void textline_put_unit(struct textline *line, const char *text)
{
    put_word(line, text, strlen(text));
}

void textline_end(struct textline *line)
{
    while (line->text.length && line->at[line->text.length - 1] == ' ')
        line->at[--line->text.length] = '\0';
    BUF_PUT(line->out, line->at, "\n");
    textline_drop(line);
}
