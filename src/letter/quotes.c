/* SPDX-License-Identifier: MIT */
#include "letter/quotes.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "letter/quotes_p.h"

enum {
    LINES_MAX = 100000,
    ATTRIBUTION_LINES = 4, /* long addresses wrap an attribution to that many */
    BLOCK_LINES = 8,       /* a quoted header block's labels stand within that many */
    WRAP_COLUMNS = 70      /* no client wraps below */
};

/* Bytes of one character that shows nothing at the start of a line, 0 if it shows. */
static size_t blank_at(const char *at, size_t length)
{
    static const char *const blanks[] = {
        "\xC2\xA0", "\xE2\x80\x8B", "\xEF\xBB\xBF", "\xE2\x80\x8E", "\xE2\x80\xAA", "\xE2\x80\xAB",
        NULL};

    if (length == 0)
        return 0;
    if ((unsigned char)*at < 0x80)
        return *at == ' ' || *at == '\t' || *at == '\r';
    for (const char *const *blank = blanks; *blank; blank++) {
        size_t count = strlen(*blank);

        if (length >= count && memcmp(at, *blank, count) == 0)
            return count;
    }
    return 0;
}

/* The line without blanks around. */
static void shown_part(const struct letter_line *line, const char **at, size_t *length)
{
    size_t step;

    *at = line->at;
    *length = line->length;
    while ((step = blank_at(*at, *length))) {
        *at += step;
        *length -= step;
    }
    while (*length && (text_is_space((*at)[*length - 1]) ||
                       (*length > 1 && memcmp(*at + *length - 2, "\xC2\xA0", 2) == 0)))
        *length -= text_is_space((*at)[*length - 1]) ? 1 : 2;
}

static bool starts(const char *at, size_t length, const char *with)
{
    return length >= strlen(with) && memcmp(at, with, strlen(with)) == 0;
}

/* Bytes of quote signs at the start: ">", "> >", "AB>". */
static size_t quote_signs(const char *at, size_t length)
{
    size_t i = 0;

    while (i < length && i < 4 && at[i] >= 'A' && at[i] <= 'Z')
        i++;
    if (i == length || at[i] != '>')
        return 0;
    while (i < length && (at[i] == '>' || at[i] == ' '))
        i++;
    return i;
}

static bool has_marker_in(const char *at, size_t length)
{
    static const char inside[] = " " QUOTES_MARKER;

    return starts(at, length, QUOTES_MARKER) ||
           memmem(at, length, inside, sizeof inside - 1) != NULL;
}

static enum line_kind kind_of(const struct letter_line *line, bool *has_marker)
{
    const char *at;
    size_t length, signs;

    shown_part(line, &at, &length);
    if (length == 0)
        return LINE_BLANK;
    signs = quote_signs(at, length);
    if (has_marker_in(at + signs, length - signs)) {
        *has_marker = true;
        return signs ? LINE_QUOTED : LINE_MARKER;
    }
    return signs ? LINE_QUOTED : LINE_OWN;
}

static enum rc split(const char *text, size_t length, struct letter_lines *lines, struct err *err)
{
    const char *end = text + length;
    size_t count = 1;

    for (const char *c = text; (c = memchr(c, '\n', (size_t)(end - c))); c++)
        count++;
    if (count > LINES_MAX)
        return ERR(err, RC_TOO_LONG, "this letter has more than 100,000 lines");
    lines->line = calloc(count, sizeof *lines->line);
    if (!lines->line)
        return ERR(err, RC_NO_MEMORY, "no memory for the lines of a letter");
    while (text < end) {
        const char *eol = memchr(text, '\n', (size_t)(end - text));
        const char *stop = eol ? eol : end;
        struct letter_line *line = &lines->line[lines->count++];

        line->at = text;
        line->length = (uint32_t)(stop - text);
        if (line->length && stop[-1] == '\r')
            line->length--;
        line->number = (uint32_t)lines->count;
        line->kind = kind_of(line, &lines->has_marker);
        text = eol ? eol + 1 : end;
    }
    return RC_OK;
}

/* Own lines from `from` on stand below something. */
static void cut_below(struct letter_lines *lines, size_t from)
{
    for (size_t i = from; i < lines->count; i++)
        if (lines->line[i].kind == LINE_OWN)
            lines->line[i].kind = LINE_BELOW;
}

static void find_marker(struct letter_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        if (lines->line[i].kind == LINE_MARKER) {
            cut_below(lines, i + 1);
            return;
        }
}

/* A line of clear-signed text that begins with a dash has "- " before it (RFC 9580 7.1). */
static void undo_dash(struct letter_line *line, bool *has_marker)
{
    if (line->length < 2 || memcmp(line->at, "- ", 2) != 0)
        return;
    line->at += 2;
    line->length -= 2;
    line->skipped = 2;
    line->kind = kind_of(line, has_marker);
}

/* Clear-signed text: its frame is not text. */
static void find_armor(struct letter_lines *lines)
{
    bool in_head = false, in_text = false, in_signature = false;

    for (size_t i = 0; i < lines->count; i++) {
        struct letter_line *line = &lines->line[i];
        const char *at;
        size_t length;

        if (line->kind == LINE_QUOTED) /* most lines are: no frame begins with a quote sign */
            continue;
        shown_part(line, &at, &length);
        if (starts(at, length, "-----BEGIN PGP SIGNED MESSAGE-----"))
            in_head = true;
        if (starts(at, length, "-----BEGIN PGP SIGNATURE-----")) {
            in_signature = true;
            in_text = false;
        }
        if ((in_head || in_signature) && line->kind == LINE_OWN)
            line->kind = LINE_ARMOR;
        if (in_text)
            undo_dash(line, &lines->has_marker);
        if (length == 0 && in_head) {
            in_head = false;
            in_text = true;
        }
        if (starts(at, length, "-----END PGP SIGNATURE-----"))
            in_signature = false;
    }
}

/* From and at least two other labels, near each other, in any order. */
static bool is_header_block(const struct letter_lines *lines, size_t from)
{
    bool seen[LABEL_COUNT] = {false};
    unsigned labels = 0;

    for (size_t i = from; i < lines->count && i < from + BLOCK_LINES; i++) {
        const char *at;
        size_t length;
        enum header_label label;

        if (lines->line[i].kind != LINE_OWN)
            continue;
        shown_part(&lines->line[i], &at, &length);
        label = quotes_label(at, length);
        if (i == from && label == LABEL_NONE)
            return false;
        if (label != LABEL_NONE && !seen[label])
            labels++;
        seen[label] = true;
    }
    return seen[LABEL_FROM] && labels >= 3;
}

static void mark_header_block(struct letter_lines *lines, size_t from)
{
    for (size_t i = from; i < lines->count && i < from + BLOCK_LINES; i++) {
        struct letter_line *line = &lines->line[i];
        const char *at;
        size_t length;

        shown_part(line, &at, &length);
        if (line->kind == LINE_OWN && quotes_label(at, length) != LABEL_NONE)
            line->kind = LINE_HEADER;
    }
}

/* A rule right above a header block belongs to it. */
static void mark_rule_above(struct letter_lines *lines, size_t from)
{
    while (from > 0 && lines->line[from - 1].kind == LINE_BLANK)
        from--;
    if (from > 0 && lines->line[from - 1].kind == LINE_OWN) {
        const char *at;
        size_t length;

        shown_part(&lines->line[from - 1], &at, &length);
        if (quotes_is_rule(at, length))
            lines->line[from - 1].kind = LINE_HEADER;
    }
}

static void find_header_block(struct letter_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        struct letter_line *line = &lines->line[i];
        const char *at;
        size_t length;

        if (line->kind == LINE_MARKER)
            return;
        if (line->kind != LINE_OWN)
            continue;
        shown_part(line, &at, &length);
        if (!quotes_is_divider(at, length) && !is_header_block(lines, i))
            continue;
        mark_header_block(lines, i);
        line->kind = LINE_HEADER;
        mark_rule_above(lines, i);
        cut_below(lines, i + 1);
        return;
    }
}

/* What stands in the next line that is not blank. */
static enum line_kind next_kind(const struct letter_lines *lines, size_t from)
{
    for (size_t i = from; i < lines->count; i++)
        if (lines->line[i].kind != LINE_BLANK)
            return lines->line[i].kind;
    return LINE_BLANK;
}

static bool has_any(const char *at, size_t length, const char *characters)
{
    for (size_t i = 0; i < length; i++)
        if (at[i] && strchr(characters, at[i]))
            return true;
    return false;
}

/* What the lines from..to together show. */
struct signs {
    bool verb, start, address, digit;
};

static struct signs look_at(const struct letter_lines *lines, size_t from, size_t to)
{
    struct signs signs = {0};

    for (size_t i = from; i <= to; i++) {
        const char *at;
        size_t length;

        shown_part(&lines->line[i], &at, &length);
        signs.start = signs.start || (i == from && quotes_is_start(at, length));
        signs.verb = signs.verb || quotes_has_verb(at, length);
        signs.address = signs.address || has_any(at, length, "@");
        signs.digit = signs.digit || has_any(at, length, "0123456789");
    }
    return signs;
}

/* "On <date>, X wrote:" */
static bool is_sentence(const struct signs *signs)
{
    return signs->start && signs->verb && (signs->address || signs->digit);
}

/* "<date> X <address>:", "X <address> wrote:"; enough only right above a quote. */
static bool is_address_line(const struct signs *signs)
{
    return signs->address && (signs->verb || signs->digit);
}

/* The nearest line from which the lines up to `last` are such an attribution; last + 1 = none. */
static size_t nearest_start(const struct letter_lines *lines, size_t last,
                            bool (*is_one)(const struct signs *signs))
{
    for (size_t n = 0; n < ATTRIBUTION_LINES && n <= last; n++) {
        struct signs signs = look_at(lines, last - n, last);

        if (lines->line[last - n].kind != LINE_OWN)
            break;
        if (is_one(&signs))
            return last - n;
    }
    return last + 1;
}

static bool ends_in_bracket(const struct letter_line *line)
{
    const char *at;
    size_t length;

    shown_part(line, &at, &length);
    return line->kind == LINE_OWN && length && (at[length - 1] == '<' || at[length - 1] == '(');
}

/* The first line of the attribution that ends in line `last`; last + 1 if it is none. */
static size_t attribution_start(const struct letter_lines *lines, size_t last)
{
    enum line_kind next = next_kind(lines, last + 1);
    bool before_quote = next == LINE_QUOTED || next == LINE_MARKER;
    size_t from = nearest_start(lines, last, is_sentence);

    if (from > last && before_quote)
        from = nearest_start(lines, last, is_address_line);
    if (from > last && before_quote && look_at(lines, last, last).verb)
        from = last;
    /* Gmail breaks the line before the address and leaves its bracket behind. */
    while (from > 0 && from <= last && ends_in_bracket(&lines->line[from - 1]))
        from--;
    return from;
}

static void find_attributions(struct letter_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        const char *at;
        size_t length, from;

        if (lines->line[i].kind != LINE_OWN)
            continue;
        shown_part(&lines->line[i], &at, &length);
        if (!quotes_ends_open(at, length))
            continue;
        from = attribution_start(lines, i);
        if (from > i)
            continue;
        for (size_t j = from; j <= i; j++)
            lines->line[j].kind = LINE_ATTRIBUTION;
        /* Quoted without signs: all below is the other's. */
        if (next_kind(lines, i + 1) == LINE_OWN)
            cut_below(lines, i + 1);
    }
}

/* "From " at the start of a line has a quote sign since it lay in a mailbox file (RFC 4155). */
static bool is_mailbox_from(const struct letter_line *line)
{
    return starts(line->at, line->length, ">From ");
}

static void find_signature(struct letter_lines *lines)
{
    bool in_signature = false;

    for (size_t i = 0; i < lines->count; i++) {
        struct letter_line *line = &lines->line[i];
        const char *at;
        size_t length;

        if (line->kind == LINE_BLANK)
            continue;
        if (line->kind != LINE_OWN) {
            in_signature = in_signature && is_mailbox_from(line);
            continue;
        }
        shown_part(line, &at, &length);
        if ((length == 2 && memcmp(at, "--", 2) == 0) || quotes_is_disclaimer(at, length))
            in_signature = true;
        if (in_signature || quotes_is_device_signature(at, length))
            line->kind = LINE_SIGNATURE;
    }
}

/* A mail program that breaks quoted lines leaves tails without a quote sign: right below a long
 * quoted line that had no room for the tail's first word, right above another quoted one. */
static void find_wrapped(struct letter_lines *lines)
{
    for (size_t i = 1; i + 1 < lines->count; i++) {
        struct letter_line *line = &lines->line[i];
        const char *at;
        size_t length, word = 0;

        if (line->kind != LINE_OWN || line[-1].kind != LINE_QUOTED || line[1].kind != LINE_QUOTED)
            continue;
        shown_part(line, &at, &length);
        while (word < length && !text_is_space(at[word]))
            word++;
        if (line[-1].length + 1 + word > WRAP_COLUMNS)
            line->kind = LINE_WRAPPED;
    }
}

/* Lines that draw a line say nothing. */
static void drop_rules(struct letter_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        const char *at;
        size_t length;

        if (lines->line[i].kind != LINE_OWN)
            continue;
        shown_part(&lines->line[i], &at, &length);
        if (quotes_is_rule(at, length))
            lines->line[i].kind = LINE_BLANK;
    }
}

enum rc quotes_split(const char *text, size_t length, struct letter_lines *lines, struct err *err)
{
    struct letter_lines got = {0};
    enum rc rc = split(text, length, &got, err);

    if (rc != RC_OK)
        return rc;
    find_armor(&got);
    find_marker(&got);
    find_header_block(&got);
    find_attributions(&got);
    find_signature(&got);
    find_wrapped(&got);
    drop_rules(&got);
    for (size_t i = 0; i < got.count; i++)
        got.own_count += got.line[i].kind == LINE_OWN;
    *lines = got;
    return RC_OK;
}

void quotes_fini(struct letter_lines *lines)
{
    if (!lines)
        return;
    free(lines->line);
    memset(lines, 0, sizeof *lines);
}

uint32_t quotes_find_missed(const struct letter_lines *lines, quotes_order_like *like,
                            void *context)
{
    for (size_t i = 0; i < lines->count; i++) {
        const struct letter_line *line = &lines->line[i];
        const char *at;
        size_t length;

        if (line->kind != LINE_BELOW && line->kind != LINE_SIGNATURE && line->kind != LINE_WRAPPED)
            continue;
        shown_part(line, &at, &length);
        if (like(context, at, length))
            return line->number;
    }
    return 0;
}
