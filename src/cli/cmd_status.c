/* SPDX-License-Identifier: MIT */
/* status: how the server is, on one page. */
#include "cli/commands.h"

#include <stdio.h>
#include <sys/stat.h>

#include "cli/server.h"
#include "schedule/health.h"
#include "server/replica.h"
#include "server/lock.h"
#include "server/trouble.h"

struct page {
    struct cli *cli;
    const struct server *server;
    struct health health;
    json_t *wrong; /* what waits for the keeper, in words */
};

/* A line of the page: what, how it is, and what of it waits for the keeper (NULL = nothing). */
static void line(struct page *page, const char *what, const char *is, const char *wrong)
{
    buf_printf(&page->cli->out, "%s %-10s %s\n", wrong ? "!" : " ", what, is);
    if (wrong)
        json_array_append_new(page->wrong, json_string(wrong));
}

static void show_daemon(struct page *page)
{
    const struct config *config = page->server->config;
    char path[CONFIG_TEXT_BYTES + 8], seen[24], stamp[24], is[160];
    const char *wrong = NULL;
    struct lock_state lock;
    bool down;

    snprintf(path, sizeof path, "%s.lock", config->ledger);
    lock_look(path, &lock);
    server_time(page->health.seen_s, seen);
    down = !lock.held && lock.holder[0];
    if (lock.held && page->health.seen_s &&
        page->health.now_s - page->health.seen_s > HEALTH_UNREAD_S + config->poll_s)
        wrong = "letters are not read to the end of their inboxes: postern doctor";
    snprintf(is, sizeof is, "%s%s%s%s", lock.held ? "runs, process " : "does not run",
             lock.held ? lock.holder : "", *seen ? "; letters are read to " : "", seen);
    line(page, "posternd", is, down ? "posternd does not run" : wrong);
    json_object_set_new(page->cli->result, "runs", json_boolean(lock.held));
    json_object_set_new(page->cli->result, "read_to",
                        json_string(server_stamp(page->health.seen_s, stamp)));
}

static void show_games(struct page *page)
{
    const struct health *health = &page->health;
    json_t *games = json_object();
    OWN(buf) is = {0};

    for (unsigned i = 0; i < LEDGER_STATUS_COUNT; i++) {
        const char *name = ledger_status_name((enum ledger_status)i);

        buf_printf(&is, "%s%lld %s", i ? ", " : "", (long long)health->games[i], name);
        json_object_set_new(games, name, json_integer((json_int_t)health->games[i]));
    }
    line(page, "games", buf_text(&is), NULL);
    json_object_set_new(page->cli->result, "games", games);
}

static void show_day(struct page *page)
{
    const struct health *health = &page->health;
    json_t *day = json_object();
    int64_t all = 0;
    OWN(buf) is = {0};

    for (unsigned i = 0; i < LEDGER_OUTCOME_COUNT; i++) {
        const char *name = ledger_outcome_name((enum ledger_outcome_kind)i);

        all += health->day[i];
        json_object_set_new(day, name, json_integer((json_int_t)health->day[i]));
        if (health->day[i])
            buf_printf(&is, ", %lld %s", (long long)health->day[i], name);
    }
    buf_printf(&page->cli->out, "  %-10s %lld in 24 hours%s\n", "letters", (long long)all,
               buf_text(&is));
    json_object_set_new(page->cli->result, "day", day);
}

/* what: "dispute open|disputes open", the one for 1 */
static void put_count(struct buf *out, const char *mark, int64_t value, const char *what)
{
    const char *bar = strchr(what, '|');

    buf_printf(out, "%s %lld ", mark, (long long)value);
    buf_put_bytes(out, bar && value != 1 ? bar + 1 : what,
                  bar && value == 1 ? (size_t)(bar - what) : strlen(bar ? bar + 1 : what));
    buf_put_char(out, '\n');
}

/* What should be 0, and what is said when it is not. */
static void show_counts(struct page *page)
{
    const struct health *health = &page->health;
    const int64_t late_s = health->oldest_s > HEALTH_LATE_S ? health->oldest_s : 0;
    char knocks[384];
    const struct {
        const char *name, *what;
        int64_t value;
        const char *wrong; /* NULL = it is only told */
    } rows[] = {
        {"also", "of these letters lay in [imap] also: tell the provider that they are welcome",
         health->also, NULL},
        {"frozen", "frozen game|frozen games", health->frozen,
         "games are frozen: postern game list"},
        {"overdue", "deadline overdue|deadlines overdue", health->overdue,
         "deadlines have passed and are not closed: is posternd well?"},
        {"waiting", "letter waits to be dealt with|letters wait to be dealt with", health->letters,
         NULL},
        {"unsent", "letter waits to go out|letters wait to go out", health->out, NULL},
        {"late_s", "seconds late", late_s, "letters cannot be sent: postern doctor"},
        {"stopped", "address that bounces|addresses that bounce", health->stopped,
         "addresses are not written to: postern bounce list"},
        {"posts", "post waits|posts wait", health->posts, NULL},
        {"queued", "post with moderators|posts with moderators", health->queued, NULL},
        {"closed", "topic closed|topics closed", health->closed,
         "topics of games are locked or gone: postern forum list"},
        {"knocking", knocks, health->knocking, NULL},
        {"deaf",
         "player's notices were stopped within 30 days: postern doctor|"
         "players' notices were stopped within 30 days: postern doctor",
         health->deaf, NULL},
        {"disputes", "dispute open|disputes open", health->disputes,
         "disputes wait for a ruling: postern dispute list"},
    };

    snprintf(knocks, sizeof knocks,
             "notice did not arrive yet (%s)|notices did not arrive yet (%s)", health->knocks,
             health->knocks);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_object_set_new(page->cli->result, rows[i].name,
                            json_integer((json_int_t)rows[i].value));
        if (!rows[i].value)
            continue;
        put_count(&page->cli->out, rows[i].wrong ? "!" : " ", rows[i].value, rows[i].what);
        if (rows[i].wrong)
            json_array_append_new(page->wrong, json_string(rows[i].wrong));
    }
}

/* ---- what waits for him, by name ---- */

static const struct waiting {
    const char *name, *what, *help;
} waitings[HEALTH_NAMED_COUNT] = {
    [HEALTH_ASIDE] = {"aside", "letters are set aside",
                      "postern doctor says what to do about them"},
    [HEALTH_ABSENT] = {"absent", "seats have let three turns pass",
                       "write to the player, or postern seat replace"},
    [HEALTH_MISSED] = {"missed", "players did not get their newest letter",
                       "posternd's log has the reason; then postern letter resend GAME NAME"},
    [HEALTH_STUCK] = {"stuck", "practice opponents do not answer",
                      "does postern bot run? see what became of its letters: postern letter list"},
    [HEALTH_STANDING] = {"standing", "games have stood still for a month, their clocks stopped",
                         "ask its players to answer resume, or postern game resume"},
};

static enum rc show_waiting(struct page *page, enum health_named what, struct err *err)
{
    const struct waiting *waiting = &waitings[what];
    long long value = (long long)page->health.named[what];
    OWN(buf) names = {0}, wrong = {0};
    enum rc rc = RC_OK;

    json_object_set_new(page->cli->result, waiting->name, json_integer(value));
    if (!value)
        return RC_OK;
    rc = health_name(page->server->desk, what, &names, err);
    buf_printf(&page->cli->out, "! %lld %s: %s\n", value, waiting->what, buf_text(&names));
    buf_printf(&wrong, "%s (%s): %s", waiting->what, buf_text(&names), waiting->help);
    json_array_append_new(page->wrong, json_string(buf_text(&wrong)));
    return rc;
}

/* An inbox or the mail server that does not work, in its own words. */
static enum rc show_trouble(void *user, const struct trouble *trouble, struct err *err)
{
    struct page *page = user;
    bool stands = page->health.now_s - trouble->since_s > TROUBLE_MINUTES_S;
    char since[24], is[400], wrong[440];

    (void)err;
    server_time(trouble->since_s, since);
    snprintf(is, sizeof is, "since %s: %s", since, trouble->words);
    snprintf(wrong, sizeof wrong, "%s does not work, %s", trouble->place, is);
    line(page, trouble->place, is, stands ? wrong : NULL);
    json_array_append_new(json_object_get(page->cli->result, "troubles"),
                          json_pack("{s:s, s:s}", "place", trouble->place, "text", trouble->words));
    return RC_OK;
}

static void show_mail_clock(struct page *page)
{
    char is[96];

    json_object_set_new(page->cli->result, "mail_behind_s",
                        json_integer((json_int_t)page->health.mail_behind_s));
    if (!page->health.mail_behind_s)
        return;
    snprintf(is, sizeof is, "%lld seconds behind ours", (long long)page->health.mail_behind_s);
    line(page, "mail clock", is,
         "the clock of the mail host is behind: letters seem to come before what they answer");
}

static void show_disk(struct page *page)
{
    const char *ledger = page->server->config->ledger;
    struct stat status = {0};
    long long bytes, left = page->health.disk_free;
    char is[96];

    if (stat(ledger, &status) != 0)
        return;
    bytes = (long long)status.st_size;
    snprintf(is, sizeof is, "%.1f MB, %.1f GB of the disk are free", (double)bytes / 1e6,
             (double)left / 1e9);
    line(page, "ledger", is,
         left < HEALTH_DISK_FULL    ? "the disk is full: postern doctor"
         : left < HEALTH_DISK_TIGHT ? "the disk is nearly full: postern doctor"
                                    : NULL);
    json_object_set_new(page->cli->result, "bytes", json_integer(bytes));
    json_object_set_new(page->cli->result, "free", json_integer(left));
}

static void show_clock(struct page *page)
{
    if (page->health.clock.doubted)
        line(page, "clock", "jumped ahead; nothing is done",
             "the clock is doubted: set it right, or postern clock confirm");
    json_object_set_new(page->cli->result, "clock_doubted",
                        json_boolean(page->health.clock.doubted));
}

/* Whether it can be gone on from, as the newest look into it found. */
static void show_proof(struct page *page)
{
    struct replica_proof proof = {0};
    char when[24] = "", is[64], wrong[ERR_TEXT_BYTES + 64];
    enum rc rc = replica_proved(page->server->desk->ledger, &proof, NULL);

    if (rc != RC_OK)
        return;
    snprintf(is, sizeof is, "%s%s",
             !proof.at_s    ? "not tried yet"
             : proof.why[0] ? "failed "
                            : "made a whole ledger ",
             server_time(proof.at_s, when));
    snprintf(wrong, sizeof wrong, "no ledger can be made from the replica: %s", proof.why);
    line(page, "replica tried", is, proof.why[0] ? wrong : NULL);
    json_object_update_new(
        json_object_get(page->cli->result, "replica"),
        json_pack("{s:s, s:s}", "proved", server_stamp(proof.at_s, when), "proof", proof.why));
}

static void show_replica(struct page *page)
{
    enum { LIMIT_MS = 2000 };
    struct replica_state state;
    char is[160], wrong[320];

    replica_look(page->server->desk->replica, LIMIT_MS, &state);
    json_object_set_new(
        page->cli->result, "replica",
        json_pack("{s:s, s:s}", "state", replica_how_name(state.how), "text", state.why));
    if (state.how == REPLICA_OFF)
        return;
    snprintf(is, sizeof is, "%s",
             state.how == REPLICA_CURRENT ? "holds everything"
                                          : "does not hold the newest; letters wait for it");
    snprintf(wrong, sizeof wrong, "the replica is %s: %s", replica_how_name(state.how),
             replica_how_help(state.how));
    line(page, "replica", is, state.how == REPLICA_CURRENT ? NULL : wrong);
    show_proof(page);
}

static enum rc show_all(struct page *page, struct err *err)
{
    struct cli *cli = page->cli;
    enum rc rc;

    buf_printf(&cli->out, "%s, %s\n", page->server->config->name, page->server->config->address);
    cli->result = json_pack("{s:s, s:s}", "name", page->server->config->name, "address",
                            page->server->config->address);
    page->wrong = json_array();
    json_object_set_new(cli->result, "wrong", page->wrong);
    show_daemon(page);
    show_clock(page);
    show_games(page);
    show_day(page);
    show_disk(page);
    show_replica(page);
    show_counts(page);
    show_mail_clock(page);
    json_object_set_new(cli->result, "troubles", json_array());
    rc = trouble_each(page->server->desk, show_trouble, page, err);
    for (unsigned i = 0; i < HEALTH_NAMED_COUNT && rc == RC_OK; i++)
        rc = show_waiting(page, i, err);
    for (size_t i = 0; i < json_array_size(page->wrong); i++)
        buf_printf(&cli->out, "%s! %s\n", i ? "" : "\n",
                   json_string_value(json_array_get(page->wrong, i)));
    if (json_array_size(page->wrong))
        cli->exit = CLI_REFUSED;
    else
        buf_put(&cli->out, "\nNothing waits for you.\n");
    return rc;
}

enum rc cmd_status(struct cli *cli, struct err *err)
{
    OWN_OPEN(server) server = {0};
    struct page page = {.cli = cli, .server = &server};

    TRY(server_open(cli, &server, err));
    TRY(health_read(server.desk, &page.health, err));
    return show_all(&page, err);
}
