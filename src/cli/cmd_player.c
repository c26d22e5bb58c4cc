/* SPDX-License-Identifier: MIT */
/* player add, player list. */
#include "cli/commands.h"

#include "base/text.h"
#include "cli/listing.h"
#include "people/naming.h"
#include "people/people.h"
#include "rounds/mailroom.h"

enum rc cmd_player_add(struct cli *cli, struct err *err)
{
    const char *language = cli_value(cli, "language");
    char name[PERSON_NAME_BYTES];
    bool cut = naming_fit(cli->word[0], name);
    struct server server = {0};
    int64_t player = 0;
    enum rc rc = server_open(cli, &server, err);

    if (rc == RC_OK)
        rc = desk_begin(server.desk, err);
    if (rc == RC_OK)
        rc = people_add(server.desk, cli->word[0], cli->word[1],
                        language ? language : server.config->language, &player, err);
    if (rc == RC_OK)
        rc = desk_commit(server.desk, err);
    if (rc == RC_OK) {
        buf_printf(&cli->out, "player %lld: %s <%s>\n", (long long)player, name, cli->word[1]);
        if (cut)
            buf_printf(&cli->out,
                       "The name was shortened: at most %d columns and %d bytes are kept.\n",
                       NAMING_COLUMNS, PERSON_NAME_BYTES - 1);
        cli->result = json_pack("{s:I, s:s, s:s}", "player", (json_int_t)player, "name", name,
                                "address", cli->word[1]);
    }
    server_close(&server);
    return rc;
}

static const struct table_column columns[] = {{"player", "player", true, false},
                                              {"name", "name", false, true},
                                              {"address", "address", false, true},
                                              {"language", "language", false, false}};

static enum rc add_row(void *user, const struct person *person, struct err *err)
{
    char number[TEXT_INT_BYTES];

    (void)err;
    table_row(user, text_of_int(number, person->id), person->name, person->address,
              person->language);
    return RC_OK;
}

static enum rc gather(struct listing *listing, struct err *err)
{
    return people_each(listing->desk, add_row, listing->table, err);
}

enum rc cmd_player_list(struct cli *cli, struct err *err)
{
    static const struct list list = {columns, sizeof columns / sizeof columns[0], gather,
                                     "There are no players yet; postern player add NAME ADDRESS"};

    return listing_show(cli, &list, err);
}
