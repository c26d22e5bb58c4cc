/* SPDX-License-Identifier: MIT */
/* Takes what a player writes to an order in exact words, over several languages. It sees no
 * position. */
#include "rules/phrase.h"

#include "rules/negation.h"
#include "rules/phrase_p.h"
#include "rules/stem.h"

enum { MENDS_MAX = 3, LEFT_OUT_MAX = 4, SLIP_LEAST = 5 };

const char *const phrase_terms[PHRASE_TERMS] = {
    "courtesy",      "asking",       "request",      "question",     "then",        "and",
    "elision",       "remark",       "greeting",     "ending",       "negation",    "addressee",
    "doubt",         "anothers",     "correction",   "except",       "stays",       "topic.playing",
    "topic.rules",   "topic.orders", "topic.time",   "topic.exit",   "topic.quit",  "topic.where",
    "number.0",      "number.1",     "number.2",     "number.3",     "number.4",    "number.5",
    "number.6",      "number.7",     "number.8",     "number.9",     "number.10",   "number.11",
    "number.12",     "number.13",    "number.14",    "number.15",    "number.16",   "number.17",
    "number.18",     "number.19",    "number.20",    "number.30",    "number.40",   "number.50",
    "number.60",     "number.70",    "number.80",    "number.90",    "times.2",     "times.3",
    "letter.a",      "letter.b",     "letter.c",     "letter.d",     "letter.e",    "letter.f",
    "letter.g",      "letter.h",     "letter.i",     "letter.j",     "number.one",  "letter.w",
    "month.1",       "month.2",      "month.3",      "month.4",      "month.5",     "month.6",
    "month.7",       "month.8",      "month.9",      "month.10",     "month.11",    "month.12",
    "date.until",    "date.around",  "week",         "week.one",     "days",        "day.0",
    "day.1",         "day.2",        "week.next",    "weekend",      "past",        "abbreviation",
    "reason",        "respelled",    "sounds",       "week.two",     "place.where", "place.left",
    "place.right",   "place.above",  "place.below",  "place.near",   "place.front", "place.behind",
    "place.between", "place.far",    "place.corner", "place.middle", "place.top",   "place.bottom",
    "place.ahead",   "place.back",   "place.out",    "place.door",   "place.is",    "place.one",
    "place.self",    "place.least",  "place.most"};

/* A line made ready: folded, of the same length as its folded form, with blanks for what is left
 * out. */
struct clean {
    char text[PHRASE_BYTES];
    size_t length;
    bool asking;     /* "could you" stood in it */
    bool permission; /* "may I" did: he waits for leave, with a question mark or without */
};

static void blank(char *at, size_t count)
{
    memset(at, ' ', count);
}

unsigned phrase_words(const char *text, size_t length)
{
    unsigned words = 0;

    for (size_t i = 0; i < length; i++)
        words += phrase_is_word(text[i]) && (i == 0 || !phrase_is_word(text[i - 1]));
    return words;
}

/* ---- taking off what is said around an order ---- */

/* Signs that mean nothing in an order. */
static void blank_signs(struct clean *clean)
{
    for (size_t i = 0; i < clean->length; i++) {
        char *at = clean->text + i;

        if (strchr("!?\"()*[]_", *at))
            *at = ' ';
        else if (at[0] == '-' && at[1] == '>')
            blank(at, 2);
        else if (memcmp(at, "\xE2\x86\x92", 3) == 0)
            blank(at, 3);
        else if (*at == '.' &&
                 (i + 1 == clean->length || clean->text[i + 1] == ' ' || clean->text[i + 1] == '.'))
            *at = ' ';
    }
}

/* The term of the phrase that begins here and ends with a word. */
bool phrase_begins(const struct lexicon *phrases, const char *text, size_t length, unsigned *term,
                   size_t *used)
{
    uint16_t terms[MATCHES_MAX];

    if (!phrases || !lexicon_match_whole(phrases, text, length, terms, MATCHES_MAX, used))
        return false;
    *term = terms[0];
    return true;
}

static bool is_elision(const struct lexicon *phrases, const char *text, size_t length)
{
    uint16_t terms[MATCHES_MAX];
    size_t used;

    return phrases && lexicon_match_whole(phrases, text, length, terms, MATCHES_MAX, &used) &&
           used == length && terms[0] == PHRASE_ELISION;
}

/* ---- numbers in words ---- */

/* The number that a whole wording is; behind tens "one" is one, too. */
static bool simple_number(const struct lexicon *phrases, const char *text, size_t length,
                          bool behind_tens, unsigned *number, size_t *used)
{
    unsigned term;

    if (!phrase_begins(phrases, text, length, &term, used))
        return false;
    if (behind_tens && term == PHRASE_ONE)
        term = PHRASE_NUMBERS + 1;
    if (term < PHRASE_NUMBERS || term >= PHRASE_TIMES)
        return false;
    *number = term - PHRASE_NUMBERS;
    *number = *number < 20 ? *number : (*number - 18) * 10;
    return !behind_tens || (*number > 0 && *number < 10);
}

/* "ventitre", "ventuno", "veintiseis": tens, whose last letter may be gone, and what goes with
 * them. */
static bool joined_number(const struct lexicon *phrases, const char *text, size_t length,
                          unsigned *number)
{
    for (size_t tens = 4, used; tens + 3 <= length; tens++) {
        unsigned from, to, one;

        if (!simple_number(phrases, text + tens, length - tens, true, &one, &used) ||
            used != length - tens)
            continue;
        lexicon_beginning(phrases, text, tens, &from, &to);
        for (; from < to; from++) {
            unsigned place = phrases->word[from].term - (unsigned)PHRASE_NUMBERS;

            if (phrases->word[from].length <= tens + 1 && place >= 20 && place < 28) {
                *number = (place - 18) * 10 + one;
                return true;
            }
        }
    }
    return false;
}

bool phrase_number(const struct lexicon *phrases, const char *text, size_t length, unsigned *number,
                   size_t *used)
{
    size_t word = 0, behind, more;
    unsigned one, term;

    while (word < length && phrase_is_word(text[word]))
        word++;
    if (!simple_number(phrases, text, length, false, number, used)) {
        *used = word;
        return phrases && joined_number(phrases, text, word, number);
    }
    behind = *used + (*used < length && (text[*used] == ' ' || text[*used] == '-'));
    if (*number < 20 || behind == *used)
        return *used >= word;
    if (phrase_begins(phrases, text + behind, length - behind, &term, &more) && term == PHRASE_AND)
        behind += more + 1;
    if (behind < length &&
        simple_number(phrases, text + behind, length - behind, true, &one, &more)) {
        *number += one;
        *used = behind + more;
    }
    return true;
}

bool phrase_figures(const struct lexicon *phrases, const char *text, size_t length,
                    struct text *out)
{
    char folded[PHRASE_BYTES];
    bool any = false;

    if (!phrases || length >= sizeof folded / 2)
        return false;
    length = lexicon_fold(text, length, folded, NULL, sizeof folded);
    for (size_t at = 0, used; at < length; at += used) {
        size_t word = 0;
        unsigned number;

        while (at + word < length && phrase_is_word(folded[at + word]))
            word++;
        if (word && phrase_number(phrases, folded + at, length - at, &number, &used)) {
            text_put_int(out, number);
            any = true;
        } else {
            used = word ? word : 1;
            text_put_bytes(out, folded + at, used);
        }
    }
    return any && !out->cut;
}

/* "to", "the", "with" are in every sentence; labels and panels only name what is shown. */
static const char *const empty[] = {"word.", "label.", "panel.", NULL};
static const char *const deeds[] = {"word.", "label.", "panel.", "verb.", "order.", NULL};

/* Does the longest wording that begins here mean more than what is passed by its terms' beginning?
 * out    *used: bytes of it */
static bool says_something(const struct lexicon *lexicon, const char *text, size_t length,
                           const char *const *passed, size_t *used)
{
    uint16_t term[MATCHES_MAX];
    unsigned count = lexicon_match_whole(lexicon, text, length, term, MATCHES_MAX, used);

    for (unsigned i = 0; i < count; i++) {
        const char *const *prefix = passed;

        while (*prefix && !text_starts_with(lexicon->terms[term[i]], *prefix))
            prefix++;
        if (!*prefix)
            return true;
    }
    return false;
}

/* A number below 100 in the place of its words. */
static void put_figures(char *text, size_t length, unsigned number)
{
    blank(text, length);
    if (number >= 10)
        text[0] = (char)('0' + number / 10);
    text[number >= 10] = (char)('0' + number % 10);
}

/* Leave out one word's worth of courtesy; returns the bytes to go on behind. */
static size_t blank_word(struct clean *clean, const struct lexicon *lexicon, size_t at)
{
    const struct lexicon *phrases = lexicon ? lexicon->phrases : NULL;
    char *text = clean->text + at;
    size_t used = 0, word = 0, count;
    unsigned term = PHRASE_TERMS, number;

    while (phrase_is_word(text[word]))
        word++;
    if (phrase_begins(phrases, text, clean->length - at, &term, &used) &&
        (term == PHRASE_COURTESY || term == PHRASE_ASKING || term == PHRASE_REQUEST)) {
        if (says_something(lexicon, text, clean->length - at, deeds, &count) && count > used)
            return count; /* "maestro d'armi" is nobody addressed as "maestro" */
        clean->asking |= term != PHRASE_COURTESY;
        clean->permission |= term == PHRASE_ASKING;
        blank(text, used);
        return used;
    }
    if (phrase_number(phrases, text, clean->length - at, &number, &count)) {
        put_figures(text, count, number);
        return count;
    }
    if (text[word] == '\'' && word && is_elision(phrases, text, word)) {
        blank(text, word + 1);
        return word + 1;
    }
    if (text[word] == '\'' && text[word + 1] == 's' && !phrase_is_word(text[word + 2]))
        blank(text + word, 2);
    return word ? word : 1;
}

/* Leave out what counts the line: "action 1:", "1 AP:". */
static void blank_label(struct clean *clean)
{
    enum { WORDS_MOST = 3 };
    size_t end = strcspn(clean->text, ":"), at = 0;
    bool counts = false;

    if (!clean->text[end])
        return;
    for (unsigned words = 0; at < end; words++) {
        size_t from = at, digits;

        while (at < end && clean->text[at] != ' ')
            at++;
        digits = from + strspn(clean->text + from, "0123456789");
        counts |= digits > from && digits == at;
        at += strspn(clean->text + at, " ");
        if (words == WORDS_MOST)
            return;
    }
    if (counts)
        blank(clean->text, end + 1);
}

/* "1 (2 APs)": what stands in brackets and names nothing else than how much it is. */
static void blank_aside(const struct lexicon *lexicon, struct clean *clean)
{
    char *from = memchr(clean->text, '(', clean->length);
    char *to = from ? memchr(from, ')', clean->length - (size_t)(from - clean->text)) : NULL;
    size_t used, count = 0;
    uint16_t term[MATCHES_MAX];

    if (!to || !text_is_digit(from[1]))
        return;
    for (char *at = from + 1; at < to; at += count ? count : 1) {
        count = strspn(at, "0123456789");
        if (count && !text_is_letter(at[count]))
            continue;
        for (count = 0; phrase_is_word(at[count]);)
            count++;
        if (strcspn(at, "0123456789") < count) /* a square */
            return;
        if (count &&
            lexicon_match_whole(lexicon, at, (size_t)(to - at), term, MATCHES_MAX, &used) &&
            !text_starts_with(lexicon->terms[term[0]], "panel.") &&
            !text_starts_with(lexicon->terms[term[0]], "word."))
            return;
    }
    blank(from, (size_t)(to - from) + 1);
}

/* "Good evening, would you move …": a greeting in front of more. */
static void blank_greeting(struct clean *clean, const struct lexicon *phrases)
{
    size_t at = strspn(clean->text, " "), used, behind;
    unsigned term;

    if (!phrase_begins(phrases, clean->text + at, clean->length - at, &term, &used) ||
        term != PHRASE_GREETING)
        return;
    behind = at + used + strspn(clean->text + at + used, " ");
    if (clean->text[behind] == ',' && behind + 1 < clean->length)
        blank(clean->text + at, behind + 1 - at);
}

static bool clean_line(const struct lexicon *lexicon, const char *text, size_t length,
                       struct clean *clean)
{
    const struct lexicon *phrases = lexicon ? lexicon->phrases : NULL;

    clean->asking = clean->permission = false;
    clean->length = phrase_fold(text, length, clean->text);
    if (length && !clean->length)
        return false;
    blank_label(clean);
    if (lexicon)
        blank_aside(lexicon, clean);
    blank_signs(clean);
    blank_greeting(clean, phrases);
    for (size_t at = 0; at < clean->length;)
        at += phrase_is_word(clean->text[at]) ? blank_word(clean, lexicon, at) : 1;
    while (clean->length && strchr(" ,;:", clean->text[clean->length - 1]))
        clean->text[--clean->length] = '\0';
    return true;
}

size_t phrase_fold(const char *text, size_t length, char out[PHRASE_BYTES])
{
    length = length < PHRASE_BYTES / 2 ? lexicon_fold(text, length, out, NULL, PHRASE_BYTES) : 0;
    memset(out + length, 0, 4);
    return length;
}

size_t phrase_clean(const struct lexicon *lexicon, const char *text, size_t length,
                    char out[PHRASE_BYTES])
{
    struct clean clean;

    if (!clean_line(lexicon, text, length, &clean))
        return 0;
    memcpy(out, clean.text, clean.length + 1);
    return clean.length;
}

/* ---- one order ---- */

/* "bee 4" is "b 4", where it was dictated. */
static void spell_squares(const struct lexicon *phrases, struct clean *clean)
{
    char *text = clean->text;

    for (size_t i = 0, used; i + 2 < clean->length; i++) {
        unsigned term;
        size_t digit;

        if (!phrase_is_word(text[i]) || (i && phrase_is_word(text[i - 1])) ||
            !phrase_begins(phrases, text + i, clean->length - i, &term, &used) ||
            term < PHRASE_LETTERS || term > PHRASE_LETTER_W || term == PHRASE_ONE)
            continue;
        digit = i + used + strspn(text + i + used, " ");
        if (digit == i + used || !text_is_digit(text[digit]))
            continue;
        blank(text + i, used);
        text[digit - 1] = term == PHRASE_LETTER_W ? 'w' : (char)('a' + term - PHRASE_LETTERS);
    }
}

/* "b 4" is "b4": a letter of a square that stands alone before its number. */
static void join_squares(const struct lexicon *phrases, struct clean *clean)
{
    char *text = clean->text;

    spell_squares(phrases, clean);
    for (size_t i = 0, used; i + 2 < clean->length; i++) {
        bool letter = (i == 0 || !phrase_is_word(text[i - 1])) && text_is_letter(text[i]) &&
                      text[i + 1] == ' ';

        if (letter &&
            phrase_is_there(phrases, text + i + 2, clean->length - i - 2, PHRASE_ONE, &used)) {
            blank(text + i + 2, used); /* "e one" */
            text[i + 2] = '1';
        }
        if ((i == 0 || !phrase_is_word(text[i - 1])) && text_is_letter(text[i]) &&
            text[i + 1] == ' ' && text_is_digit(text[i + 2])) {
            text[i + 1] = text[i];
            text[i] = ' ';
        }
    }
}

static enum verdict_kind try_text(const struct phrase_reader *reader, const struct lexicon *lexicon,
                                  const struct clean *clean, struct order *order,
                                  struct verdict *verdict)
{
    memset(order, 0, sizeof *order);
    return reader->game->text->parse(reader->rulebook, lexicon, reader->seat, clean->text,
                                     clean->length, order, verdict);
}

/* Which word may stand for one that is not known: stem_mend, lexicon_mend. */
typedef const char *mender(const struct lexicon *lexicon, const char *word, size_t length);

/* Put the word that is meant into the place of one that is not known; false if there is none. */
static bool mend(const struct lexicon *lexicon, const struct verdict *verdict, mender *find,
                 struct clean *clean)
{
    size_t at = verdict->column ? verdict->column - 1u : 0, length = 0, mended;
    const char *word;

    if (at >= clean->length)
        return false;
    while (at + length < clean->length && phrase_is_word(clean->text[at + length]))
        length++;
    word = find(lexicon, clean->text + at, length);
    mended = word ? strlen(word) : 0;
    if (!word || clean->length - length + mended + 4 >= PHRASE_BYTES)
        return false;
    memmove(clean->text + at + mended, clean->text + at + length, clean->length - at - length + 1);
    memcpy(clean->text + at, word, mended);
    clean->length = clean->length - length + mended;
    return true;
}

static enum verdict_kind try_mended(const struct phrase_reader *reader,
                                    const struct lexicon *lexicon, mender *find,
                                    struct clean *clean, struct order *order,
                                    const struct verdict *verdict)
{
    struct verdict tried = *verdict;
    enum verdict_kind kind = VERDICT_MALFORMED;

    for (unsigned i = 0; i < MENDS_MAX && kind != VERDICT_DONE; i++) {
        if (!mend(lexicon, &tried, find, clean))
            return VERDICT_MALFORMED;
        kind = try_text(reader, lexicon, clean, order, &tried);
    }
    return kind;
}

static bool is_deed(const struct lexicon *lexicon, const char *word)
{
    uint16_t term[MATCHES_MAX];
    size_t used;

    return lexicon_match_whole(lexicon, word, strlen(word), term, MATCHES_MAX, &used) &&
           (text_starts_with(lexicon->terms[term[0]], "verb.") ||
            text_starts_with(lexicon->terms[term[0]], "order."));
}

/* Is a letter there in another's place, and none only missed, doubled or exchanged? */
static bool is_replaced(const char *word, size_t length, const char *meant)
{
    int letters[256] = {0}, differing = 0;

    if (strlen(meant) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        letters[(unsigned char)word[i]]++;
        letters[(unsigned char)meant[i]]--;
    }
    for (unsigned i = 0; i < sizeof letters / sizeof *letters; i++)
        differing += letters[i] != 0;
    return differing > 0;
}

/* "stays" is a word of its own and no slip of "slays": what is to be done is not guessed like that.
 */
static const char *mend_any(const struct lexicon *lexicon, const char *word, size_t length)
{
    const char *form = stem_mend(lexicon, word, length);

    if (form)
        return form;
    form = lexicon_mend(lexicon, word, length);
    return form && is_replaced(word, length, form) && is_deed(lexicon, form) ? NULL : form;
}

/* Leave out the word that is to blame, if it is none of the language's. */
static bool leave_out(const struct lexicon *lexicon, const struct verdict *verdict,
                      struct clean *clean)
{
    size_t at = verdict->column ? verdict->column - 1u : 0, word = 0, used;
    uint16_t term[MATCHES_MAX];

    while (at + word < clean->length && phrase_is_word(clean->text[at + word]))
        word++;
    if (!word || lexicon_match_whole(lexicon, clean->text + at, word, term, MATCHES_MAX, &used))
        return false;
    blank(clean->text + at, word);
    return true;
}

bool phrase_is_final(const struct game *game, const struct order *order)
{
    return order->kind < game->text->kind_count &&
           game->text->kinds[order->kind].flags & ORDER_FINAL;
}

/* One word that no language has whole. */
static bool is_cut_word(const struct lexicon *lexicon, const struct clean *clean)
{
    size_t at = strspn(clean->text, " "), used;
    uint16_t term[MATCHES_MAX];

    return phrase_words(clean->text, clean->length) == 1 &&
           !lexicon_match_whole(lexicon, clean->text + at, clean->length - at, term, MATCHES_MAX,
                                &used);
}

static bool waits_for_leave(const struct clean *clean, const char *text, size_t length)
{
    return clean->permission || (clean->asking && memchr(text, '?', length));
}

/* Is all of it one wording of an order, courtesy that stands in it included: "I will not go in"? */
static bool is_wording(const struct lexicon *own, const char *text, size_t length,
                       struct clean *clean)
{
    uint16_t term[MATCHES_MAX];
    size_t at, used;

    clean->length = phrase_fold(text, length, clean->text);
    if (length && !clean->length)
        return false;
    blank_signs(clean);
    while (clean->length && strchr(" ,;:", clean->text[clean->length - 1]))
        clean->text[--clean->length] = '\0';
    for (at = 0; at < clean->length; at++) /* "I give up, you win" */
        if (clean->text[at] == ',')
            clean->text[at] = ' ';
    at = strspn(clean->text, " ");
    return lexicon_match_whole(own, clean->text + at, clean->length - at, term, MATCHES_MAX,
                               &used) &&
           used == clean->length - at &&
           (text_starts_with(own->terms[term[0]], "verb.") ||
            text_starts_with(own->terms[term[0]], "order."));
}

/* "my turn ends here bye see you later", of who dictates: does the line end with a remark? One word
 * may be part of what stands before it: "the lich is nice". */
static bool cut_remark(const struct lexicon *own, struct clean *clean)
{
    for (size_t at = 1; at < clean->length && strchr(clean->text + at, ' '); at++)
        if (clean->text[at - 1] == ' ' && phrase_is_word(clean->text[at]) &&
            phrase_is_remark(own, clean->text + at, clean->length - at)) {
            clean->length = at - 1;
            clean->text[clean->length] = '\0';
            return true;
        }
    return false;
}

/* Own words, forms of own verbs, foreign words, slips. */
static enum verdict_kind read_words(const struct phrase_reader *reader,
                                    const struct lexicon *lexicon, const char *text, size_t length,
                                    struct order *order, bool *asks, struct verdict *verdict)
{
    const struct lexicon *own = lexicon->own ? lexicon->own : lexicon;
    struct verdict foreign_verdict = {0};
    struct clean clean, foreign, inflected;
    enum verdict_kind kind;
    bool alone = false;

    if (is_wording(own, text, length, &clean) &&
        try_text(reader, own, &clean, order, verdict) == VERDICT_DONE)
        return VERDICT_DONE;
    if (!clean_line(own, text, length, &clean))
        return verdict_malformed(verdict, "line-too-long", 1, NULL, 0);
    kind = try_text(reader, own, &clean, order, verdict);
    if (kind != VERDICT_DONE) {
        join_squares(own->phrases, &clean);
        kind = try_text(reader, own, &clean, order, verdict);
    }
    inflected = clean;
    if (kind != VERDICT_DONE && cut_remark(own, &inflected))
        kind = try_text(reader, own, &inflected, order, &foreign_verdict);
    if (kind == VERDICT_DONE) {
        *asks = waits_for_leave(&clean, text, length);
        return verdict_done(verdict);
    }
    inflected = clean;
    kind = try_mended(reader, own, stem_mend, &inflected, order, verdict);
    if (kind != VERDICT_DONE && own != lexicon && clean_line(lexicon, text, length, &foreign)) {
        join_squares(lexicon->phrases, &foreign);
        kind = try_text(reader, lexicon, &foreign, order, &foreign_verdict);
        alone = is_cut_word(lexicon, &foreign);
    }
    if (kind != VERDICT_DONE) {
        kind = try_mended(reader, own, mend_any, &clean, order, verdict);
        alone = phrase_words(text, length) == 1; /* "Ben" is a name rather than a slip of "mend" */
    }
    *asks = kind == VERDICT_DONE && (alone || phrase_is_final(reader->game, order) ||
                                     waits_for_leave(&clean, text, length));
    return kind == VERDICT_DONE ? verdict_done(verdict) : kind;
}

/* "Pegó" is "he hit", "pego" is "I hit", and folded they look the same. */
static bool tells_of_past(const struct lexicon *lexicon, const char *text, size_t length)
{
    const struct lexicon *phrases = lexicon ? lexicon->phrases : NULL;
    const char *ending = phrases ? phrases->shown[PHRASE_PAST] : NULL;
    size_t count = ending ? strlen(ending) : 0;

    for (size_t i = 1; count && i + count <= length; i++)
        if (memcmp(text + i, ending, count) == 0 &&
            (i + count == length || !phrase_is_word(text[i + count])))
            return true;
    return false;
}

bool phrase_is_there(const struct lexicon *phrases, const char *text, size_t length,
                     unsigned wanted, size_t *used)
{
    uint16_t term[MATCHES_MAX];
    unsigned count =
        phrases ? lexicon_match_whole(phrases, text, length, term, MATCHES_MAX, used) : 0;

    for (unsigned i = 0; i < count; i++)
        if (term[i] == wanted)
            return true;
    return false;
}

unsigned phrase_doubt(const struct lexicon *lexicon, const char *text, size_t length)
{
    const struct lexicon *own = lexicon && lexicon->own ? lexicon->own : lexicon;
    char folded[PHRASE_BYTES];
    bool begins = true;

    length = own ? phrase_fold(text, length, folded) : 0;
    for (size_t at = 0, used; at < length; at += used) {
        const char *rest = folded + at;
        uint16_t term[MATCHES_MAX];
        size_t word = 0, meant = 0;

        used = 1;
        if (!phrase_is_word(folded[at]))
            continue;
        while (phrase_is_word(folded[at + used]))
            used++;
        if (lexicon_match_whole(own, folded + at, length - at, term, MATCHES_MAX, &word) &&
            !text_starts_with(own->terms[term[0]], "word."))
            meant = word;
        if (phrase_is_there(own->phrases, rest, length - at, PHRASE_DOUBT, &word) && word > meant)
            return PHRASE_DOUBT;
        if (begins && word > meant &&
            phrase_is_there(own->phrases, rest, length - at, PHRASE_ANOTHERS, &word))
            return PHRASE_ANOTHERS;
        begins &= phrase_is_there(own->phrases, rest, length - at, PHRASE_COURTESY, &word) ||
                  phrase_is_there(own->phrases, rest, length - at, PHRASE_GREETING, &word);
        used = meant > used ? meant : used;
    }
    return PHRASE_TERMS;
}

/* "in w four, no wait, e four": squares as they are written, in a text of the same length. */
static void write_squares(const struct lexicon *phrases, char *folded, size_t length)
{
    struct clean clean = {.length = length};
    unsigned number;

    memcpy(clean.text, folded, length);
    for (size_t at = 0, used; at < length; at += used) {
        used = 1;
        if (!phrase_is_word(clean.text[at]))
            continue;
        if (phrase_number(phrases, clean.text + at, length - at, &number, &used))
            put_figures(clean.text + at, used, number);
    }
    join_squares(phrases, &clean);
    memcpy(folded, clean.text, length);
}

/* "the Ninja no, the Bard": is this word all that says "no"? */
static bool is_denied(const struct lexicon *phrases, const char *word, size_t length)
{
    size_t used;

    return length && phrase_is_there(phrases, word, length, PHRASE_NEGATION, &used) &&
           used == length;
}

bool phrase_corrects(const struct lexicon *lexicon, const char *text, size_t length,
                     char folded[PHRASE_BYTES], size_t *before, size_t *behind, size_t *end)
{
    const struct lexicon *own = lexicon && lexicon->own ? lexicon->own : lexicon;
    bool said = false;
    size_t bare = SIZE_MAX; /* where a "no" stands between two signs */

    *behind = 0;
    if (!own)
        return false;
    *end = phrase_fold(text, length, folded);
    write_squares(own->phrases, folded, *end);
    for (char *at = folded; *at; at++) {
        size_t word = 1 + strspn(at + 1, " ."), used, last = (size_t)(at - folded);

        while (last && phrase_is_word(folded[last - 1]))
            last--;
        if (*at == ',' && is_denied(own->phrases, folded + last, (size_t)(at - folded) - last))
            bare = last;

        if (!strchr(",.!:;-", *at) ||
            (text_is_digit(at[1]) && at > folded && text_is_digit(at[-1])))
            continue;
        if ((strchr(",;:-", *at) || at[1] == '.') &&
            phrase_is_there(own->phrases, at + word, strlen(at + word), PHRASE_NEGATION, &used) &&
            at[word + used] && strchr(",.!:;", at[word + used]))
            bare = (size_t)(at - folded) + word;
        *at = *at == '-' ? '-' : ' ';
    }
    for (size_t at = 0, used; at < *end; at += used) {
        size_t rest = *end - at, wording;
        uint16_t term[MATCHES_MAX];

        used = 1;
        if (!phrase_is_word(folded[at]))
            continue;
        if ((said || *behind) &&
            (phrase_is_there(own->phrases, folded + at, rest, PHRASE_CORRECTION, &used) ||
             (at == bare &&
              phrase_is_there(own->phrases, folded + at, rest, PHRASE_NEGATION, &used))) &&
            !(lexicon_match_whole(own, folded + at, rest, term, MATCHES_MAX, &wording) &&
              wording > used)) {
            *before = said ? at : *before; /* "no wait, I mean" */
            *behind = at + used;
            said = false;
            continue;
        }
        for (used = 1; phrase_is_word(folded[at + used]);)
            used++;
        said = true;
    }
    return *behind && said;
}

/* A character that no charset had: what it was is not guessed. */
static bool is_unreadable(const char *text, size_t length)
{
    for (size_t i = 0; i + 3 <= length; i++)
        if (memcmp(text + i, "\xEF\xBF\xBD", 3) == 0)
            return true;
    return false;
}

bool phrase_is_corrected(const struct lexicon *lexicon, const char *text, size_t length)
{
    char folded[PHRASE_BYTES];
    size_t before, behind, end;

    return phrase_corrects(lexicon, text, length, folded, &before, &behind, &end);
}

static bool asks_to_know(const struct lexicon *lexicon, const char *text, size_t length)
{
    return phrase_asks(lexicon, text, length) || phrase_is_at_a_loss(lexicon, text, length);
}

enum verdict_kind phrase_read(const struct game *game, const void *rulebook,
                              const struct lexicon *lexicon, unsigned seat, const char *text,
                              size_t length, struct order *order, bool *asks,
                              struct verdict *verdict)
{
    const struct phrase_reader reader = {game, rulebook, seat};
    struct verdict own = {0};
    enum verdict_kind kind;

    *asks = false;
    verdict = verdict ? verdict : &own;
    if (game->text->read_order(rulebook, seat, text, length, order))
        return verdict_done(verdict);
    if (!game->text->parse)
        return verdict_malformed(verdict, "strict", 1, text, (unsigned)length);
    kind = read_words(&reader, lexicon, text, length, order, asks, verdict);
    if (!memchr(text, '?', length)) {
        if (kind == VERDICT_DONE && phrase_asks(lexicon, text, length))
            return verdict_malformed(verdict, "question", 1, text, (unsigned)length);
        *asks |= kind == VERDICT_DONE &&
                 (tells_of_past(lexicon, text, length) || is_unreadable(text, length) ||
                  phrase_doubt(lexicon, text, length) != PHRASE_TERMS ||
                  phrase_is_corrected(lexicon, text, length) ||
                  phrase_says(lexicon, text, length, PHRASE_EXCEPT) ||
                  negation_withholds(game, lexicon, text, length, order));
        return kind;
    }
    if (kind != VERDICT_DONE || (!*asks && asks_to_know(lexicon, text, length)))
        return verdict_malformed(verdict, "question", 1, text, (unsigned)length);
    *asks = true; /* "thief to b4?" can only be an order */
    return kind;
}

enum verdict_kind phrase_read_loosely(const struct game *game, const void *rulebook,
                                      const struct lexicon *lexicon, unsigned seat,
                                      const char *text, size_t length, struct order *order)
{
    const struct lexicon *own = lexicon && lexicon->own ? lexicon->own : lexicon;
    const struct phrase_reader reader = {game, rulebook, seat};
    enum verdict_kind kind = VERDICT_MALFORMED;
    struct verdict verdict = {0};
    struct clean clean;

    if (!game->text->parse || !clean_line(own, text, length, &clean))
        return kind;
    join_squares(own->phrases, &clean);
    for (unsigned left_out = 0; left_out <= LEFT_OUT_MAX && kind != VERDICT_DONE; left_out++) {
        kind = try_text(&reader, own, &clean, order, &verdict);
        if (kind != VERDICT_DONE && !mend(own, &verdict, mend_any, &clean) &&
            !leave_out(own, &verdict, &clean))
            break;
    }
    return kind;
}

bool phrase_is_order(const struct game *game, const void *rulebook, const struct lexicon *lexicon,
                     unsigned seat, const char *text, size_t length)
{
    struct order order = {0};
    bool asks;

    return phrase_read(game, rulebook, lexicon, seat, text, length, &order, &asks, NULL) ==
           VERDICT_DONE;
}

/* ---- words of an order ---- */

/* "suerte", luck, is no slip of "suelte". */
static bool is_remark(const struct lexicon *phrases, const char *word, size_t length)
{
    size_t used;

    return phrases && phrase_is_there(phrases, word, length, PHRASE_REMARK, &used) &&
           used == length;
}

/* passed: beginnings of terms that do not count */
static bool holds(const struct lexicon *lexicon, const char *text, size_t length,
                  const char *const *passed)
{
    const struct lexicon *phrases = !lexicon       ? NULL
                                    : lexicon->own ? lexicon->own->phrases
                                                   : lexicon->phrases;
    char folded[PHRASE_BYTES];

    if (!lexicon || length >= PHRASE_BYTES / 2)
        return lexicon != NULL;
    length = lexicon_fold(text, length, folded, NULL, sizeof folded);
    folded[length] = '\0';
    for (size_t at = 0, end, used; at < length; at = end) {
        const char *slip;

        end = at + 1;
        if (!phrase_is_word(folded[at]) && folded[at] != '\'')
            continue;
        while (end < length && (phrase_is_word(folded[end]) || folded[end] == '\''))
            end++;
        if (says_something(lexicon, folded + at, length - at, passed, &used) ||
            strcspn(folded + at, "0123456789") < end - at)
            return true;
        slip = end - at < SLIP_LEAST || is_remark(phrases, folded + at, end - at)
                   ? NULL
                   : lexicon_mend(lexicon, folded + at, end - at);
        if (slip && says_something(lexicon, slip, strlen(slip), passed, &used))
            return true;
    }
    return false;
}

bool phrase_holds_order_word(const struct lexicon *lexicon, const char *text, size_t length)
{
    return holds(lexicon, text, length, empty);
}

bool phrase_names_thing(const struct lexicon *lexicon, const char *text, size_t length)
{
    return holds(lexicon, text, length, deeds);
}

/* ---- questions and remarks ---- */

bool phrase_begins_with(const struct lexicon *lexicon, const char *text, size_t length,
                        unsigned wanted, size_t *behind)
{
    const struct lexicon *phrases = lexicon ? lexicon->phrases : NULL;
    struct clean clean = {.asking = false};
    size_t at, used;

    clean.length = phrases ? phrase_fold(text, length, clean.text) : 0;
    blank_signs(&clean);
    at = strspn(clean.text, " ,");
    if (!phrase_is_there(phrases, clean.text + at, clean.length - at, wanted, &used))
        return false;
    *behind = strspn(clean.text + at + used, " ,;:.") + at + used;
    *behind = clean.length - *behind;
    return true;
}
