/* SPDX-License-Identifier: MIT */
/* Tells by a newcomer's words which language he writes. */
#include "commands/joining_p.h"

#include "commands/wishes.h"
#include "rules/phrase.h"
#include "tell/command_words.h"
#include "tell/folded.h"

static bool reads(const struct library *library, const struct language *language, const char *line)
{
    OWN(buf) exact = {0};

    return command_words_read(language_commands(language)->own, line, &exact) ||
           wishes_read(library, language, line, WISHES_STRANGER, &exact) ||
           phrase_is_greeting(language_lexicon(language, *library_games(library)), line,
                              strlen(line));
}

/* How many words of a line a language has. */
static unsigned count_known(const struct language *language, const char *line)
{
    const struct lexicon *words = language_commands(language)->own;
    const struct lexicon *const lists[] = {words, words->phrases, language_said(language)->own};
    struct folded folded;
    unsigned known = 0;

    if (!folded_read(&folded, line))
        return 0;
    for (size_t at = folded_next(&folded, 0), end; at < folded.length;
         at = folded_next(&folded, end)) {
        bool is = false;

        end = folded_word_end(&folded, at);
        for (size_t i = 0; !is && i < sizeof lists / sizeof *lists; i++)
            is = lexicon_holds_word(lists[i], folded.text + at, end - at);
        known += is;
        end += end == at;
    }
    return known;
}

const struct language *joining_language(const struct library *library, const char *line)
{
    const struct language *language = library_language(library, NULL), *most = NULL;
    unsigned best = 0;

    for (size_t i = 0; language; language = library_language_at(library, i++))
        if (reads(library, language, line))
            return language;
    for (size_t i = 0; (language = library_language_at(library, i)) != NULL; i++) {
        unsigned known = count_known(language, line);

        if (known >= best)
            most = known > best ? language : NULL;
        best = known > best ? known : best;
    }
    return most;
}
