/* SPDX-License-Identifier: MIT */
/* Reads when a letter came in, as an IMAP server writes it. A Maildir's letters have it in their
 * file's time; the sender's date is never believed. */
#include "post/arrival.h"

#include <strings.h>

#include "base/timetext.h"

enum { DAY_S = 24 * 60 * 60 };

static const char month_names[] = "janfebmaraprmayjunjulaugsepoctnovdec";
static const unsigned char month_days[12] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

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
