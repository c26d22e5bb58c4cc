#include "letter/template.h"

#include <string.h>

#include "base/text.h"

/* Characters that change how what stands around them is read, and show nothing themselves. */
static bool is_hidden_control(uint32_t code)
{
    return code == 0x061C || code == 0x200E || code == 0x200F || code == 0xFEFF ||
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
           (code >= 0xFFF9 && code <= 0xFFFB);
}

static bool is_break(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

static const char *html_entity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

/* Bytes at the start that stand for themselves. */
static size_t plain_run(enum escape escape, const char *text, size_t length)
{
    size_t i = 0;

    while (i < length && text[i] >= ' ' && text[i] < 0x7F &&
           !(escape == ESCAPE_HTML && html_entity(text[i])))
        i++;
    return i;
}

/* Write the first character, escaped; returns its bytes in text. */
static size_t write_one(enum escape escape, const char *text, size_t length, struct buf *out)
{
    const char *entity = escape == ESCAPE_HTML ? html_entity(*text) : NULL;
    uint32_t code = 0;
    size_t step = text_utf8_at(text, length, &code);

    if (entity)
        buf_put(out, entity);
    else if (step == 0)
        buf_put(out, "\xEF\xBF\xBD");
    else if (is_break(code))
        buf_put_char(out, ' ');
    else if (!is_hidden_control(code))
        buf_put_bytes(out, text, step);
    return step ? step : 1;
}

void escape_write(enum escape escape, const char *text, size_t length, struct buf *out)
{
    if (escape == ESCAPE_NONE) {
        buf_put_bytes(out, text, length);
        return;
    }
    while (length > 0) {
        size_t step = plain_run(escape, text, length);

        if (step)
            buf_put_bytes(out, text, step);
        else
            step = write_one(escape, text, length, out);
        text += step;
        length -= step;
    }
}
