/* SPDX-License-Identifier: MIT */
/* game pause, resume, extend, time: the clocks of games, changed by hand; clock confirm: the
 * machine's own. */
#include "cli/commands.h"

#include <stdio.h>

#include "base/grow.h"
#include "cli/server.h"
#include "outbound/notice.h"
#include "admin/keeper.h"
#include "ledger/derived.h"
#include "play/clocks.h"
#include "server/clock.h"

enum { GAMES_A_CHANGE = 100 };

/* What is done to the clocks of a game. */
struct clock_act {
    enum rc (*run)(struct desk *desk, struct position *position, const struct clock_act *act,
                   unsigned *moved, struct err *err);
    const char *notice; /* what its players are told */
    unsigned seat;      /* extend: 0 = all */
    int64_t by_s;
};

static enum rc run_pause(struct desk *desk, struct position *position, const struct clock_act *act,
                         unsigned *moved, struct err *err)
{
    (void)act;
    (void)moved;
    return clocks_pause(desk, position, ENTRY_KEEPER, err);
}

static enum rc run_resume(struct desk *desk, struct position *position, const struct clock_act *act,
                          unsigned *moved, struct err *err)
{
    (void)act;
    (void)moved;
    return clocks_resume(desk, position, ENTRY_KEEPER, err);
}

static enum rc run_extend(struct desk *desk, struct position *position, const struct clock_act *act,
                          unsigned *moved, struct err *err)
{
    return clocks_extend(desk, position, ENTRY_KEEPER, act->seat, act->by_s, moved, err);
}

/* ---- all games ---- */

static enum rc note_open(struct desk *desk, struct numbers *open, struct err *err)
{
    struct ledger_rows rows = ledger_games_now(desk->ledger, LEDGER_STATUS_COUNT, err);

    for (struct ledger_game_row row; ledger_next(&rows, &row);)
        if (!row.is_frozen && row.status != LEDGER_OVER)
            rows.rc = numbers_add(open, row.game, err);
    return ledger_end(&rows);
}

/* One whose clocks stand already, or that asks nothing, does not keep the others. */
static enum rc act_on(struct desk *desk, int64_t game, const struct clock_act *act, json_t *done,
                      struct err *err)
{
    struct position *position = NULL;
    struct err own = {0};
    unsigned moved = 0;
    enum rc rc;

    TRY(position_get(desk, game, &position, err));
    rc = act->run(desk, position, act, &moved, &own);
    if (rc == RC_USAGE)
        return RC_OK;
    FAIL_IF(rc != RC_OK, err, rc, own.text);
    json_array_append_new(done, json_integer((json_int_t)game));
    return notice_all(desk, position, 0, act->notice, err);
}

static enum rc act_on_all(struct desk *desk, const struct clock_act *act, json_t *done,
                          struct err *err)
{
    struct numbers open = {0};
    FREED_AT_END(open.at);

    TRY(note_open(desk, &open, err));
    for (size_t i = 0; i < open.count; i++) {
        if (i % GAMES_A_CHANGE == 0)
            TRY(desk_begin(desk, err));
        TRY(act_on(desk, open.at[i], act, done, err));
        if (i % GAMES_A_CHANGE == GAMES_A_CHANGE - 1 || i + 1 == open.count)
            TRY(desk_commit(desk, err));
    }
    return RC_OK;
}

static enum rc in_all(struct cli *cli, const struct clock_act *act, const char *what,
                      struct err *err)
{
    json_t *done = json_array();
    enum rc rc = server_use(cli, err);

    THEN(rc, act_on_all(cli->desk, act, done, err));
    if (rc == RC_OK)
        buf_printf(&cli->out, "%s in %zu %s, and their players are told\n", what,
                   json_array_size(done), json_array_size(done) == 1 ? "game" : "games");
    cli->result = json_pack("{s:o}", "games", done);
    return rc;
}

/* ---- one game, or all ---- */

/* in     words: how many the command has without --all */
static enum rc act(struct cli *cli, struct clock_act *act, unsigned words, const char *what,
                   struct err *err)
{
    const char *whose = cli_value(cli, "seat");
    struct position *position = NULL;
    unsigned moved = 0;
    char said[64];

    if (cli_flag(cli, "all"))
        return cli->word_count + 1 == words && !whose
                   ? in_all(cli, act, what, err)
                   : ERR(err, RC_USAGE, "--all is for every game and seat: name none");
    FAIL_IF(cli->word_count < words, err, RC_USAGE, "say which game by its number, or --all");
    TRY(server_begin(cli, &position, err));
    if (whose)
        TRY(server_seat(cli->desk, position, whose, &act->seat, err));
    TRY(act->run(cli->desk, position, act, &moved, err));
    TRY(notice_all(cli->desk, position, 0, act->notice, err));
    snprintf(said, sizeof said, "%u %s moved", moved, moved == 1 ? "deadline" : "deadlines");
    return server_done(cli, position, moved ? said : what, err);
}

enum rc cmd_game_pause(struct cli *cli, struct err *err)
{
    struct clock_act pause = {.run = run_pause, .notice = "keeper.paused"};

    return act(cli, &pause, 1, "the clocks stand", err);
}

enum rc cmd_game_resume(struct cli *cli, struct err *err)
{
    struct clock_act resume = {.run = run_resume, .notice = "keeper.resumed"};

    return act(cli, &resume, 1, "the clocks go again", err);
}

/* "3d", or "-12h" for less. */
static enum rc read_span(const char *word, int64_t *by_s, struct err *err)
{
    bool less = *word == '-';

    FAIL_IF(!config_duration(word + less, strlen(word + less), by_s) || *by_s == 0, err, RC_USAGE,
            "'", word, "' is no time: write a number and s, m, h or d, as 3d");
    if (less)
        *by_s = -*by_s;
    return RC_OK;
}

enum rc cmd_game_extend(struct cli *cli, struct err *err)
{
    struct clock_act extend = {.run = run_extend, .notice = "keeper.extended"};
    int64_t game;

    if (cli->word_count < 2 && text_to_int(cli->word[0], strlen(cli->word[0]), &game))
        return ERR(err, RC_USAGE, "say how long, as 3d: postern game extend NUMBER TIME");
    TRY(read_span(cli->word[cli->word_count - 1], &extend.by_s, err));
    return act(cli, &extend, 2, "deadlines are moved", err);
}

enum rc cmd_game_time(struct cli *cli, struct err *err)
{
    struct position *position = NULL;

    TRY(server_begin(cli, &position, err));
    TRY(clocks_change_rules(cli->desk, position, cli->word[1], err));
    TRY(notice_all(cli->desk, position, 0, "keeper.time", err));
    return server_done(cli, position, "the next questions have these time rules", err);
}

enum rc cmd_clock_confirm(struct cli *cli, struct err *err)
{
    struct clock_seen seen = {0};
    char now[24], before[24];

    TRY(server_use(cli, err));
    TRY(clock_look(cli->desk, &seen, err));
    if (seen.doubted)
        TRY(clock_confirm(cli->desk, err));
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
    return RC_OK;
}
