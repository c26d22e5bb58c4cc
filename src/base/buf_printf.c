/* SPDX-License-Identifier: MIT */
/* Apart from buf.c, so that code without stdio can link the rest. */
#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list args, again;
    int length;

    va_start(args, format);
    va_copy(again, args);
    length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0)
        buf->failed = true;
    else if (buf_reserve(buf, (size_t)length)) {
        vsnprintf(buf->at + buf->length, (size_t)length + 1, format, again);
        buf->length += (size_t)length;
    }
    va_end(again);
}
