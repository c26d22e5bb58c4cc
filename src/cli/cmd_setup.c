/* SPDX-License-Identifier: MIT */
/* setup: ask, try the mail for real, write the configuration, make the server. */
#include "cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/shown.h"
#include "cli/server.h"
#include "cli/setup_ask.h"
#include "forum/forum.h"
#include "play/desk_open.h"
#include "reader/reader.h"
#include "schedule/mailtest.h"
#include "schedule/schedule.h"

enum { WAIT_S = 120 };

/* ---- writing ---- */

struct writing {
    const struct setup *setup;
    const struct mailtest *test; /* NULL = not tried */
    enum rc rc;
};

/* Lines that nobody is asked for. */
static void write_extra(void *user, const char *section, struct buf *out)
{
    struct writing *writing = user;
    const struct mailtest *test = writing->test;

    if (test && test->authserv[0] && test->forged != MAILTEST_TOP && text_equal(section, "mail") &&
        !setup_answer(writing->setup, "mail", "authserv"))
        buf_printf(out, "authserv = %s\n", test->authserv);
    if (writing->rc == RC_OK && text_equal(section, "server") &&
        !setup_answer(writing->setup, "server", "data"))
        writing->rc = server_data_lines(NULL, out, NULL);
}

static enum rc write_conf(const struct setup *setup, const struct mailtest *test, struct buf *out,
                          struct err *err)
{
    struct writing writing = {setup, test, RC_OK};

    buf_clear(out);
    buf_put(out, "# Made by `postern setup`. `man postern.conf` explains every key.\n");
    setup_write(setup, out, write_extra, &writing);
    return writing.rc == RC_OK ? buf_rc(out, err)
                               : ERR(err, writing.rc, "the folder of the data files is not there");
}

/* ---- trying ---- */

static void show_step(void *user, const char *step)
{
    (void)user;
    fprintf(stderr, "%s …\n", step);
}

static void show_result(struct cli *cli, const char *what, const char *result)
{
    buf_printf(&cli->out, "  %-6s %s\n", what,
               *result ? result : "nothing is said of it; forged letters cannot be told apart");
}

/* Whether a stranger could write results in the mail system's own name. */
static void show_forged(struct cli *cli, const struct mailtest *test)
{
    static const char *const told[] = {
        [MAILTEST_UNTRIED] = "",
        [MAILTEST_REMOVED] = "Results forged in its name were removed, as they should be.\n",
        [MAILTEST_BELOW] =
            "Results forged in its name were kept, below its own. Only the topmost count here, so\n"
            "no letter may come past its checks; better have it remove them (see [mail] authserv "
            "in\n"
            "man postern.conf).\n",
        [MAILTEST_TOP] =
            "Results forged in its name were kept, with none of its own above: anybody could "
            "write\n"
            "that a letter is genuine. [mail] authserv must stay empty until the mail system "
            "removes\n"
            "them (man postern.conf says how) and writes its own into every letter.\n"};

    buf_put(&cli->out, told[test->forged]);
}

/* What the letter itself says, as the mail system wrote it. */
static void show_field(struct cli *cli, const struct mailtest *test)
{
    const struct {
        const char *name, *result;
    } parts[] = {{"spf", test->spf}, {"dkim", test->dkim}, {"dmarc", test->dmarc}};

    if (!test->authserv[0])
        return;
    buf_printf(&cli->out,
               "It stands in the letter's head, where %s wrote it:\n"
               "  Authentication-Results: %s",
               test->authserv, test->authserv);
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i].result[0])
            buf_printf(&cli->out, "; %s=%s", parts[i].name, parts[i].result);
    buf_put(&cli->out, "\n[mail] authserv is that name: results under another are a stranger's.\n");
}

/* Lines for the zone of the robot's domain, where its mail does not pass. */
static void offer_records(struct cli *cli, const struct setup *setup, const struct mailtest *test)
{
    const char *address = setup_answer(setup, "mail", "address"),
               *keeper = setup_answer(setup, "mail", "keeper"),
               *host = setup_answer(setup, "smtp", "host");
    const char *domain = strrchr(address, '@') + 1;
    bool spf = !text_equal(test->spf, "pass"), dkim = !text_equal(test->dkim, "pass"),
         dmarc = !text_equal(test->dmarc, "pass");

    if (!host || !(spf || dkim || dmarc))
        return;
    buf_printf(&cli->out,
               "So that other mail systems take the letters, for the name server of %s:\n", domain);
    if (spf)
        buf_printf(&cli->out, "  %s.  TXT  \"v=spf1 mx a:%s -all\"\n", domain, host);
    if (dkim)
        buf_printf(&cli->out,
                   "  postern._domainkey.%s.  TXT  \"v=DKIM1; k=rsa; p=…\"\n"
                   "    (what opendkim-genkey -s postern -d %s writes; %s signs with its key)\n",
                   domain, domain, host);
    if (dmarc)
        buf_printf(&cli->out, "  _dmarc.%s.  TXT  \"v=DMARC1; p=quarantine; rua=mailto:%s\"\n",
                   domain, keeper && *keeper ? keeper : address);
}

static void show_test(struct cli *cli, const struct setup *setup, const struct mailtest *test)
{
    buf_printf(&cli->out,
               "A letter to myself came back after %lld s. What %s says of its sender:\n",
               (long long)test->took_s, test->authserv[0] ? test->authserv : "the mail system");
    show_result(cli, "SPF", test->spf);
    show_result(cli, "DKIM", test->dkim);
    show_result(cli, "DMARC", test->dmarc);
    show_field(cli, test);
    show_forged(cli, test);
    offer_records(cli, setup, test);
    json_object_set_new(cli->result, "mail",
                        json_pack("{s:b, s:b, s:I, s:s, s:s, s:s, s:s, s:s}", "sent", test->sent,
                                  "came", test->came, "took_s", (json_int_t)test->took_s,
                                  "authserv", test->authserv, "spf", test->spf, "dkim", test->dkim,
                                  "dmarc", test->dmarc, "forged",
                                  mailtest_forged_name(test->forged)));
}

/* An alias can call postern deliver only once the server is there. */
static void show_alias(struct cli *cli, const struct setup *setup, const char *folder)
{
    const char *address = setup_answer(setup, "mail", "address");
    const char *at = strrchr(address, '@');

    buf_printf(&cli->out,
               "The mail system takes letters out. So that they come in, an alias of it, as root:\n"
               "  %.*s: \"|postern --server %s deliver\"   (in /etc/aliases, then newaliases)\n"
               "Subaddresses must reach it, too: recipient_delimiter = + in Postfix,\n"
               "local_part_suffix = +* in exim. It runs as who owns the server's folder.\n"
               "Then  postern --server %s doctor --mail  sends a letter round.\n",
               (int)(at - address), address, folder, folder);
}

/* What was asked for would let anybody in. */
static enum rc check_forged(const struct setup *setup, const struct mailtest *test, struct err *err)
{
    if (test->forged != MAILTEST_TOP || !setup_answer(setup, "mail", "authserv"))
        return RC_OK;
    return ERR(err, RC_CONFIG, "[mail] authserv = ", setup_answer(setup, "mail", "authserv"),
               ": a letter with forged results of that name came through unchanged; have the mail "
               "system remove them and write its own, or leave authserv out");
}

/* in     sends: no letter is awaited */
static enum rc try_mail(struct cli *cli, const char *folder, const struct buf *conf, bool sends,
                        struct mailtest *test, struct err *err)
{
    const char *word = cli_value(cli, "wait");
    OWN_MEMORY struct config *config = calloc(1, sizeof *config);
    OWN_MEMORY char *real = realpath(folder, NULL);
    OWN_OPEN(server) server = {0};
    struct desk_world world;
    int64_t wait_s = WAIT_S;

    FAIL_IF(!config || !real, err, RC_IO, folder, ": ", strerror(errno));
    if (word && !config_duration(word, strlen(word), &wait_s))
        return ERR(err, RC_USAGE, "--wait ", word, ": write a number and s or m, as 60s");
    TRY(config_read("answers", real, buf_text(conf), conf->length, config, err));
    TRY(server_world(&server, &world, err));
    TRY(reader_is_there(server.reader, err));
    if (config->transport == CONFIG_MAILDIR && mkdir(config->maildirs, 0700) != 0 &&
        errno != EEXIST)
        return ERR(err, RC_IO, config->maildirs, ": ", strerror(errno));
    return mailtest_run(config, &world, sends ? 0 : wait_s, show_step, NULL, test, err);
}

/* The page that letters link to is written by `postern site` once the server is made: until then it
 * is told what is missing. */
static enum rc try_page(struct cli *cli, const char *folder, struct err *err)
{
    OWN_OPEN(server) server = {0};
    struct err own = {0};

    cli->server = folder;
    TRY(server_open(cli, &server, err));
    if (*server.config->site_url) {
        show_step(NULL, "looking for the page that letters link to");
        if (page_check(server.config, &own) == RC_OK)
            buf_put(&cli->out, "The page that letters link to is there.\n");
        else
            buf_printf(&cli->out,
                       "The page that letters link to: %s\nWrite it with `postern --server %s site "
                       "FOLDER`, have the web server publish that\nfolder, and look again with "
                       "`postern --server %s doctor`.\n",
                       own.text, folder, folder);
        json_object_set_new(cli->result, "page", json_boolean(own.rc == RC_OK));
    }
    return RC_OK;
}

/* The forum is asked when the server is made: what is wrong there is told, and mended in the file.
 */
static enum rc try_forum(struct cli *cli, const char *folder, struct err *err)
{
    OWN_AT(post_source) source = NULL;
    OWN_OPEN(server) server = {0};
    struct err own = {0};

    cli->server = folder;
    TRY(server_open(cli, &server, err));
    if (forum_is_on(server.desk)) {
        show_step(NULL, "asking the forum");
        if (forum_open_source(server.desk, -1, &source, &own) == RC_OK &&
            post_source_check(source, &own) == RC_OK)
            buf_put(&cli->out, "The forum knows the robot.\n");
        else {
            buf_printf(&cli->out, "The forum: %s\nCorrect [forum] in postern.conf.\n", own.text);
            cli->exit = CLI_REFUSED;
        }
        json_object_set_new(cli->result, "forum", json_boolean(own.rc == RC_OK));
    }
    return RC_OK;
}

static enum rc check_folder(const char *folder, bool *made, struct err *err)
{
    char path[4096];

    *made = mkdir(folder, 0700) == 0;
    FAIL_IF(!*made && errno != EEXIST, err, RC_PERMISSION, folder, ": ", strerror(errno));
    snprintf(path, sizeof path, "%s/postern.conf", folder);
    FAIL_IF(access(path, F_OK) == 0, err, RC_EXISTS, path,
            " is there already: a server is in this folder; see postern doctor");
    return RC_OK;
}

/* Where an alias brings the letters, none can come yet. */
static bool sends_alone(const struct setup *setup)
{
    return text_equal(setup_answer(setup, "mail", "transport"), "smtp");
}

/* What of the answers was wrong? It is asked again. Returns whether somebody is there to say. */
static bool ask_what_failed(struct setup *setup, const struct mailtest *test, const struct err *err)
{
    static const char *const sections[] = {
        [MAILTEST_READING] = "imap", [MAILTEST_SENDING] = "smtp", [MAILTEST_LETTER] = "mail"};

    if (!setup_asks(setup) || text_equal(setup_answer(setup, "mail", "transport"), "maildir"))
        return false;
    fputs("  ✗ ", stderr);
    shown_print(stderr, err->text, SHOWN_LINE);
    fprintf(stderr, "\nOnce more, then; Enter leaves an answer as it was.\n");
    setup_again(setup, sections[test->step], test->step == MAILTEST_LETTER ? "address" : NULL);
    return true;
}

/* Ask, and try, until it works. */
static enum rc settle(struct cli *cli, struct setup *setup, struct mailtest *test, struct buf *conf,
                      struct err *err)
{
    bool again;
    enum rc rc;

    do {
        struct err own = {0};

        again = false;
        TRY(setup_ask(setup, err));
        rc = write_conf(setup, NULL, conf, &own);
        if (rc == RC_OK && !cli_flag(cli, "untried")) {
            rc = try_mail(cli, cli->word[0], conf, sends_alone(setup), test, &own);
            again = rc != RC_OK && rc != RC_NO_MEMORY && ask_what_failed(setup, test, &own);
        }
        if (rc != RC_OK && !again) {
            if (err)
                *err = own;
            return rc;
        }
    } while (again);
    if (cli_flag(cli, "untried") || sends_alone(setup))
        return RC_OK;
    show_test(cli, setup, test);
    rc = check_forged(setup, test, err);
    return rc == RC_OK ? write_conf(setup, test, conf, err) : rc;
}

/* Somebody to practise with is there from the first letter on, at each level. */
static enum rc add_opponents(struct cli *cli, const char *folder, struct err *err)
{
    unsigned added;

    cli->server = folder;
    return server_add_opponents(cli, &added, err);
}

static void say_next(struct cli *cli, const struct setup *setup, const char *folder)
{
    if (sends_alone(setup))
        show_alias(cli, setup, folder);
    buf_printf(
        &cli->out,
        "A new server in %s. Keep a copy of postern.key in a safe place.\n"
        "Next:  postern --server %s player add NAME ADDRESS\n"
        "       postern --server %s bot run   (plays for Pip, Tilda, Hugo and Wanda, whom players\n"
        "       practise against; the unit postern-bot)\n"
        "       posternd --server %s\n",
        folder, folder, folder, folder);
}

enum rc cmd_setup(struct cli *cli, struct err *err)
{
    const char *folder = cli->word[0];
    struct setup *setup = NULL;
    struct mailtest test = {0};
    OWN(buf) conf = {0};
    bool made = false;
    enum rc rc = server_check_state(folder, cli_value(cli, "state"), err);

    cli->result = json_pack("{s:s}", "server", folder);
    THEN(rc, check_folder(folder, &made, err));
    THEN(rc, setup_new(cli, folder, &setup, err));
    THEN(rc, settle(cli, setup, &test, &conf, err));
    THEN(rc, desk_init(folder, buf_text(&conf), &desk_world_system, err));
    if (rc == RC_OK && !cli_flag(cli, "untried"))
        rc = try_forum(cli, folder, err);
    if (rc == RC_OK && !cli_flag(cli, "untried"))
        rc = try_page(cli, folder, err);
    THEN(rc, add_opponents(cli, folder, err));
    if (rc == RC_OK)
        say_next(cli, setup, folder);
    else if (made)
        rmdir(folder); /* where nothing came into it */
    setup_free(setup, rc == RC_OK);
    return rc;
}
