/* SPDX-License-Identifier: MIT */
/* The shipped files of sentences: whole for every game's keys, the same in every language. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "tests/games/every.h"
#include "tests/languages.h"
#include "letter/sentences.h"
#include "rules/standing.h"
#include "tests/read.h"
#include "tests/test.h"

enum { PATH_BYTES = 4096 };

static const char *const files[] = {"desk", "fairness", NULL}; /* beside those of the games */

static struct sentences *load(const char *language, const char *name)
{
    struct sentences *sentences = sentences_new();
    OWN_MEMORY char *text = NULL;
    struct err err = {0};
    char file[PATH_BYTES];
    size_t length;

    snprintf(file, sizeof file, "templates/%s/%s.sentences", language, name);
    text = every_read(name, file, &length);
    if (sentences_add(sentences, NULL, file, text, length, &err) != RC_OK)
        fail_msg("%s:%u: %s", err.source, err.line, err.text);
    return sentences;
}

/* Count a key without a sentence, and say which. */
static unsigned demand(const struct sentences *sentences, const char *game, const char *prefix,
                       const char *key)
{
    char whole[SENTENCE_KEY_BYTES];

    snprintf(whole, sizeof whole, "%s%s", prefix, key);
    if (sentences_find(sentences, whole))
        return 0;
    print_error("%s: no sentence for \"%s\"\n", game, whole);
    return 1;
}

TEST(every_event_and_question_of_every_game_has_a_sentence)
{
    static const char *const standing[] = {STANDING_LONG, STANDING_EXAMPLES};
    unsigned missing = 0;

    for (const struct game *const *game = every_game; *game; game++) {
        OWN_AT(sentences) sentences = load("en", (*game)->name);

        for (unsigned i = 0; i < (*game)->text->event_count; i++)
            missing += demand(sentences, (*game)->name, "", (*game)->text->events[i]);
        for (unsigned i = 0; i < (*game)->text->topic_count; i++)
            missing += demand(sentences, (*game)->name, "topic.", (*game)->text->topics[i]);
        for (unsigned i = 0; (*game)->standing && i < sizeof standing / sizeof *standing; i++)
            missing += demand(sentences, (*game)->name, "", standing[i]);
    }
    assert_int_equal(missing, 0);
}

static bool is_key(const char *text, size_t length)
{
    bool joined = false;

    for (size_t i = 0; i < length; i++) {
        bool joint = text[i] == '-' || text[i] == '.';

        if (!joint && !(text[i] >= 'a' && text[i] <= 'z') && !text_is_digit(text[i]))
            return false;
        joined = joined || (joint && i > 0);
    }
    return joined && length < SENTENCE_KEY_BYTES;
}

static bool is_clause(const char *text, size_t length)
{
    return length > 5 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'A' && text[1] <= 'Z' &&
           text[2] == '-' && text_is_digit(text[length - 1]);
}

/* Does one of the calls that refuse an order stand in the statement? */
static bool refuses(const char *statement, size_t length)
{
    static const char *const calls[] = {
        "verdict_illegal(", "verdict_malformed(", "refuse(", "refuse_tile(", "wanted(", "is_void(",
        "reason =",         "#define STANDING_",  NULL};

    for (const char *const *call = calls; *call; call++)
        for (size_t i = 0; i + strlen(*call) <= length; i++)
            if (memcmp(statement + i, *call, strlen(*call)) == 0)
                return true;
    return false;
}

/* A key is either an event's or a reason's: they share one file, and their arguments differ. */
static unsigned demand_no_event(const char *source, const char *key)
{
    for (const struct game *const *game = every_game; *game; game++)
        for (unsigned i = 0; strstr(source, (*game)->name) && i < (*game)->text->event_count; i++)
            if (text_equal((*game)->text->events[i], key)) {
                print_error("%s: \"%s\" is an event and a reason\n", source, key);
                return 1;
            }
    return 0;
}

/* Reasons are literals: behind a clause, or in a statement that refuses something. */
static unsigned demand_reasons(const struct sentences *sentences, const char *source,
                               const char *statement, size_t length)
{
    bool refusing = refuses(statement, length), after_clause = false;
    const char *end = statement + length, *open = statement;
    unsigned missing = 0;

    while ((open = memchr(open, '"', (size_t)(end - open)))) {
        const char *close = memchr(open + 1, '"', (size_t)(end - open - 1));
        size_t count;
        char key[SENTENCE_KEY_BYTES], outcome[SENTENCE_KEY_BYTES + 8];

        if (!close)
            break;
        count = (size_t)(close - open - 1);
        if (count < sizeof key && ((refusing && is_key(open + 1, count)) || after_clause) &&
            !is_clause(open + 1, count)) {
            snprintf(key, sizeof key, "%.*s", (int)count, open + 1);
            snprintf(outcome, sizeof outcome, "outcome.%s", key);
            if (!sentences_find(sentences, outcome))
                missing += demand(sentences, source, "", key) + demand_no_event(source, key);
        }
        after_clause = is_clause(open + 1, count);
        open = close + 1;
    }
    return missing;
}

static unsigned scan_file(const struct sentences *sentences, const char *path)
{
    OWN_MEMORY char *text = read_whole(path, NULL);
    unsigned missing = 0;

    for (const char *at = text; *at;) {
        size_t length = strcspn(at, ";{}");

        missing += demand_reasons(sentences, path, at, length);
        at += length;
        at += *at != '\0';
    }
    return missing;
}

TEST(every_reason_for_a_refusal_has_a_sentence)
{
    unsigned missing = 0, scanned = 0;

    for (const struct game *const *game = every_game; *game; game++) {
        struct sentences *sentences = load("en", (*game)->name);
        struct dirent *entry;
        char below[PATH_BYTES], folder[EVERY_PATH_BYTES], path[EVERY_PATH_BYTES + 256];
        DIR *dir;

        snprintf(below, sizeof below, "src/games/%s", (*game)->name);
        dir = opendir(every_path((*game)->name, below, folder));
        if (!dir) /* an example */
            dir = opendir(every_path((*game)->name, "", folder));
        assert_non_null(dir);
        while ((entry = readdir(dir))) {
            const char *dot = strrchr(entry->d_name, '.');

            if (!dot || entry->d_name[0] == '.' ||
                (!text_equal(dot, ".c") && !text_equal(dot, ".h")))
                continue;
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            missing += scan_file(sentences, path);
            scanned++;
        }
        closedir(dir);
        sentences_free(sentences);
    }
    assert_true(scanned > 20);
    assert_int_equal(missing, 0);
}

static void tell(void *context, enum sentence_difference difference, const char *key)
{
    static const char *const words[] = {"lacks", "has beyond English", "uses other arguments in"};

    print_error("%s %s \"%s\"\n", (const char *)context, words[difference], key);
}

static size_t compare_languages(const char *file)
{
    OWN_AT(sentences) english = load("en", file);
    size_t differences = 0;

    for (const char *const *language = test_languages() + 1; *language; language++) {
        OWN_AT(sentences) other = load(*language, file);
        char name[64];

        snprintf(name, sizeof name, "%s/%s", *language, file);
        differences += sentences_compare(english, other, tell, name);
    }
    return differences;
}

TEST(all_languages_have_the_same_sentences)
{
    size_t differences = 0;

    for (const char *const *file = files; *file; file++)
        differences += compare_languages(*file);
    for (const struct game *const *game = every_game; *game; game++)
        differences += compare_languages((*game)->name);
    assert_int_equal(differences, 0);
}

/* Nobody reads "{1} moves" where the event has no such argument: every argument can be written. */
TEST(no_sentence_of_an_event_needs_more_than_the_event_has)
{
    static const struct sentence_arg args[EVENT_ARGS_MAX] = {{NULL, "1"}, {NULL, "2"}, {NULL, "3"},
                                                             {NULL, "4"}, {NULL, "5"}, {NULL, "6"}};

    for (const struct game *const *game = every_game; *game; game++) {
        OWN_AT(sentences) sentences = load("en", (*game)->name);

        for (unsigned i = 0; i < (*game)->text->event_count; i++) {
            OWN(buf) out = {0};

            assert_int_equal(sentences_write(sentences, (*game)->text->events[i], args,
                                             EVENT_ARGS_MAX, &out, NULL),
                             RC_OK);
        }
    }
}

TESTS(NULL, NULL)
