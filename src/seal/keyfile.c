/* SPDX-License-Identifier: MIT */
/* Writes and reads the server's key file, safely for crashes and for other eyes. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "seal/encode.h"
#include "seal/keys.h"
#include "seal/keys_p.h"

enum { FILE_BYTES = 8192 }; /* 3 purposes × 16 generations × at most 73 bytes, and the first line */
static const char first_line[] = "postern-keys 1\n";

/* ---- writing ---- */

static void put_keys(const struct keys *keys, struct text *out)
{
    char secret[BASE32_HASH_BYTES];

    text_put(out, first_line);
    for (unsigned p = 0; p < KEY_PURPOSE_COUNT; p++)
        for (unsigned i = 0; i < keys->count[p]; i++)
            TEXT_PUT(out, keys_purpose_word((enum key_purpose)p), " ",
                     TEXT_INT(keys->key[p][i].generation), " ",
                     base32_write(keys->key[p][i].secret, KEY_BYTES, secret), "\n");
    secret_wipe(secret, sizeof secret);
}

static enum rc system_error(struct err *err, const char *what, const char *path)
{
    enum rc rc = errno == EACCES || errno == EPERM ? RC_PERMISSION
                 : errno == EEXIST                 ? RC_EXISTS
                 : errno == ENOENT                 ? RC_NOT_FOUND
                                                   : RC_IO;

    return ERR(err, rc, what, " ", path, ": ", strerror(errno));
}

static bool write_whole(int fd, const char *bytes, size_t count)
{
    while (count) {
        ssize_t done = write(fd, bytes, count);

        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        bytes += done;
        count -= (size_t)done;
    }
    return true;
}

/* Sync the folder that holds path, so that the name itself lasts. */
static bool sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    bool done;
    int fd;
    TEXT_IN(text, folder, PATH_MAX);

    if (!slash)
        text_put(&text, ".");
    else
        text_put_bytes(&text, path, slash == path ? 1 : (size_t)(slash - path));
    fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    done = fsync(fd) == 0;
    close(fd);
    return done;
}

static enum rc write_new(const struct keys *keys, const char *path, struct err *err)
{
    char *bytes = secret_new(FILE_BYTES);
    enum rc rc = RC_OK;
    struct text text;
    int fd = -1;

    FAIL_IF(!bytes, err, RC_NO_MEMORY, "no locked memory for keys; raise the limit of memlock");
    text_init(&text, bytes, FILE_BYTES);
    put_keys(keys, &text);
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        rc = system_error(err, "cannot make key file", path);
    else if (fchmod(fd, 0600) != 0 || !write_whole(fd, bytes, text.length) || fsync(fd) != 0) {
        rc = system_error(err, "cannot write key file", path);
        unlink(path);
    }
    if (fd >= 0)
        close(fd);
    secret_free(bytes);
    return rc;
}

enum rc keys_create_file(const struct keys *keys, const char *path, struct err *err)
{
    TRY(write_new(keys, path, err));
    if (!sync_folder(path))
        return system_error(err, "cannot sync the folder of", path);
    return RC_OK;
}

enum rc keys_replace_file(const struct keys *keys, const char *path, struct err *err)
{
    enum rc rc;
    TEXT_IN(text, beside, PATH_MAX);

    TEXT_PUT(&text, path, ".new");
    FAIL_IF(text.cut, err, RC_TOO_LONG, "path of the key file is too long");
    if (access(path, F_OK) != 0)
        return system_error(err, "cannot replace key file", path);
    unlink(beside); /* left by a crash in here */
    TRY(write_new(keys, beside, err));
    if (rename(beside, path) != 0) {
        rc = system_error(err, "cannot replace key file", path);
        unlink(beside);
        return rc;
    }
    return sync_folder(path) ? RC_OK : system_error(err, "cannot sync the folder of", path);
}

/* ---- reading ---- */

static enum rc check_owner(int fd, const char *path, struct err *err)
{
    struct stat about;

    if (fstat(fd, &about) != 0)
        return system_error(err, "cannot look at key file", path);
    FAIL_IF(!S_ISREG(about.st_mode), err, RC_BAD_KEY, path, " is not a file");
    FAIL_IF(about.st_mode & 077, err, RC_PERMISSION, "others may read or write the key file ", path,
            "; make it private (chmod 600) and, if they may have read it, rotate the keys");
    FAIL_IF(about.st_uid != geteuid(), err, RC_PERMISSION, "the key file ", path,
            " belongs to another user; run as its owner");
    return RC_OK;
}

static bool find_purpose(const char *word, size_t length, enum key_purpose *purpose)
{
    for (unsigned p = 0; p < KEY_PURPOSE_COUNT; p++)
        if (strlen(keys_purpose_word((enum key_purpose)p)) == length &&
            memcmp(keys_purpose_word((enum key_purpose)p), word, length) == 0) {
            *purpose = (enum key_purpose)p;
            return true;
        }
    return false;
}

/* "signing 1 BASE32" */
static bool read_key_line(struct keys *keys, const char *line, size_t length)
{
    const char *end = line + length, *number = memchr(line, ' ', length), *secret;
    unsigned char seed[KEY_BYTES];
    WIPED_AT_END(seed);
    enum key_purpose purpose;
    int64_t generation;

    if (!number || !find_purpose(line, (size_t)(number - line), &purpose))
        return false;
    number++;
    secret = memchr(number, ' ', (size_t)(end - number));
    if (!secret || !text_to_int(number, (size_t)(secret - number), &generation) || *number == '0' ||
        generation < 1 || generation > INT32_MAX)
        return false;
    secret++;
    return base32_read(secret, (size_t)(end - secret), seed, KEY_BYTES) &&
           keys_add(keys, purpose, (uint32_t)generation, seed);
}

static enum rc read_keys(const char *text, size_t length, const char *path, struct keys *keys,
                         struct err *err)
{
    const char *at = text + sizeof first_line - 1, *end = text + length;
    uint32_t line = 2;

    if (length < sizeof first_line - 1 || memcmp(text, first_line, sizeof first_line - 1) != 0) {
        err_where(err, path, 1, 0);
        return ERR(err, RC_BAD_KEY, "this is no key file of Postern; put back your copy of it");
    }
    for (; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));

        if (!stop || !read_key_line(keys, at, (size_t)(stop - at))) {
            err_where(err, path, line, 0);
            return ERR(err, RC_BAD_KEY, "this line of the key file is damaged; take a copy of it");
        }
        at = stop + 1;
    }
    for (unsigned p = 0; p < KEY_PURPOSE_COUNT; p++)
        if (!keys->count[p])
            return ERR(err, RC_BAD_KEY, "the key file has no ",
                       keys_purpose_word((enum key_purpose)p), " key; take a copy of it");
    return RC_OK;
}

static enum rc read_whole(int fd, const char *path, char *bytes, size_t *count, struct err *err)
{
    ssize_t got = 1;

    for (*count = 0; *count < FILE_BYTES && got > 0;) {
        got = read(fd, bytes + *count, FILE_BYTES - *count);
        if (got < 0 && errno == EINTR)
            got = 1;
        else if (got < 0)
            return system_error(err, "cannot read key file", path);
        else
            *count += (size_t)got;
    }
    return *count < FILE_BYTES ? RC_OK : ERR(err, RC_BAD_KEY, path, " is too long for a key file");
}

enum rc keys_read_file(const char *path, struct keys **keys, struct err *err)
{
    struct keys *read = NULL;
    char *bytes = NULL;
    size_t count;
    enum rc rc;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    FAIL_IF(fd < 0 && errno == ENOENT, err, RC_NOT_FOUND, "no key file ", path,
            ": without it no secret of the ledger can be read and no head signed; put back ",
            "your copy. If there is none, open games cannot go on; finished ones stay ",
            "provable");
    if (fd < 0)
        return system_error(err, "cannot open key file", path);
    rc = check_owner(fd, path, err);
    if (rc)
        goto out;
    bytes = secret_new(FILE_BYTES);
    read = keys_new_empty();
    if (!bytes || !read) {
        rc = ERR(err, RC_NO_MEMORY, "no locked memory for keys; raise the limit of memlock");
        goto out;
    }
    rc = read_whole(fd, path, bytes, &count, err);
    THEN(rc, read_keys(bytes, count, path, read, err));
    if (rc)
        goto out;
    *keys = read;
    read = NULL;
out:
    keys_free(read);
    secret_free(bytes);
    close(fd);
    return rc;
}
