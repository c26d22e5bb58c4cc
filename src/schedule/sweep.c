/* SPDX-License-Identifier: MIT */
/* Removes letters from mailboxes after they were dealt with. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "schedule/schedule.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <unistd.h>

#include "letter/classify.h"
#include "letter/mime_in.h"
#include "reader/reader.h"
#include "schedule/mailroom.h"

enum { BATCH = 64, HEAD_MOST = 65536, OPEN_FILES = 16 };

/* ---- Maildirs of players ---- */

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *at)
{
    (void)status;
    (void)kind;
    (void)at;
    return remove(path);
}

/* A name that leads out of the folder of Maildirs is nobody's mailbox; nor is the robot's his. */
static bool is_his(const struct config *config, const char *address)
{
    return address[0] && address[0] != '.' && !strchr(address, '/') && strchr(address, '@') &&
           !letter_same_mailbox(address, config->address);
}

enum rc sweep_mailboxes(const struct config *config, const struct sweep *sweep, unsigned *gone,
                        struct err *err)
{
    char box[CONFIG_TEXT_BYTES];

    *gone = 0;
    for (unsigned i = 0; config->transport == CONFIG_MAILDIR && i < sweep->count; i++) {
        if (!is_his(config, sweep->address[i]) || !mailroom_inbox(config, sweep->address[i], box) ||
            access(box, F_OK) != 0)
            continue;
        FAIL_IF(nftw(box, remove_one, OPEN_FILES, FTW_DEPTH | FTW_PHYS) != 0, err, RC_IO,
                "a mailbox in ", config->maildirs, " cannot be removed: ", strerror(errno));
        (*gone)++;
    }
    return RC_OK;
}

/* ---- folders of the robot ---- */

struct sweeping {
    const struct sweep *sweep;
    struct reader *reader;
    unsigned gone;
};

static bool is_from(const struct sweep *sweep, const struct letter *letter)
{
    for (unsigned i = 0; i < sweep->count; i++)
        if (letter_same_mailbox(letter->from.address, sweep->address[i]))
            return true;
    return false;
}

/* What cannot be read is nobody's, and goes with its age. */
static enum rc is_to_go(const struct sweeping *sweeping, struct post_source *source,
                        const struct post_letter *listed, bool *goes, struct err *err)
{
    OWN(letter) letter = {0};
    OWN_WIPED(buf) raw = {0};
    enum rc rc;

    *goes = listed->arrived_s < sweeping->sweep->before_s;
    if (*goes || !sweeping->sweep->count)
        return RC_OK;
    rc = post_source_fetch(source, listed, HEAD_MOST, &raw, err);
    if (rc == RC_OK &&
        reader_letter(sweeping->reader, NULL, buf_text(&raw), raw.length, &letter, NULL) == RC_OK)
        *goes = is_from(sweeping->sweep, &letter);
    return rc == RC_NOT_FOUND || rc == RC_REFUSED ? RC_OK : rc;
}

static enum rc sweep_batch(struct sweeping *sweeping, struct post_source *source,
                           const struct post_letter letters[], size_t count, struct err *err)
{
    const char *ids[BATCH];
    size_t going = 0;
    enum rc rc = RC_OK;

    for (size_t i = 0; i < count && rc == RC_OK; i++) {
        bool goes = false;

        rc = is_to_go(sweeping, source, &letters[i], &goes, err);
        if (goes)
            ids[going++] = letters[i].id;
    }
    if (rc == RC_OK && going)
        rc = post_source_done(source, ids, going, POST_PLACE_DONE, err);
    sweeping->gone += rc == RC_OK ? (unsigned)going : 0;
    return rc;
}

/* Letters that stay are not given back: each is looked at once. */
static enum rc sweep_source(struct sweeping *sweeping, struct post_source *source, int64_t now_s,
                            struct err *err)
{
    struct post_letter letters[BATCH];
    size_t count = BATCH;

    while (count == BATCH) {
        TRY(post_source_list(source, now_s, letters, BATCH, &count, err));
        TRY(sweep_batch(sweeping, source, letters, count, err));
    }
    return RC_OK;
}

enum rc sweep_processed(const struct config *config, struct reader *reader,
                        const struct sweep *sweep, unsigned *gone, struct err *err)
{
    struct sweeping sweeping = {.sweep = sweep, .reader = reader};
    enum rc first = RC_OK;

    for (unsigned i = 0; i < MAILROOM_SHELVES; i++) {
        OWN_AT(post_source) source = NULL;
        struct err own = {0};
        enum rc rc = mailroom_shelf(config, i, &source, &own);

        if (rc == RC_OK && source)
            rc = sweep_source(&sweeping, source, desk_world_system.now(NULL), &own);
        if (rc != RC_OK && rc != RC_NOT_FOUND && first == RC_OK) /* no folder: nothing to do */
            first = ERR(err, rc, own.text);
    }
    *gone = sweeping.gone;
    return first;
}
