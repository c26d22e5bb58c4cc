/* SPDX-License-Identifier: MIT */
/* Files, games and positions. */
#include "table/table.h"

#include "games/games.h"
#include "rules/phrase.h"
#include "seal/secret.h"
#include "table/table_p.h"

struct table *table_new(void)
{
    struct table *table = calloc(1, sizeof *table);

    if (!table)
        return NULL;
    table->seat = SEAT_PUBLIC;
    arena_init(&table->words_arena, malloc(TABLE_WORDS_ARENA), TABLE_WORDS_ARENA);
    arena_init(&table->board_arena, malloc(TABLE_BOARD_ARENA), TABLE_BOARD_ARENA);
    if (table->words_arena.at && table->board_arena.at && secret_start(NULL) == RC_OK)
        return table;
    table_free(table);
    return NULL;
}

static void drop_steps(struct table *table)
{
    if (table->step)
        secret_wipe(table->step, table->step_room * sizeof *table->step);
    free(table->step);
    table->step = NULL;
    table->step_count = table->step_room = 0;
}

void table_free(struct table *table)
{
    if (!table)
        return;
    for (unsigned i = 0; i < table->file_count; i++)
        free(table->file[i].text);
    drop_steps(table);
    sentences_free(table->sentences);
    free(table->words_arena.at);
    free(table->board_arena.at);
    free(table->cases);
    table_drop_record(table);
    table_drop_lesson(table);
    table_drop_practice(table);
    buf_wipe(&table->answer);
    secret_wipe(table, sizeof *table);
    free(table);
}

const char *table_answer(const struct table *table)
{
    return buf_text(&table->answer);
}

size_t table_answer_bytes(const struct table *table)
{
    return table->answer.length;
}

unsigned table_fail(struct table *table, const struct err *err)
{
    buf_clear(&table->answer);
    if (*err->source)
        BUF_PUT(&table->answer, err->source, ": ");
    if (err->line)
        BUF_PUT(&table->answer, "line ", TEXT_INT(err->line), ": ");
    buf_put(&table->answer, *err->text ? err->text : rc_text(err->rc));
    return err->rc;
}

enum rc table_refuse(struct table *table, enum rc rc, const char *text, const char *name)
{
    struct err err = {0};

    rc = ERR(&err, rc, text, name);
    table_fail(table, &err);
    return rc;
}

/* The same by a sentence of the reader's language, where it has it. */
static enum rc refuse_by(struct table *table, enum rc rc, const char *key, const char *text,
                         const char *name)
{
    return table_say(table, key, name, "") == RC_OK ? rc : table_refuse(table, rc, text, name);
}

enum rc table_needs_game(struct table *table)
{
    return table->game ? RC_OK : table_refuse(table, RC_NOT_FOUND, "no game is open", "");
}

enum rc table_needs_position(struct table *table)
{
    return table->has_position ? RC_OK
                               : table_refuse(table, RC_NOT_FOUND, "there is no position", "");
}

/* ---- files ---- */

const struct table_file *table_find_file(const struct table *table, const char *name)
{
    for (unsigned i = 0; i < table->file_count; i++)
        if (text_equal(table->file[i].name, name))
            return &table->file[i];
    return NULL;
}

enum rc table_learn(struct table *table, const char *name, const char *text, size_t length)
{
    struct table_file *file = (struct table_file *)table_find_file(table, name);
    char *copy;

    if (strlen(name) >= TABLE_NAME_BYTES || length > TABLE_FILE_BYTES_MAX)
        return table_refuse(table, RC_TOO_LONG, "too long a file: ", name);
    if (!file && table->file_count == TABLE_FILES_MAX)
        return table_refuse(table, RC_TOO_LONG, "too many files: ", name);
    copy = malloc(length + 1);
    if (!copy)
        return table_refuse(table, RC_NO_MEMORY, "no memory for ", name);
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (!file) {
        file = &table->file[table->file_count++];
        text_copy(file->name, sizeof file->name, name);
    }
    free(file->text);
    file->text = copy;
    file->length = length;
    return RC_OK;
}

/* The folder of a file's name is its language; `rest` is what follows it. */
static bool is_of_language(const struct table_file *file, const char *language, const char **rest)
{
    size_t length = strlen(language);

    if (strncmp(file->name, language, length) != 0 || file->name[length] != '/')
        return false;
    *rest = file->name + length + 1;
    return true;
}

/* Sentences of a game stand under its name, the house's under none (letter/sentences.h). */
static enum rc add_sentences(struct table *table, const struct table_file *file, const char *name,
                             size_t stem, struct err *err)
{
    char prefix[TABLE_NAME_BYTES];

    text_copy(prefix, stem + 1 < sizeof prefix ? stem + 1 : sizeof prefix, name);
    return sentences_add(table->sentences, text_equal(prefix, "desk") ? NULL : prefix, file->name,
                         file->text, file->length, err);
}

static enum rc read_language(struct table *table, const char *language, struct err *err)
{
    sentences_free(table->sentences);
    table->sentences = sentences_new();
    table->words = (struct draw_words){{0}};
    arena_reset(&table->board_arena);
    FAIL_IF(!table->sentences, err, RC_NO_MEMORY, "no memory for sentences");
    for (unsigned i = 0; i < table->file_count; i++) {
        const struct table_file *file = &table->file[i];
        const char *name;
        size_t stem;

        if (!is_of_language(file, language, &name))
            continue;
        if (text_ends_with(name, ".sentences", &stem))
            TRY(add_sentences(table, file, name, stem, err));
        else if (text_equal(name, "board.words"))
            TRY(draw_words_load(&table->words, file->name, file->text, file->length,
                                &table->board_arena, err));
    }
    return RC_OK;
}

/* Is the file the words of that name, in the language or in another one? */
static bool has_words(const struct table_file *file, const char *wanted, const char *language,
                      bool other)
{
    const char *name = strchr(file->name, '/'), *rest;
    size_t stem;

    return name && is_of_language(file, language, &rest) != other &&
           text_ends_with(name + 1, ".words", &stem) && stem == strlen(wanted) &&
           strncmp(name + 1, wanted, stem) == 0;
}

/* Words of one language into `own`, of all into `all`: the first one shows names. */
static enum rc read_lexicons(struct table *table, const char *name, const char *language,
                             struct lexicon *own, struct lexicon *all, struct err *err)
{
    enum rc rc = RC_OK;

    for (unsigned other = 0; other < 2; other++)
        for (unsigned i = 0; rc == RC_OK && i < table->file_count; i++) {
            const struct table_file *file = &table->file[i];

            if (!has_words(file, name, language, other == 1))
                continue;
            rc = lexicon_add(other ? all : own, file->name, file->text, file->length, err);
            if (rc == RC_OK && !other)
                rc = lexicon_join(all, own, err);
        }
    all->own = own;
    return rc;
}

static enum rc read_words(struct table *table, const struct game *game, const char *language,
                          struct err *err)
{
    const struct game_text *text = game->text;
    enum rc rc;

    arena_reset(&table->words_arena);
    lexicon_init(&table->own_phrases, phrase_terms, PHRASE_TERMS, &table->words_arena);
    lexicon_init(&table->phrases, phrase_terms, PHRASE_TERMS, &table->words_arena);
    lexicon_init(&table->own, text->terms, text->term_count, &table->words_arena);
    lexicon_init(&table->lexicon, text->terms, text->term_count, &table->words_arena);
    rc = read_lexicons(table, "phrases", language, &table->own_phrases, &table->phrases, err);
    THEN(rc, read_lexicons(table, game->name, language, &table->own, &table->lexicon, err));
    table->own.phrases = &table->own_phrases;
    table->lexicon.phrases = &table->phrases;
    return rc;
}

enum rc table_load(struct table *table, const struct game *game, const char *rules,
                   const char *last, void *rulebook, struct err *err)
{
    struct game_file file[GAME_FILES_MAX];
    unsigned count = 0, most = game->file_count ? game->file_count(rules) : GAME_FILES_MAX;

    for (; game->files[count] && count < most; count++) {
        const char *name = *last && !game->files[count + 1] ? last : game->files[count];
        const struct table_file *found = table_find_file(table, name);

        FAIL_IF(!found, err, RC_NOT_FOUND, "the file ", name, " is missing");
        file[count] = (struct game_file){game->files[count], found->text, found->length};
    }
    memset(rulebook, 0, game->rulebook_bytes);
    return game->rules->load(file, count, rules, rulebook, err);
}

/* The version's own text, the newest for "", NULL when there is none. */
static const char *find_version(const struct game *game, const char *rules)
{
    const char *newest = NULL;

    for (const char *const *at = game->versions; *at; at++) {
        if (text_equal(*at, rules))
            return *at;
        newest = *at;
    }
    return *rules ? NULL : newest;
}

/* ---- games ---- */

enum rc table_open(struct table *table, const char *name, const char *rules, const char *language)
{
    const struct game *game = games_find(name);
    const char *version = game ? find_version(game, rules) : NULL;
    struct err err = {0};

    if (!game)
        return refuse_by(table, RC_NOT_FOUND, "table.no-game", "this page knows no game called ",
                         name);
    if (!version)
        return refuse_by(table, RC_NEWER, "table.no-rules",
                         "this page does not know rules version ", rules);
    table->game = NULL;
    table->has_position = false;
    table_drop_lesson(table);
    table_drop_practice(table);
    drop_steps(table);
    memset(table->name, 0, sizeof table->name);
    if (table_load(table, game, version, "", table->rulebook, &err) != RC_OK ||
        read_language(table, language, &err) != RC_OK ||
        read_words(table, game, language, &err) != RC_OK)
        return table_fail(table, &err);
    table->game = game;
    table->rules = version;
    text_copy(table->language, sizeof table->language, language);
    buf_clear(&table->answer);
    return RC_OK;
}

enum rc table_use_game(struct table *table, const struct game *game, const char *rules,
                       struct err *err)
{
    const char *version = find_version(game, rules);

    FAIL_IF(!version, err, RC_NEWER, "this page does not know rules version ", rules);
    table->has_position = false;
    memset(table->name, 0, sizeof table->name);
    table->game = game;
    table->rules = version;
    return read_words(table, game, table->language, err);
}

enum rc table_speak(struct table *table, const char *language)
{
    struct err err = {0};

    if (read_language(table, language, &err) != RC_OK ||
        (table->game && read_words(table, table->game, language, &err) != RC_OK))
        return table_fail(table, &err);
    text_copy(table->language, sizeof table->language, language);
    buf_clear(&table->answer);
    return RC_OK;
}

enum rc table_say(struct table *table, const char *key, const char *one, const char *two)
{
    const struct sentence_arg arg[] = {{NULL, one}, {NULL, two}};
    struct err err = {0};
    enum rc rc = RC_NOT_FOUND;

    buf_clear(&table->answer);
    if (table->sentences)
        rc = sentences_write(table->sentences, key, arg, 2, &table->answer, &err);
    return rc;
}

enum rc table_name_seat(struct table *table, unsigned seat, const char *name)
{
    if (seat == 0 || seat > SEATS_MAX)
        return table_refuse(table, RC_BAD_INPUT, "no such seat", "");
    text_copy(table->name[seat], TABLE_NAME_BYTES, name);
    return RC_OK;
}

struct tell table_teller(const struct table *table)
{
    struct tell tell = {
        .sentences = table->sentences, .game = table->game, .lexicon = &table->lexicon};

    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        tell.player[seat] = *table->name[seat] ? table->name[seat] : NULL;
    return tell;
}

/* ---- positions ---- */

void table_view_again(struct table *table)
{
    if (table->seat == SEAT_TABLE)
        memcpy(table->view, table->state, sizeof table->view);
    else
        game_view(table->game, table->rulebook, table->state, table->seat, table->view);
}

void table_begin(struct table *table)
{
    drop_steps(table);
    memset(table->opponent, 0, sizeof table->opponent);
    table->has_position = true;
    table_view_again(table);
    buf_clear(&table->answer);
}

enum rc table_start(struct table *table, const char *options, unsigned seats)
{
    struct game_setup setup = {options, seats};
    struct verdict verdict = {0};
    struct tell tell = table_teller(table);

    if (table_needs_game(table) != RC_OK)
        return RC_NOT_FOUND;
    if (seats < table->game->seats_min || seats > table->game->seats_max)
        return table_refuse(table, RC_BAD_INPUT, "not a number of seats of ", table->game->title);
    if (table->game->rules->setup(table->rulebook, &setup, table->state, &verdict) ==
        VERDICT_DONE) {
        table_begin(table);
        return RC_OK;
    }
    table->has_position = false;
    buf_clear(&table->answer);
    tell_verdict(&tell, &verdict, &table->answer);
    return RC_BAD_INPUT;
}

enum rc table_place(struct table *table, const char *text, size_t length)
{
    _Alignas(16) unsigned char state[GAME_STATE_MAX] = {0};
    const char *clause;
    struct err err = {0};

    if (table_needs_game(table) != RC_OK)
        return RC_NOT_FOUND;
    if (table->game->text->read(table->rulebook, text, length, state, &err) != RC_OK) {
        char why[ERR_TEXT_BYTES];

        table_fail(table, &err);
        text_copy(why, sizeof why, table_answer(table));
        return refuse_by(table, err.rc, "table.unreadable", "", why);
    }
    clause = table->game->rules->invariant(table->rulebook, state);
    if (clause)
        return refuse_by(table, RC_BAD_INPUT, "table.impossible", "the position breaks ", clause);
    memcpy(table->state, state, sizeof state);
    table_begin(table);
    return RC_OK;
}

enum rc table_sit(struct table *table, unsigned seat)
{
    if (seat != SEAT_PUBLIC && seat > SEATS_MAX)
        return table_refuse(table, RC_BAD_INPUT, "no such seat", "");
    table->seat = seat;
    if (table->has_position)
        table_view_again(table);
    return RC_OK;
}

enum rc table_write(struct table *table)
{
    TEXT_IN(out, text, POSITION_TEXT_BYTES);

    if (table_needs_position(table) != RC_OK)
        return RC_NOT_FOUND;
    table->game->text->write(table->rulebook, table->view, &out);
    buf_clear(&table->answer);
    buf_put_bytes(&table->answer, out.at, out.length);
    return buf_rc(&table->answer, NULL);
}
