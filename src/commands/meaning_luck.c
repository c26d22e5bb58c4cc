/* SPDX-License-Identifier: MIT */
/* Takes luck out of a line in which more is written: what stands before it and behind it is read
 * for itself, in meaning.c. */
#include "commands/meaning_p.h"

#include "rules/phrase.h"

/* Do orders begin here? */
static bool orders_begin(const struct meaning_reader *reader, const char *line, bool certain)
{
    OWN_MEMORY struct phrase_part *part = calloc(PHRASE_PARTS_MAX, sizeof *part);
    struct order order;

    return meaning_read_order(reader, line, &order) ||
           (part && meaning_parts(reader, line, strlen(line), part) &&
            meaning_read_order(reader, part[0].text, &order)) ||
           (!certain && (meaning_is_standing(reader, line) ||
                         phrase_names_thing(language_lexicon(reader->language, reader->game), line,
                                            strlen(line))));
}

/* Bytes of the luck that begins a line: it ends where a sentence is about the game, or where
 * several words behind it are an order: "luck toby the mage the goblin the troll and the thief".
 * What was meant as an order is secret, and luck is told. */
static size_t luck_length(const struct meaning_reader *reader, const char *line)
{
    enum { ORDER_LEAST = 4 };
    size_t length = 0;
    OWN_WIPED(buf) luck = {0};

    for (size_t next; line[length]; length += next) {
        phrase_part(language_commands(reader->language), PHRASE_SENTENCES, line + length,
                    strlen(line + length), &next);
        if (length && !text_is_digit(line[length]) && orders_begin(reader, line + length, false))
            break;
    }
    buf_put_bytes(&luck, line, length);
    for (const char *at = strchr(buf_text(&luck), ' '); at; at = strchr(at + 1, ' '))
        if (text_words(at) >= ORDER_LEAST && orders_begin(reader, at + 1, true))
            return (size_t)(at - buf_text(&luck));
    return length;
}

/* A further part, without blanks and commas around. */
static void put_part(struct phrase_part *part, unsigned *count, const char *at, size_t length)
{
    while (length && text_is_space(*at)) {
        at++;
        length--;
    }
    while (length && strchr(" ,;:", at[length - 1]))
        length--;
    if (length && length < sizeof part->text)
        text_copy(part[(*count)++].text, length + 1, at);
}

/* The luck of a sentence: behind the word for it where a clause begins with that, else all of what
 * wishes luck, "good luck Ann".
 * out    *start: where it begins */
static bool find_luck(const struct meaning_reader *reader, const char *line, size_t length,
                      size_t *start, struct buf *exact)
{
    const struct lexicon *words = language_commands(reader->language);
    bool wishes = false, whole;

    for (size_t at = 0, next; at < length; at += next) {
        phrase_part(words, PHRASE_CLAUSES, line + at, length - at, &next);
        for (*start = at; *start < at + next; *start += strcspn(line + *start, " ") + 1) {
            bool is = meaning_read_words(reader, line + *start, exact, &whole) &&
                      text_starts_with(buf_text(exact), "luck");

            wishes |= is;
            if (is && *start == at && !whole)
                return true;
        }
    }
    *start = 0;
    buf_clear(exact);
    buf_printf(exact, "luck %s", line);
    return wishes && !memchr(line, '?', length) && !phrase_asks(words, line, length) &&
           !phrase_says(words, line, length, PHRASE_NEGATION);
}

unsigned meaning_luck(const struct meaning_reader *reader, const char *line,
                      struct phrase_part part[PHRASE_PARTS_MAX])
{
    const size_t word = strlen("luck "), all = strlen(line);
    size_t next = 0, start, length;
    unsigned count = 0;
    OWN(buf) exact = {0}, before = {0};

    for (size_t at = 0; reader->wants_luck && !count && at < all; at += next) {
        phrase_part(language_commands(reader->language), PHRASE_SENTENCES, line + at, all - at,
                    &next);
        if (!find_luck(reader, line + at, next, &start, &exact))
            continue;
        buf_put_bytes(&before, line, at + start);
        if (before.length && orders_begin(reader, buf_text(&before), false))
            put_part(part, &count, before.at, before.length);
        length = word + luck_length(reader, buf_text(&exact) + word);
        put_part(part, &count, exact.at, length);
        put_part(part, &count, exact.at + length, exact.length - length);
    }
    return count;
}
