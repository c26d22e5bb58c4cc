/* SPDX-License-Identifier: MIT */
/* Gives a game its newer entries back from what its players' letters hold. Joining those is done
 * in record/join.c; here they are put into the ledger. */
#include "admin/admin.h"

#include "ledger/facts.h"
#include "play/adjudicate.h"
#include "play/reveal.h"
#include "record/join.h"
#include "server/vault.h"

struct recovery {
    struct desk *desk;
    int64_t game;
    const struct position *position; /* as the ledger has it */
    struct join *join;
    struct record shown[RECOVER_FILES_MAX]; /* for what each may know */
    unsigned count;
    struct record record; /* joined */
    unsigned held;
};

/* ---- what the files say ---- */

static enum rc read_file(struct recovery *recovery, const struct buf *file, struct err *err)
{
    const unsigned number = ++recovery->count;
    struct record twice = {0}, *record = &recovery->shown[number - 1];
    struct delta delta;

    TRY(record_read(buf_text(file), file->length, record, err));
    TRY(record_read(buf_text(file), file->length, &twice, err));
    delta_of_record(&twice, &delta);
    if (!hash_equal(&delta.genesis, &recovery->position->chain.genesis)) {
        delta_fini(&delta);
        return ERR(err, RC_BAD_INPUT, "file ", TEXT_INT((int64_t)number),
                   " is a record of another game");
    }
    return join_add(recovery->join, &delta, number, err);
}

static enum rc check_findings(const struct recovery *recovery, struct err *err)
{
    const struct join_finding *finding;
    const unsigned count = join_findings(recovery->join, &finding);
    char n[TEXT_INT_BYTES], a[TEXT_INT_BYTES], b[TEXT_INT_BYTES];

    for (unsigned i = 0; i < count; i++) {
        text_of_int(n, (int64_t)finding[i].first);
        text_of_int(a, (int64_t)finding[i].letter);
        text_of_int(b, (int64_t)finding[i].other);
        switch (finding[i].fault) {
        case JOIN_MISSING:
            break;
        case JOIN_FORK:
            return ERR(err, RC_CONFLICT, "two histories: files ", a, " and ", b,
                       " have another entry ", n,
                       " each, and both are signed; nothing was put back");
        case JOIN_UNSIGNED:
            return ERR(err, RC_BAD_INPUT, "the head of file ", a, ", entry ", n,
                       ", is not signed by this game's server");
        default:
            return ERR(err, RC_BAD_INPUT, "file ", a, " was changed at entry ", n);
        }
    }
    return RC_OK;
}

/* The joined record goes on where the ledger ends. */
static enum rc check_joint(const struct recovery *recovery, struct err *err)
{
    const struct chain *head = &recovery->position->chain;
    char n[TEXT_INT_BYTES];

    text_of_int(n, (int64_t)head->number);
    FAIL_IF(recovery->record.entry_count <= head->number, err, RC_CONFLICT,
            "these records tell nothing behind entry ", n, ", which the ledger has");
    if (head->number && !hash_equal(&recovery->record.entry[head->number - 1].after, &head->entry))
        return ERR(err, RC_CONFLICT, "two histories: entry ", n,
                   " of the ledger is another than that of these records; nothing was put back");
    return RC_OK;
}

static enum rc join_all(struct recovery *recovery, const struct buf *file, unsigned count,
                        struct err *err)
{
    OWN_WIPED(buf) text = {0};

    for (unsigned i = 0; i < count; i++)
        TRY(read_file(recovery, &file[i], err));
    TRY(join_run(recovery->join, 0, &text, err));
    TRY(check_findings(recovery, err));
    TRY(record_read(buf_text(&text), text.length, &recovery->record, err));
    return check_joint(recovery, err);
}

/* ---- secrets ---- */

/* As somebody knows it, or as a later entry opens it. */
static bool find_known(const struct recovery *recovery, uint32_t entry, uint32_t index,
                       struct opening *opening)
{
    const struct record_seal *seal =
        &recovery->record.seal[recovery->record.entry[entry].first_seal + index];

    for (unsigned i = 0; i < recovery->count; i++) {
        const struct record *shown = &recovery->shown[i];
        const struct record_seal *known;

        if (entry >= shown->entry_count || index >= shown->entry[entry].seal_count)
            continue;
        known = &shown->seal[shown->entry[entry].first_seal + index];
        if (known->knowledge != RECORD_KNOWN)
            continue;
        *opening = (struct opening){.payload = known->payload, .length = known->length};
        memcpy(opening->nonce, known->nonce, SEAL_NONCE_BYTES);
        if (seal_is_opened_by(&seal->commitment, &recovery->position->chain.genesis, seal->name,
                              seal->seat, opening))
            return true;
    }
    return false;
}

static bool find_opened(const struct recovery *recovery, uint32_t entry,
                        const struct record_seal *seal, struct entry *found,
                        struct opening *opening)
{
    const struct record *record = &recovery->record;

    for (uint32_t i = entry + 1; i < record->entry_count; i++) {
        if (!entry_text_is(record->entry[i].text, ENTRY_OPEN) ||
            entry_read(i + 1, record->entry[i].text, record->entry[i].length, found, NULL) ||
            !text_equal(found->name, seal->name))
            continue;
        *opening = (struct opening){.payload = found->words, .length = strlen(found->words)};
        memcpy(opening->nonce, found->nonce, SEAL_NONCE_BYTES);
        if (seal_is_opened_by(&seal->commitment, &recovery->position->chain.genesis, seal->name,
                              seal->seat, opening))
            return true;
    }
    return false;
}

/* A secret of the table that nobody can open would stop the game for ever. */
static enum rc refuse_lost(const struct record_seal *seal, uint64_t n, struct err *err)
{
    return ERR(err, RC_CONFLICT, "entry ", TEXT_INT((int64_t)n), " sealed ", seal->name,
               " for the table, which no letter opens; this game cannot be put back");
}

/* What a player's seal hides and nobody shows counts as held by him. */
static enum rc box_seal(struct recovery *recovery, const struct entry *row, uint32_t index,
                        struct buf *box, struct err *err)
{
    const uint32_t entry = (uint32_t)row->number - 1;
    const struct record_seal *seal =
        &recovery->record.seal[recovery->record.entry[entry].first_seal + index];
    struct opening opening;
    struct secret drawn;
    struct entry found;
    uint64_t first, second;
    WIPED_AT_END(opening);
    WIPED_AT_END(found);
    WIPED_AT_END(drawn);

    if (find_known(recovery, entry, index, &opening) ||
        find_opened(recovery, entry, seal, &found, &opening) ||
        reveal_drawn(recovery->desk, recovery->game, row, seal->name, seal->seat, &seal->commitment,
                     &drawn, &opening))
        TRY(position_seal_box(recovery->desk, recovery->position, seal->name, seal->seat,
                              (int64_t)row->number, opening.nonce, opening.payload, opening.length,
                              box, err));
    else if (!seal->seat && seal_name_family(seal->name, &first, &second) == SEAL_GAME)
        TRY(refuse_lost(seal, row->number, err));
    else
        recovery->held++;
    return RC_OK;
}

/* ---- entries ---- */

/* Who sits where is told by names in letters, not by players of this ledger. */
static enum rc check_kind(const struct entry *entry, struct err *err)
{
    if (entry->kind == ENTRY_ROSTER || entry->kind == ENTRY_SEAT)
        return ERR(err, RC_CONFLICT, "entry ", TEXT_INT((int64_t)entry->number),
                   " says who sits where, which a record does not tell the ledger; this game "
                   "cannot be put back");
    return RC_OK;
}

static enum rc put_entry(struct recovery *recovery, uint32_t index, const struct entry *entry,
                         const struct buf *box, struct err *err)
{
    const struct record *record = &recovery->record;
    const struct record_entry *row = &record->entry[index];
    const struct ledger_opening opening = {.name = entry->name};
    const uint32_t last = (uint32_t)(entry->kind == ENTRY_LOST ? entry->from - 1 : index);
    struct ledger_seal seal[CHAIN_SEALS_MAX];
    struct ledger_entry put = {.game = recovery->game,
                               .n = (int64_t)entry->number,
                               .at_s = entry->time_s,
                               .seat = entry->who == ENTRY_KEEPER ? 0 : entry->who,
                               .kind = entry_kind_word((enum entry_kind)entry->kind),
                               .text = row->text,
                               .hash = row->after.at,
                               .previous = last ? record->entry[last - 1].after.at
                                                : recovery->position->chain.genesis.at,
                               .seals = seal,
                               .seal_count = row->seal_count,
                               .openings = &opening,
                               .opening_count = entry->kind == ENTRY_OPEN};

    for (uint32_t i = 0; i < row->seal_count; i++) {
        const struct record_seal *from = &record->seal[row->first_seal + i];

        seal[i] = (struct ledger_seal){.name = from->name,
                                       .seat = from->seat,
                                       .commitment = {from->commitment.at, HASH_BYTES},
                                       .box = vault_bytes(&box[i])};
    }
    return ledger_entry_append(recovery->desk->ledger, &put, err);
}

static enum rc put_back(struct recovery *recovery, uint32_t index, struct err *err)
{
    const struct record_entry *row = &recovery->record.entry[index];
    struct buf box[CHAIN_SEALS_MAX] = {{0}};
    struct entry entry;
    enum rc rc = entry_read(index + 1, row->text, row->length, &entry, err);

    THEN(rc, check_kind(&entry, err));
    for (uint32_t i = 0; i < row->seal_count && rc == RC_OK; i++)
        rc = box_seal(recovery, &entry, i, &box[i], err);
    THEN(rc, put_entry(recovery, index, &entry, box, err));
    for (uint32_t i = 0; i < row->seal_count; i++)
        buf_fini(&box[i]);
    return rc;
}

static enum rc put_all(struct recovery *recovery, struct recovered *recovered, struct err *err)
{
    struct position *position;
    enum rc rc = RC_OK;

    recovered->from_n = (int64_t)recovery->position->chain.number + 1;
    recovered->to_n = (int64_t)recovery->record.entry_count;
    for (uint32_t i = (uint32_t)recovered->from_n - 1;
         i < recovery->record.entry_count && rc == RC_OK; i++)
        if (recovery->record.entry[i].length) /* else declared lost */
            rc = put_back(recovery, i, err);
    recovered->held = recovery->held;
    THEN(rc, ledger_recovered_put(recovery->desk->ledger, recovery->game, recovered->from_n,
                                  recovered->to_n, desk_now(recovery->desk), err));
    if (rc == RC_OK) /* the rules play it again */
        rc = position_get(recovery->desk, recovery->game, &position, err);
    return rc == RC_OK ? adjudicate_settle(recovery->desk, position, err) : rc;
}

static enum rc recover(struct recovery *recovery, const struct buf *file, unsigned count,
                       struct recovered *recovered, struct err *err)
{
    struct position *position;

    TRY(position_get(recovery->desk, recovery->game, &position, err));
    recovery->position = position;
    recovery->join = join_new(&position->chain.genesis);
    FAIL_IF(!recovery->join, err, RC_NO_MEMORY, "no memory for records");
    if (!position->is_frozen)
        return ERR(err, RC_CONFLICT, "the game is not frozen: nothing of it is known to be lost");
    TRY(join_all(recovery, file, count, err));
    return put_all(recovery, recovered, err);
}

enum rc recover_game(struct desk *desk, int64_t game, const struct buf *file, unsigned count,
                     struct recovered *recovered, struct err *err)
{
    struct recovery *recovery = calloc(1, sizeof *recovery);
    enum rc rc = recovery ? desk_begin(desk, err) : ERR(err, RC_NO_MEMORY, "no memory for records");

    *recovered = (struct recovered){0};
    if (rc != RC_OK) {
        free(recovery);
        return rc;
    }
    recovery->desk = desk;
    recovery->game = game;
    rc = recover(recovery, file, count, recovered, err);
    rc = desk_end(desk, rc, err);
    join_free(recovery->join);
    for (unsigned i = 0; i < recovery->count; i++)
        record_fini(&recovery->shown[i]);
    record_fini(&recovery->record);
    free(recovery);
    if (rc == RC_OK)
        recovered->goes_on = thaw_game(desk, game, -1, &recovered->why) == RC_OK;
    return rc;
}
