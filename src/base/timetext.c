#include "base/timetext.h"

#include "base/text.h"

enum { DAY_SECONDS = 86400 };
static const int64_t LAST_SECOND = 253402300799; /* 9999-12-31T23:59:59Z */

static bool year_is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static unsigned days_of_month(int64_t year, unsigned month)
{
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && year_is_leap(year) ? 1u : 0u);
}

int64_t timetext_days(int64_t year, unsigned month, unsigned day)
{
    int64_t before = year - 1; /* whole years since year 1; 719162 days lie before 1970 */
    int64_t days = before * 365 + before / 4 - before / 100 + before / 400 - 719162;

    for (unsigned m = 1; m < month; m++)
        days += days_of_month(year, m);
    return days + day - 1;
}

bool timetext_write(int64_t seconds, char out[TIMETEXT_BYTES])
{
    int64_t days = seconds / DAY_SECONDS, rest = seconds % DAY_SECONDS, year;
    unsigned month = 1;
    struct text text;

    text_init(&text, out, TIMETEXT_BYTES);
    if (seconds < 0 || seconds > LAST_SECOND)
        return false;
    year = 1970 + days / 366;
    while (timetext_days(year + 1, 1, 1) <= days)
        year++;
    days -= timetext_days(year, 1, 1);
    while (days >= days_of_month(year, month))
        days -= days_of_month(year, month++);
    text_put_padded(&text, (uint64_t)year, 4);
    text_put_char(&text, '-');
    text_put_padded(&text, month, 2);
    text_put_char(&text, '-');
    text_put_padded(&text, (uint64_t)days + 1, 2);
    text_put_char(&text, 'T');
    text_put_padded(&text, (uint64_t)rest / 3600, 2);
    text_put_char(&text, ':');
    text_put_padded(&text, (uint64_t)rest / 60 % 60, 2);
    text_put_char(&text, ':');
    text_put_padded(&text, (uint64_t)rest % 60, 2);
    text_put_char(&text, 'Z');
    return true;
}

static bool two_digits(const char *at, unsigned *value)
{
    if (!text_is_digit(at[0]) || !text_is_digit(at[1]))
        return false;
    *value = (unsigned)(at[0] - '0') * 10 + (unsigned)(at[1] - '0');
    return true;
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
    *seconds = timetext_days(full, month, day) * DAY_SECONDS + hour * 3600 + minute * 60 + second;
    return true;
}
