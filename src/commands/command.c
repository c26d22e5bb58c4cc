/* SPDX-License-Identifier: MIT */
/* Finds the row of the table of commands that a line begins with. */
#include "commands/command.h"

#include <stdio.h>
#include <strings.h>

/* "12", "12 seven grey geese", "tournament 12"; but not "the armor on d2", "it to player 2". */
static bool has_number(const char *given)
{
    const char *last = strrchr(given, ' ');
    unsigned blanks = 0;

    for (const char *at = given; *at; at++)
        blanks += *at == ' ';
    return text_is_digit(given[0]) || (last && blanks <= 2 && text_is_digit(last[1]));
}

/* Is the first word one of "on|off"? */
static bool is_one_of(const char *words, const char *given)
{
    size_t length = strcspn(given, " ");

    for (size_t own; *words; words += own + (words[own] == '|')) {
        own = strcspn(words, "|");
        if (own == length && strncasecmp(words, given, own) == 0)
            return true;
    }
    return false;
}

/* "show me the board" is no "show [N]", "leave it at that" no "leave N", "board 5B, Leeds" no
 * "board unicode|ascii|none". */
static bool fits(const struct command *command, const char *given)
{
    const char *form = command->arguments + (command->arguments[0] == '[');
    bool wants = form[0] == 'N' && !text_is_letter(form[1]); /* "[N]", but not "[NAME]" */

    if (!command->arguments[strcspn(command->arguments, "[ABCDEFGHIJKLMNOPQRSTUVWXYZ")] &&
        strchr(given, ' ') && !is_one_of(command->arguments, given))
        return false;

    return !wants || !strchr(given, ' ') || has_number(given);
}

const struct command *command_find(const struct command *table, const char *line,
                                   const char **arguments)
{
    for (const struct command *c = table; c->name; c++) {
        size_t length = strlen(c->name);
        char word[32];

        if ((line[0] | 0x20) != c->name[0]) /* names begin with small letters */
            continue;
        if (strlen(line) < length || (line[length] && !text_is_space(line[length])))
            continue;
        text_copy(word, length + 1 < sizeof word ? length + 1 : sizeof word, line);
        if (!text_equal_folded(word, c->name) || (!*c->arguments && line[length]))
            continue;
        *arguments = line + length + strspn(line + length, " \t");
        if (!fits(c, *arguments))
            continue;
        return c;
    }
    return NULL;
}

void command_key(const struct language *language, const struct command *command,
                 char key[SENTENCE_KEY_BYTES])
{
    static const char *const forms[] = {"desk.command.%s", "talk.command.%s"};

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        snprintf(key, SENTENCE_KEY_BYTES, forms[i], command->name);
        for (char *c = key; *c; c++)
            if (*c == ' ')
                *c = '-';
        if (sentences_find(language_sentences(language), key))
            return;
    }
}
