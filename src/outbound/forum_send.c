/* SPDX-License-Identifier: MIT */
/* Posts what is queued for the forum, each once and in order, and notes what came of it. */
#include "outbound/forum_send.h"

#include <stdio.h>

#include "base/child.h"
#include "outbound/forum_club.h"
#include "outbound/forum_compose.h"
#include "outbound/forum_queue.h"
#include "outbound/forum_trouble.h"
#include "outbound/outbox.h"
#include "forum/forum.h"
#include "ledger/letters.h"
#include "ledger/topics.h"
#include "ledger/work.h"
#include "people/people.h"
#include "server/replica.h"

enum {
    BATCH = 32,
    NOTE_BYTES = 200,
    UNOPENED_RETRY_S = 3600, /* somebody must open the topic: no hurry */
    BEHIND_RETRY_S = 5,      /* an earlier post of the game waits */
    BROKEN_RETRY_S = 3600,   /* cannot be composed */
    RETRY_MOST_S = 4 * 3600,
    ID_BYTES = 48,
    CHUNK_ROOM = 100 /* of a private message: the mark, the fence */
};

/* One post on its way. */
struct delivery {
    int64_t out;
    int place;
    int64_t address;
    int tries;
    int64_t game, made_s;
    int64_t tournament; /* whose topic it goes to; 0 = none's */
    bool is_lost;       /* that topic will never be */
    enum outbox_kind kind;
    char wanted[FORUM_PLACE_BYTES]; /* as queued: "game/42", "user/7:alice" */
    char to[FORUM_PLACE_BYTES];     /* as the transport takes it; "" = not yet */
    struct ledger_topic topic;
    bool again;    /* an earlier try may have posted it */
    unsigned part; /* that was tried last; 0 = the whole text */
    struct buf bytes;
};

struct batch {
    unsigned count;
    struct delivery delivery[BATCH];
};

/* ---- what is due, and where it goes ---- */

static enum rc note_due(struct desk *desk, struct batch *batch, struct err *err)
{
    struct ledger_rows rows =
        ledger_deliveries_due(desk->ledger, LEDGER_BY_FORUM, desk_now(desk), BATCH, err);
    struct ledger_delivery row;

    while (batch->count < BATCH && ledger_next(&rows, &row))
        batch->delivery[batch->count++] = (struct delivery){
            .out = row.out, .place = row.place, .address = row.address, .tries = row.tries};
    return ledger_end(&rows);
}

/* A player who has no address but his account. */
static enum rc find_account(struct desk *desk, struct delivery *delivery, struct err *err)
{
    char address[PERSON_ADDRESS_BYTES];
    struct person person = {0};
    int64_t player = 0, address_id;

    TRY(people_address(desk, delivery->address, address, err));
    TRY(people_by_address(desk, address, &player, &address_id, err));
    if (player)
        TRY(people_get(desk, player, &person, err));
    if (!forum_takes_messages(desk->config) && person.key[0] && delivery->game) /* sealed to him */
        snprintf(delivery->wanted, sizeof delivery->wanted, "game/%lld", (long long)delivery->game);
    else
        forum_place_of(person.account, delivery->wanted);
    return RC_OK;
}

static void resolve(struct delivery *delivery)
{
    const struct ledger_topic *topic = &delivery->topic;

    if (!text_starts_with(delivery->wanted, "game/") &&
        !text_starts_with(delivery->wanted, "board/"))
        text_copy(delivery->to, sizeof delivery->to, delivery->wanted);
    else if (topic->topic && text_starts_with(delivery->wanted, "game/"))
        snprintf(delivery->to, sizeof delivery->to, "topic/%lld", (long long)topic->topic);
    else if (topic->post)
        snprintf(delivery->to, sizeof delivery->to, "post/%lld", (long long)topic->post);
}

static enum rc find_where(struct desk *desk, struct delivery *delivery, struct err *err)
{
    struct ledger_rows rows = ledger_out_get(desk->ledger, delivery->out, err);
    struct ledger_out row;
    enum rc rc;

    if (ledger_next(&rows, &row)) {
        delivery->game = row.game;
        delivery->made_s = row.made_s;
        delivery->kind = outbox_kind_find(row.kind);
    }
    rc = ledger_end(&rows);
    THEN(rc, delivery->address
                 ? find_account(desk, delivery, err)
                 : outbox_destination(desk, delivery->out, delivery->place, delivery->made_s,
                                      delivery->wanted, sizeof delivery->wanted, err));
    if (rc == RC_OK && delivery->game)
        rc = ledger_topic_get(desk->ledger, delivery->game, &delivery->topic, err);
    delivery->tournament = rc == RC_OK && !delivery->address ? forum_club_of(delivery->wanted) : 0;
    if (delivery->tournament)
        return forum_club_resolve(desk, delivery->wanted, delivery->to, sizeof delivery->to,
                                  &delivery->is_lost, err);
    if (rc == RC_OK)
        resolve(delivery);
    return rc;
}

/* ---- bytes ---- */

static enum rc keep(struct desk *desk, const struct outbox_bytes *kept, struct err *err)
{
    struct err own = {0};
    enum rc rc;

    TRY(desk_begin(desk, err));
    rc = outbox_bytes_write(desk, kept, &own);
    rc = desk_end(desk, rc, &own);
    return rc == RC_OK ? rc : ERR(err, rc, own.text);
}

/* The same bytes in every try: kept before the first. */
static enum rc make_bytes(struct desk *desk, struct delivery *delivery, struct err *err)
{
    struct outbox_bytes kept = {
        .out = delivery->out, .game = delivery->game, .made_s = delivery->made_s};
    bool title =
        text_starts_with(delivery->to, "category/") || text_starts_with(delivery->to, "user/");
    struct err own = {0};
    enum rc rc = outbox_bytes_read(desk, &kept, &own);

    delivery->again = rc == RC_OK;
    if (rc == RC_NOT_FOUND) {
        err_clear(&own);
        rc = forum_compose_post(desk, delivery->out, title, &kept.bytes, &own);
        THEN(rc, keep(desk, &kept, &own));
    }
    delivery->bytes = kept.bytes;
    return rc == RC_OK ? RC_OK : ERR(err, rc, own.text[0] ? own.text : rc_text(rc));
}

/* ---- handing over ---- */

static struct post_job job_of(const struct delivery *delivery, const char *id)
{
    return (struct post_job){.id = id,
                             .from = "",
                             .to = delivery->to,
                             .bytes = buf_text(&delivery->bytes),
                             .length = delivery->bytes.length,
                             .again = delivery->again};
}

/* The mark in the forum, the same in each try. With its time: the ledger may have been restored,
 * and a post of the same number stands there from what happened since. */
static void name_post(const struct delivery *delivery, char id[ID_BYTES])
{
    snprintf(id, ID_BYTES, "out-%lld-%llx", (long long)delivery->out,
             (unsigned long long)delivery->made_s);
}

/* Where a private message may be cut: at the last line that fits. */
static size_t chunk_of(const char *text, size_t length, size_t most)
{
    if (length <= most)
        return length;
    for (size_t cut = most; cut > most / 2; cut--)
        if (text[cut - 1] == '\n')
            return cut;
    while (most > 1 && ((unsigned char)text[most] & 0xC0) == 0x80)
        most--;
    return most;
}

/* One text, or a part of one; what stands there already is passed over. */
static enum rc send_part(struct desk *desk, struct delivery *delivery, unsigned part,
                         struct post_sink *sink, struct post_job *job, struct err *err)
{
    enum ledger_part state;
    enum rc rc = ledger_part_get(desk->ledger, delivery->out, part, &state, err);

    delivery->part = part;
    if (rc != RC_OK || state == LEDGER_PART_POSTED) {
        job->fate = POST_ACCEPTED;
        return rc;
    }
    job->queued = state == LEDGER_PART_QUEUED;
    return post_sink_send(sink, desk_now(desk), job, 1, err);
}

/* A private message in as many parts as the forum needs, each with a mark of its own. */
static enum rc send_message(struct desk *desk, struct delivery *delivery, struct post_sink *sink,
                            struct post_job *job, struct err *err)
{
    const char *text = buf_text(&delivery->bytes), *feed = strchr(text, '\n');
    size_t title = feed ? (size_t)(feed - text) : 0, most = forum_message_bytes(desk->config);
    const char *at = feed ? feed + 1 + strspn(feed + 1, "\n") : text;
    enum rc rc = RC_OK;

    most = most > title + 2 * CHUNK_ROOM ? most - title - CHUNK_ROOM : CHUNK_ROOM;
    for (unsigned part = 1; rc == RC_OK && *at; part++) {
        size_t count = chunk_of(at, strlen(at), most);
        struct buf bytes = {0};
        char whole[ID_BYTES], id[ID_BYTES + 12];

        name_post(delivery, whole);
        snprintf(id, sizeof id, "%s.%u", whole, part);
        buf_printf(&bytes, "%.*s\n\n```\n%.*s%s```\n", (int)title, text, (int)count, at,
                   at[count - 1] == '\n' ? "" : "\n");
        *job = job_of(delivery, id);
        job->bytes = buf_text(&bytes);
        job->length = bytes.length;
        rc = buf_rc(&bytes, err);
        THEN(rc, send_part(desk, delivery, part, sink, job, err));
        buf_wipe(&bytes);
        if (job->fate != POST_ACCEPTED)
            break;
        at += count;
        desk_step(desk, "between posts");
        if (rc == RC_OK && *at)
            rc = ledger_part_put(desk->ledger, delivery->out, part, LEDGER_PART_POSTED,
                                 desk_now(desk), err);
    }
    return rc;
}

static enum rc hand_over(struct desk *desk, struct delivery *delivery, struct post_sink *sink,
                         struct post_job *job, struct err *err)
{
    char id[ID_BYTES];
    enum rc rc;

    desk_step(desk, "before post");
    if (text_starts_with(delivery->to, "user/")) {
        rc = send_message(desk, delivery, sink, job, err);
    } else {
        name_post(delivery, id);
        *job = job_of(delivery, id);
        rc = send_part(desk, delivery, 0, sink, job, err);
    }
    desk_step(desk, "after post");
    return rc;
}

/* ---- what became of it ---- */

static int64_t retry_delay(const struct config *config, const struct delivery *delivery,
                           const struct post_job *job)
{
    int64_t delay = config->retry_s;

    for (int tries = delivery->tries; tries > 0 && delay < RETRY_MOST_S; tries--)
        delay *= 2;
    if (job->hold == POST_HOLD_QUEUE)
        return delay < UNOPENED_RETRY_S ? delay : UNOPENED_RETRY_S;
    if (job->hold != POST_HOLD_NONE)
        return UNOPENED_RETRY_S;
    if (delay > RETRY_MOST_S)
        delay = RETRY_MOST_S;
    return job->wait_s > delay ? job->wait_s : delay;
}

static void read_made(const char *made, struct ledger_topic *topic)
{
    const char *slash = strchr(made, '/');

    if (slash && text_to_int(made, (size_t)(slash - made), &topic->post) &&
        text_to_int(slash + 1, strlen(slash + 1), &topic->topic))
        topic->state = LEDGER_TOPIC_OPEN;
}

/* A tournament's topic: opened, or lost; its next post opens another. */
static enum rc note_club(struct desk *desk, const struct delivery *delivery,
                         const struct post_job *job, struct err *err)
{
    struct ledger_topic made = {0};

    if (job->hold == POST_HOLD_GONE ||
        (job->fate == POST_PERMANENT && delivery->kind == OUTBOX_TOPIC))
        return forum_club_note(desk, delivery->tournament, 0, err);
    if (job->fate == POST_ACCEPTED && delivery->kind == OUTBOX_TOPIC)
        read_made(job->made, &made);
    return made.topic ? forum_club_note(desk, delivery->tournament, made.topic, err) : RC_OK;
}

/* What the forum said of the topic, told when it changes. */
static enum rc note_topic(struct desk *desk, const struct delivery *delivery,
                          const struct post_job *job, struct err *err)
{
    static const enum ledger_topic_state states[POST_HOLD_QUEUE] = {
        [POST_HOLD_NONE] = LEDGER_TOPIC_OPEN,
        [POST_HOLD_LOCKED] = LEDGER_TOPIC_LOCKED,
        [POST_HOLD_GONE] = LEDGER_TOPIC_GONE};
    struct ledger_topic topic;
    enum ledger_topic_state before;
    char game[TEXT_INT_BYTES];
    enum rc rc;

    if (delivery->tournament)
        return note_club(desk, delivery, job, err);
    if (!delivery->topic.game || !outbox_is_public(delivery->kind) || job->hold == POST_HOLD_QUEUE)
        return RC_OK;
    rc = ledger_topic_get(desk->ledger, delivery->game, &topic, err);
    if (rc == RC_OK && delivery->kind != OUTBOX_TOPIC && topic.topic != delivery->topic.topic)
        return RC_OK; /* there is another topic by now */
    before = topic.state;
    if (job->fate == POST_ACCEPTED && delivery->kind == OUTBOX_TOPIC)
        read_made(job->made, &topic);
    else if (job->fate == POST_PERMANENT && delivery->kind == OUTBOX_TOPIC)
        topic.state = LEDGER_TOPIC_GONE; /* its posts wait for somebody to open another */
    else if ((job->fate == POST_ACCEPTED && delivery->kind != OUTBOX_BOARD) ||
             job->hold != POST_HOLD_NONE) /* an edit may pass where a post does not */
        topic.state = states[job->hold];
    if (rc != RC_OK || (topic.state == before && topic.topic == delivery->topic.topic))
        return rc;
    if (topic.state != before)
        LOG(&desk->log, topic.state == LEDGER_TOPIC_OPEN ? LOG_INFO : LOG_ERROR, "topic", "game",
            text_of_int(game, topic.game), "state", ledger_topic_name(topic.state), "text",
            job->text[0] ? job->text : NULL);
    if (topic.state != before && topic.state != LEDGER_TOPIC_OPEN)
        rc = forum_queue_topic(desk, &topic, job->fate == POST_PERMANENT, job->text, err);
    return rc == RC_OK ? ledger_topic_put(desk->ledger, &topic, err) : rc;
}

static enum rc note_part(struct desk *desk, const struct delivery *delivery,
                         const struct post_job *job, struct err *err)
{
    return job->hold == POST_HOLD_QUEUE
               ? ledger_part_put(desk->ledger, delivery->out, delivery->part, LEDGER_PART_QUEUED,
                                 desk_now(desk), err)
               : RC_OK;
}

static enum rc end_delivery(struct desk *desk, const struct delivery *delivery,
                            enum ledger_delivery_state state, const char *note, struct err *err)
{
    TRY(ledger_parts_drop(desk->ledger, delivery->out, err));
    return ledger_delivery_end(desk->ledger, delivery->out, delivery->place, state, desk_now(desk),
                               note, err);
}

static enum rc note_fate(struct desk *desk, const struct delivery *delivery,
                         const struct post_job *job, struct err *err)
{
    int64_t now = desk_now(desk);
    bool too_late = now - delivery->made_s > desk->config->retry_for_s &&
                    (delivery->tournament ||             /* its next post tells the same */
                     !outbox_is_public(delivery->kind)); /* a topic is never left with a gap */
    char note[NOTE_BYTES];

    text_copy(note, sizeof note, job->text);
    if (job->fate == POST_ACCEPTED)
        return end_delivery(desk, delivery, LEDGER_DELIVERY_SENT, "", err);
    if (job->fate == POST_PERMANENT || too_late) {
        TRY(delivery->kind == OUTBOX_TOPIC && !delivery->tournament /* the topic was told of */
                ? RC_OK
                : forum_queue_post(desk, delivery->game, delivery->out, note, err));
        return end_delivery(desk, delivery,
                            job->fate == POST_PERMANENT ? LEDGER_DELIVERY_REFUSED
                                                        : LEDGER_DELIVERY_GIVEN_UP,
                            note, err);
    }
    return ledger_delivery_again(desk->ledger, delivery->out, delivery->place,
                                 now + retry_delay(desk->config, delivery, job), note, err);
}

static void log_fate(const struct desk *desk, const struct delivery *delivery,
                     const struct post_job *job)
{
    static const char *const words[POST_FATE_COUNT] = {[POST_UNTRIED] = "untried",
                                                       [POST_ACCEPTED] = "sent",
                                                       [POST_TEMPORARY] = "later",
                                                       [POST_PERMANENT] = "refused"};
    char number[TEXT_INT_BYTES], game[TEXT_INT_BYTES];

    LOG(&desk->log, job->fate == POST_ACCEPTED ? LOG_INFO : LOG_WARNING, "post-out", "out",
        text_of_int(number, delivery->out), "kind", outbox_kind_name(delivery->kind), "game",
        delivery->game ? text_of_int(game, delivery->game) : NULL, "fate", words[job->fate], "text",
        job->fate != POST_ACCEPTED && job->text[0] ? job->text : NULL);
}

static enum rc note(struct desk *desk, const struct delivery *delivery, const struct post_job *job,
                    struct err *err)
{
    enum rc rc;

    TRY(desk_begin(desk, err));
    log_fate(desk, delivery, job);
    rc = note_topic(desk, delivery, job, err);
    THEN(rc, note_part(desk, delivery, job, err));
    THEN(rc, note_fate(desk, delivery, job, err));
    return desk_end(desk, rc, err);
}

/* ---- one post ---- */

static enum rc put_off(struct desk *desk, const struct delivery *delivery, int64_t seconds,
                       const char *why, struct err *err)
{
    char text[NOTE_BYTES];

    text_copy(text, sizeof text, why);
    return ledger_delivery_again(desk->ledger, delivery->out, delivery->place,
                                 desk_now(desk) + seconds, text, err);
}

/* What need not, or cannot yet, be posted. */
static enum rc sort_out(struct desk *desk, struct delivery *delivery, bool *goes_on,
                        struct err *err)
{
    bool behind = false;

    if (delivery->is_lost ||
        (delivery->kind == OUTBOX_BOARD && delivery->topic.board > delivery->out)) {
        *goes_on = false;
        return ledger_delivery_end(desk->ledger, delivery->out, delivery->place,
                                   LEDGER_DELIVERY_CANCELLED, desk_now(desk), "out of date", err);
    }
    if (delivery->kind == OUTBOX_POST || delivery->kind == OUTBOX_SAY)
        TRY(ledger_topic_is_behind(desk->ledger, delivery->game, delivery->out, &behind, err));
    if (!behind && delivery->to[0])
        return RC_OK;
    *goes_on = false;
    return put_off(desk, delivery, BEHIND_RETRY_S, "waits for an earlier post of its game", err);
}

static enum rc send_one(struct desk *desk, struct delivery *delivery, struct post_sink *sink,
                        unsigned *handled, struct err *err)
{
    struct post_job job = {0};
    struct err own = {0};
    bool goes_on = true;
    enum rc rc = find_where(desk, delivery, err), noted;

    THEN(rc, sort_out(desk, delivery, &goes_on, err));
    if (rc != RC_OK || !goes_on)
        return rc;
    rc = make_bytes(desk, delivery, &own);
    THEN(rc, replica_await(desk->replica, &own));
    FAIL_IF(rc == RC_LATER, err, rc, own.text);
    if (rc != RC_OK) {
        log_error(&desk->log, LOG_ERROR, "post-not-composed", &own);
        return put_off(desk, delivery, BROKEN_RETRY_S, own.text, err);
    }
    rc = hand_over(desk, delivery, sink, &job, err);
    (*handled)++;
    if (rc != RC_OK)
        return rc; /* the whole forum: this post has no fate yet */
    noted = note(desk, delivery, &job, err);
    desk_step(desk, "after note");
    return noted;
}

enum rc forum_send_due(struct desk *desk, struct post_sink *sink, int stop_fd, unsigned *handled,
                       struct err *err)
{
    OWN_MEMORY struct batch *batch = calloc(1, sizeof *batch);
    enum rc rc = batch ? note_due(desk, batch, err) : ERR(err, RC_NO_MEMORY, "no memory for posts");

    *handled = 0;
    if (rc == RC_OK && batch->count)
        rc = replica_await(desk->replica, err);
    for (unsigned i = 0; rc == RC_OK && i < batch->count && !fd_is_readable(stop_fd, 0); i++) {
        rc = send_one(desk, &batch->delivery[i], sink, handled, err);
        buf_wipe(&batch->delivery[i].bytes);
    }
    return rc;
}
