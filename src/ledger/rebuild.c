/* SPDX-License-Identifier: MIT */
/* Empties derived tables and fills them from facts. What needs the rules is filled by the
 * caller. */
#include "ledger/care.h"
#include "ledger/facts.h"
#include "ledger/ledger_p.h"

STATEMENT(EMPTY_GAME_NOW, "DELETE FROM game_now");
STATEMENT(EMPTY_SEAT_NOW, "DELETE FROM seat_now");
STATEMENT(EMPTY_SHOWN, "DELETE FROM shown");
STATEMENT(EMPTY_DECISION, "DELETE FROM decision");
STATEMENT(EMPTY_LOOKUP, "DELETE FROM lookup");
STATEMENT(FILL_GAME_NOW,
          "INSERT INTO game_now (game, n, at_s, hash) SELECT g.id, coalesce(e.n, -1),"
          " coalesce(e.at_s, 0), coalesce(e.hash, zeroblob(32)) FROM game g LEFT JOIN"
          " entry e ON e.game = g.id"
          " AND e.n = (SELECT max(n) FROM entry WHERE game = g.id)");
STATEMENT(FILL_SEAT_NOW, "INSERT INTO seat_now (game, seat, player, n)"
                         " SELECT game, seat, player, max(n) FROM seat GROUP BY game, seat");
STATEMENT(FILL_SHOWN, "INSERT INTO shown (game, seat, n, out) SELECT game, seat, n, id"
                      " FROM letter_out WHERE n IS NOT NULL ORDER BY id"
                      " ON CONFLICT DO UPDATE SET n = excluded.n, out = excluded.out"
                      " WHERE excluded.n >= n");

/* First what the ledger knows by itself; the desk's parts may read it. */
static const struct statement *const own_steps[] = {
    &ST_EMPTY_GAME_NOW, &ST_EMPTY_SEAT_NOW, &ST_EMPTY_SHOWN,   &ST_EMPTY_DECISION,
    &ST_EMPTY_LOOKUP,   &ST_FILL_GAME_NOW,  &ST_FILL_SEAT_NOW, &ST_FILL_SHOWN,
};

static enum rc refill_players(struct ledger *ledger, const struct ledger_rebuilder *with,
                              struct err *err)
{
    struct ledger_rows rows = ledger_players(ledger, err);

    for (struct ledger_player row; ledger_next(&rows, &row);)
        rows.rc = with->player(with->user, ledger, row.id, err);
    return ledger_end(&rows);
}

static enum rc refill_games(struct ledger *ledger, const struct ledger_rebuilder *with,
                            struct err *err)
{
    struct ledger_rows rows = ledger_games(ledger, 0, err);

    for (struct ledger_game row; ledger_next(&rows, &row);)
        rows.rc = with->game(with->user, ledger, row.id, err);
    return ledger_end(&rows);
}

static enum rc refill(struct ledger *ledger, const struct ledger_rebuilder *with, struct err *err)
{
    for (size_t i = 0; i < sizeof own_steps / sizeof *own_steps; i++)
        TRY(ledger_do(ledger, own_steps[i], err));
    if (with->player)
        TRY(refill_players(ledger, with, err));
    return with->game ? refill_games(ledger, with, err) : RC_OK;
}

enum rc ledger_rebuild(struct ledger *ledger, const struct ledger_rebuilder *with, struct err *err)
{
    enum rc rc;

    TRY(ledger_begin_immediate(ledger, err));
    rc = refill(ledger, with, err);
    if (rc == RC_OK)
        return ledger_commit(ledger, err);
    ledger_rollback(ledger);
    return rc;
}
