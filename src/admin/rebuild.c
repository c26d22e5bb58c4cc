/* SPDX-License-Identifier: MIT */
/* Makes derived rows anew from the log, and checks everything against it: chains, seals, boxes.
 * It reports and mends nothing by itself. */
#include "admin/admin.h"

#include <stdio.h>

#include "ledger/care.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "play/adjudicate.h"
#include "people/people.h"
#include "seal/secret.h"
#include "server/vault.h"

static enum rc rebuild_game(void *user, struct ledger *ledger, int64_t game, struct err *err)
{
    struct desk *desk = user;
    OWN_AT(position) position = NULL;

    TRY(position_walk(desk, game, INT64_MAX, NULL, NULL, &position, err));
    (void)ledger;
    return adjudicate_settle(desk, position, err);
}

static enum rc rebuild_player(void *user, struct ledger *ledger, int64_t player, struct err *err)
{
    (void)ledger;
    return people_rebuild(user, player, err);
}

enum rc rebuild_all(struct desk *desk, struct err *err)
{
    struct ledger_rebuilder with = {desk, rebuild_game, rebuild_player};

    return ledger_rebuild(desk->ledger, &with, err);
}

/* ---- check ---- */

struct checking {
    struct desk *desk; /* NULL where there are no keys */
    struct ledger *ledger;
    ledger_problem_fn problem;
    void *user;
    int64_t game;
    struct chain chain;
    unsigned seal_count;
    struct hash seal[CHAIN_SEALS_MAX];
};

static void report(const struct checking *checking, int64_t n, const char *what)
{
    char text[512];

    if (n < 0)
        snprintf(text, sizeof text, "game %lld: %s", (long long)checking->game, what);
    else
        snprintf(text, sizeof text, "game %lld, entry %lld: %s", (long long)checking->game,
                 (long long)n, what);
    checking->problem(checking->user, text);
}

static enum rc note_seals(struct checking *checking, int64_t n, struct err *err)
{
    struct ledger_rows rows = ledger_seals(checking->ledger, checking->game, n, n, err);

    checking->seal_count = 0;
    for (struct ledger_seal_row row; ledger_next(&rows, &row);)
        if (checking->seal_count < CHAIN_SEALS_MAX && row.seal.commitment.length == HASH_BYTES)
            memcpy(checking->seal[checking->seal_count++].at, row.seal.commitment.at, HASH_BYTES);
    return ledger_end(&rows);
}

static enum rc check_entry(struct checking *checking, const struct ledger_entry *row,
                           struct err *err)
{
    if (row->n == 0)
        chain_start(&checking->chain, row->text, strlen(row->text));
    else {
        checking->chain.number = (uint64_t)row->n - 1; /* behind lost entries, too */
        TRY(note_seals(checking, row->n, err));
        chain_append(&checking->chain, row->text, strlen(row->text), checking->seal,
                     checking->seal_count);
    }
    if (memcmp(checking->chain.entry.at, row->hash, HASH_BYTES) != 0)
        report(checking, row->n, "does not hash to what was logged; restore a backup");
    return RC_OK;
}

static enum rc check_entries(struct checking *checking, struct err *err)
{
    struct ledger_rows rows = ledger_entries(checking->ledger, checking->game, 0, err);

    for (struct ledger_entry row; ledger_next(&rows, &row);)
        rows.rc = check_entry(checking, &row, err);
    return ledger_end(&rows);
}

static enum rc check_seals(struct checking *checking, struct position *position, struct err *err);

static enum rc check_chain(void *user, struct ledger *ledger, int64_t game, struct err *err)
{
    struct checking *checking = user;
    OWN_AT(position) position = NULL;
    struct err own = {0};

    checking->ledger = ledger;
    checking->game = game;
    TRY(check_entries(checking, err));
    if (position_walk(checking->desk, game, INT64_MAX, NULL, NULL, &position, &own) != RC_OK) {
        report(checking, -1, own.text);
        return RC_OK;
    }
    return check_seals(checking, position, err);
}

/* ---- boxes ---- */

static void report_box(const struct checking *checking, const char *column, int64_t row,
                       const char *what)
{
    char text[512];

    snprintf(text, sizeof text, "%s of row %lld %s; restore a backup", column, (long long)row,
             what);
    checking->problem(checking->user, text);
}

static enum rc open_box(void *user, const struct ledger_box *box, struct err *err)
{
    const struct checking *checking = user;
    struct vault_place place = {
        .owner = {box->kind, box->subject}, .column = box->column, .row = box->row};
    OWN_WIPED(buf) content = {0};
    struct err own = {0};
    enum rc rc;

    if (box->kind == LEDGER_KEY_MONTH)
        place.owner.subject = vault_month(box->subject);
    rc = vault_open(checking->desk, &place, box->bytes, &content, &own);
    if (rc == RC_BAD_SEAL)
        report_box(checking, box->column, box->row,
                   "does not open: it was altered or exchanged with another");
    else if (rc != RC_OK && rc != RC_NOT_FOUND) /* not found: forgotten */
        return ERR(err, rc, own.text);
    return RC_OK;
}

/* A key that no box needs today is needed tomorrow. */
static void open_key(const struct checking *checking, const struct ledger_key *row,
                     unsigned char *key)
{
    struct hash where;

    vault_key_place((struct vault_owner){row->kind, row->subject}, &where);
    if (!row->wrapped.length)
        return;
    if (row->wrapped.length != KEY_WRAPPED_BYTES)
        report_box(checking, "keyring", row->id, "is no key");
    else if (keys_unwrap(checking->desk->keys, row->wrapped.at, &where, key, NULL) != RC_OK)
        report_box(checking, "keyring", row->id,
                   "does not open: it was altered, or its storage key is not in the file");
}

static enum rc open_keys(const struct checking *checking, struct err *err)
{
    unsigned char *key = secret_new(KEY_BYTES); /* for all: its pages are locked and guarded */
    struct ledger_rows rows;

    FAIL_IF(!key, err, RC_NO_MEMORY, "no memory for a key");
    rows = ledger_keys(checking->ledger, err);
    for (struct ledger_key row; ledger_next(&rows, &row);)
        open_key(checking, &row, key);
    secret_free(key);
    return ledger_end(&rows);
}

/* What each seal of a game holds is what was committed to. */
static enum rc open_seal(const struct checking *checking, struct position *position,
                         const struct ledger_seal_row *row, struct err *err)
{
    struct opening opening = {.payload = ""};
    OWN_WIPED(buf) payload = {0};
    struct hash commitment;
    struct err own = {0};
    enum rc rc = position_open_row(checking->desk, position, row, opening.nonce, &payload, &own);

    if (rc == RC_OK && row->seal.commitment.length == HASH_BYTES) {
        memcpy(commitment.at, row->seal.commitment.at, HASH_BYTES);
        opening.payload = buf_text(&payload);
        opening.length = payload.length;
        if (!seal_is_opened_by(&commitment, &position->chain.genesis, row->seal.name,
                               (unsigned)row->seal.seat, &opening))
            report(checking, row->n, "has a seal that is not what its box holds");
    } else if (rc == RC_BAD_SEAL) {
        report(checking, row->n, own.text);
    } else if (rc != RC_OK && rc != RC_NOT_FOUND) {
        rc = ERR(err, rc, own.text);
    }
    secret_wipe(&opening, sizeof opening);
    return rc == RC_BAD_SEAL || rc == RC_NOT_FOUND ? RC_OK : rc;
}

static enum rc check_seals(struct checking *checking, struct position *position, struct err *err)
{
    struct ledger_rows rows = ledger_seals(checking->ledger, checking->game, 1, INT64_MAX, err);

    for (struct ledger_seal_row row; ledger_next(&rows, &row);)
        rows.rc = open_seal(checking, position, &row, err);
    return ledger_end(&rows);
}

/* ---- all ---- */

static void forward(void *user, const char *problem)
{
    const struct checking *checking = user;

    checking->problem(checking->user, problem);
}

static enum rc report_behind(void *user, int64_t game, int64_t marked_n, struct err *err)
{
    struct checking *checking = user;
    bool is_lost = false;

    TRY(ledger_is_lost(checking->desk->ledger, game, &is_lost, err));
    /* the administrator was told when it was found */
    if (is_lost)
        return RC_OK;
    checking->game = game;
    report(
        checking, marked_n,
        "was signed once, and the ledger does not hold it: an older ledger was restored. "
        "Put back the newer one, then `postern game thaw`; if it is lost, `postern game recover` "
        "gets it back from its players' letters, and `postern game lost` gives up what nobody has");
    return RC_OK;
}

/* in     newest: games to look at, of those that went on last, and no boxes; 0 = all of both */
static enum rc look(struct desk *desk, int64_t newest, ledger_problem_fn problem, void *user,
                    struct err *err)
{
    struct checking checking = {
        .desk = desk, .ledger = desk->ledger, .problem = problem, .user = user};
    struct ledger_checker with = {&checking, forward, check_chain, newest};
    size_t problems = 0;

    TRY(ledger_check(desk->ledger, &with, &problems, err));
    if (!newest)
        TRY(ledger_boxes(desk->ledger, open_box, &checking, err));
    TRY(open_keys(&checking, err));
    return marks_behind(desk->marks, desk->ledger, report_behind, &checking, err);
}

enum rc rebuild_check(struct desk *desk, ledger_problem_fn problem, void *user, struct err *err)
{
    return look(desk, 0, problem, user, err);
}

enum rc rebuild_glance(struct desk *desk, ledger_problem_fn problem, void *user, struct err *err)
{
    return look(desk, REBUILD_GLANCE, problem, user, err);
}

static enum rc check_hashes(void *user, struct ledger *ledger, int64_t game, struct err *err)
{
    struct checking *checking = user;

    (void)ledger;
    checking->game = game;
    return check_entries(checking, err);
}

enum rc rebuild_check_keyless(struct ledger *ledger, ledger_problem_fn problem, void *user,
                              struct err *err)
{
    struct checking checking = {.ledger = ledger, .problem = problem, .user = user};
    struct ledger_checker with = {&checking, forward, check_hashes, 0};
    size_t problems = 0;

    return ledger_check(ledger, &with, &problems, err);
}
