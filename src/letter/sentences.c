/* SPDX-License-Identifier: MIT */
/* Reads a language's sentences and fills in their arguments. Which sentence to say is the
 * caller's choice. */
#include "letter/sentences.h"

#include "base/grow.h"
#include "letter/template.h"

enum { ARG_NAME_BYTES = 32 };

struct sentence {
    char *key;
    char *text;
};

struct sentences {
    struct sentence *at; /* sorted by key */
    size_t count, capacity;
};

/* A piece of a sentence: literal text, or an argument. */
struct piece {
    const char *text; /* literal */
    size_t length;
    char name[ARG_NAME_BYTES]; /* "1", "name"; "" = literal */
    const char *one;           /* NULL = the argument itself */
    size_t one_length;
    const char *many;
    size_t many_length;
};

struct sentences *sentences_new(void)
{
    return calloc(1, sizeof(struct sentences));
}

void sentences_free(struct sentences *sentences)
{
    if (!sentences)
        return;
    for (size_t i = 0; i < sentences->count; i++) {
        free(sentences->at[i].key);
        free(sentences->at[i].text);
    }
    free(sentences->at);
    free(sentences);
}

static bool is_name_char(char c)
{
    return text_is_letter(c) || text_is_digit(c) || c == '_';
}

/* The next piece at *at, which moves on. False at a malformed brace. */
static bool read_piece(const char **at, struct piece *piece)
{
    const char *c = *at, *bar, *end;
    size_t length = 0;

    memset(piece, 0, sizeof *piece);
    if ((c[0] == '{' && c[1] == '{') || (c[0] == '}' && c[1] == '}')) {
        piece->text = c;
        piece->length = 1;
        *at = c + 2;
        return true;
    }
    if (*c == '}')
        return false;
    if (*c != '{') {
        piece->text = c;
        piece->length = strcspn(c, "{}");
        *at = c + piece->length;
        return true;
    }
    for (c++; is_name_char(*c); c++)
        if (length + 1 < ARG_NAME_BYTES)
            piece->name[length++] = *c;
    if (length == 0)
        return false;
    if (*c == '?') {
        bar = c + 1 + strcspn(c + 1, "|{}");
        end = *bar == '|' ? bar + 1 + strcspn(bar + 1, "|{}") : bar;
        if (*bar != '|')
            return false;
        piece->one = c + 1;
        piece->one_length = (size_t)(bar - c - 1);
        piece->many = bar + 1;
        piece->many_length = (size_t)(end - bar - 1);
        c = end;
    }
    *at = c + 1;
    return *c == '}';
}

/* Where a sentence's first malformed brace is, NULL if all are right. */
static const char *find_fault(const char *text)
{
    struct piece piece;

    for (const char *at = text; *at;) {
        const char *start = at;

        if (!read_piece(&at, &piece))
            return start;
    }
    return NULL;
}

static size_t find_place(const struct sentences *sentences, const char *key, bool *found)
{
    size_t low = 0, high = sentences->count;

    *found = false;
    while (low < high && !*found) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(sentences->at[middle].key, key);

        *found = order == 0;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return *found ? high : low;
}

const char *sentences_find(const struct sentences *sentences, const char *key)
{
    bool found;
    size_t at = find_place(sentences, key, &found);

    return found ? sentences->at[at].text : NULL;
}

static bool insert(struct sentences *sentences, size_t place, char *key, char *text)
{
    struct sentence *grown =
        grow_array(sentences->at, sentences->count, &sentences->capacity, sizeof *grown);

    if (!grown)
        return false;
    sentences->at = grown;
    memmove(sentences->at + place + 1, sentences->at + place,
            (sentences->count - place) * sizeof *sentences->at);
    sentences->at[place] = (struct sentence){key, text};
    sentences->count++;
    return true;
}

struct file {
    struct sentences *sentences;
    const char *prefix, *source;
    uint32_t line;
    struct buf key, text; /* of the sentence being read; key empty = none */
    struct err *err;
};

static enum rc fail(struct file *file, uint32_t column, const char *what)
{
    err_where(file->err, file->source, file->line, column);
    return ERR(file->err, RC_BAD_INPUT, what);
}

/* Keep the sentence that was read. */
static enum rc keep(struct file *file)
{
    char *key = NULL, *text = NULL;
    bool found;
    size_t place;

    if (file->key.failed || file->text.failed)
        return ERR(file->err, RC_NO_MEMORY, "no memory for sentences");
    if (file->key.length == 0)
        return RC_OK;
    if (find_fault(buf_text(&file->text)))
        return fail(file, 0, "braces are written {1}, {name}, {1?one|many}; {{ and }} for braces");
    place = find_place(file->sentences, buf_text(&file->key), &found);
    if (found)
        return fail(file, 1, "this key has a sentence already");
    key = buf_take(&file->key);
    text = buf_take(&file->text);
    if (!key || !text || !insert(file->sentences, place, key, text)) {
        free(key);
        free(text);
        return ERR(file->err, RC_NO_MEMORY, "no memory for sentences");
    }
    return RC_OK;
}

static bool key_is_plain(const char *key, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_name_char(key[i]) && key[i] != '.' && key[i] != '-')
            return false;
    return length > 0 && length < SENTENCE_KEY_BYTES;
}

static enum rc read_line(struct file *file, const char *line, size_t length)
{
    bool goes_on = length && text_is_space(*line);
    const char *equals, *key = line;
    size_t key_length;

    text_trim(&line, &length);
    if (length == 0 || *line == '#')
        return RC_OK;
    if (goes_on) {
        if (file->key.length == 0 && !file->key.failed)
            return fail(file, 1, "this line goes on with a sentence that is not there");
        buf_put_char(&file->text, ' ');
        buf_put_bytes(&file->text, line, length);
        return RC_OK;
    }
    TRY(keep(file));
    buf_clear(&file->key);
    buf_clear(&file->text);
    equals = memchr(line, '=', length);
    if (!equals)
        return fail(file, 1, "a line is written key = sentence");
    key_length = (size_t)(equals - line);
    length -= key_length + 1;
    line = equals + 1;
    text_trim(&key, &key_length);
    text_trim(&line, &length);
    if (!key_is_plain(key, key_length))
        return fail(file, 1, "a key is made of letters, digits, '.', '_' and '-'");
    if (file->prefix && *file->prefix)
        BUF_PUT(&file->key, file->prefix, ".");
    buf_put_bytes(&file->key, key, key_length);
    buf_put_bytes(&file->text, line, length);
    return RC_OK;
}

enum rc sentences_add(struct sentences *sentences, const char *prefix, const char *source,
                      const char *text, size_t length, struct err *err)
{
    struct file file = {.sentences = sentences, .prefix = prefix, .source = source, .err = err};
    const char *end = text + length;
    enum rc rc = RC_OK;

    if (!text_is_utf8(text, length) || memchr(text, '\0', length)) {
        err_where(err, source, 0, 0);
        return ERR(err, RC_BAD_INPUT, "this file of sentences is not UTF-8");
    }
    while (rc == RC_OK && text < end) {
        const char *eol = memchr(text, '\n', (size_t)(end - text));
        const char *stop = eol ? eol : end;

        file.line++;
        rc = read_line(&file, text, (size_t)(stop - text));
        text = eol ? eol + 1 : end;
    }
    THEN(rc, keep(&file));
    buf_fini(&file.key);
    buf_fini(&file.text);
    return rc;
}

/* Text of the argument with this name, or this number among those without one. */
static const char *find_arg(const struct sentence_arg *arg, unsigned count, const char *name)
{
    unsigned place = 0;

    for (unsigned i = 0; i < count; i++) {
        if (arg[i].name ? text_equal(arg[i].name, name)
                        : name[0] - '1' == (int)place && name[1] == '\0')
            return arg[i].text ? arg[i].text : "";
        place += arg[i].name == NULL;
    }
    return NULL;
}

enum rc sentences_write(const struct sentences *sentences, const char *key,
                        const struct sentence_arg *arg, unsigned count, struct buf *out,
                        struct err *err)
{
    const char *text = sentences_find(sentences, key);
    struct piece piece;
    enum rc rc = RC_OK;

    if (!text) {
        buf_put(out, key);
        return ERR(err, RC_NOT_FOUND, "no sentence for \"", key, "\"");
    }
    while (*text && read_piece(&text, &piece)) {
        const char *given = piece.name[0] ? find_arg(arg, count, piece.name) : NULL;

        if (piece.name[0] == '\0')
            buf_put_bytes(out, piece.text, piece.length);
        else if (!given)
            buf_put_char(out, '?');
        else if (!piece.one)
            escape_write(ESCAPE_TEXT, given, strlen(given), out);
        else if (text_equal(given, "1") || text_equal(given, "-1"))
            buf_put_bytes(out, piece.one, piece.one_length);
        else
            buf_put_bytes(out, piece.many, piece.many_length);
        if (piece.name[0] && !given)
            rc = ERR(err, RC_NOT_FOUND, "the sentence \"", key, "\" lacks its argument {",
                     piece.name, "}");
    }
    return rc != RC_OK ? rc : buf_rc(out, err);
}

enum rc sentences_write_template(const struct sentences *sentences, const char *key, bool html,
                                 struct buf *out, struct err *err)
{
    const char *text = sentences_find(sentences, key);
    struct piece piece;

    FAIL_IF(!text, err, RC_NOT_FOUND, "no sentence for \"", key, "\"");
    while (*text && read_piece(&text, &piece)) {
        FAIL_IF(piece.one || (!piece.name[0] && strchr("{}", *piece.text)), err, RC_BAD_INPUT,
                "the sentence \"", key,
                "\" stands in a template: neither {n?one|many} nor braces have a place there");
        if (piece.name[0])
            buf_printf(out, "{{%s}}", piece.name);
        else
            escape_write(html ? ESCAPE_HTML : ESCAPE_NONE, piece.text, piece.length, out);
    }
    return buf_rc(out, err);
}

size_t sentences_count(const struct sentences *sentences)
{
    return sentences->count;
}

const char *sentences_key_at(const struct sentences *sentences, size_t index)
{
    return index < sentences->count ? sentences->at[index].key : NULL;
}

static bool uses(const char *text, const char *name)
{
    struct piece piece;

    while (*text && read_piece(&text, &piece))
        if (text_equal(piece.name, name))
            return true;
    return false;
}

/* True if every argument of a is one of b. */
static bool uses_no_more(const char *a, const char *b)
{
    struct piece piece;

    while (*a && read_piece(&a, &piece))
        if (piece.name[0] && !uses(b, piece.name))
            return false;
    return true;
}

size_t sentences_compare(const struct sentences *sentences, const struct sentences *other,
                         void (*each)(void *context, enum sentence_difference difference,
                                      const char *key),
                         void *context)
{
    size_t differences = 0;

    for (size_t i = 0; i < sentences->count; i++) {
        const char *text = sentences_find(other, sentences->at[i].key);

        if (text && uses_no_more(text, sentences->at[i].text) &&
            uses_no_more(sentences->at[i].text, text))
            continue;
        each(context, text ? SENTENCE_ARGUMENTS : SENTENCE_MISSING, sentences->at[i].key);
        differences++;
    }
    for (size_t i = 0; i < other->count; i++)
        if (!sentences_find(sentences, other->at[i].key)) {
            each(context, SENTENCE_BEYOND, other->at[i].key);
            differences++;
        }
    return differences;
}
