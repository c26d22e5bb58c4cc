/* SPDX-License-Identifier: MIT */
/* One Maildir on disk: its folders, its files' names, and writing a file that survives a crash. */
#include "post/maildir_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *const folder_names[FOLDER_COUNT] = {"tmp", "new", "cur"};

const char *mdir_folder_name(enum mdir_folder folder)
{
    return folder_names[folder];
}

enum rc mdir_rc(int error)
{
    switch (error) {
    case ENOENT:
        return RC_NOT_FOUND;
    case EACCES:
    case EPERM:
        return RC_PERMISSION;
    case EROFS:
        return RC_READ_ONLY;
    case EXDEV:
        return RC_CONFIG;
    default:
        return RC_IO;
    }
}

/* mkdir -p, each made directory for its owner alone. */
static bool make_path(const char *path)
{
    char part[4096];
    size_t length = strlen(path);

    if (length >= sizeof part) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return false;
    }
    return true;
}

static enum rc explain(const char *path, const char *folder, struct err *err)
{
    int error = errno;

    if (error == ENOENT)
        return ERR(err, RC_NOT_FOUND, "no Maildir at ", path, ": make it, or correct the path");
    return ERR(err, mdir_rc(error), "cannot open Maildir ", path, "/", folder, ": ",
               strerror(error));
}

static bool open_folder(struct box *box, int top, int folder, bool make)
{
    if (make && mkdirat(top, folder_names[folder], 0700) != 0 && errno != EEXIST)
        return false;
    box->fds[folder] = openat(top, folder_names[folder], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return box->fds[folder] >= 0;
}

enum rc mdir_open(struct box *box, const char *path, bool make, struct err *err)
{
    enum rc rc = RC_OK;
    int top;

    *box = BOX_CLOSED;
    if (make && !make_path(path))
        return explain(path, "", err);
    top = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (top < 0)
        return explain(path, "", err);
    for (int i = 0; i < FOLDER_COUNT && rc == RC_OK; i++)
        if (!open_folder(box, top, i, make))
            rc = explain(path, folder_names[i], err);
    close(top);
    if (rc != RC_OK)
        mdir_close(box);
    return rc;
}

void mdir_close(struct box *box)
{
    for (int i = 0; i < FOLDER_COUNT; i++) {
        if (box->fds[i] >= 0)
            close(box->fds[i]);
        box->fds[i] = -1;
    }
}

/* As Maildir wants it: time, process, a count within it, and host without what has a meaning in
 * names. */
void mdir_unique_name(char name[FOLDER_NAME_BYTES])
{
    static atomic_uint counter;
    struct timespec now;
    char host[64] = "";
    struct text text = text_in(name, FOLDER_NAME_BYTES);

    clock_gettime(CLOCK_REALTIME, &now);
    gethostname(host, sizeof host - 1);
    TEXT_PUT(&text, TEXT_INT(now.tv_sec), ".M");
    text_put_padded(&text, (uint64_t)now.tv_nsec / 1000, 6);
    TEXT_PUT(&text, "P", TEXT_INT(getpid()), "Q", TEXT_INT(atomic_fetch_add(&counter, 1)), ".");
    for (const char *c = host[0] ? host : "localhost"; *c; c++)
        text_put_char(&text, *c == '/' || *c == ':' ? '_' : *c);
}

size_t mdir_base_length(const char *name)
{
    return strcspn(name, ":");
}

bool mdir_write(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t wrote = write(fd, bytes, length);

        if (wrote < 0 && errno != EINTR)
            return false;
        if (wrote > 0) {
            bytes += wrote;
            length -= (size_t)wrote;
        }
    }
    return true;
}

/* Looked for in both: another program may have moved it from new to cur, and added flags. */
bool mdir_find(const struct box *box, const char *base, enum mdir_folder *folder,
               char name[BOX_FILE_BYTES])
{
    size_t length = strlen(base);
    struct dirent *entry;
    bool found = false;
    DIR *cur;
    int fd;

    if (length >= BOX_FILE_BYTES)
        return false;
    if (faccessat(box->fds[FOLDER_NEW], base, F_OK, 0) == 0) {
        *folder = FOLDER_NEW;
        memcpy(name, base, length + 1);
        return true;
    }
    fd = openat(box->fds[FOLDER_CUR], ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    cur = fd < 0 ? NULL : fdopendir(fd);
    if (!cur) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    while (!found && (entry = readdir(cur)) != NULL) {
        size_t whole = strlen(entry->d_name);

        found = whole < BOX_FILE_BYTES && mdir_base_length(entry->d_name) == length &&
                memcmp(entry->d_name, base, length) == 0;
        if (found) {
            *folder = FOLDER_CUR;
            memcpy(name, entry->d_name, whole + 1);
        }
    }
    closedir(cur);
    return found;
}
