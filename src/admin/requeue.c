/* SPDX-License-Identifier: MIT */
#include "admin/requeue.h"

#include <string.h>

#include "base/text.h"
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

static enum rc read_out(void *user, const struct ledger_out *row, struct err *err)
{
    struct requeue *requeue = user;
    struct outbox_letter *letter = &requeue->letter;
    enum rc rc = outbox_values(requeue->desk, row, requeue->values, &requeue->letter.values, err);

    if (rc != RC_OK)
        return rc;
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
    struct buf text = {0};
    enum rc rc = vault_owner_of(requeue->desk, 0, requeue->made_s, &place.owner, err);

    if (rc == RC_OK)
        rc = vault_open(requeue->desk, &place, row->box, &text, err);
    text_copy(requeue->address, sizeof requeue->address, buf_text(&text));
    requeue->letter.address = requeue->address;
    buf_wipe(&text);
    return rc;
}

static enum rc read_delivery(void *user, const struct ledger_delivery *row, struct err *err)
{
    struct requeue *requeue = user;

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

enum rc requeue_letter(struct desk *desk, int64_t out, int64_t *queued, struct err *err)
{
    struct requeue requeue = {.desk = desk, .values = values_new()};
    enum rc rc = ledger_out_get(desk->ledger, out, read_out, &requeue, err);

    *queued = 0;
    if (rc == RC_OK)
        rc = ledger_deliveries(desk->ledger, out, read_delivery, &requeue, err);
    if (rc == RC_OK && requeue.has_recipient)
        rc = outbox_put(desk, &requeue.letter, queued, err);
    if (rc == RC_OK && !*queued)
        rc = ERR(err, RC_NOT_FOUND, "nobody can be written to: the player has no address");
    secret_wipe(requeue.address, sizeof requeue.address);
    values_free(requeue.values);
    return rc;
}

/* ---- what may be queued so ---- */

struct failed {
    struct desk *desk;
    requeue_fn fn;
    void *user;
    const struct ledger_delivery *delivery;
};

static enum rc show_failed(void *user, const struct ledger_out *out, struct err *err)
{
    const struct failed *failed = user;

    return failed->fn(failed->user, out, failed->delivery, err);
}

static enum rc find_failed(void *user, const struct ledger_delivery *delivery, struct err *err)
{
    struct failed *failed = user;

    failed->delivery = delivery;
    return ledger_out_get(failed->desk->ledger, delivery->out, show_failed, failed, err);
}

enum rc requeue_list(struct desk *desk, int most, requeue_fn fn, void *user, struct err *err)
{
    struct failed failed = {desk, fn, user, NULL};

    return ledger_deliveries_failed(desk->ledger, most, find_failed, &failed, err);
}
