/* SPDX-License-Identifier: MIT */
/* Step: luck, by a seat's first letter after the roster. */

#include "play/held.h"
#include "commands/requests.h"
#include "inbound/inbound_p.h"
#include "rules/phrase.h"
#include "seal/encode.h"
#include "tell/said_words.h"

/* The letter itself is its writer's luck. */
enum rc inbound_give_letter(struct incoming *incoming, struct err *err)
{
    struct position_letter letter = {incoming->known->id, incoming->known->arrived_s,
                                     &incoming->known->raw_hash};
    struct adjudication adjudication = {.desk = incoming->desk,
                                        .position = incoming->position,
                                        .seat = incoming->known->seat,
                                        .letter = &letter,
                                        .letter_told = incoming->fate.letter_told};
    const char *id = incoming->known->read.mail.message_id;
    char words[BASE32_HASH_BYTES];
    enum rc rc;

    luck_of_message(id, strlen(id), words);
    rc = adjudicate_luck(&adjudication, ENTRY_LUCK_LETTER, words, NULL, err);
    incoming->fate.letter_told = adjudication.letter_told;
    return rc;
}

/* The line "luck/2 sealed COMMITMENT", as postern-proof prints it; it is no order. */
static bool take_sealed_luck(struct incoming *incoming, struct hash *commitment)
{
    char name[SEAL_NAME_MAX + 1];
    struct held_line held;

    seal_name_write(SEAL_LUCK, incoming->known->seat, 0, name);
    for (size_t i = 0; i < incoming->lines.count; i++) {
        const char *line = incoming->lines.line[i].text;

        if (held_read(line, strlen(line), &held) != HELD_SEALED || held.flaw ||
            !text_equal(held.name, name))
            continue;
        *commitment = held.commitment;
        incoming_drop_line(incoming, i);
        return true;
    }
    return false;
}

static bool has_flawed_seal(const struct incoming *incoming)
{
    struct held_line held;
    bool flawed = false;

    for (size_t i = 0; i < incoming->lines.count && !flawed; i++) {
        const char *line = incoming->lines.line[i].text;

        flawed = held_read(line, strlen(line), &held) == HELD_SEALED && held.flaw;
    }
    return flawed;
}

/* A question is no luck, nor who does not know what to do; all other words are, as orders are and a
 * letter without a word. */
static bool is_no_luck(const struct incoming *incoming, bool words_only)
{
    const struct language *language = incoming->answer.wording.language;
    const struct lexicon *lexicon = language_lexicon(language, incoming->position->played);
    bool is = words_only && incoming->fate.understood;

    for (size_t i = 0; i < incoming->lines.count && words_only && !is; i++) {
        const char *line = incoming->lines.line[i].text;

        is = strchr(line, '?') ||
             (phrase_asks(lexicon, line, strlen(line)) && /* "what does luck mean" */
              requests_says(language, line, "command.luck")) ||
             phrase_is_at_a_loss(lexicon, line, strlen(line)) ||
             phrase_says(lexicon, line, strlen(line), PHRASE_NEGATION) ||
             said_holds(language_said(language), SAID_WITHHOLDING, line);
    }
    return is;
}

/* What may be meant as an order is asked back, whatever luck it gave. */
static bool is_near_order(const struct incoming *incoming)
{
    const struct meaning_reader reader = inbound_reader(incoming);
    bool is = false;

    for (size_t i = 0; i < incoming->lines.count && !is; i++) {
        const char *line = incoming->lines.line[i].text;

        is = meaning_is_near(&reader, line, strlen(line));
    }
    return is;
}

/* Who greets does not know yet that his letter is asked for luck. */
static bool is_greeting(const struct incoming *incoming)
{
    bool greets = incoming->fate.greeted;

    for (size_t i = 0; i < incoming->lines.count; i++)
        greets |= incoming->lines.line[i].greets;
    return greets && !incoming->fate.understood;
}

enum rc step_luck(struct incoming *incoming, bool *goes_on, struct err *err)
{
    struct position_letter letter = {incoming->known->id, incoming->known->arrived_s,
                                     &incoming->known->raw_hash};
    struct adjudication adjudication = {.desk = incoming->desk,
                                        .position = incoming->position,
                                        .seat = incoming->known->seat,
                                        .letter = &letter};
    struct hash sealed;
    unsigned answered;
    bool words_only;

    if (!position_wants_luck(incoming->position, incoming->known->seat) ||
        (incoming->lines.flags & INCOMING_PREVIEW))
        return RC_OK;
    words_only = !inbound_has_order(incoming) && !is_near_order(incoming);
    if (has_flawed_seal(incoming)) /* whoever meant to seal it would have given it away */
        return RC_OK;
    if (words_only && is_greeting(incoming)) {
        *goes_on = false;
        return incoming_end(incoming, LEDGER_ANSWERED, "greeting", "talk.greeting");
    }
    if (is_no_luck(incoming, words_only)) {
        *goes_on = !incoming->lines.count;
        if (incoming->lines.count)
            incoming_end(incoming, LEDGER_REJECTED, "luck", "talk.luck-asked");
        return RC_OK;
    }
    if (take_sealed_luck(incoming, &sealed))
        TRY(adjudicate_luck(&adjudication, ENTRY_LUCK_SEALED, NULL, &sealed, err));
    else
        TRY(inbound_give_letter(incoming, err));
    TRY(adjudicate_table(incoming->desk, incoming->position, &answered, err));
    if (words_only || !incoming->lines.count) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_ACCEPTED, "luck",
                     incoming->lines.count ? "talk.luck-words" : "desk.luck-given");
    } else
        incoming_tell(incoming, "desk.luck-given", "n", "", NULL);
    return RC_OK;
}
