/* SPDX-License-Identifier: MIT */
/* deadlines, bounces, bounce clear, statistics, ratings: what a server is doing and has done. */
#include "cli/commands.h"

#include <math.h>
#include <stdio.h>

#include "base/timetext.h"
#include "cli/listing.h"
#include "outbound/bounces.h"
#include "admin/admin.h"
#include "play/rating.h"
#include "ledger/work.h"
#include "people/people.h"
#include "server/titles.h"

/* ---- deadlines ---- */

static const struct table_column deadline_columns[] = {{"due", "due (UTC)", TABLE_TIME, false},
                                                       {"game", "game", true, false},
                                                       {"seat", "seat", true, false},
                                                       {"player", "player", false, true},
                                                       {"asked", "asked (UTC)", TABLE_TIME, false},
                                                       {"state", "", false, false}};

static enum rc list_deadline(struct listing *listing, const struct ledger_decision *row,
                             struct err *err)
{
    char due[24], asked[24];
    struct ledger_seat sits = {0};
    struct person person;

    if (row->seat)
        TRY(ledger_seat_get(listing->desk->ledger, row->game, row->seat, &sits, err));
    table_row(
        listing->table, server_time(row->due_s, due), TEXT_INT(row->game), TEXT_INT(row->seat),
        row->seat ? listing_name(listing->desk, sits.player, &person) : "the table",
        server_time(row->opened_s, asked), row->due_s < desk_now(listing->desk) ? "overdue" : "");
    return RC_OK;
}

static enum rc gather_deadlines(struct listing *listing, struct err *err)
{
    struct ledger *ledger = listing->desk->ledger;
    struct ledger_rows rows;
    enum rc rc = ledger_begin_read(ledger, err); /* in which names are kept */

    TRY(rc);
    rows = ledger_decisions_due(ledger, INT64_MAX, err);
    for (struct ledger_decision row; ledger_next(&rows, &row);)
        rows.rc = list_deadline(listing, &row, err);
    rc = ledger_end(&rows);
    ledger_rollback(ledger);
    return rc;
}

LISTING(cmd_deadlines, deadline_columns, gather_deadlines,
        "Nobody is asked anything that has a deadline.");

/* ---- bounces ---- */

static const struct table_column bounce_columns[] = {{"address", "address", false, true},
                                                     {"score", "hard bounces", false, false},
                                                     {"last", "last (UTC)", TABLE_TIME, false},
                                                     {"stopped", "", false, false}};

static void list_bounce(struct listing *listing, const struct ledger_bounce *row)
{
    char address[PERSON_ADDRESS_BYTES] = "(forgotten)", score[32], last[24];

    if (people_address(listing->desk, row->address, address, NULL) != RC_OK)
        text_copy(address, sizeof address, "(forgotten)");
    snprintf(score, sizeof score, "%.1f", (double)row->score / 1000.0);
    table_row(listing->table, address, score, server_time(row->at_s, last),
              row->is_stopped ? "stopped" : "");
}

static enum rc gather_bounces(struct listing *listing, struct err *err)
{
    struct ledger_rows rows = ledger_bounces(listing->desk->ledger, err);

    for (struct ledger_bounce row; ledger_next(&rows, &row);)
        list_bounce(listing, &row);
    return ledger_end(&rows);
}

LISTING(cmd_bounce_list, bounce_columns, gather_bounces, "No address bounces.");

enum rc cmd_bounce_clear(struct cli *cli, struct err *err)
{
    int64_t player = 0, address = 0;

    TRY(server_change(cli, err));
    TRY(people_by_address(cli->desk, cli->word[0], &player, &address, err));
    FAIL_IF(!player, err, RC_NOT_FOUND, cli->word[0], " is no player's address");
    TRY(bounces_forgive(cli->desk, address, err));
    TRY(desk_commit(cli->desk, err));
    buf_printf(&cli->out, "letters go to %s again\n", cli->word[0]);
    cli->result = json_pack("{s:s}", "address", cli->word[0]);
    return RC_OK;
}

/* ---- statistics ---- */

static void show_games(struct cli *cli, const struct figures *figures)
{
    json_t *status = json_object();

    buf_printf(&cli->out, "games      %u:", figures->games);
    for (unsigned i = 0; i < LEDGER_STATUS_COUNT; i++) {
        buf_printf(&cli->out, "%s %u %s", i ? "," : "", figures->status[i],
                   ledger_status_name((enum ledger_status)i));
        json_object_set_new(status, ledger_status_name((enum ledger_status)i),
                            json_integer((json_int_t)figures->status[i]));
    }
    buf_printf(&cli->out, "; %u frozen\n", figures->frozen);
    json_object_update_new(cli->result,
                           json_pack("{s:i, s:o, s:i}", "games", (int)figures->games, "status",
                                     status, "frozen", (int)figures->frozen));
}

static void show_letters(struct cli *cli, const struct figures *figures)
{
    json_t *outcomes = json_object();
    const char *comma = "";

    buf_printf(&cli->out, "letters    %lld:", (long long)figures->letters);
    for (unsigned i = 0; i < LEDGER_OUTCOME_COUNT; i++) {
        const char *name = ledger_outcome_name((enum ledger_outcome_kind)i);

        if (figures->outcome[i]) {
            buf_printf(&cli->out, "%s %lld %s", comma, (long long)figures->outcome[i], name);
            comma = ",";
        }
        json_object_set_new(outcomes, name, json_integer((json_int_t)figures->outcome[i]));
    }
    buf_printf(&cli->out, "%s %lld waiting\n", comma, (long long)figures->waiting);
    json_object_update_new(
        cli->result, json_pack("{s:I, s:o, s:I}", "letters", (json_int_t)figures->letters,
                               "outcomes", outcomes, "waiting", (json_int_t)figures->waiting));
}

static void show_span(struct buf *out, int64_t seconds)
{
    if (seconds < 0)
        buf_put(out, "-");
    else if (seconds < 3600)
        buf_printf(out, "%lld min", (long long)(seconds + 30) / 60);
    else if (seconds < 2 * 86400)
        buf_printf(out, "%.1f h", (double)seconds / 3600.0);
    else
        buf_printf(out, "%.1f d", (double)seconds / 86400.0);
}

static void show_orders(struct cli *cli, const struct figures *figures)
{
    buf_printf(&cli->out, "decisions  %lld orders, %lld missed deadlines, %lld entries in all\n",
               (long long)figures->orders, (long long)figures->defaults,
               (long long)figures->entries);
    buf_put(&cli->out, "answered   half within ");
    show_span(&cli->out, figures->median_s);
    buf_put(&cli->out, ", nine in ten within ");
    show_span(&cli->out, figures->slow_s);
    buf_put_char(&cli->out, '\n');
    json_object_update_new(cli->result, json_pack("{s:I, s:I, s:I, s:I, s:I}", "orders",
                                                  (json_int_t)figures->orders, "defaults",
                                                  (json_int_t)figures->defaults, "entries",
                                                  (json_int_t)figures->entries, "median_s",
                                                  (json_int_t)figures->median_s, "slow_s",
                                                  (json_int_t)figures->slow_s));
}

static void show_hours(struct cli *cli, const struct figures *figures)
{
    enum { BAR = 40 };
    json_t *hours = json_array();
    int64_t most = 1;

    for (unsigned i = 0; i < FIGURES_HOURS; i++) {
        most = figures->hour[i] > most ? figures->hour[i] : most;
        json_array_append_new(hours, json_integer((json_int_t)figures->hour[i]));
    }
    json_object_set_new(cli->result, "hours", hours);
    buf_put(&cli->out, "orders by the hour (UTC)\n");
    for (unsigned i = 0; i < FIGURES_HOURS && figures->orders; i++) {
        buf_printf(&cli->out, "  %02u %6lld ", i, (long long)figures->hour[i]);
        for (int64_t bar = 0; bar < figures->hour[i] * BAR / most; bar++)
            buf_put_char(&cli->out, '#');
        buf_put_char(&cli->out, '\n');
    }
}

enum rc cmd_statistics(struct cli *cli, struct err *err)
{
    struct figures figures;
    const char *since = cli_value(cli, "since");
    int64_t since_s = 0;

    TRY(server_use(cli, err));
    if (since)
        TRY(server_since(since, desk_now(cli->desk), &since_s, err));
    TRY(figures_gather(cli->desk, since_s, &figures, err));
    cli->result = json_object();
    show_games(cli, &figures);
    show_orders(cli, &figures);
    show_letters(cli, &figures);
    show_hours(cli, &figures);
    return RC_OK;
}

/* ---- ratings ---- */

static const struct table_column rating_columns[] = {
    {"rank", "", true, false},         {"name", "player", false, true},
    {"rating", "rating", true, false}, {"deviation", "±", true, false},
    {"games", "games", true, false},   {"won", "won", true, false},
    {"drawn", "drawn", true, false},   {"last", "last (UTC)", TABLE_TIME, false},
    {"player", "number", true, false}};

static void add_rating(struct desk *desk, const struct rating_row *row, unsigned rank,
                       struct table *table)
{
    char number[7][TEXT_INT_BYTES], last[24];
    struct person person;

    table_row(
        table, text_of_int(number[0], (int64_t)rank), listing_name(desk, row->player, &person),
        text_of_int(number[1], llround(row->rating.points)),
        text_of_int(number[2], llround(2.0 * row->rating.deviation)),
        text_of_int(number[3], (int64_t)row->games), text_of_int(number[4], (int64_t)row->won),
        text_of_int(number[5], (int64_t)row->drawn), server_time(row->last_s, last),
        text_of_int(number[6], row->player));
}

static enum rc gather_ratings(struct listing *listing, struct err *err)
{
    const char *name = cli_value(listing->cli, "game");
    const struct game *game = name ? titles_find(listing->desk->library, name, strlen(name)) : NULL;
    OWN_MEMORY struct rating_row *row = NULL;
    unsigned count = 0;

    FAIL_IF(name && !game, err, RC_NOT_FOUND, "there is no game called '", name,
            "'; see postern game new --help");
    TRY(rating_all(listing->desk, game ? game->name : NULL, cli_flag(listing->cli, "practice"),
                   &row, &count, err));
    for (unsigned i = 0; i < count; i++)
        add_rating(listing->desk, &row[i], i + 1, listing->table);
    return RC_OK;
}

LISTING(cmd_ratings, rating_columns, gather_ratings, "No game has ended with a result yet.");
