/* SPDX-License-Identifier: MIT */
/* Decides what a line is that gives no order (meaning_orders.c): a command, a question for help, or
 * something said beside. It carries nothing out. */
#include "commands/meaning_p.h"

#include <stdio.h>

#include "rules/phrase.h"
#include "rules/spelling.h"
#include "commands/commands.h"
#include "commands/requests.h"
#include "commands/vacation.h"
#include "commands/wishes.h"
#include "server/titles.h"
#include "tell/command_words.h"
#include "tell/said_words.h"
#include "tell/tell.h"

enum { TERMS_MAX = 4 };

/* ---- words for commands ---- */

static bool asks_in(const struct meaning_reader *reader, const struct game *game, const char *line)
{
    const struct tell tell = {.sentences = language_sentences(reader->language),
                              .game = game,
                              .lexicon = language_lexicon(reader->language, game)};
    char key[SENTENCE_KEY_BYTES];

    return tell_is_question(&tell, line, key) || tell_is_topic(&tell, line);
}

/* A question in the words of another language. */
static bool asks_abroad(const struct meaning_reader *reader, const char *line)
{
    struct meaning_reader other = *reader;
    bool asks = false, requests = phrase_is_request(
                           language_lexicon(reader->language, reader->game), line, strlen(line));

    for (size_t i = 0; strchr(line, '?') && !requests && !asks && reader->library &&
                       (other.language = library_language_at(reader->library, i)) != NULL;
         i++)
        asks = asks_in(&other, reader->game, line);
    return asks;
}

/* "Before I decide: what does the gear do?" */
static bool asks_behind(const struct meaning_reader *reader, const char *line)
{
    const char *behind = strchr(line, ':');

    return behind && strchr(behind, '?') && asks_in(reader, reader->game, behind + 1);
}

/* "In Dungeon Twister can a wizard walk over a pit", without a sign: it asks amid the line, and
 * names a thing of the game's. */
static bool asks_about(const struct meaning_reader *reader, const struct game *game,
                       const char *line)
{
    const struct lexicon *lexicon = language_lexicon(reader->language, game);
    const struct tell tell = {
        .sentences = language_sentences(reader->language), .game = game, .lexicon = lexicon};
    bool names = tell_names_thing(&tell, line);

    for (; names && *line; line += strcspn(line, " "), line += strspn(line, " "))
        if (phrase_asks(lexicon, line, strlen(line)) ||
            phrase_asks_leave(lexicon, line, strlen(line)))
            return true;
    return false;
}

/* "What did the bomb do? I never remember": one of several sentences asks, none orders, and what is
 * told names nothing of the game. */
static bool asks_in_sentence(const struct meaning_reader *reader, const char *line)
{
    bool asks = false, orders = !reader->game || !strchr(line, '?');
    unsigned count = 0;

    for (size_t next; *line && !orders; line += next) {
        OWN(buf) sentence = {0};
        bool question;

        meaning_sentence(reader, line, &next);
        buf_put_bytes(&sentence, line, next);
        question = strchr(buf_text(&sentence), '?');
        orders = meaning_holds_order(reader, line, strcspn(buf_text(&sentence), "?")) ||
                 (!question &&
                  phrase_names_thing(language_lexicon(reader->language, reader->game), line, next));
        asks |= question && asks_in(reader, reader->game, buf_text(&sentence));
        count++;
    }
    return asks && !orders && count > 1;
}

/* A question that help has a text for is answered by it. */
static bool asks_for_help(const struct meaning_reader *reader, const char *line)
{
    static const struct calendar_day any = {2000, 1, 1};
    const struct game *const *games = library_games(reader->library);
    const struct game *named = titles_within(reader->library, line);
    struct calendar_span days;

    if (vacation_find_dates(reader->language, line, false, &any,
                            &days) || /* a vacation is offered */
        command_words_ask_leave(language_commands(reader->language), line))
        return true;
    if (reader->game)
        return asks_in(reader, reader->game, line) || asks_behind(reader, line) ||
               asks_abroad(reader, line) || asks_in_sentence(reader, line);
    if (named) /* "set us up with a game" is no question in its words, nor a page in another's */
        return asks_in(reader, named, line) || asks_about(reader, named, line);
    while (*games && !asks_in(reader, *games, line) && !asks_about(reader, *games, line))
        games++;
    return *games != NULL;
}

/* "In Italian, please" says all that is needed. */
static bool take_bare_language(const struct meaning_reader *reader, const char *line,
                               struct buf *exact)
{
    enum { BARE_MOST = 4 };
    char name[MEANING_LINE_BYTES] = "";

    if (reader->library && text_words(line) <= BARE_MOST && !strchr(line, '?'))
        meaning_find_language(reader->library, line, false, name);
    if (*name)
        buf_printf(exact, "language %s", name);
    return *name;
}

/* Are the words behind a command what it wants there? In "leave 2 or stay in" they are not. */
static bool fits(const struct meaning_reader *reader, const struct command *command,
                 const char *arguments)
{
    char words[MEANING_LINE_BYTES] = "";
    const struct library *library = reader->library;

    if (!*arguments)
        return true;
    switch (command->behind) {
    case COMMAND_BEHIND_LANGUAGE:
        if (library)
            meaning_find_language(library, arguments, !strchr(arguments, ' '), words);
        return *words || !library;
    case COMMAND_BEHIND_GAME:
        return text_starts_with(arguments, "practice") || !library ||
               titles_within(library, arguments);
    case COMMAND_BEHIND_TOLD:
        snprintf(words, sizeof words, "%s?", arguments);
        return !phrase_asks(language_commands(reader->language), words, strlen(words));
    case COMMAND_BEHIND_ADDRESS:
        return strchr(arguments, '@') || text_starts_with(arguments, "add") ||
               text_starts_with(arguments, "remove");
    case COMMAND_BEHIND_NUMBER:
        return text_is_digit(*arguments);
    case COMMAND_BEHIND_LEVEL:
        return requests_level(reader->language, arguments) != NULL;
    case COMMAND_BEHIND_FREE:
        if (text_equal(command->name, "practice") && text_starts_with(arguments, "with ") &&
            !strchr(arguments, '=')) /* "with the strongest robot": no game's options */
            return false;
        break;
    case COMMAND_BEHIND_NAME:
        break;
    }
    return !text_equal(command->arguments, "N") || !text_is_digit(*arguments) ||
           !arguments[strspn(arguments, "0123456789 .,!?")];
}

bool meaning_read_words(const struct meaning_reader *reader, const char *words, struct buf *exact,
                        bool *whole)
{
    const struct command *command;
    const char *arguments;

    buf_clear(exact);
    if (!command_words_read(language_commands(reader->language), words, exact))
        return false;
    command = commands_find(buf_text(exact), &arguments);
    *whole = command && !*arguments;
    return command && fits(reader, command, arguments) &&
           (*arguments || !*command->arguments || *command->arguments == '[');
}

/* "Hi Ann, luck plums" */
static bool read_behind_greeting(const struct meaning_reader *reader, const struct order_line *line,
                                 struct buf *exact)
{
    const char *rest = orders_behind_greeting(line), *arguments;
    bool whole;

    buf_clear(exact);
    if (rest && commands_find(rest, &arguments)) {
        buf_put(exact, rest);
        return true;
    }
    return rest && meaning_read_words(reader, rest, exact, &whole);
}

/* "stop", where no question is open that it could answer. */
static bool wants_out(const struct meaning_reader *reader, const char *line, struct buf *exact)
{
    bool whole;

    return reader->unasked && meaning_read_words(reader, line, exact, &whole) && whole &&
           text_equal(buf_text(exact), "unsubscribe");
}

/* A command that wishes.c reads better, or one that is of no use outside a game. */
static bool is_wish_too(const struct meaning_reader *reader, const char *exact)
{
    const char *arguments;
    const struct command *command = commands_find(exact, &arguments);

    return command->about == COMMAND_ABOUT_PLAY || command->about == COMMAND_ABOUT_JOINING ||
           text_starts_with(exact, "organize ") || /* "a game with Ken" */
           (command->who == COMMAND_SEAT && (!reader->game || !reader->seat));
}

/* "decline" is one in a game that has it; "key", a thing on the board, "player" without a number,
 * "standings 1", a slip of another word, and "challenges", which is all of a command and but the
 * verb of an order, are none; `all`: its word must be the whole line. */
static bool is_rather_order(const struct meaning_reader *reader, const char *line,
                            const struct command *command, bool all)
{
    const struct lexicon *lexicon = NULL;
    struct order order = {0}, whole;
    char folded[MEANING_LINE_BYTES], exact[ORDER_TEXT_BYTES];
    uint16_t term[TERMS_MAX];
    size_t used, length = strlen(line);
    struct text text;
    bool asks = false;

    if (!reader->game || length >= sizeof folded / 2 ||
        !meaning_read_likely(reader, line, length, &order, &asks) || asks)
        return false;
    lexicon = language_lexicon(reader->language, reader->game);
    length = lexicon_fold(line, length, folded, NULL, sizeof folded);
    if (!lexicon_match_whole(lexicon, folded, length, term, TERMS_MAX, &used) ||
        (all && used < length) ||
        !(text_starts_with(lexicon->terms[term[0]], "order.") ||
          (text_starts_with(lexicon->terms[term[0]], "verb.") &&
           (*command->arguments || used < length))))
        return false;
    text_init(&text, exact, sizeof exact);
    reader->game->text->write_order(reader->rulebook, NULL, &order, ORDER_FULL, &text);
    return reader->game->text->read_order(reader->rulebook, reader->seat, exact, text.length,
                                          &whole);
}

/* "give me my options" is all of a command's wording, and none of an order's. */
static bool is_command_rather(const struct meaning_reader *reader, const char *line)
{
    const char *arguments;
    OWN(buf) exact = {0};
    const struct command *command;
    bool whole = false, is = false;

    if (command_words_begin(language_commands(reader->language), line, &whole) && whole &&
        command_words_read(language_commands(reader->language), line, &exact)) {
        command = commands_find(buf_text(&exact), &arguments);
        is = command && fits(reader, command, arguments) && /* "put it into …" a language */
             !(text_equal(command->name, "vacation") && !*arguments) && /* "I'm out" */
             !is_rather_order(reader, line, command, true);
    }
    return is;
}

/* Does what a sentence asks for count more than the words that it begins with? They may need a
 * game, or be the same command with less of its arguments. */
static bool counts_more(const struct meaning_reader *reader, const char *asked, const char *said)
{
    size_t length = strcspn(asked, " ");
    const char *arguments;
    const struct command *command = commands_find(said, &arguments);

    return !command || (command->who == COMMAND_SEAT && !reader->game) ||
           text_starts_with(asked, "enter ") || /* what joins names a tournament */
           (!text_equal(command->name, "vacation") && (asked[length] || !*arguments) &&
            strlen(command->name) == length && strncmp(asked, command->name, length) == 0);
}

/* "Put me down for tournament 3? Half the office is in it": of several sentences of a letter that
 * is of no game one asks for something, and none withholds it. */
static bool read_sentence(const struct meaning_reader *reader, const char *line, struct buf *exact)
{
    const struct lexicon *said = language_said(reader->language);
    OWN(buf) sentence = {0}, one = {0};
    unsigned count = 0;

    for (size_t next; !reader->game && *line; line += next) {
        meaning_sentence(reader, line, &next);
        buf_clear(&sentence);
        buf_put_bytes(&sentence, line, next);
        if (requests_read(reader->library, reader->language, buf_text(&sentence), false, &one)) {
            buf_clear(exact);
            buf_put(exact, buf_text(&one));
            count++;
        } else if (said_holds(said, SAID_WITHHOLDING, buf_text(&sentence)))
            count = 2;
    }
    return count == 1;
}

/* "Hola, quiero practicar, algo fácil" is a wish in whatever language it is written; what makes an
 * end of letters is read in one's own alone: "fine". */
static bool wishes_abroad(const struct meaning_reader *reader, const char *line, struct buf *exact)
{
    const struct language *other;
    unsigned least = (unsigned)-1; /* whose words most of it are: "principiante" is of two */

    for (size_t i = 0; reader->library && (other = library_language_at(reader->library, i)); i++) {
        unsigned strange = wishes_strange(reader->library, other, line);

        least = other != reader->language && strange < least ? strange : least;
    }
    for (size_t i = 0; reader->library && (other = library_language_at(reader->library, i)); i++) {
        buf_clear(exact);
        if (other != reader->language &&
            ((wishes_strange(reader->library, other, line) == least &&
              wishes_read(reader->library, other, line, reader->game ? WISHES_GAME : WISHES_LOBBY,
                          exact)) ||
             (requests_read(reader->library, other, line, reader->game && reader->seat, exact) &&
              !text_equal(buf_text(exact), "unsubscribe"))))
            return true;
    }
    buf_clear(exact);
    return false;
}

bool meaning_only_tells(const char *exact)
{
    return text_equal(exact, "status") || text_equal(exact, "legal") || text_equal(exact, "show") ||
           text_equal(exact, "games") || text_equal(exact, "hint");
}

/* "I resign, the position is lost" asks for no board. */
static bool begins_with_order(const struct meaning_reader *reader, const char *line)
{
    size_t length = strcspn(line, ",;:.!");

    return reader->game && reader->seat && line[length] && meaning_is_order(reader, line, length);
}

/* "Hide my armor in w3", "can the thief open gates from two squares away?": a setting speaks of
 * nothing that the game has, its days apart. */
static bool is_of_things(const struct meaning_reader *reader, const char *line, const char *exact)
{
    char words[ORDERS_LINE_BYTES];

    if (!reader->game || !reader->seat ||
        !(text_starts_with(exact, "profile ") || text_starts_with(exact, "vacation ")))
        return false;
    text_copy(words, sizeof words, line);
    for (char *at = words; *at && *exact == 'v'; at++)
        *at = text_is_digit(*at) ? ' ' : *at;
    return phrase_names_thing(language_lexicon(reader->language, reader->game), words,
                              strlen(words));
}

/* "Give me another" is a rematch where nothing is asked, and may be a card where something is. */
static bool read_request(const struct meaning_reader *reader, const char *line, struct buf *exact)
{
    bool read = requests_read(reader->library, reader->language, line, reader->game && reader->seat,
                              exact) &&
                (reader->unasked || !text_equal(buf_text(exact), "rematch")) &&
                !is_of_things(reader, line, buf_text(exact)) &&
                !(meaning_only_tells(buf_text(exact)) && begins_with_order(reader, line));

    if (read && text_equal(buf_text(exact), "rematch")) {
        const char *level = requests_level(reader->language, line);

        BUF_PUT(exact, level ? " " : "", level ? level : "");
    }
    return read;
}

/* "Send me the board again, the picture does not load", "What a game! I want a rematch": one part
 * of a line about a game asks, the first or, where nothing is asked of him, any; what stands around
 * it is no order. */
static bool read_one_part(const struct meaning_reader *reader, const char *line, struct buf *exact)
{
    static const char signs[] = ",;:.!?";
    const char *const whole = line;
    OWN(buf) part = {0}, asked = {0};
    unsigned parts = 0;

    if (!reader->game || !reader->seat)
        return false;
    for (size_t length; *line; line += length + strspn(line + length, ",;:.!? ")) {
        length = strcspn(line, signs);
        buf_clear(&part);
        buf_put_bytes(&part, line, length);
        if (!asked.length && read_request(reader, buf_text(&part), exact) &&
            !strchr(buf_text(exact), ' ') &&
            (!parts || reader->unasked ||
             (line[length] == '?' && !meaning_only_tells(buf_text(exact))) ||
             (meaning_only_tells(buf_text(exact)) && !asks_for_help(reader, whole))))
            buf_put(&asked, buf_text(exact));
        else if (meaning_holds_order(reader, line, length) ||
                 said_holds(language_said(reader->language), SAID_WITHHOLDING, buf_text(&part)))
            return false;
        parts++;
    }
    buf_clear(exact);
    buf_put(exact, buf_text(&asked));
    return asked.length && parts > 1;
}

/* "I'm back", of who stayed away, is a word to the others: by it he plays on. */
static bool is_back(const struct meaning_reader *reader, const char *line, struct buf *exact)
{
    enum { WORDS_MOST = 6 };

    if (!reader->late || text_words(line) > WORDS_MOST ||
        !requests_says(reader->language, line, "host.back"))
        return false;
    buf_printf(exact, "say %s", line);
    return true;
}

/* "Give Tom three days more", "stop the clocks until Monday". An order is none, but one that is
 * only a slip away: "replace Tom by Ana" places nothing. */
static bool read_of_others(const struct meaning_reader *reader, const char *line, bool orders,
                           struct buf *exact)
{
    bool read = reader->game && reader->seat &&
                requests_of_others(reader->library, reader->language,
                                   language_lexicon(reader->language, reader->game), line, exact) &&
                (!orders || text_starts_with(buf_text(exact), "replacement "));

    if (!read)
        buf_clear(exact);
    return read;
}

/* "What can I do with four points": a question that begins as one that a command answers, and that
 * help knows nothing nearer of; "how many are in there" is answered by how all stands. */
static bool begins_telling(const struct meaning_reader *reader, const char *line, struct buf *exact)
{
    const struct tell tell = {
        .sentences = language_sentences(reader->language),
        .game = reader->game,
        .lexicon = reader->game ? language_lexicon(reader->language, reader->game) : NULL};
    OWN(buf) begins = {0};
    char key[SENTENCE_KEY_BYTES] = "";
    bool whole;

    if (!reader->game || !reader->seat || !tell_is_question(&tell, line, key) ||
        !text_equal(key, "help."))
        return false;
    buf_put_bytes(&begins, line,
                  command_words_begin(language_commands(reader->language), line, &whole));
    if (begins.length && meaning_read_words(reader, buf_text(&begins), exact, &whole) &&
        meaning_only_tells(buf_text(exact)))
        return true;
    buf_clear(exact);
    if (requests_says(reader->language, line, "line.amount"))
        buf_put(exact, "status");
    return exact->length > 0;
}

/* "A pause in my game with Rosa" stops its clocks, and asks for no new one. */
static bool read_seats(const struct meaning_reader *reader, const char *line, struct buf *exact)
{
    const char *arguments;
    const struct command *command = NULL;

    buf_clear(exact);
    if (!reader->game && requests_read(reader->library, reader->language, line, true, exact))
        command = commands_find(buf_text(exact), &arguments);
    if (!command ||
        !(text_equal(command->name, "pause") || text_equal(command->name, "extension"))) {
        buf_clear(exact);
        return false;
    }
    return true;
}

/* A command whose words a game's own orders have, too: then the order is meant. */
static bool is_the_games(const struct meaning_reader *reader, const char *line, const char *command,
                         bool orders)
{
    if (text_equal(command, "unsubscribe")) /* "enough for me" */
        return orders;
    if (text_starts_with(command, "leave ")) /* "I resign, congratulations" */
        return reader->seat && meaning_is_order(reader, line, strcspn(line, " ,.;:!")) &&
               !strpbrk(command, "0123456789") &&
               !requests_says(reader->language, line, "club.tournament");
    return text_equal(command, "finish drawn") &&
           (orders || (strchr(line, '?') && meaning_offers_draw(reader, line)));
}

/* "What is this luck?", of who owes it: he is told as he is asked for it. */
static bool asks_luck(const struct meaning_reader *reader, const char *line)
{
    return reader->wants_luck && requests_says(reader->language, line, "command.luck") &&
           (strchr(line, '?') ||
            phrase_asks(language_commands(reader->language), line, strlen(line)));
}

/* A line without words for a command that are sure: what it tells or asks is answered. */
static bool read_what_tells(const struct meaning_reader *reader, const struct order_line *line,
                            struct buf *exact)
{
    if ((meaning_orders_beside(reader, line->text) && !asks_in_sentence(reader, line->text)) ||
        (reader->game && phrase_is_rhetorical(language_lexicon(reader->language, reader->game),
                                              line->text, strlen(line->text))))
        return false;
    if (take_bare_language(reader, line->text, exact) || begins_telling(reader, line->text, exact))
        return true;
    buf_clear(exact);
    if (asks_luck(reader, line->text))
        return false;
    if (!meaning_is_standing(reader, line->text) && asks_for_help(reader, line->text) &&
        (strchr(line->text, '?') || !begins_with_order(reader, line->text))) {
        buf_printf(exact, "help %s", line->text);
        return true;
    }
    if (read_behind_greeting(reader, line, exact) || wishes_abroad(reader, line->text, exact))
        return true;
    if (!strchr(line->text, '?') ||
        (reader->game && phrase_holds_order_word(language_lexicon(reader->language, reader->game),
                                                 line->text, strlen(line->text))))
        return false;
    buf_printf(exact, "help %s", line->text); /* whoever asks is answered, whatever it is */
    return true;
}

/* An order is none of these, unless it is only guessed at, and the line is a command's whole name:
 * "undo what I have just done" has the word *done* in it. */
static bool read_line(const struct meaning_reader *reader, const struct order_line *line,
                      struct buf *exact)
{
    bool asks = false, whole = false, words, wishes = false;
    OWN(buf) said = {0}, asked = {0};
    struct order order;
    bool orders = !reader->waits &&
                  meaning_read_likely(reader, line->text, strlen(line->text), &order, &asks);

    orders = orders && !(!asks && is_command_rather(reader, line->text)) &&
             !asks_in_sentence(reader, line->text);
    if (wants_out(reader, line->text, exact) || is_back(reader, line->text, exact) ||
        read_of_others(reader, line->text, orders && !asks, exact))
        return true;
    buf_clear(exact);
    if (orders && !asks)
        return false;
    words = meaning_read_words(reader, line->text, &said, &whole) && (whole || !orders) &&
            !is_the_games(reader, line->text, buf_text(&said), orders);
    if (!orders && !words && read_seats(reader, line->text, &said))
        words = true;
    else if (!orders && (!words || is_wish_too(reader, buf_text(&said))))
        wishes = wishes_read(reader->library, reader->language, line->text,
                             reader->game ? WISHES_GAME : WISHES_LOBBY, exact);
    if (wishes && words && text_starts_with(buf_text(exact), buf_text(&said)) &&
        text_equal(buf_text(exact) + said.length, " against"))
        wishes = false; /* "pratica chess", of another language, leaves no level open */
    if (!orders &&
        (read_request(reader, line->text, &asked) || read_sentence(reader, line->text, &asked) ||
         read_one_part(reader, line->text, &asked)) &&
        (!words || counts_more(reader, buf_text(&asked), buf_text(&said)))) {
        meaning_keep_language(reader, line->text, &asked);
        buf_clear(&said);
        buf_put(&said, buf_text(&asked));
        words = true;
        wishes = false;
    }
    if (words && !wishes) {
        buf_clear(exact);
        buf_put(exact, buf_text(&said));
    }
    if (words || wishes)
        return true;
    buf_clear(exact);
    return !orders && read_what_tells(reader, line, exact);
}

/* "practice chess easy" begins with a command, and has not its form. */
static bool is_loose_wish(const struct meaning_reader *reader, const struct command *command,
                          const char *line, struct buf *exact)
{
    return text_equal(command->name, "practice") && !strstr(line, " with ") &&
           wishes_read(reader->library, reader->language, line, WISHES_LOBBY, exact) &&
           text_starts_with(buf_text(exact), "practice");
}

static bool is_courtesy(const struct meaning_reader *reader, const char *words)
{
    enum { COURTESY_MOST = 32 }; /* of a longer line nothing is cleaned */
    char clean[PHRASE_BYTES];
    const struct lexicon *lexicon = language_commands(reader->language);

    return lexicon && strspn(words, " ") < strlen(words) && strlen(words) <= COURTESY_MOST &&
           !phrase_clean(lexicon->own ? lexicon->own : lexicon, words, strlen(words), clean);
}

/* "ty", "ta": what is behind a number and so short is no more than courtesy. */
static bool is_short(const char *words)
{
    enum { SHORT_MOST = 3 };

    words += strspn(words, " ");
    return *words && strlen(words) <= SHORT_MOST && !strchr(words, ' ');
}

/* "leave tourney 3", "accept 9 ty": a number, and next to nothing else. */
static bool take_number(const struct meaning_reader *reader, const struct command *command,
                        const char *arguments, struct buf *exact)
{
    enum { WORDS_MOST = 2 };
    const char *number = strpbrk(arguments, "0123456789");
    size_t length = number ? strspn(number, "0123456789") : 0;

    if (!length ||
        (number == arguments && !is_courtesy(reader, number + length) &&
         !is_short(number + length)) ||
        !(text_equal(command->arguments, "N") || text_equal(command->arguments, "[N]")) ||
        text_words(arguments) > WORDS_MOST || strpbrk(number + length, "0123456789?"))
        return false;
    buf_printf(exact, "%s %.*s", command->name, (int)length, number);
    return true;
}

/* "accept offer 4": a command that wants a number has it, among words. */
static bool has_its_number(const struct meaning_reader *reader, const struct command *command,
                           const char *arguments, const char *line, struct buf *exact)
{
    size_t length = strlen(command->name);

    return *arguments && !text_is_digit(*arguments) &&
           requests_read(reader->library, reader->language, line, reader->game != NULL, exact) &&
           strncmp(buf_text(exact), command->name, length) == 0 && buf_text(exact)[length] == ' ' &&
           text_is_digit(buf_text(exact)[length + 1]) && !text_equal(command->name, "vacation");
}

/* "call me soft, but my cleric …", "player 3 can have it" begin as commands that take a name, "I
 * speak of it to my friends" as one that takes a language. */
static bool takes_sentence(const struct command *command, const char *arguments, bool in_game)
{
    enum { NAME_WORDS_MOST = 5, LANGUAGE_WORDS_MOST = 2 };
    bool is_lower = command && *arguments >= 'a' && *arguments <= 'z';
    unsigned words = 0;

    if (command && text_equal(command->name, "language"))
        return text_words(arguments) > LANGUAGE_WORDS_MOST;
    if (!command || command->behind != COMMAND_BEHIND_NAME)
        return false;
    for (const char *at = arguments; *at; at++)
        words += *at != ' ' && (at == arguments || at[-1] == ' ');
    return words > NAME_WORDS_MOST || strpbrk(arguments, ",;!?") ||
           (in_game && is_lower && words > 1) || (text_is_digit(*arguments) && words > 1);
}

/* "undo, please" */
static bool is_only_courteous(const struct meaning_reader *reader, const struct command *command,
                              const char *arguments, struct buf *exact)
{
    if (text_equal(command->name, "say") || (*command->arguments && *command->arguments != '[') ||
        !is_courtesy(reader, arguments))
        return false;
    buf_put(exact, command->name);
    return true;
}

static bool take_words(const struct meaning_reader *reader, const struct order_line *line,
                       struct buf *out)
{
    const char *arguments;
    OWN_WIPED(buf) exact = {0};
    const struct command *command = commands_find(line->text, &arguments);
    bool whole; /* "show help", "standing order none" */
    bool longer = command && command_words_begin(language_commands(reader->language), line->text,
                                                 &whole) > strlen(command->name);
    bool read = command && !longer
                    ? is_only_courteous(reader, command, arguments, &exact) ||
                          is_loose_wish(reader, command, line->text, &exact) ||
                          take_number(reader, command, arguments, &exact) ||
                          has_its_number(reader, command, arguments, line->text, &exact)
                    : read_line(reader, line, &exact);

    if (read) {
        meaning_keep_language(reader, line->text, &exact);
        meaning_keep_name(reader, &exact);
        meaning_keep_said(reader, line->text, &exact);
    }
    command = read ? commands_find(buf_text(&exact), &arguments) : NULL;
    read = read && !takes_sentence(command, arguments, reader->game != NULL);
    if (read) {
        meaning_keep_zone(line->text, &exact);
        buf_put(out, buf_text(&exact));
    }
    return read;
}

/* A line as an exact command, or as it is. */
static void put_read(const struct meaning_reader *reader, const struct order_line *line,
                     const char *text, struct buf *out)
{
    struct order_line bare = *line;

    bare.text = (char *)(uintptr_t)text;
    buf_clear(out);
    if (!take_words(reader, &bare, out))
        buf_put(out, text);
}

/* "I'd like to leave tournament twenty-eight": nothing but such a number is read so. */
static bool take_spelt_number(const struct meaning_reader *reader, const struct order_line *line,
                              struct buf *out)
{
    const struct lexicon *words = language_commands(reader->language);
    TEXT_IN(text, figures, PHRASE_BYTES);
    OWN_WIPED(buf) exact = {0};
    const char *arguments;
    const struct command *command;
    bool taken;

    words = words && words->own ? words->own : words;
    if (!words || !phrase_figures(words->phrases, line->text, strlen(line->text), &text))
        return false;
    put_read(reader, line, figures, &exact);
    command = commands_find(buf_text(&exact), &arguments);
    taken = command &&
            (text_starts_with(command->arguments, "N") ||
             (!reader->game && text_equal(command->arguments, "[N]"))) &&
            *arguments && !arguments[strspn(arguments, "0123456789")];
    if (taken)
        buf_printf(out, "%s %s", command->name, arguments);
    return taken;
}

static bool is_offer(const struct command *command)
{
    return command &&
           (text_equal(command->name, "practice") || text_equal(command->name, "challenge"));
}

static bool is_invitation(const struct command *command)
{
    return command && text_equal(command->name, "invite");
}

static bool asks_for_game(const char *exact)
{
    const char *arguments;
    const struct command *command = commands_find(exact, &arguments);

    return is_offer(command) || is_invitation(command);
}

/* Terms stand behind an offer as the exact ones do; alone, or beside a wish that names no game,
 * they open one whose game is asked for. */
static bool put_offer(const struct meaning_reader *reader, const char *exact, const char *terms,
                      bool is_timed, struct buf *out)
{
    static const char open[] = " against"; /* a program's level: times are for people */
    const struct game *game = titles_within(reader->library, exact);
    const char *arguments, *with = strstr(exact, " with ") ? " " : " with ";
    const struct command *command = commands_find(exact, &arguments);
    size_t length = strlen(exact);
    bool alone = !command && (!*exact || is_courtesy(reader, exact) || game);
    bool offers = is_offer(command);
    bool only_free = text_starts_with(terms, "free=") && !strchr(terms, ' '); /* of all games */
    bool is_open = length > strlen(open) && text_equal(exact + length - strlen(open), open);

    if (game && (offers || is_invitation(command)) && !(is_open && is_timed))
        buf_printf(out, "%s%s%s", exact, with, terms);
    else if (game && offers)
        buf_printf(out, "challenge %s with %s", game->name, terms);
    else if ((alone && !only_free) || offers)
        buf_printf(out, "challenge with %s", terms);
    return out->length > 0;
}

/* A line without its terms as an exact one; `of`: the game that its options told of, which it asks
 * for then, by its name or without. */
static bool put_wish(const struct meaning_reader *reader, const struct order_line *line,
                     const char *text, const struct game *of, struct buf *out)
{
    OWN(buf) titled = {0};

    put_read(reader, line, text, out);
    if (of && !titles_within(reader->library, buf_text(out)) && asks_for_game(buf_text(out))) {
        buf_printf(&titled, "%s %s", text, of->title);
        put_read(reader, line, buf_text(&titled), out);
    }
    return !of ||
           (asks_for_game(buf_text(out)) && titles_within(reader->library, buf_text(out)) == of);
}

/* "Invite Eve to chess, every evening at 9", "… with the expansion" */
static bool take_terms(const struct meaning_reader *reader, const struct order_line *line,
                       struct buf *out)
{
    OWN(buf) terms = {0}, rest = {0}, exact = {0}, options = {0}, left = {0};
    const struct game *of =
        reader->game ? NULL : meaning_say_options(reader, line->text, &options, &left);
    const char *text = of ? buf_text(&left) : line->text;
    bool timed = !reader->game && meaning_say_terms(reader, text, &terms, &rest);

    if (!of && !timed)
        return false;
    if (of)
        buf_printf(&terms, "%s%s", timed ? " " : "", buf_text(&options));
    return put_wish(reader, line, timed ? buf_text(&rest) : text, of, &exact) &&
           put_offer(reader, buf_text(&exact), buf_text(&terms), timed, out);
}

bool meaning_take_words(const struct meaning_reader *reader, const struct order_line *line,
                        struct buf *out)
{
    return take_spelt_number(reader, line, out) || take_terms(reader, line, out) ||
           take_words(reader, line, out);
}

bool meaning_respell(const struct meaning_reader *reader, const char *line, struct buf *out)
{
    const struct lexicon *words = language_commands(reader->language),
                         *game =
                             reader->game ? language_lexicon(reader->language, reader->game) : NULL;
    const struct order_line whole = {.text = (char *)(uintptr_t)line};
    TEXT_IN(text, mended, ORDERS_LINE_BYTES);
    const char *arguments;
    struct order order;
    OWN_WIPED(buf) exact = {0};

    if (!words ||
        !spelling_mend(words->own ? words->own : words, game && game->own ? game->own : game, line,
                       &text) ||
        commands_find(line, &arguments) || meaning_read_order(reader, line, &order) ||
        (meaning_take_words(reader, &whole, &exact) &&
         !text_starts_with(buf_text(&exact), "help "))) /* whoever asks is answered, anyhow */
        return false;
    buf_put(out, mended);
    return true;
}

bool meaning_read_sentence(const struct meaning_reader *reader, const char *sentence,
                           struct buf *out)
{
    const struct order_line line = {.text = (char *)(uintptr_t)sentence};
    const char *arguments;

    buf_clear(out);
    if (commands_find(sentence, &arguments))
        buf_put(out, sentence);
    else if (!meaning_take_words(reader, &line, out) && asks_for_help(reader, sentence))
        buf_printf(out, "help %s", sentence);
    return out->length > 0;
}

const struct command *meaning_command(const struct meaning_reader *reader, const char *line,
                                      const char **arguments)
{
    const struct command *command = commands_find(line, arguments);

    if (!command || takes_sentence(command, *arguments, reader->game != NULL) ||
        (command->who == COMMAND_SEAT && !reader->game) ||
        (command->who != COMMAND_SEAT && is_rather_order(reader, line, command, false)))
        return NULL;
    return command;
}

/* "best card" closes no letter: behind the word stands what the game has, in small letters. */
static bool is_things_best(const struct meaning_reader *reader, const char *line)
{
    const struct lexicon *lexicon =
        reader->game ? language_lexicon(reader->language, reader->game) : NULL;
    const char *last = strrchr(line, ' ');
    uint16_t term[TERMS_MAX];
    size_t used;

    return lexicon && last && last > line && last == strchr(line, ' ') && last[-1] != ',' &&
           said_begins(language_said(reader->language), line) == ORDERS_CLOSES &&
           lexicon_match_whole(lexicon, last + 1, strlen(last + 1), term, TERMS_MAX, &used) &&
           used == strlen(last + 1);
}

/* "Oh lovely, thank you so much!": thanks that neither ask nor name anything. */
enum { THANKS_WORDS = 8, WORDS_BEFORE_THANKS = 2 };
static bool is_thanks(const struct meaning_reader *reader, const struct lexicon *lexicon,
                      const char *line)
{
    const char *at = line;
    size_t length = strlen(line);
    bool thanks = false;

    for (unsigned word = 0; *at && word <= WORDS_BEFORE_THANKS && !thanks; word++) {
        thanks = said_begins(language_said(reader->language), at) & 1U << SAID_THANKS;
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return thanks && text_words(line) <= THANKS_WORDS &&
           !(reader->game && phrase_names_thing(lexicon, line, length)) &&
           !phrase_is_question(lexicon, line, length) &&
           !phrase_is_request(lexicon, line, length) &&
           !phrase_says(lexicon, line, length, PHRASE_NEGATION);
}

bool meaning_is_idle(const struct meaning_reader *reader, const struct order_line *line)
{
    const struct lexicon *lexicon = reader->game ? language_lexicon(reader->language, reader->game)
                                                 : language_commands(reader->language);
    size_t length = strlen(line->text);
    bool said = line->civil ? !is_things_best(reader, line->text)
                            : phrase_is_remark(lexicon, line->text, length) ||
                                  is_thanks(reader, lexicon, line->text);

    return said && !meaning_is_order(reader, line->text, length);
}
