/* SPDX-License-Identifier: MIT */
/* Escapes values for text and HTML, and keeps others from writing words that only the program
 * signs. */
#include "letter/template.h"

/* What else shows nothing itself. */
static bool is_invisible(uint32_t code)
{
    return text_is_hidden(code) || code == 0xFEFF || (code >= 0xFFF9 && code <= 0xFFFB);
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
    else if (!is_invisible(code))
        buf_put_bytes(out, text, step);
    return step ? step : 1;
}

/* ---- words that only the program signs ---- */

/* tests/check_markers.sh finds each such word of the sources here. */
const char *const escape_markers[] = {"postern-block",
                                      "postern-cup",
                                      "postern-cup-record",
                                      "postern-delta",
                                      "postern-genesis",
                                      "postern-head",
                                      "postern-private",
                                      "postern-receipt",
                                      "postern-record",
                                      "postern-seals",
                                      "postern-sign",
                                      "postern-table",
                                      "postern-ticket",
                                      "end-block",
                                      "end-private",
                                      "end-table",
                                      NULL};

/* Length of a line end behind '=' here: readers of quoted-printable take both away. */
static size_t soft_break(const char *text, size_t length)
{
    if (length < 2 || text[0] != '=')
        return 0;
    if (text[1] == '\n')
        return 2;
    return length > 2 && text[1] == '\r' && text[2] == '\n' ? 3 : 0;
}

/* Goes a word on here? A mail address may begin as our words do ("postern-games@one.example"); a
 * full stop ends a word, too. */
static bool goes_on(const char *text, size_t length)
{
    size_t at = length > 1 && *text && strchr("@.+_-", *text) ? 1 : 0;

    return length && (text_is_letter(text[at]) || text_is_digit(text[at]));
}

/* Does the text begin with a marker whole, or with its first part and a gap, over which readers
 * join what was broken? */
static bool begins_marker(const char *text, size_t length, const char *marker)
{
    size_t hyphen = strcspn(marker, "-"), at = 0;

    while (marker[at] && at < length && text_lower(text[at]) == marker[at])
        at++;
    if (!marker[at])
        return !goes_on(text + at, length - at);
    return at == hyphen + 1 &&
           (at == length || !(text_is_letter(text[at]) || text_is_digit(text[at])));
}

/* Does a marker stand around the hyphen at `at`? */
static bool is_in_marker(const char *text, size_t at, size_t length)
{
    for (unsigned i = 0; escape_markers[i]; i++) {
        size_t stem = strcspn(escape_markers[i], "-");

        if (stem <= at && text_lower(text[at - stem]) == *escape_markers[i] &&
            begins_marker(text + at - stem, length - at + stem, escape_markers[i]))
            return true;
    }
    return false;
}

void escape_defuse(const char *text, size_t length, struct buf *out)
{
    static const char hyphen[] = "\xE2\x80\x91";
    size_t from = 0;

    for (size_t i = 0; i < length; i++) {
        if (text[i] == '=' && soft_break(text + i, length - i)) {
            buf_put_bytes(out, text + from, i + 1 - from);
            buf_put_char(out, ' ');
            from = i + 1;
        } else if (text[i] == '-' && is_in_marker(text, i, length)) {
            buf_put_bytes(out, text + from, i - from);
            buf_put(out, hyphen);
            from = i + 1;
        }
    }
    buf_put_bytes(out, text + from, length - from);
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
