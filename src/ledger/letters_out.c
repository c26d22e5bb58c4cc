/* SPDX-License-Identifier: MIT */
/* Letters out, their deliveries and composed bytes. */
#include "ledger/ledger_p.h"
#include "ledger/letters.h"
#include "ledger/work.h"

#define DELIVERY_NAMES_TEXT(name, text) [LEDGER_DELIVERY_##name] = text,
static const char *const delivery_names[LEDGER_DELIVERY_COUNT] = {
    LEDGER_DELIVERIES(DELIVERY_NAMES_TEXT)};

const char *ledger_delivery_name(enum ledger_delivery_state state)
{
    return (unsigned)state < LEDGER_DELIVERY_COUNT ? delivery_names[state] : "?";
}

FORM(out_form, ledger_out, COLUMN(ledger_out, id), COLUMN(ledger_out, made_s),
     COLUMN(ledger_out, kind), COLUMN(ledger_out, message_id), COLUMN_OR(ledger_out, game, 0),
     COLUMN(ledger_out, seat), COLUMN_OR(ledger_out, n, -1), COLUMN_OR(ledger_out, reply_to, 0),
     COLUMN(ledger_out, form), COLUMN(ledger_out, values_box));

STATEMENT_OF(OUT_PUT, &out_form,
             "INSERT INTO letter_out (id, made_s, kind, message_id, game, seat, n, reply_to,"
             " form, values_box) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");

/* One number for letter and place (at most 256): a letter's deliveries are a range of keys. */
STATEMENT(DELIVERY_PUT, "INSERT INTO delivery (out, place, channel, address, box, due_s, id)"
                        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?1 * 256 + ?2)");

static enum rc put_delivery(struct ledger *ledger, const struct ledger_out *out, size_t place,
                            struct err *err)
{
    const struct ledger_recipient *to = &out->to[place];

    return query_run(ledger, &ST_DELIVERY_PUT,
                     VALUES(INT(out->id), INT((int64_t)place), TEXT(to->channel),
                            INT_OR_NULL(to->address, 0), BYTES(to->box), INT(out->due_s)),
                     err);
}

STATEMENT(SHOWN_PUT, "INSERT INTO shown (game, seat, n, out) VALUES (?, ?, ?, ?)"
                     " ON CONFLICT DO UPDATE SET n = excluded.n, out = excluded.out"
                     " WHERE excluded.n >= n");

enum rc ledger_out_put(struct ledger *ledger, const struct ledger_out *out, struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);

    /* A section of a digest is told within another letter. */
    if (rc == RC_OK && out->to_count == 0 && !text_equal(out->kind, "section"))
        rc = ERR(err, RC_BUG, "a letter needs a recipient");
    THEN(rc, ledger_inner_begin(ledger, err));
    TRY(rc);
    rc = query_put(ledger, &ST_OUT_PUT, out, err);
    /* a number from elsewhere: ask the table again */
    ledger->next_out = out->id == ledger->next_out ? out->id + 1 : 0;
    for (size_t i = 0; i < out->to_count && rc == RC_OK; i++)
        rc = put_delivery(ledger, out, i, err);
    if (rc == RC_OK && out->n >= 0)
        rc = query_run(ledger, &ST_SHOWN_PUT,
                       VALUES(INT(out->game), INT(out->seat), INT(out->n), INT(out->id)), err);
    return ledger_inner_end(ledger, rc, err);
}

#define OUT_ROW                                                                                    \
    "SELECT id, made_s, kind, message_id, game, seat, n, reply_to, form, values_box"               \
    " FROM letter_out"
ASK(get, ledger_out_get, WITH(int64_t out), &out_form, OUT_ROW " WHERE id = ?", VALUES(INT(out)),
    "no such letter out");

ASK(one_int, ledger_out_by_message, WITH(const char *message_id, int64_t *out), NULL,
    "SELECT id FROM letter_out WHERE message_id = ?", VALUES(TEXT(message_id)), 0, out);

ASK(rows, ledger_outs, WITH(int64_t before), &out_form, OUT_ROW " WHERE id < ? ORDER BY id DESC",
    VALUES(INT(before > 0 ? before : INT64_MAX)));

ASK(rows, ledger_outs_answering, WITH(int64_t letter, int64_t from_s), &out_form,
    OUT_ROW " WHERE message_id >= printf('%012lld', ?2) AND reply_to = ?1"
            " ORDER BY id",
    VALUES(INT(letter), INT(from_s)));

/* --- words that were kept long enough ------------------------------------------------------- */

STATEMENT(OUTS_OLD_FIRST,
          "SELECT id FROM letter_out WHERE length(values_box) > 1 ORDER BY id LIMIT 1");
/* A Message-ID begins with the time in twelve digits: its index serves for the time, too. */
STATEMENT(OUTS_OLD_LAST, "SELECT id FROM letter_out WHERE message_id < printf('%012lld', ?1)"
                         " ORDER BY message_id DESC LIMIT 1");

enum rc ledger_outs_old(struct ledger *ledger, int64_t before_s, int64_t *first, int64_t *end,
                        struct err *err)
{
    int64_t last = 0;

    TRY(query_one_int(ledger, &ST_OUTS_OLD_LAST, VALUES(INT(before_s)), 0, &last, err));
    *end = last + 1;
    return query_one_int(ledger, &ST_OUTS_OLD_FIRST, NULL, *end, first, err);
}

STATEMENT(
    OUTS_FORGET,
    "UPDATE letter_out SET values_box = X'00' WHERE id >= ?1 AND id < ?2 AND made_s < ?3"
    " AND length(values_box) > 1 AND NOT EXISTS (SELECT 1 FROM delivery WHERE state = 'waiting'"
    " AND id BETWEEN letter_out.id * 256 AND letter_out.id * 256 + 255)"
    " AND (game IS NULL OR EXISTS (SELECT 1 FROM game_now g WHERE g.game = letter_out.game"
    " AND g.status = 'over' AND g.at_s < ?3))");

enum rc ledger_outs_forget(struct ledger *ledger, int64_t first, int64_t end, int64_t before_s,
                           int64_t *forgotten, struct err *err)
{
    TRY(query_run(ledger, &ST_OUTS_FORGET, VALUES(INT(first), INT(end), INT(before_s)), err));
    *forgotten = sqlite3_changes64(ledger->db);
    return RC_OK;
}

bool ledger_out_is_forgotten(const struct ledger_out *out)
{
    return out->values_box.length == 1;
}

/* --- deliveries --------------------------------------------------------------------------- */

FORM(delivery_form, ledger_delivery, COLUMN(ledger_delivery, out), COLUMN(ledger_delivery, place),
     COLUMN(ledger_delivery, channel), COLUMN_OR(ledger_delivery, address, 0),
     COLUMN(ledger_delivery, box), COLUMN_OF_NAMES(ledger_delivery, state, delivery_names),
     COLUMN(ledger_delivery, tries), COLUMN(ledger_delivery, due_s),
     COLUMN_OR(ledger_delivery, ended_s, -1), COLUMN(ledger_delivery, note));

#define DELIVERY_ROW                                                                               \
    "SELECT out, place, channel, address, box, state, tries, due_s, ended_s, note FROM delivery"
ASK(rows, ledger_deliveries_due, WITH(const char *channel, int64_t now_s, int limit),
    &delivery_form,
    DELIVERY_ROW " WHERE state = 'waiting' AND due_s <= ?1 AND channel = ?3"
                 " ORDER BY due_s, id LIMIT ?2",
    VALUES(INT(now_s), INT(limit), TEXT(channel)));

STATEMENT(DELIVERIES_WAITING,
          "SELECT count(*) FROM delivery WHERE state = 'waiting' AND channel = ?");
STATEMENT(DELIVERIES_HURRY,
          "UPDATE delivery SET due_s = ?2 WHERE state = 'waiting' AND channel = ?1 AND due_s > ?2");

enum rc ledger_deliveries_hurry(struct ledger *ledger, const char *channel, int64_t now_s,
                                int64_t *waiting, struct err *err)
{
    TRY(query_run(ledger, &ST_DELIVERIES_HURRY, VALUES(TEXT(channel), INT(now_s)), err));
    return query_one_int(ledger, &ST_DELIVERIES_WAITING, VALUES(TEXT(channel)), 0, waiting, err);
}

ASK(rows, ledger_deliveries, WITH(int64_t out), &delivery_form,
    DELIVERY_ROW " WHERE id BETWEEN ?1 * 256 AND ?1 * 256 + 255 ORDER BY id", VALUES(INT(out)));

ASK(rows, ledger_deliveries_failed, WITH(int limit), &delivery_form,
    DELIVERY_ROW " WHERE state IN ('refused', 'given up')"
                 " OR (state = 'cancelled' AND note = 'restored')"
                 " ORDER BY id DESC LIMIT ?",
    VALUES(INT(limit)));

ASK(one_int, ledger_next_delivery, WITH(int64_t *due_s), NULL,
    "SELECT due_s FROM delivery WHERE state = 'waiting' ORDER BY due_s LIMIT 1", NULL, -1, due_s);

static const char NOT_WAITING[] = "this delivery does not wait";

ASK(run_found, ledger_delivery_again, WITH(int64_t out, int place, int64_t due_s, const char *note),
    NULL,
    "UPDATE delivery SET tries = tries + 1, due_s = ?3, note = ?4"
    " WHERE id = ?1 * 256 + ?2 AND state = 'waiting'",
    VALUES(INT(out), INT(place), INT(due_s), TEXT(note)), NOT_WAITING);

STATEMENT(DELIVERY_END, "UPDATE delivery SET tries = tries + (?3 <> 'cancelled'), state = ?3,"
                        " ended_s = ?4, note = ?5"
                        " WHERE id = ?1 * 256 + ?2 AND state = 'waiting'");

static enum rc end_delivery(struct ledger *ledger, const struct ledger_delivery *end,
                            struct err *err)
{
    return query_run_found(ledger, &ST_DELIVERY_END,
                           VALUES(INT(end->out), INT(end->place),
                                  TEXT(ledger_delivery_name(end->state)), INT(end->ended_s),
                                  TEXT(end->note)),
                           NOT_WAITING, err);
}

STATEMENT(COMPOSED_DROP,
          "DELETE FROM composed WHERE out = ?1 AND NOT EXISTS (SELECT 1 FROM delivery"
          " WHERE id BETWEEN ?1 * 256 AND ?1 * 256 + 255 AND state = 'waiting')");

enum rc ledger_delivery_end(struct ledger *ledger, int64_t out, int place,
                            enum ledger_delivery_state state, int64_t at_s, const char *note,
                            struct err *err)
{
    const struct ledger_delivery end = {
        .out = out, .place = place, .state = state, .ended_s = at_s, .note = note};
    enum rc rc;

    TRY(ledger_inner_begin(ledger, err));
    rc = end_delivery(ledger, &end, err);
    THEN(rc, query_run(ledger, &ST_COMPOSED_DROP, VALUES(INT(out)), err));
    return ledger_inner_end(ledger, rc, err);
}

ASK(run, ledger_composed_put, WITH(int64_t out, int64_t at_s, struct ledger_bytes box), NULL,
    "INSERT INTO composed (out, at_s, box) VALUES (?, ?, ?)",
    VALUES(INT(out), INT(at_s), BYTES(box)));

ASK(one_box, ledger_composed_get, WITH(int64_t out, struct buf *to), NULL,
    "SELECT 0, box FROM composed WHERE out = ?", VALUES(INT(out)), NULL, to,
    "the letter is not composed");
