/* SPDX-License-Identifier: MIT */
/* init, config, rebuild: the server as a whole. */
#include "cli/commands.h"

#include <stdio.h>
#include <sys/stat.h>

#include "cli/server.h"
#include "games/games.h"
#include "admin/admin.h"
#include "play/desk_open.h"

/* ---- init ---- */

enum rc server_data_lines(const char *data, struct buf *conf, struct err *err)
{
    OWN_MEMORY char *real = NULL;

    if (!data)
        data = getenv("POSTERN_DATADIR");
    if (!data)
        return RC_OK;
    real = realpath(data, NULL);
    FAIL_IF(!real, err, RC_NOT_FOUND, data, ": no such folder");
    buf_printf(conf, "data = %s/data\ntemplates = %s/templates\n", real, real);
    return RC_OK;
}

const struct server_state server_state[SERVER_STATES] = {{"server", "ledger", "postern.db"},
                                                         {"server", "keys", "postern.key"},
                                                         {"server", "mark", "postern.mark"},
                                                         {"server", "spool", "spool"},
                                                         {"mail", "maildirs", "mail"}};

enum rc server_check_state(const char *folder, const char *state, struct err *err)
{
    struct stat status;

    FAIL_IF(!state && text_starts_with(folder, "/etc/"), err, RC_USAGE, folder,
            " is for what does not change; say where ledger and keys go, as --state "
            "/var/lib/postern");
    if (state && state[0] != '/')
        return ERR(err, RC_USAGE, "--state ", state, ": write the whole path, from /");
    if (state && (stat(state, &status) != 0 || !S_ISDIR(status.st_mode)))
        return ERR(err, RC_NOT_FOUND, state, ": no such folder; make it first");
    return RC_OK;
}

static void put_state(const char *state, const char *section, struct buf *conf)
{
    for (unsigned i = 0; state && i < SERVER_STATES; i++)
        if (text_equal(server_state[i].section, section))
            buf_printf(conf, "%s = %s/%s\n", server_state[i].key, state, server_state[i].name);
}

enum rc cmd_init(struct cli *cli, struct err *err)
{
    const char *folder = cli->word[0], *address = cli_value(cli, "address");
    const char *name = cli_value(cli, "name");
    const char *state = cli_value(cli, "state");
    OWN(buf) conf = {0};

    TRY(server_check_state(folder, state, err));
    buf_printf(&conf,
               "# Made by `postern init`. `postern config` explains every key.\n\n"
               "[server]\nname = %s\n",
               name ? name : "Postern");
    TRY(server_data_lines(cli_value(cli, "data"), &conf, err));
    put_state(state, "server", &conf);
    buf_printf(&conf, "\n[mail]\naddress = %s\ntransport = maildir\n",
               address ? address : "games@postern.example");
    put_state(state, "mail", &conf);
    TRY(buf_rc(&conf, err));
    TRY(desk_init(folder, buf_text(&conf), &desk_world_system, err));
    buf_printf(&cli->out,
               "A new server in %s: postern.conf, postern.key (keep a copy of it in a safe\n"
               "place), postern.db, postern.mark, and mail/ for its letters.\n\n"
               "Next:  postern --server %s player add NAME ADDRESS\n"
               "       postern --server %s game new %s --seat NAME --seat NAME\n"
               "       postern --server %s bot add   (opponents to practise with, played for by "
               "bot run)\n"
               "       posternd --server %s\n",
               folder, folder, folder, games[0]->name, folder, folder);
    cli->result = json_pack("{s:s}", "server", folder);
    return RC_OK;
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
    TRY(server_use(cli, err));
    TRY(rebuild_all(cli->desk, err));
    buf_put(&cli->out, "What can be derived was made again from the log.\n");
    cli->result = json_pack("{s:b}", "rebuilt", 1);
    return RC_OK;
}
