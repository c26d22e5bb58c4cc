/* SPDX-License-Identifier: MIT */
/* Status, positions, boards, what was shown, open decisions. Seats and heads are in games.c,
 * look-ups in people.c, beside the facts they follow. */
#include "ledger/derived.h"
#include "ledger/ledger_p.h"

#define STATUS_NAMES_TEXT(name, text) [LEDGER_##name] = text,
static const char *const status_names[LEDGER_STATUS_COUNT] = {LEDGER_STATUSES(STATUS_NAMES_TEXT)};

const char *ledger_status_name(enum ledger_status status)
{
    return (unsigned)status < LEDGER_STATUS_COUNT ? status_names[status] : "?";
}

STATEMENT(STATUS_SET, "UPDATE game_now SET status = ?2, result = ?3 WHERE game = ?1");
STATEMENT(STATUS_IS, "SELECT status = ?2 AND result = ?3 FROM game_now WHERE game = ?1");

enum rc ledger_status_set(struct ledger *ledger, int64_t game, enum ledger_status status,
                          const char *result, struct err *err)
{
    int64_t same = 0;

    /* Nearly always it is: asking costs less than writing. */
    TRY(query_one_int(ledger, &ST_STATUS_IS,
                      VALUES(INT(game), TEXT(ledger_status_name(status)), TEXT(result)), 0, &same,
                      err));
    if (same)
        return RC_OK;
    return query_run_found(ledger, &ST_STATUS_SET,
                           VALUES(INT(game), TEXT(ledger_status_name(status)), TEXT(result)),
                           "there is no such game", err);
}

FORM(game_row_form, ledger_game_row, COLUMN(ledger_game_row, game), COLUMN(ledger_game_row, engine),
     COLUMN(ledger_game_row, n), COLUMN(ledger_game_row, at_s),
     COLUMN_OF_NAMES(ledger_game_row, status, status_names), COLUMN(ledger_game_row, result),
     COLUMN(ledger_game_row, is_frozen));

#define GAME_ROW                                                                                   \
    "SELECT g.id, g.engine, w.n, w.at_s, w.status, w.result, f.game IS NOT NULL"                   \
    " FROM game g JOIN game_now w ON w.game = g.id LEFT JOIN freeze f ON f.game = g.id"

STATEMENT_OF(GAME_ROWS, &game_row_form, GAME_ROW " ORDER BY g.id");
STATEMENT_OF(GAME_ROWS_STATUS, &game_row_form, GAME_ROW " WHERE w.status = ? ORDER BY g.id");

struct ledger_rows ledger_games_now(struct ledger *ledger, enum ledger_status status,
                                    struct err *err)
{
    return status == LEDGER_STATUS_COUNT
               ? query_rows(ledger, &ST_GAME_ROWS, NULL, err)
               : query_rows(ledger, &ST_GAME_ROWS_STATUS, VALUES(TEXT(ledger_status_name(status))),
                            err);
}

ASK(rows, ledger_games_of_player, WITH(int64_t player), &game_row_form,
    GAME_ROW " WHERE g.id IN (SELECT game FROM seat_now WHERE player = ?)"
             " ORDER BY g.id",
    VALUES(INT(player)));

enum rc ledger_games_going(struct ledger *ledger, int64_t player, unsigned *count, int64_t *only,
                           struct err *err)
{
    struct ledger_rows rows = ledger_games_of_player(ledger, player, err);
    int64_t last = 0;

    *count = 0;
    for (struct ledger_game_row row; ledger_next(&rows, &row);)
        if (row.status != LEDGER_OVER) {
            last = row.game;
            ++*count;
        }
    if (only)
        *only = *count == 1 ? last : 0;
    return ledger_end(&rows);
}

/* --- what was shown --- */

STATEMENT(SHOWN_GET, "SELECT n, out FROM shown WHERE game = ? AND seat = ?");

enum rc ledger_shown(struct ledger *ledger, int64_t game, int seat, int64_t *n, int64_t *out,
                     struct err *err)
{
    struct ledger_rows rows = query_rows(ledger, &ST_SHOWN_GET, VALUES(INT(game), INT(seat)), err);
    int64_t found_n = -1, found_out = 0;

    if (query_next(&rows)) {
        found_n = query_get_int(&rows, 0);
        found_out = query_get_int(&rows, 1);
    }
    TRY(ledger_end(&rows));
    *n = found_n;
    *out = found_out;
    return RC_OK;
}

/* --- open decisions ----------------------------------------------------------------------- */

#define NOT_FROZEN " NOT EXISTS (SELECT 1 FROM freeze f WHERE f.game = g.game)"
#define GOES_ON    " g.status = 'running' AND" NOT_FROZEN

FORM(place_form, ledger_place, COLUMN(ledger_place, game), COLUMN(ledger_place, seat));

/* What is done of a turn that time ended is done at once: so each turn has a time of its own. */
ASK(rows, ledger_seats_absent, WITH(int64_t turns), &place_form,
    "SELECT e.game, e.seat FROM game_now g JOIN entry e ON e.game = g.game WHERE" GOES_ON
    " AND e.kind = 'default' AND e.n > (SELECT coalesce(max(o.n), -1) FROM entry o"
    " WHERE o.game = e.game AND o.seat = e.seat AND o.kind IN ('order', 'seat'))"
    " GROUP BY e.game, e.seat HAVING count(DISTINCT e.at_s) >= ?",
    VALUES(INT(turns)));

ASK(rows, ledger_games_standing, WITH(int64_t before_s), &place_form,
    "SELECT g.game, 0 FROM game_now g JOIN entry e ON e.game = g.game WHERE"
    " g.status = 'paused' AND e.kind = 'clock' AND e.text LIKE '% clock pause' AND" NOT_FROZEN
    " GROUP BY g.game HAVING max(e.at_s) < ? ORDER BY g.game",
    VALUES(INT(before_s)));

ASK(rows, ledger_seats_waiting, WITH(int64_t player, int64_t before_s), &place_form,
    "SELECT d.game, d.seat FROM seat_now s JOIN decision d ON d.game = s.game AND"
    " d.seat = s.seat JOIN game_now g ON g.game = s.game WHERE s.player = ? AND"
    " d.opened_s < ? AND" GOES_ON,
    VALUES(INT(player), INT(before_s)));

STATEMENT(DECISIONS_DROP, "DELETE FROM decision WHERE game = ?");

FORM(decision_form, ledger_decision, COLUMN(ledger_decision, game),
     COLUMN(ledger_decision, decision), COLUMN(ledger_decision, seat),
     COLUMN(ledger_decision, clock), COLUMN(ledger_decision, time_class),
     COLUMN(ledger_decision, opened_n), COLUMN(ledger_decision, opened_s),
     COLUMN_OR(ledger_decision, due_s, -1), COLUMN_OR(ledger_decision, left_s, -1));

STATEMENT_OF(DECISION_PUT, &decision_form,
             "INSERT INTO decision (game, decision, seat, clock, time_class, opened_n,"
             " opened_s, due_s, left_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");

enum rc ledger_decisions_put(struct ledger *ledger, int64_t game,
                             const struct ledger_decision *decision, size_t count, struct err *err)
{
    enum rc rc;

    TRY(ledger_inner_begin(ledger, err));
    rc = query_run(ledger, &ST_DECISIONS_DROP, VALUES(INT(game)), err);
    for (size_t i = 0; i < count && rc == RC_OK; i++)
        rc = decision[i].game == game ? query_put(ledger, &ST_DECISION_PUT, &decision[i], err)
                                      : ERR(err, RC_BUG, "a decision of another game");
    return ledger_inner_end(ledger, rc, err);
}

#define DECISION_ROW                                                                               \
    "SELECT d.game, d.decision, d.seat, d.clock, d.time_class, d.opened_n, d.opened_s, d.due_s,"   \
    " d.left_s FROM "
ASK(rows, ledger_decisions, WITH(int64_t game), &decision_form,
    DECISION_ROW "decision d WHERE d.game = ? ORDER BY d.decision", VALUES(INT(game)));

ASK(rows, ledger_decisions_due, WITH(int64_t before_s), &decision_form,
    DECISION_ROW "decision d WHERE d.due_s < ? AND NOT EXISTS"
                 " (SELECT 1 FROM freeze f WHERE f.game = d.game)"
                 " ORDER BY d.due_s, d.game, d.decision",
    VALUES(INT(before_s)));

ASK(one_int, ledger_next_deadline, WITH(int64_t *due_s), NULL,
    "SELECT d.due_s FROM decision d WHERE d.due_s IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM freeze f WHERE f.game = d.game)"
    " ORDER BY d.due_s LIMIT 1",
    NULL, -1, due_s);
