/* SPDX-License-Identifier: MIT */
/* Tells a letter's new lines from quoted ones, signatures, and our own letter below. How each
 * program quotes is in quotes_words.c. */
#include "letter/quotes.h"

#include "letter/quotes_p.h"

enum {
    LINES_MAX = 100000,
    WRAP_COLUMNS = 70 /* no client wraps below */
};

/* Bytes of one character that shows nothing at the start of a line, 0 if it shows. */
static size_t blank_at(const char *at, size_t length)
{
    static const char *const blanks[] = {
        "\xC2\xA0",     "\xE1\x90\xA7", "\xE2\x80\x8B", "\xEF\xBB\xBF",
        "\xE2\x80\x8E", "\xE2\x80\xAA", "\xE2\x80\xAB", NULL};

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
void quotes_shown(const struct letter_line *line, const char **at, size_t *length)
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

/* Bytes of quote signs at the start: ">", "> >", "AB>", "| |". */
static size_t quote_signs(const char *at, size_t length)
{
    size_t i = 0;

    while (i < length && i < 4 && at[i] >= 'A' && at[i] <= 'Z')
        i++;
    if (i == length || (at[i] != '>' && (i || *at != '|')))
        return 0;
    while (i < length && strchr("> |", at[i]) && at[i])
        i++;
    return i;
}

static bool has_marker_in(const char *at, size_t length)
{
    static const char inside[] = " " QUOTES_MARKER, wide[] = "\xC2\xA0" QUOTES_MARKER;

    return starts(at, length, QUOTES_MARKER) ||
           memmem(at, length, inside, sizeof inside - 1) != NULL ||
           memmem(at, length, wide, sizeof wide - 1) != NULL;
}

static void find_kind(struct letter_lines *lines, struct letter_line *line)
{
    const char *at;
    size_t length, signs;

    quotes_shown(line, &at, &length);
    signs = quote_signs(at, length);
    line->kind = length == 0 ? LINE_BLANK : signs ? LINE_QUOTED : LINE_OWN;
    if (!has_marker_in(at + signs, length - signs))
        return;
    if (!signs)
        line->kind = LINE_MARKER;
    if (!lines->marker || line->number < lines->marker)
        lines->marker = line->number;
}

static enum rc split(const char *text, size_t length, struct letter_lines *lines, struct err *err)
{
    const char *end = text + length;
    size_t count = 1;

    for (const char *c = text; (c = memchr(c, '\n', (size_t)(end - c))); c++)
        count++;
    FAIL_IF(count > LINES_MAX, err, RC_TOO_LONG, "this letter has more than 100,000 lines");
    lines->line = calloc(count, sizeof *lines->line);
    FAIL_IF(!lines->line, err, RC_NO_MEMORY, "no memory for the lines of a letter");
    while (text < end) {
        const char *eol = memchr(text, '\n', (size_t)(end - text));
        const char *stop = eol ? eol : end;
        struct letter_line *line = &lines->line[lines->count++];

        line->at = text;
        line->length = (uint32_t)(stop - text);
        if (line->length && stop[-1] == '\r')
            line->length--;
        line->number = (uint32_t)lines->count;
        find_kind(lines, line);
        text = eol ? eol + 1 : end;
    }
    return RC_OK;
}

static void find_marker(struct letter_lines *lines)
{
    size_t i = 0;

    while (i < lines->count && lines->line[i].kind != LINE_MARKER)
        i++;
    for (i++; i < lines->count; i++)
        if (lines->line[i].kind == LINE_OWN)
            lines->line[i].kind = LINE_BELOW;
}

/* A line of clear-signed text that begins with a dash has "- " before it (RFC 9580 7.1). */
static void undo_dash(struct letter_lines *lines, struct letter_line *line)
{
    if (line->length < 2 || memcmp(line->at, "- ", 2) != 0)
        return;
    line->at += 2;
    line->length -= 2;
    line->skipped = 2;
    find_kind(lines, line);
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
        quotes_shown(line, &at, &length);
        if (starts(at, length, "-----BEGIN PGP SIGNED MESSAGE-----"))
            in_head = true;
        if (starts(at, length, "-----BEGIN PGP SIGNATURE-----")) {
            in_signature = true;
            in_text = false;
        }
        if ((in_head || in_signature) && line->kind == LINE_OWN)
            line->kind = LINE_ARMOR;
        if (in_text)
            undo_dash(lines, line);
        if (length == 0 && in_head) {
            in_head = false;
            in_text = true;
        }
        if (starts(at, length, "-----END PGP SIGNATURE-----"))
            in_signature = false;
    }
}

/* Is it a link that stood in the quoted line above, or the rest of one? */
static bool is_of_a_link(const struct letter_line *above, const char *at, size_t word)
{
    const char *link = memmem(above->at, above->length, "://", 3);
    size_t rest = link ? (size_t)(above->at + above->length - link) : 0;

    return memmem(at, word, "://", 3) || (link && (at[word - 1] == ')' || at[word - 1] == '>') &&
                                          !memchr(link, at[word - 1], rest));
}

/* A mail program that breaks quoted lines leaves tails without a quote sign: right below a long
 * quoted line that had no room for the tail's first word, right above another quoted one. */
static void find_wrapped(const struct quotes_search *search)
{
    struct letter_lines *lines = search->lines;

    for (size_t i = 1; i + 1 < lines->count; i++) {
        struct letter_line *line = &lines->line[i];
        const char *at;
        size_t length, word = 0;

        if (line->kind != LINE_OWN || line[-1].kind != LINE_QUOTED || line[1].kind != LINE_QUOTED)
            continue;
        quotes_shown(line, &at, &length);
        while (word < length && !text_is_space(at[word]))
            word++;
        if ((line[-1].length + 1 + word > WRAP_COLUMNS || is_of_a_link(&line[-1], at, word)) &&
            !quotes_reads(search, i))
            line->kind = LINE_WRAPPED;
    }
}

/* Lines that draw a line, stand for a picture, or warn of a stranger's letter, say nothing. */
static void drop_empty(struct letter_lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        const char *at;
        size_t length;

        if (lines->line[i].kind != LINE_OWN)
            continue;
        quotes_shown(&lines->line[i], &at, &length);
        if (quotes_is_rule(at, length) || quotes_is_picture(at, length) ||
            quotes_is_warning(at, length))
            lines->line[i].kind = LINE_BLANK;
    }
}

/* Behind list signs and bold type. */
bool quotes_text_reads(const struct quotes_search *search, const char *at, size_t length)
{
    static const char ornaments[] = "*-+_ ";

    if (!search->known)
        return false;
    if (length > 1 && *at == '+' && text_is_digit(at[1])) /* a telephone's number */
        return false;
    while (length && strchr(ornaments, *at) && *at) {
        at++;
        length--;
    }
    while (length && at[length - 1] && strchr("*_ ", at[length - 1]))
        length--;
    return length && search->known->reads(search->known->context, at, length);
}

bool quotes_reads(const struct quotes_search *search, size_t i)
{
    const char *at;
    size_t length;

    if (search->known && search->told[i] == TOLD_NOTHING) {
        quotes_shown(&search->lines->line[i], &at, &length);
        search->told[i] = quotes_text_reads(search, at, length) ? TOLD_READS : TOLD_READS_NOT;
    }
    return search->known && search->told[i] == TOLD_READS;
}

enum rc quotes_split(const char *text, size_t length, const struct quotes_known *known,
                     struct letter_lines *lines, struct err *err)
{
    struct letter_lines got = {0};
    struct quotes_search search = {&got, known, NULL};
    enum rc rc = split(text, length, &got, err);

    if (rc == RC_OK && !(search.told = calloc(got.count + 1, sizeof *search.told)))
        rc = ERR(err, RC_NO_MEMORY, "no memory for the lines of a letter");
    if (rc != RC_OK) {
        quotes_fini(&got);
        return rc;
    }
    find_armor(&got);
    find_marker(&got);
    quotes_find_header(&search);
    quotes_find_attributions(&search);
    find_wrapped(&search);
    quotes_find_signature(&search);
    drop_empty(&got);
    quotes_find_closing(&search);
    for (size_t i = 0; i < got.count; i++)
        got.own_count += got.line[i].kind == LINE_OWN;
    free(search.told);
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
        quotes_shown(line, &at, &length);
        if (like(context, at, length))
            return line->number;
    }
    return 0;
}
