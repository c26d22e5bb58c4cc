#include "desk/reception.h"

#include <string.h>

#include "desk/outbox.h"
#include "desk/reception_p.h"
#include "desk/vault.h"
#include "ledger/derived.h"
#include "ledger/work.h"

/* Is there anything to tell beside "received" (I6)? */
static bool answer_is_wanted(const struct incoming *incoming)
{
    if (!incoming->answers || !incoming->kind.may_answer)
        return false;
    return !incoming->kind.no_bare_receipt || incoming->outcome != LEDGER_ACCEPTED ||
           (incoming->position && adjudicate_is_asked(incoming->position, incoming->seat));
}

static enum rc queue_answer(struct incoming *incoming, struct err *err)
{
    struct position *position = incoming->position;
    bool in_game = position && incoming->seat &&
                   incoming->sender == position->player[incoming->seat] && incoming->sender;
    struct outbox_letter letter = {.kind = in_game ? OUTBOX_ANSWER : OUTBOX_NOTE,
                                   .game = in_game ? incoming->game : 0,
                                   .seat = in_game ? incoming->seat : 0,
                                   .n = in_game ? (int64_t)position->chain.number : -1,
                                   .from_n = incoming->head_before,
                                   .reply_to = incoming->id,
                                   .message_id = incoming->mail.message_id,
                                   .subject = incoming->mail.subject,
                                   .player = incoming->sender,
                                   .address = incoming->mail.from.address,
                                   .values = incoming->map};

    value_set_text(incoming->map, "outcome_word", ledger_outcome_name(incoming->outcome));
    value_set_int(incoming->map, "came_s", incoming->in->arrived_s);
    return outbox_put(incoming->desk, &letter, NULL, err);
}

/* What the reader was last told of; news begin there. */
static enum rc note_head(struct incoming *incoming, struct err *err)
{
    int64_t shown, out;
    enum rc rc = ledger_shown(incoming->desk->ledger, incoming->game, (int)incoming->seat, &shown,
                              &out, err);

    incoming->head_before = shown < 0 ? 0 : shown;
    return rc;
}

static enum rc settle(struct incoming *incoming, struct err *err)
{
    bool answered = answer_is_wanted(incoming);
    enum rc rc = RC_OK;

    if (incoming->position && incoming->seat)
        rc = note_head(incoming, err);
    if (rc == RC_OK)
        rc = values_rc(incoming->values, err);
    if (rc == RC_OK && incoming->position)
        rc = adjudicate_settle(incoming->desk, incoming->position, err);
    if (rc == RC_OK && answered)
        rc = queue_answer(incoming, err);
    if (rc == RC_OK && incoming->position)
        rc = outbox_tell(incoming->desk, incoming->position,
                         answered && incoming->sender ? incoming->seat : 0, err);
    return rc;
}

static void incoming_fini(struct incoming *incoming)
{
    letter_fini(&incoming->mail);
    quotes_fini(&incoming->split);
    orders_fini(&incoming->orders);
    values_free(incoming->values);
}

/* ---- rows ---- */

/* What cannot be read at all stays empty: message_id is NULL then. */
static enum rc read_mail(struct desk *desk, const struct reception_letter *in, struct letter *mail,
                         struct err *err)
{
    struct letter_limits limits = letter_limits_usual;
    struct err own = {0};
    enum rc rc;

    limits.bytes = (size_t)desk->config->letter_bytes;
    rc = letter_read(in->raw, in->length, &limits, mail, &own);
    if (rc == RC_BAD_INPUT) {
        *mail = (struct letter){0};
        return RC_OK;
    }
    return rc == RC_OK ? RC_OK : ERR(err, rc, own.text);
}

/* By its Message-ID, or by its bytes where it has none. */
static enum rc message_key(struct desk *desk, const struct reception_letter *in,
                           const struct letter *mail, struct hash *key, struct hash *raw,
                           struct err *err)
{
    struct hash_job job;

    hash_start(&job, "letter", 1);
    hash_add(&job, in->raw, in->length);
    hash_end(&job, raw);
    if (mail->message_id && *mail->message_id)
        return vault_lookup(desk, "message", mail->message_id, strlen(mail->message_id), key, err);
    return vault_lookup(desk, "bytes", (const char *)raw->at, HASH_BYTES, key, err);
}

static enum rc put_letter(struct desk *desk, const struct reception_letter *in,
                          const struct letter *mail, int64_t *id, struct hash *raw,
                          int64_t *repeat_of, struct err *err)
{
    struct ledger_letter row = {.source = in->source,
                                .source_id = in->source_id,
                                .arrived_s = in->arrived_s,
                                .taken_s = desk_now(desk)};
    struct vault_place place = {.column = "letters_in.raw_box"};
    struct buf box = {0};
    struct hash key;
    enum rc rc = message_key(desk, in, mail, &key, raw, err);

    if (rc == RC_OK)
        rc = ledger_next_id(desk->ledger, LEDGER_LETTERS_IN, &row.id, err);
    place.row = row.id;
    row.message_key = (struct ledger_bytes){key.at, HASH_BYTES};
    if (rc == RC_OK)
        rc = ledger_letter_by_message(desk->ledger, row.message_key, &row.repeat_of, err);
    if (rc == RC_OK)
        rc = outbox_owner(desk, 0, row.taken_s, &place.owner, err);
    if (rc == RC_OK)
        rc = vault_key_id(desk, place.owner, &row.key, err);
    if (rc == RC_OK)
        rc = vault_close(desk, &place, in->raw, in->length, &box, err);
    row.raw_box = vault_bytes(&box);
    if (rc == RC_OK)
        rc = ledger_letter_put(desk->ledger, &row, err);
    *id = row.id;
    *repeat_of = row.repeat_of;
    buf_fini(&box);
    return rc;
}

struct raw_reader {
    struct desk *desk;
    struct buf *raw;
};

static enum rc read_raw(void *user, const struct ledger_letter_row *row, struct err *err)
{
    struct raw_reader *reader = user;
    struct vault_place place = {.column = "letters_in.raw_box", .row = row->letter.id};
    enum rc rc = outbox_owner(reader->desk, 0, row->letter.taken_s, &place.owner, err);

    if (!row->letter.raw_box.at)
        return ERR(err, RC_NOT_FOUND, "the bytes of this letter are no longer kept");
    return rc == RC_OK ? vault_open(reader->desk, &place, row->letter.raw_box, reader->raw, err)
                       : rc;
}

enum rc reception_raw(struct desk *desk, int64_t letter, struct buf *raw, struct err *err)
{
    struct raw_reader reader = {desk, raw};

    return ledger_letter_get(desk->ledger, letter, read_raw, &reader, err);
}

/* ---- one letter ---- */

static enum rc process(struct desk *desk, const struct reception_letter *in, struct letter *mail,
                       int64_t id, const struct hash *raw, struct ledger_outcome *outcome,
                       struct err *err)
{
    struct incoming incoming = {.desk = desk,
                                .in = in,
                                .id = id,
                                .raw_hash = *raw,
                                .mail = *mail,
                                .values = values_new(),
                                .outcome = LEDGER_OUTCOME_COUNT,
                                .reason = NULL};
    enum rc rc;

    *mail = (struct letter){0}; /* it is the incoming letter's now */
    incoming.kind.may_answer = true;
    incoming.map = value_map(incoming.values);
    incoming.lines = value_set_list(incoming.map, "lines");
    incoming.paragraphs = value_set_list(incoming.map, "paragraphs");
    incoming.wording.language = library_language(desk->library, NULL);
    rc = reception_go(&incoming, err);
    if (rc == RC_OK && incoming.outcome == LEDGER_OUTCOME_COUNT)
        rc = ERR(err, RC_BUG, "a letter came to no outcome");
    if (rc == RC_OK)
        rc = settle(&incoming, err);
    outcome->kind = incoming.outcome;
    outcome->reason = incoming.reason ? incoming.reason : "";
    outcome->player = incoming.sender;
    outcome->game = incoming.game;
    outcome->seat = (int)incoming.seat;
    incoming_fini(&incoming);
    return rc;
}

/* In a part of the change, so that a letter which cannot be dealt with leaves no trace but its
 * outcome. */
static enum rc process_apart(struct desk *desk, const struct reception_letter *in,
                             struct letter *mail, int64_t id, const struct hash *raw,
                             struct ledger_outcome *outcome, struct err *err)
{
    struct err own = {0};
    enum rc rc = desk_part_begin(desk, err), dropped;

    if (rc != RC_OK)
        return rc;
    rc = process(desk, in, mail, id, raw, outcome, &own);
    if (rc == RC_OK)
        return desk_part_keep(desk, err);
    dropped = desk_part_drop(desk, err);
    if (dropped != RC_OK)
        return dropped;
    if (rc_class(rc) == RC_CLASS_TEMPORARY)
        return ERR(err, rc, own.text);
    log_error(&desk->log, LOG_ERROR, "letter-set-aside", &own);
    *outcome = (struct ledger_outcome){.kind = LEDGER_SET_ASIDE, .reason = rc_name(rc)};
    return RC_OK;
}

static enum rc decide(struct desk *desk, const struct reception_letter *in, struct letter *mail,
                      int64_t id, int64_t repeat_of, const struct hash *raw,
                      struct ledger_outcome *outcome, struct err *err)
{
    if (repeat_of) {
        *outcome = (struct ledger_outcome){.kind = LEDGER_REPEAT, .reason = "same-message-id"};
        return RC_OK;
    }
    return process_apart(desk, in, mail, id, raw, outcome, err);
}

static void log_outcome(const struct desk *desk, int64_t id, const struct ledger_outcome *outcome)
{
    char letter[TEXT_INT_BYTES], game[TEXT_INT_BYTES], seat[TEXT_INT_BYTES];

    LOG(&desk->log, LOG_INFO, "letter-in", "letter", text_of_int(letter, id), "outcome",
        ledger_outcome_name(outcome->kind), "reason", outcome->reason[0] ? outcome->reason : NULL,
        "game", outcome->game ? text_of_int(game, outcome->game) : NULL, "seat",
        outcome->seat ? text_of_int(seat, outcome->seat) : NULL);
}

/* A letter that brought the program down is not even read. */
static enum rc take_new(struct desk *desk, const struct reception_letter *in, int64_t *id,
                        struct ledger_outcome *outcome, struct err *err)
{
    struct letter mail = {0};
    struct hash raw;
    int64_t repeat_of = 0;
    int crashes = 0;
    enum rc rc = ledger_crash_get(desk->ledger, in->source, in->source_id, &crashes, err);

    if (rc == RC_OK && crashes < RECEPTION_CRASHES_MOST)
        rc = read_mail(desk, in, &mail, err);
    if (rc == RC_OK)
        rc = put_letter(desk, in, &mail, id, &raw, &repeat_of, err);
    if (rc == RC_OK && crashes >= RECEPTION_CRASHES_MOST)
        *outcome = (struct ledger_outcome){.kind = LEDGER_SET_ASIDE, .reason = "crashed"};
    else if (rc == RC_OK)
        rc = decide(desk, in, &mail, *id, repeat_of, &raw, outcome, err);
    letter_fini(&mail);
    return rc;
}

enum rc reception_take(struct desk *desk, const struct reception_letter *letter,
                       struct reception_result *result, struct err *err)
{
    struct ledger_outcome outcome = {0};
    int64_t id = 0;
    enum rc rc = ledger_letter_by_source(desk->ledger, letter->source, letter->source_id, &id, err);

    *result = (struct reception_result){.known = id != 0, .letter = id};
    if (rc != RC_OK || id)
        return rc;
    rc = take_new(desk, letter, &id, &outcome, err);
    outcome.letter = id;
    outcome.at_s = desk_now(desk);
    if (rc == RC_OK)
        rc = ledger_outcome_put(desk->ledger, &outcome, err);
    if (rc != RC_OK)
        return rc;
    log_outcome(desk, id, &outcome);
    result->letter = id;
    result->outcome = outcome.kind;
    result->game = outcome.game;
    text_copy(result->reason, sizeof result->reason, outcome.reason);
    return RC_OK;
}
