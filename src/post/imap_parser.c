/* SPDX-License-Identifier: MIT */
/* Cuts what an IMAP server says into responses. It does no I/O, and anything malformed ends the
 * connection. */
#include "post/imap_parser.h"

#include <strings.h>

static const char *const status_names[IMAP_STATUS_COUNT] = {
    [IMAP_OK] = "OK",   [IMAP_NO] = "NO",           [IMAP_BAD] = "BAD",
    [IMAP_BYE] = "BYE", [IMAP_PREAUTH] = "PREAUTH",
};

bool imap_slice_is(struct imap_slice slice, const char *word)
{
    return strlen(word) == slice.length && strncasecmp(slice.at, word, slice.length) == 0;
}

bool imap_slice_number(struct imap_slice slice, uint32_t *number)
{
    uint64_t sum = 0;

    if (slice.length == 0 || slice.length > 10)
        return false;
    for (size_t i = 0; i < slice.length; i++) {
        if (!text_is_digit(slice.at[i]))
            return false;
        sum = sum * 10 + (uint64_t)(slice.at[i] - '0');
    }
    *number = (uint32_t)sum;
    return sum <= UINT32_MAX;
}

/* Cut the next word off a line: up to a blank, which goes too. */
static struct imap_slice cut_word(struct imap_slice *line)
{
    const char *blank = line->length ? memchr(line->at, ' ', line->length) : NULL;
    struct imap_slice word = {line->at, blank ? (size_t)(blank - line->at) : line->length};
    size_t used = word.length + (blank ? 1 : 0);

    line->at += used;
    line->length -= used;
    return word;
}

bool imap_slice_holds(struct imap_slice list, const char *word)
{
    while (list.length > 0)
        if (imap_slice_is(cut_word(&list), word))
            return true;
    return false;
}

static bool status_of(struct imap_slice word, enum imap_status *status)
{
    for (int i = 0; i < IMAP_STATUS_COUNT; i++) {
        if (imap_slice_is(word, status_names[i])) {
            *status = (enum imap_status)i;
            return true;
        }
    }
    return false;
}

/* ---- cutting responses out of the stream ---- */

/* Only data may hold literals; the free text of a status may end in braces by chance. */
static bool line_may_hold_literals(struct imap_slice line)
{
    enum imap_status status;

    return imap_slice_is(cut_word(&line), "*") && !status_of(cut_word(&line), &status);
}

/* The length in the "{n}" that ends a line; false when there is none. */
static bool literal_of(const char *line, size_t length, uint32_t *literal)
{
    size_t open;

    if (length == 0 || line[length - 1] != '}')
        return false;
    for (open = length - 1; open > 0 && text_is_digit(line[open - 1]); open--)
        ;
    return open > 0 && line[open - 1] == '{' &&
           imap_slice_number((struct imap_slice){line + open, length - 1 - open}, literal);
}

static void drop_taken(struct imap_parser *reader)
{
    struct buf *in = &reader->in;

    if (reader->taken == 0)
        return;
    in->length -= reader->taken;
    memmove(in->at, in->at + reader->taken, in->length + 1);
    reader->begin = reader->line = reader->taken = 0;
    reader->pieces = 0;
}

/* Find the end of the response: *end behind its last character, before CRLF. */
static enum imap_step find_end(struct imap_parser *reader, size_t *end)
{
    struct buf *in = &reader->in;

    while (reader->line < in->length) {
        const char *line = in->at + reader->line;
        const char *feed = memchr(line, '\n', in->length - reader->line);
        size_t length = feed ? (size_t)(feed - line) : in->length - reader->line;
        uint32_t literal;

        if (length > IMAP_LINE_MAX)
            return IMAP_BROKEN;
        if (!feed)
            return IMAP_MORE;
        if (length == 0 || line[length - 1] != '\r' || memchr(line, '\0', length))
            return IMAP_BROKEN;
        *end = reader->line + length - 1;
        if (!literal_of(line, length - 1, &literal) ||
            !line_may_hold_literals(
                (struct imap_slice){in->at + reader->begin, *end - reader->begin})) {
            reader->taken = reader->line + length + 1;
            return IMAP_RESPONSE;
        }
        if (literal > IMAP_LITERAL_MAX || ++reader->pieces > IMAP_PIECES_MAX)
            return IMAP_BROKEN;
        if (in->length - reader->line - length - 1 < literal) {
            reader->pieces--;
            return IMAP_MORE;
        }
        reader->line += length + 1 + literal;
    }
    return IMAP_MORE;
}

/* ---- values inside a FETCH ---- */

static bool take(struct imap_slice *rest, char wanted)
{
    if (rest->length == 0 || *rest->at != wanted)
        return false;
    rest->at++;
    rest->length--;
    return true;
}

/* A quoted string; the slice keeps its backslashes, which nothing that we read may hold. */
static bool take_quoted(struct imap_slice *rest, struct imap_slice *value)
{
    size_t i;

    for (i = 1; i < rest->length && rest->at[i] != '"' && rest->at[i] != '\r'; i++)
        if (rest->at[i] == '\\')
            i++;
    if (i >= rest->length || rest->at[i] != '"')
        return false;
    *value = (struct imap_slice){rest->at + 1, i - 1};
    rest->at += i + 1;
    rest->length -= i + 1;
    return true;
}

static bool take_literal(struct imap_slice *rest, struct imap_slice *value)
{
    const char *feed = memchr(rest->at, '\n', rest->length);
    uint32_t literal;
    size_t line;

    if (!feed)
        return false;
    line = (size_t)(feed - rest->at);
    if (line == 0 || !literal_of(rest->at, line - 1, &literal) || rest->length - line - 1 < literal)
        return false;
    *value = (struct imap_slice){feed + 1, literal};
    rest->at = feed + 1 + literal;
    rest->length -= line + 1 + literal;
    return true;
}

static bool take_atom(struct imap_slice *rest, struct imap_slice *value)
{
    size_t i = 0;

    while (i < rest->length && !strchr(" ()\"{\r\n", rest->at[i]))
        i++;
    *value = (struct imap_slice){rest->at, i};
    rest->at += i;
    rest->length -= i;
    return i > 0;
}

static bool take_value(struct imap_slice *rest, struct imap_slice *value)
{
    if (rest->length == 0)
        return false;
    switch (*rest->at) {
    case '"':
        return take_quoted(rest, value);
    case '{':
        return take_literal(rest, value);
    case '~': /* literal8 (RFC 3516) */
        rest->at++;
        rest->length--;
        return rest->length > 0 && *rest->at == '{' && take_literal(rest, value);
    default:
        return take_atom(rest, value);
    }
}

/* Skip a value, lists in lists too; notes \Deleted among the words of a list of flags. */
static bool skip_value(struct imap_slice *rest, bool *deleted)
{
    struct imap_slice value;
    unsigned depth = 0;

    do {
        if (take(rest, '(')) {
            if (++depth > IMAP_DEPTH_MAX)
                return false;
        } else if (depth > 0 && take(rest, ')')) {
            depth--;
        } else if (depth > 0 && take(rest, ' ')) {
            continue;
        } else if (!take_value(rest, &value)) {
            return false;
        } else if (imap_slice_is(value, "\\Deleted")) {
            *deleted = true;
        }
    } while (depth > 0);
    return true;
}

/* The name of an attribute: a blank inside brackets belongs to it. */
static bool take_name(struct imap_slice *rest, struct imap_slice *name)
{
    bool inside = false;
    size_t i;

    for (i = 0; i < rest->length && (inside || rest->at[i] != ' '); i++) {
        if (rest->at[i] == '[')
            inside = true;
        else if (rest->at[i] == ']')
            inside = false;
        else if (rest->at[i] == '\n')
            return false;
    }
    *name = (struct imap_slice){rest->at, i};
    rest->at += i;
    rest->length -= i;
    return i > 0 && take(rest, ' ');
}

static bool read_size(struct imap_slice value, uint64_t *size)
{
    uint32_t low;

    /* RFC 9051 allows 63 bits; a letter of more than 4 GiB may count as just that. */
    if (!imap_slice_number(value, &low))
        low = UINT32_MAX;
    *size = low;
    return value.length > 0 && text_is_digit(*value.at);
}

static bool read_attribute(struct imap_slice *rest, struct imap_response *response)
{
    struct imap_slice name, value;
    bool ignored = false;

    if (!take_name(rest, &name))
        return false;
    if (imap_slice_is(name, "FLAGS"))
        return skip_value(rest, &response->deleted);
    if (imap_slice_is(name, "UID")) {
        response->has |= IMAP_HAS_UID;
        return take_value(rest, &value) && imap_slice_number(value, &response->uid);
    }
    if (imap_slice_is(name, "RFC822.SIZE")) {
        response->has |= IMAP_HAS_SIZE;
        return take_value(rest, &value) && read_size(value, &response->size);
    }
    if (imap_slice_is(name, "INTERNALDATE")) {
        response->has |= IMAP_HAS_DATE;
        return take_value(rest, &response->date);
    }
    if (name.length < 5 || strncasecmp(name.at, "BODY[", 5) != 0)
        return skip_value(rest, &ignored);
    response->has |= IMAP_HAS_BODY;
    ignored = rest->length > 0 && *rest->at != '"' && *rest->at != '{' && *rest->at != '~';
    if (!take_value(rest, &response->body))
        return false;
    if (ignored && !imap_slice_is(response->body, "NIL"))
        return false;
    if (ignored)
        response->body.length = 0;
    return true;
}

static bool read_fetch(struct imap_slice rest, struct imap_response *response)
{
    if (!take(&rest, '('))
        return false;
    while (!take(&rest, ')')) {
        if (!read_attribute(&rest, response))
            return false;
        if (!take(&rest, ' ') && (rest.length == 0 || *rest.at != ')'))
            return false;
    }
    return rest.length == 0;
}

/* ---- whole responses ---- */

static void read_status_text(struct imap_slice rest, struct imap_response *response)
{
    const char *close;

    response->text = rest;
    if (rest.length == 0 || *rest.at != '[')
        return;
    close = memchr(rest.at, ']', rest.length);
    if (!close)
        return;
    response->code_text = (struct imap_slice){rest.at + 1, (size_t)(close - rest.at - 1)};
    response->code = cut_word(&response->code_text);
    response->text = (struct imap_slice){close + 1, rest.length - (size_t)(close + 1 - rest.at)};
    take(&response->text, ' ');
}

static bool read_numbered(struct imap_slice rest, struct imap_response *response)
{
    struct imap_slice word = cut_word(&rest);

    if (imap_slice_is(word, "EXISTS"))
        response->kind = IMAP_EXISTS;
    else if (imap_slice_is(word, "EXPUNGE"))
        response->kind = IMAP_EXPUNGE;
    else if (imap_slice_is(word, "FETCH"))
        response->kind = IMAP_FETCH;
    return response->kind != IMAP_FETCH || read_fetch(rest, response);
}

static bool read_untagged(struct imap_slice rest, struct imap_response *response)
{
    struct imap_slice word = cut_word(&rest);

    response->kind = IMAP_OTHER;
    if (imap_slice_number(word, &response->number))
        return read_numbered(rest, response);
    if (status_of(word, &response->status)) {
        response->kind = IMAP_UNTAGGED;
        read_status_text(rest, response);
    } else if (imap_slice_is(word, "CAPABILITY")) {
        response->kind = IMAP_CAPABILITY;
        response->text = rest;
    }
    return word.length > 0;
}

static bool read_response(struct imap_slice line, struct imap_response *response)
{
    struct imap_slice first = cut_word(&line);

    memset(response, 0, sizeof *response);
    if (imap_slice_is(first, "*"))
        return read_untagged(line, response);
    if (imap_slice_is(first, "+")) {
        response->kind = IMAP_CONTINUE;
        response->text = line;
        return true;
    }
    response->kind = IMAP_TAGGED;
    response->tag = first;
    if (first.length == 0 || !status_of(cut_word(&line), &response->status) ||
        response->status > IMAP_BAD)
        return false;
    read_status_text(line, response);
    return true;
}

enum imap_step imap_parser_next(struct imap_parser *reader, struct imap_response *response)
{
    enum imap_step step;
    size_t end = 0;

    drop_taken(reader);
    if (reader->in.length == 0)
        return IMAP_MORE;
    step = find_end(reader, &end);
    if (step == IMAP_RESPONSE &&
        !read_response((struct imap_slice){reader->in.at, end}, response)) {
        reader->taken = 0; /* stays where it is: broken for ever */
        return IMAP_BROKEN;
    }
    return step;
}

void imap_parser_fini(struct imap_parser *reader)
{
    buf_wipe(&reader->in);
    memset(reader, 0, sizeof *reader);
}
