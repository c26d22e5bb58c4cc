/* SPDX-License-Identifier: MIT */
/* Small parts of lines, put and taken; shared by the readers and writers of this folder. */
#pragma once

#include "record/entry.h"

struct cursor {
    const char *at;
    const char *end;
};

/* Each moves the cursor behind what it took; on false it may stand anywhere before the fault. What
 * they take is what would be written again: a number has no leading zero. */
static inline bool line_take(struct cursor *from, const char *literal)
{
    const size_t length = strlen(literal);

    if ((size_t)(from->end - from->at) < length || memcmp(from->at, literal, length) != 0)
        return false;
    from->at += length;
    return true;
}
bool line_take_number(struct cursor *from, uint64_t *number);
bool line_take_time(struct cursor *from, int64_t *time_s);

void line_put_number(struct buf *out, uint64_t number);

/* ---- parts of entries ---- */

void line_put_base32(struct buf *out, const void *bytes, size_t count);
void line_put_time(struct buf *out, int64_t time_s); /* that has a text */
void line_put_seat(struct buf *out, unsigned seat);
void line_put_house_seal(struct buf *out, enum seal_family family, uint64_t first, uint64_t second);
bool line_take_base32(struct cursor *from, void *bytes, size_t count);
bool line_take_seat(struct cursor *from, uint8_t *seat);
bool line_take_one_of(struct cursor *from, const char *const *word, unsigned count, uint8_t *index);
bool line_take_word(struct cursor *from, char *out, size_t capacity);
bool line_take_rest(struct cursor *from, char *out, size_t capacity);
bool line_take_seal_name(struct cursor *from, char out[SEAL_NAME_MAX + 1]);
bool line_take_house_seal(struct cursor *from, enum seal_family family, uint64_t first,
                          uint64_t second);

/* ---- kinds of entries: what stands behind the kind's word ---- */

struct entry_form {
    void (*put)(const struct entry *entry, struct buf *out); /* of an entry that fits its kind */
    /* Takes what put puts; what its values may be is not its concern. */
    bool (*take)(struct cursor *from, struct entry *entry);
};
const struct entry_form *entry_form(enum entry_kind kind);

/* What does not fit in an entry of its kind, or NULL: then it can be written. An entry that was
 * taken from a text and fits is written as that very text. */
const char *entry_misfit(const struct entry *entry);
