/* SPDX-License-Identifier: MIT */
/* Status, positions, boards, what was shown, open decisions. Seats and heads are in games.c,
 * look-ups in people.c, beside the facts they follow. */
#include "ledger/derived.h"
#include "ledger/ledger_p.h"

static const char *const status_names[LEDGER_STATUS_COUNT] = {
#define X(name, text) [LEDGER_##name] = text,
    LEDGER_STATUSES(X)
#undef X
};

const char *ledger_status_name(enum ledger_status status)
{
    return (unsigned)status < LEDGER_STATUS_COUNT ? status_names[status] : "?";
}

STATEMENT(STATUS_SET, "UPDATE game_now SET status = ?2, result = ?3 WHERE game = ?1");
STATEMENT(STATUS_IS, "SELECT status = ?2 AND result = ?3 FROM game_now WHERE game = ?1");

enum rc ledger_status_set(struct ledger *ledger, int64_t game, enum ledger_status status,
                          const char *result, struct err *err)
{
    struct query query;
    int64_t same = 0;
    enum rc rc;

    /* Nearly always it is: asking costs less than writing. */
    query_begin(&query, ledger, &ST_STATUS_IS);
    query_int(&query, game);
    query_text(&query, ledger_status_name(status));
    query_text(&query, result);
    rc = query_one_int(&query, 0, &same, err);
    if (rc != RC_OK || same)
        return rc;
    query_begin(&query, ledger, &ST_STATUS_SET);
    query_int(&query, game);
    query_text(&query, ledger_status_name(status));
    query_text(&query, result);
    return query_run_found(&query, "there is no such game", err);
}

static enum rc walk_game_rows(struct query *query, ledger_game_row_fn fn, void *user, bool *found,
                              struct err *err)
{
    enum rc rc = RC_OK, end;

    while (rc == RC_OK && query_next(query)) {
        unsigned status =
            ledger_index_of(status_names, LEDGER_STATUS_COUNT, query_get_text(query, 4));
        struct ledger_game_row row = {.game = query_get_int(query, 0),
                                      .engine = query_get_text(query, 1),
                                      .n = query_get_int(query, 2),
                                      .at_s = query_get_int(query, 3),
                                      .status = (enum ledger_status)status,
                                      .result = query_get_text(query, 5),
                                      .is_frozen = query_get_int(query, 6) != 0};
        *found = true;
        rc = fn(user, &row, err);
    }
    end = query_end(query, err);
    return rc != RC_OK ? rc : end;
}

#define GAME_ROW                                                                                   \
    "SELECT g.id, g.engine, w.n, w.at_s, w.status, w.result, f.game IS NOT NULL"                   \
    " FROM game g JOIN game_now w ON w.game = g.id LEFT JOIN freeze f ON f.game = g.id"
STATEMENT(GAME_ROW_GET, GAME_ROW " WHERE g.id = ?");

enum rc ledger_game_now(struct ledger *ledger, int64_t game, ledger_game_row_fn fn, void *user,
                        struct err *err)
{
    struct query query;
    bool found = false;
    enum rc rc;

    query_begin(&query, ledger, &ST_GAME_ROW_GET);
    query_int(&query, game);
    rc = walk_game_rows(&query, fn, user, &found, err);
    return rc == RC_OK && !found ? ERR(err, RC_NOT_FOUND, "there is no such game") : rc;
}

STATEMENT(GAME_ROWS, GAME_ROW " ORDER BY g.id");
STATEMENT(GAME_ROWS_STATUS, GAME_ROW " WHERE w.status = ? ORDER BY g.id");

enum rc ledger_games_now(struct ledger *ledger, enum ledger_status status, ledger_game_row_fn fn,
                         void *user, struct err *err)
{
    struct query query;
    bool found = false;

    query_begin(&query, ledger,
                status == LEDGER_STATUS_COUNT ? &ST_GAME_ROWS : &ST_GAME_ROWS_STATUS);
    if (status != LEDGER_STATUS_COUNT)
        query_text(&query, ledger_status_name(status));
    return walk_game_rows(&query, fn, user, &found, err);
}

STATEMENT(GAME_ROWS_PLAYER, GAME_ROW " WHERE g.id IN (SELECT game FROM seat_now WHERE player = ?)"
                                     " ORDER BY g.id");

enum rc ledger_games_of_player(struct ledger *ledger, int64_t player, ledger_game_row_fn fn,
                               void *user, struct err *err)
{
    struct query query;
    bool found = false;

    query_begin(&query, ledger, &ST_GAME_ROWS_PLAYER);
    query_int(&query, player);
    return walk_game_rows(&query, fn, user, &found, err);
}

/* --- positions and boards ----------------------------------------------------------------- */

STATEMENT(POSITION_PUT, "INSERT INTO position (game, n, box) VALUES (?, ?, ?)"
                        " ON CONFLICT DO UPDATE SET n = excluded.n, box = excluded.box");

enum rc ledger_position_put(struct ledger *ledger, int64_t game, int64_t n, struct ledger_bytes box,
                            struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_POSITION_PUT);
    query_int(&query, game);
    query_int(&query, n);
    query_bytes(&query, box);
    return query_run(&query, err);
}

static enum rc get_latest(struct query *query, int64_t *n, struct buf *out, struct err *err)
{
    int64_t found_n = -1;
    bool found;
    enum rc rc = query_one_box(query, &found_n, out, &found, err);

    if (rc == RC_OK)
        *n = found_n;
    return rc;
}

STATEMENT(POSITION_GET, "SELECT n, box FROM position WHERE game = ?");

enum rc ledger_position_get(struct ledger *ledger, int64_t game, int64_t *n, struct buf *out,
                            struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_POSITION_GET);
    query_int(&query, game);
    return get_latest(&query, n, out, err);
}

STATEMENT(BOARD_PUT,
          "INSERT INTO board (game, seat, n, box, id) VALUES (?1, ?2, ?3, ?4,"
          " ?1 * 256 + ?2) ON CONFLICT DO UPDATE SET n = excluded.n, box = excluded.box");

enum rc ledger_board_put(struct ledger *ledger, int64_t game, int seat, int64_t n,
                         struct ledger_bytes box, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_BOARD_PUT);
    query_int(&query, game);
    query_int(&query, seat);
    query_int(&query, n);
    query_bytes(&query, box);
    return query_run(&query, err);
}

STATEMENT(BOARD_GET, "SELECT n, box FROM board WHERE id = ?1 * 256 + ?2");

enum rc ledger_board_get(struct ledger *ledger, int64_t game, int seat, int64_t *n, struct buf *out,
                         struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_BOARD_GET);
    query_int(&query, game);
    query_int(&query, seat);
    return get_latest(&query, n, out, err);
}

STATEMENT(SHOWN_GET, "SELECT n, out FROM shown WHERE game = ? AND seat = ?");

enum rc ledger_shown(struct ledger *ledger, int64_t game, int seat, int64_t *n, int64_t *out,
                     struct err *err)
{
    int64_t found_n = -1, found_out = 0;
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_SHOWN_GET);
    query_int(&query, game);
    query_int(&query, seat);
    if (query_next(&query)) {
        found_n = query_get_int(&query, 0);
        found_out = query_get_int(&query, 1);
    }
    rc = query_end(&query, err);
    if (rc == RC_OK) {
        *n = found_n;
        *out = found_out;
    }
    return rc;
}

/* --- open decisions ----------------------------------------------------------------------- */

STATEMENT(DECISIONS_DROP, "DELETE FROM decision WHERE game = ?");

static enum rc drop_decisions(struct ledger *ledger, int64_t game, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_DECISIONS_DROP);
    query_int(&query, game);
    return query_run(&query, err);
}

STATEMENT(DECISION_PUT, "INSERT INTO decision (game, decision, seat, clock, time_class, opened_n,"
                        " opened_s, due_s, left_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");

static enum rc put_decision(struct ledger *ledger, const struct ledger_decision *decision,
                            struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_DECISION_PUT);
    query_int(&query, decision->game);
    query_int(&query, decision->decision);
    query_int(&query, decision->seat);
    query_int(&query, decision->clock);
    query_int(&query, decision->time_class);
    query_int(&query, decision->opened_n);
    query_int(&query, decision->opened_s);
    query_int_or_null(&query, decision->due_s, -1);
    query_int_or_null(&query, decision->left_s, -1);
    return query_run(&query, err);
}

enum rc ledger_decisions_put(struct ledger *ledger, int64_t game,
                             const struct ledger_decision *decision, size_t count, struct err *err)
{
    enum rc rc = ledger_inner_begin(ledger, err);

    if (rc != RC_OK)
        return rc;
    rc = drop_decisions(ledger, game, err);
    for (size_t i = 0; i < count && rc == RC_OK; i++)
        rc = decision[i].game == game ? put_decision(ledger, &decision[i], err)
                                      : ERR(err, RC_BUG, "a decision of another game");
    return ledger_inner_end(ledger, rc, err);
}

static enum rc walk_decisions(struct query *query, ledger_decision_fn fn, void *user,
                              struct err *err)
{
    enum rc rc = RC_OK, end;

    while (rc == RC_OK && query_next(query)) {
        struct ledger_decision decision = {.game = query_get_int(query, 0),
                                           .decision = query_get_int(query, 1),
                                           .seat = (int)query_get_int(query, 2),
                                           .clock = query_get_int(query, 3),
                                           .time_class = (int)query_get_int(query, 4),
                                           .opened_n = query_get_int(query, 5),
                                           .opened_s = query_get_int(query, 6),
                                           .due_s = query_get_int_or(query, 7, -1),
                                           .left_s = query_get_int_or(query, 8, -1)};
        rc = fn(user, &decision, err);
    }
    end = query_end(query, err);
    return rc != RC_OK ? rc : end;
}

static enum rc walk_decisions_by(struct ledger *ledger, const struct statement *which, int64_t key,
                                 ledger_decision_fn fn, void *user, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, which);
    query_int(&query, key);
    return walk_decisions(&query, fn, user, err);
}

#define DECISION_ROW                                                                               \
    "SELECT d.game, d.decision, d.seat, d.clock, d.time_class, d.opened_n, d.opened_s, d.due_s,"   \
    " d.left_s FROM "
STATEMENT(DECISIONS, DECISION_ROW "decision d WHERE d.game = ? ORDER BY d.decision");

enum rc ledger_decisions(struct ledger *ledger, int64_t game, ledger_decision_fn fn, void *user,
                         struct err *err)
{
    return walk_decisions_by(ledger, &ST_DECISIONS, game, fn, user, err);
}

STATEMENT(DECISIONS_PLAYER,
          DECISION_ROW "seat_now s JOIN decision d"
                       " ON d.game = s.game AND d.seat = s.seat WHERE s.player = ?"
                       " ORDER BY d.due_s IS NULL, d.due_s, d.game, d.decision");

enum rc ledger_decisions_of_player(struct ledger *ledger, int64_t player, ledger_decision_fn fn,
                                   void *user, struct err *err)
{
    return walk_decisions_by(ledger, &ST_DECISIONS_PLAYER, player, fn, user, err);
}

STATEMENT(DECISIONS_DUE, DECISION_ROW "decision d WHERE d.due_s < ? AND NOT EXISTS"
                                      " (SELECT 1 FROM freeze f WHERE f.game = d.game)"
                                      " ORDER BY d.due_s, d.game, d.decision");

enum rc ledger_decisions_due(struct ledger *ledger, int64_t before_s, ledger_decision_fn fn,
                             void *user, struct err *err)
{
    return walk_decisions_by(ledger, &ST_DECISIONS_DUE, before_s, fn, user, err);
}

STATEMENT(NEXT_DEADLINE, "SELECT d.due_s FROM decision d WHERE d.due_s IS NOT NULL AND NOT EXISTS"
                         " (SELECT 1 FROM freeze f WHERE f.game = d.game)"
                         " ORDER BY d.due_s LIMIT 1");

enum rc ledger_next_deadline(struct ledger *ledger, int64_t *due_s, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_NEXT_DEADLINE);
    return query_one_int(&query, -1, due_s, err);
}
