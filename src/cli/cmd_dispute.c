/* SPDX-License-Identifier: MIT */
/* dispute list, show, rule: what players bring before the administrator. */
#include "cli/commands.h"

#include "cli/listing.h"
#include "admin/admin.h"

/* ---- list ---- */

static const struct table_column columns[] = {{"number", "number", true, false},
                                              {"kind", "kind", false, false},
                                              {"game", "game", true, false},
                                              {"seat", "seat", true, false},
                                              {"entry", "entry", true, false},
                                              {"came", "came (UTC)", TABLE_TIME, false},
                                              {"ruled", "ruled (UTC)", TABLE_TIME, false}};

static enum rc gather(struct listing *listing, struct err *err)
{
    struct ledger_rows rows =
        ledger_disputes(listing->desk->ledger, 0, 0, !cli_flag(listing->cli, "all"), err);
    char came[24], ruled[24];

    for (struct ledger_dispute row; ledger_next(&rows, &row);)
        table_row(listing->table, TEXT_INT(row.id), ledger_dispute_name(row.kind),
                  TEXT_INT(row.game), TEXT_INT(row.seat), TEXT_INT(row.n),
                  server_time(row.at_s, came),
                  row.ruled_s < 0 ? "" : server_time(row.ruled_s, ruled));
    return ledger_end(&rows);
}

LISTING(cmd_dispute_list, columns, gather, "nothing waits for a ruling");

/* ---- show ---- */

static enum rc show_one(struct cli *cli, struct desk *desk, const struct ledger_dispute *dispute,
                        struct err *err)
{
    OWN_WIPED(buf) text = {0};

    TRY(dispute_text(desk, dispute, &text, err));
    buf_put(&cli->out, buf_text(&text));
    cli->result = json_pack("{s:I, s:s, s:I, s:s}", "number", (json_int_t)dispute->id, "kind",
                            ledger_dispute_name(dispute->kind), "game", (json_int_t)dispute->game,
                            "text", buf_text(&text));
    return RC_OK;
}

static enum rc show(struct cli *cli, struct desk *desk, int64_t number, struct err *err)
{
    struct ledger_rows rows = ledger_disputes(desk->ledger, number, 0, false, err);
    struct ledger_dispute row;

    if (ledger_next(&rows, &row))
        rows.rc = show_one(cli, desk, &row, err);
    else if (rows.rc == RC_OK)
        rows.rc =
            ERR(err, RC_NOT_FOUND, "there is no such dispute; see postern dispute list --all");
    return ledger_end(&rows);
}

enum rc cmd_dispute_show(struct cli *cli, struct err *err)
{
    int64_t number;

    TRY(server_use_of(cli, "dispute", &number, err));
    return show(cli, cli->desk, number, err);
}

/* ---- rule ---- */

enum rc cmd_dispute_rule(struct cli *cli, struct err *err)
{
    int64_t number;

    TRY(server_change_of(cli, "dispute", &number, err));
    TRY(dispute_rule(cli->desk, number, cli->word[1], err));
    TRY(desk_commit(cli->desk, err));
    buf_put(&cli->out, "ruled; the players are told, and the clocks go again\n");
    cli->result = json_pack("{s:I}", "number", (json_int_t)number);
    return RC_OK;
}
