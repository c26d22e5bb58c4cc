/* SPDX-License-Identifier: MIT */
/* Values as JSON text, and back (RFC 8259). */

#include "letter/value.h"

enum { DEPTH_MAX = 32 };

static void write_text(const char *text, struct buf *out)
{
    static const char hex[] = "0123456789abcdef";

    buf_put_char(out, '"');
    for (const char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c;

        if (byte == '\n') {
            buf_put(out, "\\n");
        } else if (byte < 0x20) {
            buf_put(out, "\\u00");
            buf_put_char(out, hex[byte >> 4]);
            buf_put_char(out, hex[byte & 15]);
        } else {
            if (byte == '"' || byte == '\\')
                buf_put_char(out, '\\');
            buf_put_char(out, *c);
        }
    }
    buf_put_char(out, '"');
}

void value_write(const struct value *value, struct buf *out)
{
    bool map = value_kind_of(value) == VALUE_MAP;

    switch (value_kind_of(value)) {
    case VALUE_FLAG:
        buf_put(out, value_is_true(value) ? "true" : "false");
        break;
    case VALUE_LIST:
    case VALUE_MAP:
        buf_put_char(out, map ? '{' : '[');
        for (size_t i = 0; i < value_count(value); i++) {
            if (i)
                buf_put_char(out, ',');
            if (map) {
                write_text(value_key_at(value, i), out);
                buf_put_char(out, ':');
            }
            value_write(value_at(value, i), out);
        }
        buf_put_char(out, map ? '}' : ']');
        break;
    default:
        write_text(value_get_text(value), out);
    }
}

struct reader {
    struct values *values;
    const char *start, *at, *end;
    struct buf text; /* of the string being read */
    struct err *err;
};

static enum rc fail(struct reader *r, const char *what)
{
    uint32_t line = 1, column = 1;

    for (const char *c = r->start; c < r->at; c++) {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    err_where(r->err, "values", line, column);
    return ERR(r->err, RC_BAD_INPUT, "the kept values of a letter are damaged: ", what);
}

static void skip_blanks(struct reader *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
        r->at++;
}

static bool took(struct reader *r, const char *word)
{
    size_t length = strlen(word);

    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
        return false;
    r->at += length;
    return true;
}

static bool read_hex(struct reader *r, uint32_t *code)
{
    *code = 0;
    if (r->end - r->at < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        char c = text_lower(*r->at++);

        if (text_is_digit(c))
            *code = *code << 4 | (uint32_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            *code = *code << 4 | (uint32_t)(c - 'a' + 10);
        else
            return false;
    }
    return true;
}

static void put_utf8(struct buf *out, uint32_t code)
{
    if (code < 0x80) {
        buf_put_char(out, (char)code);
        return;
    }
    if (code < 0x800) {
        buf_put_char(out, (char)(0xC0 | code >> 6));
    } else {
        if (code < 0x10000) {
            buf_put_char(out, (char)(0xE0 | code >> 12));
        } else {
            buf_put_char(out, (char)(0xF0 | code >> 18));
            buf_put_char(out, (char)(0x80 | (code >> 12 & 63)));
        }
        buf_put_char(out, (char)(0x80 | (code >> 6 & 63)));
    }
    buf_put_char(out, (char)(0x80 | (code & 63)));
}

/* After a backslash. */
static bool read_escape(struct reader *r)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    uint32_t code, low;
    const char *found;

    if (r->at == r->end)
        return false;
    found = *r->at ? strchr(from, *r->at) : NULL;
    if (found) {
        r->at++;
        buf_put_char(&r->text, to[found - from]);
        return true;
    }
    if (*r->at++ != 'u' || !read_hex(r, &code))
        return false;
    if (code >= 0xDC00 && code < 0xE000)
        return false;
    if (code >= 0xD800 && code < 0xDC00) {
        if (!took(r, "\\u") || !read_hex(r, &low) || low < 0xDC00 || low > 0xDFFF)
            return false;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    put_utf8(&r->text, code);
    return true;
}

/* After the opening quote; the string is in r->text then. */
static enum rc read_text(struct reader *r)
{
    buf_clear(&r->text);
    while (r->at < r->end && *r->at != '"') {
        if ((unsigned char)*r->at < 0x20)
            return fail(r, "a control character in a text");
        if (*r->at != '\\') {
            buf_put_char(&r->text, *r->at++);
            continue;
        }
        r->at++;
        if (!read_escape(r))
            return fail(r, "an unknown escape");
    }
    if (r->at == r->end)
        return fail(r, "a text without end");
    r->at++;
    return buf_rc(&r->text, r->err);
}

static enum rc read_value(struct reader *r, unsigned depth, struct value **value);

/* A list or map, after its bracket. */
static enum rc read_members(struct reader *r, unsigned depth, bool map, struct value *into)
{
    char close = map ? '}' : ']';
    enum rc rc;

    skip_blanks(r);
    if (r->at < r->end && *r->at == close) {
        r->at++;
        return RC_OK;
    }
    for (;;) {
        struct value *member = NULL;
        char *key = NULL;

        skip_blanks(r);
        if (map) {
            if (!took(r, "\""))
                return fail(r, "a key is missing");
            rc = read_text(r);
            if (rc != RC_OK)
                return rc;
            key = buf_take(&r->text);
            skip_blanks(r);
            if (!took(r, ":")) {
                free(key);
                return fail(r, "':' is missing");
            }
        }
        rc = read_value(r, depth + 1, &member);
        if (rc == RC_OK && map)
            value_set(into, key ? key : "", member);
        else if (rc == RC_OK)
            value_add(into, member);
        free(key);
        if (rc != RC_OK)
            return rc;
        skip_blanks(r);
        if (r->at == r->end || (*r->at != ',' && *r->at != close))
            return fail(r, "',' is missing");
        if (*r->at++ == close)
            return RC_OK;
    }
}

static enum rc read_number(struct reader *r, struct value **value)
{
    const char *start = r->at;

    while (r->at < r->end && *r->at && strchr("+-.0123456789eE", *r->at))
        r->at++;
    if (r->at == start)
        return fail(r, "no value here");
    *value = value_bytes(r->values, start, (size_t)(r->at - start));
    return RC_OK;
}

static enum rc read_value(struct reader *r, unsigned depth, struct value **value)
{
    if (depth > DEPTH_MAX)
        return ERR(r->err, RC_TOO_LONG, "the kept values of a letter are nested too deeply");
    skip_blanks(r);
    if (took(r, "\"")) {
        TRY(read_text(r));
        *value = value_bytes(r->values, buf_text(&r->text), r->text.length);
        return RC_OK;
    }
    if (took(r, "{")) {
        *value = value_map(r->values);
        return read_members(r, depth, true, *value);
    }
    if (took(r, "[")) {
        *value = value_list(r->values);
        return read_members(r, depth, false, *value);
    }
    if (took(r, "true"))
        *value = value_flag(r->values, true);
    else if (took(r, "false"))
        *value = value_flag(r->values, false);
    else if (took(r, "null"))
        *value = value_text(r->values, "");
    else
        return read_number(r, value);
    return RC_OK;
}

enum rc value_read(struct values *values, const char *json, size_t length, struct value **value,
                   struct err *err)
{
    struct reader r = {
        .values = values, .start = json, .at = json, .end = json + length, .err = err};
    struct value *got = NULL;
    enum rc rc = values_rc(values, err);

    THEN(rc, read_value(&r, 0, &got));
    skip_blanks(&r);
    if (rc == RC_OK && r.at != r.end)
        rc = fail(&r, "more text behind the value");
    THEN(rc, values_rc(values, err));
    buf_wipe(&r.text);
    if (rc == RC_OK)
        *value = got;
    return rc;
}
