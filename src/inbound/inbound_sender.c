/* SPDX-License-Identifier: MIT */
/* The first steps of a letter: what kind it is, who wrote it, for which seat, and whether he may.
 */

#include "outbound/bounces.h"
#include "outbound/bounced_invitation.h"
#include "outbound/outbox.h"
#include "ledger/facts.h"
#include "ledger/work.h"
#include "play/signature.h"
#include "inbound/inbound_p.h"
#include "server/clock.h"
#include "server/vault.h"
#include "commands/commands.h"
#include "commands/joining.h"
#include "commands/joining_ask.h"
#include "commands/offers_ask.h"
#include "commands/wishes.h"

enum {
    STRANGER_WINDOW_S = 86400,
    STRANGER_ANSWERS = 3 /* in it, to who is not proved (I13); rounds end for who is */
};

/* ---- what kind of letter, from whom, for which seat ---- */

/* Who wrote, as far as the From address tells. */
static enum rc find_sender(struct incoming *incoming, struct err *err)
{
    struct incoming_known *known = incoming_learn(incoming);
    const char *address = known->read.mail.from.address;
    enum rc rc = RC_OK;

    /* An account of the forum in a mail's From line proves nothing, and cannot be answered. */
    if (known->read.post.kind == FORUM_POST_NONE && !incoming->in->told &&
        config_is_account(incoming->desk->config, address))
        known->read.kind.may_answer = false;
    else if (*address)
        rc =
            people_by_address(incoming->desk, address, &known->sender, &known->sender_address, err);
    if (rc == RC_OK && known->sender)
        rc = people_get(incoming->desk, known->sender, &incoming->person, err);
    known->is_proved = inbound_is_sure(incoming);
    known->is_forged = inbound_is_forged(incoming);
    incoming->answer.wording.language =
        library_language(incoming->desk->library, incoming->person.language);
    return rc;
}

/* Its writer hears once that it was not read; a stranger as seldom as ever. */
static enum rc set_aside(struct incoming *incoming, struct err *err)
{
    static const char reason[] = "crashed", sentence[] = "desk.crashed";

    TRY(find_sender(incoming, err));
    if (!incoming->known->sender)
        TRY(incoming_stranger(incoming, reason, sentence, err));
    return incoming_end(incoming, LEDGER_SET_ASIDE, reason,
                        incoming->known->sender ? sentence : NULL);
}

/* The letter was read before its row was written (reading.h). */
enum rc step_letter(struct incoming *incoming, bool *goes_on, struct err *err)
{
    if (incoming->known->read.mail.message_id && !incoming->known->read.crashed)
        return RC_OK;
    *goes_on = false;
    if (incoming->known->read.crashed)
        return set_aside(incoming, err);
    return incoming_end(incoming, LEDGER_IGNORED, "not-a-letter", NULL);
}

enum rc step_token(struct incoming *incoming, bool *goes_on, struct err *err)
{
    (void)goes_on;
    return find_sender(incoming, err);
}

/* Count a bounce against the address that bounced (I3): the keyed bounce address names the letter,
 * a report without it names the address. */
static enum rc count_bounce(struct incoming *incoming, struct err *err)
{
    const struct reading *read = &incoming->known->read;
    const struct letter_report_recipient *to = read->mail.report_recipient;
    bool is_keyed = read->has_token && read->token.kind == TOKEN_BOUNCE;
    int64_t player, address = 0;

    if (read->kind.weight == BOUNCE_NONE)
        return RC_OK;
    if (read->kind.weight == BOUNCE_OURS) /* only who got the letter knows where to report it */
        return is_keyed ? bounces_ours(incoming->desk, read->token.decision, to->address,
                                       *to->diagnostic ? to->diagnostic : to->status, err)
                        : RC_OK;
    if (is_keyed)
        TRY(bounces_find(incoming->desk, read->token.decision, &address, err));
    if (is_keyed && !address && read->kind.weight == BOUNCE_HARD)
        return bounced_invitation(incoming->desk, read->token.decision, err);
    if (!address && read->mail.report_recipient_count)
        TRY(people_by_address(incoming->desk, to->address, &player, &address, err));
    return address ? bounces_count(incoming->desk, address, read->kind.weight, err) : RC_OK;
}

enum rc step_classify(struct incoming *incoming, bool *goes_on, struct err *err)
{
    if (incoming->known->read.kind.kind == LETTER_PERSONAL)
        return RC_OK;
    *goes_on = false;
    incoming_end(incoming, LEDGER_IGNORED, letter_class_name(incoming->known->read.kind.kind),
                 NULL);
    return incoming->known->read.kind.kind == LETTER_BOUNCE ? count_bounce(incoming, err) : RC_OK;
}

static enum rc find_thread(struct incoming *incoming, struct err *err)
{
    struct ledger *ledger = incoming->desk->ledger;
    const char *const *ids = (const char *const *)incoming->known->read.mail.references;
    unsigned count = incoming->known->read.mail.reference_count;
    struct ledger_out row = {0};
    int64_t out = 0;

    if (*incoming->known->read.mail.in_reply_to)
        TRY(ledger_out_by_message(ledger, incoming->known->read.mail.in_reply_to, &out, err));
    while (!out && count-- > 0)
        TRY(ledger_out_by_message(ledger, ids[count], &out, err));
    if (out)
        TRY(ledger_one(ledger_out_get(ledger, out, err), &row));
    if (row.game && row.seat >= 1 && row.seat <= SEATS_MAX) {
        incoming_learn(incoming)->game = row.game;
        incoming_learn(incoming)->seat = (unsigned)row.seat;
        incoming_learn(incoming)->by_thread = true;
    }
    return RC_OK;
}

enum rc incoming_stranger(struct incoming *incoming, const char *reason, const char *sentence,
                          struct err *err)
{
    const char *address = incoming->known->read.mail.from.address;
    bool may = false;
    struct hash hash;
    int64_t count;
    OWN(buf) titles = {0};

    TRY(vault_lookup(incoming->desk, "rate", address, strlen(address), &hash, err));
    TRY(ledger_rate_count(incoming->desk->ledger, hash.at, desk_now(incoming->desk),
                          STRANGER_WINDOW_S, &count, err));
    if ((count > STRANGER_ANSWERS && !inbound_is_sure(incoming)) || !*address ||
        !incoming->known->read.kind.may_answer)
        return incoming_end(incoming, LEDGER_IGNORED, "stranger-again", NULL);
    TRY(joining_may_answer(incoming, &may, err));
    if (may && text_equal(sentence, "desk.stranger"))
        joining_ask_name(incoming);
    if (may) {
        incoming_end(incoming, LEDGER_ANSWERED, reason, NULL);
        offers_put_titles(incoming->desk, &incoming->answer.wording, &titles);
        SAY(incoming, sentence, "games", buf_text(&titles));
        if (count == STRANGER_ANSWERS && !inbound_is_sure(incoming))
            incoming_tell(incoming, "talk.strangers-last", "n", "", NULL);
    }
    return RC_OK;
}

static bool looks_tokened(const struct incoming *incoming)
{
    struct token token;

    for (unsigned i = 0; i < incoming->known->read.mail.recipient_count; i++) {
        const char *at = strrchr(incoming->known->read.mail.recipient[i], '@');

        if (letter_same_mailbox(incoming->known->read.mail.recipient[i],
                                incoming->desk->config->address) &&
            at &&
            memchr(incoming->known->read.mail.recipient[i], '+',
                   (size_t)(at - incoming->known->read.mail.recipient[i])))
            return true;
        if (token_read_address(incoming->known->read.mail.recipient[i], &token))
            return true;
    }
    return false;
}

/* A token that is not ours, or altered: whoever guesses is soon not answered any more. */
static enum rc refuse_token(struct incoming *incoming, struct err *err)
{
    bool quiet;

    TRY(limits_bad_token(incoming, &quiet, err));
    if (!incoming->known->sender)
        return incoming_stranger(incoming, "unknown-token", "desk.unknown-token", err);
    if (quiet)
        incoming_end(incoming, LEDGER_IGNORED, "token-guessed", NULL);
    else
        incoming_end(incoming, LEDGER_REJECTED, "unknown-token", "desk.unknown-token");
    incoming->fate.understood = true; /* no loop: another token each time */
    return RC_OK;
}

/* A reply is not older than what it answers, whatever the mail host's clock says. How far behind
 * that is, is kept for the administrator. */
static enum rc find_arrival(struct incoming *incoming, struct err *err)
{
    const struct incoming_known *known = incoming->known;
    const struct token *token = &known->read.token;
    struct ledger_rows rows;
    struct ledger_entry row;
    int64_t made_s;

    if (!incoming->position || !known->read.has_token || token->kind != TOKEN_REPLY ||
        token->entry > incoming->position->chain.number)
        return RC_OK;
    rows = ledger_entries(incoming->desk->ledger, known->game, (int64_t)token->entry, err);
    made_s = ledger_next(&rows, &row) ? row.at_s : 0;
    TRY(ledger_end(&rows));
    if (made_s - known->arrived_s > CLOCK_BEHIND_S)
        TRY(clock_note_behind(incoming->desk, made_s - known->arrived_s, err));
    if (made_s > known->arrived_s)
        incoming_learn(incoming)->arrived_s = made_s;
    return RC_OK;
}

enum rc step_seat(struct incoming *incoming, bool *goes_on, struct err *err)
{
    bool taken = false;

    if (incoming->known->read.has_token && incoming->known->read.token.kind == TOKEN_CONFIRM &&
        !incoming->known->read.token.game && incoming->known->read.token.seat != JOINING_NOTHING) {
        *goes_on = false;
        return joining_confirm(incoming, err);
    }
    if (incoming->known->read.has_token && incoming->known->read.token.kind == TOKEN_WATCH) {
        *goes_on = false;
        return watching_tap(incoming, err);
    }
    if (incoming->known->read.has_token && incoming->known->read.token.kind == TOKEN_PLAYER &&
        incoming->known->sender == incoming->known->read.token.decision) {
        incoming_learn(incoming)->offer = incoming->known->read.token.seat == TOKEN_OF_LETTER
                                              ? 0
                                              : incoming->known->read.token.entry;
        incoming_learn(incoming)->commands_only = true;
        return RC_OK;
    }
    if (incoming->known->read.has_token && (incoming->known->read.token.kind == TOKEN_REPLY ||
                                            incoming->known->read.token.kind == TOKEN_CONFIRM)) {
        incoming_learn(incoming)->game = incoming->known->read.token.game;
        incoming_learn(incoming)->seat = incoming->known->read.token.seat;
    } else if (looks_tokened(incoming)) {
        *goes_on = false;
        return refuse_token(incoming, err);
    } else
        TRY(find_thread(incoming, err));
    TRY(incoming_see_game(incoming, err));
    if (incoming->position && incoming->known->seat > incoming->position->genesis.seats)
        return ERR(err, RC_BUG, "a token of ours names a seat that is not there");
    TRY(find_arrival(incoming, err));
    if (!incoming->position && !incoming->known->sender) {
        *goes_on = false;
        TRY(joining_stranger(incoming, &taken, err));
        if (taken)
            return RC_OK;
        return incoming_stranger(
            incoming, "stranger",
            joining_wants_out(incoming) ? "talk.unsubscribe-stranger" : "desk.stranger", err);
    }
    incoming_learn(incoming)->commands_only = !incoming->position;
    return RC_OK;
}

/* ---- the sender check (I10) ---- */

/* A Message-ID is no secret: who knows one and forges the sender could order in his name. What
 * anybody may ask goes to the address that is known, and costs nothing. */
static bool asks_only(const struct incoming *incoming)
{
    for (size_t i = 0; i < incoming->lines.count; i++) {
        const char *arguments;
        const struct command *command = commands_find(incoming->lines.line[i].text, &arguments);

        if (!incoming->lines.line[i].civil && (!command || command->who != COMMAND_ANYBODY))
            return false;
    }
    return true;
}

/* Is there reason to think that another wrote? What came through a list was read by many: its
 * token is theirs as well. */
static bool is_doubtful(const struct incoming *incoming)
{
    return incoming->known->read.mail.from_count > 1 || inbound_is_forged(incoming) ||
           (incoming->known->read.kind.through_list && !inbound_is_sure(incoming));
}

static bool is_confirming(const struct incoming *incoming)
{
    return incoming->known->read.has_token && incoming->known->read.token.kind == TOKEN_CONFIRM;
}

/* Where senders can be proved, orders and settings want it alike: our mail system's results with a
 * reply address, that they passed without one. Who confirms has read the registered address. */
static bool lacks_proof(const struct incoming *incoming)
{
    if (!incoming->desk->config->authserv[0] || inbound_is_sure(incoming) || asks_only(incoming) ||
        is_confirming(incoming))
        return false;
    return !incoming->known->read.has_token || !inbound_has_results(incoming);
}

/* Its player lent the seat: he alone knows its tokens beside the house. */
static bool plays_lent(const struct incoming *incoming)
{
    const struct replay *replay = incoming->position->replay;
    const unsigned seat = incoming->known->seat;

    return replay_is_lent(replay, seat) &&
           replay_lent_until(replay, seat, NULL) >= desk_now(incoming->desk);
}

static bool sender_fits(const struct incoming *incoming)
{
    return incoming->known->sender &&
           (incoming->known->sender == incoming->position->player[incoming->known->seat] ||
            (incoming->known->by_house && plays_lent(incoming))) &&
           !is_doubtful(incoming) && !(incoming->known->read.has_token && lacks_proof(incoming)) &&
           (!incoming->known->by_thread || inbound_is_sure(incoming) || asks_only(incoming));
}

/* Does every line carry the seat's own signature? Then no address need fit (I10). */
static enum rc all_are_signed(struct incoming *incoming, bool *all, struct err *err)
{
    struct signature signing;

    *all = incoming->lines.count > 0;
    for (size_t i = 0; i < incoming->lines.count && *all; i++) {
        const char *line = incoming->lines.line[i].text;

        TRY(signature_read(incoming->desk, incoming->position, incoming->known->seat, line,
                           strlen(line), &signing, err));
        *all = signing.good;
    }
    if (*all) { /* it is he, whatever he wrote from */
        incoming_learn(incoming)->sender = incoming->position->player[incoming->known->seat];
        TRY(people_get(incoming->desk, incoming->known->sender, &incoming->person, err));
    }
    return RC_OK;
}

/* Did the sender have the seat when the letter that he answers was written, and has no more? */
static enum rc had_seat(const struct incoming *incoming, bool *left, struct err *err)
{
    int64_t player = 0;
    enum rc rc = RC_OK;

    if (incoming->known->sender && incoming->known->read.has_token &&
        incoming->known->read.token.kind == TOKEN_REPLY)
        rc = ledger_seat_holder(incoming->desk->ledger, incoming->known->game,
                                (int)incoming->known->seat,
                                (int64_t)incoming->known->read.token.entry, &player, err);
    *left = rc == RC_OK && player && player == incoming->known->sender &&
            player != incoming->position->player[incoming->known->seat];
    return rc;
}

/* A practice opponent is sent no letter, so that nobody but the house knows the tokens of its seat
 * since it sits there: no mail system need prove them. */
static enum rc find_house(struct incoming *incoming, struct err *err)
{
    const struct incoming_known *known = incoming->known;
    int64_t holder = 0;
    enum rc rc;

    if (!known->read.has_token || known->read.token.kind != TOKEN_REPLY || !known->sender ||
        !incoming->position || !incoming->person.practice[0])
        return RC_OK;
    incoming_learn(incoming)->by_house = plays_lent(incoming);
    if (known->by_house || !incoming->position->house[known->seat])
        return RC_OK;
    rc = ledger_seat_holder(incoming->desk->ledger, known->game, (int)known->seat,
                            (int64_t)known->read.token.entry, &holder, err);
    incoming_learn(incoming)->by_house = rc == RC_OK && holder == known->sender;
    return rc;
}

/* Why the seat's player is asked: what he can see for himself, if there is something. */
static enum rc ask_seat(struct incoming *incoming, struct err *err)
{
    if (incoming->known->sender != incoming->position->player[incoming->known->seat]) {
        TRY(inbound_ask_owner(incoming, "other-sender", "desk.confirm", err));
        if (incoming->known->sender && !is_doubtful(incoming) && !lacks_proof(incoming))
            SAY(incoming, "talk.other-seat", "n", "");
        return RC_OK;
    }
    if (incoming->known->read.kind.through_list)
        return inbound_ask_owner(incoming, "through-list", "talk.confirm-list", err);
    if (is_doubtful(incoming) || (incoming->known->read.has_token && lacks_proof(incoming)))
        return inbound_ask_owner(incoming, "other-sender", "talk.confirm", err);
    return inbound_ask_owner(incoming, "thread-alone", "talk.confirm-thread", err);
}

enum rc step_sender(struct incoming *incoming, bool *goes_on, struct err *err)
{
    bool by_key = false, left;
    enum rc rc;

    TRY(find_house(incoming, err));
    if (incoming->known->sender && incoming->person.banned) {
        *goes_on = false;
        return incoming_end(incoming, LEDGER_IGNORED, "banned", NULL);
    }
    if (!incoming->position && incoming->known->sender && !is_confirming(incoming) &&
        (is_doubtful(incoming) || lacks_proof(incoming))) {
        *goes_on = false;
        return incoming->known->read.kind.through_list
                   ? inbound_ask_owner(incoming, "through-list", "talk.confirm-list", err)
                   : inbound_ask_owner(incoming, "other-sender", "talk.confirm", err);
    }
    if (!incoming->position || sender_fits(incoming))
        return bounces_forgive(incoming->desk, incoming->known->sender_address, err);
    rc = all_are_signed(incoming, &by_key, err);
    if (rc != RC_OK || by_key)
        return rc;
    *goes_on = false;
    if ((incoming->known->by_thread &&
         incoming->known->sender != incoming->position->player[incoming->known->seat]) ||
        !incoming->position->player[incoming->known->seat]) {
        if (!incoming->known->sender)
            return incoming_stranger(incoming, "stranger", "desk.stranger", err);
        return incoming_end(incoming, LEDGER_REJECTED, "not-your-seat", "desk.not-your-seat");
    }
    if (incoming->person.practice[0]) { /* the player of the seat was back before it */
        return incoming_end(incoming, LEDGER_IGNORED, "not-lent", NULL);
    }
    rc = had_seat(incoming, &left, err);
    if (rc != RC_OK || !left)
        return rc == RC_OK ? ask_seat(incoming, err) : rc;
    return incoming_end(incoming, LEDGER_REJECTED, "seat-left", "talk.seat-left");
}

/* ---- what guards the account itself ---- */

/* His addresses would be another's, or what he signs: asked once more, unless it is certain that he
 * wrote. Who lost a letter to somebody must not lose "signature" with it: that is always asked. So
 * is asked what he sets by the plain address, where anybody writes under any name. */
static const char *guarding_question(const struct incoming *incoming, const char *line)
{
    static const char guard[] = "talk.confirm-guard";
    const char *arguments;
    const struct command *command = commands_find(line, &arguments);

    if (!command || incoming->fate.by_confirm)
        return NULL;
    if (text_equal(command->name, "signature") && incoming->person.signs &&
        text_equal_folded(arguments, "off"))
        return guard;
    if (inbound_is_sure(incoming))
        return NULL;
    if (text_equal(command->name, "address") && *arguments)
        return guard;
    if (!*arguments && *command->arguments && *command->arguments != '[')
        return NULL; /* it only asks for what is missing */
    return command->who == COMMAND_ACCOUNT && !incoming->known->read.has_token
               ? "talk.confirm-setting"
               : NULL;
}

/* The whole letter waits: what it orders besides must not be done now and again when confirmed. */
enum rc step_guard(struct incoming *incoming, bool *goes_on, struct err *err)
{
    for (size_t i = 0; i < incoming->lines.count && incoming->known->sender; i++) {
        const char *question = guarding_question(incoming, incoming->lines.line[i].text);

        if (!question)
            continue;
        *goes_on = false;
        return inbound_ask_owner(incoming, "account", question, err);
    }
    return RC_OK;
}

/* ---- "confirm": the letter that was asked about is read again as the seat's own ---- */

/* "confirm" first, or "yes please" and nothing else. */
static bool says_yes(const struct incoming *incoming)
{
    bool yes = false;

    if (incoming->lines.count && text_equal_folded(incoming->lines.line[0].text, "confirm"))
        return true;
    for (size_t i = 0; i < incoming->lines.count; i++) {
        const struct order_line *line = &incoming->lines.line[i];
        bool agrees = wishes_agree(incoming->desk->library, line->text);

        if (!agrees && !line->civil)
            return false;
        yes |= agrees;
    }
    return yes;
}

static enum rc reread(struct incoming *incoming, struct err *err)
{
    OWN_WIPED(buf) raw = {0};
    OWN(reading) reading = {0};
    enum rc rc = reading_raw(incoming->desk, incoming->known->read.token.decision, &raw, err);

    incoming_learn(incoming)->confirms = incoming->known->read.token.decision;
    THEN(rc,
         reading_parts(incoming->desk, buf_text(&raw), raw.length, meaning_reads, &reading, err));
    if (rc == RC_OK) {
        char *id = reading.mail.message_id; /* the answer goes to the letter that confirmed */

        reading.mail.message_id = incoming->known->read.mail.message_id;
        incoming_learn(incoming)->read.mail.message_id = id;
        reading.kind = incoming->known->read.kind;
        incoming_read(incoming, &reading);
    }
    THEN(rc, step_words(incoming, &(bool){true}, err));
    incoming->fate.by_confirm = rc == RC_OK;
    return rc;
}

enum rc step_confirm(struct incoming *incoming, bool *goes_on, struct err *err)
{
    if (!incoming->known->read.has_token || incoming->known->read.token.kind != TOKEN_CONFIRM)
        return RC_OK;
    if (!says_yes(incoming)) {
        *goes_on = false;
        return incoming_end(incoming, LEDGER_ANSWERED, "not-confirmed", "talk.confirm-word");
    }
    if (incoming->known->read.token.game ||
        incoming->known->read.token.entry == (uint64_t)incoming->known->sender)
        return reread(incoming, err);
    *goes_on = false;
    return incoming_end(incoming, LEDGER_ANSWERED, "not-confirmed", "desk.confirm-none");
}
