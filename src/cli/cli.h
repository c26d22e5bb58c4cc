/* SPDX-License-Identifier: MIT */
/* The frame of the command line: one table of commands, each with its grammar, options, help and
 * handler; what `postern --help`, `--json` and the manual show comes from these rows. */
#pragma once

#include <jansson.h>

#include "base/base.h"

/* The number of the shapes that --json prints: raised when a member goes, or means something else.
 */
enum { CLI_JSON_FORM = 2 };

/* Exit codes; documented in the manual. */
enum cli_exit {
    CLI_DONE = 0,
    CLI_REFUSED = 1, /* the rules refused an order, or a check found something */
    CLI_USAGE = 2,
    CLI_NOT_FOUND = 3,
    CLI_EXISTS = 4, /* exists already, or changed in the meantime */
    CLI_SERVER = 5, /* configuration, keys or ledger not usable */
    CLI_BUG = 70,   /* as EX_SOFTWARE */
    CLI_LATER = 75  /* as EX_TEMPFAIL: try again */
};

enum { CLI_VALUES_MAX = 64 };

struct cli_option {
    const char *name;  /* without dashes; NULL ends a list */
    const char *value; /* what stands for its value in help; NULL = none */
    const char *help;
};

/* What was written on the command line; borrowed from argv. */
struct cli {
    const struct cli_command *command;
    const char *group;  /* whose commands' help is asked, by their first word; NULL = none */
    const char *server; /* folder or file of the configuration */
    bool json;
    unsigned word_count; /* arguments that are no options, after the command's own words */
    const char **word;   /* as many as argv has at most; owned */
    unsigned value_count;
    struct {
        const char *name, *value;
    } given[CLI_VALUES_MAX];
    struct buf out;        /* text for standard output */
    bool is_file;          /* out is a file's content: byte for byte, but to a terminal */
    json_t *result;        /* what --json prints; owned */
    struct server *opened; /* by server_use, closed behind the command */
    struct desk *desk;     /* its desk */
    int exit;              /* when the handler succeeds */
};

typedef enum rc cli_command_fn(struct cli *cli, struct err *err);

struct cli_command {
    const char *group;                /* heading that it stands under in help and manual */
    const char *name;                 /* "game new" */
    const char *grammar;              /* "GAME [FILE] --seat SEAT": words, in brackets when they may
                                         be left out, … after one that may come again; options */
    const char *help;                 /* one line */
    const char *more;                 /* further lines; NULL = none */
    const struct cli_option *options; /* NULL = none */
    cli_command_fn *run;
    const char *json; /* what --json prints, "[{game, due?}]": names of members, ? may be absent,
                         | or; "" = no more than without it */
    void (*explain)(struct buf *out); /* appended to its help; NULL = none */
    const char *danger;               /* what cannot be taken back: it is asked first, or --yes
                                         is given; NULL = nothing */
    const char *since;                /* release that brought it */
    const char *example;              /* words after "postern" as a shell takes them; NULL = its
                                         name is all there is to write */
    const char *said; /* what people say for it beside its own words; NULL = nothing */
};

/* All commands, name NULL at the end. */
extern const struct cli_command cli_commands[];

/* Run the program; returns the exit code. argv lives until it returns. */
int cli_main(int argc, char **argv);

/* The command of these words, the second NULL or no part of it; NULL = none. */
const struct cli_command *cli_find(const char *first, const char *second);
void cli_help(const struct cli_command *command, struct buf *out);

/* The value of an option (the first), NULL when not given; of a flag "" when given. */
const char *cli_value(const struct cli *cli, const char *name);
bool cli_flag(const struct cli *cli, const char *name);
/* The next value of an option that may be given often; start with *at = 0. NULL = no more. */
const char *cli_next(const struct cli *cli, const char *name, unsigned *at);

/* Options that every command has, and those of dangerous ones. */
extern const struct cli_option cli_everywhere[];
extern const struct cli_option cli_dangerous[];

/* Standard input, or the file called `name` ("-" and NULL mean standard input), at most `most`
 * bytes. fails RC_NOT_FOUND, RC_IO, RC_TOO_LONG. */
enum rc cli_read(const char *name, size_t most, struct buf *out, struct err *err);
