/* SPDX-License-Identifier: MIT */
/* Steps: the text of a letter, its words for commands, several orders in a line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "play/held.h"
#include "inbound/inbound_p.h"
#include "rules/phrase.h"

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
    orders_flag_name(&incoming->lines, incoming->person.name);
    orders_flag_name(&incoming->lines, incoming->known->read.mail.from.name);
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

static void put_line(struct order_line *line, const char *text)
{
    char *own = strdup(text);

    if (!own)
        return; /* it stays as it was written */
    free(line->text);
    line->text = own;
}

enum rc step_words(struct incoming *incoming, bool *goes_on, struct err *err)
{
    const struct meaning_reader reader = inbound_reader(incoming);
    struct buf exact = {0};

    (void)goes_on;
    (void)err;
    for (size_t i = 0; i < incoming->lines.count && !incoming->person.strict; i++) {
        buf_clear(&exact);
        if (meaning_take_words(&reader, &incoming->lines.line[i], &exact))
            put_line(&incoming->lines.line[i], buf_text(&exact));
    }
    buf_wipe(&exact);
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
