/* SPDX-License-Identifier: MIT */
/* Says the answer to a question of the list, and runs the command that shows what it speaks of. */
#include "commands/asked_answer.h"

#include <stdio.h>

#include "commands/vacation.h"
#include "commands/wishes.h"
#include "rules/phrase.h"
#include "server/titles.h"
#include "tell/command_words.h"

/* The command that shows what an answer speaks of; "" = none. */
static const char *shown_by(const struct incoming *incoming, const char *key)
{
    char shows[SENTENCE_KEY_BYTES + sizeof ".shows"];
    const char *name;

    snprintf(shows, sizeof shows, "%s.shows", key);
    name = sentences_find(language_sentences(incoming->answer.wording.language), shows);
    return name ? name : "";
}

/* Where a game is named, it is asked about that; an address is somebody's to be invited, or one's
 * own. Who asks in another language is understood where he is so surely. */
static bool find(const struct incoming *incoming, const char *line, enum asked_likeness likeness,
                 char key[SENTENCE_KEY_BYTES])
{
    const struct library *library = incoming->desk->library;
    const struct language *other, *own = incoming->answer.wording.language;
    bool found = false;

    if (strchr(line, '@') || titles_within(library, line))
        return false;
    found = asked_find(language_sentences(own), line, likeness, key);
    for (size_t i = 0;
         !found && likeness != ASKED_PERHAPS && (other = library_language_at(library, i)); i++)
        found = other != own && asked_find(language_sentences(other), line, ASKED_SURELY, key);
    return found && sentences_find(language_sentences(own), key);
}

/* Does a line say nothing else that is sure, no setting, nor a game with what is needed for it ("my
 * daughter would like to play" says that somebody wants one), but what the answer shows, too? */
static bool is_free(const struct incoming *incoming, const char *exact, const char *shows)
{
    const struct command *command = incoming->commands;

    while (command->name && !text_equal(command->name, exact))
        command++;
    return !*exact || text_starts_with(exact, "help ") || text_equal(exact, shows) ||
           (command->name && command->about == COMMAND_ABOUT_PLAY);
}

bool asked_answer_knows(const struct incoming *incoming, const char *line, const char *exact)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    char key[SENTENCE_KEY_BYTES];

    return (strchr(line, '?') || phrase_is_question(words, line, strlen(line)) ||
            phrase_asks_leave(words, line, strlen(line))) &&
           find(incoming, line, ASKED_SURELY, key) &&
           is_free(incoming, exact, shown_by(incoming, key));
}

/* A newcomer is shown what there is, anyhow; and in a game nothing but the game. */
static enum rc show(struct incoming *incoming, const char *name, struct err *err)
{
    const struct command *command = incoming->commands;

    if (!*name || incoming->fate.signed_up || incoming->position || !incoming->known->sender)
        return RC_OK;
    while (command->name && !text_equal(command->name, name))
        command++;
    return command->name ? command->run(incoming, "", err)
                         : ERR(err, RC_BUG, "no command is called ", name);
}

static enum rc say(struct incoming *incoming, const char *key, struct err *err)
{
    incoming_say(incoming, key, (const char *)NULL);
    return show(incoming, shown_by(incoming, key), err);
}

enum rc asked_answer(struct incoming *incoming, const char *line, enum asked_likeness likeness,
                     bool *told, struct err *err)
{
    char key[SENTENCE_KEY_BYTES];

    *told = find(incoming, line, likeness == ASKED_PERHAPS ? ASKED_SURELY : likeness, key);
    if (!*told && likeness == ASKED_PERHAPS && find(incoming, line, likeness, key)) {
        *told = true;
        incoming_say(incoming, "talk.asked-perhaps", (const char *)NULL);
    }
    return *told ? say(incoming, key, err) : RC_OK;
}

/* Does the part of a line that begins here ask something more, behind "and" or a comma? */
static bool asks_more(const struct lexicon *words, const char *part, size_t length)
{
    return phrase_asks(words, part, length) || phrase_asks_leave(words, part, length);
}

/* Of the place, days that one is away, a whole command, or a wish that asks. */
static bool is_known(const struct incoming *incoming, const char *part)
{
    static const struct calendar_day any = {2000, 1, 1};
    const struct language *language = incoming->answer.wording.language;
    struct calendar_span days;
    char key[SENTENCE_KEY_BYTES];
    OWN(buf) exact = {0};
    bool whole = false;

    return find(incoming, part, ASKED_SURELY, key) ||
           vacation_find_dates(language, part, false, &any, &days) ||
           (command_words_begin(language_commands(language), part, &whole) && whole) ||
           (asks_more(language_commands(language), part, strlen(part)) &&
            (find(incoming, part, ASKED_PERHAPS, key) ||
             wishes_read(incoming->desk->library, language, part, WISHES_LOBBY, &exact)));
}

/* Does another thing begin here? A sentence may say one without asking: "Also shorter letters." */
static bool begins_more(const struct incoming *incoming, const char *line, bool sentence)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    OWN(buf) part = {0};
    size_t next;

    if (sentence)
        buf_put_bytes(&part, line, phrase_part(words, PHRASE_SENTENCES, line, strlen(line), &next));
    return asks_more(words, line, strlen(line)) ||
           (sentence && is_known(incoming, buf_text(&part)));
}

unsigned asked_answer_split(const struct incoming *incoming, const char *line,
                            struct phrase_part part[PHRASE_PARTS_MAX])
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    unsigned count = 0, beside = 0; /* "Thanks." before them */
    char key[SENTENCE_KEY_BYTES];

    for (size_t next; *line && count < PHRASE_PARTS_MAX; line += next) {
        const enum phrase_cut cut = PHRASE_SENTENCES | PHRASE_JOINED;
        size_t length = phrase_part(words, cut, line, strlen(line), &next), more;

        while (line[next] &&
               (!length || /* "And what …" */
                !begins_more(incoming, line + next, line[length] == '.' || line[length] == '!'))) {
            length = next + phrase_part(words, cut, line + next, strlen(line + next), &more);
            next += more;
        }
        if (length + 2 > sizeof part->text)
            return 0;
        snprintf(part[count].text, sizeof part->text, "%.*s", (int)length, line);
        if (!is_known(incoming, part[count].text)) {
            if (count || line[length] != '.' || asks_more(words, line, length))
                return 0;
            beside = 1;
        } else if (find(incoming, part[count].text, ASKED_SURELY, key))
            memcpy(part[count].text + length, "?", 2); /* "but is it free" */
        count++;
    }
    return *line || count < beside + 2 ? 0 : count;
}

enum rc asked_answer_parts(struct incoming *incoming, const char *question, bool *told,
                           struct err *err)
{
    static const char ends[] = ",;:.!?";
    char key[SENTENCE_KEY_BYTES];

    *told = false;
    for (size_t length; *question; question += length + strspn(question + length, ends)) {
        OWN(buf) part = {0};

        length = strcspn(question, ends);
        buf_put_bytes(&part, question, length);
        if (!find(incoming, buf_text(&part), ASKED_SURELY, key) &&
            !find(incoming, buf_text(&part), ASKED_PERHAPS, key))
            continue;
        *told = true;
        TRY(say(incoming, key, err));
    }
    return RC_OK;
}
