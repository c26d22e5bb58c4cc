/* SPDX-License-Identifier: MIT */
/* Reads and writes the files of postern-proof, secret ones so that nobody else can read them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "proof/proof_p.h"

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

enum rc proof_replace_file(const char *path, const char *text, struct err *err)
{
    OWN(buf) made = {0};

    BUF_PUT(&made, path, ".new");
    TRY(buf_rc(&made, err));
    TRY(write_file(buf_text(&made), O_TRUNC, text, err));
    return rename(buf_text(&made), path) != 0 ? system_error(err, "cannot write", path) : RC_OK;
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
    struct text text = text_in(path, room);

    if (home && *home)
        TEXT_PUT(&text, home, "/.");
    text_put(&text, name);
    return path;
}
