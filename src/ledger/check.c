/* Looking for what should not be: in pages, references, chains, and between tables. */
#include <string.h>

#include "base/text.h"
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
    const char *problem;
    const char *sql;
} questions[] = {
    {"damaged: ", "SELECT integrity_check FROM pragma_integrity_check"
                  " WHERE integrity_check <> 'ok'"},
    {"refers to a row that is not there: ",
     "SELECT \"table\" || ' row ' || coalesce(rowid, '?') || ' to ' || parent"
     " FROM pragma_foreign_key_check"},
    {"letter without an outcome that waits for none: ",
     "SELECT id FROM letter WHERE id NOT IN (SELECT letter FROM outcome)"
     " AND id NOT IN (SELECT letter FROM waiting)"},
    {"letter with an outcome that still waits: ",
     "SELECT letter FROM waiting WHERE letter IN (SELECT letter FROM outcome)"},
    {"letter whose raw bytes are missing, but not their key: ",
     "SELECT l.id FROM letter l LEFT JOIN letter_raw r ON r.letter = l.id"
     " WHERE r.letter IS NULL AND NOT EXISTS (SELECT 1 FROM keyring WHERE kind = 'month'"
     " AND wrapped IS NULL)"},
    {"letter out without a recipient: ",
     "SELECT id FROM letter_out o WHERE kind <> 'section' AND NOT EXISTS"
     " (SELECT 1 FROM delivery d WHERE d.id BETWEEN o.id * 256 AND o.id * 256 + 255)"},
    {"composed bytes of a letter that waits for nobody: ",
     "SELECT out FROM composed c WHERE NOT EXISTS (SELECT 1 FROM delivery d WHERE d.id"
     " BETWEEN c.out * 256 AND c.out * 256 + 255 AND d.state = 'waiting')"},
    {"game without its genesis: ",
     "SELECT id FROM game WHERE NOT EXISTS (SELECT 1 FROM entry WHERE game = game.id)"},
    {"game whose number leaves a gap: ",
     "SELECT id FROM game g WHERE id > (SELECT min(id) FROM game)"
     " AND NOT EXISTS (SELECT 1 FROM game WHERE id = g.id - 1)"
     " AND NOT EXISTS (SELECT 1 FROM lost_game WHERE game = g.id - 1)"},
    {"game whose derived rows are missing (rebuild): ",
     "SELECT id FROM game WHERE id NOT IN (SELECT game FROM game_now)"},
    {"game whose head is not its newest entry (rebuild): ",
     "SELECT w.game FROM game_now w WHERE NOT EXISTS (SELECT 1 FROM entry e WHERE e.game = w.game"
     " AND e.n = w.n AND e.hash = w.hash AND e.at_s = w.at_s) OR EXISTS"
     " (SELECT 1 FROM entry e WHERE e.game = w.game AND e.n > w.n)"},
    {"position of an entry that is not there (rebuild): ",
     "SELECT p.game FROM position p WHERE NOT EXISTS"
     " (SELECT 1 FROM entry e WHERE e.game = p.game AND e.n = p.n)"},
    {"open decision of a game that is not there (rebuild): ",
     "SELECT DISTINCT game FROM decision WHERE game NOT IN (SELECT id FROM game)"},
    {"seal opened before it was logged: ",
     "SELECT o.game || ' ' || o.name FROM opening o JOIN seal s"
     " ON s.game = o.game AND s.name = o.name AND s.again = o.again WHERE s.n > o.n"},
};

static enum rc ask(struct check *check, size_t which, struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    int code = sqlite3_prepare_v2(check->ledger->db, questions[which].sql, -1, &stmt, NULL);

    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(stmt);
        if (code == SQLITE_ROW) {
            char array[256];
            struct text text;
            const char *value = (const char *)sqlite3_column_text(stmt, 0);

            text_init(&text, array, sizeof array);
            text_put(&text, questions[which].problem);
            text_put(&text, value ? value : "?");
            report(check, array);
        }
    }
    sqlite3_finalize(stmt);
    return code == SQLITE_DONE ? RC_OK : ledger_fail(check->ledger, code, "a check", err);
}

static void report_entry(struct check *check, const struct ledger_entry *entry, const char *problem)
{
    char array[160];
    struct text text;

    text_init(&text, array, sizeof array);
    text_put(&text, "game ");
    text_put_int(&text, entry->game);
    text_put(&text, ", entry ");
    text_put_int(&text, entry->n);
    text_put(&text, problem);
    report(check, array);
}

static enum rc check_entry(void *user, const struct ledger_entry *entry, struct err *err)
{
    struct check *check = user;

    (void)err;
    if (entry->n != check->last.n + 1)
        report_entry(check, entry, ": the entry before it is missing");
    if (entry->at_s < check->last.at_s)
        report_entry(check, entry, ": its time is before that of the entry before");
    check->last.n = entry->n;
    check->last.at_s = entry->at_s;
    return RC_OK;
}

static enum rc check_game(void *user, const struct ledger_game *game, struct err *err)
{
    struct check *check = user;
    ledger_text_fn text = check->ledger->text;
    enum rc rc;

    check->last = (struct ledger_head){.n = -1};
    check->ledger->text = NULL; /* numbers and times are asked, not texts */
    rc = ledger_entries(check->ledger, game->id, 0, check_entry, check, err);
    check->ledger->text = text;
    if (rc == RC_OK && check->with->chain)
        rc = check->with->chain(check->with->user, check->ledger, game->id, err);
    return rc;
}

static enum rc look(struct check *check, struct err *err)
{
    enum rc rc = RC_OK;

    for (size_t i = 0; i < sizeof questions / sizeof *questions && rc == RC_OK; i++)
        rc = ask(check, i, err);
    return rc == RC_OK ? ledger_games(check->ledger, 0, check_game, check, err) : rc;
}

enum rc ledger_check(struct ledger *ledger, const struct ledger_checker *with, size_t *problems,
                     struct err *err)
{
    struct check check = {.ledger = ledger, .with = with};
    enum rc rc = ledger_begin_read(ledger, err);

    if (rc != RC_OK)
        return rc;
    rc = look(&check, err);
    ledger_rollback(ledger);
    if (rc == RC_OK)
        *problems = check.problems;
    return rc;
}
