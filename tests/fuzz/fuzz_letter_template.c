/* SPDX-License-Identifier: MIT */
/* Bytes before a NUL as a template, those behind it as values. Values that are read come back
 * from their text unchanged; what a header template writes is one line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "letter/template.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct template *itself(void *context, const char *name)
{
    (void)name;
    return context;
}

static void check_round_trip(const struct value *root)
{
    OWN_AT(values) again = values_new();
    struct value *back = NULL;
    OWN(buf) first = {0}, second = {0};

    value_write(root, &first);
    if (value_read(again, buf_text(&first), first.length, &back, NULL) != RC_OK)
        abort();
    value_write(back, &second);
    if (!text_equal(buf_text(&first), buf_text(&second)))
        abort();
}

static void render_all(struct template *template, const struct value *root)
{
    for (int escape = 0; escape < ESCAPE_COUNT; escape++)
        for (int strict = 0; strict < 2; strict++) {
            struct render render = {.escape = (enum escape)escape,
                                    .strict = strict,
                                    .partial = itself,
                                    .context = template};
            OWN(buf) out = {0};

            if (template_render(template, root, &render, &out, NULL) != RC_OK && out.length)
                abort();
            if (escape == ESCAPE_HEADER && strpbrk(buf_text(&out), "\r\n"))
                abort();
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *nul = size ? memchr(text, '\0', size) : NULL;
    size_t length = nul ? (size_t)(nul - text) : size;
    OWN_AT(values) values = values_new();
    OWN_AT(template) template = NULL;
    struct value *root = NULL;

    if (nul && value_read(values, nul + 1, size - length - 1, &root, NULL) == RC_OK)
        check_round_trip(root);
    if (template_compile("fuzz", text, length, &template, NULL) == RC_OK)
        render_all(template, root);
    return 0;
}
