/* SPDX-License-Identifier: MIT */
/* Gathers the figures of a server, and writes them for a monitor. */
#include "schedule/health.h"

#include <sys/statvfs.h>

#include "inbound/mailbag.h"
#include "outbound/outbox.h"
#include "ledger/disputes.h"
#include "ledger/facts.h"
#include "ledger/knocks.h"
#include "ledger/topics.h"
#include "people/people.h"
#include "ledger/work.h"
#include "server/files.h"
#include "server/replica.h"
#include "server/trouble.h"

static enum rc count_games(struct ledger *ledger, struct health *health, struct err *err)
{
    struct ledger_rows rows = ledger_games_now(ledger, LEDGER_STATUS_COUNT, err);

    for (struct ledger_game_row row; ledger_next(&rows, &row);) {
        health->games[row.status]++;
        health->frozen += row.is_frozen;
    }
    return ledger_end(&rows);
}

static enum rc count_deliveries(struct ledger *ledger, struct health *health, struct err *err)
{
    struct ledger_rows rows =
        ledger_deliveries_due(ledger, LEDGER_BY_MAIL, INT64_MAX, INT32_MAX, err);

    for (struct ledger_delivery row; ledger_next(&rows, &row);) {
        health->out++;
        if (row.due_s <= health->now_s && health->now_s - row.due_s > health->oldest_s)
            health->oldest_s = health->now_s - row.due_s;
    }
    return ledger_end(&rows);
}

static enum rc count_bounces(struct ledger *ledger, struct health *health, struct err *err)
{
    struct ledger_rows rows = ledger_bounces(ledger, err);

    for (struct ledger_bounce row; ledger_next(&rows, &row);)
        health->stopped += row.is_stopped;
    return ledger_end(&rows);
}

static enum rc count_topics(struct ledger *ledger, struct health *health, struct err *err)
{
    struct ledger_rows rows = ledger_topics(ledger, err);

    for (struct ledger_topic topic; ledger_next(&rows, &topic);)
        health->closed += topic.state == LEDGER_TOPIC_LOCKED || topic.state == LEDGER_TOPIC_GONE;
    return ledger_end(&rows);
}

/* ---- what waits for the administrator ---- */

struct named {
    struct buf *out; /* NULL = only counted */
    unsigned count;
};

static void name_one(struct named *named, const char *form, int64_t a, int b)
{
    if (named->out && named->count < HEALTH_NAMED_MOST) {
        buf_put(named->out, named->count ? ", " : "");
        buf_printf(named->out, form, (long long)a, b);
    } else if (named->out && named->count == HEALTH_NAMED_MOST)
        buf_put(named->out, ", …");
    named->count++;
}

static enum rc name_letters(struct desk *desk, struct named *named, struct err *err)
{
    struct ledger_rows rows = ledger_letters_aside(desk->ledger, err);

    for (struct ledger_letter_row row; ledger_next(&rows, &row);)
        name_one(named, "%lld", row.letter.id, 0);
    return ledger_end(&rows);
}

static enum rc name_seats(struct named *named, struct ledger_rows rows)
{

    for (struct ledger_place place; ledger_next(&rows, &place);)
        name_one(named, "game %lld seat %d", place.game, place.seat);
    return ledger_end(&rows);
}

static enum rc name_absent(struct desk *desk, struct named *named, struct err *err)
{
    return name_seats(named, ledger_seats_absent(desk->ledger, HEALTH_ABSENT_TURNS, err));
}

static enum rc name_missed(struct desk *desk, struct named *named, struct err *err)
{
    enum { DAY_S = 86400 };
    struct ledger_rows rows = ledger_addresses_missed(desk->ledger, desk_now(desk) - DAY_S, err);

    for (struct ledger_address address; ledger_next(&rows, &address);)
        name_one(named, "player %lld", address.player, 0);
    return ledger_end(&rows);
}

static enum rc name_stuck(struct desk *desk, struct named *named, struct err *err)
{
    struct ledger_rows rows = people_walk(desk, err);
    struct person person;

    while (people_next(desk, &rows, &person))
        if (person.practice[0])
            rows.rc = name_seats(named, ledger_seats_waiting(desk->ledger, person.id,
                                                             desk_now(desk) - HEALTH_STUCK_S, err));
    return ledger_end(&rows);
}

static enum rc name_standing(struct desk *desk, struct named *named, struct err *err)
{
    struct ledger_rows rows =
        ledger_games_standing(desk->ledger, desk_now(desk) - HEALTH_STANDING_S, err);

    for (struct ledger_place place; ledger_next(&rows, &place);)
        name_one(named, "game %lld", place.game, 0);
    return ledger_end(&rows);
}

static enum rc (*const namers[HEALTH_NAMED_COUNT])(struct desk *, struct named *, struct err *) = {
    [HEALTH_ASIDE] = name_letters,
    [HEALTH_ABSENT] = name_absent,
    [HEALTH_MISSED] = name_missed,
    [HEALTH_STUCK] = name_stuck,
    [HEALTH_STANDING] = name_standing};

enum rc health_name(struct desk *desk, enum health_named what, struct buf *out, struct err *err)
{
    return namers[what](desk, &(struct named){.out = out}, err);
}

static enum rc count_trouble(void *user, const struct trouble *trouble, struct err *err)
{
    struct health *health = user;
    int64_t stood_s = health->now_s - trouble->since_s;

    (void)err;
    if (stood_s > health->trouble_s)
        health->trouble_s = stood_s;
    return RC_OK;
}

static enum rc count_waiting(struct desk *desk, struct health *health, struct err *err)
{
    for (unsigned i = 0; i < HEALTH_NAMED_COUNT; i++) {
        struct named named = {0};

        TRY(namers[i](desk, &named, err));
        health->named[i] = named.count;
    }
    TRY(trouble_each(desk, count_trouble, health, err));
    return clock_behind(desk, &health->mail_behind_s, err);
}

static enum rc count_knocks(struct ledger *ledger, struct health *health, struct err *err)
{
    struct ledger_rows rows = ledger_knocks_tried(ledger, err);

    for (struct ledger_knock row; ledger_next(&rows, &row);)
        if (row.tries == LEDGER_KNOCK_TRIES)
            health->deaf++;
        else {
            health->knocking++;
            text_copy(health->knocks, sizeof health->knocks, row.note);
        }
    return ledger_end(&rows);
}

enum rc health_notices(struct desk *desk, struct buf *again, struct buf *stopped, struct err *err)
{
    struct ledger_rows rows = ledger_knocks_tried(desk->ledger, err);
    struct person person;

    for (struct ledger_knock row; ledger_next(&rows, &row);) {
        if (row.tries < LEDGER_KNOCK_TRIES) {
            buf_clear(again);
            buf_printf(again, "did not arrive yet: %s; they are tried again", row.note);
            continue;
        }
        rows.rc = people_get(desk, row.player, &person, err);
        buf_printf(stopped, "%s%s (%s)",
                   stopped->length ? ", "
                                   : "stopped, where nobody listened, and their players told: ",
                   person.name, row.note);
    }
    return ledger_end(&rows);
}

static enum rc count_forum(struct ledger *ledger, struct health *health, struct err *err)
{
    TRY(ledger_count(ledger_deliveries_due(ledger, LEDGER_BY_FORUM, INT64_MAX, INT32_MAX, err),
                     &health->posts));
    TRY(count_knocks(ledger, health, err));
    TRY(count_topics(ledger, health, err));
    return ledger_parts_queued(ledger, &health->queued, err);
}

enum { DAY_S = 86400 };

enum rc health_seen(struct desk *desk, int64_t *seen_s, struct err *err)
{
    OWN(buf) state = {0};

    return ledger_inbox_get(desk->ledger, "posternd", seen_s, &state, err);
}

static enum rc count_times(struct desk *desk, struct health *health, struct err *err)
{
    TRY(clock_look(desk, &health->clock, err));
    TRY(health_seen(desk, &health->seen_s, err));
    TRY(ledger_outcomes_count(desk->ledger, health->now_s - DAY_S, health->now_s + 1, health->day,
                              err));
    return ledger_letters_from(desk->ledger, "imap:" MAILBAG_ALSO, health->now_s - DAY_S,
                               &health->also, err);
}

static enum rc count(struct desk *desk, struct health *health, struct err *err)
{
    struct ledger *ledger = desk->ledger;

    TRY(count_times(desk, health, err));
    TRY(count_games(ledger, health, err));
    TRY(ledger_count(ledger_decisions_due(ledger, health->now_s, err), &health->overdue));
    TRY(ledger_count(ledger_letters_waiting(ledger, err), &health->letters));
    TRY(count_deliveries(ledger, health, err));
    TRY(count_bounces(ledger, health, err));
    TRY(ledger_count(ledger_disputes(ledger, 0, 0, true, err), &health->disputes));
    TRY(count_waiting(desk, health, err));
    return count_forum(ledger, health, err);
}

static void put_one(struct buf *out, const char *name, const char *help, int64_t value)
{
    buf_printf(out, "# HELP postern_%s %s\n# TYPE postern_%s gauge\npostern_%s %lld\n", name, help,
               name, name, (long long)value);
}

static void put_up(struct buf *out, bool up, int64_t now_s)
{
    put_one(out, "up", "0: posternd could not start; its log says why.", up);
    put_one(out, "written_seconds", "When this file was written, since 1970.", now_s);
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
        buf_printf(out, "postern_letters_total{outcome=\"%s\"} %lld\n",
                   ledger_outcome_name((enum ledger_outcome_kind)i),
                   (long long)running->outcomes[i]);
}

#define GAUGE(name, member, help)                                                                  \
    {                                                                                              \
        name, help, offsetof(struct health, member)                                                \
    }

static const struct {
    const char *name, *help;
    size_t at; /* of its int64_t in struct health */
} gauges[] = {
    GAUGE("games_frozen", frozen, "Games that wait for the administrator."),
    GAUGE("deadlines_overdue", overdue, "Deadlines that have passed and are not closed yet."),
    GAUGE("letters_waiting", letters, "Letters that came in and are not dealt with yet."),
    GAUGE("deliveries_waiting", out, "Letters that wait to be sent."),
    GAUGE("deliveries_late_seconds", oldest_s, "How long the oldest of them has been due."),
    GAUGE("addresses_stopped", stopped, "Addresses not written to since letters bounce."),
    GAUGE("posts_waiting", posts, "Texts that wait to be posted into the forum."),
    GAUGE("posts_queued", queued, "Those of them that the forum's moderators have."),
    GAUGE("topics_closed", closed, "Topics of games that are locked or gone."),
    GAUGE("notices_failing", knocking, "Notices that did not arrive yet and are tried again."),
    GAUGE("notices_stopped", deaf, "Players whose notices were stopped: nobody listened."),
    GAUGE("letters_aside", named[HEALTH_ASIDE], "Letters set aside for the administrator."),
    GAUGE("seats_absent", named[HEALTH_ABSENT], "Seats for which time answered in three turns."),
    GAUGE("players_missed", named[HEALTH_MISSED], "Players whose newest letter was refused."),
    GAUGE("opponents_stuck", named[HEALTH_STUCK], "Practice opponents that do not answer."),
    GAUGE("games_standing", named[HEALTH_STANDING], "Games whose clocks were stopped 30 days ago."),
    GAUGE("trouble_seconds", trouble_s, "How long an inbox or the mail server has not worked."),
    GAUGE("mail_clock_behind_seconds", mail_behind_s, "How far the mail host's clock is behind."),
    GAUGE("disk_free_bytes", disk_free, "What is free of the disk with the ledger."),
    GAUGE("disputes_open", disputes, "Disputes and reports that wait for a ruling."),
};

static void put_all(const struct health *health, const struct health_running *running,
                    struct buf *out)
{
    put_up(out, true, health->now_s);
    put_one(out, "clock_doubted",
            "1: the clock jumped ahead, nothing is done until postern clock confirm.",
            health->clock.doubted);
    put_running(running, out);
    buf_put(out, "# HELP postern_games Games by status.\n# TYPE postern_games gauge\n");
    for (unsigned i = 0; i < LEDGER_STATUS_COUNT; i++)
        buf_printf(out, "postern_games{status=\"%s\"} %lld\n",
                   ledger_status_name((enum ledger_status)i), (long long)health->games[i]);
    for (size_t i = 0; i < sizeof gauges / sizeof *gauges; i++)
        put_one(out, gauges[i].name, gauges[i].help,
                *(const int64_t *)((const char *)health + gauges[i].at));
}

/* In one transaction, so that the figures are of one moment. */
enum rc health_read(struct desk *desk, struct health *health, struct err *err)
{
    struct statvfs disk = {0};
    enum rc rc = ledger_begin_read(desk->ledger, err);

    *health = (struct health){.now_s = desk_now(desk)};
    TRY(rc);
    if (statvfs(desk->config->ledger, &disk) == 0)
        health->disk_free = (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
    rc = count(desk, health, err);
    ledger_rollback(desk->ledger);
    return rc;
}

/* Whole seconds that are over: none is counted twice, none left out. */
static enum rc count_on(struct desk *desk, struct health_running *running, int64_t now_s,
                        struct err *err)
{
    if (now_s > running->counted_s)
        TRY(ledger_outcomes_count(desk->ledger, running->counted_s, now_s, running->outcomes, err));
    if (now_s > running->counted_s)
        running->counted_s = now_s;
    return RC_OK;
}

enum rc health_gather(struct desk *desk, struct health_running *running, struct buf *out,
                      struct err *err)
{
    struct health health;

    TRY(health_read(desk, &health, err));
    TRY(count_on(desk, running, health.now_s, err));
    put_all(&health, running, out);
    put_replica(desk, out);
    return buf_rc(out, err);
}

enum rc health_write(struct desk *desk, struct health_running *running, struct err *err)
{
    OWN(buf) text = {0};
    bool written;

    if (!desk->config->health[0])
        return RC_OK;
    TRY(health_gather(desk, running, &text, err));
    return files_update(desk->config->health, buf_text(&text), text.length, &written, err);
}

enum rc health_write_down(const struct config *config, int64_t now_s, struct err *err)
{
    OWN(buf) text = {0};
    bool written;

    put_up(&text, false, now_s);
    if (config->health[0])
        TRY(files_update(config->health, buf_text(&text), text.length, &written, err));
    return RC_OK;
}
