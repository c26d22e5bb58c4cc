/* SPDX-License-Identifier: MIT */
/* Takes letters from the outbox to the transport in steps, and notes what became of each. Who
 * runs which step is the daemon's choice. */
#include "outbound/delivery.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <strings.h>

#include "base/child.h"
#include "outbound/bounces.h"
#include "server/trouble.h"
#include "outbound/compose.h"
#include "outbound/outbox.h"
#include "outbound/bounced_invitation.h"
#include "ledger/facts.h"
#include "ledger/letters.h"
#include "ledger/work.h"
#include "play/desk_open.h"
#include "people/people.h"
#include "server/replica.h"

enum { RETRY_MOST_S = 4 * 3600, FROZEN_RETRY_S = 3600, BROKEN_RETRY_S = 3600, NOTE_BYTES = 200 };

struct delivery {
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

struct composers {
    int stop_fd;
    unsigned workers;
    struct desk *own[WORKERS_MOST]; /* one for each worker */
};

struct delivery_batch {
    unsigned count;
    bool was_sent;   /* the transport was tried */
    struct err sent; /* how that went */
    struct delivery delivery[DELIVERY_BATCH];
};

/* ---- what is due ---- */

static bool holds(const struct delivery_batch *batch, const struct ledger_delivery *row)
{
    for (unsigned i = 0; i < batch->count; i++)
        if (batch->delivery[i].out == row->out && batch->delivery[i].place == row->place)
            return true;
    return false;
}

/* Does another batch on its way hold it? */
static bool is_held(struct delivery_batch *const *others, unsigned other_count,
                    const struct ledger_delivery *row)
{
    for (unsigned i = 0; i < other_count; i++)
        if (others[i] && holds(others[i], row))
            return true;
    return false;
}

static enum rc address_delivery(struct desk *desk, struct delivery *delivery, struct err *err)
{
    struct ledger_rows rows = ledger_out_get(desk->ledger, delivery->out, err);
    struct ledger_out row;

    if (ledger_next(&rows, &row)) {
        delivery->game = row.game;
        delivery->made_s = row.made_s;
        text_copy(delivery->message_id, sizeof delivery->message_id, row.message_id);
    }
    TRY(ledger_end(&rows));
    return delivery->address
               ? people_address(desk, delivery->address, delivery->to, err)
               : outbox_destination(desk, delivery->out, delivery->place, delivery->made_s,
                                    delivery->to, sizeof delivery->to, err);
}

/* ---- bytes ---- */

static enum rc read_kept(struct desk *desk, struct delivery *delivery, struct err *err)
{
    struct outbox_bytes kept = {
        .out = delivery->out, .game = delivery->game, .made_s = delivery->made_s};
    enum rc rc = outbox_bytes_read(desk, &kept, err);

    if (rc != RC_OK) {
        buf_wipe(&kept.bytes);
        return rc;
    }
    delivery->letter.bytes = kept.bytes;
    text_copy(delivery->letter.from, sizeof delivery->letter.from, kept.from);
    snprintf(delivery->letter.id, sizeof delivery->letter.id, "out-%lld", (long long)delivery->out);
    return RC_OK;
}

static enum rc keep(struct desk *desk, const struct delivery *delivery, struct err *err)
{
    struct outbox_bytes kept = {.out = delivery->out,
                                .game = delivery->game,
                                .made_s = delivery->made_s,
                                .bytes = delivery->letter.bytes}; /* borrowed */

    text_copy(kept.from, sizeof kept.from, delivery->letter.from);
    return outbox_bytes_write(desk, &kept, err);
}

static enum rc keep_all(struct desk *desk, struct delivery_batch *batch, struct err *err)
{
    enum rc rc = RC_OK;

    for (unsigned i = 0; i < batch->count && rc == RC_OK; i++) {
        struct delivery *delivery = &batch->delivery[i];

        if (!delivery->fresh || delivery->failed || delivery->left)
            continue;
        rc = keep(desk, delivery, NULL);
        if (rc == RC_EXISTS) { /* another program composed it meanwhile: its bytes count */
            buf_wipe(&delivery->letter.bytes);
            rc = read_kept(desk, delivery, err);
        } else if (rc != RC_OK)
            rc = ERR(err, rc, "a composed letter cannot be kept");
    }
    return rc;
}

static bool any_fresh(const struct delivery_batch *batch)
{
    for (unsigned i = 0; i < batch->count; i++)
        if (batch->delivery[i].fresh && !batch->delivery[i].failed && !batch->delivery[i].left)
            return true;
    return false;
}

enum rc delivery_keep(struct desk *desk, struct delivery_batch *batch, struct err *err)
{
    if (!any_fresh(batch))
        return RC_OK;
    TRY(desk_begin(desk, err));
    return desk_end(desk, keep_all(desk, batch, err), err);
}

/* A letter that cannot be addressed must not hold up the others. */
static void prepare(struct desk *desk, struct delivery *delivery)
{
    enum rc rc = address_delivery(desk, delivery, &delivery->err);

    if (rc == RC_OK && delivery->address)
        rc = bounces_is_stopped(desk, delivery->address, &delivery->stopped, &delivery->err);
    if (delivery->stopped) {
        delivery->job = (struct post_job){.fate = POST_PERMANENT};
        text_copy(delivery->job.text, sizeof delivery->job.text,
                  "letters to this address come back");
        return;
    }
    if (rc == RC_OK) {
        rc = read_kept(desk, delivery, NULL);
        delivery->fresh = rc == RC_NOT_FOUND;
    }
    delivery->failed = rc != RC_OK && !delivery->fresh;
    if (delivery->failed && delivery->err.rc == RC_OK)
        delivery->failed = ERR(&delivery->err, rc, "the letter's bytes cannot be read") != RC_OK;
}

enum rc delivery_gather(struct desk *desk, struct delivery_batch *const *others,
                        unsigned other_count, struct delivery_batch **batch, struct err *err)
{
    struct delivery_batch *made = calloc(1, sizeof *made);
    unsigned most = DELIVERY_BATCH;
    struct ledger_delivery row;
    struct ledger_rows rows;
    enum rc rc;

    *batch = NULL;
    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for letters");
    for (unsigned i = 0; i < other_count; i++)
        most += others[i] ? others[i]->count : 0;
    rows = ledger_deliveries_due(desk->ledger, LEDGER_BY_MAIL, desk_now(desk), (int)most, err);
    while (made->count < DELIVERY_BATCH && ledger_next(&rows, &row))
        if (!is_held(others, other_count, &row))
            made->delivery[made->count++] = (struct delivery){
                .out = row.out, .place = row.place, .address = row.address, .tries = row.tries};
    rc = ledger_end(&rows);
    for (unsigned i = 0; rc == RC_OK && i < made->count; i++)
        prepare(desk, &made->delivery[i]);
    if (rc == RC_OK && made->count)
        *batch = made;
    else
        delivery_free(made);
    return rc;
}

void delivery_free(struct delivery_batch *batch)
{
    for (unsigned i = 0; batch && i < batch->count; i++)
        buf_wipe(&batch->delivery[i].letter.bytes);
    free(batch);
}

/* ---- composing, by one or by many ---- */

static void compose_one(struct desk *desk, struct delivery *delivery)
{
    enum rc rc = compose_letter(desk, delivery->out, &delivery->letter, &delivery->err);

    delivery->left = rc == RC_LATER; /* nothing is wrong with it */
    delivery->failed = rc != RC_OK && !delivery->left;
    if (delivery->failed && delivery->err.rc == RC_OK)
        delivery->failed = ERR(&delivery->err, rc, "a letter cannot be composed") != RC_OK;
}

/* While the replica is away only the administrator hears of anything, in letters of no game. */
static void leave_but_keeper(const struct config *config, struct delivery_batch *batch)
{
    for (unsigned i = 0; i < batch->count; i++) {
        struct delivery *delivery = &batch->delivery[i];

        if (!delivery->failed && !delivery->stopped)
            delivery->left = delivery->game || !config->keeper[0] ||
                             strcasecmp(delivery->to, config->keeper) != 0;
    }
}

/* Workers take deliveries from one counter, and touch no other's. */
struct composing {
    struct delivery_batch *batch;
    int stop_fd;
    atomic_uint next;
};

struct worker {
    struct composing *composing;
    struct desk *desk;
};

static void *work(void *user)
{
    const struct worker *worker = user;
    struct composing *composing = worker->composing;
    struct delivery_batch *batch = composing->batch;
    unsigned i;

    while ((i = atomic_fetch_add(&composing->next, 1)) < batch->count) {
        struct delivery *delivery = &batch->delivery[i];

        if (!delivery->fresh || delivery->failed || delivery->left)
            continue;
        delivery->left = fd_is_readable(composing->stop_fd, 0);
        if (!delivery->left)
            compose_one(worker->desk, delivery);
    }
    return NULL;
}

/* The caller works along, so that a thread that cannot be started only makes it slower. */
void delivery_compose(struct composers *composers, struct delivery_batch *batch)
{
    struct composing composing = {.batch = batch, .stop_fd = composers->stop_fd};
    struct worker worker[WORKERS_MOST];
    pthread_t thread[WORKERS_MOST];
    unsigned fresh = 0, count, started = 0;

    for (unsigned i = 0; i < batch->count; i++)
        fresh += batch->delivery[i].fresh && !batch->delivery[i].failed;
    if (!fresh)
        return;
    /* One wait for all: what each of them asks for again is there then. */
    if (replica_await(composers->own[0]->replica, NULL) != RC_OK)
        leave_but_keeper(composers->own[0]->config, batch);
    count = fresh < composers->workers ? fresh : composers->workers;
    for (unsigned i = 0; i < count; i++)
        worker[i] = (struct worker){&composing, composers->own[i]};
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
    struct text note = text_in(out, NOTE_BYTES);

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
static enum rc note_fate(struct desk *desk, const struct delivery *delivery,
                         const struct post_job *job, struct err *err)
{
    int64_t now = desk_now(desk);
    char note[NOTE_BYTES];
    bool too_late = now - delivery->made_s > desk->config->retry_for_s;
    bool ended = job->fate == POST_PERMANENT || job->fate == POST_REFUSED;

    hide_address(job->text, delivery->to, note);
    if (job->fate == POST_ACCEPTED)
        return ledger_delivery_end(desk->ledger, delivery->out, delivery->place,
                                   LEDGER_DELIVERY_SENT, now, "", err);
    if (job->fate == POST_PERMANENT && delivery->address && !delivery->stopped) {
        TRY(bounces_count(desk, delivery->address, BOUNCE_HARD, err));
    } else if (ended && !delivery->address) {
        TRY(bounced_invitation(desk, delivery->out, err));
    }
    if (ended || too_late)
        return ledger_delivery_end(desk->ledger, delivery->out, delivery->place,
                                   ended ? LEDGER_DELIVERY_REFUSED : LEDGER_DELIVERY_GIVEN_UP, now,
                                   note, err);
    return ledger_delivery_again(desk->ledger, delivery->out, delivery->place,
                                 now + retry_delay(desk->config, delivery->tries), note, err);
}

static void log_fate(const struct desk *desk, const struct delivery *delivery,
                     const struct post_job *job)
{
    static const char *const words[POST_FATE_COUNT] = {[POST_UNTRIED] = "untried",
                                                       [POST_ACCEPTED] = "sent",
                                                       [POST_TEMPORARY] = "later",
                                                       [POST_PERMANENT] = "refused",
                                                       [POST_REFUSED] = "not-taken"};
    char number[TEXT_INT_BYTES], game[TEXT_INT_BYTES], who[TEXT_INT_BYTES], note[NOTE_BYTES];
    struct ledger_address address = {0};

    if (delivery->address &&
        ledger_one(ledger_address_get(desk->ledger, delivery->address, NULL), &address) != RC_OK)
        address.player = 0; /* the line is worth more than this word of it */
    hide_address(job->text, delivery->to, note);
    LOG(&desk->log, job->fate == POST_ACCEPTED ? LOG_INFO : LOG_WARNING, "letter-out", "out",
        text_of_int(number, delivery->out), "game",
        delivery->game ? text_of_int(game, delivery->game) : NULL, "player",
        address.player ? text_of_int(who, address.player) : NULL, "message_id",
        delivery->message_id, "fate", words[job->fate], "text", note[0] ? note : NULL);
}

static enum rc note_failed(struct desk *desk, const struct delivery *delivery, struct err *err)
{
    int64_t later = delivery->err.rc == RC_FROZEN ? FROZEN_RETRY_S : BROKEN_RETRY_S;

    log_error(&desk->log, LOG_ERROR, "letter-not-composed", &delivery->err);
    return ledger_delivery_again(desk->ledger, delivery->out, delivery->place,
                                 desk_now(desk) + later, delivery->err.text, err);
}

static bool is_news(const struct delivery *delivery)
{
    return delivery->failed || delivery->job.fate != POST_UNTRIED;
}

enum rc delivery_note(struct desk *desk, struct delivery_batch *batch, struct err *err)
{
    unsigned news = 0;
    enum rc rc = RC_OK;

    TRY(batch->was_sent ? trouble_note(desk, "outbox out", batch->sent.rc, &batch->sent, err)
                        : RC_OK);
    for (unsigned i = 0; i < batch->count; i++)
        news += is_news(&batch->delivery[i]);
    if (!news)
        return RC_OK;
    TRY(desk_begin(desk, err));
    for (unsigned i = 0; i < batch->count && rc == RC_OK; i++) {
        const struct delivery *delivery = &batch->delivery[i];

        if (delivery->failed)
            rc = note_failed(desk, delivery, err);
        else if (is_news(delivery)) {
            log_fate(desk, delivery, &delivery->job);
            rc = note_fate(desk, delivery, &delivery->job, err);
        }
    }
    return desk_end(desk, rc, err);
}

static bool can_go(const struct delivery *delivery)
{
    return !delivery->failed && !delivery->left && !delivery->stopped;
}

static unsigned make_jobs(const struct delivery_batch *batch, struct post_job *jobs)
{
    unsigned count = 0;

    for (unsigned i = 0; i < batch->count; i++) {
        const struct delivery *delivery = &batch->delivery[i];

        if (can_go(delivery))
            jobs[count++] = (struct post_job){.id = delivery->letter.id,
                                              .from = delivery->letter.from,
                                              .to = delivery->to,
                                              .bytes = delivery->letter.bytes.at,
                                              .length = delivery->letter.bytes.length,
                                              .again = !delivery->fresh};
    }
    return count;
}

enum rc delivery_send(const struct desk *desk, struct delivery_batch *batch, struct post_sink *sink,
                      struct err *err)
{
    OWN_MEMORY struct post_job *jobs = calloc(DELIVERY_BATCH, sizeof *jobs);
    unsigned count, next = 0;
    enum rc rc = RC_OK, held;

    FAIL_IF(!jobs, err, RC_NO_MEMORY, "no memory for letters");
    held = replica_await(desk->replica, err);
    if (held != RC_OK)
        leave_but_keeper(desk->config, batch);
    count = make_jobs(batch, jobs);
    desk_step(desk, "before send");
    if (count) {
        rc = post_sink_send(sink, desk_now(desk), jobs, count, &batch->sent);
        batch->was_sent = true;
        if (rc != RC_OK && held == RC_OK)
            ERR(err, rc, batch->sent.text);
    }
    desk_step(desk, "after send");
    for (unsigned i = 0; i < batch->count; i++)
        if (can_go(&batch->delivery[i]))
            batch->delivery[i].job = jobs[next++];
    return held != RC_OK ? held : rc;
}

/* ---- the publisher ---- */

enum rc composers_new(const struct desk *desk, unsigned workers, int stop_fd,
                      struct composers **composers, struct err *err)
{
    OWN_AT(composers) made = calloc(1, sizeof *made);

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for letters");
    made->stop_fd = stop_fd;
    made->workers = workers < 1 ? 1 : workers > WORKERS_MOST ? WORKERS_MOST : workers;
    for (unsigned i = 0; i < made->workers; i++)
        TRY(desk_open(desk->config, &desk->world, &desk->log, &made->own[i], err));
    *composers = made;
    made = NULL;
    return RC_OK;
}

void composers_free(struct composers *composers)
{
    for (unsigned i = 0; composers && i < WORKERS_MOST; i++)
        desk_close(composers->own[i]);
    free(composers);
}

static enum rc go_all_ways(struct desk *desk, struct composers *composers, struct post_sink *sink,
                           struct delivery_batch *batch, struct err *err)
{
    struct err own = {0};
    enum rc rc, sent;

    delivery_compose(composers, batch);
    TRY(delivery_keep(desk, batch, err));
    sent = delivery_send(desk, batch, sink, &own);
    rc = delivery_note(desk, batch, err);
    return rc == RC_OK && sent != RC_OK ? ERR(err, sent, own.text) : rc;
}

enum rc delivery_due(struct desk *desk, struct composers *composers, struct post_sink *sink,
                     unsigned *handled, struct err *err)
{
    struct delivery_batch *batch;
    enum rc rc = delivery_gather(desk, NULL, 0, &batch, err);

    *handled = batch ? batch->count : 0;
    if (rc == RC_OK && batch)
        rc = go_all_ways(desk, composers, sink, batch, err);
    delivery_free(batch);
    return rc;
}
