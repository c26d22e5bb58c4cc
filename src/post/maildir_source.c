/* SPDX-License-Identifier: MIT */
/* Takes letters in from a Maildir, and waits for new ones by inotify where it can. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "post/maildir_folder.h"
#include "post/post_config.h"
#include "post/post_p.h"

enum { TMP_AGE_S = 36 * 60 * 60 }; /* the Maildir convention: what is older was given up */

struct maildir_source {
    struct post_source base;
    char *path;
    char *places[POST_PLACE_COUNT]; /* NULL = delete */
    struct box box;
    struct box place_boxes[POST_PLACE_COUNT];
    int notify; /* inotify on new and cur; −1 = none */
    bool swept; /* tmp, since it was opened */
};

static struct maildir_source *self(struct post_source *source)
{
    return (struct maildir_source *)source;
}

static enum rc complain(const struct maildir_source *maildir, const char *what, const char *name,
                        int error, struct err *err)
{
    return ERR(err, mdir_rc(error), "cannot ", what, " ", maildir->path, name ? "/*/" : "",
               name ? name : "", ": ", strerror(error));
}

/* Waiting by inotify is a convenience: without it the inbox is polled. */
static void start_notify(struct maildir_source *maildir)
{
    static const enum mdir_folder watched[] = {FOLDER_NEW, FOLDER_CUR};
    char path[4096];

    maildir->notify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    for (size_t i = 0; i < 2 && maildir->notify >= 0; i++) {
        struct text text;

        text_init(&text, path, sizeof path);
        TEXT_PUT(&text, maildir->path, "/", mdir_folder_name(watched[i]));
        if (text.cut ||
            inotify_add_watch(maildir->notify, path,
                              IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF) < 0) {
            close(maildir->notify);
            maildir->notify = -1;
        }
    }
}

static bool drain_notify(const struct maildir_source *maildir)
{
    _Alignas(struct inotify_event) char events[4096];
    bool any = false;

    while (maildir->notify >= 0 && read(maildir->notify, events, sizeof events) > 0)
        any = true;
    return any;
}

static DIR *open_listing(int folder)
{
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *listing = fd < 0 ? NULL : fdopendir(fd);

    if (!listing && fd >= 0)
        close(fd);
    return listing;
}

/* Remove what a delivery left half written long ago. */
static void sweep_tmp(const struct maildir_source *maildir)
{
    int folder = maildir->box.fds[FOLDER_TMP];
    DIR *listing = open_listing(folder);
    struct dirent *entry;
    struct stat stat;

    while (listing && (entry = readdir(listing)) != NULL)
        if (entry->d_name[0] != '.' && fstatat(folder, entry->d_name, &stat, 0) == 0 &&
            S_ISREG(stat.st_mode) && maildir->base.link.now_s - stat.st_mtime > TMP_AGE_S)
            (void)unlinkat(folder, entry->d_name, 0);
    if (listing)
        closedir(listing);
}

static enum rc open_all(struct maildir_source *maildir, struct err *err)
{
    if (maildir->box.fds[FOLDER_NEW] >= 0)
        return RC_OK;
    TRY(mdir_open(&maildir->box, maildir->path, true, err));
    for (int i = 0; i < POST_PLACE_COUNT; i++)
        if (maildir->places[i])
            TRY(mdir_open(&maildir->place_boxes[i], maildir->places[i], true, err));
    start_notify(maildir);
    maildir->swept = false;
    return RC_OK;
}

static enum rc offer_file(struct maildir_source *maildir, enum mdir_folder folder, char *name,
                          struct err *err)
{
    struct stat stat;

    if (name[0] == '.')
        return RC_OK;
    if (fstatat(maildir->box.fds[folder], name, &stat, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? RC_OK : complain(maildir, "look at", name, errno, err);
    if (!S_ISREG(stat.st_mode))
        return RC_OK;
    name[mdir_base_length(name)] = '\0';
    return post_source_offer(&maildir->base, name, stat.st_mtim.tv_sec,
                             (uint64_t)stat.st_mtim.tv_nsec, (uint64_t)stat.st_size, err);
}

static enum rc scan_folder(struct maildir_source *maildir, enum mdir_folder folder, struct err *err)
{
    DIR *listing = open_listing(maildir->box.fds[folder]);
    struct dirent *entry;
    enum rc rc = RC_OK;

    if (!listing)
        return complain(maildir, "list", NULL, errno, err);
    for (errno = 0; rc == RC_OK && (entry = readdir(listing)) != NULL; errno = 0)
        rc = offer_file(maildir, folder, entry->d_name, err);
    if (rc == RC_OK && errno != 0)
        rc = complain(maildir, "list", NULL, errno, err);
    closedir(listing);
    return rc;
}

/* new first: a letter that a mail program moves to cur meanwhile is then seen twice rather than
 * never, and once known it is not offered again. */
static enum rc maildir_scan(struct post_source *source, struct err *err)
{
    struct maildir_source *maildir = self(source);

    TRY(open_all(maildir, err));
    if (!maildir->swept)
        sweep_tmp(maildir);
    maildir->swept = true;
    drain_notify(maildir);
    TRY(scan_folder(maildir, FOLDER_NEW, err));
    return scan_folder(maildir, FOLDER_CUR, err);
}

static enum rc read_file(int fd, size_t limit, struct buf *raw)
{
    char block[16384];

    while (limit > 0) {
        ssize_t got = read(fd, block, limit < sizeof block ? limit : sizeof block);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return mdir_rc(errno);
        if (got == 0)
            break;
        buf_put_bytes(raw, block, (size_t)got);
        limit -= (size_t)got;
    }
    return raw->failed ? RC_NO_MEMORY : RC_OK;
}

/* Where a letter lies. */
struct file {
    enum mdir_folder folder;
    char name[BOX_FILE_BYTES];
};

/* Nearly all letters lie in new under their own name: that is tried before anything is searched.
 * False: the key is too long for a file. */
static bool file_in_new(const char *key, struct file *file)
{
    size_t length = strlen(key);

    if (length >= BOX_FILE_BYTES)
        return false;
    file->folder = FOLDER_NEW;
    memcpy(file->name, key, length + 1);
    return true;
}

static int open_file(const struct maildir_source *maildir, const struct file *file)
{
    return openat(maildir->box.fds[file->folder], file->name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
}

/* −1 with errno; ENOENT: it is gone. */
static int open_letter(const struct maildir_source *maildir, const char *key, struct file *file)
{
    int fd = -1;

    errno = ENOENT;
    if (file_in_new(key, file))
        fd = open_file(maildir, file);
    if (fd < 0 && errno == ENOENT && mdir_find(&maildir->box, key, &file->folder, file->name))
        return open_file(maildir, file);
    return fd;
}

static enum rc maildir_fetch(struct post_source *source, const char *key, size_t limit,
                             struct buf *raw, struct err *err)
{
    struct maildir_source *maildir = self(source);
    enum rc rc;
    struct file file;
    int fd;

    TRY(open_all(maildir, err));
    fd = open_letter(maildir, key, &file);
    if (fd < 0 && errno == ENOENT)
        return ERR(err, RC_NOT_FOUND, "the letter is gone from ", maildir->path, ": ", key);
    if (fd < 0 && errno == EACCES) /* one letter's own trouble, not the inbox's */
        return ERR(err, RC_REFUSED, "may not read ", maildir->path, "/",
                   mdir_folder_name(file.folder), "/", file.name, ": correct its owner");
    if (fd < 0)
        return complain(maildir, "read", file.name, errno, err);
    rc = read_file(fd, limit, raw);
    close(fd);
    return rc == RC_OK ? RC_OK : ERR(err, rc, "cannot read ", maildir->path, ": ", rc_text(rc));
}

static bool move_one(const struct maildir_source *maildir, const struct file *file, const char *key,
                     enum post_place place)
{
    int from = maildir->box.fds[file->folder];
    TEXT_IN(text, seen, BOX_FILE_BYTES + 8);

    if (!maildir->places[place])
        return unlinkat(from, file->name, 0) == 0;
    text_put(&text, key);
    if (text.length + 4 < BOX_FILE_BYTES) /* a name at its limit stays as it is */
        text_put(&text, ":2,S");
    return renameat(from, file->name, maildir->place_boxes[place].fds[FOLDER_CUR], seen) == 0;
}

/* Whoever took a letter away by hand has done it. */
static bool move_away(const struct maildir_source *maildir, const char *key, enum post_place place)
{
    struct file file;

    if (!file_in_new(key, &file) || move_one(maildir, &file, key, place))
        return true;
    if (errno != ENOENT)
        return false;
    return !mdir_find(&maildir->box, key, &file.folder, file.name) ||
           move_one(maildir, &file, key, place) || errno == ENOENT;
}

static enum rc maildir_done(struct post_source *source, const char *const *keys, size_t count,
                            enum post_place place, struct err *err)
{
    struct maildir_source *maildir = self(source);

    TRY(open_all(maildir, err));
    for (size_t i = 0; i < count; i++) {
        if (move_away(maildir, keys[i], place))
            continue;
        if (errno == EXDEV)
            return ERR(err, RC_CONFIG, "cannot move letters from ", maildir->path, " to ",
                       maildir->places[place], ": put both on the same file system");
        else
            TRY(complain(maildir, "move away", keys[i], errno, err));
    }
    return RC_OK;
}

static enum rc maildir_watch(struct post_source *source, int *fd, bool *news, struct err *err)
{
    struct maildir_source *maildir = self(source);

    (void)err;
    *fd = maildir->notify;
    *news = drain_notify(maildir);
    return RC_OK;
}

static void maildir_close(struct post_source *source)
{
    struct maildir_source *maildir = self(source);

    mdir_close(&maildir->box);
    for (int i = 0; i < POST_PLACE_COUNT; i++)
        mdir_close(&maildir->place_boxes[i]);
    if (maildir->notify >= 0)
        close(maildir->notify);
    maildir->notify = -1;
}

static void maildir_free(struct post_source *source)
{
    struct maildir_source *maildir = self(source);

    for (int i = 0; i < POST_PLACE_COUNT; i++)
        free(maildir->places[i]);
    free(maildir->path);
    free(maildir);
}

static const struct post_source_ops ops = {
    .kind = "maildir",
    .scan = maildir_scan,
    .fetch = maildir_fetch,
    .done = maildir_done,
    .watch = maildir_watch,
    .close = maildir_close,
    .free = maildir_free,
};

static bool copy_paths(struct maildir_source *maildir, const struct post_maildir_config *config)
{
    struct buf aside = {0};

    if (config->aside_path)
        buf_put(&aside, config->aside_path);
    else
        buf_printf(&aside, "%s/.Aside", config->path);
    maildir->places[POST_PLACE_ASIDE] = buf_take(&aside);
    maildir->path = strdup(config->path);
    if (config->done_path)
        maildir->places[POST_PLACE_DONE] = strdup(config->done_path);
    return maildir->path && maildir->places[POST_PLACE_ASIDE] &&
           (!config->done_path || maildir->places[POST_PLACE_DONE]);
}

enum rc post_maildir_source_new(const struct post_maildir_config *config,
                                struct post_source **source, struct err *err)
{
    struct maildir_source *maildir;
    enum rc rc;

    FAIL_IF(!config->path || !config->path[0], err, RC_CONFIG, "the Maildir inbox needs a path");
    maildir = calloc(1, sizeof *maildir);
    FAIL_IF(!maildir, err, RC_NO_MEMORY, "out of memory for an inbox");
    maildir->box = BOX_CLOSED;
    for (int i = 0; i < POST_PLACE_COUNT; i++)
        maildir->place_boxes[i] = BOX_CLOSED;
    maildir->notify = -1;
    rc = post_source_init(&maildir->base, &ops, config->name, err);
    if (rc == RC_OK && !copy_paths(maildir, config))
        rc = ERR(err, RC_NO_MEMORY, "out of memory for an inbox");
    if (rc == RC_OK)
        *source = &maildir->base;
    else
        maildir_free(&maildir->base);
    return rc;
}
