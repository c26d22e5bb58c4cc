/* SPDX-License-Identifier: MIT */
/* Reads a file that describes a new game into the options of `game new`. Whether such a game can
 * be is checked where it is made. */
#include "cli/gamefile.h"

#include "outbound/wording.h"

enum section { SECTION_NONE, SECTION_GAME, SECTION_SEATS, SECTION_OPTIONS, SECTION_TIME, SECTIONS };

static const char *const names[SECTIONS] = {
    [SECTION_GAME] = "game",
    [SECTION_SEATS] = "seats",
    [SECTION_OPTIONS] = "options",
    [SECTION_TIME] = "time",
};

struct reader {
    struct cli *cli;
    const char *source;
    unsigned line;
    enum section section;
    bool seen[SECTIONS];
    unsigned seats;
    char *time; /* where the rules of time gather: in the text, over what was read */
    size_t time_length;
    struct err *err;
};

static enum rc refuse(struct reader *reader, const char *what, const char *more)
{
    err_where(reader->err, reader->source, reader->line, 0);
    return ERR(reader->err, RC_USAGE, what, more);
}

static enum rc give(struct reader *reader, const char *name, const char *value)
{
    struct cli *cli = reader->cli;

    if (cli->value_count == CLI_VALUES_MAX)
        return refuse(reader, "too many lines", "");
    cli->given[cli->value_count].name = name;
    cli->given[cli->value_count++].value = value;
    return RC_OK;
}

static char *trim(char *text)
{
    size_t length;

    text += strspn(text, " \t\r");
    length = strlen(text);
    while (length && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
    return text;
}

static enum rc read_section(struct reader *reader, char *line)
{
    size_t length = strlen(line);

    if (length < 2 || line[length - 1] != ']')
        return refuse(reader, "a section ends with ]: ", line);
    line[length - 1] = '\0';
    for (enum section s = SECTION_GAME; s < SECTIONS; s++)
        if (text_equal(names[s], line + 1)) {
            if (reader->seen[s])
                return refuse(reader, "this section stands above already: ", line + 1);
            reader->seen[s] = true;
            reader->section = s;
            return RC_OK;
        }
    return refuse(reader, "no such section; there are game, seats, options and time: ", line + 1);
}

static enum rc read_game(struct reader *reader, const char *key, const char *value)
{
    struct cli *cli = reader->cli;

    if (text_equal(key, "rules") || text_equal(key, "scenario"))
        return give(reader, *key == 'r' ? "rules" : "scenario", value);
    if (!text_equal(key, "game"))
        return refuse(reader, "no such key in [game]; there are game, rules and scenario: ", key);
    if (cli->word_count && !text_equal(cli->word[0], value))
        return refuse(reader, "the file is for another game: ", value);
    cli->word[0] = value;
    cli->word_count = 1;
    return RC_OK;
}

static enum rc read_seat(struct reader *reader, const char *key, const char *value)
{
    if (!text_equal(key, TEXT_INT((int64_t)++reader->seats)))
        return refuse(reader,
                      "seats are numbered 1, 2 and so on, in this order; this is not one: ", key);
    return give(reader, "seat", value);
}

/* "turn", "3d" behind what is there: "reply=36h turn=3d". It grows into lines already read, which
 * are longer by the '=' and the end of the line. */
static void add_time(struct reader *reader, const char *key, const char *value)
{
    size_t key_length = strlen(key), value_length = strlen(value);
    char *at = reader->time + reader->time_length;

    if (reader->time_length)
        *at++ = ' ';
    memmove(at, key, key_length);
    at[key_length] = '=';
    memmove(at + key_length + 1, value, value_length + 1);
    reader->time_length = (size_t)(at - reader->time) + key_length + 1 + value_length;
}

static enum rc read_pair(struct reader *reader, char *line)
{
    char *equals = strchr(line, '='), *key, *value;

    if (!equals)
        return refuse(reader, "write key = value: ", line);
    *equals = '\0';
    key = trim(line);
    value = trim(equals + 1);
    if (!*key || !*value)
        return refuse(reader, "write key = value: ", *key ? key : value);
    switch (reader->section) {
    case SECTION_GAME:
        return read_game(reader, key, value);
    case SECTION_SEATS:
        return read_seat(reader, key, value);
    case SECTION_OPTIONS: /* joined again, as --option has it */
        key[strlen(key)] = '=';
        memmove(key + strcspn(key, "=") + 1, value, strlen(value) + 1);
        return give(reader, "option", key);
    case SECTION_TIME:
        if (!reader->time)
            reader->time = line;
        add_time(reader, key, value);
        return RC_OK;
    default:
        return refuse(reader, "a section in brackets comes first, as [game]: ", key);
    }
}

enum rc gamefile_apply(struct cli *cli, const char *source, struct buf *text, struct err *err)
{
    struct reader reader = {.cli = cli, .source = source, .err = err};

    if (strlen(buf_text(text)) != text->length)
        return refuse(&reader, "this is no text", "");
    for (char *line = text->at, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        reader.line++;
        line = trim(line);
        if (!*line || *line == '#' || *line == ';')
            continue;
        TRY(*line == '[' ? read_section(&reader, line) : read_pair(&reader, line));
    }
    return reader.time ? give(&reader, "time", reader.time) : RC_OK;
}

/* ---- scenarios, whose format is read in rules/scenario.c ---- */

enum rc scenario_file_read(const char *file, struct scenario *scenario, struct err *err)
{
    OWN(buf) text = {0};

    TRY(cli_read(file, SCENARIO_BYTES_MAX + 1, &text, err));
    return scenario_read(file, buf_text(&text), text.length, scenario, err);
}

enum rc scenario_file_game(const struct library *library, const char *file,
                           const struct scenario *scenario, const struct game **game,
                           struct err *err)
{
    *game = library_game(library, scenario->game);
    if (*game)
        return RC_OK;
    err_where(err, file, 0, 0);
    return ERR(err, RC_BAD_INPUT, "there is no game called '", scenario->game, "'");
}

enum rc scenario_file_refuse(const struct library *library, const struct game *game,
                             const char *file, const struct scenario *scenario,
                             const struct verdict *verdict, struct err *err)
{
    struct wording wording = {.language = library_language(library, NULL), .game = game};
    OWN(buf) text = {0};

    wording_verdict(&wording, verdict, &text);
    err_where(err, file, scenario_line(scenario, verdict->column), 0);
    return ERR(err, RC_BAD_INPUT, buf_text(&text));
}
