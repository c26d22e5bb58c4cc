/* SPDX-License-Identifier: MIT */
/* Rows of letters in and their outcomes. */
#include "ledger/ledger_p.h"
#include "ledger/letters.h"

#define OUTCOME_NAMES_TEXT(name, text) [LEDGER_##name] = text,
static const char *const outcome_names[LEDGER_OUTCOME_COUNT] = {
    LEDGER_OUTCOMES(OUTCOME_NAMES_TEXT)};

const char *ledger_outcome_name(enum ledger_outcome_kind kind)
{
    return (unsigned)kind < LEDGER_OUTCOME_COUNT ? outcome_names[kind] : "?";
}

FORM(letter_form, ledger_letter, COLUMN(ledger_letter, id), COLUMN(ledger_letter, source),
     COLUMN(ledger_letter, source_id), COLUMN(ledger_letter, message_key),
     COLUMN_OR(ledger_letter, repeat_of, 0), COLUMN(ledger_letter, arrived_s),
     COLUMN(ledger_letter, taken_s));

STATEMENT_OF(LETTER_PUT, &letter_form,
             "INSERT INTO letter (id, source, source_id, message_key, repeat_of, arrived_s,"
             " taken_s) VALUES (?, ?, ?, ?, ?, ?, ?)");

FORM(letter_raw_form, ledger_letter, COLUMN(ledger_letter, id), COLUMN(ledger_letter, key),
     COLUMN(ledger_letter, raw_box));

STATEMENT_OF(LETTER_RAW_PUT, &letter_raw_form,
             "INSERT INTO letter_raw (letter, key_id, box) VALUES (?, ?, ?)");

STATEMENT(WAITING_PUT, "INSERT INTO waiting (letter) VALUES (?)");

enum rc ledger_letter_put(struct ledger *ledger, const struct ledger_letter *letter,
                          struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);

    THEN(rc, ledger_inner_begin(ledger, err));
    TRY(rc);
    rc = query_put(ledger, &ST_LETTER_PUT, letter, err);
    /* a number from elsewhere: ask the table again */
    ledger->next_in = letter->id == ledger->next_in ? letter->id + 1 : 0;
    THEN(rc, query_put(ledger, &ST_LETTER_RAW_PUT, letter, err));
    if (rc == RC_OK && letter->waits)
        rc = query_run(ledger, &ST_WAITING_PUT, VALUES(INT(letter->id)), err);
    return ledger_inner_end(ledger, rc, err);
}

ASK(one_int, ledger_letter_by_message, WITH(struct ledger_bytes message_key, int64_t *letter), NULL,
    "SELECT id FROM letter WHERE message_key = ? AND repeat_of IS NULL", VALUES(BYTES(message_key)),
    0, letter);

ASK(one_int, ledger_letter_by_source,
    WITH(const char *source, const char *source_id, int64_t *letter), NULL,
    "SELECT id FROM letter WHERE source = ? AND source_id = ?",
    VALUES(TEXT(source), TEXT(source_id)), 0, letter);

FORM(outcome_form, ledger_outcome, COLUMN(ledger_outcome, letter), COLUMN(ledger_outcome, at_s),
     COLUMN_OF_NAMES(ledger_outcome, kind, outcome_names), COLUMN(ledger_outcome, reason),
     COLUMN_OR(ledger_outcome, player, 0), COLUMN_OR(ledger_outcome, game, 0),
     COLUMN(ledger_outcome, seat));

STATEMENT_OF(OUTCOME_PUT, &outcome_form,
             "INSERT INTO outcome (letter, at_s, kind, reason, player, game, seat)"
             " VALUES (?, ?, ?, ?, ?, ?, ?)");

STATEMENT(WAITING_DROP, "DELETE FROM waiting WHERE letter = ?");

enum rc ledger_outcome_put(struct ledger *ledger, const struct ledger_outcome *outcome,
                           struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);

    THEN(rc, ledger_inner_begin(ledger, err));
    TRY(rc);
    rc = query_put(ledger, &ST_OUTCOME_PUT, outcome, err);
    THEN(rc, query_run(ledger, &ST_WAITING_DROP, VALUES(INT(outcome->letter)), err));
    return ledger_inner_end(ledger, rc, err);
}

ASK(one_int, ledger_letters_from, WITH(const char *source, int64_t since_s, int64_t *count), NULL,
    "SELECT count(*) FROM letter WHERE source = ? AND arrived_s >= ?",
    VALUES(TEXT(source), INT(since_s)), 0, count);

STATEMENT(OUTCOMES_COUNT, "SELECT kind, count(*) FROM outcome WHERE at_s >= ?1 AND at_s < ?2"
                          " GROUP BY kind");

enum rc ledger_outcomes_count(struct ledger *ledger, int64_t from_s, int64_t to_s,
                              int64_t count[LEDGER_OUTCOME_COUNT], struct err *err)
{
    struct ledger_rows rows =
        query_rows(ledger, &ST_OUTCOMES_COUNT, VALUES(INT(from_s), INT(to_s)), err);

    while (query_next(&rows)) {
        unsigned kind =
            ledger_index_of(outcome_names, LEDGER_OUTCOME_COUNT, query_get_text(&rows, 0));

        if (kind < LEDGER_OUTCOME_COUNT)
            count[kind] += query_get_int(&rows, 1);
    }
    return ledger_end(&rows);
}

static enum rc complete_letter(struct ledger_rows *rows, void *row)
{
    struct ledger_letter_row *letter = row;

    (void)rows;
    letter->outcome.letter = letter->letter.id;
    return RC_OK;
}

#define OF_LETTER(member)  COLUMN(ledger_letter_row, letter.member)
#define OF_OUTCOME(member) COLUMN(ledger_letter_row, outcome.member)
FORM_COMPLETED(letter_row_form, ledger_letter_row, complete_letter, OF_LETTER(id),
               OF_LETTER(source), OF_LETTER(source_id), OF_LETTER(message_key),
               OF_LETTER(repeat_of), OF_LETTER(arrived_s), OF_LETTER(taken_s), OF_LETTER(key),
               COLUMN_OR(ledger_letter_row, outcome.at_s, -1),
               COLUMN_OF_NAMES(ledger_letter_row, outcome.kind, outcome_names), OF_OUTCOME(reason),
               OF_OUTCOME(player), OF_OUTCOME(game), OF_OUTCOME(seat), OF_LETTER(raw_box));

#define LETTER_ROW                                                                                 \
    "SELECT l.id, l.source, l.source_id, l.message_key, l.repeat_of, l.arrived_s, l.taken_s,"      \
    " r.key_id, o.at_s, o.kind, o.reason, o.player, o.game, o.seat"
#define LETTER_FROM                                                                                \
    " FROM letter l LEFT JOIN letter_raw r ON r.letter = l.id"                                     \
    " LEFT JOIN outcome o ON o.letter = l.id"
ASK(get, ledger_letter_get, WITH(int64_t letter), &letter_row_form,
    LETTER_ROW ", r.box" LETTER_FROM " WHERE l.id = ?", VALUES(INT(letter)), "no such letter");

ASK(rows, ledger_letters, WITH(int64_t before), &letter_row_form,
    LETTER_ROW ", NULL" LETTER_FROM " WHERE l.id < ? ORDER BY l.id DESC",
    VALUES(INT(before > 0 ? before : INT64_MAX)));

ASK(rows, ledger_letters_waiting, WITH_NOTHING, &letter_row_form,
    LETTER_ROW ", r.box" LETTER_FROM " WHERE l.id IN (SELECT letter FROM waiting) ORDER BY l.id",
    NULL);

ASK(rows, ledger_letters_aside, WITH_NOTHING, &letter_row_form,
    LETTER_ROW ", NULL" LETTER_FROM
               " WHERE o.kind = 'set aside' AND o.reason <> 'administrator' AND"
               " r.letter IS NOT NULL AND NOT EXISTS (SELECT 1 FROM letter a"
               " WHERE a.source = 'requeue' AND a.source_id = l.id || '/1') AND NOT EXISTS"
               " (SELECT 1 FROM inbox WHERE source = 'aside/' || l.id) ORDER BY l.id",
    NULL);

ASK(run, ledger_aside_leave, WITH(int64_t letter, int64_t now_s), NULL,
    "INSERT INTO inbox (source, read_to_s, state) VALUES ('aside/' || ?, ?, '')"
    " ON CONFLICT DO NOTHING",
    VALUES(INT(letter), INT(now_s)));

STATEMENT(LETTERS_END, "SELECT coalesce(max(id), 0) + 1 FROM letter");
STATEMENT(LETTERS_OLD_FIRST, "SELECT letter FROM letter_raw ORDER BY letter LIMIT 1");
STATEMENT(LETTERS_OLD_END,
          "SELECT id FROM letter WHERE id >= ?1 AND arrived_s >= ?2 AND taken_s >= ?2"
          " ORDER BY id LIMIT 1");

enum rc ledger_letters_old(struct ledger *ledger, int64_t before_s, int64_t *first, int64_t *end,
                           struct err *err)
{
    int64_t next = 0;

    TRY(query_one_int(ledger, &ST_LETTERS_END, NULL, 0, &next, err));
    TRY(query_one_int(ledger, &ST_LETTERS_OLD_FIRST, NULL, next, first, err));
    return query_one_int(ledger, &ST_LETTERS_OLD_END, VALUES(INT(*first), INT(before_s)), next, end,
                         err);
}

STATEMENT(LETTERS_PRUNE, "DELETE FROM letter_raw WHERE letter >= ?1 AND letter < ?2 AND key_id IN"
                         " (SELECT id FROM keyring WHERE wrapped IS NULL)");

enum rc ledger_letters_prune(struct ledger *ledger, int64_t first, int64_t end, int64_t *pruned,
                             struct err *err)
{
    TRY(query_run(ledger, &ST_LETTERS_PRUNE, VALUES(INT(first), INT(end)), err));
    *pruned = sqlite3_changes64(ledger->db);
    return RC_OK;
}
