/* SPDX-License-Identifier: MIT */
#include "ledger/care.h"
#include "ledger/facts.h"
#include "ledger/ledger_p.h"

STATEMENT(EMPTY_GAME_NOW, "DELETE FROM game_now");
STATEMENT(EMPTY_SEAT_NOW, "DELETE FROM seat_now");
STATEMENT(EMPTY_POSITION, "DELETE FROM position");
STATEMENT(EMPTY_BOARD, "DELETE FROM board");
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
    &ST_EMPTY_GAME_NOW, &ST_EMPTY_SEAT_NOW, &ST_EMPTY_POSITION, &ST_EMPTY_BOARD,   &ST_EMPTY_SHOWN,
    &ST_EMPTY_DECISION, &ST_EMPTY_LOOKUP,   &ST_FILL_GAME_NOW,  &ST_FILL_SEAT_NOW, &ST_FILL_SHOWN,
};

struct rebuild {
    struct ledger *ledger;
    const struct ledger_rebuilder *with;
};

static enum rc rebuild_game(void *user, const struct ledger_game *game, struct err *err)
{
    struct rebuild *rebuild = user;

    return rebuild->with->game(rebuild->with->user, rebuild->ledger, game->id, err);
}

static enum rc rebuild_player(void *user, const struct ledger_player *player, struct err *err)
{
    struct rebuild *rebuild = user;

    return rebuild->with->player(rebuild->with->user, rebuild->ledger, player->id, err);
}

static enum rc refill(struct ledger *ledger, const struct ledger_rebuilder *with, struct err *err)
{
    struct rebuild rebuild = {ledger, with};
    enum rc rc = RC_OK;

    for (size_t i = 0; i < sizeof own_steps / sizeof *own_steps && rc == RC_OK; i++)
        rc = ledger_do(ledger, own_steps[i], err);
    if (rc == RC_OK && with->player)
        rc = ledger_players(ledger, rebuild_player, &rebuild, err);
    if (rc == RC_OK && with->game)
        rc = ledger_games(ledger, 0, rebuild_game, &rebuild, err);
    return rc;
}

enum rc ledger_rebuild(struct ledger *ledger, const struct ledger_rebuilder *with, struct err *err)
{
    enum rc rc = ledger_begin_immediate(ledger, err);

    if (rc != RC_OK)
        return rc;
    rc = refill(ledger, with, err);
    if (rc == RC_OK)
        return ledger_commit(ledger, err);
    ledger_rollback(ledger);
    return rc;
}
