/* SPDX-License-Identifier: MIT */
/* The thread of one inbox: fetches letters, has them read, and moves them away once the clerk
 * has them safe. */
#include "daemon/daemon.h"

#include <pthread.h>

#include "base/child.h"
#include "base/grow.h"
#include "outbound/forum_trouble.h"
#include "play/desk_open.h"
#include "schedule/schedule.h"
#include "schedule/mailroom.h"

enum {
    MAILDIR_POLL_MS = 1000,
    SLIPS_ROOM = INBOX_BAGS + 2 /* all bags, a look, a stop */
};

struct inbox {
    struct desk *desk;
    struct post_source *source;
    struct mailbag_hand hand;
    struct slips *ledger, *own;
    unsigned number;
    bool started;
    pthread_t thread;

    /* the thread's alone */
    unsigned bags;          /* on their way */
    struct mailbag **taken; /* taken in, and not put away: the replica does not hold them yet */
    size_t taken_count, taken_room;
    bool look, stopping;
    bool again; /* after a promotion: letters dealt with may have to come back first */
    int64_t settled_s;
    struct fault fault;
};

enum rc inbox_new(const struct desk *desk, struct post_source *source, struct mailbag_hand hand,
                  struct slips *ledger, unsigned number, struct inbox **inbox, struct err *err)
{
    OWN_AT(inbox) made = calloc(1, sizeof *made);

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for an inbox");
    made->source = source;
    made->hand = hand;
    made->ledger = ledger;
    made->number = number;
    made->settled_s = INT64_MIN;
    TRY(desk_open(desk->config, &desk->world, &desk->log, &made->desk, err));
    TRY(slips_new(SLIPS_ROOM, &made->own, err));
    *inbox = made;
    made = NULL;
    return RC_OK;
}

void inbox_free(struct inbox *inbox)
{
    if (!inbox)
        return;
    slips_free(inbox->own);
    free(inbox->taken);
    desk_close(inbox->desk);
    free(inbox);
}

struct slips *inbox_slips(struct inbox *inbox)
{
    return inbox->own;
}

/* ---- the thread ---- */

static void note(struct inbox *inbox, enum rc rc, const struct err *err)
{
    struct post_status status;

    post_source_status(inbox->source, &status);
    if (fault_note(&inbox->fault, &inbox->desk->log, "inbox", status.name, rc, err,
                   desk_now(inbox->desk)))
        mailroom_note(inbox->desk, inbox->source, rc, err);
}

static void put_away(struct inbox *inbox, struct mailbag *bag)
{
    struct err err = {0};
    enum rc rc = mailbag_put_away(inbox->desk, bag, &err);

    if (rc != RC_OK && rc != RC_LATER) /* which others tell of */
        note(inbox, rc, &err);
}

/* While the replica is away letters are taken in, and stay where they are. */
static void put_all_away(struct inbox *inbox)
{
    if (!inbox->taken_count || desk_secure(inbox->desk, NULL) != RC_OK)
        return;
    for (size_t i = 0; i < inbox->taken_count; i++)
        put_away(inbox, inbox->taken[i]);
    inbox->taken_count = 0;
}

static void keep_bag(struct inbox *inbox, struct mailbag *bag)
{
    struct mailbag **grown =
        grow_array(inbox->taken, inbox->taken_count, &inbox->taken_room, sizeof *grown);

    if (!grown) {
        put_away(inbox, bag);
        return;
    }
    mailbag_drop_bytes(bag);
    inbox->taken = grown;
    inbox->taken[inbox->taken_count++] = bag;
}

static void handle(struct inbox *inbox, const struct slip *slip)
{
    if (slip->kind == SLIP_STOP)
        inbox->stopping = true;
    else if (slip->kind == SLIP_LOOK)
        inbox->look = true;
    else if (slip->kind == SLIP_LETTERS) {
        inbox->bags--;
        keep_bag(inbox, slip->load);
    }
}

static void handle_all(struct inbox *inbox)
{
    struct slip slip;

    while (slips_take(inbox->own, 0, &slip))
        handle(inbox, &slip);
    put_all_away(inbox);
}

/* Tell how far everything is read, when it is farther than last told. */
static void tell_settled(struct inbox *inbox)
{
    struct slip slip = {.kind = SLIP_SETTLED,
                        .from = inbox->number,
                        .number = post_source_settled_s(inbox->source)};

    if (slip.number <= inbox->settled_s)
        return;
    inbox->settled_s = slip.number;
    slips_put(inbox->ledger, &slip);
}

/* What only the administrator can mend is written to him: the log alone is not read in time. */
static void note_forum(struct inbox *inbox)
{
    struct post_status status;
    struct err err = {0};

    post_source_status(inbox->source, &status);
    if (text_equal(status.name, "forum") &&
        forum_note_reached(inbox->desk, &status.last, &err) != RC_OK)
        log_error(&inbox->desk->log, LOG_WARNING, "forum", &err);
}

/* Returns whether that is behind us. */
static bool look_again(struct inbox *inbox)
{
    struct err err = {0};
    unsigned moved;
    enum rc rc = again_look(inbox->desk, slips_fd(inbox->own), &moved, &err);

    inbox->again = rc != RC_OK;
    if (inbox->again)
        note(inbox, rc, &err);
    return !inbox->again;
}

/* Returns whether more letters may wait. */
static bool fill_bag(struct inbox *inbox)
{
    struct slip slip = {.kind = SLIP_LETTERS, .from = inbox->number};
    struct mailbag *bag;
    struct err err = {0};
    bool more;
    enum rc rc = mailbag_fill(inbox->desk, &inbox->hand, inbox->source, &bag, &more, &err);

    note(inbox, rc, &err);
    note_forum(inbox);
    if (bag) {
        slip.load = bag;
        inbox->bags++;
        slips_put(inbox->ledger, &slip);
    }
    return more && rc == RC_OK;
}

static int poll_ms(const struct inbox *inbox)
{
    struct post_status status;

    post_source_status(inbox->source, &status);
    if (text_equal(status.kind, "maildir"))
        return MAILDIR_POLL_MS;
    return (int)(text_equal(status.name, "forum") ? inbox->desk->config->forum.poll_s
                                                  : inbox->desk->config->poll_s) *
           1000;
}

/* Until a slip comes, the inbox has news, or it is time to look again. */
static void rest(struct inbox *inbox)
{
    struct err err = {0};
    bool news;

    if (post_wait(&inbox->source, 1, slips_fd(inbox->own), poll_ms(inbox), &news, &err) != RC_OK)
        note(inbox, err.rc, &err);
    inbox->look = news || !fd_is_readable(slips_fd(inbox->own), 0);
}

static void *run(void *user)
{
    struct inbox *inbox = user;

    inbox->look = true;
    inbox->again = again_is_for(inbox->source);
    while (handle_all(inbox), !inbox->stopping) {
        tell_settled(inbox);
        if (inbox->bags == INBOX_BAGS)
            fd_is_readable(slips_fd(inbox->own), -1);
        else if (inbox->look)
            inbox->look = (!inbox->again || look_again(inbox)) && fill_bag(inbox);
        else
            rest(inbox);
    }
    while (inbox->bags) {
        fd_is_readable(slips_fd(inbox->own), -1);
        handle_all(inbox);
    }
    for (size_t i = 0; i < inbox->taken_count; i++)
        mailbag_give_back(inbox->taken[i]);
    return NULL;
}

enum rc inbox_start(struct inbox *inbox, struct err *err)
{
    inbox->started = pthread_create(&inbox->thread, NULL, run, inbox) == 0;
    if (inbox->started)
        pthread_setname_np(inbox->thread, "inbox");
    return inbox->started ? RC_OK : ERR(err, RC_NO_MEMORY, "no thread for an inbox");
}

void inbox_stop(struct inbox *inbox)
{
    if (!inbox || !inbox->started)
        return;
    slips_put(inbox->own, &(struct slip){.kind = SLIP_STOP});
    pthread_join(inbox->thread, NULL);
    inbox->started = false;
}
