/* SPDX-License-Identifier: MIT */
/* Takes out of text what would act on a terminal. Names are made fit in src/people/naming.c,
 * letters escaped in src/letter/escape.c, pages and boards in src/draw/safe.c. */
#include "base/shown.h"

#include <stdarg.h>

static void put_hidden(struct buf *out, uint32_t code, enum shown how)
{
    if (code == '\n' || code == '\t')
        buf_put_char(out, how == SHOWN_LINE ? ' ' : (char)code);
    else if (how == SHOWN_JSON)
        buf_printf(out, "\\u%04x", (unsigned)code);
}

void shown_put(struct buf *out, const char *text, size_t length, enum shown how)
{
    for (size_t at = 0, step; at < length; at += step) {
        uint32_t code = 0;

        step = text_utf8_at(text + at, length - at, &code);
        if (!step)
            buf_put_char(out, '?');
        else if (text_is_hidden(code))
            put_hidden(out, code, how);
        else
            buf_put_bytes(out, text + at, step);
        step = step ? step : 1;
    }
}

void shown_print(FILE *file, const char *text, enum shown how)
{
    OWN_WIPED(buf) shown = {0};

    shown_put(&shown, text, strlen(text), how);
    fwrite(buf_text(&shown), 1, shown.length, file);
}

void shown_printf(const char *format, ...)
{
    OWN_MEMORY char *text = NULL;
    va_list args;

    va_start(args, format);
    if (vasprintf(&text, format, args) >= 0)
        shown_print(stdout, text, SHOWN_TEXT);
    va_end(args);
}
