/* SPDX-License-Identifier: MIT */
/* The words and signs of mail programs, in many languages, by which quotes, signatures and
 * disclaimers are known. */

#include <unicode/uchar.h>

#include "letter/mail_words.h" /* made of mail.words */
#include "letter/quotes_p.h"

enum { LABEL_BYTES = 48 }; /* the longest label, with its stars and blanks */

struct label_word {
    const char *word; /* lower case */
    enum header_label label;
};

/* Outlook, Apple Mail, Yahoo and GMX in the languages of their users. */
static const struct label_word labels[] = {MAIL_LABELS};

static const char *const verbs[] = {MAIL_VERBS NULL};

static const char *const starts[] = {MAIL_STARTS NULL};

/* Between the dashes of a divider; Apple Mail's stand alone, with a colon. */
static const char *const dividers[] = {MAIL_DIVIDERS NULL};

static const char *const devices[] = {MAIL_DEVICES NULL};

/* "Von Samsung Mobile gesendet", "Mit der sicheren E-Mail von Proton Mail gesendet." */
static const char *const german_devices[] = {"von ", "mit ", "via ", NULL};
static const char german_sent[] = " gesendet";

/* "Ludwig van Beethoven", "Rosa de la Cruz" */
static const char *const particles[] = {MAIL_PARTICLES NULL};

static const char *const disclaimers[] = {MAIL_DISCLAIMERS NULL};

/* Equal to a lower-case word, ASCII case ignored. */
static bool begins_with(const char *line, size_t length, const char *word)
{
    for (; *word; line++, word++, length--)
        if (length == 0 || (*line != *word && text_lower(*line) != text_lower(*word)))
            return false;
    return true;
}

/* The first character tells nearly all places apart. */
static bool contains(const char *line, size_t length, const char *word)
{
    char small = *word, great = text_is_letter(small) ? (char)(small - 'a' + 'A') : small;

    for (; length; line++, length--)
        if ((*line == small || *line == great) && begins_with(line, length, word))
            return true;
    return false;
}

static bool begins_with_one(const char *line, size_t length, const char *const *words)
{
    for (; *words; words++)
        if (begins_with(line, length, *words))
            return true;
    return false;
}

static bool contains_one(const char *line, size_t length, const char *const *words)
{
    for (; *words; words++)
        if (contains(line, length, *words))
            return true;
    return false;
}

enum header_label quotes_label(const char *line, size_t length)
{
    size_t head = length < LABEL_BYTES ? length : LABEL_BYTES;

    /* Most lines are told apart by having no colon. */
    if (!memchr(line, ':', head) && !memchr(line, 0xEF, head))
        return LABEL_NONE;
    /* Bold labels of HTML come as "*From:*" in some clients' plain text. */
    while (length && (*line == '*' || *line == ' ')) {
        line++;
        length--;
    }
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        size_t at = strlen(labels[i].word);

        if (!begins_with(line, length, labels[i].word))
            continue;
        while (at < length && (line[at] == ' ' || line[at] == '*'))
            at++;
        if (at < length && (line[at] == ':' || begins_with(line + at, length - at, "：") ||
                            begins_with(line + at, length - at, "\xC2\xA0:")))
            return labels[i].label;
    }
    return LABEL_NONE;
}

bool quotes_has_verb(const char *line, size_t length)
{
    return contains_one(line, length, verbs);
}

bool quotes_is_start(const char *line, size_t length)
{
    size_t sign = begins_with(line, length, "- ") ? 2 : 0;

    line += sign;
    length -= sign;
    return begins_with_one(line, length, starts) || (length && text_is_digit(*line));
}

/* Bytes of a sign that shows nothing at the end of a line: right-to-left and other marks. */
static size_t mark_before(const char *line, size_t length)
{
    static const char *const marks[] = {"\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xAC",
                                        "\xE2\x80\x8B", "\xEF\xBB\xBF"};

    for (size_t i = 0; length > 3 && i < sizeof marks / sizeof *marks; i++)
        if (memcmp(line + length - 3, marks[i], 3) == 0)
            return 3;
    return length && line[length - 1] == '*'; /* of bold type */
}

bool quotes_ends_open(const char *line, size_t length)
{
    size_t step;

    while ((step = mark_before(line, length)))
        length -= step;
    if (length && line[length - 1] == ':')
        return true;
    return length >= 3 && memcmp(line + length - 3, "：", 3) == 0;
}

enum { FIELD_BYTES = 60, FIELD_WORDS = 4 };

bool quotes_is_field(const char *line, size_t length)
{
    unsigned words = 0;
    size_t i = 0;

    while (length && (*line == '*' || *line == ' ')) {
        line++;
        length--;
    }
    for (; i < length && i < FIELD_BYTES && line[i] != ':' &&
           !begins_with(line + i, length - i, "：");
         i++) {
        if (text_is_digit(line[i]) || strchr("@<>\"/", line[i]))
            return false;
        words += line[i] == ' ';
    }
    return i > 0 && i < length && i < FIELD_BYTES && words <= FIELD_WORDS &&
           !begins_with(line + i, length - i, "://");
}

/* Bytes of a figure, in whatever script; 0: it is none. */
static size_t figure_at(const char *line, size_t length)
{
    uint32_t code = 0;
    size_t step = text_utf8_at(line, length, &code);

    return (code >= '0' && code <= '9') || (code >= 0x660 && code <= 0x669) ||
                   (code >= 0x6F0 && code <= 0x6F9) || (code >= 0x966 && code <= 0x96F) ||
                   (code >= 0x9E6 && code <= 0x9EF) || (code >= 0xE50 && code <= 0xE59)
               ? step
               : 0;
}

/* Figures in a row; *length behind them. */
static unsigned count_figures(const char **line, size_t *length)
{
    unsigned count = 0;

    for (size_t step; (step = figure_at(*line, *length)); count++) {
        *line += step;
        *length -= step;
    }
    return count;
}

bool quotes_has_digit(const char *line, size_t length)
{
    for (; length; line++, length--)
        if (figure_at(line, length))
            return true;
    return false;
}

/* "2026", "10:55", "28.11.", "28/11", "28-11-": figures and what parts those of a date. */
bool quotes_has_date(const char *line, size_t length)
{
    while (length) {
        unsigned count = count_figures(&line, &length);

        if (count == 4)
            return true;
        if (count && count <= 2 && length > 1 && strchr(":./", *line) && *line &&
            figure_at(line + 1, length - 1))
            return true;
        if (length) {
            line++;
            length--;
        }
    }
    return false;
}

bool quotes_names_us(const struct quotes_search *search, const char *line, size_t length)
{
    const char *us = search->known ? search->known->us : NULL;

    for (; us && *us && length; line++, length--)
        if (begins_with(line, length, us))
            return true;
    return false;
}

static bool is_dash(char c)
{
    return c && strchr("-_=*~", c);
}

bool quotes_is_dashed(const char *line, size_t length)
{
    size_t before = 0, behind = 0;

    while (before < length && (is_dash(line[before]) || line[before] == ' '))
        before++;
    while (behind < length - before &&
           (is_dash(line[length - behind - 1]) || line[length - behind - 1] == ' '))
        behind++;
    return before >= 2 && before + behind < length && (behind >= 2 || before >= 5);
}

bool quotes_is_picture(const char *line, size_t length)
{
    static const char *const ends[] = {".png]", ".gif]", ".jpg]", ".jpeg]",
                                       ".png>", ".gif>", ".jpg>", ".jpeg>"};

    if (length < 6 || (*line != '[' && *line != '<') || memchr(line, ']', length - 1) ||
        memchr(line, '>', length - 1))
        return false;
    if (line[length - 1] == ']' &&
        (begins_with(line, length, "[image") || begins_with(line, length, "[cid:")))
        return true;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (begins_with(line + length - strlen(ends[i]), strlen(ends[i]), ends[i]))
            return true;
    return false;
}

bool quotes_is_warning(const char *line, size_t length)
{
    return contains(line, length, "originated from outside") ||
           contains(line, length, "aka.ms/learnaboutsenderidentification");
}

bool quotes_is_divider(const char *line, size_t length, bool bare)
{
    size_t dashes = 0;

    while (length && *line == '*' && line[length - 1] == '*') { /* bold */
        line++;
        length -= length > 1 ? 2 : 1;
    }
    while (dashes < length && (line[dashes] == '-' || line[dashes] == '_'))
        dashes++;
    line += dashes;
    length -= dashes;
    while (length && *line == ' ') {
        line++;
        length--;
    }
    return begins_with_one(line, length, dividers) &&
           (bare || (dashes >= 2 ? line[length - 1] == '-' : quotes_ends_open(line, length)));
}

/* Bytes of a character that lines are drawn with; 0: it is none. */
static size_t rule_at(const char *line, size_t length)
{
    static const char *const wide[] = {"–", "—", "―", "─", "━", "═", "•", "·"};

    if (strchr("_-=*~#", *line) && *line)
        return 1;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (begins_with(line, length, wide[i]))
            return strlen(wide[i]);
    return 0;
}

bool quotes_is_rule(const char *line, size_t length)
{
    /* which some programs make of "--" */
    bool dash = begins_with(line, length, "—") || begins_with(line, length, "–");
    unsigned count = 0;

    for (size_t step; length; count++, line += step, length -= step) {
        while (length && *line == ' ') {
            line++;
            length--;
        }
        step = length ? rule_at(line, length) : 0;
        if (step == 0)
            return false;
    }
    return count >= 3 || (count == 1 && dash) || (count == 2 && line[-1] == '_');
}

/* Brackets and stars of links and bold words. */
static void skip_ornaments(const char **line, size_t *length)
{
    while (*length && **line && strchr("[(*<_ ", **line)) {
        (*line)++;
        (*length)--;
    }
    while (*length && strchr("])*>_ .!", (*line)[*length - 1]) && (*line)[*length - 1])
        (*length)--;
}

/* Is it all that one of these begins, whatever brackets stand between its words? */
static bool is_sent_with(const char *line, size_t length)
{
    size_t end = strlen(german_sent);

    return begins_with_one(line, length, devices) ||
           (begins_with_one(line, length, german_devices) && length > end &&
            begins_with(line + length - end, end, german_sent));
}

bool quotes_is_device_signature(const char *line, size_t length)
{
    static const char *const before_link[] = {"sent from [", "sent with [", "gesendet von [",
                                              "gesendet mit [", NULL};

    skip_ornaments(&line, &length);
    return is_sent_with(line, length) || begins_with_one(line, length, before_link) ||
           begins_with(line, length, "yahoo mail: ") ||
           (contains(line, length, "outlook") && contains(line, length, "https://aka.ms/"));
}

static unsigned count_words(const char *line, size_t length)
{
    unsigned words = length > 0;

    while (length--)
        words += *line++ == ' ';
    return words;
}

bool quotes_names_device(const char *line, size_t length, bool briefly)
{
    enum { BYTES_MOST = 120, WORDS_MOST = 5 };
    static const char *const names[] = {
        "iphone",    "ipad",      "android",  "outlook",    "galaxy",       "samsung",
        "huawei",    "xiaomi",    "redmi",    "oneplus",    "blackberry",   "windows phone",
        "windows 1", "yahoo",     "gmail",    "proton",     "thunderbird",  "k-9 mail",
        "aquamail",  "fairemail", "mail.ru",  "mymail",     "bluemail",     "blue mail",
        "spark",     "airmail",   "mailbird", "tutanota",   "tuta",         "gmx",
        "web.de",    "nokia",     "motorola", "smartphone", "smartfon",     "icloud",
        "zoho mail", "mobile",    "phone",    "mailbox",    "windows mail", NULL};

    if (briefly &&
        (!length || strchr(".!?,", line[length - 1]) || count_words(line, length) > WORDS_MOST))
        return false;
    return length <= BYTES_MOST && contains_one(line, length, names);
}

static bool is_capital(const char *at, size_t length)
{
    uint32_t code = 0;

    text_utf8_at(at, length, &code);
    return u_isupper((UChar32)code) || strchr(" .'-", *at);
}

bool quotes_is_name(const char *line, size_t length)
{
    enum { WORDS_MOST = 4 };
    unsigned words = 0;
    bool small = false;

    if (length && strchr("-/~", *line)) {
        line++;
        length--;
    }
    for (size_t i = 0; i < length; i++) {
        bool begins = i == 0 || line[i - 1] == ' ' || line[i - 1] == '-';

        if (!text_is_letter(line[i]) && !strchr(" .'-", line[i]) && (unsigned char)line[i] < 0x80)
            return false;
        if (!begins || begins_with_one(line + i, length - i, particles))
            continue;
        words += line[i] != ' ';
        small |= !is_capital(line + i, length - i);
    }
    return words && words <= WORDS_MOST && !small;
}

bool quotes_is_contact(const char *line, size_t length)
{
    enum { TELEPHONE_LEAST = 7 };
    unsigned figures = 0;

    if (memchr(line, '@', length) || memmem(line, length, "://", 3) ||
        contains(line, length, "www."))
        return true;
    for (; length && figures < TELEPHONE_LEAST; line++, length--)
        if (text_is_digit(*line))
            figures++;
        else if (!strchr(" ()+-./", *line) || !*line)
            figures = 0;
    return figures == TELEPHONE_LEAST;
}

bool quotes_is_disclaimer(const char *line, size_t length)
{
    skip_ornaments(&line, &length);
    return begins_with_one(line, length, disclaimers);
}
