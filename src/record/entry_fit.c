/* SPDX-License-Identifier: MIT */
/* What the parts of an entry may be, for each kind: asked before an entry is written, and after one
 * was read. Source: doc/record.md, "Entries". */
#include <string.h>

#include "base/text.h"
#include "base/timetext.h"
#include "record/entry_p.h"
#include "seal/encode.h"
#include "seal/luck.h"

/* ---- what texts may hold ---- */

/* Most texts are plain ASCII, which one look at each byte tells. */
static bool is_one_line(const char *text)
{
    bool is_ascii = true;

    for (const char *at = text; *at; at++) {
        if ((unsigned char)*at < 32 || *at == 127)
            return false;
        is_ascii &= (unsigned char)*at < 128;
    }
    return is_ascii || text_is_utf8(text, strlen(text));
}

/* One line, and nothing that trimming would change. */
static bool is_trimmed_line(const char *text)
{
    size_t length = strlen(text);

    return length && text[0] != ' ' && text[length - 1] != ' ' && is_one_line(text);
}

/* Words of people: no brackets, so that no seal can be faked. */
bool entry_is_plain_text(const char *text)
{
    return is_trimmed_line(text) && !strpbrk(text, "[]");
}

static bool is_luck(const char *text)
{
    return strlen(text) <= LUCK_WORDS_MAX && is_trimmed_line(text);
}

bool entry_is_luck_words(const char *text, size_t length)
{
    return !memchr(text, '\0', length) && is_luck(text);
}

static bool is_version(const char *text)
{
    for (const char *at = text; *at; at++)
        if (!text_is_letter(*at) && !text_is_digit(*at) && !strchr("._-", *at))
            return false;
    return *text != '\0';
}

/* Every bracket holds a name. */
static bool are_names_whole(const char *text)
{
    for (const char *open = strchr(text, '['); open; open = strchr(text, '[')) {
        const char *close = strchr(open, ']');

        if (!close || memchr(text, ']', (size_t)(open - text)) ||
            !seal_name_is_valid(open + 1, (size_t)(close - open - 1)))
            return false;
        text = close + 1;
    }
    return !strchr(text, ']');
}

/* Canonical public text of an order: not to be taken for an attribute. */
bool entry_is_order(const char *text)
{
    const char *equals = strchr(text, '=');

    return is_trimmed_line(text) && are_names_whole(text) &&
           (!equals || memchr(text, ' ', (size_t)(equals - text)));
}

static bool is_name(const char *name)
{
    return seal_name_is_valid(name, strlen(name));
}

bool entry_is_seat(unsigned seat)
{
    return seat >= 1 && seat <= SEATS_MAX;
}

/* ---- the kinds ---- */

static const char *roster_misfit(const struct entry *entry)
{
    if (!entry_is_seat(entry->count))
        return "a roster needs its seats";
    for (unsigned seat = 1; seat <= entry->count; seat++)
        if (entry->holder[seat] >= ENTRY_HOLDER_COUNT)
            return "a seat is a player's or the house's";
    return NULL;
}

static const char *luck_misfit(const struct entry *entry)
{
    unsigned char hash[HASH_BYTES];

    switch (entry->luck[0]) {
    case ENTRY_LUCK_SEALED:
        return NULL;
    case ENTRY_LUCK_LETTER:
        if (base32_read(entry->words, strlen(entry->words), hash, sizeof hash))
            return NULL;
        break;
    case ENTRY_LUCK_WORDS:
        if (is_luck(entry->words))
            return NULL;
        break;
    default:
        return "luck is words, a letter, or sealed";
    }
    return "luck is one line of 1 to 200 bytes, or the hash of a Message-ID";
}

static const char *lucks_misfit(const struct entry *entry)
{
    if (!entry_is_seat(entry->count))
        return "the end of luck needs its seats";
    for (unsigned seat = 1; seat <= entry->count; seat++)
        if (entry->luck[seat] >= ENTRY_LUCK_COUNT_1)
            return "luck is none, words, a letter, or sealed";
    return NULL;
}

bool entry_is_own(const struct entry *entry)
{
    uint64_t seat, k;

    return seal_name_family(entry->name, &seat, &k) == SEAL_OWN && seat == entry->who;
}

static const char *order_misfit(const struct entry *entry)
{
    if (entry->name[0] && !entry_is_own(entry))
        return "an order by a standing answer names that seat's own line";
    return entry_is_order(entry->words) ? NULL : "an order is canonical public text";
}

static const char *draw_misfit(const struct entry *entry)
{
    if (!is_name(entry->name))
        return "a draw needs its label";
    return entry_is_order(entry->words) ? NULL : "a draw is canonical public text";
}

static const char *default_misfit(const struct entry *entry)
{
    if (entry->why >= ENTRY_WHY_LINE)
        return "a default needs its reason";
    if (entry->due_s != ENTRY_NO_TIME && !timetext_fits(entry->due_s))
        return "the deadline is out of range";
    return entry_is_order(entry->words) ? NULL : "a default is canonical public text";
}

static const char *open_misfit(const struct entry *entry)
{
    if (!is_name(entry->name))
        return "an opening needs the name of its seal";
    return entry->words[0] && is_one_line(entry->words) ? NULL
                                                        : "what is opened must be one line of text";
}

static const char *own_misfit(const struct entry *entry)
{
    return entry_is_own(entry) && entry->count == 1 ? NULL
                                                    : "a standing answer is a seal of its own seat";
}

static const char *press_misfit(const struct entry *entry)
{
    return entry->seat > SEATS_MAX ? "press goes to a seat, the table or all" : NULL;
}

static const char *text_misfit(const struct entry *entry)
{
    return entry_is_plain_text(entry->words)
               ? NULL
               : "a text is one line, without square brackets or blanks around it";
}

static const char *undo_misfit(const struct entry *entry)
{
    return entry->to < entry->number ? NULL : "an undo goes back to an earlier entry";
}

static const char *upgrade_misfit(const struct entry *entry)
{
    return is_version(entry->words) ? NULL : "an upgrade names a rules version";
}

static const char *seat_misfit(const struct entry *entry)
{
    return entry_is_seat(entry->seat) && entry->holder[0] < ENTRY_HOLDER_COUNT
               ? NULL
               : "a change of seat needs the seat and who holds it";
}

static const char *due_misfit(const struct entry *entry)
{
    if (!entry_is_seat(entry->seat))
        return "a deadline is a seat's";
    return timetext_fits(entry->due_s) ? NULL : "the deadline is out of range";
}

static const char *end_misfit(const struct entry *entry)
{
    if (entry->result >= ENTRY_RESULT_COUNT || (entry->result == ENTRY_WON) != (entry->seat > 0) ||
        entry->seat > SEATS_MAX)
        return "a game is won by a seat, drawn or void";
    return entry->words[0] ? text_misfit(entry) : NULL;
}

/* Who makes a kind, and what else it must be; NULL: nothing. */
enum { BY_TABLE = 1, BY_SEAT = 2, BY_KEEPER = 4, BY_ALL = 7 };

static const struct {
    uint8_t by;
    entry_misfit_fn *misfit;
} kinds[ENTRY_KIND_COUNT] = {
    [ENTRY_ROSTER] = {BY_TABLE, roster_misfit},
    [ENTRY_LUCK] = {BY_SEAT, luck_misfit},
    [ENTRY_LUCKS] = {BY_TABLE, lucks_misfit},
    [ENTRY_ORDER] = {BY_SEAT, order_misfit},
    [ENTRY_DRAW] = {BY_TABLE, draw_misfit},
    [ENTRY_DEFAULT] = {BY_SEAT, default_misfit},
    [ENTRY_OPEN] = {BY_TABLE | BY_SEAT, open_misfit},
    [ENTRY_SECRET] = {BY_TABLE, NULL},
    [ENTRY_KEY] = {BY_TABLE, NULL},
    [ENTRY_PEN] = {BY_SEAT, NULL},
    [ENTRY_OWN] = {BY_SEAT, own_misfit},
    [ENTRY_PRESS] = {BY_ALL, press_misfit},
    [ENTRY_AGREE] = {BY_SEAT, text_misfit},
    [ENTRY_DECLINE] = {BY_SEAT, text_misfit},
    [ENTRY_UNDO] = {BY_ALL, undo_misfit},
    [ENTRY_UPGRADE] = {BY_KEEPER, upgrade_misfit},
    [ENTRY_SEAT] = {BY_KEEPER, seat_misfit},
    [ENTRY_DUE] = {BY_TABLE, due_misfit},
    [ENTRY_CLOCK] = {BY_TABLE | BY_KEEPER, text_misfit},
    [ENTRY_REMARK] = {BY_TABLE | BY_KEEPER, text_misfit},
    [ENTRY_END] = {BY_TABLE | BY_KEEPER, end_misfit},
    [ENTRY_LOST] = {BY_KEEPER, NULL},
};

static unsigned by_of(const struct entry *entry)
{
    return entry->who == ENTRY_TABLE    ? BY_TABLE
           : entry->who == ENTRY_KEEPER ? BY_KEEPER
           : entry_is_seat(entry->who)  ? BY_SEAT
                                        : 0;
}

/* What only later protocols can write. */
static bool is_of_1(const struct entry *entry)
{
    return !entry->by && !entry->hides_words && entry->kind != ENTRY_LOST;
}

const char *entry_misfit(unsigned protocol, const struct entry *entry)
{
    entry_misfit_fn *misfit = kinds[entry->kind < ENTRY_KIND_COUNT ? entry->kind : 0].misfit;

    if (entry->kind >= ENTRY_KIND_COUNT || !(kinds[entry->kind].by & by_of(entry)))
        return "this kind of entry is not made by this one";
    if (!timetext_fits(entry->time_s))
        return "the time is out of range";
    if (!entry_is_seat(entry->who) && (entry->letter || entry->came_s != ENTRY_NO_TIME))
        return "only seats write letters";
    if (entry->came_s != ENTRY_NO_TIME &&
        (!timetext_fits(entry->came_s) || entry->came_s >= entry->time_s))
        return "a letter comes in before it is logged, or has no time of its own";
    if (protocol >= PROTOCOL_2 && entry_misfits_2[entry->kind])
        misfit = entry_misfits_2[entry->kind];
    else if (!is_of_1(entry))
        return "this kind of entry, or its seal, is not of protocol 1";
    return misfit ? misfit(entry) : NULL;
}
