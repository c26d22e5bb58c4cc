/* SPDX-License-Identifier: MIT */
/* Reads the words of a letter one by one, whatever mail programs did to it. */
#include "seal/words.h"

#include "seal/encode.h"

enum { TAG_MAX = 4096, STRAY_WORDS_MAX = 24, INITIALS_MAX = 4 };

void words_start(struct words *words, const char *text, size_t length, size_t from)
{
    words->text = text;
    words->length = length;
    words->at = from;
    words->line_start = true;
    words->word[0] = '\0';
    words->word_length = 0;
}

static bool looks_at(const struct words *words, const char *literal)
{
    size_t length = strlen(literal);

    return words->length - words->at >= length &&
           memcmp(words->text + words->at, literal, length) == 0;
}

/* Length of an HTML tag here, 0 if there is none. */
static size_t tag_length(const struct words *words)
{
    const char *at = words->text + words->at, *end = words->text + words->length, *close;

    if (end - at < 3 || at[0] != '<' || (!text_is_letter(at[1]) && at[1] != '/' && at[1] != '!'))
        return 0;
    if (end - at > TAG_MAX)
        end = at + TAG_MAX;
    close = memchr(at, '>', (size_t)(end - at));
    /* A sign of its own is no tag, and takes nothing of what follows along. */
    if (!close || memchr(at + 1, '<', (size_t)(close - at) - 1))
        return 0;
    return (size_t)(close - at) + 1;
}

/* Length of a soft line break of quoted-printable here, 0 if there is none. */
static size_t soft_break_length(const struct words *words)
{
    if (words->at == words->length || words->text[words->at] != '=')
        return 0;
    return looks_at(words, "=\r\n") ? 3 : looks_at(words, "=\n") ? 2 : 0;
}

static const struct {
    const char *name;
    char c;
} entities[] = {
    {"&lt;", '<'},   {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&#39;", '\''},
    {"&nbsp;", ' '}, {"=20", ' '},  {"=3D", '='},   {"=09", ' '},
};

static bool begins_wrapping(char c)
{
    return c == '<' || c == '&' || c == '=';
}

/* The next character with all wrapping taken off; -1 at the end. Tags count as blanks. */
static int next_character(struct words *words)
{
    size_t skip;

    while ((skip = soft_break_length(words)) > 0)
        words->at += skip;
    if (words->at == words->length)
        return -1;
    if (!begins_wrapping(words->text[words->at])) /* nearly all: a picture has 100,000 */
        return (unsigned char)words->text[words->at++];
    skip = tag_length(words);
    if (skip) {
        words->at += skip;
        return ' ';
    }
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++)
        if (looks_at(words, entities[i].name)) {
            words->at += strlen(entities[i].name);
            return (unsigned char)entities[i].c;
        }
    return (unsigned char)words->text[words->at++];
}

/* Length of a quoting person's initials before their mark here ("AB> "), 0 if there are none. */
static size_t initials_length(const struct words *words)
{
    const char *at = words->text + words->at;
    size_t left = words->length - words->at, length = 0;

    while (length < left && length < INITIALS_MAX && text_is_letter(at[length]))
        length++;
    return length < left && at[length] == '>' ? length : 0;
}

static bool is_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xA0 || c == 0xC2;
}

/* Append the next run of characters without white space to the word. */
static void read_run(struct words *words)
{
    size_t before = words->word_length;

    for (;;) {
        bool mark;
        int c;

        if (words->line_start)
            words->at += initials_length(words);
        c = next_character(words);
        if (c < 0)
            break;
        mark = words->line_start && (c == '>' || c == '|');
        if (c == '\n')
            words->line_start = true;
        else if (!is_blank(c) && !mark)
            words->line_start = false;
        if (!is_blank(c) && !mark) {
            if (words->word_length < WORD_BYTES - 1)
                words->word[words->word_length++] = (char)c;
        } else if (words->word_length > before) {
            break;
        }
    }
    words->word[words->word_length] = '\0';
}

/* Some programs break lines at the hyphens of words: none of ours ends with one. Rules of hyphens
 * are no words. */
static bool is_broken(const struct words *words)
{
    bool is_word = false;

    for (size_t i = 0; i < words->word_length; i++)
        is_word |= text_is_letter(words->word[i]) || text_is_digit(words->word[i]);
    return is_word && words->word_length < WORD_BYTES - 1 &&
           words->word[words->word_length - 1] == '-';
}

bool words_next(struct words *words)
{
    size_t before;

    words->word_length = 0;
    do {
        before = words->word_length;
        read_run(words);
    } while (words->word_length > before && is_broken(words));
    return words->word_length > 0;
}

bool words_is(const struct words *words, const char *wanted)
{
    return text_equal_folded(words->word, wanted);
}

bool words_are_ours(const struct words *words)
{
    static const char family[] = "postern-";
    size_t i = 0;

    while (family[i] && text_lower(words->word[i]) == family[i])
        i++;
    return !family[i];
}

bool words_find(struct words *words, const char *wanted)
{
    while (words_next(words))
        if (words_is(words, wanted))
            return true;
    return false;
}

static bool is_group(const struct words *words, size_t chars)
{
    if (words->word_length != chars)
        return false;
    for (size_t i = 0; i < chars; i++)
        if (!text_is_letter(words->word[i]) && (words->word[i] < '2' || words->word[i] > '7'))
            return false;
    return true;
}

bool words_read_groups(struct words *words, void *out, size_t count)
{
    char joined[BASE32_CHARS(GROUPED_BYTES_MAX) + 1];
    const size_t whole = BASE32_CHARS(count);
    size_t length = 0;
    unsigned stray = 0;

    if (whole >= sizeof joined)
        return false;
    while (length < whole) {
        size_t want = whole - length < GROUP_CHARS ? whole - length : GROUP_CHARS;

        if (!words_next(words) || words_are_ours(words) ||
            (!is_group(words, want) && ++stray > STRAY_WORDS_MAX))
            return false;
        if (!is_group(words, want))
            continue;
        memcpy(joined + length, words->word, want);
        length += want;
    }
    return base32_read_folded(joined, length, out, count);
}
