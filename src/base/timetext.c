/* SPDX-License-Identifier: MIT */
/* Writes and reads UTC times as text. It reads no clock. */
#include "base/timetext.h"

enum { DAY_SECONDS = 86400 };
static const int64_t LAST_SECOND = 253402300799; /* 9999-12-31T23:59:59Z */

static bool year_is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Days of a common year before each month, and in all of it. */
static const uint16_t days_before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

/* Days before a month, from 1; month 13 is the end of the year. */
static unsigned days_to_month(int64_t year, unsigned month)
{
    return days_before[month - 1] + (month > 2 && year_is_leap(year) ? 1u : 0u);
}

static unsigned days_of_month(int64_t year, unsigned month)
{
    return days_to_month(year, month + 1) - days_to_month(year, month);
}

/* From 1970-01-01 to a date of the proleptic Gregorian calendar. */
static int64_t days_to(int64_t year, unsigned month, unsigned day)
{
    int64_t before = year - 1; /* whole years since year 1; 719162 days lie before 1970 */
    int64_t days = before * 365 + before / 4 - before / 100 + before / 400 - 719162;

    return days + days_to_month(year, month) + day - 1;
}

static void put_two_digits(char *at, unsigned value)
{
    at[0] = (char)('0' + value / 10);
    at[1] = (char)('0' + value % 10);
}

bool timetext_fits(int64_t seconds)
{
    return seconds >= 0 && seconds <= LAST_SECOND;
}

bool timetext_write(int64_t seconds, char out[TIMETEXT_BYTES])
{
    unsigned rest = (unsigned)(seconds % DAY_SECONDS), month = 1;
    int64_t days = seconds / DAY_SECONDS, year = 1970 + days / 366;

    out[0] = '\0';
    if (!timetext_fits(seconds))
        return false;
    while (days_to(year + 1, 1, 1) <= days)
        year++;
    days -= days_to(year, 1, 1);
    while (days >= days_to_month(year, month + 1))
        month++;
    memcpy(out, "0000-00-00T00:00:00Z", TIMETEXT_BYTES);
    put_two_digits(out, (unsigned)(year / 100));
    put_two_digits(out + 2, (unsigned)(year % 100));
    put_two_digits(out + 5, month);
    put_two_digits(out + 8, (unsigned)days - days_to_month(year, month) + 1);
    put_two_digits(out + 11, rest / 3600);
    put_two_digits(out + 14, rest / 60 % 60);
    put_two_digits(out + 17, rest % 60);
    return true;
}

static inline bool two_digits(const char *at, unsigned *value)
{
    unsigned tens = (unsigned)at[0] - '0', ones = (unsigned)at[1] - '0';

    *value = tens * 10 + ones;
    return tens <= 9 && ones <= 9;
}

bool timetext_read(const char *text, size_t length, int64_t *seconds)
{
    unsigned century, year, month, day, hour, minute, second;
    int64_t full;

    if (length != TIMETEXT_BYTES - 1 || text[4] != '-' || text[7] != '-' || text[10] != 'T' ||
        text[13] != ':' || text[16] != ':' || text[19] != 'Z')
        return false;
    if (!two_digits(text, &century) || !two_digits(text + 2, &year) ||
        !two_digits(text + 5, &month) || !two_digits(text + 8, &day) ||
        !two_digits(text + 11, &hour) || !two_digits(text + 14, &minute) ||
        !two_digits(text + 17, &second))
        return false;
    full = (int64_t)century * 100 + year;
    if (full < 1970 || month < 1 || month > 12 || day < 1 || day > days_of_month(full, month) ||
        hour > 23 || minute > 59 || second > 59)
        return false;
    *seconds = days_to(full, month, day) * DAY_SECONDS + hour * 3600 + minute * 60 + second;
    return true;
}
