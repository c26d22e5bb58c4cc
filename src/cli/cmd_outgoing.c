/* SPDX-License-Identifier: MIT */
/* letter unsent, letter retry: letters out that did not arrive. */
#include "cli/commands.h"

#include "cli/listing.h"
#include "admin/admin.h"
#include "ledger/letters.h"
#include "ledger/work.h"

enum { LIST_MOST = 200 };

static const struct table_column columns[] = {
    {"letter", "letter", true, false}, {"made", "made (UTC)", TABLE_TIME, false},
    {"kind", "kind", false, false},    {"game", "game", true, false},
    {"seat", "seat", true, false},     {"state", "state", false, false},
    {"tries", "tries", true, false},   {"answer", "answer", false, true}};

static enum rc list_out(void *user, const struct ledger_out *out,
                        const struct ledger_delivery *delivery, struct err *err)
{
    char number[4][TEXT_INT_BYTES], made[24];

    (void)err;
    table_row(user, text_of_int(number[0], out->id), server_time(out->made_s, made), out->kind,
              listing_number(number[1], out->game), listing_number(number[2], out->seat),
              ledger_delivery_name(delivery->state), text_of_int(number[3], delivery->tries),
              delivery->note);
    return RC_OK;
}

static enum rc gather(struct listing *listing, struct err *err)
{
    return requeue_list(listing->desk, LIST_MOST, list_out, listing->table, err);
}

LISTING(cmd_letter_unsent, columns, gather, "Every letter was sent, or still waits to be.");

enum rc cmd_letter_retry(struct cli *cli, struct err *err)
{
    int64_t out = 0, queued = 0;

    TRY(server_change_of(cli, "letter", &out, err));
    TRY(requeue_letter(cli->desk, out, &queued, err));
    TRY(desk_commit(cli->desk, err));
    buf_printf(&cli->out, "letter %lld goes out: what letter %lld told\n", (long long)queued,
               (long long)out);
    cli->result = json_pack("{s:I}", "letter", (json_int_t)queued);
    return RC_OK;
}
