/* SPDX-License-Identifier: MIT */
/* game pace: what took a game its time. */
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "cli/server.h"
#include "cli/table.h"
#include "admin/pace.h"
#include "people/people.h"

static const char *put_span(char out[24], int64_t seconds)
{
    if (seconds < 120 * 60)
        snprintf(out, 24, "%lld min", (long long)(seconds + 30) / 60);
    else if (seconds < 2 * 86400)
        snprintf(out, 24, "%.1f h", (double)seconds / 3600.0);
    else
        snprintf(out, 24, "%.1f d", (double)seconds / 86400.0);
    return out;
}

/* The exact time beside the newest row's cell in words. */
static void add_seconds(struct table *table, const char *key, int64_t seconds)
{
    json_t *row = json_array_get(table->rows, json_array_size(table->rows) - 1);

    json_object_set_new(row, key, json_integer((json_int_t)seconds));
}

/* Take the rows of a table that was shown. */
static json_t *take_rows(struct cli *cli)
{
    json_t *rows = cli->result;

    cli->result = NULL;
    return rows;
}

/* ---- one game ---- */

static const struct table_column seat_columns[] = {
    {"seat", "seat", true, false},      {"player", "player", false, true},
    {"phase", "phase", false, false},   {"handovers", "hand-overs", true, false},
    {"written", "wrote", true, false},  {"got", "got", true, false},
    {"lines", "by lines", true, false}, {"missed", "missed", true, false},
    {"waited", "waited", false, false},
};
enum { SEAT_COLUMNS = sizeof seat_columns / sizeof seat_columns[0] };

static void add_phase(struct desk *desk, const struct pace *pace, unsigned seat, unsigned phase,
                      struct table *table)
{
    const struct pace_count count = pace->count[seat][phase];
    char number[6][TEXT_INT_BYTES], span[24];
    struct person person;
    const char *name =
        pace->player[seat] && people_get(desk, pace->player[seat], &person, NULL) == RC_OK
            ? person.name
            : "(forgotten)";

    if (!(count.handovers | count.written | count.got | count.lines | count.missed) &&
        !count.waited_s)
        return;
    table_row(table, text_of_int(number[0], (int64_t)seat), name,
              pace_phase_name((enum pace_phase)phase), text_of_int(number[1], count.handovers),
              text_of_int(number[2], count.written), text_of_int(number[3], count.got),
              text_of_int(number[4], count.lines), text_of_int(number[5], count.missed),
              put_span(span, count.waited_s));
    add_seconds(table, "waited_s", count.waited_s);
}

static void show_one(struct cli *cli, struct desk *desk, const struct pace *pace)
{
    struct pace_count all = pace_sum(pace, 0, PACE_PHASES);
    struct table table;
    char span[24];

    table_init(&table, seat_columns, SEAT_COLUMNS);
    for (unsigned seat = 1; seat <= pace->seats; seat++)
        for (unsigned phase = 0; phase < PACE_PHASES; phase++)
            add_phase(desk, pace, seat, phase, &table);
    buf_printf(&cli->out,
               "game %lld, %s: %u hand-overs, %u letters written, %u letters sent, %s%s\n",
               (long long)pace->game, pace->kind, all.handovers, all.written, all.got,
               put_span(span, pace->lasted_s), pace->is_over ? "" : " so far");
    table_show(&table, cli, RC_OK, "Nobody was asked anything yet.");
    cli->result = json_pack("{s:I, s:s, s:b, s:i, s:i, s:i, s:i, s:i, s:I, s:o}", "game",
                            (json_int_t)pace->game, "kind", pace->kind, "over", pace->is_over,
                            "handovers", (int)all.handovers, "written", (int)all.written, "got",
                            (int)all.got, "lines", (int)all.lines, "missed", (int)all.missed,
                            "lasted_s", (json_int_t)pace->lasted_s, "seats", take_rows(cli));
}

/* ---- all games ---- */

static const struct table_column game_columns[] = {
    {"game", "game", true, false},
    {"kind", "kind", false, true},
    {"over", "", false, false},
    {"handovers", "hand-overs", true, false},
    {"setup", "in the set-up", true, false},
    {"written", "wrote", true, false},
    {"got", "got", true, false},
    {"lines", "by lines", true, false},
    {"lasted", "lasted", false, false},
};
enum { GAME_COLUMNS = sizeof game_columns / sizeof game_columns[0] };

/* Luck is given before the board is laid out, and counts to it. */
static unsigned setup_of(const struct pace *pace)
{
    return pace_sum(pace, 0, PACE_LUCK).handovers + pace_sum(pace, 0, PACE_SETUP).handovers;
}

static void add_game(const struct pace *pace, struct table *table)
{
    struct pace_count all = pace_sum(pace, 0, PACE_PHASES);
    char number[6][TEXT_INT_BYTES], span[24];

    table_row(table, text_of_int(number[0], pace->game), pace->kind, pace->is_over ? "over" : "",
              text_of_int(number[1], all.handovers), text_of_int(number[2], setup_of(pace)),
              text_of_int(number[3], all.written), text_of_int(number[4], all.got),
              text_of_int(number[5], all.lines), put_span(span, pace->lasted_s));
    add_seconds(table, "lasted_s", pace->lasted_s);
}

enum figure { FIGURE_HANDOVERS, FIGURE_SETUP, FIGURE_WRITTEN, FIGURE_GOT, FIGURE_COUNT };

static unsigned figure_of(const struct pace *pace, enum figure figure)
{
    struct pace_count all = pace_sum(pace, 0, PACE_PHASES);
    const unsigned figures[FIGURE_COUNT] = {all.handovers, setup_of(pace), all.written, all.got};

    return figures[figure];
}

static int by_size(const void *left, const void *right)
{
    unsigned a = *(const unsigned *)left, b = *(const unsigned *)right;

    return (a > b) - (a < b);
}

/* The middle one of the finished games of a kind; `room` has as many numbers as there are games. */
static int median(const struct pace *pace, unsigned count, const char *kind, enum figure figure,
                  unsigned *room)
{
    unsigned found = 0;

    for (unsigned i = 0; i < count; i++)
        if (pace[i].is_over && text_equal(pace[i].kind, kind))
            room[found++] = figure_of(&pace[i], figure);
    qsort(room, found, sizeof *room, by_size);
    return (int)room[found / 2];
}

static unsigned finished(const struct pace *pace, unsigned count, const char *kind)
{
    unsigned found = 0;

    for (unsigned i = 0; i < count; i++)
        found += pace[i].is_over && text_equal(pace[i].kind, kind);
    return found;
}

static void show_median(struct cli *cli, const struct pace *pace, unsigned count, const char *kind,
                        unsigned *room, json_t *medians)
{
    int middle[FIGURE_COUNT];
    unsigned games = finished(pace, count, kind);

    for (unsigned f = 0; f < FIGURE_COUNT; f++)
        middle[f] = median(pace, count, kind, (enum figure)f, room);
    buf_printf(&cli->out,
               "%s, the middle of %u finished: %d hand-overs, %d of them in the set-up; %d letters "
               "written, %d sent\n",
               kind, games, middle[FIGURE_HANDOVERS], middle[FIGURE_SETUP], middle[FIGURE_WRITTEN],
               middle[FIGURE_GOT]);
    json_array_append_new(
        medians, json_pack("{s:s, s:i, s:i, s:i, s:i, s:i}", "kind", kind, "games", (int)games,
                           "handovers", middle[FIGURE_HANDOVERS], "setup", middle[FIGURE_SETUP],
                           "written", middle[FIGURE_WRITTEN], "got", middle[FIGURE_GOT]));
}

static enum rc show_all(struct cli *cli, const struct pace *pace, unsigned count, struct err *err)
{
    unsigned *room = calloc(count ? count : 1, sizeof *room);
    json_t *medians = json_array();
    struct table table;

    if (!room) {
        json_decref(medians);
        return ERR(err, RC_NO_MEMORY, "no memory for games");
    }
    table_init(&table, game_columns, GAME_COLUMNS);
    for (unsigned i = 0; i < count; i++)
        add_game(&pace[i], &table);
    table_show(&table, cli, RC_OK, "There is no game yet.");
    for (unsigned i = 0; i < count; i++)
        if (pace[i].is_over && !finished(pace, i, pace[i].kind))
            show_median(cli, pace, count, pace[i].kind, room, medians);
    cli->result = json_pack("{s:o, s:o}", "games", take_rows(cli), "medians", medians);
    free(room);
    return RC_OK;
}

enum rc cmd_game_pace(struct cli *cli, struct err *err)
{
    struct server server = {0};
    struct pace *pace = NULL;
    unsigned count = 0;
    int64_t game = 0;
    enum rc rc = cli->word_count ? server_number(cli->word[0], "game", &game, err) : RC_OK;

    if (rc == RC_OK)
        rc = server_open(cli, &server, err);
    if (rc == RC_OK)
        rc = pace_gather(server.desk, game, &pace, &count, err);
    if (rc == RC_OK && game && count)
        show_one(cli, server.desk, &pace[0]);
    else if (rc == RC_OK)
        rc = show_all(cli, pace, count, err);
    free(pace);
    server_close(&server);
    return rc;
}
