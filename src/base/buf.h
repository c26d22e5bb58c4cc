/* SPDX-License-Identifier: MIT */
/* A growing byte buffer. Lost memory marks it as failed instead of ending the program; writers
 * go on without harm and the owner asks once at the end. */
#pragma once

#include "base/err.h"
#include "base/own.h"

/* Zero-initialise, or buf_init. `at` is NUL-terminated once anything was put. */
struct buf {
    char *at;        /* owned; NULL while empty */
    size_t length;   /* bytes, without the NUL */
    size_t capacity; /* bytes allocated */
    bool failed;     /* memory was lost; content is not whole */
};

/* Free the content; the buffer may be used again. NULL allowed. */
void buf_fini(struct buf *buf);
/* As buf_fini, after overwriting the content with zeros: for text that holds secrets. */
void buf_wipe(struct buf *buf);
/* Empty it and keep the memory. */
void buf_clear(struct buf *buf);

/* Make room for `more` bytes beyond the length and the NUL. Marks failed when there is none. */
static inline bool buf_reserve(struct buf *buf, size_t more);
void buf_put(struct buf *buf, const char *string);
void buf_put_bytes(struct buf *buf, const void *bytes, size_t count);
void buf_put_char(struct buf *buf, char c);
void buf_put_int(struct buf *buf, int64_t number);
/* Put strings one after the other, up to a NULL; numbers among them by TEXT_INT. */
void buf_put_all(struct buf *buf, const char *const *strings);
#define BUF_PUT(buf, ...) buf_put_all((buf), (const char *const[]){__VA_ARGS__, NULL})
/* printf into the buffer; for the outer layers, never for the rules core. */
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The content as a string, "" while empty; borrowed until the next call on buf. */
const char *buf_text(const struct buf *buf);
/* Hand the content to the caller, who frees it; the buffer is empty after. NULL if failed or
 * out of memory. */
char *buf_take(struct buf *buf) __attribute__((warn_unused_result));
/* RC_OK, or RC_NO_MEMORY if the buffer has failed. */
enum rc buf_rc(const struct buf *buf, struct err *err);

/* What buf_reserve does when there is not enough. */
bool buf_grow(struct buf *buf, size_t more);

static inline bool buf_reserve(struct buf *buf, size_t more)
{
    return (more < buf->capacity - buf->length && !buf->failed) || buf_grow(buf, more);
}
