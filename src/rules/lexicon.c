/* SPDX-License-Identifier: MIT */
/* Reads a language's words for a game's terms, and finds terms in a line, slips of the finger
 * included. */
#include "rules/lexicon.h"

void lexicon_init(struct lexicon *lexicon, const char *const *terms, unsigned term_count,
                  struct arena *arena)
{
    memset(lexicon, 0, offsetof(struct lexicon, word));
    lexicon->terms = terms;
    lexicon->term_count = term_count < LEXICON_TERMS_MAX ? term_count : LEXICON_TERMS_MAX;
    lexicon->arena = arena;
}

/* ---- folding ---- */

/* Plain letters for U+00C0 to U+017F, one or two each; '?' keeps the character as it is. */
static const char latin[] = "A A A A A A AEC E E E E I I I I D N O O O O O ? O U U U U Y THss"
                            "a a a a a a aec e e e e i i i i d n o o o o o ? o u u u u y thy "
                            "A a A a A a C c C c C c C c D d D d E e E e E e E e E e G g G g "
                            "G g G g H h H h I i I i I i I i I i ijijJ j K k k L l L l L l L "
                            "l L l N n N n N n n N n O o O o O o oeoeR r R r R r S s S s S s "
                            "S s T t T t T t U u U u U u U u U u U u W w Y y Y Z z Z z Z z s ";
enum { LATIN_FIRST = 0xC0, LATIN_LAST = 0x17F };

static const struct {
    uint32_t code;
    char plain;
} signs[] = {
    {0xA0, ' '},    {0x2002, ' '}, {0x2003, ' '}, {0x2009, ' '}, {0x202F, ' '}, {0x2010, '-'},
    {0x2011, '-'},  {0x2012, '-'}, {0x2013, '-'}, {0x2014, '-'}, {0x2212, '-'}, {0x2018, '\''},
    {0x2019, '\''}, {0x201C, '"'}, {0x201D, '"'}, {0xB4, '\''},  {0x3000, ' '}, {0xA1, ' '},
    {0xBF, ' '},    {0xAB, '"'},   {0xBB, '"'},   {0x201E, '"'},
};

/* The plain form of one character in out[2]; returns its length, 0 to keep the character. */
static size_t plain_form(uint32_t code, char out[2])
{
    if (code < 0x80) {
        out[0] = text_is_space((char)code) ? ' ' : text_lower((char)code);
        return 1;
    }
    if (code >= LATIN_FIRST && code <= LATIN_LAST) {
        const char *at = latin + 2 * (code - LATIN_FIRST);
        out[0] = text_lower(at[0]);
        out[1] = text_lower(at[1]);
        return at[0] == '?' ? 0 : at[1] == ' ' ? 1 : 2;
    }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].code == code) {
            out[0] = signs[i].plain;
            return 1;
        }
    return 0;
}

size_t lexicon_fold(const char *line, size_t length, char *out, uint16_t *columns, size_t capacity)
{
    size_t at = 0, written = 0;
    uint16_t column = 0;

    while (at < length) {
        char plain[2];
        uint32_t code = (unsigned char)line[at];
        size_t bytes = code < 0x80 ? 1 : text_utf8_at(line + at, length - at, &code);
        size_t folded = bytes ? plain_form(code, plain) : 0;
        const char *from = folded ? plain : line + at;
        size_t count = folded ? folded : bytes ? bytes : 1;

        if (column < UINT16_MAX)
            column++;
        if (written + count >= capacity)
            break;
        for (size_t i = 0; i < count; i++) {
            out[written] = from[i];
            if (columns)
                columns[written] = column;
            written++;
        }
        at += bytes ? bytes : 1;
    }
    out[written] = '\0';
    return written;
}

/* ---- reading a language ---- */

static int order_of(const struct lexicon_word *word, const char *text, uint16_t term)
{
    int by_text = strcmp(word->text, text);

    return by_text ? by_text : (int)word->term - (int)term;
}

/* Fold a word and join its blanks; returns its length, 0 if it is empty or too long. */
static size_t fold_word(const char *text, size_t length, char out[LEXICON_WORD_BYTES])
{
    char folded[2 * LEXICON_WORD_BYTES];
    size_t count, written = 0;

    if (length >= LEXICON_WORD_BYTES)
        return 0;
    count = lexicon_fold(text, length, folded, NULL, sizeof folded);
    for (size_t i = 0; i < count; i++) {
        bool blank = folded[i] == ' ' || folded[i] == '-';
        if (blank && (written == 0 || out[written - 1] == ' '))
            continue;
        if (written + 1 >= LEXICON_WORD_BYTES)
            return 0;
        out[written++] = blank ? ' ' : folded[i];
    }
    while (written > 0 && out[written - 1] == ' ')
        written--;
    out[written] = '\0';
    return written;
}

/* Is one before the other in the list? Of the same word for the same term the own one is. */
static bool is_before(const struct lexicon_word *one, const struct lexicon_word *other)
{
    int order = order_of(one, other->text, other->term);

    return order ? order < 0 : one->is_own && !other->is_own;
}

/* Let a word that stands twice for a term stand once: two languages share it. Sorted already. */
static void drop_repeats(struct lexicon *lexicon)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < lexicon->word_count; i++)
        if (!kept || order_of(&lexicon->word[i], lexicon->word[kept - 1].text,
                              lexicon->word[kept - 1].term) != 0)
            lexicon->word[kept++] = lexicon->word[i];
    lexicon->word_count = kept;
    for (unsigned byte = 0, i = 0; byte <= UINT8_MAX + 1; byte++) {
        while (i < kept && (unsigned char)lexicon->word[i].text[0] < byte)
            i++;
        lexicon->begins[byte] = (uint16_t)i;
    }
}

/* Shell's sort with Ciura's gaps: the core has no memory for a quicker one. */
static void sort_words(struct lexicon *lexicon)
{
    static const unsigned gaps[] = {1750, 701, 301, 132, 57, 23, 10, 4, 1};

    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (unsigned i = gaps[g]; i < lexicon->word_count; i++) {
            const struct lexicon_word word = lexicon->word[i];
            unsigned at = i;

            for (; at >= gaps[g] && is_before(&word, &lexicon->word[at - gaps[g]]); at -= gaps[g])
                lexicon->word[at] = lexicon->word[at - gaps[g]];
            lexicon->word[at] = word;
        }
    drop_repeats(lexicon);
}

enum { BLANK_BIT = 1 };

uint32_t lexicon_letters(const char *text, size_t length)
{
    uint32_t letters = 0;

    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];

        letters |= c == ' ' ? BLANK_BIT : 1u << (c >= 'a' && c <= 'z' ? 1 + c - 'a' : 27 + c % 5);
    }
    return letters;
}

/* At the list's end, where sort_words finds it. */
static enum rc add_word(struct lexicon *lexicon, const char *folded, size_t count, uint16_t term,
                        struct err *err)
{
    char *copy;

    if (lexicon->word_count == LEXICON_WORDS_MAX)
        return ERR(err, RC_TOO_LONG, "too many words in all languages together");
    copy = arena_copy(lexicon->arena, folded, count);
    FAIL_IF(!copy, err, RC_TOO_LONG, "no room for more words");
    lexicon->word[lexicon->word_count++] =
        (struct lexicon_word){.text = copy,
                              .letters = lexicon_letters(copy, count),
                              .term = term,
                              .length = (uint8_t)count,
                              .is_own = lexicon->languages == 0};
    return RC_OK;
}

/* "lancia l'incantesimo" is "lancia incantesimo" where the article was left out. */
static enum rc add_unelided(struct lexicon *lexicon, char folded[LEXICON_WORD_BYTES], size_t count,
                            uint16_t term, struct err *err)
{
    enum { ELIDED_MOST = 5, BEHIND_LEAST = 3 };
    size_t token = 0, end;

    for (size_t at = 0; at < count; at++) {
        if (folded[at] == ' ')
            token = at + 1;
        end = at + 1 + strcspn(folded + at + 1, " '");
        if (folded[at] == '\'' && token && at - token <= ELIDED_MOST &&
            end - at - 1 >= BEHIND_LEAST) {
            memmove(folded + token, folded + at + 1, count - at);
            return add_word(lexicon, folded, count - (at + 1 - token), term, err);
        }
    }
    return RC_OK;
}

/* "im" is "I'm" where it was dictated: the sign is left out before these. */
static enum rc add_unsigned(struct lexicon *lexicon, const char *wording, size_t count,
                            uint16_t term, struct err *err)
{
    static const char *const ends[] = {"s", "m", "t", "d", "ll", "re", "ve"};
    char folded[LEXICON_WORD_BYTES];
    size_t kept = count;

    text_copy(folded, count + 1, wording);
    for (size_t at = count; at-- > 1;) {
        size_t end = strcspn(folded + at + 1, " '");
        bool contracted = false;

        for (size_t i = 0; folded[at] == '\'' && i < sizeof ends / sizeof *ends; i++)
            contracted |= strncmp(folded + at + 1, ends[i], end) == 0 && strlen(ends[i]) == end;
        if (contracted)
            memmove(folded + at, folded + at + 1, kept-- - at);
    }
    return kept < count ? add_word(lexicon, folded, kept, term, err) : RC_OK;
}

struct span {
    const char *at;
    size_t length;
};

static struct span trimmed(const char *from, const char *to)
{
    struct span span = {from, (size_t)(to - from)};

    text_trim(&span.at, &span.length);
    return span;
}

static const char *find_byte(const char *from, const char *to, char c)
{
    const char *found = from < to ? memchr(from, c, (size_t)(to - from)) : NULL;

    return found ? found : to;
}

static int term_of_key(const struct lexicon *lexicon, struct span key)
{
    for (unsigned i = 0; i < lexicon->term_count; i++)
        if (text_is(key.at, key.length, lexicon->terms[i]))
            return (int)i;
    return -1;
}

static enum rc show_as(struct lexicon *lexicon, uint16_t term, struct span name, struct err *err)
{
    if (lexicon->shown[term])
        return RC_OK; /* the first language shows */
    lexicon->shown[term] = arena_copy(lexicon->arena, name.at, name.length);
    return lexicon->shown[term] ? RC_OK : ERR(err, RC_TOO_LONG, "no room for more words");
}

static enum rc add_wording(struct lexicon *lexicon, struct span word, uint16_t term,
                           struct err *err)
{
    char folded[LEXICON_WORD_BYTES];
    size_t count = fold_word(word.at, word.length, folded);

    FAIL_IF(count == 0, err, RC_BAD_INPUT, "empty or overlong word for ", lexicon->terms[term]);
    TRY(add_word(lexicon, folded, count, term, err));
    if (!memchr(folded, '\'', count))
        return RC_OK;
    TRY(add_unsigned(lexicon, folded, count, term, err));
    return add_unelided(lexicon, folded, count, term, err);
}

static enum rc add_line(struct lexicon *lexicon, const char *from, const char *to,
                        bool seen[LEXICON_TERMS_MAX], struct err *err)
{
    const char *equals = find_byte(from, to, '='), *bar = find_byte(equals, to, '|');
    struct span key = trimmed(from, equals);
    struct span name = equals < to ? trimmed(equals + 1, bar) : trimmed(to, to);
    int term = term_of_key(lexicon, key);
    enum rc rc;

    FAIL_IF(equals == to, err, RC_BAD_INPUT, "expected 'key = name | words'");
    FAIL_IF(term < 0, err, RC_BAD_INPUT, "the game has no term with this key");
    FAIL_IF(seen[term], err, RC_BAD_INPUT, lexicon->terms[term], " stands here twice");
    seen[term] = true;
    rc = show_as(lexicon, (uint16_t)term, name, err);
    THEN(rc, add_wording(lexicon, name, (uint16_t)term, err));
    for (const char *at = bar; rc == RC_OK && at < to;) {
        const char *comma = find_byte(at + 1, to, ',');

        rc = add_wording(lexicon, trimmed(at + 1, comma), (uint16_t)term, err);
        at = comma;
    }
    return rc;
}

enum rc lexicon_add(struct lexicon *lexicon, const char *source, const char *text, size_t length,
                    struct err *err)
{
    bool seen[LEXICON_TERMS_MAX] = {false};
    const char *end = text + length;
    uint32_t number = 0;

    for (const char *from = text; from < end;) {
        const char *to = find_byte(from, end, '\n');
        struct span line = trimmed(from, to);
        enum rc rc;

        number++;
        from = to + (to < end);
        if (line.length == 0 || line.at[0] == '#')
            continue;
        rc = add_line(lexicon, line.at, line.at + line.length, seen, err);
        if (rc != RC_OK) {
            err_where(err, source, number, 0);
            return rc;
        }
    }
    sort_words(lexicon);
    lexicon->languages++;
    return RC_OK;
}

enum rc lexicon_join(struct lexicon *lexicon, const struct lexicon *other, struct err *err)
{
    unsigned own = lexicon->word_count, more = other->word_count;

    if (own + more > LEXICON_WORDS_MAX)
        return ERR(err, RC_TOO_LONG, "too many words in all languages together");
    for (unsigned i = 0; i < lexicon->term_count; i++)
        if (!lexicon->shown[i])
            lexicon->shown[i] = other->shown[i];
    lexicon->word_count = own + more;
    while (more) { /* from the end, so that nothing is in the way */
        struct lexicon_word word = other->word[more - 1];

        word.is_own = lexicon->languages == 0;
        if (own && is_before(&word, &lexicon->word[own - 1])) {
            lexicon->word[own + more - 1] = lexicon->word[own - 1];
            own--;
        } else {
            lexicon->word[own + more - 1] = word;
            more--;
        }
    }
    drop_repeats(lexicon);
    lexicon->languages++;
    return RC_OK;
}

const char *lexicon_missing(const struct lexicon *lexicon)
{
    for (unsigned i = 0; i < lexicon->term_count; i++)
        if (!lexicon->shown[i])
            return lexicon->terms[i];
    return NULL;
}

const char *lexicon_name(const struct lexicon *lexicon, unsigned term)
{
    if (term >= lexicon->term_count)
        return "";
    return lexicon->shown[term] ? lexicon->shown[term] : lexicon->terms[term];
}

/* ---- matching ---- */

static bool goes_on(char c)
{
    return text_is_letter(c) || text_is_digit(c) || ((unsigned char)c & 0x80) || c == '\'';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '-';
}

/* The first of the words [from, to), which are alike in their first `at` bytes, whose next byte is
 * not before this one. */
static unsigned bound(const struct lexicon *lexicon, unsigned from, unsigned to, size_t at,
                      unsigned byte)
{
    while (from < to) {
        unsigned middle = from + (to - from) / 2;

        if ((unsigned char)lexicon->word[middle].text[at] < byte)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Words that go on alike, which stand together: of [*from, *to) those with this byte next. */
static void narrow(const struct lexicon *lexicon, unsigned *from, unsigned *to, size_t at, char c)
{
    unsigned byte = (unsigned char)c;

    *from = at ? bound(lexicon, *from, *to, at, byte) : lexicon->begins[byte];
    *to = at ? bound(lexicon, *from, *to, at, byte + 1) : lexicon->begins[byte + 1];
}

void lexicon_beginning(const struct lexicon *lexicon, const char *text, size_t length,
                       unsigned *from, unsigned *to)
{
    *from = 0;
    *to = lexicon->word_count;
    for (size_t i = 0; i < length && *from < *to; i++)
        narrow(lexicon, from, to, i, text[i]);
}

static unsigned add_term(uint16_t *term, unsigned count, unsigned most, uint16_t add)
{
    for (unsigned i = 0; i < count; i++)
        if (term[i] == add)
            return count;
    if (count < most)
        term[count++] = add;
    return count;
}

/* "smoke" is the Smoke Bomb, but "i'd" is not yet "i'd rather not": the first word names a thing,
 * and says nothing of a deed. */
static bool may_be_cut(const struct lexicon *lexicon, const struct lexicon_word *word)
{
    const char *term = lexicon->terms[word->term];

    return !memchr(word->text, ' ', word->length) ||
           !(text_starts_with(term, "verb.") || text_starts_with(term, "order.") ||
             text_starts_with(term, "word."));
}

/* The single term all of whose candidates begin with this abbreviation. */
static unsigned match_short(const struct lexicon *lexicon, const char *text, size_t length,
                            uint16_t *term, unsigned most, size_t *used)
{
    unsigned from, to;
    bool cut = false;
    size_t count = 0;

    while (count < length && goes_on(text[count]) && !text_is_digit(text[count]))
        count++;
    if (count < 2 || (count < length && goes_on(text[count])))
        return 0;
    lexicon_beginning(lexicon, text, count, &from, &to);
    for (unsigned i = from; i < to; i++) {
        if (lexicon->word[i].term != lexicon->word[from].term)
            return 0;
        cut |= may_be_cut(lexicon, &lexicon->word[i]);
    }
    if (!cut || most == 0)
        return 0;
    term[0] = lexicon->word[from].term;
    *used = count;
    return 1;
}

/* A blank of a word stands for any run of blanks and hyphens. */
unsigned lexicon_match_among(const struct lexicon *lexicon, const char *text, size_t length,
                             unsigned first, unsigned end, uint16_t *term, unsigned most,
                             size_t *used)
{
    unsigned from = 0, to = lexicon->word_count, count = 0;
    size_t at = 0;

    *used = 0;
    for (size_t letters = 0; at < length && text[at] && from < to; letters++) {
        bool blank = is_blank(text[at]);

        narrow(lexicon, &from, &to, letters, blank ? ' ' : text[at]);
        at++;
        while (blank && at < length && is_blank(text[at]))
            at++;
        if (at < length && goes_on(text[at]))
            continue;
        for (unsigned i = from; i < to && lexicon->word[i].length == letters + 1; i++) {
            if (lexicon->word[i].term < first || lexicon->word[i].term >= end)
                continue;
            if (*used < at)
                count = 0;
            *used = at;
            count = add_term(term, count, most, lexicon->word[i].term);
        }
    }
    return count;
}

unsigned lexicon_match_whole(const struct lexicon *lexicon, const char *text, size_t length,
                             uint16_t *term, unsigned most, size_t *used)
{
    return lexicon_match_among(lexicon, text, length, 0, LEXICON_TERMS_MAX, term, most, used);
}

unsigned lexicon_match(const struct lexicon *lexicon, const char *text, size_t length,
                       uint16_t *term, unsigned most, size_t *used)
{
    unsigned count = lexicon_match_whole(lexicon, text, length, term, most, used);

    return count || !length ? count : match_short(lexicon, text, length, term, most, used);
}

/* ---- slips of the finger ---- */

enum { MEND_LEAST = 3, MEND_TWICE = 7 };

static bool is_filler(const struct lexicon *lexicon, const struct lexicon_word *word)
{
    return text_equal(lexicon->terms[word->term], "word.filler");
}

/* Have these letters more than so many that those have not? A slip makes up for one of them. */
static bool have_more(uint32_t these, uint32_t those, unsigned most)
{
    uint32_t more = these & ~those;

    while (more && most--)
        more &= more - 1;
    return more != 0;
}

/* text_distance, looked at only where it may be within the limit: nearly all words are ruled out by
 * how many letters they have, and which. */
static unsigned slips(const struct lexicon_word *at, const char *word, size_t length,
                      uint32_t letters, unsigned limit)
{
    return length > at->length + limit || at->length > length + limit ||
                   have_more(letters, at->letters, limit) || have_more(at->letters, letters, limit)
               ? limit + 1
               : text_distance(word, length, at->text, at->length, limit);
}

/* "thf", "wzrd": a word written without its vowels. */
static bool is_bare(const struct lexicon_word *at, const char *word, size_t length,
                    uint32_t letters)
{
    static const char vowels[] = "aeiou";
    size_t bare = 0;

    if (letters & ~at->letters)
        return false;
    for (size_t i = 0; i < at->length; i++)
        if (!strchr(vowels, at->text[i]) && (bare == length || word[bare++] != at->text[i]))
            return false;
    return bare == length && bare < at->length;
}

bool lexicon_word_holds(const struct lexicon_word *wording, const char *word, size_t length)
{
    for (size_t at = 0; at + length <= wording->length; at += strcspn(wording->text + at, " ") + 1)
        if (memcmp(wording->text + at, word, length) == 0 &&
            (at + length == wording->length || wording->text[at + length] == ' '))
            return true;
    return false;
}

bool lexicon_holds_word(const struct lexicon *lexicon, const char *word, size_t length)
{
    const uint32_t letters = lexicon_letters(word, length);

    for (unsigned i = 0; i < lexicon->word_count; i++)
        if ((lexicon->word[i].letters & letters) == letters &&
            lexicon_word_holds(&lexicon->word[i], word, length))
            return true;
    return false;
}

const char *lexicon_mend(const struct lexicon *lexicon, const char *word, size_t length)
{
    uint32_t letters = lexicon_letters(word, length);
    unsigned best = length < MEND_TWICE ? 2 : 3;
    const struct lexicon_word *found = NULL;
    bool many = false;

    if (length < MEND_LEAST || length >= LEXICON_WORD_BYTES)
        return NULL;
    for (unsigned i = 0; i < lexicon->word_count; i++) {
        const struct lexicon_word *at = &lexicon->word[i];
        unsigned count;

        if (at->length < MEND_LEAST || at->letters & BLANK_BIT)
            continue;
        count = is_bare(at, word, length, letters) ? 0 : slips(at, word, length, letters, best);
        if (count > best || (count == best && !found))
            continue;
        if (count == best && at->term != found->term && is_filler(lexicon, at))
            continue; /* who slips on a word means one that says something */
        many =
            count == best && !is_filler(lexicon, found) ? many || at->term != found->term : false;
        best = count;
        found = at;
    }
    return many || !found ? NULL : found->text;
}

const char *lexicon_nearest(const struct lexicon *lexicon, const char *word, size_t length)
{
    uint32_t letters = lexicon_letters(word, length);
    unsigned limit = length < 5 ? 1 : 2, best = limit + 1;
    const char *nearest = NULL;
    uint16_t term;
    size_t used;

    if (lexicon->phrases && lexicon_match_whole(lexicon->phrases, word, length, &term, 1, &used) &&
        used == length) /* "how" is no slip */
        return NULL;

    for (unsigned i = 0; i < lexicon->word_count; i++) {
        const struct lexicon_word *at = &lexicon->word[i];
        unsigned distance = at->is_own ? slips(at, word, length, letters, limit) : best;

        if (distance < best && !is_filler(lexicon, at)) { /* which nobody needs to be told */
            best = distance;
            nearest = at->text;
        }
    }
    return nearest;
}
