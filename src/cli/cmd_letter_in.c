/* SPDX-License-Identifier: MIT */
/* letter list, show, why: letters that came in, and why each was answered as it was. */
#include "cli/commands.h"

#include <stdio.h>

#include "cli/listing.h"
#include "admin/inquiry.h"
#include "people/people.h"

enum { LIST_USUAL = 200 };

/* ---- list ---- */

static const struct table_column list_columns[] = {
    {"letter", "letter", true, false},    {"arrived", "arrived (UTC)", TABLE_TIME, false},
    {"outcome", "outcome", false, false}, {"reason", "reason", false, true},
    {"game", "game", true, false},        {"seat", "seat", true, false},
    {"player", "player", true, false}};

/* What is wanted of them. */
struct wanted {
    const char *outcome; /* NULL = any */
    int64_t player;      /* 0 = whoever */
    int64_t game;        /* 0 = any */
    int64_t since_s, before, limit;
};

static const char *outcome_word(const struct ledger_outcome *outcome)
{
    return outcome->kind == LEDGER_OUTCOME_COUNT ? "waits" : ledger_outcome_name(outcome->kind);
}

static bool is_wanted(const struct wanted *wanted, const struct ledger_letter_row *row)
{
    return (!wanted->outcome || text_equal(wanted->outcome, outcome_word(&row->outcome))) &&
           (!wanted->player || wanted->player == row->outcome.player) &&
           (!wanted->game || wanted->game == row->outcome.game) &&
           row->letter.arrived_s >= wanted->since_s;
}

static void list_letter(struct listing *listing, const struct ledger_letter_row *row)
{
    char number[4][TEXT_INT_BYTES], arrived[24];

    table_row(listing->table, text_of_int(number[0], row->letter.id),
              server_time(row->letter.arrived_s, arrived), outcome_word(&row->outcome),
              row->outcome.kind == LEDGER_OUTCOME_COUNT ? "" : row->outcome.reason,
              listing_number(number[1], row->outcome.game),
              listing_number(number[2], row->outcome.seat),
              listing_number(number[3], row->outcome.player));
}

static bool is_outcome(const char *word)
{
    bool found = text_equal(word, "waits");

    for (unsigned kind = 0; kind < LEDGER_OUTCOME_COUNT; kind++)
        found |= text_equal(word, ledger_outcome_name((enum ledger_outcome_kind)kind));
    return found;
}

static enum rc read_number(const struct cli *cli, const char *option, const char *what,
                           int64_t *number, struct err *err)
{
    const char *word = cli_value(cli, option);

    return word ? server_number(word, what, number, err) : RC_OK;
}

static enum rc read_wanted(const struct listing *listing, struct wanted *wanted, struct err *err)
{
    const struct cli *cli = listing->cli;
    const char *player = cli_value(cli, "player"), *since = cli_value(cli, "since");

    *wanted = (struct wanted){.outcome = cli_value(cli, "outcome"), .limit = LIST_USUAL};
    FAIL_IF(wanted->outcome && !is_outcome(wanted->outcome), err, RC_USAGE, "'", wanted->outcome,
            "' is no outcome; see postern letter list --help");
    if (player)
        TRY(people_find(listing->desk, player, &wanted->player, err));
    if (since)
        TRY(server_since(since, desk_now(listing->desk), &wanted->since_s, err));
    TRY(read_number(cli, "game", "game", &wanted->game, err));
    TRY(read_number(cli, "before", "letter", &wanted->before, err));
    return read_number(cli, "limit", "list's end", &wanted->limit, err);
}

static enum rc list_letters(struct listing *listing, const struct wanted *wanted, struct err *err)
{
    struct ledger_rows rows = ledger_letters(listing->desk->ledger, wanted->before, err);
    struct ledger_letter_row row;

    while (listing->count < wanted->limit && ledger_next(&rows, &row) &&
           row.letter.taken_s >= wanted->since_s) /* those before it came earlier still */
        if (is_wanted(wanted, &row)) {
            list_letter(listing, &row);
            listing->count++;
        }
    return ledger_end(&rows);
}

static enum rc gather_letters(struct listing *listing, struct err *err)
{
    struct wanted wanted;

    TRY(read_wanted(listing, &wanted, err));
    return list_letters(listing, &wanted, err);
}

enum rc cmd_letter_list(struct cli *cli, struct err *err)
{
    bool narrowed = cli->value_count > (unsigned)cli->json;
    struct list list = {list_columns, sizeof list_columns / sizeof list_columns[0], gather_letters,
                        narrowed ? "No letter of this kind came in."
                                 : "No letter has come in yet."};

    return listing_show(cli, &list, err);
}

/* ---- show ---- */

enum rc cmd_letter_show(struct cli *cli, struct err *err)
{
    int64_t letter;
    enum rc rc = server_use_of(cli, "letter", &letter, err);

    THEN(rc, reading_raw(cli->desk, letter, &cli->out, err));
    cli->is_file = true;
    if (rc == RC_OK)
        cli->result = json_pack("{s:I, s:s%}", "letter", (json_int_t)letter, "raw",
                                buf_text(&cli->out), cli->out.length);
    return rc;
}

/* ---- why: the letter, what was understood, what it did, what was answered ---- */

static void show_head(struct cli *cli, const struct inquiry *inquiry)
{
    const struct ledger_outcome *outcome = &inquiry->row.outcome;
    char arrived[24], stamp[24];

    server_stamp(inquiry->row.letter.arrived_s, stamp);
    server_time(inquiry->row.letter.arrived_s, arrived);
    buf_printf(&cli->out, "letter %lld: %s%s%s\n  arrived %s UTC by %s\n  understood as from %s",
               (long long)outcome->letter, inquiry->outcome, inquiry->reason[0] ? ", " : "",
               inquiry->reason, arrived, inquiry->source,
               inquiry->name[0] ? inquiry->name : "nobody we know");
    if (outcome->game)
        buf_printf(&cli->out, ", game %lld", (long long)outcome->game);
    if (outcome->seat)
        buf_printf(&cli->out, ", seat %d", outcome->seat);
    buf_printf(&cli->out, "\n%s%s", inquiry->clause.length ? "  " : "", buf_text(&inquiry->clause));
    cli->result =
        json_pack("{s:I, s:s, s:s, s:s, s:s, s:s, s:I, s:s, s:I, s:i, s:[], s:[]}", "letter",
                  (json_int_t)outcome->letter, "outcome", inquiry->outcome, "reason",
                  inquiry->reason, "clause", buf_text(&inquiry->clause), "arrived", stamp, "source",
                  inquiry->source, "player", (json_int_t)outcome->player, "name", inquiry->name,
                  "game", (json_int_t)outcome->game, "seat", outcome->seat, "entries", "answers");
}

static void show_lines(struct cli *cli, const struct reading *reading)
{
    json_t *lines = json_array();

    buf_put(&cli->out,
            reading->orders.count ? "\nits own lines:\n" : "\nit has no line of its own\n");
    for (size_t i = 0; i < reading->orders.count; i++) {
        const struct order_line *line = &reading->orders.line[i];

        buf_printf(&cli->out, "  %4u  %s%s\n", (unsigned)line->line, line->text,
                   line->civil ? "   (a greeting or a name, unless it is an order)" : "");
        json_array_append_new(lines, json_pack("{s:i, s:s, s:b}", "line", (int)line->line, "text",
                                               line->text, "civil", line->civil));
    }
    if (reading->split.own_count < reading->split.count)
        buf_printf(&cli->out, "  %zu of its %zu lines are quoted, empty or signature\n",
                   reading->split.count - reading->split.own_count, reading->split.count);
    json_object_set_new(cli->result, "lines", lines);
}

static void show_inquiry(void *user, const struct inquiry *inquiry)
{
    const struct letter *mail = &inquiry->reading.mail;
    struct cli *cli = user;

    show_head(cli, inquiry);
    if (!mail->message_id) {
        buf_put(&cli->out,
                inquiry->gone
                    ? "\nits bytes were kept long enough, and are gone\n"
                    : "\nit was not read: it brought the program down, or is no letter\n");
        return;
    }
    buf_printf(&cli->out, "\n  From: %s\n  Date: %s\n  Subject: %s\n  Message-ID: %s\n",
               mail->from.address, mail->date, mail->subject, mail->message_id);
    json_object_set_new(cli->result, "from", json_string(mail->from.address));
    json_object_set_new(cli->result, "subject", json_string(mail->subject));
    json_object_set_new(cli->result, "message_id", json_string(mail->message_id));
    if (*inquiry->reading.kind.reason)
        buf_printf(&cli->out, "  taken for: %s (%s)\n", inquiry->taken_for,
                   inquiry->reading.kind.reason);
    show_lines(cli, &inquiry->reading);
}

static void show_entry(void *user, const struct ledger_entry *row)
{
    struct cli *cli = user;

    buf_printf(&cli->out, "\nit made entry %lld: %s\n", (long long)row->n, row->text);
    json_array_append_new(json_object_get(cli->result, "entries"), json_string(row->text));
}

static void show_answer(void *user, const struct inquiry_answer *answer)
{
    struct cli *cli = user;
    char at[24];

    server_time(answer->at_s, at);
    buf_printf(&cli->out, "\nanswer %lld, %s%s%s:\n", (long long)answer->out, answer->state,
               *at ? " " : "", at);
    if (*answer->why)
        buf_printf(&cli->out, "  its words cannot be shown: %s\n", answer->why);
    for (const char *line = answer->text; *line;) {
        size_t length = strcspn(line, "\n");

        buf_printf(&cli->out, "%s%.*s\n", length ? "  | " : "  |", (int)length, line);
        line += length + (line[length] == '\n');
    }
    json_array_append_new(json_object_get(cli->result, "answers"),
                          json_pack("{s:I, s:s, s:s, s:s}", "letter", (json_int_t)answer->out,
                                    "message_id", answer->message_id, "state", answer->state,
                                    "text", answer->text));
}

enum rc cmd_letter_why(struct cli *cli, struct err *err)
{
    static const struct inquiry_calls calls = {show_inquiry, show_entry, show_answer};
    int64_t letter;

    TRY(server_use_of(cli, "letter", &letter, err));
    TRY(inquiry_ask(cli->desk, letter, &calls, cli, err));
    if (!json_array_size(json_object_get(cli->result, "answers")))
        buf_put(&cli->out, "\nno answer was written\n");
    return RC_OK;
}
