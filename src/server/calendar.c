/* SPDX-License-Identifier: MIT */
/* Reckons with time that counts: days off, quiet hours, zones. It reads no clock. */
#include "server/calendar.h"

#include <glib.h>
#include <pthread.h>

#include "server/zone_names.h"

enum {
    STRETCHES_MOST = 24000,
    HOURS = 24,
    DAY_S = 86400
}; /* days, each with its hours: twenty years */

const char *const calendar_weekdays[] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};

/* ---- text ---- */

static bool read_number(const char *text, size_t length, int64_t least, int64_t most, int64_t *out)
{
    return text_to_int(text, length, out) && *out >= least && *out <= most;
}

/* "12-25" or "2027-12-25". */
static bool read_any_day(const char *text, size_t length, struct calendar_day *day)
{
    int64_t year = 2000, month, number; /* a leap year has all days */
    size_t at = length == 10 ? 5 : 0;

    if ((length != 5 && length != 10) || text[at + 2] != '-' || (at && text[4] != '-') ||
        (at && !read_number(text, 4, 1970, 9999, &year)) ||
        !read_number(text + at, 2, 1, 12, &month) || !read_number(text + at + 3, 2, 1, 31, &number))
        return false;
    if (!g_date_valid_dmy((GDateDay)number, (GDateMonth)month, (GDateYear)year))
        return false;
    *day = (struct calendar_day){at ? (int16_t)year : 0, (uint8_t)month, (uint8_t)number};
    return true;
}

bool calendar_read_day(const char *text, size_t length, struct calendar_day *day)
{
    return length == 10 && read_any_day(text, length, day);
}

/* "20h": an hour of the day; returns its bytes, 0 = it is none. */
static size_t read_hour(const char *text, size_t length, uint8_t *hour)
{
    const char *sign = memchr(text, 'h', length);
    int64_t number;

    if (!sign || sign - text > 2 || !read_number(text, (size_t)(sign - text), 0, HOURS, &number))
        return 0;
    *hour = (uint8_t)(number % HOURS);
    return (size_t)(sign - text) + 1;
}

/* "20h-8h" */
static bool read_rest(const char *text, size_t length, struct calendar *days)
{
    size_t used = read_hour(text, length, &days->rest_from);

    return used && used < length && text[used] == '-' &&
           used + 1 + read_hour(text + used + 1, length - used - 1, &days->rest_to) == length &&
           text[length - 1] == 'h' && days->rest_from != days->rest_to;
}

static bool read_free(const char *text, size_t length, struct calendar *days)
{
    if (memchr(text, 'h', length) && text_is_digit(*text))
        return days->rest_from == days->rest_to && read_rest(text, length, days);
    for (unsigned i = 0; length == 3 && i < 7; i++)
        if (memcmp(text, calendar_weekdays[i], 3) == 0) {
            days->weekdays |= (uint8_t)(1u << i);
            return true;
        }
    return days->day_count < CALENDAR_DAYS &&
           read_any_day(text, length, &days->day[days->day_count++]);
}

bool calendar_read_days(const char *text, struct calendar *days)
{
    struct calendar made = *days;

    made.weekdays = 0;
    made.day_count = 0;
    made.rest_from = made.rest_to = 0;
    if (text_equal(text, "none"))
        text = "";
    while (*text) {
        size_t length = strcspn(text, "+");

        if (!read_free(text, length, &made) || (text[length] && !text[length + 1]))
            return false;
        text += length + (text[length] == '+');
    }
    if (made.weekdays == 0x7f)
        return false;
    *days = made;
    return true;
}

static bool read_span(const char *text, size_t length, struct calendar_span *span)
{
    return length == 22 && memcmp(text + 10, "..", 2) == 0 &&
           calendar_read_day(text, 10, &span->from) &&
           calendar_read_day(text + 12, 10, &span->to) &&
           calendar_compare(&span->from, &span->to) <= 0;
}

bool calendar_read_spans(const char *text, struct calendar *spans)
{
    struct calendar made = *spans;

    made.span_count = 0;
    while (*(text += strspn(text, " "))) {
        size_t length = strcspn(text, " ");

        if (made.span_count == CALENDAR_SPANS ||
            !read_span(text, length, &made.span[made.span_count++]))
            return false;
        text += length;
    }
    *spans = made;
    return true;
}

static void write_day(const struct calendar_day *day, struct buf *out)
{
    buf_printf(out, "%04d-%02d-%02d", day->year, day->month, day->day);
}

void calendar_write_spans(const struct calendar *spans, struct buf *out)
{
    for (unsigned i = 0; i < spans->span_count; i++) {
        buf_put(out, i ? " " : "");
        write_day(&spans->span[i].from, out);
        buf_put(out, "..");
        write_day(&spans->span[i].to, out);
    }
}

/* ---- days ---- */

int calendar_compare(const struct calendar_day *a, const struct calendar_day *b)
{
    if (a->year != b->year)
        return a->year < b->year ? -1 : 1;
    if (a->month != b->month)
        return a->month < b->month ? -1 : 1;
    return a->day == b->day ? 0 : a->day < b->day ? -1 : 1;
}

static GDate date_of(const struct calendar_day *day)
{
    GDate date;

    g_date_clear(&date, 1);
    g_date_set_dmy(&date, day->day, (GDateMonth)day->month, (GDateYear)day->year);
    return date;
}

struct calendar_day calendar_day_later(const struct calendar_day *day, int count)
{
    GDate date = date_of(day);

    if (count < 0)
        g_date_subtract_days(&date, (guint)-count);
    else
        g_date_add_days(&date, (guint)count);
    return (struct calendar_day){(int16_t)g_date_get_year(&date), (uint8_t)g_date_get_month(&date),
                                 (uint8_t)g_date_get_day(&date)};
}

unsigned calendar_weekday(const struct calendar_day *day)
{
    GDate date = date_of(day);

    return (unsigned)g_date_get_weekday(&date);
}

int64_t calendar_length(const struct calendar_span *span)
{
    GDate from = date_of(&span->from), to = date_of(&span->to);

    return g_date_days_between(&from, &to) + 1;
}

/* ---- zones ---- */

/* Kept open: reading one costs some hundred microseconds, and letters ask for their reader's
 * several times. One is read again after so many uses: the database may have been brought up to
 * date. */
enum { KEPT = 64, KEPT_USES = 10000 };

struct kept_zone {
    char name[CALENDAR_ZONE_BYTES];
    GTimeZone *zone;
    unsigned uses;
};

static struct kept_zone kept[KEPT]; /* by the hash of the name; the newest stays */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* A name of the tz database; it becomes part of a path. */
static bool is_zone_name(const char *name)
{
    size_t length = strlen(name);

    if (!length || length >= CALENDAR_ZONE_BYTES || !text_is_letter(name[0]) || strstr(name, "//"))
        return false;
    for (const char *c = name; *c; c++)
        if (!text_is_letter(*c) && !text_is_digit(*c) && !strchr("/_+-", *c))
            return false;
    return true;
}

/* Keep a zone that was read, instead of what was there. */
static void put(struct kept_zone *place, const char *name, GTimeZone *zone)
{
    if (place->zone)
        g_time_zone_unref(place->zone);
    text_copy(place->name, sizeof place->name, name);
    place->zone = g_time_zone_ref(zone);
    place->uses = 0;
}

/* NULL = there is none of that name. The caller unrefs it. */
static GTimeZone *find_zone(const char *name)
{
    GTimeZone *zone = NULL;
    struct kept_zone *place;

    if (!is_zone_name(name))
        return NULL;
    place = &kept[g_str_hash(name) % KEPT];
    pthread_mutex_lock(&lock);
    if (place->zone && text_equal(place->name, name) && place->uses++ < KEPT_USES)
        zone = g_time_zone_ref(place->zone);
    pthread_mutex_unlock(&lock);
    if (zone)
        return zone;
    zone = zone_names_has(name) ? g_time_zone_new_identifier(name) : NULL;
    if (!zone)
        return NULL;
    pthread_mutex_lock(&lock);
    put(place, name, zone);
    pthread_mutex_unlock(&lock);
    return zone;
}

static GTimeZone *open_zone(const char *zone)
{
    GTimeZone *made = find_zone(zone);

    return made ? made : g_time_zone_new_utc();
}

bool calendar_zone_exists(const char *zone)
{
    GTimeZone *made = find_zone(zone);

    if (made)
        g_time_zone_unref(made);
    return made != NULL;
}

static GDateTime *local_of(GTimeZone *zone, int64_t at_s)
{
    g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(at_s);

    return g_date_time_to_timezone(utc, zone);
}

static struct calendar_day day_of(GDateTime *local)
{
    return (struct calendar_day){(int16_t)g_date_time_get_year(local),
                                 (uint8_t)g_date_time_get_month(local),
                                 (uint8_t)g_date_time_get_day_of_month(local)};
}

struct calendar_day calendar_today(const char *zone, int64_t at_s)
{
    g_autoptr(GTimeZone) opened = open_zone(zone);
    g_autoptr(GDateTime) local = local_of(opened, at_s);

    return day_of(local);
}

void calendar_local(const char *zone, int64_t at_s, struct calendar_local *out)
{
    GTimeZone *opened = open_zone(zone);
    GDateTime *local = local_of(opened, at_s);

    *out = (struct calendar_local){.year = g_date_time_get_year(local),
                                   .month = g_date_time_get_month(local),
                                   .day = g_date_time_get_day_of_month(local),
                                   .hour = g_date_time_get_hour(local),
                                   .minute = g_date_time_get_minute(local),
                                   .weekday = g_date_time_get_day_of_week(local),
                                   .offset_s = (int)(g_date_time_get_utc_offset(local) / 1000000)};
    text_copy(out->name, sizeof out->name, g_date_time_get_timezone_abbreviation(local));
    g_date_time_unref(local);
    g_time_zone_unref(opened);
}

static int64_t offset_at(GTimeZone *zone, int64_t at_s)
{
    g_autoptr(GDateTime) local = local_of(zone, at_s);

    return g_date_time_get_utc_offset(local) / 1000000;
}

/* When the clocks there show a time, given as if it were UTC. */
static int64_t moment_of(GTimeZone *zone, int64_t shown_s)
{
    int64_t before_s = offset_at(zone, shown_s - DAY_S), after_s = offset_at(zone, shown_s + DAY_S);
    int64_t early = shown_s - (before_s > after_s ? before_s : after_s);
    int64_t late = shown_s - (before_s > after_s ? after_s : before_s);

    if (late + offset_at(zone, late) == shown_s)
        return late;
    if (early + offset_at(zone, early) == shown_s)
        return early;
    for (before_s = offset_at(zone, early); late - early > 1;) { /* the gap's end lies between */
        int64_t middle = early + (late - early) / 2;

        *(offset_at(zone, middle) == before_s ? &early : &late) = middle;
    }
    return late;
}

int64_t calendar_hour(const char *zone, unsigned weekdays, unsigned minute, int64_t from_s)
{
    g_autoptr(GTimeZone) opened = open_zone(zone);
    int64_t day = (from_s + offset_at(opened, from_s)) / DAY_S - 1, at_s = from_s;

    for (int64_t last = day + 15; day < last; day++) {
        if (!(weekdays & 1u << (day + 3) % 7)) /* it began with a Thursday */
            continue;
        at_s = moment_of(opened, day * DAY_S + minute * 60);
        if (at_s >= from_s)
            break;
    }
    return at_s;
}

/* ---- what counts ---- */

static bool is_free_day(const struct calendar *calendar, const struct calendar_day *day,
                        int weekday)
{
    if (calendar->weekdays & 1u << (weekday - 1))
        return true;
    for (unsigned i = 0; i < calendar->day_count; i++) {
        const struct calendar_day *listed = &calendar->day[i];

        if (listed->month == day->month && listed->day == day->day &&
            (!listed->year || listed->year == day->year))
            return true;
    }
    for (unsigned i = 0; i < calendar->span_count; i++)
        if (calendar_compare(&calendar->span[i].from, day) <= 0 &&
            calendar_compare(day, &calendar->span[i].to) <= 0)
            return true;
    return false;
}

static int64_t hour_of(GTimeZone *zone, const struct calendar_day *day, int hour)
{
    g_autoptr(GDateTime) time = g_date_time_new(zone, day->year, day->month, day->day, hour, 0, 0);

    return g_date_time_to_unix(time);
}

/* Is a time of a day among the hours that do not count, and when, before the day ends, is that
 * otherwise? */
static bool is_at_rest(const struct calendar *calendar, GTimeZone *zone,
                       const struct calendar_day *day, int64_t at_s, int64_t *end_s)
{
    bool rests = calendar->rest_from > calendar->rest_to; /* over midnight: the day begins so */
    int first = rests ? calendar->rest_to : calendar->rest_from;
    int second = rests ? calendar->rest_from : calendar->rest_to;
    int64_t first_s = hour_of(zone, day, first), second_s = hour_of(zone, day, second);

    if (at_s < first_s || at_s >= second_s) {
        if (at_s < first_s && first_s < *end_s)
            *end_s = first_s;
        return rests;
    }
    if (second_s < *end_s)
        *end_s = second_s;
    return !rests;
}

/* What a time belongs to: does it count, and until when? Days have 23 to 25 hours. */
static bool look_at_time(const struct calendar *calendar, GTimeZone *zone, int64_t at_s,
                         int64_t *end_s)
{
    GDateTime *local = local_of(zone, at_s), *morning, *next;
    struct calendar_day day = day_of(local);
    bool is_free = is_free_day(calendar, &day, g_date_time_get_day_of_week(local));

    morning = g_date_time_new(zone, day.year, day.month, day.day, 12, 0, 0);
    next = g_date_time_add_days(morning, 1);
    g_date_time_unref(morning);
    morning = g_date_time_new(zone, g_date_time_get_year(next), g_date_time_get_month(next),
                              g_date_time_get_day_of_month(next), 0, 0, 0);
    *end_s = g_date_time_to_unix(morning);
    if (*end_s <= at_s) /* a zone that repeats an hour at midnight */
        *end_s = at_s + 3600;
    if (!is_free && calendar->rest_from != calendar->rest_to)
        is_free = is_at_rest(calendar, zone, &day, at_s, end_s);
    g_date_time_unref(morning);
    g_date_time_unref(next);
    g_date_time_unref(local);
    return is_free;
}

static bool has_free_days(const struct calendar *calendar)
{
    return calendar->weekdays || calendar->day_count || calendar->span_count ||
           calendar->rest_from != calendar->rest_to;
}

int64_t calendar_add(const struct calendar *calendar, int64_t at_s, int64_t seconds)
{
    GTimeZone *zone;
    int64_t end_s;

    if (!has_free_days(calendar))
        return at_s + seconds;
    zone = open_zone(calendar->zone);
    for (unsigned i = 0; seconds > 0 && i < STRETCHES_MOST; i++) {
        bool is_free = look_at_time(calendar, zone, at_s, &end_s);

        if (!is_free && seconds <= end_s - at_s) {
            at_s += seconds;
            seconds = 0;
        } else {
            seconds -= is_free ? 0 : end_s - at_s;
            at_s = end_s;
        }
    }
    g_time_zone_unref(zone);
    return at_s + seconds;
}

int64_t calendar_between(const struct calendar *calendar, int64_t from_s, int64_t to_s)
{
    g_autoptr(GTimeZone) zone = NULL;
    int64_t count = 0, end_s;

    if (from_s >= to_s || !has_free_days(calendar))
        return from_s < to_s ? to_s - from_s : 0;
    zone = open_zone(calendar->zone);
    for (unsigned i = 0; from_s < to_s && i < STRETCHES_MOST; i++) {
        bool is_free = look_at_time(calendar, zone, from_s, &end_s);

        if (end_s > to_s)
            end_s = to_s;
        count += is_free ? 0 : end_s - from_s;
        from_s = end_s;
    }
    return count;
}
