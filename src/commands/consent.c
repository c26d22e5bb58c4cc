/* SPDX-License-Identifier: MIT */
/* Decides what a bare "yes" agrees to. The consent itself is the command's or the game's, whose
 * line takes its place. */
#include "commands/consent.h"

#include <stdlib.h>
#include <string.h>

#include "ledger/facts.h"
#include "outbound/waits.h"
#include "tell/command_words.h"

/* Has anybody done anything in the game since the letter that is answered? Then that one did not
 * ask what waits now. */
static enum rc was_asked(const struct incoming *incoming, bool *asked, struct err *err)
{
    const struct token *token = &incoming->known->read.token;
    struct ledger_rows rows;
    struct ledger_entry row;

    *asked = incoming->known->read.has_token && token->kind == TOKEN_REPLY;
    if (!*asked)
        return RC_OK;
    rows = ledger_entries(incoming->desk->ledger, incoming->known->game, (int64_t)token->entry + 1,
                          err);
    while (ledger_next(&rows, &row))
        *asked &= text_equal(row.kind, entry_kind_word(ENTRY_DUE));
    return ledger_end(&rows);
}

/* "Sí" is an order of some games; it is meant as one only while it may be given. */
static bool is_order_now(const struct incoming *incoming, const struct meaning_reader *reader,
                         const char *line)
{
    const struct position *position = incoming->position;
    struct order order;

    if (!reader->seat || !meaning_read_order(reader, line, &order))
        return false;
    order.seat = (uint8_t)reader->seat;
    return position->played->rules->check(position_rulebook(position), position_state(position),
                                          &order, NULL) == VERDICT_DONE;
}

/* The line that says yes; lines.count: none does. *bare: beside greeting, closing and name it is
 * all there is. */
static size_t find_yes(const struct incoming *incoming, const struct meaning_reader *reader,
                       bool *bare)
{
    const struct lexicon *lexicon = language_commands(incoming->answer.wording.language);
    const struct orders_in *lines = &incoming->lines;
    size_t found = lines->count;

    *bare = true;
    for (size_t i = 0; i < lines->count; i++) {
        const struct order_line *line = &lines->line[i];
        bool whole = false;

        if (found == lines->count && command_words_is_yes(lexicon, line->text, &whole) &&
            !is_order_now(incoming, reader, line->text)) {
            found = i;
            *bare &= whole;
        } else
            *bare &= meaning_is_idle(reader, line) || line->is_name || line->closes;
    }
    return found;
}

enum rc consent_read(struct incoming *incoming, const struct meaning_reader *reader,
                     struct err *err)
{
    const struct incoming_known *known = incoming->known;
    struct wait wait[WAITS_MAX];
    unsigned count = incoming->position && known->seat && !incoming->person.strict
                         ? waits_list(incoming->position, known->seat, wait)
                         : 0;
    bool bare, asked;
    size_t at = count ? find_yes(incoming, reader, &bare) : incoming->lines.count;
    struct order_line *line = incoming->lines.line + at;
    enum rc rc;
    char *own;

    if (at == incoming->lines.count || incoming->lines.flags & INCOMING_PREVIEW)
        return RC_OK;
    rc = was_asked(incoming, &asked, err);
    if (rc != RC_OK)
        return rc;
    if (!bare || !asked || count > 1) {
        incoming->fate.said_yes = true;
        if (bare)
            incoming_drop_line(incoming, at);
        return RC_OK;
    }
    own = strdup(wait[0].line);
    if (!own)
        return ERR(err, RC_NO_MEMORY, "no memory for the orders of a letter");
    free(line->text);
    line->text = own;
    line->civil = false;
    return RC_OK;
}

void consent_tell(struct incoming *incoming)
{
    struct wait wait[WAITS_MAX];

    if (incoming->fate.said_yes && incoming->position &&
        waits_list(incoming->position, incoming->known->seat, wait))
        incoming_tell(incoming, "talk.yes-to-nothing", "n", "", NULL);
}
