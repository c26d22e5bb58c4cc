/* SPDX-License-Identifier: MIT */
/* Reads when a letter came in, as an IMAP server writes it. A Maildir's letters have it in their
 * file's time; the sender's date is never believed. */
#include "post/arrival.h"

#include <string.h>
#include <time.h>

#include "base/text.h"

enum { DAY_S = 24 * 60 * 60 };

static const char form[] = "00-Mon-0000 00:00:00 +0000";

/* strptime takes more for a date than an IMAP server writes: other blanks, shorter numbers. */
static bool has_form(const char *text)
{
    for (size_t i = text[0] == ' '; i < sizeof form - 1; i++)
        if (form[i] == '0'   ? !text_is_digit(text[i])
            : form[i] == '+' ? text[i] != '+' && text[i] != '-'
                             : !text_is_letter(form[i]) && text[i] != form[i])
            return false;
    return true;
}

bool arrival_read_internaldate(const char *text, size_t length, int64_t *seconds)
{
    char copy[sizeof form] = " ";
    size_t blank = length == sizeof form - 2; /* the day may have one digit */
    struct tm tm = {0};
    const char *end;
    int day, zone_s;
    int64_t utc_s;

    if (length + blank != sizeof form - 1)
        return false;
    memcpy(&copy[blank], text, length);
    end = has_form(copy) ? strptime(copy, "%d-%b-%Y %H:%M:%S %z", &tm) : NULL;
    if (!end || *end || tm.tm_sec > 60 || tm.tm_year < 70)
        return false;
    tm.tm_sec = tm.tm_sec == 60 ? 59 : tm.tm_sec;
    day = tm.tm_mday;
    zone_s = (int)tm.tm_gmtoff;
    utc_s = timegm(&tm);
    if (tm.tm_mday != day || zone_s <= -DAY_S || zone_s >= DAY_S) /* 31 June */
        return false;
    *seconds = utc_s - zone_s;
    return true;
}
