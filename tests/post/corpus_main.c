/* SPDX-License-Identifier: MIT */
/* Runs a fuzz target once over each file of the folders given, and over each file cut short. */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/own.h"

enum { FILE_BYTES_MAX = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool run_file(const char *path)
{
    static uint8_t data[FILE_BYTES_MAX];
    FILE *file = fopen(path, "rb");
    size_t size;

    if (!file)
        return false;
    size = fread(data, 1, sizeof data, file);
    fclose(file);
    for (size_t cut = 0; cut <= size; cut += cut < 4096 ? 1 : 997) {
        OWN_MEMORY uint8_t *exact = malloc(cut ? cut : 1); /* so that a sanitizer sees its end */

        if (!exact)
            return false;
        memcpy(exact, data, cut);
        LLVMFuzzerTestOneInput(exact, cut);
    }
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
