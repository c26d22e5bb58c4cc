/* SPDX-License-Identifier: MIT */
/* Picks a mail server's last refusal out of what it said, for whoever has to mend it. */
#include "post/server_words.h"

#include <strings.h>

#include "post/post_p.h"

static size_t trimmed(const char *line, size_t length)
{
    while (length > 0 && text_is_space(line[length - 1]))
        length--;
    return length;
}

static void append(struct server_words *words, const char *between, const char *at, size_t length)
{
    size_t used = strlen(words->text), room = sizeof words->text - used;

    if (room <= strlen(between) + 1)
        return;
    text_copy(words->text + used, room, between);
    used += strlen(between);
    post_text_clean(words->text + used, sizeof words->text - used, at, length);
}

/* ---- SMTP ---- */

static bool has_code(const char *line, size_t length)
{
    return length >= 3 && text_is_digit(line[0]) && text_is_digit(line[1]) &&
           text_is_digit(line[2]);
}

void server_words_smtp(struct server_words *words, const char *line, size_t length)
{
    bool refused = words->text[0] == '4' || words->text[0] == '5', more = words->goes_on;
    size_t skip = 4;

    if (!has_code(line, length) || (refused && *line == '2') || memcmp(line, "221", 3) == 0)
        return;
    words->goes_on = length > 3 && line[3] == '-';
    length = trimmed(line, length);
    if (!more || strncmp(words->text, line, 3) != 0) {
        words->text[0] = '\0';
        append(words, "", line, length);
        if (words->goes_on && words->text[3])
            words->text[3] = ' ';
        return;
    }
    /* the further lines repeat the status code of the first (RFC 2034, 4) */
    while (skip < length && (text_is_digit(line[skip]) || line[skip] == '.'))
        skip++;
    while (skip < length && text_is_space(line[skip]))
        skip++;
    if (skip < length)
        append(words, " ", line + skip, length - skip);
}

long server_words_code(const struct server_words *words)
{
    return has_code(words->text, strlen(words->text)) ? strtol(words->text, NULL, 10) : 0;
}

/* ---- IMAP ---- */

void server_words_imap(struct server_words *words, const char *line, size_t length)
{
    static const char *const refusals[] = {"NO ", "BAD ", "BYE "};
    const char *blank = memchr(line, ' ', length);
    const char *at = blank ? blank + 1 : line;
    size_t left = blank ? trimmed(at, length - (size_t)(at - line)) : 0;

    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        size_t word = strlen(refusals[i]);

        if (left < word || strncasecmp(at, refusals[i], word) != 0)
            continue;
        if (!strstr(words->text, "[ALERT]"))
            words->text[0] = '\0';
        append(words, words->text[0] ? "; " : "", at, left);
        return;
    }
}

bool server_words_later(const struct server_words *words)
{
    static const char *const signs[] = {"[UNAVAILABLE]", "[INUSE]", "[LIMIT]", "BYE ", "too many"};
    bool later = false;

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        later = later || strcasestr(words->text, signs[i]);
    return later;
}
