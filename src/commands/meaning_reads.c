/* SPDX-License-Identifier: MIT */
/* Does a line read whole as what a player may write, whoever wrote it? What it then means is left
 * to meaning.c. */
#include "commands/meaning.h"

#include "rules/phrase.h"

/* "4 2 6 1 3 5" is an answer, "170 1234567" a telephone. */
static bool is_figures(const char *line)
{
    enum { FIGURES_MOST = 3 };
    size_t most = 0;

    for (const char *at = line; *at; at += strspn(at, " ,")) {
        size_t figures = strspn(at, "0123456789");

        most = figures > most ? figures : most;
        at += figures;
        if (!strchr("0123456789 ,", *at))
            return false;
    }
    return most && most <= FIGURES_MOST;
}

/* "I am away until Monday" names no day. */
static bool is_without_days(const char *exact)
{
    return text_starts_with(exact, "vacation ") && !strpbrk(exact, "0123456789") &&
           !text_starts_with(exact, "vacation off");
}

/* "Message du : 28.11." is no message to anybody. */
static bool says_beside(const char *line)
{
    return strstr(line, " : ") != NULL;
}

/* An order of the reader's game, or a command there by its exact name. */
static bool reads_in(const struct meaning_reader *reader, const char *line)
{
    const char *arguments;
    struct order order;

    return (!quotes_has_date(line, strlen(line)) && /* no order has one */
            meaning_read_order(reader, line, &order)) ||
           (!says_beside(line) && meaning_command(reader, line, &arguments) &&
            !is_without_days(line));
}

/* Words for a command are the same in every game. */
static bool reads_as_words(const struct language *language, const char *line)
{
    const struct meaning_reader reader = {.language = language};
    OWN(buf) exact = {0};
    bool whole;

    return !says_beside(line) && meaning_read_words(&reader, line, &exact, &whole) &&
           !is_without_days(buf_text(&exact));
}

/* "The treasure to w4, the rope to e4": several orders of the reader's game. */
static bool reads_in_parts(const struct meaning_reader *reader, const char *line)
{
    OWN_MEMORY struct phrase_part *part = calloc(PHRASE_PARTS_MAX, sizeof *part);

    return part && !quotes_has_date(line, strlen(line)) &&
           meaning_parts(reader, line, strlen(line), part) > 1;
}

static bool reads_in_some(struct library *library, const struct language *language,
                          const char *line)
{
    const struct game *const *games = library_games(library);

    for (const struct game *const *game = games; *game; game++) {
        struct meaning_reader reader = {
            .library = library, .game = *game, .seat = 1, .language = language};

        if (library_rulebook(library, *game, game_newest(*game), &reader.rulebook, NULL) == RC_OK &&
            (reads_in(&reader, line) || reads_in_parts(&reader, line)))
            return true;
    }
    return reads_as_words(language, line);
}

static bool has_letter(const char *text)
{
    while (*text && !text_is_letter(*text) && (unsigned char)*text < 0x80)
        text++;
    return *text != '\0';
}

/* "Game 12: card 2", "my move: end", and no "Date: 28/11/2026" */
static bool reads_behind_label(struct library *library, const struct language *language,
                               const char *line)
{
    enum { LABEL_MOST = 32 };
    const char *behind = strstr(line, ": ");

    return behind && behind > line && behind[-1] != ' ' && behind - line < LABEL_MOST &&
           has_letter(behind) && reads_in_some(library, language, behind + 2);
}

bool meaning_reads(struct library *library, const struct language *language, const char *line,
                   size_t length)
{
    char text[ORDERS_LINE_BYTES];
    const struct language *other;
    bool reads;

    if (length >= sizeof text)
        return false;
    text_copy(text, length + 1, line);
    reads = is_figures(text) || reads_in_some(library, language, text) ||
            reads_behind_label(library, language, text);
    for (size_t i = 0; !reads && (other = library_language_at(library, i)) != NULL; i++)
        reads = other != language && reads_behind_label(library, other, text);
    return reads;
}
