/* SPDX-License-Identifier: MIT */
/* The file of marks: how far each game's head was signed. It is on disk before a head is signed,
 * and decides what is frozen after a restore. */
#include "ledger/mark.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ledger/care.h"
#include "ledger/facts.h"
#include "ledger/ledger_p.h"

enum {
    PATH_BYTES = 4096,
    SPARE_LINES = 4096, /* lines beyond two for each game before the file is written anew */
    GAMES_MAX = 1 << 28 /* a larger number in the file is damage, not a game */
};

/* What is marked of one game. */
struct slot {
    int64_t n;     /* -1 = nothing */
    uint64_t hash; /* first 8 bytes, big-endian: enough to tell an accident from the truth */
};

struct marks {
    char path[PATH_BYTES];
    unsigned char identity[LEDGER_ID_BYTES];
    int fd;
    off_t read_to;     /* bytes of whole lines that are in `slot` */
    bool unsynced;     /* holds lines that we did not sync ourselves */
    size_t lines;      /* marks in the file */
    size_t games;      /* games with a mark */
    struct slot *slot; /* by game number; owned */
    size_t slot_count;
};

static uint64_t short_hash(const unsigned char *hash)
{
    uint64_t value = 0;

    for (int i = 0; i < 8; i++)
        value = value << 8 | hash[i];
    return value;
}

static void put_header(struct buf *out, const unsigned char identity[LEDGER_ID_BYTES])
{
    buf_printf(out, "postern marks 1 %016" PRIx64 "%016" PRIx64 "\n", short_hash(identity),
               short_hash(identity + 8));
}

static void put_line(struct buf *out, int64_t game, const struct slot *slot)
{
    buf_printf(out, "%" PRId64 " %" PRId64 " %016" PRIx64 "\n", game, slot->n, slot->hash);
}

/* Is this what put_line makes? */
static bool parse_line(const char *line, size_t length, int64_t *game, struct slot *slot)
{
    OWN(buf) again = {0};
    char *end;

    *game = strtoll(line, &end, 10);
    slot->n = strtoll(end, &end, 10);
    slot->hash = strtoull(end, NULL, 16);
    put_line(&again, *game, slot);
    return *game > 0 && *game < GAMES_MAX && slot->n >= 0 && again.length == length + 1 &&
           memcmp(again.at, line, length) == 0;
}

static struct slot get(const struct marks *marks, int64_t game)
{
    return game > 0 && (size_t)game < marks->slot_count ? marks->slot[game] : (struct slot){-1, 0};
}

static bool set(struct marks *marks, int64_t game, struct slot slot)
{
    size_t want = marks->slot_count ? marks->slot_count : 64;
    struct slot *grown;

    if ((size_t)game >= marks->slot_count) {
        while (want <= (size_t)game)
            want *= 2;
        grown = realloc(marks->slot, want * sizeof *grown);
        if (!grown)
            return false;
        for (size_t i = marks->slot_count; i < want; i++)
            grown[i] = (struct slot){-1, 0};
        marks->slot = grown;
        marks->slot_count = want;
    }
    marks->games -= marks->slot[game].n >= 0;
    marks->games += slot.n >= 0;
    marks->slot[game] = slot;
    return true;
}

/* --- reading ------------------------------------------------------------------------------ */

static enum rc damaged(const struct marks *marks, size_t line, struct err *err)
{
    enum rc rc =
        ERR(err, RC_BAD_INPUT, "the file of marks ", marks->path,
            " is damaged; put back a copy of it. If there is none, move it away and restore a"
            " backup by `postern restore FILE --marks-lost`");

    err_where(err, marks->path, (uint32_t)line, 0);
    return rc;
}

static enum rc check_header(const struct marks *marks, const char *line, size_t length,
                            struct err *err)
{
    OWN(buf) header = {0};
    bool same, marks_file;

    put_header(&header, marks->identity);
    same = !header.failed && length == header.length && memcmp(line, header.at, header.length) == 0;
    marks_file = length > 16 && memcmp(line, "postern marks 1 ", 16) == 0;
    if (same)
        return RC_OK;
    return ERR(err, RC_FOREIGN, marks->path,
               marks_file ? " holds the marks of another ledger" : " is not a file of marks");
}

/* Take in the whole lines of text[length], the first of which starts at marks->read_to. */
static enum rc take_lines(struct marks *marks, const char *text, size_t length, struct err *err)
{
    const char *at = text, *end = text + length, *stop;

    while ((stop = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        size_t line = (size_t)(stop - at);
        struct slot slot;
        int64_t game;
        enum rc rc;

        if (marks->read_to == 0) {
            if ((rc = check_header(marks, at, line + 1, err)) != RC_OK)
                return rc;
        } else {
            if (!parse_line(at, line, &game, &slot))
                return damaged(marks, marks->lines + 2, err);
            FAIL_IF(!set(marks, game, slot), err, RC_NO_MEMORY, "out of memory");
            marks->lines++;
        }
        marks->read_to += (off_t)line + 1;
        marks->unsynced = true;
        at = stop + 1;
    }
    return RC_OK;
}

/* Read from read_to to the end of the file. */
static enum rc read_tail(struct marks *marks, struct err *err)
{
    enum { CHUNK_BYTES = 65536 };
    OWN(buf) text = {0};
    off_t at = marks->read_to;
    ssize_t got = 0;

    do {
        if (!buf_reserve(&text, CHUNK_BYTES))
            break;
        got = pread(marks->fd, text.at + text.length, CHUNK_BYTES, at);
        if (got > 0) {
            text.length += (size_t)got;
            at += got;
        }
    } while (got > 0);
    FAIL_IF(got < 0, err, RC_IO, "cannot read ", marks->path, ": ", strerror(errno));
    TRY(buf_rc(&text, err));
    text.at[text.length] = '\0';
    if (text.length > 0)
        TRY(take_lines(marks, text.at, text.length, err));
    FAIL_IF(marks->read_to == 0, err, RC_FOREIGN, marks->path, " is not a file of marks");
    return RC_OK;
}

static enum rc open_file(struct marks *marks, struct err *err)
{
    marks->fd = open(marks->path, O_RDWR | O_APPEND | O_CLOEXEC);
    if (marks->fd >= 0)
        return RC_OK;
    FAIL_IF(errno == ENOENT, err, RC_NOT_FOUND, "the file of marks ", marks->path,
            " is missing: without it heads could be signed twice; put it back; if it"
            " is lost with the disk, restore a backup by `postern restore FILE --marks-lost`");
    return ERR(err, errno == EACCES ? RC_PERMISSION : RC_IO, "cannot open ", marks->path, ": ",
               strerror(errno));
}

static void forget_all(struct marks *marks)
{
    free(marks->slot);
    marks->slot = NULL;
    marks->slot_count = marks->games = marks->lines = 0;
    marks->read_to = 0;
}

/* Lock the file that the path names now; it may have been written anew by another process. */
static enum rc lock(struct marks *marks, struct err *err)
{
    for (;;) {
        struct stat ours, named;
        enum rc rc;

        while (flock(marks->fd, LOCK_EX) != 0)
            FAIL_IF(errno != EINTR, err, RC_IO, "cannot lock ", marks->path, ": ", strerror(errno));
        if (stat(marks->path, &named) == 0 && fstat(marks->fd, &ours) == 0 &&
            ours.st_ino == named.st_ino && ours.st_dev == named.st_dev)
            return RC_OK;
        close(marks->fd);
        forget_all(marks);
        if ((rc = open_file(marks, err)) != RC_OK)
            return rc;
    }
}

static void unlock(struct marks *marks)
{
    if (marks->fd >= 0)
        flock(marks->fd, LOCK_UN);
}

enum rc marks_refresh(struct marks *marks, struct err *err)
{
    enum rc rc = lock(marks, err);

    THEN(rc, read_tail(marks, err));
    unlock(marks);
    return rc;
}

enum rc marks_open(const char *path, const unsigned char identity[LEDGER_ID_BYTES],
                   struct marks **out, struct err *err)
{
    OWN_AT(marks) marks = calloc(1, sizeof *marks);
    struct text text;

    FAIL_IF(!marks, err, RC_NO_MEMORY, "out of memory");
    marks->fd = -1;
    memcpy(marks->identity, identity, LEDGER_ID_BYTES);
    text_init(&text, marks->path, sizeof marks->path);
    text_put(&text, path);
    TRY(text.cut ? ERR(err, RC_TOO_LONG, "the path of the marks is too long")
                 : open_file(marks, err));
    TRY(marks_refresh(marks, err));
    *out = marks;
    marks = NULL;
    return RC_OK;
}

void marks_close(struct marks *marks)
{
    if (!marks)
        return;
    if (marks->fd >= 0)
        close(marks->fd);
    free(marks->slot);
    free(marks);
}

/* --- writing ------------------------------------------------------------------------------ */

static bool write_all(int fd, const char *at, size_t length)
{
    while (length > 0) {
        ssize_t wrote = write(fd, at, length);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        at += wrote;
        length -= (size_t)wrote;
    }
    return true;
}

/* A new file with this text, on disk before it has its name. */
static enum rc write_file(const char *path, const struct buf *text, struct err *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool done = fd >= 0 && write_all(fd, text->at, text->length) && fsync(fd) == 0;
    enum rc rc = RC_OK;

    if (!done)
        rc = ERR(err, RC_IO, "cannot write ", path, ": ", strerror(errno));
    if (fd >= 0)
        close(fd);
    return rc;
}

static enum rc name_beside(const char *path, char made[PATH_BYTES], struct err *err)
{
    struct text text = text_in(made, PATH_BYTES);

    TEXT_PUT(&text, path, ".new");
    return text.cut ? ERR(err, RC_TOO_LONG, "the path of the marks is too long") : RC_OK;
}

enum rc marks_create(const char *path, const unsigned char identity[LEDGER_ID_BYTES],
                     struct err *err)
{
    char made[PATH_BYTES];
    OWN(buf) text = {0};

    TRY(name_beside(path, made, err));
    put_header(&text, identity);
    TRY(buf_rc(&text, err));
    TRY(write_file(made, &text, err));
    return ledger_publish_file(made, path, err);
}

/* Leave only the newest mark of each game. Under the lock; the next lock finds the new file. */
static enum rc write_anew(struct marks *marks, struct err *err)
{
    char made[PATH_BYTES];
    OWN(buf) text = {0};

    TRY(name_beside(marks->path, made, err));
    put_header(&text, marks->identity);
    for (size_t game = 1; game < marks->slot_count; game++)
        if (marks->slot[game].n >= 0)
            put_line(&text, (int64_t)game, &marks->slot[game]);
    TRY(buf_rc(&text, err));
    TRY(write_file(made, &text, err));
    if (rename(made, marks->path) != 0)
        return ERR(err, RC_IO, "cannot rename ", made, ": ", strerror(errno));
    return ledger_sync_directory(marks->path, err);
}

/* Append text as one write and one sync; on failure nothing of it stays. */
static enum rc append(struct marks *marks, const struct buf *text, struct err *err)
{
    enum rc rc = RC_OK;

    /* A torn last line of a process that died was never signed. */
    if (ftruncate(marks->fd, marks->read_to) != 0 ||
        (text->length > 0 && !write_all(marks->fd, text->at, text->length)) ||
        fdatasync(marks->fd) != 0) {
        rc = ERR(err, RC_IO, "cannot write ", marks->path, ": ", strerror(errno));
        if (ftruncate(marks->fd, marks->read_to) != 0)
            marks->unsynced = true;
        return rc;
    }
    marks->read_to += (off_t)text->length;
    marks->unsynced = false;
    return rc;
}

bool marks_agree(const struct marks *marks, const struct mark *head)
{
    struct slot slot = get(marks, head->game);

    return head->n > slot.n || (head->n == slot.n && short_hash(head->hash) == slot.hash);
}

int64_t marks_newest(const struct marks *marks, int64_t game)
{
    return get(marks, game).n;
}

int64_t marks_highest(const struct marks *marks)
{
    for (size_t game = marks->slot_count; game-- > 1;)
        if (marks->slot[game].n >= 0)
            return (int64_t)game;
    return 0;
}

static enum rc refuse(const struct mark *mark, struct err *err)
{
    char game[TEXT_INT_BYTES];

    return ERR(err, RC_FROZEN, "game ", text_of_int(game, mark->game),
               " is behind a head that was signed before; it is frozen until the administrator"
               " decides");
}

static enum rc advance_locked(struct marks *marks, const struct mark *mark, struct err *err)
{
    const struct slot slot = {mark->n, short_hash(mark->hash)};
    OWN(buf) line = {0};
    struct slot before;
    enum rc rc = RC_OK;

    TRY(read_tail(marks, err));
    if (!marks_agree(marks, mark))
        return refuse(mark, err);
    before = get(marks, mark->game);
    if (before.n != slot.n)
        put_line(&line, mark->game, &slot);
    TRY(buf_rc(&line, err));
    FAIL_IF(!set(marks, mark->game, slot), err, RC_NO_MEMORY, "out of memory");
    if (line.length > 0 || marks->unsynced)
        rc = append(marks, &line, err);
    if (rc != RC_OK)
        set(marks, mark->game, before); /* there is room: it is there */
    else
        marks->lines += line.length > 0;
    return rc;
}

enum rc marks_advance(struct marks *marks, const struct mark *mark, struct err *err)
{
    enum rc rc;

    if (mark->game <= 0 || mark->game >= GAMES_MAX || mark->n < 0)
        return ERR(err, RC_BUG, "a mark without game or entry");
    rc = lock(marks, err);
    THEN(rc, advance_locked(marks, mark, err));
    /* What cannot be written anew today stays long; the marks themselves are safe. */
    if (rc == RC_OK && marks->lines > 2 * marks->games + SPARE_LINES) {
        enum rc ignored = write_anew(marks, NULL);
        (void)ignored;
    }
    unlock(marks);
    return rc;
}

/* --- against the ledger ------------------------------------------------------------------- */

STATEMENT(ENTRY_HASH, "SELECT hash FROM entry WHERE game = ? AND n = ?");

/* Does the ledger's own entry n of the game have the marked hash? */
static enum rc entry_fits(struct ledger *ledger, int64_t game, const struct slot *slot, bool *fits,
                          struct err *err)
{
    struct ledger_rows rows =
        query_rows(ledger, &ST_ENTRY_HASH, VALUES(INT(game), INT(slot->n)), err);

    *fits = query_next(&rows) && short_hash(query_get_bytes(&rows, 0).at) == slot->hash;
    return ledger_end(&rows);
}

enum rc marks_behind(struct marks *marks, struct ledger *ledger, marks_fn fn, void *user,
                     struct err *err)
{
    TRY(marks_refresh(marks, err));
    for (size_t game = 1; game < marks->slot_count; game++) {
        bool fits = true;

        if (marks->slot[game].n >= 0)
            TRY(entry_fits(ledger, (int64_t)game, &marks->slot[game], &fits, err));
        if (!fits)
            TRY(fn(user, (int64_t)game, marks->slot[game].n, err));
    }
    return RC_OK;
}
