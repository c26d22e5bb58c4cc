/* SPDX-License-Identifier: MIT */
/* Commits that show at once and last later: a group is committed without waiting for the disk, and
 * whoever is about to tell of it, or to take its letters away, syncs the write-ahead file first.
 * SQLite keeps a ledger whole either way: after a loss of power it reads as far as the checksums
 * of that file hold (https://www.sqlite.org/wal.html, "synchronous=NORMAL"). */
#include "ledger/ledger_p.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum rc ledger_set_lasting(struct ledger *ledger, bool now, struct err *err)
{
    if (ledger->lasts_later == !now)
        return RC_OK;
    TRY(ledger_exec(ledger, now ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL",
                    err));
    ledger->lasts_later = !now;
    return RC_OK;
}

/* The file goes when the last connection closes, and comes anew with the next. */
static bool is_gone(int fd)
{
    struct stat status;

    return fstat(fd, &status) != 0 || status.st_nlink == 0;
}

/* Leaves -1 where there is no such file: then all stands in the ledger itself, synced. */
static enum rc open_wal(struct ledger *ledger, struct err *err)
{
    const char *path = sqlite3_filename_wal(sqlite3_db_filename(ledger->db, "main"));

    if (ledger->wal_fd >= 0 && is_gone(ledger->wal_fd)) {
        close(ledger->wal_fd);
        ledger->wal_fd = -1;
    }
    if (ledger->wal_fd < 0)
        ledger->wal_fd = open(path, O_RDONLY | O_CLOEXEC);
    if (ledger->wal_fd < 0 && errno != ENOENT)
        return ERR(err, RC_IO, "cannot open ", path, ": ", strerror(errno));
    return RC_OK;
}

enum rc ledger_sync(struct ledger *ledger, struct err *err)
{
    int64_t version = 0;

    TRY(ledger_data_version(ledger, &version, err));
    if (!ledger->unsynced && version == ledger->synced_version)
        return RC_OK;
    TRY(open_wal(ledger, err));
    if (ledger->wal_fd >= 0 && fdatasync(ledger->wal_fd) != 0)
        return ERR(err, RC_IO, "cannot make the ledger durable: ", strerror(errno));
    ledger->synced_version = version;
    ledger->unsynced = false;
    return RC_OK;
}

/* ---- out of the write-ahead file ---- */

enum { LOG_PAGES_MOST = 16000 };

static int on_log(void *user, sqlite3 *db, const char *name, int pages)
{
    struct ledger *ledger = user;

    ledger->log_pages = pages;
    if (pages >= LOG_PAGES_MOST)
        sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

void ledger_watch_log(struct ledger *ledger)
{
    sqlite3_wal_hook(ledger->db, on_log, ledger);
}

int ledger_log_pages(const struct ledger *ledger)
{
    return ledger->log_pages;
}

void ledger_tidy(struct ledger *ledger)
{
    sqlite3_wal_checkpoint_v2(ledger->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}
