/* SPDX-License-Identifier: MIT */
/* A table of what is asked, by whose words and about whom. The first row that fits counts. */
#include "commands/member_words.h"

#include <string.h>

#include "commands/offers_ask.h"
#include "commands/requests.h"
#include "ledger/derived.h"
#include "rules/phrase.h"
#include "tell/command_words.h"

/* What a row needs beside its words. */
enum need { A_QUESTION = 1, A_PERSON = 2, A_GAME = 4, AN_ADDRESS = 8 };

static const struct {
    const char *term, *command;
    unsigned needs;
} rows[] = {
    {"member.address", "address add", AN_ADDRESS},
    {"member.watch", "player", A_PERSON},
    {"member.record", "player", A_QUESTION | A_PERSON},
    {"member.away", "player", A_QUESTION | A_PERSON},
    {"member.best", "ratings", A_QUESTION},
    {"member.fair", "help", A_QUESTION}, /* its page is named in his language */
    {"member.due", "games", A_QUESTION | A_GAME},
    {"member.going", "stats", A_QUESTION},
};

/* The word with an "@" in it. */
static void put_address(const char *line, struct buf *out)
{
    static const char ends[] = " ,;:!?<>()\"";
    const char *at = strchr(line, '@'), *from = at;
    size_t length;

    while (from && from > line && !strchr(ends, from[-1]))
        from--;
    length = at ? strcspn(from, ends) : 0;
    while (length && from[length - 1] == '.')
        length--;
    if (length)
        buf_put_bytes(out, from, length);
}

/* What its rows need, as far as this line has it. */
struct has {
    struct buf person, address;
    unsigned games;
    bool asks;
};

static enum rc look(struct incoming *incoming, const char *line, struct has *has, struct err *err)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);

    has->asks = phrase_is_question(words, line, strlen(line));
    put_address(line, &has->address);
    TRY(offers_put_whom(incoming, line, &has->person, err));
    if (strchr(buf_text(&has->person), ',')) /* which of them? */
        buf_clear(&has->person);
    return ledger_games_going(incoming->desk->ledger, incoming->known->sender, &has->games, NULL,
                              err);
}

static void put_row(const struct incoming *incoming, size_t row, const struct has *has,
                    struct buf *out)
{
    buf_put(out, rows[row].command);
    if (text_equal(rows[row].command, "help")) {
        buf_put(out, " ");
        command_words_show_topic(language_commands(incoming->answer.wording.language), "fairness",
                                 out);
    } else if (rows[row].needs & (A_PERSON | AN_ADDRESS))
        buf_printf(out, " %s", buf_text(rows[row].needs & A_PERSON ? &has->person : &has->address));
}

enum rc member_words_read(struct incoming *incoming, const char *line, struct buf *out,
                          struct err *err)
{
    const struct language *language = incoming->answer.wording.language;
    struct has has = {0};
    size_t row = 0;
    enum rc rc = RC_OK;

    buf_clear(out);
    while (row < sizeof rows / sizeof *rows && !requests_says(language, line, rows[row].term))
        row++;
    if (!incoming->known->sender || row == sizeof rows / sizeof *rows)
        return RC_OK;
    rc = look(incoming, line, &has, err);
    for (; rc == RC_OK && !out->length && row < sizeof rows / sizeof *rows; row++)
        if (requests_says(language, line, rows[row].term) &&
            (!(rows[row].needs & A_QUESTION) || has.asks) &&
            (!(rows[row].needs & A_PERSON) || has.person.length) &&
            (!(rows[row].needs & A_GAME) || has.games) &&
            (!(rows[row].needs & AN_ADDRESS) || has.address.length))
            put_row(incoming, row, &has, out);
    buf_fini(&has.person);
    buf_fini(&has.address);
    return rc;
}
