/* SPDX-License-Identifier: MIT */
/* The growing byte buffer. Lost memory is noted in it, and asked for by whoever owns it. */
#include "base/base.h"

enum { BUF_FIRST_BYTES = 256 };

static void buf_init(struct buf *buf)
{
    memset(buf, 0, sizeof *buf);
}

void buf_fini(struct buf *buf)
{
    if (!buf)
        return;
    free(buf->at);
    buf_init(buf);
}

void buf_wipe(struct buf *buf)
{
    if (!buf)
        return;
    if (buf->at)
        explicit_bzero(buf->at, buf->capacity);
    buf_fini(buf);
}

void buf_clear(struct buf *buf)
{
    buf->length = 0;
    buf->failed = false;
    if (buf->at)
        buf->at[0] = '\0';
}

bool buf_grow(struct buf *buf, size_t more)
{
    size_t want = buf->capacity ? buf->capacity : BUF_FIRST_BYTES;
    char *grown;

    if (buf->failed || more > SIZE_MAX / 2 - buf->length - 1) {
        buf->failed = true;
        return false;
    }
    while (want < buf->length + more + 1)
        want *= 2;
    if (want == buf->capacity)
        return true;
    grown = realloc(buf->at, want);
    if (!grown) {
        buf->failed = true;
        return false;
    }
    buf->at = grown;
    buf->capacity = want;
    return true;
}

void buf_put_bytes(struct buf *buf, const void *bytes, size_t count)
{
    if (!buf_reserve(buf, count))
        return;
    if (count > 0)
        memcpy(buf->at + buf->length, bytes, count);
    buf->length += count;
    buf->at[buf->length] = '\0';
}

void buf_put(struct buf *buf, const char *string)
{
    buf_put_bytes(buf, string, strlen(string));
}

void buf_put_char(struct buf *buf, char c)
{
    buf_put_bytes(buf, &c, 1);
}

void buf_put_int(struct buf *buf, int64_t number)
{
    buf_put(buf, TEXT_INT(number));
}

void buf_put_all(struct buf *buf, const char *const *strings)
{
    for (; *strings; strings++)
        buf_put(buf, *strings);
}

const char *buf_text(const struct buf *buf)
{
    return buf->at ? buf->at : "";
}

char *buf_take(struct buf *buf)
{
    char *taken;

    if (buf->failed || !buf_reserve(buf, 0)) {
        buf_fini(buf);
        return NULL;
    }
    taken = buf->at;
    taken[buf->length] = '\0';
    buf_init(buf);
    return taken;
}

enum rc buf_rc(const struct buf *buf, struct err *err)
{
    return buf->failed ? ERR(err, RC_NO_MEMORY, "out of memory") : RC_OK;
}
