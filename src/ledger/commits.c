/* SPDX-License-Identifier: MIT */
/* The commit counter and the file of the engine's answers; who asks the engine is src/replica. */
#include "ledger/commits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "ledger/ledger_p.h"

FORM(commits_form, ledger_commits, COLUMN(ledger_commits, count), COLUMN(ledger_commits, answered));

STATEMENT_OF(COMMITS_GET, &commits_form, "SELECT count, answered FROM commits");

enum rc ledger_commits_get(struct ledger *ledger, struct ledger_commits *out, struct err *err)
{
    *out = (struct ledger_commits){0};
    return ledger_one(
        query_get(ledger, &ST_COMMITS_GET, NULL, "the ledger has no count of commits", err), out);
}

STATEMENT(COMMITS_RAISE, "UPDATE commits SET count = count + 1, answered = ?");

/* Called last in a change, while the write lock keeps the engine from seeing any of it: an answer
 * that is known now was given without it. */
enum rc ledger_commits_raise(struct ledger *ledger, struct err *err)
{
    struct ledger_answer answer;

    if (!ledger->is_current || sqlite3_total_changes(ledger->db) == ledger->changes)
        return RC_OK;
    TRY(ledger_answer_get(sqlite3_db_filename(ledger->db, "main"), &answer, err));
    return query_run(ledger, &ST_COMMITS_RAISE, VALUES(INT(answer.number)), err);
}

/* ---- the file of answers: two numbers of 20 digits ---- */

enum { ANSWER_BYTES = 42, ANSWER_PATH_BYTES = 1100 };

static enum rc open_answer(const char *ledger, int flags, int lock, int *fd, struct err *err)
{
    char path[ANSWER_PATH_BYTES];

    snprintf(path, sizeof path, "%s-answer", ledger);
    *fd = open(path, flags | O_CLOEXEC, 0600);
    if (*fd < 0 && errno == ENOENT)
        return RC_OK;
    if (*fd >= 0 && flock(*fd, lock) == 0)
        return RC_OK;
    if (*fd >= 0)
        close(*fd);
    return ERR(err, RC_IO, path, ": ", strerror(errno));
}

/* What cannot be read as an answer is none. */
static void read_answer(int fd, struct ledger_answer *out)
{
    char text[ANSWER_BYTES + 1] = "";
    long long number, commits;

    *out = (struct ledger_answer){0};
    if (pread(fd, text, ANSWER_BYTES, 0) == ANSWER_BYTES &&
        sscanf(text, "%20lld %20lld", &number, &commits) == 2)
        *out = (struct ledger_answer){number, commits};
}

enum rc ledger_answer_get(const char *ledger, struct ledger_answer *out, struct err *err)
{
    int fd;

    TRY(open_answer(ledger, O_RDONLY, LOCK_SH, &fd, err));
    *out = (struct ledger_answer){0};
    if (fd < 0)
        return RC_OK;
    read_answer(fd, out);
    close(fd);
    return RC_OK;
}

enum rc ledger_answer_put(const char *ledger, const struct ledger_answer *answer, struct err *err)
{
    char text[ANSWER_BYTES + 1];
    struct ledger_answer old;
    int fd;
    enum rc rc = open_answer(ledger, O_RDWR | O_CREAT, LOCK_EX, &fd, err);

    TRY(rc);
    read_answer(fd, &old);
    snprintf(text, sizeof text, "%020lld %020lld\n",
             (long long)(answer->number > old.number ? answer->number : old.number),
             (long long)(answer->commits > old.commits ? answer->commits : old.commits));
    if (pwrite(fd, text, ANSWER_BYTES, 0) != ANSWER_BYTES)
        rc = ERR(err, RC_IO, "cannot note what the replica answered: ", strerror(errno));
    close(fd);
    return rc;
}

enum rc ledger_answer_forget(const char *ledger, struct err *err)
{
    char path[ANSWER_PATH_BYTES];

    snprintf(path, sizeof path, "%s-answer", ledger);
    if (unlink(path) == 0 || errno == ENOENT)
        return RC_OK;
    return ERR(err, RC_IO, path, ": ", strerror(errno));
}
