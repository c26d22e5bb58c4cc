/* SPDX-License-Identifier: MIT */
/* Writes log lines. Callers see to it that they hold no secret. */
#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/timetext.h"

enum { LINE_BYTES = 2048, PRIORITY_BYTES = 3 };

static const char *const levels[] = {
    [LOG_DEBUG] = "debug", [LOG_INFO] = "info", [LOG_WARNING] = "warning", [LOG_ERROR] = "error"};
static const char *const priorities[] = {
    [LOG_DEBUG] = "<7>", [LOG_INFO] = "<6>", [LOG_WARNING] = "<4>", [LOG_ERROR] = "<3>"};
_Static_assert(sizeof levels / sizeof levels[0] == LOG_LEVEL_COUNT, "a name for each level");

static bool is_plain(const char *value)
{
    size_t length = strlen(value);

    for (size_t at = 0, step; at < length; at += step) {
        uint32_t code = 0;

        step = text_utf8_at(value + at, length - at, &code);
        if (!step || text_is_hidden(code) || strchr(" \"=\\", value[at]))
            return false;
    }
    return length > 0;
}

static void put_escaped(struct text *line, unsigned char c)
{
    static const char digits[] = "0123456789abcdef";

    if (c == '"' || c == '\\') {
        text_put_char(line, '\\');
        text_put_char(line, (char)c);
    } else {
        text_put(line, "\\x");
        text_put_char(line, digits[c >> 4]);
        text_put_char(line, digits[c & 15]);
    }
}

static void put_value(struct text *line, const char *value)
{
    size_t length = strlen(value);

    if (is_plain(value)) {
        text_put(line, value);
        return;
    }
    text_put_char(line, '"');
    for (size_t at = 0; at < length;) {
        unsigned char c = (unsigned char)value[at];
        uint32_t code = 0;
        size_t bytes = text_utf8_at(value + at, length - at, &code);

        if (c == '"' || c == '\\')
            put_escaped(line, c);
        else if (bytes && text_is_hidden(code))
            for (size_t i = 0; i < bytes; i++)
                put_escaped(line, (unsigned char)value[at + i]);
        else if (bytes)
            text_put_bytes(line, value + at, bytes);
        else
            text_put_char(line, '?');
        at += bytes ? bytes : 1;
    }
    text_put_char(line, '"');
}

static void put_pair(struct text *line, const char *key, const char *value)
{
    TEXT_PUT(line, line->length ? " " : "", key, "=");
    put_value(line, value);
}

void log_write(const struct log *log, enum log_level level, const char *event, ...)
{
    size_t before = log && log->for_journal ? PRIORITY_BYTES : 0;
    char array[LINE_BYTES], time[TIMETEXT_BYTES];
    const char *key, *value;
    struct text line;
    va_list args;
    ssize_t ignored;

    if (!log || !log->open || level < log->least)
        return;
    memcpy(array, priorities[level], PRIORITY_BYTES);
    text_init(&line, array + before, sizeof array - before - 1); /* a byte for the line's end */
    if (log->now && timetext_write(log->now(), time))
        put_pair(&line, "time", time);
    put_pair(&line, "level", levels[level]);
    put_pair(&line, "event", event);
    va_start(args, event);
    while ((key = va_arg(args, const char *)) != NULL) {
        value = va_arg(args, const char *);
        if (value)
            put_pair(&line, key, value);
    }
    va_end(args);
    line.at[line.length] = '\n';
    ignored =
        write(log->fd, array, before + line.length + 1); /* nobody is left to tell if it fails */
    (void)ignored;
}

bool log_is_journal(int fd)
{
    const char *stream = getenv("JOURNAL_STREAM");
    struct stat status;
    char own[64];

    if (!stream || fstat(fd, &status) != 0)
        return false;
    snprintf(own, sizeof own, "%llu:%llu", (unsigned long long)status.st_dev,
             (unsigned long long)status.st_ino);
    return text_equal(stream, own);
}

void log_error(const struct log *log, enum log_level level, const char *event,
               const struct err *err)
{
    char number[TEXT_INT_BYTES];

    log_write(log, level, event, "code", rc_name(err->rc), "text",
              err->text[0] ? err->text : rc_text(err->rc), "source",
              err->source[0] ? err->source : NULL, "line",
              err->line ? text_of_int(number, err->line) : NULL, NULL);
}
