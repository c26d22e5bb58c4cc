/* SPDX-License-Identifier: MIT */
/* Writes a deadline as an iCalendar part. Which deadline, and its number, come from
 * outbound/compose_question.c. */
#include "letter/icalendar.h"

#include "base/timetext.h"
#include "letter/template.h"

enum { LINE_BYTES = 75, STAMP_BYTES = 17 /* "20261121T221520Z" and the NUL */ };

/* A content line, folded between characters. */
static void put_line(const struct buf *line, struct buf *out)
{
    const char *at = buf_text(line), *end = at + line->length;
    size_t room = LINE_BYTES;

    while ((size_t)(end - at) > room) {
        size_t take = room;

        while (take && ((unsigned char)at[take] & 0xC0) == 0x80)
            take--;
        buf_put_bytes(out, at, take);
        buf_put(out, "\r\n ");
        at += take;
        room = LINE_BYTES - 1; /* the blank counts */
    }
    buf_put_bytes(out, at, (size_t)(end - at));
    buf_put(out, "\r\n");
}

static void put_plain(const char *name, const char *value, struct buf *out)
{
    OWN(buf) line = {0};

    BUF_PUT(&line, name, ":");
    escape_write(ESCAPE_HEADER, value, strlen(value), &line);
    put_line(&line, out);
}

/* TEXT values: backslash before \ ; , and n for a line end (RFC 5545 3.3.11). */
static void put_text(const char *name, const char *value, struct buf *out)
{
    OWN(buf) line = {0};

    BUF_PUT(&line, name, ":");
    while (*value) {
        size_t length = strcspn(value, "\\;,\n");

        escape_write(ESCAPE_HEADER, value, length, &line);
        value += length;
        if (*value == '\0')
            break;
        buf_put_char(&line, '\\');
        buf_put_char(&line, *value == '\n' ? 'n' : *value);
        value++;
    }
    put_line(&line, out);
}

/* "2026-11-21T22:15:20Z" → "20261121T221520Z". */
static bool write_stamp(int64_t time_s, char stamp[STAMP_BYTES])
{
    char text[TIMETEXT_BYTES];
    size_t length = 0;

    if (!timetext_write(time_s, text))
        return false;
    for (const char *c = text; *c; c++)
        if (*c != '-' && *c != ':')
            stamp[length++] = *c;
    stamp[length] = '\0';
    return true;
}

static void put_alarm(const struct icalendar_event *event, struct buf *out)
{
    OWN(buf) trigger = {0};

    BUF_PUT(&trigger, "-PT", TEXT_INT(event->alarm_s / 60), "M");
    put_plain("BEGIN", "VALARM", out);
    put_plain("ACTION", "DISPLAY", out);
    put_text("DESCRIPTION", event->summary, out);
    put_plain("TRIGGER", buf_text(&trigger), out);
    put_plain("END", "VALARM", out);
}

enum rc icalendar_write(const struct icalendar_event *event, struct buf *out, struct err *err)
{
    char made[STAMP_BYTES], due[STAMP_BYTES];

    if (!event->uid || !*event->uid || !event->summary || !write_stamp(event->made_s, made) ||
        !write_stamp(event->due_s, due))
        return ERR(err, RC_BAD_INPUT, "a deadline needs a name, a summary and times from 1970 on");
    put_plain("BEGIN", "VCALENDAR", out);
    put_plain("VERSION", "2.0", out);
    put_plain("PRODID", "-//Postern//Postern//EN", out);
    put_plain("METHOD", "PUBLISH", out);
    put_plain("BEGIN", "VEVENT", out);
    put_plain("UID", event->uid, out);
    put_plain("SEQUENCE", TEXT_INT(event->sequence), out);
    put_plain("DTSTAMP", made, out);
    put_plain("DTSTART", due, out);
    put_text("SUMMARY", event->summary, out);
    if (event->description)
        put_text("DESCRIPTION", event->description, out);
    put_plain("TRANSP", "TRANSPARENT", out);
    put_plain("STATUS", event->cancelled ? "CANCELLED" : "CONFIRMED", out);
    if (event->alarm_s >= 60 && !event->cancelled)
        put_alarm(event, out);
    put_plain("END", "VEVENT", out);
    put_plain("END", "VCALENDAR", out);
    return buf_rc(out, err);
}
