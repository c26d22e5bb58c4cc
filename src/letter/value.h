/* SPDX-License-Identifier: MIT */
/* Values for templates: a small tree of texts, flags, lists and maps. Kept in the outbox as text
 * until a letter is composed, so it can be written and read back, equal byte for byte.
 *
 * All values live in a store and go with it. Lost memory marks the store as failed; the makers
 * then return NULL and all functions take NULL, so that trees are built without a check at each
 * step and asked once at the end (values_rc). */
#pragma once

#include "base/base.h"

enum value_kind { VALUE_TEXT, VALUE_FLAG, VALUE_LIST, VALUE_MAP, VALUE_KIND_COUNT };

struct value; /* members: value_kind_of and the questions below */
struct values;

/* NULL when out of memory. */
struct values *values_new(void);
/* Free the store and all its values; their texts are wiped (they may hold secrets). */
void values_free(struct values *values);
OWN_FREED(values)
/* RC_OK, or RC_NO_MEMORY if the store has failed (NULL counts as failed). */
enum rc values_rc(const struct values *values, struct err *err);

/* Make a value. Texts are copied; a NULL text gives "". */
struct value *value_text(struct values *values, const char *text);
struct value *value_bytes(struct values *values, const char *bytes, size_t count);
struct value *value_flag(struct values *values, bool flag);
struct value *value_list(struct values *values);
struct value *value_map(struct values *values);

/* Add at the end of a list. */
void value_add(struct value *list, struct value *member);
/* Set a member of a map; an earlier one with that key is replaced in its place. */
void value_set(struct value *map, const char *key, struct value *member);
/* The usual members in one call; text NULL gives "". */
void value_set_text(struct value *map, const char *key, const char *text);
/* Words that the program itself signs (heads, receipts), or text that was rendered already: the one
 * kind of text that a template writes with "postern-head" and the like in it. Not kept by
 * value_write: what is signed is made when a letter is composed. */
void value_set_signed(struct value *map, const char *key, const char *text);
void value_sign(struct value *value);
bool value_is_signed(const struct value *value);
void value_set_int(struct value *map, const char *key, int64_t number);
void value_set_flag(struct value *map, const char *key, bool flag);
/* Set a new empty list or map and return it, to be filled. */
struct value *value_set_list(struct value *map, const char *key);
struct value *value_set_map(struct value *map, const char *key);
/* Add a new empty map to a list and return it. */
struct value *value_add_map(struct value *list);

enum value_kind value_kind_of(const struct value *value);
/* What a section asks: false, an empty text and an empty list are false, all else is true. */
bool value_is_true(const struct value *value);
const char *value_get_text(const struct value *value);                /* "" if not a text */
size_t value_count(const struct value *value);                        /* members of a list or map */
const struct value *value_at(const struct value *list, size_t index); /* NULL beyond the end */
const char *value_key_at(const struct value *map, size_t index);
const struct value *value_get(const struct value *map, const char *key); /* NULL if not there */

/* Write as JSON (texts, true/false, arrays, objects in the order of their making), one line. */
void value_write(const struct value *value, struct buf *out);
/* Read what value_write wrote, and no other JSON.
 * fails  RC_BAD_INPUT with the column, RC_TOO_LONG (nested over 32), RC_NO_MEMORY */
enum rc value_read(struct values *values, const char *json, size_t length, struct value **value,
                   struct err *err);
