/* SPDX-License-Identifier: MIT */
/* Names, texts and classes of error codes, and the error record. What to do about an error is
 * the caller's decision. */
#include "base/base.h"

#include <stdarg.h>

static const struct {
    const char *name;
    const char *text;
    enum rc_class class;
} codes[RC_COUNT] = {
#define X(n, c, t) [RC_##n] = {#n, t, RC_CLASS_##c},
    RC_LIST(X)
#undef X
};

static size_t index_of(enum rc rc)
{
    return (size_t)rc < RC_COUNT ? (size_t)rc : RC_BUG;
}

const char *rc_name(enum rc rc)
{
    return codes[index_of(rc)].name;
}

const char *rc_text(enum rc rc)
{
    return codes[index_of(rc)].text;
}

enum rc_class rc_class(enum rc rc)
{
    return codes[index_of(rc)].class;
}

void err_clear(struct err *err)
{
    if (err)
        memset(err, 0, sizeof *err);
}

unsigned err_join(struct err *err, enum rc rc, ...)
{
    struct text text;
    const char *part;
    va_list parts;

    if (!err || err->rc != RC_OK)
        return rc;
    err->rc = rc;
    text_init(&text, err->text, sizeof err->text);
    va_start(parts, rc);
    while ((part = va_arg(parts, const char *)) != NULL)
        text_put(&text, part);
    va_end(parts);
    text_show_cut(&text);
    return rc;
}

void err_where(struct err *err, const char *source, uint32_t line, uint32_t column)
{
    struct text text;

    if (!err || err->source[0] != '\0' || err->line != 0)
        return;
    text_init(&text, err->source, sizeof err->source);
    text_put(&text, source ? source : "");
    err->line = line;
    err->column = column;
}
