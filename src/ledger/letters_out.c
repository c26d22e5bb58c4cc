/* SPDX-License-Identifier: MIT */
/* Letters out, their deliveries and composed bytes. */
#include "base/text.h"
#include "ledger/ledger_p.h"
#include "ledger/letters.h"
#include "ledger/work.h"

static const char *const delivery_names[LEDGER_DELIVERY_COUNT] = {
#define X(name, text) [LEDGER_DELIVERY_##name] = text,
    LEDGER_DELIVERIES(X)
#undef X
};

const char *ledger_delivery_name(enum ledger_delivery_state state)
{
    return (unsigned)state < LEDGER_DELIVERY_COUNT ? delivery_names[state] : "?";
}

STATEMENT(OUT_PUT, "INSERT INTO letter_out (id, made_s, kind, message_id, game, seat, n, reply_to,"
                   " form, values_box) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");

static enum rc put_out_row(struct ledger *ledger, const struct ledger_out *out, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_OUT_PUT);
    query_int(&query, out->id);
    query_int(&query, out->made_s);
    query_text(&query, out->kind);
    query_text(&query, out->message_id);
    query_int_or_null(&query, out->game, 0);
    query_int(&query, out->seat);
    query_int_or_null(&query, out->n, -1);
    query_int_or_null(&query, out->reply_to, 0);
    query_text(&query, out->form);
    query_bytes(&query, out->values_box);
    return query_run(&query, err);
}

/* One number for letter and place (at most 256): a letter's deliveries are a range of keys. */
STATEMENT(DELIVERY_PUT, "INSERT INTO delivery (out, place, channel, address, box, due_s, id)"
                        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?1 * 256 + ?2)");

static enum rc put_delivery(struct ledger *ledger, const struct ledger_out *out, size_t place,
                            struct err *err)
{
    const struct ledger_recipient *to = &out->to[place];
    struct query query;

    query_begin(&query, ledger, &ST_DELIVERY_PUT);
    query_int(&query, out->id);
    query_int(&query, (int64_t)place);
    query_text(&query, to->channel);
    query_int_or_null(&query, to->address, 0);
    query_bytes(&query, to->box);
    query_int(&query, out->due_s);
    return query_run(&query, err);
}

STATEMENT(SHOWN_PUT, "INSERT INTO shown (game, seat, n, out) VALUES (?, ?, ?, ?)"
                     " ON CONFLICT DO UPDATE SET n = excluded.n, out = excluded.out"
                     " WHERE excluded.n >= n");

static enum rc put_shown(struct ledger *ledger, const struct ledger_out *out, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_SHOWN_PUT);
    query_int(&query, out->game);
    query_int(&query, out->seat);
    query_int(&query, out->n);
    query_int(&query, out->id);
    return query_run(&query, err);
}

enum rc ledger_out_put(struct ledger *ledger, const struct ledger_out *out, struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);

    /* A section of a digest is told within another letter. */
    if (rc == RC_OK && out->to_count == 0 && !text_equal(out->kind, "section"))
        rc = ERR(err, RC_BUG, "a letter needs a recipient");
    if (rc == RC_OK)
        rc = ledger_inner_begin(ledger, err);
    if (rc != RC_OK)
        return rc;
    rc = put_out_row(ledger, out, err);
    /* a number from elsewhere: ask the table again */
    ledger->next_out = out->id == ledger->next_out ? out->id + 1 : 0;
    for (size_t i = 0; i < out->to_count && rc == RC_OK; i++)
        rc = put_delivery(ledger, out, i, err);
    if (rc == RC_OK && out->n >= 0)
        rc = put_shown(ledger, out, err);
    return ledger_inner_end(ledger, rc, err);
}

static enum rc walk_outs(struct query *query, ledger_out_fn fn, void *user, bool *found,
                         struct err *err)
{
    enum rc rc = RC_OK, end;

    while (rc == RC_OK && query_next(query)) {
        struct ledger_out out = {.id = query_get_int(query, 0),
                                 .made_s = query_get_int(query, 1),
                                 .kind = query_get_text(query, 2),
                                 .message_id = query_get_text(query, 3),
                                 .game = query_get_int_or(query, 4, 0),
                                 .seat = (int)query_get_int(query, 5),
                                 .n = query_get_int_or(query, 6, -1),
                                 .reply_to = query_get_int_or(query, 7, 0),
                                 .form = query_get_text(query, 8),
                                 .values_box = query_get_bytes(query, 9)};
        *found = true;
        rc = fn(user, &out, err);
    }
    end = query_end(query, err);
    return rc != RC_OK ? rc : end;
}

#define OUT_ROW                                                                                    \
    "SELECT id, made_s, kind, message_id, game, seat, n, reply_to, form, values_box"               \
    " FROM letter_out"
STATEMENT(OUT_GET, OUT_ROW " WHERE id = ?");

enum rc ledger_out_get(struct ledger *ledger, int64_t out, ledger_out_fn fn, void *user,
                       struct err *err)
{
    struct query query;
    bool found = false;
    enum rc rc;

    query_begin(&query, ledger, &ST_OUT_GET);
    query_int(&query, out);
    rc = walk_outs(&query, fn, user, &found, err);
    return rc == RC_OK && !found ? ERR(err, RC_NOT_FOUND, "no such letter out") : rc;
}

STATEMENT(OUT_BY_MESSAGE, "SELECT id FROM letter_out WHERE message_id = ?");

enum rc ledger_out_by_message(struct ledger *ledger, const char *message_id, int64_t *out,
                              struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_OUT_BY_MESSAGE);
    query_text(&query, message_id);
    return query_one_int(&query, 0, out, err);
}

STATEMENT(OUTS, OUT_ROW " WHERE id < ? ORDER BY id DESC");

enum rc ledger_outs(struct ledger *ledger, int64_t before, ledger_out_fn fn, void *user,
                    struct err *err)
{
    struct query query;
    bool found = false;

    query_begin(&query, ledger, &ST_OUTS);
    query_int(&query, before > 0 ? before : INT64_MAX);
    return walk_outs(&query, fn, user, &found, err);
}

STATEMENT(OUTS_ANSWERING, OUT_ROW " WHERE message_id >= printf('%012lld', ?2) AND reply_to = ?1"
                                  " ORDER BY id");

enum rc ledger_outs_answering(struct ledger *ledger, int64_t letter, int64_t from_s,
                              ledger_out_fn fn, void *user, struct err *err)
{
    struct query query;
    bool found = false;

    query_begin(&query, ledger, &ST_OUTS_ANSWERING);
    query_int(&query, letter);
    query_int(&query, from_s);
    return walk_outs(&query, fn, user, &found, err);
}

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
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_OUTS_OLD_LAST);
    query_int(&query, before_s);
    rc = query_one_int(&query, 0, &last, err);
    if (rc != RC_OK)
        return rc;
    *end = last + 1;
    query_begin(&query, ledger, &ST_OUTS_OLD_FIRST);
    return query_one_int(&query, *end, first, err);
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
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_OUTS_FORGET);
    query_int(&query, first);
    query_int(&query, end);
    query_int(&query, before_s);
    rc = query_run(&query, err);
    if (rc == RC_OK)
        *forgotten = sqlite3_changes64(ledger->db);
    return rc;
}

bool ledger_out_is_forgotten(const struct ledger_out *out)
{
    return out->values_box.length == 1;
}

/* --- deliveries --------------------------------------------------------------------------- */

static enum rc walk_deliveries(struct query *query, ledger_delivery_fn fn, void *user,
                               struct err *err)
{
    enum rc rc = RC_OK, end;

    while (rc == RC_OK && query_next(query)) {
        unsigned state =
            ledger_index_of(delivery_names, LEDGER_DELIVERY_COUNT, query_get_text(query, 5));
        struct ledger_delivery delivery = {.out = query_get_int(query, 0),
                                           .place = (int)query_get_int(query, 1),
                                           .channel = query_get_text(query, 2),
                                           .address = query_get_int_or(query, 3, 0),
                                           .box = query_get_bytes(query, 4),
                                           .state = (enum ledger_delivery_state)state,
                                           .tries = (int)query_get_int(query, 6),
                                           .due_s = query_get_int(query, 7),
                                           .ended_s = query_get_int_or(query, 8, -1),
                                           .note = query_get_text(query, 9)};
        rc = fn(user, &delivery, err);
    }
    end = query_end(query, err);
    return rc != RC_OK ? rc : end;
}

#define DELIVERY_ROW                                                                               \
    "SELECT out, place, channel, address, box, state, tries, due_s, ended_s, note FROM delivery"
STATEMENT(DELIVERIES_DUE, DELIVERY_ROW " WHERE state = 'waiting' AND due_s <= ?1 AND channel = ?3"
                                       " ORDER BY due_s, id LIMIT ?2");

enum rc ledger_deliveries_due(struct ledger *ledger, const char *channel, int64_t now_s, int limit,
                              ledger_delivery_fn fn, void *user, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_DELIVERIES_DUE);
    query_int(&query, now_s);
    query_int(&query, limit);
    query_text(&query, channel);
    return walk_deliveries(&query, fn, user, err);
}

STATEMENT(DELIVERIES_WAITING,
          "SELECT count(*) FROM delivery WHERE state = 'waiting' AND channel = ?");
STATEMENT(DELIVERIES_HURRY,
          "UPDATE delivery SET due_s = ?2 WHERE state = 'waiting' AND channel = ?1 AND due_s > ?2");

enum rc ledger_deliveries_hurry(struct ledger *ledger, const char *channel, int64_t now_s,
                                int64_t *waiting, struct err *err)
{
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_DELIVERIES_HURRY);
    query_text(&query, channel);
    query_int(&query, now_s);
    rc = query_run(&query, err);
    if (rc != RC_OK)
        return rc;
    query_begin(&query, ledger, &ST_DELIVERIES_WAITING);
    query_text(&query, channel);
    return query_one_int(&query, 0, waiting, err);
}

STATEMENT(DELIVERIES, DELIVERY_ROW " WHERE id BETWEEN ?1 * 256 AND ?1 * 256 + 255 ORDER BY id");

enum rc ledger_deliveries(struct ledger *ledger, int64_t out, ledger_delivery_fn fn, void *user,
                          struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_DELIVERIES);
    query_int(&query, out);
    return walk_deliveries(&query, fn, user, err);
}

STATEMENT(DELIVERIES_FAILED, DELIVERY_ROW " WHERE state IN ('refused', 'given up')"
                                          " OR (state = 'cancelled' AND note = 'restored')"
                                          " ORDER BY id DESC LIMIT ?");

enum rc ledger_deliveries_failed(struct ledger *ledger, int limit, ledger_delivery_fn fn,
                                 void *user, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_DELIVERIES_FAILED);
    query_int(&query, limit);
    return walk_deliveries(&query, fn, user, err);
}

STATEMENT(NEXT_DELIVERY,
          "SELECT due_s FROM delivery WHERE state = 'waiting' ORDER BY due_s LIMIT 1");

enum rc ledger_next_delivery(struct ledger *ledger, int64_t *due_s, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_NEXT_DELIVERY);
    return query_one_int(&query, -1, due_s, err);
}

static const char NOT_WAITING[] = "this delivery does not wait";

STATEMENT(DELIVERY_AGAIN, "UPDATE delivery SET tries = tries + 1, due_s = ?3, note = ?4"
                          " WHERE id = ?1 * 256 + ?2 AND state = 'waiting'");

enum rc ledger_delivery_again(struct ledger *ledger, int64_t out, int place, int64_t due_s,
                              const char *note, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_DELIVERY_AGAIN);
    query_int(&query, out);
    query_int(&query, place);
    query_int(&query, due_s);
    query_text(&query, note);
    return query_run_found(&query, NOT_WAITING, err);
}

STATEMENT(DELIVERY_END, "UPDATE delivery SET tries = tries + (?3 <> 'cancelled'), state = ?3,"
                        " ended_s = ?4, note = ?5"
                        " WHERE id = ?1 * 256 + ?2 AND state = 'waiting'");

static enum rc end_delivery(struct ledger *ledger, const struct ledger_delivery *end,
                            struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_DELIVERY_END);
    query_int(&query, end->out);
    query_int(&query, end->place);
    query_text(&query, ledger_delivery_name(end->state));
    query_int(&query, end->ended_s);
    query_text(&query, end->note);
    return query_run_found(&query, NOT_WAITING, err);
}

STATEMENT(COMPOSED_DROP,
          "DELETE FROM composed WHERE out = ?1 AND NOT EXISTS (SELECT 1 FROM delivery"
          " WHERE id BETWEEN ?1 * 256 AND ?1 * 256 + 255 AND state = 'waiting')");

static enum rc drop_composed(struct ledger *ledger, int64_t out, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_COMPOSED_DROP);
    query_int(&query, out);
    return query_run(&query, err);
}

enum rc ledger_delivery_end(struct ledger *ledger, int64_t out, int place,
                            enum ledger_delivery_state state, int64_t at_s, const char *note,
                            struct err *err)
{
    const struct ledger_delivery end = {
        .out = out, .place = place, .state = state, .ended_s = at_s, .note = note};
    enum rc rc = ledger_inner_begin(ledger, err);

    if (rc != RC_OK)
        return rc;
    rc = end_delivery(ledger, &end, err);
    if (rc == RC_OK)
        rc = drop_composed(ledger, out, err);
    return ledger_inner_end(ledger, rc, err);
}

STATEMENT(COMPOSED_PUT, "INSERT INTO composed (out, at_s, box) VALUES (?, ?, ?)");

enum rc ledger_composed_put(struct ledger *ledger, int64_t out, int64_t at_s,
                            struct ledger_bytes box, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_COMPOSED_PUT);
    query_int(&query, out);
    query_int(&query, at_s);
    query_bytes(&query, box);
    return query_run(&query, err);
}

STATEMENT(COMPOSED_GET, "SELECT 0, box FROM composed WHERE out = ?");

enum rc ledger_composed_get(struct ledger *ledger, int64_t out, struct buf *to, struct err *err)
{
    int64_t zero = 0;
    struct query query;
    bool found;
    enum rc rc;

    query_begin(&query, ledger, &ST_COMPOSED_GET);
    query_int(&query, out);
    rc = query_one_box(&query, &zero, to, &found, err);
    return rc == RC_OK && !found ? ERR(err, RC_NOT_FOUND, "the letter is not composed") : rc;
}
