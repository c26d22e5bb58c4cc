#include "desk/publish.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "desk/compose.h"
#include "desk/kept.h"
#include "desk/outbox.h"
#include "desk/people.h"
#include "desk/vault.h"
#include "ledger/letters.h"
#include "ledger/work.h"

enum { RETRY_MOST_S = 4 * 3600, FROZEN_RETRY_S = 3600, BROKEN_RETRY_S = 3600, NOTE_BYTES = 200 };

struct parcel {
    int64_t out;
    int place;
    int64_t address;
    int tries;
    int64_t game, made_s;
    char to[PERSON_ADDRESS_BYTES];
    bool fresh; /* composed now, not yet kept */
    bool failed;
    struct err err;
    struct compose_letter letter;
};

enum { WORKERS_MOST = 64 };

struct publisher {
    struct desk *desk;
    unsigned workers;
    struct desk *own[WORKERS_MOST]; /* one for each worker */
};

struct batch {
    struct publisher *publisher;
    struct desk *desk;
    atomic_uint next; /* parcel that no worker has taken yet */
    unsigned count;
    struct parcel *parcel; /* PUBLISH_BATCH */
};

/* ---- what is due ---- */

static enum rc note_due(void *user, const struct ledger_delivery *row, struct err *err)
{
    struct batch *batch = user;

    (void)err;
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
    return RC_OK;
}

struct stranger {
    struct desk *desk;
    struct parcel *parcel;
};

static enum rc read_stranger(void *user, const struct ledger_delivery *row, struct err *err)
{
    struct stranger *stranger = user;
    struct vault_place place = {.column = "deliveries.box", .row = row->out};
    struct buf text = {0};
    enum rc rc;

    if (row->place != stranger->parcel->place)
        return RC_OK;
    rc = outbox_owner(stranger->desk, 0, stranger->parcel->made_s, &place.owner, err);
    if (rc == RC_OK)
        rc = vault_open(stranger->desk, &place, row->box, &text, err);
    text_copy(stranger->parcel->to, sizeof stranger->parcel->to, buf_text(&text));
    buf_wipe(&text);
    return rc;
}

static enum rc address_parcel(struct desk *desk, struct parcel *parcel, struct err *err)
{
    struct stranger stranger = {desk, parcel};
    enum rc rc = ledger_out_get(desk->ledger, parcel->out, note_out, parcel, err);

    if (rc != RC_OK)
        return rc;
    return parcel->address
               ? people_address(desk, parcel->address, parcel->to, err)
               : ledger_deliveries(desk->ledger, parcel->out, read_stranger, &stranger, err);
}

/* ---- bytes ---- */

static enum rc read_kept(struct desk *desk, struct parcel *parcel, struct err *err)
{
    struct kept kept = {.out = parcel->out, .game = parcel->game, .made_s = parcel->made_s};
    enum rc rc = kept_read(desk, &kept, err);

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
    struct kept kept = {.out = parcel->out,
                        .game = parcel->game,
                        .made_s = parcel->made_s,
                        .bytes = parcel->letter.bytes}; /* borrowed */

    text_copy(kept.from, sizeof kept.from, parcel->letter.from);
    return kept_write(desk, &kept, err);
}

/* Another program may have composed it in the meantime: then its bytes count. */
static enum rc keep_all(struct batch *batch, struct err *err)
{
    enum rc rc = desk_begin(batch->desk, err);

    for (unsigned i = 0; i < batch->count && rc == RC_OK; i++) {
        struct parcel *parcel = &batch->parcel[i];

        if (!parcel->fresh || parcel->failed)
            continue;
        rc = keep(batch->desk, parcel, NULL);
        if (rc == RC_EXISTS) {
            buf_wipe(&parcel->letter.bytes);
            rc = read_kept(batch->desk, parcel, err);
        } else if (rc != RC_OK)
            rc = ERR(err, rc, "a composed letter cannot be kept");
    }
    if (rc == RC_OK)
        return desk_commit(batch->desk, err);
    desk_rollback(batch->desk);
    return rc;
}

/* ---- composing, by one or by many ---- */

static void compose_one(struct desk *desk, struct parcel *parcel)
{
    enum rc rc = compose_letter(desk, parcel->out, &parcel->letter, &parcel->err);

    parcel->failed = rc != RC_OK;
    if (parcel->failed && parcel->err.rc == RC_OK)
        parcel->failed = ERR(&parcel->err, rc, "a letter cannot be composed") != RC_OK;
}

struct worker {
    struct batch *batch;
    struct desk *desk;
};

static void *work(void *user)
{
    struct worker *worker = user;
    unsigned i;

    while ((i = atomic_fetch_add(&worker->batch->next, 1)) < worker->batch->count)
        if (worker->batch->parcel[i].fresh && !worker->batch->parcel[i].failed)
            compose_one(worker->desk, &worker->batch->parcel[i]);
    return NULL;
}

/* The caller works along, so that a thread that cannot be started only makes it slower. */
static void compose_all(struct batch *batch, unsigned fresh)
{
    struct publisher *publisher = batch->publisher;
    unsigned count = fresh < publisher->workers ? fresh : publisher->workers, started = 0;
    struct worker worker[WORKERS_MOST];
    pthread_t thread[WORKERS_MOST];

    atomic_store(&batch->next, 0);
    for (unsigned i = 1; i < count; i++) {
        worker[i] = (struct worker){batch, publisher->own[i]};
        if (pthread_create(&thread[started], NULL, work, &worker[i]) != 0)
            break;
        started++;
    }
    worker[0] = (struct worker){batch, batch->desk};
    work(&worker[0]);
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

/* A letter that cannot be composed must not hold up the others. */
static enum rc make_bytes(struct batch *batch, struct err *err)
{
    unsigned fresh = 0;

    for (unsigned i = 0; i < batch->count; i++) {
        struct parcel *parcel = &batch->parcel[i];
        enum rc rc = address_parcel(batch->desk, parcel, &parcel->err);

        if (rc == RC_OK) {
            rc = read_kept(batch->desk, parcel, NULL);
            parcel->fresh = rc == RC_NOT_FOUND;
            fresh += parcel->fresh;
        }
        parcel->failed = rc != RC_OK && rc != RC_NOT_FOUND;
        if (parcel->failed && parcel->err.rc == RC_OK)
            parcel->failed = ERR(&parcel->err, rc, "the letter's bytes cannot be read") != RC_OK;
    }
    if (!fresh)
        return RC_OK;
    compose_all(batch, fresh);
    return keep_all(batch, err);
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

static enum rc note_fate(struct desk *desk, const struct parcel *parcel, const struct post_job *job,
                         struct err *err)
{
    int64_t now = desk_now(desk);
    char note[NOTE_BYTES];
    bool too_late = now - parcel->made_s > desk->config->retry_for_s;

    text_copy(note, sizeof note, job->text);
    if (job->fate == POST_ACCEPTED)
        return ledger_delivery_end(desk->ledger, parcel->out, parcel->place, LEDGER_DELIVERY_SENT,
                                   now, "", err);
    if (job->fate == POST_PERMANENT || too_late)
        return ledger_delivery_end(desk->ledger, parcel->out, parcel->place,
                                   job->fate == POST_PERMANENT ? LEDGER_DELIVERY_REFUSED
                                                               : LEDGER_DELIVERY_GIVEN_UP,
                                   now, note, err);
    return ledger_delivery_again(desk->ledger, parcel->out, parcel->place,
                                 now + retry_delay(desk->config, parcel->tries), note, err);
}

static void log_fate(const struct desk *desk, const struct parcel *parcel,
                     const struct post_job *job)
{
    static const char *const words[POST_FATE_COUNT] = {[POST_UNTRIED] = "untried",
                                                       [POST_ACCEPTED] = "sent",
                                                       [POST_TEMPORARY] = "later",
                                                       [POST_PERMANENT] = "refused"};
    char number[TEXT_INT_BYTES], game[TEXT_INT_BYTES];

    LOG(&desk->log, job->fate == POST_ACCEPTED ? LOG_INFO : LOG_WARNING, "letter-out", "out",
        text_of_int(number, parcel->out), "game",
        parcel->game ? text_of_int(game, parcel->game) : NULL, "fate", words[job->fate], "text",
        job->text[0] ? job->text : NULL);
}

static enum rc note_all(struct batch *batch, const struct post_job *jobs,
                        struct parcel *const *of_job, unsigned count, struct err *err)
{
    struct desk *desk = batch->desk;
    enum rc rc = desk_begin(desk, err);

    for (unsigned i = 0; i < count && rc == RC_OK; i++) {
        if (jobs[i].fate == POST_UNTRIED)
            continue;
        log_fate(desk, of_job[i], &jobs[i]);
        rc = note_fate(desk, of_job[i], &jobs[i], err);
    }
    for (unsigned i = 0; i < batch->count && rc == RC_OK; i++) {
        const struct parcel *parcel = &batch->parcel[i];

        if (!parcel->failed)
            continue;
        log_error(&desk->log, LOG_ERROR, "letter-not-composed", &parcel->err);
        rc = ledger_delivery_again(
            desk->ledger, parcel->out, parcel->place,
            desk_now(desk) + (parcel->err.rc == RC_FROZEN ? FROZEN_RETRY_S : BROKEN_RETRY_S),
            parcel->err.text, err);
    }
    if (rc == RC_OK)
        return desk_commit(desk, err);
    desk_rollback(desk);
    return rc;
}

static enum rc hand_over(struct batch *batch, struct post_sink *sink, struct err *err)
{
    struct post_job *jobs = calloc(PUBLISH_BATCH, sizeof *jobs);
    struct parcel *of_job[PUBLISH_BATCH];
    struct err own = {0};
    unsigned count = 0;
    enum rc sent = RC_OK, rc;

    if (!jobs)
        return ERR(err, RC_NO_MEMORY, "no memory for letters");
    for (unsigned i = 0; i < batch->count; i++) {
        struct parcel *parcel = &batch->parcel[i];

        if (parcel->failed)
            continue;
        jobs[count] = (struct post_job){.id = parcel->letter.id,
                                        .from = parcel->letter.from,
                                        .to = parcel->to,
                                        .bytes = parcel->letter.bytes.at,
                                        .length = parcel->letter.bytes.length,
                                        .again = !parcel->fresh};
        of_job[count++] = parcel;
    }
    desk_step(batch->desk, "before send");
    if (count)
        sent = post_sink_send(sink, desk_now(batch->desk), jobs, count, &own);
    desk_step(batch->desk, "after send");
    rc = note_all(batch, jobs, of_job, count, err);
    free(jobs);
    return rc == RC_OK && sent != RC_OK ? ERR(err, sent, own.text) : rc;
}

/* ---- the publisher ---- */

enum rc publisher_new(struct desk *desk, unsigned workers, struct publisher **publisher,
                      struct err *err)
{
    struct publisher *made = calloc(1, sizeof *made);
    enum rc rc = RC_OK;

    if (!made)
        return ERR(err, RC_NO_MEMORY, "no memory for letters");
    made->desk = desk;
    made->workers = workers > WORKERS_MOST ? WORKERS_MOST : workers;
    for (unsigned i = 1; i < made->workers && rc == RC_OK; i++)
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

enum rc publish_due(struct publisher *publisher, struct post_sink *sink, unsigned *handled,
                    struct err *err)
{
    struct batch batch = {.publisher = publisher,
                          .desk = publisher->desk,
                          .parcel = calloc(PUBLISH_BATCH, sizeof(struct parcel))};
    struct desk *desk = publisher->desk;
    enum rc rc;

    *handled = 0;
    if (!batch.parcel)
        return ERR(err, RC_NO_MEMORY, "no memory for letters");
    rc = ledger_deliveries_due(desk->ledger, OUTBOX_MAIL, desk_now(desk), PUBLISH_BATCH, note_due,
                               &batch, err);
    if (rc == RC_OK && batch.count)
        rc = make_bytes(&batch, err);
    if (rc == RC_OK && batch.count)
        rc = hand_over(&batch, sink, err);
    *handled = batch.count;
    for (unsigned i = 0; i < batch.count; i++)
        buf_wipe(&batch.parcel[i].letter.bytes);
    free(batch.parcel);
    return rc;
}
