/* SPDX-License-Identifier: MIT */
/* Goes over a line word by word and notes which command it names, and what else; then decides
 * whether that is all that the command needs. Wishes for a game are wishes.c's. */
#include "commands/requests.h"

#include "rules/phrase.h"
#include "commands/vacation.h"
#include "server/titles.h"
#include "server/zone_names.h"
#include "tell/command_words.h"
#include "tell/folded.h"

enum { TERMS_MAX = 8, UNKNOWN_MOST = 1, UNKNOWN_SURE = 6, NUMBER_BYTES = 10 };

/* What a command needs beside its word. */
enum shape { NOTHING, TITLE, NUMBER, IF_ANY, REST, DAYS };

/* The first that is named counts: "the standings of tournament 2". Who wants out may say much about
 * it. */
static const struct {
    const char *key;
    enum shape shape;
    bool in_game;
    bool tells;   /* and nothing else: a question asks for it */
    bool of_seat; /* it is of no use outside a game */
} rows[] = {
    {"command.unsubscribe", NOTHING, false, true, false},
    {"command.notify", NOTHING, true, true, false},
    {"command.zone", REST, true, false, false},
    {"command.language", REST, true, false, false},
    {"command.vacation", DAYS, true, false, false},
    {"command.standings", IF_ANY, true, true, false},
    {"command.watch", NUMBER, false, false, false},
    {"command.unwatch", NUMBER, false, false, false},
    {"command.accept", IF_ANY, false, false, false},
    {"command.decline", IF_ANY, false, false, false},
    {"command.tournaments", NOTHING, false, true, false},
    {"command.ratings", TITLE, false, true, false},
    {"command.challenges", NOTHING, false, true, false},
    {"command.status", NOTHING, true, true, true},
    {"command.legal", NOTHING, true, true, true},
    {"command.hint", NOTHING, true, true, true},
    {"command.show", NOTHING, true, true, true},
    {"command.undo", NOTHING, true, true, true},
    {"command.extension", NOTHING, true, true, true},
    {"command.pause", NOTHING, true, true, true},
    {"command.call-off", NOTHING, true, false, true},
    {"command.rematch", NOTHING, true, true, true},
    {"command.replacement", NOTHING, true, true, true},
    {"command.games", NOTHING, true, true, false}, /* "games" alone says nothing: see note_term */
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Several words that amount to a setting only together. */
enum noun {
    LETTER,
    ONE,
    DAY,
    PICTURE,
    WITHOUT,
    GIVE,
    MORE,
    TIME,
    CLOCK,
    HALT,
    RUN,
    REPLACE,
    SEAT,
    HOST,
    MAKE,
    MINE,
    WAIT,
    PLAY,
    STEAD,
    ANYONE,
    COMPUTER,
    WITH,
    NOUNS
};
static const char *const nouns[NOUNS] = {
    "wish.letter", "wish.one",    "wish.day",      "wish.picture", "wish.without", "host.give",
    "host.more",   "host.time",   "host.clock",    "host.halt",    "host.run",     "host.replace",
    "host.seat",   "host.host",   "host.make",     "host.mine",    "host.wait",    "wish.play",
    "host.stead",  "host.anyone", "wish.computer", "host.with"};

/* Commands whose words say several of these at once. */
static const struct {
    const char *command;
    uint32_t says;
} held[] = {
    {"command.pause", 1u << CLOCK | 1u << HALT}, {"command.resume", 1u << CLOCK | 1u << RUN},
    {"command.extend", 1u << GIVE | 1u << TIME}, {"command.extension", 1u << GIVE | 1u << TIME},
    {"command.lend", 1u << PLAY | 1u << STEAD},
};
enum { HELD = sizeof held / sizeof *held };

struct request {
    const struct library *library;
    const struct language *language;
    const struct lexicon *words;
    const struct lexicon *game; /* its words are nobody's name; NULL = none */
    struct folded line;
    unsigned row;         /* ROWS = none */
    size_t named, behind; /* its word begins and ends, in the folded text */
    bool noun[NOUNS];
    const char *whole; /* a setting with its value in one, as "format-text"; NULL = none */
    size_t denied_end; /* of the last word that denies, one beyond where it ends */
    bool denied, until, asked, joins, leaves, doubts; /* until: a word that denies, or dates */
    unsigned unknown, numbers;
    unsigned dated, beside; /* of the unknown: words of days, names behind "with" */
    size_t with_end;
    size_t when; /* the first word of days, or number; one beyond where it begins */
    char number[NUMBER_BYTES];
    size_t first_number, last_number; /* where the first begins, and the last ends */
    size_t strange, strange_end;      /* the last run of words that nobody knows */
    unsigned names;                   /* words of those with a capital */
};

/* "Don't send pictures": the other one of two; what has no other is not asked for. */
static const char *opposite(const char *whole)
{
    static const char *const pairs[][2] = {{"format-text", "format-html"},
                                           {"stock-on", "stock-off"},
                                           {"profile-hidden", "profile-public"}};

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (unsigned side = 0; side < 2; side++)
            if (text_equal(whole, pairs[i][side]))
                return pairs[i][!side];
    return NULL;
}

/* Does what denies something stand before it in its clause? */
static bool is_denied_at(const struct request *request, size_t at)
{
    size_t from = request->denied_end;

    return from && from <= at && strcspn(request->line.text + from - 1, ",.;:!?") >= at - from + 1;
}

/* Notes one term; false: it says nothing here. */
static bool note_term(struct request *request, const char *term, size_t at, size_t end)
{
    bool single = !memchr(request->line.text + at, ' ', end - at);

    if (text_equal(term, nouns[PICTURE]) && request->noun[WITHOUT] && !is_denied_at(request, at))
        return true; /* "I can't make out anything, send me a picture" */
    for (unsigned i = 0; i < NOUNS; i++)
        if (text_equal(term, nouns[i]))
            return request->noun[i] = true;
    for (unsigned i = 0; i < HELD; i++)
        for (unsigned k = 0; k < NOUNS && text_equal(term, held[i].command); k++)
            request->noun[k] |= held[i].says >> k & 1u;
    request->joins |= text_equal(term, "wish.join") || text_equal(term, "command.join") ||
                      text_equal(term, "command.enter");
    request->leaves |= text_equal(term, "wish.leave") || text_equal(term, "command.leave");
    request->denied |= text_equal(term, "wish.others");
    request->doubts |= text_equal(term, "wish.cheat");
    if (text_starts_with(term, "whole.") && !text_equal(term, "whole.unsubscribe"))
        request->whole =
            is_denied_at(request, at) ? opposite(term + strlen("whole.")) : term + strlen("whole.");
    for (unsigned i = 0; i < ROWS; i++)
        if (text_equal(term, rows[i].key)) {
            if (i < request->row && !(single && text_equal(term, "command.games"))) {
                request->row = i;
                request->named = at;
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
static bool note_phrase(struct request *request, uint16_t term, bool dated, bool wished)
{
    request->until |= term == PHRASE_DOUBT && dated;
    request->denied |= term == PHRASE_NEGATION || (term == PHRASE_DOUBT && !dated);
    request->asked |= term == PHRASE_QUESTION && !wished;
    return term <= PHRASE_GREETING || term == PHRASE_NEGATION || term == PHRASE_DOUBT;
}

static void note_number(struct request *request, size_t at, size_t end, const char *figures,
                        size_t count)
{
    request->when = request->when ? request->when : at + 1;
    if (!request->numbers++)
        request->first_number = at;
    request->last_number = end;
    text_copy(request->number, count + 1 < NUMBER_BYTES ? count + 1 : NUMBER_BYTES, figures);
}

/* "until", "Monday" */
static bool is_dated(const struct request *request, size_t at, size_t end, const uint16_t *talk,
                     unsigned talks)
{
    bool is = command_words_weekday(request->words, request->line.text + at, end - at) > 0;

    for (unsigned i = 0; i < talks; i++)
        is |= talk[i] >= PHRASE_MONTHS && talk[i] < PHRASE_NEEDED;
    return is;
}

/* A word with a capital that the game has not. */
static bool is_name(const struct request *request, size_t at)
{
    unsigned char first = (unsigned char)request->line.line[folded_before(&request->line, at)];
    uint16_t term;
    size_t used;

    return ((first >= 'A' && first <= 'Z') || first >= 0x80) &&
           !(request->game && folded_match(&request->line, request->game, at, &term, 1, &used));
}

static void note_unknown(struct request *request, size_t at, size_t end, bool dated)
{
    if (!request->unknown++ || request->strange_end + 1 != at)
        request->strange = at;
    request->strange_end = end;
    request->dated += dated;
    if (!dated && is_name(request, at))
        ++*(request->with_end && request->with_end + 1 == at ? &request->beside : &request->names);
}

/* Takes what begins here, by the longest word that is known; returns where it ends. */
static size_t take(struct request *request, size_t at)
{
    const struct lexicon *phrases = request->words->phrases;
    uint16_t term[TERMS_MAX], talk[TERMS_MAX];
    size_t used = 0, more = 0, end = folded_word_end(&request->line, at);
    const char *text = request->line.text + at;
    unsigned count = folded_match(&request->line, request->words, at, term, TERMS_MAX, &used);
    unsigned talks =
        phrases ? folded_match(&request->line, phrases, at, talk, TERMS_MAX, &more) : 0;
    unsigned number;
    bool dated = is_dated(request, at, end, talk, talks), made = request->noun[MAKE],
         without = request->noun[WITHOUT], known = false, wished;

    if (dated && !request->when && !(talks && talk[0] == PHRASE_DATED)) /* no "el" */
        request->when = at + 1;
    if (text_is_digit(*text)) {
        note_number(request, at, end, text, end - at);
        return end;
    }
    if (!count && phrase_number(phrases, text, request->line.length - at, &number, &end)) {
        char figures[TEXT_INT_BYTES];

        text_of_int(figures, number);
        note_number(request, at, at + end, figures, strlen(figures));
        return at + end;
    }
    end = folded_word_end(&request->line, at);
    for (unsigned i = 0; i < talks && more > used; i++)
        known |= note_phrase(request, talk[i], dated, false);
    for (unsigned i = 0; i < talks && more >= used; i++)
        request->denied_end = talk[i] == PHRASE_NEGATION ? at + more + 1 : request->denied_end;
    if (known) /* a longer word of talk */
        return at + more;
    for (unsigned i = 0; i < count; i++)
        known |= note_term(request, request->words->terms[term[i]], at, at + used);
    wished =
        !made && request->noun[MAKE] && !strchr(request->line.line, '?'); /* "que juegue Eva" */
    for (unsigned i = 0; i < talks && more == used; i++)
        known |= note_phrase(request, talk[i], dated, wished);
    for (unsigned i = 0; i < count; i++)
        if (text_equal(request->words->terms[term[i]], nouns[WITH]))
            request->with_end = at + used;
    if (known && request->noun[WITHOUT] && !without)
        request->denied_end = at + used + 1;
    if (known)
        return at + used;
    note_unknown(request, at, end, dated);
    return end;
}

static void put_part(const struct request *request, size_t from, size_t end, struct buf *out)
{
    const struct folded *line = &request->line;
    size_t start = folded_before(line, from);

    if (end > from)
        buf_printf(out, " %.*s", (int)(folded_before(line, end) - start), line->line + start);
}

/* Names have capitals that are words of ours, too: "Buenos Aires", "New York". */
static size_t with_capitals(const struct request *request, size_t from)
{
    const struct folded *line = &request->line;

    for (size_t at = 0, end; (at = folded_next(line, at)) < from; at = end) {
        end = folded_word_end(line, at);
        if (at && folded_next(line, end) == from &&
            text_is_capital(line->line + folded_before(line, at)))
            return at;
    }
    return from;
}

/* What stands behind the command's word, less what is said around it: "to new york, please". Where
 * nothing does, what was said before: "I live in Rome, please set my zone". */
static void put_rest(const struct request *request, struct buf *out)
{
    size_t from = folded_next(&request->line, request->behind), used;

    while (from < request->line.length &&
           (used = folded_has(&request->line, request->words, from, "wish.toward")) > 0)
        from = folded_next(&request->line, from + used);
    used = from < request->line.length
               ? folded_has(&request->line, request->words, from, "name.language")
               : 0;
    if (request->strange_end > request->behind)
        put_part(request, from, request->strange_end, out);
    else if (used) /* "my letters come in English, put them in Spanish" */
        put_part(request, from, from + used, out);
    else if (request->unknown)
        put_part(request, with_capitals(request, request->strange), request->strange_end, out);
}

static bool put_titled(const struct request *request, const char *name, struct buf *out)
{
    const struct game *game = titles_within(request->library, request->line.line);

    buf_put(out, name);
    if (game)
        buf_printf(out, " %s", game->name);
    return !request->numbers && !request->noun[PLAY] && !request->noun[WITHOUT] && /* of my level */
           request->unknown <= (game ? UNKNOWN_SURE : UNKNOWN_MOST);
}

/* What the host, or another, wants for somebody's time or seat, or for the clocks of all; who is
 * meant the command finds. */
static const char *of_others(const struct request *request)
{
    enum who { ANY, NAMED, HIM, ALL, CLOCKS, OTHER, OWN_TIME };
    static const struct {
        const char *command;
        uint32_t words, either; /* all of these, and one of those where there are any */
        enum who who;
    } frames[] = {
        {"lend", 1u << PLAY | 1u << STEAD, 0,
         OTHER}, /* "could Ana play for me?": who may is told */
        {"lend", 1u << PLAY | 1u << STEAD, 1u << ANYONE | 1u << COMPUTER, ALL},
        {"give time", 1u << WAIT | 1u << TIME, 0, ANY},
        {"replacement", 1u << REPLACE, 0, NAMED},
        {"replacement", 1u << SEAT | 1u << MAKE, 0, NAMED},
        {"host", 1u << HOST | 1u << MAKE, 0, NAMED},
        {"extension", 1u << TIME | 1u << MORE | 1u << MINE, 0, OWN_TIME},
        {"extend", 1u << TIME, 1u << GIVE | 1u << MORE, NAMED},
        {"give time", 1u << GIVE | 1u << TIME, 0, HIM},
        {"resume", 1u << CLOCK | 1u << RUN, 0, CLOCKS},
        {"pause", 1u << CLOCK | 1u << HALT, 0, CLOCKS},
    };
    unsigned strangers = request->unknown - request->names - request->dated - request->beside;
    uint32_t words = request->dated ? 1u << TIME : 0;

    for (unsigned i = 0; i < NOUNS; i++)
        words |= (uint32_t)request->noun[i] << i;
    if (request->asked || request->noun[WITHOUT]) /* "no quiero pausa" */
        return NULL;
    if (!request->noun[GIVE] && strchr(request->line.line, '?')) /* who asks has heard of it */
        words &= ~(1u << MORE);
    for (unsigned i = 0; i < sizeof frames / sizeof *frames; i++) {
        enum who who = frames[i].who;
        bool mine = request->noun[MINE], named = request->names;

        if ((words & frames[i].words) == frames[i].words &&
            (!frames[i].either || words & frames[i].either) && strangers <= UNKNOWN_MOST &&
            (who == ANY        ? !mine
             : who == NAMED    ? named && !mine
             : who == HIM      ? !named && !mine && !strangers && request->numbers
             : who == OTHER    ? named
             : who == OWN_TIME ? !named && request->numbers
             /* "stop my clocks from Monday on": days off are for oneself alone */
             : who == CLOCKS ? !named && !(mine && request->when)
                             : !named))
            return frames[i].command;
    }
    return NULL;
}

static void trim(struct buf *days)
{
    while (days->length && strchr(" ,.", days->at[days->length - 1]))
        days->at[--days->length] = '\0';
}

/* "From Friday to Sunday I'm on holiday", "three days off from tomorrow, please": the longest run
 * around the command's word that is days; it begins at a word from `from` to `most`, and ends
 * between `least` and `end`. */
static bool put_days(const struct request *request, size_t from, size_t most, size_t least,
                     size_t end, struct buf *out)
{
    static const struct calendar_day any = {2000, 1, 1};
    const struct folded *line = &request->line;
    struct calendar_span span;
    OWN(buf) days = {0};

    for (; from <= most; from = folded_next(line, folded_word_end(line, from)))
        for (size_t to = end; to >= least; to--) {
            if (to < line->length && to > least &&
                (folded_in_word(line, to) || !folded_in_word(line, to - 1)))
                continue; /* no word ends here */
            buf_clear(&days);
            put_part(request, from, request->named, &days);
            trim(&days);
            put_part(request, folded_next(line, request->behind), to, &days);
            trim(&days);
            if (days.length &&
                vacation_read_days(request->language, buf_text(&days), &any, &span)) {
                buf_put(out, buf_text(&days));
                return true;
            }
        }
    return false;
}

/* "From tomorrow I'm away until the 10th", "from Monday … for ten days": the day before the word,
 * where it is said behind it how long. */
static bool put_first_day(const struct request *request, struct buf *out)
{
    static const struct calendar_day any = {2000, 1, 1};
    size_t at = folded_next(&request->line, request->behind), used = 0, from = request->when - 1;
    uint16_t term = PHRASE_TERMS;
    struct calendar_span span;
    OWN(buf) days = {0};

    if (!request->when || from >= request->named || at >= request->line.length)
        return false;
    put_part(request, at, at + strcspn(request->line.text + at, ",.;!?"), &days);
    if (!(folded_match(&request->line, request->words->phrases, at, &term, 1, &used) &&
          term == PHRASE_UNTIL) &&
        !(vacation_read_days(request->language, buf_text(&days), &any, &span) &&
          calendar_compare(&span.from, &any) == 0))
        return false;
    put_part(request, from, folded_word_end(&request->line, from), out);
    return true;
}

static bool put_command(const struct request *request, struct buf *out)
{
    const char *name = rows[request->row].key + strlen("command.");
    const size_t start = folded_next(&request->line, 0), whole = request->line.length;

    switch (rows[request->row].shape) {
    case REST:
        buf_put(out, name);
        put_rest(request, out);
        return request->unknown <= UNKNOWN_SURE;
    case DAYS:
        if (titles_within(request->library, request->line.line))
            return false; /* beside a game's name they may be its terms */
        buf_put(out, name);
        if (!request->numbers) {
            if (request->noun[WITHOUT] && request->when)
                return false; /* "away from tomorrow, no moves please" */
            if (!request->noun[WITHOUT])
                return put_first_day(request, out)
                           ? put_days(request, request->named, request->named, request->behind,
                                      whole, out)
                           : put_days(request, start, start, request->behind, request->behind, out);
            buf_put(out, " off");
        } else if (request->first_number > request->behind) {
            put_first_day(request, out);
            if (!put_days(request, request->named, request->named, request->last_number, whole,
                          out))
                put_part(request, folded_next(&request->line, request->behind),
                         request->last_number, out);
        } else if (!put_days(request, start, request->first_number, request->behind, whole, out))
            put_part(request, request->first_number, request->last_number, out);
        return true;
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
               request->unknown <= (request->row <= 1 ? UNKNOWN_SURE : UNKNOWN_MOST);
    }
}

/* Nouns alone, where no command is named. */
static bool put_setting(const struct request *request, struct buf *out)
{
    const bool *noun = request->noun;

    if (request->unknown > UNKNOWN_SURE)
        return false;
    if (request->whole && request->asked) /* "why are there no pictures?" */
        buf_printf(out, "help %.*s", (int)strcspn(request->whole, "-"), request->whole);
    else if (request->asked)
        return false;
    else if (request->whole)
        for (const char *at = request->whole; *at; at++)
            buf_put_char(out, *at == '-' ? ' ' : *at);
    else if (noun[PICTURE] && noun[WITHOUT])
        buf_put(out, "format text");
    else if (noun[LETTER] && noun[ONE] && noun[DAY] && !request->denied)
        buf_put(out, "letters daily");
    return out->length > 0;
}

/* A zone's whole name is said for nothing else: "deadlines in Europe/Dublin from now on". */
static bool put_zone(const char *line, struct buf *out)
{
    char zone[CALENDAR_ZONE_BYTES];

    if (!zone_names_within(line, zone))
        return false;
    buf_printf(out, "zone %s", zone);
    return true;
}

/* "What does DT-REVEAL-03 say": a clause has a name like no other word. */
static bool put_clause(const char *line, struct buf *out)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", figures[] = "0123456789";

    for (const char *at = line; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        size_t game = strspn(at, capitals), part, number;

        if (game < 2 || at[game] != '-')
            continue;
        part = strspn(at + game + 1, capitals);
        if (part < 2 || at[game + 1 + part] != '-')
            continue;
        number = strspn(at + game + part + 2, figures);
        if (!number)
            continue;
        buf_printf(out, "rule %.*s", (int)(game + part + number + 2), at);
        return true;
    }
    return false;
}

/* False: there is nothing to read it by. */
static bool go_over(struct request *request, const struct library *library,
                    const struct language *language, const struct lexicon *game, const char *line)
{
    const struct lexicon *words = language_commands(language);

    *request = (struct request){.library = library,
                                .language = language,
                                .words = words ? words->own : NULL,
                                .game = game,
                                .row = ROWS};
    if (!request->words || !folded_read(&request->line, line))
        return false;
    for (size_t at = 0; (at = folded_next(&request->line, at)) < request->line.length;)
        at = take(request, at);
    return true;
}

const char *requests_behind(const struct language *language, const char *line, const char *term)
{
    const struct lexicon *words = language_commands(language);
    const char *behind = NULL;
    struct folded folded;
    size_t used;

    words = words ? words->own : NULL;
    if (!words || !folded_read(&folded, line))
        return NULL;
    for (size_t at = 0; !behind && (at = folded_next(&folded, at)) < folded.length;
         at = folded_word_end(&folded, at))
        if ((used = folded_has(&folded, words, at, term)) > 0)
            behind = line + folded_before(&folded, at + used);
    return behind;
}

bool requests_says(const struct language *language, const char *line, const char *term)
{
    return requests_behind(language, line, term) != NULL;
}

const char *requests_level(const struct language *language, const char *line)
{
    static const char *const levels[] = {"value.easy", "value.medium", "value.hard",
                                         "value.expert"};
    const struct lexicon *words = language_commands(language);
    const char *level = NULL;
    struct folded folded;
    size_t used;

    words = words ? words->own : NULL;
    if (!words || !folded_read(&folded, line))
        return NULL;
    for (size_t at = 0; !level && (at = folded_next(&folded, at)) < folded.length;
         at = folded_word_end(&folded, at))
        for (size_t i = 0, most = 0; i < sizeof levels / sizeof *levels; i++)
            if ((used = folded_has(&folded, words, at, levels[i])) > most) {
                most = used; /* "the hardest" is not hard */
                level = levels[i] + strlen("value.");
            }
    return level;
}

enum requests_move requests_move(const struct library *library, const struct language *language,
                                 const char *line)
{
    struct request request;

    if (!go_over(&request, library, language, NULL, line) || request.denied ||
        request.joins == request.leaves)
        return REQUESTS_NEITHER;
    if (request.joins && request.noun[WITHOUT]) /* "I don't want to enter" */
        return REQUESTS_NEITHER;
    return request.joins ? REQUESTS_JOINS : REQUESTS_LEAVES;
}

bool requests_of_others(const struct library *library, const struct language *language,
                        const struct lexicon *game, const char *line, struct buf *out)
{
    struct request request;
    const char *command = go_over(&request, library, language, game, line) && !request.denied
                              ? of_others(&request)
                              : NULL;
    const char *when = line + (request.when ? folded_before(&request.line, request.when - 1) : 0);
    bool lends = command && text_equal(command, "lend");
    bool bare = command && (text_equal(command, "pause") || text_equal(command, "resume") ||
                            text_equal(command, "extension"));

    buf_clear(out);
    if (lends && !request.names && request.when) /* until when, and how */
        buf_printf(out, "lend %.*s", (int)strcspn(when, "?"), when);
    else if (command)
        buf_printf(out, bare || lends ? "%s" : "%s %s", command, line);
    return command != NULL;
}

bool requests_read(const struct library *library, const struct language *language, const char *line,
                   bool in_game, struct buf *out)
{
    struct request request;

    buf_clear(out);
    if (!go_over(&request, library, language, NULL, line))
        return false;
    request.denied |= request.until;
    if (request.doubts && request.row == ROWS) { /* "can you check if he cheats" */
        buf_put(out, "help ");
        command_words_show_topic(language_commands(language), "fairness", out);
        return true;
    }
    if (put_setting(&request, out) || (!request.denied && put_zone(line, out)) ||
        put_clause(line, out))
        return true;
    buf_clear(out);
    if (request.joins != request.leaves && request.row < ROWS &&
        text_equal(rows[request.row].key, "command.tournaments")) {
        buf_printf(out, request.joins ? "enter %s" : "leave %s", request.number);
        return request.numbers == 1 && !request.denied; /* wishes.c knows its name */
    }
    if (!in_game && request.row < ROWS && text_equal(rows[request.row].key, "command.status"))
        request.row = ROWS - 1; /* in whichever of his games */
    return request.row < ROWS && !request.denied &&
           (in_game ? rows[request.row].in_game : !rows[request.row].of_seat) &&
           !(rows[request.row].of_seat && request.noun[WITHOUT]) && /* "no quiero pausa" */
           (!request.asked || rows[request.row].tells || rows[request.row].shape == REST) &&
           put_command(&request, out);
}
