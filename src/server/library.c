/* SPDX-License-Identifier: MIT */
/* Loads rulebooks and languages once, for everybody to read. */
#include "server/library.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "rules/lexicon.h"
#include "rules/phrase.h"
#include "seal/chain.h"
#include "server/files.h"
#include "tell/command_words.h"
#include "tell/said_words.h"

enum {
    LANGUAGES_MAX = 32,
    CODE_BYTES = 16,
    GAMES_MAX = 16,
    TEMPLATES_MAX = 64,
    TEMPLATE_NAME_BYTES = 48,
    FILE_MOST = 4 << 20,   /* of a data or words file */
    WORDS_ARENA = 1 << 18, /* 2,048 words of 48 bytes and their names */
    BOARD_ARENA = 1 << 15,
    RULEBOOKS_MAX = 64,
    FIRST_MOST = 64 /* words that may stand first, of all languages */
};

/* Places of a language's words behind those of the games. */
enum { PHRASES = GAMES_MAX, COMMANDS, SAID, VOCABULARIES };

struct named_template {
    char name[TEMPLATE_NAME_BYTES];
    struct template *template;
};

struct language {
    char code[CODE_BYTES];
    struct library *library;
    const struct language *standard; /* where a template is looked for next; NULL = nowhere */
    struct sentences *sentences;
    struct draw_words words;
    struct arena board_arena;
    /* By place in games[], then what is said around orders, and commands. Each of one language, and
     * of all, its own first. */
    struct vocabulary {
        struct lexicon own, all;
        struct arena arena;
    } * vocabulary[VOCABULARIES];
    const char *first[COMMAND_FIRSTS][FIRST_MOST]; /* command_words_first */
    unsigned first_count[COMMAND_FIRSTS];
    unsigned template_count;
    struct named_template template[TEMPLATES_MAX];
};

struct shelf_book {
    const struct game *game;
    char version[32];
    void *rulebook;
    struct hash tables;
};

struct library {
    const struct config *config;
    const struct game *const *games;
    unsigned language_count;
    struct language *language[LANGUAGES_MAX];
    struct game_file file[GAMES_MAX][GAME_FILES_MAX];
    unsigned file_count[GAMES_MAX];
    pthread_mutex_t lock; /* over books and words, which come in as they are needed */
    unsigned book_count;
    struct shelf_book book[RULEBOOKS_MAX];
    atomic_bool has_words[VOCABULARIES];
    struct err words_err; /* the first that was wrong with them */
    enum { FONTS_UNASKED, FONTS_THERE, FONTS_MISSING } fonts;
    struct draw_cache *drawings;
};

static int game_index(const struct library *library, const struct game *game)
{
    for (int i = 0; library->games[i] && i < GAMES_MAX; i++)
        if (library->games[i] == game)
            return i;
    return -1;
}

/* ---- files ---- */

static bool path_join(char out[CONFIG_TEXT_BYTES], const char *a, const char *b, const char *c)
{
    struct text text = text_in(out, CONFIG_TEXT_BYTES);

    TEXT_PUT(&text, a, "/", b);
    if (c)
        TEXT_PUT(&text, "/", c);
    return !text.cut;
}

static enum rc load_files(struct library *library, int index, struct err *err)
{
    const struct game *game = library->games[index];

    for (unsigned i = 0; game->files[i]; i++) {
        char path[CONFIG_TEXT_BYTES];
        OWN(buf) text = {0};

        if (i == GAME_FILES_MAX || !path_join(path, library->config->data, game->files[i], NULL))
            return ERR(err, RC_BUG, game->name, " has more data files than the library holds");
        TRY(files_read(path, FILE_MOST, &text, err));
        library->file[index][i].name = game->files[i];
        library->file[index][i].length = text.length;
        library->file[index][i].text = buf_take(&text);
        library->file_count[index] = i + 1;
        FAIL_IF(!library->file[index][i].text, err, RC_NO_MEMORY, "no memory for ", path);
    }
    return RC_OK;
}

unsigned library_files(const struct library *library, const struct game *game, const char *version,
                       const struct game_file **files)
{
    int index = game_index(library, game);

    *files = index < 0 ? NULL : library->file[index];
    if (index < 0)
        return 0;
    return game->file_count ? game->file_count(version) : library->file_count[index];
}

void library_tables(const struct library *library, const struct game *game, const char *version,
                    struct hash *tables)
{
    struct chain_file files[GAME_FILES_MAX];
    const struct game_file *file;
    unsigned count = library_files(library, game, version, &file);

    for (unsigned i = 0; i < count && i < GAME_FILES_MAX; i++)
        files[i] = (struct chain_file){file[i].name, file[i].text, file[i].length};
    chain_tables(game->name, version, files, count, tables);
}

const struct game *library_game(const struct library *library, const char *name)
{
    for (unsigned i = 0; library->games[i]; i++)
        if (text_equal(library->games[i]->name, name))
            return library->games[i];
    return NULL;
}

const struct game *const *library_games(const struct library *library)
{
    return library->games;
}

/* ---- rulebooks ---- */

static const struct shelf_book *find_book(const struct library *library, const struct game *game,
                                          const char *version)
{
    for (unsigned i = 0; i < library->book_count; i++)
        if (library->book[i].game == game && text_equal(library->book[i].version, version))
            return &library->book[i];
    return NULL;
}

static enum rc add_book(struct library *library, const struct game *game, const char *version,
                        const struct shelf_book **added, struct err *err)
{
    struct shelf_book *book = &library->book[library->book_count];
    int index = game_index(library, game);
    enum rc rc;

    if (library->book_count == RULEBOOKS_MAX || index < 0)
        return ERR(err, RC_BUG, "no room for another rules version");
    *book = (struct shelf_book){.game = game};
    snprintf(book->version, sizeof book->version, "%s", version);
    book->rulebook = calloc(1, game->rulebook_bytes);
    FAIL_IF(!book->rulebook, err, RC_NO_MEMORY, "no memory for the rules of ", game->title);
    rc = game->rules->load(library->file[index], library->file_count[index], version,
                           book->rulebook, err);
    if (rc != RC_OK) {
        free(book->rulebook);
        return rc;
    }
    library_tables(library, game, version, &book->tables);
    *added = book;
    library->book_count++;
    return RC_OK;
}

enum rc library_book(struct library *library, const struct game *game, const char *version,
                     const void **rulebook, struct hash *tables, struct err *err)
{
    const struct shelf_book *book;
    enum rc rc = RC_OK;

    pthread_mutex_lock(&library->lock);
    book = find_book(library, game, version);
    if (!book)
        rc = add_book(library, game, version, &book, err);
    pthread_mutex_unlock(&library->lock); /* what stands there stays as it is */
    TRY(rc);
    *rulebook = book->rulebook;
    *tables = book->tables;
    return RC_OK;
}

enum rc library_rulebook(struct library *library, const struct game *game, const char *version,
                         const void **rulebook, struct err *err)
{
    struct hash tables;

    return library_book(library, game, version, rulebook, &tables, err);
}

/* ---- languages ---- */

static const struct template *find_own(const struct language *language, const char *name)
{
    for (unsigned i = 0; i < language->template_count; i++)
        if (text_equal(language->template[i].name, name))
            return language->template[i].template;
    return NULL;
}

/* A template in this language's words. The first of a name counts: a language's own file stands in
 * for the one of all languages. */
static enum rc add_template(struct language *language, const char *path, const char *name,
                            size_t stem, const struct buf *text, struct err *err)
{
    struct named_template *named = &language->template[language->template_count];
    const struct template_words words = {language->code, language->sentences,
                                         language->standard ? language->standard->sentences : NULL};
    OWN(buf) said = {0};
    enum rc rc;

    if (language->template_count == TEMPLATES_MAX || stem >= TEMPLATE_NAME_BYTES)
        return ERR(err, RC_TOO_LONG, path, ": too many templates, or too long a name");
    memcpy(named->name, name, stem);
    named->name[stem] = '\0';
    if (find_own(language, named->name))
        return RC_OK;
    rc = template_say(named->name, buf_text(text), text->length, &words, &said, err);
    THEN(rc, template_compile(path, buf_text(&said), said.length, &named->template, err));
    language->template_count += rc == RC_OK;
    return rc;
}

static enum rc add_sentences(struct language *language, const char *path, const char *name,
                             size_t stem, const struct buf *text, struct err *err)
{
    char prefix[TEMPLATE_NAME_BYTES];

    snprintf(prefix, sizeof prefix, "%.*s", (int)stem, name);
    return sentences_add(language->sentences, text_equal(prefix, "desk") ? NULL : prefix, path,
                         buf_text(text), text->length, err);
}

/* One file of words; those of games come later, all languages together. */
static enum rc add_words_file(struct language *language, const char *path, const char *name,
                              struct err *err)
{
    OWN(buf) text = {0};
    size_t stem;
    bool sentences = text_ends_with(name, ".sentences", &stem);

    if (sentences || text_equal(name, "board.words"))
        TRY(files_read(path, FILE_MOST, &text, err));
    if (sentences)
        TRY(add_sentences(language, path, name, stem, &text, err));
    else if (text.length)
        TRY(draw_words_load(&language->words, path, buf_text(&text), text.length,
                            &language->board_arena, err));
    return RC_OK;
}

static enum rc add_template_file(struct language *language, const char *path, const char *name,
                                 struct err *err)
{
    OWN(buf) text = {0};
    size_t stem;

    if (!text_ends_with(name, ".mustache", &stem))
        return RC_OK;
    TRY(files_read(path, FILE_MOST, &text, err));
    return add_template(language, path, name, stem, &text, err);
}

static enum rc read_folder(const char *folder, struct language *language,
                           enum rc (*add)(struct language *language, const char *path,
                                          const char *name, struct err *err),
                           struct err *err)
{
    char path[CONFIG_TEXT_BYTES];
    struct dirent **names = NULL;
    enum rc rc = RC_OK;
    int count = scandir(folder, &names, NULL, alphasort);

    for (int i = 0; i < count; i++) {
        if (rc == RC_OK && names[i]->d_name[0] != '.' &&
            path_join(path, folder, names[i]->d_name, NULL))
            rc = add(language, path, names[i]->d_name, err);
        free(names[i]);
    }
    free(names);
    return count < 0 ? ERR(err, RC_IO, folder, ": cannot be read") : rc;
}

static enum rc folder_of(const struct library *library, const struct language *language,
                         char folder[CONFIG_TEXT_BYTES], struct err *err)
{
    return path_join(folder, library->config->templates, language->code, NULL)
               ? RC_OK
               : ERR(err, RC_TOO_LONG, "the path of the templates is too long");
}

static enum rc new_language(struct library *library, const char *code, struct err *err)
{
    struct language *language = calloc(1, sizeof *language);
    char folder[CONFIG_TEXT_BYTES];
    void *block = malloc(BOARD_ARENA);

    if (!language || !block) {
        free(language);
        free(block);
        return ERR(err, RC_NO_MEMORY, "no memory for languages");
    }
    library->language[library->language_count++] = language;
    language->library = library;
    text_copy(language->code, sizeof language->code, code);
    arena_init(&language->board_arena, block, BOARD_ARENA);
    language->sentences = sentences_new();
    FAIL_IF(!language->sentences, err, RC_NO_MEMORY, "no memory for languages");
    TRY(folder_of(library, language, folder, err));
    return read_folder(folder, language, add_words_file, err);
}

static bool is_code(const char *name)
{
    return strlen(name) < CODE_BYTES && text_is_letter(name[0]) && !strchr(name, '.');
}

static enum rc read_languages(struct library *library, struct err *err)
{
    const char *folder = library->config->templates;
    struct dirent **names = NULL;
    enum rc rc = RC_OK;
    int count = scandir(folder, &names, NULL, alphasort);

    FAIL_IF(count < 0, err, RC_CONFIG, folder,
            ": cannot be read; set [server] templates to the folder of languages");
    for (int i = 0; i < count; i++) {
        if (rc == RC_OK && is_code(names[i]->d_name) && names[i]->d_type == DT_DIR &&
            library->language_count < LANGUAGES_MAX)
            rc = new_language(library, names[i]->d_name, err);
        free(names[i]);
    }
    free(names);
    return rc;
}

/* Add the words of `from` to a lexicon; a language need not know every game. */
static enum rc add_words(const struct library *library, struct lexicon *lexicon, const char *name,
                         const struct language *from, struct err *err)
{
    char file[TEMPLATE_NAME_BYTES], path[CONFIG_TEXT_BYTES];
    OWN(buf) text = {0};
    enum rc rc;

    snprintf(file, sizeof file, "%s.words", name);
    if (!path_join(path, library->config->templates, from->code, file))
        return ERR(err, RC_TOO_LONG, "the path of the templates is too long");
    rc = files_read(path, FILE_MOST, &text, NULL);
    if (rc == RC_OK)
        rc = lexicon_add(lexicon, path, buf_text(&text), text.length, err);
    else if (rc == RC_NOT_FOUND)
        rc = RC_OK;
    return rc;
}

struct words_file {
    const char *name;
    const char *const *terms;
    unsigned count;
};

static struct words_file words_file(const struct library *library, unsigned place)
{
    const struct game *game = place < GAMES_MAX ? library->games[place] : NULL;

    switch (place) {
    case PHRASES:
        return (struct words_file){"phrases", phrase_terms, PHRASE_TERMS};
    case COMMANDS:
        return (struct words_file){"commands", command_terms, command_term_count()};
    case SAID:
        return (struct words_file){"letter", said_terms, SAID_COUNT};
    default:
        return (struct words_file){game->name, game->text->terms, game->text->term_count};
    }
}

/* The vocabulary of one place of a language, with its own words so far; phrases, which come first,
 * are pointed to by the others. */
static enum rc make_vocabulary(struct library *library, struct language *language, unsigned place,
                               struct err *err)
{
    struct vocabulary *made = calloc(1, sizeof *made), *phrases = language->vocabulary[PHRASES];
    const struct words_file file = words_file(library, place);
    void *block = malloc(WORDS_ARENA);

    language->vocabulary[place] = made;
    if (!block || !made) {
        free(block);
        return ERR(err, RC_NO_MEMORY, "no memory for words");
    }
    arena_init(&made->arena, block, WORDS_ARENA);
    lexicon_init(&made->own, file.terms, file.count, &made->arena);
    lexicon_init(&made->all, file.terms, file.count, &made->arena);
    made->all.own = &made->own;
    if (phrases) {
        made->own.phrases = &phrases->own;
        made->all.phrases = &phrases->all;
    }
    return add_words(library, &made->own, file.name, language, err);
}

/* Words of every language where those of one are: its own first. */
static enum rc join_languages(struct library *library, struct language *language, unsigned place,
                              struct err *err)
{
    struct vocabulary *made = language->vocabulary[place];

    TRY(lexicon_join(&made->all, &made->own, err));
    for (unsigned i = 0; i < library->language_count; i++)
        if (library->language[i] != language)
            TRY(lexicon_join(&made->all, &library->language[i]->vocabulary[place]->own, err));
    return RC_OK;
}

static enum rc read_place(struct library *library, unsigned place, struct err *err)
{
    for (unsigned i = 0; i < library->language_count; i++)
        TRY(make_vocabulary(library, library->language[i], place, err));
    for (unsigned i = 0; i < library->language_count; i++) {
        struct language *language = library->language[i];

        TRY(join_languages(library, language, place, err));
        for (unsigned first = 0; place == COMMANDS && first < COMMAND_FIRSTS; first++)
            language->first_count[first] =
                command_words_first(&language->vocabulary[COMMANDS]->all, (enum command_first)first,
                                    language->first[first], FIRST_MOST);
    }
    return RC_OK;
}

/* Read the words of a place when they are first asked for: most commands of an administrator need
 * none, and take no longer than this. */
static void need_words(struct library *library, unsigned place)
{
    struct err err = {0};

    if (atomic_load(&library->has_words[place]))
        return;
    if (place != PHRASES)
        need_words(library, PHRASES);
    pthread_mutex_lock(&library->lock);
    if (!library->has_words[place]) {
        if (read_place(library, place, &err) != RC_OK && library->words_err.rc == RC_OK)
            library->words_err = err;
        atomic_store(&library->has_words[place], true);
    }
    pthread_mutex_unlock(&library->lock);
}

static const struct lexicon *words_of(const struct language *language, unsigned place)
{
    need_words(language->library, place);
    return language->vocabulary[place] ? &language->vocabulary[place]->all : NULL;
}

enum rc library_words_check(struct library *library, bool all, struct err *err)
{
    for (unsigned g = 0; all && library->games[g] && g < GAMES_MAX; g++)
        need_words(library, g);
    for (unsigned place = PHRASES; all && place < VOCABULARIES; place++)
        need_words(library, place);
    if (err)
        *err = library->words_err;
    return library->words_err.rc;
}

static enum rc find_standard(struct library *library, struct err *err)
{
    struct language *standard = NULL;

    for (unsigned i = 0; i < library->language_count; i++)
        if (text_equal(library->language[i]->code, library->config->language))
            standard = library->language[i];
    FAIL_IF(!standard, err, RC_CONFIG, library->config->templates, ": there is no language '",
            library->config->language, "'; see [server] language and templates");
    for (unsigned i = 0; i < library->language_count; i++)
        if (library->language[i] != standard)
            library->language[i]->standard = standard;
    return RC_OK;
}

/* Those of a language's own first, then those of all languages, in its words. */
static enum rc read_templates(struct library *library, struct err *err)
{
    for (unsigned i = 0; i < library->language_count; i++) {
        char folder[CONFIG_TEXT_BYTES];

        TRY(folder_of(library, library->language[i], folder, err));
        TRY(read_folder(folder, library->language[i], add_template_file, err));
        TRY(read_folder(library->config->templates, library->language[i], add_template_file, err));
    }
    return RC_OK;
}

static enum rc load_games(struct library *library, struct err *err)
{
    for (int i = 0; library->games[i] && i < GAMES_MAX; i++) {
        const void *rulebook;

        TRY(load_files(library, i, err));
        TRY(library_rulebook(library, library->games[i], game_newest(library->games[i]), &rulebook,
                             err));
    }
    return RC_OK;
}

enum rc library_load(const struct config *config, const struct game *const *list,
                     struct library **library, struct err *err)
{
    OWN_AT(library) made = NULL;

    FAIL_IF(access(config->data, F_OK) != 0, err, RC_NOT_FOUND, config->data,
            ": No such file or directory: the games' data "
            "lie there; install Postern again, or name their folder by [server] data");
    made = calloc(1, sizeof *made);
    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for the library");
    made->config = config;
    made->games = list;
    pthread_mutex_init(&made->lock, NULL);
    made->drawings = draw_cache_new(DRAW_CACHE_BYTES);
    TRY(made->drawings ? load_games(made, err) : ERR(err, RC_NO_MEMORY, "no memory for pictures"));
    TRY(read_languages(made, err));
    TRY(find_standard(made, err));
    TRY(read_templates(made, err));
    *library = made;
    made = NULL;
    return RC_OK;
}

static void free_language(struct language *language)
{
    for (unsigned i = 0; i < VOCABULARIES; i++)
        if (language->vocabulary[i]) {
            free(language->vocabulary[i]->arena.at);
            free(language->vocabulary[i]);
        }
    for (unsigned i = 0; i < language->template_count; i++)
        template_free(language->template[i].template);
    sentences_free(language->sentences);
    free(language->board_arena.at);
    free(language);
}

void library_free(struct library *library)
{
    if (!library)
        return;
    for (unsigned i = 0; i < library->language_count; i++)
        free_language(library->language[i]);
    for (unsigned i = 0; i < library->book_count; i++)
        free(library->book[i].rulebook);
    for (unsigned g = 0; g < GAMES_MAX; g++)
        for (unsigned i = 0; i < GAME_FILES_MAX; i++)
            free((void *)(uintptr_t)library->file[g][i].text);
    pthread_mutex_destroy(&library->lock);
    draw_cache_free(library->drawings);
    free(library);
}

/* ---- questions ---- */

/* Asked when the first picture is wanted: it takes longer than most commands. */
struct draw_cache *library_drawings(struct library *library, struct err *err)
{
    bool there;

    pthread_mutex_lock(&library->lock);
    if (library->fonts == FONTS_UNASKED)
        library->fonts = draw_fonts_check(err) == RC_OK ? FONTS_THERE : FONTS_MISSING;
    there = library->fonts == FONTS_THERE;
    pthread_mutex_unlock(&library->lock);
    return there ? library->drawings : NULL;
}

const struct language *library_language(const struct library *library, const char *code)
{
    const struct language *standard = NULL;

    for (unsigned i = 0; i < library->language_count; i++) {
        if (code && text_equal_folded(library->language[i]->code, code))
            return library->language[i];
        if (!library->language[i]->standard)
            standard = library->language[i];
    }
    return standard;
}

const struct language *library_language_at(const struct library *library, size_t index)
{
    return index < library->language_count ? library->language[index] : NULL;
}

const struct language *library_language_named(const struct library *library, const char *word,
                                              bool by_code)
{
    const struct language *language;

    for (size_t i = 0; (language = library_language_at(library, i)) != NULL; i++)
        if ((by_code && text_equal_folded(language_code(language), word)) ||
            command_words_name_language(language_commands(language), word))
            return language;
    return NULL;
}

const char *language_code(const struct language *language)
{
    return language->code;
}

const struct lexicon *language_lexicon(const struct language *language, const struct game *game)
{
    int index = game_index(language->library, game);

    return index < 0 ? NULL : words_of(language, (unsigned)index);
}

const struct lexicon *language_commands(const struct language *language)
{
    return words_of(language, COMMANDS);
}

unsigned language_first_words(const struct language *language, enum command_first first,
                              const char *const **words)
{
    need_words(language->library, COMMANDS);
    *words = language->first[first];
    return language->first_count[first];
}

const struct lexicon *language_said(const struct language *language)
{
    return words_of(language, SAID);
}

const struct sentences *language_sentences(const struct language *language)
{
    return language->sentences;
}

const struct draw_words *language_words(const struct language *language)
{
    return &language->words;
}

const struct template *language_template(const struct language *language, const char *name)
{
    const struct template *own = find_own(language, name);

    return own || !language->standard ? own : language_template(language->standard, name);
}
