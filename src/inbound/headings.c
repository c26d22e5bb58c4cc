/* SPDX-License-Identifier: MIT */
/* Lines that name a game. */
#include "inbound/headings.h"

#include <stdio.h>

#include "tell/command_words.h"
#include "tell/tell.h"

enum { HEADING_BYTES = 32 };

/* The number behind the word; 0 = the line does not begin with it.
 * out    *rest: what stands behind it and its colon */
static int64_t number_behind(const char *line, const char *word, const char **rest)
{
    size_t before = strlen(word), digits;
    int64_t number = 0;
    bool sign = text_equal(word, "#"), parted;

    for (size_t i = 0; i < before; i++)
        if (text_lower(line[i]) != text_lower(word[i]))
            return 0;
    if (!sign && line[before] != ' ')
        return 0;
    line += before + strspn(line + before, " #");
    digits = strspn(line, "0123456789");
    if (!digits || !text_to_int(line, digits, &number))
        return 0;
    line += digits;
    parted = *line && strchr(":,", *line);
    if (*line && *line != ' ' && !parted)
        return 0;
    *rest = line + strspn(line, " :,-");
    return !**rest || parted || sign ? number : 0;
}

/* The number in "game 12", "Partida 12:", "#12", "Dungeon Twister 12"; 0 = it is no heading. */
static int64_t heading_of(const struct desk *desk, const char *line, const char **rest)
{
    const char *const *words;
    const struct language *language;
    int64_t number = number_behind(line, "#", rest);

    for (size_t l = 0; !number && (language = library_language_at(desk->library, l)); l++) {
        unsigned count = language_first_words(language, COMMAND_GAME, &words);

        for (unsigned i = 0; i < count && !number; i++)
            number = number_behind(line, words[i], rest);
    }
    for (const struct game *const *game = library_games(desk->library); *game && !number; game++)
        for (unsigned i = 0; !number && (language = library_language_at(desk->library, i)); i++)
            number = number_behind(line, tell_title(language_sentences(language), *game), rest);
    return number > 0 ? number : 0;
}

int64_t headings_number(const struct desk *desk, const char *line)
{
    const char *rest = "";
    int64_t number = heading_of(desk, line, &rest);

    return *rest ? 0 : number;
}

bool headings_begins(const struct desk *desk, const char *line)
{
    const char *rest = "";

    return heading_of(desk, line, &rest) && *rest;
}

enum rc headings_insert(struct orders_in *orders, size_t i, int64_t number, struct err *err)
{
    struct order_line *made = realloc(orders->line, (orders->count + 1) * sizeof *made);
    char *text = malloc(HEADING_BYTES);

    orders->line = made ? made : orders->line;
    if (!made || !text) {
        free(text);
        return ERR(err, RC_NO_MEMORY, "no memory for a letter's lines");
    }
    snprintf(text, HEADING_BYTES, "game %lld", (long long)number);
    memmove(made + i + 1, made + i, (orders->count++ - i) * sizeof *made);
    made[i] = made[i + 1];
    made[i].text = text;
    return RC_OK;
}

enum rc headings_part(struct incoming *incoming, struct err *err)
{
    struct orders_in *orders = &incoming->lines;
    enum rc rc = RC_OK;

    for (size_t i = 0; i < orders->count && rc == RC_OK; i++) {
        const char *rest = "";
        int64_t number = heading_of(incoming->desk, orders->line[i].text, &rest);
        char *behind;

        if (!number || !*rest)
            continue;
        behind = strdup(rest);
        rc = behind ? headings_insert(orders, i, number, err)
                    : ERR(err, RC_NO_MEMORY, "no memory for a letter's lines");
        if (rc != RC_OK) {
            free(behind);
            break;
        }
        free(orders->line[++i].text);
        orders->line[i].text = behind;
    }
    return rc;
}
