/* SPDX-License-Identifier: MIT */
/* Prints rows as a table that fits the terminal, or as JSON. */
#include "cli/table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "base/text.h"

enum { GAP = 2, NARROWEST = 8, TERMINAL = 80 };

void table_init(struct table *table, const struct table_column *columns, unsigned count)
{
    table->columns = columns;
    table->column_count = count;
    table->rows = json_array();
}

/* Members of a cell; none of an empty one. */
static json_t *list_of(const char *cell)
{
    json_t *list = json_array();

    while (*cell) {
        size_t length = strcspn(cell, TABLE_NEXT);

        json_array_append_new(list, json_stringn(cell, length));
        cell += length + (cell[length] != '\0');
    }
    return list;
}

/* "2026-11-21 22:30" with its zone; "" stays. */
static json_t *time_of(const char *cell)
{
    enum { DAY = 10, WHOLE = 16 };
    char stamp[WHOLE + 2];

    if (strlen(cell) != WHOLE)
        return json_string(cell);
    memcpy(stamp, cell, WHOLE);
    stamp[DAY] = 'T';
    stamp[WHOLE] = 'Z';
    return json_stringn(stamp, WHOLE + 1);
}

static json_t *value_of(const struct table_column *column, const char *cell)
{
    int64_t number;

    if (column->kind == TABLE_NUMBER && text_to_int(cell, strlen(cell), &number))
        return json_integer(number);
    return column->kind == TABLE_LIST   ? list_of(cell)
           : column->kind == TABLE_TIME ? time_of(cell)
                                        : json_string(cell);
}

void table_row(struct table *table, ...)
{
    json_t *row = json_object();
    va_list args;

    va_start(args, table);
    for (unsigned i = 0; i < table->column_count; i++) {
        const char *cell = va_arg(args, const char *);

        json_object_set_new(row, table->columns[i].key,
                            value_of(&table->columns[i], cell ? cell : ""));
    }
    va_end(args);
    json_array_append_new(table->rows, row);
}

unsigned table_width(const char *text)
{
    size_t length = strlen(text), at = 0;
    unsigned width = 0;

    while (at < length) {
        uint32_t code;
        size_t bytes = text_utf8_at(text + at, length - at, &code);
        int columns = bytes ? wcwidth((wchar_t)code) : 1;

        width += columns < 0 ? 1u : (unsigned)columns;
        at += bytes ? bytes : 1;
    }
    return width;
}

static unsigned terminal_width(void)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    int64_t number;

    if (columns && text_to_int(columns, strlen(columns), &number) && number >= 20 && number < 1000)
        return (unsigned)number;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
        return size.ws_col;
    return isatty(STDOUT_FILENO) ? TERMINAL : 1000;
}

/* A cell as people read it, in `room` where it is not as JSON has it. */
static const char *cell_text(const json_t *row, const struct table_column *column, struct buf *room)
{
    const json_t *value = json_object_get(row, column->key), *member;
    size_t i;

    buf_clear(room);
    if (json_is_integer(value))
        buf_put_int(room, json_integer_value(value));
    else if (json_is_array(value))
        json_array_foreach(value, i, member)
            buf_printf(room, "%s%s", i ? ", " : "", json_string_value(member));
    else if (column->kind == TABLE_TIME && json_string_length(value))
        buf_printf(room, "%.10s %.5s", json_string_value(value), json_string_value(value) + 11);
    else
        return json_string_value(value);
    return buf_text(room);
}

/* Bytes of the text that fill at most `width` columns. */
static size_t fitting(const char *text, unsigned width)
{
    size_t length = strlen(text), at = 0;
    unsigned used = 0;

    while (at < length) {
        uint32_t code;
        size_t bytes = text_utf8_at(text + at, length - at, &code);
        int columns = bytes ? wcwidth((wchar_t)code) : 1;

        used += columns < 0 ? 1u : (unsigned)columns;
        if (used > width)
            break;
        at += bytes ? bytes : 1;
    }
    return at;
}

static void put_blanks(struct buf *out, unsigned count)
{
    while (count-- > 0)
        buf_put_char(out, ' ');
}

static bool turns_text(uint32_t code)
{
    return code == 0x061C || code == 0x200E || code == 0x200F ||
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

/* Control characters would act on the terminal; they print as '?'. What turns the direction of
 * text would act on the cells after it; it takes no column and is left out. */
static void put_safe(struct buf *out, const char *text, size_t length)
{
    for (size_t at = 0, step; at < length; at += step) {
        uint32_t code = 0;

        step = text_utf8_at(text + at, length - at, &code);
        if (!step || code < 0x20 || (code >= 0x7F && code < 0xA0))
            buf_put_char(out, '?');
        else if (!turns_text(code))
            buf_put_bytes(out, text + at, step);
        step = step ? step : 1;
    }
}

static void put_cell(struct buf *out, const char *text, unsigned width, bool right, bool last)
{
    unsigned own = table_width(text);

    if (own > width) {
        put_safe(out, text, fitting(text, width - 1));
        buf_put(out, "…");
        own = width;
    } else {
        if (right)
            put_blanks(out, width - own);
        put_safe(out, text, strlen(text));
        if (right)
            own = width;
    }
    if (!last)
        put_blanks(out, width - own + GAP);
}

static void find_widths(const struct table *table, unsigned width[])
{
    unsigned total = 0, most = terminal_width();
    struct buf room = {0};
    const json_t *row;
    size_t i;

    for (unsigned c = 0; c < table->column_count; c++) {
        width[c] = table_width(table->columns[c].title);
        json_array_foreach(table->rows, i, row)
        {
            unsigned own = table_width(cell_text(row, &table->columns[c], &room));

            width[c] = own > width[c] ? own : width[c];
        }
        total += width[c] + (c ? GAP : 0);
    }
    buf_fini(&room);
    for (unsigned c = table->column_count; c-- > 0 && total > most;) {
        unsigned spare = width[c] > NARROWEST ? width[c] - NARROWEST : 0;
        unsigned cut = total - most < spare ? total - most : spare;

        if (!table->columns[c].shrinks)
            continue;
        width[c] -= cut;
        total -= cut;
    }
}

static void print_text(const struct table *table, struct buf *out)
{
    unsigned width[TABLE_COLUMNS_MAX];
    struct buf room = {0};
    const json_t *row;
    size_t i;

    find_widths(table, width);
    for (unsigned c = 0; c < table->column_count; c++)
        put_cell(out, table->columns[c].title, width[c], table->columns[c].kind == TABLE_NUMBER,
                 c + 1 == table->column_count);
    buf_put_char(out, '\n');
    json_array_foreach(table->rows, i, row)
    {
        for (unsigned c = 0; c < table->column_count; c++)
            put_cell(out, cell_text(row, &table->columns[c], &room), width[c],
                     table->columns[c].kind == TABLE_NUMBER, c + 1 == table->column_count);
        buf_put_char(out, '\n');
    }
    buf_fini(&room);
}

/* ---- which rows ---- */

static bool row_has(const struct table *table, const json_t *row, const char *text,
                    struct buf *room)
{
    for (unsigned c = 0; c < table->column_count; c++)
        if (strcasestr(cell_text(row, &table->columns[c], room), text))
            return true;
    return false;
}

static enum rc read_count(const struct cli *cli, const char *option, int64_t *count,
                          struct err *err)
{
    const char *word = cli_value(cli, option);

    if (word && (!text_to_int(word, strlen(word), count) || *count < 0))
        return ERR(err, RC_USAGE, "--", option, " ", word, " is not a number of rows");
    return RC_OK;
}

enum rc table_filter(struct table *table, const struct cli *cli, struct err *err)
{
    const char *match = cli_value(cli, "match");
    int64_t skip = 0, limit = INT64_MAX;
    json_t *chosen = json_array(), *row;
    struct buf room = {0};
    size_t i;
    enum rc rc = read_count(cli, "skip", &skip, err);

    if (rc == RC_OK)
        rc = read_count(cli, "limit", &limit, err);
    json_array_foreach(table->rows, i, row)
    {
        if (match && !row_has(table, row, match, &room))
            continue;
        if (skip > 0)
            skip--;
        else if (limit-- > 0)
            json_array_append(chosen, row);
        else
            break;
    }
    buf_fini(&room);
    json_decref(table->rows);
    table->rows = chosen;
    return rc;
}

void table_show(struct table *table, struct cli *cli, enum rc rc, const char *none)
{
    if (rc != RC_OK) {
        json_decref(table->rows);
        table->rows = NULL;
        return;
    }
    if (json_array_size(table->rows))
        print_text(table, &cli->out);
    else
        buf_printf(&cli->out, "%s\n", none);
    if (cli->result)
        json_decref(cli->result);
    cli->result = table->rows;
    table->rows = NULL;
}
