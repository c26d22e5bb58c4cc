/* SPDX-License-Identifier: MIT */
/* Looking for what should not be: in pages, references, chains, and between tables. */

#include "ledger/care.h"
#include "ledger/facts.h"
#include "ledger/ledger_p.h"

struct check {
    struct ledger *ledger;
    const struct ledger_checker *with;
    size_t problems;
    struct ledger_head last; /* of the chain that is walked */
};

static void report(struct check *check, const char *problem)
{
    check->problems++;
    if (check->with->problem)
        check->with->problem(check->with->user, problem);
}

/* What each row of a question means, with its first column behind it. */
static const struct {
    const char *problem, *sql;
} questions[] = {
#include "ledger/check_sql.h"
};

static enum rc ask(struct check *check, size_t which, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    int code = sqlite3_prepare_v2(check->ledger->db, questions[which].sql, -1, &stmt, NULL);

    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(stmt);
        if (code == SQLITE_ROW) {
            TEXT_IN(text, array, 256);
            const char *value = (const char *)sqlite3_column_text(stmt, 0);

            TEXT_PUT(&text, questions[which].problem, value ? value : "?");
            report(check, array);
        }
    }
    sqlite3_finalize(stmt);
    return code == SQLITE_DONE ? RC_OK : ledger_fail(check->ledger, code, "a check", err);
}

/* ---- the schema ---- */

/* Tables of a replication engine that works on the same file are its own. */
static const char schema_rows[] =
    "SELECT type || ' ' || name || ' of ' || tbl_name, coalesce(sql, '') FROM sqlite_schema"
    " WHERE substr(tbl_name, 1, 12) <> '_litestream_' AND substr(tbl_name, 1, 11) <> 'sqlite_stat'"
    " ORDER BY type, name";

/* A ledger of this program's schema, empty, in memory. */
static int make_fresh(sqlite3 **db)
{
    int code = sqlite3_open(":memory:", db);

    for (const struct ledger_migration *m = ledger_migrations; m->number > 0 && code == SQLITE_OK;
         m++)
        code = sqlite3_exec(*db, m->sql, NULL, NULL, NULL);
    return code;
}

static const char *column_text(sqlite3_stmt *stmt, int column)
{
    const char *text = (const char *)sqlite3_column_text(stmt, column);

    return text ? text : "";
}

static void report_schema(struct check *check, const char *what, sqlite3_stmt *row)
{
    TEXT_IN(text, array, 256);

    TEXT_PUT(&text, "the schema is not this program's: ", column_text(row, 0), what);
    report(check, array);
}

/* Both lists are sorted: step whichever is behind. */
static int compare_schemas(struct check *check, sqlite3_stmt *ours, sqlite3_stmt *fresh)
{
    int a = sqlite3_step(ours), b = sqlite3_step(fresh);

    while (a == SQLITE_ROW || b == SQLITE_ROW) {
        int order = a != SQLITE_ROW   ? 1
                    : b != SQLITE_ROW ? -1
                                      : strcmp(column_text(ours, 0), column_text(fresh, 0));

        if (order < 0)
            report_schema(check, " does not belong there", ours);
        else if (order > 0)
            report_schema(check, " is missing", fresh);
        else if (strcmp(column_text(ours, 1), column_text(fresh, 1)) != 0)
            report_schema(check, " was changed", ours);
        if (order <= 0)
            a = sqlite3_step(ours);
        if (order >= 0)
            b = sqlite3_step(fresh);
    }
    return a != SQLITE_DONE ? a : b;
}

static enum rc check_schema(struct check *check, struct err *err)
{
    sqlite3_stmt *ours = NULL, *fresh = NULL;
    sqlite3 *db = NULL;
    int code = make_fresh(&db);

    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(db, schema_rows, -1, &fresh, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(check->ledger->db, schema_rows, -1, &ours, NULL);
    if (code == SQLITE_OK)
        code = compare_schemas(check, ours, fresh);
    sqlite3_finalize(ours);
    sqlite3_finalize(fresh);
    sqlite3_close(db);
    return code == SQLITE_DONE ? RC_OK : ledger_fail(check->ledger, code, "a check", err);
}

/* ---- boxes ---- */

/* column, row, kind of key, whose, box. */
static const char *const box_rows[] = {
    "SELECT 'players.box', id, 'player', id, box FROM player",
    "SELECT 'player_changes.box', id, 'player', player, box FROM player_change",
    "SELECT 'addresses.box', id, 'player', player, box FROM address",
    "SELECT 'letters_in.raw_box:' || l.source || '/' || l.source_id, 0, 'month', l.taken_s, r.box"
    " FROM letter_raw r JOIN letter l ON l.id = r.letter",
    "SELECT 'letters_out.values_box', id, iif(game > 0, 'game', 'month'), iif(game > 0, game, "
    "made_s),"
    " values_box FROM letter_out WHERE length(values_box) > 1",
    "SELECT 'deliveries.box', o.id, 'month', o.made_s, d.box FROM delivery d"
    " JOIN letter_out o ON o.id = d.id / 256 WHERE d.box IS NOT NULL",
    "SELECT 'composed.box', c.out, iif(o.game > 0, 'game', 'month'),"
    " iif(o.game > 0, o.game, o.made_s), c.box FROM composed c JOIN letter_out o ON o.id = c.out",
    "SELECT 'draft.box', game * 256 + seat, 'game', game, box FROM draft",
    "SELECT 'dispute.box', n * 256 + seat, 'game', game, box FROM dispute",
};

static enum ledger_key_kind kind_of(const char *word)
{
    return text_equal(word, "game")     ? LEDGER_KEY_GAME
           : text_equal(word, "player") ? LEDGER_KEY_PLAYER
                                        : LEDGER_KEY_MONTH;
}

static enum rc walk_boxes(struct ledger *ledger, const char *sql, ledger_box_fn fn, void *user,
                          struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    int code = sqlite3_prepare_v2(ledger->db, sql, -1, &stmt, NULL);
    enum rc rc = RC_OK;

    while (rc == RC_OK && (code == SQLITE_OK || code == SQLITE_ROW)) {
        code = sqlite3_step(stmt);
        if (code == SQLITE_ROW) {
            struct ledger_box box = {.column = column_text(stmt, 0),
                                     .row = sqlite3_column_int64(stmt, 1),
                                     .kind = kind_of(column_text(stmt, 2)),
                                     .subject = sqlite3_column_int64(stmt, 3)};

            box.bytes.at = sqlite3_column_blob(stmt, 4);
            box.bytes.length = (size_t)sqlite3_column_bytes(stmt, 4);
            rc = fn(user, &box, err);
        }
    }
    sqlite3_finalize(stmt);
    TRY(rc);
    return code == SQLITE_DONE ? RC_OK : ledger_fail(ledger, code, "a check", err);
}

enum rc ledger_boxes(struct ledger *ledger, ledger_box_fn fn, void *user, struct err *err)
{
    for (size_t i = 0; i < sizeof box_rows / sizeof *box_rows; i++)
        TRY(walk_boxes(ledger, box_rows[i], fn, user, err));
    return RC_OK;
}

/* ---- chains ---- */

static void report_entry(struct check *check, const struct ledger_entry *entry, const char *problem)
{
    TEXT_IN(text, array, 160);

    TEXT_PUT(&text, "game ", TEXT_INT(entry->game), ", entry ", TEXT_INT(entry->n), problem);
    report(check, array);
}

static void check_entry(struct check *check, const struct ledger_entry *entry)
{
    if (entry->n != check->last.n + 1 && strcmp(entry->kind, "lost") != 0)
        report_entry(check, entry, ": the entry before it is missing");
    if (entry->at_s < check->last.at_s)
        report_entry(check, entry, ": its time is before that of the entry before");
    check->last.n = entry->n;
    check->last.at_s = entry->at_s;
}

static enum rc check_game(struct check *check, int64_t game, struct err *err)
{
    struct ledger_rows rows = ledger_entries(check->ledger, game, 0, err);

    check->last = (struct ledger_head){.n = -1};
    for (struct ledger_entry entry; ledger_next(&rows, &entry);)
        check_entry(check, &entry);
    TRY(ledger_end(&rows));
    if (check->with->chain)
        TRY(check->with->chain(check->with->user, check->ledger, game, err));
    return RC_OK;
}

static enum rc look(struct check *check, struct err *err)
{
    int64_t newest = check->with->newest;
    struct ledger_rows games;

    TRY(check_schema(check, err));
    for (size_t i = 0; i < sizeof questions / sizeof *questions && !newest; i++)
        TRY(ask(check, i, err));
    games = newest ? ledger_games_newest(check->ledger, newest, err)
                   : ledger_games(check->ledger, 0, err);
    for (struct ledger_game game; ledger_next(&games, &game);)
        games.rc = check_game(check, game.id, err);
    return ledger_end(&games);
}

enum rc ledger_check(struct ledger *ledger, const struct ledger_checker *with, size_t *problems,
                     struct err *err)
{
    struct check check = {.ledger = ledger, .with = with};
    enum rc rc;

    TRY(ledger_begin_read(ledger, err));
    rc = look(&check, err);
    ledger_rollback(ledger);
    if (rc == RC_OK)
        *problems = check.problems;
    return rc;
}
