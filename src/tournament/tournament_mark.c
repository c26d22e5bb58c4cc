/* SPDX-License-Identifier: MIT */
/* The mark of the last head of each tournament that was signed, in a file of its own beside those
 * of the games (ledger/mark.h): a ledger restored from a backup gets no second history of a
 * tournament. */
#include "tournament/tournament_p.h"

#include <stdio.h>
#include <unistd.h>

#include "ledger/tournaments.h"
#include "ledger/mark.h"
#include "server/replica.h"

void tournament_marks_name(const char *games, char path[TOURNAMENT_MARKS_BYTES])
{
    snprintf(path, TOURNAMENT_MARKS_BYTES, "%s.tournaments", games);
}

/* make: where none were signed yet, begin a file; else *marks is NULL then. */
static enum rc open_marks(struct desk *desk, bool make, struct marks **marks, struct err *err)
{
    unsigned char identity[LEDGER_ID_BYTES];
    char path[TOURNAMENT_MARKS_BYTES];
    enum rc rc = ledger_identity(desk->ledger, identity, err);

    *marks = NULL;
    tournament_marks_name(desk->config->mark, path);
    if (rc != RC_OK || (!make && access(path, F_OK) != 0))
        return rc;
    rc = marks_open(path, identity, marks, err);
    if (rc != RC_NOT_FOUND) /* the first tournament that is exported here */
        return rc;
    err_clear(err);
    rc = marks_create(path, identity, err);
    return rc == RC_OK || rc == RC_EXISTS ? marks_open(path, identity, marks, err) : rc;
}

struct looking {
    int64_t n;
    bool found, is_lost;
    unsigned char hash[HASH_BYTES];
};

static enum rc look(struct desk *desk, int64_t tournament, struct looking *looking, struct err *err)
{
    struct ledger_rows rows = ledger_tournament_entries(desk->ledger, tournament, err);

    for (struct ledger_tournament_entry row; ledger_next(&rows, &row);) {
        const char *line = strchr(row.text, ' ');
        int64_t from, to;

        if (row.n == looking->n) {
            memcpy(looking->hash, row.hash, HASH_BYTES);
            looking->found = true;
        }
        if (line && tournament_log_lost(line + 1, &from, &to))
            looking->is_lost |= looking->n >= from && looking->n <= to;
    }
    return ledger_end(&rows);
}

/* Is what was signed last still in the log? */
static enum rc look_for(struct desk *desk, const struct marks *marks, struct tournament *tournament,
                        struct err *err)
{
    struct looking looking = {.n = marks_newest(marks, tournament->id)};

    if (looking.n < 0)
        return RC_OK;
    TRY(look(desk, tournament->id, &looking, err));
    if (!looking.is_lost &&
        (!looking.found ||
         !marks_agree(marks, &(struct mark){tournament->id, looking.n, looking.hash})))
        tournament->signed_n = looking.n;
    return RC_OK;
}

enum rc tournament_find_lost(struct desk *desk, struct tournament *tournament, struct err *err)
{
    OWN_AT(marks) marks = NULL;

    TRY(open_marks(desk, false, &marks, err));
    return marks ? look_for(desk, marks, tournament, err) : RC_OK;
}

enum rc tournament_highest_marked(struct desk *desk, int64_t *id, struct err *err)
{
    struct marks *marks = NULL;
    enum rc rc = open_marks(desk, false, &marks, err);

    *id = rc == RC_OK && marks ? marks_highest(marks) : 0;
    marks_close(marks);
    return rc;
}

enum rc tournament_refuse_frozen(struct err *err)
{
    return ERR(err, RC_FROZEN,
               "a later state of this tournament was signed than the ledger holds, which is an "
               "older one: put back the newer ledger, or, if it is lost, let the tournament go on "
               "by postern tournament lost");
}

enum rc tournament_mark(struct desk *desk, const struct tournament *tournament, struct err *err)
{
    const struct mark head = {tournament->id, (int64_t)tournament->chain.number,
                              tournament->chain.entry.at};
    OWN_AT(marks) marks = NULL;

    TRY(tournament->signed_n ? tournament_refuse_frozen(err) : open_marks(desk, true, &marks, err));
    if (head.n > marks_newest(marks, tournament->id))
        TRY(ledger_sync(desk->ledger, err));
    TRY(replica_await(desk->replica, err));
    return marks_advance(marks, &head, err);
}

/* ---- marks that are lost ---- */

/* Nobody knows the hash of what may have been signed; none agrees with this one. */
static enum rc guess(struct desk *desk, struct marks *marks, struct err *err)
{
    static const unsigned char nothing[HASH_BYTES];
    struct tournament_walk walk = tournaments_of(desk, err);
    struct tournament *tournament;

    while ((tournament = tournament_next(&walk)) != NULL)
        if (tournament->log.phase <= TOURNAMENT_LOG_RUNNING)
            walk.rc = marks_advance(
                marks,
                &(struct mark){tournament->id,
                               (int64_t)tournament->chain.number + TOURNAMENT_LOST_MARGIN, nothing},
                err);
    return walk.rc;
}

enum rc tournament_marks_lost(struct desk *desk, const char *path, struct err *err)
{
    OWN_AT(marks) marks = NULL;
    unsigned char identity[LEDGER_ID_BYTES];
    char name[TOURNAMENT_MARKS_BYTES];

    TRY(ledger_identity(desk->ledger, identity, err));
    tournament_marks_name(path, name);
    TRY(marks_create(name, identity, err));
    TRY(marks_open(name, identity, &marks, err));
    return guess(desk, marks, err);
}
