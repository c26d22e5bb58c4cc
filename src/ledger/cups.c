/* SPDX-License-Identifier: MIT */
#include "ledger/cups.h"

#include "ledger/ledger_p.h"

STATEMENT(CUP_NEXT, "SELECT coalesce(max(id), 0) + 1 FROM cup");

enum rc ledger_cup_next(struct ledger *ledger, int64_t *cup, struct err *err)
{
    return query_one_int(ledger, &ST_CUP_NEXT, NULL, 1, cup, err);
}

STATEMENT(CUP_PUT, "INSERT INTO cup (id, made_s, secret_box) VALUES (?, ?, ?)");

enum rc ledger_cup_put(struct ledger *ledger, int64_t cup, int64_t made_s,
                       struct ledger_bytes secret_box, struct err *err)
{
    return query_run(ledger, &ST_CUP_PUT, VALUES(INT(cup), INT(made_s), BYTES(secret_box)), err);
}

STATEMENT(CUP_SECRET, "SELECT id, secret_box FROM cup WHERE id = ?");

enum rc ledger_cup_secret(struct ledger *ledger, int64_t cup, struct buf *box, struct err *err)
{
    return query_one_box(ledger, &ST_CUP_SECRET, VALUES(INT(cup)), NULL, box,
                         "there is no such tournament; `postern tournament list` shows all", err);
}

FORM(cup_entry_form, ledger_cup_entry, COLUMN(ledger_cup_entry, cup), COLUMN(ledger_cup_entry, n),
     COLUMN(ledger_cup_entry, at_s), COLUMN(ledger_cup_entry, text),
     COLUMN(ledger_cup_entry, commitment), COLUMN(ledger_cup_entry, hash));

STATEMENT_OF(CUP_APPEND, &cup_entry_form,
             "INSERT INTO cup_entry (cup, n, at_s, text, commitment, hash)"
             " VALUES (?, ?, ?, ?, ?, ?)");

enum rc ledger_cup_append(struct ledger *ledger, const struct ledger_cup_entry *entry,
                          struct err *err)
{
    return query_put(ledger, &ST_CUP_APPEND, entry, err);
}

STATEMENT_OF(CUP_ENTRIES, &cup_entry_form,
             "SELECT cup, n, at_s, text, commitment, hash FROM cup_entry WHERE cup = ?"
             " ORDER BY n");

enum rc ledger_cup_entries(struct ledger *ledger, int64_t cup, ledger_cup_entry_fn fn, void *user,
                           struct err *err)
{
    struct ledger_rows rows = query_rows(ledger, &ST_CUP_ENTRIES, VALUES(INT(cup)), err);
    struct ledger_cup_entry entry;

    while (ledger_next(&rows, &entry))
        rows.rc = fn(user, &entry, err);
    return ledger_end(&rows);
}

FORM(entrant_form, ledger_cup_entrant, COLUMN(ledger_cup_entrant, cup),
     COLUMN(ledger_cup_entrant, entrant), COLUMN(ledger_cup_entrant, player),
     COLUMN(ledger_cup_entrant, n), COLUMN(ledger_cup_entrant, box));

STATEMENT_OF(CUP_ENTRANT_PUT, &entrant_form,
             "INSERT INTO cup_entrant (cup, entrant, player, n, box)"
             " VALUES (?, ?, ?, ?, ?)   ");

enum rc ledger_cup_entrant_put(struct ledger *ledger, const struct ledger_cup_entrant *entrant,
                               struct err *err)
{
    return query_put(ledger, &ST_CUP_ENTRANT_PUT, entrant, err);
}

STATEMENT_OF(CUP_ENTRANTS, &entrant_form,
             "SELECT cup, entrant, player, n, box FROM cup_entrant"
             " WHERE cup = ? ORDER BY entrant");

enum rc ledger_cup_entrants(struct ledger *ledger, int64_t cup, ledger_cup_entrant_fn fn,
                            void *user, struct err *err)
{
    struct ledger_rows rows = query_rows(ledger, &ST_CUP_ENTRANTS, VALUES(INT(cup)), err);
    struct ledger_cup_entrant entrant;

    while (ledger_next(&rows, &entrant))
        rows.rc = fn(user, &entrant, err);
    return ledger_end(&rows);
}

FORM(cup_game_form, ledger_cup_game, COLUMN(ledger_cup_game, game), COLUMN(ledger_cup_game, cup),
     COLUMN(ledger_cup_game, round), COLUMN(ledger_cup_game, board), COLUMN(ledger_cup_game, k),
     COLUMN(ledger_cup_game, done));

/* Put again when the tournament's log has its result. */
STATEMENT_OF(CUP_GAME_PUT, &cup_game_form,
             "INSERT INTO cup_game (game, cup, round, board, k, done)"
             " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET done = excluded.done");

enum rc ledger_cup_game_put(struct ledger *ledger, const struct ledger_cup_game *game,
                            struct err *err)
{
    return query_put(ledger, &ST_CUP_GAME_PUT, game, err);
}

STATEMENT_OF(CUP_GAMES_DUE, &cup_game_form,
             "SELECT c.game, c.cup, c.round, c.board, c.k, c.done FROM cup_game AS c"
             " JOIN game_now AS g ON g.game = c.game WHERE c.done = 0 AND g.status = 'over'"
             " ORDER BY c.cup, c.round, c.board, c.k");

enum rc ledger_cup_games_due(struct ledger *ledger, ledger_cup_game_fn fn, void *user,
                             struct err *err)
{
    struct ledger_rows rows = query_rows(ledger, &ST_CUP_GAMES_DUE, NULL, err);
    struct ledger_cup_game game;

    while (ledger_next(&rows, &game))
        rows.rc = fn(user, &game, err);
    return ledger_end(&rows);
}

STATEMENT(CUP_GAMES_OF, "SELECT count(*) FROM seat_now AS s JOIN cup_game AS c ON c.game = s.game"
                        " WHERE s.player = ? AND c.done = 0");

enum rc ledger_cup_games_of(struct ledger *ledger, int64_t player, int64_t *count, struct err *err)
{
    return query_one_int(ledger, &ST_CUP_GAMES_OF, VALUES(INT(player)), 0, count, err);
}
