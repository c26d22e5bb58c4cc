/* SPDX-License-Identifier: MIT */
#include "letter/charset.h"

#include <iconv.h>
#include <string.h>

#include "base/text.h"

#define UNREADABLE "\xEF\xBF\xBD"

enum { PIECE_BYTES = 1024 };

/* windows-1252 from 0x80 to 0x9F; 0 = not assigned. Source: the WHATWG Encoding index. */
static const uint16_t windows[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

static void put_windows(unsigned char byte, struct buf *out)
{
    uint32_t code = byte >= 0x80 && byte < 0xA0 ? windows[byte - 0x80] : byte;

    if (code == 0) {
        buf_put(out, UNREADABLE);
    } else if (code < 0x80) {
        buf_put_char(out, (char)code);
    } else if (code < 0x800) {
        buf_put_char(out, (char)(0xC0 | code >> 6));
        buf_put_char(out, (char)(0x80 | (code & 63)));
    } else {
        buf_put_char(out, (char)(0xE0 | code >> 12));
        buf_put_char(out, (char)(0x80 | (code >> 6 & 63)));
        buf_put_char(out, (char)(0x80 | (code & 63)));
    }
}

static void read_windows(const char *bytes, size_t count, struct buf *out)
{
    for (size_t i = 0; i < count; i++)
        put_windows((unsigned char)bytes[i], out);
}

/* Well-formed UTF-8 with NUL replaced. */
static void copy_utf8(const char *bytes, size_t count, struct buf *out)
{
    const char *end = bytes + count, *nul;

    while ((nul = memchr(bytes, '\0', (size_t)(end - bytes)))) {
        buf_put_bytes(out, bytes, (size_t)(nul - bytes));
        buf_put(out, UNREADABLE);
        bytes = nul + 1;
    }
    buf_put_bytes(out, bytes, (size_t)(end - bytes));
}

/* UTF-8 with a few broken characters: better than the whole as windows-1252. */
static bool is_nearly_utf8(const char *bytes, size_t count)
{
    size_t good = 0, bad = 0;

    for (size_t i = 0, step; i < count; i += step) {
        step = text_utf8_at(bytes + i, count - i, NULL);
        good += step > 1;
        bad += step == 0;
        step += step == 0;
    }
    return good > bad * 4;
}

static void repair_utf8(const char *bytes, size_t count, struct buf *out)
{
    for (size_t i = 0, step; i < count; i += step) {
        step = bytes[i] ? text_utf8_at(bytes + i, count - i, NULL) : 0;
        buf_put_bytes(out, step ? bytes + i : UNREADABLE, step ? step : 3);
        step += step == 0;
    }
}

static bool guess(const char *bytes, size_t count, struct buf *out)
{
    if (text_is_utf8(bytes, count)) {
        copy_utf8(bytes, count, out);
        return true;
    }
    if (is_nearly_utf8(bytes, count))
        repair_utf8(bytes, count, out);
    else
        read_windows(bytes, count, out);
    return false;
}

static bool is_one_of(const char *charset, const char *const *names)
{
    for (; *names; names++)
        if (text_equal_folded(charset, *names))
            return true;
    return false;
}

/* iconv takes suffixes and paths in names; no registered charset has such. */
static bool name_is_plain(const char *name)
{
    for (; *name; name++)
        if (!text_is_letter(*name) && !text_is_digit(*name) && !strchr("-_:.+", *name))
            return false;
    return true;
}

/* Convert by iconv; each byte it cannot read becomes U+FFFD. */
static bool convert(iconv_t from, const char *bytes, size_t count, struct buf *out)
{
    char piece[PIECE_BYTES];
    char *in = (char *)(uintptr_t)bytes; /* iconv does not write there */
    bool whole = true;

    while (count > 0) {
        char *at = piece;
        size_t room = sizeof piece, before = count;
        size_t got = iconv(from, &in, &count, &at, &room);

        copy_utf8(piece, (size_t)(at - piece), out);
        if (got != (size_t)-1 || room < sizeof piece / 2 || count != before)
            continue;
        buf_put(out, UNREADABLE);
        in++;
        count--;
        whole = false;
    }
    return whole;
}

bool charset_read(const char *charset, const char *bytes, size_t count, struct buf *out)
{
    static const char *const utf8[] = {"",      "utf-8",        "utf8",    "us-ascii",
                                       "ascii", "unknown-8bit", "default", NULL};
    /* Who declares Latin 1 sends windows-1252, as browsers know. */
    static const char *const latin[] = {"iso-8859-1", "windows-1252", "latin1", "cp1252", NULL};
    char name[48];
    struct text text;
    iconv_t from;
    bool whole;

    text_init(&text, name, sizeof name);
    text_put(&text, charset);
    if (is_one_of(name, utf8) || text.cut)
        return guess(bytes, count, out);
    if (is_one_of(name, latin)) {
        read_windows(bytes, count, out);
        return true;
    }
    from = name_is_plain(name) ? iconv_open("UTF-8", name) : (iconv_t)-1;
    if (from == (iconv_t)-1) {
        guess(bytes, count, out);
        return false;
    }
    whole = convert(from, bytes, count, out);
    iconv_close(from);
    return whole;
}

void charset_unify_lines(const char *text, size_t length, struct buf *out)
{
    const char *end = text + length, *cr;

    while ((cr = memchr(text, '\r', (size_t)(end - text)))) {
        buf_put_bytes(out, text, (size_t)(cr - text));
        if (cr + 1 == end || cr[1] != '\n')
            buf_put_char(out, '\n');
        text = cr + 1;
    }
    buf_put_bytes(out, text, (size_t)(end - text));
}
