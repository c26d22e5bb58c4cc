#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "post/maildir_box.h"
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
    struct text text;

    if (!at || at == address || at[1] == '\0' || address[0] == '.' || plus == address)
        return false;
    text_init(&text, name, MAILBOX_BYTES);
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

/* link(2) fails when the name exists: a letter delivered twice is in the box once. */
static bool deliver(const struct box *box, const struct post_job *job, const struct buf *file)
{
    char tmp[BOX_NAME_BYTES];
    bool linked;
    int error;

    mdir_unique_name(tmp);
    linked =
        write_synced(box->fds[BOX_TMP], tmp, file) &&
        (linkat(box->fds[BOX_TMP], tmp, box->fds[BOX_NEW], job->id, 0) == 0 || errno == EEXIST) &&
        fsync(box->fds[BOX_NEW]) == 0;
    error = errno;
    (void)unlinkat(box->fds[BOX_TMP], tmp, 0);
    errno = error;
    return linked;
}

/* Deliver into an open box, unless an earlier try did and the reader moved the letter to cur. */
static void put_in_box(const struct box *box, struct post_job *job)
{
    char name[BOX_FILE_BYTES];
    struct buf file = {0};
    enum mdir_folder folder;

    if (job->again && mdir_find(box, job->id, &folder, name)) {
        post_job_set(job, POST_ACCEPTED, 250, "delivered by an earlier try");
        return;
    }
    compose(job, &file);
    if (file.failed)
        post_job_set(job, POST_TEMPORARY, 451, "out of memory");
    else if (deliver(box, job, &file))
        post_job_set(job, POST_ACCEPTED, 250, "delivered");
    else
        post_job_set(job, POST_TEMPORARY, 451, strerror(errno));
    buf_wipe(&file);
}

static void send_one(const struct maildir_sink *maildir, struct post_job *job)
{
    char mailbox[MAILBOX_BYTES];
    struct err error = {0};
    struct buf path = {0};
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
    buf_fini(&path);
}

static enum rc maildir_check(struct post_sink *sink, struct err *err)
{
    const struct maildir_sink *maildir = self(sink);

    if (access(maildir->root, W_OK | X_OK) == 0)
        return RC_OK;
    if (errno == ENOENT)
        return ERR(err, RC_NOT_FOUND, "no folder ", maildir->root,
                   " for the mailboxes: make it, or correct the path");
    return ERR(err, mdir_rc(errno), "cannot write to ", maildir->root, ": ", strerror(errno));
}

static enum rc maildir_send(struct post_sink *sink, struct post_job *jobs, size_t count,
                            struct err *err)
{
    enum rc rc = maildir_check(sink, err);

    for (size_t i = 0; i < count && rc == RC_OK; i++)
        if (jobs[i].fate == POST_UNTRIED)
            send_one(self(sink), &jobs[i]);
    return rc;
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
    if (!maildir)
        return ERR(err, RC_NO_MEMORY, "out of memory for an outlet");
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
