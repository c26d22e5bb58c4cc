/* SPDX-License-Identifier: MIT */
/* Finds the sentences for events, verdicts and times in a reader's language. */
#include "outbound/wording.h"

#include <stdarg.h>
#include <stdio.h>

#include "rules/lexicon.h"
#include "server/calendar.h"

enum { ARG_BYTES = 128 };

const struct tell *wording_tell(const struct wording *wording, struct tell *tell)
{
    *tell =
        (struct tell){.sentences = language_sentences(wording->language), .game = wording->game};
    if (wording->game)
        tell->lexicon = language_lexicon(wording->language, wording->game);
    memcpy(tell->player, wording->player, sizeof tell->player);
    return tell;
}

const char *wording_title(const struct wording *wording, const struct game *game)
{
    return tell_title(language_sentences(wording->language), game);
}

void wording_put(const struct wording *wording, struct buf *out, const char *key, ...)
{
    struct sentence_arg arg[SENTENCE_ARGS_MAX];
    unsigned count = 0;
    const char *name;
    struct tell tell;
    va_list args;

    va_start(args, key);
    while (count < SENTENCE_ARGS_MAX && (name = va_arg(args, const char *)) != NULL) {
        const char *text = va_arg(args, const char *);

        arg[count++] = (struct sentence_arg){name, text ? text : ""};
    }
    va_end(args);
    tell_sentence(wording_tell(wording, &tell), key, arg, count, out);
}

void wording_event(const struct wording *wording, const struct event *event, struct buf *out)
{
    struct tell tell;

    tell_event(wording_tell(wording, &tell), event, out);
}

unsigned wording_events(const struct wording *wording, const struct event *event, unsigned count,
                        struct buf *out)
{
    enum { MANY = 4 };
    unsigned like = 1;
    struct tell tell;

    while (like < count && event[like].kind == event->kind)
        like++;
    if (like >= MANY && tell_events(wording_tell(wording, &tell), event->kind, like, out))
        return like;
    wording_event(wording, event, out);
    return 1;
}

void wording_verdict(const struct wording *wording, const struct verdict *verdict, struct buf *out)
{
    struct tell tell;

    tell_verdict(wording_tell(wording, &tell), verdict, out);
}

void wording_topic(const struct wording *wording, const struct decision *decision, struct buf *out)
{
    struct tell tell;

    tell_topic(wording_tell(wording, &tell), decision, out);
}

void wording_outcome(const struct wording *wording, const struct outcome *outcome, struct buf *out)
{
    struct tell tell;

    tell_outcome(wording_tell(wording, &tell), outcome, out);
}

/* ---- times ---- */

static void put_key(const struct wording *wording, const char *family, int number, char *out,
                    size_t capacity)
{
    OWN(buf) name = {0};
    char key[SENTENCE_KEY_BYTES];
    struct tell tell;

    snprintf(key, sizeof key, "desk.%s.%d", family, number);
    tell_sentence(wording_tell(wording, &tell), key, NULL, 0, &name);
    text_copy(out, capacity, buf_text(&name));
}

/* "UTC", "CET (UTC+1)"; "UTC+5:30" where the zone has no letters. */
static void put_zone(const struct calendar_local *local, struct text *out)
{
    int minutes = (local->offset_s < 0 ? -local->offset_s : local->offset_s) / 60;

    bool letters = text_is_letter(local->name[0]);

    text_put(out, letters ? local->name : "");
    if (text_equal(local->name, "UTC"))
        return;
    text_put(out, letters ? " (UTC" : "UTC");
    text_put_char(out, local->offset_s < 0 ? '-' : '+');
    text_put_int(out, minutes / 60);
    if (minutes % 60)
        TEXT_PUT(out, minutes % 60 < 10 ? ":0" : ":", TEXT_INT(minutes % 60));
    text_put(out, letters ? ")" : "");
}

void wording_time(const struct wording *wording, int64_t time_s, struct buf *out)
{
    char weekday[ARG_BYTES], month[ARG_BYTES], day[TEXT_INT_BYTES], year[TEXT_INT_BYTES];
    char clock[8], zone[40];
    struct calendar_local local;
    struct text text;

    calendar_local(wording->zone ? wording->zone : "", time_s, &local);
    put_key(wording, "weekday", local.weekday % 7, weekday, sizeof weekday);
    put_key(wording, "month", local.month, month, sizeof month);
    snprintf(clock, sizeof clock, "%02u:%02u", (unsigned)local.hour % 24u,
             (unsigned)local.minute % 60u);
    text_init(&text, zone, sizeof zone);
    put_zone(&local, &text);
    WORDING(wording, out, "desk.time", "weekday", weekday, "day", text_of_int(day, local.day),
            "month", month, "year", text_of_int(year, local.year), "clock", clock, "zone", zone);
}

void wording_duration(const struct wording *wording, int64_t seconds, struct buf *out)
{
    static const struct {
        int64_t seconds;
        const char *key;
    } units[] = {{2 * 86400, "desk.days"}, {2 * 3600, "desk.hours"}, {60, "desk.minutes"}};
    static const int64_t unit_s[] = {86400, 3600, 60};
    char number[TEXT_INT_BYTES];
    unsigned i = 0;

    while (i < 2 && seconds < units[i].seconds)
        i++;
    text_of_int(number, seconds < 0 ? 0 : (seconds + unit_s[i] / 2) / unit_s[i]);
    WORDING(wording, out, units[i].key, "n", number);
}
