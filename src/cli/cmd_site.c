/* SPDX-License-Identifier: MIT */
/* site. */
#include "cli/commands.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/server.h"
#include "forum/forum.h"
#include "site/site.h"

static void show_progress(void *user, unsigned done, unsigned games)
{
    (void)user;
    if (done % 100 == 0 || done == games)
        fprintf(stderr, "\r%u of %u games%s", done, games, done == games ? "\n" : "");
}

enum rc cmd_site(struct cli *cli, struct err *err)
{
    struct site_count count = {0};
    const struct site_how how = {.language = cli_value(cli, "language"),
                                 .anew = cli_flag(cli, "anew"),
                                 .progress = isatty(STDERR_FILENO) ? show_progress : NULL};
    const char *folder = cli->word[0];

    TRY(server_use(cli, err));
    TRY(site_write(cli->desk, folder, &how, &count, err));
    buf_printf(&cli->out, "%u %s in %s/index.html; %u of %u files written anew\n", count.games,
               count.games == 1 ? "game" : "games", folder, count.written, count.files);
    if (!count.seals && forum_is_on(cli->desk))
        buf_printf(&cli->out,
                   "seal.html cannot seal orders: %s/table.html was not built; configure "
                   "--with-table builds it\n",
                   cli->desk->config->data);
    if (!count.tables && *cli->desk->config->site_url)
        buf_printf(&cli->out,
                   "table.html is missing, though letters link to it: %s/table.html was not built; "
                   "configure --with-table builds it\n",
                   cli->desk->config->data);
    cli->result = json_pack("{s:s, s:i, s:i, s:i, s:b, s:b}", "folder", folder, "games",
                            (int)count.games, "files", (int)count.files, "written",
                            (int)count.written, "seals", count.seals, "tables", count.tables);
    return RC_OK;
}
