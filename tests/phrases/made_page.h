/* SPDX-License-Identifier: MIT */
/* The frame of the tests whose pages in doc/ are made from the games and the languages as they are:
 * without a word the page is compared with the file, with -w it is written to the output. */
#pragma once

#include "base/buf.h"
#include "server/library.h"

struct made_page {
    const char *file;   /* of doc/ */
    const char *claim;  /* what holds of it */
    const char *target; /* of make, that makes it anew */
    /* TOP: the source tree. */
    void (*write)(struct library *library, const char *top, struct buf *page);
};

/* The test's `main`: 0 good, 1 the file differs, 2 the games could not be loaded. */
int made_page_main(const struct made_page *made, int count, char **words);
