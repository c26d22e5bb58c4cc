/* SPDX-License-Identifier: MIT */
/* Writes one game as a record for a seat, for everybody, or whole. What stands in the file is
 * checked in src/record. */
#include "play/export.h"

#include "ledger/facts.h"
#include "play/position.h"
#include "play/signing.h"
#include "ledger/derived.h"
#include "record/delta.h"
#include "server/keyring.h"
#include "server/vault.h"

enum { VERSIONS_MAX = 8 };

struct exporting {
    struct desk *desk;
    const struct position *position; /* at the end of the log */
    struct entry entry;              /* whose seals are added */
    unsigned reader;
    unsigned erasures;
    int64_t seated_n; /* entry with which the reader's person took his seat */
    struct record *record;
    const struct export_delta *plan; /* NULL: the whole record */
    struct delta *delta;
    unsigned version_count; /* rules versions in the order of use, after that of genesis */
    char version[VERSIONS_MAX][GENESIS_NAME_BYTES];
};

/* Words are for their writer and whom they were written to, for the players, or for all. */
static bool may_read_press(const struct exporting *exporting)
{
    const struct entry *entry = &exporting->entry;
    unsigned reader = exporting->reader;

    if (reader == RECORD_FOR_ALL || reader == RECORD_FOR_WHOLE ||
        (int64_t)entry->number < exporting->seated_n)
        return position_press_is_public(exporting->position, entry);
    return entry->to_all || entry->who == reader || entry->seat == reader;
}

/* Standing orders, timeout orders and notes of who had this seat before. */
static bool is_anothers(const struct exporting *exporting, const struct ledger_seal_row *row)
{
    uint64_t seat, k;

    return row->n < exporting->seated_n && seal_name_family(row->seal.name, &seat, &k) == SEAL_OWN;
}

/* May this file's reader know the seal beside the chain? Seals that the rules know: as the rules
 * say of the newest position; undone ones and the others belong to their owner alone. */
static bool reader_may_know(const struct exporting *exporting, const struct ledger_seal_row *row)
{
    const struct position *position = exporting->position;
    uint64_t first, second;
    unsigned reader = exporting->reader;

    if (seal_name_family(row->seal.name, &first, &second) == SEAL_PRESS)
        return may_read_press(exporting);
    if (seal_name_family(row->seal.name, &first, &second) == SEAL_WORDS)
        return true;
    if (row->opened_n < 0 && is_anothers(exporting, row))
        return false;
    if (row->opened_n >= 0 || reader == RECORD_FOR_WHOLE)
        return row->opened_n >= 0 || seal_name_family(row->seal.name, &first, &second) == SEAL_GAME;
    if (seal_name_family(row->seal.name, &first, &second) != SEAL_GAME ||
        replay_seal_entry(position->replay, row->seal.name) != (uint64_t)row->n)
        return reader != RECORD_FOR_ALL && row->seal.seat == (int)reader;
    return game_may_know(position->played, position_rulebook(position), position_state(position),
                         row->seal.name, reader == RECORD_FOR_ALL ? SEAT_PUBLIC : reader);
}

static enum rc add_seal(struct exporting *exporting, const struct ledger_seal_row *row,
                        struct err *err)
{
    struct hash commitment;
    struct opening opening;
    OWN_WIPED(buf) payload = {0};
    enum rc rc;

    memcpy(commitment.at, row->seal.commitment.at, HASH_BYTES);
    rc = record_add_seal(exporting->record, row->seal.name, (unsigned)row->seal.seat, &commitment,
                         err);
    if (rc != RC_OK || !row->seal.box.at || !reader_may_know(exporting, row))
        return rc;
    rc = position_open_row(exporting->desk, exporting->position, row, opening.nonce, &payload, err);
    if (rc == RC_NOT_FOUND) { /* its person was forgotten */
        err_clear(err);
        record_add_erasure(exporting->record);
        exporting->erasures++;
        rc = RC_OK;
    } else if (rc == RC_OK) {
        opening.payload = buf_text(&payload);
        opening.length = payload.length;
        rc = record_add_opening(exporting->record, &opening, err);
    }
    secret_wipe(&opening, sizeof opening);
    return rc;
}

static enum rc add_seals(struct exporting *exporting, int64_t n, struct err *err)
{
    struct ledger_rows rows =
        ledger_seals(exporting->desk->ledger, exporting->position->game, n, n, err);

    for (struct ledger_seal_row row; ledger_next(&rows, &row);)
        rows.rc = add_seal(exporting, &row, err);
    return ledger_end(&rows);
}

static bool was_used(const struct exporting *exporting, const char *version)
{
    for (unsigned i = 0; i < exporting->version_count; i++)
        if (text_equal(exporting->version[i], version))
            return true;
    return text_equal(exporting->position->genesis.rules, version);
}

static enum rc note_upgrade(struct exporting *exporting, struct err *err)
{
    const char *version = exporting->entry.words;

    if (exporting->entry.kind != ENTRY_UPGRADE || was_used(exporting, version))
        return RC_OK;
    if (exporting->version_count == VERSIONS_MAX)
        return ERR(err, RC_BUG, "a game with more rules versions than a record can hold");
    text_copy(exporting->version[exporting->version_count++], GENESIS_NAME_BYTES, version);
    return RC_OK;
}

static enum rc add_entry(struct exporting *exporting, const struct ledger_entry *row,
                         struct err *err)
{
    if (row->n == 0)
        return record_set_genesis(exporting->record, row->text, strlen(row->text), err);
    TRY(record_add_entry(exporting->record, row->text, strlen(row->text), err));
    TRY(entry_read((uint64_t)row->n, row->text, strlen(row->text), &exporting->entry, err));
    TRY(note_upgrade(exporting, err));
    return add_seals(exporting, row->n, err);
}

static enum rc add_entries(struct exporting *exporting, struct err *err)
{
    struct ledger_rows rows =
        ledger_entries(exporting->desk->ledger, exporting->position->game, 0, err);

    for (struct ledger_entry row; ledger_next(&rows, &row);)
        rows.rc = add_entry(exporting, &row, err);
    return ledger_end(&rows);
}

static enum rc add_files(struct exporting *exporting, const char *version, struct err *err)
{
    const struct position *position = exporting->position;
    const struct game_file *file;
    unsigned count = library_files(exporting->desk->library, position->played, version, &file);

    for (unsigned i = 0; i < count; i++)
        TRY(record_add_file(exporting->record, version, file[i].name, file[i].text, file[i].length,
                            err));
    return RC_OK;
}

static bool sign(void *context, const struct hash *digest, unsigned char signature[SIGNATURE_BYTES])
{
    struct exporting *exporting = context;

    return keyring_sign(exporting->desk, exporting->position->key, digest, signature, NULL) ==
           RC_OK;
}

/* Since when the reader's person has his seat; what was his predecessor's own stays so. */
static enum rc note_seating(struct exporting *exporting, struct err *err)
{
    const struct position *position = exporting->position;
    struct ledger_seat seat = {.n = 0};

    if (exporting->reader >= 1 && exporting->reader <= SEATS_MAX)
        TRY(ledger_seat_get(exporting->desk->ledger, position->game, (int)exporting->reader, &seat,
                            err));
    exporting->seated_n = seat.n;
    return RC_OK;
}

static enum rc write(struct exporting *exporting, struct buf *out, struct err *err)
{
    const struct position *position = exporting->position;
    struct footer footer;

    TRY(note_seating(exporting, err));
    TRY(add_entries(exporting, err));
    TRY(add_files(exporting, position->genesis.rules, err));
    for (unsigned i = 0; i < exporting->version_count; i++)
        TRY(add_files(exporting, exporting->version[i], err));
    FAIL_IF(exporting->erasures && exporting->reader == RECORD_FOR_WHOLE, err, RC_CONFLICT,
            "somebody of this game was forgotten, so it is whole no more; export it for all");
    /* its mark goes to disk before the head is signed */
    TRY(signing_head(exporting->desk, position, &footer, err));
    return record_write(exporting->record, sign, exporting, out, err);
}

enum rc export_position(struct desk *desk, const struct position *position, unsigned reader,
                        struct buf *out, struct err *err)
{
    struct record record;
    struct exporting exporting = {
        .desk = desk, .reader = reader, .position = position, .record = &record};
    enum rc rc;

    FAIL_IF(reader == RECORD_FOR_WHOLE && position->phase != POSITION_OVER, err, RC_CONFLICT,
            "the game goes on; export it whole after its end, or for a seat now");
    record_init(&record, reader);
    rc = write(&exporting, out, err);
    record_fini(&record);
    return rc;
}

enum rc export_game(struct desk *desk, int64_t game, unsigned reader, struct buf *out,
                    struct err *err)
{
    OWN_AT(position) position = NULL;
    enum rc rc = signing_check(desk, game, err);

    THEN(rc, ledger_begin_read(desk->ledger, err));
    TRY(rc);
    rc = position_walk(desk, game, INT64_MAX, NULL, NULL, &position, err);
    THEN(rc, export_position(desk, position, reader, out, err));
    ledger_rollback(desk->ledger);
    return rc;
}

/* ---- deltas ---- */

/* Of the entry that it follows the hash alone, and of the genesis its text. */
static enum rc add_since(struct exporting *exporting, struct err *err)
{
    const struct position *position = exporting->position;
    const struct export_delta *plan = exporting->plan;
    struct ledger_rows rows =
        ledger_entries(exporting->desk->ledger, position->game, plan->from, err);
    struct ledger_entry row;

    while (ledger_next(&rows, &row) && row.n <= (int64_t)position->chain.number) {
        if (row.n <= plan->from)
            memcpy(exporting->delta->start.at, row.hash, HASH_BYTES);
        if (row.n > plan->from || row.n == 0)
            rows.rc = add_entry(exporting, &row, err);
    }
    return ledger_end(&rows);
}

/* A seal that stands, of somebody else, closed still, which the seat may know now and might not
 * after entry `from`. */
static bool is_known_since(const struct exporting *exporting, const struct ledger_seal_row *row)
{
    const struct position *position = exporting->position;
    const struct export_delta *plan = exporting->plan;
    uint64_t first, second;

    return row->seal.box.at && row->opened_n < 0 && row->seal.seat != (int)plan->seat &&
           seal_name_family(row->seal.name, &first, &second) == SEAL_GAME &&
           replay_seal_entry(position->replay, row->seal.name) == (uint64_t)row->n &&
           game_may_know(position->played, position_rulebook(position), position_state(position),
                         row->seal.name, plan->seat) &&
           !game_may_know(position->played, position_rulebook(position), plan->before,
                          row->seal.name, plan->seat);
}

static enum rc add_known(struct exporting *exporting, const struct ledger_seal_row *row,
                         struct err *err)
{
    struct opening opening;
    OWN_WIPED(buf) payload = {0};
    WIPED_AT_END(opening);

    if (!is_known_since(exporting, row))
        return RC_OK;
    TRY(position_open_row(exporting->desk, exporting->position, row, opening.nonce, &payload, err));
    opening.payload = buf_text(&payload);
    opening.length = payload.length;
    return delta_add_known(exporting->delta, row->seal.name, (uint64_t)row->n, &opening, err);
}

static enum rc add_all_known(struct exporting *exporting, struct err *err)
{
    struct ledger_rows rows = ledger_seals(exporting->desk->ledger, exporting->position->game, 1,
                                           exporting->plan->from, err);

    for (struct ledger_seal_row row; ledger_next(&rows, &row);)
        rows.rc = add_known(exporting, &row, err);
    return ledger_end(&rows);
}

enum rc export_delta(struct desk *desk, const struct export_delta *plan, struct buf *out,
                     struct err *err)
{
    const struct position *position = plan->position;
    struct delta delta;
    struct exporting exporting = {.desk = desk,
                                  .position = position,
                                  .reader = plan->seat,
                                  .record = &delta.record,
                                  .plan = plan,
                                  .delta = &delta};
    struct chain start = position->chain;
    enum rc rc;

    start.number = (uint64_t)plan->from;
    delta_init(&delta, plan->seat, &start);
    rc = note_seating(&exporting, err);
    THEN(rc, add_since(&exporting, err));
    if (rc == RC_OK && plan->from && plan->before)
        rc = add_all_known(&exporting, err);
    if (rc == RC_OK && !plan->from)
        rc = add_files(&exporting, position->genesis.rules, err);
    for (unsigned i = 0; i < exporting.version_count && rc == RC_OK; i++)
        rc = add_files(&exporting, exporting.version[i], err);
    THEN(rc, delta_write(&delta, plan->signature, out, err));
    delta_fini(&delta);
    return rc;
}
