/* SPDX-License-Identifier: MIT */
/* player show, set, address, ban, merge, forget. */
#include "cli/commands.h"

#include "cli/server.h"
#include "admin/care.h"
#include "ledger/derived.h"
#include "people/people.h"
#include "schedule/schedule.h"
#include "seal/secret.h"
#include "commands/renamed.h"
#include "commands/vacation.h"

/* Open the server and begin a change of the player of the first word. */
static enum rc begin(struct cli *cli, int64_t *player, struct err *err)
{
    TRY(server_change(cli, err));
    return people_find(cli->desk, cli->word[0], player, err);
}

static enum rc done(struct cli *cli, int64_t player, const char *what, struct err *err)
{
    TRY(desk_commit(cli->desk, err));
    buf_printf(&cli->out, "%s\n", what);
    cli->result = json_pack("{s:I}", "player", (json_int_t)player);
    return RC_OK;
}

/* ---- show ---- */

static enum rc show_address(void *user, const char *address, struct err *err)
{
    struct cli *cli = user;

    (void)err;
    buf_printf(&cli->out, "  address: %s\n", address);
    json_array_append_new(json_object_get(cli->result, "addresses"), json_string(address));
    return RC_OK;
}

static enum rc show_games(struct cli *cli, struct desk *desk, int64_t player, struct err *err)
{
    struct ledger_rows rows = ledger_games_of_player(desk->ledger, player, err);

    for (struct ledger_game_row row; ledger_next(&rows, &row);) {
        const char *status = row.is_frozen ? "frozen" : ledger_status_name(row.status);

        buf_printf(&cli->out, "  game %lld: %s, %s%s%s\n", (long long)row.game, row.engine, status,
                   row.result[0] ? ", " : "", row.result);
        json_array_append_new(json_object_get(cli->result, "games"),
                              json_pack("{s:I, s:s, s:s, s:s}", "game", (json_int_t)row.game,
                                        "kind", row.engine, "status", status, "result",
                                        row.result));
    }
    return ledger_end(&rows);
}

static void show_person(struct cli *cli, const struct person *person)
{
    static const char *const boards[] = {"unicode", "ascii", "none"};
    char since[24], stamp[24];

    server_stamp(person->made_s, stamp);
    server_time(person->made_s, since);
    buf_printf(&cli->out, "player %lld: %s, since %s\n  letters: %s, board %s, %s%s%s\n",
               (long long)person->id, person->name, since, person->language, boards[person->board],
               people_format(person), person->strict ? ", strict" : "",
               person->drafts ? ", confirms orders" : "");
    if (person->draws)
        buf_put(&cli->out, "  days of a stock are drawn when his time runs out\n");
    if (person->zone[0])
        buf_printf(&cli->out, "  zone: %s\n", person->zone);
    if (person->vacation[0])
        buf_printf(&cli->out, "  vacations: %s\n", person->vacation);
    if (person->banned)
        buf_put(&cli->out, "  banned: no letter of his counts\n");
    if (person->merged)
        buf_printf(&cli->out, "  merged into player %lld\n", (long long)person->merged);
    cli->result = json_pack(
        "{s:I, s:s, s:s, s:s, s:s, s:s, s:b, s:b, s:s, s:s, s:b, s:I, s:s, s:b, s:[], s:[]}",
        "player", (json_int_t)person->id, "name", person->name, "since", stamp, "language",
        person->language, "board", boards[person->board], "format", people_format(person), "strict",
        person->strict, "draft", person->drafts, "zone", person->zone, "vacation", person->vacation,
        "banned", person->banned, "merged", (json_int_t)person->merged, "profile",
        people_profile(person), "stock", person->draws, "addresses", "games");
}

enum rc cmd_player_show(struct cli *cli, struct err *err)
{
    struct person person;
    int64_t player = 0;

    TRY(server_use(cli, err));
    TRY(people_find(cli->desk, cli->word[0], &player, err));
    TRY(people_get(cli->desk, player, &person, err));
    show_person(cli, &person);
    TRY(people_addresses(cli->desk, player, show_address, cli, err));
    return show_games(cli, cli->desk, player, err);
}

/* ---- settings ---- */

static enum rc change(struct desk *desk, int64_t player, const char *kind, const char *value,
                      struct err *err)
{
    enum vacation_verdict verdict = VACATION_DONE;
    unsigned games;

    if (text_equal(kind, "language"))
        TRY(server_language(desk, value, &value, err));
    if (text_equal(kind, "name"))
        return renamed_player(desk, player, value, err);
    if (text_equal(kind, "stock") && (text_equal(value, "on") || text_equal(value, "off")))
        return vacation_draw(desk, player, text_equal(value, "on"), &games, err);
    if (!text_equal(kind, "zone"))
        return people_change(desk, player, kind, value, err);
    TRY(vacation_zone(desk, player, value, &verdict, err));
    return verdict == VACATION_NO_ZONE
               ? ERR(err, RC_USAGE, "there is no zone '", value, "'; write one as Europe/Madrid")
               : RC_OK;
}

enum rc cmd_player_set(struct cli *cli, struct err *err)
{
    static const struct {
        const char *kind, *values;
    } settings[] = {{"name", "the new name"},
                    {"language", "a code, as it"},
                    {"letters", "mine, all or daily"},
                    {"board", "unicode, ascii or none"},
                    {"format", "html, text, svg or wide"},
                    {"strict", "on or off"},
                    {"draft", "on or off"},
                    {"stock", "on or off"},
                    {"zone", "as Europe/Rome"},
                    {"profile", "public, club or hidden"}};
    const unsigned count = sizeof settings / sizeof settings[0];
    TEXT_IN(text, kinds, 128);
    int64_t player = 0;
    unsigned at = 0;
    struct err own = {0};
    enum rc rc;

    TRY(begin(cli, &player, err));
    while (at < count && !text_equal_folded(settings[at].kind, cli->word[1]))
        at++;
    for (unsigned i = 0; at == count && i < count; i++)
        TEXT_PUT(&text, i ? ", " : "", settings[i].kind);
    FAIL_IF(at == count, err, RC_USAGE, "'", cli->word[1], "' is no setting: ", kinds,
            "; his addresses: postern player address");
    rc = change(cli->desk, player, settings[at].kind, cli->word[2], &own);
    FAIL_IF(rc == RC_BAD_INPUT, err, RC_USAGE, "'", cli->word[2], "' is no value of ",
            settings[at].kind, "; write ", settings[at].values);
    return rc == RC_OK ? done(cli, player, "set", err) : ERR(err, rc, own.text);
}

enum rc cmd_player_address(struct cli *cli, struct err *err)
{
    const char *add = cli_value(cli, "add"), *drop = cli_value(cli, "drop");
    int64_t player = 0;

    TRY(begin(cli, &player, err));
    if (!add && !drop)
        return ERR(err, RC_USAGE, "say --add ADDRESS or --drop ADDRESS; player show lists them");
    if (add)
        TRY(people_address_add(cli->desk, player, add, err));
    if (drop)
        TRY(people_address_drop(cli->desk, player, drop, err));
    return done(cli, player, add ? "letters go there now" : "dropped", err);
}

enum rc cmd_player_ban(struct cli *cli, struct err *err)
{
    bool off = cli_flag(cli, "off");
    int64_t player = 0;

    TRY(begin(cli, &player, err));
    TRY(people_change(cli->desk, player, "banned", off ? "off" : "on", err));
    return done(cli, player,
                off ? "his letters count again"
                    : "his letters are kept, count for nothing and get no answer; his deadlines "
                      "run: see seat replace",
                err);
}

/* ---- leaving ---- */

enum rc cmd_player_merge(struct cli *cli, struct err *err)
{
    int64_t player = 0, into = 0;

    TRY(begin(cli, &player, err));
    TRY(people_find(cli->desk, cli->word[1], &into, err));
    TRY(people_merge(cli->desk, player, into, err));
    return done(cli, into, "they are one player now", err);
}

static enum rc on_address(void *user, const char *address, struct err *err)
{
    struct sweep *sweep = user;

    (void)err;
    if (sweep->count < SWEEP_ADDRESSES_MAX)
        text_copy(sweep->address[sweep->count++], CONFIG_TEXT_BYTES, address);
    return RC_OK;
}

/* What stays, and why; each line only where it is so. */
static void tell_rest(struct cli *cli, const struct config *config, const struct err *processed)
{
    struct buf *out = &cli->out, copies = {0};

    buf_put(out, "What stays:\n"
                 "  the bytes of his letters in the ledger, which go by whole months, as one key\n"
                 "  seals a month: until keep_letters, or postern letter forget;\n"
                 "  his orders: heads are signed over them, and without them no record would\n"
                 "  prove;\n"
                 "  backups made before: their copies of his key must go as well;\n"
                 "  what others hold: letters, records, messages that he wrote to them.\n");
    if (retention_copies(config, INT64_MAX, false, &copies, NULL) == RC_OK && copies.length)
        buf_printf(out,
                   "  copies of the ledger before it was migrated, which hold his key: %s;\n"
                   "  they go after keep_letters, or when you delete them;\n",
                   buf_text(&copies));
    buf_fini(&copies);
    if (config->forum.kind != CONFIG_FORUM_NONE)
        buf_put(out, "  the forum's posts and pictures: delete them there.\n");
    buf_put(out, "Pages of postern site name him until it runs again.\n");
    if (processed->rc != RC_OK)
        buf_printf(out,
                   "Letters that were dealt with could not be looked through (%s):\n"
                   "delete his out of the mailbox's folders by hand.\n",
                   processed->text);
}

/* In: what the mail system still holds of somebody whom the ledger has forgotten. */
static enum rc forget_mail(struct cli *cli, const struct sweep *sweep, struct err *err)
{
    struct err own = {0};
    unsigned boxes = 0, letters = 0;
    enum rc processed;

    TRY(sweep_mailboxes(cli->desk->config, sweep, &boxes, err));
    processed = sweep_processed(cli->desk->config, cli->opened->reader, sweep, &letters, &own);
    buf_printf(&cli->out,
               "Forgotten: name, addresses and settings, and his name in the records of games,\n"
               "which still verify; %u %s of his in the embedded mail system, and %u letters\n"
               "of his out of the folders of what was dealt with or set aside.\n",
               boxes, boxes == 1 ? "mailbox" : "mailboxes", letters);
    tell_rest(cli, cli->desk->config, &own);
    json_object_set_new(cli->result, "mailboxes", json_integer(boxes));
    json_object_set_new(cli->result, "letters", json_integer(letters));
    if (processed != RC_OK)
        cli->exit = CLI_REFUSED;
    return RC_OK;
}

enum rc cmd_player_forget(struct cli *cli, struct err *err)
{
    OWN_MEMORY struct sweep *sweep = calloc(1, sizeof *sweep);
    int64_t player = 0;
    bool at_once = true;
    enum rc rc = sweep ? begin(cli, &player, err) : ERR(err, RC_NO_MEMORY, "no memory");

    if (rc == RC_OK) {
        sweep->before_s = INT64_MIN;
        rc = people_addresses(cli->desk, player, on_address, sweep, err);
    }
    THEN(rc, people_erase(cli->desk, player, err));
    THEN(rc, desk_commit(cli->desk, err));
    THEN(rc, care_forgotten(cli->desk, &at_once, err));
    cli->result = json_pack("{s:I}", "player", (json_int_t)player);
    THEN(rc, forget_mail(cli, sweep, err));
    if (rc == RC_OK)
        server_tell_forgotten(cli, cli->desk->config, at_once);
    if (sweep)
        secret_wipe(sweep, sizeof *sweep);
    return rc;
}
