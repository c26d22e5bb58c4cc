/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "replica/store_p.h"

static enum rc fail(const char *path, struct err *err)
{
    return ERR(err,
               errno == ENOENT   ? RC_NOT_FOUND
               : errno == EACCES ? RC_PERMISSION
                                 : RC_IO,
               path, ": ", strerror(errno));
}

static enum rc folder_read(struct store *store, const char *name, store_bytes_fn fn, void *user,
                           struct err *err)
{
    char path[STORE_PATH_BYTES], block[65536];
    enum rc rc = store_path(store, name, path, err);
    ssize_t got = 1;
    int fd;

    if (rc != RC_OK)
        return rc;
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(path, err);
    while (rc == RC_OK && (got = read(fd, block, sizeof block)) > 0)
        rc = fn(user, block, (size_t)got, err);
    if (got < 0)
        rc = fail(path, err);
    close(fd);
    return rc;
}

static enum rc folder_list(struct store *store, const char *name, store_name_fn fn, void *user,
                           struct err *err)
{
    char path[STORE_PATH_BYTES];
    enum rc rc = store_path(store, name, path, err);
    const struct dirent *entry;
    DIR *folder;

    if (rc != RC_OK)
        return rc;
    folder = opendir(path);
    if (!folder)
        return fail(path, err);
    while (rc == RC_OK && (entry = readdir(folder)) != NULL)
        if (entry->d_name[0] != '.')
            rc = fn(user, entry->d_name, err);
    closedir(folder);
    return rc;
}

static enum rc folder_has(struct store *store, const char *name, bool *has, struct err *err)
{
    char path[STORE_PATH_BYTES];
    struct stat status;
    enum rc rc = store_path(store, name, path, err);

    if (rc != RC_OK)
        return rc;
    *has = stat(path, &status) == 0;
    return *has || errno == ENOENT ? RC_OK : fail(path, err);
}

static enum rc folder_write(struct store *store, const char *name, const char *text,
                            struct err *err)
{
    char path[STORE_PATH_BYTES];
    enum rc rc = store_path(store, name, path, err);
    size_t length = strlen(text);
    int fd, folder;

    if (rc != RC_OK)
        return rc;
    fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0 || write(fd, text, length) != (ssize_t)length || fsync(fd) != 0)
        rc = fail(path, err);
    if (fd >= 0)
        close(fd);
    folder = rc == RC_OK ? open(store->url, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (rc == RC_OK && (folder < 0 || fsync(folder) != 0))
        rc = fail(store->url, err);
    if (folder >= 0)
        close(folder);
    return rc;
}

static int64_t folder_free_bytes(struct store *store)
{
    struct statvfs status;

    return statvfs(store->url, &status) == 0 ? (int64_t)status.f_bavail * (int64_t)status.f_frsize
                                             : INT64_MAX;
}

static void folder_close(struct store *store)
{
    (void)store;
}

const struct store_ops store_folder = {folder_read,  folder_list,       folder_has,
                                       folder_write, folder_free_bytes, folder_close};
