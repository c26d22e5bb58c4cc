/* SPDX-License-Identifier: MIT */
#include "ledger/cups.h"

#include "ledger/ledger_p.h"

STATEMENT(CUP_NEXT, "SELECT coalesce(max(id), 0) + 1 FROM cup");

enum rc ledger_cup_next(struct ledger *ledger, int64_t *cup, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_CUP_NEXT);
    return query_one_int(&query, 1, cup, err);
}

STATEMENT(CUP_PUT, "INSERT INTO cup (id, made_s, secret_box) VALUES (?, ?, ?)");

enum rc ledger_cup_put(struct ledger *ledger, int64_t cup, int64_t made_s,
                       struct ledger_bytes secret_box, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_CUP_PUT);
    query_int(&query, cup);
    query_int(&query, made_s);
    query_bytes(&query, secret_box);
    return query_run(&query, err);
}

STATEMENT(CUP_SECRET, "SELECT id, secret_box FROM cup WHERE id = ?");

enum rc ledger_cup_secret(struct ledger *ledger, int64_t cup, struct buf *box, struct err *err)
{
    struct query query;
    int64_t number;
    bool found = false;
    enum rc rc;

    query_begin(&query, ledger, &ST_CUP_SECRET);
    query_int(&query, cup);
    rc = query_one_box(&query, &number, box, &found, err);
    return rc == RC_OK && !found ? ERR(err, RC_NOT_FOUND,
                                       "there is no such tournament; "
                                       "`postern tournament list` shows all")
                                 : rc;
}

STATEMENT(CUP_APPEND, "INSERT INTO cup_entry (cup, n, at_s, text, commitment, hash)"
                      " VALUES (?, ?, ?, ?, ?, ?)");

enum rc ledger_cup_append(struct ledger *ledger, const struct ledger_cup_entry *entry,
                          struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_CUP_APPEND);
    query_int(&query, entry->cup);
    query_int(&query, entry->n);
    query_int(&query, entry->at_s);
    query_text(&query, entry->text);
    query_bytes(&query, (struct ledger_bytes){entry->commitment, entry->commitment ? 32 : 0});
    query_hash(&query, entry->hash);
    return query_run(&query, err);
}

STATEMENT(CUP_ENTRIES, "SELECT cup, n, at_s, text, commitment, hash FROM cup_entry WHERE cup = ?"
                       " ORDER BY n");

enum rc ledger_cup_entries(struct ledger *ledger, int64_t cup, ledger_cup_entry_fn fn, void *user,
                           struct err *err)
{
    enum rc rc = RC_OK, end;
    struct query query;

    query_begin(&query, ledger, &ST_CUP_ENTRIES);
    query_int(&query, cup);
    while (rc == RC_OK && query_next(&query)) {
        struct ledger_bytes commitment = query_get_bytes(&query, 4);
        const struct ledger_cup_entry entry = {.cup = query_get_int(&query, 0),
                                               .n = query_get_int(&query, 1),
                                               .at_s = query_get_int(&query, 2),
                                               .text = query_get_text(&query, 3),
                                               .commitment =
                                                   commitment.length == 32 ? commitment.at : NULL,
                                               .hash = query_get_bytes(&query, 5).at};

        rc = fn(user, &entry, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

STATEMENT(CUP_ENTRANT_PUT, "INSERT INTO cup_entrant (cup, entrant, player, n, box)"
                           " VALUES (?, ?, ?, ?, ?)   ");

enum rc ledger_cup_entrant_put(struct ledger *ledger, const struct ledger_cup_entrant *entrant,
                               struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_CUP_ENTRANT_PUT);
    query_int(&query, entrant->cup);
    query_int(&query, entrant->entrant);
    query_int(&query, entrant->player);
    query_int(&query, entrant->n);
    query_bytes(&query, entrant->box);
    return query_run(&query, err);
}

STATEMENT(CUP_ENTRANTS, "SELECT cup, entrant, player, n, box FROM cup_entrant"
                        " WHERE cup = ? ORDER BY entrant");

enum rc ledger_cup_entrants(struct ledger *ledger, int64_t cup, ledger_cup_entrant_fn fn,
                            void *user, struct err *err)
{
    enum rc rc = RC_OK, end;
    struct query query;

    query_begin(&query, ledger, &ST_CUP_ENTRANTS);
    query_int(&query, cup);
    while (rc == RC_OK && query_next(&query)) {
        const struct ledger_cup_entrant entrant = {.cup = query_get_int(&query, 0),
                                                   .entrant = query_get_int(&query, 1),
                                                   .player = query_get_int(&query, 2),
                                                   .n = query_get_int(&query, 3),
                                                   .box = query_get_bytes(&query, 4)};

        rc = fn(user, &entrant, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

/* Put again when the tournament's log has its result. */
STATEMENT(CUP_GAME_PUT,
          "INSERT INTO cup_game (game, cup, round, board, k, done)"
          " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET done = excluded.done");

enum rc ledger_cup_game_put(struct ledger *ledger, const struct ledger_cup_game *game,
                            struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_CUP_GAME_PUT);
    query_int(&query, game->game);
    query_int(&query, game->cup);
    query_int(&query, game->round);
    query_int(&query, game->board);
    query_int(&query, game->k);
    query_int(&query, game->done);
    return query_run(&query, err);
}

STATEMENT(CUP_GAMES_DUE,
          "SELECT c.game, c.cup, c.round, c.board, c.k FROM cup_game AS c"
          " JOIN game_now AS g ON g.game = c.game WHERE c.done = 0 AND g.status = 'over'"
          " ORDER BY c.cup, c.round, c.board, c.k");

enum rc ledger_cup_games_due(struct ledger *ledger, ledger_cup_game_fn fn, void *user,
                             struct err *err)
{
    enum rc rc = RC_OK, end;
    struct query query;

    query_begin(&query, ledger, &ST_CUP_GAMES_DUE);
    while (rc == RC_OK && query_next(&query)) {
        const struct ledger_cup_game game = {.game = query_get_int(&query, 0),
                                             .cup = query_get_int(&query, 1),
                                             .round = query_get_int(&query, 2),
                                             .board = query_get_int(&query, 3),
                                             .k = query_get_int(&query, 4)};

        rc = fn(user, &game, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

STATEMENT(CUP_GAMES_OF, "SELECT count(*) FROM seat_now AS s JOIN cup_game AS c ON c.game = s.game"
                        " WHERE s.player = ? AND c.done = 0");

enum rc ledger_cup_games_of(struct ledger *ledger, int64_t player, int64_t *count, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_CUP_GAMES_OF);
    query_int(&query, player);
    return query_one_int(&query, 0, count, err);
}
