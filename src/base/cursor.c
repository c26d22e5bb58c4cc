/* SPDX-License-Identifier: MIT */
/* Words of a text, one after the other. What a word means is the caller's. */
#include "base/cursor.h"

bool cursor_more(struct cursor *cursor)
{
    while (cursor->at < cursor->end && text_is_space(*cursor->at))
        cursor->at++;
    return cursor->at < cursor->end;
}

bool cursor_word(struct cursor *cursor)
{
    cursor_more(cursor);
    cursor->word = cursor->at;
    while (cursor->at < cursor->end && !text_is_space(*cursor->at))
        cursor->at++;
    cursor->length = (size_t)(cursor->at - cursor->word);
    return cursor->length > 0;
}

unsigned cursor_find(const struct cursor *cursor, const char *const *words, unsigned count)
{
    unsigned i = 0;

    while (i < count && !cursor_is(cursor, words[i]))
        i++;
    return i;
}

bool cursor_number(const struct cursor *cursor, int64_t least, int64_t most, int64_t *number)
{
    return text_to_int(cursor->word, cursor->length, number) && *number >= least && *number <= most;
}

bool cursor_accept(struct cursor *cursor, const char *word)
{
    struct cursor before = *cursor;

    if (cursor_next(cursor) && cursor_is(cursor, word))
        return true;
    *cursor = before;
    return false;
}
