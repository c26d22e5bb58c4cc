/* SPDX-License-Identifier: MIT */
/* game pause, resume, extend, time: the clocks of games, changed by hand; clock confirm: the
 * machine's own. */
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/server.h"
#include "dispatch/notice.h"
#include "keeper/keeper.h"
#include "match/clocks.h"
#include "server/clock.h"

enum rc cmd_game_pause(struct cli *cli, struct err *err)
{
    struct server server = {0};
    struct position *position = NULL;
    enum rc rc = server_begin(cli, &server, &position, err);

    if (rc == RC_OK)
        rc = clocks_pause(server.desk, position, ENTRY_KEEPER, err);
    if (rc == RC_OK)
        rc = notice_all(server.desk, position, 0, "keeper.paused", err);
    return server_done(cli, &server, position, "the clocks stand", rc, err);
}

enum rc cmd_game_resume(struct cli *cli, struct err *err)
{
    struct server server = {0};
    struct position *position = NULL;
    enum rc rc = server_begin(cli, &server, &position, err);

    if (rc == RC_OK)
        rc = clocks_resume(server.desk, position, ENTRY_KEEPER, err);
    if (rc == RC_OK)
        rc = notice_all(server.desk, position, 0, "keeper.resumed", err);
    return server_done(cli, &server, position, "the clocks go again", rc, err);
}

/* "3d", or "-12h" for less. */
static enum rc read_span(const char *word, int64_t *by_s, struct err *err)
{
    bool less = *word == '-';

    if (!config_duration(word + less, strlen(word + less), by_s) || *by_s == 0)
        return ERR(err, RC_USAGE, "'", word,
                   "' is no time: write a number and s, m, h or d, as 3d");
    if (less)
        *by_s = -*by_s;
    return RC_OK;
}

enum rc cmd_game_extend(struct cli *cli, struct err *err)
{
    const char *whose = cli_value(cli, "seat");
    struct server server = {0};
    struct position *position = NULL;
    unsigned seat = 0, moved = 0;
    char what[64];
    int64_t by_s;
    enum rc rc = read_span(cli->word[1], &by_s, err);

    if (rc == RC_OK)
        rc = server_begin(cli, &server, &position, err);
    if (rc == RC_OK && whose)
        rc = server_seat(server.desk, position, whose, &seat, err);
    if (rc == RC_OK)
        rc = clocks_extend(server.desk, position, seat, by_s, &moved, err);
    if (rc == RC_OK)
        rc = notice_all(server.desk, position, 0, "keeper.extended", err);
    snprintf(what, sizeof what, "%u %s moved", moved, moved == 1 ? "deadline" : "deadlines");
    return server_done(cli, &server, position, what, rc, err);
}

enum rc cmd_game_time(struct cli *cli, struct err *err)
{
    struct server server = {0};
    struct position *position = NULL;
    enum rc rc = server_begin(cli, &server, &position, err);

    if (rc == RC_OK)
        rc = clocks_change_rules(server.desk, position, cli->word[1], err);
    if (rc == RC_OK)
        rc = notice_all(server.desk, position, 0, "keeper.time", err);
    return server_done(cli, &server, position, "the next questions have these time rules", rc, err);
}

enum rc cmd_clock_confirm(struct cli *cli, struct err *err)
{
    struct server server = {0};
    struct clock_seen seen = {0};
    char now[24], before[24];
    enum rc rc = server_open(cli, &server, err);

    if (rc == RC_OK)
        rc = clock_look(server.desk, &seen, err);
    if (rc == RC_OK && seen.doubted)
        rc = clock_confirm(server.desk, err);
    if (rc == RC_OK) {
        server_time(seen.now_s, now);
        server_time(seen.seen_s, before);
        if (seen.doubted)
            buf_printf(&cli->out,
                       "The clock is believed: it is %s (UTC), and was last seen at %s.\n"
                       "Deadlines move by the time that nobody could read letters.\n",
                       now, before);
        else
            buf_printf(&cli->out, "The clock says %s (UTC) and is believed already.\n", now);
        cli->result = json_pack("{s:I, s:I, s:b}", "now_s", (json_int_t)seen.now_s, "seen_s",
                                (json_int_t)seen.seen_s, "doubted", seen.doubted);
    }
    server_close(&server);
    return rc;
}
