/* SPDX-License-Identifier: MIT */
/* Asks what `postern setup` must know, checks each answer, and writes the configuration. Trying
 * it out is left to cmd_setup.c. */
#include "cli/setup_ask.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/server.h"
#include "seal/secret.h"
#include "server/config.h"
#include "server/files.h"

enum { ANSWER_BYTES = 256, ANSWERS_MAX = 64, PATH_BYTES = CONFIG_TEXT_BYTES + ANSWER_BYTES };

/* When a question is asked. */
enum hangs { ALWAYS, BY_IMAP, BY_SMTP, IN_FORUM };

/* What is asked, in order; anything else is set by --set. */
static const struct question {
    const char *section, *key, *text;
    const char *standard; /* NULL = it needs an answer; "" = none is one, too */
    enum hangs hangs;
    bool is_secret; /* its value is the name of a file, which is written here */
} questions[] = {
    {"server", "name", "Name of the server in its letters", "Postern", ALWAYS, false},
    {"mail", "address", "The robot's address", NULL, ALWAYS, false},
    {"mail", "keeper",
     "Your own address: told of disputes and of letters that come back (Enter: nobody is)", "",
     ALWAYS, false},
    {"mail", "transport",
     "How letters come and go: imap (a mailbox; SMTP to send), smtp (an alias of your mail\n"
     "system calls postern deliver; SMTP to send) or maildir (a folder, for trying it out)",
     "imap", ALWAYS, false},
    {"imap", "host", "IMAP server", NULL, BY_IMAP, false},
    {"imap", "port", "its port", "993", BY_IMAP, false},
    {"imap", "tls", "tls, starttls or none", "tls", BY_IMAP, false},
    {"imap", "ca_file", "file with the certificates to trust (Enter: the system's)", "", BY_IMAP,
     false},
    {"imap", "user", "login name", NULL, BY_IMAP, false},
    {"imap", "token_command", "OAuth: a command that prints a token (Enter: it is a password)", "",
     BY_IMAP, false},
    {"imap", "password_file", "password", "imap.password", BY_IMAP, true},
    {"smtp", "host", "SMTP server", NULL, BY_SMTP, false},
    {"smtp", "port", "its port", "465", BY_SMTP, false},
    {"smtp", "tls", "tls, starttls or none", "tls", BY_SMTP, false},
    {"smtp", "ca_file", "file with the certificates to trust (Enter: the system's)", "", BY_SMTP,
     false},
    {"smtp", "user", "login name", NULL, BY_SMTP, false},
    {"smtp", "token_command", "OAuth: a command that prints a token (Enter: it is a password)", "",
     BY_SMTP, false},
    {"smtp", "password_file", "password", "smtp.password", BY_SMTP, true},
    {"forum", "kind", "Forum: discourse, nodebb, nodebb1 or none", "none", ALWAYS, false},
    {"forum", "url", "its address, https://forum.example", NULL, IN_FORUM, false},
    {"forum", "robot", "the robot's account there", NULL, IN_FORUM, false},
    {"forum", "key_file", "the account's key or token", "forum.key", IN_FORUM, true},
    {"forum", "category", "number of the category for games", NULL, IN_FORUM, false},
    {"site", "url", "Where its pages are on the web, https://games.example (Enter: nowhere)", "",
     ALWAYS, false},
};
enum { QUESTIONS = sizeof questions / sizeof questions[0] };

struct answer {
    char section[32], key[48], value[ANSWER_BYTES];
    bool stale; /* is asked again */
};

struct setup {
    struct cli *cli;
    const char *folder;
    struct answer answer[ANSWERS_MAX];
    unsigned count;
    bool wrote[QUESTIONS]; /* the file of this secret is ours */
};

/* What has a place by --state, unless --set gives it another. */
static void add_state(struct setup *setup, const char *state)
{
    for (unsigned i = 0; state && i < SERVER_STATES; i++) {
        struct answer *answer = &setup->answer[setup->count];

        if (setup_answer(setup, server_state[i].section, server_state[i].key))
            continue;
        text_copy(answer->section, sizeof answer->section, server_state[i].section);
        text_copy(answer->key, sizeof answer->key, server_state[i].key);
        snprintf(answer->value, sizeof answer->value, "%s/%s", state, server_state[i].name);
        setup->count++;
    }
}

enum rc setup_new(struct cli *cli, const char *folder, struct setup **setup, struct err *err)
{
    const char *word;
    unsigned at = 0;

    *setup = calloc(1, sizeof **setup);
    FAIL_IF(!*setup, err, RC_NO_MEMORY, "no memory for answers");
    (*setup)->cli = cli;
    (*setup)->folder = folder;
    while ((word = cli_next(cli, "set", &at)) != NULL) {
        const char *dot = strchr(word, '.'), *equals = strchr(word, '=');
        struct answer *answer = &(*setup)->answer[(*setup)->count];

        /* --set imap.host=mail.example.org */
        if (!dot || !equals || dot > equals)
            return ERR(err, RC_USAGE, "--set ", word, ": write SECTION.KEY=VALUE");
        else if ((*setup)->count == ANSWERS_MAX - QUESTIONS - SERVER_STATES ||
                 (size_t)(dot - word) >= sizeof answer->section ||
                 (size_t)(equals - dot) > sizeof answer->key || strlen(equals) > ANSWER_BYTES)
            return ERR(err, RC_USAGE, "too many answers, or too long: ", word);
        else {
            snprintf(answer->section, sizeof answer->section, "%.*s", (int)(dot - word), word);
            snprintf(answer->key, sizeof answer->key, "%.*s", (int)(equals - dot - 1), dot + 1);
            text_copy(answer->value, sizeof answer->value, equals + 1);
            TRY(config_check_value(answer->section, answer->key, answer->value, err));
            (*setup)->count++;
        }
    }
    add_state(*setup, cli_value(cli, "state"));
    return RC_OK;
}

static void secret_path(const struct setup *setup, const char *name, char path[PATH_BYTES])
{
    if (name[0] == '/')
        snprintf(path, PATH_BYTES, "%s", name);
    else
        snprintf(path, PATH_BYTES, "%s/%s", setup->folder, name);
}

void setup_free(struct setup *setup, bool keep)
{
    char path[PATH_BYTES];

    for (unsigned i = 0; setup && !keep && i < QUESTIONS; i++)
        if (setup->wrote[i]) {
            secret_path(setup, questions[i].standard, path);
            unlink(path);
        }
    free(setup);
}

bool setup_asks(const struct setup *setup)
{
    (void)setup;
    return isatty(STDIN_FILENO) == 1;
}

/* ---- answers ---- */

static struct answer *find(const struct setup *setup, const char *section, const char *key)
{
    for (unsigned i = 0; i < setup->count; i++)
        if (text_equal(setup->answer[i].section, section) && text_equal(setup->answer[i].key, key))
            return (struct answer *)&setup->answer[i];
    return NULL;
}

const char *setup_answer(const struct setup *setup, const char *section, const char *key)
{
    const struct answer *answer = find(setup, section, key);

    return answer && !answer->stale ? answer->value : NULL;
}

void setup_again(struct setup *setup, const char *section, const char *key)
{
    for (unsigned i = 0; i < setup->count; i++)
        if (text_equal(setup->answer[i].section, section) &&
            (!key || text_equal(setup->answer[i].key, key)))
            setup->answer[i].stale = true;
}

/* There is room for each question. */
static void put(struct setup *setup, const struct question *question, const char *value)
{
    struct answer *answer = find(setup, question->section, question->key);

    if (!answer)
        answer = &setup->answer[setup->count++];
    text_copy(answer->section, sizeof answer->section, question->section);
    text_copy(answer->key, sizeof answer->key, question->key);
    text_copy(answer->value, sizeof answer->value, value);
    answer->stale = false;
}

/* What Enter means: what was answered before, what was said of the other mail server, the usual. */
static const char *usual_of(const struct setup *setup, const struct question *question)
{
    static const char *const alike[] = {"host", "user", "ca_file", "token_command"};
    const struct answer *former = find(setup, question->section, question->key);
    const char *like = NULL;

    if (former)
        return former->value;
    if (text_equal(question->section, "imap") && text_equal(question->key, "user"))
        return setup_answer(setup, "mail", "address");
    for (unsigned i = 0; i < sizeof alike / sizeof alike[0]; i++)
        if (text_equal(question->section, "smtp") && text_equal(question->key, alike[i]))
            like = setup_answer(setup, "imap", question->key);
    return like ? like : question->standard;
}

/* ---- which are open ---- */

/* Is a secret asked for that comes from elsewhere? */
static bool has_secret(const struct setup *setup, const struct question *question)
{
    static const char *const others[] = {"password_command", "password_credential", "token_command",
                                         "key_command"};

    for (unsigned i = 0; question->is_secret && i < sizeof others / sizeof others[0]; i++) {
        const char *answer = setup_answer(setup, question->section, others[i]);

        if (answer && *answer)
            return true;
    }
    return false;
}

static bool applies(const struct setup *setup, const struct question *question)
{
    const char *transport = setup_answer(setup, "mail", "transport"),
               *forum = setup_answer(setup, "forum", "kind");

    switch (question->hangs) {
    case BY_IMAP:
        return transport && text_equal(transport, "imap");
    case BY_SMTP:
        return transport && !text_equal(transport, "maildir");
    case IN_FORUM:
        return forum && !text_equal(forum, "none");
    case ALWAYS:
        break;
    }
    return true;
}

/* ---- at a terminal ---- */

static enum rc read_answer(const struct question *question, char line[ANSWER_BYTES],
                           struct err *err)
{
    size_t length;

    FAIL_IF(!fgets(line, ANSWER_BYTES, stdin), err, RC_USAGE, "no answer for ", question->section,
            ".", question->key, "; nothing was written");
    length = strcspn(line, "\r\n");
    while (length && text_is_space(line[length - 1]))
        length--;
    line[length] = '\0';
    return RC_OK;
}

/* The terminal shows nothing from before the question until behind the answer. */
static enum rc read_hidden(const struct question *question, const char *usual,
                           char line[ANSWER_BYTES], struct err *err)
{
    struct termios shown, hidden;
    bool hides = tcgetattr(STDIN_FILENO, &shown) == 0;
    enum rc rc;

    if (hides) {
        hidden = shown;
        hidden.c_lflag &= ~(tcflag_t)ECHO;
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
    }
    fprintf(stderr, "%s (is not shown%s%s): ", question->text, usual ? "; Enter: what is in " : "",
            usual ? usual : "");
    rc = read_answer(question, line, err);
    if (hides) {
        tcsetattr(STDIN_FILENO, TCSANOW, &shown);
        fputc('\n', stderr);
    }
    return rc;
}

static void refuse(const char *why)
{
    fprintf(stderr, "  ✗ %s\n", why);
}

static enum rc ask_text(struct setup *setup, const struct question *question, struct err *err)
{
    const char *usual = usual_of(setup, question);
    char line[ANSWER_BYTES];

    for (;;) {
        struct err why = {0};

        fprintf(stderr, "%s%s%s%s: ", question->text, usual && *usual ? " [" : "",
                usual ? usual : "", usual && *usual ? "]" : "");
        TRY(read_answer(question, line, err));
        if (!line[0] && !usual) {
            refuse("this needs an answer");
            continue;
        }
        if (!line[0])
            text_copy(line, sizeof line, usual);
        if (!line[0] || config_check_value(question->section, question->key, line, &why) == RC_OK)
            break;
        refuse(why.text);
    }
    put(setup, question, line);
    return RC_OK;
}

static enum rc write_secret(struct setup *setup, const struct question *question, const char *path,
                            char line[ANSWER_BYTES], struct err *err)
{
    size_t length = strlen(line);
    bool written;

    line[length] = '\n';
    TRY(files_put(path, FILES_PRIVATE, line, length + 1, &written, err));
    setup->wrote[question - questions] = true;
    put(setup, question, question->standard);
    fprintf(stderr, "  It is in %s, mode 0600.\n", path);
    return RC_OK;
}

/* Enter: the file that is there already; for SMTP else that of IMAP. */
static const char *secret_usual(const struct setup *setup, const struct question *question)
{
    char path[PATH_BYTES];

    secret_path(setup, question->standard, path);
    if (access(path, F_OK) == 0)
        return question->standard;
    return text_equal(question->section, "smtp") ? setup_answer(setup, "imap", "password_file")
                                                 : NULL;
}

/* A password is not shown, and stands in no file but its own. */
static enum rc ask_secret(struct setup *setup, const struct question *question, struct err *err)
{
    const char *usual = secret_usual(setup, question);
    char line[ANSWER_BYTES + 1] = "", path[PATH_BYTES];
    WIPED_AT_END(line);

    secret_path(setup, question->standard, path);
    while (!line[0]) {
        TRY(read_hidden(question, usual, line, err));
        if (!line[0] && usual) {
            secret_path(setup, usual, path);
            chmod(path, 0600); /* what the daemon would refuse */
            put(setup, question, usual);
            return RC_OK;
        }
        if (!line[0])
            refuse("this needs an answer; with --set the password can come from a command");
    }
    return write_secret(setup, question, path, line, err);
}

enum rc setup_ask(struct setup *setup, struct err *err)
{
    bool asks = setup_asks(setup);
    TEXT_IN(text, missing, ERR_TEXT_BYTES);

    for (unsigned i = 0; i < QUESTIONS; i++) {
        const struct question *question = &questions[i];

        if (setup_answer(setup, question->section, question->key) || !applies(setup, question) ||
            has_secret(setup, question))
            continue;
        if (asks)
            TRY(question->is_secret ? ask_secret(setup, question, err)
                                    : ask_text(setup, question, err));
        else if (question->standard)
            put(setup, question, question->standard);
        else
            TEXT_PUT(&text, text.length ? " --set " : "--set ", question->section, ".",
                     question->key, "=VALUE");
    }
    return text.length
               ? ERR(err, RC_USAGE, "say ", missing, ", or run it at a terminal, where it asks")
               : RC_OK;
}

/* ---- writing ---- */

/* The first of its section of which a line is written: nothing is an answer, too. */
static bool is_first(const struct setup *setup, unsigned i)
{
    if (!setup->answer[i].value[0])
        return false;
    for (unsigned k = 0; k < i; k++)
        if (setup->answer[k].value[0] &&
            text_equal(setup->answer[k].section, setup->answer[i].section))
            return false;
    return true;
}

void setup_write(const struct setup *setup, struct buf *out,
                 void (*extra)(void *user, const char *section, struct buf *out), void *user)
{
    for (unsigned i = 0; i < setup->count; i++) {
        const char *section = setup->answer[i].section;

        if (!is_first(setup, i))
            continue;
        buf_printf(out, "\n[%s]\n", section);
        for (unsigned k = i; k < setup->count; k++)
            if (text_equal(setup->answer[k].section, section) && setup->answer[k].value[0])
                buf_printf(out, "%s = %s\n", setup->answer[k].key, setup->answer[k].value);
        extra(user, section, out);
    }
}
