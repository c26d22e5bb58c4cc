/* SPDX-License-Identifier: MIT */
/* What the parts of an entry may be in protocol 2, where it says otherwise than protocol 1: no
 * words that a person chose stand in an entry's text. Source: doc/record.md, "Entries". */
#include <string.h>

#include "base/text.h"
#include "base/timetext.h"
#include "record/entry_p.h"
#include "seal/encode.h"

/* ---- words that the program itself chose ---- */

/* Digits, without a leading zero, up to the end. */
static bool is_number(const char *text)
{
    struct cursor from = {text, text + strlen(text)};
    uint64_t number;

    return line_take_number(&from, &number) && from.at == from.end;
}

static bool is_version(const char *text)
{
    for (const char *at = text; *at; at++)
        if (!text_is_letter(*at) && !text_is_digit(*at) && !strchr("._-", *at))
            return false;
    return *text != '\0';
}

/* Words of the program's own: lower case, no more marks than lists of values have. */
static bool is_ours(const char *text)
{
    for (const char *at = text; *at; at++)
        if (!(*at >= 'a' && *at <= 'z') && !text_is_digit(*at) && !strchr(" =,;:+./-", *at))
            return false;
    return entry_is_plain_text(text);
}

/* What follows each beginning; NULL: nothing. */
struct fixed {
    const char *start;
    bool (*rest)(const char *text);
};

static const struct fixed consents[] = {{"undo ", is_number},
                                        {"upgrade ", is_version},
                                        {"pause", NULL},
                                        {"resume", NULL},
                                        {"go-on ", is_number}};
static const struct fixed clocks[] = {
    {"pause", NULL}, {"resume", NULL}, {"rules ", is_ours}, {"extend ", is_ours}};
static const struct fixed remarks[] = {{"anonymous", NULL}, {"press open", NULL}};

static bool is_one_of(const char *words, const struct fixed *fixed, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fixed[i].rest ? text_starts_with(words, fixed[i].start) &&
                                fixed[i].rest(words + strlen(fixed[i].start))
                          : text_equal(words, fixed[i].start))
            return true;
    return false;
}
#define IS_ONE_OF(words, table) is_one_of(words, table, sizeof(table) / sizeof(table)[0])

bool entry_words_are_open(unsigned protocol, const struct entry *entry)
{
    if (protocol < PROTOCOL_2)
        return true;
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_LUCK:
        return entry->luck[0] != ENTRY_LUCK_WORDS;
    case ENTRY_AGREE:
    case ENTRY_DECLINE:
        return IS_ONE_OF(entry->words, consents);
    case ENTRY_CLOCK:
        return IS_ONE_OF(entry->words, clocks);
    case ENTRY_REMARK:
        return entry->who == ENTRY_TABLE && IS_ONE_OF(entry->words, remarks);
    case ENTRY_END:
        return !entry->words[0] || (entry->who == ENTRY_TABLE && is_ours(entry->words));
    default:
        return true;
    }
}

/* ---- the kinds ---- */

static const char *text_misfit(const struct entry *entry)
{
    return entry->hides_words || entry_words_are_open(PROTOCOL_2, entry)
               ? NULL
               : "words of a person stand beside the log";
}

static const char *remark_misfit(const struct entry *entry)
{
    return entry->who == ENTRY_TABLE && entry->hides_words
               ? "the table makes two remarks, both plain"
               : text_misfit(entry);
}

static const char *luck_misfit(const struct entry *entry)
{
    unsigned char hash[HASH_BYTES];

    switch (entry->luck[0]) {
    case ENTRY_LUCK_WORDS:
        return entry->hides_words ? NULL : "words of luck stand beside the log";
    case ENTRY_LUCK_LETTER:
        return !entry->hides_words &&
                       base32_read(entry->words, strlen(entry->words), hash, sizeof hash)
                   ? NULL
                   : "a letter's luck is the hash of its Message-ID";
    case ENTRY_LUCK_SEALED:
    case ENTRY_LUCK_REFUSED:
        return entry->hides_words ? "luck has words, or is sealed or none" : NULL;
    default:
        return "luck is words, a letter, sealed or none";
    }
}

static const char *lucks_misfit(const struct entry *entry)
{
    if (!entry_is_seat(entry->count))
        return "the end of luck needs its seats";
    for (unsigned seat = 1; seat <= entry->count; seat++)
        if (entry->luck[seat] == ENTRY_LUCK_NONE || entry->luck[seat] >= ENTRY_LUCK_COUNT)
            return "luck is words, a letter, sealed, none or the house's";
    return NULL;
}

static const char *order_misfit(const struct entry *entry)
{
    if (entry->name[0])
        return "an order by a standing answer names no line";
    if (entry->by && (entry->letter || entry->is_signed || entry->came_s != ENTRY_NO_TIME))
        return "an order by a standing answer came with no letter";
    return entry_is_order(entry->words) ? NULL : "an order is canonical public text";
}

static const char *default_misfit(const struct entry *entry)
{
    if (entry->why >= ENTRY_WHY_COUNT)
        return "a default needs its reason";
    if (entry->by != (entry->why == ENTRY_WHY_LINE))
        return "a default by a standing answer is sealed with it, and no other";
    if (entry->due_s != ENTRY_NO_TIME && !timetext_fits(entry->due_s))
        return "the deadline is out of range";
    return entry_is_order(entry->words) ? NULL : "a default is canonical public text";
}

static const char *own_misfit(const struct entry *entry)
{
    bool fits = false;

    for (unsigned lines = ENTRY_LINES_LEAST; lines <= ENTRY_LINES_MAX; lines *= 4)
        fits |= entry->count == lines;
    return fits && entry_is_own(entry) ? NULL
                                       : "standing answers are 4, 16 or 64 seals of their own seat";
}

static const char *end_misfit(const struct entry *entry)
{
    if (entry->result >= ENTRY_RESULT_COUNT || (entry->result == ENTRY_WON) != (entry->seat > 0) ||
        entry->seat > SEATS_MAX)
        return "a game is won by a seat, drawn or void";
    return text_misfit(entry);
}

/* It stands right behind what it declares lost: no number has two heads. */
static const char *lost_misfit(const struct entry *entry)
{
    return entry->from && entry->from <= entry->to && entry->number == entry->to + 1
               ? NULL
               : "lost entries are those right before the one that says so";
}

entry_misfit_fn *const entry_misfits_2[ENTRY_KIND_COUNT] = {
    [ENTRY_LUCK] = luck_misfit,       [ENTRY_LUCKS] = lucks_misfit, [ENTRY_ORDER] = order_misfit,
    [ENTRY_DEFAULT] = default_misfit, [ENTRY_OWN] = own_misfit,     [ENTRY_AGREE] = text_misfit,
    [ENTRY_DECLINE] = text_misfit,    [ENTRY_CLOCK] = text_misfit,  [ENTRY_REMARK] = remark_misfit,
    [ENTRY_END] = end_misfit,         [ENTRY_LOST] = lost_misfit,
};
