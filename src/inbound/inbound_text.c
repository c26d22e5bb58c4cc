/* SPDX-License-Identifier: MIT */
/* Steps: the text of a letter, its words for commands, several orders in a line. */

#include "letter/subject.h"
#include "play/held.h"
#include "play/reply.h"
#include "commands/commands.h"
#include "commands/consent.h"
#include "commands/offers.h"
#include "commands/offers_ask.h"
#include "commands/picks.h"
#include "commands/press.h"
#include "inbound/headings.h"
#include "inbound/inbound_p.h"
#include "commands/asked_answer.h"
#include "commands/member_words.h"
#include "commands/requests.h"
#include "commands/seat_names.h"
#include "commands/tournament_words.h"
#include "commands/wishes.h"
#include "rules/phrase.h"
#include "rules/understand.h"
#include "server/titles.h"
#include "tell/command_words.h"
#include "tell/said_words.h"

/* ---- what can be wrong with the text as a whole ---- */

static const struct {
    const char *reason, *sentence;
} flaws[LETTER_FLAW_COUNT] = {
    [LETTER_TOO_BIG] = {"too-big", "desk.too-big"},
    [LETTER_TOO_DEEP] = {"too-deep", "desk.too-deep"},
    [LETTER_TOO_MANY_PARTS] = {"too-many-parts", "desk.too-deep"},
    [LETTER_NO_TEXT] = {"no-text", "desk.no-text"},
    [LETTER_ENCRYPTED] = {"encrypted", "desk.encrypted"},
};

/* ---- the writer's own name ---- */

/* Whatever he is called: in our books, in his mail program, in his address. */
static void mark_names(struct incoming *incoming)
{
    const struct letter_address *from = &incoming->known->read.mail.from;
    OWN_MEMORY char *local = strndup(from->address, strcspn(from->address, "@+"));

    orders_flag_name(&incoming->lines, incoming->person.name);
    orders_flag_name(&incoming->lines, from->name);
    for (char *c = local; c && *c; c++)
        if (strchr("._0123456789", *c))
            *c = ' ';
    orders_flag_name(&incoming->lines, local ? local : "");
}

/* What he would have to write, if he means what his name means here. */
static void tell_name(struct incoming *incoming, const char *line)
{
    const struct position *position = incoming->position;
    const struct lexicon *lexicon;
    struct order order = {0};
    char exact[ORDER_TEXT_BYTES];
    OWN(buf) shown = {0};
    struct text text;
    struct tell tell;
    bool asks;

    if (!inbound_like_order(incoming, line, strlen(line)))
        return;
    lexicon = language_lexicon(incoming->answer.wording.language, position->played);
    if (phrase_read(position->played, position_rulebook(position), lexicon, incoming->known->seat,
                    line, strlen(line), &order, &asks, NULL) != VERDICT_DONE)
        return;
    text_init(&text, exact, sizeof exact);
    position->played->text->write_order(position_rulebook(position), NULL, &order, ORDER_FULL,
                                        &text);
    tell_order(wording_tell(&incoming->answer.wording, &tell), position_rulebook(position),
               incoming->known->seat, exact, &shown);
    if (shown.length) /* none that this game could say so far */
        incoming_tell(incoming, "talk.own-name", "name", line, "order", buf_text(&shown), NULL);
}

/* The last block of a letter, where it is signed: a name there is no order,
 * unless it is all that the letter says. */
static void drop_names(struct incoming *incoming)
{
    const struct orders_in *orders = &incoming->lines;
    size_t first = orders->count - 1;

    if (orders->count < 2)
        return;
    while (first > 0 && !orders->line[first].after_blank)
        first--;
    first -= first > 0 && orders->line[first - 1].closes; /* a blank line below "Cheers," */
    for (size_t i = orders->count; i-- > first;) {
        const struct order_line *line = &orders->line[i];
        bool signs = line->closes || (i && line[-1].closes);

        if (!line->is_name && !line->below)
            continue;
        if (!line->is_name || !signs)
            tell_name(incoming, line->text);
        incoming_drop_line(incoming, i);
    }
}

enum rc step_text(struct incoming *incoming, bool *goes_on, struct err *err)
{
    enum letter_flaw flaw = incoming->in->huge ? LETTER_TOO_BIG : incoming->known->read.mail.flaw;

    (void)err;
    if (incoming->in->cut && flaw == LETTER_WHOLE)
        incoming_tell(incoming, "talk.letter-cut", "n", "", NULL);
    drop_names(incoming);
    if (incoming->known->read.mail.calendar && !incoming->lines.count) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_IGNORED, "calendar-answer", NULL);
    } else if (flaw != LETTER_WHOLE) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, flaws[flaw].reason, flaws[flaw].sentence);
    } else if (incoming->lines.cut) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "too-many-lines", "desk.too-many-lines");
    }
    return RC_OK;
}

/* ---- words for commands ---- */

static void put_line(struct order_line *line, const char *text)
{
    char *own = strdup(text);

    if (!own)
        return; /* it stays as it was written */
    free(line->text);
    line->text = own;
}

/* Of a letter that has no line: make this its one line. */
static enum rc set_line(struct orders_in *orders, const char *text, struct err *err)
{
    struct order_line *line = calloc(1, sizeof *line);
    char *own = strdup(text);

    if (!line || !own) {
        free(line);
        free(own);
        return ERR(err, RC_NO_MEMORY, "no memory for the orders of a letter");
    }
    *line = (struct order_line){.text = own, .line = 1, .column = 1};
    free(orders->line);
    orders->line = line;
    orders->count = 1;
    return RC_OK;
}

/* An order in the subject of a letter that says nothing else: no answer to a letter of ours, whose
 * subject would stand there. */
static enum rc take_subject(struct incoming *incoming, const struct meaning_reader *reader,
                            struct err *err)
{
    const char *subject = incoming->known->read.mail.subject, *arguments;
    struct order_line *line = &(struct order_line){.line = 1, .column = 1};
    OWN(buf) exact = {0};
    bool meant;

    if (incoming->lines.count || incoming->lines.flags || !subject || !*subject ||
        strlen(subject) >= ORDERS_LINE_BYTES || subject_bare(subject) != subject)
        return RC_OK;
    line->text = (char *)(uintptr_t)subject;
    meant = meaning_is_order(reader, subject, strlen(subject)) ||
            headings_begins(incoming->desk, subject) ||
            meaning_command(reader, subject, &arguments) ||
            meaning_take_words(reader, line, &exact);
    if (!meant)
        return RC_OK;
    TRY(set_line(&incoming->lines, subject, err));
    if (incoming->known->read.mail.flaw == LETTER_NO_TEXT)
        incoming_learn(incoming)->read.mail.flaw = LETTER_WHOLE;
    return RC_OK;
}

/* A reply address is found wherever its lines were broken. */
static enum rc mask_lines(struct incoming *incoming, struct buf *all, struct err *err)
{
    size_t at = 0;

    buf_clear(all);
    for (size_t i = 0; i < incoming->lines.count; i++)
        buf_printf(all, "%s\n", incoming->lines.line[i].text);
    if (all->length && !all->failed)
        reply_mask(incoming->desk, all->at);
    for (size_t i = 0; i < incoming->lines.count && !all->failed; i++) {
        const size_t length = strlen(incoming->lines.line[i].text);

        memcpy(incoming->lines.line[i].text, all->at + at, length);
        at += length + 1;
    }
    return buf_rc(all, err);
}

/* Put the parts of a line in its place; each keeps where the line stands in the letter. */
static enum rc put_parts(struct orders_in *orders, size_t i, const struct phrase_part *part,
                         unsigned count, struct err *err)
{
    struct order_line *made = calloc(orders->count + count, sizeof *made);
    bool whole = made != NULL;

    for (unsigned p = 0; p < count && whole; p++) {
        made[i + p] = orders->line[i];
        made[i + p].text = strdup(part[p].text);
        made[i + p].civil = false;
        whole = made[i + p].text != NULL;
    }
    if (!whole) {
        for (unsigned p = 0; p < count && made; p++)
            free(made[i + p].text);
        free(made);
        return ERR(err, RC_NO_MEMORY, "no memory for the orders of a letter");
    }
    memcpy(made, orders->line, i * sizeof *made);
    memcpy(made + i + count, orders->line + i + 1, (orders->count - i - 1) * sizeof *made);
    free(orders->line[i].text);
    free(orders->line);
    orders->line = made;
    orders->count += count - 1;
    return RC_OK;
}

/* "The second one, please" stands for what was offered there. */
static enum rc put_picks(struct incoming *incoming, const struct meaning_reader *reader,
                         struct err *err)
{
    OWN_MEMORY struct phrase_part *part = calloc(PHRASE_PARTS_MAX, sizeof *part);
    enum rc rc = part ? RC_OK : ERR(err, RC_NO_MEMORY, "no memory for the orders of a letter");
    unsigned count = 0;

    if (rc == RC_OK && !incoming->lines.count && incoming->lines.flags == INCOMING_ALL) {
        rc = picks_take(incoming, NULL, false, part, &count, err); /* "all", and no more */
        if (rc == RC_OK && count)
            rc = set_line(&incoming->lines, "", err);
        return rc == RC_OK && count ? put_parts(&incoming->lines, 0, part, count, err) : rc;
    }
    for (size_t i = 0; rc == RC_OK && i < incoming->lines.count; i += count ? count : 1) {
        const char *line = incoming->lines.line[i].text;

        count = 0;
        if (!incoming->lines.line[i].is_name)
            rc = picks_take(incoming, line, meaning_is_order(reader, line, strlen(line)), part,
                            &count, err);
        if (rc == RC_OK && count)
            rc = put_parts(&incoming->lines, i, part, count, err);
    }
    return rc;
}

/* "can I play bert": whom he names among the players. */
static enum rc put_members(struct incoming *incoming, const struct meaning_reader *reader,
                           struct order_line *line, struct err *err)
{
    OWN(buf) named = {0};
    enum rc rc = reader->game || !incoming->known->sender || line->is_name
                     ? RC_OK
                     : offers_put_names(incoming, line->text, &named, err);

    if (rc == RC_OK && named.length)
        put_line(line, buf_text(&named));
    return rc;
}

/* The game that all lines are of which the answered letter offered; NULL: there is none such. */
static enum rc find_offered(const struct incoming *incoming, const struct game **game,
                            struct err *err)
{
    struct picks_proposed proposed;

    *game = NULL;
    TRY(picks_proposed(incoming, &proposed, err));
    for (unsigned i = 0; i < proposed.commands; i++) {
        const struct game *one = titles_within(incoming->desk->library, proposed.line[i]);

        if (!one || (i && one != *game)) {
            *game = NULL;
            break;
        }
        *game = one;
    }
    return RC_OK;
}

/* "Medium, please", "with a real person", to who was asked against whom he plays that game. */
static enum rc put_title(struct incoming *incoming, const struct meaning_reader *reader,
                         struct order_line *line, struct err *err)
{
    const struct library *library = reader->library;
    const struct game *game;
    struct wishes_guess guess;
    OWN(buf) titled = {0}, exact = {0};

    if (reader->game || !incoming->known->sender || line->is_name ||
        commands_find(line->text, &(const char *){NULL}) || titles_within(library, line->text) ||
        (!wishes_guess(library, reader->language, line->text, &guess) && !guess.people))
        return RC_OK;
    TRY(find_offered(incoming, &game, err));
    if (!game)
        return RC_OK;
    buf_printf(&titled, "%s %s", line->text, game->title);
    if (wishes_read(library, reader->language, buf_text(&titled), WISHES_LOBBY, &exact) &&
        titles_within(library, buf_text(&exact)) == game)
        put_line(line, buf_text(&exact));
    return RC_OK;
}

/* "All right then, I'm in, when do we start?": a clause that agrees, whatever stands around it. */
static bool has_yes(const struct meaning_reader *reader, const char *line)
{
    OWN(buf) clause = {0};
    bool agrees = false;

    for (size_t next; *line && !agrees; line += next) {
        buf_clear(&clause);
        buf_put_bytes(&clause, line,
                      phrase_part(language_commands(reader->language), PHRASE_CLAUSES, line,
                                  strlen(line), &next));
        agrees = wishes_agree(reader->library, buf_text(&clause));
    }
    return agrees;
}

/* "Accept! But I only play with the expansion, is that on?", "Agreed, but could we say five days a
 * move?", "I don't want to play, it's too hard", in answer to an invitation; "who is Rosa?
 * is she good?" only asks. */
static bool has_condition(const struct meaning_reader *reader, const struct order_line *line)
{
    static const char ends[] = ".!?";
    const char *sign = strpbrk(line->text, ends), *at = sign;
    bool whole;

    if (!strchr(line->text, '?') &&
        (requests_says(reader->language, line->text, "member.backs-out") ||
         requests_says(reader->language, line->text, "member.later")))
        return true;
    while (at && *at == '?')
        at = strpbrk(at + strspn(at, "? "), ends);
    return strchr(line->text, '?') &&
           ((sign[1] && at) || has_yes(reader, line->text) ||
            command_words_is_yes(language_commands(reader->language), line->text, &whole));
}

enum rc inbound_part_luck(struct incoming *incoming, struct err *err)
{
    const struct meaning_reader reader = inbound_reader(incoming);
    OWN_MEMORY struct phrase_part *part = calloc(PHRASE_PARTS_MAX, sizeof *part);
    enum rc rc = part ? RC_OK : ERR(err, RC_NO_MEMORY, "no memory for the orders of a letter");

    for (size_t i = 0; i < incoming->lines.count && rc == RC_OK && !incoming->person.strict; i++) {
        unsigned count = incoming->lines.line[i].is_name
                             ? 0
                             : meaning_luck(&reader, incoming->lines.line[i].text, part);

        if (count)
            rc = put_parts(&incoming->lines, i, part, count, err);
        i += count > 1 ? count - 1 : 0;
    }
    return rc;
}

/* "ladder 2 Ken"; but "challenge Ken on the ladder" is a sentence. */
static bool is_exact_command(const char *line)
{
    static const char *const sentences[] = {"challenge", "enter",     "join",
                                            "leave",     "standings", "watch"};
    const char *behind = "";
    const struct command *command = commands_find(line, &behind);
    bool begins = false;

    for (size_t i = 0; command && i < sizeof sentences / sizeof *sentences; i++)
        begins |= text_equal(command->name, sentences[i]);
    return command && (!begins || !*behind || strpbrk(behind, "0123456789"));
}

/* "count me in for the Winter Cup", "how good is Ken?" */
static enum rc put_lobby(struct incoming *incoming, struct order_line *line,
                         struct phrase_part part[PHRASE_PARTS_MAX], unsigned *count,
                         struct err *err)
{
    OWN(buf) exact = {0};

    if (is_exact_command(line->text))
        return RC_OK;
    TRY(tournament_words_several(incoming, line->text, part, count, err));
    if (*count)
        return RC_OK;
    TRY(tournament_words_read(incoming, line->text, &exact, err));
    if (!exact.length)
        TRY(member_words_read(incoming, line->text, &exact, err));
    if (exact.length)
        put_line(line, buf_text(&exact));
    return RC_OK;
}

/* "I accept Ken's challenge, and how is that played?": one thing is done, the other answered. */
static enum rc put_asked(struct incoming *incoming, const struct meaning_reader *reader,
                         const char *line, struct phrase_part part[PHRASE_PARTS_MAX],
                         unsigned *count, struct err *err)
{
    const struct lexicon *words = language_commands(reader->language);
    size_t said = meaning_before_question(reader, line, strlen(line), true);
    OWN(buf) first = {0}, asked = {0};

    if (!line[said] || said_holds(language_said(reader->language), SAID_WITHHOLDING, line) ||
        phrase_asks_leave(words, line + said, strlen(line + said)))
        return RC_OK;
    buf_put_bytes(&first, line, said);
    TRY(offers_take_named(incoming, buf_text(&first), part, count, err));
    if (*count && *count < PHRASE_PARTS_MAX && meaning_read_sentence(reader, line + said, &asked) &&
        asked.length < sizeof part->text)
        text_copy(part[(*count)++].text, sizeof part->text, buf_text(&asked));
    return RC_OK;
}

/* "Is there a website?" */
static void put_asked_of_place(const struct incoming *incoming, const struct meaning_reader *reader,
                               struct order_line *line)
{
    OWN_WIPED(buf) exact = {0};

    if (is_exact_command(line->text))
        return;
    if (!meaning_take_words(reader, line, &exact))
        buf_clear(&exact);
    if (!asked_answer_knows(incoming, line->text, buf_text(&exact)))
        return;
    buf_clear(&exact);
    buf_printf(&exact, "help %s", line->text);
    put_line(line, buf_text(&exact));
}

enum rc step_words(struct incoming *incoming, bool *goes_on, struct err *err)
{
    const struct meaning_reader reader = inbound_reader(incoming);
    OWN_WIPED(buf) exact = {0};
    struct phrase_part *part;
    const char *said;
    enum rc rc = take_subject(incoming, &reader, err);

    (void)goes_on;
    THEN(rc, headings_part(incoming, err));
    if (rc != RC_OK)
        return rc;
    mark_names(incoming);
    rc = consent_read(incoming, &reader, err);
    if (incoming->fate.asks_back)
        return rc;
    THEN(rc, put_picks(incoming, &reader, err));
    THEN(rc, inbound_part_luck(incoming, err));
    if (rc != RC_OK)
        return rc;
    part = calloc(PHRASE_PARTS_MAX, sizeof *part);
    for (size_t i = 0; i < incoming->lines.count && !incoming->person.strict; i++) {
        if (incoming->known->offer && has_condition(&reader, &incoming->lines.line[i]))
            continue;
        buf_clear(&exact);
        if (!incoming->lines.line[i].is_name &&
            meaning_respell(&reader, incoming->lines.line[i].text, &exact)) {
            value_set_text(incoming->answer.written, buf_text(&exact),
                           incoming->lines.line[i].text);
            put_line(&incoming->lines.line[i], buf_text(&exact));
        }
        if (rc == RC_OK && part && !reader.game && !incoming->lines.line[i].is_name) {
            unsigned count = asked_answer_split(incoming, incoming->lines.line[i].text, part);

            if (count > 1) /* what stands behind the first is looked at next */
                rc = put_parts(&incoming->lines, i, part, count, err);
        }
        THEN(rc, put_members(incoming, &reader, &incoming->lines.line[i], err));
        THEN(rc, put_title(incoming, &reader, &incoming->lines.line[i], err));
        if (part && !incoming->lines.line[i].is_name) {
            unsigned count = 0;

            if (rc == RC_OK && !reader.game)
                rc = put_asked(incoming, &reader, incoming->lines.line[i].text, part, &count, err);
            if (rc == RC_OK && !reader.game && !count)
                rc = offers_take_named(incoming, incoming->lines.line[i].text, part, &count, err);
            if (rc == RC_OK && !reader.game && !count)
                rc = put_lobby(incoming, &incoming->lines.line[i], part, &count, err);
            if (!count)
                count = meaning_questions(&reader, incoming->lines.line[i].text, part);
            if (!count && !reader.game)
                put_asked_of_place(incoming, &reader, &incoming->lines.line[i]);
            if (count)
                rc = put_parts(&incoming->lines, i, part, count, err);
        }
        buf_clear(&exact);
        if (!incoming->lines.line[i].is_name &&
            ((reader.game && reader.seat && !commands_find(incoming->lines.line[i].text, &said) &&
              press_told(&incoming->answer.wording, reader.seat, incoming->lines.line[i].text,
                         &exact)) ||
             meaning_take_words(&reader, &incoming->lines.line[i], &exact) ||
             (reader.game && reader.seat && reader.game->show &&
              seat_names_put(&reader, incoming->position, &incoming->answer.wording,
                             incoming->lines.line[i].text, &exact))))
            put_line(&incoming->lines.line[i], buf_text(&exact));
    }
    free(part);
    return rc != RC_OK ? rc : mask_lines(incoming, &exact, err);
}

/* Once it is known who wrote. */
enum rc step_yes(struct incoming *incoming, bool *goes_on, struct err *err)
{
    const struct meaning_reader reader = inbound_reader(incoming);

    if (!incoming->fate.asks_back)
        return RC_OK;
    *goes_on = false;
    return consent_ask_back(incoming, &reader, err);
}

/* ---- several orders in a line ---- */

static bool has_parts(const struct incoming *incoming, const char *line)
{
    struct held_line held;
    bool has =
        held_read(line, strlen(line), &held) == HELD_NONE && !text_starts_with(line, "sign=");

    secret_wipe(&held, sizeof held);
    return has && incoming->position && incoming->known->seat && !incoming->person.strict;
}

/* Is there nothing against an order just now? */
static bool is_legal(const struct incoming *incoming, const struct meaning_reader *reader,
                     const char *line)
{
    const struct position *position = incoming->position;
    struct order order;

    if (!meaning_read_order(reader, line, &order))
        return false;
    order.seat = (uint8_t)reader->seat;
    return position->played->rules->check(position_rulebook(position), position_state(position),
                                          &order, NULL) == VERDICT_DONE;
}

/* "5. thief reveals e1" where a card is asked for first: the number is of no list, and answers. */
static unsigned part_number(const struct incoming *incoming, const struct meaning_reader *reader,
                            size_t i, struct phrase_part part[PHRASE_PARTS_MAX])
{
    const struct order_line *line = &incoming->lines.line[i];
    char number[TEXT_INT_BYTES];

    if (!line->number || (i && line[-1].number + 1 == line->number) ||
        (i + 1 < incoming->lines.count && line[1].number == line->number + 1))
        return 0;
    text_of_int(number, line->number);
    if (is_legal(incoming, reader, line->text) || !is_legal(incoming, reader, number))
        return 0;
    text_copy(part[0].text, sizeof part->text, number);
    text_copy(part[1].text, sizeof part->text, line->text);
    return 2;
}

/* The verb of what is asked where all that may be ordered has the same: "choose"; "" = it has not.
 */
static void find_verb(const struct incoming *incoming, const struct meaning_reader *reader,
                      struct buf *verb)
{
    const struct position *position = incoming->position;
    OWN_MEMORY struct order *list =
        malloc(LEGAL_MAX * sizeof *list); /* legal fills what it counts */
    unsigned count = list ? reader->game->rules->legal(reader->rulebook, position_state(position),
                                                       reader->seat, list)
                          : 0;
    TEXT_IN(text, exact, ORDER_TEXT_BYTES);
    OWN(buf) shown = {0};
    struct tell tell;

    for (unsigned i = 1; i < count; i++)
        if (list[i].kind != list[0].kind)
            return;
    if (!count)
        return;
    reader->game->text->write_order(reader->rulebook, NULL, &list[0], ORDER_FULL, &text);
    tell_order(wording_tell(&incoming->answer.wording, &tell), reader->rulebook, reader->seat,
               exact, &shown);
    buf_put_bytes(verb, buf_text(&shown), strcspn(buf_text(&shown), " "));
}

/* "Paladin, elf, ghost and golem", where each of them is asked for: they need no verb. */
static unsigned part_list(const struct incoming *incoming, const struct meaning_reader *reader,
                          const char *line, struct phrase_part part[PHRASE_PARTS_MAX])
{
    const struct lexicon *words = language_lexicon(reader->language, reader->game);
    unsigned count = 0;
    size_t next = 0;
    OWN(buf) verb = {0}, one = {0};

    if (!inbound_question_is_open(incoming) ||
        !adjudicate_is_asked(incoming->position, reader->seat))
        return 0;
    find_verb(incoming, reader, &verb);
    for (; verb.length && *line && count < PHRASE_PARTS_MAX; line += next) {
        size_t length = phrase_part(words, PHRASE_JOINED, line, strlen(line), &next);

        buf_clear(&one);
        buf_printf(&one, "%s %.*s", buf_text(&verb), (int)length, line);
        if (length && one.length < sizeof part->text &&
            meaning_is_order(reader, buf_text(&one), one.length))
            text_copy(part[count++].text, sizeof part->text, buf_text(&one));
        else if (length && one.length < sizeof part->text && meaning_is_order(reader, line, length))
            text_copy(part[count++].text, length + 1, line);
        else if (length)
            return 0;
    }
    return *line ? 0 : count;
}

/* Answer what is asked beside orders, or say that it was left out. */
static enum rc answer_aside(struct incoming *incoming, const struct meaning_reader *reader,
                            size_t i, struct err *err)
{
    const char *line = incoming->lines.line[i].text, *arguments;
    const struct command *command = NULL;
    OWN(buf) exact = {0};
    enum rc rc = RC_OK;

    incoming->line = i;
    if (meaning_answer(reader, line, &exact))
        command = commands_find(buf_text(&exact), &arguments);
    if (command)
        rc = commands_run(incoming, command, arguments, err);
    else {
        incoming_tell(incoming, "talk.left-out", "text", line, NULL);
        incoming_offer_text(incoming, "say", line);
    }
    incoming_drop_line(incoming, i);
    return rc;
}

static bool are_rivals(const struct incoming *incoming, const struct meaning_reader *reader,
                       const struct phrase_part *part, unsigned count)
{
    OWN_MEMORY void *ahead = count > 1 ? malloc(GAME_STATE_MAX) : NULL;

    return ahead && incoming->position->phase == POSITION_PLAY &&
           understand_are_rivals(reader->game, reader->rulebook,
                                 language_lexicon(reader->language, reader->game), reader->seat,
                                 position_state(incoming->position), part, count, ahead);
}

enum rc step_parts(struct incoming *incoming, bool *goes_on, struct err *err)
{
    struct orders_in *orders = &incoming->lines;
    const struct meaning_reader reader = inbound_reader(incoming);
    OWN_MEMORY struct phrase_part *part = calloc(PHRASE_PARTS_MAX, sizeof *part);
    enum rc rc = part ? RC_OK : ERR(err, RC_NO_MEMORY, "no memory for the orders of a letter");

    for (size_t i = 0; rc == RC_OK && i < orders->count && orders->count < ORDERS_LINES_MAX; i++) {
        const char *line = orders->line[i].text;
        unsigned count;

        if (!has_parts(incoming, line))
            continue;
        count = part_number(incoming, &reader, i, part);
        if (count) { /* what stands behind the number is parted next */
            rc = put_parts(orders, i, part, count, err);
            if (rc == RC_OK)
                orders->line[i + 1].number = 0;
            continue;
        }
        count = meaning_parts(&reader, line, strlen(line), part);
        if (!count && !meaning_is_order(&reader, line, strlen(line)))
            count = part_list(incoming, &reader, line, part);
        if (are_rivals(incoming, &reader, part, count))
            continue; /* he is asked which */
        if (count)
            rc = put_parts(orders, i, part, count, err);
        for (unsigned left = count > 1 ? count : 0; rc == RC_OK && left; left--, i++)
            if (meaning_is_aside(&reader, orders->line[i].text))
                rc = answer_aside(incoming, &reader, i--, err);
        i -= count > 1;
    }
    return rc == RC_OK && incoming->position && incoming->known->seat
               ? inbound_leave_lines(incoming, goes_on, err)
               : rc;
}
