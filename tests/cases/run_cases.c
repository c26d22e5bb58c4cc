/* SPDX-License-Identifier: MIT */
/* Run case files, one TAP line each: those named, or all below tests/cases,
 * examples and data/lessons. */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "rules/case.h"
#include "tests/games/every.h"
#include "tests/languages.h"

enum {
    PATH_BYTES = 1024,
    REPORT_BYTES = 65536,
    FILES_MAX = 8,
    CASES_MAX = 4096,
    WORDS_BYTES = 1 << 20
};

static const char *top;
static char *paths[CASES_MAX];
static unsigned path_count;

static enum rc read_file(const char *path, struct buf *out)
{
    FILE *file = fopen(path, "rb");
    char block[65536];
    size_t count;

    buf_clear(out);
    if (!file)
        return RC_NOT_FOUND;
    while ((count = fread(block, 1, sizeof block, file)) > 0)
        buf_put_bytes(out, block, count);
    fclose(file);
    return out->failed ? RC_NO_MEMORY : RC_OK;
}

/* A game made ready once: its rulebook for one version, and the words of all languages. */
struct ready {
    const struct game *game;
    char version[24];
    char data[64]; /* read in place of the last data file */
    void *rulebook;
    struct lexicon lexicon;
    struct arena arena;
    bool has_words;
};

static void data_path(const struct game *game, unsigned index, char path[2 * PATH_BYTES])
{
    char file[PATH_BYTES], whole[EVERY_PATH_BYTES];

    snprintf(file, sizeof file, "data/%s", game->files[index]);
    text_copy(path, 2 * PATH_BYTES, every_path(game->name, file, whole));
}

static enum rc load_rulebook(struct ready *ready, const char *version, const char *folder,
                             struct err *err)
{
    struct game_file file[FILES_MAX];
    struct buf text[FILES_MAX] = {{0}};
    char path[2 * PATH_BYTES];
    unsigned count = 0;
    enum rc rc = RC_OK;

    for (; ready->game->files[count]; count++) {
        if (*ready->data && !ready->game->files[count + 1])
            snprintf(path, sizeof path, "%s/%s", folder, ready->data);
        else
            data_path(ready->game, count, path);
        rc = read_file(path, &text[count]);
        if (rc != RC_OK)
            return ERR(err, rc, "cannot read ", path);
        file[count] = (struct game_file){ready->game->files[count], buf_text(&text[count]),
                                         text[count].length};
    }
    ready->rulebook = calloc(1, ready->game->rulebook_bytes);
    if (!ready->rulebook)
        return ERR(err, RC_NO_MEMORY, "out of memory");
    rc = ready->game->rules->load(file, count, version, ready->rulebook, err);
    while (count > 0)
        buf_fini(&text[--count]);
    return rc;
}

static enum rc load_words(struct ready *ready, struct err *err)
{
    const char *const *languages = test_languages();
    OWN(buf) text = {0};
    enum rc rc = RC_OK;

    arena_init(&ready->arena, malloc(WORDS_BYTES), WORDS_BYTES);
    lexicon_init(&ready->lexicon, ready->game->text->terms, ready->game->text->term_count,
                 &ready->arena);
    for (size_t i = 0; rc == RC_OK && languages[i]; i++) {
        char file[PATH_BYTES], path[EVERY_PATH_BYTES];

        snprintf(file, sizeof file, "templates/%s/%s.words", languages[i], ready->game->name);
        if (read_file(every_path(ready->game->name, file, path), &text) != RC_OK)
            continue;
        ready->has_words = true;
        rc = lexicon_add(&ready->lexicon, path, buf_text(&text), text.length, err);
    }
    return rc;
}

/* The folder that a file lies in. */
static void folder_of(const char *path, char folder[PATH_BYTES])
{
    const char *slash = strrchr(path, '/');

    snprintf(folder, PATH_BYTES, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
}

static struct ready *make_ready(const struct game *game, const struct case_head *head,
                                const char *path, struct err *err)
{
    static struct ready *known[32];
    static unsigned known_count;
    const char *newest = NULL, *version;
    char folder[PATH_BYTES];
    struct ready *ready;

    for (const char *const *at = game->versions; *at; at++)
        newest = *at;
    version = *head->version ? head->version : newest;
    for (unsigned i = 0; i < known_count; i++)
        if (known[i]->game == game && strcmp(known[i]->version, version) == 0 &&
            strcmp(known[i]->data, head->data) == 0)
            return known[i];
    ready = calloc(1, sizeof *ready);
    if (!ready || known_count == sizeof known / sizeof *known) {
        free(ready);
        return NULL;
    }
    ready->game = game;
    snprintf(ready->version, sizeof ready->version, "%s", version);
    snprintf(ready->data, sizeof ready->data, "%s", head->data);
    folder_of(path, folder);
    if (load_rulebook(ready, version, folder, err) != RC_OK || load_words(ready, err) != RC_OK)
        return NULL;
    known[known_count++] = ready;
    return ready;
}

/* Run one file; the report says what is wrong, and where. */
static unsigned run_file(const char *path, struct case_room *room, struct text *report)
{
    struct case_head head;
    struct err err = {0};
    OWN(buf) text = {0};
    const struct game *game = NULL;
    struct ready *ready = NULL;
    unsigned broken = 1;

    if (read_file(path, &text) != RC_OK)
        text_put(report, "cannot be read\n");
    else if (case_read_head(buf_text(&text), text.length, &head, &err) != RC_OK)
        text_put(report, err.text);
    else if (!(game = every_game_find(head.game)))
        text_put(report, "no game of that name\n");
    else if (!(ready = make_ready(game, &head, path, &err)))
        text_put(report, err.text);
    else
        broken = case_run(game, ready->rulebook, ready->has_words ? &ready->lexicon : NULL,
                          buf_text(&text), text.length, room, report);
    return broken;
}

static int remember(const char *path, const struct stat *stat, int type, struct FTW *walk)
{
    size_t length = strlen(path);

    (void)stat;
    (void)walk;
    if (type == FTW_F && length > 5 && strcmp(path + length - 5, ".case") == 0 &&
        path_count < CASES_MAX)
        paths[path_count++] = strdup(path);
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void print_report(const char *report)
{
    while (*report) {
        int length = (int)strcspn(report, "\n");
        printf("#   %.*s\n", length, report);
        report += length + (report[length] == '\n');
    }
}

int main(int argc, char **argv)
{
    static char block[REPORT_BYTES];
    struct case_room *room = malloc(sizeof *room);
    unsigned failed = 0;
    char root[PATH_BYTES];

    top = getenv("top_srcdir") ? getenv("top_srcdir") : ".";
    snprintf(root, sizeof root, "%s/tests/cases", top);
    for (int i = 1; i < argc; i++)
        nftw(argv[i], remember, 16, FTW_PHYS);
    if (argc < 2) {
        nftw(root, remember, 16, FTW_PHYS);
        snprintf(root, sizeof root, "%s/examples", top);
        nftw(root, remember, 16, FTW_PHYS);
        snprintf(root, sizeof root, "%s/data/lessons", top);
        nftw(root, remember, 16, FTW_PHYS);
    }
    if (!room || path_count == 0) {
        fprintf(stderr, "no case files below %s\n", root);
        return 1;
    }
    qsort(paths, path_count, sizeof paths[0], by_name);
    printf("1..%u\n", path_count);
    for (unsigned i = 0; i < path_count; i++) {
        struct text report;
        const char *name = strrchr(paths[i], '/');
        unsigned broken;
        text_init(&report, block, sizeof block);
        broken = run_file(paths[i], room, &report);
        failed += broken > 0;
        printf("%sok %u - %s\n", broken ? "not " : "", i + 1, name ? name + 1 : paths[i]);
        if (broken)
            print_report(block);
    }
    free(room);
    return failed > 0;
}
