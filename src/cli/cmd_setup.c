/* SPDX-License-Identifier: MIT */
/* setup: ask, try the mail for real, write the configuration, make the server. */
#include "cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/server.h"
#include "forum/forum.h"
#include "match/desk_open.h"
#include "rounds/mailtest.h"
#include "rounds/page_check.h"

enum { ANSWER_BYTES = 256, WAIT_S = 120 };

/* What is asked, in order; anything else is set by --set. A question that hangs on an answer is
 * left out where that answer is its last word. */
#define MAIL  "mail", "transport", "maildir"
#define FORUM "forum", "kind", "none"
static const struct question {
    const char *section, *key, *text, *standard;
    const char *of_section, *of_key, *unless;
} questions[] = {
    {"server", "name", "Name of the server in its letters", "Postern", NULL, NULL, NULL},
    {"mail", "address", "The robot's address", NULL, NULL, NULL, NULL},
    {"mail", "transport", "maildir (a folder, for trying it out) or imap (real mail)", "imap", NULL,
     NULL, NULL},
    {"imap", "host", "IMAP server", NULL, MAIL},
    {"imap", "port", "its port", "993", MAIL},
    {"imap", "tls", "tls, starttls or none", "tls", MAIL},
    {"imap", "user", "login name", NULL, MAIL},
    {"imap", "password_file", "file with the password, mode 0600", "imap.password", MAIL},
    {"smtp", "host", "SMTP server", NULL, MAIL},
    {"smtp", "port", "its port", "465", MAIL},
    {"smtp", "tls", "tls, starttls or none", "tls", MAIL},
    {"smtp", "user", "login name", NULL, MAIL},
    {"smtp", "password_file", "file with the password, mode 0600", "smtp.password", MAIL},
    {"forum", "kind", "Forum: discourse, nodebb, nodebb1 or none", "none", NULL, NULL, NULL},
    {"forum", "url", "its address, https://forum.example", NULL, FORUM},
    {"forum", "robot", "the robot's account there", NULL, FORUM},
    {"forum", "key_file", "file with its key or token, mode 0600", "forum.key", FORUM},
    {"forum", "category", "number of the category for games", NULL, FORUM},
    {"site", "url", "Where its pages are on the web, https://games.example (nothing: nowhere)", "",
     NULL, NULL, NULL},
};
enum { QUESTIONS = sizeof questions / sizeof questions[0], PAIRS_MAX = 64 };

struct pair {
    char section[32], key[48], value[ANSWER_BYTES];
};

struct setup {
    struct cli *cli;
    struct pair pair[PAIRS_MAX];
    unsigned count;
};

static const char *answer_of(const struct setup *setup, const char *section, const char *key)
{
    for (unsigned i = 0; i < setup->count; i++)
        if (text_equal(setup->pair[i].section, section) && text_equal(setup->pair[i].key, key))
            return setup->pair[i].value;
    return NULL;
}

static enum rc add(struct setup *setup, const char *section, size_t section_length, const char *key,
                   size_t key_length, const char *value, struct err *err)
{
    struct pair *pair = &setup->pair[setup->count];

    if (setup->count == PAIRS_MAX || section_length >= sizeof pair->section ||
        key_length >= sizeof pair->key || strlen(value) >= sizeof pair->value)
        return ERR(err, RC_USAGE, "too many answers, or too long: ", value);
    snprintf(pair->section, sizeof pair->section, "%.*s", (int)section_length, section);
    snprintf(pair->key, sizeof pair->key, "%.*s", (int)key_length, key);
    text_copy(pair->value, sizeof pair->value, value);
    setup->count++;
    return RC_OK;
}

/* --set imap.host=mail.example.org */
static enum rc take_flags(struct setup *setup, struct err *err)
{
    const char *word;
    unsigned at = 0;
    enum rc rc = RC_OK;

    while (rc == RC_OK && (word = cli_next(setup->cli, "set", &at)) != NULL) {
        const char *dot = strchr(word, '.'), *equals = strchr(word, '=');

        if (!dot || !equals || dot > equals)
            return ERR(err, RC_USAGE, "--set ", word, ": write SECTION.KEY=VALUE");
        rc = add(setup, word, (size_t)(dot - word), dot + 1, (size_t)(equals - dot - 1), equals + 1,
                 err);
    }
    return rc;
}

/* Nothing is an answer, too: no line is written. */
static enum rc answer(struct setup *setup, const struct question *question, const char *value,
                      struct err *err)
{
    if (!*value)
        return RC_OK;
    return add(setup, question->section, strlen(question->section), question->key,
               strlen(question->key), value, err);
}

static enum rc ask_one(struct setup *setup, const struct question *question, struct err *err)
{
    char line[ANSWER_BYTES] = "";
    bool has_standard = question->standard && *question->standard;

    fprintf(stderr, "%s%s%s%s: ", question->text, has_standard ? " [" : "",
            has_standard ? question->standard : "", has_standard ? "]" : "");
    if (!fgets(line, sizeof line, stdin))
        return ERR(err, RC_USAGE, "no answer for ", question->section, ".", question->key);
    line[strcspn(line, "\r\n")] = '\0';
    if (!line[0] && !question->standard)
        return ERR(err, RC_USAGE, "[", question->section, "] ", question->key, " is needed");
    return answer(setup, question, line[0] ? line : question->standard, err);
}

/* Is a secret asked for that comes from elsewhere? */
static bool has_secret(const struct setup *setup, const struct question *question)
{
    static const char *const others[] = {"password_command", "password_credential", "token_command",
                                         "key_command"};

    if (!text_equal(question->key, "password_file") && !text_equal(question->key, "key_file"))
        return false;
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
        if (answer_of(setup, question->section, others[i]))
            return true;
    return false;
}

static bool is_open(const struct setup *setup, const struct question *question)
{
    const char *choice =
        question->of_section ? answer_of(setup, question->of_section, question->of_key) : NULL;

    return !answer_of(setup, question->section, question->key) &&
           !(choice && text_equal(choice, question->unless)) && !has_secret(setup, question);
}

static enum rc ask_all(struct setup *setup, struct err *err)
{
    bool asks = isatty(STDIN_FILENO);
    enum rc rc = RC_OK;

    for (unsigned i = 0; i < QUESTIONS && rc == RC_OK; i++) {
        const struct question *question = &questions[i];

        if (!is_open(setup, question))
            continue;
        if (asks)
            rc = ask_one(setup, question, err);
        else if (question->standard)
            rc = answer(setup, question, question->standard, err);
        else
            rc = ERR(err, RC_USAGE, "say --set ", question->section, ".", question->key,
                     "=VALUE, or run it at a terminal, where it asks");
    }
    return rc;
}

/* ---- writing ---- */

static enum rc write_conf(const struct setup *setup, const struct mailtest *test, struct buf *out,
                          struct err *err)
{
    bool done[PAIRS_MAX] = {false};
    enum rc rc = RC_OK;

    buf_put(out, "# Made by `postern setup`. `man postern.conf` explains every key.\n");
    for (unsigned i = 0; i < setup->count; i++) {
        if (done[i])
            continue;
        buf_printf(out, "\n[%s]\n", setup->pair[i].section);
        for (unsigned k = i; k < setup->count; k++)
            if (text_equal(setup->pair[k].section, setup->pair[i].section)) {
                buf_printf(out, "%s = %s\n", setup->pair[k].key, setup->pair[k].value);
                done[k] = true;
            }
        if (test && test->authserv[0] && test->forged != MAILTEST_TOP &&
            text_equal(setup->pair[i].section, "mail") && !answer_of(setup, "mail", "authserv"))
            buf_printf(out, "authserv = %s\n", test->authserv);
        if (rc == RC_OK && text_equal(setup->pair[i].section, "server") &&
            !answer_of(setup, "server", "data"))
            rc = server_data_lines(NULL, out, err);
    }
    return rc == RC_OK ? buf_rc(out, err) : rc;
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

static void show_test(struct cli *cli, const struct mailtest *test)
{
    buf_printf(&cli->out, "A letter to myself came back after %lld s. Of its sender says %s:\n",
               (long long)test->took_s, test->authserv[0] ? test->authserv : "nobody");
    show_result(cli, "SPF", test->spf);
    show_result(cli, "DKIM", test->dkim);
    show_result(cli, "DMARC", test->dmarc);
    show_forged(cli, test);
    json_object_set_new(cli->result, "mail",
                        json_pack("{s:b, s:b, s:I, s:s, s:s, s:s, s:s, s:s}", "sent", test->sent,
                                  "came", test->came, "took_s", (json_int_t)test->took_s,
                                  "authserv", test->authserv, "spf", test->spf, "dkim", test->dkim,
                                  "dmarc", test->dmarc, "forged",
                                  mailtest_forged_name(test->forged)));
}

/* What was asked for would let anybody in. */
static enum rc check_forged(const struct setup *setup, const struct mailtest *test, struct err *err)
{
    if (test->forged != MAILTEST_TOP || !answer_of(setup, "mail", "authserv"))
        return RC_OK;
    return ERR(err, RC_CONFIG, "[mail] authserv = ", answer_of(setup, "mail", "authserv"),
               ": a letter with forged results of that name came through unchanged; have the mail "
               "system remove them and write its own, or leave authserv out");
}

static enum rc try_mail(struct cli *cli, const char *folder, const struct buf *conf,
                        struct mailtest *test, struct err *err)
{
    const char *word = cli_value(cli, "wait");
    struct config *config = calloc(1, sizeof *config);
    char *real = realpath(folder, NULL);
    struct server server = {0};
    struct desk_world world;
    int64_t wait_s = WAIT_S;
    enum rc rc = RC_OK;

    if (!config || !real)
        rc = ERR(err, RC_IO, folder, ": ", strerror(errno));
    if (rc == RC_OK && word && !config_duration(word, strlen(word), &wait_s))
        rc = ERR(err, RC_USAGE, "--wait ", word, ": write a number and s or m, as 60s");
    if (rc == RC_OK)
        rc = config_read("answers", real, buf_text(conf), conf->length, config, err);
    if (rc == RC_OK && config->transport == CONFIG_MAILDIR && mkdir(config->maildirs, 0700) != 0 &&
        errno != EEXIST)
        rc = ERR(err, RC_IO, config->maildirs, ": ", strerror(errno));
    if (rc == RC_OK)
        rc = server_world(&server, &world, err);
    if (rc == RC_OK)
        rc = mailtest_run(config, &world, wait_s, show_step, NULL, test, err);
    server_close(&server);
    free(real);
    free(config);
    return rc;
}

/* The page that letters link to is written by `postern site` once the server is made: until then it
 * is told what is missing. */
static enum rc try_page(struct cli *cli, const char *folder, struct err *err)
{
    struct server server = {0};
    struct err own = {0};
    enum rc rc;

    cli->server = folder;
    rc = server_open(cli, &server, err);
    if (rc == RC_OK && *server.config->site_url) {
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
    server_close(&server);
    return rc;
}

/* The forum is asked when the server is made: what is wrong there is told, and mended in the file.
 */
static enum rc try_forum(struct cli *cli, const char *folder, struct err *err)
{
    struct post_source *source = NULL;
    struct server server = {0};
    struct err own = {0};
    enum rc rc;

    cli->server = folder;
    rc = server_open(cli, &server, err);
    if (rc == RC_OK && forum_is_on(server.desk)) {
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
    post_source_free(source);
    server_close(&server);
    return rc;
}

static enum rc check_folder(const char *folder, struct err *err)
{
    char path[4096];

    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return ERR(err, RC_PERMISSION, folder, ": ", strerror(errno));
    snprintf(path, sizeof path, "%s/postern.conf", folder);
    if (access(path, F_OK) == 0)
        return ERR(err, RC_EXISTS, path, " is there already; see postern doctor");
    return RC_OK;
}

enum rc cmd_setup(struct cli *cli, struct err *err)
{
    const char *folder = cli->word[0];
    struct setup *setup = calloc(1, sizeof *setup);
    struct mailtest test = {0};
    struct buf conf = {0};
    enum rc rc =
        setup ? check_folder(folder, err) : ERR(err, RC_NO_MEMORY, "no memory for answers");

    cli->result = json_pack("{s:s}", "server", folder);
    if (rc == RC_OK) {
        setup->cli = cli;
        rc = take_flags(setup, err);
    }
    if (rc == RC_OK)
        rc = ask_all(setup, err);
    if (rc == RC_OK)
        rc = write_conf(setup, NULL, &conf, err);
    if (rc == RC_OK && !cli_flag(cli, "untried")) {
        rc = try_mail(cli, folder, &conf, &test, err);
        if (rc == RC_OK) {
            show_test(cli, &test);
            rc = check_forged(setup, &test, err);
        }
    }
    buf_clear(&conf);
    if (rc == RC_OK)
        rc = write_conf(setup, &test, &conf, err);
    if (rc == RC_OK)
        rc = desk_init(folder, buf_text(&conf), &desk_world_system, err);
    if (rc == RC_OK && !cli_flag(cli, "untried"))
        rc = try_forum(cli, folder, err);
    if (rc == RC_OK && !cli_flag(cli, "untried"))
        rc = try_page(cli, folder, err);
    if (rc == RC_OK)
        buf_printf(
            &cli->out,
            "A new server in %s. Keep a copy of postern.key in a safe place.\n"
            "Next:  postern --server %s player add NAME ADDRESS\n       posternd --server %s\n",
            folder, folder, folder);
    buf_fini(&conf);
    free(setup);
    return rc;
}
