/* SPDX-License-Identifier: MIT */
/* init, config, rebuild: the server as a whole. */
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cli/server.h"
#include "games/games.h"
#include "admin/rebuild.h"
#include "play/desk_open.h"

/* ---- init ---- */

enum rc server_data_lines(const char *data, struct buf *conf, struct err *err)
{
    char *real;

    if (!data)
        data = getenv("POSTERN_DATADIR");
    if (!data)
        return RC_OK;
    real = realpath(data, NULL);
    if (!real)
        return ERR(err, RC_NOT_FOUND, data, ": no such folder");
    buf_printf(conf, "data = %s/data\ntemplates = %s/templates\n", real, real);
    free(real);
    return RC_OK;
}

/* Where what changes is kept, when that is not the folder of the configuration. */
static enum rc state_lines(const struct cli *cli, struct buf *conf, struct err *err)
{
    static const char *const kept[][2] = {{"ledger", "postern.db"},
                                          {"keys", "postern.key"},
                                          {"mark", "postern.mark"},
                                          {"spool", "spool"},
                                          {"archive", "archive"}};
    const char *state = cli_value(cli, "state");
    struct stat status;

    if (!state)
        return RC_OK;
    if (state[0] != '/')
        return ERR(err, RC_USAGE, "--state ", state, ": write the whole path, from /");
    if (stat(state, &status) != 0 || !S_ISDIR(status.st_mode))
        return ERR(err, RC_NOT_FOUND, state, ": no such folder; make it first");
    for (unsigned i = 0; i < sizeof kept / sizeof kept[0]; i++)
        buf_printf(conf, "%s = %s/%s\n", kept[i][0], state, kept[i][1]);
    return RC_OK;
}

enum rc cmd_init(struct cli *cli, struct err *err)
{
    const char *folder = cli->word[0], *address = cli_value(cli, "address");
    const char *name = cli_value(cli, "name");
    struct buf conf = {0};
    enum rc rc;

    buf_printf(&conf,
               "# Made by `postern init`. `postern config` explains every key.\n\n"
               "[server]\nname = %s\n",
               name ? name : "Postern");
    rc = server_data_lines(cli_value(cli, "data"), &conf, err);
    if (rc == RC_OK)
        rc = state_lines(cli, &conf, err);
    buf_printf(&conf, "\n[mail]\naddress = %s\ntransport = maildir\n",
               address ? address : "games@postern.example");
    if (cli_value(cli, "state"))
        buf_printf(&conf, "maildirs = %s/mail\n", cli_value(cli, "state"));
    if (rc == RC_OK)
        rc = buf_rc(&conf, err);
    if (rc == RC_OK)
        rc = desk_init(folder, buf_text(&conf), &desk_world_system, err);
    if (rc == RC_OK) {
        buf_printf(
            &cli->out,
            "A new server in %s: postern.conf, postern.key (keep a copy of it in a safe\n"
            "place), postern.db, postern.mark, and mail/ for its letters.\n\n"
            "Next:  postern --server %s player add NAME ADDRESS\n"
            "       postern --server %s game new %s --seat NAME --seat NAME\n"
            "       postern --server %s bot add   (opponents to practise with, played for by "
            "bot run)\n"
            "       posternd --server %s\n",
            folder, folder, folder, games[0]->name, folder, folder);
        cli->result = json_pack("{s:s}", "server", folder);
    }
    buf_fini(&conf);
    return rc;
}

enum rc cmd_config(struct cli *cli, struct err *err)
{
    (void)err;
    if (cli_flag(cli, "man"))
        config_explain_man(&cli->out);
    else
        config_explain(&cli->out);
    cli->result = json_pack("{s:s}", "explanation", buf_text(&cli->out));
    return RC_OK;
}

/* ---- rebuild ---- */

enum rc cmd_rebuild(struct cli *cli, struct err *err)
{
    struct server server = {0};
    enum rc rc = server_open(cli, &server, err);

    if (rc == RC_OK)
        rc = rebuild_all(server.desk, err);
    if (rc == RC_OK) {
        buf_put(&cli->out, "What can be derived was made again from the log.\n");
        cli->result = json_pack("{s:b}", "rebuilt", 1);
    }
    server_close(&server);
    return rc;
}
