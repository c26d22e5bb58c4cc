/* SPDX-License-Identifier: MIT */
/* A tree of JSON as bytes for the hand-over, and back. */
#include "reader/reader_p.h"

enum kind { J_NULL, J_FALSE, J_TRUE, J_INTEGER, J_REAL, J_STRING, J_ARRAY, J_OBJECT };

/* ---- writing ---- */

struct json_writer {
    struct buf *out;
    unsigned values;
};

static bool write_value(struct json_writer *w, const json_t *json, unsigned depth);

static void put_kind(struct json_writer *w, enum kind kind)
{
    handover_put_byte(w->out, (unsigned)kind);
}

static bool write_array(struct json_writer *w, const json_t *json, unsigned depth)
{
    size_t index;
    const json_t *value;

    put_kind(w, J_ARRAY);
    handover_put_number(w->out, (uint32_t)json_array_size(json));
    json_array_foreach(json, index, value)
        if (!write_value(w, value, depth))
            return false;
    return true;
}

static bool write_object(struct json_writer *w, const json_t *json, unsigned depth)
{
    json_t *object = (json_t *)(uintptr_t)json; /* walking does not change it */
    const char *key;
    json_t *value;

    put_kind(w, J_OBJECT);
    handover_put_number(w->out, (uint32_t)json_object_size(json));
    json_object_foreach(object, key, value) {
        handover_put_string(w->out, key, strlen(key));
        if (!write_value(w, value, depth))
            return false;
    }
    return true;
}

static void write_scalar(struct json_writer *w, const json_t *json)
{
    int64_t integer = json_integer_value(json);
    double real = json_real_value(json);

    if (json_is_integer(json)) {
        put_kind(w, J_INTEGER);
        buf_put_bytes(w->out, &integer, sizeof integer);
    } else if (json_is_real(json)) {
        put_kind(w, J_REAL);
        buf_put_bytes(w->out, &real, sizeof real);
    } else if (json_is_string(json)) {
        put_kind(w, J_STRING);
        handover_put_string(w->out, json_string_value(json), json_string_length(json));
    } else
        put_kind(w, json_is_true(json) ? J_TRUE : json_is_false(json) ? J_FALSE : J_NULL);
}

static bool write_value(struct json_writer *w, const json_t *json, unsigned depth)
{
    if (depth == JSON_FORM_DEPTH || ++w->values > JSON_FORM_VALUES)
        return false;
    if (json_is_array(json))
        return write_array(w, json, depth + 1);
    if (json_is_object(json))
        return write_object(w, json, depth + 1);
    write_scalar(w, json);
    return true;
}

bool json_form_write(const json_t *json, struct buf *out)
{
    struct json_writer w = {.out = out};

    return write_value(&w, json, 0);
}

/* ---- reading ---- */

struct json_reader {
    struct handover *in;
    unsigned values;
};

static json_t *read_value(struct json_reader *r, unsigned depth);

/* Takes the value; false if there was none to take. */
static bool add_member(struct json_reader *r, json_t *object, unsigned depth)
{
    size_t length;
    const char *key = handover_string(r->in, JSON_FORM_STRING, &length);
    json_t *value = key ? read_value(r, depth) : NULL;

    return value && json_object_setn_new(object, key, length, value) == 0;
}

static json_t *read_members(struct json_reader *r, bool array, unsigned depth)
{
    uint32_t count = handover_number(r->in);
    json_t *made = array ? json_array() : json_object();
    bool good = made && !r->in->bad;

    for (uint32_t i = 0; i < count && good; i++)
        good = array ? json_array_append_new(made, read_value(r, depth)) == 0
                     : add_member(r, made, depth);
    if (good)
        return made;
    json_decref(made);
    return NULL;
}

static json_t *read_number(struct json_reader *r, bool real)
{
    const unsigned char *at = handover_bytes(r->in, 8);
    int64_t integer = 0;
    double number = 0;

    if (!at)
        return NULL;
    memcpy(real ? (void *)&number : (void *)&integer, at, 8);
    return real ? json_real(number) : json_integer(integer);
}

static json_t *read_string(struct json_reader *r)
{
    size_t length;
    const char *at = handover_string(r->in, JSON_FORM_STRING, &length);

    return at ? json_stringn(at, length) : NULL;
}

static json_t *read_value(struct json_reader *r, unsigned depth)
{
    unsigned kind = handover_byte(r->in);

    if (depth == JSON_FORM_DEPTH || ++r->values > JSON_FORM_VALUES || r->in->bad)
        return NULL;
    switch (kind) {
    case J_NULL:
        return json_null();
    case J_FALSE:
    case J_TRUE:
        return json_boolean(kind == J_TRUE);
    case J_INTEGER:
    case J_REAL:
        return read_number(r, kind == J_REAL);
    case J_STRING:
        return read_string(r);
    case J_ARRAY:
    case J_OBJECT:
        return read_members(r, kind == J_ARRAY, depth + 1);
    default:
        return NULL;
    }
}

json_t *json_form_read(struct handover *in)
{
    struct json_reader r = {.in = in};
    json_t *json = read_value(&r, 0);

    if (json && !handover_is_over(in)) {
        json_decref(json);
        json = NULL;
    }
    return json;
}
