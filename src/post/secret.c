/* SPDX-License-Identifier: MIT */
/* Reads a password or token from a file or a command, right before it is needed. */
#include "post/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/child.h"
#include "post/maildir_folder.h"
#include "post/post_p.h"

enum { SECRET_BYTES_MAX = 16384 }; /* an access token has about two thousand */

/* Keep the first line; false when it is empty. */
static bool keep_line(struct buf *out)
{
    if (out->length == 0)
        return false;
    out->length = strcspn(out->at, "\r\n");
    explicit_bzero(out->at + out->length, out->capacity - out->length);
    return out->length > 0;
}

/* Read what is there, up to the limit. Returns false at the end or on a failure (*error ≠ 0). */
static bool read_some(int fd, struct buf *out, int *error)
{
    char block[1024];
    ssize_t got = read(fd, block, sizeof block);

    *error = 0;
    if (got < 0 && errno == EINTR)
        return true;
    if (got < 0)
        *error = errno;
    if (got > 0 && out->length + (size_t)got <= SECRET_BYTES_MAX)
        buf_put_bytes(out, block, (size_t)got);
    explicit_bzero(block, sizeof block);
    return got > 0;
}

enum rc secret_from_file(const char *path, struct buf *out, struct err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC), error = errno;
    struct stat stat;
    enum rc rc = RC_OK;

    FAIL_IF(fd < 0, err, mdir_rc(error), "cannot read the password file ", path, ": ",
            strerror(error));
    if (fstat(fd, &stat) != 0 || (stat.st_mode & S_IRWXO) != 0) {
        close(fd);
        return ERR(err, RC_CONFIG, "the password file ", path,
                   " may be read by everyone: chmod 600 it");
    }
    if (!buf_reserve(out, SECRET_BYTES_MAX)) /* never moved, so that nothing is left behind */
        rc = RC_NO_MEMORY;
    while (rc == RC_OK && read_some(fd, out, &error))
        ;
    close(fd);
    if (rc == RC_OK && error != 0)
        return ERR(err, RC_IO, "cannot read the password file ", path, ": ", strerror(error));
    if (rc == RC_OK && !keep_line(out))
        return ERR(err, RC_CONFIG, "the password file ", path, " has no first line");
    return rc;
}

enum rc secret_from_command(const char *command, unsigned timeout_s, struct buf *out,
                            struct err *err)
{
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    struct child_run run = {.argv = argv,
                            .limit_ms = (int)timeout_s * 1000,
                            .stop_fd = -1,
                            .most = SECRET_BYTES_MAX,
                            .out = out};
    struct err own = {0};
    enum rc rc;

    FAIL_IF(!buf_reserve(out, SECRET_BYTES_MAX), err, RC_NO_MEMORY, "out of memory for a password");
    rc = child_run(&run, &own);
    FAIL_IF(rc == RC_LATER, err, RC_LATER, "the command for password or token took longer than ",
            TEXT_INT(timeout_s), " s");
    FAIL_IF(rc != RC_OK, err, rc, "the command for password or token: ", own.text);
    if (run.status == 0 && keep_line(out))
        return RC_OK;
    FAIL_IF(run.status == 0, err, RC_CONFIG,
            "the command for password or token printed nothing: it must print the "
            "password or token as its first line");
    return ERR(err, RC_CONFIG, "the command for password or token failed with status ",
               TEXT_INT(run.status), ": run it by hand to see why");
}
