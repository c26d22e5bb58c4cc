/* SPDX-License-Identifier: MIT */
/* Every row as a line of text, for comparing two ledgers or one before and after a rebuild. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ledger/care.h"
#include "ledger/ledger_p.h"
#include "ledger/tables.h"

/* Which table is of which kind, and its primary key; a test compares this with the schema. */
const struct ledger_table ledger_tables[] = {
    {"player", LEDGER_DUMP_FACTS, "id"},
    {"player_change", LEDGER_DUMP_FACTS, "id"},
    {"address", LEDGER_DUMP_FACTS, "id"},
    {"address_change", LEDGER_DUMP_FACTS, "id"},
    {"letter", LEDGER_DUMP_FACTS, "id"},
    {"letter_raw", LEDGER_DUMP_FACTS, "letter"},
    {"game", LEDGER_DUMP_FACTS, "id"},
    {"entry", LEDGER_DUMP_FACTS, "game, n"},
    {"seal", LEDGER_DUMP_FACTS, "game, n, place"},
    {"opening", LEDGER_DUMP_FACTS, "game, n, place"},
    {"seat", LEDGER_DUMP_FACTS, "game, seat, n"},
    {"outcome", LEDGER_DUMP_FACTS, "letter"},
    {"letter_out", LEDGER_DUMP_FACTS, "id"},
    {"archive", LEDGER_DUMP_FACTS, "id"},
    {"lost_game", LEDGER_DUMP_FACTS, "game"},
    {"recovered", LEDGER_DUMP_FACTS, "game, from_n"},
    {"tournament", LEDGER_DUMP_FACTS, "id"},
    {"tournament_entry", LEDGER_DUMP_FACTS, "tournament, n"},
    {"tournament_entrant", LEDGER_DUMP_FACTS, "tournament, entrant"},
    {"game_now", LEDGER_DUMP_DERIVED, "game"},
    {"seat_now", LEDGER_DUMP_DERIVED, "game, seat"},
    {"position", LEDGER_DUMP_DERIVED, "game"},
    {"board", LEDGER_DUMP_DERIVED, "id"},
    {"shown", LEDGER_DUMP_DERIVED, "game, seat"},
    {"decision", LEDGER_DUMP_DERIVED, "game, decision"},
    {"lookup", LEDGER_DUMP_DERIVED, "kind, hash"},
    {"commits", LEDGER_DUMP_WORK, "id"},
    {"keyring", LEDGER_DUMP_WORK, "id"},
    {"forgetting", LEDGER_DUMP_WORK, "id"},
    {"delivery", LEDGER_DUMP_WORK, "id"},
    {"composed", LEDGER_DUMP_WORK, "out"},
    {"waiting", LEDGER_DUMP_WORK, "letter"},
    {"crash", LEDGER_DUMP_WORK, "source, source_id"},
    {"inbox", LEDGER_DUMP_WORK, "source"},
    {"timer", LEDGER_DUMP_WORK, "kind, game, subject"},
    {"draft", LEDGER_DUMP_WORK, "game, seat"},
    {"heard", LEDGER_DUMP_WORK, "game, seat"},
    {"said", LEDGER_DUMP_WORK, "game, seat, hash"},
    {"rate", LEDGER_DUMP_WORK, "hash"},
    {"bounce", LEDGER_DUMP_WORK, "address"},
    {"freeze", LEDGER_DUMP_WORK, "game"},
    {"dispute", LEDGER_DUMP_WORK, "id"},
    {"offer", LEDGER_DUMP_WORK, "id"},
    {"offer_player", LEDGER_DUMP_WORK, "offer, player"},
    {"tournament_game", LEDGER_DUMP_WORK, "game"},
    {"watcher", LEDGER_DUMP_WORK, "game, player"},
    {"forum_topic", LEDGER_DUMP_WORK, "game"},
    {"tournament_topic", LEDGER_DUMP_WORK, "tournament"},
    {"forum_part", LEDGER_DUMP_WORK, "out, part"},
    {"setting", LEDGER_DUMP_WORK, "name"},
    {NULL, LEDGER_DUMP_WORK, NULL},
};

struct dump {
    const char *table;
    ledger_open_box_fn open_box;
    void *user;
    struct buf *out;
};

static void put_hex(struct buf *out, const unsigned char *at, size_t length)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < length; i++) {
        buf_put_char(out, digits[at[i] >> 4]);
        buf_put_char(out, digits[at[i] & 15]);
    }
}

/* Line ends and bars inside a text would look like the dump's own. */
static void put_text(struct buf *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '\n')
            buf_put(out, "\\n");
        else if (c == '|' || c == '\\')
            buf_put_char(out, '\\');
        if (c != '\n')
            buf_put_char(out, c);
    }
}

static bool column_is_box(const char *name)
{
    size_t length = strlen(name);

    return (length >= 3 && text_equal(name + length - 3, "box")) || text_equal(name, "wrapped");
}

static int64_t game_of_row(sqlite3_stmt *row)
{
    for (int i = 0; i < sqlite3_column_count(row); i++)
        if (text_equal(sqlite3_column_name(row, i), "game"))
            return sqlite3_column_int64(row, i);
    return 0;
}

static enum rc put_box(const struct dump *dump, sqlite3_stmt *row, int column, struct err *err)
{
    struct ledger_bytes box = {sqlite3_column_blob(row, column),
                               (size_t)sqlite3_column_bytes(row, column)};
    struct buf plain = {0};
    enum rc rc;

    if (!dump->open_box) {
        buf_put(dump->out, "box");
        return RC_OK;
    }
    rc = dump->open_box(dump->user, dump->table, game_of_row(row), box, &plain, err);
    if (rc == RC_OK)
        put_hex(dump->out, (const unsigned char *)buf_text(&plain), plain.length);
    buf_wipe(&plain);
    return rc;
}

static enum rc put_value(const struct dump *dump, sqlite3_stmt *row, int column, struct err *err)
{
    size_t length;

    switch (sqlite3_column_type(row, column)) {
    case SQLITE_NULL:
        buf_put(dump->out, "NULL");
        return RC_OK;
    case SQLITE_INTEGER:
        buf_put_int(dump->out, sqlite3_column_int64(row, column));
        return RC_OK;
    case SQLITE_BLOB:
        if (column_is_box(sqlite3_column_name(row, column)))
            return put_box(dump, row, column, err);
        length = (size_t)sqlite3_column_bytes(row, column);
        put_hex(dump->out, sqlite3_column_blob(row, column), length);
        return RC_OK;
    default: {
        const char *text = (const char *)sqlite3_column_text(row, column);
        put_text(dump->out, text, (size_t)sqlite3_column_bytes(row, column));
        return RC_OK;
    }
    }
}

static enum rc put_row(const struct dump *dump, sqlite3_stmt *row, struct err *err)
{
    enum rc rc = RC_OK;

    buf_put(dump->out, dump->table);
    for (int i = 0; i < sqlite3_column_count(row) && rc == RC_OK; i++) {
        buf_put_char(dump->out, '|');
        buf_put(dump->out, sqlite3_column_name(row, i));
        buf_put_char(dump->out, '=');
        rc = put_value(dump, row, i, err);
    }
    buf_put_char(dump->out, '\n');
    return rc;
}

/* In the order of the primary key, which is the same whatever the order of insertion. */
static enum rc dump_table(struct ledger *ledger, const struct ledger_table *table,
                          const struct dump *dump, struct err *err)
{
    char sql[128];
    struct text text;
    sqlite3_stmt *stmt = NULL;
    enum rc rc = RC_OK;
    int code;

    text_init(&text, sql, sizeof sql);
    text_put(&text, "SELECT * FROM ");
    text_put(&text, table->name);
    text_put(&text, " ORDER BY ");
    text_put(&text, table->key);
    code = sqlite3_prepare_v2(ledger->db, sql, -1, &stmt, NULL);
    while (rc == RC_OK && code != SQLITE_DONE) {
        if (code == SQLITE_OK || code == SQLITE_ROW)
            code = sqlite3_step(stmt);
        if (code == SQLITE_ROW)
            rc = put_row(dump, stmt, err);
        else if (code != SQLITE_DONE)
            rc = ledger_fail(ledger, code, table->name, err);
    }
    sqlite3_finalize(stmt);
    return rc;
}

enum rc ledger_dump(struct ledger *ledger, enum ledger_dump_part part, ledger_open_box_fn open_box,
                    void *user, struct buf *out, struct err *err)
{
    struct dump dump = {.open_box = open_box, .user = user, .out = out};
    enum rc rc = RC_OK;

    for (const struct ledger_table *t = ledger_tables; t->name && rc == RC_OK; t++) {
        dump.table = t->name;
        if (t->part == part)
            rc = dump_table(ledger, t, &dump, err);
    }
    return rc == RC_OK ? buf_rc(out, err) : rc;
}
