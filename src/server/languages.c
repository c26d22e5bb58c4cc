/* SPDX-License-Identifier: MIT */
/* Compares languages with English and says what is missing, for `templates check`. It changes
 * nothing. */
#include "server/languages.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "draw/words.h"
#include "letter/sentences.h"
#include "letter/template.h"
#include "rules/lexicon.h"
#include "rules/phrase.h"
#include "rules/standing.h"
#include "server/files.h"
#include "tell/command_words.h"
#include "tell/said_words.h"

enum {
    FILE_MOST = 4 << 20,
    WORDS_ARENA = 1 << 18,
    BOARD_ARENA = 1 << 15,
    STEM_BYTES = 64,
    NAME_BYTES = 128
};

/* One walk over all languages. */
struct checking {
    const char *folder;
    const struct game *const *games;
    const struct languages_calls *calls;
    void *context;
    const char *language, *file;   /* looked at now */
    unsigned sentences, copies;    /* of that language: compared; as in English */
    struct sentences *own, *spare; /* of that language, of English; owned */
    unsigned files;
};

static const struct {
    const char *key, *text;
} problems[LANGUAGES_PROBLEMS] = {
    [LANGUAGES_UNREADABLE] = {"unreadable", ""},
    [LANGUAGES_NO_FILE] = {"no-file", " is not there"},
    [LANGUAGES_EXTRA_FILE] = {"extra-file", " is read by nobody"},
    [LANGUAGES_MISSING] = {"missing", " is missing"},
    [LANGUAGES_EXTRA] = {"extra", " is not in English"},
    [LANGUAGES_STRANGE] = {"strange", " is not in the template of all languages"},
    [LANGUAGES_ARGUMENTS] = {"arguments", " puts in other arguments than English"},
    [LANGUAGES_UNWORDED] = {"unworded", " is used by the rules and has no sentence"},
    [LANGUAGES_UNSAID] = {"unsaid", " is said by a template and has no sentence"},
};

const char *languages_problem_key(enum languages_problem problem)
{
    return problems[problem].key;
}

const char *languages_problem_text(enum languages_problem problem)
{
    return problems[problem].text;
}

static void find(const struct checking *checking, enum languages_problem problem, const char *what,
                 unsigned line)
{
    struct languages_finding finding = {problem, checking->language, checking->file, what, line};

    checking->calls->finding(checking->context, &finding);
}

/* ---- files ---- */

static bool is_template(const char *name)
{
    return text_ends_with(name, ".mustache", NULL);
}

static bool has_words(const char *name)
{
    return is_template(name) || text_ends_with(name, ".sentences", NULL) ||
           text_ends_with(name, ".words", NULL);
}

/* Language "" is the folder of what serves all. */
static enum rc read_in(const struct checking *checking, const char *language, struct buf *text)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s%s%s", checking->folder, language,
                          *language ? "/" : "", checking->file);

    return length < 0 || length >= (int)sizeof path ? RC_TOO_LONG
                                                    : files_read(path, FILE_MOST, text, NULL);
}

/* The game whose file this is: "toy.words" is of "toy". NULL: of none. */
static const struct game *game_of(const struct checking *checking)
{
    size_t stem = strcspn(checking->file, ".");

    for (const struct game *const *game = checking->games; *game; game++)
        if (strlen((*game)->name) == stem && memcmp((*game)->name, checking->file, stem) == 0)
            return *game;
    return NULL;
}

/* ---- templates ---- */

/* The names of one template, looked for in another. */
struct names {
    const struct checking *checking;
    const struct template *other;
    enum languages_problem problem;
    struct buf seen; /* names reported, each between line ends */
    const char *wanted;
    bool found;
};

static void match_name(void *context, char sign, const char *name)
{
    struct names *names = context;

    (void)sign;
    names->found = names->found || text_equal(name, names->wanted);
}

/* Report a name that the other template does not use, once. */
static void look_for_name(void *context, char sign, const char *name)
{
    struct names *names = context;
    char line[NAME_BYTES];

    (void)sign;
    names->wanted = name;
    names->found = false;
    template_each_name(names->other, match_name, names);
    snprintf(line, sizeof line, "\n%s\n", name);
    if (names->found || strstr(buf_text(&names->seen), line))
        return;
    buf_put(&names->seen, line);
    find(names->checking, names->problem, name, 0);
}

static void look_for_names(const struct checking *checking, const struct template *of,
                           const struct template *in, enum languages_problem problem)
{
    struct names names = {.checking = checking, .other = in, .problem = problem};

    template_each_name(of, look_for_name, &names);
    buf_fini(&names.seen);
}

static struct template *compile(const struct checking *checking, const struct buf *text,
                                struct err *err)
{
    const struct template_words words = {checking->language, checking->own, checking->spare};
    struct template *template = NULL;
    OWN(buf) said = {0};
    enum rc rc = template_say(checking->file, buf_text(text), text->length, &words, &said, err);

    THEN(rc, template_compile(checking->file, buf_text(&said), said.length, &template, err));
    return rc == RC_OK ? template : NULL;
}

static void compare_templates(const struct checking *checking, const struct buf *text,
                              const struct buf *standard)
{
    struct err err = {0};
    struct template *own = compile(checking, text, &err),
                    *other = compile(checking, standard, NULL);

    if (!own)
        find(checking, LANGUAGES_UNREADABLE, err.text, err.line);
    if (own && other) {
        look_for_names(checking, other, own, LANGUAGES_MISSING);
        look_for_names(checking, own, other, LANGUAGES_STRANGE);
    }
    template_free(own);
    template_free(other);
}

/* ---- sentences ---- */

static void find_difference(void *context, enum sentence_difference difference, const char *key)
{
    static const enum languages_problem kinds[] = {[SENTENCE_MISSING] = LANGUAGES_MISSING,
                                                   [SENTENCE_BEYOND] = LANGUAGES_EXTRA,
                                                   [SENTENCE_ARGUMENTS] = LANGUAGES_ARGUMENTS};

    find(context, kinds[difference], key, 0);
}

static void demand(const struct checking *checking, const struct sentences *sentences,
                   const char *prefix, const char *key)
{
    char whole[SENTENCE_KEY_BYTES];

    snprintf(whole, sizeof whole, "%s%s", prefix, key);
    if (!sentences_find(sentences, whole))
        find(checking, LANGUAGES_UNWORDED, whole, 0);
}

/* A word for each option of a game, and for each of its values that is one. */
static void demand_options(const struct checking *checking, const struct sentences *sentences,
                           const struct game_option *option)
{
    char word[SENTENCE_KEY_BYTES - sizeof "choice-value."];

    for (; option && option->name; option++) {
        demand(checking, sentences, "choice.", option->name);
        for (const char *at = option->values; *at; at += *at == '|') {
            size_t length = strcspn(at, "|");

            if (*at >= 'a' && *at <= 'z' && length < sizeof word) {
                text_copy(word, length + 1, at);
                demand(checking, sentences, "choice-value.", word);
            }
            at += length;
        }
    }
}

/* What the rules of a game say by key. */
static void demand_keys(const struct checking *checking, const struct sentences *sentences)
{
    static const char *const standing[] = {STANDING_LONG, STANDING_EXAMPLES};
    const struct game *game = game_of(checking);

    if (!game)
        return;
    for (unsigned i = 0; i < game->text->event_count; i++)
        demand(checking, sentences, "", game->text->events[i]);
    for (unsigned i = 0; i < game->text->topic_count; i++)
        demand(checking, sentences, "topic.", game->text->topics[i]);
    demand_options(checking, sentences, game->text->options);
    for (unsigned i = 0; game->standing && i < sizeof standing / sizeof *standing; i++)
        demand(checking, sentences, "", standing[i]);
}

/* Has it a word to translate, beside names and what it puts in? */
static bool has_plain_word(const char *text)
{
    for (const char *at = text; *at; at++) {
        if (*at == '{')
            at += strcspn(at, "}");
        if (*at >= 'a' && *at <= 'z' && (at == text || at[-1] == ' '))
            return true;
        if (!*at)
            break;
    }
    return false;
}

static void count_copies(struct checking *checking, const struct sentences *standard,
                         const struct sentences *own)
{
    for (size_t i = 0; i < sentences_count(own); i++) {
        const char *key = sentences_key_at(own, i), *text = sentences_find(own, key);
        const char *english = sentences_find(standard, key);

        checking->sentences++;
        checking->copies += english && text_equal(text, english) && has_plain_word(text);
    }
}

static void compare_sentences(struct checking *checking, const struct buf *text,
                              const struct buf *standard)
{
    struct sentences *own = sentences_new(), *other = sentences_new();
    struct err err = {0};

    if (own && other) {
        if (sentences_add(own, NULL, checking->file, buf_text(text), text->length, &err) != RC_OK)
            find(checking, LANGUAGES_UNREADABLE, err.text, err.line);
        else if (sentences_add(other, NULL, checking->file, buf_text(standard), standard->length,
                               NULL) == RC_OK) {
            sentences_compare(other, own, find_difference, checking);
            count_copies(checking, other, own);
            demand_keys(checking, own);
        }
    }
    sentences_free(own);
    sentences_free(other);
}

/* ---- words ---- */

static void check_board_words(const struct checking *checking, const struct buf *text)
{
    OWN_MEMORY void *block = malloc(BOARD_ARENA);
    struct draw_words words = {{NULL}};
    struct err err = {0};
    struct arena arena;

    if (!block)
        return;
    arena_init(&arena, block, BOARD_ARENA);
    if (draw_words_load(&words, checking->file, buf_text(text), text->length, &arena, &err) !=
        RC_OK)
        find(checking, LANGUAGES_UNREADABLE, err.text, err.line);
    else
        for (enum draw_phrase phrase = 0;
             (phrase = draw_words_missing(&words, phrase)) < DRAW_PHRASE_COUNT; phrase++)
            find(checking, LANGUAGES_MISSING, draw_phrase_key(phrase), 0);
}

/* The first `needed` of them are in every language. */
static void check_terms(const struct checking *checking, const char *const *terms, unsigned count,
                        unsigned needed, const struct buf *text)
{
    OWN_MEMORY struct lexicon *lexicon = calloc(1, sizeof *lexicon);
    OWN_MEMORY void *block = malloc(WORDS_ARENA);
    struct err err = {0};
    struct arena arena;

    if (lexicon && block) {
        arena_init(&arena, block, WORDS_ARENA);
        lexicon_init(lexicon, terms, count, &arena);
        if (lexicon_add(lexicon, checking->file, buf_text(text), text->length, &err) != RC_OK)
            find(checking, LANGUAGES_UNREADABLE, err.text, err.line);
        else
            for (unsigned i = 0; i < needed; i++)
                if (!lexicon->shown[i])
                    find(checking, LANGUAGES_MISSING, terms[i], 0);
    }
}

/* ---- a language ---- */

/* A file that English has: this language's own against it. */
static void check_file(struct checking *checking)
{
    OWN(buf) text = {0}, standard = {0};
    const struct game *game = game_of(checking);

    if (is_template(checking->file))
        return; /* English, too, may have its own of one; see check_own */
    if (read_in(checking, checking->language, &text) != RC_OK)
        find(checking, LANGUAGES_NO_FILE, checking->file, 0);
    else if (read_in(checking, LANGUAGES_STANDARD, &standard) == RC_OK) {
        checking->files++;
        if (text_ends_with(checking->file, ".sentences", NULL))
            compare_sentences(checking, &text, &standard);
        else if (text_equal(checking->file, "board.words"))
            check_board_words(checking, &text);
        else if (text_equal(checking->file, "phrases.words"))
            check_terms(checking, phrase_terms, PHRASE_TERMS, PHRASE_NEEDED, &text);
        else if (text_equal(checking->file, "commands.words"))
            check_terms(checking, command_terms, command_term_count(), command_term_count(), &text);
        else if (text_equal(checking->file, "letter.words"))
            check_terms(checking, said_terms, SAID_COUNT, SAID_COUNT, &text);
        else if (game)
            check_terms(checking, game->text->terms, game->text->term_count, game->text->term_count,
                        &text);
        else
            find(checking, LANGUAGES_EXTRA_FILE, checking->file, 0);
    }
}

/* Call `visit` for each file of a language that has words, sorted. */
static enum rc each_file(struct checking *checking, const char *language,
                         void (*visit)(struct checking *checking), struct err *err)
{
    struct dirent **names = NULL;
    char path[PATH_MAX];
    int count;

    snprintf(path, sizeof path, "%s%s%s", checking->folder, *language ? "/" : "", language);
    count = scandir(path, &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        checking->file = names[i]->d_name;
        if (names[i]->d_name[0] != '.' && has_words(names[i]->d_name))
            visit(checking);
        free(names[i]);
    }
    free(names);
    return count < 0 ? ERR(err, RC_CONFIG, path, ": cannot be read") : RC_OK;
}

/* A template of a language's own stands in for the one of all languages. */
static void check_own_template(struct checking *checking)
{
    OWN(buf) text = {0}, shared = {0};

    if (read_in(checking, "", &shared) != RC_OK)
        find(checking, LANGUAGES_EXTRA_FILE, checking->file, 0);
    else if (read_in(checking, checking->language, &text) == RC_OK) {
        checking->files++;
        compare_templates(checking, &text, &shared);
    }
}

/* A file of a language's own that English need not have. */
static void check_own(struct checking *checking)
{
    OWN(buf) standard = {0};

    if (is_template(checking->file))
        check_own_template(checking);
    else if (read_in(checking, LANGUAGES_STANDARD, &standard) != RC_OK)
        find(checking, LANGUAGES_EXTRA_FILE, checking->file, 0);
}

/* ---- templates of all languages ---- */

static void demand_said(void *context, const char *key)
{
    const struct checking *checking = context;

    if (!sentences_find(checking->own, key))
        find(checking, LANGUAGES_UNSAID, key, 0);
}

static void check_shared(struct checking *checking)
{
    OWN_AT(template) template = NULL;
    OWN(buf) text = {0};
    struct err err = {0};

    if (!is_template(checking->file) || read_in(checking, "", &text) != RC_OK)
        return;
    checking->files++;
    template_each_sentence(buf_text(&text), text.length, demand_said, checking);
    template = compile(checking, &text, &err);
    if (!template && err.rc != RC_NOT_FOUND)
        find(checking, LANGUAGES_UNREADABLE, err.text, err.line);
}

/* English lacks no file that it has; but every game needs its two. */
static void check_games(struct checking *checking)
{
    static const char *const ends[] = {".words", ".sentences"};

    for (const struct game *const *game = checking->games; *game; game++)
        for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
            OWN(buf) text = {0};
            char file[STEM_BYTES];

            snprintf(file, sizeof file, "%s%s", (*game)->name, ends[i]);
            checking->file = file;
            if (read_in(checking, checking->language, &text) != RC_OK)
                find(checking, LANGUAGES_NO_FILE, file, 0);
        }
}

/* Take in what templates may say. A fault of the file is found where it is compared. */
static void add_said(struct checking *checking)
{
    char prefix[STEM_BYTES];
    OWN(buf) text = {0};
    size_t stem = strcspn(checking->file, ".");
    enum rc rc = RC_OK;

    if (!text_ends_with(checking->file, ".sentences", NULL) || stem >= sizeof prefix)
        return;
    text_copy(prefix, stem + 1, checking->file);
    if (read_in(checking, checking->language, &text) == RC_OK)
        rc = sentences_add(checking->own, prefix, checking->file, buf_text(&text), text.length,
                           NULL);
    (void)rc;
}

static enum rc read_said(struct checking *checking, const char *language, struct err *err)
{
    sentences_free(checking->own);
    checking->own = sentences_new();
    checking->language = language;
    return checking->own ? each_file(checking, language, add_said, err)
                         : ERR(err, RC_NO_MEMORY, "no memory for sentences");
}

static enum rc check_language(struct checking *checking, const char *language, struct err *err)
{
    bool is_standard = text_equal(language, LANGUAGES_STANDARD);
    enum rc rc = read_said(checking, language, err);

    checking->sentences = checking->copies = 0;
    THEN(rc, each_file(checking, LANGUAGES_STANDARD, check_file, err));
    if (rc == RC_OK && is_standard)
        check_games(checking);
    else if (rc == RC_OK)
        checking->calls->copies(checking->context, language, checking->copies, checking->sentences);
    THEN(rc, each_file(checking, language, check_own, err));
    return rc;
}

/* What serves all languages, with English words: whether the others have the same is seen in their
 * sentences. */
static enum rc check_all(struct checking *checking, struct err *err)
{
    enum rc rc = read_said(checking, LANGUAGES_STANDARD, err);

    checking->language = "";
    THEN(rc, each_file(checking, "", check_shared, err));
    checking->spare = checking->own;
    checking->own = NULL;
    return rc;
}

static bool is_folder(const char *folder, const char *name)
{
    char path[PATH_MAX];
    struct stat found;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return name[0] != '.' && stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

enum rc languages_check(const char *folder, const struct game *const *games,
                        const struct languages_calls *calls, void *context, unsigned *languages,
                        unsigned *files, struct err *err)
{
    struct checking checking = {
        .folder = folder, .games = games, .calls = calls, .context = context};
    struct dirent **names = NULL;
    enum rc rc;
    int count;

    *languages = *files = 0;
    FAIL_IF(!is_folder(folder, LANGUAGES_STANDARD), err, RC_CONFIG, folder,
            ": no folder of languages with '" LANGUAGES_STANDARD
            "' in it, which the others are compared with");
    rc = check_all(&checking, err);
    count = scandir(folder, &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        if (rc == RC_OK && is_folder(folder, names[i]->d_name)) {
            rc = check_language(&checking, names[i]->d_name, err);
            ++*languages;
        }
        free(names[i]);
    }
    free(names);
    sentences_free(checking.own);
    sentences_free(checking.spare);
    *files = checking.files;
    return count < 0 ? ERR(err, RC_NO_MEMORY, folder, ": cannot be listed") : rc;
}
