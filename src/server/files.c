/* SPDX-License-Identifier: MIT */
/* Reads and writes small files whole. */
#include "server/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static enum rc file_error(const char *path, struct err *err)
{
    enum rc rc = errno == ENOENT || errno == ENOTDIR ? RC_NOT_FOUND
                 : errno == EACCES || errno == EPERM ? RC_PERMISSION
                 : errno == EEXIST                   ? RC_EXISTS
                 : errno == EROFS                    ? RC_READ_ONLY
                                                     : RC_IO;

    return ERR(err, rc, path, ": ", strerror(errno));
}

enum rc files_read(const char *path, size_t most, struct buf *out, struct err *err)
{
    size_t start = out->length;
    char block[16384];
    ssize_t count;
    enum rc rc = RC_OK;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return file_error(path, err);
    while ((count = read(fd, block, sizeof block)) != 0 && out->length - start <= most) {
        if (count > 0)
            buf_put_bytes(out, block, (size_t)count);
        else if (errno != EINTR) {
            rc = file_error(path, err);
            break;
        }
    }
    if (rc == RC_OK && out->length - start > most)
        rc = ERR(err, RC_TOO_LONG, path, ": larger than such a file can be");
    close(fd);
    return rc == RC_OK ? buf_rc(out, err) : rc;
}

static enum rc create(const char *path, unsigned mode, bool sync, const char *text, size_t length,
                      struct err *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (mode_t)mode);
    enum rc rc = RC_OK;

    if (fd < 0)
        return file_error(path, err);
    while (length > 0 && rc == RC_OK) {
        ssize_t count = write(fd, text, length);

        if (count > 0) {
            text += count;
            length -= (size_t)count;
        } else if (errno != EINTR)
            rc = file_error(path, err);
    }
    if (rc == RC_OK && sync && fsync(fd) != 0)
        rc = file_error(path, err);
    close(fd);
    return rc;
}

enum rc files_create(const char *path, unsigned mode, const char *text, size_t length,
                     struct err *err)
{
    return create(path, mode, true, text, length, err);
}

static bool holds_already(const char *path, const char *text, size_t length)
{
    OWN(buf) old = {0};
    bool same = files_read(path, length, &old, NULL) == RC_OK && old.length == length &&
                (!length || memcmp(old.at, text, length) == 0);

    return same;
}

enum rc files_put(const char *path, unsigned how, const char *text, size_t length, bool *written,
                  struct err *err)
{
    char beside[4096];
    int count = snprintf(beside, sizeof beside, "%s.new", path);
    enum rc rc;

    *written = false;
    if (count < 0 || (size_t)count >= sizeof beside)
        return ERR(err, RC_TOO_LONG, "the path ", path, " is too long");
    if (holds_already(path, text, length))
        return RC_OK;
    unlink(beside); /* of a run that was cut short */
    rc = create(beside, how & FILES_PRIVATE ? 0600 : 0644, !(how & FILES_UNSYNCED), text, length,
                err);
    if (rc == RC_OK && rename(beside, path) != 0)
        rc = file_error(path, err);
    if (rc != RC_OK)
        unlink(beside);
    *written = rc == RC_OK;
    return rc;
}

enum rc files_update(const char *path, const char *text, size_t length, bool *written,
                     struct err *err)
{
    return files_put(path, 0, text, length, written, err);
}

const char *files_temporary(void)
{
    const char *folder = getenv("TMPDIR");

    return folder && *folder ? folder : "/tmp";
}
