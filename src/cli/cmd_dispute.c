/* SPDX-License-Identifier: MIT */
/* dispute list, show, rule: what players bring before the administrator. */
#include "cli/commands.h"

#include "base/text.h"
#include "cli/listing.h"
#include "admin/dispute.h"

/* ---- list ---- */

static const struct table_column columns[] = {{"number", "number", true, false},
                                              {"kind", "kind", false, false},
                                              {"game", "game", true, false},
                                              {"seat", "seat", true, false},
                                              {"entry", "entry", true, false},
                                              {"came", "came (UTC)", TABLE_TIME, false},
                                              {"ruled", "ruled (UTC)", TABLE_TIME, false}};

static enum rc list_one(void *user, const struct ledger_dispute *dispute, struct err *err)
{
    char id[TEXT_INT_BYTES], game[TEXT_INT_BYTES], seat[TEXT_INT_BYTES], entry[TEXT_INT_BYTES];
    char came[24], ruled[24];

    (void)err;
    table_row(user, text_of_int(id, dispute->id), ledger_dispute_name(dispute->kind),
              text_of_int(game, dispute->game), text_of_int(seat, dispute->seat),
              text_of_int(entry, dispute->n), server_time(dispute->at_s, came),
              dispute->ruled_s < 0 ? "" : server_time(dispute->ruled_s, ruled));
    return RC_OK;
}

static enum rc gather(struct listing *listing, struct err *err)
{
    return ledger_disputes(listing->desk->ledger, 0, 0, !cli_flag(listing->cli, "all"), list_one,
                           listing->table, err);
}

enum rc cmd_dispute_list(struct cli *cli, struct err *err)
{
    static const struct list list = {columns, sizeof columns / sizeof columns[0], gather,
                                     "nothing waits for a ruling"};

    return listing_show(cli, &list, err);
}

/* ---- show ---- */

struct showing {
    struct cli *cli;
    struct desk *desk;
    bool found;
};

static enum rc show_one(void *user, const struct ledger_dispute *dispute, struct err *err)
{
    struct showing *showing = user;
    struct buf text = {0};
    enum rc rc = dispute_text(showing->desk, dispute, &text, err);

    showing->found = true;
    if (rc == RC_OK)
        buf_put(&showing->cli->out, buf_text(&text));
    if (rc == RC_OK)
        showing->cli->result = json_pack("{s:I, s:s, s:I, s:s}", "number", (json_int_t)dispute->id,
                                         "kind", ledger_dispute_name(dispute->kind), "game",
                                         (json_int_t)dispute->game, "text", buf_text(&text));
    buf_wipe(&text);
    return rc;
}

enum rc cmd_dispute_show(struct cli *cli, struct err *err)
{
    struct server server = {0};
    struct showing showing = {.cli = cli};
    int64_t number;
    enum rc rc = server_number(cli->word[0], "dispute", &number, err);

    if (rc == RC_OK)
        rc = server_open(cli, &server, err);
    showing.desk = server.desk;
    if (rc == RC_OK)
        rc = ledger_disputes(server.desk->ledger, number, 0, false, show_one, &showing, err);
    if (rc == RC_OK && !showing.found)
        rc = ERR(err, RC_NOT_FOUND, "there is no such dispute; see postern dispute list --all");
    server_close(&server);
    return rc;
}

/* ---- rule ---- */

enum rc cmd_dispute_rule(struct cli *cli, struct err *err)
{
    struct server server = {0};
    int64_t number;
    enum rc rc = server_number(cli->word[0], "dispute", &number, err);

    if (rc == RC_OK)
        rc = server_open(cli, &server, err);
    if (rc == RC_OK)
        rc = desk_begin(server.desk, err);
    if (rc == RC_OK)
        rc = dispute_rule(server.desk, number, cli->word[1], err);
    if (rc == RC_OK)
        rc = desk_commit(server.desk, err);
    if (rc == RC_OK) {
        buf_put(&cli->out, "ruled; the players are told, and the clocks go again\n");
        cli->result = json_pack("{s:I}", "number", (json_int_t)number);
    }
    server_close(&server);
    return rc;
}
