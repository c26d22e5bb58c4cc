#include "desk/wording.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "desk/freetime.h"
#include "rules/lexicon.h"

enum { ARG_BYTES = 128 };

/* Sentences of a game stand under its name; verdicts of the house under none. */
static void put_sentence(const struct wording *wording, const char *key,
                         const struct sentence_arg *arg, unsigned count, struct buf *out)
{
    const struct sentences *sentences = language_sentences(wording->language);
    char own[SENTENCE_KEY_BYTES];

    if (wording->game) {
        snprintf(own, sizeof own, "%s.%s", wording->game->name, key);
        if (sentences_find(sentences, own))
            key = own;
    }
    if (sentences_write(sentences, key, arg, count, out, NULL) != RC_OK)
        return; /* what it wrote instead is readable */
}

void wording_put(const struct wording *wording, struct buf *out, const char *key, ...)
{
    struct sentence_arg arg[SENTENCE_ARGS_MAX];
    unsigned count = 0;
    const char *name;
    va_list args;

    va_start(args, key);
    while (count < SENTENCE_ARGS_MAX && (name = va_arg(args, const char *)) != NULL) {
        const char *text = va_arg(args, const char *);

        arg[count++] = (struct sentence_arg){name, text ? text : ""};
    }
    va_end(args);
    put_sentence(wording, key, arg, count, out);
}

static void put_seat(const struct wording *wording, int seat, struct text *out)
{
    if (seat > 0 && seat <= SEATS_MAX && wording->player[seat]) {
        text_put(out, wording->player[seat]);
        return;
    }
    text_put(out, "#");
    text_put_int(out, seat);
}

static void put_arg(const struct wording *wording, const struct event_arg *arg, struct text *out)
{
    if (arg->value == ORDER_UNKNOWN)
        text_put_char(out, '?');
    else if (arg->type == ARG_SEAT)
        put_seat(wording, arg->value, out);
    else if (arg->type == ARG_TERM && wording->game)
        text_put(out, lexicon_name(language_lexicon(wording->language, wording->game),
                                   (unsigned)arg->value));
    else if (arg->type == ARG_PLACE && wording->game)
        wording->game->write_place(arg->value, out);
    else
        text_put_int(out, arg->value);
}

static unsigned write_args(const struct wording *wording, const struct event_arg *from,
                           unsigned count, char text[][ARG_BYTES], struct sentence_arg *arg)
{
    for (unsigned i = 0; i < count; i++) {
        struct text out;

        text_init(&out, text[i], ARG_BYTES);
        put_arg(wording, &from[i], &out);
        arg[i] = (struct sentence_arg){NULL, text[i]};
    }
    return count;
}

void wording_event(const struct wording *wording, const struct event *event, struct buf *out)
{
    struct sentence_arg arg[EVENT_ARGS_MAX];
    char text[EVENT_ARGS_MAX][ARG_BYTES];
    unsigned count = write_args(wording, event->arg, event->count, text, arg);

    put_sentence(wording, wording->game->events[event->kind], arg, count, out);
}

static bool has_sentence(const struct wording *wording, const char *key)
{
    const struct sentences *sentences = language_sentences(wording->language);
    char own[SENTENCE_KEY_BYTES];

    snprintf(own, sizeof own, "%s.%s", wording->game ? wording->game->name : "", key);
    return sentences_find(sentences, own) || sentences_find(sentences, key);
}

void wording_verdict(const struct wording *wording, const struct verdict *verdict, struct buf *out)
{
    struct sentence_arg arg[VERDICT_ARGS_MAX + 4];
    char text[VERDICT_ARGS_MAX][ARG_BYTES], column[TEXT_INT_BYTES];
    unsigned count = write_args(wording, verdict->arg, verdict->count, text, arg);

    arg[count++] = (struct sentence_arg){"word", verdict->word};
    arg[count++] = (struct sentence_arg){"suggestion", verdict->suggestion};
    arg[count++] = (struct sentence_arg){"clause", verdict->clause ? verdict->clause : ""};
    arg[count++] = (struct sentence_arg){"column", text_of_int(column, verdict->column)};
    if (verdict->reason && has_sentence(wording, verdict->reason))
        put_sentence(wording, verdict->reason, arg, count, out);
    else if (verdict->kind == VERDICT_MALFORMED)
        put_sentence(wording, verdict->word[0] ? "desk.malformed" : "desk.unfinished", arg, count,
                     out);
    else if (verdict->reason)
        put_sentence(wording, verdict->reason, arg, count, out);
    if (verdict->suggestion[0]) {
        buf_put_char(out, ' ');
        WORDING(wording, out, "desk.did-you-mean", "suggestion", verdict->suggestion);
    }
    if (verdict->clause)
        buf_printf(out, " [%s]", verdict->clause);
}

void wording_topic(const struct wording *wording, const struct decision *decision, struct buf *out)
{
    char key[SENTENCE_KEY_BYTES];

    if (!wording->game || decision->topic >= wording->game->topic_count)
        return;
    snprintf(key, sizeof key, "topic.%s", wording->game->topics[decision->topic]);
    put_sentence(wording, key, NULL, 0, out);
}

void wording_outcome(const struct wording *wording, const struct outcome *outcome, struct buf *out)
{
    static const char *const keys[] = {[GAME_GOES_ON] = "desk.goes-on",
                                       [GAME_WON] = "desk.won",
                                       [GAME_DRAWN] = "desk.drawn",
                                       [GAME_VOID] = "desk.void"};
    char winner[ARG_BYTES];
    struct buf reason = {0};
    struct text text;

    text_init(&text, winner, sizeof winner);
    put_seat(wording, outcome->winner, &text);
    if (outcome->reason) {
        char key[SENTENCE_KEY_BYTES];

        snprintf(key, sizeof key, "outcome.%s", outcome->reason);
        put_sentence(wording, key, NULL, 0, &reason);
    }
    WORDING(wording, out, keys[outcome->over], "winner", winner, "reason", buf_text(&reason));
    buf_fini(&reason);
}

/* ---- times ---- */

static void put_key(const struct wording *wording, const char *family, int number, char *out,
                    size_t capacity)
{
    struct buf name = {0};
    char key[SENTENCE_KEY_BYTES];

    snprintf(key, sizeof key, "desk.%s.%d", family, number);
    put_sentence(wording, key, NULL, 0, &name);
    text_copy(out, capacity, buf_text(&name));
    buf_fini(&name);
}

/* "UTC", "CET (UTC+1)", "+0530 (UTC+5:30)" where the zone has no letters. */
static void put_zone(const struct freetime_local *local, struct text *out)
{
    int minutes = (local->offset_s < 0 ? -local->offset_s : local->offset_s) / 60;

    text_put(out, local->name);
    if (text_equal(local->name, "UTC"))
        return;
    text_put(out, local->offset_s < 0 ? " (UTC-" : " (UTC+");
    text_put_int(out, minutes / 60);
    if (minutes % 60) {
        text_put(out, minutes % 60 < 10 ? ":0" : ":");
        text_put_int(out, minutes % 60);
    }
    text_put_char(out, ')');
}

void wording_time(const struct wording *wording, int64_t time_s, struct buf *out)
{
    char weekday[ARG_BYTES], month[ARG_BYTES], day[TEXT_INT_BYTES], year[TEXT_INT_BYTES];
    char clock[8], zone[40];
    struct freetime_local local;
    struct text text;

    freetime_local(wording->zone ? wording->zone : "", time_s, &local);
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
