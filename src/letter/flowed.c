/* SPDX-License-Identifier: MIT */
/* Puts flowed text back into the lines that were written. */
#include "letter/flowed.h"

struct flowed_line {
    const char *at;
    size_t length;
    unsigned depth; /* of quotes */
    bool soft;      /* goes on in the next line */
};

static struct flowed_line read_line(const char *at, size_t length)
{
    struct flowed_line line = {.at = at, .length = length};

    while (line.length && *line.at == '>') {
        line.at++;
        line.length--;
        line.depth++;
    }
    if (line.length && *line.at == ' ') {
        line.at++;
        line.length--;
    }
    line.soft = line.length && line.at[line.length - 1] == ' ' &&
                !(line.length == 3 && memcmp(line.at, "-- ", 3) == 0);
    return line;
}

void flowed_undo(const char *text, size_t length, bool delsp, struct buf *out)
{
    const char *end = text + length;
    unsigned depth = 0;
    bool goes_on = false;

    while (text < end) {
        const char *eol = memchr(text, '\n', (size_t)(end - text));
        const char *stop = eol ? eol : end;
        struct flowed_line line = read_line(text, (size_t)(stop - text));

        /* A soft line before another quote depth, or before a signature, ends there. */
        if (goes_on && (line.depth != depth || (line.length == 3 && !memcmp(line.at, "-- ", 3)))) {
            buf_put_char(out, '\n');
            goes_on = false;
        }
        for (unsigned i = 0; !goes_on && i < line.depth; i++)
            buf_put_char(out, '>');
        if (!goes_on && line.depth)
            buf_put_char(out, ' ');
        buf_put_bytes(out, line.at, line.length - (line.soft && delsp));
        depth = line.depth;
        goes_on = line.soft && eol;
        if (!goes_on && eol)
            buf_put_char(out, '\n');
        text = eol ? eol + 1 : end;
    }
}
