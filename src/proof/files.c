/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "proof/proof_p.h"
#include "seal/encode.h"

static enum rc system_error(struct err *err, const char *what, const char *path)
{
    return ERR(err, errno == EEXIST ? RC_EXISTS : RC_IO, what, " ", path, ": ", strerror(errno));
}

enum rc proof_read_file(const char *path, struct buf *out, struct err *err)
{
    FILE *file = text_equal(path, "-") ? stdin : fopen(path, "rb");
    enum rc rc = RC_OK;
    char part[16384];
    size_t count;

    if (!file)
        return system_error(err, "cannot open", path);
    while ((count = fread(part, 1, sizeof part, file)) > 0 && out->length < PROOF_FILE_BYTES_MAX)
        buf_put_bytes(out, part, count);
    if (ferror(file))
        rc = system_error(err, "cannot read", path);
    else if (out->length >= PROOF_FILE_BYTES_MAX)
        rc = ERR(err, RC_TOO_LONG, path, " is too long");
    if (file != stdin)
        fclose(file);
    return rc ? rc : buf_rc(out, err);
}

static enum rc write_file(const char *path, int flags, const char *text, struct err *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0600);
    size_t length = strlen(text);
    enum rc rc = RC_OK;

    if (fd < 0)
        return system_error(err, "cannot write", path);
    /* One write: a line is in the file whole or not at all, also with two programs at work. */
    if (write(fd, text, length) != (ssize_t)length || fsync(fd) != 0)
        rc = system_error(err, "cannot write", path);
    close(fd);
    return rc;
}

enum rc proof_append_file(const char *path, const char *text, struct err *err)
{
    return write_file(path, O_APPEND, text, err);
}

enum rc proof_create_file(const char *path, const char *text, struct err *err)
{
    return write_file(path, O_EXCL, text, err);
}

enum rc proof_check_private(const char *path, struct err *err)
{
    struct stat about;

    if (stat(path, &about) != 0)
        return errno == ENOENT ? RC_OK : system_error(err, "cannot look at", path);
    if (about.st_mode & 077)
        return ERR(err, RC_PERMISSION, "others may read ", path, "; make it private: chmod 600");
    return RC_OK;
}

const char *proof_home_file(const char *name, char *path, size_t room)
{
    const char *home = getenv("HOME");
    struct text text;

    text_init(&text, path, room);
    if (home && *home) {
        text_put(&text, home);
        text_put(&text, "/.");
    }
    text_put(&text, name);
    return path;
}

/* ---- letters ---- */

static bool is_base64(char c)
{
    return text_is_letter(c) || text_is_digit(c) || c == '+' || c == '/' || c == '=';
}

/* Length of a line of base64, 0 if it is another. */
static size_t base64_line(const char *line, const char *end)
{
    size_t length = 0;

    while (line + length < end && is_base64(line[length]))
        length++;
    if (line + length < end && line[length] != '\r' && line[length] != '\n')
        return 0;
    return length >= 4 ? length : 0;
}

static const char *next_line(const char *line, const char *end)
{
    const char *stop = memchr(line, '\n', (size_t)(end - line));

    return stop ? stop + 1 : end;
}

/* A record in the letter holds words of all kinds of people, and a head of its own. */
static bool starts_file(const char *line, const char *end)
{
    static const char *const first[] = {"postern-record ", "postern-delta "};

    for (unsigned i = 0; i < sizeof first / sizeof first[0]; i++)
        if ((size_t)(end - line) >= strlen(first[i]) &&
            memcmp(line, first[i], strlen(first[i])) == 0)
            return true;
    return false;
}

/* Decode one run of base64 lines that begins here; returns where it ends. */
static const char *decode_run(const char *line, const char *end, struct buf *out)
{
    struct buf joined = {0}, bytes = {0};
    size_t length, count = 0;

    for (; line < end && (length = base64_line(line, end)) > 0; line = next_line(line, end))
        buf_put_bytes(&joined, line, length);
    if (!joined.failed && buf_reserve(&bytes, joined.length) &&
        base64_read(buf_text(&joined), joined.length, bytes.at, bytes.capacity, &count) &&
        !starts_file(bytes.at, bytes.at + count)) {
        buf_put_char(out, '\n');
        buf_put_bytes(out, bytes.at, count);
    }
    buf_fini(&joined);
    buf_fini(&bytes);
    return line;
}

/* Where the part of the letter ends that begins here: at its boundary. */
static const char *skip_part(const char *line, const char *end)
{
    while (line < end && !(end - line > 2 && line[0] == '-' && line[1] == '-'))
        line = next_line(line, end);
    return line;
}

static void put_readable(const struct buf *raw, struct buf *out)
{
    const char *line = buf_text(raw), *end = line + raw->length, *next;

    for (; line < end; line = next) {
        next = starts_file(line, end) ? skip_part(line, end) : next_line(line, end);
        if (!starts_file(line, end))
            buf_put_bytes(out, line, (size_t)(next - line));
    }
}

enum rc proof_read_letter(const char *path, struct buf *out, struct err *err)
{
    struct buf raw = {0};
    enum rc rc = proof_read_file(path, &raw, err);
    const char *line = buf_text(&raw), *end = line + raw.length;

    if (rc == RC_OK && starts_file(line, end)) /* no letter, but a record */
        buf_put_bytes(out, line, raw.length);
    else if (rc == RC_OK)
        put_readable(&raw, out);
    while (rc == RC_OK && line < end)
        line = base64_line(line, end) ? decode_run(line, end, out) : next_line(line, end);
    buf_fini(&raw);
    return rc ? rc : buf_rc(out, err);
}
