/* SPDX-License-Identifier: MIT */
/* What mail programs write above a quoted letter: attributions and blocks of header fields.
 *
 * With our marker behind it anything of their shape is one, in whatever language; without, only
 * what the tables know (quotes_words.c). What reads as an order never is. */

#include "letter/quotes_p.h"

enum {
    ATTRIBUTION_LINES = 4, /* long addresses wrap an attribution to that many */
    BLOCK_LINES = 10,      /* a quoted header block's labels stand within that many */
    FRONT_BYTES = 100,     /* own text in front of an attribution in its line */
    START_BYTES = 32       /* the word that it begins with */
};

/* Own lines from `from` on stand below something. */
static void cut_below(struct letter_lines *lines, size_t from)
{
    for (size_t i = from; i < lines->count; i++)
        if (lines->line[i].kind == LINE_OWN)
            lines->line[i].kind = LINE_BELOW;
}

static bool is_own(const struct letter_lines *lines, size_t i)
{
    return i < lines->count && lines->line[i].kind == LINE_OWN;
}

/* The next line that is not blank; lines->count if there is none. */
static size_t next_shown(const struct letter_lines *lines, size_t from)
{
    while (from < lines->count && lines->line[from].kind == LINE_BLANK)
        from++;
    return from;
}

/* Is what the marker or quote signs show to be another's right below? */
static bool is_above_quote(const struct letter_lines *lines, size_t last)
{
    size_t next = next_shown(lines, last + 1);

    return next < lines->count &&
           (lines->line[next].kind == LINE_QUOTED || lines->line[next].kind == LINE_MARKER);
}

/* ---- blocks of header fields ---- */

/* What a block shows, and the line behind it. */
struct block {
    unsigned labels, known;
    bool from, address, date;
    size_t end;
};

static bool goes_on(const struct letter_lines *lines, size_t i)
{
    const char *at;
    size_t length;

    quotes_shown(&lines->line[i], &at, &length);
    return lines->line[i].at != at || memchr(at, '@', length) || at[length - 1] == ';' ||
           at[length - 1] == ',';
}

/* The fields from a line on; blank lines may part them, and their values may be wrapped. */
static struct block look_at_block(const struct quotes_search *search, size_t from)
{
    const struct letter_lines *lines = search->lines;
    bool seen[LABEL_COUNT] = {false};
    struct block block = {.end = from};

    for (size_t i = from; i < lines->count && i < from + BLOCK_LINES; i++) {
        const char *at;
        size_t length;
        enum header_label label;

        if (lines->line[i].kind == LINE_BLANK)
            continue;
        if (!is_own(lines, i))
            break;
        quotes_shown(&lines->line[i], &at, &length);
        label = quotes_label(at, length);
        if (label == LABEL_NONE && !quotes_is_field(at, length) && !goes_on(lines, i))
            break;
        if (quotes_reads(search, i) && (label == LABEL_NONE || block.known < 2))
            break;
        if (label == LABEL_NONE && quotes_has_verb(at, length) && quotes_ends_open(at, length))
            break; /* "… wrote:" names no letter by its fields */
        block.labels += quotes_is_field(at, length);
        block.known += label != LABEL_NONE && !seen[label];
        seen[label] = true;
        block.from = block.from || label == LABEL_FROM;
        block.address = block.address || memchr(at, '@', length);
        block.date = block.date || quotes_has_date(at, length);
        block.end = i + 1;
    }
    return block;
}

static bool is_header_block(const struct quotes_search *search, size_t from, size_t *end)
{
    const char *at;
    size_t length;
    struct block block;
    bool marker_behind = from < search->lines->marker;

    quotes_shown(&search->lines->line[from], &at, &length);
    if (!quotes_is_field(at, length) && quotes_label(at, length) == LABEL_NONE)
        return false;
    block = look_at_block(search, from);
    *end = block.end;
    if (block.end == from || (block.from && block.known >= 3) ||
        (block.address && block.date &&
         (block.labels >= 3 || block.known >= 2 || (block.from && block.labels == 1))))
        return block.end > from;
    return marker_behind && (block.address || block.date) &&
           (block.labels >= 2 || (block.known && is_above_quote(search->lines, block.end - 1)));
}

/* "---- Postern wrote ----": dashes around words that name a letter, with our marker behind. */
static bool is_divider(const struct quotes_search *search, size_t i)
{
    const struct letter_lines *lines = search->lines;
    const char *at;
    size_t length, below = next_shown(lines, i + 1);
    bool told, dated, marker_behind = i < lines->marker, above_quote = is_above_quote(lines, i);

    quotes_shown(&lines->line[i], &at, &length);
    if (quotes_is_divider(at, length, false))
        return true;
    if (quotes_is_divider(at, length, true) && is_own(lines, below) &&
        quotes_has_date(lines->line[below].at, lines->line[below].length))
        return true;
    if (!quotes_is_dashed(at, length) || quotes_reads(search, i))
        return false;
    dated = quotes_has_date(at, length);
    told = quotes_has_verb(at, length);
    if (marker_behind && (dated || told || memchr(at, '@', length) ||
                          quotes_names_us(search, at, length) || above_quote))
        return true;
    return (told && (dated || above_quote)) ||
           (is_own(lines, below) && is_header_block(search, below, &(size_t){0}));
}

/* Rules right above a header block belong to it. */
static void mark_rule_above(struct letter_lines *lines, size_t from)
{
    const char *at;
    size_t length;

    while (from > 0 && lines->line[from - 1].kind == LINE_BLANK)
        from--;
    if (from == 0 || !is_own(lines, from - 1))
        return;
    quotes_shown(&lines->line[from - 1], &at, &length);
    if (quotes_is_rule(at, length))
        lines->line[from - 1].kind = LINE_HEADER;
}

static void mark_header(struct letter_lines *lines, size_t from, size_t end)
{
    for (size_t i = from; i < end; i++)
        if (lines->line[i].kind == LINE_OWN)
            lines->line[i].kind = LINE_HEADER;
    mark_rule_above(lines, from);
    /* Quoted without signs: all below is the other's. */
    if (!is_above_quote(lines, end - 1) || lines->line[next_shown(lines, end)].kind == LINE_MARKER)
        cut_below(lines, end);
}

void quotes_find_header(const struct quotes_search *search)
{
    struct letter_lines *lines = search->lines;

    for (size_t i = 0; i < lines->count && lines->line[i].kind != LINE_MARKER; i++) {
        size_t end = i + 1;

        if (!is_own(lines, i))
            continue;
        if (is_divider(search, i)) {
            size_t below = next_shown(lines, i + 1);

            if (is_own(lines, below) && is_header_block(search, below, &end))
                end = end > i + 1 ? end : i + 1;
            else
                end = i + 1;
        } else if (!is_header_block(search, i, &end)) {
            continue;
        }
        mark_header(lines, i, end);
        i = end - 1;
    }
}

/* ---- attributions ---- */

/* What the lines from..to together show. */
struct signs {
    bool verb, start, address, bracket, digit, date, us, stamp;
};

/* "2026-11-28 17:21 GMT+01:00 Ann", a paragraph of its own. */
static bool is_stamp(const struct letter_lines *lines, size_t i)
{
    const struct letter_line *line = &lines->line[i];
    const char *at;
    size_t length;

    quotes_shown(line, &at, &length);
    return length > 4 && text_is_digit(*at) && strchr("-/.", at[4]) &&
           quotes_has_date(at, length) &&
           (memmem(at, length, "GMT", 3) || memmem(at, length, "UTC", 3)) &&
           (i == 0 || line[-1].kind == LINE_BLANK) &&
           (i + 1 == lines->count || line[1].kind == LINE_BLANK);
}

/* May it stand in front of an attribution in its line: no part of one? */
static bool is_plain(const struct quotes_search *search, const char *at, size_t length)
{
    return length && !memchr(at, '@', length) && !quotes_has_digit(at, length) &&
           !quotes_has_verb(at, length) && !quotes_names_us(search, at, length) &&
           !quotes_is_start(at, length);
}

/* "am", where the line is broken behind it. */
static bool is_start_word(const char *at, size_t length)
{
    char word[START_BYTES];

    if (length + 2 > sizeof word || memchr(at, ' ', length))
        return false;
    memcpy(word, at, length);
    word[length] = ' ';
    return !text_is_digit(*at) && quotes_is_start(word, length + 1);
}

/* "so 21. 11. 2026 o 18:25 Ann <ann@home.example> napísal(a):" */
static bool is_whole_attribution(const struct quotes_search *search, const char *at, size_t length)
{
    size_t day = 0, figures = 0;

    while (day < length && !text_is_digit(at[day]))
        day++;
    while (day + figures < length && text_is_digit(at[day + figures]))
        figures++;
    return (figures == 1 || figures == 2) && /* "nov. 2026" is no beginning */
           (memchr(at, '@', length) || quotes_names_us(search, at, length)) &&
           quotes_has_date(at, length) && quotes_has_verb(at, length);
}

/* Own text in front of an attribution in the same line: the longest that reads as an order, else
 * what stands before "On Sat, 28 Nov 2026"; 0: none. */
static size_t own_front(const struct quotes_search *search, const struct letter_line *line)
{
    const char *at;
    size_t length, front = 0, plain = 0, whole = 0;
    bool has_whole;

    quotes_shown(line, &at, &length);
    has_whole = quotes_ends_open(at, length) && !quotes_is_start(at, length);
    for (size_t i = 1; i + 1 < length && i < FRONT_BYTES; i++) {
        const char *rest = at + i + 1;
        size_t left = length - i - 1, end = i;
        bool starts;

        while (end > 0 && strchr("- ", at[end - 1])) /* "thanks--- On Sat" */
            end--;
        if (at[i] != ' ' || text_is_digit(*rest))
            continue;
        starts = quotes_is_start(rest, left) || is_start_word(rest, left);
        if (!starts && !(has_whole && is_whole_attribution(search, rest, left)))
            continue;
        if (quotes_text_reads(search, at, end))
            *(starts ? &front : &whole) = (size_t)(at - line->at) + end;
        else if (starts && !plain && text_lower(*rest) != *rest && quotes_has_date(rest, left) &&
                 is_plain(search, at, end))
            plain = (size_t)(at - line->at) + end;
    }
    return front ? front : whole ? whole : plain;
}

/* "Ann <ann@home.example>" */
static bool has_address_in_brackets(const char *at, size_t length)
{
    const char *bracket = memchr(at, '<', length), *sign, *end;

    sign = bracket ? memchr(bracket, '@', length - (size_t)(bracket - at)) : NULL;
    end = sign ? memchr(sign, '>', length - (size_t)(sign - at)) : NULL;
    return end && !memchr(bracket, ' ', (size_t)(end - bracket));
}

static struct signs look_at(const struct quotes_search *search, size_t from, size_t to)
{
    struct signs signs = {0};

    for (size_t i = from; i <= to; i++) {
        const char *at;
        size_t length;

        quotes_shown(&search->lines->line[i], &at, &length);
        signs.date |= quotes_has_date(at, length);
        signs.start |=
            i == from && ((quotes_is_start(at, length) && (!text_is_digit(*at) || signs.date)) ||
                          own_front(search, &search->lines->line[i]));
        signs.stamp |= is_stamp(search->lines, i);
        signs.verb |= quotes_has_verb(at, length);
        signs.address |= memchr(at, '@', length) != NULL;
        signs.bracket |= has_address_in_brackets(at, length);
        signs.digit |= quotes_has_digit(at, length);
        signs.us |= quotes_names_us(search, at, length);
    }
    return signs;
}

/* "On <date>, X wrote:" */
static bool is_sentence(const struct signs *signs)
{
    return signs->stamp || (signs->start && signs->verb && (signs->address || signs->date));
}

/* "X <address> wrote:" */
static bool is_told_of_address(const struct signs *signs)
{
    return signs->verb && signs->address;
}

/* "<date> X <address>:", "X <address> wrote:"; enough only right above a quote. */
static bool is_address_line(const struct signs *signs)
{
    return signs->address && (signs->verb || signs->digit);
}

static bool is_address_and_date(const struct signs *signs)
{
    return signs->address && signs->date;
}

/* "30.09.2026, 18.30, Ann <ann@home.example>:", "W dniu 2026-01-07, ann@home.example pisze:", in
 * any language: no sentence of one's own is so. */
static bool is_letterhead(const struct signs *signs)
{
    return (signs->bracket || (signs->start && signs->address)) && signs->date;
}

/* Whatever language it is in: enough with our marker behind. */
static bool is_dated(const struct signs *signs)
{
    return signs->date && (signs->address || signs->us);
}

static bool is_of_us(const struct signs *signs)
{
    return signs->address || signs->us || signs->date;
}

static bool is_told(const struct signs *signs)
{
    return signs->verb;
}

/* Gmail breaks the line before the address and leaves its bracket behind. */
static bool ends_in_bracket(const struct quotes_search *search, size_t i)
{
    const char *at;
    size_t length;

    quotes_shown(&search->lines->line[i], &at, &length);
    return is_own(search->lines, i) && length && (at[length - 1] == '<' || at[length - 1] == '(');
}

/* The nearest line from which the lines up to `last` are such an attribution; last + 1 = none. */
static size_t nearest_start(const struct quotes_search *search, size_t last,
                            bool (*is_one)(const struct signs *signs))
{
    for (size_t n = 0; n < ATTRIBUTION_LINES && n <= last && is_own(search->lines, last - n); n++) {
        struct signs signs = look_at(search, last - n, last);

        if (n && quotes_reads(search, last - n) && !ends_in_bracket(search, last - n))
            break;
        if (is_one(&signs))
            return last - n;
    }
    return last + 1;
}

/* "… <table@postern.example" with the rest in the next line, where ">" is taken for a quote sign.
 */
static bool has_open_bracket(const char *at, size_t length)
{
    while (length && at[length - 1] != '<' && at[length - 1] != '>')
        length--;
    return length && at[length - 1] == '<';
}

/* What stands above "<", "mailto:Ann <ann@home.example>" and "> wrote:", a blank line before them.
 */
static size_t start_above(const struct quotes_search *search, size_t from)
{
    const struct letter_lines *lines = search->lines;
    size_t above = from;
    struct signs signs;

    while (above > 0 && lines->line[above - 1].kind == LINE_BLANK)
        above--;
    if (above == from || above == 0 || !is_own(lines, above - 1) ||
        !ends_in_bracket(search, from) || quotes_reads(search, above - 1))
        return from;
    signs = look_at(search, above - 1, above - 1);
    return signs.start && signs.date ? above - 1 : from;
}

/* "> wrote:" below a link to an address is the end of a broken attribution, no quote. */
static void undo_broken_links(struct letter_lines *lines)
{
    for (size_t i = 1; i < lines->count; i++) {
        const char *at, *above;
        size_t length, above_length;

        if (lines->line[i].kind != LINE_QUOTED || !is_own(lines, i - 1))
            continue;
        quotes_shown(&lines->line[i], &at, &length);
        quotes_shown(&lines->line[i - 1], &above, &above_length);
        if (quotes_ends_open(at, length) && quotes_has_verb(at, length) && above_length > 7 &&
            memcmp(above, "mailto:", 7) == 0)
            lines->line[i].kind = LINE_OWN;
    }
}

/* "11. 2026 o 18:25": its day stands above. */
static bool begins_in_date(const char *at, size_t length)
{
    size_t month = 0;

    while (month < length && text_is_digit(at[month]))
        month++;
    return month && length > month + 5 && at[month] == '.' && at[month + 1] == ' ' &&
           text_is_digit(at[month + 2]) && text_is_digit(at[month + 5]);
}

/* What a broken line has above: "so 21." of a date, and "end Am", where own text stands before it.
 */
static size_t broken_above(const struct quotes_search *search, size_t from)
{
    const struct letter_lines *lines = search->lines;
    const char *at, *rest, *first;
    size_t length, first_length, front;

    if (from == 0 || !is_own(lines, from - 1))
        return from;
    quotes_shown(&lines->line[from], &first, &first_length);
    quotes_shown(&lines->line[from - 1], &at, &length);
    if (begins_in_date(first, first_length))
        return length < START_BYTES && at[length - 1] == '.' ? from - 1 : from;
    front = own_front(search, &lines->line[from - 1]);
    rest = lines->line[from - 1].at + front + 1;
    if (!front || rest >= at + length)
        return from;
    length -= (size_t)(rest - at);
    return quotes_has_date(rest, length) || (text_is_digit(*first) && is_start_word(rest, length))
               ? from - 1
               : from;
}

/* The first line of the attribution that ends in line `last`; last + 1 if it is none. */
static size_t attribution_start(const struct quotes_search *search, size_t last, bool open)
{
    const struct letter_lines *lines = search->lines;
    bool above_quote = is_above_quote(lines, last), marker_behind = last < lines->marker;
    size_t from = open ? nearest_start(search, last, is_sentence) : last + 1;

    if (from > last && marker_behind && (open || above_quote))
        from = nearest_start(search, last, is_dated);
    if (from > last && above_quote)
        from = nearest_start(search, last, open ? is_address_line : is_address_and_date);
    if (from > last && above_quote && marker_behind)
        from = nearest_start(search, last, open ? is_of_us : is_address_line);
    if (from > last && above_quote && open && look_at(search, last, last).verb)
        from = nearest_start(search, last, is_told);
    if (from > last && open)
        from = nearest_start(search, last, is_told_of_address);
    if (from > last && open)
        from = nearest_start(search, last, is_letterhead);
    while (from > 0 && from <= last && ends_in_bracket(search, from - 1))
        from--;
    return from <= last ? broken_above(search, start_above(search, from)) : from;
}

static void mark_attribution(const struct quotes_search *search, size_t from, size_t last)
{
    struct letter_lines *lines = search->lines;
    size_t front = own_front(search, &lines->line[from]), below = next_shown(lines, last + 1);

    if (front)
        lines->line[from++].length = (uint32_t)front;
    for (size_t i = from; i <= last; i++)
        lines->line[i].kind = LINE_ATTRIBUTION;
    if (from > 0 && from < lines->marker && is_own(lines, from - 1) &&
        !quotes_reads(search, from - 1)) {
        const char *at;
        size_t length;

        quotes_shown(&lines->line[from - 1], &at, &length);
        if (quotes_is_dashed(at, length))
            lines->line[from - 1].kind = LINE_ATTRIBUTION;
    }
    if (is_own(lines, below))
        cut_below(lines, below);
}

/* "On Wed, 14 Nov 2026 Ann <ann@home.example> wrote" without a colon */
static bool is_told_whole(const struct quotes_search *search, size_t i)
{
    struct signs signs = look_at(search, i, i);

    return is_letterhead(&signs) && is_sentence(&signs);
}

void quotes_find_attributions(const struct quotes_search *search)
{
    struct letter_lines *lines = search->lines;

    undo_broken_links(lines);
    for (size_t i = 0; i < lines->count; i++) {
        const char *at;
        size_t length, from;
        bool open;

        if (!is_own(lines, i))
            continue;
        quotes_shown(&lines->line[i], &at, &length);
        open = quotes_ends_open(at, length) || is_stamp(lines, i) || is_told_whole(search, i) ||
               (has_open_bracket(at, length) && is_above_quote(lines, i));
        if (!open && !is_above_quote(lines, i))
            continue;
        from = attribution_start(search, i, open);
        if (from <= i && (!quotes_reads(search, i) || (from < i && ends_in_bracket(search, i - 1))))
            mark_attribution(search, from, i);
    }
}
