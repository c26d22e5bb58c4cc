/* SPDX-License-Identifier: MIT */
/* backup, restore, check, migrate, letter forget: a server's keeping over the years. */
#include "cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/timetext.h"
#include "cli/server.h"
#include "admin/care.h"
#include "admin/admin.h"
#include "ledger/derived.h"
#include "schedule/schedule.h"
#include "server/clock.h"

/* ---- backup ---- */

/* A folder gets a file with the time in its name. */
static enum rc name_backup(const char *word, int64_t now_s, char out[CONFIG_TEXT_BYTES],
                           struct err *err)
{
    char stamp[TIMETEXT_BYTES] = "";
    struct stat status;
    struct text text = text_in(out, CONFIG_TEXT_BYTES);

    text_put(&text, word);
    if (stat(word, &status) == 0 && S_ISDIR(status.st_mode) && timetext_write(now_s, stamp)) {
        text_put(&text, word[strlen(word) - 1] == '/' ? "postern-" : "/postern-");
        for (const char *c = stamp; *c != 'Z' && *c; c++)
            if (*c != ':')
                text_put_char(&text, *c);
        text_put(&text, ".db");
    }
    return text.cut ? ERR(err, RC_USAGE, "the path of the backup is too long") : RC_OK;
}

/* What must be kept beside a backup, for it to be of use: keys and passwords. */
static void name_files(struct cli *cli, const struct config *config)
{
    const char *const files[] = {config->keys, config->imap.password_file,
                                 config->smtp.password_file, config->forum.key_file,
                                 config->forum.password_file};
    json_t *list = json_array();

    buf_put(&cli->out,
            "Not in it, to be kept in another place, since who has both reads all secrets:\n");
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
        if (*files[i]) {
            buf_printf(&cli->out, "    %s\n", files[i]);
            json_array_append_new(list, json_string(files[i]));
        }
    buf_printf(
        &cli->out,
        "When you restore it, leave %s where it is, if it is there: it tells what was signed\n"
        "since. Try it: postern restore FILE --try\n",
        config->mark);
    json_object_set_new(cli->result, "keep", list);
    json_object_set_new(cli->result, "leave", json_string(config->mark));
}

enum rc cmd_backup(struct cli *cli, struct err *err)
{
    char path[CONFIG_TEXT_BYTES], conf[CONFIG_TEXT_BYTES];
    struct stat status = {0};

    TRY(server_use(cli, err));
    TRY(config_find(cli->server, conf, err));
    TRY(name_backup(cli->word[0], desk_now(cli->desk), path, err));
    TRY(care_backup(cli->desk, conf, path, err));
    FAIL_IF(stat(path, &status) != 0, err, RC_IO, path, ": ", strerror(errno));
    buf_printf(&cli->out,
               "Ledger, configuration and marks, as they are now, are in %s (%lld KiB).\n", path,
               (long long)(status.st_size / 1024));
    cli->result = json_pack("{s:s, s:I}", "file", path, "bytes", (json_int_t)status.st_size);
    name_files(cli, cli->desk->config);
    return RC_OK;
}

/* ---- restore ---- */

static void tell_games(struct cli *cli, const struct care_restored *restored)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < restored->told; i++) {
        buf_printf(&cli->out, "    game %lld: %s, signed up to entry %lld\n",
                   (long long)restored->game[i].game,
                   restored->game[i].is_lost
                       ? "is not in the backup; its number is never given again"
                       : "frozen",
                   (long long)restored->game[i].n);
        json_array_append_new(
            list, json_pack("{s:I, s:I, s:b}", "game", (json_int_t)restored->game[i].game, "signed",
                            (json_int_t)restored->game[i].n, "lost", restored->game[i].is_lost));
    }
    json_object_set_new(cli->result, "behind", list);
}

static void tell_about(struct cli *cli, const struct care_restored *restored)
{
    if (restored->made[0])
        buf_printf(&cli->out, "It was made at %s by Postern %s.\n", restored->made,
                   restored->version);
    if (restored->unsent)
        buf_printf(
            &cli->out,
            "%u letters that waited to be sent then are not sent again: postern letter unsent "
            "lists\nthem, letter retry sends one, letter resend sends a seat its board.\n",
            restored->unsent);
}

static void tell_behind(struct cli *cli, const struct care_restored *restored, bool marks_lost)
{
    if (restored->told) {
        buf_put(&cli->out, "These went on after the backup was made:\n");
        tell_games(cli, restored);
        buf_put(&cli->out,
                "A frozen game takes no orders and signs nothing, so that nobody is shown two\n"
                "histories. How to go on: restore a newer backup, if there is one; otherwise\n"
                "`postern game recover` puts what is lost back from the letters of their players.\n"
                "Letters that came in since then lie in the folder of letters dealt with; put\n"
                "back into the inbox, they are taken in again.\n");
    }
    if (marks_lost && restored->frozen)
        buf_printf(&cli->out,
                   "%u %s, since what was signed is lost with the marks.\n"
                   "Ask the players of each how far their letters go (their last lines say\n"
                   "\"game 7 entry 118\"): postern game thaw NUMBER tells what to do then.\n",
                   restored->frozen,
                   restored->frozen == 1 ? "game is not over and is frozen"
                                         : "games are not over and are frozen");
}

/* What a try went without, and a restore will not. */
static void tell_without(struct cli *cli, const struct config *config,
                         const struct care_restored *restored)
{
    json_t *without = json_array();

    if (restored->keyless) {
        buf_printf(&cli->out,
                   "Not looked at, since %s is not here: seals, boxes and replays.\n"
                   "Put the key file there, mode 0600, and try again.\n",
                   config->keys);
        json_array_append_new(without, json_string(config->keys));
    }
    if (restored->markless) {
        buf_printf(&cli->out,
                   "%s is not here. To restore, say --moved, if posternd was stopped\n"
                   "before this backup and has not run since; otherwise --marks-lost.\n",
                   config->mark);
        json_array_append_new(without, json_string(config->mark));
    }
    json_object_set_new(cli->result, "without", without);
}

static void tell_restored(struct cli *cli, const struct care_restored *restored)
{
    bool tried = cli_flag(cli, "try");

    buf_printf(&cli->out,
               tried ? "The backup can be restored, with %u %s; nothing was changed.\n"
                     : "The backup is in place, with %u %s.\n",
               restored->games, restored->games == 1 ? "game" : "games");
    if (restored->aside[0])
        buf_printf(&cli->out, "What was there before is in %s.\n", restored->aside);
    tell_about(cli, restored);
    tell_behind(cli, restored, cli_flag(cli, "marks-lost"));
    json_object_update_new(
        cli->result, json_pack("{s:i, s:i, s:i, s:s, s:s, s:s, s:i}", "games", (int)restored->games,
                               "frozen", (int)restored->frozen, "lost", (int)restored->lost,
                               "aside", restored->aside, "made", restored->made, "version",
                               restored->version, "unsent", (int)restored->unsent));
    if (!tried)
        buf_put(&cli->out, "Next: postern check, then start posternd.\n");
}

/* On a machine that has nothing yet the configuration comes out of the backup, too; a try leaves it
 * there. */
static enum rc restore_configuration(struct cli *cli, struct server *server, struct err *err)
{
    char conf[CONFIG_TEXT_BYTES];
    struct text text;

    TRY(config_find(cli->server, conf, err));
    if (access(conf, F_OK) == 0)
        return RC_OK;
    if (strlen(conf) < 5 || !text_equal(conf + strlen(conf) - 5, ".conf")) {
        text_init(&text, conf, sizeof conf); /* a folder that is not there either */
        TEXT_PUT(&text, cli->server ? cli->server : getenv("POSTERN_SERVER"), "/postern.conf");
    }
    if (cli_flag(cli, "try")) {
        server->config = calloc(1, sizeof *server->config);
        return server->config ? care_read_configuration(cli->word[0], conf, server->config, err)
                              : ERR(err, RC_NO_MEMORY, "no memory for the configuration");
    }
    TRY(care_take_configuration(cli->word[0], conf, err));
    buf_printf(&cli->out, "%s was not there, and is now as in the backup.\n", conf);
    return RC_OK;
}

enum rc cmd_restore(struct cli *cli, struct err *err)
{
    struct care_options options = {.try = cli_flag(cli, "try"),
                                   .marks_lost = cli_flag(cli, "marks-lost"),
                                   .moved = cli_flag(cli, "moved"),
                                   .problem = server_on_problem,
                                   .user = cli};
    OWN_OPEN(server) server = {0};
    struct care_restored restored;
    struct desk_world world;

    if (options.marks_lost && options.moved)
        return ERR(err, RC_USAGE, "--marks-lost and --moved: only one of them can be so");
    if (access(cli->word[0], R_OK) != 0)
        return ERR(err, RC_NOT_FOUND, cli->word[0], ": ", strerror(errno));
    TRY(restore_configuration(cli, &server, err));
    cli->result = json_pack("{s:[]}", "problems");
    if (!server.config)
        TRY(server_config(cli, &server, err));
    TRY(server_world(&server, &world, err));
    TRY(care_restore(server.config, &world, cli->word[0], &options, &restored, err));
    tell_restored(cli, &restored);
    tell_without(cli, server.config, &restored);
    return RC_OK;
}

/* ---- check ---- */

static enum rc count_games(struct desk *desk, json_int_t *games, json_int_t *entries,
                           struct err *err)
{
    struct ledger_rows rows = ledger_games_now(desk->ledger, LEDGER_STATUS_COUNT, err);

    for (struct ledger_game_row row; ledger_next(&rows, &row);) {
        ++*games;
        *entries += row.n + 1;
    }
    return ledger_end(&rows);
}

static enum rc check_clock(struct cli *cli, struct err *err)
{
    struct clock_seen seen;
    char why[320];

    TRY(clock_look(cli->desk, &seen, err));
    if (seen.doubted) {
        clock_tell(&seen, why, sizeof why);
        server_on_problem(cli, why);
    }
    return RC_OK;
}

enum rc cmd_check(struct cli *cli, struct err *err)
{
    json_int_t games = 0, entries = 0;
    enum rc rc = server_use(cli, err);

    cli->result = json_pack("{s:[]}", "problems");
    THEN(rc, check_clock(cli, err));
    THEN(rc, rebuild_check(cli->desk, server_on_problem, cli, err));
    THEN(rc, count_games(cli->desk, &games, &entries, err));
    if (rc == RC_DAMAGED || (cli->desk && rc_class(rc) == RC_CLASS_PERMANENT)) {
        server_on_problem(cli, err->text);
        err_clear(err);
        rc = RC_OK;
    }
    if (rc == RC_OK) {
        buf_printf(
            &cli->out, "%lld games, %lld entries: %s\n", (long long)games, (long long)entries,
            cli->exit ? "see above; postern backup first, whatever you do next"
                      : "pages, references, chains, seals and replays are as they should be");
        json_object_update_new(cli->result,
                               json_pack("{s:I, s:I}", "games", games, "entries", entries));
    }
    return rc;
}

/* ---- migrate ---- */

enum rc cmd_migrate(struct cli *cli, struct err *err)
{
    OWN_OPEN(server) server = {0};
    char copy[CONFIG_TEXT_BYTES];
    unsigned from = 0;

    TRY(server_config(cli, &server, err));
    TRY(care_migrate(server.config, &from, copy, err));
    if (copy[0])
        buf_printf(&cli->out, "From schema %u to %u; the ledger as it was is in %s.\n", from,
                   care_newest_schema(), copy);
    else
        buf_printf(&cli->out, "The ledger has schema %u already, the newest this program has.\n",
                   from);
    cli->result = json_pack("{s:i, s:i, s:s}", "from", (int)from, "to", (int)care_newest_schema(),
                            "copy", copy);
    return RC_OK;
}

/* ---- letter forget ---- */

enum rc cmd_letter_forget(struct cli *cli, struct err *err)
{
    const char *word = cli_value(cli, "older-than");
    struct retention old = {0};
    bool at_once = true;
    OWN_MEMORY struct sweep *sweep = calloc(1, sizeof *sweep);
    struct err own = {0};
    unsigned processed = 0;
    int64_t age_s = 0;

    TRY(sweep ? server_use(cli, err) : ERR(err, RC_NO_MEMORY, "no memory"));
    if (word && (!config_duration(word, strlen(word), &age_s) || age_s == 0))
        return ERR(err, RC_USAGE, "--older-than ", word, ": write a number and d, as 400d");
    FAIL_IF(!word && (age_s = cli->desk->config->keep_letters_s) == 0, err, RC_USAGE,
            "letters are kept for ever ([server] keep_letters); say --older-than 400d");
    TRY(retention_begin(cli->desk, desk_now(cli->desk) - age_s, &old, err));
    while (retention_is_due(&old))
        TRY(retention_step(cli->desk, &old, err));
    TRY(care_forgotten(cli->desk, &at_once, err));
    sweep->before_s = desk_now(cli->desk) - age_s;
    if (sweep_processed(cli->desk->config, cli->opened->reader, sweep, &processed, &own) != RC_OK)
        cli->exit = CLI_REFUSED;
    buf_printf(&cli->out,
               "The bytes of %lld letters are gone, with their keys, and the words of %lld\n"
               "letters out; of folders in the mail, %u letters that were dealt with or set\n"
               "aside.\n",
               (long long)old.letters, (long long)old.words, processed);
    if (own.rc != RC_OK)
        buf_printf(&cli->out, "Not all folders could be looked through: %s\n", own.text);
    server_tell_forgotten(cli, cli->desk->config, at_once);
    cli->result = json_pack("{s:I, s:I, s:i}", "letters", (json_int_t)old.letters, "words",
                            (json_int_t)old.words, "processed", (int)processed);
    return RC_OK;
}
