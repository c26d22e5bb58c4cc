/* SPDX-License-Identifier: MIT */
/* What `postern deliver` does for the MTA: a letter from a pipe into the spool, and nothing else.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "post/maildir_folder.h"
#include "post/post_config.h"

enum { SPOOL_BYTES_MAX = 64 * 1024 * 1024 }; /* an MTA's own limit is lower */

static bool field_is_clean(const char *value)
{
    return !value || !value[strcspn(value, "\r\n")];
}

static enum rc read_pipe(int fd, struct buf *letter, struct err *err)
{
    char block[65536];
    ssize_t got;

    while ((got = read(fd, block, sizeof block)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        FAIL_IF(got < 0, err, RC_IO, "cannot read the letter: ", strerror(errno));
        FAIL_IF(letter->length + (size_t)got > SPOOL_BYTES_MAX, err, RC_TOO_LONG,
                "the letter is longer than 64 MiB: lower the limit of the mail system");
        buf_put_bytes(letter, block, (size_t)got);
    }
    return buf_rc(letter, err);
}

/* The mbox line that some MTAs write before a piped letter. */
static size_t from_line_length(const struct buf *letter)
{
    const char *feed;

    if (letter->length < 5 || memcmp(letter->at, "From ", 5) != 0)
        return 0;
    feed = memchr(letter->at, '\n', letter->length);
    return feed ? (size_t)(feed + 1 - letter->at) : letter->length;
}

static void compose(const struct post_envelope *envelope, const struct buf *letter,
                    struct buf *file)
{
    size_t skip = from_line_length(letter);

    if (envelope && envelope->sender)
        buf_printf(file, "Return-Path: <%s>\n", envelope->sender);
    if (envelope && envelope->recipient)
        buf_printf(file, "Delivered-To: %s\n", envelope->recipient);
    if (letter->length > skip)
        buf_put_bytes(file, letter->at + skip, letter->length - skip);
}

static enum rc store(const char *path, const struct buf *file, struct err *err)
{
    char name[FOLDER_NAME_BYTES];
    struct box box;
    int fd, error;
    bool written;

    TRY(mdir_open(&box, path, true, err));
    mdir_unique_name(name);
    fd = openat(box.fds[FOLDER_TMP], name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    written = fd >= 0 && mdir_write(fd, buf_text(file), file->length) && fsync(fd) == 0 &&
              renameat(box.fds[FOLDER_TMP], name, box.fds[FOLDER_NEW], name) == 0 &&
              fsync(box.fds[FOLDER_NEW]) == 0;
    error = errno;
    if (!written)
        (void)unlinkat(box.fds[FOLDER_TMP], name, 0);
    if (fd >= 0)
        close(fd);
    mdir_close(&box);
    return written ? RC_OK
                   : ERR(err, mdir_rc(error), "cannot spool into ", path, ": ", strerror(error));
}

enum rc post_spool_deliver(const char *path, const struct post_envelope *envelope, int fd,
                           struct err *err)
{
    OWN_WIPED(buf) letter = {0}, file = {0};

    if (envelope && (!field_is_clean(envelope->sender) || !field_is_clean(envelope->recipient)))
        return ERR(err, RC_BAD_INPUT, "the envelope holds a line break");
    TRY(read_pipe(fd, &letter, err));
    compose(envelope, &letter, &file);
    TRY(buf_rc(&file, err));
    return store(path, &file, err);
}
