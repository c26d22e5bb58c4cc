/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "ledger/ledger_p.h"
#include "ledger/letters.h"

static const char *const outcome_names[LEDGER_OUTCOME_COUNT] = {
#define X(name, text) [LEDGER_##name] = text,
    LEDGER_OUTCOMES(X)
#undef X
};

const char *ledger_outcome_name(enum ledger_outcome_kind kind)
{
    return (unsigned)kind < LEDGER_OUTCOME_COUNT ? outcome_names[kind] : "?";
}

STATEMENT(LETTER_PUT,
          "INSERT INTO letter (id, source, source_id, message_key, repeat_of, arrived_s,"
          " taken_s) VALUES (?, ?, ?, ?, ?, ?, ?)");

static enum rc put_letter_row(struct ledger *ledger, const struct ledger_letter *letter,
                              struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_LETTER_PUT);
    query_int(&query, letter->id);
    query_text(&query, letter->source);
    query_text(&query, letter->source_id);
    query_bytes(&query, letter->message_key);
    query_int_or_null(&query, letter->repeat_of, 0);
    query_int(&query, letter->arrived_s);
    query_int(&query, letter->taken_s);
    return query_run(&query, err);
}

STATEMENT(LETTER_RAW_PUT, "INSERT INTO letter_raw (letter, key_id, box) VALUES (?, ?, ?)");

static enum rc put_raw_row(struct ledger *ledger, const struct ledger_letter *letter,
                           struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_LETTER_RAW_PUT);
    query_int(&query, letter->id);
    query_int(&query, letter->key);
    query_bytes(&query, letter->raw_box);
    return query_run(&query, err);
}

static enum rc run_with_letter(struct ledger *ledger, const struct statement *which, int64_t letter,
                               struct err *err)
{
    struct query query;

    query_begin(&query, ledger, which);
    query_int(&query, letter);
    return query_run(&query, err);
}

STATEMENT(WAITING_PUT, "INSERT INTO waiting (letter) VALUES (?)");

enum rc ledger_letter_put(struct ledger *ledger, const struct ledger_letter *letter,
                          struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);

    if (rc == RC_OK)
        rc = ledger_inner_begin(ledger, err);
    if (rc != RC_OK)
        return rc;
    rc = put_letter_row(ledger, letter, err);
    /* a number from elsewhere: ask the table again */
    ledger->next_in = letter->id == ledger->next_in ? letter->id + 1 : 0;
    if (rc == RC_OK)
        rc = put_raw_row(ledger, letter, err);
    if (rc == RC_OK && letter->waits)
        rc = run_with_letter(ledger, &ST_WAITING_PUT, letter->id, err);
    return ledger_inner_end(ledger, rc, err);
}

STATEMENT(LETTER_BY_MESSAGE, "SELECT id FROM letter WHERE message_key = ? AND repeat_of IS NULL");

enum rc ledger_letter_by_message(struct ledger *ledger, struct ledger_bytes message_key,
                                 int64_t *letter, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_LETTER_BY_MESSAGE);
    query_bytes(&query, message_key);
    return query_one_int(&query, 0, letter, err);
}

STATEMENT(LETTER_BY_SOURCE, "SELECT id FROM letter WHERE source = ? AND source_id = ?");

enum rc ledger_letter_by_source(struct ledger *ledger, const char *source, const char *source_id,
                                int64_t *letter, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_LETTER_BY_SOURCE);
    query_text(&query, source);
    query_text(&query, source_id);
    return query_one_int(&query, 0, letter, err);
}

STATEMENT(OUTCOME_PUT, "INSERT INTO outcome (letter, at_s, kind, reason, player, game, seat)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?)");

static enum rc put_outcome_row(struct ledger *ledger, const struct ledger_outcome *outcome,
                               struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_OUTCOME_PUT);
    query_int(&query, outcome->letter);
    query_int(&query, outcome->at_s);
    query_text(&query, ledger_outcome_name(outcome->kind));
    query_text(&query, outcome->reason);
    query_int_or_null(&query, outcome->player, 0);
    query_int_or_null(&query, outcome->game, 0);
    query_int(&query, outcome->seat);
    return query_run(&query, err);
}

STATEMENT(WAITING_DROP, "DELETE FROM waiting WHERE letter = ?");

enum rc ledger_outcome_put(struct ledger *ledger, const struct ledger_outcome *outcome,
                           struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);

    if (rc == RC_OK)
        rc = ledger_inner_begin(ledger, err);
    if (rc != RC_OK)
        return rc;
    rc = put_outcome_row(ledger, outcome, err);
    if (rc == RC_OK)
        rc = run_with_letter(ledger, &ST_WAITING_DROP, outcome->letter, err);
    return ledger_inner_end(ledger, rc, err);
}

STATEMENT(OUTCOMES_COUNT, "SELECT kind, count(*) FROM outcome WHERE at_s >= ?1 AND at_s < ?2"
                          " GROUP BY kind");

enum rc ledger_outcomes_count(struct ledger *ledger, int64_t from_s, int64_t to_s,
                              int64_t count[LEDGER_OUTCOME_COUNT], struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_OUTCOMES_COUNT);
    query_int(&query, from_s);
    query_int(&query, to_s);
    while (query_next(&query)) {
        unsigned kind =
            ledger_index_of(outcome_names, LEDGER_OUTCOME_COUNT, query_get_text(&query, 0));

        if (kind < LEDGER_OUTCOME_COUNT)
            count[kind] += query_get_int(&query, 1);
    }
    return query_end(&query, err);
}

/* Columns as in LETTER_ROW, then the box. */
static struct ledger_letter_row read_row(struct query *query)
{
    struct ledger_letter_row row = {
        .letter = {.id = query_get_int(query, 0),
                   .source = query_get_text(query, 1),
                   .source_id = query_get_text(query, 2),
                   .message_key = query_get_bytes(query, 3),
                   .repeat_of = query_get_int_or(query, 4, 0),
                   .arrived_s = query_get_int(query, 5),
                   .taken_s = query_get_int(query, 6),
                   .key = query_get_int_or(query, 7, 0),
                   .raw_box = query_get_bytes(query, 14)},
        .outcome = {.at_s = query_get_int_or(query, 8, -1),
                    .reason = query_get_text(query, 10),
                    .player = query_get_int_or(query, 11, 0),
                    .game = query_get_int_or(query, 12, 0),
                    .seat = (int)query_get_int_or(query, 13, 0)},
    };

    row.outcome.letter = row.letter.id;
    row.outcome.kind = (enum ledger_outcome_kind)ledger_index_of(
        outcome_names, LEDGER_OUTCOME_COUNT, query_get_text(query, 9));
    return row;
}

struct letter_walk {
    ledger_letter_fn fn;
    void *user;
};

static enum rc tell_letter(struct query *query, void *context, struct err *err)
{
    const struct letter_walk *walk = context;
    struct ledger_letter_row row = read_row(query);

    return walk->fn(walk->user, &row, err);
}

#define LETTER_ROW                                                                                 \
    "SELECT l.id, l.source, l.source_id, l.message_key, l.repeat_of, l.arrived_s, l.taken_s,"      \
    " r.key_id, o.at_s, o.kind, o.reason, o.player, o.game, o.seat"
#define LETTER_FROM                                                                                \
    " FROM letter l LEFT JOIN letter_raw r ON r.letter = l.id"                                     \
    " LEFT JOIN outcome o ON o.letter = l.id"
STATEMENT(LETTER_GET, LETTER_ROW ", r.box" LETTER_FROM " WHERE l.id = ?");

enum rc ledger_letter_get(struct ledger *ledger, int64_t letter, ledger_letter_fn fn, void *user,
                          struct err *err)
{
    struct letter_walk walk = {fn, user};
    struct query query;

    query_begin(&query, ledger, &ST_LETTER_GET);
    query_int(&query, letter);
    return query_walk(&query, tell_letter, &walk, "no such letter", err);
}

STATEMENT(LETTERS, LETTER_ROW ", NULL" LETTER_FROM " WHERE l.id < ? ORDER BY l.id DESC");

enum rc ledger_letters(struct ledger *ledger, int64_t before, ledger_letter_fn fn, void *user,
                       struct err *err)
{
    struct letter_walk walk = {fn, user};
    struct query query;

    query_begin(&query, ledger, &ST_LETTERS);
    query_int(&query, before > 0 ? before : INT64_MAX);
    return query_walk(&query, tell_letter, &walk, NULL, err);
}

STATEMENT(LETTERS_WAITING, LETTER_ROW ", r.box" LETTER_FROM
                                      " WHERE l.id IN (SELECT letter FROM waiting) ORDER BY l.id");

enum rc ledger_letters_waiting(struct ledger *ledger, ledger_letter_fn fn, void *user,
                               struct err *err)
{
    struct letter_walk walk = {fn, user};
    struct query query;

    query_begin(&query, ledger, &ST_LETTERS_WAITING);
    return query_walk(&query, tell_letter, &walk, NULL, err);
}

STATEMENT(LETTERS_END, "SELECT coalesce(max(id), 0) + 1 FROM letter");
STATEMENT(LETTERS_OLD_FIRST, "SELECT letter FROM letter_raw ORDER BY letter LIMIT 1");
STATEMENT(LETTERS_OLD_END,
          "SELECT id FROM letter WHERE id >= ?1 AND arrived_s >= ?2 AND taken_s >= ?2"
          " ORDER BY id LIMIT 1");

enum rc ledger_letters_old(struct ledger *ledger, int64_t before_s, int64_t *first, int64_t *end,
                           struct err *err)
{
    int64_t next = 0;
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_LETTERS_END);
    rc = query_one_int(&query, 0, &next, err);
    if (rc != RC_OK)
        return rc;
    query_begin(&query, ledger, &ST_LETTERS_OLD_FIRST);
    rc = query_one_int(&query, next, first, err);
    if (rc != RC_OK)
        return rc;
    query_begin(&query, ledger, &ST_LETTERS_OLD_END);
    query_int(&query, *first);
    query_int(&query, before_s);
    return query_one_int(&query, next, end, err);
}

STATEMENT(LETTERS_PRUNE, "DELETE FROM letter_raw WHERE letter >= ?1 AND letter < ?2 AND key_id IN"
                         " (SELECT id FROM keyring WHERE wrapped IS NULL)");

enum rc ledger_letters_prune(struct ledger *ledger, int64_t first, int64_t end, int64_t *pruned,
                             struct err *err)
{
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_LETTERS_PRUNE);
    query_int(&query, first);
    query_int(&query, end);
    rc = query_run(&query, err);
    if (rc == RC_OK)
        *pruned = sqlite3_changes64(ledger->db);
    return rc;
}
