/* SPDX-License-Identifier: MIT */
/* forum list, retry, reopen. */

#include "cli/commands.h"
#include "cli/listing.h"
#include "outbound/forum_queue.h"
#include "forum/forum.h"

static const struct table_column columns[] = {{"game", "game", true, false},
                                              {"topic", "topic", true, false},
                                              {"state", "state", false, false},
                                              {"waiting", "waiting", true, false},
                                              {"url", "address", false, true}};

static enum rc add_row(void *user, const struct forum_topic *topic, struct err *err)
{
    (void)err;
    table_row(user, TEXT_INT(topic->game), TEXT_INT(topic->topic), topic->state,
              TEXT_INT(topic->waiting), topic->url);
    return RC_OK;
}

static enum rc gather(struct listing *listing, struct err *err)
{
    return forum_topics(listing->desk, add_row, listing->table, err);
}

LISTING(cmd_forum_list, columns, gather, "No game has a topic in a forum.");

static enum rc need_forum(const struct cli *cli, struct err *err)
{
    return forum_is_on(cli->desk) ? RC_OK
                                  : ERR(err, RC_USAGE, "this server has no [forum] configured");
}

enum rc cmd_forum_retry(struct cli *cli, struct err *err)
{
    int64_t waiting = 0;

    TRY(server_change(cli, err));
    TRY(need_forum(cli, err));
    TRY(forum_hurry(cli->desk, &waiting, err));
    TRY(desk_commit(cli->desk, err));
    buf_printf(&cli->out, "%lld %s tried again now\n", (long long)waiting,
               waiting == 1 ? "post is" : "posts are");
    cli->result = json_pack("{s:I}", "waiting", (json_int_t)waiting);
    return RC_OK;
}

enum rc cmd_forum_reopen(struct cli *cli, struct err *err)
{
    int64_t game = 0;

    TRY(server_change(cli, err));
    TRY(need_forum(cli, err));
    if (!text_to_int(cli->word[0], strlen(cli->word[0]), &game))
        return ERR(err, RC_USAGE, "'", cli->word[0], "' is not the number of a game");
    TRY(forum_reopen(cli->desk, game, err));
    TRY(desk_commit(cli->desk, err));
    buf_printf(&cli->out, "game %lld gets a new topic\n", (long long)game);
    cli->result = json_pack("{s:I}", "game", (json_int_t)game);
    return RC_OK;
}
