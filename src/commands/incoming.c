/* SPDX-License-Identifier: MIT */
/* Holds what is known of a letter on its way, and gathers its answer. The steps that fill it are
 * in src/inbound. */
#include "commands/incoming.h"

#include <stdarg.h>

#include "rules/phrase.h"
#include "tell/command_words.h"
#include "tell/option_words.h"

/* A sentence in the writer's language; false when there is nothing to say. */
static bool write_sentence(const struct incoming *incoming, const char *key, va_list args,
                           struct buf *text)
{
    struct sentence_arg arg[SENTENCE_ARGS_MAX];
    unsigned count = 0;
    const char *name;

    while (count < SENTENCE_ARGS_MAX && (name = va_arg(args, const char *)) != NULL)
        arg[count++] = (struct sentence_arg){name, va_arg(args, const char *)};
    return sentences_write(language_sentences(incoming->answer.wording.language), key, arg, count,
                           text, NULL) == RC_OK ||
           text->length;
}

static bool has_message(const struct incoming *incoming)
{
    return *value_get_text(value_get(incoming->answer.map, "message")) != '\0';
}

/* The first sentence is the answer's, what comes after it are further lines. */
unsigned incoming_say(struct incoming *incoming, const char *key, ...)
{
    OWN(buf) text = {0};
    va_list args;

    va_start(args, key);
    if (write_sentence(incoming, key, args, &text)) {
        if (has_message(incoming))
            incoming_add(incoming, buf_text(&text));
        else
            value_set_text(incoming->answer.map, "message", buf_text(&text));
    }
    va_end(args);
    incoming->answer.wanted = true;
    return RC_OK;
}

/* What the first command said gives way to what became of the letter's orders. */
static void make_room(struct incoming *incoming)
{
    const struct value *later = incoming->answer.paragraphs;
    struct value *said;

    if (!has_message(incoming))
        return;
    said = value_text(incoming->answer.values,
                      value_get_text(value_get(incoming->answer.map, "message")));
    value_set_text(incoming->answer.map, "message", "");
    incoming->answer.paragraphs = value_set_list(incoming->answer.map, "paragraphs");
    value_add(incoming->answer.paragraphs, said);
    for (size_t i = 0; i < value_count(later); i++)
        incoming_add(incoming, value_get_text(value_at(later, i)));
}

unsigned incoming_tell(struct incoming *incoming, const char *key, ...)
{
    OWN_WIPED(buf) text = {0};
    va_list args;

    va_start(args, key);
    if (write_sentence(incoming, key, args, &text))
        incoming_add(incoming, buf_text(&text));
    va_end(args);
    return RC_OK;
}

/* The one number that stands in a text, in figures or words; 0: none, or several. */
static unsigned number_in(const struct incoming *incoming, const char *text)
{
    char clean[PHRASE_BYTES];
    const struct lexicon *words =
        language_lexicon(incoming->answer.wording.language, incoming->position->played);
    int64_t number = 0;
    bool found = false;

    if (!phrase_clean(words, text, strlen(text), clean))
        return 0;
    for (const char *at = clean; *(at += strcspn(at, "0123456789"));) {
        size_t length = strspn(at, "0123456789");

        if (found || !text_to_int(at, length, &number) || number > 999)
            return 0;
        found = true;
        at += length;
    }
    return (unsigned)number;
}

unsigned incoming_days(const struct incoming *incoming, const char *text)
{
    const struct lexicon *words =
        language_lexicon(incoming->answer.wording.language, incoming->position->played);
    unsigned number = number_in(incoming, text);

    if (phrase_says(words, text, strlen(text), PHRASE_ONE_WEEK) && !number)
        number = 1;
    else if (!phrase_says(words, text, strlen(text), PHRASE_WEEK))
        return number;
    return 7 * number;
}

/* Nobody has a stranger's words sent to an address that he forged. */
const char *incoming_subject(const struct incoming *incoming, int64_t player)
{
    return player ? incoming->known->read.mail.subject : "";
}

static struct outbox_facts facts_of(const struct incoming *incoming)
{
    struct outbox_facts facts = incoming->answer.facts;

    facts.player = incoming->known->sender;
    facts.from_n = incoming->known->head_before;
    facts.answers = incoming->known->read.mail.message_id;
    facts.subject = incoming_subject(incoming, facts.player);
    facts.outcome = ledger_outcome_name(incoming->fate.outcome);
    facts.came_s = incoming->answer.came_s ? incoming->answer.came_s : incoming->known->arrived_s;
    return facts;
}

/* While an answer waits, the news of the game come without it. Who writes to a frozen game, of
 * which nothing is signed, gets an answer that is of no game. */
struct outbox_letter incoming_answer_letter(const struct incoming *incoming)
{
    const struct incoming_known *known = incoming->known;
    const struct position *position = incoming->position;
    int64_t hold_s = incoming->answer.hold_s;
    bool in_game = position && !position->is_frozen && known->seat && known->sender &&
                   known->sender == position->player[known->seat];

    return (struct outbox_letter){.kind = in_game ? OUTBOX_ANSWER : OUTBOX_NOTE,
                                  .game = in_game ? known->game : 0,
                                  .seat = in_game ? known->seat : 0,
                                  .n = !in_game ? -1
                                       : hold_s ? known->head_before
                                                : (int64_t)position->chain.number,
                                  .not_before_s = hold_s,
                                  .reply_to = known->id,
                                  .facts = facts_of(incoming),
                                  .values = incoming->answer.map};
}

enum rc incoming_append(struct incoming *incoming, struct entry *entry,
                        const struct position_seal *seal, unsigned count, struct err *err)
{
    struct position_letter letter = {incoming->known->id, incoming->known->arrived_s,
                                     &incoming->known->raw_hash};
    enum rc rc;

    entry->letter = !incoming->fate.letter_told && entry->who >= 1 && entry->who <= SEATS_MAX;
    rc = position_append(incoming->desk, incoming->position, entry, seal, count,
                         entry->who <= SEATS_MAX && entry->who ? &letter : NULL, err);
    incoming->fate.letter_told |= entry->letter;
    return rc;
}

bool incoming_is_older(struct incoming *incoming, int64_t since_s)
{
    if (incoming->known->arrived_s >= since_s || incoming->fate.took_back)
        return false;
    incoming_tell(incoming, "desk.was-before", "n", "", NULL);
    return true;
}

void incoming_add(struct incoming *incoming, const char *paragraph)
{
    value_add(incoming->answer.paragraphs, value_text(incoming->answer.values, paragraph));
    incoming->answer.wanted = true;
}

void incoming_offer_line(struct incoming *incoming, const char *line)
{
    if (!incoming->answer.actions)
        incoming->answer.actions = value_set_list(incoming->answer.map, "offered");
    for (size_t i = 0; i < value_count(incoming->answer.actions); i++)
        if (text_equal(value_get_text(value_at(incoming->answer.actions, i)), line))
            return;
    value_add(incoming->answer.actions, value_text(incoming->answer.values, line));
    incoming->answer.wanted = true;
}

void incoming_offer(struct incoming *incoming, const char *command, const struct game *game,
                    const char *behind)
{
    const struct wording *wording = &incoming->answer.wording;
    const struct lexicon *words = language_commands(wording->language);
    OWN(buf) line = {0};

    command_words_show(words, command, &line);
    if (game) /* no word of a title is one of ours */
        buf_printf(&line, " %s", wording_title(wording, game));
    for (size_t length; *behind; behind += length) {
        char word[OPTIONS_TEXT_BYTES];

        behind += strspn(behind, " ");
        length = strcspn(behind, " ");
        text_copy(word, length + 1 < sizeof word ? length + 1 : sizeof word, behind);
        buf_put_char(&line, ' ');
        if (strchr(word, '='))
            option_words_show(language_sentences(wording->language), game, word, &line);
        else
            command_words_show_value(words, word, &line);
    }
    incoming_offer_line(incoming, buf_text(&line));
}

void incoming_offer_text(struct incoming *incoming, const char *command, const char *text)
{
    OWN(buf) line = {0};

    command_words_show(language_commands(incoming->answer.wording.language), command, &line);
    buf_printf(&line, " %s", text);
    incoming_offer_line(incoming, buf_text(&line));
}

unsigned incoming_end(struct incoming *incoming, enum ledger_outcome_kind outcome,
                      const char *reason, const char *sentence)
{
    incoming->fate.outcome = outcome;
    incoming->fate.reason = reason;
    if (!sentence)
        return RC_OK;
    make_room(incoming);
    return SAY(incoming, sentence, "address", incoming->desk->config->address);
}

const char *incoming_name(const struct incoming *incoming, unsigned seat)
{
    const char *name = seat ? incoming->answer.wording.player[seat] : NULL;

    return name ? name : "?";
}

void incoming_show_form(const struct incoming *incoming, const struct command *command,
                        struct buf *out)
{
    OWN(buf) form = {0};

    buf_printf(&form, "%s%s%s", command->name, *command->arguments ? " " : "", command->arguments);
    command_words_show(language_commands(incoming->answer.wording.language), buf_text(&form), out);
}

unsigned incoming_tell_form(struct incoming *incoming)
{
    OWN(buf) form = {0};

    incoming_show_form(incoming, incoming->command, &form);
    return SAY(incoming, "desk.set-wrong", "form", buf_text(&form));
}

void incoming_drop_line(struct incoming *incoming, size_t i)
{
    struct orders_in *orders = &incoming->lines;

    incoming->dropped++;
    if (i + 1 < orders->count)
        orders->line[i + 1].after_blank |= orders->line[i].after_blank;
    free(orders->line[i].text);
    memmove(&orders->line[i], &orders->line[i + 1], (--orders->count - i) * sizeof orders->line[0]);
}

enum rc incoming_see_game(struct incoming *incoming, struct err *err)
{
    if (incoming->known->game)
        TRY(position_get(incoming->desk, incoming->known->game, &incoming->position, err));
    TRY(answering_wording(incoming->desk, incoming->position, incoming->person.language,
                          &incoming->answer.names, &incoming->answer.wording, err));
    incoming->answer.wording.zone = answering_zone(&incoming->person, incoming->position);
    return RC_OK;
}

struct incoming_known *incoming_learn(struct incoming *incoming)
{
    return (struct incoming_known *)incoming->known; /* const for its readers alone */
}

void incoming_read(struct incoming *incoming, struct reading *reading)
{
    struct incoming_known *known = incoming_learn(incoming);
    struct reading before = known->read;

    before.orders = incoming->lines;
    known->read = *reading;
    incoming->lines = reading->orders;
    known->read.orders = (struct orders_in){0};
    *reading = before;
}

void incoming_fini(struct incoming *incoming)
{
    reading_fini(&incoming_learn(incoming)->read);
    orders_fini(&incoming->lines);
    values_free(incoming->answer.values);
    buf_wipe(&incoming->own);
}
