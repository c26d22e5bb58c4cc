/* SPDX-License-Identifier: MIT */
/* Loads what is shipped for the tests that ask nothing of a server but its words. */
#include "tests/phrases/shipped.h"

#include <stdio.h>
#include <stdlib.h>

#include "games/games.h"

const char *shipped_top(void)
{
    const char *top = getenv("top_srcdir");

    return top ? top : ".";
}

struct library *shipped_library(void)
{
    static struct config config = {.language = "en"};
    static struct library *library;
    struct err err = {0};

    snprintf(config.data, sizeof config.data, "%s/data", shipped_top());
    snprintf(config.templates, sizeof config.templates, "%s/templates", shipped_top());
    if (!library && library_load(&config, games, &library, &err) != RC_OK) {
        fprintf(stderr, "the words cannot be loaded: %s\n", err.text);
        exit(2);
    }
    return library;
}
