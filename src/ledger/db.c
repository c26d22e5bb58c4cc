/* SPDX-License-Identifier: MIT */
/* Opens, makes and closes the ledger's file, and sets SQLite up. What stands in it is left to
 * the other files. */
#include "ledger/ledger_p.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <pthread.h>
#include <unistd.h>

#include "ledger/care.h"

/* "Post" in ASCII, in the file's header (file(1) shows it). */
static const char APPLICATION_SQL[] = "PRAGMA application_id = 1349481332";
enum { APPLICATION_ID = 0x506F7374 };
_Static_assert(APPLICATION_ID == 1349481332, "the number in APPLICATION_SQL");

/* temp_store: nothing of a secret in temporary files. recursive_triggers: REPLACE meets the
 * delete triggers of facts. The cache is in KiB. */
static const char SETTINGS_SQL[] = "PRAGMA foreign_keys = ON;"
                                   "PRAGMA recursive_triggers = ON;"
                                   "PRAGMA synchronous = FULL;"
                                   "PRAGMA temp_store = MEMORY;"
                                   "PRAGMA secure_delete = ON;"
                                   "PRAGMA trusted_schema = OFF;"
                                   "PRAGMA cell_size_check = ON;"
                                   "PRAGMA cache_size = -8192;"
                                   "PRAGMA journal_size_limit = 33554432;";

static enum rc refuse_open(const char *path, int code, struct err *err)
{
    FAIL_IF(access(path, F_OK) != 0 && errno == ENOENT, err, RC_NOT_FOUND, "there is no ledger at ",
            path, "; if it is lost, put a backup back: `postern restore FILE`");
    if ((code & 0xFF) == SQLITE_CANTOPEN && access(path, R_OK) != 0)
        return ERR(err, RC_PERMISSION, "no permission to open the ledger ", path);
    FAIL_IF((code & 0xFF) == SQLITE_NOTADB, err, RC_FOREIGN, path, " is not a Postern ledger");
    return ledger_fail(NULL, code, path, err);
}

/* SQLite's count of its memory is a lock in every allocation, and nobody asks for it. */
static void start_sqlite(void)
{
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* refused once SQLite is in use: no harm */
}

enum rc ledger_connect(const char *path, enum ledger_access access, struct ledger **out,
                       struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int flags = access == LEDGER_WRITE ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    OWN_AT(ledger) ledger = calloc(1, sizeof *ledger);
    int code;

    FAIL_IF(!ledger, err, RC_NO_MEMORY, "out of memory");
    ledger->wal_fd = -1;
    ledger->synced_version = -1;
    pthread_once(&once, start_sqlite);
    code = sqlite3_open_v2(path, &ledger->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) {
        sqlite3_extended_result_codes(ledger->db, 1);
        ledger_set_patience(ledger, LEDGER_PATIENCE_MS);
        code = sqlite3_exec(ledger->db, SETTINGS_SQL, NULL, NULL, NULL);
        ledger_watch_log(ledger);
    }
    if (code != SQLITE_OK)
        TRY(refuse_open(path, code, err));
    else if (access == LEDGER_WRITE && sqlite3_db_readonly(ledger->db, "main") == 1)
        return ERR(err, RC_READ_ONLY, "the ledger ", path,
                   " is read-only; change its permissions or mount its disk for writing");
    *out = ledger;
    ledger = NULL;
    return RC_OK;
}

void ledger_close(struct ledger *ledger)
{
    if (!ledger)
        return;
    if (ledger->db)
        ledger_rollback(ledger);
    ledger_drop_prepared(ledger);
    sqlite3_close(ledger->db);
    if (ledger->wal_fd >= 0)
        close(ledger->wal_fd);
    free(ledger);
}

static int pragma_int(struct ledger *ledger, const char *sql, int64_t *value)
{
    sqlite3_stmt *stmt = NULL;
    int code = sqlite3_prepare_v2(ledger->db, sql, -1, &stmt, NULL);

    if (code == SQLITE_OK && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
        *value = sqlite3_column_int64(stmt, 0);
        code = SQLITE_OK;
    }
    sqlite3_finalize(stmt);
    return code;
}

/* Of before the first release: its games have a protocol that no program plays any more. */
static enum rc refuse_old(const char *path, unsigned schema, struct err *err)
{
    char has[TEXT_INT_BYTES], knows[TEXT_INT_BYTES];

    text_of_int(has, (int64_t)schema);
    text_of_int(knows, (int64_t)ledger_migrations[0].number);
    return ERR(err, RC_FOREIGN, "the ledger ", path, " has schema ", has,
               ", from before the first release; this program reads ", knows,
               " and later. End its games with the program that made it, then begin a new ledger "
               "with `postern init`");
}

enum rc ledger_read_schema(struct ledger *ledger, unsigned *schema, struct err *err)
{
    const char *path = sqlite3_db_filename(ledger->db, "main");
    int64_t application = 0, version = 0;
    int code = pragma_int(ledger, "PRAGMA application_id", &application);

    if (code == SQLITE_OK)
        code = pragma_int(ledger, "PRAGMA user_version", &version);
    if (code != SQLITE_OK)
        return refuse_open(path, code, err);
    if (application != APPLICATION_ID || version < 1)
        return ERR(err, RC_FOREIGN, path, " is not a Postern ledger");
    if ((unsigned)version < ledger_migrations[0].number)
        return refuse_old(path, (unsigned)version, err);
    *schema = (unsigned)version;
    return RC_OK;
}

static enum rc check_schema(const char *path, unsigned schema, struct err *err)
{
    char has[TEXT_INT_BYTES], knows[TEXT_INT_BYTES];
    unsigned newest = ledger_newest_schema();

    if (schema == newest)
        return RC_OK;
    text_of_int(has, (int64_t)schema);
    text_of_int(knows, (int64_t)newest);
    FAIL_IF(schema > newest, err, RC_NEWER, "the ledger ", path, " has schema ", has,
            ", this program knows schemas up to ", knows, "; install a newer Postern");
    return ERR(err, RC_CONFIG, "the ledger ", path, " has schema ", has, ", this program needs ",
               knows, "; postern migrate brings it forward (and posternd, when it starts)");
}

enum rc ledger_open(const char *path, enum ledger_access access, struct ledger **out,
                    struct err *err)
{
    struct ledger *ledger = NULL;
    unsigned schema = 0;
    enum rc rc = ledger_connect(path, access, &ledger, err);

    THEN(rc, ledger_read_schema(ledger, &schema, err));
    THEN(rc, check_schema(path, schema, err));
    if (rc == RC_OK) {
        ledger->is_current = true;
        *out = ledger;
    } else
        ledger_close(ledger);
    return rc;
}

enum rc ledger_sync_directory(const char *path, struct err *err)
{
    int fd;
    enum rc rc = RC_OK;
    TEXT_IN(text, copy, 4096);

    text_put(&text, path);
    fd = text.cut ? -1 : open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || fsync(fd) != 0)
        rc = ERR(err, RC_IO, "cannot sync the directory of ", path, ": ", strerror(errno));
    if (fd >= 0)
        close(fd);
    return rc;
}

enum rc ledger_publish_file(const char *made, const char *path, struct err *err)
{
    enum rc rc = RC_OK;

    if (link(made, path) != 0)
        rc = errno == EEXIST
                 ? ERR(err, RC_EXISTS, "there is a file at ", path, " already; it stays as it is")
                 : ERR(err, RC_IO, "cannot make ", path, ": ", strerror(errno));
    unlink(made);
    return rc == RC_OK ? ledger_sync_directory(path, err) : rc;
}

void ledger_drop_file(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    char name[4200];
    struct text text;

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        text_init(&text, name, sizeof name);
        TEXT_PUT(&text, path, ends[i]);
        unlink(name);
    }
}

enum rc ledger_make_file(const char *path, struct err *err)
{
    int fd;

    ledger_drop_file(path);
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FAIL_IF(fd < 0, err, errno == EACCES ? RC_PERMISSION : RC_IO, "cannot make ", path, ": ",
            strerror(errno));
    close(fd);
    return RC_OK;
}

static enum rc fill_new(const char *path, struct err *err)
{
    OWN_AT(ledger) ledger = NULL;

    TRY(ledger_connect(path, LEDGER_WRITE, &ledger, err));
    TRY(ledger_exec(ledger, APPLICATION_SQL, err));
    TRY(ledger_run_all_migrations(ledger, err));
    return ledger_exec(ledger, "PRAGMA journal_mode = WAL", err);
}

enum rc ledger_create(const char *path, struct err *err)
{
    enum rc rc;
    TEXT_IN(text, made, 4096);

    TEXT_PUT(&text, path, ".new");
    FAIL_IF(text.cut, err, RC_TOO_LONG, "the path of the ledger is too long");
    if (access(path, F_OK) == 0)
        return ERR(err, RC_EXISTS, "there is a file at ", path, " already; it stays as it is");
    rc = ledger_make_file(made, err);
    THEN(rc, fill_new(made, err));
    THEN(rc, ledger_publish_file(made, path, err));
    ledger_drop_file(made);
    return rc;
}

void ledger_set_patience(struct ledger *ledger, int milliseconds)
{
    sqlite3_busy_timeout(ledger->db, milliseconds);
}

void ledger_set_step(struct ledger *ledger, ledger_step_fn step, void *user)
{
    ledger->step = step;
    ledger->step_user = user;
}

STATEMENT(IDENTITY, "SELECT value FROM setting WHERE name = 'identity'");

enum rc ledger_identity(struct ledger *ledger, unsigned char id[LEDGER_ID_BYTES], struct err *err)
{
    struct ledger_rows rows = query_rows(ledger, &ST_IDENTITY, NULL, err);
    struct ledger_bytes bytes = {0};
    bool whole = false;

    if (query_next(&rows)) {
        bytes = query_get_bytes(&rows, 0);
        whole = bytes.length == LEDGER_ID_BYTES;
        if (whole)
            memcpy(id, bytes.at, LEDGER_ID_BYTES);
    }
    TRY(ledger_end(&rows));
    return !whole ? ERR(err, RC_BAD_INPUT, "the ledger has no identity") : RC_OK;
}

enum rc ledger_checkpoint(struct ledger *ledger, struct err *err)
{
    int code = sqlite3_wal_checkpoint_v2(ledger->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);

    return code == SQLITE_OK ? RC_OK : ledger_fail(ledger, code, "checkpoint", err);
}
