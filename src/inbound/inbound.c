/* SPDX-License-Identifier: MIT */
/* Takes one letter in: its row, its steps, its one outcome, its answer. The steps themselves are
 * in the inbound_*.c files. */
#include "inbound/inbound.h"

#include <stdio.h>

#include "outbound/outbox.h"
#include "outbound/audience.h"
#include "ledger/derived.h"
#include "ledger/work.h"
#include "inbound/inbound_p.h"
#include "server/vault.h"
#include "commands/commands.h"
#include "commands/consent.h"
#include "commands/forum_answer.h"
#include "commands/standing_letter.h"
#include "commands/status.h"

/* Is there anything to tell beside "received" (I6)? */
static bool answer_is_wanted(const struct incoming *incoming)
{
    if (!incoming->answer.wanted || !incoming->known->read.kind.may_answer)
        return false;
    return !incoming->known->read.kind.no_bare_receipt ||
           incoming->fate.outcome != LEDGER_ACCEPTED ||
           (incoming->position && adjudicate_is_asked(incoming->position, incoming->known->seat));
}

static enum rc queue_answer(struct incoming *incoming, struct err *err)
{
    struct outbox_letter letter = incoming_answer_letter(incoming);

    letter.address = incoming->known->read.mail.from.address;
    letter.facts.asked_clock = incoming->asked_clock;
    if (!incoming->known->sender)
        value_set_text(incoming->answer.map, "speak",
                       language_code(incoming->answer.wording.language));
    return outbox_put(incoming->desk, &letter, NULL, err);
}

/* What the reader was last told of; news begin there. */
static enum rc note_head(struct incoming *incoming, struct err *err)
{
    int64_t shown, out;

    TRY(ledger_shown(incoming->desk->ledger, incoming->known->game, (int)incoming->known->seat,
                     &shown, &out, err));
    incoming_learn(incoming)->head_before = shown < 0 ? 0 : shown;
    return RC_OK;
}

enum rc inbound_settle(struct incoming *incoming, struct err *err)
{
    bool answered;

    TRY(standing_tell(incoming, err));
    consent_tell(incoming);
    if (incoming->fate.wants_status)
        TRY(status_add(incoming, err));
    TRY(limits_settle(incoming, err));
    answered = answer_is_wanted(incoming);
    if (incoming->position && incoming->known->seat)
        TRY(note_head(incoming, err));
    TRY(values_rc(incoming->answer.values, err));
    if (incoming->position)
        TRY(adjudicate_settle(incoming->desk, incoming->position, err));
    if (answered && incoming->known->read.post.kind != FORUM_POST_NONE)
        TRY(forum_answer(incoming, &answered, err));
    else if (answered)
        TRY(queue_answer(incoming, err));
    if (incoming->position)
        TRY(audience_tell(incoming->desk, incoming->position,
                          answered && incoming->known->sender && !incoming->answer.hold_s
                              ? incoming->known->seat
                              : 0,
                          err));
    return RC_OK;
}

/* ---- rows ---- */

/* The box of the raw bytes, unless the reading has it already. */
static enum rc close_raw(struct desk *desk, const struct inbound_letter *in, int64_t taken_s,
                         struct reading *reading, int64_t *key, struct err *err)
{
    char column[READING_COLUMN_BYTES];
    struct vault_place place;

    TRY(reading_place(desk, in->source, in->source_id, taken_s, column, &place, err));
    TRY(vault_key_id(desk, place.owner, key, err));
    if (reading->box.length && reading->box_month == place.owner.subject)
        return RC_OK;
    buf_clear(&reading->box);
    return reading_close_raw(desk, &place, in, &reading->box, err);
}

static enum rc put_letter(struct desk *desk, const struct inbound_letter *in,
                          struct reading *reading, int64_t *id, int64_t *repeat_of, struct err *err)
{
    struct ledger_letter row = {.source = in->source,
                                .source_id = in->source_id,
                                .message_key = {reading->key.at, HASH_BYTES},
                                .arrived_s = in->arrived_s,
                                .taken_s = desk_now(desk)};

    TRY(ledger_next_id(desk->ledger, LEDGER_LETTERS_IN, &row.id, err));
    TRY(ledger_letter_by_message(desk->ledger, row.message_key, &row.repeat_of, err));
    TRY(close_raw(desk, in, row.taken_s, reading, &row.key, err));
    row.raw_box = vault_bytes(&reading->box);
    TRY(ledger_letter_put(desk->ledger, &row, err));
    *id = row.id;
    *repeat_of = row.repeat_of;
    return RC_OK;
}

/* ---- one letter ---- */

/* What the answer says of the words, beside the board. */
static void put_told(const struct incoming *incoming, struct buf *told)
{
    const struct value *paragraphs = incoming->answer.paragraphs, *lines = incoming->answer.lines;
    const char *message = value_get_text(value_get(incoming->answer.map, "message"));

    buf_printf(told, "%s%s", message, *message ? "\n" : "");
    for (size_t i = 0; i < value_count(paragraphs); i++)
        buf_printf(told, "%s\n", value_get_text(value_at(paragraphs, i)));
    for (size_t i = 0; i < value_count(lines); i++) {
        const char *reason = value_get_text(value_get(value_at(lines, i), "reason"));

        buf_printf(told, "%s%s", reason, *reason ? "\n" : "");
    }
}

static enum rc process(struct desk *desk, const struct inbound_letter *in, struct reading *reading,
                       int64_t id, struct ledger_outcome *outcome, struct err *err)
{
    struct incoming_known known = {.id = id, .arrived_s = in->arrived_s, .raw_hash = reading->raw};
    struct incoming incoming = {
        .desk = desk,
        .in = in,
        .known = &known,
        .commands = commands,
        .answer = {.values = values_new()},
        .fate = {.outcome = LEDGER_OUTCOME_COUNT, .sections = LEDGER_OUTCOME_COUNT}};
    enum rc rc;

    incoming_read(&incoming, reading); /* it is the incoming letter's now */
    if (!known.read.mail.message_id)   /* not read, not classified */
        known.read.kind.may_answer = true;
    incoming.answer.map = value_map(incoming.answer.values);
    incoming.answer.written = value_map(incoming.answer.values);
    incoming.answer.lines = value_set_list(incoming.answer.map, "lines");
    incoming.answer.paragraphs = value_set_list(incoming.answer.map, "paragraphs");
    incoming.answer.wording.language = library_language(desk->library, NULL);
    rc = inbound_go(&incoming, err);
    if (rc == RC_OK && incoming.fate.outcome == LEDGER_OUTCOME_COUNT)
        rc = ERR(err, RC_BUG, "a letter came to no outcome");
    THEN(rc, inbound_settle(&incoming, err));
    if (rc == RC_OK && in->told)
        put_told(&incoming, in->told);
    outcome->kind = incoming.fate.outcome;
    outcome->reason = incoming.fate.reason ? incoming.fate.reason : "";
    outcome->player = known.sender;
    outcome->game = known.game;
    outcome->seat = (int)known.seat;
    incoming_fini(&incoming);
    return rc;
}

/* In a part of the change, so that a letter which cannot be dealt with leaves no trace but its
 * outcome. A change that has no parts fails as a whole, and is made again with them. */
static enum rc process_apart(struct desk *desk, const struct inbound_letter *in,
                             struct reading *reading, int64_t id, struct ledger_outcome *outcome,
                             struct err *err)
{
    struct err own = {0};
    enum rc rc, dropped;

    if (ledger_in_group(desk->ledger))
        return process(desk, in, reading, id, outcome, err);
    TRY(desk_part_begin(desk, err));
    rc = process(desk, in, reading, id, outcome, &own);
    if (rc == RC_OK)
        return desk_part_keep(desk, err);
    dropped = desk_part_drop(desk, err);
    if (dropped != RC_OK)
        return dropped;
    FAIL_IF(rc_class(rc) == RC_CLASS_TEMPORARY, err, rc, own.text);
    log_error(&desk->log, LOG_ERROR, "letter-set-aside", &own);
    *outcome = (struct ledger_outcome){.kind = LEDGER_SET_ASIDE, .reason = rc_name(rc)};
    return RC_OK;
}

/* A practice opponent writes the same letter again for a question that is still open: what came to
 * nothing is dealt with now. */
static enum rc was_in_vain(struct desk *desk, const struct reading *reading, int64_t repeat_of,
                           bool *vain, struct err *err)
{
    struct ledger_letter_row row = {0};
    struct person person = {0};
    int64_t player = 0, address;

    TRY(reading->mail.message_id
            ? people_by_address(desk, reading->mail.from.address, &player, &address, err)
            : RC_OK);
    if (player)
        TRY(people_get(desk, player, &person, err));
    if (person.practice[0])
        TRY(ledger_one(ledger_letter_get(desk->ledger, repeat_of, err), &row));
    *vain = person.practice[0] &&
            (row.outcome.kind == LEDGER_ASKED || row.outcome.kind == LEDGER_IGNORED ||
             row.outcome.kind == LEDGER_SET_ASIDE);
    return RC_OK;
}

static enum rc decide(struct desk *desk, const struct inbound_letter *in, struct reading *reading,
                      int64_t id, int64_t repeat_of, struct ledger_outcome *outcome,
                      struct err *err)
{
    bool anew = in->again || !repeat_of;

    if (!anew)
        TRY(was_in_vain(desk, reading, repeat_of, &anew, err));
    if (reading->crashed && !reading->mail.message_id)
        *outcome = (struct ledger_outcome){.kind = LEDGER_SET_ASIDE, .reason = "crashed"};
    else if (!anew && !reading->crashed)
        *outcome = (struct ledger_outcome){.kind = LEDGER_REPEAT, .reason = "same-message-id"};
    else
        return process_apart(desk, in, reading, id, outcome, err);
    return RC_OK;
}

void inbound_log(const struct desk *desk, const struct inbound_result *result)
{
    char letter[TEXT_INT_BYTES], game[TEXT_INT_BYTES], seat[TEXT_INT_BYTES];
    char player[TEXT_INT_BYTES];

    if (result->known)
        return;
    LOG(&desk->log, LOG_INFO, "letter-in", "letter", text_of_int(letter, result->letter), "outcome",
        ledger_outcome_name(result->outcome), "reason", result->reason[0] ? result->reason : NULL,
        "game", result->game ? text_of_int(game, result->game) : NULL, "seat",
        result->seat ? text_of_int(seat, result->seat) : NULL, "player",
        result->player ? text_of_int(player, result->player) : NULL, "message_id",
        result->message_id[0] ? result->message_id : NULL);
}

static enum rc take_new(struct desk *desk, const struct inbound_letter *in, struct reading *reading,
                        struct inbound_result *result, struct ledger_outcome *outcome,
                        struct err *err)
{
    int64_t repeat_of = 0;

    if (!reading->made)
        TRY(reading_make(desk, in, meaning_reads, reading, err));
    TRY(put_letter(desk, in, reading, &result->letter, &repeat_of, err));
    if (reading->mail.message_id)
        text_copy(result->message_id, sizeof result->message_id, reading->mail.message_id);
    return decide(desk, in, reading, result->letter, repeat_of, outcome, err);
}

static enum rc take_unknown(struct desk *desk, const struct inbound_letter *letter,
                            struct reading *reading, struct inbound_result *result, struct err *err)
{
    struct ledger_outcome outcome = {0};

    TRY(take_new(desk, letter, reading, result, &outcome, err));
    outcome.letter = result->letter;
    outcome.at_s = desk_now(desk);
    TRY(ledger_outcome_put(desk->ledger, &outcome, err));
    result->outcome = outcome.kind;
    result->game = outcome.game;
    result->seat = (unsigned)outcome.seat;
    result->player = outcome.player;
    text_copy(result->reason, sizeof result->reason, outcome.reason);
    return RC_OK;
}

enum rc inbound_take(struct desk *desk, const struct inbound_letter *letter,
                     struct reading *reading, struct inbound_result *result, struct err *err)
{
    int64_t id = 0;
    enum rc rc = ledger_letter_by_source(desk->ledger, letter->source, letter->source_id, &id, err);

    *result = (struct inbound_result){.known = id != 0, .letter = id};
    if (rc == RC_OK && !id)
        rc = take_unknown(desk, letter, reading, result, err);
    reading_fini(reading);
    return rc;
}

/* ---- once more ---- */

enum { AGAIN_MOST = 100 };

/* "12/1", "12/2": each time it is a letter of its own. */
static enum rc name_again(struct desk *desk, int64_t letter, char source_id[64], struct err *err)
{
    int64_t known = 1;

    for (unsigned k = 1; known && k < AGAIN_MOST; k++) {
        snprintf(source_id, 64, "%lld/%u", (long long)letter, k);
        TRY(ledger_letter_by_source(desk->ledger, "requeue", source_id, &known, err));
    }
    return known ? ERR(err, RC_CONFLICT, "it was dealt with often enough") : RC_OK;
}

enum rc inbound_again(struct desk *desk, int64_t letter, struct inbound_result *result,
                      struct err *err)
{
    struct inbound_letter again = {.source = "requeue", .again = true};
    struct ledger_rows rows = ledger_letter_get(desk->ledger, letter, err);
    struct ledger_letter_row row = {0};
    struct reading reading = {0};
    OWN_WIPED(buf) raw = {0};
    char source_id[64];
    bool is_bounce = false;

    while (ledger_next(&rows, &row))
        is_bounce = text_equal(row.outcome.reason, letter_class_name(LETTER_BOUNCE));
    TRY(ledger_end(&rows));
    if (row.outcome.kind == LEDGER_ACCEPTED || row.outcome.kind == LEDGER_PART)
        return ERR(err, RC_CONFLICT, "its orders were carried out; once more would be twice");
    FAIL_IF(is_bounce, err, RC_CONFLICT, "what came back was counted; once more would be twice");
    if (row.outcome.kind == LEDGER_OUTCOME_COUNT)
        return ERR(err, RC_CONFLICT, "it waits to be dealt with");
    TRY(reading_raw(desk, letter, &raw, err));
    TRY(name_again(desk, letter, source_id, err));
    again.source_id = source_id;
    again.arrived_s = row.letter.arrived_s;
    again.raw = buf_text(&raw);
    again.length = raw.length;
    return inbound_take(desk, &again, &reading, result, err);
}

enum rc inbound_quarantine(struct desk *desk, int64_t letter, struct err *err)
{
    struct ledger_outcome outcome = {.letter = letter,
                                     .at_s = desk_now(desk),
                                     .kind = LEDGER_SET_ASIDE,
                                     .reason = "administrator"};
    struct ledger_letter_row row = {0};

    TRY(ledger_one(ledger_letter_get(desk->ledger, letter, err), &row));
    if (row.outcome.kind == LEDGER_SET_ASIDE)
        return ledger_aside_leave(desk->ledger, letter, outcome.at_s, err);
    FAIL_IF(row.outcome.kind != LEDGER_OUTCOME_COUNT, err, RC_CONFLICT,
            "it was dealt with already: ", ledger_outcome_name(row.outcome.kind));
    return ledger_outcome_put(desk->ledger, &outcome, err);
}
