/* SPDX-License-Identifier: MIT */
/* The signed parts of a letter: receipt, head, terms, record and seals. */
#include "outbound/compose_p.h"

#include <stdio.h>

#include "outbound/seals_list.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/work.h"
#include "letter/link.h"
#include "letter/mime_out.h"
#include "play/export.h"
#include "play/reply.h"
#include "play/signing.h"
#include "seal/block.h"
#include "seal/encode.h"

/* All luck is fixed, and the seat has it in its record, under a signed head. */
static bool has_heard_luck(const struct making *making)
{
    const struct position *position = making->news.position;

    return position->lucks_n && making->heard_n >= position->lucks_n;
}

/* What the log has of the seat's luck, so that nobody can change it behind his back. */
static enum rc add_luck(struct making *making, struct receipt *receipt, struct err *err)
{
    static const uint8_t told[ENTRY_LUCK_COUNT] = {[ENTRY_LUCK_WORDS] = RECEIPT_LUCK_WORDS,
                                                   [ENTRY_LUCK_LETTER] = RECEIPT_LUCK_LETTER,
                                                   [ENTRY_LUCK_SEALED] = RECEIPT_LUCK_SEALED,
                                                   [ENTRY_LUCK_REFUSED] = RECEIPT_LUCK_NONE};
    const struct position *position = making->news.position;
    char name[SEAL_NAME_MAX + 1];
    struct ledger_seal_row row;
    struct ledger_rows rows;

    if (making->seat < 1 || making->seat > SEATS_MAX || has_heard_luck(making))
        return RC_OK;
    receipt->luck = told[position->luck[making->seat]];
    receipt->value = position->luck_hash[making->seat];
    if (receipt->luck != RECEIPT_LUCK_SEALED)
        return RC_OK;
    seal_name_write(SEAL_LUCK, making->seat, 0, name);
    rows = ledger_seal_get(making->desk->ledger, position->game, name, err);
    if (ledger_next(&rows, &row))
        memcpy(receipt->value.at, row.seal.commitment.at, HASH_BYTES);
    return ledger_end(&rows);
}

static enum rc add_receipt(struct making *making, struct err *err)
{
    const struct position *position = making->news.position;
    const struct value *lines = value_get(making->map, "lines");
    struct receipt receipt = {.game = position->genesis.number,
                              .entry = position->chain.number,
                              .head = position->chain.entry,
                              .seat = making->seat,
                              .came_s = making->facts.came_s,
                              .message_id = making->facts.answers,
                              .outcome = making->facts.outcome};
    OWN(buf) text = {0};

    value_set_flag(making->map, "understood", false);
    if (making->kind != OUTBOX_ANSWER || !*receipt.outcome || !*receipt.message_id ||
        !receipt.came_s) {
        value_set_text(making->map, "receipt", "");
        return RC_OK;
    }
    for (size_t i = 0; i < value_count(lines) && receipt.count < RECEIPT_LINES_MAX; i++)
        receipt.line[receipt.count++] = value_get_text(value_get(value_at(lines, i), "text"));
    TRY(add_luck(making, &receipt, err));
    TRY(signing_receipt(making->desk, position, &receipt, &text, err));
    value_set_signed(making->map, "receipt", buf_text(&text));
    value_set_flag(making->map, "understood",
                   text_equal(receipt.outcome, ledger_outcome_name(LEDGER_ACCEPTED)) ||
                       text_equal(receipt.outcome, ledger_outcome_name(LEDGER_ANSWERED)));
    return RC_OK;
}

/* The terms that nobody can change any more, as they are hashed; and what to compare of the key
 * that secret orders in a forum are sealed to. */
static enum rc add_genesis(struct making *making, struct err *err)
{
    const struct position *position = making->news.position;
    char print[BLOCK_PRINT_BYTES], hash[BASE32_HASH_BYTES];
    OWN(buf) text = {0}, folded = {0};
    enum rc rc = RC_OK;

    if (making->kind == OUTBOX_INVITATION)
        rc = genesis_write(&position->genesis, &text, err);
    letter_fold(buf_text(&text), &folded);
    value_set_signed(making->map, "genesis", buf_text(&folded));
    base32_write(position->chain.genesis.at, HASH_BYTES, hash);
    value_set_text(making->map, "genesis_hash", hash);
    value_set_text(making->map, "box_print",
                   block_print(&position->chain.genesis, position->genesis.box, print));
    return rc;
}

/* One lost letter mends itself: what this one brings begins where the newest letter ends to which
 * the seat answered. */
enum rc compose_plan_delta(struct making *making, struct err *err)
{
    enum { BACK_MOST = 60 };
    const struct outbox_facts *facts = &making->facts;
    struct ledger_seat seat = {.n = 0};
    int64_t told = facts->from_n;
    enum rc rc;

    making->delta_from = -1;
    if (making->seat < 1 || making->seat > SEATS_MAX || making->kind == OUTBOX_WATCH)
        return RC_OK;
    rc = ledger_seat_get(making->desk->ledger, making->game, (int)making->seat, &seat, NULL);
    if (rc == RC_NOT_FOUND)
        return RC_OK; /* nobody sits there yet */
    THEN(rc, ledger_heard(making->desk->ledger, making->game, (int)making->seat,
                          &making->delta_from, err));
    if (making->delta_from < seat.n) /* that was another person's */
        making->delta_from = 0;
    making->heard_n = making->delta_from;
    if (told < seat.n)
        told = 0;
    if (facts->with_delta)
        making->delta_from = facts->delta_n < making->n ? facts->delta_n : making->n;
    else if (making->n - making->delta_from > BACK_MOST)
        making->delta_from = told < making->n - BACK_MOST ? told : making->n - BACK_MOST;
    return rc;
}

/* Not where nothing is new. */
static enum rc add_delta(struct making *making, const struct footer *footer, struct err *err)
{
    const struct position *position = making->news.position;
    const struct export_delta plan = {.position = position,
                                      .seat = making->seat,
                                      .from = making->delta_from,
                                      .before = making->news.kept,
                                      .signature = footer->signature};

    if (making->delta_from < 0 || making->delta_from >= (int64_t)position->chain.number)
        return RC_OK;
    return export_delta(making->desk, &plan, &making->delta, err);
}

enum rc compose_add_signed(struct making *making, struct err *err)
{
    const struct position *position = making->news.position;
    struct footer footer;

    TRY(signing_head(making->desk, position, &footer, err));
    footer_write(&footer, &making->footer);
    value_set_signed(making->map, "footer", buf_text(&making->footer));
    TRY(add_delta(making, &footer, err));
    TRY(add_genesis(making, err));
    return add_receipt(making, err);
}

static bool wants_record(const struct making *making)
{
    const struct position *position = making->news.position;

    if (!making->seat || making->seat > SEATS_MAX || making->no_pictures)
        return false;
    return making->facts.with_record ||
           (position->phase == POSITION_OVER && making->facts.from_n < (int64_t)position->end_n);
}

enum rc compose_add_record(struct making *making, struct err *err)
{
    enum { PLAIN_MOST = 16 * 1024 };
    char name[2 * TEXT_INT_BYTES];
    OWN_WIPED(buf) plain = {0};
    bool packed;
    enum rc rc;

    value_set_text(making->map, "record_name", "");
    value_set_flag(making->map, "record_packed", false);
    if (!wants_record(making))
        return RC_OK;
    rc = export_game(making->desk, making->game, making->seat, &plain, err);
    packed = plain.length > PLAIN_MOST;
    if (rc == RC_OK && packed)
        rc = letter_gzip(buf_text(&plain), plain.length, &making->record, err);
    else
        buf_put_bytes(&making->record, buf_text(&plain), plain.length);
    snprintf(name, sizeof name, "game-%lld.record", (long long)making->game);
    value_set_text(making->map, "record_name", name);
    value_set_flag(making->map, "record_packed", packed);
    return rc == RC_OK ? buf_rc(&making->record, err) : rc;
}

enum rc compose_write_reply(struct making *making, struct err *err)
{
    const struct decision *decision;
    const struct outbox_facts *facts = &making->facts;

    if (facts->confirm.letter)
        return reply_address(making->desk, TOKEN_CONFIRM, facts->confirm.game,
                             (unsigned)facts->confirm.seat, facts->confirm.letter,
                             facts->confirm.line, making->reply, err);
    if (making->kind == OUTBOX_WATCH) { /* answers are no orders */
        text_copy(making->reply, sizeof making->reply, making->desk->config->address);
        return RC_OK;
    }
    if (facts->offer)
        return reply_address(making->desk, TOKEN_PLAYER, 0, 0, making->person.id, facts->offer,
                             making->reply, err);
    if (!making->game && !making->person.id) {
        text_copy(making->reply, sizeof making->reply, making->desk->config->address);
        return RC_OK;
    }
    if (!making->game)
        return reply_address(making->desk, TOKEN_PLAYER, 0, TOKEN_OF_LETTER, making->person.id,
                             making->out, making->reply, err);
    decision = compose_question(making->news.position, making->seat);
    return reply_address(making->desk, TOKEN_REPLY, making->game, making->seat,
                         decision ? decision->id : POSITION_NO_DECISION, making->n, making->reply,
                         err);
}

enum rc compose_add_seals(struct making *making, struct err *err)
{
    const struct position *position = making->news.position;
    struct value *list = value_set_list(making->map, "seals");
    OWN(buf) heading = {0};

    if (position->phase == POSITION_OVER && making->facts.from_n < (int64_t)position->end_n)
        TRY(seals_add_opened(making->desk, position, &making->wording, making->values, list, err));
    WORDING(&making->wording, &heading, "desk.seals-end", "n", "");
    value_set_text(making->map, "seals_heading", buf_text(&heading));
    return RC_OK;
}
