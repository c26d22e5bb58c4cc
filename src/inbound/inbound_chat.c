/* SPDX-License-Identifier: MIT */
/* Step: chat. A line without any word of an order or a command says nothing to the game and stops
 * nothing; one that may be meant against the orders beside it stays, and is asked back. */

#include "commands/guess.h"
#include "commands/meaning.h"
#include "commands/press.h"
#include "inbound/inbound_p.h"
#include "rules/phrase.h"
#include "tell/said_words.h"

enum { SHORT_WORDS = 3, STORY_WORDS = 6, SAID_MOST = 400 };

static bool line_holds_order_word(const struct incoming *incoming, const char *line)
{
    return phrase_holds_order_word(
        language_lexicon(incoming->answer.wording.language, incoming->position->played), line,
        strlen(line));
}

/* Which lines are orders, and what stands in one block with them. */
enum { LINES_MOST = ORDERS_LINES_MAX + PHRASE_PARTS_MAX }; /* the last may have been several */

struct view {
    const struct orders_in *lines;
    bool order[LINES_MOST];
};

static bool order_above(const struct view *view, size_t i)
{
    while (i > 0 && !view->lines->line[i].after_blank)
        if (view->order[--i])
            return true;
    return false;
}

static bool order_below(const struct view *view, size_t i)
{
    for (i++; i < view->lines->count && !view->lines->line[i].after_blank; i++)
        if (view->order[i])
            return true;
    return false;
}

/* "Sorry, I was ill all week and could not play": a paragraph of its own that tells what was, of
 * nothing that the game has. */
static bool is_story(const struct incoming *incoming, const char *line)
{
    const struct language *language = incoming->answer.wording.language;

    return text_words(line) >= STORY_WORDS &&
           said_holds(language_said(language), SAID_TELLING, line) &&
           !said_holds(language_said(language), SAID_WITHHOLDING, line) &&
           !phrase_names_thing(language_lexicon(language, incoming->position->played), line,
                               strlen(line));
}

static bool is_chat(const struct incoming *incoming, const struct view *view, size_t i)
{
    const struct lexicon *said = language_said(incoming->answer.wording.language);
    const char *line = view->lines->line[i].text;
    bool next = i + 1 < view->lines->count && view->order[i + 1];
    bool above = order_above(view, i), below = order_below(view, i);
    const struct meaning_reader reader = {.library = incoming->desk->library,
                                          .language = incoming->answer.wording.language};

    if (*line && line[strlen(line) - 1] == ':' && next)
        return said_holds(said, SAID_INTRODUCTION, line) &&
               !said_holds(said, SAID_WITHHOLDING, line);
    if (meaning_is_message(&reader, line))
        return true;
    if (strstr(line, "\xEF\xBF\xBD"))
        return false;
    if (!above && !below && is_story(incoming, line))
        return true;
    if (line_holds_order_word(incoming, line))
        return false;
    if ((above && below) || ((above || below) && text_words(line) <= SHORT_WORDS))
        return false;
    return !(next && below && said_holds(said, SAID_WITHHOLDING, line));
}

/* "tell bert good luck": what he is told is "good luck", where nobody else could be meant. */
static void offer_said(struct incoming *incoming, const char *said)
{
    const struct meaning_reader reader = inbound_reader(incoming);
    OWN_WIPED(buf) exact = {0};
    bool whole, tells = meaning_read_words(&reader, said, &exact, &whole) &&
                        text_starts_with(buf_text(&exact), "say ");
    const char *text = tells ? buf_text(&exact) + strlen("say ") : said;
    bool to = text_starts_with(text, "to ");
    const char *name = text + (tells && to ? strlen("to ") : 0),
               *behind = name + strcspn(name, " :");

    if (tells && *behind && incoming->position->genesis.seats == 2 &&
        press_find_seat(incoming, name, (size_t)(behind - name)) > 0)
        text = behind + strspn(behind, " :");
    else if (tells && to)
        text = said;
    incoming_offer_text(incoming, "say", text);
}

/* Passed over, and said so in one line of the answer; it may be for the others. */
static void drop_chat(struct incoming *incoming, const bool chat[LINES_MOST])
{
    OWN(buf) said = {0};

    for (size_t i = 0, at = 0; i < LINES_MOST && at < incoming->lines.count; i++) {
        if (!chat[i]) {
            at++;
            continue;
        }
        buf_printf(&said, "%s%s", said.length ? " / " : "", incoming->lines.line[at].text);
        incoming_drop_line(incoming, at);
    }
    if (said.length)
        incoming_tell(incoming, "talk.left-out", "text", buf_text(&said), NULL);
    if (said.length && said.length <= SAID_MOST)
        offer_said(incoming, buf_text(&said));
}

/* The last words of a letter are not tried; were they meant as orders, their writer sees it. */
void inbound_tell_closings(struct incoming *incoming)
{
    const struct letter_lines *split = &incoming->known->read.split;

    for (size_t i = 0; i < split->count; i++) {
        char text[ORDERS_LINE_BYTES];

        if (split->line[i].kind != LINE_CLOSING || split->line[i].length >= sizeof text)
            continue;
        text_copy(text, split->line[i].length + 1, split->line[i].at);
        if (line_holds_order_word(incoming, text))
            incoming_tell(incoming, "talk.not-read", "text", text, NULL);
    }
}

/* A letter of talk alone: nothing in it is near an order or a command. */
static bool is_all_talk(const struct incoming *incoming)
{
    const struct command *guess[GUESSES_SHOWN];
    bool all = incoming->lines.count > 0;

    for (size_t i = 0; all && i < incoming->lines.count; i++) {
        const char *line = incoming->lines.line[i].text;

        all = is_story(incoming, line) && !strchr(line, '?') && !strstr(line, "\xEF\xBF\xBD") &&
              !line_holds_order_word(incoming, line) &&
              !guess_commands(incoming->commands, incoming->desk->library,
                              incoming->answer.wording.language, line, incoming->position->played,
                              guess);
    }
    return all;
}

enum rc step_chat(struct incoming *incoming, bool *goes_on, struct err *err)
{
    struct view view = {.lines = &incoming->lines};
    bool chat[LINES_MOST] = {false}, any = incoming->fate.left_lines;

    (void)goes_on;
    (void)err;
    if (!incoming->position->played->text->parse)
        return RC_OK;
    inbound_tell_closings(incoming);
    for (size_t i = 0; i < view.lines->count && i < LINES_MOST; i++) {
        view.order[i] = inbound_is_order(incoming, view.lines->line[i].text);
        any |= view.order[i];
    }
    if (incoming->person.strict || (!any && !is_all_talk(incoming))) /* all of it is answered */
        return RC_OK;
    for (size_t i = 0; i < view.lines->count && i < LINES_MOST; i++)
        chat[i] = !any || (!view.order[i] && is_chat(incoming, &view, i));
    drop_chat(incoming, chat);
    return RC_OK;
}
