/* SPDX-License-Identifier: MIT */
/* Reads rows as spreadsheets write them. What the columns mean is the caller's. */
#include "cli/sheet.h"

struct reader {
    char *at;
    char separator;
    unsigned line; /* that is read next */
};

const char *sheet_cell(const struct sheet *sheet, const char *title)
{
    for (unsigned i = 0; i < sheet->columns; i++)
        if (text_equal(sheet->title[i], title))
            return sheet->cell[i];
    return "";
}

static char separator_of(const char *text)
{
    size_t length = strcspn(text, "\n");

    return memchr(text, '\t', length)                                ? '\t'
           : memchr(text, ';', length) && !memchr(text, ',', length) ? ';'
                                                                     : ',';
}

/* Behind the opening quote: taken together in place, up to the closing one. */
static bool read_quoted(struct reader *reader, char **cell)
{
    char *to = *cell = reader->at;

    for (; *reader->at; *to++ = *reader->at++) {
        reader->line += *reader->at == '\n';
        if (*reader->at != '"')
            continue;
        if (reader->at[1] != '"') {
            reader->at++;
            *to = '\0';
            return true;
        }
        reader->at++;
    }
    return false;
}

static bool read_cell(struct reader *reader, char **cell, bool *last)
{
    char *end;
    bool quoted;

    reader->at += strspn(reader->at, " ");
    quoted = *reader->at == '"';
    if (quoted) {
        reader->at++;
        if (!read_quoted(reader, cell))
            return false;
    } else
        *cell = reader->at;
    while (*reader->at && *reader->at != reader->separator && *reader->at != '\n')
        reader->at++;
    end = reader->at;
    *last = *end != reader->separator;
    reader->line += *end == '\n';
    reader->at += *end != '\0';
    *end = '\0';
    for (end--; !quoted && end >= *cell && text_is_space(*end); end--)
        *end = '\0';
    return true;
}

static enum rc read_row(struct reader *reader, struct sheet *sheet, const char **cell,
                        unsigned *count, struct err *err)
{
    bool last = false;

    sheet->line = reader->line;
    for (*count = 0; !last; (*count)++) {
        char *one;

        FAIL_IF(!read_cell(reader, &one, &last), err, RC_USAGE, "a quote is not closed");
        if (*count == SHEET_COLUMNS_MAX || (*count >= sheet->columns && sheet->columns && *one))
            return ERR(err, RC_USAGE, "this row has more cells than the first one has titles");
        if (*count < SHEET_COLUMNS_MAX)
            cell[*count] = one;
    }
    return RC_OK;
}

/* What spreadsheets and lists of members call a column. */
static const char *title_of(const char *title)
{
    static const char *const mail[] = {"mail",           "e-mail",        "email", "mail address",
                                       "e-mail address", "email address", NULL};

    for (const char *const *word = mail; *word; word++)
        if (text_equal_folded(*word, title))
            return "address";
    return title;
}

static enum rc check_titles(struct sheet *sheet, const char *const *known, struct err *err)
{
    TEXT_IN(text, names, 256);

    for (unsigned k = 0; known[k]; k++)
        TEXT_PUT(&text, k ? ", " : "", known[k]);
    for (unsigned i = 0; i < sheet->columns; i++) {
        bool found = false;

        for (unsigned k = 0; known[k]; k++)
            if (text_equal_folded(known[k], title_of(sheet->title[i]))) {
                sheet->title[i] = known[k];
                found = true;
            }
        FAIL_IF(!found, err, RC_USAGE, "the first row names columns; '", sheet->title[i],
                "' is none of: ", names);
    }
    return RC_OK;
}

static bool is_empty(const struct sheet *sheet, unsigned count)
{
    for (unsigned i = 0; i < count && i < sheet->columns; i++)
        if (*sheet->cell[i])
            return false;
    return true;
}

enum rc sheet_each(const char *source, struct buf *text, const char *const *known, sheet_fn fn,
                   void *user, struct err *err)
{
    struct sheet sheet = {.source = source, .line = 1};
    struct reader reader;
    unsigned count = 0;
    enum rc rc;

    buf_put_char(text, '\0');
    if (buf_rc(text, err) != RC_OK)
        return RC_NO_MEMORY;
    reader = (struct reader){(char *)text->at, 0, 1};
    if (strncmp(reader.at, "\xEF\xBB\xBF", 3) == 0) /* as some programs begin */
        reader.at += 3;
    reader.separator = separator_of(reader.at);
    rc = read_row(&reader, &sheet, sheet.title, &count, err);
    sheet.columns = count;
    THEN(rc, check_titles(&sheet, known, err));
    while (rc == RC_OK && *reader.at) {
        for (unsigned i = 0; i < sheet.columns; i++)
            sheet.cell[i] = "";
        rc = read_row(&reader, &sheet, sheet.cell, &count, err);
        if (rc == RC_OK && !is_empty(&sheet, count))
            rc = fn(user, &sheet, err);
    }
    if (rc != RC_OK)
        err_where(err, source, sheet.line, 0);
    return rc;
}
