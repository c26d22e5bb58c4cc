/* SPDX-License-Identifier: MIT */
/* letter requeue, quarantine, simulate, resend: what the administrator does with letters; seat say:
 * words that he says for a player. */
#include "cli/commands.h"

#include <stdio.h>

#include "base/timetext.h"
#include "cli/server.h"
#include "outbound/outbox.h"
#include "admin/keeper.h"
#include "ledger/facts.h"
#include "inbound/inbound.h"

enum { LETTER_MOST = 64 << 20 };

/* ---- what became of it ---- */

/* The entries that came of a letter: its first and what follows it. */
static enum rc show_entries(struct cli *cli, struct desk *desk, const struct inbound_result *result,
                            json_t *entries, struct err *err)
{
    struct ledger_rows rows = ledger_entries(desk->ledger, result->game, 0, err);
    bool begun = false;

    for (struct ledger_entry row; ledger_next(&rows, &row);) {
        begun |= row.letter == result->letter;
        if (!begun)
            continue;
        buf_printf(&cli->out, "%lld %s\n", (long long)row.n, row.text);
        json_array_append_new(entries, json_string(row.text));
    }
    return ledger_end(&rows);
}

static enum rc show_result(struct cli *cli, struct desk *desk, const struct inbound_result *result,
                           struct err *err)
{
    json_t *entries = json_array();
    enum rc rc = RC_OK;

    buf_printf(&cli->out, "%s%s%s\n", ledger_outcome_name(result->outcome),
               result->reason[0] ? ": " : "", result->reason);
    if (result->game)
        rc = show_entries(cli, desk, result, entries, err);
    cli->result =
        json_pack("{s:s, s:s, s:I, s:o}", "outcome", ledger_outcome_name(result->outcome), "reason",
                  result->reason, "game", (json_int_t)result->game, "entries", entries);
    return rc;
}

/* ---- requeue, quarantine ---- */

enum rc cmd_letter_requeue(struct cli *cli, struct err *err)
{
    struct inbound_result result = {0};
    int64_t letter;

    TRY(server_change_of(cli, "letter", &letter, err));
    TRY(inbound_again(cli->desk, letter, &result, err));
    TRY(show_result(cli, cli->desk, &result, err));
    if (result.outcome == LEDGER_SET_ASIDE) {
        buf_put(&cli->out, "set aside again: ");
        server_put_aside(cli->word[0], &cli->out);
        buf_put_char(&cli->out, '\n');
    }
    TRY(desk_commit(cli->desk, err));
    inbound_log(cli->desk, &result);
    json_object_set_new(cli->result, "letter", json_integer((json_int_t)result.letter));
    return RC_OK;
}

enum rc cmd_letter_quarantine(struct cli *cli, struct err *err)
{
    int64_t letter;

    TRY(server_change_of(cli, "letter", &letter, err));
    TRY(inbound_quarantine(cli->desk, letter, err));
    TRY(desk_commit(cli->desk, err));
    inbound_log(cli->desk, &(struct inbound_result){.letter = letter,
                                                    .outcome = LEDGER_SET_ASIDE,
                                                    .reason = "administrator"});
    buf_printf(&cli->out, "letter %lld is set aside\n", (long long)letter);
    cli->result = json_pack("{s:I}", "letter", (json_int_t)letter);
    return RC_OK;
}

/* ---- simulate ---- */

enum rc cmd_letter_simulate(struct cli *cli, struct err *err)
{
    const char *arrived = cli_value(cli, "arrived");
    struct inbound_letter letter = {.source = "simulate", .source_id = "1", .again = true};
    struct inbound_result result = {0};
    struct reading reading = {0};
    OWN_WIPED(buf) raw = {0};
    enum rc rc = cli_read(cli->word_count ? cli->word[0] : NULL, LETTER_MOST, &raw, err);

    THEN(rc, server_change(cli, err));
    if (rc == RC_OK) {
        letter.arrived_s = desk_now(cli->desk);
        letter.raw = buf_text(&raw);
        letter.length = raw.length;
        letter.cut = (int64_t)raw.length > cli->desk->config->letter_bytes;
        if (arrived && !timetext_read(arrived, strlen(arrived), &letter.arrived_s))
            rc = ERR(err, RC_USAGE, "'", arrived, "' is no time: write 2026-11-21T22:30:00Z");
    }
    THEN(rc, inbound_take(cli->desk, &letter, &reading, &result, err));
    THEN(rc, show_result(cli, cli->desk, &result, err));
    if (cli->desk)
        desk_rollback(cli->desk);
    return rc;
}

/* ---- resend ---- */

enum rc cmd_letter_resend(struct cli *cli, struct err *err)
{
    struct outbox_letter letter = {.kind = OUTBOX_TURN};
    struct position *position = NULL;
    int64_t queued = 0;

    TRY(server_begin(cli, &position, err));
    TRY(server_seat(cli->desk, position, cli->word[1], &letter.seat, err));
    letter.game = position->game;
    letter.n = letter.facts.from_n = (int64_t)position->chain.number;
    letter.facts.player = position->player[letter.seat];
    TRY(outbox_put(cli->desk, &letter, &queued, err));
    FAIL_IF(!queued, err, RC_NOT_FOUND, "this seat's player has no address");
    TRY(desk_commit(cli->desk, err));
    buf_printf(&cli->out, "letter %lld goes out: the board, and what the seat is asked\n",
               (long long)queued);
    cli->result = json_pack("{s:I}", "letter", (json_int_t)queued);
    return RC_OK;
}

/* ---- seat say ---- */

/* The words as a letter of his, behind a remark; *done: something came of them in the game. */
static enum rc say(struct cli *cli, struct position **position, unsigned seat, const char *words,
                   struct inbound_result *result, bool *done, struct err *err)
{
    OWN_WIPED(buf) told = {0};
    char remark[64];
    int64_t game = (*position)->game;
    uint64_t before;
    enum rc rc;

    snprintf(remark, sizeof remark, "words of seat/%u, entered by the administrator", seat);
    rc = keeper_remark(cli->desk, *position, remark, err);
    before = (*position)->chain.number;
    THEN(rc, inbound_say(cli->desk, *position, seat, words, result, &told, err));
    THEN(rc, position_get(cli->desk, game, position, err));
    *done = rc == RC_OK && (*position)->chain.number > before;
    if (*done)
        rc = keeper_tell_of(cli->desk, *position, "keeper.said", seat, 0, err);
    THEN(rc, show_result(cli, cli->desk, result, err));
    if (rc == RC_OK) {
        buf_put(&cli->out, buf_text(&told));
        json_object_set_new(cli->result, "told", json_string(buf_text(&told)));
    }
    return rc;
}

/* What changed nothing in the game leaves no trace. */
enum rc cmd_seat_say(struct cli *cli, struct err *err)
{
    struct inbound_result result = {0};
    struct position *position = NULL;
    OWN_WIPED(buf) words = {0};
    unsigned seat = 0;
    bool done = false;

    TRY(server_begin(cli, &position, err));
    TRY(server_seat(cli->desk, position, cli->word[1], &seat, err));
    FAIL_IF(!position->player[seat], err, RC_NOT_FOUND, "nobody has this seat");
    for (unsigned i = 2; i < cli->word_count; i++)
        buf_printf(&words, "%s\n", cli->word[i]);
    TRY(buf_rc(&words, err));
    TRY(say(cli, &position, seat, buf_text(&words), &result, &done, err));
    if (done) {
        TRY(desk_commit(cli->desk, err));
        inbound_log(cli->desk, &result);
    } else {
        desk_rollback(cli->desk);
        cli->exit = CLI_REFUSED;
    }
    return RC_OK;
}
