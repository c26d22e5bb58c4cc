/* SPDX-License-Identifier: MIT */
/* Rows of games that left for a file: emptied, filled again, and bound by a hash. The files are
 * written and proved in play/archive.c. */
#include "ledger/archive.h"

#include "ledger/ledger_p.h"

FORM(archive_form, ledger_archive, COLUMN(ledger_archive, game), COLUMN(ledger_archive, at_s),
     COLUMN(ledger_archive, n), COLUMN(ledger_archive, result), COLUMN(ledger_archive, bytes),
     COLUMN(ledger_archive, hash));

STATEMENT_OF(ARCHIVED, &archive_form,
             "SELECT game, at_s, n, result, bytes, hash FROM archive WHERE id IN"
             " (SELECT max(id) FROM archive WHERE ?1 = 0 OR game = ?1 GROUP BY game)"
             " AND state = 'away' ORDER BY game");

struct ledger_rows ledger_archived(struct ledger *ledger, int64_t game, struct err *err)
{
    return query_rows(ledger, &ST_ARCHIVED, VALUES(INT(game)), err);
}

/* Is the game in the archive? */
#define IS_AWAY(game)                                                                              \
    "(SELECT state FROM archive WHERE game = " game " ORDER BY id DESC LIMIT 1) IS 'away'"
STATEMENT(IS_ARCHIVED, "SELECT " IS_AWAY("?"));

enum rc ledger_is_archived(struct ledger *ledger, int64_t game, bool *is_away, struct err *err)
{
    return query_is(ledger, &ST_IS_ARCHIVED, VALUES(INT(game)), is_away, err);
}

STATEMENT(ARCHIVE_PUT, "INSERT INTO archive (game, at_s, state, n, result, bytes, hash)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?)");

static enum rc put_row(struct ledger *ledger, const struct ledger_archive *row, const char *state,
                       struct err *err)
{
    return query_run(ledger, &ST_ARCHIVE_PUT,
                     VALUES(INT(row->game), INT(row->at_s), TEXT(state), INT(row->n),
                            TEXT(row->result), INT(row->bytes), HASH(row->hash)),
                     err);
}

STATEMENT(ARCHIVE_EMPTY_ENTRIES,
          "UPDATE entry SET text = '' WHERE game = ? AND n > 0 AND kind <> 'undo'");

enum rc ledger_archive_leave(struct ledger *ledger, const struct ledger_archive *row,
                             struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);

    if (rc == RC_OK)
        rc = put_row(ledger, row, "away", err);
    if (rc != RC_OK)
        return rc;
    return query_run(ledger, &ST_ARCHIVE_EMPTY_ENTRIES, VALUES(INT(row->game)), err);
}

STATEMENT(ARCHIVE_EMPTY_SEAL, "UPDATE seal SET box = X'00' WHERE game = ? AND n = ? AND name = ?"
                              " AND box IS NOT NULL");

enum rc ledger_archive_empty_seal(struct ledger *ledger, int64_t game, int64_t n, const char *name,
                                  struct err *err)
{
    return query_run(ledger, &ST_ARCHIVE_EMPTY_SEAL, VALUES(INT(game), INT(n), TEXT(name)), err);
}

STATEMENT(ARCHIVE_FILL_ENTRY,
          "UPDATE entry SET text = ?3 WHERE game = ?1 AND n = ?2 AND text = ''");

enum rc ledger_archive_fill_entry(struct ledger *ledger, int64_t game, int64_t n, const char *text,
                                  struct err *err)
{
    return query_run(ledger, &ST_ARCHIVE_FILL_ENTRY, VALUES(INT(game), INT(n), TEXT(text)), err);
}

STATEMENT(ARCHIVE_FILL_SEAL, "UPDATE seal SET box = ?4 WHERE game = ?1 AND n = ?2 AND name = ?3"
                             " AND box = X'00'");

enum rc ledger_archive_fill_seal(struct ledger *ledger, int64_t game, int64_t n, const char *name,
                                 struct ledger_bytes box, struct err *err)
{
    return query_run(ledger, &ST_ARCHIVE_FILL_SEAL,
                     VALUES(INT(game), INT(n), TEXT(name), BYTES(box)), err);
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
