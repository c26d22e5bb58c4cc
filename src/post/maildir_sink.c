/* SPDX-License-Identifier: MIT */
/* Delivers letters out into Maildirs, each once. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "post/maildir_folder.h"
#include "post/post_config.h"
#include "post/post_p.h"

enum { MAILBOX_BYTES = 256 };

struct maildir_sink {
    struct post_sink base;
    char *root;
    bool make_boxes;
};

static struct maildir_sink *self(struct post_sink *sink)
{
    return (struct maildir_sink *)sink;
}

static bool may_stand_in_mailbox(char c)
{
    return text_is_letter(c) || text_is_digit(c) || strchr(".-_=@", c) || (unsigned char)c >= 0x80;
}

/* The folder's name for an address: lower case, without the subaddress (RFC 5233).
 * False for addresses that cannot name a folder. */
static bool mailbox_of(const char *address, char name[MAILBOX_BYTES])
{
    const char *at = strrchr(address, '@');
    const char *plus = strchr(address, '+');
    struct text text = text_in(name, MAILBOX_BYTES);

    if (!at || at == address || at[1] == '\0' || address[0] == '.' || plus == address)
        return false;
    for (const char *c = address; *c; c++) {
        if (plus && c == plus && plus < at)
            c = at;
        if (!may_stand_in_mailbox(*c) || (*c == '@' && c != at))
            return false;
        text_put_char(&text, text_lower(*c));
    }
    return !text.cut;
}

/* The file as a mail system delivers it: trace fields on top (RFC 5321 4.4), lines end in LF. */
static void compose(const struct post_job *job, struct buf *file)
{
    const char *end = job->bytes + job->length;

    buf_printf(file, "Return-Path: <%s>\nDelivered-To: %s\n", job->from, job->to);
    for (const char *at = job->bytes; at < end;) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        const char *stop = feed ? feed : end;

        buf_put_bytes(file, at, (size_t)(stop - at) - (feed && feed > at && feed[-1] == '\r'));
        if (feed)
            buf_put_char(file, '\n');
        at = feed ? feed + 1 : end;
    }
}

static bool write_synced(int folder, const char *name, const struct buf *file)
{
    int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600), error;

    if (fd < 0)
        return false;
    if (mdir_write(fd, file->at, file->length) && fsync(fd) == 0)
        return close(fd) == 0;
    error = errno;
    close(fd);
    errno = error;
    return false;
}

/* Does a file of the box hold these very bytes? */
static bool is_same(const struct box *box, enum mdir_folder folder, const char *name,
                    const struct buf *file)
{
    int fd = openat(box->fds[folder], name, O_RDONLY | O_CLOEXEC);
    size_t at = 0;
    ssize_t count = 1;
    char block[4096];
    bool same = fd >= 0;

    while (same && (count = read(fd, block, sizeof block)) > 0) {
        same =
            (size_t)count <= file->length - at && memcmp(file->at + at, block, (size_t)count) == 0;
        at += (size_t)count;
    }
    if (fd >= 0)
        close(fd);
    return same && count == 0 && at == file->length;
}

enum { NAMES_MOST = 1000 };

/* A letter's name is its job's. Where another letter has that name, since the ledger that counted
 * it was replaced by an older one, a number goes behind it. */
static void name_letter(const struct post_job *job, unsigned try, char name[BOX_FILE_BYTES])
{
    struct text text = text_in(name, BOX_FILE_BYTES);

    text_put(&text, job->id);
    if (try > 1)
        TEXT_PUT(&text, "-", TEXT_INT(try));
}

/* link(2) fails when the name exists: a letter delivered twice is in the box once. */
static bool link_once(const struct box *box, const struct post_job *job, const char *tmp,
                      const struct buf *file)
{
    char name[BOX_FILE_BYTES];

    for (unsigned try = 1; try < NAMES_MOST; try++) {
        name_letter(job, try, name);
        if (linkat(box->fds[FOLDER_TMP], tmp, box->fds[FOLDER_NEW], name, 0) == 0)
            return true;
        if (errno != EEXIST)
            return false;
        if (is_same(box, FOLDER_NEW, name, file))
            return true;
    }
    return false;
}

static bool deliver(const struct box *box, const struct post_job *job, const struct buf *file)
{
    char tmp[FOLDER_NAME_BYTES];
    bool linked;
    int error;

    mdir_unique_name(tmp);
    linked = write_synced(box->fds[FOLDER_TMP], tmp, file) && link_once(box, job, tmp, file) &&
             fsync(box->fds[FOLDER_NEW]) == 0;
    error = errno;
    (void)unlinkat(box->fds[FOLDER_TMP], tmp, 0);
    errno = error;
    return linked;
}

/* Did an earlier try deliver it, wherever its reader moved it since? */
static bool is_there(const struct box *box, const struct post_job *job, const struct buf *file)
{
    char base[BOX_FILE_BYTES], name[BOX_FILE_BYTES];
    enum mdir_folder folder;

    for (unsigned try = 1; try < NAMES_MOST; try++) {
        name_letter(job, try, base);
        if (!mdir_find(box, base, &folder, name))
            return false;
        if (is_same(box, folder, name, file))
            return true;
    }
    return false;
}

/* That try may have failed to sync what it laid there, or have been stopped before. */
static bool is_kept(const struct box *box, const struct post_job *job, const struct buf *file)
{
    return is_there(box, job, file) && fsync(box->fds[FOLDER_NEW]) == 0 &&
           fsync(box->fds[FOLDER_CUR]) == 0;
}

/* Deliver into an open box, unless an earlier try did and the reader moved the letter to cur. */
static void put_in_box(const struct box *box, struct post_job *job)
{
    OWN_WIPED(buf) file = {0};

    compose(job, &file);
    if (file.failed)
        post_job_set(job, POST_TEMPORARY, 451, "out of memory");
    else if (job->again && is_kept(box, job, &file))
        post_job_set(job, POST_ACCEPTED, 250, "delivered by an earlier try");
    else if (deliver(box, job, &file))
        post_job_set(job, POST_ACCEPTED, 250, "delivered");
    else
        post_job_set(job, POST_TEMPORARY, 451, strerror(errno));
}

static void send_one(const struct maildir_sink *maildir, struct post_job *job)
{
    char mailbox[MAILBOX_BYTES];
    struct err error = {0};
    OWN(buf) path = {0};
    struct box box;
    enum rc rc;

    if (!mailbox_of(job->to, mailbox)) {
        post_job_set(job, POST_PERMANENT, 553, "this address cannot name a mailbox");
        return;
    }
    buf_printf(&path, "%s/%s", maildir->root, mailbox);
    rc = path.failed ? RC_NO_MEMORY : mdir_open(&box, buf_text(&path), maildir->make_boxes, &error);
    if (rc == RC_OK) {
        put_in_box(&box, job);
        mdir_close(&box);
    } else if (rc == RC_NOT_FOUND) {
        post_job_set(job, POST_PERMANENT, 550, "no such mailbox");
    } else {
        post_job_set(job, POST_TEMPORARY, 451, error.text);
    }
}

static enum rc maildir_check(struct post_sink *sink, struct err *err)
{
    const struct maildir_sink *maildir = self(sink);

    if (access(maildir->root, W_OK | X_OK) == 0)
        return RC_OK;
    FAIL_IF(errno == ENOENT, err, RC_NOT_FOUND, "no folder ", maildir->root,
            " for the mailboxes: make it, or correct the path");
    return ERR(err, mdir_rc(errno), "cannot write to ", maildir->root, ": ", strerror(errno));
}

static enum rc maildir_send(struct post_sink *sink, struct post_job *jobs, size_t count,
                            struct err *err)
{
    TRY(maildir_check(sink, err));
    for (size_t i = 0; i < count; i++)
        if (jobs[i].fate == POST_UNTRIED)
            send_one(self(sink), &jobs[i]);
    return RC_OK;
}

static void maildir_close(struct post_sink *sink)
{
    (void)sink;
}

static void maildir_free(struct post_sink *sink)
{
    free(self(sink)->root);
    free(sink);
}

static const struct post_sink_ops ops = {
    .kind = "maildir",
    .send = maildir_send,
    .check = maildir_check,
    .close = maildir_close,
    .free = maildir_free,
};

enum rc post_maildir_sink_new(const struct post_maildir_sink_config *config,
                              struct post_sink **sink, struct err *err)
{
    struct maildir_sink *maildir;
    enum rc rc;

    if (!config->root || !config->root[0])
        return ERR(err, RC_CONFIG, "the Maildir outlet needs a root folder");
    maildir = calloc(1, sizeof *maildir);
    FAIL_IF(!maildir, err, RC_NO_MEMORY, "out of memory for an outlet");
    rc = post_sink_init(&maildir->base, &ops, config->name, err);
    maildir->root = strdup(config->root);
    maildir->make_boxes = config->make_boxes;
    if (rc == RC_OK && !maildir->root)
        rc = ERR(err, RC_NO_MEMORY, "out of memory for an outlet");
    if (rc == RC_OK)
        *sink = &maildir->base;
    else
        maildir_free(&maildir->base);
    return rc;
}
