/* SPDX-License-Identifier: MIT */
/* offer list, start, withdraw: games that wait for players. */
#include "cli/commands.h"

#include "cli/listing.h"
#include "admin/admin.h"
#include "people/people.h"

/* ---- list ---- */

static const struct table_column columns[] = {
    {"offer", "offer", true, false},     {"kind", "kind", false, false},
    {"open", "open", false, false},      {"seats", "seats", true, false},
    {"in", "in", false, true},           {"asked", "asked", false, true},
    {"options", "options", false, true}, {"since", "since (UTC)", TABLE_TIME, false}};

static enum rc list_one(void *user, const struct ledger_offer *row, const char *in,
                        const char *asked, struct err *err)
{
    char since[24];

    (void)err;
    table_row(user, TEXT_INT(row->id), row->engine, row->is_open ? "yes" : "no",
              TEXT_INT(row->seats), in, asked, row->options, server_time(row->at_s, since));
    return RC_OK;
}

static enum rc gather(struct listing *listing, struct err *err)
{
    return offering_list(listing->desk, list_one, listing->table, err);
}

LISTING(cmd_offer_list, columns, gather, "No game waits for players.");

/* ---- start, withdraw ---- */

/* Who else sits there: --seat NAME, each time it is given. */
static enum rc read_seats(struct cli *cli, struct desk *desk, int64_t player[SEATS_MAX],
                          unsigned *count, struct err *err)
{
    const char *word;
    unsigned at = 0;

    while ((word = cli_next(cli, "seat", &at)) != NULL) {
        FAIL_IF(*count == SEATS_MAX, err, RC_USAGE, "too many seats");
        TRY(people_find(desk, word, &player[(*count)++], err));
    }
    return RC_OK;
}

enum rc cmd_offer_start(struct cli *cli, struct err *err)
{
    int64_t offer = 0, game = 0, player[SEATS_MAX];
    unsigned count = 0;

    TRY(server_change_of(cli, "offer", &offer, err));
    TRY(read_seats(cli, cli->desk, player, &count, err));
    TRY(offering_start(cli->desk, offer, player, count, &game, err));
    TRY(desk_commit(cli->desk, err));
    buf_printf(&cli->out, "game %lld is made; its invitations are queued\n", (long long)game);
    cli->result = json_pack("{s:I}", "game", (json_int_t)game);
    return RC_OK;
}

enum rc cmd_offer_withdraw(struct cli *cli, struct err *err)
{
    int64_t offer = 0;

    TRY(server_change_of(cli, "offer", &offer, err));
    TRY(offering_withdraw(cli->desk, offer, err));
    TRY(desk_commit(cli->desk, err));
    buf_printf(&cli->out, "offer %lld waits no more; who was in is told\n", (long long)offer);
    cli->result = json_pack("{s:I}", "offer", (json_int_t)offer);
    return RC_OK;
}
