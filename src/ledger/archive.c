/* SPDX-License-Identifier: MIT */
#include "ledger/archive.h"

#include <string.h>

#include "ledger/ledger_p.h"

STATEMENT(ARCHIVED, "SELECT game, at_s, n, result, bytes, hash FROM archive WHERE id IN"
                    " (SELECT max(id) FROM archive WHERE ?1 = 0 OR game = ?1 GROUP BY game)"
                    " AND state = 'away' ORDER BY game");

enum rc ledger_archived(struct ledger *ledger, int64_t game, ledger_archive_fn fn, void *user,
                        struct err *err)
{
    enum rc rc = RC_OK, end;
    struct query query;

    query_begin(&query, ledger, &ST_ARCHIVED);
    query_int(&query, game);
    while (rc == RC_OK && query_next(&query)) {
        struct ledger_archive row = {.game = query_get_int(&query, 0),
                                     .at_s = query_get_int(&query, 1),
                                     .n = query_get_int(&query, 2),
                                     .result = query_get_text(&query, 3),
                                     .bytes = query_get_int(&query, 4)};
        struct ledger_bytes hash = query_get_bytes(&query, 5);

        if (hash.length == sizeof row.hash)
            memcpy(row.hash, hash.at, sizeof row.hash);
        rc = fn(user, &row, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

/* Is the game in the archive? */
#define IS_AWAY(game)                                                                              \
    "(SELECT state FROM archive WHERE game = " game " ORDER BY id DESC LIMIT 1) IS 'away'"
STATEMENT(IS_ARCHIVED, "SELECT " IS_AWAY("?"));

enum rc ledger_is_archived(struct ledger *ledger, int64_t game, bool *is_away, struct err *err)
{
    int64_t found = 0;
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_IS_ARCHIVED);
    query_int(&query, game);
    rc = query_one_int(&query, 0, &found, err);
    if (rc == RC_OK)
        *is_away = found != 0;
    return rc;
}

STATEMENT(ARCHIVE_PUT, "INSERT INTO archive (game, at_s, state, n, result, bytes, hash)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?)");

static enum rc put_row(struct ledger *ledger, const struct ledger_archive *row, const char *state,
                       struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_ARCHIVE_PUT);
    query_int(&query, row->game);
    query_int(&query, row->at_s);
    query_text(&query, state);
    query_int(&query, row->n);
    query_text(&query, row->result);
    query_int(&query, row->bytes);
    query_hash(&query, row->hash);
    return query_run(&query, err);
}

STATEMENT(ARCHIVE_EMPTY_ENTRIES,
          "UPDATE entry SET text = '' WHERE game = ? AND n > 0 AND kind <> 'undo'");

enum rc ledger_archive_leave(struct ledger *ledger, const struct ledger_archive *row,
                             struct err *err)
{
    struct query query;
    enum rc rc = ledger_need_write(ledger, err);

    if (rc == RC_OK)
        rc = put_row(ledger, row, "away", err);
    if (rc != RC_OK)
        return rc;
    query_begin(&query, ledger, &ST_ARCHIVE_EMPTY_ENTRIES);
    query_int(&query, row->game);
    return query_run(&query, err);
}

STATEMENT(ARCHIVE_EMPTY_SEAL, "UPDATE seal SET box = X'00' WHERE game = ? AND n = ? AND name = ?"
                              " AND box IS NOT NULL");

enum rc ledger_archive_empty_seal(struct ledger *ledger, int64_t game, int64_t n, const char *name,
                                  struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_ARCHIVE_EMPTY_SEAL);
    query_int(&query, game);
    query_int(&query, n);
    query_text(&query, name);
    return query_run(&query, err);
}

STATEMENT(ARCHIVE_FILL_ENTRY,
          "UPDATE entry SET text = ?3 WHERE game = ?1 AND n = ?2 AND text = ''");

enum rc ledger_archive_fill_entry(struct ledger *ledger, int64_t game, int64_t n, const char *text,
                                  struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_ARCHIVE_FILL_ENTRY);
    query_int(&query, game);
    query_int(&query, n);
    query_text(&query, text);
    return query_run(&query, err);
}

STATEMENT(ARCHIVE_FILL_SEAL, "UPDATE seal SET box = ?4 WHERE game = ?1 AND n = ?2 AND name = ?3"
                             " AND box = X'00'");

enum rc ledger_archive_fill_seal(struct ledger *ledger, int64_t game, int64_t n, const char *name,
                                 struct ledger_bytes box, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_ARCHIVE_FILL_SEAL);
    query_int(&query, game);
    query_int(&query, n);
    query_text(&query, name);
    query_bytes(&query, box);
    return query_run(&query, err);
}

enum rc ledger_archive_come_back(struct ledger *ledger, const struct ledger_archive *row,
                                 struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);

    return rc == RC_OK ? put_row(ledger, row, "back", err) : rc;
}

void ledger_set_texts(struct ledger *ledger, ledger_text_fn fn, void *user)
{
    ledger->text = fn;
    ledger->text_user = user;
}
