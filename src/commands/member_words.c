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
enum need {
    A_QUESTION = 1,
    A_PERSON = 2,
    A_GAME = 4,
    AN_ADDRESS = 8,
    NOBODY = 16,
    NO_DAY = 32,
    A_NUMBER = 64
};

static const struct {
    /* topic: of help, named in his language, or a question of the list; "": nothing behind it */
    const char *term, *command, *topic;
    unsigned needs;
} rows[] = {
    {"member.address", "address add", NULL, AN_ADDRESS},
    {"member.watch", "player", NULL, A_PERSON},
    {"member.record", "player", NULL, A_QUESTION | A_PERSON},
    {"member.away", "player", NULL, A_QUESTION | A_PERSON},
    {"member.best", "ratings", NULL, A_QUESTION},
    {"member.fair", "help", "fairness", A_QUESTION},
    {"member.due", "games", NULL, A_QUESTION | A_GAME},
    {"member.going", "stats", NULL, A_QUESTION},
    {"member.withdraw", "decline", NULL, A_NUMBER},
    {"member.withdraw", "challenges", "", 0},     /* his own can be, too */
    {"member.later", "challenges", "", A_PERSON}, /* "not now, Ken": his can be declined */
    {"member.gone", "unsubscribe", "", 0},
    {"member.backs-out", "help", "leave", NOBODY | NO_DAY},
    {"member.phone", "help", "asked.website.as", NOBODY},
    {"member.cost", "help", "asked.cost.as", A_QUESTION},
    {"member.private", "help", "asked.public.as", 0},
    {"member.lasts", "help", "time", 0},
    {"member.shorter", "help", "asked.shorter.as", NOBODY},
    {"member.missed", "help", "time", NOBODY},
    {"member.own", "player", "", NOBODY},
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

/* The one number of a line that neither asks nor denies. */
static void put_number(const struct lexicon *words, const char *line, bool asks, struct buf *out)
{
    static const char digits[] = "0123456789";
    const char *at = line + strcspn(line, digits);
    size_t length = strspn(at, digits);

    if (!asks && !at[length + strcspn(at + length, digits)] &&
        !phrase_says(words, line, strlen(line), PHRASE_NEGATION))
        buf_put_bytes(out, at, length);
}

/* What its rows need, as far as this line has it. */
struct has {
    struct buf person, address, number;
    unsigned games;
    bool asks, day; /* "not on Sundays" */
};

static enum rc look(struct incoming *incoming, const char *line, struct has *has, struct err *err)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);

    has->asks = phrase_is_question(words, line, strlen(line)) ||
                phrase_asks_leave(words, line, strlen(line)); /* "can one look on" */
    for (const char *at = line; *at; at += strcspn(at, " ,.!?"), at += strspn(at, " ,.!?"))
        has->day |= command_words_weekday(words, at, strcspn(at, " ,.!?")) > 0;
    put_address(line, &has->address);
    put_number(words, line, has->asks, &has->number);
    TRY(offers_put_whose(incoming, line, &has->person, err));
    has->person.length = strcspn(buf_text(&has->person), ","); /* the first of several */
    if (has->person.at)
        has->person.at[has->person.length] = '\0';
    return ledger_games_going(incoming->desk->ledger, incoming->known->sender, &has->games, NULL,
                              err);
}

/* A question is put in the first of the words that ask it, which surely find it. */
static void put_topic(const struct language *language, const char *topic, struct buf *out)
{
    const char *asked = sentences_find(language_sentences(language), topic);

    if (asked)
        buf_put_bytes(out, asked, strcspn(asked, "|"));
    else
        command_words_show_topic(language_commands(language), topic, out);
}

static void put_row(const struct incoming *incoming, size_t row, const struct has *has,
                    struct buf *out)
{
    buf_put(out, rows[row].command);
    if (rows[row].topic && *rows[row].topic) {
        buf_put(out, " ");
        put_topic(incoming->answer.wording.language, rows[row].topic, out);
    } else if (!rows[row].topic && (rows[row].needs & (A_PERSON | A_NUMBER | AN_ADDRESS)))
        buf_printf(out, " %s",
                   buf_text(rows[row].needs & A_PERSON   ? &has->person
                            : rows[row].needs & A_NUMBER ? &has->number
                                                         : &has->address));
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
    if (!incoming->known->sender || row == sizeof rows / sizeof *rows ||
        (command_words_read(language_commands(language), line, out) &&
         text_starts_with(buf_text(out), "say ")))
        return buf_clear(out), RC_OK; /* "tell Ken I can't right now" */
    buf_clear(out);
    rc = look(incoming, line, &has, err);
    for (; rc == RC_OK && !out->length && row < sizeof rows / sizeof *rows; row++)
        if (requests_says(language, line, rows[row].term) &&
            (!(rows[row].needs & A_QUESTION) || has.asks) &&
            (!(rows[row].needs & A_PERSON) || has.person.length) &&
            (!(rows[row].needs & A_GAME) || has.games) &&
            (!(rows[row].needs & NOBODY) || !has.person.length) &&
            (!(rows[row].needs & NO_DAY) || !has.day) &&
            (!(rows[row].needs & A_NUMBER) || has.number.length) &&
            (!(rows[row].needs & AN_ADDRESS) || has.address.length))
            put_row(incoming, row, &has, out);
    buf_fini(&has.person);
    buf_fini(&has.address);
    buf_fini(&has.number);
    return rc;
}
