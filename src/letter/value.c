/* SPDX-License-Identifier: MIT */
/* The tree of values that templates are filled from. It can be kept as text and read back
 * (value_json.c). */
#include "letter/value.h"

enum { CHUNK_BYTES = 4000, FIRST_MEMBERS = 8 };

struct chunk {
    struct chunk *next;
    size_t used, capacity; /* bytes */
    _Alignas(max_align_t) unsigned char at[];
};

struct values {
    struct chunk *chunk; /* newest first */
    bool failed;
};

struct member {
    const char *key; /* NULL in lists */
    struct value *value;
};

struct value {
    struct values *store;
    enum value_kind kind;
    bool flag;
    bool is_signed; /* this program's own words: value_set_signed */
    char *text;
    struct member *member;
    size_t count, capacity; /* members */
};

struct values *values_new(void)
{
    return calloc(1, sizeof(struct values));
}

void values_free(struct values *values)
{
    struct chunk *next;

    if (!values)
        return;
    for (struct chunk *chunk = values->chunk; chunk; chunk = next) {
        next = chunk->next;
        memset(chunk->at, 0, chunk->used);
        __asm__ volatile("" : : "r"(chunk->at) : "memory"); /* so that the wiping stays */
        free(chunk);
    }
    free(values);
}

enum rc values_rc(const struct values *values, struct err *err)
{
    FAIL_IF(!values || values->failed, err, RC_NO_MEMORY, "no memory for the values of a letter");
    return RC_OK;
}

static void *take(struct values *values, size_t bytes)
{
    const size_t step = _Alignof(max_align_t);
    struct chunk *chunk = values->chunk;
    void *at;

    bytes = (bytes + step - 1) / step * step;
    if (!chunk || chunk->capacity - chunk->used < bytes) {
        size_t capacity = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;

        chunk = malloc(sizeof *chunk + capacity);
        if (!chunk) {
            values->failed = true;
            return NULL;
        }
        chunk->capacity = capacity;
        chunk->used = 0;
        chunk->next = values->chunk;
        values->chunk = chunk;
    }
    at = chunk->at + chunk->used;
    chunk->used += bytes;
    return at;
}

static struct value *make(struct values *values, enum value_kind kind)
{
    struct value *value = values ? take(values, sizeof *value) : NULL;

    if (!value)
        return NULL;
    *value = (struct value){.store = values, .kind = kind};
    return value;
}

static char *copy_whole(struct values *values, const char *bytes, size_t count)
{
    char *out = take(values, count + 1);

    if (!out)
        return NULL;
    memcpy(out, bytes, count);
    out[count] = '\0';
    return out;
}

/* Copy text, what is not UTF-8 or is NUL as U+FFFD, so that all texts are printable C strings. */
static char *copy_clean(struct values *values, const char *bytes, size_t count)
{
    size_t grown = 0, length = 0;
    char *out;

    if (text_is_utf8(bytes, count) && !memchr(bytes, '\0', count))
        return copy_whole(values, bytes, count);
    for (size_t i = 0, step; i < count; i += step ? step : 1) {
        step = bytes[i] ? text_utf8_at(bytes + i, count - i, NULL) : 0;
        grown += step ? step : 3;
    }
    out = take(values, grown + 1);
    if (!out)
        return NULL;
    for (size_t i = 0, step; i < count; i += step ? step : 1) {
        step = bytes[i] ? text_utf8_at(bytes + i, count - i, NULL) : 0;
        memcpy(out + length, step ? bytes + i : "\xEF\xBF\xBD", step ? step : 3);
        length += step ? step : 3;
    }
    out[length] = '\0';
    return out;
}

struct value *value_bytes(struct values *values, const char *bytes, size_t count)
{
    struct value *value = make(values, VALUE_TEXT);

    if (!value)
        return NULL;
    value->text = copy_clean(values, bytes, count);
    return value->text ? value : NULL;
}

struct value *value_text(struct values *values, const char *text)
{
    return value_bytes(values, text ? text : "", text ? strlen(text) : 0);
}

struct value *value_flag(struct values *values, bool flag)
{
    struct value *value = make(values, VALUE_FLAG);

    if (value)
        value->flag = flag;
    return value;
}

struct value *value_list(struct values *values)
{
    return make(values, VALUE_LIST);
}

struct value *value_map(struct values *values)
{
    return make(values, VALUE_MAP);
}

static void append(struct value *to, const char *key, struct value *member)
{
    if (to->count == to->capacity) {
        size_t capacity = to->capacity ? to->capacity * 2 : FIRST_MEMBERS;
        struct member *grown = take(to->store, capacity * sizeof *grown);

        if (!grown)
            return;
        if (to->count)
            memcpy(grown, to->member, to->count * sizeof *grown);
        to->member = grown;
        to->capacity = capacity;
    }
    to->member[to->count++] = (struct member){key, member};
}

void value_add(struct value *list, struct value *member)
{
    if (list && member && list->kind == VALUE_LIST)
        append(list, NULL, member);
}

static struct member *find(const struct value *map, const char *key)
{
    if (!map || map->kind != VALUE_MAP)
        return NULL;
    for (size_t i = 0; i < map->count; i++)
        if (text_equal(map->member[i].key, key))
            return &map->member[i];
    return NULL;
}

void value_set(struct value *map, const char *key, struct value *member)
{
    struct member *old = find(map, key);
    char *copy;

    if (!map || !member || map->kind != VALUE_MAP)
        return;
    if (old) {
        old->value = member;
        return;
    }
    copy = copy_clean(map->store, key, strlen(key));
    if (copy)
        append(map, copy, member);
}

void value_set_text(struct value *map, const char *key, const char *text)
{
    if (map)
        value_set(map, key, value_text(map->store, text));
}

void value_set_signed(struct value *map, const char *key, const char *text)
{
    struct value *value = map ? value_text(map->store, text) : NULL;

    if (value)
        value->is_signed = true;
    value_set(map, key, value);
}

void value_sign(struct value *value)
{
    if (value)
        value->is_signed = true;
}

bool value_is_signed(const struct value *value)
{
    return value && value->is_signed;
}

void value_set_int(struct value *map, const char *key, int64_t number)
{
    if (map)
        value_set(map, key, value_text(map->store, TEXT_INT(number)));
}

void value_set_flag(struct value *map, const char *key, bool flag)
{
    if (map)
        value_set(map, key, value_flag(map->store, flag));
}

struct value *value_set_list(struct value *map, const char *key)
{
    struct value *list = map ? value_list(map->store) : NULL;

    value_set(map, key, list);
    return list;
}

struct value *value_set_map(struct value *map, const char *key)
{
    struct value *member = map ? value_map(map->store) : NULL;

    value_set(map, key, member);
    return member;
}

struct value *value_add_map(struct value *list)
{
    struct value *member = list ? value_map(list->store) : NULL;

    value_add(list, member);
    return member;
}

enum value_kind value_kind_of(const struct value *value)
{
    return value ? value->kind : VALUE_TEXT;
}

bool value_is_true(const struct value *value)
{
    if (!value)
        return false;
    switch (value->kind) {
    case VALUE_FLAG:
        return value->flag;
    case VALUE_TEXT:
        return value->text[0] != '\0';
    case VALUE_LIST:
        return value->count > 0;
    default:
        return true;
    }
}

const char *value_get_text(const struct value *value)
{
    return value && value->kind == VALUE_TEXT ? value->text : "";
}

size_t value_count(const struct value *value)
{
    return value ? value->count : 0;
}

const struct value *value_at(const struct value *list, size_t index)
{
    return list && index < list->count ? list->member[index].value : NULL;
}

const char *value_key_at(const struct value *map, size_t index)
{
    return map && map->kind == VALUE_MAP && index < map->count ? map->member[index].key : NULL;
}

const struct value *value_get(const struct value *map, const char *key)
{
    const struct member *member = find(map, key);

    return member ? member->value : NULL;
}
