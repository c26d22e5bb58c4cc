/* SPDX-License-Identifier: MIT */
/* Reads case files and takes them apart. They are run in case_run.c. */
#include "rules/case.h"

#include "rules/case_p.h"

/* ---- reading ---- */

struct case_span case_trim(struct case_span span)
{
    text_trim(&span.at, &span.length);
    return span;
}

static struct case_span trimmed(const char *from, const char *to)
{
    return case_trim((struct case_span){from, (size_t)(to - from)});
}

bool case_next_line(struct case_reader *reader, struct case_span *line)
{
    while (reader->at < reader->end) {
        const char *to = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
        const char *from = reader->at;

        if (!to)
            to = reader->end;
        reader->at = to + (to < reader->end);
        reader->number++;
        reader->indented = from < to && (*from == ' ' || *from == '\t');
        *line = trimmed(from, to);
        if (line->length > 0 && line->at[0] != '#')
            return true;
    }
    return false;
}

bool case_starts(struct case_span line, const char *prefix, struct case_span *rest)
{
    size_t length = strlen(prefix);

    if (line.length < length || memcmp(line.at, prefix, length) != 0)
        return false;
    *rest = trimmed(line.at + length, line.at + line.length);
    return true;
}

bool case_is(struct case_span span, const char *text)
{
    return text_is(span.at, span.length, text);
}

struct case_span case_cut(struct case_span *rest, const char *mark)
{
    size_t length = strlen(mark);
    struct case_span part;

    for (size_t i = 0; i + length <= rest->length; i++)
        if (memcmp(rest->at + i, mark, length) == 0) {
            part = trimmed(rest->at, rest->at + i);
            *rest = trimmed(rest->at + i + length, rest->at + rest->length);
            return part;
        }
    part = case_trim(*rest);
    rest->at += rest->length;
    rest->length = 0;
    return part;
}

bool case_number(struct case_span span, unsigned most, unsigned *number)
{
    int64_t value;

    if (!text_to_int(span.at, span.length, &value) || value < 0 || value > most)
        return false;
    *number = (unsigned)value;
    return true;
}

bool case_copy(struct case_span span, char *out, size_t capacity)
{
    struct text text = text_in(out, capacity);

    text_put_bytes(&text, span.at, span.length);
    return !text.cut;
}

/* ---- the head ---- */

enum head_line {
    HEAD_TITLE,
    HEAD_CLAUSES,
    HEAD_GAME,
    HEAD_VERSION,
    HEAD_DATA,
    HEAD_OPTIONS,
    HEAD_SEATS,
    HEAD_NOTE,
    HEAD_COUNT
};
static const char *const head_lines[HEAD_COUNT] = {
    [HEAD_TITLE] = "title:",     [HEAD_CLAUSES] = "clauses:", [HEAD_GAME] = "game:",
    [HEAD_VERSION] = "version:", [HEAD_OPTIONS] = "options:", [HEAD_SEATS] = "seats:",
    [HEAD_NOTE] = "note:",       [HEAD_DATA] = "data:",
};

static bool add_clauses(struct case_head *head, struct case_span list)
{
    while (list.length > 0) {
        struct case_span id = case_cut(&list, ",");
        if (id.length == 0 || head->clause_count == CASE_CLAUSES_MAX ||
            !case_copy(id, head->clause[head->clause_count++], CASE_CLAUSE_BYTES))
            return false;
    }
    return true;
}

static bool take_head(struct case_head *head, enum head_line which, struct case_span value)
{
    switch (which) {
    case HEAD_TITLE:
        return case_copy(value, head->title, sizeof head->title);
    case HEAD_CLAUSES:
        return add_clauses(head, value);
    case HEAD_GAME:
        return case_copy(value, head->game, sizeof head->game);
    case HEAD_VERSION:
        return case_copy(value, head->version, sizeof head->version);
    case HEAD_DATA:
        return case_copy(value, head->data, sizeof head->data) && !strchr(head->data, '/');
    case HEAD_OPTIONS:
        return case_copy(value, head->options, sizeof head->options);
    case HEAD_SEATS:
        return case_number(value, SEATS_MAX, &head->seats) && head->seats > 0;
    case HEAD_NOTE:
        head->is_note = true;
        return value.length > 0;
    case HEAD_COUNT:
        break;
    }
    return false;
}

/* Which head line this is, HEAD_COUNT if none. */
static enum head_line head_line_of(struct case_span line, struct case_span *value)
{
    for (int i = 0; i < HEAD_COUNT; i++)
        if (case_starts(line, head_lines[i], value))
            return (enum head_line)i;
    return HEAD_COUNT;
}

enum rc case_read_head(const char *text, size_t length, struct case_head *head, struct err *err)
{
    struct case_reader reader = {text, text + length, 0, false};
    struct case_span line, value;

    memset(head, 0, sizeof *head);
    while (case_next_line(&reader, &line)) {
        enum head_line which = head_line_of(line, &value);
        if (which == HEAD_COUNT)
            break;
        if (!take_head(head, which, value)) {
            err_where(err, NULL, reader.number, 0);
            return ERR(err, RC_BAD_INPUT, "empty, overlong or wrong: ", head_lines[which]);
        }
    }
    FAIL_IF(!head->title[0], err, RC_BAD_INPUT, "a case needs a line 'title: …'");
    FAIL_IF(head->clause_count == 0, err, RC_BAD_INPUT, "a case needs a line 'clauses: …'");
    FAIL_IF(!head->game[0], err, RC_BAD_INPUT, "a case needs a line 'game: …'");
    return RC_OK;
}

bool case_skip_head(struct case_reader *reader, struct case_span *line)
{
    struct case_span value;

    while (case_next_line(reader, line))
        if (head_line_of(*line, &value) == HEAD_COUNT)
            return true;
    return false;
}

/* ---- taken apart ---- */

static bool take_step(struct case_span line, struct case_step *step)
{
    struct case_span rest, clause;

    if (line.length < 3 || !text_is_digit(line.at[0]) || line.at[1] != '>')
        return false;
    *step = (struct case_step){.seat = (unsigned)(line.at[0] - '0')};
    rest = case_trim((struct case_span){line.at + 2, line.length - 2});
    line = case_cut(&rest, "=>");
    step->order = line.at;
    step->length = line.length;
    step->is_done = case_starts(rest, "done", &clause);
    if (case_starts(rest, "illegal", &clause))
        case_copy(clause, step->clause, sizeof step->clause);
    return true;
}

bool case_take_apart(const char *text, size_t length, struct text *position,
                     struct case_outline *outline)
{
    struct case_reader reader = {text, text + length, 0, false};
    struct case_span line;

    memset(outline, 0, sizeof *outline);
    if (!case_skip_head(&reader, &line) || !case_is(line, "position:"))
        return false;
    while (case_next_line(&reader, &line) && reader.indented) {
        text_put_bytes(position, line.at, line.length);
        text_put_char(position, '\n');
    }
    do {
        if (outline->step_count == CASE_STEPS_MAX)
            return false;
        if (!take_step(line, &outline->step[outline->step_count]))
            continue;
        if (outline->step_count++ == 0)
            outline->begin = (size_t)(line.at - text);
        outline->goal = reader.at;
    } while (case_next_line(&reader, &line));
    return outline->step_count > 0 && !position->cut;
}

/* ---- telling ---- */

static const char *last_part(const char *key)
{
    const char *dot = strrchr(key, '.');

    return dot ? dot + 1 : key;
}

static void write_arg(const struct game *game, const struct event_arg *arg, struct text *out)
{
    text_put_char(out, ' ');
    if (arg->value == ORDER_UNKNOWN)
        text_put_char(out, '?');
    else if (arg->type == ARG_TERM && arg->value >= 0 &&
             (unsigned)arg->value < game->text->term_count)
        text_put(out, last_part(game->text->terms[arg->value]));
    else if (arg->type == ARG_PLACE)
        game_write_place(game, arg->value, out);
    else
        text_put_int(out, arg->value);
}

void case_write_event(const struct game *game, const struct event *event, struct text *out)
{
    text_put(out, event->kind < game->text->event_count ? game->text->events[event->kind] : "?");
    for (unsigned i = 0; i < event->count; i++)
        write_arg(game, &event->arg[i], out);
}
