/* SPDX-License-Identifier: MIT */
#include "scratch.h"
#include "tests/test.h"

#include <stdint.h>

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int scratch_setup(void **state)
{
    struct scratch *scratch = calloc(1, sizeof *scratch);
    const char *top = getenv("TMPDIR");

    if (!scratch)
        return -1;
    snprintf(scratch->path, sizeof scratch->path, "%s/postern-post.XXXXXX", top ? top : "/tmp");
    *state = scratch;
    return mkdtemp(scratch->path) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *stat, int flag, struct FTW *ftw)
{
    (void)stat;
    (void)flag;
    (void)ftw;
    return remove(path);
}

int scratch_teardown(void **state)
{
    struct scratch *scratch = *state;
    int rc = nftw(scratch->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);

    free(scratch);
    return rc;
}

const char *scratch_path(const struct scratch *scratch, const char *name)
{
    static char arrays[8][8192];
    static unsigned turn;
    char *array = arrays[turn++ % 8];

    snprintf(array, sizeof arrays[0], "%s/%s", scratch->path, name);
    return array;
}

void scratch_write(const struct scratch *scratch, const char *name, const char *text)
{
    FILE *file = fopen(scratch_path(scratch, name), "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

char *scratch_read(const struct scratch *scratch, const char *name)
{
    FILE *file = fopen(scratch_path(scratch, name), "r");
    char *text = calloc(1, 1 << 20);

    assert_non_null(file);
    assert_non_null(text);
    (void)!fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

size_t scratch_count(const struct scratch *scratch, const char *folder, char first[256])
{
    DIR *listing = opendir(scratch_path(scratch, folder));
    struct dirent *entry;
    size_t count = 0;

    if (first)
        first[0] = '\0';
    while (listing && (entry = readdir(listing)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        if (first)
            snprintf(first, 256, "%s", entry->d_name);
        count++;
    }
    if (listing)
        closedir(listing);
    return count;
}

void scratch_touch(const struct scratch *scratch, const char *name, long long seconds)
{
    struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};

    assert_int_equal(utimensat(-1, scratch_path(scratch, name), times, 0), 0);
}
