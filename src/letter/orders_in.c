/* SPDX-License-Identifier: MIT */
/* Finds the lines in a letter's own text that may be orders. It does not understand them. */
#include "letter/orders_in.h"

#include "letter/quotes_p.h"

/* Characters that show nothing and that editors and phones leave in text. */
static bool is_invisible(uint32_t code)
{
    return code == 0x00AD || code == 0x200B || code == 0x200C || code == 0x200D || code == 0x2060 ||
           code == 0xFEFF || (code >= 0x200E && code <= 0x200F) ||
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

enum { NON_JOINER = 0x200C, JOINER = 0x200D, FAR_FROM_LATIN = 0x300 };

/* Between letters of scripts that join, and between the parts of an emoji, a joiner is seen. */
static bool joins(uint32_t before, const char *rest, size_t length)
{
    uint32_t after = 0;

    return before >= FAR_FROM_LATIN && text_utf8_at(rest, length, &after) &&
           after >= FAR_FROM_LATIN;
}

static bool is_blank(uint32_t code)
{
    return code <= ' ' || code == 0xA0 || code == 0x7F || (code >= 0x2000 && code <= 0x200A) ||
           code == 0x202F || code == 0x205F || code == 0x3000;
}

/* Greetings, thanks and closings need no answer. A line counts as such if it begins with one and is
 * short. */
enum { CIVIL_WORDS_MAX = 4, NAME_WORDS_MAX = 3 };

static unsigned said(const struct orders_in *orders, const char *text)
{
    unsigned kinds = orders->said ? orders->said(orders->said_context, text) : 0;

    return kinds & (ORDERS_GREETS | ORDERS_THANKS | ORDERS_CLOSES);
}

/* "Thanks" alone may go on; "Thanks!" and "Thanks," end a letter. */
static bool is_closing(const struct orders_in *orders, const char *text)
{
    size_t length = strlen(text);
    unsigned kinds = text_words(text) <= CIVIL_WORDS_MAX ? said(orders, text) : 0;

    return kinds & ORDERS_CLOSES ||
           (kinds & ORDERS_THANKS && length && strchr(",!.", text[length - 1]));
}

/* A civil word alone or with a name: "Hi Ann," "Thanks!" "Cheers, Bob". */
static bool is_civil(const struct orders_in *orders, const char *text)
{
    return text_words(text) <= CIVIL_WORDS_MAX && said(orders, text);
}

/* Up to three words without figures, the first with a capital: "Ann", "J. R. Smith". */
static bool looks_like_a_name(const char *text)
{
    if (text_words(text) > NAME_WORDS_MAX || text_lower(text[0]) == text[0] ||
        strpbrk(text, "0123456789"))
        return (unsigned char)text[0] >= 0x80 && text_words(text) == 1;
    return true;
}

/* Text with blanks made one kind and invisible characters gone; columns of the first shown. */
struct cleaner {
    struct buf text;
    uint32_t column; /* of text.at[0] */
};

/* Clean the line from byte `from`, whose character column is `column`. */
static void clean(struct cleaner *cleaner, const char *line, size_t length)
{
    uint32_t column = 1, before = 0;
    bool owed = false;

    buf_clear(&cleaner->text);
    cleaner->column = 1;
    for (size_t i = 0, step; i < length; i += step, column++) {
        uint32_t code = 0xFFFD;

        step = text_utf8_at(line + i, length - i, &code);
        if (step && is_invisible(code) &&
            !((code == JOINER || code == NON_JOINER) &&
              joins(before, line + i + step, length - i - step)))
            continue;
        before = code;
        if (step && is_blank(code)) {
            owed = cleaner->text.length > 0;
            continue;
        }
        if (cleaner->text.length == 0)
            cleaner->column = column;
        if (owed)
            buf_put_char(&cleaner->text, ' ');
        owed = false;
        buf_put_bytes(&cleaner->text, step ? line + i : "\xEF\xBF\xBD", step ? step : 3);
        step += step == 0;
    }
}

#define KEYCAP "\xEF\xB8\x8F\xE2\x83\xA3" /* around a digit */

/* Bytes of a list's sign at the start: "- ", "* ", "• ", "1. ", "2) ", and PGP's "- ". */
static size_t bullet_length(const char *text)
{
    size_t digits = 0;

    if ((*text == '-' || *text == '*' || *text == '+') && text[1] == ' ')
        return 2;
    if (text_starts_with(text, "\xE2\x80\xA2 ") || text_starts_with(text, "\xE2\x80\x93 ") ||
        text_starts_with(text, "\xC2\xB7 "))
        return strcspn(text, " ") + 1;
    while (text_is_digit(text[digits]))
        digits++;
    if (digits == 1 && text_starts_with(text + 1, KEYCAP " "))
        return strlen(KEYCAP) + 2;
    if (digits && digits <= 3 && (text[digits] == '.' || text[digits] == ')') &&
        text[digits + 1] == ' ')
        return digits + 2;
    return 0;
}

/* An emoji, and what joins its parts. */
static bool is_picture(uint32_t code)
{
    return (code >= 0x1F000 && code < 0x20000) || (code >= 0x2600 && code < 0x27C0) ||
           (code >= 0x2B00 && code < 0x2C00) || code >= 0xE0000 || code == 0xFE0F || code == JOINER;
}

/* Leave out the few pictures around a text, unless it is nothing else: a name may be many. */
static void leave_pictures(const char *text, size_t *skip, size_t *length)
{
    enum { MOST = 64 }; /* bytes of them */
    size_t first = 0, end = 0;

    for (size_t i = 0, step; i < *length; i += step + (step == 0)) {
        uint32_t code = 0xFFFD;

        step = text_utf8_at(text + *skip + i, *length - i, &code);
        if (is_picture(code) || code == ' ')
            continue;
        first = end ? first : i;
        end = i + step + (step == 0);
    }
    if (!end || *length - (end - first) > MOST)
        return;
    *skip += first;
    *length = end - first;
}

static uint32_t characters(const char *text, size_t length)
{
    uint32_t count = 0;

    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

/* The bytes that a word of the table takes at the beginning of a text, 0 if it is not there. */
static size_t entry_length(const char *word, const char *text)
{
    size_t i = 0;

    while (word[i] && text_lower(text[i]) == text_lower(word[i]))
        i++;
    return word[i] || (text[i] && !strchr(" ,:;.!", text[i])) ? 0 : i;
}

/* The flag of the longest word of the table that the text begins with, 0 if it begins with none. */
static unsigned flag_of(const struct orders_word *words, const char *text, size_t *length)
{
    unsigned flag = 0;

    *length = 0;
    for (; words && words->word; words++) {
        size_t own = entry_length(words->word, text);

        if (own > *length) {
            *length = own;
            flag = words->flag;
        }
    }
    return flag;
}

/* The flags of a line that holds nothing but words of the table, 0 if it holds others. */
static unsigned flags_of(const struct orders_word *words, const char *text)
{
    unsigned flags = 0;

    while (*text) {
        size_t length;
        unsigned flag = flag_of(words, text, &length);

        if (flag == 0)
            return 0;
        flags |= flag;
        text += length;
        text += strspn(text, " ,:;.!");
    }
    return flags;
}

static enum rc add_line(struct orders_in *orders, const struct letter_line *line,
                        const struct cleaner *cleaner, bool after_blank, struct err *err)
{
    const char *text = buf_text(&cleaner->text);
    size_t skip = bullet_length(text), length = cleaner->text.length - skip;
    struct order_line *order = &orders->line[orders->count];

    leave_pictures(text, &skip, &length);
    if (length >= ORDERS_LINE_BYTES) {
        orders->cut = true;
        for (length = ORDERS_LINE_BYTES; ((unsigned char)text[skip + length] & 0xC0) == 0x80;)
            length--;
    }
    order->text = strndup(text + skip, length);
    FAIL_IF(!order->text, err, RC_NO_MEMORY, "no memory for the orders of a letter");
    order->column = line->skipped + cleaner->column + characters(text, skip);
    order->number = (unsigned)strtoul(text, NULL, 10) * (bullet_length(text) > 0);
    order->civil = is_civil(orders, order->text);
    order->greets = said(orders, order->text) & ORDERS_GREETS;
    order->closes =
        text_words(order->text) <= CIVIL_WORDS_MAX && said(orders, order->text) & ORDERS_CLOSES;
    order->after_blank = after_blank;
    orders->count++;
    return RC_OK;
}

const char *orders_behind_greeting(const struct order_line *line)
{
    const char *end = line->greets ? strpbrk(line->text, ",!.:") : NULL;
    unsigned words = 0;

    for (const char *at = line->text; end && at < end; at++)
        words += *at == ' ';
    if (!end || words >= CIVIL_WORDS_MAX)
        return NULL;
    end += strspn(end, " ,!.:");
    return *end ? end : NULL;
}

/* Bytes of a word up to a blank or a sign that names have around them. */
static size_t word_length(const char *text)
{
    return strcspn(text, " .,;:!-/()\"'");
}

static const char *next_word(const char *text)
{
    while (*text && word_length(text) == 0)
        text++;
    return text;
}

static bool same_word(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text_lower(a[i]) != text_lower(b[i]))
            return false;
    return true;
}

/* Is it a word of the name, or the first letter of one? */
static bool is_of_name(const char *word, size_t length, const char *name)
{
    for (name = next_word(name); *name; name = next_word(name + word_length(name)))
        if ((length == 1 || length == word_length(name)) && same_word(word, name, length))
            return true;
    return false;
}

static bool is_name(const char *text, const char *name)
{
    size_t longest = 0;

    while (text_starts_with(text, "\xE2\x80\x94") || text_starts_with(text, "\xE2\x80\x93"))
        text += 3;
    text += strspn(text, " ~");
    for (text = next_word(text); *text; text = next_word(text + word_length(text))) {
        size_t length = word_length(text);

        if (!is_of_name(text, length, name))
            return false;
        longest = length > longest ? length : longest;
    }
    return longest > 1; /* a letter alone may be an answer */
}

/* "A.E.", "AE" of Ann Example; one letter alone may be an answer. */
static bool is_initials(const char *text, const char *name)
{
    unsigned letters = 0;

    for (name = next_word(name); *name; name = next_word(name + word_length(name))) {
        text += strspn(text, " .-");
        if (!text_is_letter(*text) || !same_word(text, name, 1))
            return false;
        text++;
        letters++;
    }
    return letters > 1 && !text[strspn(text, " .")];
}

static bool is_initial(const char *text, const char *name)
{
    size_t length = word_length(text);

    return length == 1 && !text[1 + strspn(text + 1, " .")] && is_of_name(text, length, name);
}

/* Of "end. Cheers, Ann" where the closing begins, if the name ends the line. */
static char *find_closing(const struct orders_in *orders, char *text, const char *name)
{
    static const char signs[] = ",.;!-";
    char *end = text + strlen(text), *from;

    while (end > text && !strchr(signs, end[-1]))
        end--;
    if (end == text || !is_name(end, name))
        return NULL;
    for (from = end - 1; from > text && strchr(" ,.;!-", from[-1]);)
        from--;
    while (from > text && !strchr(signs, from[-1]))
        from--;
    from += strspn(from, " ");
    return from < end && said(orders, from) & (ORDERS_CLOSES | ORDERS_THANKS) ? from : NULL;
}

/* What stands before a closing in the last line stays an order; a line that is closing alone is
 * none. */
static void cut_closing(struct orders_in *orders, const char *name)
{
    struct order_line *last = &orders->line[orders->count - 1];
    char *closing = find_closing(orders, last->text, name);

    if (!closing)
        return;
    if (closing == last->text) {
        last->civil = last->is_name = last->closes = true;
        return;
    }
    while (strchr(" ,;-", closing[-1]) && closing > last->text + 1)
        closing--;
    *closing = '\0';
}

void orders_flag_name(struct orders_in *orders, const char *name)
{
    for (size_t i = 0; i < orders->count; i++) {
        struct order_line *line = &orders->line[i];

        line->is_name |= is_name(line->text, name) || is_initials(line->text, name) ||
                         (i && line[-1].closes && is_initial(line->text, name));
        line->civil |= line->is_name;
    }
    if (orders->count)
        cut_closing(orders, name);
}

void orders_flag_all(struct orders_in *orders)
{
    for (size_t i = 0; i < orders->count; i++)
        orders->line[i].civil = true;
}

/* A name under a closing, as the last line: "Cheers," and then "Ann"; and how to reach her. */
static void mark_name_below(struct orders_in *orders)
{
    struct order_line *line = orders->line;
    size_t first = orders->count;

    while (first > 0 && quotes_is_contact(line[first - 1].text, strlen(line[first - 1].text)))
        first--;
    first -= first > 0 && looks_like_a_name(line[first - 1].text);
    if (first == 0 || first == orders->count || !is_closing(orders, line[first - 1].text))
        return;
    for (size_t i = first; i < orders->count; i++) {
        line[i].civil = true;
        line[i].below = line[first - 1].closes;
    }
}

static size_t count_own(const struct letter_lines *lines)
{
    return lines->own_count < ORDERS_LINES_MAX ? lines->own_count : ORDERS_LINES_MAX;
}

enum rc orders_gather(const struct letter_lines *lines, const struct orders_word *words,
                      struct orders_in *orders, struct err *err)
{
    struct orders_in got = {.said = orders->said, .said_context = orders->said_context};
    struct cleaner cleaner = {0};
    bool after_blank = false, first = true;
    uint32_t written = 0;
    enum rc rc = RC_OK;

    got.line = calloc(count_own(lines) + 1, sizeof *got.line);
    FAIL_IF(!got.line, err, RC_NO_MEMORY, "no memory for the orders of a letter");
    for (size_t i = 0; rc == RC_OK && i < lines->count; i++) {
        const struct letter_line *line = &lines->line[i];
        const char *text;

        if (line->kind != LINE_OWN) {
            after_blank = true;
            continue;
        }
        clean(&cleaner, line->at, line->length);
        rc = buf_rc(&cleaner.text, err);
        text = buf_text(&cleaner.text);
        written += *text != '\0';
        if (*text == '\0' || (*text == '#' && !text_is_digit(text[1]))) /* "#12" names a game */
            continue;
        if (first && !is_civil(&got, text)) {
            first = false;
            got.flags = flags_of(words, text);
            if (got.flags)
                continue;
        }
        if (got.count == count_own(lines)) {
            got.cut = true;
            break;
        }
        got.line[got.count].line = written;
        THEN(rc, add_line(&got, line, &cleaner, after_blank, err));
        after_blank = false;
    }
    mark_name_below(&got);
    buf_fini(&cleaner.text);
    if (rc == RC_OK)
        *orders = got;
    else
        orders_fini(&got);
    return rc;
}

void orders_fini(struct orders_in *orders)
{
    if (!orders)
        return;
    for (size_t i = 0; i < orders->count; i++)
        free(orders->line[i].text);
    free(orders->line);
    memset(orders, 0, sizeof *orders);
}
