/* SPDX-License-Identifier: MIT */
/* Values as JSON text, and such text back: only what is written here is read. */

#include "letter/value.h"

enum { DEPTH_MAX = 32 };

static const char hex[] = "0123456789abcdef";

static void write_text(const char *text, struct buf *out)
{
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
    struct err *err;
};

static enum rc fail(struct reader *r, const char *what)
{
    err_where(r->err, "values", 1, (uint32_t)(r->at - r->start) + 1);
    return ERR(r->err, RC_BAD_INPUT, "the kept values of a letter are damaged: ", what);
}

static bool took(struct reader *r, const char *word)
{
    size_t length = strlen(word);

    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
        return false;
    r->at += length;
    return true;
}

/* What a backslash stands before. */
static bool read_escape(struct reader *r, char *c)
{
    const char *high, *low;

    *c = r->at < r->end ? *r->at++ : '\0';
    if (*c == 'n')
        *c = '\n';
    if (*c != 'u')
        return *c && strchr("\n\"\\", *c);
    if (!took(r, "00") || r->end - r->at < 2)
        return false;
    high = memchr(hex, *r->at++, 16);
    low = memchr(hex, *r->at++, 16);
    if (!high || !low)
        return false;
    *c = (char)((high - hex) << 4 | (low - hex));
    return true;
}

/* After the opening quote. */
static enum rc read_text(struct reader *r, struct buf *text)
{
    while (!took(r, "\"")) {
        char c;

        if (r->at == r->end)
            return fail(r, "a text without end");
        c = *r->at++;
        if ((unsigned char)c < 0x20)
            return fail(r, "a control character in a text");
        if (c == '\\' && !read_escape(r, &c))
            return fail(r, "an unknown escape");
        buf_put_char(text, c);
    }
    return buf_rc(text, r->err);
}

static enum rc read_value(struct reader *r, unsigned depth, struct value **value);

/* A list or map, after its bracket. */
static enum rc read_members(struct reader *r, unsigned depth, bool map, struct value *into)
{
    for (bool more = false; !took(r, map ? "}" : "]"); more = true) {
        struct value *member = NULL;
        OWN(buf) key = {0};

        if (more && !took(r, ","))
            return fail(r, "',' is missing");
        if (map) {
            if (!took(r, "\""))
                return fail(r, "a key is missing");
            TRY(read_text(r, &key));
            if (!took(r, ":"))
                return fail(r, "':' is missing");
        }
        TRY(read_value(r, depth + 1, &member));
        if (map)
            value_set(into, buf_text(&key), member);
        else
            value_add(into, member);
    }
    return RC_OK;
}

static enum rc read_value(struct reader *r, unsigned depth, struct value **value)
{
    OWN_WIPED(buf) text = {0};

    if (depth > DEPTH_MAX)
        return ERR(r->err, RC_TOO_LONG, "the kept values of a letter are nested too deeply");
    if (took(r, "\"")) {
        TRY(read_text(r, &text));
        *value = value_bytes(r->values, buf_text(&text), text.length);
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
    else
        return fail(r, "no value here");
    return RC_OK;
}

enum rc value_read(struct values *values, const char *json, size_t length, struct value **value,
                   struct err *err)
{
    struct reader r = {
        .values = values, .start = json, .at = json, .end = json + length, .err = err};
    struct value *got = NULL;

    TRY(values_rc(values, err));
    TRY(read_value(&r, 0, &got));
    if (r.at != r.end)
        return fail(&r, "more text behind the value");
    TRY(values_rc(values, err));
    *value = got;
    return RC_OK;
}
