/* SPDX-License-Identifier: MIT */
/* A text read word by word, in place: the word that was taken last is at hand. Allocates nothing,
 * copies nothing; all of it is borrowed from the text. */
#pragma once

#include "base/base.h"

struct cursor {
    const char *at, *end; /* what is left */
    const char *word;     /* taken last, not terminated */
    size_t length;        /* of the word, bytes */
};

static inline struct cursor cursor_of(const char *text, size_t length)
{
    return (struct cursor){text, text + length, text, 0};
}

/* Take the next word of a canonical text, where one blank parts words; false at the end, and where
 * two blanks meet. */
static inline bool cursor_next(struct cursor *cursor)
{
    if (cursor->at >= cursor->end)
        return false;
    cursor->word = cursor->at;
    while (cursor->at < cursor->end && *cursor->at != ' ')
        cursor->at++;
    cursor->length = (size_t)(cursor->at - cursor->word);
    cursor->at += cursor->at < cursor->end;
    return cursor->length > 0;
}

/* Pass over blanks; is anything left? */
bool cursor_more(struct cursor *cursor);
/* Take the next word of a text that people write, with blanks of any kind around words; false at
 * the end, where the word is empty. */
bool cursor_word(struct cursor *cursor);

/* Is the word at hand this one? The first letter tells most words apart. */
static inline bool cursor_is(const struct cursor *cursor, const char *word)
{
    return cursor->length && *word == *cursor->word && text_is(cursor->word, cursor->length, word);
}

/* The place of the word at hand in a table; `count` where it is in none. */
unsigned cursor_find(const struct cursor *cursor, const char *const *words, unsigned count);
/* Is the word at hand a number from least to most? */
bool cursor_number(const struct cursor *cursor, int64_t least, int64_t most, int64_t *number);
/* Take the next word of a canonical text if it is this one; else it is left. */
bool cursor_accept(struct cursor *cursor, const char *word);
