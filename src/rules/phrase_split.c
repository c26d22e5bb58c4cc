/* SPDX-License-Identifier: MIT */
/* Takes a line apart that gives several orders, with what is said before and behind them. Each way
 * to part it is tried on phrase_read: the longest run of words that is an order is one, who acted
 * acts on, and a line of which anything is left over is not taken apart at all. */
#include "rules/phrase_p.h"

#include "rules/negation.h"
#include "rules/standing.h"

enum {
    SUBJECT_WORDS_MAX = 3,
    SEGMENTS_MAX = 16,
    NAME_WORDS_MAX = 2,
    CHAT_LEAST = 4 /* words */
};

struct segments {
    const char *line; /* as it was written: a part keeps its accents */
    const char *text; /* folded */
    uint16_t column[PHRASE_BYTES];
    size_t length;
    unsigned count;
    size_t from[SEGMENTS_MAX], to[SEGMENTS_MAX];
};

/* What a number is: "2." begins an order; it ends a sentence; "attacks with a 4", "with 4" parts
 * two orders. */
enum numbers { NUMBERS_LIST, NUMBERS_END, NUMBERS_WITH };

/* Does the wording that begins here have a term that begins so? */
static bool is_little(const struct lexicon *own, const char *text, size_t length, const char *term,
                      size_t *used)
{
    uint16_t found[MATCHES_MAX];

    for (unsigned i = lexicon_match_whole(own, text, length, found, MATCHES_MAX, used); i-- > 0;)
        if (text_starts_with(own->terms[found[i]], term))
            return true;
    return false;
}

/* Bytes of "with a" before a number behind which nothing else of its part stands; 0 = it is none,
 * or nobody and what he does can stand before it: "I open with a 5". */
static size_t with_number(const struct lexicon *lexicon, const char *text, size_t at, size_t length)
{
    const struct lexicon *own = lexicon->own ? lexicon->own : lexicon;
    enum { WORDS_LEAST = 3 };
    size_t from = at, clause = at, used;
    unsigned number;

    while (clause && !strchr(",.;:!?", text[clause - 1]))
        clause--;
    if (phrase_words(text + clause, at - clause) < WORDS_LEAST || !phrase_is_word(text[at]) ||
        (at && phrase_is_word(text[at - 1])) ||
        !is_little(own, text + at, length - at, "word.with", &used))
        return 0;
    for (at += used + 1; at < length && !text_is_digit(text[at]); at += used + 1)
        if (phrase_number(own->phrases, text + at, length - at, &number, &used))
            break;
        else if (!is_little(own, text + at, length - at, "word.", &used))
            return 0;
    if (at >= length)
        return 0;
    used = text_is_digit(text[at]) ? strspn(text + at, "0123456789") : used;
    used += strspn(text + at + used, " ");
    return at + used == length || phrase_parting(lexicon, PHRASE_ORDERED, text, at + used, length)
               ? at - from
               : 0;
}

/* Bytes of what parts two orders here, 0 if nothing does. */
static size_t parting(const struct lexicon *lexicon, const struct segments *segments, size_t at,
                      enum numbers numbers)
{
    const char *text = segments->text;
    size_t with = numbers == NUMBERS_WITH ? with_number(lexicon, text, at, segments->length) : 0;

    if (with)
        return with;
    if (numbers == NUMBERS_LIST && text_is_digit(text[at]) &&
        (text[at + 1] == '.' || text[at + 1] == ')') && text[at + 2] == ' ' &&
        !(at && phrase_is_word(text[at - 1])))
        return 2;
    if (segments->line[text_utf8_bytes(segments->line, segments->column[at] - 1u)] & 0x80)
        return 0; /* "è" is not "e" */
    return phrase_parting(lexicon, PHRASE_ORDERED, text, at, segments->length);
}

static void find_segments(const struct lexicon *lexicon, enum numbers numbers,
                          struct segments *segments)
{
    size_t from = 0, used;

    for (size_t at = 0; at <= segments->length; at += used ? used : 1) {
        used = at < segments->length ? parting(lexicon, segments, at, numbers) : 1;
        if (!used)
            continue;
        while (from < at && segments->text[from] == ' ')
            from++;
        if (from < at && segments->count < SEGMENTS_MAX) {
            segments->from[segments->count] = from;
            segments->to[segments->count++] = at;
        }
        from = at + used;
    }
}

struct splitting {
    const struct phrase_reader *reader;
    const struct lexicon *lexicon;
    const struct segments *segments;
    struct phrase_part *part;
    unsigned chat; /* parts before the first order: at most one */
};

/* "the rest at random" stands beside orders, too. */
static bool is_left(const struct splitting *splitting, const char *text)
{
    const struct phrase_reader *reader = splitting->reader;
    struct verdict verdict;
    TEXT_IN(out, words, LINE_TEXT_BYTES);

    return reader->game->standing &&
           standing_write(reader->game, reader->rulebook, splitting->lexicon, reader->seat, text,
                          strlen(text), STANDING_ALWAYS, &out, &verdict) == VERDICT_DONE &&
           standing_has_mark(words);
}

/* *asks: it is only likely; *order: none of what is left to the table */
static bool understands(const struct splitting *splitting, const char *text, bool *asks,
                        struct order *order)
{
    const struct phrase_reader *reader = splitting->reader;

    *asks = false;
    if (phrase_read(reader->game, reader->rulebook, splitting->lexicon, reader->seat, text,
                    strlen(text), order, asks, NULL) == VERDICT_DONE)
        return true;
    *order = (struct order){0};
    return is_left(splitting, text);
}

/* It does not say who acts. */
static bool is_open(const struct order *order)
{
    return order->arg[0] == ORDER_UNKNOWN;
}

static void put_part(const struct splitting *splitting, const char *subject, size_t subject_length,
                     unsigned from, unsigned to, struct phrase_part *part)
{
    const struct segments *segments = splitting->segments;
    const uint16_t *column = segments->column;
    size_t start = text_utf8_bytes(segments->line, column[segments->from[from]] - 1u);
    struct text text;

    text_init(&text, part->text, sizeof part->text);
    text_put_bytes(&text, subject, subject_length);
    if (subject_length)
        text_put_char(&text, ' ');
    text_put_bytes(&text, segments->line + start,
                   text_utf8_bytes(segments->line, column[segments->to[to]] - 1u) - start);
    while (text.length && part->text[text.length - 1] == ' ')
        part->text[--text.length] = '\0';
}

/* What is chosen face down is done by nobody of the board: "Warrior, Thief, Wizard, Troll and
 * Goblin" is no second team. */
static bool is_chosen(const struct game *game, const struct order *order)
{
    return game->text->kinds[order->kind].flags & ORDER_SECRET;
}

/* "drinks, then goes to e4": who drank goes. */
static bool with_subject(const struct splitting *splitting, const struct phrase_part *before,
                         unsigned from, unsigned to, struct phrase_part *part)
{
    struct order order;
    size_t length = 0;
    bool asks;

    for (unsigned words = 0; words < SUBJECT_WORDS_MAX; words++) {
        length += strspn(before->text + length, " ");
        length += strcspn(before->text + length, " ");
        put_part(splitting, before->text, length, from, to, part);
        if (understands(splitting, part->text, &asks, &order) && !is_open(&order) &&
            !is_chosen(splitting->reader->game, &order))
            return true;
    }
    return false;
}

/* Is it joined to the part before it, by a word as "and", or by a comma where nothing takes it
 * back?
 */
static bool goes_on(const struct splitting *splitting, unsigned at, const struct order *order)
{
    const struct segments *segments = splitting->segments;
    size_t from = segments->to[at - 1];

    while (from < segments->from[at] && !text_is_letter(segments->text[from]))
        from++;
    return from < segments->from[at] || (phrase_is_final(splitting->reader->game, order) &&
                                         segments->text[segments->to[at - 1]] == ',');
}

/* "Hello Anna": whom he greets, of one or two words. */
static bool is_greeting(const struct lexicon *own, const char *text, size_t length)
{
    size_t left;

    return phrase_begins_with(own, text, length, PHRASE_GREETING, &left) &&
           phrase_words(text + length - left, left) <= NAME_WORDS_MAX;
}

/* "the Goblin stays where it is", with no "not" before it */
static bool stays(const struct lexicon *own, const char *text, size_t length)
{
    size_t at = 0, used = 0;

    while (at < length &&
           !((!at || text[at - 1] == ' ') &&
             phrase_is_there(own->phrases, text + at, length - at, PHRASE_STAYS, &used) &&
             !phrase_words(text + at + used, length - at - used)))
        at++;
    return at < length && !negation_is_in(own, text, at);
}

/* "your turn, Ben", "oh, well played" */
static bool begins_with_remark(const struct lexicon *own, const char *text, size_t length)
{
    size_t left;

    while (phrase_begins_with(own, text, length, PHRASE_COURTESY, &left) && left < length) {
        text += length - left;
        length = left;
    }
    return phrase_begins_with(own, text, length, PHRASE_REMARK, &left);
}

/* "thanks", "your turn, Ben": said beside the orders. */
static bool is_said_beside(const struct splitting *splitting, unsigned from, unsigned to)
{
    const struct segments *segments = splitting->segments;
    const struct lexicon *lexicon = splitting->lexicon;
    const char *text = segments->text + segments->from[from];
    size_t length = segments->to[to] - segments->from[from];
    const struct lexicon *own = lexicon->own ? lexicon->own : lexicon;
    char clean[PHRASE_BYTES];

    return !phrase_clean(own, text, length, clean) || begins_with_remark(own, text, length) ||
           is_greeting(own, text, length) || stays(own, text, length);
}

/* "the kids were ill. My warrior goes to a5", "tough one! …": said beside the orders, with no word
 * of one. */
static bool is_chat(const struct splitting *splitting, unsigned from, unsigned to, bool goes_on)
{
    const struct segments *segments = splitting->segments;
    const char *text = segments->text + segments->from[from];
    size_t length = segments->to[to] - segments->from[from];

    return (goes_on || phrase_words(text, length) >= CHAT_LEAST || text[length] == '!') &&
           !phrase_holds_order_word(splitting->lexicon, text, length);
}

/* "Best, Tom", "thanks, Ben. Thief to b4": a name behind something said, of two words only where
 * the line ends. */
static bool is_signature(const struct splitting *splitting, unsigned at, bool said)
{
    const struct segments *segments = splitting->segments;
    unsigned most = at + 1 == segments->count ? NAME_WORDS_MAX : 1;

    return said && phrase_words(segments->text + segments->from[at],
                                segments->to[at] - segments->from[at]) <= most;
}

/* The longest run of segments from here that is an order; returns the first one behind it, 0 =
 * none. */
static unsigned take_run(const struct splitting *splitting, unsigned from, unsigned done, bool said)
{
    struct phrase_part *part = &splitting->part[done];
    const struct segments *segments = splitting->segments;
    bool is_name =
        is_signature(splitting, from, said) ||
        stays(splitting->lexicon->own ? splitting->lexicon->own : splitting->lexicon,
              segments->text + segments->from[from], segments->to[from] - segments->from[from]);
    struct order order;
    bool asks;

    for (unsigned to = splitting->segments->count; to-- > from;) {
        put_part(splitting, "", 0, from, to, part);
        if (understands(splitting, part->text, &asks, &order) && !(is_name && to == from && asks)) {
            if (is_open(&order) && done > splitting->chat && goes_on(splitting, from, &order) &&
                !with_subject(splitting, part - 1, from, to, part))
                put_part(splitting, "", 0, from, to, part);
            return to + 1;
        }
        if (done > splitting->chat && !is_name && !is_said_beside(splitting, from, from) &&
            with_subject(splitting, part - 1, from, to, part))
            return to + 1;
    }
    return 0;
}

/* "that's all, I end my turn": said twice, meant once. */
static bool is_said_again(const struct splitting *splitting, unsigned at)
{
    const struct phrase_reader *reader = splitting->reader;
    struct order order[2] = {{0}};

    for (unsigned i = 0; at && i < 2; i++) {
        const char *text = splitting->part[at - i].text;
        bool asks;

        if (phrase_read(reader->game, reader->rulebook, splitting->lexicon, reader->seat, text,
                        strlen(text), &order[i], &asks, NULL) != VERDICT_DONE)
            return false;
    }
    return at && phrase_is_final(reader->game, &order[0]) &&
           memcmp(&order[0], &order[1], sizeof *order) == 0;
}

/* "rotate w1 twice": the same order two times over; 0 = it is none. */
static unsigned split_times(const struct phrase_reader *reader, const struct lexicon *lexicon,
                            const char *folded, size_t length,
                            struct phrase_part part[PHRASE_PARTS_MAX])
{
    const struct lexicon *own = lexicon->own ? lexicon->own : lexicon;
    uint16_t term[MATCHES_MAX];
    unsigned times = 0;
    size_t used;

    memcpy(part[0].text, folded, length + 1);
    for (size_t at = 0; at < length && !times; at++) {
        if (!phrase_is_word(folded[at]) || (at && phrase_is_word(folded[at - 1])))
            continue;
        for (unsigned i = lexicon_match_whole(own->phrases, folded + at, length - at, term,
                                              MATCHES_MAX, &used);
             i-- > 0;)
            if (term[i] >= PHRASE_TIMES && term[i] < PHRASE_LETTERS)
                times = 2u + term[i] - PHRASE_TIMES;
        if (times)
            memset(part[0].text + at, ' ', used);
    }
    if (!times || !phrase_is_order(reader->game, reader->rulebook, lexicon, reader->seat,
                                   part[0].text, length))
        return 0;
    for (unsigned i = 1; i < times; i++)
        part[i] = part[0];
    return times;
}

/* "Card 3: Thief b4": an order that others stand behind, and no label, as "De : Postern". */
static void part_label(const struct phrase_reader *reader, const struct lexicon *lexicon,
                       char *line)
{
    size_t length = strcspn(line, ":");

    if (line[length] && text_is_letter(line[0]) && memchr(line, ' ', length) &&
        line[length - 1] != ' ' &&
        phrase_is_order(reader->game, reader->rulebook, lexicon, reader->seat, line, length))
        line[length] = ';';
}

static unsigned split_at(const struct game *game, const void *rulebook,
                         const struct lexicon *lexicon, unsigned seat, const char *text,
                         size_t length, enum numbers numbers,
                         struct phrase_part part[PHRASE_PARTS_MAX])
{
    const struct lexicon *own = lexicon && lexicon->own ? lexicon->own : lexicon;
    const struct phrase_reader reader = {game, rulebook, seat};
    char folded[PHRASE_BYTES];
    struct segments segments = {.text = folded};
    char line[PHRASE_BYTES];
    struct splitting splitting = {&reader, lexicon, &segments, part, 0};
    unsigned at = 0, done = 0, chat = 0, behind_all = 0;
    struct order whole = {0};
    bool said = false, asks = false, is_order;

    if (!lexicon || !own->phrases || length >= PHRASE_BYTES / 2 || memchr(text, '?', length))
        return 0;
    text_copy(line, length + 1, text);
    part_label(&reader, lexicon, line);
    segments.line = line;
    segments.length = lexicon_fold(line, length, folded, segments.column, sizeof folded - 1);
    segments.column[segments.length] = UINT16_MAX;
    find_segments(lexicon, numbers, &segments);
    is_order = phrase_read(game, rulebook, lexicon, seat, line, length, &whole, &asks, NULL) ==
               VERDICT_DONE;
    if (segments.count == 1 && !is_order)
        return split_times(&reader, lexicon, folded, segments.length, part);
    if (segments.count < 2 || (is_order && !asks))
        return 0;
    while (at < segments.count && done < PHRASE_PARTS_MAX) {
        unsigned behind = take_run(&splitting, at, done, said);

        if (!behind && done == splitting.chat && !is_said_beside(&splitting, at, at) &&
            is_chat(&splitting, at, at, splitting.chat)) {
            put_part(&splitting, "", 0, splitting.chat ? chat : at, at, part);
            chat = splitting.chat ? chat : at;
            splitting.chat = done = 1;
        } else if (!behind && done > splitting.chat &&
                   is_chat(&splitting, at, segments.count - 1, false)) {
            if (!is_signature(&splitting, at, said) &&
                !is_said_beside(&splitting, at, segments.count - 1)) {
                put_part(&splitting, "", 0, at, segments.count - 1, &part[done++]);
                behind_all = 1;
            }
            at = segments.count - 1;
        } else if (!behind && !is_signature(&splitting, at, said) &&
                   !is_said_beside(&splitting, at, at))
            return 0;
        said = !behind;
        done += behind && !is_said_again(&splitting, done);
        at = behind ? behind : at + 1;
    }
    return at == segments.count && done > splitting.chat + behind_all ? done : 0;
}

/* "3. Thief b4. Wizard c3.": a list begins with 1 or goes on, and this is a card that is played. */
static bool is_listed(const char *text, size_t length)
{
    if (length < 3 || !text_is_digit(text[0]) || text[0] == '1' || text[1] != '.')
        return true;
    for (size_t at = 2; at + 2 < length; at++)
        if (text[at] == ' ' && text_is_digit(text[at + 1]) && strchr(".)", text[at + 2]))
            return true;
    return false;
}

/* "five", alone, is an answer, and no talk. */
static void put_figures(const struct lexicon *own, struct phrase_part *part)
{
    char folded[PHRASE_BYTES];
    size_t length = phrase_fold(part->text, strlen(part->text), folded), used;
    unsigned number;

    if (phrase_number(own->phrases, folded, length, &number, &used) && used == length)
        text_of_int(part->text, number);
}

/* Looked for before anything is tried. */
static bool has_with_number(const struct lexicon *lexicon, const char *text, size_t length)
{
    char folded[PHRASE_BYTES];
    bool has = false;

    length = lexicon ? phrase_fold(text, length, folded) : 0;
    for (size_t at = 0; at < length && !has; at++)
        has = with_number(lexicon, folded, at, length) > 0;
    return has;
}

/* "Wizard c3 2. thief b4"; if that is not to be read, "card 4. Thief b4", then "Wizard attacks
 * Troll with a 4". */
unsigned phrase_split(const struct game *game, const void *rulebook, const struct lexicon *lexicon,
                      unsigned seat, const char *text, size_t length,
                      struct phrase_part part[PHRASE_PARTS_MAX])
{
    unsigned count;

    if (phrase_is_corrected(lexicon, text, length))
        return 0; /* no part of it is an order by itself */
    count = is_listed(text, length)
                ? split_at(game, rulebook, lexicon, seat, text, length, NUMBERS_LIST, part)
                : 0;
    if (!count)
        count = split_at(game, rulebook, lexicon, seat, text, length, NUMBERS_END, part);
    if (!count && has_with_number(lexicon, text, length))
        count = split_at(game, rulebook, lexicon, seat, text, length, NUMBERS_WITH, part);
    for (unsigned i = 0; i < count; i++)
        put_figures(lexicon->own ? lexicon->own : lexicon, &part[i]);
    return count;
}
