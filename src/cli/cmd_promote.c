/* SPDX-License-Identifier: MIT */
/* promote: go on in another host's place. */
#include "cli/commands.h"

#include "cli/server.h"
#include "admin/admin.h"

static void tell_frozen(struct cli *cli, const struct care_restored *restored)
{
    for (unsigned i = 0; i < restored->told; i++)
        buf_printf(&cli->out, "    game %lld: %s; its marks here say that entry %lld was signed\n",
                   (long long)restored->game[i].game,
                   restored->game[i].is_lost ? "not in the replica" : "frozen",
                   (long long)restored->game[i].n);
}

static void tell(struct cli *cli, const struct promotion *promotion, bool tried)
{
    const struct care_restored *restored = &promotion->restored;

    buf_printf(&cli->out, "%s: %lld changes, %u %s; %s\n", promotion->from,
               (long long)promotion->commits, restored->games,
               restored->games == 1 ? "game" : "games",
               tried ? "nothing was changed." : "it is this host's ledger now.");
    if (restored->aside[0])
        buf_printf(&cli->out, "The ledger that was here is in %s.\n", restored->aside);
    tell_frozen(cli, restored);
    json_object_update_new(
        cli->result, json_pack("{s:s, s:I, s:i, s:i, s:s}", "from", promotion->from, "changes",
                               (json_int_t)promotion->commits, "games", (int)restored->games,
                               "frozen", (int)restored->frozen, "aside", restored->aside));
    if (!tried)
        buf_put(
            &cli->out,
            "What this cannot guard against: the other host going on. It must not write the "
            "replica\n"
            "any more, and not run; players would see two histories by their letters' last lines.\n"
            "Next: let Litestream copy this host's ledger to another place, and start posternd. "
            "It\n"
            "first looks through the folder of letters dealt with, and takes in what the other "
            "host\n"
            "had read but not copied yet.\n");
}

enum rc cmd_promote(struct cli *cli, struct err *err)
{
    struct promotion_options options = {
        .try = cli_flag(cli, "try"), .problem = server_on_problem, .user = cli};
    OWN_OPEN(server) server = {0};
    struct promotion promotion;
    struct desk_world world;

    TRY(server_config(cli, &server, err));
    cli->result = json_pack("{s:[]}", "problems");
    for (; options.count < cli->word_count && options.count < PROMOTE_FROM_MOST; options.count++)
        options.from[options.count] = cli->word[options.count];
    FAIL_IF(options.count < cli->word_count, err, RC_USAGE, "name fewer copies at a time");
    TRY(server_world(&server, &world, err));
    TRY(promote(server.config, &world, &options, &promotion, err));
    tell(cli, &promotion, options.try);
    return RC_OK;
}
