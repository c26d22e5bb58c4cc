/* SPDX-License-Identifier: MIT */
#include "talk/command.h"

#include <string.h>

#include "base/text.h"

/* "show me the board" is no "show [N]", "leave it at that" no "leave N". */
static bool fits(const struct command *command, const char *given)
{
    if (command->arguments[0] == 'N' && (!command->arguments[1] || command->arguments[1] == ' '))
        return strpbrk(given, "0123456789") || !strchr(given, ' ');
    return !text_starts_with(command->arguments, "[N") || !strchr(given, ' ') ||
           strpbrk(given, "0123456789");
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
