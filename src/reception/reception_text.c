/* SPDX-License-Identifier: MIT */
/* Steps: the text of a letter, its words for commands, several orders in a line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "match/held.h"
#include "reception/reception_p.h"
#include "rules/phrase.h"
#include "talk/commands.h"
#include "tell/command_words.h"
#include "tell/tell.h"

/* ---- what can be wrong with the text as a whole ---- */

static const struct {
    const char *reason, *sentence;
} flaws[LETTER_FLAW_COUNT] = {
    [LETTER_TOO_BIG] = {"too-big", "desk.too-big"},
    [LETTER_TOO_DEEP] = {"too-deep", "desk.too-deep"},
    [LETTER_TOO_MANY_PARTS] = {"too-many-parts", "desk.too-deep"},
    [LETTER_NO_TEXT] = {"no-text", "desk.no-text"},
    [LETTER_ENCRYPTED] = {"encrypted", "desk.encrypted"},
};

enum rc step_text(struct incoming *incoming, bool *goes_on, struct err *err)
{
    enum letter_flaw flaw = incoming->in->cut ? LETTER_TOO_BIG : incoming->known->read.mail.flaw;

    (void)err;
    orders_mark_name(&incoming->lines, incoming->person.name);
    orders_mark_name(&incoming->lines, incoming->known->read.mail.from.name);
    if (incoming->known->read.mail.calendar && !incoming->lines.count) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_IGNORED, "calendar-answer", NULL);
    } else if (flaw != LETTER_WHOLE) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, flaws[flaw].reason, flaws[flaw].sentence);
    } else if (incoming->lines.cut) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "too-many-lines", "desk.too-many-lines");
    }
    return RC_OK;
}

/* ---- words for commands ---- */

static bool asks_in(const struct incoming *incoming, const struct game *game, const char *line)
{
    struct wording wording = incoming->answer.wording;
    char key[SENTENCE_KEY_BYTES];
    struct tell tell;

    wording.game = game;
    wording_tell(&wording, &tell);
    return tell_is_question(&tell, line, key) || tell_is_topic(&tell, line);
}

/* A question that help has a text for is answered by it. */
static bool asks_for_help(const struct incoming *incoming, const char *line)
{
    const struct game *const *games = library_games(incoming->desk->library);

    if (incoming->position)
        return asks_in(incoming, incoming->position->played, line);
    while (*games && !asks_in(incoming, *games, line))
        games++;
    return *games != NULL;
}

static void put_line(struct order_line *line, const char *text)
{
    char *own = strdup(text);

    if (!own)
        return; /* it stays as it was written */
    free(line->text);
    line->text = own;
}

/* Words for a command as its exact ones; false: they are none that could be carried out. */
static bool read_words(const struct incoming *incoming, const char *words, struct buf *exact)
{
    const struct command *command;
    const char *arguments;

    return command_words_read(language_commands(incoming->answer.wording.language), words, exact) &&
           (command = commands_find(buf_text(exact), &arguments)) != NULL &&
           (*arguments || !*command->arguments || *command->arguments == '[');
}

/* "Hi Ann, luck plums" */
static bool read_behind_greeting(const struct incoming *incoming, const struct order_line *line,
                                 struct buf *exact)
{
    const char *rest = orders_behind_greeting(line), *arguments;

    buf_clear(exact);
    if (rest && commands_find(rest, &arguments)) {
        buf_put(exact, rest);
        return true;
    }
    return rest && read_words(incoming, rest, exact);
}

/* Take words for commands to the exact ones, where the line is no order of the game. */
static void take_words(struct incoming *incoming, struct order_line *line)
{
    const char *arguments;
    struct buf exact = {0};

    if (commands_find(line->text, &arguments) ||
        (incoming->position && incoming->known->seat && !incoming->position->waits &&
         reception_like_order(incoming, line->text, strlen(line->text))))
        return;
    if (read_words(incoming, line->text, &exact)) {
        put_line(line, buf_text(&exact));
    } else if (asks_for_help(incoming, line->text)) {
        buf_clear(&exact);
        buf_printf(&exact, "help %s", line->text);
        put_line(line, buf_text(&exact));
    } else if (read_behind_greeting(incoming, line, &exact))
        put_line(line, buf_text(&exact));
    buf_wipe(&exact);
}

enum rc step_words(struct incoming *incoming, bool *goes_on, struct err *err)
{
    (void)goes_on;
    (void)err;
    for (size_t i = 0; i < incoming->lines.count && !incoming->person.strict; i++)
        take_words(incoming, &incoming->lines.line[i]);
    return RC_OK;
}

/* ---- several orders in a line ---- */

static bool has_parts(const struct incoming *incoming, const char *line)
{
    struct held_line held;
    bool has =
        held_read(line, strlen(line), &held) == HELD_NONE && !text_starts_with(line, "sign=");

    secret_wipe(&held, sizeof held);
    return has && incoming->position && incoming->known->seat && !incoming->person.strict;
}

/* Put the parts of a line in its place; each keeps where the line stands in the letter. */
static enum rc put_parts(struct orders_in *orders, size_t i, const struct phrase_part *part,
                         unsigned count, struct err *err)
{
    struct order_line *made = calloc(orders->count + count, sizeof *made);
    bool whole = made != NULL;

    for (unsigned p = 0; p < count && whole; p++) {
        made[i + p] = orders->line[i];
        made[i + p].text = strdup(part[p].text);
        whole = made[i + p].text != NULL;
    }
    if (!whole) {
        for (unsigned p = 0; p < count && made; p++)
            free(made[i + p].text);
        free(made);
        return ERR(err, RC_NO_MEMORY, "no memory for the orders of a letter");
    }
    memcpy(made, orders->line, i * sizeof *made);
    memcpy(made + i + count, orders->line + i + 1, (orders->count - i - 1) * sizeof *made);
    free(orders->line[i].text);
    free(orders->line);
    orders->line = made;
    orders->count += count - 1;
    return RC_OK;
}

enum rc step_parts(struct incoming *incoming, bool *goes_on, struct err *err)
{
    struct orders_in *orders = &incoming->lines;
    struct phrase_part *part = calloc(PHRASE_PARTS_MAX, sizeof *part);
    enum rc rc = part ? RC_OK : ERR(err, RC_NO_MEMORY, "no memory for the orders of a letter");

    (void)goes_on;
    for (size_t i = 0; rc == RC_OK && i < orders->count && orders->count < ORDERS_LINES_MAX; i++) {
        const char *line = orders->line[i].text;
        const struct game *game;
        unsigned count;

        if (!has_parts(incoming, line))
            continue;
        game = incoming->position->played;
        count = phrase_split(game, position_rulebook(incoming->position),
                             language_lexicon(incoming->answer.wording.language, game),
                             incoming->known->seat, line, strlen(line), part);
        if (count)
            rc = put_parts(orders, i, part, count, err);
        i += count ? count - 1 : 0;
    }
    free(part);
    return rc;
}
