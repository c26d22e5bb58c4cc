/* SPDX-License-Identifier: MIT */
/* Step: the commands of a letter. */

#include "inbound/inbound_p.h"
#include "commands/commands.h"
#include "commands/help_topics.h"
#include "commands/meaning.h"
#include "commands/offers.h"
#include "commands/offers_ask.h"
#include "commands/picks.h"
#include "commands/press.h"
#include "commands/standing_letter.h"
#include "commands/wishes.h"
#include "ledger/derived.h"
#include "ledger/offers.h"
#include "rules/understand.h"
#include "server/titles.h"
#include "tell/folded.h"

/* Why the rules refuse a line now; NULL = they do not. */
static const char *refusal_of(const struct incoming *incoming, const char *line)
{
    const struct position *position = incoming->position;
    struct understanding read = {.choice_count = 0};

    return understand_line(position->played, position_rulebook(position),
                           language_lexicon(incoming->answer.wording.language, position->played),
                           incoming->known->seat, position_state(position), line, strlen(line),
                           NULL, NULL, &read) == VERDICT_ILLEGAL
               ? read.verdict.reason
               : NULL;
}

/* "Pick four for me" is an order where four are not what is picked. */
static bool is_asked_for(const struct incoming *incoming, const char *line)
{
    const char *refusal = refusal_of(incoming, line);

    return !refusal || !text_equal(refusal, "not-asked");
}

/* Is an order before this line refused? "The rest" of what is not done is not left to the lot. */
static bool fails_before(const struct incoming *incoming, size_t at)
{
    bool fails = false;

    for (size_t i = 0; i < at && !fails; i++) {
        const char *line = incoming->lines.line[i].text;
        const char *refusal = inbound_like_order((void *)(uintptr_t)incoming, line, strlen(line))
                                  ? refusal_of(incoming, line)
                                  : NULL;

        fails = refusal && !text_equal(refusal, "not-asked");
    }
    return fails;
}

/* "if attacked: combat 3" without the word before it: no order has a condition. */
static bool is_standing(const struct incoming *incoming, const char *line)
{
    return incoming->position && incoming->known->seat && standing_is_line(incoming, line, true) &&
           !(inbound_like_order((void *)(uintptr_t)incoming, line, strlen(line)) &&
             is_asked_for(incoming, line));
}

/* "Could we say five days a move?" asks for no page. */
static bool says_terms(const struct incoming *incoming, const struct command *command,
                       const char *arguments)
{
    OWN(buf) with = {0};

    return text_equal(command->name, "help") && offers_put_said(incoming, arguments, &with);
}

/* The command of a line, and what stands behind it; NULL: it is none. */
static const struct command *find_command(const struct incoming *incoming, const char *line,
                                          const char **arguments)
{
    const struct meaning_reader reader = inbound_reader(incoming);
    const struct command *command = meaning_command(&reader, line, arguments);

    if (!command && is_standing(incoming, line)) {
        command = commands_find("standing", &(const char *){NULL});
        *arguments = line;
    }
    if (command && incoming->known->offer && !titles_within(incoming->desk->library, *arguments) &&
        ((text_equal(command->name, "practice") &&
          (!**arguments || text_starts_with(*arguments, "against"))) ||
         text_equal(command->name, "challenge") || says_terms(incoming, command, *arguments)))
        return NULL; /* "ok, I play, at a week a turn", to an invitation: no wish for another game
                      */
    return command;
}

/* Lines left by a letter that is asked for luck give it, as an order does. */
static enum rc log_lines(struct incoming *incoming, struct err *err)
{
    TRY(standing_log(incoming, err));
    if (!incoming->fate.left_lines ||
        !position_wants_luck(incoming->position, incoming->known->seat))
        return RC_OK;
    incoming_tell(incoming, "desk.luck-given", "n", "", NULL);
    return inbound_give_letter(incoming, err);
}

/* Is it asked now what may be given ahead? */
static enum rc asks_for_such(const struct incoming *incoming, bool *asks, struct err *err)
{
    const struct position *position = incoming->position;
    const struct game *game = position->played;
    OWN_MEMORY struct order *list = malloc(LEGAL_MAX * sizeof *list); /* legal fills it */
    unsigned count = 0;

    FAIL_IF(!list, err, RC_NO_MEMORY, "no memory for a list of orders");
    if (position->phase == POSITION_PLAY)
        count = game->rules->legal(position_rulebook(position), position_state(position),
                                   incoming->known->seat, list);
    *asks = count && game->text->kinds[list[0].kind].flags & ORDER_AHEAD;
    return RC_OK;
}

/* Is somebody else's luck waited for, and no order asked before it is there? */
static bool awaits_luck(const struct position *position, unsigned seat)
{
    bool awaits = false, asks = false;

    for (unsigned other = 1; other <= position->genesis.seats; other++)
        awaits |= other != seat && position_wants_luck(position, other);
    for (unsigned i = 0; i < position->decision_count; i++)
        asks |= position->decision[i].seat == seat &&
                position->decision[i].kind == DECISION_ORDER &&
                !position_is_luck(position->decision[i].id);
    return awaits && !asks;
}

/* "Goblin e1" is laid in that room where tokens are laid, be it his turn to or not. */
static bool is_laid(const struct incoming *incoming, struct order *order)
{
    const struct position *position = incoming->position;
    const struct game *game = position->played;
    struct order canonical = *order, choices[CHOICES_MAX];
    struct verdict verdict;
    unsigned count;

    if (position->phase != POSITION_PLAY || !game->text->resolve)
        return false;
    (void)game->text->resolve(position_rulebook(position), position_state(position), order,
                              &canonical, choices, &count, &verdict);
    if (!(game->text->kinds[canonical.kind].flags & ORDER_AHEAD))
        return false;
    *order = canonical;
    return true;
}

/* "treasure w1, rope e2", where one token is asked about at a time: the next ones wait, and all of
 * them where something else is asked. All that orders waits while others owe their luck. */
static bool is_ahead(const struct incoming *incoming, const char *line, bool *answers,
                     struct buf *words)
{
    const struct meaning_reader reader = inbound_reader(incoming);
    TEXT_IN(text, exact, ORDER_TEXT_BYTES);
    struct order order;
    bool reads = meaning_read_order(&reader, line, &order);
    bool ahead = reads && reader.game->text->kinds[order.kind].flags & ORDER_AHEAD;
    bool laid = reads && !ahead && is_laid(incoming, &order);
    bool waits = reads && awaits_luck(incoming->position, reader.seat) &&
                 !(position_wants_luck(incoming->position, reader.seat) && !strchr(line, ' '));
    bool is = ahead || laid || waits; /* "seven" is his luck */

    ahead |= laid;
    if (is &&
        (laid || !standing_is_line(incoming, line, false))) { /* "I'll take the goblin and …" */
        reader.game->text->write_order(reader.rulebook, NULL, &order, ORDER_FULL, &text);
        line = exact;
        is = standing_is_line(incoming, line, false);
    }
    if (is && !*answers)
        buf_printf(words, ahead ? "also %s" : "also once %s", line);
    else if (is)
        *answers = is = false;
    secret_wipe(exact, sizeof exact);
    return is;
}

/* "If Yellow moves away, my thief goes to c3": nothing waits for that but a standing answer, whose
 * form he is shown. "If possible, …" is no condition. */
static bool is_condition(const struct incoming *incoming, const char *line)
{
    enum { WORDS_LEAST = 4 };
    const struct meaning_reader reader = inbound_reader(incoming);
    const struct lexicon *words = language_commands(reader.language);
    struct folded folded;
    struct order order;
    char before[ORDERS_LINE_BYTES];
    size_t length = strcspn(line, ",");

    if (!words || length >= sizeof before || !folded_read(&folded, line))
        return false;
    text_copy(before, length + 1, line);
    return incoming->position && reader.game->standing && !strchr(line, '?') &&
           text_words(before) >= WORDS_LEAST &&
           folded_has(&folded, words->own, folded_next(&folded, 0), "line.if") &&
           !meaning_read_order(&reader, line, &order);
}

enum rc inbound_leave_lines(struct incoming *incoming, bool *goes_on, struct err *err)
{
    const struct command *command = commands_find("standing", &(const char *){NULL});
    bool answers = false, left = false, shown = false;
    unsigned decided;
    enum rc rc = incoming->known->seat ? asks_for_such(incoming, &answers, err) : RC_OK;

    for (size_t i = 0; i < incoming->lines.count && rc == RC_OK;) {
        const char *line = incoming->lines.line[i].text;
        OWN_WIPED(buf) words = {0};
        bool waits = is_standing(incoming, line), hopes = !waits && is_condition(incoming, line);

        if (waits && !(standing_is_rest(incoming, line) && fails_before(incoming, i)))
            buf_put(&words, line);
        else if (hopes)
            buf_printf(&words, "also %s", line);
        else if (!inbound_question_is_open(incoming) ||
                 !is_ahead(incoming, line, &answers, &words)) {
            i++;
            continue;
        }
        incoming->line = i;
        rc = commands_run(incoming, command, buf_text(&words), err);
        if (hopes && !shown)
            standing_give_examples(incoming);
        shown |= hopes;
        incoming_drop_line(incoming, i);
        left = true;
    }
    THEN(rc, log_lines(incoming, err));
    if (rc != RC_OK || !left || incoming->lines.count)
        return rc;
    *goes_on = false; /* there is no order beside them */
    incoming->fate.understood = true;
    incoming_end(incoming, LEDGER_ANSWERED, "command", NULL);
    return incoming->fate.left_lines
               ? adjudicate_table(incoming->desk, incoming->position, &decided, err)
               : RC_OK;
}

/* A player's order that reached no game is no loop, however often it comes. */
static bool reads_somewhere(const struct incoming *incoming)
{
    const struct order_line *line = incoming->lines.line;
    bool reads = false;

    for (size_t i = 0; i < incoming->lines.count && !reads; i++)
        reads = meaning_reads(incoming->desk->library, incoming->answer.wording.language,
                              line[i].text, strlen(line[i].text));
    return reads;
}

/* "Could we say five days a move?": he may invite who invited him, to a game like that. */
static enum rc offer_instead(struct incoming *incoming, struct err *err)
{
    struct desk *desk = incoming->desk;
    struct ledger_rows rows = ledger_offer_get(desk->ledger, incoming->known->offer, err);
    struct person host;
    OWN(buf) command = {0}, with = {0};

    for (size_t i = 0; i < incoming->lines.count && !with.length; i++) {
        const char *line = incoming->lines.line[i].text, *exact = strstr(line, " with ");

        if (exact && strchr(exact, '='))
            buf_put(&with, exact + 1);
        else
            offers_put_said(incoming, line, &with);
    }
    for (struct ledger_offer offer; ledger_next(&rows, &offer);)
        if (with.length && !offer.anonymous && !offer.into_game &&
            offer.state == LEDGER_OFFER_WAITING &&
            (rows.rc = people_get(desk, offer.player, &host, err)) == RC_OK) {
            buf_printf(&command, "invite %s to", host.name);
            incoming_offer(incoming, buf_text(&command),
                           titles_find(desk->library, offer.engine, strlen(offer.engine)),
                           buf_text(&with));
        }
    return ledger_end(&rows);
}

/* What answers an invitation, and says neither yes nor no that we understand, or only asks. */
static enum rc ask_offer(struct incoming *incoming, struct err *err)
{
    offers_ask_answer(incoming);
    TRY(offer_instead(incoming, err));
    return offers_tell_asked(incoming, err);
}

/* Does it do nothing but tell, and not of offers? */
static bool only_tells(const struct command *command)
{
    return command->who == COMMAND_ANYBODY && !text_equal(command->name, "challenges");
}

/* What the letter that is answered proposed, if that was one thing: an answer that says neither yes
 * nor no is asked about that. */
static enum rc repeat_proposal(struct incoming *incoming, bool *told, struct err *err)
{
    struct picks_proposed proposed;
    enum rc rc = picks_proposed(incoming, &proposed, err);

    *told = rc == RC_OK && proposed.is_news && proposed.count == 1;
    if (*told) {
        incoming_say(incoming, "talk.perhaps", (const char *)NULL);
        incoming_offer_line(incoming, proposed.line[0]);
    }
    return rc;
}

/* Words for no game: an order that several games wait for, or what nobody understands. Who says yes
 * and has none yet is asked for the first. */
static enum rc tell_no_game(struct incoming *incoming, struct err *err)
{
    bool agrees = wishes_agree(incoming->desk->library, incoming->lines.line[0].text),
         reads = agrees || reads_somewhere(incoming);
    unsigned games = 1;
    enum help_guess guessed = HELP_NONE;
    bool named = false;
    enum rc rc = RC_OK;

    incoming->fate.understood |= reads;
    if (incoming->known->offer) {
        incoming_end(incoming, LEDGER_REJECTED, "no-game", NULL);
        return ask_offer(incoming, err);
    }
    if (!agrees && !reads)
        rc = repeat_proposal(incoming, &named, err);
    if (!agrees && !named && rc == RC_OK)
        rc = inbound_tell_games(incoming, incoming->lines.line[0].text, &named, err);
    if (named || rc != RC_OK) {
        incoming->fate.understood = true;
        incoming_end(incoming, LEDGER_REJECTED, "no-game", NULL);
        return rc;
    }
    rc = ledger_games_going(incoming->desk->ledger, incoming->known->sender, &games, NULL, err);
    if (rc == RC_OK && reads && !agrees && !games) { /* what else may be meant? */
        rc = help_topics_guess(incoming, incoming->lines.line[0].text, true, &guessed, err);
        reads = guessed == HELP_NONE;
    }
    if (rc == RC_OK && reads) /* "tell Ken I'll be late" */
        rc = press_offer_games(incoming, incoming->lines.line[0].text, &named, err);
    if (rc == RC_OK && named)
        return incoming_end(incoming, LEDGER_REJECTED, "no-game", NULL);
    if (rc == RC_OK && reads) /* in which of them? */
        rc = commands_find("games", &(const char *){NULL})->run(incoming, "", err);
    else if (rc == RC_OK && guessed == HELP_NONE)
        rc = help_topics_guess(incoming, incoming->lines.line[0].text, false, &guessed, err);
    if (!reads && guessed == HELP_NONE)
        help_topics_list(incoming);
    incoming->fate.understood |= guessed == HELP_ANSWERED; /* or asked: which? */
    if (guessed == HELP_ANSWERED)
        incoming_end(incoming, LEDGER_ANSWERED, "command", NULL);
    else
        incoming_end(incoming, LEDGER_REJECTED, "no-game",
                     agrees && !games ? NULL
                     : reads          ? "desk.no-game"
                                      : "desk.no-sense");
    return rc;
}

enum rc step_commands(struct incoming *incoming, bool *goes_on, struct err *err)
{
    struct orders_in *orders = &incoming->lines;
    const struct meaning_reader reader = inbound_reader(incoming);
    unsigned answered = 0, told = 0, decided;
    enum rc rc = RC_OK;

    for (size_t i = 0; i < orders->count && rc == RC_OK;) {
        const char *arguments;
        const struct command *command = find_command(incoming, orders->line[i].text, &arguments);

        if (command) {
            incoming->line = i;
            incoming->fate.understood = true;
            rc = commands_run(incoming, command, arguments, err);
            answered++;
            told += only_tells(command);
            incoming_drop_line(incoming, i);
        } else if (meaning_is_idle(&reader, &orders->line[i])) {
            incoming->fate.greeted |= orders->line[i].greets;
            incoming->fate.thanked |= !orders->line[i].greets && !orders->line[i].is_name;
            incoming_drop_line(incoming, i);
        } else
            i++;
    }
    THEN(rc, log_lines(incoming, err));
    if (rc == RC_OK && incoming->fate.left_lines && !orders->count)
        rc = adjudicate_table(incoming->desk, incoming->position, &decided, err);
    if (rc != RC_OK || (orders->count && incoming->position))
        return rc;
    if (incoming->known->read.mail.calendar && !answered && !orders->count) {
        *goes_on = false;
        return incoming_end(incoming, LEDGER_IGNORED, "calendar-answer", NULL);
    }
    if (answered || !incoming->position) {
        *goes_on = false;
        if (answered && incoming->position)
            inbound_tell_closings(incoming);
        if (answered)
            incoming_end(incoming, LEDGER_ANSWERED, "command", NULL);
        if (answered && told == answered && incoming->known->offer)
            rc = ask_offer(incoming, err);
        else if (!answered && orders->count)
            rc = tell_no_game(incoming, err);
        else if (!answered && incoming->fate.thanked && !incoming->fate.greeted)
            incoming_end(incoming, LEDGER_ANSWERED, "thanks", "desk.thanks");
        else if (!answered)
            rc = commands_find("help", &(const char *){NULL})->run(incoming, "", err);
        if (!incoming->fate.reason)
            incoming_end(incoming, LEDGER_ANSWERED, "help", NULL);
    }
    return rc;
}
