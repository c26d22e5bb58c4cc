/* SPDX-License-Identifier: MIT */
#include "tests/phrases/made_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tests/phrases/shipped.h"
#include "tests/read.h"

static bool is_on_file(const char *path, const struct buf *page)
{
    size_t length;
    OWN_MEMORY char *text = read_if_there(path, &length);

    return text && length == page->length && memcmp(page->at, text, length) == 0;
}

static bool compare(const struct made_page *made, const char *top, const struct buf *page)
{
    char path[1024];
    bool good;

    snprintf(path, sizeof path, "%s/doc/%s", top, made->file);
    good = is_on_file(path, page);
    printf("1..1\n%s 1 - doc/%s %s; else make %s\n", good ? "ok" : "not ok", made->file,
           made->claim, made->target);
    return good;
}

int made_page_main(const struct made_page *made, int count, char **words)
{
    OWN(buf) page = {0};
    bool good = true;

    made->write(shipped_library(), shipped_top(), &page);
    if (count > 1 && text_equal(words[1], "-w"))
        fputs(buf_text(&page), stdout);
    else
        good = compare(made, shipped_top(), &page);
    return good ? 0 : 1;
}
