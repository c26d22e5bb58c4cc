/* SPDX-License-Identifier: MIT */
/* Rows of tournaments: logs, entrants, games. What the lines of a log mean is known in
 * src/tournament. */
#include "ledger/tournaments.h"

#include "ledger/ledger_p.h"

ASK(one_int, ledger_tournament_next, WITH(int64_t *tournament), NULL,
    "SELECT coalesce(max(id), 0) + 1 FROM tournament", NULL, 1, tournament);

ASK(run, ledger_tournament_put,
    WITH(int64_t tournament, int64_t made_s, struct ledger_bytes secret_box), NULL,
    "INSERT INTO tournament (id, made_s, secret_box) VALUES (?, ?, ?)",
    VALUES(INT(tournament), INT(made_s), BYTES(secret_box)));

ASK(one_box, ledger_tournament_secret, WITH(int64_t tournament, struct buf *box), NULL,
    "SELECT id, secret_box FROM tournament WHERE id = ?", VALUES(INT(tournament)), NULL, box,
    "there is no such tournament; `postern tournament list` shows all");

FORM(tournament_entry_form, ledger_tournament_entry, COLUMN(ledger_tournament_entry, tournament),
     COLUMN(ledger_tournament_entry, n), COLUMN(ledger_tournament_entry, at_s),
     COLUMN(ledger_tournament_entry, text), COLUMN(ledger_tournament_entry, commitment),
     COLUMN(ledger_tournament_entry, hash));

ASK(put, ledger_tournament_append, WITH(const struct ledger_tournament_entry *entry),
    &tournament_entry_form,
    "INSERT INTO tournament_entry (tournament, n, at_s, text, commitment, hash)"
    " VALUES (?, ?, ?, ?, ?, ?)",
    entry);

ASK(rows, ledger_tournament_entries, WITH(int64_t tournament), &tournament_entry_form,
    "SELECT tournament, n, at_s, text, commitment, hash FROM tournament_entry WHERE tournament = ?"
    " ORDER BY n",
    VALUES(INT(tournament)));

FORM(entrant_form, ledger_tournament_entrant, COLUMN(ledger_tournament_entrant, tournament),
     COLUMN(ledger_tournament_entrant, entrant), COLUMN(ledger_tournament_entrant, player),
     COLUMN(ledger_tournament_entrant, n), COLUMN(ledger_tournament_entrant, box));

ASK(put, ledger_tournament_entrant_put, WITH(const struct ledger_tournament_entrant *entrant),
    &entrant_form,
    "INSERT INTO tournament_entrant (tournament, entrant, player, n, box)"
    " VALUES (?, ?, ?, ?, ?)   ",
    entrant);

ASK(rows, ledger_tournament_entrants, WITH(int64_t tournament), &entrant_form,
    "SELECT tournament, entrant, player, n, box FROM tournament_entrant"
    " WHERE tournament = ? ORDER BY entrant",
    VALUES(INT(tournament)));

FORM(tournament_game_form, ledger_tournament_game, COLUMN(ledger_tournament_game, game),
     COLUMN(ledger_tournament_game, tournament), COLUMN(ledger_tournament_game, round),
     COLUMN(ledger_tournament_game, board), COLUMN(ledger_tournament_game, k),
     COLUMN(ledger_tournament_game, done));

/* Put again when the tournament's log has its result. */
ASK(put, ledger_tournament_game_put, WITH(const struct ledger_tournament_game *game),
    &tournament_game_form,
    "INSERT INTO tournament_game (game, tournament, round, board, k, done)"
    " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET done = excluded.done",
    game);

ASK(rows, ledger_tournament_of, WITH(int64_t game), &tournament_entry_form,
    "SELECT tournament, n, at_s, text, commitment, hash FROM tournament_entry"
    " WHERE tournament = (SELECT tournament FROM tournament_game WHERE game = ?) AND n = 0",
    VALUES(INT(game)));

ASK(rows, ledger_tournament_games_due, WITH_NOTHING, &tournament_game_form,
    "SELECT c.game, c.tournament, c.round, c.board, c.k, c.done FROM tournament_game AS c"
    " JOIN game_now AS g ON g.game = c.game WHERE c.done = 0 AND g.status = 'over'"
    " ORDER BY c.tournament, c.round, c.board, c.k",
    NULL);

ASK(one_int, ledger_tournament_games_of, WITH(int64_t player, int64_t *count), NULL,
    "SELECT count(*) FROM seat_now AS s JOIN tournament_game AS c ON c.game = s.game"
    " WHERE s.player = ? AND c.done = 0",
    VALUES(INT(player)), 0, count);
