/* SPDX-License-Identifier: MIT */
/* Reads the phrases of one language for drawings, and falls back to English. */
#include "draw/words.h"

#define PHRASE_KEYS_TEXT(name, key, english) key,
static const char *const phrase_keys[] = {DRAW_PHRASES(PHRASE_KEYS_TEXT)};

#define PHRASE_ENGLISH_TEXT(name, key, english) english,
static const char *const phrase_english[] = {DRAW_PHRASES(PHRASE_ENGLISH_TEXT)};

const char *draw_phrase_key(enum draw_phrase phrase)
{
    return phrase_keys[phrase];
}

const char *draw_words_get(const struct draw_words *words, enum draw_phrase phrase)
{
    return words && words->phrase[phrase] ? words->phrase[phrase] : phrase_english[phrase];
}

enum draw_phrase draw_words_missing(const struct draw_words *words, enum draw_phrase from)
{
    while (from < DRAW_PHRASE_COUNT && words->phrase[from])
        from++;
    return from;
}

/* A stretch of a language file. */
struct piece {
    const char *at;
    size_t length;
};

static struct piece trimmed(const char *at, const char *end)
{
    struct piece piece = {at, (size_t)(end - at)};

    text_trim(&piece.at, &piece.length);
    return piece;
}

static unsigned phrase_of_key(struct piece key)
{
    unsigned i = 0;

    while (i < DRAW_PHRASE_COUNT && (strlen(phrase_keys[i]) != key.length ||
                                     memcmp(phrase_keys[i], key.at, key.length) != 0))
        i++;
    return i;
}

/* The next "{word}" at or after *at; moves *at behind it. False at the end. */
static bool next_slot(const char **at, const char *end, struct piece *slot)
{
    const char *open = *at < end ? memchr(*at, '{', (size_t)(end - *at)) : NULL;
    const char *close = open ? memchr(open, '}', (size_t)(end - open)) : NULL;

    if (!close)
        return false;
    *slot = (struct piece){open, (size_t)(close - open) + 1};
    *at = close + 1;
    return true;
}

/* Has `text` this slot? */
static bool has_slot(struct piece text, struct piece slot)
{
    const char *at = text.at;
    struct piece other;

    while (next_slot(&at, text.at + text.length, &other))
        if (other.length == slot.length && memcmp(other.at, slot.at, slot.length) == 0)
            return true;
    return false;
}

static bool slots_within(struct piece inner, struct piece outer)
{
    const char *at = inner.at;
    struct piece slot;

    while (next_slot(&at, inner.at + inner.length, &slot))
        if (!has_slot(outer, slot))
            return false;
    return true;
}

static enum rc load_line(struct draw_words *words, struct piece line, struct arena *arena,
                         struct err *err)
{
    const char *equals = memchr(line.at, '=', line.length);
    struct piece key, text, english;
    unsigned phrase;

    FAIL_IF(!equals, err, RC_BAD_INPUT, "write \"key = phrase\"");
    key = trimmed(line.at, equals);
    text = trimmed(equals + 1, line.at + line.length);
    phrase = phrase_of_key(key);
    if (phrase == DRAW_PHRASE_COUNT)
        return ERR(err, RC_BAD_INPUT, "no drawing uses this key; remove the line");
    if (words->phrase[phrase])
        return ERR(err, RC_BAD_INPUT, phrase_keys[phrase], " stands twice; remove one");
    if (!text.length || !text_is_utf8(text.at, text.length))
        return ERR(err, RC_BAD_INPUT, phrase_keys[phrase], " needs a phrase in UTF-8");
    english = (struct piece){phrase_english[phrase], strlen(phrase_english[phrase])};
    FAIL_IF(!slots_within(text, english) || !slots_within(english, text), err, RC_BAD_INPUT,
            phrase_keys[phrase], " must use the words in braces of: ", phrase_english[phrase]);
    words->phrase[phrase] = arena_copy(arena, text.at, text.length);
    return words->phrase[phrase] ? RC_OK
                                 : ERR(err, RC_TOO_LONG, "no room for the phrases of drawings");
}

enum rc draw_words_load(struct draw_words *words, const char *source, const char *text,
                        size_t length, struct arena *arena, struct err *err)
{
    struct draw_words loaded = {{NULL}};
    const char *end = text + length, *at = text;
    uint32_t number = 0;
    enum rc rc = RC_OK;

    while (at < end && rc == RC_OK) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        struct piece line = trimmed(at, newline ? newline : end);

        number++;
        if (line.length && line.at[0] != '#')
            rc = load_line(&loaded, line, arena, err);
        at = newline ? newline + 1 : end;
    }
    if (rc != RC_OK) {
        err_where(err, source, number, 0);
        return rc;
    }
    *words = loaded;
    return RC_OK;
}
