/* SPDX-License-Identifier: MIT */
/* Reads a scenario's file. Whether its options make a game is asked of the game. */
#include "rules/scenario.h"

/* The file under way. */
struct reading {
    const char *name; /* of the file */
    struct scenario *scenario;
    struct text options;
    struct err *err;
    uint32_t line;
    const char *at; /* the present line, its end */
    const char *end;
    bool open;  /* an option that the next line may go on with */
    bool empty; /* which has no item yet */
};

static enum rc refuse(const struct reading *reading, const char *what)
{
    err_where(reading->err, reading->name, reading->line, 0);
    return ERR(reading->err, RC_BAD_INPUT, what);
}

/* ---- bytes and lines ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Plain text: UTF-8 without control characters but for tabs. */
static enum rc check_bytes(const struct reading *reading)
{
    for (const char *at = reading->at; at < reading->end; at++)
        if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f)
            return refuse(reading, "this is no plain text: there is a control character");
    return text_is_utf8(reading->at, (size_t)(reading->end - reading->at))
               ? RC_OK
               : refuse(reading, "this is no plain text: write it in UTF-8");
}

static void trim(struct reading *reading)
{
    while (reading->at < reading->end && is_blank(*reading->at))
        reading->at++;
    while (reading->end > reading->at && is_blank(reading->end[-1]))
        reading->end--;
}

/* ---- items ---- */

static bool is_between(char c)
{
    return is_blank(c) || c == ',';
}

/* The rest of the line as items of the option under way. */
static enum rc take_items(struct reading *reading)
{
    const char *at = reading->at;

    while (at < reading->end) {
        const char *from;

        if (is_between(*at)) {
            at++;
            continue;
        }
        for (from = at; at < reading->end && !is_between(*at); at++)
            if (*at == '=' || *at == ':')
                return refuse(reading, "\"name: value\" is wanted, one to a line");
        if (!reading->empty)
            text_put_char(&reading->options, '+');
        text_put_bytes(&reading->options, from, (size_t)(at - from));
        reading->empty = false;
    }
    return RC_OK;
}

/* An option is whole when the next one begins. */
static enum rc close_option(struct reading *reading)
{
    const struct scenario *scenario = reading->scenario;

    if (!reading->open || !reading->empty)
        return RC_OK;
    reading->line = scenario->option[scenario->count - 1].line;
    return refuse(reading, "a value is missing behind the colon");
}

/* ---- "name: value" ---- */

static bool is_named(const struct scenario *scenario, const char *name, size_t length)
{
    for (unsigned i = 0; i < scenario->count; i++) {
        const char *other = scenario->options + scenario->option[i].at;

        if (strncmp(other, name, length) == 0 && other[length] == '=')
            return true;
    }
    return false;
}

static enum rc start_option(struct reading *reading, const char *name, size_t length)
{
    struct scenario *scenario = reading->scenario;

    if (is_named(scenario, name, length))
        return refuse(reading, "this is said twice");
    if (scenario->count == SCENARIO_LINES_MAX)
        return refuse(reading, "no game has so many options");
    if (scenario->count)
        text_put_char(&reading->options, ' ');
    scenario->option[scenario->count].at = (uint16_t)reading->options.length;
    scenario->option[scenario->count++].line = reading->line;
    text_put_bytes(&reading->options, name, length);
    text_put_char(&reading->options, '=');
    reading->open = reading->empty = true;
    return take_items(reading);
}

static enum rc take_head(struct reading *reading, char *out, size_t capacity)
{
    struct text text;

    if (out[0])
        return refuse(reading, "this is said twice");
    text_init(&text, out, capacity);
    text_put_bytes(&text, reading->at, (size_t)(reading->end - reading->at));
    if (text.cut)
        return refuse(reading, "this is too long");
    return out[0] ? RC_OK : refuse(reading, "a value is missing behind the colon");
}

static bool is_name(char c)
{
    return text_is_letter(c) || text_is_digit(c) || c == '_' || c == '-';
}

static enum rc take_line(struct reading *reading)
{
    const char *name = reading->at;
    size_t length;

    while (reading->at < reading->end && is_name(*reading->at))
        reading->at++;
    length = (size_t)(reading->at - name);
    trim(reading);
    if (length == 0 || reading->at == reading->end || *reading->at != ':')
        return refuse(reading, "\"name: value\" is wanted, one to a line");
    reading->at++;
    trim(reading);
    TRY(close_option(reading));
    reading->open = false;
    if (text_is(name, length, "game"))
        return take_head(reading, reading->scenario->game, sizeof reading->scenario->game);
    if (text_is(name, length, "title"))
        return take_head(reading, reading->scenario->title, sizeof reading->scenario->title);
    return start_option(reading, name, length);
}

static enum rc read_line(struct reading *reading)
{
    bool indented = reading->at < reading->end && is_blank(*reading->at);

    if (reading->end > reading->at && reading->end[-1] == '\r')
        reading->end--;
    TRY(check_bytes(reading));
    trim(reading);
    if (reading->at == reading->end || *reading->at == '#')
        return RC_OK;
    if (!indented)
        return take_line(reading);
    if (!reading->open)
        return refuse(reading, "an indented line goes on with an option; there is none above it");
    return take_items(reading);
}

enum rc scenario_read(const char *name, const char *text, size_t length, struct scenario *scenario,
                      struct err *err)
{
    struct reading reading = {.name = name, .scenario = scenario, .err = err};
    const char *end = text + length;

    memset(scenario, 0, sizeof *scenario);
    text_init(&reading.options, scenario->options, sizeof scenario->options);
    if (length > SCENARIO_BYTES_MAX)
        return refuse(&reading, "no scenario is longer than 16 KiB");
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        text += 3; /* a mark that some editors begin a file with */
    for (const char *at = text; at < end; at = reading.end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *next = newline ? newline + 1 : end;

        reading.line++;
        reading.at = at;
        reading.end = newline ? newline : end;
        TRY(read_line(&reading));
        reading.end = next;
    }
    TRY(close_option(&reading));
    if (reading.options.cut)
        TRY(refuse(&reading, "its options are longer than any game's"));
    reading.line = 0;
    if (!scenario->game[0])
        TRY(refuse(&reading, "a scenario says whose it is: game: NAME"));
    return !scenario->title[0] ? refuse(&reading, "a scenario has a title: title: TEXT") : RC_OK;
}

uint32_t scenario_line(const struct scenario *scenario, unsigned column)
{
    uint32_t line = 0;

    for (unsigned i = 0; i < scenario->count; i++)
        if (column > scenario->option[i].at)
            line = scenario->option[i].line;
    return line;
}
