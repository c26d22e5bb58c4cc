/* SPDX-License-Identifier: MIT */
/* Queues a letter again that its recipient's server refused or that was given up. Composing and
 * sending it are done as for any other letter. */
#include "admin/admin.h"

#include "outbound/outbox.h"
#include "ledger/letters.h"
#include "ledger/work.h"
#include "people/people.h"
#include "server/vault.h"

struct requeue {
    struct desk *desk;
    struct outbox_letter letter;
    struct values *values;
    int64_t made_s;
    char address[PERSON_ADDRESS_BYTES]; /* of a stranger */
    bool has_recipient;
};

static enum rc read_out(struct requeue *requeue, const struct ledger_out *row, struct err *err)
{
    struct outbox_letter *letter = &requeue->letter;

    TRY(outbox_values(requeue->desk, row, requeue->values, &requeue->letter.values, err));
    letter->kind = outbox_kind_find(row->kind);
    letter->game = row->game;
    letter->seat = (unsigned)row->seat;
    outbox_facts_read(letter->values, &letter->facts);
    letter->n = letter->kind == OUTBOX_WATCH ? letter->facts.upto_n : row->n;
    letter->reply_to = row->reply_to;
    requeue->made_s = row->made_s;
    return RC_OK;
}

static enum rc read_stranger(struct requeue *requeue, const struct ledger_delivery *row,
                             struct err *err)
{
    struct vault_place place = {.column = "deliveries.box", .row = row->out};
    OWN_WIPED(buf) text = {0};

    TRY(vault_owner_of(requeue->desk, 0, requeue->made_s, &place.owner, err));
    TRY(vault_open(requeue->desk, &place, row->box, &text, err));
    text_copy(requeue->address, sizeof requeue->address, buf_text(&text));
    requeue->letter.address = requeue->address;
    return RC_OK;
}

static enum rc read_delivery(struct requeue *requeue, const struct ledger_delivery *row,
                             struct err *err)
{
    if (!text_equal(row->channel, LEDGER_BY_MAIL))
        return ERR(err, RC_CONFLICT, "this is for the forum; see postern forum retry");
    if (row->state == LEDGER_DELIVERY_SENT || row->state == LEDGER_DELIVERY_WAITING)
        return ERR(err, RC_CONFLICT,
                   row->state == LEDGER_DELIVERY_SENT
                       ? "this letter was sent; postern letter resend writes a new one"
                       : "this letter still waits to be sent");
    requeue->has_recipient = true;
    return row->address ? RC_OK : read_stranger(requeue, row, err);
}

/* What it was made of, and for whom. */
static enum rc read_again(struct requeue *requeue, int64_t out, struct err *err)
{
    struct ledger_rows rows = ledger_out_get(requeue->desk->ledger, out, err);
    struct ledger_out row;

    if (ledger_next(&rows, &row))
        rows.rc = read_out(requeue, &row, err);
    TRY(ledger_end(&rows));
    rows = ledger_deliveries(requeue->desk->ledger, out, err);
    for (struct ledger_delivery to; ledger_next(&rows, &to);)
        rows.rc = read_delivery(requeue, &to, err);
    return ledger_end(&rows);
}

enum rc requeue_letter(struct desk *desk, int64_t out, int64_t *queued, struct err *err)
{
    struct requeue requeue = {.desk = desk, .values = values_new()};
    enum rc rc = read_again(&requeue, out, err);

    *queued = 0;
    if (rc == RC_OK && requeue.has_recipient)
        rc = outbox_put(desk, &requeue.letter, queued, err);
    if (rc == RC_OK && !*queued)
        rc = ERR(err, RC_NOT_FOUND, "nobody can be written to: the player has no address");
    secret_wipe(requeue.address, sizeof requeue.address);
    values_free(requeue.values);
    return rc;
}

/* ---- what may be queued so ---- */

enum rc requeue_list(struct desk *desk, int most, requeue_fn fn, void *user, struct err *err)
{
    struct ledger_rows rows = ledger_deliveries_failed(desk->ledger, most, err);

    for (struct ledger_delivery delivery; ledger_next(&rows, &delivery);) {
        struct ledger_rows of = ledger_out_get(desk->ledger, delivery.out, err);
        struct ledger_out out;

        if (ledger_next(&of, &out))
            of.rc = fn(user, &out, &delivery, err);
        rows.rc = ledger_end(&of);
    }
    return ledger_end(&rows);
}
