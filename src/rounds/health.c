/* SPDX-License-Identifier: MIT */
#include "rounds/health.h"

#include <stdlib.h>
#include <string.h>

#include "dispatch/outbox.h"
#include "ledger/derived.h"
#include "ledger/disputes.h"
#include "ledger/letters.h"
#include "ledger/topics.h"
#include "ledger/work.h"
#include "server/clock.h"
#include "server/files.h"

struct health {
    int64_t now_s;
    int64_t games[LEDGER_STATUS_COUNT], frozen, overdue, letters, out, oldest_s, stopped, disputes;
    int64_t posts, queued, closed;
    struct clock_seen clock;
};

static enum rc count_game(void *user, const struct ledger_game_row *row, struct err *err)
{
    struct health *health = user;

    (void)err;
    health->games[row->status]++;
    health->frozen += row->is_frozen;
    return RC_OK;
}

static enum rc count_overdue(void *user, const struct ledger_decision *row, struct err *err)
{
    (void)row;
    (void)err;
    ((struct health *)user)->overdue++;
    return RC_OK;
}

static enum rc count_letter(void *user, const struct ledger_letter_row *row, struct err *err)
{
    (void)row;
    (void)err;
    ((struct health *)user)->letters++;
    return RC_OK;
}

static enum rc count_delivery(void *user, const struct ledger_delivery *row, struct err *err)
{
    struct health *health = user;

    (void)err;
    health->out++;
    if (row->due_s <= health->now_s && health->now_s - row->due_s > health->oldest_s)
        health->oldest_s = health->now_s - row->due_s;
    return RC_OK;
}

static enum rc count_bounce(void *user, const struct ledger_bounce *row, struct err *err)
{
    (void)err;
    ((struct health *)user)->stopped += row->is_stopped;
    return RC_OK;
}

static enum rc count_dispute(void *user, const struct ledger_dispute *row, struct err *err)
{
    (void)row;
    (void)err;
    ((struct health *)user)->disputes++;
    return RC_OK;
}

static enum rc count_topic(void *user, const struct ledger_topic *topic, struct err *err)
{
    (void)err;
    ((struct health *)user)->closed +=
        topic->state == LEDGER_TOPIC_LOCKED || topic->state == LEDGER_TOPIC_GONE;
    return RC_OK;
}

static enum rc count_post(void *user, const struct ledger_delivery *row, struct err *err)
{
    (void)row;
    (void)err;
    ((struct health *)user)->posts++;
    return RC_OK;
}

static enum rc count_forum(struct ledger *ledger, struct health *health, struct err *err)
{
    enum rc rc = ledger_deliveries_due(ledger, LEDGER_BY_FORUM, INT64_MAX, INT32_MAX, count_post,
                                       health, err);

    if (rc == RC_OK)
        rc = ledger_topics(ledger, count_topic, health, err);
    return rc == RC_OK ? ledger_parts_queued(ledger, &health->queued, err) : rc;
}

static enum rc count(struct desk *desk, struct health *health, struct err *err)
{
    struct ledger *ledger = desk->ledger;
    enum rc rc = clock_look(desk, &health->clock, err);

    if (rc == RC_OK)
        rc = ledger_games_now(ledger, LEDGER_STATUS_COUNT, count_game, health, err);
    if (rc == RC_OK)
        rc = ledger_decisions_due(ledger, health->now_s, count_overdue, health, err);
    if (rc == RC_OK)
        rc = ledger_letters_waiting(ledger, count_letter, health, err);
    if (rc == RC_OK)
        rc = ledger_deliveries_due(ledger, LEDGER_BY_MAIL, INT64_MAX, INT32_MAX, count_delivery,
                                   health, err);
    if (rc == RC_OK)
        rc = ledger_bounces(ledger, count_bounce, health, err);
    if (rc == RC_OK)
        rc = ledger_disputes(ledger, 0, 0, true, count_dispute, health, err);
    return rc == RC_OK ? count_forum(ledger, health, err) : rc;
}

static void put_one(struct buf *out, const char *name, const char *help, int64_t value)
{
    buf_printf(out, "# HELP postern_%s %s\n# TYPE postern_%s gauge\npostern_%s %lld\n", name, help,
               name, name, (long long)value);
}

static void put_all(const struct health *health, int64_t settled_s, struct buf *out)
{
    put_one(out, "written_seconds", "When this file was written, since 1970.", health->now_s);
    put_one(out, "clock_doubted",
            "1: the clock jumped ahead, nothing is done until postern clock confirm.",
            health->clock.doubted);
    if (settled_s != INT64_MIN)
        put_one(out, "settled_seconds", "Every letter that arrived before was taken in.",
                settled_s);
    buf_put(out, "# HELP postern_games Games by status.\n# TYPE postern_games gauge\n");
    for (unsigned i = 0; i < LEDGER_STATUS_COUNT; i++)
        buf_printf(out, "postern_games{status=\"%s\"} %lld\n",
                   ledger_status_name((enum ledger_status)i), (long long)health->games[i]);
    put_one(out, "games_frozen", "Games that wait for the administrator.", health->frozen);
    put_one(out, "deadlines_overdue", "Deadlines that have passed and are not closed yet.",
            health->overdue);
    put_one(out, "letters_waiting", "Letters that came in and are not dealt with yet.",
            health->letters);
    put_one(out, "deliveries_waiting", "Letters that wait to be sent.", health->out);
    put_one(out, "deliveries_late_seconds", "How long the oldest of them has been due.",
            health->oldest_s);
    put_one(out, "addresses_stopped", "Addresses to which nothing is sent since letters bounce.",
            health->stopped);
    put_one(out, "posts_waiting", "Texts that wait to be posted into the forum.", health->posts);
    put_one(out, "posts_queued", "Those of them that the forum's moderators have.", health->queued);
    put_one(out, "topics_closed", "Topics of games that are locked or gone.", health->closed);
    put_one(out, "disputes_open", "Disputes and reports that wait for a ruling.", health->disputes);
}

enum rc health_gather(struct desk *desk, int64_t settled_s, struct buf *out, struct err *err)
{
    struct health health = {.now_s = desk_now(desk)};
    enum rc rc = ledger_begin_read(desk->ledger, err);

    if (rc != RC_OK)
        return rc;
    rc = count(desk, &health, err);
    ledger_rollback(desk->ledger);
    if (rc == RC_OK)
        put_all(&health, settled_s, out);
    return rc == RC_OK ? buf_rc(out, err) : rc;
}

enum rc health_write(struct desk *desk, int64_t settled_s, struct err *err)
{
    struct buf text = {0};
    bool written;
    enum rc rc;

    if (!desk->config->health[0])
        return RC_OK;
    rc = health_gather(desk, settled_s, &text, err);
    if (rc == RC_OK)
        rc = files_update(desk->config->health, buf_text(&text), text.length, &written, err);
    buf_fini(&text);
    return rc;
}
