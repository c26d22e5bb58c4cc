/* SPDX-License-Identifier: MIT */
/* The table of all that a player may write beside orders, and the shorter handlers. Longer ones
 * have files of their own. */
#include "commands/commands.h"

#include <stdio.h>

#include "ledger/derived.h"
#include "play/held.h"
#include "commands/asked_answer.h"
#include "commands/away.h"
#include "commands/lend.h"
#include "commands/stock.h"
#include "commands/host.h"
#include "commands/club.h"
#include "commands/commands_time.h"
#include "commands/tournaments_letter.h"
#include "commands/draft.h"
#include "commands/forum_answer.h"
#include "commands/help_topics.h"
#include "commands/meaning.h"
#include "commands/joining.h"
#include "commands/offers.h"
#include "commands/offers_ask.h"
#include "commands/ontime.h"
#include "commands/renamed.h"
#include "commands/requests.h"
#include "commands/standing_letter.h"
#include "commands/press.h"
#include "commands/status.h"
#include "commands/wishes.h"
#include "server/clauses.h"
#include "server/titles.h"
#include "tell/command_table.h"
#include "tell/command_words.h"
#include "tell/option_words.h"
#include "tell/tell.h"

enum { TOPIC_BYTES = 128, CLAUSE_BYTES = 64 };

/* ---- help ---- */

static void add_sentence(struct incoming *incoming, const char *key)
{
    OWN(buf) line = {0};

    WORDING(&incoming->answer.wording, &line, key, "n", "");
    incoming_add(incoming, buf_text(&line));
}

/* How long one has in a game that begins without further ado. */
static void tell_usual_time(struct incoming *incoming)
{
    const struct config *config = incoming->desk->config;
    const struct wording *wording = &incoming->answer.wording;
    OWN(buf) turn = {0}, reply = {0}, setup = {0};

    wording_duration(wording, config->turn_s, &turn);
    wording_duration(wording, config->reply_s, &reply);
    wording_duration(wording, config->setup_s, &setup);
    incoming_tell(incoming, "talk.help-time-usual", "turn", buf_text(&turn), "reply",
                  buf_text(&reply), "setup", buf_text(&setup), NULL);
}

/* What is done for who asks when his time runs out. */
static void tell_time(struct incoming *incoming)
{
    const struct position *position = incoming->position;

    if (!position)
        tell_usual_time(incoming);
    add_sentence(incoming, "talk.help-time");
    if (position && incoming->known->seat && position->phase == POSITION_PLAY) {
        away_help(incoming);
        incoming->fate.wants_status = true; /* who is asked until when */
    }
    for (unsigned i = 0; position && incoming->known->seat && i < position->decision_count; i++) {
        const struct decision *decision = &position->decision[i];
        TEXT_IN(text, line, ORDER_TEXT_BYTES);
        OWN(buf) order = {0};
        struct tell tell;

        if (decision->seat != incoming->known->seat)
            continue;
        if (decision->fallback == FALLBACK_LOT)
            add_sentence(incoming, "talk.help-time-lot");
        if (decision->fallback != FALLBACK_ORDER)
            return;
        position->played->text->write_order(position_rulebook(position), NULL,
                                            &decision->fallback_order, ORDER_FULL, &text);
        tell_order(wording_tell(&incoming->answer.wording, &tell), position_rulebook(position),
                   incoming->known->seat, line, &order);
        incoming_tell(incoming, "talk.help-time-order", "order", buf_text(&order), NULL);
        return;
    }
}

/* Each line as a paragraph of the answer. */
static void add_lines(struct incoming *incoming, struct buf *lines)
{
    char *rest = lines->length ? lines->at : NULL, *line;

    while (rest && (line = strsep(&rest, "\n")) != NULL)
        if (*line)
            incoming_add(incoming, line);
}

static void add_help(struct incoming *incoming, const struct tell *tell, const char *key)
{
    OWN(buf) lines = {0};

    tell_help_write(tell, key, &lines);
    buf_put(&lines, "");
    add_lines(incoming, &lines);
}

static const struct tell *teller_of(const struct incoming *incoming, const struct game *game,
                                    struct tell *tell)
{
    struct wording wording = incoming->answer.wording;

    wording.game = game;
    return wording_tell(&wording, tell);
}

/* By his own words for it, or those of another language. */
static bool find_topic(const struct incoming *incoming, const struct tell *tell, const char *topic,
                       char key[SENTENCE_KEY_BYTES])
{
    const struct library *library = incoming->desk->library;
    const struct language *language;
    struct tell other = *tell;
    bool found = tell_help_find(tell, topic, key) || tell_is_question(tell, topic, key);

    for (size_t i = 0; !found && (language = library_language_at(library, i)); i++) {
        other.lexicon = language_lexicon(language, tell->game);
        found = language != incoming->answer.wording.language && tell_help_find(&other, topic, key);
    }
    return found;
}

static void tell_rules(struct incoming *incoming, const struct game *game)
{
    struct tell tell;

    teller_of(incoming, game, &tell);
    add_help(incoming, &tell, "help.rules");
    add_help(incoming, &tell, "help.orders");
}

/* Help on a topic of one game. */
static enum rc help_on(struct incoming *incoming, const struct tell *tell, const char *key,
                       const char *topic, struct err *err)
{
    bool lost = phrase_is_at_a_loss(tell->lexicon, topic, strlen(topic)), told;

    if (text_equal(key, "help.time"))
        tell_time(incoming);
    else if (text_equal(key, "help.quit"))
        help_topics_leave(incoming);
    else if (text_equal(key, "help.") && incoming->position && !lost) {
        TRY(asked_answer(incoming, topic, ASKED_PERHAPS, &told, err));
        if (!told)
            help_topics_list(incoming); /* no wall of rules for whatever he asked */
        return incoming->known->seat ? status_tell(incoming, "", err) : RC_OK;
    } else if (text_equal(key, "help.")) {
        tell_rules(incoming, tell->game);
        if (incoming->position)
            help_topics_list(incoming);
    } else
        add_help(incoming, tell, key);
    return RC_OK;
}

void commands_tell_topic(struct incoming *incoming, const char *line)
{
    struct tell tell;
    char key[SENTENCE_KEY_BYTES] = "";
    OWN(buf) question = {0};

    buf_printf(&question, "%s?", line);
    teller_of(incoming, incoming->position->played, &tell);
    if (tell_is_question(&tell, buf_text(&question), key) && key[strlen("help.")] &&
        !text_equal(key, "help.time") && !text_equal(key, "help.where"))
        add_help(incoming, &tell, key);
}

static enum rc run_games(struct incoming *incoming, const char *arguments, struct err *err);

/* A line without the first game that it names: no word of a title is what he asks about. */
static void leave_title(const struct library *library, const char *line, struct buf *out)
{
    size_t used = 0, at = 0;

    while (line[at] && !titles_at(library, line + at, strlen(line + at), &used)) {
        at += strcspn(line + at, " ");
        at += strspn(line + at, " ");
    }
    buf_printf(out, "%.*s%s", (int)at, line, line + at + (line[at] ? used : 0));
}

/* In a game its own words count, outside those of every game. Who asks how it goes, and of no game,
 * is shown his own, or what there is; rules of all games would be a wall. */
static enum rc help_in_games(struct incoming *incoming, const char *topic, bool *helped,
                             struct err *err)
{
    const struct position *position = incoming->position;
    const struct game *const *games = library_games(incoming->desk->library);
    const struct game *of =
        position ? position->played : titles_within(incoming->desk->library, topic);
    char key[SENTENCE_KEY_BYTES] = "";
    bool found = false, told = false;
    OWN(buf) asked = {0};

    leave_title(incoming->desk->library, topic, &asked);
    for (; *games && !text_equal(key, "help.time"); games++) { /* time is the same in all */
        struct tell tell;

        teller_of(incoming, *games, &tell);
        if ((of && of != *games) || !find_topic(incoming, &tell, buf_text(&asked), key))
            continue;
        found = *helped = true;
        if (!of && text_equal(key, "help."))
            continue;
        told = true;
        if (position && text_equal(key, "help.where")) /* the board shows it */
            return status_show(incoming, "", err);
        if (!of && !text_equal(key, "help.time") && !text_equal(key, "help.quit"))
            incoming_add(incoming, wording_title(&incoming->answer.wording, *games));
        TRY(help_on(incoming, &tell, key, topic, err));
    }
    of = position && asked.length == strlen(topic) ? NULL : of;
    if (!told && of)
        tell_rules(incoming, of);
    *helped |= of != NULL;
    return found && !told ? run_games(incoming, "", err) : RC_OK;
}

/* "Is there anyone to play chess with?" */
static bool looks_for_somebody(const struct incoming *incoming, const char *words)
{
    const struct language *language = incoming->answer.wording.language;
    struct wishes_guess guess;

    return requests_says(language, words, "wish.play") &&
           (requests_says(language, words, "wish.opponent") ||
            requests_says(language, words, "wish.somebody") ||
            (wishes_guess(incoming->desk->library, language, words, &guess) && guess.who));
}

/* "Giulia is a friend, could you set us up with a game?" */
static bool asks_to_do(const struct incoming *incoming, const struct game *game, const char *words)
{
    const struct lexicon *lexicon = language_lexicon(incoming->answer.wording.language, game);

    return phrase_is_request(lexicon, words, strlen(words)) &&
           !phrase_asks(lexicon, words, strlen(words));
}

/* "Can a goblin carry two things": about what one of the games has. */
static bool is_about_thing(const struct incoming *incoming, const char *words)
{
    const struct lexicon *asking = language_commands(incoming->answer.wording.language);
    const struct game *const *games = library_games(incoming->desk->library);
    struct tell tell;

    while (*games && !tell_names_thing(teller_of(incoming, *games, &tell), words))
        games++;
    return *games && (phrase_asks(asking, words, strlen(words)) ||
                      phrase_asks_leave(asking, words, strlen(words)));
}

/* About time, rules, a thing of a game, or a game that is named, help has a text of its own. */
static bool is_helped_surely(const struct incoming *incoming, const char *words)
{
    const struct game *const *games = library_games(incoming->desk->library);
    const struct game *named = titles_within(incoming->desk->library, words);
    char key[SENTENCE_KEY_BYTES] = "";
    struct tell tell;

    if (named)
        return !looks_for_somebody(incoming, words) && !asks_to_do(incoming, named, words);
    return (*games && tell_help_find(teller_of(incoming, *games, &tell), words, key) &&
            (text_equal(key, "help.time") || text_equal(key, "help.rules"))) ||
           is_about_thing(incoming, words);
}

/* What no help is on may be for the others: "Giulia, where are you from?" */
static void tell_no_help(struct incoming *incoming, const char *topic)
{
    incoming_tell(incoming, "talk.help-none", "topic", topic, NULL);
    if (incoming->position && incoming->known->seat && strchr(topic, ' '))
        incoming_offer_text(incoming, "say", topic);
}

/* "How does one play with the expansion?": what is chosen when a game is made. */
static bool tell_options(struct incoming *incoming, const char *question)
{
    const struct wording *wording = &incoming->answer.wording;
    const struct game *const *games = library_games(incoming->desk->library);
    struct option_said said;
    OWN(buf) with = {0}, level = {0};

    while (*games &&
           !option_words_said(language_sentences(wording->language), *games, question, &said))
        games++;
    if (!*games)
        return false;
    buf_printf(&with, "with %s", said.exact);
    buf_printf(&level, "against easy with %s", said.exact);
    SAY(incoming, "talk.help-option", "game", wording_title(wording, *games));
    incoming_offer(incoming, "practice", *games, buf_text(&level));
    incoming_offer(incoming, "challenge", *games, buf_text(&with));
    return true;
}

/* What a newcomer asks beside his name: how to begin he is shown anyhow. */
static enum rc help_newcomer(struct incoming *incoming, const char *question, struct err *err)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    char topic[TOPIC_BYTES];
    bool told = phrase_is_at_a_loss(words, question, strlen(question));

    if (!told)
        TRY(asked_answer_parts(incoming, question, &told, err));
    text_copy(topic, sizeof topic, question);
    if (!told)
        incoming_tell(incoming, "talk.help-later", "topic", topic, NULL);
    return RC_OK;
}

/* "What happens if I draw?", asked outside: is an order of a game meant that he plays? */
static enum rc is_about_order(struct incoming *incoming, const char *question, bool *is,
                              struct err *err)
{
    struct ledger_rows rows =
        ledger_games_of_player(incoming->desk->ledger, incoming->known->sender, err);

    for (struct ledger_game_row row; ledger_next(&rows, &row);) {
        const struct game *game =
            row.status == LEDGER_OVER ? NULL : library_game(incoming->desk->library, row.engine);
        char key[SENTENCE_KEY_BYTES];
        struct tell tell;

        *is |= game && tell_help_find(teller_of(incoming, game, &tell), question, key) &&
               (text_starts_with(key, "help.order.") || text_starts_with(key, "help.verb."));
    }
    return ledger_end(&rows);
}

/* Outside a game: what is asked of the place, or may be wished there. */
static enum rc help_in_lobby(struct incoming *incoming, const char *question, bool *helped,
                             struct err *err)
{
    enum help_guess guessed = HELP_NONE;
    bool of_order = false;

    if (!requests_says(incoming->answer.wording.language, question, "wish.play"))
        TRY(is_about_order(incoming, question, &of_order, err));
    if (of_order)
        return RC_OK; /* help_in_games tells it */
    if (!phrase_is_at_a_loss(language_commands(incoming->answer.wording.language), question,
                             strlen(question))) {
        if (strchr(question, ' '))
            TRY(help_topics_guess(incoming, question, false, &guessed, err));
    } else if (incoming->known->sender) {
        *helped = true;
        return joining_show_games(incoming, err);
    }
    *helped |= guessed != HELP_NONE;
    return RC_OK;
}

/* Of the listed topics those of which no game tells: "play" is what cards are, too. */
static bool is_of_the_place(const char *topic)
{
    return !text_equal(topic, "move") && !text_equal(topic, "time") && !text_equal(topic, "rules");
}

static enum rc run_help(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    const char *listed = command_words_topic(words, arguments);
    const bool is_topic = listed, in_game = incoming->position;
    char topic[TOPIC_BYTES];
    bool helped = false, is_sure;

    if (!*arguments)
        help_topics_list(incoming);
    if (!*arguments || commands_offer_vacation(incoming, arguments, false))
        return RC_OK;
    if (command_words_ask_leave(words, arguments)) {
        help_topics_leave(incoming);
        return RC_OK;
    }
    if (!in_game && ((!is_topic && !strchr(arguments, ' ') && /* "challenge" is an attack, too */
                      help_topics_command(incoming, arguments)) ||
                     tell_options(incoming, arguments)))
        return RC_OK;
    is_sure = is_topic || is_helped_surely(incoming, arguments);
    if (!is_sure)
        TRY(asked_answer(incoming, arguments, in_game ? ASKED_NEARLY_SO : ASKED_SURELY, &helped,
                         err));
    is_sure |= helped;
    if (incoming->fate.signed_up && !is_sure)
        return help_newcomer(incoming, arguments, err);
    if (!in_game && !is_sure)
        TRY(help_in_lobby(incoming, arguments, &helped, err));
    if (!helped && !(is_topic && is_of_the_place(listed)))
        TRY(help_in_games(incoming, arguments, &helped, err));
    helped |= help_topics_tell(incoming, arguments);
    helped = helped || help_topics_command(incoming, arguments);
    text_copy(topic, sizeof topic, arguments); /* a long question is told in part */
    if (!helped)
        tell_no_help(incoming, topic);
    return RC_OK;
}

/* ---- rule, glossary ---- */

/* The catalogue's lines as one, without its marks. */
static void add_clause(struct incoming *incoming, const char *text)
{
    OWN(buf) line = {0};

    for (; *text; text++) {
        bool breaks = *text == '\n';

        if (text[0] == '*' && text[1] == '*') {
            text++;
            continue;
        }
        if (breaks && text[1] == '\0')
            break;
        if (!breaks || text[1] != ' ')
            buf_put_char(&line, breaks ? ' ' : *text);
    }
    buf_put(&line, "");
    incoming_add(incoming, buf_text(&line));
}

/* A clause as the catalogue has it, before what help says of it in the reader's language. */
static enum rc run_rule(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct desk *desk = incoming->desk;
    char folder[CONFIG_TEXT_BYTES], clause[CLAUSE_BYTES];
    const struct game *game = NULL;
    OWN(buf) lines = {0};
    struct text text = text_in(folder, sizeof folder);
    struct tell tell;
    enum rc rc;

    text_copy(clause,
              strcspn(arguments, " ,.;") + 1 < sizeof clause ? strcspn(arguments, " ,.;") + 1
                                                             : sizeof clause,
              arguments);
    for (char *c = clause; *c; c++)
        *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
    clauses_folder(desk->config->templates, &text);
    rc = clauses_find(folder, library_games(desk->library), clause, &lines, &game, err);
    if (rc == RC_OK) {
        buf_put(&lines, "");
        add_clause(incoming, buf_text(&lines));
        buf_clear(&lines);
        tell_glossary(teller_of(incoming, game, &tell), clause, &lines);
        buf_put(&lines, "");
        add_lines(incoming, &lines);
    } else if (rc == RC_NOT_FOUND) {
        err_clear(err);
        incoming_tell(incoming, "talk.rule-none", "clause", clause, NULL);
        rc = RC_OK;
    }
    return rc;
}

static enum rc run_glossary(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct game *const *games = library_games(incoming->desk->library);

    (void)err;
    (void)arguments;
    for (; *games; games++) {
        OWN(buf) lines = {0};
        struct tell tell;

        if (incoming->position && incoming->position->played != *games)
            continue;
        tell_glossary(teller_of(incoming, *games, &tell), NULL, &lines);
        buf_put(&lines, "");
        add_lines(incoming, &lines);
    }
    return RC_OK;
}

/* ---- games: where is it my move ---- */

static void put_others(const struct wording *wording, const struct position *position,
                       int64_t player, bool asked_only, struct buf *out)
{
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        if (position->player[seat] == player || !wording->player[seat] ||
            (asked_only && !adjudicate_is_asked(position, seat)))
            continue;
        BUF_PUT(out, out->length ? ", " : "", wording->player[seat]);
    }
}

static void put_asked(const struct wording *wording, const struct position *position,
                      int64_t player, struct buf *out)
{
    OWN(buf) text = {0};

    if (position->is_frozen || position->waits) {
        WORDING(wording, out, position->is_frozen ? "desk.is-frozen" : "desk.is-lost", "n", "");
        return;
    }
    for (unsigned i = 0; i < position->timing.open_count; i++) {
        const struct timing_open *open = &position->timing.open[i];

        if (position->player[open->seat] != player || open->due_s == TIMING_NEVER)
            continue;
        if (position->timing.pause_s) {
            WORDING(wording, out, "talk.asked-paused", "n", "");
            return;
        }
        wording_time(wording, timing_deadline(open), &text);
        WORDING(wording, out, "desk.asked-until", "due", buf_text(&text));
        return;
    }
    if (position->phase == POSITION_OVER) {
        WORDING(wording, out, "desk.is-over", "n", "");
        return;
    }
    put_others(wording, position, player, true, &text);
    WORDING(wording, out, "desk.waits", "others", buf_text(&text));
}

static enum rc add_game(struct incoming *incoming, int64_t game, struct err *err)
{
    struct answering_names names = {0};
    OWN(buf) others = {0}, asked = {0}, line = {0};
    struct position *position;
    struct wording wording;

    TRY(position_get(incoming->desk, game, &position, err));
    TRY(answering_wording(incoming->desk, position, incoming->person.language, &names, &wording,
                          err));
    wording.zone = answering_zone(&incoming->person, position);
    put_others(&wording, position, incoming->known->sender, false, &others);
    put_asked(&wording, position, incoming->known->sender, &asked);
    WORDING(&wording, &line, others.length ? "desk.game-line" : "desk.game-line-alone", "title",
            wording_title(&wording, position->played), "game", TEXT_INT(game), "others",
            buf_text(&others), "asked", buf_text(&asked));
    incoming_add(incoming, buf_text(&line));
    return RC_OK;
}

static enum rc run_games(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct ledger_rows rows =
        ledger_games_of_player(incoming->desk->ledger, incoming->known->sender, err);
    unsigned count = 0;

    (void)arguments;
    for (struct ledger_game_row row; ledger_next(&rows, &row);)
        if (row.status != LEDGER_OVER) {
            rows.rc = add_game(incoming, row.game, err);
            count++;
        }
    TRY(ledger_end(&rows));
    TRY(incoming_see_game(incoming, err));
    if (count)
        return RC_OK;
    incoming_say(incoming, "desk.no-games", (const char *)NULL);
    return offers_ask_practice(incoming, err);
}

/* ---- legal ---- */

/* In the reader's own words, unless he may write the exact ones only. */
static void add_legal(struct incoming *incoming, const struct order *order)
{
    const struct position *position = incoming->position;
    OWN_WIPED(buf) shown = {0};
    struct tell tell;
    TEXT_IN(text, line, ORDER_TEXT_BYTES);

    position->played->text->write_order(position_rulebook(position), NULL, order, ORDER_FULL,
                                        &text);
    buf_put(&shown, "  ");
    if (incoming->person.strict)
        buf_put(&shown, line);
    else
        tell_order(wording_tell(&incoming->answer.wording, &tell), position_rulebook(position),
                   incoming->known->seat, line, &shown);
    incoming_add(incoming, buf_text(&shown));
}

static bool hurts_own(const struct position *position, const struct order *order)
{
    const struct game_rules *rules = position->played->rules;

    return rules->hurts_own && rules->hurts_own(position_state(position), order);
}

static enum rc run_legal(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct position *position = incoming->position;
    OWN_MEMORY struct order *list = malloc(LEGAL_MAX * sizeof *list); /* legal fills it */
    OWN(buf) heading = {0};
    bool alike = false;
    unsigned count;

    (void)arguments;
    if (position_wants_luck(position, incoming->known->seat))
        return incoming_tell(incoming, "talk.luck-wanted", "n", "", NULL);
    FAIL_IF(!list, err, RC_NO_MEMORY, "no memory for a list of orders");
    count = position->played->rules->legal(position_rulebook(position), position_state(position),
                                           incoming->known->seat, list);
    for (unsigned i = 0; i < count; i++)
        alike |= position->played->text->kinds[list[i].kind].flags & ORDER_ALIKE;
    WORDING(&incoming->answer.wording, &heading,
            !count  ? "desk.legal-none"
            : alike ? "desk.legal-alike"
                    : "desk.legal-count",
            "n", TEXT_INT(count));
    incoming_add(incoming, buf_text(&heading));
    value_set_flag(incoming->answer.map, "legal_told", true);
    for (unsigned apart = 0, told = 0; apart < 2; apart++)
        for (unsigned i = 0; i < count; i++)
            if (hurts_own(position, &list[i]) == apart) {
                if (apart && told++ == 0)
                    incoming_tell(incoming, "desk.legal-own", "n", "", NULL);
                add_legal(incoming, &list[i]);
            }
    return RC_OK;
}

/* ---- luck ---- */

/* Nobody else may say it for him. */
#define LUCK_NONE "none"

static enum rc give_luck(struct incoming *incoming, const char *words, const struct hash *sealed,
                         struct err *err)
{
    struct position_letter letter = {incoming->known->id, incoming->known->arrived_s,
                                     &incoming->known->raw_hash};
    struct adjudication adjudication = {.desk = incoming->desk,
                                        .position = incoming->position,
                                        .seat = incoming->known->seat,
                                        .letter = &letter};
    unsigned answered;
    const bool none = text_equal_folded(words, LUCK_NONE);

    TRY(adjudicate_luck(&adjudication,
                        sealed ? ENTRY_LUCK_SEALED
                        : none ? ENTRY_LUCK_REFUSED
                               : ENTRY_LUCK_WORDS,
                        words, sealed, err));
    return adjudicate_table(incoming->desk, incoming->position, &answered, err);
}

static enum rc run_luck(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct position *position = incoming->position;
    const char *say = NULL, *flaw;
    struct hash commitment;
    bool sealed = held_read_sealed(arguments, &commitment, &flaw);

    arguments = *arguments ? arguments : "luck";
    if (position->is_frozen)
        say = "desk.frozen";
    else if (position->waits)
        say = "desk.lost";
    else if (flaw)
        say = flaw;
    else if (position->phase != POSITION_LUCK)
        say = "desk.luck-late";
    else if (position->luck[incoming->known->seat] != ENTRY_LUCK_NONE)
        say = "desk.luck-twice";
    else if (strlen(arguments) > LUCK_WORDS_MAX)
        say = "desk.luck-long";
    else if (incoming_is_older(incoming, position_since(position, incoming->known->seat)))
        return RC_OK;
    if (say || sealed)
        incoming_say(incoming, say ? say : "desk.luck-sealed", (const char *)NULL);
    else /* word for word, so that he knows them again */
        incoming_say(incoming, "talk.luck-is", "words", arguments, (const char *)NULL);
    return say ? RC_OK : give_luck(incoming, arguments, sealed ? &commitment : NULL, err);
}

/* ---- settings ---- */

static enum rc change(struct incoming *incoming, const char *kind, const char *value,
                      struct err *err)
{
    char key[SENTENCE_KEY_BYTES];
    struct err own = {0};
    OWN(buf) setting = {0}, exact = {0};
    enum rc rc = people_change(incoming->desk, incoming->known->sender, kind, value, &own);

    if (rc == RC_BAD_INPUT)
        return incoming_tell_form(incoming);
    FAIL_IF(rc != RC_OK, err, rc, own.text);
    TRY(people_get(incoming->desk, incoming->known->sender, &incoming->person, err));
    incoming->answer.wording.language =
        library_language(incoming->desk->library, incoming->person.language);
    buf_printf(&exact, "%s %s", kind, value);
    command_words_show(language_commands(incoming->answer.wording.language), buf_text(&exact),
                       &setting);
    snprintf(key, sizeof key, "desk.set.%s.%s", kind, value); /* what grammar wants said whole */
    if (!sentences_find(language_sentences(incoming->answer.wording.language), key))
        text_copy(key, sizeof key, text_equal(kind, "language") ? "desk.set-language" : "desk.set");
    return incoming_say(incoming, key, "setting", buf_text(&setting), (const char *)NULL);
}

/* What holds now, and how it is changed; false: it is no setting that has few values. */
static bool tell_setting(struct incoming *incoming, const char *form)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    const char *kind = incoming->command->name, *value = people_setting(&incoming->person, kind);
    OWN(buf) exact = {0}, setting = {0};

    if (!value)
        return false;
    buf_printf(&exact, "%s %s", kind, value);
    command_words_show(words, buf_text(&exact), &setting);
    SAY(incoming, "desk.set-now", "setting", buf_text(&setting), "form", form);
    return true;
}

/* Settings are called as their commands. */
static enum rc run_setting(struct incoming *incoming, const char *arguments, struct err *err)
{
    OWN(buf) form = {0};

    incoming_show_form(incoming, incoming->command, &form);
    if (!*arguments && tell_setting(incoming, buf_text(&form)))
        return RC_OK;
    return change(incoming, incoming->command->name, arguments, err);
}

void commands_tell_order_name(struct incoming *incoming)
{
    if (meaning_is_order_word(incoming->desk->library, incoming->answer.wording.language,
                              incoming->person.name))
        incoming_say(incoming, "talk.name-is-order", "name", incoming->person.name,
                     (const char *)NULL);
}

/* The name that others see from now on. */
static enum rc run_name(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct err own = {0};
    enum rc rc = *arguments
                     ? renamed_player(incoming->desk, incoming->known->sender, arguments, &own)
                     : RC_OK;

    if (rc == RC_EXISTS || rc == RC_BAD_INPUT)
        incoming_say(incoming, "talk.name-not", "name", incoming->person.name, (const char *)NULL);
    else if (rc != RC_OK)
        return ERR(err, rc, own.text);
    else
        rc = people_get(incoming->desk, incoming->known->sender, &incoming->person, err);
    if (rc == RC_OK) {
        incoming_say(incoming, "talk.name-is", "name", incoming->person.name, (const char *)NULL);
        commands_tell_order_name(incoming);
    }
    return rc == RC_EXISTS || rc == RC_BAD_INPUT ? RC_OK : rc;
}

static enum rc run_signature(struct incoming *incoming, const char *arguments, struct err *err)
{
    if (!incoming->person.key[0] && !text_equal_folded(arguments, "off"))
        return incoming_tell(incoming, "talk.signature-no-key", "n", "", NULL);
    return change(incoming, "signature", arguments, err);
}

static void tell_languages(struct incoming *incoming, bool asks)
{
    const struct language *language;
    OWN(buf) form = {0}, shown = {0};

    for (size_t i = 0; (language = library_language_at(incoming->desk->library, i)) != NULL; i++)
        buf_printf(&form, i ? "|%s" : "%s", language_code(language));
    command_words_show(language_commands(incoming->answer.wording.language), "language ", &shown);
    buf_put(&shown, buf_text(&form));
    if (!asks || !tell_setting(incoming, buf_text(&shown)))
        incoming_say(incoming, "desk.set-wrong", "form", buf_text(&shown), (const char *)NULL);
}

static enum rc run_language(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct language *language =
        library_language_named(incoming->desk->library, arguments, true);

    if (!language) {
        tell_languages(incoming, !*arguments);
        return RC_OK;
    }
    return change(incoming, "language", language_code(language), err);
}

/* A player who has no seat here, by the words that begin there; "" = none. */
static enum rc name_at(const struct incoming *incoming, const char *at,
                       char name[ANSWERING_NAME_BYTES], struct err *err)
{
    enum { WORDS = 3 };
    int64_t player = 0;

    for (unsigned words = WORDS; words && !player; words--) {
        size_t length = 0;

        for (unsigned i = 0; i < words && at[length]; i++)
            length += (i > 0) + strcspn(at + length + (i > 0), " ,.!?");
        text_copy(name, length < ANSWERING_NAME_BYTES ? length + 1 : 1, at);
        TRY(people_by_name(incoming->desk, name, &player, err));
        for (unsigned seat = 1; seat <= incoming->position->genesis.seats; seat++)
            player = player == incoming->position->player[seat] ? 0 : player;
    }
    *name = player ? *name : '\0';
    return RC_OK;
}

/* The new player in "Dora", "Dora for Bea", "put Dora in Bea's place", where Bea stays away; nobody
 * in "for Bea". */
static enum rc take_successor(const struct incoming *incoming, const char *arguments,
                              char name[ANSWERING_NAME_BYTES], struct err *err)
{
    *name = '\0';
    for (const char *at = arguments; *at && !*name; at += strspn(at, " ,.!?")) {
        TRY(name_at(incoming, at, name, err));
        at += strcspn(at, " ,.!?");
    }
    if (!*name && !press_named_seats(incoming, arguments))
        text_copy(name, ANSWERING_NAME_BYTES, arguments);
    return RC_OK;
}

/* "replacement", and for the host "replacement NAME". */
static enum rc run_replacement(struct incoming *incoming, const char *arguments, struct err *err)
{
    char name[ANSWERING_NAME_BYTES];
    unsigned vacant;

    TRY(away_replacement(incoming, arguments, &vacant, err));
    if (!vacant)
        return RC_OK;
    TRY(take_successor(incoming, arguments, name, err));
    if (*name)
        return offers_give_seat(incoming, vacant, name, err);
    return incoming_tell(incoming, "talk.host-name", "player", incoming_name(incoming, vacant),
                         NULL);
}

/* Whoever wants no more letters hears what he can stop. Nothing is stopped by it, nor resigned. */
static enum rc run_unsubscribe(struct incoming *incoming, const char *arguments, struct err *err)
{
    (void)arguments;
    (void)err;
    add_sentence(incoming, "talk.unsubscribe");
    if (*incoming->desk->config->keeper)
        incoming_tell(incoming, "talk.unsubscribe-keeper", "keeper", incoming->desk->config->keeper,
                      NULL);
    return RC_OK;
}

const struct command commands[] = {
#define X(key, name, arguments, who, when, about, takes, behind, run)                              \
    {                                                                                              \
        name,                                                                                      \
        arguments,                                                                                 \
        COMMAND_##who,                                                                             \
        COMMAND_##when,                                                                            \
        COMMAND_ABOUT_##about,                                                                     \
        COMMAND_BEHIND_##behind,                                                                   \
        run},
    COMMANDS(X)
#undef X
        {.name = NULL},
};

/* A game is called by any of its names, wherever a command wants one. */
static enum rc run_named(struct incoming *incoming, const struct command *command,
                         const char *arguments, struct err *err)
{
    OWN(buf) exact = {0};

    if (!strstr(command->arguments, "GAME"))
        return command->run(incoming, arguments, err);
    titles_put(incoming->desk->library, arguments, &exact);
    buf_put(&exact, "");
    TRY(buf_rc(&exact, err));
    return command->run(incoming, buf_text(&exact), err);
}

enum rc commands_run(struct incoming *incoming, const struct command *command,
                     const char *arguments, struct err *err)
{
    const struct position *position = incoming->position;
    const char *why = NULL;

    if (command->when == COMMAND_GOING && incoming->lines.flags & INCOMING_PREVIEW)
        why = "talk.command-not-tried";
    else if (command->when == COMMAND_GOING && position && position->is_frozen)
        why = "desk.frozen";
    else if (command->when == COMMAND_GOING && position && position->waits)
        why = "desk.lost";
    else if (command->when == COMMAND_GOING && position && position->phase == POSITION_OVER)
        why = "desk.game-over";
    incoming->command = command;
    if (!why)
        return run_named(incoming, command, arguments, err);
    return incoming_tell(incoming, why, "command", command->name, NULL);
}

const struct command *commands_find(const char *line, const char **arguments)
{
    return command_find(commands, line, arguments);
}
