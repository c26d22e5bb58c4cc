/* Small parts of lines, put and taken; shared by the readers and writers of this folder. */
#ifndef POSTERN_RECORD_ENTRY_P_H
#define POSTERN_RECORD_ENTRY_P_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "record/entry.h"

struct cursor {
    const char *at;
    const char *end;
};

/* Each moves the cursor behind what it took; on false it may stand anywhere before the fault. */
bool line_take(struct cursor *from, const char *literal);
bool line_take_number(struct cursor *from, uint64_t *number);
bool line_take_time(struct cursor *from, int64_t *time_s);

void line_put_number(struct buf *out, uint64_t number);

/* ---- parts of entries ---- */

void line_put_base32(struct buf *out, const void *bytes, size_t count);
bool line_put_time(struct buf *out, int64_t time_s);
void line_put_seat(struct buf *out, unsigned seat);
void line_put_seal(struct buf *out, const char *name);
void line_put_house_seal(struct buf *out, enum seal_family family, uint64_t first, uint64_t second);
bool line_take_base32(struct cursor *from, void *bytes, size_t count);
bool line_take_seat(struct cursor *from, uint8_t *seat);
bool line_take_one_of(struct cursor *from, const char *const *word, unsigned count, uint8_t *index);
bool line_take_word(struct cursor *from, char *out, size_t capacity);
bool line_take_rest(struct cursor *from, char *out, size_t capacity);
bool line_take_seal_name(struct cursor *from, char out[SEAL_NAME_MAX + 1]);

/* ---- kinds of entries: what stands behind the kind's word ---- */

enum { BY_TABLE = 1, BY_SEAT = 2, BY_KEEPER = 4 };

struct entry_form {
    uint8_t by; /* who makes it */
    /* NULL, or what does not fit. */
    const char *(*put)(const struct entry *entry, struct buf *out);
    /* Takes what put puts, or more; entry_read compares afterwards. */
    bool (*take)(struct cursor *from, struct entry *entry);
};
const struct entry_form *entry_form(enum entry_kind kind);

#endif
