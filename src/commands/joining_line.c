/* SPDX-License-Identifier: MIT */
/* Reads lines of somebody unknown; what is answered is joining.c's. */
#include "commands/joining_p.h"

#include "commands/tournament_words.h"
#include "commands/wishes.h"
#include "rules/phrase.h"
#include "tell/command_words.h"

enum { NAME_BLANKS = 4 };

const char *joining_after_word(const char *line, const char *word)
{
    size_t length = strlen(word);
    char start[32];

    if (strlen(line) < length || (line[length] && line[length] != ' '))
        return NULL;
    text_copy(start, length + 1, line);
    if (!text_equal_folded(start, word))
        return NULL;
    return line + length + strspn(line + length, " ");
}

const char *joining_asked_name(const char *line)
{
    const char *name = joining_after_word(line, "join");

    if (!name)
        name = joining_after_word(line, "sign up");
    if (name && joining_after_word(name, "as"))
        name = joining_after_word(name, "as");
    return name;
}

const char *joining_exact_line(const struct desk *desk, const char *line, struct buf *exact)
{
    buf_clear(exact);
    return command_words_read(language_commands(library_language(desk->library, NULL)), line, exact)
               ? buf_text(exact)
               : line;
}

bool joining_is_sentence(const char *name)
{
    static const char ends[] = ".,;:!?";
    unsigned words = 0;

    for (const char *at = name; *at; at++) {
        words += *at == ' ';
        if (strchr(ends, *at) && (at[1] == ' ' || (!at[1] && *at != '.')))
            return true;
    }
    return words > NAME_BLANKS || strchr(name, '@') || strstr(name, "://") || strstr(name, "www.");
}

/* What a stranger writes, as the exact command: "I'd like to join, I'm Ann" is "join Ann"; whoever
 * wishes to play has to join first. A plain "join NAME" stays as it is. */
static const char *stranger_words(const struct desk *desk, const char *line, struct buf *exact)
{
    const struct language *language = library_language(desk->library, NULL);
    const char *plain = joining_exact_line(desk, line, exact), *name = joining_asked_name(plain);

    if (name && *name && !joining_is_sentence(name) && !wishes_begin(desk->library, name))
        return plain;
    for (size_t i = 0; language; language = library_language_at(desk->library, i++)) {
        buf_clear(exact);
        if (wishes_read(desk->library, language, line, WISHES_STRANGER, exact))
            return buf_text(exact);
    }
    plain = joining_exact_line(desk, line, exact);
    return name ? "join" : plain;
}

const char *joining_stranger_line(struct desk *desk, const char *line, struct buf *exact)
{
    const struct lexicon *words = language_commands(library_language(desk->library, NULL));
    OWN(buf) plain = {0}, one = {0}, said = {0};
    const char *whole, *sentence;
    bool found;

    tournament_words_without(desk, line, &plain);
    sentence = buf_text(&plain);
    whole = stranger_words(desk, sentence, &said);
    found = joining_asked_name(whole) != NULL;
    for (size_t next, length; !found && *sentence; sentence += next) {
        length = phrase_part(words, PHRASE_SENTENCES, sentence, strlen(sentence), &next);
        buf_clear(&one);
        buf_put_bytes(&one, sentence, length);
        whole = stranger_words(desk, buf_text(&one), &said);
        found = joining_asked_name(whole) != NULL;
    }
    if (!found)
        whole = joining_exact_line(desk, line, &said);
    buf_clear(exact);
    buf_put(exact, whole);
    return buf_text(exact);
}
