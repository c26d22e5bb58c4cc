/* SPDX-License-Identifier: MIT */
/* Days as people write them, with the words of all languages: "20.12.2026 to 3.1.", "from 20 Dec
 * until 3 Jan", "del 20 al 31 de diciembre", "2026-12-20..2027-01-03". A day without a year is the
 * next one of that name. Days stand before months, unless the month is a word or there is no such
 * month. Loosely, days may be named from today on, too: "from Friday to Sunday", "for two weeks".
 */

#include "rules/negation.h"
#include "rules/phrase.h"
#include "commands/vacation.h"
#include "tell/command_words.h"

enum {
    TEXT_BYTES = 256,
    DATES = 2,
    MATCHES_MAX = 8,
    WEEK = 7,
    SATURDAY = 6,
    MONTHS = PHRASE_UNTIL - PHRASE_MONTHS
};

/* One day so far; 0 = not said. */
struct said {
    int64_t day, month, year;
    bool months_first; /* "12/20": no other way round is a day */
    unsigned weekday;  /* 1 = Monday; counts where there is no day */
    bool is_near;
    int near_days; /* from today */
};

struct reading {
    const struct lexicon *words, *phrases;
    const struct calendar_day *today;
    const char *at;
    bool loosely, behind_number, behind_weekday;
    int64_t length; /* "for two weeks", in days; 0 = not said */
    struct said said[DATES];
    unsigned count, ended; /* how many were said before the last "until" */
};

/* Does a word mean this of phrases.words? */
static bool means(const struct reading *reading, const char *word, size_t length, unsigned wanted)
{
    uint16_t term[MATCHES_MAX];
    size_t used;
    unsigned count = lexicon_match_whole(reading->phrases, word, length, term, MATCHES_MAX, &used);

    while (count && term[count - 1] != wanted)
        count--;
    return count && used == length;
}

static int64_t month_of(const struct reading *reading, const char *word, size_t length)
{
    for (unsigned m = 0; m < MONTHS; m++)
        if (means(reading, word, length, PHRASE_MONTHS + m))
            return m + 1;
    return 0;
}

/* Figures, as long as they are one number; returns their count. */
static size_t number_at(const char *text, int64_t *number)
{
    size_t digits = strspn(text, "0123456789");

    return digits && digits <= 4 && text_to_int(text, digits, number) ? digits : 0;
}

/* "20.12.2026", "3.1.", "20/12", "2026-12-20": the bytes that it takes, 0 = it is none. */
static size_t figures_at(const char *text, struct said *said)
{
    int64_t first, second, third = 0;
    size_t at = number_at(text, &first), used;
    char sign = text[at];

    if (!at || !sign || !strchr("./-", sign))
        return 0;
    used = number_at(text + at + 1, &second);
    if (!used)
        return 0;
    at += 1 + used;
    if (text[at] == sign && (used = number_at(text + at + 1, &third)) > 0)
        at += 1 + used;
    else if (text[at] == sign && sign == '.' && text[at + 1] != '.')
        at++; /* "3.1." */
    if (first > 31)
        *said = (struct said){.day = third, .month = second, .year = first};
    else if (second > MONTHS && first <= MONTHS)
        *said = (struct said){.day = second, .month = first, .year = third, .months_first = true};
    else
        *said = (struct said){.day = first, .month = second, .year = third};
    return sign == '-' && !third ? 0 : at; /* "20-31 Dec" are two days */
}

/* "Friday 12", "Friday the 12th", not "Friday to the 12th", which would be a Saturday. */
static bool is_its_day(const struct reading *reading, unsigned weekday, int64_t number)
{
    struct calendar_day day = *reading->today;

    for (int later = 0; day.day != number && later <= WEEK * WEEK; later++)
        day = calendar_day_later(reading->today, later);
    return reading->behind_weekday || calendar_weekday(&day) == weekday;
}

/* Take a number that stands alone: a day, or the year behind a month. */
static bool take_number(struct reading *reading, int64_t number)
{
    struct said *last = reading->count ? &reading->said[reading->count - 1] : NULL;

    if (number > 31) {
        if (!last || last->year || !last->month)
            return false;
        last->year = number;
        return true;
    }
    if (last && !last->day && reading->count > reading->ended &&
        (last->month || (last->weekday && is_its_day(reading, last->weekday, number)))) {
        last->day = number; /* "Dec 20", "Friday 12" */
        return true;
    }
    if (reading->count == DATES)
        return false;
    reading->said[reading->count++] = (struct said){.day = number};
    return true;
}

/* "20 Dec", "Dec 20", "20 to 31 December": a month is of all days before it that have none. */
static bool take_month(struct reading *reading, int64_t month)
{
    bool taken = false;

    for (unsigned i = 0; i < reading->count; i++)
        if (!reading->said[i].month) {
            reading->said[i].month = month;
            taken = true;
        }
    if (taken)
        return true;
    if (reading->count == DATES)
        return false;
    reading->said[reading->count++] = (struct said){.month = month};
    return true;
}

static void add_near(struct reading *reading, int days)
{
    if (reading->count < DATES)
        reading->said[reading->count++] = (struct said){.is_near = true, .near_days = days};
}

/* The number before it was no day: "3 days". */
static void take_length(struct reading *reading, int64_t unit)
{
    struct said *last = &reading->said[reading->count - 1];

    reading->length = last->day * unit;
    last->day = 0;
    if (!last->weekday && !last->month)
        reading->count--;
}

/* One word or several of a day that is named from today on, or of how long; the bytes that it
 * takes, 0 = it is none. */
static size_t take_near(struct reading *reading)
{
    const int today = (int)calendar_weekday(reading->today);
    uint16_t term[MATCHES_MAX];
    size_t used;
    unsigned number, count = lexicon_match_whole(reading->phrases, reading->at, strlen(reading->at),
                                                 term, MATCHES_MAX, &used);

    for (unsigned i = 0; i < count; i++) {
        if (term[i] >= PHRASE_TODAY && term[i] <= PHRASE_OVERMORROW)
            add_near(reading, term[i] - PHRASE_TODAY);
        else if (term[i] == PHRASE_NEXT_WEEK || term[i] == PHRASE_WEEKEND) {
            int first =
                term[i] == PHRASE_NEXT_WEEK ? WEEK + 1 - today : (SATURDAY + WEEK - today) % WEEK;

            add_near(reading, first);
            add_near(reading, first + (term[i] == PHRASE_NEXT_WEEK ? WEEK - 1 : 1));
        } else if (term[i] == PHRASE_ONE_WEEK || term[i] == PHRASE_TWO_WEEKS)
            reading->length = term[i] == PHRASE_ONE_WEEK ? WEEK : 2 * WEEK;
        else if ((term[i] == PHRASE_WEEK || term[i] == PHRASE_DAYS) && reading->behind_number)
            take_length(reading, term[i] == PHRASE_WEEK ? WEEK : 1);
        else
            continue;
        reading->behind_number = false;
        return used;
    }
    reading->behind_number =
        phrase_number(reading->phrases, reading->at, strlen(reading->at), &number, &used) &&
        take_number(reading, number);
    return reading->behind_number ? used : 0;
}

/* "Friday" */
static bool take_weekday(struct reading *reading, size_t length)
{
    unsigned day = command_words_weekday(reading->words, reading->at, length);

    if (day && reading->count < DATES)
        reading->said[reading->count++] = (struct said){.weekday = day};
    return day != 0;
}

static bool take_until(struct reading *reading, size_t length)
{
    if (!means(reading, reading->at, length, PHRASE_UNTIL))
        return false;
    reading->ended = reading->count;
    return true;
}

static bool take_one(struct reading *reading)
{
    struct said figures;
    size_t length = figures_at(reading->at, &figures);
    int64_t number;
    bool taken = true, counted = false;

    if (!length && reading->loosely && (length = take_near(reading)) > 0) {
        reading->at += length;
        return true;
    }
    if (length && reading->count < DATES)
        reading->said[reading->count++] = figures;
    else if ((length = number_at(reading->at, &number)) > 0)
        counted = taken = take_number(reading, number);
    else if (*reading->at == '(')
        length = strcspn(reading->at, ")"); /* "(Rome)" */
    else {
        while (text_is_letter(reading->at[length]))
            length++;
        number = month_of(reading, reading->at, length);
        if (number)
            taken = take_month(reading, number);
        else
            taken = (reading->loosely && take_weekday(reading, length)) ||
                    means(reading, reading->at, length, PHRASE_DATED) ||
                    take_until(reading, length);
    }
    reading->behind_weekday = command_words_weekday(reading->words, reading->at, length) > 0;
    reading->at += length;
    reading->behind_number = counted;
    return taken;
}

/* The first day from one on that this says without a month. */
static bool settle_near(const struct reading *reading, const struct said *said,
                        const struct calendar_day *from, struct calendar_day *out)
{
    enum { DAYS_MOST = 62 };

    if (said->is_near) {
        *out = calendar_day_later(reading->today, said->near_days);
        return true;
    }
    for (int i = 0; i < DAYS_MOST; i++) {
        *out = calendar_day_later(from, i);
        if (said->day ? out->day == said->day : calendar_weekday(out) == said->weekday)
            return true;
    }
    return false;
}

/* The next day of that name, from a day on. */
static bool settle(const struct reading *reading, const struct said *said,
                   const struct calendar_day *from, struct calendar_day *out)
{
    int64_t year = said->year < 100 && said->year ? 2000 + said->year : said->year;
    char text[TEXT_BYTES];
    struct text exact;

    if (reading->loosely && (said->is_near || !said->month || !said->day))
        return settle_near(reading, said, from, out);
    for (unsigned later = 0; later < 2; later++) {
        text_init(&exact, text, sizeof text);
        TEXT_PUT(&exact, TEXT_INT(year ? year : from->year + (int64_t)later),
                 said->month < 10 ? "-0" : "-", TEXT_INT(said->month), said->day < 10 ? "-0" : "-",
                 TEXT_INT(said->day));
        if (calendar_read_day(text, exact.length, out) &&
            (year || calendar_compare(out, from) >= 0))
            return true;
    }
    return false;
}

/* "Dec 20-27", "20.12. to 31.12.2027": what one day says of the other. */
static void complete(struct said *from, struct said *to)
{
    struct said *other = from->months_first ? to : from;

    if (from->months_first != to->months_first && other->day <= MONTHS && other->month <= MONTHS) {
        int64_t month = other->day; /* who writes one so writes both so */

        other->day = other->month;
        other->month = month;
    }
    to->month = to->month ? to->month : from->month;
    if (to->year && !from->year)
        from->year = to->year - (from->month * 32 + from->day > to->month * 32 + to->day);
}

/* How days are named: by a number, which may be a card's; by how long it is. */
struct named {
    bool numbered, lasting;
};

static bool read(const struct language *language, const char *words, bool loosely,
                 const struct calendar_day *today, struct calendar_span *span, struct named *named)
{
    char folded[TEXT_BYTES];
    struct reading reading = {.words = language_commands(language),
                              .phrases = language_commands(language)->phrases,
                              .today = today,
                              .loosely = loosely,
                              .at = folded};
    size_t length = strlen(words), first;
    bool until; /* "until the 9th of December": from now on */

    if (length >= sizeof folded / 2)
        return false;
    folded[lexicon_fold(words, length, folded, NULL, sizeof folded - 1)] = '\0';
    reading.at += strspn(reading.at, " ,");
    first = strcspn(reading.at, " ");
    until = means(&reading, reading.at, first, PHRASE_UNTIL);
    while (*(reading.at += strspn(reading.at, " .,:;-')")))
        if (!take_one(&reading))
            return false;
    *named = (struct named){reading.said[0].day, reading.length && !reading.count};
    if (reading.count == DATES)
        complete(&reading.said[0], &reading.said[1]);
    if (reading.length && reading.count < DATES) {
        span->from = *today;
        if (reading.count && !settle(&reading, &reading.said[0], today, &span->from))
            return false;
        span->to = calendar_day_later(&span->from, (int)reading.length - 1);
        return true;
    }
    span->to = calendar_day_later(today, until && reading.said[0].weekday); /* on a Monday */
    if (!reading.count || !settle(&reading, &reading.said[0], &span->to, &span->from))
        return false;
    if (reading.count < DATES) {
        span->to = span->from;
        if (until)
            span->from = *today;
        return calendar_compare(&span->from, &span->to) <= 0;
    }
    return settle(&reading, &reading.said[1], &span->from, &span->to) &&
           calendar_compare(&span->from, &span->to) <= 0;
}

bool vacation_read_dates(const struct language *language, const char *words,
                         const struct calendar_day *today, struct calendar_span *span)
{
    return read(language, words, false, today, span, &(struct named){false});
}

bool vacation_read_days(const struct language *language, const char *words,
                        const struct calendar_day *today, struct calendar_span *span)
{
    return read(language, words, true, today, span, &(struct named){false});
}

bool vacation_find_dates(const struct language *language, const char *line, bool away,
                         const struct calendar_day *today, struct calendar_span *span)
{
    const struct lexicon *words = language_commands(language);
    char text[TEXT_BYTES];
    size_t length = strlen(line);
    struct calendar_span one;
    struct named named;
    bool begun = false; /* "from Monday I am away for ten days" */

    if (length >= sizeof text)
        return false;
    lexicon_fold(line, length, text, NULL, sizeof text);
    away |= words && !strchr(line, '?') && negation_is_in(words->own, text, strlen(text));
    for (size_t from = 0; from < length; from += 1 + strcspn(line + from + 1, " "))
        for (size_t to = length; to > from; to--) {
            if (text_is_letter(line[to]) || text_is_digit(line[to]))
                continue; /* amid a word */
            text_copy(text, to - from + 1, line + from);
            if (!read(language, text, away, today, &one, &named))
                continue;
            if (calendar_compare(&one.from, &one.to) != 0 && (!begun || named.lasting)) {
                span->from = begun ? span->from : one.from;
                span->to = calendar_day_later(&span->from, (int)calendar_length(&one) - 1);
                return true;
            }
            if (begun || !away || named.numbered || calendar_compare(today, &one.from) >= 0)
                continue;
            *span = one;
            begun = true;
            from = to - 1;
            break;
        }
    return begun;
}
