/* SPDX-License-Identifier: MIT */
/* Gathers the figures of a server, and writes them for a monitor. */
#include "schedule/health.h"

#include <stdlib.h>
#include <string.h>

#include "outbound/outbox.h"
#include "ledger/disputes.h"
#include "ledger/topics.h"
#include "ledger/work.h"
#include "server/files.h"
#include "server/replica.h"

static enum rc count_games(struct ledger *ledger, struct health *health, struct err *err)
{
    struct ledger_rows rows = ledger_games_now(ledger, LEDGER_STATUS_COUNT, err);
    struct ledger_game_row row;

    while (ledger_next(&rows, &row)) {
        health->games[row.status]++;
        health->frozen += row.is_frozen;
    }
    return ledger_end(&rows);
}

static enum rc count_deliveries(struct ledger *ledger, struct health *health, struct err *err)
{
    struct ledger_rows rows =
        ledger_deliveries_due(ledger, LEDGER_BY_MAIL, INT64_MAX, INT32_MAX, err);
    struct ledger_delivery row;

    while (ledger_next(&rows, &row)) {
        health->out++;
        if (row.due_s <= health->now_s && health->now_s - row.due_s > health->oldest_s)
            health->oldest_s = health->now_s - row.due_s;
    }
    return ledger_end(&rows);
}

static enum rc count_bounces(struct ledger *ledger, struct health *health, struct err *err)
{
    struct ledger_rows rows = ledger_bounces(ledger, err);
    struct ledger_bounce row;

    while (ledger_next(&rows, &row))
        health->stopped += row.is_stopped;
    return ledger_end(&rows);
}

static enum rc count_topics(struct ledger *ledger, struct health *health, struct err *err)
{
    struct ledger_rows rows = ledger_topics(ledger, err);
    struct ledger_topic topic;

    while (ledger_next(&rows, &topic))
        health->closed += topic.state == LEDGER_TOPIC_LOCKED || topic.state == LEDGER_TOPIC_GONE;
    return ledger_end(&rows);
}

static enum rc count_forum(struct ledger *ledger, struct health *health, struct err *err)
{
    enum rc rc = ledger_count(
        ledger_deliveries_due(ledger, LEDGER_BY_FORUM, INT64_MAX, INT32_MAX, err), &health->posts);

    if (rc == RC_OK)
        rc = count_topics(ledger, health, err);
    return rc == RC_OK ? ledger_parts_queued(ledger, &health->queued, err) : rc;
}

enum { DAY_S = 86400 };

enum rc health_seen(struct desk *desk, int64_t *seen_s, struct err *err)
{
    struct buf state = {0};
    enum rc rc = ledger_inbox_get(desk->ledger, "posternd", seen_s, &state, err);

    buf_fini(&state);
    return rc;
}

static enum rc count_times(struct desk *desk, struct health *health, struct err *err)
{
    enum rc rc = clock_look(desk, &health->clock, err);

    if (rc == RC_OK)
        rc = health_seen(desk, &health->seen_s, err);
    if (rc == RC_OK)
        rc = ledger_outcomes_count(desk->ledger, health->now_s - DAY_S, health->now_s + 1,
                                   health->day, err);
    return rc;
}

static enum rc count(struct desk *desk, struct health *health, struct err *err)
{
    struct ledger *ledger = desk->ledger;
    enum rc rc = count_times(desk, health, err);

    if (rc == RC_OK)
        rc = count_games(ledger, health, err);
    if (rc == RC_OK)
        rc = ledger_count(ledger_decisions_due(ledger, health->now_s, err), &health->overdue);
    if (rc == RC_OK)
        rc = ledger_count(ledger_letters_waiting(ledger, err), &health->letters);
    if (rc == RC_OK)
        rc = count_deliveries(ledger, health, err);
    if (rc == RC_OK)
        rc = count_bounces(ledger, health, err);
    if (rc == RC_OK)
        rc = ledger_count(ledger_disputes(ledger, 0, 0, true, err), &health->disputes);
    return rc == RC_OK ? count_forum(ledger, health, err) : rc;
}

static void put_one(struct buf *out, const char *name, const char *help, int64_t value)
{
    buf_printf(out, "# HELP postern_%s %s\n# TYPE postern_%s gauge\npostern_%s %lld\n", name, help,
               name, name, (long long)value);
}

static void put_type(struct buf *out, const char *name, const char *help, const char *type)
{
    buf_printf(out, "# HELP postern_%s %s\n# TYPE postern_%s %s\n", name, help, name, type);
}

static void put_replica(struct desk *desk, struct buf *out)
{
    struct replica_proof proof;
    struct replica_state state;

    replica_seen(desk->replica, &state);
    if (state.how == REPLICA_OFF)
        return;
    put_type(out, "replica", "1 for the state in which the replica is.", "gauge");
    for (int i = REPLICA_CURRENT; i < REPLICA_HOW_COUNT; i++)
        buf_printf(out, "postern_replica{state=\"%s\"} %d\n", replica_how_name((enum replica_how)i),
                   i == (int)state.how);
    put_one(out, "replica_lag_seconds", "How long something has waited for the replica.",
            state.waited_s);
    put_one(out, "replica_without", "1: letters leave without the replica.", state.without);
    if (replica_proved(desk->ledger, &proof, NULL) == RC_OK)
        put_one(out, "replica_unproved", "1: no whole ledger could be made from the replica.",
                proof.why[0] != '\0');
}

static void put_running(const struct health_running *running, struct buf *out)
{
    if (running->settled_s != INT64_MIN)
        put_one(out, "settled_seconds", "Every letter that arrived before was taken in.",
                running->settled_s);
    put_type(out, "inbox_settled_seconds",
             "The same of each inbox: when it was last read to its end.", "gauge");
    for (unsigned i = 0; i < running->inbox_count; i++)
        if (running->inbox[i].settled_s != INT64_MIN)
            buf_printf(out, "postern_inbox_settled_seconds{inbox=\"%s\"} %lld\n",
                       running->inbox[i].name, (long long)running->inbox[i].settled_s);
    put_type(out, "letters_total", "Letters that came in, by what became of them.", "counter");
    for (unsigned i = 0; i < LEDGER_OUTCOME_COUNT; i++)
        buf_printf(out, "postern_letters_total{outcome=\"%s\"} %lld\n", health_outcome_name(i),
                   (long long)running->outcomes[i]);
}

static void put_all(const struct health *health, const struct health_running *running,
                    struct buf *out)
{
    put_one(out, "written_seconds", "When this file was written, since 1970.", health->now_s);
    put_one(out, "clock_doubted",
            "1: the clock jumped ahead, nothing is done until postern clock confirm.",
            health->clock.doubted);
    put_running(running, out);
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

const char *health_status_name(unsigned status)
{
    return ledger_status_name((enum ledger_status)status);
}

const char *health_outcome_name(unsigned outcome)
{
    return ledger_outcome_name((enum ledger_outcome_kind)outcome);
}

/* In one transaction, so that the figures are of one moment. */
enum rc health_read(struct desk *desk, struct health *health, struct err *err)
{
    enum rc rc = ledger_begin_read(desk->ledger, err);

    *health = (struct health){.now_s = desk_now(desk)};
    if (rc != RC_OK)
        return rc;
    rc = count(desk, health, err);
    ledger_rollback(desk->ledger);
    return rc;
}

/* Whole seconds that are over: none is counted twice, none left out. */
static enum rc count_on(struct desk *desk, struct health_running *running, int64_t now_s,
                        struct err *err)
{
    enum rc rc = RC_OK;

    if (now_s > running->counted_s)
        rc = ledger_outcomes_count(desk->ledger, running->counted_s, now_s, running->outcomes, err);
    if (rc == RC_OK && now_s > running->counted_s)
        running->counted_s = now_s;
    return rc;
}

enum rc health_gather(struct desk *desk, struct health_running *running, struct buf *out,
                      struct err *err)
{
    struct health health;
    enum rc rc = health_read(desk, &health, err);

    if (rc == RC_OK)
        rc = count_on(desk, running, health.now_s, err);
    if (rc == RC_OK)
        put_all(&health, running, out);
    if (rc == RC_OK)
        put_replica(desk, out);
    return rc == RC_OK ? buf_rc(out, err) : rc;
}

enum rc health_write(struct desk *desk, struct health_running *running, struct err *err)
{
    struct buf text = {0};
    bool written;
    enum rc rc;

    if (!desk->config->health[0])
        return RC_OK;
    rc = health_gather(desk, running, &text, err);
    if (rc == RC_OK)
        rc = files_update(desk->config->health, buf_text(&text), text.length, &written, err);
    buf_fini(&text);
    return rc;
}
