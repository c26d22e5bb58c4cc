/* SPDX-License-Identifier: MIT */
/* Makes text from outside safe to show. It knows no language and allocates nothing. */
#include "draw/safe.h"

struct range {
    uint32_t first, last;
};

/* Never shown: controls, soft hyphen, bidi and format controls, private use, tags, and what no
 * XML document may hold. */
static const struct range dropped[] = {
    {0x00, 0x1F},       {0x7F, 0x9F},        {0xAD, 0xAD},       {0x61C, 0x61C},
    {0x180E, 0x180E},   {0x200B, 0x200F},    {0x2028, 0x202E},   {0x2060, 0x206F},
    {0xD800, 0xF8FF},   {0xFDD0, 0xFDEF},    {0xFEFF, 0xFEFF},   {0xFFF0, 0xFFFC},
    {0xFFFE, 0xFFFF},   {0x1D173, 0x1D17A},  {0x1FFFE, 0x1FFFF}, {0x2FFFE, 0x2FFFF},
    {0x3FFFE, 0xE00FF}, {0xE01F0, 0x10FFFF},
};

/* Marks that take no column of their own. */
static const struct range marks[] = {
    {0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x5BF, 0x5C7},   {0x610, 0x61A},
    {0x64B, 0x65F},   {0x670, 0x670},   {0x6D6, 0x6ED},   {0x711, 0x711},   {0x730, 0x74A},
    {0x8D3, 0x902},   {0x93C, 0x93C},   {0x941, 0x948},   {0x94D, 0x957},   {0xE31, 0xE31},
    {0xE34, 0xE3A},   {0xE47, 0xE4E},   {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF},
    {0x302A, 0x302F}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF},
};

static const struct range wide[] = {
    {0x1100, 0x115F},   {0x2E80, 0x3029},   {0x3030, 0x303E},   {0x3041, 0x3098},
    {0x309B, 0xA4CF},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x18CFF}, {0x1B000, 0x1B2FF},
    {0x1F300, 0x1F64F}, {0x1F680, 0x1FAFF}, {0x20000, 0x3FFFD},
};

static const struct range right_to_left[] = {
    {0x590, 0x8FF}, {0xFB1D, 0xFDFF}, {0xFE70, 0xFEFC}, {0x10800, 0x10FFF}, {0x1E800, 0x1EFFF},
};

#define WITHIN(table, code) within((table), sizeof(table) / sizeof *(table), (code))

static bool within(const struct range *range, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count && range[i].first <= code; i++)
        if (code <= range[i].last)
            return true;
    return false;
}

/* U+00C0 to U+00FF, and typographic signs, without what ASCII lacks. */
static char ascii_of(uint32_t code)
{
    static const char latin[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTs"
                                "aaaaaaaceeeeiiiidnooooo/ouuuuyty";

    if (code < 0x80)
        return (char)code;
    if (code >= 0xC0 && code <= 0xFF)
        return latin[code - 0xC0];
    switch (code) {
    case 0x2018:
    case 0x2019:
        return '\'';
    case 0x201C:
    case 0x201D:
        return '"';
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2014:
    case 0xB7:
        return '-';
    case 0xA1:
        return '!';
    default:
        return '?';
    }
}

static size_t put_utf8(char *at, uint32_t code)
{
    if (code < 0x80) {
        at[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        at[0] = (char)(0xC0 | code >> 6);
        at[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        at[0] = (char)(0xE0 | code >> 12);
        at[1] = (char)(0x80 | (code >> 6 & 0x3F));
        at[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    at[0] = (char)(0xF0 | code >> 18);
    at[1] = (char)(0x80 | (code >> 12 & 0x3F));
    at[2] = (char)(0x80 | (code >> 6 & 0x3F));
    at[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

/* Where cleaning stands. */
struct cleaning {
    struct safe *safe;
    unsigned limit;
    bool ascii, blank, isolate, full;
    unsigned marks; /* on the last character */
    size_t cut_at;  /* where an ellipsis may go */
    unsigned cut_columns;
};

static void take_code(struct cleaning *c, uint32_t code)
{
    struct safe *safe = c->safe;
    bool mark = WITHIN(marks, code);
    unsigned columns = mark ? 0 : WITHIN(wide, code) ? 2 : 1;

    if (mark && (safe->columns == 0 || c->ascii || ++c->marks > 2))
        return;
    if (!mark)
        c->marks = 0;
    if (c->ascii) {
        code = (uint32_t)ascii_of(code);
        columns = 1;
    }
    if (safe->columns + columns + (c->blank ? 1 : 0) > c->limit) {
        c->full = true;
        return;
    }
    if (c->blank)
        safe->at[safe->length++] = ' ', safe->columns++;
    c->blank = false;
    c->isolate = c->isolate || WITHIN(right_to_left, code);
    safe->length += put_utf8(safe->at + safe->length, code);
    safe->columns += columns;
    if (safe->columns < c->limit) {
        c->cut_at = safe->length;
        c->cut_columns = safe->columns;
    }
}

static void finish(struct cleaning *c)
{
    static const char open[] = "\xE2\x81\xA8", close[] = "\xE2\x81\xA9", dots[] = "\xE2\x80\xA6";
    struct safe *safe = c->safe;

    if (c->full && c->limit > 0) {
        const char *cut = c->ascii ? "." : dots;

        memcpy(safe->at + c->cut_at, cut, strlen(cut));
        safe->length = c->cut_at + strlen(cut);
        safe->columns = c->cut_columns + 1;
    }
    if (c->isolate) {
        memmove(safe->at + 3, safe->at, safe->length);
        memcpy(safe->at, open, 3);
        memcpy(safe->at + 3 + safe->length, close, 3);
        safe->length += 6;
    }
    safe->at[safe->length] = '\0';
}

void safe_clean(struct safe *safe, const char *text, unsigned columns, bool ascii)
{
    struct cleaning c = {.safe = safe, .ascii = ascii};
    size_t length = text ? strlen(text) : 0, at = 0;

    safe->length = 0;
    safe->columns = 0;
    c.limit = columns < SAFE_COLUMNS_MAX ? columns : SAFE_COLUMNS_MAX;
    while (at < length && !c.full) {
        uint32_t code;
        size_t bytes = text_utf8_at(text + at, length - at, &code);

        if (!bytes) {
            code = 0xFFFD;
            bytes = 1;
        }
        at += bytes;
        if (text_is_space((char)code) && code < 0x80)
            c.blank = safe->length > 0;
        else if (code == 0xA0 || code == 0x2028 || code == 0x2029 || code == 0x3000)
            c.blank = safe->length > 0;
        else if (!WITHIN(dropped, code))
            take_code(&c, code);
    }
    finish(&c);
}

void safe_put_xml(struct buf *out, const char *text)
{
    const char *from = text;

    for (;; text++) {
        const char *entity;

        switch (*text) {
        case '&':
            entity = "&amp;";
            break;
        case '<':
            entity = "&lt;";
            break;
        case '>':
            entity = "&gt;";
            break;
        case '"':
            entity = "&quot;";
            break;
        case '\'':
            entity = "&#39;";
            break;
        case '\0':
            buf_put_bytes(out, from, (size_t)(text - from));
            return;
        default:
            continue;
        }
        buf_put_bytes(out, from, (size_t)(text - from));
        buf_put(out, entity);
        from = text + 1;
    }
}
