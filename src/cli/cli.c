/* SPDX-License-Identifier: MIT */
/* Reads a command line by the table in commands.c, checks it, asks before what cannot be undone,
 * and prints the result. What a command does is in its cmd_*.c. */
#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#include "base/shown.h"
#include "cli/nearest.h"
#include "cli/server.h"

const struct cli_option cli_everywhere[] = {
    {"server", "DIR",
     "folder (or configuration file) of the server; otherwise the\n"
     "environment's POSTERN_SERVER, the current folder, or the system's"},
    {"json", NULL, "print the result as JSON"},
    {"help", NULL, "explain the command"},
    {"version", NULL,
     "print the version; with --json also the number of the shapes that it prints"},
    {NULL, NULL, NULL},
};
const struct cli_option cli_dangerous[] = {{"yes", NULL, "do it without asking"},
                                           {NULL, NULL, NULL}};

/* By rc; what is not named here is CLI_SERVER, temporary ones CLI_LATER, bugs CLI_BUG. */
static const int exits[RC_COUNT] = {
    [RC_NOT_FOUND] = CLI_NOT_FOUND, [RC_EXISTS] = CLI_EXISTS,   [RC_CONFLICT] = CLI_EXISTS,
    [RC_USAGE] = CLI_USAGE,         [RC_BAD_INPUT] = CLI_USAGE, [RC_TOO_LONG] = CLI_USAGE,
    [RC_DAMAGED] = CLI_SERVER,
};

/* The exit code for an error. */
static int cli_exit_of(enum rc rc)
{
    if (rc == RC_OK)
        return CLI_DONE;
    if (rc < RC_COUNT && exits[rc])
        return exits[rc];
    return rc_class(rc) == RC_CLASS_TEMPORARY ? CLI_LATER
           : rc_class(rc) == RC_CLASS_BUG     ? CLI_BUG
                                              : CLI_SERVER;
}

const char *cli_next(const struct cli *cli, const char *name, unsigned *at)
{
    while (*at < cli->value_count) {
        unsigned i = (*at)++;

        if (text_equal(cli->given[i].name, name))
            return cli->given[i].value;
    }
    return NULL;
}

const char *cli_value(const struct cli *cli, const char *name)
{
    unsigned at = 0;

    return cli_next(cli, name, &at);
}

bool cli_flag(const struct cli *cli, const char *name)
{
    return cli_value(cli, name) != NULL;
}

enum rc cli_read(const char *name, size_t most, struct buf *out, struct err *err)
{
    bool standard = !name || text_equal(name, "-");
    FILE *file = standard ? stdin : fopen(name, "re");
    char block[8192];
    size_t count;
    enum rc rc = RC_OK;

    FAIL_IF(!file, err, RC_NOT_FOUND, name, ": ", strerror(errno));
    while (out->length <= most && (count = fread(block, 1, sizeof block, file)) > 0)
        buf_put_bytes(out, block, count);
    if (ferror(file))
        rc = ERR(err, RC_IO, standard ? "standard input" : name, ": ", strerror(errno));
    else if (out->length > most)
        rc = ERR(err, RC_TOO_LONG, standard ? "standard input" : name, ": too long; at most ",
                 TEXT_INT((int64_t)most), " bytes are read");
    if (!standard)
        fclose(file);
    return rc == RC_OK ? buf_rc(out, err) : rc;
}

/* ---- help ---- */

/* A name at the left, text beside it whose further lines are set below its first. */
static void put_beside(struct buf *out, const char *name, const char *text, int width)
{
    buf_printf(out, "  %-*s  ", width, name);
    for (; *text; text++) {
        buf_put_char(out, *text);
        if (*text == '\n')
            buf_printf(out, "%*s", width + 4, "");
    }
    buf_put_char(out, '\n');
}

static void put_options(struct buf *out, const struct cli_option *options)
{
    char name[64];

    for (; options && options->name; options++) {
        snprintf(name, sizeof name, "--%s%s%s", options->name, options->value ? " " : "",
                 options->value ? options->value : "");
        put_beside(out, name, options->help, 20);
    }
}

static void help_all(const char *first, struct buf *out)
{
    const char *group = "";

    for (const struct cli_command *c = cli_commands; first && c->name; c++)
        if (strncmp(c->name, first, strlen(first)) == 0 && c->name[strlen(first)] == ' ')
            put_beside(out, c->name, c->help, 20);
    if (first)
        return;
    buf_put(out, "postern runs correspondence games: the administrator's command.\n\n"
                 "usage: postern [--server DIR] [--json] COMMAND [ARGUMENTS]\n"
                 "       postern COMMAND --help\n");
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        if (!text_equal(group, c->group))
            buf_printf(out, "\n%s:\n", group = c->group);
        put_beside(out, c->name, c->help, 20);
    }
    buf_put(out, "\noptions everywhere:\n");
    put_options(out, cli_everywhere);
    buf_put(out, "\nexit codes: 0 done, 1 refused by the rules or a check failed, 2 wrong usage,\n"
                 "3 not found, 4 exists already or changed meanwhile, 5 configuration, keys or\n"
                 "ledger not usable, 70 a bug, 75 try again later\n");
}

void cli_help(const struct cli_command *command, struct buf *out)
{
    buf_printf(out, "usage: postern %s%s%s\n\n%s\n", command->name, *command->grammar ? " " : "",
               command->grammar, command->help);
    if (command->more)
        buf_printf(out, "\n%s\n", command->more);
    if (command->danger)
        buf_printf(out, "\nAsks first: %s.\n", command->danger);
    if (command->options || command->danger)
        buf_put(out, "\noptions:\n");
    put_options(out, command->options);
    if (command->danger)
        put_options(out, cli_dangerous);
    if (command->example)
        buf_printf(out, "\nexample:\n  postern %s\n", command->example);
    if (*command->json)
        buf_printf(out, "\n--json prints: %s\n", command->json);
    if (command->explain)
        command->explain(out);
}

/* ---- reading the line ---- */

static const struct cli_option *find_option(const struct cli_option *options, const char *name,
                                            size_t length)
{
    for (; options && options->name; options++)
        if (text_is(name, length, options->name))
            return options;
    return NULL;
}

static enum rc usage(struct err *err, const struct cli *cli, const char *what, const char *word)
{
    return ERR(err, RC_USAGE, what, word, "; see postern ", cli->command ? cli->command->name : "",
               cli->command ? " " : "", "--help");
}

static enum rc no_option(struct err *err, const struct cli *cli, const char *written)
{
    TEXT_IN(text, name, 64);
    const char *near;

    text_put_bytes(&text, written + 2, strcspn(written + 2, "="));
    near = nearest_option(cli->command ? cli->command->options : cli_everywhere, name);
    return near ? ERR(err, RC_USAGE, "there is no option --", name, "; did you mean --", near, "?")
                : usage(err, cli, "there is no option ", written);
}

/* One "--name", "--name=value" or "--name value" at argv[*i]. */
static enum rc read_option(struct cli *cli, int argc, char **argv, int *i, struct err *err)
{
    const char *name = argv[*i] + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const struct cli_option *option = find_option(cli_everywhere, name, length);
    const char *value = "";

    if (!option && cli->command)
        option = find_option(cli->command->options, name, length);
    if (!option && cli->command && cli->command->danger)
        option = find_option(cli_dangerous, name, length);
    if (!option)
        return no_option(err, cli, argv[*i]);
    if (option->value) {
        if (!equals && *i + 1 >= argc)
            return usage(err, cli, "a value is missing after ", argv[*i]);
        value = equals ? equals + 1 : argv[++*i];
    } else if (equals)
        return usage(err, cli, "no value belongs to --", option->name);
    if (cli->value_count == CLI_VALUES_MAX)
        return usage(err, cli, "too many options", "");
    cli->given[cli->value_count].name = option->name;
    cli->given[cli->value_count++].value = value;
    return RC_OK;
}

const struct cli_command *cli_find(const char *first, const char *second)
{
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        const char *space = strchr(c->name, ' ');

        if (space ? second && text_is(c->name, (size_t)(space - c->name), first) &&
                        text_equal(second, space + 1)
                  : text_equal(first, c->name))
            return c;
    }
    return NULL;
}

static enum rc unknown_command(const char *first, const char *second, struct err *err)
{
    char names[512] = "";
    struct text text = text_in(names, sizeof names);

    for (const struct cli_command *c = cli_commands; !second && c->name; c++)
        if (strncmp(c->name, first, strlen(first)) == 0 && c->name[strlen(first)] == ' ')
            TEXT_PUT(&text, text.length ? ", " : "", c->name);
    FAIL_IF(text.length, err, RC_USAGE, "'", first, "' needs one word more: ", names);
    nearest_commands(first, second, &text);
    second = second && nearest_is_group(first) ? second : NULL;
    return ERR(err, RC_USAGE, "there is no command '", first, second ? " " : "",
               second ? second : "", "'; ", text.length ? "perhaps: " : "see postern --help",
               names);
}

static enum rc read_line(struct cli *cli, int argc, char **argv, struct err *err)
{
    bool options_end = false;

    for (int i = 1; i < argc; i++) {
        if (!options_end && text_equal(argv[i], "--"))
            options_end = true;
        else if (!options_end && argv[i][0] == '-' && argv[i][1] == '-')
            TRY(read_option(cli, argc, argv, &i, err));
        else if (!options_end && argv[i][0] == '-' && argv[i][1] && !text_is_digit(argv[i][1]))
            TRY(usage(err, cli, "options are written with two dashes, not ", argv[i]));
        else if (!cli->command) {
            const char *second = i + 1 < argc && argv[i + 1][0] != '-' ? argv[i + 1] : NULL;

            cli->command = cli_find(argv[i], second);
            if (!cli->command && !second && nearest_is_group(argv[i]) &&
                (cli_flag(cli, "help") || (i + 1 < argc && text_equal(argv[i + 1], "--help"))))
                cli->group = argv[i];
            else if (!cli->command)
                return unknown_command(argv[i], second, err);
            else
                i += strchr(cli->command->name, ' ') != NULL;
        } else
            cli->word[cli->word_count++] = argv[i];
    }
    return RC_OK;
}

/* ---- running ---- */

/* How many words its grammar takes. */
static void cli_words(const struct cli_command *command, unsigned *least, unsigned *most)
{
    bool of_option = false;

    *least = *most = 0;
    for (const char *at = command->grammar; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");

        if (strncmp(at, "--", 2) == 0 || strncmp(at, "[--", 3) == 0)
            of_option = true; /* its value comes next */
        else if (of_option)
            of_option = false;
        else {
            *least += *at != '[';
            *most = strstr(at, "…") && strstr(at, "…") < at + length ? UINT_MAX : *most + 1;
        }
        at += length;
    }
}

/* Ask before what cannot be taken back. Who is no person at a terminal gives --yes. */
static enum rc confirm(const struct cli *cli, struct err *err)
{
    char answer[16] = "";

    if (!cli->command->danger || cli_flag(cli, "yes") || cli_flag(cli, "try"))
        return RC_OK;
    FAIL_IF(!isatty(STDIN_FILENO), err, RC_USAGE, cli->command->name, ": ", cli->command->danger,
            "; add --yes to do it without being asked");
    fprintf(stderr, "postern %s: %s. Go on? [y/N] ", cli->command->name, cli->command->danger);
    if (fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y'))
        return RC_OK;
    return ERR(err, RC_USAGE, "nothing was done");
}

static enum rc check_words(const struct cli *cli, struct err *err)
{
    const struct cli_command *command = cli->command;
    unsigned least, most;

    cli_words(command, &least, &most);
    FAIL_IF(cli->word_count < least, err, RC_USAGE, "too few words; write postern ", command->name,
            *command->grammar ? " " : "", command->grammar);
    if (cli->word_count > most)
        return ERR(err, RC_USAGE, "'", cli->word[most], "' is one word too many; write postern ",
                   command->name, *command->grammar ? " " : "", command->grammar);
    return RC_OK;
}

static enum rc run(struct cli *cli, struct err *err)
{
    const struct cli_command *command = cli->command;

    if (cli_flag(cli, "version")) {
        buf_put(&cli->out, PACKAGE_NAME " " PACKAGE_VERSION "\n");
        cli->result = json_pack("{s:s, s:i}", "version", PACKAGE_VERSION, "json", CLI_JSON_FORM);
    } else if (!command)
        help_all(cli->group, &cli->out);
    else if (cli_flag(cli, "help"))
        cli_help(command, &cli->out);
    else {
        TRY(check_words(cli, err));
        TRY(confirm(cli, err));
        return command->run(cli, err);
    }
    return RC_OK;
}

static void print_json(const json_t *json)
{
    OWN_MEMORY char *text = json_dumps(json, JSON_INDENT(2));

    if (text)
        shown_print(stdout, text, SHOWN_JSON);
    putchar('\n');
}

static void print_result(struct cli *cli)
{
    if (cli->json && cli->result)
        print_json(cli->result);
    else if (cli->is_file && !isatty(STDOUT_FILENO))
        fwrite(buf_text(&cli->out), 1, cli->out.length, stdout);
    else
        shown_print(stdout, buf_text(&cli->out), SHOWN_TEXT);
}

static void print_error(const struct cli *cli, const struct err *err)
{
    if (cli->json) {
        json_t *error = json_pack("{s:{s:s, s:s, s:s, s:i, s:i}}", "error", "code",
                                  rc_name(err->rc), "text", err->text, "source", err->source,
                                  "line", (int)err->line, "column", (int)err->column);

        print_json(error);
        json_decref(error);
    }
    fputs("postern: ", stderr);
    if (err->source[0] && err->line)
        fprintf(stderr, "%s:%u: ", err->source, (unsigned)err->line);
    else if (err->source[0])
        fprintf(stderr, "%s: ", err->source);
    shown_print(stderr, err->text[0] ? err->text : rc_text(err->rc), SHOWN_TEXT);
    putc('\n', stderr);
}

/* On the line, even where it could not be read. */
static bool is_given(int argc, char **argv, const char *option)
{
    int i = 1;

    while (i < argc && !text_equal(argv[i], "--") && !text_equal(argv[i], option))
        i++;
    return i < argc && text_equal(argv[i], option);
}

int cli_main(int argc, char **argv)
{
    struct cli cli = {0};
    struct err err = {0};
    enum rc rc;
    int code;

    setlocale(LC_CTYPE, "C.UTF-8"); /* for wcwidth alone */
    cli.word = calloc((size_t)argc + 1, sizeof *cli.word);
    rc = cli.word ? read_line(&cli, argc, argv, &err) : ERR(&err, RC_NO_MEMORY, "out of memory");
    cli.json = rc == RC_OK ? cli_flag(&cli, "json") : is_given(argc, argv, "--json");
    cli.server = cli_value(&cli, "server");
    THEN(rc, run(&cli, &err));
    THEN(rc, server_words_check(&cli, &err));
    server_leave(&cli);
    code = cli_exit_of(rc);
    if (rc == RC_OK) {
        code = cli.command || cli.value_count ? cli.exit : CLI_USAGE;
        print_result(&cli);
    } else {
        if (err.rc == RC_OK)
            err.rc = rc;
        if (!cli.json) /* which is one document: the error */
            print_result(&cli);
        print_error(&cli, &err);
    }
    if (fflush(stdout) != 0 && code == CLI_DONE) {
        perror("postern: standard output");
        code = CLI_LATER;
    }
    buf_wipe(&cli.out);
    json_decref(cli.result);
    free(cli.word);
    return code;
}
