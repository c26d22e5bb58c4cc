/* SPDX-License-Identifier: MIT */
/* The mark of the last head of each tournament that was signed, in a file of its own beside those
 * of the games (ledger/mark.h): a ledger restored from a backup gets no second history of a
 * tournament. */
#include "cup/cup_p.h"

#include <stdio.h>
#include <string.h>

#include "ledger/cups.h"
#include "ledger/mark.h"
#include "server/follower.h"

enum { PATH_BYTES = 4096 };

static enum rc open_marks(struct desk *desk, struct marks **marks, struct err *err)
{
    unsigned char identity[LEDGER_ID_BYTES];
    char path[PATH_BYTES];
    enum rc rc = ledger_identity(desk->ledger, identity, err);

    snprintf(path, sizeof path, "%s.cups", desk->config->mark);
    if (rc != RC_OK)
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
    bool found;
    unsigned char hash[HASH_BYTES];
};

static enum rc look(void *user, const struct ledger_cup_entry *row, struct err *err)
{
    struct looking *looking = user;

    (void)err;
    if (row->n == looking->n) {
        memcpy(looking->hash, row->hash, HASH_BYTES);
        looking->found = true;
    }
    return RC_OK;
}

/* Is what was signed last still in the log? */
static enum rc holds_marked(struct desk *desk, const struct marks *marks, int64_t id,
                            struct err *err)
{
    struct looking looking = {.n = marks_newest(marks, id)};
    enum rc rc;

    if (looking.n < 0)
        return RC_OK;
    rc = ledger_cup_entries(desk->ledger, id, look, &looking, err);
    if (rc == RC_OK &&
        (!looking.found || !marks_agree(marks, &(struct mark){id, looking.n, looking.hash})))
        rc = ERR(err, RC_FROZEN,
                 "a later state of this tournament was signed than the ledger holds, which is an "
                 "older one: nothing more of it is signed; cancel it and begin another");
    return rc;
}

enum rc cup_mark(struct desk *desk, const struct cup *cup, struct err *err)
{
    const struct mark head = {cup->id, (int64_t)cup->chain.number, cup->chain.entry.at};
    struct marks *marks = NULL;
    enum rc rc = open_marks(desk, &marks, err);

    if (rc == RC_OK)
        rc = holds_marked(desk, marks, cup->id, err);
    if (rc == RC_OK && head.n > marks_newest(marks, cup->id))
        rc = ledger_sync(desk->ledger, err);
    if (rc == RC_OK)
        rc = follower_await(desk->follower, err);
    if (rc == RC_OK)
        rc = marks_advance(marks, &head, 1, err);
    marks_close(marks);
    return rc;
}
