/* SPDX-License-Identifier: MIT */
#include "dispatch/publish.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "dispatch/bounces.h"
#include "dispatch/compose.h"
#include "dispatch/outgoing.h"
#include "dispatch/lost.h"
#include "dispatch/outbox.h"
#include "ledger/facts.h"
#include "ledger/letters.h"
#include "ledger/work.h"
#include "match/desk_open.h"
#include "people/people.h"
#include "server/follower.h"

enum { RETRY_MOST_S = 4 * 3600, FROZEN_RETRY_S = 3600, BROKEN_RETRY_S = 3600, NOTE_BYTES = 200 };

struct parcel {
    int64_t out;
    int place;
    int64_t address;
    int tries;
    int64_t game, made_s;
    char message_id[LEDGER_MESSAGE_ID_MAX + 1];
    char to[PERSON_ADDRESS_BYTES];
    bool fresh;   /* to be composed, or composed and not yet kept */
    bool failed;  /* see err */
    bool left;    /* not begun or not sent: the program is to stop, or the replica is away */
    bool stopped; /* letters to its address come back: it is not sent */
    struct err err;
    struct compose_letter letter;
    struct post_job job; /* its fate once it was sent */
};

enum { WORKERS_MOST = 64 };

struct publisher {
    int stop_fd;
    unsigned workers;
    struct desk *own[WORKERS_MOST]; /* one for each worker */
};

struct publish_batch {
    unsigned count;
    struct parcel parcel[PUBLISH_BATCH];
};

/* ---- what is due ---- */

struct gathering {
    struct publish_batch *batch;
    struct publish_batch *const *others;
    unsigned other_count;
};

static bool holds(const struct publish_batch *batch, const struct ledger_delivery *row)
{
    for (unsigned i = 0; i < batch->count; i++)
        if (batch->parcel[i].out == row->out && batch->parcel[i].place == row->place)
            return true;
    return false;
}

static enum rc note_due(void *user, const struct ledger_delivery *row, struct err *err)
{
    const struct gathering *gathering = user;
    struct publish_batch *batch = gathering->batch;

    (void)err;
    for (unsigned i = 0; i < gathering->other_count; i++)
        if (gathering->others[i] && holds(gathering->others[i], row))
            return RC_OK;
    if (batch->count < PUBLISH_BATCH)
        batch->parcel[batch->count++] = (struct parcel){
            .out = row->out, .place = row->place, .address = row->address, .tries = row->tries};
    return RC_OK;
}

static enum rc note_out(void *user, const struct ledger_out *row, struct err *err)
{
    struct parcel *parcel = user;

    (void)err;
    parcel->game = row->game;
    parcel->made_s = row->made_s;
    text_copy(parcel->message_id, sizeof parcel->message_id, row->message_id);
    return RC_OK;
}

static enum rc address_parcel(struct desk *desk, struct parcel *parcel, struct err *err)
{
    enum rc rc = ledger_out_get(desk->ledger, parcel->out, note_out, parcel, err);

    if (rc != RC_OK)
        return rc;
    return parcel->address ? people_address(desk, parcel->address, parcel->to, err)
                           : outbox_destination(desk, parcel->out, parcel->place, parcel->made_s,
                                                parcel->to, sizeof parcel->to, err);
}

/* ---- bytes ---- */

static enum rc read_kept(struct desk *desk, struct parcel *parcel, struct err *err)
{
    struct outgoing kept = {.out = parcel->out, .game = parcel->game, .made_s = parcel->made_s};
    enum rc rc = outgoing_read(desk, &kept, err);

    if (rc != RC_OK) {
        buf_wipe(&kept.bytes);
        return rc;
    }
    parcel->letter.bytes = kept.bytes;
    text_copy(parcel->letter.from, sizeof parcel->letter.from, kept.from);
    snprintf(parcel->letter.id, sizeof parcel->letter.id, "out-%lld", (long long)parcel->out);
    return RC_OK;
}

static enum rc keep(struct desk *desk, const struct parcel *parcel, struct err *err)
{
    struct outgoing kept = {.out = parcel->out,
                            .game = parcel->game,
                            .made_s = parcel->made_s,
                            .bytes = parcel->letter.bytes}; /* borrowed */

    text_copy(kept.from, sizeof kept.from, parcel->letter.from);
    return outgoing_write(desk, &kept, err);
}

static enum rc keep_all(struct desk *desk, struct publish_batch *batch, struct err *err)
{
    enum rc rc = RC_OK;

    for (unsigned i = 0; i < batch->count && rc == RC_OK; i++) {
        struct parcel *parcel = &batch->parcel[i];

        if (!parcel->fresh || parcel->failed || parcel->left)
            continue;
        rc = keep(desk, parcel, NULL);
        if (rc == RC_EXISTS) { /* another program composed it meanwhile: its bytes count */
            buf_wipe(&parcel->letter.bytes);
            rc = read_kept(desk, parcel, err);
        } else if (rc != RC_OK)
            rc = ERR(err, rc, "a composed letter cannot be kept");
    }
    return rc;
}

static bool any_fresh(const struct publish_batch *batch)
{
    for (unsigned i = 0; i < batch->count; i++)
        if (batch->parcel[i].fresh && !batch->parcel[i].failed && !batch->parcel[i].left)
            return true;
    return false;
}

static enum rc end_change(struct desk *desk, enum rc rc, struct err *err)
{
    if (rc == RC_OK)
        return desk_commit(desk, err);
    desk_rollback(desk);
    return rc;
}

enum rc publish_keep(struct desk *desk, struct publish_batch *batch, struct err *err)
{
    enum rc rc;

    if (!any_fresh(batch))
        return RC_OK;
    rc = desk_begin(desk, err);
    return rc == RC_OK ? end_change(desk, keep_all(desk, batch, err), err) : rc;
}

/* A letter that cannot be addressed must not hold up the others. */
static void prepare(struct desk *desk, struct parcel *parcel)
{
    enum rc rc = address_parcel(desk, parcel, &parcel->err);

    if (rc == RC_OK && parcel->address)
        rc = bounces_is_stopped(desk, parcel->address, &parcel->stopped, &parcel->err);
    if (parcel->stopped) {
        parcel->job = (struct post_job){.fate = POST_PERMANENT};
        text_copy(parcel->job.text, sizeof parcel->job.text, "letters to this address come back");
        return;
    }
    if (rc == RC_OK) {
        rc = read_kept(desk, parcel, NULL);
        parcel->fresh = rc == RC_NOT_FOUND;
    }
    parcel->failed = rc != RC_OK && !parcel->fresh;
    if (parcel->failed && parcel->err.rc == RC_OK)
        parcel->failed = ERR(&parcel->err, rc, "the letter's bytes cannot be read") != RC_OK;
}

enum rc publish_gather(struct desk *desk, struct publish_batch *const *others, unsigned other_count,
                       struct publish_batch **batch, struct err *err)
{
    struct publish_batch *made = calloc(1, sizeof *made);
    struct gathering gathering = {made, others, other_count};
    unsigned most = PUBLISH_BATCH;
    enum rc rc;

    *batch = NULL;
    if (!made)
        return ERR(err, RC_NO_MEMORY, "no memory for letters");
    for (unsigned i = 0; i < other_count; i++)
        most += others[i] ? others[i]->count : 0;
    rc = ledger_deliveries_due(desk->ledger, LEDGER_BY_MAIL, desk_now(desk), (int)most, note_due,
                               &gathering, err);
    for (unsigned i = 0; rc == RC_OK && i < made->count; i++)
        prepare(desk, &made->parcel[i]);
    if (rc == RC_OK && made->count)
        *batch = made;
    else
        publish_free(made);
    return rc;
}

unsigned publish_count(const struct publish_batch *batch)
{
    return batch->count;
}

void publish_free(struct publish_batch *batch)
{
    for (unsigned i = 0; batch && i < batch->count; i++)
        buf_wipe(&batch->parcel[i].letter.bytes);
    free(batch);
}

/* ---- composing, by one or by many ---- */

static void compose_one(struct desk *desk, struct parcel *parcel)
{
    enum rc rc = compose_letter(desk, parcel->out, &parcel->letter, &parcel->err);

    parcel->left = rc == RC_LATER; /* nothing is wrong with it */
    parcel->failed = rc != RC_OK && !parcel->left;
    if (parcel->failed && parcel->err.rc == RC_OK)
        parcel->failed = ERR(&parcel->err, rc, "a letter cannot be composed") != RC_OK;
}

/* While the replica is away only the administrator hears of anything, in letters of no game. */
static void leave_but_keeper(const struct config *config, struct publish_batch *batch)
{
    for (unsigned i = 0; i < batch->count; i++) {
        struct parcel *parcel = &batch->parcel[i];

        if (!parcel->failed && !parcel->stopped)
            parcel->left =
                parcel->game || !config->keeper[0] || strcasecmp(parcel->to, config->keeper) != 0;
    }
}

/* Workers take parcels from one counter, and touch no other's. */
struct composing {
    struct publish_batch *batch;
    int stop_fd;
    atomic_uint next;
};

struct worker {
    struct composing *composing;
    struct desk *desk;
};

static bool must_stop(int stop_fd)
{
    struct pollfd fd = {.fd = stop_fd, .events = POLLIN};

    return stop_fd >= 0 && poll(&fd, 1, 0) > 0;
}

static void *work(void *user)
{
    const struct worker *worker = user;
    struct composing *composing = worker->composing;
    struct publish_batch *batch = composing->batch;
    unsigned i;

    while ((i = atomic_fetch_add(&composing->next, 1)) < batch->count) {
        struct parcel *parcel = &batch->parcel[i];

        if (!parcel->fresh || parcel->failed || parcel->left)
            continue;
        parcel->left = must_stop(composing->stop_fd);
        if (!parcel->left)
            compose_one(worker->desk, parcel);
    }
    return NULL;
}

/* The caller works along, so that a thread that cannot be started only makes it slower. */
void publish_compose(struct publisher *publisher, struct publish_batch *batch)
{
    struct composing composing = {.batch = batch, .stop_fd = publisher->stop_fd};
    struct worker worker[WORKERS_MOST];
    pthread_t thread[WORKERS_MOST];
    unsigned fresh = 0, count, started = 0;

    for (unsigned i = 0; i < batch->count; i++)
        fresh += batch->parcel[i].fresh && !batch->parcel[i].failed;
    if (!fresh)
        return;
    /* One wait for all: what each of them asks for again is there then. */
    if (follower_await(publisher->own[0]->follower, NULL) != RC_OK)
        leave_but_keeper(publisher->own[0]->config, batch);
    count = fresh < publisher->workers ? fresh : publisher->workers;
    for (unsigned i = 0; i < count; i++)
        worker[i] = (struct worker){&composing, publisher->own[i]};
    while (started + 1 < count &&
           pthread_create(&thread[started], NULL, work, &worker[started + 1]) == 0)
        started++;
    work(&worker[0]);
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

/* ---- handing over ---- */

/* Seconds until the next try after so many: [mail] retry, doubled each time. */
static int64_t retry_delay(const struct config *config, int tries)
{
    int64_t delay = config->retry_s;

    while (tries-- > 0 && delay < RETRY_MOST_S)
        delay *= 2;
    return delay < RETRY_MOST_S || config->retry_s >= RETRY_MOST_S ? delay : RETRY_MOST_S;
}

/* The other side likes to repeat whom a letter was for. Neither ledger nor log keep that in clear.
 */
static void hide_address(const char *text, const char *address, char out[NOTE_BYTES])
{
    size_t length = strlen(address);
    struct text note;

    text_init(&note, out, NOTE_BYTES);
    while (*text)
        if (length && strncasecmp(text, address, length) == 0) {
            text_put(&note, "(address)");
            text += length;
        } else
            text_put_char(&note, *text++);
}

/* Whom a lasting refusal concerns depends on who was addressed: an account's address counts towards
 * its stop, unless only the letter was not taken; a stranger's invitation comes back to who
 * invited.
 */
static enum rc note_fate(struct desk *desk, const struct parcel *parcel, const struct post_job *job,
                         struct err *err)
{
    int64_t now = desk_now(desk);
    char note[NOTE_BYTES];
    bool too_late = now - parcel->made_s > desk->config->retry_for_s;
    bool ended = job->fate == POST_PERMANENT || job->fate == POST_REFUSED;

    hide_address(job->text, parcel->to, note);
    if (job->fate == POST_ACCEPTED)
        return ledger_delivery_end(desk->ledger, parcel->out, parcel->place, LEDGER_DELIVERY_SENT,
                                   now, "", err);
    if (job->fate == POST_PERMANENT && parcel->address && !parcel->stopped) {
        enum rc rc = bounces_count(desk, parcel->address, BOUNCE_HARD, err);

        if (rc != RC_OK)
            return rc;
    } else if (ended && !parcel->address) {
        enum rc rc = lost_invitation(desk, parcel->out, err);

        if (rc != RC_OK)
            return rc;
    }
    if (ended || too_late)
        return ledger_delivery_end(desk->ledger, parcel->out, parcel->place,
                                   ended ? LEDGER_DELIVERY_REFUSED : LEDGER_DELIVERY_GIVEN_UP, now,
                                   note, err);
    return ledger_delivery_again(desk->ledger, parcel->out, parcel->place,
                                 now + retry_delay(desk->config, parcel->tries), note, err);
}

static enum rc note_player(void *user, const struct ledger_address *row, struct err *err)
{
    (void)err;
    *(int64_t *)user = row->player;
    return RC_OK;
}

static void log_fate(const struct desk *desk, const struct parcel *parcel,
                     const struct post_job *job)
{
    static const char *const words[POST_FATE_COUNT] = {[POST_UNTRIED] = "untried",
                                                       [POST_ACCEPTED] = "sent",
                                                       [POST_TEMPORARY] = "later",
                                                       [POST_PERMANENT] = "refused",
                                                       [POST_REFUSED] = "not-taken"};
    char number[TEXT_INT_BYTES], game[TEXT_INT_BYTES], who[TEXT_INT_BYTES], note[NOTE_BYTES];
    int64_t player = 0;

    if (parcel->address &&
        ledger_address_get(desk->ledger, parcel->address, note_player, &player, NULL) != RC_OK)
        player = 0; /* the line is worth more than this word of it */
    hide_address(job->text, parcel->to, note);
    LOG(&desk->log, job->fate == POST_ACCEPTED ? LOG_INFO : LOG_WARNING, "letter-out", "out",
        text_of_int(number, parcel->out), "game",
        parcel->game ? text_of_int(game, parcel->game) : NULL, "player",
        player ? text_of_int(who, player) : NULL, "message_id", parcel->message_id, "fate",
        words[job->fate], "text", note[0] ? note : NULL);
}

static enum rc note_failed(struct desk *desk, const struct parcel *parcel, struct err *err)
{
    int64_t later = parcel->err.rc == RC_FROZEN ? FROZEN_RETRY_S : BROKEN_RETRY_S;

    log_error(&desk->log, LOG_ERROR, "letter-not-composed", &parcel->err);
    return ledger_delivery_again(desk->ledger, parcel->out, parcel->place, desk_now(desk) + later,
                                 parcel->err.text, err);
}

static bool is_news(const struct parcel *parcel)
{
    return parcel->failed || parcel->job.fate != POST_UNTRIED;
}

enum rc publish_note(struct desk *desk, struct publish_batch *batch, struct err *err)
{
    unsigned news = 0;
    enum rc rc;

    for (unsigned i = 0; i < batch->count; i++)
        news += is_news(&batch->parcel[i]);
    if (!news)
        return RC_OK;
    rc = desk_begin(desk, err);
    if (rc != RC_OK)
        return rc;
    for (unsigned i = 0; i < batch->count && rc == RC_OK; i++) {
        const struct parcel *parcel = &batch->parcel[i];

        if (parcel->failed)
            rc = note_failed(desk, parcel, err);
        else if (is_news(parcel)) {
            log_fate(desk, parcel, &parcel->job);
            rc = note_fate(desk, parcel, &parcel->job, err);
        }
    }
    return end_change(desk, rc, err);
}

static bool can_go(const struct parcel *parcel)
{
    return !parcel->failed && !parcel->left && !parcel->stopped;
}

static unsigned make_jobs(const struct publish_batch *batch, struct post_job *jobs)
{
    unsigned count = 0;

    for (unsigned i = 0; i < batch->count; i++) {
        const struct parcel *parcel = &batch->parcel[i];

        if (can_go(parcel))
            jobs[count++] = (struct post_job){.id = parcel->letter.id,
                                              .from = parcel->letter.from,
                                              .to = parcel->to,
                                              .bytes = parcel->letter.bytes.at,
                                              .length = parcel->letter.bytes.length,
                                              .again = !parcel->fresh};
    }
    return count;
}

enum rc publish_send(const struct desk *desk, struct publish_batch *batch, struct post_sink *sink,
                     struct err *err)
{
    struct post_job *jobs = calloc(PUBLISH_BATCH, sizeof *jobs);
    unsigned count, next = 0;
    enum rc rc = RC_OK, held;

    if (!jobs)
        return ERR(err, RC_NO_MEMORY, "no memory for letters");
    held = follower_await(desk->follower, err);
    if (held != RC_OK)
        leave_but_keeper(desk->config, batch);
    count = make_jobs(batch, jobs);
    desk_step(desk, "before send");
    if (count)
        rc = post_sink_send(sink, desk_now(desk), jobs, count, held == RC_OK ? err : NULL);
    desk_step(desk, "after send");
    for (unsigned i = 0; i < batch->count; i++)
        if (can_go(&batch->parcel[i]))
            batch->parcel[i].job = jobs[next++];
    free(jobs);
    return held != RC_OK ? held : rc;
}

/* ---- the publisher ---- */

enum rc publisher_new(const struct desk *desk, unsigned workers, int stop_fd,
                      struct publisher **publisher, struct err *err)
{
    struct publisher *made = calloc(1, sizeof *made);
    enum rc rc = RC_OK;

    if (!made)
        return ERR(err, RC_NO_MEMORY, "no memory for letters");
    made->stop_fd = stop_fd;
    made->workers = workers < 1 ? 1 : workers > WORKERS_MOST ? WORKERS_MOST : workers;
    for (unsigned i = 0; i < made->workers && rc == RC_OK; i++)
        rc = desk_open(desk->config, &desk->world, &desk->log, desk->library, &made->own[i], err);
    if (rc == RC_OK)
        *publisher = made;
    else
        publisher_free(made);
    return rc;
}

void publisher_free(struct publisher *publisher)
{
    for (unsigned i = 0; publisher && i < WORKERS_MOST; i++)
        desk_close(publisher->own[i]);
    free(publisher);
}

static enum rc go_all_ways(struct desk *desk, struct publisher *publisher, struct post_sink *sink,
                           struct publish_batch *batch, struct err *err)
{
    struct err own = {0};
    enum rc rc, sent;

    publish_compose(publisher, batch);
    rc = publish_keep(desk, batch, err);
    if (rc != RC_OK)
        return rc;
    sent = publish_send(desk, batch, sink, &own);
    rc = publish_note(desk, batch, err);
    return rc == RC_OK && sent != RC_OK ? ERR(err, sent, own.text) : rc;
}

enum rc publish_due(struct desk *desk, struct publisher *publisher, struct post_sink *sink,
                    unsigned *handled, struct err *err)
{
    struct publish_batch *batch;
    enum rc rc = publish_gather(desk, NULL, 0, &batch, err);

    *handled = batch ? batch->count : 0;
    if (rc == RC_OK && batch)
        rc = go_all_ways(desk, publisher, sink, batch, err);
    publish_free(batch);
    return rc;
}
