/* SPDX-License-Identifier: MIT */
/* Takes options and times of games from players' words to exact ones, and back. */
#include "tell/option_words.h"

#include "tell/folded.h"
#include "tell/tell.h"

enum { WORD_BYTES = 64 };

#define NAMES  ".choice."
#define VALUES ".choice-value."

/* Whose words: the game's, or those of all games. */
static const char *const everybody = "desk";

/* Not terminated. */
struct word {
    const char *at;
    size_t length;
};

static struct word next_word(const char **text, const char *ends)
{
    struct word word = {*text, strcspn(*text, ends)};

    *text += word.length;
    return word;
}

/* ---- showing ---- */

/* The word to show is the first of a sentence. */
static struct word shown(const char *sentence)
{
    struct word word = {sentence, strcspn(sentence, "|")};

    while (word.length && word.at[word.length - 1] == ' ')
        word.length--;
    return word;
}

static const char *find(const struct sentences *language, const char *owner, const char *kind,
                        struct word exact)
{
    TEXT_IN(text, key, SENTENCE_KEY_BYTES);

    TEXT_PUT(&text, owner, kind);
    text_put_bytes(&text, exact.at, exact.length);
    return text.cut || !exact.length ? NULL : sentences_find(language, key);
}

static void show_word(const struct sentences *language, const struct game *game, const char *kind,
                      struct word exact, struct buf *out)
{
    const char *sentence = game ? find(language, game->name, kind, exact) : NULL;

    if (!sentence)
        sentence = find(language, everybody, kind, exact);
    if (sentence)
        exact = shown(sentence);
    buf_put_bytes(out, exact.at, exact.length);
}

/* How many digits a time begins with: "36h". */
static size_t digits(struct word word)
{
    size_t count = 0;

    while (count < word.length && text_is_digit(word.at[count]))
        count++;
    return count;
}

/* "sat+sun" are two values, "sun@20:00" a value and an hour. */
static const char *part_end(const char *at, const char *end)
{
    while (at < end && *at != '+' && *at != '@')
        at++;
    return at;
}

static void show_value(const struct sentences *language, const struct game *game, struct word value,
                       struct buf *out)
{
    const char *at = value.at, *end = value.at + value.length;

    while (at < end) {
        const char *sign = part_end(at, end);
        struct word part = {at, (size_t)(sign - at)};
        size_t number = digits(part);

        buf_put_bytes(out, part.at, number);
        part = (struct word){part.at + number, part.length - number};
        show_word(language, game, VALUES, part, out);
        buf_put_bytes(out, sign, sign < end);
        at = sign + 1;
    }
}

void option_words_show(const struct sentences *language, const struct game *game, const char *text,
                       struct buf *out)
{
    while (*text) {
        struct word name = next_word(&text, " ="), value;

        show_word(language, game, NAMES, name, out);
        if (*text == '=') {
            buf_put_char(out, *text++);
            value = next_word(&text, " ");
            show_value(language, game, value, out);
        }
        for (; *text == ' '; text++)
            buf_put_char(out, ' ');
    }
}

/* One option that is not as usual. */
static void tell_one(const struct sentences *language, const struct game *game, const char *word,
                     struct buf *out)
{
    const char *sign = word + strcspn(word, "="), *value = *sign ? sign + 1 : sign;
    const struct tell tell = {.sentences = language, .game = game};
    const struct sentence_arg arg = {"value", value};
    TEXT_IN(text, key, SENTENCE_KEY_BYTES);
    size_t name;

    TEXT_PUT(&text, "terms.");
    text_put_bytes(&text, word, (size_t)(sign - word));
    name = text.length;
    TEXT_PUT(&text, ".", value);
    if (!find(language, game->name, ".", (struct word){key, text.length}))
        key[text.length = name] = '\0';
    if (find(language, game->name, ".", (struct word){key, text.length}))
        tell_sentence(&tell, key, &arg, 1, out);
    else
        option_words_show(language, game, word, out);
}

void option_words_tell(const struct sentences *language, const struct game *game, const char *text,
                       struct buf *out)
{
    while (*(text += strspn(text, " "))) {
        struct word one = next_word(&text, " "), name = one;
        const struct game_option *option;
        char word[OPTIONS_TEXT_BYTES];

        name.length = strcspn(one.at, "= ");
        option = game_option(game, name.at, name.length);
        if (option &&
            text_is(one.at + name.length + 1, one.length - name.length - 1, option->standard))
            continue;
        text_copy(word, one.length + 1, one.at);
        buf_put(out, out->length ? ", " : "");
        tell_one(language, game, word, out);
    }
}

void option_words_show_values(const struct sentences *language, const struct game *game,
                              const char *values, struct buf *out)
{
    while (*values) {
        show_value(language, game, next_word(&values, "|"), out);
        if (*values == '|') {
            buf_put(out, ", ");
            values++;
        }
    }
}

/* ---- reading ---- */

static bool same(struct word word, const char *folded)
{
    char text[WORD_BYTES], own[WORD_BYTES];
    uint16_t column[WORD_BYTES];

    if (word.length >= sizeof text)
        return false;
    text_copy(text, word.length + 1, word.at);
    lexicon_fold(text, word.length, own, column, sizeof own);
    return text_equal(own, folded);
}

/* Does a sentence of words have this one? */
static bool has_word(const char *sentence, const char *folded)
{
    while (*sentence) {
        struct word word;

        sentence += strspn(sentence, " |");
        word = shown(sentence);
        if (word.length && same(word, folded))
            return true;
        sentence += strcspn(sentence, "|");
    }
    return false;
}

static bool is_one_of(const char *values, const char *exact)
{
    while (values && *values) {
        struct word word = next_word(&values, "|");

        if (text_is(word.at, word.length, exact))
            return true;
        values += *values == '|';
    }
    return false;
}

/* The exact word behind one of a language's: `values` are the only ones that may be; NULL = all. */
static const char *find_exact(const struct sentences *language, const char *owner, const char *kind,
                              const char *values, const char *folded)
{
    const char *key;
    TEXT_IN(text, prefix, SENTENCE_KEY_BYTES);

    TEXT_PUT(&text, owner, kind);
    for (size_t i = 0; (key = sentences_key_at(language, i)) != NULL; i++)
        if (text_starts_with(key, prefix) && (!values || is_one_of(values, key + text.length)) &&
            has_word(sentences_find(language, key), folded))
            return key + text.length;
    return NULL;
}

struct reading {
    const struct sentences *const *language;
    unsigned count;
    const struct game *game;
};

static const char *exact_of(const struct reading *reading, const char *kind, const char *values,
                            struct word word)
{
    char text[WORD_BYTES], folded[WORD_BYTES];
    uint16_t column[WORD_BYTES];
    const char *exact = NULL;

    if (!word.length || word.length >= sizeof text)
        return NULL;
    text_copy(text, word.length + 1, word.at);
    lexicon_fold(text, word.length, folded, column, sizeof folded);
    for (unsigned i = 0; i < reading->count && !exact; i++) {
        exact = find_exact(reading->language[i], reading->game->name, kind, values, folded);
        if (!exact && !values)
            exact = find_exact(reading->language[i], everybody, kind, NULL, folded);
    }
    return exact;
}

/* "CHARACTER+...": any names may stand there. */
static bool is_list(const char *values)
{
    return values && text_is_letter(*values) && *values != text_lower(*values);
}

static void read_value(const struct reading *reading, const struct game_option *option,
                       struct word value, struct buf *out)
{
    const char *at = value.at, *end = value.at + value.length;
    const char *values = option && !is_list(option->values) ? option->values : NULL;

    while (at < end) {
        const char *sign = part_end(at, end), *exact;
        struct word part = {at, (size_t)(sign - at)};
        size_t number = digits(part);

        buf_put_bytes(out, part.at, number);
        part = (struct word){part.at + number, part.length - number};
        exact = exact_of(reading, VALUES, values, part);
        if (exact)
            buf_put(out, exact);
        else
            buf_put_bytes(out, part.at, part.length);
        buf_put_bytes(out, sign, sign < end);
        at = sign + 1;
    }
}

/* Is the next word a value of this option? */
static bool takes(const struct reading *reading, const struct game_option *option, const char *text)
{
    char value[WORD_BYTES];
    OWN(buf) exact = {0};
    struct word word;

    text += strspn(text, " ");
    word = next_word(&text, " ,=");
    if (!word.length || *text == '=' || word.length >= sizeof value)
        return false;
    read_value(reading, option, word, &exact);
    return is_one_of(option->values, buf_text(&exact));
}

/* An exact name comes before all words: it means the same in every language. */
static void read_one(const struct reading *reading, const char **text, struct buf *out)
{
    struct word name = next_word(text, " ,="), value;
    const struct game_option *option = game_option(reading->game, name.at, name.length);
    const char *exact = option ? NULL : exact_of(reading, NAMES, NULL, name);

    if (exact)
        option = game_option(reading->game, exact, strlen(exact));
    if (exact)
        buf_put(out, exact);
    else
        buf_put_bytes(out, name.at, name.length);
    if (**text == '=')
        (*text)++;
    else if (!option || !takes(reading, option, *text))
        return;
    else
        *text += strspn(*text, " "); /* "target 7" */
    buf_put_char(out, '=');
    value = next_word(text, " ,");
    read_value(reading, option, value, out);
}

void option_words_read(const struct sentences *const language[], unsigned count,
                       const struct game *game, const char *text, struct buf *out)
{
    const struct reading reading = {language, count, game};

    while (*(text += strspn(text, " ,"))) {
        buf_put(out, out->length ? " " : "");
        read_one(&reading, &text, out);
    }
}

/* ---- said in passing ---- */

/* Every way to say what a sentence stands for, at every word of a line. */
static void look_for(const struct folded *line, const char *sentence, struct option_said *said)
{
    struct word exact = shown(sentence);

    for (const char *way = strchr(sentence, '|'); way && exact.length < sizeof said->exact;
         way = strchr(way, '|')) {
        struct word words;
        size_t at, used, from;

        way += strspn(way, " |");
        words = shown(way);
        at = folded_find(line, 0, words.at, words.length, &used);
        from = folded_before(line, at);
        if (at == line->length || folded_before(line, at + used) - from <= said->bytes)
            continue;
        text_copy(said->exact, exact.length + 1, exact.at);
        said->at = from;
        said->bytes = folded_before(line, at + used) - from;
    }
}

bool option_words_said(const struct sentences *language, const struct game *game, const char *line,
                       struct option_said *said)
{
    struct folded folded;
    char number[TEXT_INT_BYTES];
    const char *sentence;

    *said = (struct option_said){0};
    if (!folded_read(&folded, line))
        return false;
    for (int64_t n = 1;; n++) {
        text_of_int(number, n);
        sentence = find(language, game->name, ".said.", (struct word){number, strlen(number)});
        if (!sentence)
            break;
        look_for(&folded, sentence, said);
    }
    return said->bytes > 0;
}
