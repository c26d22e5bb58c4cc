/* SPDX-License-Identifier: MIT */
/* Apart from the tests: GLib and this game both have a DT_UNKNOWN. */
#include "outline.h"

#include <glib.h>
#include <string.h>

struct outline {
    struct buf *out;
    unsigned depth;
    bool in_title;
};

static void on_start(GMarkupParseContext *context, const char *name, const char **keys,
                     const char **values, void *data, GError **error)
{
    struct outline *outline = data;

    (void)context;
    (void)error;
    for (unsigned i = 0; i < outline->depth; i++)
        buf_put_char(outline->out, ' ');
    buf_put(outline->out, name);
    for (; *keys; keys++, values++)
        if (strcmp(*keys, "id") == 0 || strcmp(*keys, "href") == 0 || strcmp(*keys, "class") == 0)
            buf_printf(outline->out, " %s=%s", *keys, *values);
    buf_put_char(outline->out, '\n');
    outline->in_title = strcmp(name, "title") == 0 || strcmp(name, "desc") == 0;
    outline->depth++;
}

static void on_end(GMarkupParseContext *context, const char *name, void *data, GError **error)
{
    struct outline *outline = data;

    (void)context;
    (void)name;
    (void)error;
    outline->in_title = false;
    outline->depth--;
}

static void on_text(GMarkupParseContext *context, const char *text, size_t length, void *data,
                    GError **error)
{
    struct outline *outline = data;

    (void)context;
    (void)error;
    if (outline->in_title && length)
        buf_printf(outline->out, "%*s\"%.*s\"\n", (int)outline->depth, "", (int)length, text);
}

bool outline_make(const struct buf *svg, struct buf *out)
{
    struct outline state = {.out = out}, *outline = &state;
    static const GMarkupParser parser = {on_start, on_end, on_text, NULL, NULL};
    GMarkupParseContext *context = g_markup_parse_context_new(&parser, 0, outline, NULL);
    bool good = g_markup_parse_context_parse(context, svg->at, (gssize)svg->length, NULL) &&
                g_markup_parse_context_end_parse(context, NULL);

    g_markup_parse_context_free(context);
    return good;
}
