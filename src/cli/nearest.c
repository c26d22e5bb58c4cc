/* SPDX-License-Identifier: MIT */
/* Finds the commands that somebody means who writes one that is none. */
#include "cli/nearest.h"

#include "cli/cli.h"

/* Words that are no commands here, and what does it. */
static const struct {
    const char *word, *hint;
} elsewhere[] = {
    {"version", "postern --version"},
    {"man", "man postern"},
    {"start", "systemctl start posternd, or posternd --server DIR"},
    {"stop", "systemctl stop posternd; a game: postern game pause"},
    {"restart", "systemctl restart posternd"},
    {"reload", "posternd --reload"},
    {"log", "journalctl -u posternd; a game's: postern game log NUMBER"},
    {"logs", "journalctl -u posternd; a game's: postern game log NUMBER"},
};

/* Is it the word, but for case and an s at the end of either? */
static bool is_word(const char *word, const char *name, size_t length)
{
    size_t own = strlen(word);

    if (own > 3 && text_lower(word[own - 1]) == 's')
        own--;
    if (length > 3 && name[length - 1] == 's')
        length--;
    for (size_t i = 0; i < own && i < length; i++)
        if (text_lower(word[i]) != name[i])
            return false;
    return own == length;
}

static bool is_said(const struct cli_command *command, const char *word)
{
    for (const char *at = command->said ? command->said : ""; *at;) {
        size_t length = strcspn(at, " ");

        if (is_word(word, at, length))
            return true;
        at += length + strspn(at + length, " ");
    }
    return false;
}

static bool is_near(const char *word, const char *name, size_t length)
{
    return length > 3 && text_distance(word, strlen(word), name, length, 1) <= 1;
}

/* What a command's last word tells is worth more than what it is about. */
static unsigned worth(const struct cli_command *command, const char *word)
{
    const char *name = command->name, *space = strchr(name, ' '), *last = space ? space + 1 : name;
    size_t length = strlen(last), first = space ? (size_t)(space - name) : 0;

    return is_word(word, last, length)                                           ? 6
           : is_said(command, word)                                              ? 5
           : is_near(word, last, length)                                         ? 4
           : space && (is_word(word, name, first) || is_near(word, name, first)) ? 3
                                                                                 : 0;
}

bool nearest_is_group(const char *word)
{
    size_t length = strlen(word);

    for (const struct cli_command *c = cli_commands; c->name; c++)
        if (strncmp(c->name, word, length) == 0 && c->name[length] == ' ')
            return true;
    return false;
}

/* "players" alone are to be listed. */
static unsigned worth_of(const struct cli_command *command, const char *first, const char *second)
{
    const char *name = command->name, *space = strchr(name, ' ');
    bool listed = !second && !nearest_is_group(first) && space && text_equal(space + 1, "list");

    return worth(command, first) + (second ? worth(command, second) : 0) +
           (listed && is_word(first, name, (size_t)(space - name)));
}

void nearest_commands(const char *first, const char *second, struct text *out)
{
    unsigned best = 2, count = 0;

    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (text_equal_folded(elsewhere[i].word, first)) {
            TEXT_PUT(out, elsewhere[i].hint);
            return;
        }
    for (const struct cli_command *c = cli_commands; c->name; c++)
        if (worth_of(c, first, second) > best)
            best = worth_of(c, first, second);
    for (const struct cli_command *c = cli_commands; c->name; c++)
        if (worth_of(c, first, second) == best)
            TEXT_PUT(out, count++ ? ", postern " : "postern ", c->name);
}

const char *nearest_option(const struct cli_option *options, const char *name)
{
    size_t length = strlen(name);

    for (; options && options->name; options++)
        if ((length > 2 && strncmp(options->name, name, length) == 0) ||
            text_distance(options->name, strlen(options->name), name, length, 2) <=
                (length > 4 ? 2 : 1))
            return options->name;
    return NULL;
}
