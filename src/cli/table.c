/* SPDX-License-Identifier: MIT */
/* Prints rows as a table that fits the terminal, or as JSON. */
#include "cli/table.h"

#include <limits.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "base/shown.h"

enum { GAP = 2, NARROWEST = 8, TERMINAL = 80 };

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

/* Bytes of a string that fill at most `most` columns of a terminal: characters, wide ones twice,
 * combining ones none. *width: how many they fill. */
static size_t fitting(const char *text, unsigned most, unsigned *width)
{
    size_t length = strlen(text), at = 0;

    for (*width = 0; at < length;) {
        uint32_t code;
        size_t bytes = text_utf8_at(text + at, length - at, &code);
        int columns = bytes ? wcwidth((wchar_t)code) : 1;
        unsigned own = columns < 0 ? 1u : (unsigned)columns;

        if (*width + own > most)
            break;
        *width += own;
        at += bytes ? bytes : 1;
    }
    return at;
}

unsigned table_width(const char *text)
{
    unsigned width;

    fitting(text, UINT_MAX, &width);
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

/* A cell as people read it, in `room`. */
static const char *cell_text(const char *cell, struct buf *room)
{
    buf_clear(room);
    while (*cell) {
        size_t length = strcspn(cell, TABLE_NEXT);

        shown_put(room, cell, length, SHOWN_LINE);
        cell += length;
        if (*cell && cell++)
            buf_put(room, ", ");
    }
    return buf_text(room);
}

static void put_cell(struct buf *out, const char *text, unsigned width, bool right, bool last)
{
    unsigned own = table_width(text), ignored;

    if (own > width) {
        buf_put_bytes(out, text, fitting(text, width - 1, &ignored));
        buf_put(out, "…");
        own = width;
    } else
        buf_printf(out, "%*s%s", right ? (int)(width - own) : 0, "", text);
    if (!last)
        buf_printf(out, "%*s", right ? GAP : (int)(width - own + GAP), "");
}

/* Columns that may be cut give way, the last one first. */
static void fit_widths(struct table *table)
{
    unsigned total = 0, most = terminal_width();

    for (unsigned c = 0; c < table->column_count; c++)
        total += table->width[c] + (c ? GAP : 0);
    for (unsigned c = table->column_count; c-- > 0 && total > most;) {
        unsigned spare = table->width[c] > NARROWEST ? table->width[c] - NARROWEST : 0;
        unsigned cut = total - most < spare ? total - most : spare;

        if (!table->columns[c].shrinks)
            continue;
        table->width[c] -= cut;
        total -= cut;
    }
}

/* ---- rows ---- */

static enum rc read_count(const struct cli *cli, const char *option, int64_t *count,
                          struct err *err)
{
    const char *word = cli_value(cli, option);

    if (word && (!text_to_int(word, strlen(word), count) || *count < 0))
        return ERR(err, RC_USAGE, "--", option, " ", word, " is not a number of rows");
    return RC_OK;
}

enum rc table_init(struct table *table, const struct table_column *columns, unsigned count,
                   const struct cli *cli, struct err *err)
{
    enum rc rc = RC_OK;

    *table = (struct table){.columns = columns, .column_count = count, .limit = INT64_MAX};
    for (unsigned c = 0; c < count; c++)
        table->width[c] = table_width(columns[c].title);
    if (cli) {
        table->match = cli_value(cli, "match");
        rc = read_count(cli, "skip", &table->skip, err);
    }
    return cli && rc == RC_OK ? read_count(cli, "limit", &table->limit, err) : rc;
}

void table_row(struct table *table, ...)
{
    unsigned width[TABLE_COLUMNS_MAX];
    size_t before = table->cells.length;
    bool wanted = !table->match;
    OWN(buf) room = {0};
    va_list args;

    va_start(args, table);
    for (unsigned c = 0; c < table->column_count; c++) {
        const char *cell = va_arg(args, const char *), *text = cell_text(cell ? cell : "", &room);
        unsigned own = table_width(text);

        buf_put_bytes(&table->cells, cell ? cell : "", strlen(cell ? cell : "") + 1);
        width[c] = own > table->width[c] ? own : table->width[c];
        wanted = wanted || strcasestr(text, table->match);
    }
    va_end(args);
    if (wanted && table->skip == 0 && table->limit > 0) {
        memcpy(table->width, width, table->column_count * sizeof *width);
        table->limit--;
    } else {
        table->cells.length = before;
        table->skip -= wanted && table->skip > 0;
    }
}

/* ---- printing ---- */

/* in     cell: the first of a row; its end, and with that the next row, comes back */
static const char *print_line(const struct table *table, const char *cell, struct buf *out)
{
    OWN(buf) room = {0};

    buf_clear(out);
    for (unsigned c = 0; c < table->column_count; c++) {
        put_cell(out, cell_text(cell, &room), table->width[c],
                 table->columns[c].kind == TABLE_NUMBER, c + 1 == table->column_count);
        cell += strlen(cell) + 1;
    }
    printf("%s\n", buf_text(out));
    return cell;
}

static void print_text(struct table *table, struct buf *out)
{
    const char *cell = buf_text(&table->cells), *end = cell + table->cells.length;

    fit_widths(table);
    buf_clear(out);
    for (unsigned c = 0; c < table->column_count; c++)
        put_cell(out, table->columns[c].title, table->width[c],
                 table->columns[c].kind == TABLE_NUMBER, c + 1 == table->column_count);
    printf("%s\n", buf_text(out));
    while (cell < end)
        cell = print_line(table, cell, out);
    buf_clear(out);
}

/* A member of the array, set in as jansson would. */
static const char *print_object(const struct table *table, const char *cell)
{
    json_t *row = json_object();
    char *text, *rest, *line;

    for (unsigned c = 0; c < table->column_count; c++) {
        json_object_set_new(row, table->columns[c].key, value_of(&table->columns[c], cell));
        cell += strlen(cell) + 1;
    }
    text = rest = json_dumps(row, JSON_INDENT(2));
    while ((line = strsep(&rest, "\n")) != NULL) {
        fputs(line == text ? "  " : "\n  ", stdout);
        shown_print(stdout, line, SHOWN_JSON);
    }
    free(text);
    json_decref(row);
    return cell;
}

static void print_json(const struct table *table)
{
    const char *cell = buf_text(&table->cells), *end = cell + table->cells.length;

    fputs("[", stdout);
    for (const char *first = cell; cell < end;) {
        fputs(cell == first ? "\n" : ",\n", stdout);
        cell = print_object(table, cell);
    }
    fputs(table->cells.length ? "\n]\n" : "]\n", stdout);
}

void table_show(struct table *table, struct cli *cli, enum rc rc, const char *none)
{
    if (rc == RC_OK && cli->json)
        print_json(table);
    else if (rc == RC_OK && table->cells.length)
        print_text(table, &cli->out);
    else if (rc == RC_OK)
        buf_printf(&cli->out, "%s\n", none);
    buf_fini(&table->cells);
}
