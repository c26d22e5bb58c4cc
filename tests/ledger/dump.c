/* SPDX-License-Identifier: MIT */
/* A ledger's rows as text, written by SQLite itself; which tables are facts, derived or work. */
#include "tests/ledger/dump.h"

#include "ledger/ledger_p.h"
#include "tests/test.h"

const struct dump_table dump_tables[] = {
    {"player", DUMP_FACTS},
    {"player_change", DUMP_FACTS},
    {"address", DUMP_FACTS},
    {"address_change", DUMP_FACTS},
    {"letter", DUMP_FACTS},
    {"letter_raw", DUMP_FACTS},
    {"game", DUMP_FACTS},
    {"entry", DUMP_FACTS},
    {"seal", DUMP_FACTS},
    {"opening", DUMP_FACTS},
    {"seat", DUMP_FACTS},
    {"outcome", DUMP_FACTS},
    {"letter_out", DUMP_FACTS},
    {"lost_game", DUMP_FACTS},
    {"recovered", DUMP_FACTS},
    {"tournament", DUMP_FACTS},
    {"tournament_entry", DUMP_FACTS},
    {"tournament_entrant", DUMP_FACTS},
    {"game_now", DUMP_DERIVED},
    {"seat_now", DUMP_DERIVED},
    {"shown", DUMP_DERIVED},
    {"decision", DUMP_DERIVED},
    {"lookup", DUMP_DERIVED},
    {"commits", DUMP_WORK},
    {"keyring", DUMP_WORK},
    {"forgetting", DUMP_WORK},
    {"delivery", DUMP_WORK},
    {"composed", DUMP_WORK},
    {"waiting", DUMP_WORK},
    {"crash", DUMP_WORK},
    {"inbox", DUMP_WORK},
    {"timer", DUMP_WORK},
    {"draft", DUMP_WORK},
    {"heard", DUMP_WORK},
    {"said", DUMP_WORK},
    {"rate", DUMP_WORK},
    {"bounce", DUMP_WORK},
    {"freeze", DUMP_WORK},
    {"dispute", DUMP_WORK},
    {"offer", DUMP_WORK},
    {"offer_player", DUMP_WORK},
    {"tournament_game", DUMP_WORK},
    {"watcher", DUMP_WORK},
    {"forum_topic", DUMP_WORK},
    {"tournament_topic", DUMP_WORK},
    {"forum_part", DUMP_WORK},
    {"knock", DUMP_WORK},
    {"setting", DUMP_WORK},
    {NULL, DUMP_WORK},
};

/* Makes, of a table's columns, the statement that writes its lines. */
static const char lines_sql[] =
    "SELECT 'SELECT ''' || ?1 || '''' ||"
    " group_concat('||''|' || name || '=''||quote(' || name || ')', '') || ' FROM ' || ?1"
    " || ' ORDER BY ' || (SELECT group_concat(name) FROM"
    " (SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk))"
    " FROM pragma_table_info(?1) WHERE name NOT LIKE '%box' AND name <> 'wrapped'";

static void dump_table(sqlite3 *db, const char *table, struct buf *out)
{
    sqlite3_stmt *lines, *rows;

    assert_int_equal(sqlite3_prepare_v2(db, lines_sql, -1, &lines, NULL), SQLITE_OK);
    sqlite3_bind_text(lines, 1, table, -1, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(lines), SQLITE_ROW);
    assert_int_equal(
        sqlite3_prepare_v2(db, (const char *)sqlite3_column_text(lines, 0), -1, &rows, NULL),
        SQLITE_OK);
    while (sqlite3_step(rows) == SQLITE_ROW) {
        buf_put(out, (const char *)sqlite3_column_text(rows, 0));
        buf_put_char(out, '\n');
    }
    assert_int_equal(sqlite3_finalize(rows), SQLITE_OK);
    sqlite3_finalize(lines);
}

void dump_rows(struct ledger *ledger, enum dump_part part, struct buf *out)
{
    for (const struct dump_table *table = dump_tables; table->name; table++)
        if (table->part == part)
            dump_table(ledger->db, table->name, out);
}
