/* SPDX-License-Identifier: MIT */
/* Lines that name a game. */
#include "inbound/headings.h"

#include <stdio.h>

#include "commands/commands.h"
#include "commands/meaning.h"
#include "inbound/inbound_p.h"
#include "ledger/derived.h"
#include "tell/command_words.h"
#include "tell/tell.h"

enum { HEADING_BYTES = 32, IN_BYTES = 4 };

/* The number behind the word that a text begins with, "game 12", and what stands behind it; 0 = it
 * does not. */
static int64_t number_at(const char *text, const char *word, const char **behind)
{
    size_t before = strlen(word), digits;
    int64_t number = 0;

    for (size_t i = 0; i < before; i++)
        if (text_lower(text[i]) != text_lower(word[i]))
            return 0;
    if (!text_equal(word, "#") && text[before] != ' ')
        return 0;
    text += before + strspn(text + before, " #");
    digits = strspn(text, "0123456789");
    *behind = text + digits;
    return digits && text_to_int(text, digits, &number) ? number : 0;
}

/* The same of a line that goes on behind a colon or the like.
 * out    *rest: what stands behind that */
static int64_t number_behind(const char *line, const char *word, const char **rest)
{
    static const char signs[] = ":,-";
    const char *behind;
    int64_t number = number_at(line, word, &behind);
    bool parted;

    if (!number || (*behind && *behind != ' ' && !strchr(":,", *behind)))
        return 0;
    parted = *behind && strchr(signs, behind[strspn(behind, " ")]);
    *rest = behind + strspn(behind, " :,-");
    return !**rest || parted || text_equal(word, "#") ? number : 0;
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

/* Has the sender a seat of the game? */
static enum rc has_seat(struct incoming *incoming, int64_t game, bool *has, struct err *err)
{
    struct ledger_rows rows = ledger_seats_now(incoming->desk->ledger, game, err);

    *has = false;
    for (struct ledger_seat row; ledger_next(&rows, &row);)
        *has |= row.player && row.player == incoming->known->sender;
    return ledger_end(&rows);
}

/* "Show me the board of game 1", outside a game: the one game of his that is named within a line.
 * out    *number: 0 = there is none; rest: the line without it */
static enum rc find_within(struct incoming *incoming, const struct order_line *line,
                           int64_t *number, struct buf *rest, struct err *err)
{
    static const char *const numbered[] = {"watch ", "unwatch ", "accept ", "decline ",
                                           "standings "};
    enum { NUMBERED = sizeof numbered / sizeof *numbered };
    const struct language *language = incoming->answer.wording.language;
    const char *const *words;
    unsigned count = language_first_words(language, COMMAND_GAME, &words), named = 0;
    bool has;
    const struct meaning_reader reader = inbound_reader(incoming);
    OWN(buf) exact = {0};

    *number = 0;
    if (incoming->position || !incoming->known->sender ||
        commands_find(line->text, &(const char *){NULL}))
        return RC_OK;
    for (const char *at = line->text; *at; at++)
        for (unsigned i = 0; (at == line->text || at[-1] == ' ') && i < count; i++) {
            const char *behind;
            int64_t found = number_at(at, words[i], &behind);

            if (!found || text_is_letter(*behind))
                continue;
            *number = found;
            named++;
            buf_clear(rest);
            if (at - line->text > IN_BYTES) /* "in game 2: pass" */
                buf_put_bytes(rest, line->text, (size_t)(at - line->text));
            buf_put(rest, behind + strspn(behind, " :,-"));
        }
    has = named == 1;
    if (has && meaning_take_words(&reader, line, &exact))
        for (size_t i = 0; i < NUMBERED; i++)
            has &= !text_starts_with(buf_text(&exact), numbered[i]); /* "could I watch game 1?" */
    if (has)
        TRY(has_seat(incoming, *number, &has, err));
    *number = has ? *number : 0;
    return RC_OK;
}

enum rc headings_part(struct incoming *incoming, struct err *err)
{
    struct orders_in *orders = &incoming->lines;

    for (size_t i = 0; i < orders->count; i++) {
        const char *rest = "";
        int64_t number = heading_of(incoming->desk, orders->line[i].text, &rest);
        OWN(buf) within = {0};
        char *behind;

        if (!number) {
            TRY(find_within(incoming, &orders->line[i], &number, &within, err));
            rest = buf_text(&within);
        }
        if (!number || !*rest)
            continue;
        behind = strdup(rest);
        FAIL_IF(!behind, err, RC_NO_MEMORY, "no memory for a letter's lines");
        if (headings_insert(orders, i, number, err) != RC_OK) {
            free(behind);
            return RC_NO_MEMORY;
        }
        free(orders->line[++i].text);
        orders->line[i].text = behind;
    }
    return RC_OK;
}
