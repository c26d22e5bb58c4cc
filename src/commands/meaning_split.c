/* SPDX-License-Identifier: MIT */
/* Parts a line that holds several commands, or a wish and a question; each is read as if it stood
 * alone (meaning.c). */
#include "commands/meaning_p.h"

#include "commands/commands.h"
#include "rules/phrase.h"

size_t meaning_before_question(const struct meaning_reader *reader, const char *line, size_t end,
                               bool commas)
{
    const struct lexicon *words = language_commands(reader->language);

    for (size_t at = 2, next; at < end; at++)
        if (line[at - 1] == ' ' && line[at] != ' ' &&
            ((commas && line[at - 2] == ',') ||
             !phrase_part(words, PHRASE_JOINED, line + at, end - at, &next)) &&
            phrase_asks(words, line + at, end - at))
            return at;
    return end;
}

/* Each sentence of a line, and what it asks behind "and", as it is read; 0: one is not. */
static unsigned split_sentences(const struct meaning_reader *reader, const char *line,
                                bool (*read)(const struct meaning_reader *reader,
                                             const char *sentence, struct buf *out),
                                struct phrase_part part[PHRASE_PARTS_MAX])
{
    unsigned count = 0;
    OWN(buf) sentence = {0}, exact = {0};

    for (size_t next; *line && count < PHRASE_PARTS_MAX; line += next) {
        size_t whole = meaning_sentence(reader, line, &next),
               end = meaning_before_question(reader, line, whole, false);

        next = end < whole ? end : next;
        buf_clear(&sentence);
        buf_put_bytes(&sentence, line, end);
        if (!read(reader, buf_text(&sentence), &exact) || exact.length >= sizeof part->text)
            return 0;
        text_copy(part[count++].text, sizeof part->text, buf_text(&exact));
    }
    return *line ? 0 : count;
}

/* "Welcome Back, with Ann and Bob please. And what is the time limit?": what he wishes for is done,
 * and what he asks is answered. */
static unsigned split_wishes(const struct meaning_reader *reader, const char *line,
                             struct phrase_part part[PHRASE_PARTS_MAX])
{
    unsigned count = split_sentences(reader, line, meaning_read_sentence, part), wished = 0;

    for (unsigned i = 0; i < count; i++)
        wished += !text_starts_with(part[i].text, "help");
    return wished && count > wished ? count : 0;
}

/* "Text only, one digest a day": each part sets something, and can be set back. */
static unsigned split_settings(const struct meaning_reader *reader, const char *line,
                               struct phrase_part part[PHRASE_PARTS_MAX])
{
    static const char *const settings[] = {"format", "letters", "digest",  "board",
                                           "links",  "profile", "language"};
    const struct lexicon *words = language_commands(reader->language);
    unsigned count = 0;
    OWN(buf) one = {0}, exact = {0};

    for (size_t next; *line && count < PHRASE_PARTS_MAX; line += next) {
        size_t length = phrase_part(words, PHRASE_JOINED, line, strlen(line), &next);
        const struct command *command = NULL;
        const char *behind;
        bool sets = false;

        buf_clear(&one);
        buf_put_bytes(&one, line, length);
        if (length && meaning_read_sentence(reader, buf_text(&one), &exact))
            command = commands_find(buf_text(&exact), &behind);
        for (size_t i = 0; command && *behind && i < sizeof settings / sizeof *settings; i++)
            sets |= text_equal(command->name, settings[i]);
        if (sets && text_equal(command->name, "language")) /* "…, but not in Italian" */
            sets = !phrase_says(words, buf_text(&one), one.length, PHRASE_NEGATION);
        if (length && (!sets || exact.length >= sizeof part->text))
            return 0;
        if (length)
            text_copy(part[count++].text, sizeof part->text, buf_text(&exact));
    }
    return count > 1 && !*line ? count : 0;
}

/* "Take back what I did and send me the board": each part is all of a command that only tells, or
 * takes back. */
static unsigned split_commands(const struct meaning_reader *reader, const char *line,
                               struct phrase_part part[PHRASE_PARTS_MAX])
{
    const struct lexicon *words = language_commands(reader->language);
    unsigned count = 0;
    OWN(buf) one = {0}, exact = {0};

    for (size_t next; *line && count < PHRASE_PARTS_MAX; line += next) {
        size_t length = phrase_part(words, PHRASE_JOINED, line, strlen(line), &next);
        bool whole = false;

        buf_clear(&one);
        buf_put_bytes(&one, line, length);
        if (length &&
            (!meaning_read_words(reader, buf_text(&one), &exact, &whole) || !whole ||
             !(meaning_only_tells(buf_text(&exact)) || text_equal(buf_text(&exact), "undo"))))
            return 0;
        if (length && !(count && text_equal(part[count - 1].text, buf_text(&exact))))
            text_copy(part[count++].text, sizeof part->text, buf_text(&exact));
    }
    return count > 1 && !*line ? count : 0;
}

unsigned meaning_questions(const struct meaning_reader *reader, const char *line,
                           struct phrase_part part[PHRASE_PARTS_MAX])
{
    unsigned count;

    if (!reader->game && (count = split_settings(reader, line, part)) > 0)
        return count;
    if (!reader->game)
        return split_wishes(reader, line, part);
    count = split_commands(reader, line, part);
    if (count)
        return count;
    if ((!strchr(line, '?') &&
         !phrase_asks(language_commands(reader->language), line, strlen(line))) || /* dictated */
        meaning_is_order(reader, line, strlen(line)))
        return 0;
    count = split_sentences(reader, line, meaning_answer, part);
    return count > 1 ? count : 0;
}
