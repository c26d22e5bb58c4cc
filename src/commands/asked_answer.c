/* SPDX-License-Identifier: MIT */
/* Says the answer to a question of the list, and runs the command that shows what it speaks of. */
#include "commands/asked_answer.h"

#include <stdio.h>

#include "commands/wishes.h"
#include "rules/phrase.h"
#include "server/titles.h"

/* Where a game is named, it is asked about that; an address is somebody's to be invited, or one's
 * own. */
static bool find(const struct incoming *incoming, const char *line, enum asked_likeness likeness,
                 char key[SENTENCE_KEY_BYTES])
{
    return !strchr(line, '@') && !titles_within(incoming->desk->library, line) &&
           asked_find(language_sentences(incoming->answer.wording.language), line, likeness, key);
}

/* "A game with the computer, medium, is that possible?" */
static bool is_wish(const struct incoming *incoming, const char *line)
{
    OWN(buf) exact = {0};

    return wishes_read(incoming->desk->library, incoming->answer.wording.language, line,
                       WISHES_LOBBY, &exact) &&
           strchr(buf_text(&exact), ' ');
}

bool asked_answer_knows(const struct incoming *incoming, const char *line)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    char key[SENTENCE_KEY_BYTES];

    return (strchr(line, '?') || phrase_is_question(words, line, strlen(line)) ||
            phrase_asks_leave(words, line, strlen(line))) &&
           find(incoming, line, ASKED_SURELY, key) && !is_wish(incoming, line);
}

/* A newcomer is shown what there is, anyhow; and in a game nothing but the game. */
static enum rc show(struct incoming *incoming, const char *name, struct err *err)
{
    const struct command *command = incoming->commands;

    if (incoming->fate.signed_up || incoming->position || !incoming->known->sender)
        return RC_OK;
    while (command->name && !text_equal(command->name, name))
        command++;
    return command->name ? command->run(incoming, "", err)
                         : ERR(err, RC_BUG, "no command is called ", name);
}

enum rc asked_answer(struct incoming *incoming, const char *line, enum asked_likeness likeness,
                     bool *told, struct err *err)
{
    const struct sentences *sentences = language_sentences(incoming->answer.wording.language);
    char key[SENTENCE_KEY_BYTES], shows[SENTENCE_KEY_BYTES];

    *told = find(incoming, line, ASKED_SURELY, key);
    if (!*told && likeness == ASKED_PERHAPS && find(incoming, line, likeness, key)) {
        *told = true;
        incoming_say(incoming, "talk.asked-perhaps", (const char *)NULL);
    }
    if (!*told)
        return RC_OK;
    incoming_say(incoming, key, (const char *)NULL);
    snprintf(shows, sizeof shows, "%.*s.shows", (int)(sizeof shows - sizeof ".shows"), key);
    return sentences_find(sentences, shows) ? show(incoming, sentences_find(sentences, shows), err)
                                            : RC_OK;
}
