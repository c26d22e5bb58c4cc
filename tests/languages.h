/* SPDX-License-Identifier: MIT */
/* The languages that ship: the folders under templates/, so that the tests know a new one. */
#pragma once

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEST_LANGUAGES_MAX = 16 };

/* Their codes in order, English being the first; NULL at the end. */
static inline const char *const *test_languages(void)
{
    static const char *code[TEST_LANGUAGES_MAX + 1];
    const char *top = getenv("top_srcdir");
    static glob_t found;
    char pattern[4096];

    if (code[0])
        return code;
    snprintf(pattern, sizeof pattern, "%s/templates/[a-z][a-z]", top ? top : ".");
    if (glob(pattern, 0, NULL, &found) != 0 || found.gl_pathc > TEST_LANGUAGES_MAX) {
        fprintf(stderr, "%s: no languages, or too many\n", pattern);
        abort();
    }
    code[0] = "en";
    for (size_t i = 0, count = 1; i < found.gl_pathc && count < TEST_LANGUAGES_MAX; i++) {
        const char *name = strrchr(found.gl_pathv[i], '/') + 1;

        if (strcmp(name, "en") != 0)
            code[count++] = name;
    }
    return code;
}

static inline size_t test_language_count(void)
{
    size_t count = 0;

    while (test_languages()[count])
        count++;
    return count;
}
