/* SPDX-License-Identifier: MIT */
/* Reads when a letter came in from what our own mail system wrote. It never believes the
 * sender's date. */
#include "post/arrival.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "base/timetext.h"

enum { DAY_S = 24 * 60 * 60, COMMENT_DEPTH_MAX = 8 };

static const char month_names[] = "janfebmaraprmayjunjulaugsepoctnovdec";
static const unsigned char month_days[12] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

/* RFC 5322 4.3, hours east of UTC. All others, the military letters too, mean "not known" = UTC. */
static const struct {
    char name[4];
    int hours;
} zones[] = {{"EST", -5}, {"EDT", -4}, {"CST", -6}, {"CDT", -5},
             {"MST", -7}, {"MDT", -6}, {"PST", -8}, {"PDT", -7}};

/* Text being read from left to right. */
struct cursor {
    const char *at;
    const char *end;
};

struct moment {
    int64_t year;
    unsigned month, day, hour, minute, second;
    int zone_s; /* east of UTC */
};

static bool take_char(struct cursor *c, char wanted)
{
    if (c->at == c->end || *c->at != wanted)
        return false;
    c->at++;
    return true;
}

/* Between min and max digits; how many stand there is returned, 0 for too few. */
static unsigned take_digits(struct cursor *c, unsigned min, unsigned max, unsigned *number)
{
    unsigned count = 0;

    *number = 0;
    while (count < max && c->at < c->end && text_is_digit(*c->at)) {
        *number = *number * 10 + (unsigned)(*c->at++ - '0');
        count++;
    }
    return count < min ? 0 : count;
}

static bool take_month(struct cursor *c, unsigned *month)
{
    if (c->end - c->at < 3)
        return false;
    for (unsigned m = 0; m < 12; m++) {
        if (strncasecmp(c->at, month_names + 3 * m, 3) == 0) {
            c->at += 3;
            *month = m + 1;
            return true;
        }
    }
    return false;
}

static bool take_offset(struct cursor *c, int *zone_s)
{
    bool west = c->at < c->end && *c->at == '-';
    unsigned number;

    if (!west && (c->at == c->end || *c->at != '+'))
        return false;
    c->at++;
    if (!take_digits(c, 4, 4, &number) || number % 100 > 59 || number > 2359)
        return false;
    *zone_s = (int)(number / 100 * 3600 + number % 100 * 60) * (west ? -1 : 1);
    return true;
}

static bool take_zone_name(struct cursor *c, int *zone_s)
{
    const char *start = c->at;

    while (c->at < c->end && text_is_letter(*c->at))
        c->at++;
    *zone_s = 0;
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++)
        if (c->at - start == 3 && strncasecmp(start, zones[i].name, 3) == 0)
            *zone_s = zones[i].hours * 3600;
    return c->at > start;
}

static bool moment_to_seconds(const struct moment *m, int64_t *seconds)
{
    unsigned leap = m->second == 60 ? 59 : m->second;

    if (m->year < 1970 || m->year > 9999 || m->month < 1 || m->month > 12 || m->day < 1 ||
        m->day > month_days[m->month - 1] || m->hour > 23 || m->minute > 59 || leap > 59)
        return false;
    *seconds = timetext_days(m->year, m->month, m->day) * DAY_S + (int64_t)m->hour * 3600 +
               (int64_t)m->minute * 60 + (int64_t)leap - m->zone_s;
    return true;
}

bool arrival_read_internaldate(const char *text, size_t length, int64_t *seconds)
{
    struct cursor c = {text, text + length};
    struct moment m = {0};
    unsigned year;

    if (take_char(&c, ' ')) {
        if (!take_digits(&c, 1, 1, &m.day))
            return false;
    } else if (!take_digits(&c, 1, 2, &m.day)) {
        return false;
    }
    if (!take_char(&c, '-') || !take_month(&c, &m.month) || !take_char(&c, '-') ||
        !take_digits(&c, 4, 4, &year) || !take_char(&c, ' ') || !take_digits(&c, 2, 2, &m.hour) ||
        !take_char(&c, ':') || !take_digits(&c, 2, 2, &m.minute) || !take_char(&c, ':') ||
        !take_digits(&c, 2, 2, &m.second) || !take_char(&c, ' ') || !take_offset(&c, &m.zone_s) ||
        c.at != c.end)
        return false;
    m.year = year;
    return moment_to_seconds(&m, seconds);
}

/* Skip a comment that may hold comments (RFC 5322 3.2.2). */
static bool skip_comment(struct cursor *c)
{
    unsigned depth = 0;

    for (; c->at < c->end; c->at++) {
        if (*c->at == '\\' && c->end - c->at > 1)
            c->at++;
        else if (*c->at == '(' && ++depth > COMMENT_DEPTH_MAX)
            return false;
        else if (*c->at == ')' && --depth == 0)
            return c->at++, true;
    }
    return false;
}

/* Skip folding white space and comments; false if a comment has no end. */
static bool skip_cfws(struct cursor *c)
{
    while (c->at < c->end) {
        if (text_is_space(*c->at))
            c->at++;
        else if (*c->at != '(')
            return true;
        else if (!skip_comment(c))
            return false;
    }
    return true;
}

/* Obsolete years have two or three digits (RFC 5322 4.3). */
static bool take_year(struct cursor *c, int64_t *year)
{
    unsigned number, digits = take_digits(c, 2, 4, &number);

    *year = number;
    if (digits == 2)
        *year += number < 50 ? 2000 : 1900;
    else if (digits == 3)
        *year += 1900;
    return digits > 0;
}

static bool take_weekday(struct cursor *c)
{
    while (c->at < c->end && text_is_letter(*c->at))
        c->at++;
    return skip_cfws(c) && take_char(c, ',') && skip_cfws(c);
}

bool arrival_read_rfc5322(const char *text, size_t length, int64_t *seconds)
{
    struct cursor c = {text, text + length};
    struct moment m = {0};

    if (!skip_cfws(&c) || c.at == c.end || (text_is_letter(*c.at) && !take_weekday(&c)))
        return false;
    if (!take_digits(&c, 1, 2, &m.day) || !skip_cfws(&c) || !take_month(&c, &m.month) ||
        !skip_cfws(&c) || !take_year(&c, &m.year) || !skip_cfws(&c) ||
        !take_digits(&c, 2, 2, &m.hour) || !skip_cfws(&c) || !take_char(&c, ':') ||
        !skip_cfws(&c) || !take_digits(&c, 2, 2, &m.minute) || !skip_cfws(&c))
        return false;
    if (take_char(&c, ':') &&
        (!skip_cfws(&c) || !take_digits(&c, 2, 2, &m.second) || !skip_cfws(&c)))
        return false;
    if (!take_offset(&c, &m.zone_s) && !take_zone_name(&c, &m.zone_s))
        return false;
    return skip_cfws(&c) && c.at == c.end && moment_to_seconds(&m, seconds);
}

/* Cut the next header field, its folded lines included; false at the end of the header. */
static bool take_field(struct cursor *c, struct cursor *field)
{
    field->at = c->at;
    if (c->at == c->end || *c->at == '\n' || *c->at == '\r')
        return false;
    do {
        const char *feed = memchr(c->at, '\n', (size_t)(c->end - c->at));

        field->end = feed ? feed : c->end;
        c->at = feed ? feed + 1 : c->end;
    } while (c->at < c->end && (*c->at == ' ' || *c->at == '\t'));
    return true;
}

/* True if the word "by", outside comments and strings, is followed by our host. */
static bool field_is_by(struct cursor field, const char *our_host)
{
    size_t length = strlen(our_host);
    bool after_by = false;

    while (skip_cfws(&field) && field.at < field.end && *field.at != ';') {
        const char *word = field.at;
        size_t count;

        while (field.at < field.end && !text_is_space(*field.at) && *field.at != '(' &&
               *field.at != ';')
            field.at++;
        count = (size_t)(field.at - word);
        if (after_by)
            return count == length && strncasecmp(word, our_host, length) == 0;
        after_by = count == 2 && strncasecmp(word, "by", 2) == 0;
    }
    return false;
}

static bool field_time(struct cursor field, int64_t *seconds)
{
    for (const char *at = field.end; at > field.at; at--)
        if (at[-1] == ';')
            return arrival_read_rfc5322(at, (size_t)(field.end - at), seconds);
    return false;
}

bool arrival_of_received(const char *raw, size_t length, const char *our_host, unsigned hops,
                         int64_t *seconds)
{
    static const char name[] = "received:";
    struct cursor header = {raw, raw + length}, field;

    while (take_field(&header, &field)) {
        if ((size_t)(field.end - field.at) < sizeof name - 1 ||
            strncasecmp(field.at, name, sizeof name - 1) != 0)
            continue;
        field.at += sizeof name - 1;
        if (!field_is_by(field, our_host))
            return false;
        if (--hops == 0)
            return field_time(field, seconds);
    }
    return false;
}
