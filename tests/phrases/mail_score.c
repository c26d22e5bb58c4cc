/* SPDX-License-Identifier: MIT */
/* How a folder of letters is read against what a person reads in them: for each kind how many are
 * right, lose own text, have another's tried, are taken for another class. `make mail-score
 * DIR=FOLDER`; the folder's form stands in tests/phrases/README. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "commands/meaning.h"
#include "reading/reading.h"
#include "tests/phrases/shipped.h"
#include "tests/read.h"

enum { KINDS_MAX = 64, KIND_BYTES = 64, LINE_BYTES = 65536, TRIED_MAX = 256 };

enum fate { RIGHT, LOST, FOREIGN, OTHER_CLASS, FATES };
static const char *const fate_names[FATES] = {"right", "own text lost", "foreign text tried",
                                              "class wrong"};

struct kind {
    char name[KIND_BYTES];
    unsigned count[FATES], letters;
};

struct score {
    const char *folder;
    struct library *library;
    const struct language *language;
    struct kind kind[KINDS_MAX];
    unsigned kinds;
    bool verbose;
};

static bool read_file(const char *folder, const char *name, struct buf *out)
{
    OWN_MEMORY char *text = NULL;
    char path[4096];
    size_t length;

    snprintf(path, sizeof path, "%s/%s.eml", folder, name);
    text = read_if_there(path, &length);
    buf_put_bytes(out, text, length);
    return text != NULL;
}

static bool reads(void *context, const char *line, size_t length)
{
    const struct score *score = context;

    return meaning_reads(score->library, score->language, line, length);
}

static struct kind *kind_of(struct score *score, const char *name)
{
    for (unsigned i = 0; i < score->kinds; i++)
        if (text_equal(score->kind[i].name, name))
            return &score->kind[i];
    if (score->kinds == KINDS_MAX) {
        fprintf(stderr, "%s: more than %d kinds\n", score->folder, KINDS_MAX);
        exit(2);
    }
    snprintf(score->kind[score->kinds].name, KIND_BYTES, "%s", name);
    return &score->kind[score->kinds++];
}

/* The lines that would be tried, each ended by LF: own ones that are no mere greeting. */
static void put_tried(struct score *score, const struct letter *mail, struct buf *tried)
{
    struct letter_lines split = {0};
    struct orders_in orders = {0};

    if (reading_lines(score->library, score->language, "Postern", meaning_reads, mail, &split,
                      &orders, NULL) != RC_OK)
        exit(2);
    orders_flag_name(&orders, mail->from.name);
    for (size_t i = 0; i < orders.count; i++) {
        const char *line = orders.line[i].text;

        if (!orders.line[i].civil || reads(score, line, strlen(line)))
            buf_printf(tried, "%s\n", line);
    }
    orders_fini(&orders);
    quotes_fini(&split);
}

/* Is a line among those of a text, each of them ended by LF? Takes it out. */
static bool take_out(struct buf *text, const char *line, size_t length)
{
    for (char *at = text->at, *eol; at && *at; at = eol + 1) {
        eol = strchr(at, '\n');
        if ((size_t)(eol - at) == length && memcmp(at, line, length) == 0) {
            memmove(at, eol + 1, strlen(eol + 1) + 1);
            text->length -= length + 1;
            return true;
        }
    }
    return false;
}

/* Compare with the lines wanted, " | " between them. */
static void compare(const char *wanted, struct buf *tried, bool wrong[FATES])
{
    while (*wanted) {
        const char *end = strstr(wanted, " | ");
        size_t length = end ? (size_t)(end - wanted) : strlen(wanted);

        wrong[LOST] |= !take_out(tried, wanted, length);
        wanted += length + (end ? 3 : 0);
    }
    wrong[FOREIGN] = tried->length > 0;
}

static void judge(struct score *score, const char *name, const char *kind_name, const char *wanted,
                  bool personal)
{
    struct kind *kind = kind_of(score, kind_name);
    const char *const own[] = {"postern@games.example", NULL};
    const struct classify_context context = {
        .own = own, .token_valid = personal, .reads = reads, .reader = score};
    struct classification class = {.reason = ""};
    OWN(buf) bytes = {0}, tried = {0};
    OWN(letter) mail = {0};
    bool wrong[FATES] = {false};

    if (!read_file(score->folder, name, &bytes)) {
        fprintf(stderr, "%s/%s.eml cannot be read\n", score->folder, name);
        exit(2);
    }
    if (letter_read(buf_text(&bytes), bytes.length, NULL, &mail, NULL) == RC_OK)
        letter_classify(&mail, &context, &class);
    wrong[OTHER_CLASS] = (mail.text && class.kind == LETTER_PERSONAL) != personal;
    if (personal && mail.text)
        put_tried(score, &mail, &tried);
    if (score->verbose)
        printf("%s: %s\n%s", name, letter_class_name(class.kind), buf_text(&tried));
    compare(wanted, &tried, wrong);
    for (unsigned i = LOST; i < FATES; i++) {
        kind->count[i] += wrong[i];
        wrong[RIGHT] |= wrong[i];
        if (wrong[i])
            printf("%s (%s): %s%s%s\n", name, kind_name, fate_names[i], i == FOREIGN ? ": " : "",
                   i == FOREIGN ? buf_text(&tried) : "");
    }
    kind->count[RIGHT] += !wrong[RIGHT];
    kind->letters++;
}

static void judge_table(struct score *score)
{
    static char line[LINE_BYTES];
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/expect.tsv", score->folder);
    file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "%s cannot be read: a table of name, kind and lines wanted\n", path);
        exit(2);
    }
    for (bool head = true; fgets(line, sizeof line, file); head = false) {
        char *kind = strchr(line, '\t'), *wanted = kind ? strchr(kind + 1, '\t') : NULL;

        line[strcspn(line, "\r\n")] = '\0';
        if (head || !wanted)
            continue;
        *kind++ = *wanted++ = '\0';
        judge(score, line, kind, wanted, true);
    }
    fclose(file);
}

/* None of the letters in `auto` is a person's. */
static void judge_automatic(struct score *score)
{
    char folder[4096];
    const char *whole = score->folder;
    struct dirent *entry;
    DIR *dir;

    snprintf(folder, sizeof folder, "%s/auto", whole);
    dir = opendir(folder);
    score->folder = folder;
    while (dir && (entry = readdir(dir))) {
        char *dot = strrchr(entry->d_name, '.');

        if (!dot || !text_equal(dot, ".eml"))
            continue;
        *dot = '\0';
        judge(score, entry->d_name, "automatic", "", false);
    }
    if (dir)
        closedir(dir);
    score->folder = whole;
}

static void print_row(const struct kind *kind)
{
    printf("%-24s %4u of %4u right, %4u own text lost, %4u foreign text tried, %4u class wrong\n",
           kind->name, kind->count[RIGHT], kind->letters, kind->count[LOST], kind->count[FOREIGN],
           kind->count[OTHER_CLASS]);
}

static void print(const struct score *score)
{
    struct kind whole = {.name = "all"};

    for (unsigned i = 0; i < score->kinds; i++) {
        print_row(&score->kind[i]);
        whole.letters += score->kind[i].letters;
        for (unsigned f = 0; f < FATES; f++)
            whole.count[f] += score->kind[i].count[f];
    }
    print_row(&whole);
}

int main(int count, char **arguments)
{
    struct score score = {.verbose = count == 3};

    if (count < 2) {
        fprintf(stderr, "make mail-score DIR=FOLDER: a folder of letters with an expect.tsv\n");
        return 2;
    }
    score.folder = arguments[1];
    score.library = shipped_library();
    score.language = library_language(score.library, "en");
    judge_table(&score);
    judge_automatic(&score);
    print(&score);
    return 0;
}
