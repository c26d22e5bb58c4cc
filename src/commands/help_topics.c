/* SPDX-License-Identifier: MIT */
/* Which commands serve which purpose. What each does is said by the sentences of commands.c's
 * table; the games' own texts are told there, too. */
#include "commands/help_topics.h"

#include <stdio.h>

#include "commands/asked_answer.h"
#include "commands/commands_time.h"
#include "commands/guess.h"
#include "commands/offers_ask.h"
#include "commands/press.h"
#include "commands/requests.h"
#include "commands/wishes.h"
#include "rules/phrase.h"
#include "server/titles.h"
#include "tell/command_words.h"

/* By purpose, in the order of their telling; names with a comma behind each, "" = all there are;
 * what is said first. Giving up is an order of the game, and stands where it is asked how to leave.
 */
static const struct {
    const char *word, *commands, *first;
} topics[] = {
    {"play", "practice,challenge,challenges,invite,accept,decline,rematch,games,", NULL},
    {"move", "legal,show,status,undo,no undo,confirm,draft,standing,hint,", NULL},
    {"time",
     "on time,vacation,stock,extension,lend,zone,pause,resume,claim,give time,replacement,"
     "host,extend,finish drawn,finish void,go on,",
     NULL},
    {"people", "say,block,unblock,report,note,notes,watch,unwatch,player,", NULL},
    {"rules", "rule,glossary,analyse,", NULL},
    {"account",
     "name,language,letters,digest,board,format,links,notify,profile,strict,signature,address,"
     "key,link,",
     "desk.help.mail"},
    {"fairness", "luck,seals,record,dispute,agree upgrade,", "desk.help.fairness"},
    {"clubs", "tournaments,enter,organize,ladder,standings,ratings,stats,", NULL},
    {"leave", "leave,call off,decline,unwatch,unsubscribe,", "desk.help.resign"},
    {"all", "", NULL},
};
enum { TOPICS = sizeof topics / sizeof *topics };

static void say(struct incoming *incoming, const char *key)
{
    OWN(buf) line = {0};

    WORDING(&incoming->answer.wording, &line, key, "n", "");
    incoming_add(incoming, buf_text(&line));
}

static void tell_command(struct incoming *incoming, const struct command *command)
{
    char key[SENTENCE_KEY_BYTES];
    OWN(buf) line = {0};

    command_key(incoming->answer.wording.language, command, key);
    buf_put(&line, "  ");
    incoming_show_form(incoming, command, &line);
    buf_put(&line, ": ");
    WORDING(&incoming->answer.wording, &line, key, "n", "");
    incoming_add(incoming, buf_text(&line));
}

static bool is_of(unsigned topic, const char *name)
{
    const char *at = strstr(topics[topic].commands, name);
    size_t length = strlen(name);

    while (at && !((at == topics[topic].commands || at[-1] == ',') && at[length] == ','))
        at = strstr(at + 1, name);
    return at || !*topics[topic].commands;
}

void help_topics_list(struct incoming *incoming)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);

    say(incoming, "desk.help.orders");
    for (unsigned i = 0; i < TOPICS; i++) {
        char key[SENTENCE_KEY_BYTES];
        OWN(buf) line = {0};

        buf_put(&line, "  ");
        command_words_show(words, "help", &line);
        buf_put_char(&line, ' ');
        command_words_show_topic(words, topics[i].word, &line);
        buf_put(&line, ": ");
        snprintf(key, sizeof key, "desk.topic.%s", topics[i].word);
        WORDING(&incoming->answer.wording, &line, key, "n", "");
        incoming_add(incoming, buf_text(&line));
    }
}

static void list_topic(struct incoming *incoming, unsigned topic)
{
    if (topics[topic].first)
        say(incoming, topics[topic].first);
    if (incoming->fate.signed_up) /* a newcomer's question wants no list */
        return;
    say(incoming, *topics[topic].commands ? "desk.help.commands" : "desk.help.first-words");
    for (const struct command *c = incoming->commands; c->name; c++)
        if (is_of(topic, c->name))
            tell_command(incoming, c);
    if (text_equal(topics[topic].word, "leave") && incoming->position && incoming->known->seat &&
        incoming->position->phase == POSITION_LUCK)
        incoming_offer(incoming, "call off", NULL, "");
}

bool help_topics_tell(struct incoming *incoming, const char *words)
{
    const struct lexicon *lexicon = language_commands(incoming->answer.wording.language);
    const char *word = command_words_topic(lexicon, words);
    unsigned topic = 0;

    while (word && topic < TOPICS && !text_equal(topics[topic].word, word))
        topic++;
    if (!word || topic == TOPICS)
        return false;
    list_topic(incoming, topic);
    return true;
}

bool help_topics_command(struct incoming *incoming, const char *words)
{
    OWN(buf) exact = {0};
    const struct command *command = incoming->commands;

    if (!command_words_read(language_commands(incoming->answer.wording.language), words, &exact))
        buf_put(&exact, words);
    while (command->name && !text_equal(command->name, buf_text(&exact)))
        command++;
    if (command->name)
        tell_command(incoming, command);
    return command->name != NULL;
}

void help_topics_leave(struct incoming *incoming)
{
    unsigned topic = 0;

    while (!text_equal(topics[topic].word, "leave"))
        topic++;
    list_topic(incoming, topic);
}

/* A button, where nothing is missing but a number that the line has; one that is not needed is not
 * made up: the 4 of "e4" is no entry to go back to. */
static void offer_guess(struct incoming *incoming, const struct command *command, const char *line)
{
    const char *figures = line + strcspn(line, "0123456789"), *wants = command->arguments;
    size_t count = strspn(figures, "0123456789");
    char number[8];

    text_copy(number, count < sizeof number ? count + 1 : 1, figures);
    if (*number && text_equal(wants, "N"))
        incoming_offer(incoming, command->name, NULL, number);
    else if (!*wants || *wants == '[')
        incoming_offer(incoming, command->name, NULL, "");
}

/* "What sort of games have you got? I've never done this": does a sentence of it ask for a game? */
static bool asks_what(const struct incoming *incoming, const char *line)
{
    const struct language *language = incoming->answer.wording.language;
    size_t left = strlen(line);
    bool asks = false;

    for (size_t next; left && !asks; line += next, left -= next) {
        OWN(buf) sentence = {0}, exact = {0};

        buf_put_bytes(
            &sentence, line,
            phrase_part(language_commands(language), PHRASE_SENTENCES, line, left, &next));
        asks = wishes_read(incoming->desk->library, language, buf_text(&sentence), WISHES_LOBBY,
                           &exact) &&
               text_equal(buf_text(&exact), "practice");
    }
    return asks;
}

/* "Call off", "medium level, may I?": a command that wants a game, or what one needs. */
static bool begins_command(const struct incoming *incoming, const char *line)
{
    const struct language *language = incoming->answer.wording.language;
    bool whole;

    return command_words_begin(language_commands(language), line, &whole) ||
           requests_level(language, line);
}

enum rc help_topics_guess(struct incoming *incoming, const char *line, bool is_order,
                          enum help_guess *guessed, struct err *err)
{
    const struct command *guess[GUESSES_SHOWN];
    struct wishes_guess wished;
    enum rc rc = RC_OK;
    bool asked = false;
    unsigned count;

    *guessed = HELP_NONE;
    if (!incoming->position && incoming->known->sender)
        rc = press_offer_games(incoming, line, &asked, err);
    if (rc == RC_OK && !incoming->position && !asked)
        rc = offers_ask(incoming, line, &asked, err);
    if (rc == RC_OK && !incoming->position && !asked && asks_what(incoming, line)) {
        asked = true;
        rc = offers_ask_practice(incoming, err);
    }
    if (rc == RC_OK && !incoming->position && !asked && !is_order &&
        !begins_command(incoming, line))
        rc = asked_answer(incoming, line, ASKED_PERHAPS, &asked, err);
    if (rc != RC_OK || asked) {
        *guessed = HELP_ANSWERED;
        return rc;
    }
    (void)wishes_guess(incoming->desk->library, incoming->answer.wording.language, line, &wished);
    count = guess_commands(incoming->commands, incoming->desk->library,
                           incoming->answer.wording.language, line,
                           incoming->position ? incoming->position->played : NULL, guess);
    for (unsigned i = 0; i < count && !incoming->position; i++)
        if (guess[i]->about == COMMAND_ABOUT_PLAY) {
            const struct game *game = titles_within(incoming->desk->library, line);
            bool any = text_equal(guess[i]->name, "practice");

            TRY(offers_ask_named(incoming, line, game, &asked, err));
            *guessed = asked || game || any ? HELP_ANSWERED : HELP_NONE;
            if (*guessed == HELP_ANSWERED)
                return asked           ? RC_OK
                       : game          ? offers_ask_opponent(incoming, game, "", err)
                       : wished.people ? offers_ask_game(incoming, "challenge", "")
                                       : offers_ask_practice(incoming, err);
        }
    *guessed = count ? HELP_COMMANDS : HELP_NONE;
    for (unsigned i = 0; i < count; i++)
        if (text_equal(guess[i]->name, "vacation") && commands_offer_vacation(incoming, line, true))
            return RC_OK;
    if (count)
        say(incoming, "talk.perhaps");
    for (unsigned i = 0; i < count; i++) {
        tell_command(incoming, guess[i]);
        offer_guess(incoming, guess[i], line);
    }
    return RC_OK;
}
