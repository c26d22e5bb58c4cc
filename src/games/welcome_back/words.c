/* SPDX-License-Identifier: MIT */
/* Splits what a player wrote into words of the game, for orders and standing lines. It sees no
 * position. */
#include "games/welcome_back/words.h"

enum { LINE_BYTES = 1024, MATCHES = 8, RANGE_OPEN = -1 };

struct scan {
    const struct lexicon *lexicon;
    struct wb_words *words; /* being filled */
    struct wb_words *tail;  /* comes next, behind "else"; NULL = nothing does */
    struct verdict *verdict;
    char text[LINE_BYTES];
    uint16_t column[LINE_BYTES];
    size_t length, at;
    int quantity;    /* whose range is being read; RANGE_OPEN = none */
    bool has_low;    /* "5" was read, "to 9" may follow */
    bool wants_high; /* "to" was read */
    bool comma;      /* one was read */
    bool weak;       /* the order read so far may be a mere article or noun: "carta" */
    uint16_t bound;  /* WB_VERB_UNDER, _OVER, _AT_LEAST or _AT_MOST before the number */
};

static const struct {
    uint16_t term;
    uint8_t quantity;
} quantities[WB_QUANTITIES] = {
    {WB_VERB_STRENGTH, WB_QUANTITY_STRENGTH}, {WB_VERB_HP, WB_QUANTITY_HP},
    {WB_VERB_POSITION, WB_QUANTITY_POSITION}, {WB_VERB_PILE, WB_QUANTITY_PILE},
    {WB_VERB_DECK, WB_QUANTITY_DECK},
};

/* The bytes up to the next blank: what a message calls the word. */
static size_t word_length(const struct scan *scan)
{
    size_t end = scan->at;

    while (end < scan->length && scan->text[end] != ' ' && scan->text[end] != ',')
        end++;
    return end - scan->at;
}

static enum verdict_kind refuse(struct scan *scan, const char *reason)
{
    const char *word = scan->text + scan->at, *nearest;
    size_t length = word_length(scan);
    struct text text;

    verdict_malformed(scan->verdict, reason, scan->at < scan->length ? scan->column[scan->at] : 1,
                      word, (unsigned)length);
    nearest = scan->verdict ? lexicon_nearest(scan->lexicon, word, length) : NULL;
    if (nearest) {
        text_init(&text, scan->verdict->suggestion, sizeof scan->verdict->suggestion);
        text_put(&text, nearest);
    }
    return VERDICT_MALFORMED;
}

/* Numbers. */

static bool take_digits(struct scan *scan, int16_t *number)
{
    size_t start = scan->at;
    int64_t value;

    while (scan->at < scan->length && text_is_digit(scan->text[scan->at]))
        scan->at++;
    if (!text_to_int(scan->text + start, scan->at - start, &value) || value > WB_NUMBER_LIMIT) {
        scan->at = start;
        return false;
    }
    *number = (int16_t)value;
    return true;
}

static void set_range(struct scan *scan, int16_t number)
{
    struct wb_range *range = &scan->words->range[scan->quantity];

    range->given = true;
    range->low = range->high = number;
    if (scan->bound == WB_VERB_UNDER)
        range->high = (int16_t)(number - 1);
    if (scan->bound == WB_VERB_UNDER || scan->bound == WB_VERB_AT_MOST)
        range->low = 0;
    if (scan->bound == WB_VERB_OVER)
        range->low = (int16_t)(number + 1);
    if (scan->bound == WB_VERB_OVER || scan->bound == WB_VERB_AT_LEAST)
        range->high = WB_NUMBER_LIMIT;
    scan->has_low = !scan->bound;
    scan->bound = 0;
}

/* "-9" or "+" right behind the first number. */
static enum verdict_kind range_tail(struct scan *scan)
{
    struct wb_range *range = &scan->words->range[scan->quantity];

    if (scan->at < scan->length && scan->text[scan->at] == '+') {
        scan->at++;
        range->high = WB_NUMBER_LIMIT;
        scan->has_low = false;
    } else if (scan->at + 1 < scan->length && scan->text[scan->at] == '-' &&
               text_is_digit(scan->text[scan->at + 1])) {
        scan->at++;
        if (!take_digits(scan, &range->high))
            return refuse(scan, "order.number");
        scan->has_low = false;
    }
    return VERDICT_DONE;
}

/* "3 or more", "3 or fewer". */
static enum verdict_kind open_range(struct scan *scan, unsigned term)
{
    if (!scan->has_low || scan->quantity == RANGE_OPEN)
        return refuse(scan, "order.number");
    if (term == WB_VERB_OR_MORE)
        scan->words->range[scan->quantity].high = WB_NUMBER_LIMIT;
    else
        scan->words->range[scan->quantity].low = 0;
    scan->has_low = false;
    return VERDICT_DONE;
}

static enum verdict_kind take_number(struct scan *scan)
{
    int16_t number;

    if (!take_digits(scan, &number))
        return refuse(scan, "order.number");
    if (scan->quantity != RANGE_OPEN && scan->wants_high) {
        scan->words->range[scan->quantity].high = number;
        scan->wants_high = scan->has_low = false;
        return VERDICT_DONE;
    }
    if (scan->quantity != RANGE_OPEN && !scan->words->range[scan->quantity].given) {
        set_range(scan, number);
        return range_tail(scan);
    }
    if (scan->words->number || number == 0)
        return refuse(scan, "order.number");
    scan->words->number = number;
    return VERDICT_DONE;
}

/* Words. */

static bool is_order(unsigned term)
{
    return term >= WB_VERB_DRAW && term <= WB_VERB_RESIGN;
}

/* Of several terms with one spelling: no label; "to" behind a number; an order while none was
 * given, else nothing ("robar si ..."). */
static unsigned choose_term(const struct scan *scan, const uint16_t *term, unsigned count)
{
    unsigned chosen = WB_TERM_COUNT;
    uint16_t verb = scan->words->verb;
    bool filler = false;

    for (unsigned i = 0; i < count; i++) {
        if (term[i] == WB_TERM_HIDDEN || term[i] >= WB_LABEL_TABLE)
            continue;
        if ((term[i] == WB_VERB_TO && scan->has_low) || (verb && term[i] == verb))
            return term[i];
        filler |= term[i] == WB_VERB_FILLER;
        if (chosen == WB_TERM_COUNT || (is_order(term[i]) && !scan->words->verb))
            chosen = term[i];
    }
    return filler && verb && is_order(chosen) && chosen != verb && !scan->weak ? WB_VERB_FILLER
                                                                               : chosen;
}

static enum verdict_kind take_tile(struct scan *scan, unsigned tile)
{
    struct wb_words *words = scan->words;

    if (words->tile_count == WB_HERO_TILES)
        return refuse(scan, "order.too-much");
    words->tile[words->tile_count++] = (uint8_t)tile;
    return VERDICT_DONE;
}

/* "else ask" closes a list of lines; "draw if pile under 5, else pass" has two orders. */
static enum verdict_kind take_else(struct scan *scan)
{
    struct wb_words *words = scan->words;

    if (!words->verb || !scan->tail || scan->wants_high || scan->bound) {
        words->closing = true;
        return VERDICT_DONE;
    }
    scan->words = scan->tail;
    scan->words->closing = true;
    scan->tail = NULL;
    scan->quantity = RANGE_OPEN;
    scan->has_low = scan->weak = false;
    return VERDICT_DONE;
}

static enum verdict_kind take_word(struct scan *scan, unsigned term)
{
    struct wb_words *words = scan->words;

    switch (term) {
    case WB_VERB_ELSE:
        return take_else(scan);
    case WB_VERB_ASK:
        words->ask = true;
        return VERDICT_DONE;
    case WB_VERB_DEADLY:
        words->deadly = true;
        return VERDICT_DONE;
    case WB_VERB_TO:
        scan->wants_high = scan->has_low;
        return VERDICT_DONE;
    case WB_VERB_UNDER:
    case WB_VERB_OVER:
    case WB_VERB_AT_LEAST:
    case WB_VERB_AT_MOST:
        scan->bound = (uint16_t)term;
        return VERDICT_DONE;
    case WB_VERB_OR_MORE:
    case WB_VERB_OR_LESS:
        return open_range(scan, term);
    default:
        break;
    }
    for (unsigned i = 0; i < WB_QUANTITIES; i++)
        if (quantities[i].term == term) {
            scan->quantity = quantities[i].quantity;
            scan->has_low = scan->wants_high = false;
            return words->range[scan->quantity].given ? refuse(scan, "order.too-much")
                                                      : VERDICT_DONE;
        }
    return VERDICT_DONE; /* a filler */
}

static enum verdict_kind take_term(struct scan *scan, unsigned term)
{
    struct wb_words *words = scan->words;

    if (is_order(term)) {
        if (words->verb == WB_VERB_DECLINE && term == WB_VERB_USE)
            return VERDICT_DONE; /* "no uso" */
        if (words->verb == WB_VERB_DECLINE && scan->comma &&
            (term == WB_VERB_PASS || term == WB_VERB_ASIDE))
            words->verb = 0; /* "no, I set it aside"; but "no la aparto" */
        if (words->verb == WB_VERB_PICK && (term == WB_VERB_HERO || term == WB_VERB_NAME))
            return VERDICT_DONE; /* "let player 3 choose" */
        if (words->verb && words->verb != term && !scan->weak)
            return refuse(scan, "order.two");
        words->verb = (uint16_t)term;
        scan->weak = false;
    } else if (term > WB_TERM_TILE && term <= WB_TERM_OF(TILE, WB_TILES)) {
        return take_tile(scan, term - WB_TERM_TILE);
    } else if (term > WB_TERM_HERO && term <= WB_TERM_OF(HERO, WB_HEROES)) {
        if (words->hero)
            return refuse(scan, "order.too-much");
        words->hero = (uint8_t)(term - WB_TERM_HERO);
    } else if (term <= WB_TERM_OF(MONSTER, WB_MONSTERS)) {
        words->monster = (uint8_t)(term - WB_TERM_MONSTER);
        words->monsters = (uint16_t)(words->monsters | 1u << words->monster);
        words->monster_count++;
    } else {
        return take_word(scan, term);
    }
    return VERDICT_DONE;
}

static bool is_filler_too(const uint16_t *term, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (term[i] == WB_VERB_FILLER)
            return true;
    return false;
}

static uint16_t orders_among(const uint16_t *term, unsigned count)
{
    unsigned orders = 0;

    for (unsigned i = 0; i < count; i++)
        orders |= is_order(term[i]) ? 1u << (term[i] - WB_VERB_DRAW) : 0;
    return (uint16_t)orders;
}

static enum verdict_kind take_text(struct scan *scan)
{
    uint16_t term[MATCHES];
    enum verdict_kind kind;
    size_t used;
    unsigned count = lexicon_match(scan->lexicon, scan->text + scan->at, scan->length - scan->at,
                                   term, MATCHES, &used);
    unsigned chosen = choose_term(scan, term, count);

    if (chosen == WB_TERM_COUNT)
        return refuse(scan, "order.word");
    kind = take_term(scan, chosen);
    if (is_order(chosen) && scan->words->verb == chosen)
        scan->words->verbs = orders_among(term, count);
    scan->weak |= kind == VERDICT_DONE && is_order(chosen) && is_filler_too(term, count);
    if (kind == VERDICT_DONE)
        scan->at += used;
    return kind;
}

enum verdict_kind wb_read_words(const struct lexicon *lexicon, const char *line, size_t length,
                                struct wb_words *words, struct wb_words *tail,
                                struct verdict *verdict)
{
    struct scan scan = {.lexicon = lexicon, .words = words, .tail = tail, .verdict = verdict};
    enum verdict_kind kind = VERDICT_DONE;

    memset(words, 0, sizeof *words);
    if (tail)
        memset(tail, 0, sizeof *tail);
    scan.quantity = RANGE_OPEN;
    scan.length = lexicon_fold(line, length, scan.text, scan.column, sizeof scan.text);
    if (length >= sizeof scan.text)
        return refuse(&scan, "order.too-long");
    while (kind == VERDICT_DONE && scan.at < scan.length) {
        char c = scan.text[scan.at];

        scan.comma |= c == ',';
        if (c == ' ' || c == ',' || c == ';' || c == '.' || c == ':' || c == '=')
            scan.at++;
        else if (text_is_digit(c))
            kind = take_number(&scan);
        else
            kind = take_text(&scan);
    }
    if (kind == VERDICT_DONE && (scan.wants_high || scan.bound)) {
        scan.at = 0;
        return refuse(&scan, "order.number");
    }
    return kind == VERDICT_DONE ? verdict_done(verdict) : kind;
}

bool wb_words_are_conditional(const struct wb_words *words)
{
    bool given = words->closing || words->ask || words->deadly;

    for (unsigned i = 0; i < WB_QUANTITIES; i++)
        given |= words->range[i].given;
    return given;
}
