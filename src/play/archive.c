/* SPDX-License-Identifier: MIT */
/* Moves finished games into files, proves each file before the ledger lets go, and reads them
 * back when asked. */
#include "play/archive.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "games/games.h"
#include "ledger/archive.h"
#include "ledger/care.h"
#include "ledger/derived.h"
#include "ledger/disputes.h"
#include "ledger/facts.h"
#include "play/export.h"
#include "play/position.h"
#include "record/names.h"
#include "record/record.h"
#include "record/verify.h"
#include "seal/hash.h"
#include "server/files.h"

struct archive {
    int64_t game; /* 0 = none */
    struct record record;
};

static void drop(struct archive *archive)
{
    record_fini(&archive->record);
    *archive = (struct archive){0};
}

void archive_free(struct archive *archive)
{
    if (archive)
        drop(archive);
    free(archive);
}

void archive_path(const struct config *config, int64_t game, char path[ARCHIVE_PATH_BYTES])
{
    snprintf(path, ARCHIVE_PATH_BYTES, "%s/game-%lld.record", config->archive, (long long)game);
}

static void hash_file(const struct buf *bytes, struct hash *out)
{
    struct hash_job job;

    hash_start(&job, "archive", 1);
    hash_add(&job, bytes->at, bytes->length);
    hash_end(&job, out);
}

/* ---- reading ---- */

enum { RESULT_BYTES = 256 }; /* of a game, as a key */

struct row_reader {
    struct ledger_archive row;
    char result[RESULT_BYTES];
    bool found;
};

static enum rc find_row(struct desk *desk, int64_t game, struct row_reader *reader, struct err *err)
{
    struct ledger_rows rows = ledger_archived(desk->ledger, game, err);

    *reader = (struct row_reader){0};
    if (ledger_next(&rows, &reader->row)) {
        text_copy(reader->result, sizeof reader->result, reader->row.result);
        reader->row.result = reader->result;
        reader->found = true;
    }
    return ledger_end(&rows);
}

/* The bytes of the right file, and no others. */
static enum rc read_file(const struct ledger_archive *row, const char *path, struct buf *bytes,
                         struct err *err)
{
    char number[TEXT_INT_BYTES];
    struct err own = {0};
    struct hash hash;
    enum rc rc = files_read(path, RECORD_BYTES_MAX, bytes, &own);

    if (rc != RC_OK)
        return ERR(err, rc, "game ", text_of_int(number, row->game),
                   " is in the archive, and its file cannot be read: ", own.text,
                   "; put it back there");
    hash_file(bytes, &hash);
    if ((int64_t)bytes->length != row->bytes || memcmp(hash.at, row->hash, HASH_BYTES) != 0)
        return ERR(err, RC_FOREIGN, path, " is not the file that game ",
                   text_of_int(number, row->game),
                   " went into: it was altered, or is another game's; look in a backup");
    return RC_OK;
}

static enum rc load(struct desk *desk, const struct ledger_archive *row, const char *path,
                    struct err *err)
{
    struct buf bytes = {0};
    struct chain end;
    enum rc rc = read_file(row, path, &bytes, err);

    drop(desk->archive);
    if (rc == RC_OK)
        rc = record_read(buf_text(&bytes), bytes.length, &desk->archive->record, err);
    if (rc == RC_OK) {
        record_chain(&desk->archive->record, &end);
        if ((int64_t)end.number != row->n)
            rc = ERR(err, RC_FOREIGN, path, " does not end where its game did");
    }
    if (rc == RC_OK)
        desk->archive->game = row->game;
    else
        drop(desk->archive);
    buf_wipe(&bytes);
    return rc;
}

/* The record of a game that is away; it is read once for all questions in a row. */
static enum rc open_record(struct desk *desk, int64_t game, const struct record **record,
                           struct err *err)
{
    char path[ARCHIVE_PATH_BYTES];
    struct row_reader reader;
    enum rc rc = RC_OK;

    if (!desk->archive && !(desk->archive = calloc(1, sizeof *desk->archive)))
        return ERR(err, RC_NO_MEMORY, "no memory for an archived game");
    if (desk->archive->game != game) {
        rc = find_row(desk, game, &reader, err);
        if (rc == RC_OK && !reader.found)
            rc = ERR(err, RC_BUG, "a game without texts that is not in the archive");
        archive_path(desk->config, game, path);
        if (rc == RC_OK)
            rc = load(desk, &reader.row, path, err);
    }
    if (rc == RC_OK)
        *record = &desk->archive->record;
    return rc;
}

enum rc archive_text(void *user, int64_t game, int64_t n, const char **text, struct err *err)
{
    const struct record *record;
    enum rc rc = open_record(user, game, &record, err);

    if (rc == RC_OK && (n < 1 || (uint64_t)n > record->entry_count))
        rc = ERR(err, RC_FOREIGN, "an archived game has more entries than its file");
    if (rc == RC_OK)
        *text = record->entry[n - 1].text;
    return rc;
}

static const struct record_seal *find_seal(const struct record *record, int64_t n, const char *name)
{
    const struct record_entry *entry;

    if (n < 1 || (uint64_t)n > record->entry_count)
        return NULL;
    entry = &record->entry[n - 1];
    for (uint32_t i = 0; i < entry->seal_count; i++)
        if (text_equal(record->seal[entry->first_seal + i].name, name))
            return &record->seal[entry->first_seal + i];
    return NULL;
}

enum rc archive_opening(struct desk *desk, int64_t game, int64_t n, const char *name,
                        unsigned char nonce[SEAL_NONCE_BYTES], struct buf *out, struct err *err)
{
    const struct record *record;
    const struct record_seal *seal;
    enum rc rc = open_record(desk, game, &record, err);

    if (rc != RC_OK)
        return rc;
    seal = find_seal(record, n, name);
    if (!seal || seal->knowledge != RECORD_KNOWN)
        return ERR(err, RC_FOREIGN, "the file of an archived game lacks the seal ", name);
    memcpy(nonce, seal->nonce, SEAL_NONCE_BYTES);
    buf_put_bytes(out, seal->payload, seal->length);
    return buf_rc(out, err);
}

enum rc archive_look(struct desk *desk, int64_t game, struct err *err)
{
    const struct record *record;
    bool is_away = false;
    enum rc rc = ledger_is_archived(desk->ledger, game, &is_away, err);

    return rc == RC_OK && is_away ? open_record(desk, game, &record, err) : rc;
}

bool archive_is_missing(struct desk *desk, int64_t game)
{
    struct err own = {0};
    bool is_away = false;

    return ledger_is_archived(desk->ledger, game, &is_away, &own) == RC_OK && is_away &&
           archive_look(desk, game, &own) != RC_OK;
}

/* ---- the file ---- */

/* What `verify` will say of it, before anything depends on it. */
static enum rc prove(const struct buf *bytes, struct err *err)
{
    struct verify verify = {0};
    enum rc rc = verify_bytes(buf_text(bytes), bytes->length, games_find, &verify, err);

    if (rc == RC_OK && !(verify.is_good && verify.finished))
        rc = ERR(err, RC_CONFLICT, "the game's record does not verify: ",
                 verify.is_good ? "it is not finished" : verify.err.text,
                 "; it stays in the ledger, see postern check");
    verify_fini(&verify);
    return rc;
}

static enum rc put_file(const struct desk *desk, const char *path, const struct buf *bytes,
                        struct err *err)
{
    const char *folder = desk->config->archive;
    struct buf again = {0};
    bool written;
    enum rc rc = RC_OK;

    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return ERR(err, errno == EROFS ? RC_READ_ONLY : RC_PERMISSION, "no folder can be made at ",
                   folder, " ([server] archive): ", strerror(errno));
    rc = files_update(path, bytes->at, bytes->length, &written, err);
    if (rc == RC_OK)
        rc = ledger_sync_directory(path, err);
    if (rc == RC_OK)
        rc = files_read(path, RECORD_BYTES_MAX, &again, err);
    if (rc == RC_OK &&
        (again.length != bytes->length || memcmp(again.at, bytes->at, bytes->length) != 0))
        rc = ERR(err, RC_IO, path, ": reads otherwise than it was written; is the disk well?");
    buf_wipe(&again);
    return rc;
}

/* ---- leaving ---- */

/* Why a game cannot leave, or NULL. */
static enum rc hindrance(struct desk *desk, int64_t game, const char **why, struct err *err)
{
    struct position *position;
    int64_t disputes = 0;
    bool away = false;
    enum rc rc = ledger_is_archived(desk->ledger, game, &away, err);

    if (rc == RC_OK && away) {
        *why = "it is in the archive already";
        return RC_OK;
    }
    if (rc == RC_OK)
        rc = position_get(desk, game, &position, err);
    if (rc == RC_OK)
        rc = ledger_count(ledger_disputes(desk->ledger, 0, game, true, err), &disputes);
    if (rc == RC_OK)
        *why = position->is_frozen                ? "it is frozen; see postern doctor"
               : position->phase != POSITION_OVER ? "it goes on"
               : position->timing.open_count      ? "a player still has seals to open"
               : disputes                         ? "a dispute waits; see postern dispute list"
                                                  : NULL;
    return rc;
}

/* Boxes that everybody may open now lie in the file; names and private words stay, so that
 * forgetting a person takes them along. */
static bool seal_leaves(const struct record_seal *seal)
{
    uint64_t first, second;
    enum seal_family family = seal_name_family(seal->name, &first, &second);

    return seal->knowledge == RECORD_KNOWN && (family == SEAL_GAME || family == SEAL_LUCK ||
                                               family == SEAL_OWN || family == SEAL_PRESS);
}

static enum rc empty_seals(struct desk *desk, int64_t game, const struct record *record,
                           struct err *err)
{
    enum rc rc = RC_OK;

    for (uint32_t i = 0; i < record->entry_count && rc == RC_OK; i++) {
        const struct record_entry *entry = &record->entry[i];

        for (uint32_t k = 0; k < entry->seal_count && rc == RC_OK; k++) {
            const struct record_seal *seal = &record->seal[entry->first_seal + k];

            if (seal_leaves(seal))
                rc = ledger_archive_empty_seal(desk->ledger, game, (int64_t)i + 1, seal->name, err);
        }
    }
    return rc;
}

static enum rc read_result(struct desk *desk, int64_t game, char result[RESULT_BYTES],
                           struct err *err)
{
    struct ledger_rows rows = ledger_game_now(desk->ledger, game, err);
    struct ledger_game_row row;

    if (ledger_next(&rows, &row))
        text_copy(result, RESULT_BYTES, row.result);
    return ledger_end(&rows);
}

/* In one change: nothing was added meanwhile, and what the file holds goes. */
static enum rc let_go(struct desk *desk, int64_t game, const struct buf *bytes, struct err *err)
{
    struct ledger_archive row = {
        .game = game, .at_s = desk_now(desk), .bytes = (int64_t)bytes->length};
    struct ledger_head head = {0};
    struct record record = {0};
    struct hash hash;
    struct chain end;
    char result[RESULT_BYTES] = "";
    enum rc rc = record_read(buf_text(bytes), bytes->length, &record, err);

    if (rc == RC_OK) {
        record_chain(&record, &end);
        rc = ledger_head_get(desk->ledger, game, &head, err);
    }
    if (rc == RC_OK &&
        (head.n != (int64_t)end.number || memcmp(head.hash, end.entry.at, LEDGER_HASH_BYTES) != 0))
        rc = ERR(err, RC_CONFLICT, "the game's log went on in the meantime; try again");
    if (rc == RC_OK)
        rc = read_result(desk, game, result, err);
    hash_file(bytes, &hash);
    memcpy(row.hash, hash.at, HASH_BYTES);
    row.n = head.n;
    row.result = result;
    if (rc == RC_OK)
        rc = ledger_archive_leave(desk->ledger, &row, err);
    if (rc == RC_OK)
        rc = empty_seals(desk, game, &record, err);
    record_fini(&record);
    return rc;
}

static enum rc commit_or_drop(struct desk *desk, enum rc rc, struct err *err)
{
    if (rc == RC_OK)
        return desk_commit(desk, err);
    desk_rollback(desk);
    return rc;
}

enum rc archive_leave(struct desk *desk, int64_t game, int64_t *bytes, struct err *err)
{
    char path[ARCHIVE_PATH_BYTES], number[TEXT_INT_BYTES];
    struct buf record = {0};
    const char *why = NULL;
    enum rc rc = hindrance(desk, game, &why, err);

    archive_path(desk->config, game, path);
    if (rc == RC_OK && why)
        rc = ERR(err, RC_CONFLICT, "game ", text_of_int(number, game),
                 " cannot go into the archive: ", why);
    if (rc == RC_OK)
        rc = export_for_archive(desk, game, &record, err);
    if (rc == RC_OK)
        rc = prove(&record, err);
    if (rc == RC_OK) {
        desk_step(desk, "archive file");
        rc = put_file(desk, path, &record, err);
    }
    if (rc == RC_OK) {
        desk_step(desk, "archive ledger");
        rc = desk_begin(desk, err);
        if (rc == RC_OK)
            rc = commit_or_drop(desk, let_go(desk, game, &record, err), err);
    }
    if (rc == RC_OK)
        *bytes = (int64_t)record.length;
    buf_wipe(&record);
    return rc;
}

/* ---- coming back ---- */

static enum rc fill_seal(struct desk *desk, const struct position *position, int64_t n,
                         const struct record_seal *seal, struct err *err)
{
    struct buf box = {0};
    enum rc rc = position_seal_box(desk, position, seal->name, seal->seat, n, seal->nonce,
                                   seal->payload, seal->length, &box, err);

    if (rc == RC_OK)
        rc = ledger_archive_fill_seal(desk->ledger, position->game, n, seal->name,
                                      (struct ledger_bytes){box.at, box.length}, err);
    buf_fini(&box);
    return rc;
}

static enum rc fill_entry(struct desk *desk, const struct position *position, uint32_t i,
                          struct err *err)
{
    const struct record *record = &desk->archive->record;
    const struct record_entry *entry = &record->entry[i];
    int64_t n = (int64_t)i + 1;
    enum rc rc = RC_OK;

    if (entry->length) /* else declared lost */
        rc = ledger_archive_fill_entry(desk->ledger, position->game, n, entry->text, err);

    for (uint32_t k = 0; k < entry->seal_count && rc == RC_OK; k++) {
        const struct record_seal *seal = &record->seal[entry->first_seal + k];

        if (seal_leaves(seal))
            rc = fill_seal(desk, position, n, seal, err);
    }
    return rc;
}

static enum rc fill(struct desk *desk, struct ledger_archive *row, struct err *err)
{
    struct position *position = NULL;
    enum rc rc = position_walk(desk, row->game, INT64_MAX, NULL, NULL, &position, err);

    for (uint32_t i = 0; rc == RC_OK && i < desk->archive->record.entry_count; i++)
        rc = fill_entry(desk, position, i, err);
    position_free(position);
    row->at_s = desk_now(desk);
    return rc == RC_OK ? ledger_archive_come_back(desk->ledger, row, err) : rc;
}

enum rc archive_come_back(struct desk *desk, int64_t game, const char *path, struct err *err)
{
    char place[ARCHIVE_PATH_BYTES], number[TEXT_INT_BYTES];
    struct row_reader reader;
    enum rc rc;

    if (!desk->archive && !(desk->archive = calloc(1, sizeof *desk->archive)))
        return ERR(err, RC_NO_MEMORY, "no memory for an archived game");
    archive_path(desk->config, game, place);
    rc = desk_begin(desk, err);
    if (rc != RC_OK)
        return rc;
    rc = find_row(desk, game, &reader, err);
    if (rc == RC_OK && !reader.found)
        rc = ERR(err, RC_CONFLICT, "game ", text_of_int(number, game), " is not in the archive");
    if (rc == RC_OK)
        rc = load(desk, &reader.row, path ? path : place, err);
    if (rc == RC_OK)
        rc = fill(desk, &reader.row, err);
    return commit_or_drop(desk, rc, err);
}
