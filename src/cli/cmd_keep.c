/* SPDX-License-Identifier: MIT */
/* game cancel, adjudicate, undo, fix, remark, predict: what the administrator does to one game by
 * hand. */
#include "cli/commands.h"

#include "cli/server.h"
#include "outbound/outbox.h"
#include "admin/keeper.h"

enum rc server_begin(struct cli *cli, struct position **position, struct err *err)
{
    int64_t game;

    TRY(server_use_of(cli, "game", &game, err));
    return keeper_begin(cli->desk, game, position, err);
}

enum rc server_done(struct cli *cli, const struct position *position, const char *what,
                    struct err *err)
{
    int64_t game = position->game, n = (int64_t)position->chain.number;

    TRY(desk_commit(cli->desk, err));
    buf_printf(&cli->out, "%s; entry %lld of game %lld, and its players are told\n", what,
               (long long)n, (long long)game);
    cli->result = json_pack("{s:I, s:I}", "game", (json_int_t)game, "n", (json_int_t)n);
    return RC_OK;
}

/* ---- the end ---- */

static enum rc end(struct cli *cli, enum game_over result, const char *winner, struct err *err)
{
    const char *reason = cli_value(cli, "reason");
    struct position *position = NULL;
    unsigned seat = 0;

    TRY(server_begin(cli, &position, err));
    if (winner)
        TRY(server_seat(cli->desk, position, winner, &seat, err));
    TRY(keeper_end(cli->desk, position, result, seat, reason ? reason : "by the administrator",
                   err));
    return server_done(cli, position, "the game is over", err);
}

enum rc cmd_game_cancel(struct cli *cli, struct err *err)
{
    return end(cli, GAME_VOID, NULL, err);
}

enum rc cmd_game_adjudicate(struct cli *cli, struct err *err)
{
    const char *winner = cli_value(cli, "winner");
    bool drawn = cli_flag(cli, "drawn");

    if ((winner != NULL) == drawn)
        return ERR(err, RC_USAGE, "say --winner SEAT or --drawn; game cancel makes it void");
    return end(cli, drawn ? GAME_DRAWN : GAME_WON, winner, err);
}

/* ---- undo, fix ---- */

enum rc cmd_game_undo(struct cli *cli, struct err *err)
{
    struct position *position = NULL;
    int64_t to;

    TRY(server_number(cli->word[1], "entry", &to, err));
    TRY(server_begin(cli, &position, err));
    TRY(keeper_undo(cli->desk, position, (uint64_t)to, err));
    return server_done(cli, position, "taken back", err);
}

enum rc cmd_game_fix(struct cli *cli, struct err *err)
{
    struct position *position = NULL;
    int64_t n;

    TRY(server_number(cli->word[1], "entry", &n, err));
    TRY(server_begin(cli, &position, err));
    TRY(keeper_fix(cli->desk, position, (uint64_t)n, cli->word[2], err));
    return server_done(cli, position, "the order is another now", err);
}

/* ---- remark, predict ---- */

enum rc cmd_game_remark(struct cli *cli, struct err *err)
{
    struct position *position = NULL;

    TRY(server_begin(cli, &position, err));
    TRY(keeper_remark(cli->desk, position, cli->word[1], err));
    TRY(keeper_tell(cli->desk, position, err, "keeper.remark", "text", cli->word[1], NULL));
    return server_done(cli, position, "noted", err);
}

enum rc cmd_game_predict(struct cli *cli, struct err *err)
{
    struct position *position;
    enum rc rc = server_begin(cli, &position, err);

    THEN(rc, keeper_predict(cli->desk, position, &cli->out, err));
    if (rc == RC_OK) {
        cli->result = json_pack("{s:s}", "events", buf_text(&cli->out));
        if (!cli->out.length)
            buf_put(&cli->out, "Nothing would happen that everybody may know.\n");
    }
    if (cli->desk)
        desk_rollback(cli->desk);
    return rc;
}
