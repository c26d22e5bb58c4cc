/* SPDX-License-Identifier: MIT */
/* Rows of tournaments: logs, entrants, games. What the lines of a log mean is known in
 * src/tournament. */
#include "ledger/tournaments.h"

#include "ledger/ledger_p.h"

STATEMENT(TOURNAMENT_NEXT, "SELECT coalesce(max(id), 0) + 1 FROM tournament");

enum rc ledger_tournament_next(struct ledger *ledger, int64_t *tournament, struct err *err)
{
    return query_one_int(ledger, &ST_TOURNAMENT_NEXT, NULL, 1, tournament, err);
}

STATEMENT(TOURNAMENT_PUT, "INSERT INTO tournament (id, made_s, secret_box) VALUES (?, ?, ?)");

enum rc ledger_tournament_put(struct ledger *ledger, int64_t tournament, int64_t made_s,
                              struct ledger_bytes secret_box, struct err *err)
{
    return query_run(ledger, &ST_TOURNAMENT_PUT,
                     VALUES(INT(tournament), INT(made_s), BYTES(secret_box)), err);
}

STATEMENT(TOURNAMENT_SECRET, "SELECT id, secret_box FROM tournament WHERE id = ?");

enum rc ledger_tournament_secret(struct ledger *ledger, int64_t tournament, struct buf *box,
                                 struct err *err)
{
    return query_one_box(ledger, &ST_TOURNAMENT_SECRET, VALUES(INT(tournament)), NULL, box,
                         "there is no such tournament; `postern tournament list` shows all", err);
}

FORM(tournament_entry_form, ledger_tournament_entry, COLUMN(ledger_tournament_entry, tournament),
     COLUMN(ledger_tournament_entry, n), COLUMN(ledger_tournament_entry, at_s),
     COLUMN(ledger_tournament_entry, text), COLUMN(ledger_tournament_entry, commitment),
     COLUMN(ledger_tournament_entry, hash));

STATEMENT_OF(TOURNAMENT_APPEND, &tournament_entry_form,
             "INSERT INTO tournament_entry (tournament, n, at_s, text, commitment, hash)"
             " VALUES (?, ?, ?, ?, ?, ?)");

enum rc ledger_tournament_append(struct ledger *ledger, const struct ledger_tournament_entry *entry,
                                 struct err *err)
{
    return query_put(ledger, &ST_TOURNAMENT_APPEND, entry, err);
}

STATEMENT_OF(
    TOURNAMENT_ENTRIES, &tournament_entry_form,
    "SELECT tournament, n, at_s, text, commitment, hash FROM tournament_entry WHERE tournament = ?"
    " ORDER BY n");

struct ledger_rows ledger_tournament_entries(struct ledger *ledger, int64_t tournament,
                                             struct err *err)
{
    return query_rows(ledger, &ST_TOURNAMENT_ENTRIES, VALUES(INT(tournament)), err);
}

FORM(entrant_form, ledger_tournament_entrant, COLUMN(ledger_tournament_entrant, tournament),
     COLUMN(ledger_tournament_entrant, entrant), COLUMN(ledger_tournament_entrant, player),
     COLUMN(ledger_tournament_entrant, n), COLUMN(ledger_tournament_entrant, box));

STATEMENT_OF(TOURNAMENT_ENTRANT_PUT, &entrant_form,
             "INSERT INTO tournament_entrant (tournament, entrant, player, n, box)"
             " VALUES (?, ?, ?, ?, ?)   ");

enum rc ledger_tournament_entrant_put(struct ledger *ledger,
                                      const struct ledger_tournament_entrant *entrant,
                                      struct err *err)
{
    return query_put(ledger, &ST_TOURNAMENT_ENTRANT_PUT, entrant, err);
}

STATEMENT_OF(TOURNAMENT_ENTRANTS, &entrant_form,
             "SELECT tournament, entrant, player, n, box FROM tournament_entrant"
             " WHERE tournament = ? ORDER BY entrant");

struct ledger_rows ledger_tournament_entrants(struct ledger *ledger, int64_t tournament,
                                              struct err *err)
{
    return query_rows(ledger, &ST_TOURNAMENT_ENTRANTS, VALUES(INT(tournament)), err);
}

FORM(tournament_game_form, ledger_tournament_game, COLUMN(ledger_tournament_game, game),
     COLUMN(ledger_tournament_game, tournament), COLUMN(ledger_tournament_game, round),
     COLUMN(ledger_tournament_game, board), COLUMN(ledger_tournament_game, k),
     COLUMN(ledger_tournament_game, done));

/* Put again when the tournament's log has its result. */
STATEMENT_OF(TOURNAMENT_GAME_PUT, &tournament_game_form,
             "INSERT INTO tournament_game (game, tournament, round, board, k, done)"
             " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET done = excluded.done");

enum rc ledger_tournament_game_put(struct ledger *ledger, const struct ledger_tournament_game *game,
                                   struct err *err)
{
    return query_put(ledger, &ST_TOURNAMENT_GAME_PUT, game, err);
}

STATEMENT_OF(TOURNAMENT_OF, &tournament_entry_form,
             "SELECT tournament, n, at_s, text, commitment, hash FROM tournament_entry"
             " WHERE tournament = (SELECT tournament FROM tournament_game WHERE game = ?) AND n = 0");

struct ledger_rows ledger_tournament_of(struct ledger *ledger, int64_t game, struct err *err)
{
    return query_rows(ledger, &ST_TOURNAMENT_OF, VALUES(INT(game)), err);
}

STATEMENT_OF(TOURNAMENT_GAMES_DUE, &tournament_game_form,
             "SELECT c.game, c.tournament, c.round, c.board, c.k, c.done FROM tournament_game AS c"
             " JOIN game_now AS g ON g.game = c.game WHERE c.done = 0 AND g.status = 'over'"
             " ORDER BY c.tournament, c.round, c.board, c.k");

struct ledger_rows ledger_tournament_games_due(struct ledger *ledger, struct err *err)
{
    return query_rows(ledger, &ST_TOURNAMENT_GAMES_DUE, NULL, err);
}

STATEMENT(TOURNAMENT_GAMES_OF,
          "SELECT count(*) FROM seat_now AS s JOIN tournament_game AS c ON c.game = s.game"
          " WHERE s.player = ? AND c.done = 0");

enum rc ledger_tournament_games_of(struct ledger *ledger, int64_t player, int64_t *count,
                                   struct err *err)
{
    return query_one_int(ledger, &ST_TOURNAMENT_GAMES_OF, VALUES(INT(player)), 0, count, err);
}
