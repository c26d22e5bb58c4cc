/* SPDX-License-Identifier: MIT */
/* Lines of at most LETTER_COLUMNS columns. */
#include <glib.h>

#include "letter/mime_out.h"

enum { INDENT_MAX = 24 };

size_t letter_columns(const char *text, size_t length)
{
    size_t columns = 0;

    for (size_t i = 0, step; i < length; i += step) {
        uint32_t code = '?';

        step = text_utf8_at(text + i, length - i, &code);
        if (step == 0)
            step = 1;
        if (code < 0x300)
            columns++;
        else if (!g_unichar_iszerowidth(code))
            columns += g_unichar_iswide(code) ? 2 : 1;
    }
    return columns;
}

/* Box drawing and block elements (U+2500 to U+259F are E2 94 80 to E2 96 9F), or the bars and
 * corners of a board in ASCII at the start of the line. */
static bool is_drawing(const char *line, size_t length)
{
    size_t indent = 0;

    while (indent < length && line[indent] == ' ')
        indent++;
    if (indent + 1 < length && (line[indent] == '|' || line[indent] == '+') &&
        line[length - 1] == line[indent])
        return true;
    for (size_t i = 0; i + 2 < length; i++)
        if ((unsigned char)line[i] == 0xE2 && (unsigned char)line[i + 1] >= 0x94 &&
            (unsigned char)line[i + 1] <= 0x96)
            return true;
    return false;
}

/* What stands before each continued line: blanks as wide as indent and bullet, or quote signs, or
 * the bar before what a person said. */
static size_t hanging(const char *line, size_t length, char indent[INDENT_MAX])
{
    size_t count = 0;
    size_t blanks = strspn(line, " ");
    bool quoted = false;
    bool said = blanks + 1 < length && line[blanks] == '|' && line[blanks + 1] == ' ';

    while (count < length && count + 3 < INDENT_MAX && strchr(said ? " >|" : " >", line[count])) {
        quoted = quoted || line[count] != ' ';
        indent[count] = line[count];
        count++;
    }
    if (!quoted && count + 1 < length && strchr("-*", line[count]) && line[count + 1] == ' ') {
        indent[count++] = ' ';
        indent[count++] = ' ';
    }
    return count;
}

static void wrap_line(const char *line, size_t length, struct buf *out)
{
    char indent[INDENT_MAX];
    size_t indent_length = hanging(line, length, indent);
    size_t at = indent_length, columns = indent_length;
    bool first = true; /* word of this line */

    buf_put_bytes(out, line, indent_length);
    while (at < length) {
        size_t blanks = 0, word = 0, width;

        while (at + blanks < length && line[at + blanks] == ' ')
            blanks++;
        at += blanks;
        while (at + word < length && line[at + word] != ' ')
            word++;
        if (word == 0)
            return;
        width = letter_columns(line + at, word);
        if (!first && columns + blanks + width > LETTER_COLUMNS) {
            buf_put_char(out, '\n');
            buf_put_bytes(out, indent, indent_length);
            columns = indent_length;
        } else {
            buf_put_bytes(out, line + at - blanks, blanks);
            columns += blanks;
        }
        buf_put_bytes(out, line + at, word);
        columns += width;
        at += word;
        first = false;
    }
}

void letter_fold(const char *text, struct buf *out)
{
    while (*text) {
        size_t length = strcspn(text, "\n"), end = length;

        if (length > LETTER_COLUMNS) {
            end = LETTER_COLUMNS;
            while (end > 1 && text[end] != ' ')
                end--;
            if (end == 1) /* no blank to break at */
                end = length;
        }
        buf_put_bytes(out, text, end);
        text += end == length ? end + (text[end] == '\n') : end;
        if (*text)
            buf_put_char(out, '\n');
    }
}

void letter_wrap(const char *text, struct buf *out)
{
    while (*text) {
        size_t length = strcspn(text, "\n");

        if (letter_columns(text, length) <= LETTER_COLUMNS || is_drawing(text, length))
            buf_put_bytes(out, text, length);
        else
            wrap_line(text, length, out);
        if (length && text[length - 1] == '=') /* else it is read as broken off there */
            buf_put_char(out, ' ');
        text += length;
        if (*text) {
            buf_put_char(out, '\n');
            text++;
        }
    }
}
