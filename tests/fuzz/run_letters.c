/* SPDX-License-Identifier: MIT */
/* Runs a fuzz target over files: each whole, and cut short at some places, below CUT_EVERYWHERE
 * bytes everywhere. For make check, where no fuzzer is. */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/own.h"

#ifndef CUT_EVERYWHERE
#define CUT_EVERYWHERE 0
#endif

enum { FILE_BYTES_MAX = 1 << 20, CUTS = 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run(const uint8_t *data, size_t size)
{
    OWN_MEMORY uint8_t *exact = malloc(size ? size : 1); /* so that a sanitizer sees its end */

    if (!exact)
        abort();
    memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
}

static bool run_file(const char *path)
{
    static uint8_t data[FILE_BYTES_MAX];
    FILE *file = fopen(path, "rb");
    size_t size, cuts;

    if (!file)
        return false;
    size = fread(data, 1, sizeof data, file);
    fclose(file);
    cuts = size <= CUT_EVERYWHERE ? size : CUTS;
    for (size_t cut = 0; cut <= cuts; cut++)
        run(data, cuts ? size * cut / cuts : 0);
    return true;
}

int main(int argc, char **argv)
{
    unsigned count = 0;

    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        struct dirent *entry;
        char path[4096];

        while (folder && (entry = readdir(folder)) != NULL) {
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (entry->d_name[0] != '.')
                count += run_file(path);
        }
        if (folder)
            closedir(folder);
    }
    printf("%u files\n", count);
    return count == 0;
}
