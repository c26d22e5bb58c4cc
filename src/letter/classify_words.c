/* SPDX-License-Identifier: MIT */
/* The words, in many languages, by which replies from robots and reactions are known. */

#include "letter/classify_p.h"
#include "letter/mail_words.h" /* made of mail.words */

/* What stands before the colon of an automatic answer's subject, whole; ASCII letters in small
 * ones, others as programs write them. What holds one of the stems needs no row. */
const char *const classify_absences[] = {MAIL_ABSENCES NULL};

/* "Automatic", in whatever form a language has it. */
static const char *const stems[] = {MAIL_STEMS NULL};

/* "Liked “…”" as phones write it, where the letter itself cannot have a sign of approval. */
static const char *const likings[] = {MAIL_LIKINGS NULL};
static const char *const reactings[] = {MAIL_REACTINGS NULL};

static bool begins_with(const char *text, const char *word)
{
    for (; *word; text++, word++)
        if (*text != *word && text_lower(*text) != text_lower(*word))
            return false;
    return true;
}

static bool contains(const char *text, const char *word)
{
    for (; *text; text++)
        if (begins_with(text, word))
            return true;
    return false;
}

/* What stands before the colon, or between brackets; "Re" behind it belongs to our subject. */
static void copy_mark(const char *subject, char *mark, size_t capacity)
{
    static const char wide[] = "：";
    const char *colon = strchr(subject, ':'), *other = strstr(subject, wide), *end;
    struct text text = text_in(mark, capacity);

    if (*subject == '[' || *subject == '(') {
        end = strchr(subject, *subject == '[' ? ']' : ')');
        subject++;
    } else {
        end = colon && (!other || colon < other) ? colon : other;
    }
    if (!end)
        end = subject + strlen(subject);
    if (end - subject > 3 && begins_with(end - 3, " re"))
        end -= 3;
    while (end > subject && (end[-1] == ' ' || end[-1] == '!'))
        end--;
    text_put_bytes(&text, subject, (size_t)(end - subject));
}

bool classify_marks_absence(const char *subject)
{
    enum { MARK_BYTES = 64, WORDS_MOST = 4 };
    char mark[MARK_BYTES];
    unsigned words = 1;

    copy_mark(subject, mark, sizeof mark);
    for (const char *c = mark; *c; c++)
        words += *c == ' ';
    for (const char *const *word = classify_absences; *word; word++)
        if (begins_with(mark, *word) && strlen(mark) == strlen(*word))
            return true;
    for (const char *const *stem = stems; *stem && words <= WORDS_MOST; stem++)
        if (contains(mark, *stem))
            return true;
    return false;
}

/* ---- against what is written for us ---- */

/* Figures with a sign of dates behind them, twice. */
static bool names_days(const char *text, size_t length)
{
    unsigned days = 0;

    for (size_t i = 0; i + 1 < length; i++)
        if (text_is_digit(text[i]) && strchr("./-", text[i + 1])) {
            days++;
            while (i < length && (text_is_digit(text[i]) || strchr("./-", text[i])))
                i++;
        }
    return days >= 2;
}

bool classify_names_days(const char *subject)
{
    return names_days(subject, strlen(subject));
}

bool classify_has_order(const char *text, const struct classify_context *context)
{
    enum { LINES_MOST = 20 };

    for (unsigned n = 0; *text && n < LINES_MOST; n++) {
        size_t length = strcspn(text, "\n");

        if (*text == '>' || memmem(text, length, QUOTES_MARKER, strlen(QUOTES_MARKER)))
            return false;
        /* "I am away until 12.1." is a note, with both its days it may be a wish. */
        if (length && (!quotes_has_date(text, length) || names_days(text, length)) &&
            context->reads(context->reader, text, length))
            return true;
        text += length + (text[length] == '\n');
    }
    return false;
}

/* ---- reactions ---- */

/* Signs alone, one of them far beyond letters: an emoji, and what joins its parts. */
static bool is_emoji(const char *line, size_t length)
{
    bool found = false;

    for (size_t i = 0, step; i < length; i += step) {
        uint32_t code = 0;

        step = text_utf8_at(line + i, length - i, &code);
        if (!step || (code >= '0' && code < 0x2000))
            return false;
        if (code >= 0x3000 && code < 0x1F000 && (code < 0xFE00 || code > 0xFE0F))
            return false;
        found = found || code >= 0x1F000 || (code >= 0x2190 && code < 0x3000);
    }
    return found;
}

bool classify_is_reaction(const char *text)
{
    enum { LINE_MOST = 200 };
    char line[LINE_MOST + 1];
    size_t length = strcspn(text, "\n");
    const char *quote;

    if (length > LINE_MOST)
        return false;
    text_copy(line, length + 1, text);
    if (is_emoji(line, length)) {
        text += length;
        text += strspn(text, "\n ");
        return !*text || *text == '>' || strstr(text, QUOTES_MARKER);
    }
    quote = strstr(line, "\xE2\x80\x9C");
    quote = quote ? quote : strstr(line, "\xE2\x80\x9E");
    quote = quote ? quote : strchr(line, '"');
    for (const char *const *word = reactings; *word; word++)
        if (contains(line, *word))
            return true;
    for (const char *const *word = likings; *word && quote; word++)
        if (begins_with(line, *word))
            return true;
    return begins_with(line, "liked an image") || begins_with(line, "loved an image");
}
