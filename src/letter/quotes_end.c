/* SPDX-License-Identifier: MIT */
/* What stands below a letter: signatures, what phones and companies' mail systems write, the last
 * words of who wrote it. What reads as an order is none of it, except below "-- ". */

#include "letter/orders_in.h"
#include "letter/quotes_p.h"

enum {
    CLOSING_LINES = 3,
    CLOSING_BYTES = 200, /* of a line of it; two lines of Cyrillic or Thai */
    CLOSINGS_MAX = 4     /* a phone's, a program's, and what one says */
};

static bool is_own(const struct letter_lines *lines, size_t i)
{
    return lines->line[i].kind == LINE_OWN;
}

/* Does one of the own lines from..to read as an order? */
static bool any_reads(const struct quotes_search *search, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (is_own(search->lines, i) && quotes_reads(search, i))
            return true;
    return false;
}

/* May what begins here close a letter: orders above it, none below? */
static bool may_close(const struct quotes_search *search, size_t i)
{
    return !search->known ||
           (!any_reads(search, i, search->lines->count) && any_reads(search, 0, i));
}

/* A letter of talk alone. */
static bool none_reads(const struct quotes_search *search)
{
    return search->known && !any_reads(search, 0, search->lines->count);
}

/* Does one of the own lines below tell how to reach somebody? */
static bool any_contact(const struct letter_lines *lines, size_t from)
{
    for (size_t i = from; i < lines->count; i++)
        if (is_own(lines, i) && quotes_is_contact(lines->line[i].at, lines->line[i].length))
            return true;
    return false;
}

/* "From " at the start of a line has a quote sign since it lay in a mailbox file (RFC 4155). */
static bool is_mailbox_from(const struct letter_line *line)
{
    return line->length >= 6 && memcmp(line->at, ">From ", 6) == 0;
}

static bool closes(const struct quotes_search *search, size_t i)
{
    const char *at;
    size_t length;

    quotes_shown(&search->lines->line[i], &at, &length);
    if (length == 2 && memcmp(at, "--", 2) == 0)
        return true;
    if (quotes_is_disclaimer(at, length))
        return may_close(search, i) || none_reads(search);
    return search->known && quotes_is_rule(at, length) &&
           (may_close(search, i) ||
            (!any_reads(search, i, search->lines->count) && any_contact(search->lines, i)));
}

/* Does something of one's own stand above, and nothing follow before a quote? */
static bool is_last_of_own(const struct letter_lines *lines, size_t i)
{
    size_t above = 0;

    while (above < i && !is_own(lines, above))
        above++;
    if (above == i)
        return false;
    for (i++; i < lines->count && lines->line[i].kind == LINE_BLANK;)
        i++;
    return i >= lines->count || !is_own(lines, i);
}

static bool is_of_a_device(const struct quotes_search *search, size_t i)
{
    const char *at;
    size_t length;

    quotes_shown(&search->lines->line[i], &at, &length);
    return (quotes_is_device_signature(at, length) ||
            (search->known && is_last_of_own(search->lines, i) &&
             (quotes_names_device(at, length, true) ||
              (quotes_names_device(at, length, false) && may_close(search, i))))) &&
           !quotes_reads(search, i);
}

void quotes_find_signature(const struct quotes_search *search)
{
    struct letter_lines *lines = search->lines;
    bool in_signature = false;

    for (size_t i = 0; i < lines->count; i++) {
        struct letter_line *line = &lines->line[i];

        if (line->kind == LINE_BLANK)
            continue;
        if (line->kind != LINE_OWN)
            in_signature = in_signature && is_mailbox_from(line);
        else if ((in_signature = in_signature || closes(search, i)))
            line->kind = LINE_SIGNATURE;
    }
    for (size_t i = lines->count; i-- > 0;) /* one may stand above another */
        if (is_own(lines, i) && is_of_a_device(search, i))
            lines->line[i].kind = LINE_SIGNATURE;
}

/* The last block of own lines; false: it is no closing by its shape. */
static bool find_last_block(const struct letter_lines *lines, size_t *from, size_t *to)
{
    size_t i = lines->count, count = 0;

    while (i > 0 && !is_own(lines, i - 1))
        i--;
    *to = i;
    for (; i > 0 && is_own(lines, i - 1); i--)
        if (++count > CLOSING_LINES || lines->line[i - 1].length > CLOSING_BYTES)
            return false;
    *from = i;
    return count && i > 0 && lines->line[i - 1].kind == LINE_BLANK;
}

/* "Tel. 070 1234567", "ann@example.org", and nothing said about it */
static bool is_bare_contact(const char *at, size_t length)
{
    enum { WORDS_MOST = 2 };
    unsigned words = 0;

    for (size_t i = 0; i < length; i++)
        words += text_is_letter(at[i]) && (i == 0 || at[i - 1] == ' ');
    return words <= WORDS_MOST && quotes_is_contact(at, length);
}

/* Without an order above, what closes a letter looks like it: names, how to reach somebody. A
 * single word may be an answer. */
static bool is_signed(const struct letter_lines *lines, size_t from, size_t to)
{
    bool sure = false;

    for (size_t i = from; i < to; i++) {
        const char *at;
        size_t length;
        bool contact;

        quotes_shown(&lines->line[i], &at, &length);
        contact = is_bare_contact(at, length);
        if (!contact && !quotes_is_name(at, length))
            return false;
        sure |= contact || !text_is_letter(*at) || memchr(at, ' ', length);
    }
    return sure;
}

static size_t count_own(const struct letter_lines *lines)
{
    size_t count = 0;

    for (size_t i = 0; i < lines->count; i++)
        count += is_own(lines, i);
    return count;
}

void quotes_find_closing(const struct quotes_search *search)
{
    struct letter_lines *lines = search->lines;
    size_t from, to;

    if (!search->known || count_own(lines) > ORDERS_LINES_MAX) /* no letter: none of it is read */
        return;
    for (unsigned n = 0;
         n < CLOSINGS_MAX && find_last_block(lines, &from, &to) &&
         (may_close(search, from) || (is_signed(lines, from, to) && none_reads(search)));
         n++)
        for (size_t i = from; i < to; i++)
            lines->line[i].kind = LINE_CLOSING;
}
