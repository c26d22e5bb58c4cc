/* SPDX-License-Identifier: MIT */
/* Takes out of a line what it tells of a game's options and times. What is wished for with them is
 * read in meaning.c. */
#include "commands/meaning_p.h"

#include "commands/plain_terms.h"
#include "tell/option_words.h"

bool meaning_say_terms(const struct meaning_reader *reader, const char *line, struct buf *terms,
                       struct buf *rest)
{
    const struct language *language = reader->language;
    bool taken = false;

    for (size_t i = 0; language && !taken; language = library_language_at(reader->library, i++)) {
        const struct lexicon *words = language_commands(language);

        taken = words && plain_terms_take(words->own, line, terms, rest);
    }
    return taken;
}

/* Take what a line tells of the game's options out of it, piece by piece. */
static bool take_options(const struct sentences *language, const struct game *game,
                         struct buf *line, struct buf *options)
{
    struct option_said said;
    bool taken = false;

    while (option_words_said(language, game, buf_text(line), &said)) {
        const char *text = buf_text(line), *behind = text + said.at + said.bytes;
        OWN(buf) rest = {0};

        while (said.at && strchr(" ,", text[said.at - 1]))
            said.at--;
        buf_printf(&rest, "%.*s%s%s", (int)said.at, text, *behind && said.at ? " " : "",
                   behind + strspn(behind, " "));
        if (!strstr(buf_text(options), said.exact))
            BUF_PUT(options, options->length ? " " : "", said.exact);
        buf_clear(line);
        buf_put(line, buf_text(&rest));
        taken = true;
    }
    return taken;
}

const struct game *meaning_say_options(const struct meaning_reader *reader, const char *line,
                                       struct buf *options, struct buf *rest)
{
    const struct language *language = reader->language;

    buf_put(rest, line);
    for (size_t i = 0; language; language = library_language_at(reader->library, i++))
        for (const struct game *const *game = library_games(reader->library); *game; game++)
            if (take_options(language_sentences(language), *game, rest, options))
                return *game;
    return NULL;
}
