/* SPDX-License-Identifier: MIT */
/* Goes over a line word by word and notes which command it names, and what else; then decides
 * whether that is all that the command needs. Wishes for a game are wishes.c's. */
#include "commands/requests.h"

#include <string.h>

#include "base/text.h"
#include "rules/phrase.h"
#include "server/titles.h"

enum { LINE_BYTES = 1024, TERMS_MAX = 4, UNKNOWN_MOST = 1, UNKNOWN_SURE = 6, NUMBER_BYTES = 10 };

/* What a command needs beside its word. */
enum shape { NOTHING, TITLE, NUMBER, IF_ANY, REST, DAYS };

/* The first that is named counts: "the standings of tournament 2". Who wants out may say much about
 * it. */
static const struct {
    const char *key;
    enum shape shape;
    bool in_game;
    bool tells; /* and nothing else: a question asks for it */
} rows[] = {
    {"command.unsubscribe", NOTHING, false, true}, {"command.zone", REST, true, false},
    {"command.language", REST, true, false},       {"command.vacation", DAYS, true, false},
    {"command.standings", NUMBER, false, true},    {"command.watch", NUMBER, false, false},
    {"command.unwatch", NUMBER, false, false},     {"command.accept", IF_ANY, false, false},
    {"command.decline", IF_ANY, false, false},     {"command.tournaments", NOTHING, false, true},
    {"command.ratings", TITLE, false, true},       {"command.challenges", NOTHING, false, true},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Several words that amount to a setting only together. */
enum noun { LETTER, ONE, DAY, PICTURE, WITHOUT, NOUNS };
static const char *const nouns[NOUNS] = {"wish.letter", "wish.one", "wish.day", "wish.picture",
                                         "wish.without"};

struct request {
    const struct library *library;
    const struct lexicon *words;
    const char *line;
    char text[LINE_BYTES]; /* folded */
    uint16_t column[LINE_BYTES];
    size_t length;
    unsigned row;  /* ROWS = none */
    size_t behind; /* its word, in the folded text */
    bool noun[NOUNS];
    const char *whole; /* a setting with its value in one, as "format-text"; NULL = none */
    bool denied, asked;
    unsigned unknown, numbers;
    char number[NUMBER_BYTES];
    size_t first_number, last_number; /* where the first begins, and the last ends */
    size_t strange, strange_end;      /* the last run of words that nobody knows */
};

static bool in_word(char c)
{
    return text_is_letter(c) || text_is_digit(c) || c == '\'' || (unsigned char)c >= 0x80;
}

static size_t next_word(const struct request *request, size_t at)
{
    while (at < request->length && !in_word(request->text[at]))
        at++;
    return at;
}

static size_t word_end(const struct request *request, size_t at)
{
    while (at < request->length && in_word(request->text[at]))
        at++;
    return at;
}

/* Notes one term; false: it says nothing here. */
static bool note_term(struct request *request, const char *term, size_t end)
{
    for (unsigned i = 0; i < NOUNS; i++)
        if (text_equal(term, nouns[i]))
            return request->noun[i] = true;
    if (text_starts_with(term, "whole.") && !text_equal(term, "whole.unsubscribe"))
        request->whole = term + strlen("whole.");
    for (unsigned i = 0; i < ROWS; i++)
        if (text_equal(term, rows[i].key)) {
            if (i < request->row) {
                request->row = i;
                request->behind = end;
            }
            return true;
        }
    return request->whole || text_starts_with(term, "wish.") ||
           text_starts_with(term, "command.") || text_starts_with(term, "line.") ||
           text_starts_with(term, "answer.") || text_starts_with(term, "value.") ||
           text_starts_with(term, "topic.");
}

/* Words of talk: courtesy, questions, negations. */
static bool note_phrase(struct request *request, uint16_t term)
{
    request->denied |= term == PHRASE_NEGATION || term == PHRASE_DOUBT;
    request->asked |= term == PHRASE_QUESTION;
    return term <= PHRASE_GREETING || term == PHRASE_NEGATION || term == PHRASE_DOUBT;
}

/* Takes what begins here, by the longest word that is known; returns where it ends. */
static size_t take(struct request *request, size_t at)
{
    const struct lexicon *phrases = request->words->phrases;
    uint16_t term[TERMS_MAX], talk[TERMS_MAX];
    size_t used = 0, more = 0, end = word_end(request, at);
    const char *text = request->text + at;
    size_t length = request->length - at;
    unsigned count = lexicon_match_whole(request->words, text, length, term, TERMS_MAX, &used);
    unsigned talks =
        phrases ? lexicon_match_whole(phrases, text, length, talk, TERMS_MAX, &more) : 0;
    bool known = false;

    if (text_is_digit(*text)) {
        if (!request->numbers++)
            request->first_number = at;
        request->last_number = end;
        text_copy(request->number, end - at + 1 < NUMBER_BYTES ? end - at + 1 : NUMBER_BYTES, text);
        return end;
    }
    for (unsigned i = 0; i < talks && more > used; i++)
        known |= note_phrase(request, talk[i]);
    if (known) /* a longer word of talk */
        return at + more;
    for (unsigned i = 0; i < count; i++)
        known |= note_term(request, request->words->terms[term[i]], at + used);
    for (unsigned i = 0; i < talks && more == used; i++)
        known |= note_phrase(request, talk[i]);
    if (!known) {
        if (!request->unknown++ || request->strange_end + 1 != at)
            request->strange = at;
        request->strange_end = end;
        return end;
    }
    return at + used;
}

static size_t in_line(const struct request *request, size_t at)
{
    return text_utf8_bytes(request->line, request->column[at] - 1u);
}

/* Does the word that begins here lead to what is asked for: "to", "in"? */
static size_t toward(const struct request *request, size_t at)
{
    uint16_t term[TERMS_MAX];
    size_t used = 0;
    unsigned count = lexicon_match_whole(request->words, request->text + at, request->length - at,
                                         term, TERMS_MAX, &used);

    for (unsigned i = 0; i < count; i++)
        if (text_equal(request->words->terms[term[i]], "wish.toward"))
            return used;
    return 0;
}

static void put_part(const struct request *request, size_t from, size_t end, struct buf *out)
{
    if (end > from)
        buf_printf(out, " %.*s", (int)(in_line(request, end) - in_line(request, from)),
                   request->line + in_line(request, from));
}

/* What stands behind the command's word, less what is said around it: "to new york, please". Where
 * nothing does, what was said before: "I live in Rome, please set my zone". */
static void put_rest(const struct request *request, struct buf *out)
{
    size_t from = next_word(request, request->behind), used;

    while (from < request->length && (used = toward(request, from)) > 0)
        from = next_word(request, from + used);
    if (request->strange_end > request->behind)
        put_part(request, from, request->strange_end, out);
    else if (request->unknown)
        put_part(request, request->strange, request->strange_end, out);
}

/* The game that a line names, if any. */
static const struct game *find_title(const struct request *request)
{
    const struct game *game = NULL;
    size_t bytes;

    for (const char *at = request->line; *at && !game; at += strspn(at, " ")) {
        game = titles_at(request->library, at, strlen(at), &bytes);
        at += strcspn(at, " ");
    }
    return game;
}

static bool put_titled(const struct request *request, const char *name, struct buf *out)
{
    const struct game *game = find_title(request);

    buf_put(out, name);
    if (game)
        buf_printf(out, " %s", game->name);
    return !request->numbers && request->unknown <= (game ? UNKNOWN_SURE : UNKNOWN_MOST);
}

static bool put_command(const struct request *request, struct buf *out)
{
    const char *name = rows[request->row].key + strlen("command.");
    const char *rest = request->line + in_line(request, request->behind);

    switch (rows[request->row].shape) {
    case REST:
        buf_put(out, name);
        put_rest(request, out);
        return request->unknown <= UNKNOWN_SURE;
    case DAYS:
        buf_put(out, name);
        if (!request->numbers)
            buf_put(out, " off");
        else if (request->first_number > request->behind)
            buf_printf(out, " %s", rest + strspn(rest, " ,:"));
        else
            put_part(request, request->first_number, request->last_number, out);
        return request->numbers > 0 || request->noun[WITHOUT];
    case TITLE:
        return put_titled(request, name, out);
    case NUMBER:
        buf_printf(out, "%s %s", name, request->number);
        return request->numbers == 1 && request->unknown <= UNKNOWN_MOST;
    case IF_ANY:
        buf_printf(out, request->numbers ? "%s %s" : "%s", name, request->number);
        return request->numbers <= 1 && !request->unknown;
    default:
        buf_put(out, name);
        return !request->numbers &&
               request->unknown <= (request->row == 0 ? UNKNOWN_SURE : UNKNOWN_MOST);
    }
}

/* Nouns alone, where no command is named. */
static bool put_setting(const struct request *request, struct buf *out)
{
    const bool *noun = request->noun;

    if (request->unknown > UNKNOWN_SURE || request->asked)
        return false; /* "why are there no pictures?" */
    if (request->whole)
        for (const char *at = request->whole; *at; at++)
            buf_put_char(out, *at == '-' ? ' ' : *at);
    else if (noun[PICTURE] && noun[WITHOUT])
        buf_put(out, "format text");
    else if (noun[LETTER] && noun[ONE] && noun[DAY] && !request->denied)
        buf_put(out, "letters daily");
    return out->length > 0;
}

bool requests_read(const struct library *library, const struct language *language, const char *line,
                   bool in_game, struct buf *out)
{
    const struct lexicon *words = language_commands(language);
    struct request request = {
        .library = library, .words = words ? words->own : NULL, .line = line, .row = ROWS};
    size_t length = strlen(line);

    buf_clear(out);
    if (!request.words || length >= LINE_BYTES / 2)
        return false;
    request.length = lexicon_fold(line, length, request.text, request.column, sizeof request.text);
    request.text[request.length] = '\0';
    request.column[request.length] = UINT16_MAX;
    for (size_t at = next_word(&request, 0); at < request.length; at = next_word(&request, at))
        at = take(&request, at);
    if (put_setting(&request, out))
        return true;
    buf_clear(out);
    return request.row < ROWS && !request.denied && (rows[request.row].in_game || !in_game) &&
           (!request.asked || rows[request.row].tells || rows[request.row].shape == REST) &&
           put_command(&request, out);
}
