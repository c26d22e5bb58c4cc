/* SPDX-License-Identifier: MIT */
/* A player's mailbox on disk: an mbox file, a Maildir, a folder of saved letters, or one letter. */
#include <dirent.h>
#include <errno.h>
#include <strings.h>
#include <sys/stat.h>

#include "proof/proof_p.h"

struct walk {
    proof_letter_fn *fn;
    void *user;
    struct err *err;
};

/* The first field of that name in a letter's header, cut; "" = none. */
static void header_field(const char *at, const char *end, const char *field, char *out, size_t room)
{
    const size_t length = strlen(field);

    *out = '\0';
    while (at < end && *at != '\n' && *at != '\r') {
        const char *stop = memchr(at, '\n', (size_t)(end - at));

        stop = stop ? stop : end;
        if ((size_t)(stop - at) > length && strncasecmp(at, field, length) == 0) {
            size_t count = 0;

            for (at += length; at < stop && count + 1 < room; at++)
                if ((unsigned char)*at > ' ' && *at != 0x7f)
                    out[count++] = *at;
            out[count] = '\0';
            return;
        }
        at = stop < end ? stop + 1 : end;
    }
}

/* One letter, named by its Message-ID, else by where it lies. */
static enum rc one(const struct walk *walk, const char *place, const char *at, const char *end)
{
    char name[PROOF_NAME_BYTES];
    OWN_WIPED(buf) raw = {0};

    header_field(at, end, "Message-ID:", name, sizeof name);
    buf_put_bytes(&raw, at, (size_t)(end - at));
    TRY(buf_rc(&raw, walk->err));
    return walk->fn(walk->user, *name ? name : place, &raw, walk->err);
}

static bool begins_letter(const char *line, const char *end)
{
    return end - line > 5 && memcmp(line, "From ", 5) == 0;
}

/* The next line that begins a letter: "From " behind an empty line. */
static const char *next_letter(const char *line, const char *end)
{
    bool was_empty = false;

    while (line < end) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));

        if (was_empty && begins_letter(line, end))
            return line;
        was_empty = *line == '\n' || (*line == '\r' && line + 1 < end && line[1] == '\n');
        line = stop ? stop + 1 : end;
    }
    return end;
}

static enum rc walk_file(const struct walk *walk, const char *path)
{
    OWN_WIPED(buf) text = {0};
    enum rc rc = proof_read_file(path, &text, walk->err);
    const char *at = buf_text(&text), *end = at + text.length;

    if (rc == RC_OK && !begins_letter(at, end)) {
        rc = one(walk, path, at, end);
        at = end;
    }
    while (rc == RC_OK && at < end) {
        const char *body = memchr(at, '\n', (size_t)(end - at));
        const char *next = body ? next_letter(body + 1, end) : end;

        rc = body ? one(walk, path, body + 1, next) : RC_OK;
        at = next;
    }
    return rc;
}

static int is_seen(const struct dirent *file)
{
    return file->d_name[0] != '.';
}

static enum rc walk_folder(const struct walk *walk, const char *path, bool *is_maildir);

/* A file, or a folder of a Maildir. */
static enum rc walk_name(const struct walk *walk, const char *path, const char *name,
                         bool *is_maildir)
{
    const bool is_box = text_equal(name, "cur") || text_equal(name, "new");
    OWN(buf) full = {0};
    enum rc rc = RC_OK;
    struct stat about;

    BUF_PUT(&full, path, "/", name);
    if (stat(buf_text(&full), &about) != 0)
        rc = RC_OK; /* moved by the mail program meanwhile */
    else if (S_ISREG(about.st_mode))
        rc = walk_file(walk, buf_text(&full));
    else if (S_ISDIR(about.st_mode) && is_box && is_maildir) {
        *is_maildir = true;
        rc = walk_folder(walk, buf_text(&full), NULL);
    }
    return rc;
}

/* Files in the order of their names; of a Maildir those in cur and new. */
static enum rc walk_folder(const struct walk *walk, const char *path, bool *is_maildir)
{
    struct dirent **file;
    const int count = scandir(path, &file, is_seen, alphasort);
    enum rc rc = RC_OK;

    FAIL_IF(count < 0, walk->err, RC_IO, "cannot read ", path, ": ", strerror(errno));
    for (int i = 0; i < count; i++) {
        THEN(rc, walk_name(walk, path, file[i]->d_name, is_maildir));
        free(file[i]);
    }
    free(file);
    return rc;
}

enum rc proof_walk_mailbox(const char *path, proof_letter_fn *fn, void *user, struct err *err)
{
    const struct walk walk = {fn, user, err};
    bool is_maildir = false;
    struct stat about;

    if (!text_equal(path, "-") && stat(path, &about) != 0)
        return ERR(err, RC_IO, "cannot open ", path, ": ", strerror(errno));
    return !text_equal(path, "-") && S_ISDIR(about.st_mode) ? walk_folder(&walk, path, &is_maildir)
                                                            : walk_file(&walk, path);
}
