/* SPDX-License-Identifier: MIT */
/* init, config, doctor, rebuild: the server as a whole. */
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/server.h"
#include "dispatch/bounces.h"
#include "draw/draw.h"
#include "games/games.h"
#include "keeper/rebuild.h"
#include "keeper/rekey.h"
#include "match/desk_open.h"
#include "people/people.h"
#include "reader/reader.h"
#include "rounds/mail_check.h"
#include "rounds/mailtest.h"
#include "server/clock.h"
#include "server/lock.h"

/* ---- init ---- */

enum rc server_data_lines(const char *data, struct buf *conf, struct err *err)
{
    char *real;

    if (!data)
        data = getenv("POSTERN_DATADIR");
    if (!data)
        return RC_OK;
    real = realpath(data, NULL);
    if (!real)
        return ERR(err, RC_NOT_FOUND, data, ": no such folder");
    buf_printf(conf, "data = %s/data\ntemplates = %s/templates\n", real, real);
    free(real);
    return RC_OK;
}

/* Where what changes is kept, when that is not the folder of the configuration. */
static enum rc state_lines(const struct cli *cli, struct buf *conf, struct err *err)
{
    static const char *const kept[][2] = {{"ledger", "postern.db"},
                                          {"keys", "postern.key"},
                                          {"mark", "postern.mark"},
                                          {"spool", "spool"},
                                          {"archive", "archive"}};
    const char *state = cli_value(cli, "state");
    struct stat status;

    if (!state)
        return RC_OK;
    if (state[0] != '/')
        return ERR(err, RC_USAGE, "--state ", state, ": write the whole path, from /");
    if (stat(state, &status) != 0 || !S_ISDIR(status.st_mode))
        return ERR(err, RC_NOT_FOUND, state, ": no such folder; make it first");
    for (unsigned i = 0; i < sizeof kept / sizeof kept[0]; i++)
        buf_printf(conf, "%s = %s/%s\n", kept[i][0], state, kept[i][1]);
    return RC_OK;
}

enum rc cmd_init(struct cli *cli, struct err *err)
{
    const char *folder = cli->word[0], *address = cli_value(cli, "address");
    const char *name = cli_value(cli, "name");
    struct buf conf = {0};
    enum rc rc;

    buf_printf(&conf,
               "# Made by `postern init`. `postern config` explains every key.\n\n"
               "[server]\nname = %s\n",
               name ? name : "Postern");
    rc = server_data_lines(cli_value(cli, "data"), &conf, err);
    if (rc == RC_OK)
        rc = state_lines(cli, &conf, err);
    buf_printf(&conf, "\n[mail]\naddress = %s\ntransport = maildir\n",
               address ? address : "games@postern.example");
    if (cli_value(cli, "state"))
        buf_printf(&conf, "maildirs = %s/mail\n", cli_value(cli, "state"));
    if (rc == RC_OK)
        rc = buf_rc(&conf, err);
    if (rc == RC_OK)
        rc = desk_init(folder, buf_text(&conf), &desk_world_system, err);
    if (rc == RC_OK) {
        buf_printf(&cli->out,
                   "A new server in %s: postern.conf, postern.key (keep a copy of it in a safe\n"
                   "place), postern.db, postern.mark, and mail/ for its letters.\n\n"
                   "Next:  postern --server %s player add NAME ADDRESS\n"
                   "       postern --server %s game new %s --seat NAME --seat NAME\n"
                   "       posternd --server %s\n",
                   folder, folder, folder, games[0]->name, folder);
        cli->result = json_pack("{s:s}", "server", folder);
    }
    buf_fini(&conf);
    return rc;
}

enum rc cmd_config(struct cli *cli, struct err *err)
{
    (void)err;
    if (cli_flag(cli, "man"))
        config_explain_man(&cli->out);
    else
        config_explain(&cli->out);
    cli->result = json_pack("{s:s}", "explanation", buf_text(&cli->out));
    return RC_OK;
}

/* ---- rebuild ---- */

enum rc cmd_rebuild(struct cli *cli, struct err *err)
{
    struct server server = {0};
    enum rc rc = server_open(cli, &server, err);

    if (rc == RC_OK)
        rc = rebuild_all(server.desk, err);
    if (rc == RC_OK) {
        buf_put(&cli->out, "What can be derived was made again from the log.\n");
        cli->result = json_pack("{s:b}", "rebuilt", 1);
    }
    server_close(&server);
    return rc;
}

/* ---- doctor ---- */

struct doctor {
    struct cli *cli;
    json_t *checks;
    unsigned problems;
};

static void say(struct doctor *doctor, const char *what, const char *problem)
{
    buf_printf(&doctor->cli->out, "%s %s%s%s\n", problem ? "✗" : "✓", what, problem ? ": " : "",
               problem ? problem : "");
    json_array_append_new(doctor->checks,
                          json_pack("{s:s, s:b, s:s}", "check", what, "good", problem == NULL,
                                    "text", problem ? problem : ""));
    doctor->problems += problem != NULL;
}

static void say_rc(struct doctor *doctor, const char *what, enum rc rc, struct err *err)
{
    say(doctor, what, rc == RC_OK ? NULL : err->text[0] ? err->text : rc_text(rc));
    err_clear(err);
}

static void note_problem(void *user, const char *problem)
{
    say(user, "ledger", problem);
}

static void check_key_file(struct doctor *doctor, const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0)
        say(doctor, "key file",
            "is missing; restore it from its backup: without it no secret "
            "of a running game can be read");
    else
        say(doctor, "key file",
            status.st_mode & 077 ? "is readable by others; chmod 600 it" : NULL);
}

struct stopped {
    struct desk *desk;
    struct buf names;
};

static enum rc note_stopped(void *user, const struct person *person, struct err *err)
{
    struct stopped *stopped = user;
    bool reached = true;
    enum rc rc =
        person->address_id ? bounces_reach(stopped->desk, person->id, &reached, err) : RC_OK;

    if (!reached)
        buf_printf(&stopped->names, "%s%s", stopped->names.length ? ", " : "", person->name);
    return rc;
}

/* Whose letters come back. */
static void check_addresses(struct doctor *doctor, struct desk *desk)
{
    struct stopped stopped = {desk, {0}};
    struct err own = {0};
    enum rc rc = people_each(desk, note_stopped, &stopped, &own);

    if (rc == RC_OK && stopped.names.length) {
        buf_put(&stopped.names, ": letters come back, none are sent; give another address");
        say(doctor, "players' addresses", buf_text(&stopped.names));
    } else
        say_rc(doctor, "players' addresses", rc, &own);
    buf_fini(&stopped.names);
}

/* Is a rotation of keys unfinished? */
static void check_rotation(struct doctor *doctor, struct server *server)
{
    struct rekey_count left;
    struct err own = {0};
    enum rc rc = rekey_left(server->desk, &left, &own);

    if (rc == RC_OK && (left.wrapped || left.games))
        say(doctor, "rotation of keys", "is not finished; run `postern key apply`");
    else
        say_rc(doctor, "rotation of keys", rc, &own);
}

static void check_clock(struct doctor *doctor, struct desk *desk)
{
    struct clock_seen seen = {0};
    struct err own = {0};
    char why[320];
    enum rc rc = clock_look(desk, &seen, &own);

    if (seen.doubted) {
        clock_tell(&seen, why, sizeof why);
        say(doctor, "clock", why);
    } else
        say_rc(doctor, "clock", rc, &own);
}

/* ---- is the name of our mail system's results its own? ---- */

static enum rc try_forged(const struct config *config, const struct desk_world *world,
                          struct mailtest *test, struct err *err)
{
    enum { WAIT_S = 120 };
    char path[CONFIG_TEXT_BYTES + 8];
    int lock = -1;
    enum rc rc;

    snprintf(path, sizeof path, "%s.lock", config->ledger);
    rc = lock_take(path, &lock, err); /* posternd would take the letter */
    if (rc == RC_OK)
        rc = mailtest_run(config, world, WAIT_S, NULL, NULL, test, err);
    if (lock >= 0)
        close(lock);
    return rc;
}

static void check_authserv(struct doctor *doctor, const struct config *config,
                           const struct desk_world *world)
{
    static const char *const good[] = {
        [MAILTEST_UNTRIED] = "authserv: none is set, so no results are believed",
        [MAILTEST_REMOVED] = "authserv: results that are forged in its name are removed",
        [MAILTEST_BELOW] = ("authserv: results that are forged in its name are kept, below its own; "
                            "only the topmost count")};
    struct mailtest test = {0};
    struct err own = {0};
    enum rc rc;

    if (!cli_flag(doctor->cli, "mail")) {
        if (config->authserv[0])
            say(doctor,
                "authserv: the mail system must remove results forged in its name; --mail tries it",
                NULL);
        return;
    }
    rc = try_forged(config, world, &test, &own);
    if (rc == RC_OK && test.forged == MAILTEST_TOP)
        say(doctor, "authserv",
            "a letter with forged results of this name came through unchanged, with none above: "
            "anybody can write in a player's name; man postern.conf says how they are removed");
    else if (rc == RC_OK)
        say(doctor, good[test.forged], NULL);
    else
        say_rc(doctor, "authserv", rc, &own);
}

static void note_mail(void *user, const char *what, enum rc rc, struct err *err)
{
    say_rc(user, what, rc, err);
}

/* What reads letters must be shut in; what it does without is told. */
static void check_reader(struct doctor *doctor, struct server *server)
{
    struct reader_jail jail;
    struct err own = {0};
    enum rc rc = reader_check(server->reader, &jail, &own);
    const char *what = "reader of letters";

    if (rc == RC_OK && !jail.filter)
        what = "reader of letters (built for tests: shut in by limits and Landlock alone)";
    else if (rc == RC_OK && !jail.landlock)
        what = "reader of letters (without Landlock: this kernel has none)";
    say_rc(doctor, what, rc, &own);
}

static void examine(struct doctor *doctor, struct server *server)
{
    struct desk_world world;
    struct err own = {0};
    enum rc rc;

    check_key_file(doctor, server->config->keys);
    rc = server_world(server, &world, &own);
    if (rc == RC_OK)
        rc = desk_open(server->config, &world, NULL, NULL, &server->desk, &own);
    say_rc(doctor, "keys, ledger, marks, words", rc, &own);
    if (rc != RC_OK)
        return;
    rc = rebuild_check(server->desk, note_problem, doctor, &own);
    say_rc(doctor, "chains and seals", rc, &own);
    check_clock(doctor, server->desk);
    check_addresses(doctor, server->desk);
    check_reader(doctor, server);
    check_rotation(doctor, server);
    mail_check(server->desk, note_mail, doctor);
    check_authserv(doctor, server->config, &world);
    say_rc(doctor, "fonts", draw_fonts_check(&own), &own);
}

enum rc cmd_doctor(struct cli *cli, struct err *err)
{
    struct doctor doctor = {cli, json_array(), 0};
    struct server server = {0};
    struct err own = {0};
    enum rc rc = server_config(cli, &server, &own);

    (void)err;
    say_rc(&doctor, "configuration", rc, &own);
    if (rc == RC_OK)
        examine(&doctor, &server);
    server_close(&server);
    cli->result = doctor.checks;
    cli->exit = doctor.problems ? CLI_REFUSED : CLI_DONE;
    return RC_OK;
}
