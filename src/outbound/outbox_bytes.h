/* SPDX-License-Identifier: MIT */
/* Composed bytes of a letter out, kept in a box from the first try until it is final: every try
 * sends the same. */
#pragma once

#include "server/desk.h"

/* A letter out in a transport's hands. */
struct outbox_bytes {
    int64_t out, game, made_s;
    char from[CONFIG_TEXT_BYTES]; /* the envelope's sender; "" = null */
    struct buf bytes;             /* appended to by outbox_bytes_read; the caller wipes it */
};

/* fails  RC_NOT_FOUND: not composed yet, or final */
enum rc outbox_bytes_read(struct desk *desk, struct outbox_bytes *kept, struct err *err);
/* Keep the bytes; inside a change. fails RC_EXISTS: composed before, use those */
enum rc outbox_bytes_write(struct desk *desk, const struct outbox_bytes *kept, struct err *err);
