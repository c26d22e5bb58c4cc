/* SPDX-License-Identifier: MIT */
/* commands, completion, complete: what the table of commands says of itself. */
#include "cli/commands.h"

#include <stdio.h>

#include "cli/server.h"
#include "games/games.h"
#include "ledger/derived.h"
#include "people/people.h"

/* ---- commands ---- */

static json_t *options_json(const struct cli_option *options, json_t *list)
{
    for (; options && options->name; options++) {
        json_t *one = json_pack("{s:s, s:s}", "name", options->name, "help", options->help);

        if (options->value)
            json_object_set_new(one, "value", json_string(options->value));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *command_json(const struct cli_command *command)
{
    json_t *options = options_json(command->options, json_array());
    json_t *one;

    if (command->danger)
        options_json(cli_dangerous, options);
    one = json_pack("{s:s, s:s, s:s, s:s, s:o, s:s, s:s}", "group", command->group, "name",
                    command->name, "grammar", command->grammar, "help", command->help, "options",
                    options, "json", command->json, "since", command->since);
    if (command->danger)
        json_object_set_new(one, "danger", json_string(command->danger));
    if (command->example)
        json_object_set_new(one, "example", json_string(command->example));
    return one;
}

/* Text as troff wants it: no line may begin with a dot, dashes are not hyphens. */
static void put_man(struct buf *out, const char *text, bool capital)
{
    if (*text == '.' || *text == '\'')
        buf_put(out, "\\&");
    for (bool first = true; *text; text++, first = false) {
        if (*text == '\\')
            buf_put(out, "\\e");
        else if (*text == '-')
            buf_put(out, "\\-");
        else if (*text == '\'')
            buf_put(out, "\\(aq");
        else if (*text == '\n')
            buf_put_char(out, ' ');
        else if (first && capital && *text >= 'a' && *text <= 'z')
            buf_put_char(out, (char)(*text - 32));
        else
            buf_put_char(out, *text);
    }
}

static void put_man_options(struct buf *out, const struct cli_option *options)
{
    for (; options && options->name; options++) {
        buf_put(out, ".TP\n.B \\-\\-");
        put_man(out, options->name, false);
        if (options->value) {
            buf_put_char(out, ' ');
            put_man(out, options->value, false);
        }
        buf_put_char(out, '\n');
        put_man(out, options->help, false);
        buf_put_char(out, '\n');
    }
}

static void put_man_command(struct buf *out, const struct cli_command *command)
{
    buf_printf(out, ".TP\n.B %s", command->name);
    if (*command->grammar)
        buf_put_char(out, ' ');
    put_man(out, command->grammar, false);
    buf_put_char(out, '\n');
    put_man(out, command->help, true);
    buf_put(out, ".\n");
    if (command->more) {
        put_man(out, command->more, false);
        buf_put_char(out, '\n');
    }
    if (command->danger) {
        buf_put(out, "Asks first: ");
        put_man(out, command->danger, false);
        buf_put(out, ".\n");
    }
    if (command->options || command->danger) {
        buf_put(out, ".RS\n");
        put_man_options(out, command->options);
        if (command->danger)
            put_man_options(out, cli_dangerous);
        buf_put(out, ".RE\n");
    }
    if (command->example) {
        buf_put(out, ".IP\n.EX\npostern ");
        put_man(out, command->example, false);
        buf_put(out, "\n.EE\n");
    }
}

static void put_man_all(struct buf *out)
{
    const char *group = "";

    for (const struct cli_command *c = cli_commands; c->name; c++) {
        if (!text_equal(group, c->group)) {
            buf_put(out, ".SS ");
            put_man(out, group = c->group, true);
            buf_put_char(out, '\n');
        }
        put_man_command(out, c);
    }
}

enum rc cmd_commands(struct cli *cli, struct err *err)
{
    (void)err;
    cli->result = json_array();
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        json_array_append_new(cli->result, command_json(c));
        if (!cli_flag(cli, "man"))
            buf_printf(&cli->out, "postern %s%s%s\n    %s\n", c->name, *c->grammar ? " " : "",
                       c->grammar, c->help);
    }
    if (cli_flag(cli, "man"))
        put_man_all(&cli->out);
    return RC_OK;
}

/* ---- completion ---- */

/* Each asks `postern complete`, so that it never lags behind the program. */
static const struct {
    const char *shell, *script;
} scripts[] = {
#include "cli/completion.h"
};

enum rc cmd_completion(struct cli *cli, struct err *err)
{
    for (unsigned i = 0; i < sizeof scripts / sizeof scripts[0]; i++)
        if (text_equal(scripts[i].shell, cli->word[0])) {
            buf_put(&cli->out, scripts[i].script);
            cli->result =
                json_pack("{s:s, s:s}", "shell", scripts[i].shell, "script", scripts[i].script);
            return RC_OK;
        }
    return ERR(err, RC_USAGE, "completions are there for bash, zsh and fish");
}

/* ---- complete ---- */

static void offer(struct cli *cli, const char *begun, const char *before, const char *word,
                  size_t length, const char *help)
{
    TEXT_IN(text, whole, 128);

    text_put(&text, before);
    text_put_bytes(&text, word, length);
    if (strncmp(whole, begun, strlen(begun)) != 0)
        return;
    for (size_t i = 0; i < json_array_size(cli->result); i++) /* "game" of many commands */
        if (text_equal(json_string_value(json_array_get(cli->result, i)), whole))
            return;
    json_array_append_new(cli->result, json_string(whole));
    buf_printf(&cli->out, "%s\t", whole);
    buf_put_bytes(&cli->out, help, strcspn(help, "\n"));
    buf_put_char(&cli->out, '\n');
}

static void offer_options(struct cli *cli, const char *begun, const struct cli_option *options)
{
    for (; options && options->name; options++)
        offer(cli, begun, "--", options->name, strlen(options->name), options->help);
}

static const struct cli_option *option_of(const struct cli_option *options, const char *word)
{
    for (; options && options->name; options++)
        if (strncmp(word, "--", 2) == 0 && text_equal(word + 2, options->name))
            return options;
    return NULL;
}

/* The line up to the word that is being written. */
struct begun {
    const struct cli_command *command;
    const char *first;               /* a command's first word, of two */
    const struct cli_option *option; /* the word is its value; NULL = it is none */
    unsigned words;                  /* of the command's own before it */
};

static void read_name(struct begun *begun, const char *word)
{
    begun->command = begun->first ? cli_find(begun->first, word) : cli_find(word, NULL);
    if (!begun->first)
        begun->first = word;
}

static void read_words(struct cli *cli, struct begun *begun)
{
    for (unsigned i = 0; i + 1 < cli->word_count; i++) {
        const char *word = cli->word[i];
        const struct cli_option *option = option_of(cli_everywhere, word);

        if (!option && begun->command)
            option = option_of(begun->command->options, word);
        if (begun->option) {
            if (text_equal(begun->option->name, "server"))
                cli->server = word;
            begun->option = NULL;
        } else if (option)
            begun->option = option->value ? option : NULL;
        else if (!begun->command)
            read_name(begun, word);
        else
            begun->words++;
    }
}

/* ---- players and games ---- */

/* The word of a grammar that stands at a place, its brackets left out: "PLAYER"; "PLAYER…" stands
 * at all that follow. */
static void grammar_word(const char *grammar, unsigned place, char out[32])
{
    static const char MORE[] = "…";
    char *more;

    out[0] = '\0';
    while (*grammar && *grammar != '-' && strncmp(grammar, "[-", 2) != 0) {
        size_t skip = strspn(grammar, "[ "), length = strcspn(grammar += skip, " ]|");

        snprintf(out, 32, "%.*s", (int)(length < 31 ? length : 31), grammar);
        more = strstr(out, MORE);
        if (more)
            *more = '\0';
        if (place-- == 0 || more)
            return;
        out[0] = '\0';
        grammar += strcspn(grammar, " ");
        grammar += strspn(grammar, " ");
    }
}

static enum rc offer_players(struct cli *cli, const char *word, struct desk *desk)
{
    struct ledger_rows rows = people_walk(desk, NULL);
    struct person person;

    while (people_next(desk, &rows, &person)) {
        bool is_whole = !person.name[strcspn(person.name, " \t'\"\\$`;&|<>()*?!#~[]{}")];
        const char *name = is_whole ? person.name : person.address;

        if (*name)
            offer(cli, word, "", name, strlen(name), person.name);
    }
    return ledger_end(&rows);
}

static enum rc offer_games(struct cli *cli, const char *word, struct desk *desk)
{
    struct ledger_rows rows = ledger_games_now(desk->ledger, LEDGER_STATUS_COUNT, NULL);

    for (struct ledger_game_row row; ledger_next(&rows, &row);)
        offer(cli, word, "", TEXT_INT(row.game), strlen(TEXT_INT(row.game)), row.engine);
    return ledger_end(&rows);
}

static bool takes_game(const struct cli_command *command)
{
    static const char *const others[] = {"submit", "preview", "analyse", "forum reopen"};

    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
        if (text_equal(command->name, others[i]))
            return true;
    return text_starts_with(command->name, "game ") || text_starts_with(command->name, "seat ");
}

/* Words that a place of a grammar or an option takes. */
static const struct {
    const char *wanted, *command; /* of this command alone, "" = of any */
    const char *words;
} choices[] = {
    {"SETTING", "", "name language letters board format strict draft stock zone profile"},
    {"PURPOSE", "", "signing storage token"},
    {"SHELL", "", "bash zsh fish"},
    {"LEVEL", "", "easy medium hard expert"},
    {"OUTCOME", "", "accepted part rejected asked answered repeat ignored waits"},
    {"STATUS", "", "forming running paused over frozen"},
    {"WHO", "", "open private"},
    {"HOW", "", "lot rating"},
    {"FORMAT", "tournament new", "swiss dutch robin knockout ladder"},
    {"FORMAT", "draw", "text ascii svg png speech"},
};

static void offer_choices(struct cli *cli, const struct cli_command *command, const char *wanted,
                          const char *word)
{
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (text_equal(choices[i].wanted, wanted) &&
            (!*choices[i].command || text_equal(choices[i].command, command->name)))
            for (const char *at = choices[i].words; *at;) {
                size_t length = strcspn(at, " ");

                offer(cli, word, "", at, length, "");
                at += length + strspn(at + length, " ");
            }
    for (const struct game *const *game = games; text_equal(wanted, "GAME") && *game; game++)
        offer(cli, word, "", (*game)->name, strlen((*game)->name), (*game)->title);
}

/* Files are offered by the shell where a place takes one. */
static bool takes_file(const char *wanted)
{
    static const char *const files[] = {"FILE", "DIR", "FOLDER", "REPLICA", NULL};

    for (const char *const *file = files; *file; file++)
        if (text_equal(*file, wanted))
            return true;
    return false;
}

/* Where there is no server, or none that may be read, nobody is offered. */
static void offer_values(struct cli *cli, const struct begun *begun, const char *word)
{
    struct server server = {0};
    char wanted[32] = "";
    bool player, game;

    if (begun->option)
        snprintf(wanted, sizeof wanted, "%s", begun->option->value);
    else
        grammar_word(begun->command->grammar, begun->words, wanted);
    offer_choices(cli, begun->command, wanted, word);
    player = text_equal(wanted, "PLAYER") || (begun->option && text_equal(wanted, "SEAT"));
    game = !begun->option && text_equal(wanted, "NUMBER") && takes_game(begun->command);
    if ((player || game) && server_open(cli, &server, NULL) == RC_OK) {
        enum rc rc =
            player ? offer_players(cli, word, server.desk) : offer_games(cli, word, server.desk);

        (void)rc; /* what was found is offered */
    }
    server_close(&server);
    if (!json_array_size(cli->result) && !takes_file(wanted))
        cli->exit = CLI_REFUSED; /* so that the shell offers no files */
}

/* What may follow where no command is whole yet. */
static void offer_names(struct cli *cli, const struct begun *begun, const char *word)
{
    for (const struct cli_command *c = cli_commands; c->name; c++) {
        const char *second = strchr(c->name, ' ');
        size_t first = second ? (size_t)(second - c->name) : strlen(c->name);

        if (!begun->first)
            offer(cli, word, "", c->name, first, second ? c->group : c->help);
        else if (second && text_is(c->name, first, begun->first))
            offer(cli, word, "", second + 1, strlen(second + 1), c->help);
    }
}

enum rc cmd_complete(struct cli *cli, struct err *err)
{
    const char *word = cli->word_count ? cli->word[cli->word_count - 1] : "";
    struct begun begun = {0};

    (void)err;
    cli->result = json_array();
    read_words(cli, &begun);
    if (begun.option && begun.command)
        offer_values(cli, &begun, word);
    if (begun.option)
        return RC_OK;
    if (*word == '-') {
        offer_options(cli, word, cli_everywhere);
        offer_options(cli, word, begun.command ? begun.command->options : NULL);
        offer_options(cli, word, begun.command && begun.command->danger ? cli_dangerous : NULL);
    } else if (!begun.command)
        offer_names(cli, &begun, word);
    else
        offer_values(cli, &begun, word);
    return RC_OK;
}
