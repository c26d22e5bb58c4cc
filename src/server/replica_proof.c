/* SPDX-License-Identifier: MIT */
/* An engine knows what it sent, not what is there. So once a day a ledger is made from the replica
 * and looked at; that it is, at the moment, is all that this says. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "ledger/commits.h"
#include "ledger/work.h"
#include "replica/restore.h"
#include "server/replica_p.h"

enum {
    LIMIT_S = 3600,
    EVERY_S = 86400,
    AGAIN_S = 3600,         /* after one that failed */
    SPARE_BYTES = 64 << 20, /* left free on the disk */
    PATH_BYTES = 2 * CONFIG_TEXT_BYTES + 16
};

/* The row of the ledger that says when it was, and what was wrong. */
static const char ROW[] = "replica-proof";

enum rc replica_proved(struct ledger *ledger, struct replica_proof *proof, struct err *err)
{
    OWN(buf) why = {0};
    enum rc rc = ledger_inbox_get(ledger, ROW, &proof->at_s, &why, err);

    text_copy(proof->why, sizeof proof->why, rc == RC_OK ? buf_text(&why) : "");
    return rc;
}

static enum rc note(struct replica *replica, const struct replica_proof *proof, struct err *err)
{
    struct ledger *ledger = replica->ledger;
    enum rc rc;

    pthread_mutex_lock(&replica->lock);
    rc = ledger_begin_immediate(ledger, err);
    THEN(rc, ledger_inbox_put(ledger, ROW, proof->at_s, proof->why, err));
    if (rc == RC_OK)
        rc = ledger_commit(ledger, err);
    else
        ledger_rollback(ledger);
    pthread_mutex_unlock(&replica->lock);
    return rc;
}

/* Beside the ledger, where posternd may write; that disk may not be filled by it. */
static enum rc find_room(const char *ledger, const char *scratch, struct err *err)
{
    char wal[PATH_BYTES];
    struct statvfs disk;
    struct stat file, log = {0};

    snprintf(wal, sizeof wal, "%s-wal", ledger);
    if (stat(ledger, &file) != 0 || statvfs(ledger, &disk) != 0)
        return ERR(err, RC_IO, ledger, ": ", strerror(errno));
    if (stat(wal, &log) != 0)
        log.st_size = 0;
    if ((int64_t)disk.f_bavail * (int64_t)disk.f_frsize <
        (int64_t)file.st_size + (int64_t)log.st_size + SPARE_BYTES)
        return ERR(err, RC_IO, "no room for ", scratch,
                   ", into which a ledger is made from the replica once a day");
    return RC_OK;
}

/* Is what was made our ledger, and as new as the engine said? */
static enum rc compare(const unsigned char id[LEDGER_ID_BYTES], const char *scratch,
                       int64_t commits, struct err *err)
{
    unsigned char made_id[LEDGER_ID_BYTES];
    struct ledger_commits made = {0};
    OWN_AT(ledger) ledger = NULL;

    TRY(ledger_open(scratch, LEDGER_READ, &ledger, err));
    TRY(ledger_identity(ledger, made_id, err));
    TRY(ledger_commits_get(ledger, &made, err));
    if (memcmp(id, made_id, LEDGER_ID_BYTES) != 0)
        return ERR(err, RC_FOREIGN, "the replica holds another server's ledger");
    FAIL_IF(made.count < commits, err, RC_BAD_INPUT,
            "the replica is older than Litestream said: what was let out since is not in it");
    return RC_OK;
}

static enum rc get_identity(struct replica *replica, unsigned char id[LEDGER_ID_BYTES],
                            struct err *err)
{
    enum rc rc;

    pthread_mutex_lock(&replica->lock);
    rc = replica_open_ledger(replica, err);
    THEN(rc, ledger_identity(replica->ledger, id, err));
    pthread_mutex_unlock(&replica->lock);
    return rc;
}

/* What was let out, or begun anew, is in it: whatever its engine's numbers say, they count now. */
static enum rc prove(struct replica *replica, int stop_fd, struct err *err)
{
    const struct config *config = replica->config;
    char scratch[PATH_BYTES];
    struct engine_restore restore = {
        config->replica_program, config->replica_config, replica->path, scratch, LIMIT_S, stop_fd};
    unsigned char id[LEDGER_ID_BYTES];
    struct ledger_answer answered;
    struct replica_state state;
    enum rc rc = get_identity(replica, id, err);

    THEN(rc, ledger_answer_get(replica->path, &answered, err));
    snprintf(scratch, sizeof scratch, "%s-proof", replica->path);
    THEN(rc, find_room(replica->path, scratch, err));
    THEN(rc, engine_restore(&restore, err));
    THEN(rc, compare(id, scratch, answered.commits, err));
    engine_drop(scratch);
    replica_seen(replica, &state);
    if (rc == RC_OK && state.how == REPLICA_TURNED_BACK)
        rc = ledger_answer_forget(replica->path, err);
    return rc;
}

enum rc replica_prove(struct replica *replica, int stop_fd, struct replica_proof *proof,
                      struct err *err)
{
    struct err why = {0};
    enum rc rc = prove(replica, stop_fd, &why);

    FAIL_IF(rc == RC_STOPPED || !replica->ledger, err, rc, why.text);
    *proof = (struct replica_proof){.at_s = replica->world->now(replica->world->context)};
    text_copy(proof->why, sizeof proof->why, rc == RC_OK ? "" : why.text);
    return note(replica, proof, err);
}

enum rc replica_prove_daily(struct replica *replica, int stop_fd, struct err *err)
{
    struct replica_proof proof = {0};
    int64_t now_s = replica->world->now(replica->world->context);
    enum rc rc;

    pthread_mutex_lock(&replica->lock);
    rc = replica_open_ledger(replica, err);
    THEN(rc, replica_proved(replica->ledger, &proof, err));
    pthread_mutex_unlock(&replica->lock);
    if (rc != RC_OK || now_s - proof.at_s < (proof.why[0] ? AGAIN_S : EVERY_S))
        return rc;
    return replica_prove(replica, stop_fd, &proof, err);
}
