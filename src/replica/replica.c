/* SPDX-License-Identifier: MIT */
#include "replica/replica.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "replica/replica_p.h"
#include "replica/unpack.h"

static const char TAKEN[] = "postern-promoted";

const char *readback_how_name(enum readback_how how)
{
    static const char *const names[READBACK_HOW_COUNT] = {
        [READBACK_FOLLOWS] = "follows", [READBACK_AWAY] = "away",
        [READBACK_EMPTY] = "empty",     [READBACK_OTHER] = "other",
        [READBACK_BEGINS] = "begins",   [READBACK_TURNED_BACK] = "turned-back",
        [READBACK_DAMAGED] = "damaged", [READBACK_TAKEN] = "taken",
    };

    return names[how];
}

enum rc readback_open(const struct store_where *where, struct readback **readback, struct err *err)
{
    struct readback *made = calloc(1, sizeof *made);
    enum rc rc = made ? store_open(where, &made->store, err)
                      : ERR(err, RC_NO_MEMORY, "no memory for the replica");

    if (rc == RC_OK)
        *readback = made;
    else
        readback_close(made);
    return rc;
}

void readback_close(struct readback *readback)
{
    if (readback)
        store_close(readback->store);
    free(readback);
}

int64_t readback_free_bytes(struct readback *readback)
{
    return store_free_bytes(readback->store);
}

/* ---- names ---- */

void readback_name_segment(const char *generation, uint32_t index, uint32_t offset,
                           char out[STORE_NAME_BYTES])
{
    snprintf(out, STORE_NAME_BYTES, "generations/%s/wal/%08x_%08x.wal.lz4", generation, index,
             offset);
}

void readback_name_snapshot(const char *generation, uint32_t index, char out[STORE_NAME_BYTES])
{
    snprintf(out, STORE_NAME_BYTES, "generations/%s/snapshots/%08x.snapshot.lz4", generation,
             index);
}

static bool read_hex(const char *at, uint32_t *value)
{
    *value = 0;
    for (unsigned i = 0; i < 8; i++) {
        const char *digits = "0123456789abcdef";
        const char *digit = at[i] ? strchr(digits, at[i]) : NULL;

        if (!digit)
            return false;
        *value = *value << 4 | (uint32_t)(digit - digits);
    }
    return true;
}

struct listing {
    struct readback_parts *parts;
    size_t room;
    bool segments;
};

/* Other names are files that the engine has not finished. */
static bool parse(const struct listing *listing, const char *name, struct readback_part *part)
{
    *part = (struct readback_part){0};
    if (!read_hex(name, &part->index))
        return false;
    if (!listing->segments)
        return text_equal(name + 8, ".snapshot.lz4");
    return name[8] == '_' && read_hex(name + 9, &part->offset) && text_equal(name + 17, ".wal.lz4");
}

static enum rc note_part(void *user, const char *name, struct err *err)
{
    struct listing *listing = user;
    struct readback_parts *parts = listing->parts;
    struct readback_part part;

    if (!parse(listing, name, &part))
        return RC_OK;
    if (parts->count == listing->room) {
        size_t room = listing->room ? 2 * listing->room : 64;
        struct readback_part *grown = realloc(parts->at, room * sizeof *grown);

        if (!grown)
            return ERR(err, RC_NO_MEMORY, "no memory for the replica's list");
        parts->at = grown;
        listing->room = room;
    }
    parts->at[parts->count++] = part;
    return RC_OK;
}

static int compare(const void *a, const void *b)
{
    const struct readback_part *x = a, *y = b;

    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

enum rc readback_list(struct store *store, const char *generation, bool segments,
                      struct readback_parts *out, struct err *err)
{
    struct listing listing = {.parts = out, .segments = segments};
    char folder[STORE_NAME_BYTES];
    struct err own = {0};
    enum rc rc;

    *out = (struct readback_parts){0};
    snprintf(folder, sizeof folder, "generations/%s/%s", generation,
             segments ? "wal" : "snapshots");
    rc = store_list(store, folder, note_part, &listing, &own);
    if (rc != RC_OK && rc != RC_NOT_FOUND) {
        free(out->at);
        *out = (struct readback_parts){0};
        return ERR(err, rc, own.text);
    }
    if (out->count)
        qsort(out->at, out->count, sizeof *out->at, compare);
    return RC_OK;
}

/* ---- the beginning: a snapshot that is whole, and which file to read from ---- */

struct looking {
    unsigned char head[16];
    size_t bytes;
};

static enum rc look_at(void *user, const void *bytes, size_t count, struct err *err)
{
    struct looking *looking = user;

    (void)err;
    for (size_t i = 0; looking->bytes + i < sizeof looking->head && i < count; i++)
        looking->head[looking->bytes + i] = ((const unsigned char *)bytes)[i];
    looking->bytes += count;
    return RC_OK;
}

static enum readback_how fail(enum rc rc)
{
    return rc == RC_BAD_INPUT ? READBACK_DAMAGED : READBACK_AWAY;
}

static enum readback_how look_through(struct readback *readback, uint32_t index, struct err *why)
{
    struct looking looking = {0};
    char name[STORE_NAME_BYTES];
    enum rc rc;

    readback_name_snapshot(readback->generation, index, name);
    rc = unpack_file(readback->store, name, look_at, &looking, why);
    if (rc == RC_OK && memcmp(looking.head, "SQLite format 3", 16) != 0)
        rc = ERR(why, RC_BAD_INPUT, name, ": not a ledger");
    return rc == RC_OK          ? READBACK_FOLLOWS
           : rc == RC_BAD_INPUT ? READBACK_BEGINS /* it may still be written */
                                : fail(rc);
}

static enum rc on_any(void *user, const char *name, struct err *err)
{
    (void)name;
    (void)err;
    *(bool *)user = true;
    return RC_OK;
}

static enum readback_how tell_missing(struct readback *readback, struct err *why)
{
    char folder[STORE_NAME_BYTES];
    struct err own = {0};
    bool any = false;
    enum rc rc = store_list(readback->store, "generations", on_any, &any, &own);

    if (rc != RC_OK && rc != RC_NOT_FOUND) {
        err_join(why, rc, own.text, (const char *)NULL);
        return READBACK_AWAY;
    }
    if (rc == RC_NOT_FOUND || !any) {
        /* A folder that is not there is no empty one. */
        rc = store_list(readback->store, "", on_any, &any, why);
        return rc == RC_OK ? READBACK_EMPTY : READBACK_AWAY;
    }
    snprintf(folder, sizeof folder, "generations/%s", readback->generation);
    any = false;
    rc = store_list(readback->store, folder, on_any, &any, &own);
    return rc == RC_OK ? READBACK_BEGINS : rc == RC_NOT_FOUND ? READBACK_OTHER : READBACK_AWAY;
}

/* Every file since the snapshot begins at its beginning; the last two are read. */
static enum readback_how choose_file(struct readback *readback, uint32_t snapshot, struct err *why)
{
    struct readback_parts parts;
    uint32_t next = snapshot;
    enum readback_how how = READBACK_FOLLOWS;

    if (readback_list(readback->store, readback->generation, true, &parts, why) != RC_OK)
        return READBACK_AWAY;
    for (size_t i = 0; i < parts.count; i++)
        if (parts.at[i].index == next && parts.at[i].offset == 0)
            next++;
        else if (parts.at[i].index >= next)
            how = READBACK_DAMAGED;
    if (how == READBACK_DAMAGED)
        err_join(why, RC_BAD_INPUT, "segments of the replica are missing", (const char *)NULL);
    readback->index = next > snapshot + 1 ? next - 2 : snapshot;
    free(parts.at);
    return how;
}

static enum readback_how begin(struct readback *readback, bool whole, struct err *why)
{
    struct readback_parts parts;
    enum readback_how how;
    uint32_t snapshot;

    if (readback_list(readback->store, readback->generation, false, &parts, why) != RC_OK)
        return READBACK_AWAY;
    snapshot = parts.count ? parts.at[parts.count - 1].index : 0;
    how = !parts.count ? tell_missing(readback, why)
          : whole      ? READBACK_FOLLOWS
                       : look_through(readback, snapshot, why);
    free(parts.at);
    if (how == READBACK_FOLLOWS)
        how = choose_file(readback, snapshot, why);
    if (how != READBACK_FOLLOWS)
        return how;
    memset(&readback->walk, 0, sizeof readback->walk);
    memset(readback->past, 0, sizeof readback->past);
    readback->passed = 0;
    readback->last[0] = '\0';
    readback->begun = true;
    return READBACK_FOLLOWS;
}

/* ---- reading on ---- */

static enum rc collect(void *user, const void *bytes, size_t count, struct err *err)
{
    buf_put_bytes(user, bytes, count);
    return buf_rc(user, err);
}

/* What is half there is not there yet. */
static enum rc read_segment(struct readback *readback, uint32_t index, uint32_t offset,
                            struct buf *bytes, struct err *err)
{
    char name[STORE_NAME_BYTES];
    struct err own = {0};
    enum rc rc;

    readback_name_segment(readback->generation, index, offset, name);
    buf_clear(bytes);
    rc = unpack_file(readback->store, name, collect, bytes, &own);
    if (rc == RC_OK)
        text_copy(readback->last, sizeof readback->last, name);
    return rc == RC_OK          ? RC_OK
           : rc == RC_BAD_INPUT ? RC_NOT_FOUND
           : rc == RC_NOT_FOUND ? rc
                                : ERR(err, rc, own.text);
}

static enum rc walk_on(struct readback *readback, const struct buf *bytes, struct err *err)
{
    enum rc rc = walk_feed(&readback->walk, bytes->at, bytes->length, NULL, NULL, err);

    if (rc == RC_OK && (!bytes->length || !walk_is_even(&readback->walk)))
        rc = ERR(err, RC_BAD_INPUT, readback->last, ": ends within a page");
    return rc;
}

static uint32_t first_salt(const unsigned char salt[8])
{
    return (uint32_t)salt[0] << 24 | (uint32_t)salt[1] << 16 | (uint32_t)salt[2] << 8 | salt[3];
}

/* The next file: SQLite counts its first salt up by one. */
static enum rc next_file(struct readback *readback, struct buf *bytes, struct err *err)
{
    struct walk *walk = &readback->walk;
    struct readback_file done = {.frames = walk->frames};
    enum rc rc = read_segment(readback, readback->index + 1, 0, bytes, err);

    if (rc != RC_OK)
        return rc;
    memcpy(done.salt, walk->salt, sizeof done.salt);
    memcpy(done.checksum, walk->checksum, sizeof done.checksum);
    memset(walk, 0, sizeof *walk);
    readback->past[readback->passed++ % READBACK_PAST] = done;
    readback->index++;
    rc = walk_on(readback, bytes, err);
    if (rc == RC_OK && first_salt(walk->salt) != first_salt(done.salt) + 1)
        rc = ERR(err, RC_BAD_INPUT, readback->last, ": a file before it is missing");
    return rc;
}

static bool is_here(const struct walk *walk, const struct ledger_place *place)
{
    return walk->offset && memcmp(walk->salt, place->salt, sizeof walk->salt) == 0;
}

static enum rc read_all(struct readback *readback, const struct ledger_place *sought,
                        struct err *err)
{
    struct buf bytes = {0};
    enum rc rc;

    do {
        rc = read_segment(readback, readback->index, (uint32_t)readback->walk.offset, &bytes, err);
        if (rc == RC_OK)
            rc = walk_on(readback, &bytes, err);
        else if (rc == RC_NOT_FOUND && readback->walk.offset && !is_here(&readback->walk, sought))
            rc = next_file(readback, &bytes, err);
    } while (rc == RC_OK);
    buf_fini(&bytes);
    return rc == RC_NOT_FOUND ? RC_OK : rc;
}

/* Somebody may have put an older copy of the replica in its place. */
static enum readback_how look_back(struct readback *readback, struct err *why)
{
    bool has = true;

    if (readback->last[0] && store_has(readback->store, readback->last, &has, why) != RC_OK)
        return READBACK_AWAY;
    if (has)
        return READBACK_FOLLOWS;
    readback->begun = false;
    return READBACK_TURNED_BACK;
}

/* Is there more behind what does not join? Asked after a beginning, since later a gap would be an
 * older copy's. */
static enum readback_how look_beyond(struct readback *readback, struct err *why)
{
    struct readback_parts parts;
    bool beyond = false, joins = false;

    if (readback_list(readback->store, readback->generation, true, &parts, why) != RC_OK)
        return READBACK_AWAY;
    for (size_t i = 0; i < parts.count; i++)
        if (parts.at[i].index == readback->index) {
            joins |= parts.at[i].offset == (uint32_t)readback->walk.offset;
            beyond |= parts.at[i].offset > (uint32_t)readback->walk.offset;
        }
    free(parts.at);
    if (!beyond || joins)
        return READBACK_FOLLOWS;
    readback->begun = false;
    err_join(why, RC_BAD_INPUT, "segments of the replica are missing", (const char *)NULL);
    return READBACK_DAMAGED;
}

/* Asked last: what was read before nobody had taken is in what is taken. */
static enum readback_how look_taken(struct readback *readback, struct err *why)
{
    bool taken = false;

    if (readback_is_taken(readback, &taken, why) != RC_OK)
        return READBACK_AWAY;
    return taken ? READBACK_TAKEN : READBACK_FOLLOWS;
}

enum readback_how readback_read_on(struct readback *readback, const char *generation, bool whole,
                                   const struct ledger_place *sought, struct err *why)
{
    enum readback_how how;
    bool begins;
    enum rc rc;

    if (!text_equal(generation, readback->generation)) {
        readback->begun = false;
        text_copy(readback->generation, sizeof readback->generation, generation);
    }
    begins = !readback->begun;
    how = readback->begun ? look_back(readback, why) : begin(readback, whole, why);
    if (how != READBACK_FOLLOWS)
        return how;
    rc = read_all(readback, sought, why);
    if (rc == RC_BAD_INPUT)
        readback->begun = false;
    if (rc == RC_OK && begins && (how = look_beyond(readback, why)) != READBACK_FOLLOWS)
        return how;
    return rc == RC_OK ? look_taken(readback, why) : fail(rc);
}

static bool reaches(const unsigned char salt[8], uint32_t frames, const uint32_t checksum[2],
                    const struct ledger_place *place)
{
    if (memcmp(salt, place->salt, 8) != 0 || frames < place->frames)
        return false;
    return frames > place->frames || memcmp(checksum, place->checksum, 2 * sizeof *checksum) == 0;
}

bool readback_holds(const struct readback *readback, const struct ledger_place *place)
{
    const struct walk *walk = &readback->walk;

    if (!readback->begun || !place->frames)
        return false;
    for (unsigned i = 0; i < READBACK_PAST; i++) {
        const struct readback_file *past = &readback->past[i];

        if (past->frames && reaches(past->salt, past->frames, past->checksum, place))
            return true;
    }
    return reaches(walk->salt, walk->frames, walk->checksum, place);
}

bool readback_began_behind(const struct readback *readback, const struct ledger_place *place)
{
    const unsigned oldest = readback->passed < READBACK_PAST ? 0 : readback->passed % READBACK_PAST;
    const unsigned char *first =
        readback->passed ? readback->past[oldest].salt : readback->walk.salt;

    return readback->begun && readback->walk.offset &&
           (int32_t)(first_salt(place->salt) - first_salt(first)) < 0;
}

/* ---- taking it ---- */

enum rc readback_take(struct readback *readback, const char *note, struct err *err)
{
    return store_write(readback->store, TAKEN, note, err);
}

enum rc readback_is_taken(struct readback *readback, bool *taken, struct err *err)
{
    return store_has(readback->store, TAKEN, taken, err);
}
