/* SPDX-License-Identifier: MIT */
/* How many complete lists of legal orders a second the table gives natively, for bench.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/own.h"
#include "table/table.h"

enum { POSITIONS = 200, ROUNDS = 20 };

static char *read_file(const char *folder, const char *name, size_t *length)
{
    char path[1024];
    char *text = calloc(1, TABLE_FILE_BYTES_MAX);
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    if (!file || !text)
        exit(1);
    *length = fread(text, 1, TABLE_FILE_BYTES_MAX - 1, file);
    fclose(file);
    return text;
}

static void learn(struct table *table, const char *top, const char *name, const char *as)
{
    size_t length;
    OWN_MEMORY char *text = read_file(top, name, &length);

    if (table_learn(table, as, text, length) != RC_OK)
        exit(1);
}

static double now(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
    return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* The best of some rounds. */
static double seconds_of_one(struct table *table)
{
    double best = 1e9;
    int asked = table_asked(table);

    if (asked <= 0 || table_sit(table, (unsigned)asked) != RC_OK)
        exit(1);
    for (unsigned i = 0; i < ROUNDS; i++) {
        double start = now(), took;

        if (table_legal(table, (unsigned)asked) != RC_OK)
            exit(1);
        took = now() - start;
        best = took < best ? took : best;
    }
    return best;
}

int main(void)
{
    const char *top = getenv("top_srcdir");
    struct table *table = table_new();
    size_t length;
    char *text, *at, *end;
    double sum = 0;
    unsigned count = 0;

    if (!top || !table)
        return 1;
    learn(table, top, "data/dungeon_twister.rooms", "dungeon_twister.rooms");
    learn(table, top, "data/paladins_dragons.rooms", "paladins_dragons.rooms");
    if (table_open(table, "dungeon_twister", "", "en") != RC_OK)
        return 1;
    text = read_file(top, "tests/bench/dungeon_twister.positions", &length);
    for (at = text; count < POSITIONS && (end = strstr(at, "--\n")); at = end + 3, count++) {
        if (table_place(table, at, (size_t)(end - at)) != RC_OK)
            return 1;
        sum += seconds_of_one(table);
    }
    printf("%.0f\n", count / sum);
    free(text);
    table_free(table);
    return 0;
}
