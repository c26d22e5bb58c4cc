/* SPDX-License-Identifier: MIT */
#include "replica/replica.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "replica/replica_p.h"
#include "replica/unpack.h"

static const char TAKEN[] = "postern-promoted";

const char *replica_how_name(enum replica_how how)
{
    static const char *const names[REPLICA_HOW_COUNT] = {
        [REPLICA_FOLLOWS] = "follows", [REPLICA_AWAY] = "away",
        [REPLICA_EMPTY] = "empty",     [REPLICA_OTHER] = "other",
        [REPLICA_BEGINS] = "begins",   [REPLICA_TURNED_BACK] = "turned-back",
        [REPLICA_DAMAGED] = "damaged", [REPLICA_TAKEN] = "taken",
    };

    return names[how];
}

enum rc replica_open(const struct store_where *where, struct replica **replica, struct err *err)
{
    struct replica *made = calloc(1, sizeof *made);
    enum rc rc = made ? store_open(where, &made->store, err)
                      : ERR(err, RC_NO_MEMORY, "no memory for the replica");

    if (rc == RC_OK)
        *replica = made;
    else
        replica_close(made);
    return rc;
}

void replica_close(struct replica *replica)
{
    if (replica)
        store_close(replica->store);
    free(replica);
}

int64_t replica_free_bytes(struct replica *replica)
{
    return store_free_bytes(replica->store);
}

/* ---- names ---- */

void replica_name_segment(const char *generation, uint32_t index, uint32_t offset,
                          char out[STORE_NAME_BYTES])
{
    snprintf(out, STORE_NAME_BYTES, "generations/%s/wal/%08x_%08x.wal.lz4", generation, index,
             offset);
}

void replica_name_snapshot(const char *generation, uint32_t index, char out[STORE_NAME_BYTES])
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
    struct replica_parts *parts;
    size_t room;
    bool segments;
};

/* Other names are files that the engine has not finished. */
static bool parse(const struct listing *listing, const char *name, struct replica_part *part)
{
    *part = (struct replica_part){0};
    if (!read_hex(name, &part->index))
        return false;
    if (!listing->segments)
        return text_equal(name + 8, ".snapshot.lz4");
    return name[8] == '_' && read_hex(name + 9, &part->offset) && text_equal(name + 17, ".wal.lz4");
}

static enum rc note_part(void *user, const char *name, struct err *err)
{
    struct listing *listing = user;
    struct replica_parts *parts = listing->parts;
    struct replica_part part;

    if (!parse(listing, name, &part))
        return RC_OK;
    if (parts->count == listing->room) {
        size_t room = listing->room ? 2 * listing->room : 64;
        struct replica_part *grown = realloc(parts->at, room * sizeof *grown);

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
    const struct replica_part *x = a, *y = b;

    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

enum rc replica_list(struct store *store, const char *generation, bool segments,
                     struct replica_parts *out, struct err *err)
{
    struct listing listing = {.parts = out, .segments = segments};
    char folder[STORE_NAME_BYTES];
    struct err own = {0};
    enum rc rc;

    *out = (struct replica_parts){0};
    snprintf(folder, sizeof folder, "generations/%s/%s", generation,
             segments ? "wal" : "snapshots");
    rc = store_list(store, folder, note_part, &listing, &own);
    if (rc != RC_OK && rc != RC_NOT_FOUND) {
        free(out->at);
        *out = (struct replica_parts){0};
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

static enum replica_how fail(enum rc rc)
{
    return rc == RC_BAD_INPUT ? REPLICA_DAMAGED : REPLICA_AWAY;
}

static enum replica_how look_through(struct replica *replica, uint32_t index, struct err *why)
{
    struct looking looking = {0};
    char name[STORE_NAME_BYTES];
    enum rc rc;

    replica_name_snapshot(replica->generation, index, name);
    rc = unpack_file(replica->store, name, look_at, &looking, why);
    if (rc == RC_OK && memcmp(looking.head, "SQLite format 3", 16) != 0)
        rc = ERR(why, RC_BAD_INPUT, name, ": not a ledger");
    return rc == RC_OK          ? REPLICA_FOLLOWS
           : rc == RC_BAD_INPUT ? REPLICA_BEGINS /* it may still be written */
                                : fail(rc);
}

static enum rc note_any(void *user, const char *name, struct err *err)
{
    (void)name;
    (void)err;
    *(bool *)user = true;
    return RC_OK;
}

static enum replica_how tell_missing(struct replica *replica, struct err *why)
{
    char folder[STORE_NAME_BYTES];
    struct err own = {0};
    bool any = false;
    enum rc rc = store_list(replica->store, "generations", note_any, &any, &own);

    if (rc != RC_OK && rc != RC_NOT_FOUND) {
        err_join(why, rc, own.text, (const char *)NULL);
        return REPLICA_AWAY;
    }
    if (rc == RC_NOT_FOUND || !any) {
        /* A folder that is not there is no empty one. */
        rc = store_list(replica->store, "", note_any, &any, why);
        return rc == RC_OK ? REPLICA_EMPTY : REPLICA_AWAY;
    }
    snprintf(folder, sizeof folder, "generations/%s", replica->generation);
    any = false;
    rc = store_list(replica->store, folder, note_any, &any, &own);
    return rc == RC_OK ? REPLICA_BEGINS : rc == RC_NOT_FOUND ? REPLICA_OTHER : REPLICA_AWAY;
}

/* Every file since the snapshot begins at its beginning; the last two are read. */
static enum replica_how choose_file(struct replica *replica, uint32_t snapshot, struct err *why)
{
    struct replica_parts parts;
    uint32_t next = snapshot;
    enum replica_how how = REPLICA_FOLLOWS;

    if (replica_list(replica->store, replica->generation, true, &parts, why) != RC_OK)
        return REPLICA_AWAY;
    for (size_t i = 0; i < parts.count; i++)
        if (parts.at[i].index == next && parts.at[i].offset == 0)
            next++;
        else if (parts.at[i].index >= next)
            how = REPLICA_DAMAGED;
    if (how == REPLICA_DAMAGED)
        err_join(why, RC_BAD_INPUT, "segments of the replica are missing", (const char *)NULL);
    replica->index = next > snapshot + 1 ? next - 2 : snapshot;
    free(parts.at);
    return how;
}

static enum replica_how begin(struct replica *replica, bool whole, struct err *why)
{
    struct replica_parts parts;
    enum replica_how how;
    uint32_t snapshot;

    if (replica_list(replica->store, replica->generation, false, &parts, why) != RC_OK)
        return REPLICA_AWAY;
    snapshot = parts.count ? parts.at[parts.count - 1].index : 0;
    how = !parts.count ? tell_missing(replica, why)
          : whole      ? REPLICA_FOLLOWS
                       : look_through(replica, snapshot, why);
    free(parts.at);
    if (how == REPLICA_FOLLOWS)
        how = choose_file(replica, snapshot, why);
    if (how != REPLICA_FOLLOWS)
        return how;
    memset(&replica->walk, 0, sizeof replica->walk);
    memset(replica->past, 0, sizeof replica->past);
    replica->passed = 0;
    replica->last[0] = '\0';
    replica->begun = true;
    return REPLICA_FOLLOWS;
}

/* ---- reading on ---- */

static enum rc collect(void *user, const void *bytes, size_t count, struct err *err)
{
    buf_put_bytes(user, bytes, count);
    return buf_rc(user, err);
}

/* What is half there is not there yet. */
static enum rc read_segment(struct replica *replica, uint32_t index, uint32_t offset,
                            struct buf *bytes, struct err *err)
{
    char name[STORE_NAME_BYTES];
    struct err own = {0};
    enum rc rc;

    replica_name_segment(replica->generation, index, offset, name);
    buf_clear(bytes);
    rc = unpack_file(replica->store, name, collect, bytes, &own);
    if (rc == RC_OK)
        text_copy(replica->last, sizeof replica->last, name);
    return rc == RC_OK          ? RC_OK
           : rc == RC_BAD_INPUT ? RC_NOT_FOUND
           : rc == RC_NOT_FOUND ? rc
                                : ERR(err, rc, own.text);
}

static enum rc walk_on(struct replica *replica, const struct buf *bytes, struct err *err)
{
    enum rc rc = walk_feed(&replica->walk, bytes->at, bytes->length, NULL, NULL, err);

    if (rc == RC_OK && (!bytes->length || !walk_is_even(&replica->walk)))
        rc = ERR(err, RC_BAD_INPUT, replica->last, ": ends within a page");
    return rc;
}

static uint32_t first_salt(const unsigned char salt[8])
{
    return (uint32_t)salt[0] << 24 | (uint32_t)salt[1] << 16 | (uint32_t)salt[2] << 8 | salt[3];
}

/* The next file: SQLite counts its first salt up by one. */
static enum rc next_file(struct replica *replica, struct buf *bytes, struct err *err)
{
    struct walk *walk = &replica->walk;
    struct replica_file done = {.frames = walk->frames};
    enum rc rc = read_segment(replica, replica->index + 1, 0, bytes, err);

    if (rc != RC_OK)
        return rc;
    memcpy(done.salt, walk->salt, sizeof done.salt);
    memcpy(done.checksum, walk->checksum, sizeof done.checksum);
    memset(walk, 0, sizeof *walk);
    replica->past[replica->passed++ % REPLICA_PAST] = done;
    replica->index++;
    rc = walk_on(replica, bytes, err);
    if (rc == RC_OK && first_salt(walk->salt) != first_salt(done.salt) + 1)
        rc = ERR(err, RC_BAD_INPUT, replica->last, ": a file before it is missing");
    return rc;
}

static bool is_here(const struct walk *walk, const struct ledger_place *place)
{
    return walk->offset && memcmp(walk->salt, place->salt, sizeof walk->salt) == 0;
}

static enum rc read_all(struct replica *replica, const struct ledger_place *sought, struct err *err)
{
    struct buf bytes = {0};
    enum rc rc;

    do {
        rc = read_segment(replica, replica->index, (uint32_t)replica->walk.offset, &bytes, err);
        if (rc == RC_OK)
            rc = walk_on(replica, &bytes, err);
        else if (rc == RC_NOT_FOUND && replica->walk.offset && !is_here(&replica->walk, sought))
            rc = next_file(replica, &bytes, err);
    } while (rc == RC_OK);
    buf_fini(&bytes);
    return rc == RC_NOT_FOUND ? RC_OK : rc;
}

/* Somebody may have put an older copy of the replica in its place. */
static enum replica_how look_back(struct replica *replica, struct err *why)
{
    bool has = true;

    if (replica->last[0] && store_has(replica->store, replica->last, &has, why) != RC_OK)
        return REPLICA_AWAY;
    if (has)
        return REPLICA_FOLLOWS;
    replica->begun = false;
    return REPLICA_TURNED_BACK;
}

/* Is there more behind what does not join? Asked after a beginning, since later a gap would be an
 * older copy's. */
static enum replica_how look_beyond(struct replica *replica, struct err *why)
{
    struct replica_parts parts;
    bool beyond = false, joins = false;

    if (replica_list(replica->store, replica->generation, true, &parts, why) != RC_OK)
        return REPLICA_AWAY;
    for (size_t i = 0; i < parts.count; i++)
        if (parts.at[i].index == replica->index) {
            joins |= parts.at[i].offset == (uint32_t)replica->walk.offset;
            beyond |= parts.at[i].offset > (uint32_t)replica->walk.offset;
        }
    free(parts.at);
    if (!beyond || joins)
        return REPLICA_FOLLOWS;
    replica->begun = false;
    err_join(why, RC_BAD_INPUT, "segments of the replica are missing", (const char *)NULL);
    return REPLICA_DAMAGED;
}

/* Asked last: what was read before nobody had taken is in what is taken. */
static enum replica_how look_taken(struct replica *replica, struct err *why)
{
    bool taken = false;

    if (replica_is_taken(replica, &taken, why) != RC_OK)
        return REPLICA_AWAY;
    return taken ? REPLICA_TAKEN : REPLICA_FOLLOWS;
}

enum replica_how replica_read_on(struct replica *replica, const char *generation, bool whole,
                                 const struct ledger_place *sought, struct err *why)
{
    enum replica_how how;
    bool begins;
    enum rc rc;

    if (!text_equal(generation, replica->generation)) {
        replica->begun = false;
        text_copy(replica->generation, sizeof replica->generation, generation);
    }
    begins = !replica->begun;
    how = replica->begun ? look_back(replica, why) : begin(replica, whole, why);
    if (how != REPLICA_FOLLOWS)
        return how;
    rc = read_all(replica, sought, why);
    if (rc == RC_BAD_INPUT)
        replica->begun = false;
    if (rc == RC_OK && begins && (how = look_beyond(replica, why)) != REPLICA_FOLLOWS)
        return how;
    return rc == RC_OK ? look_taken(replica, why) : fail(rc);
}

static bool reaches(const unsigned char salt[8], uint32_t frames, const uint32_t checksum[2],
                    const struct ledger_place *place)
{
    if (memcmp(salt, place->salt, 8) != 0 || frames < place->frames)
        return false;
    return frames > place->frames || memcmp(checksum, place->checksum, 2 * sizeof *checksum) == 0;
}

bool replica_holds(const struct replica *replica, const struct ledger_place *place)
{
    const struct walk *walk = &replica->walk;

    if (!replica->begun || !place->frames)
        return false;
    for (unsigned i = 0; i < REPLICA_PAST; i++) {
        const struct replica_file *past = &replica->past[i];

        if (past->frames && reaches(past->salt, past->frames, past->checksum, place))
            return true;
    }
    return reaches(walk->salt, walk->frames, walk->checksum, place);
}

bool replica_began_behind(const struct replica *replica, const struct ledger_place *place)
{
    const unsigned oldest = replica->passed < REPLICA_PAST ? 0 : replica->passed % REPLICA_PAST;
    const unsigned char *first = replica->passed ? replica->past[oldest].salt : replica->walk.salt;

    return replica->begun && replica->walk.offset &&
           (int32_t)(first_salt(place->salt) - first_salt(first)) < 0;
}

/* ---- taking it ---- */

enum rc replica_take(struct replica *replica, const char *note, struct err *err)
{
    return store_write(replica->store, TAKEN, note, err);
}

enum rc replica_is_taken(struct replica *replica, bool *taken, struct err *err)
{
    return store_has(replica->store, TAKEN, taken, err);
}
