/* SPDX-License-Identifier: MIT */
/* What protocol 2 writes otherwise behind the word of a kind. */
#include <string.h>

#include "record/entry.h"
#include "record/entry_p.h"

static const char *const luck_words[] = {
    [ENTRY_LUCK_NONE] = NULL, /* never written */
    [ENTRY_LUCK_WORDS] = "words",  [ENTRY_LUCK_LETTER] = "letter", [ENTRY_LUCK_SEALED] = "sealed",
    [ENTRY_LUCK_REFUSED] = "none", [ENTRY_LUCK_HOUSE] = "house"};
static const char *const why_words[] = {[ENTRY_WHY_TIMEOUT] = "timeout",
                                        [ENTRY_WHY_LOT] = "lot",
                                        [ENTRY_WHY_UNOPENED] = "unopened",
                                        [ENTRY_WHY_LINE] = "line"};
static const char *const result_words[] = {
    [ENTRY_WON] = "won", [ENTRY_DRAWN] = "drawn", [ENTRY_VOID] = "void"};
_Static_assert(sizeof luck_words / sizeof luck_words[0] == ENTRY_LUCK_COUNT, "all");
_Static_assert(sizeof why_words / sizeof why_words[0] == ENTRY_WHY_COUNT, "all");
_Static_assert(sizeof result_words / sizeof result_words[0] == ENTRY_RESULT_COUNT, "all");

/* ---- luck ---- */

static bool take_luck_kind(struct cursor *from, uint8_t *luck)
{
    return line_take_one_of(from, luck_words + 1, ENTRY_LUCK_COUNT - 1, luck) && ++*luck;
}

static void put_hash(const struct hash *hash, struct buf *out)
{
    buf_put_char(out, ' ');
    line_put_base32(out, hash->at, HASH_BYTES);
}

static bool take_hash(struct cursor *from, struct hash *hash)
{
    return line_take(from, " ") && line_take_base32(from, hash->at, HASH_BYTES);
}

static void put_luck(const struct entry *entry, struct buf *out)
{
    buf_put(out, luck_words[entry->luck[0]]);
    if (entry->luck[0] == ENTRY_LUCK_REFUSED)
        return;
    if (entry->luck[0] == ENTRY_LUCK_WORDS)
        put_hash(&entry->value[0], out);
    buf_put_char(out, ' ');
    if (entry->luck[0] == ENTRY_LUCK_WORDS)
        line_put_house_seal(out, SEAL_WORDS, entry->number, 0);
    else if (entry->luck[0] == ENTRY_LUCK_SEALED)
        line_put_house_seal(out, SEAL_LUCK, entry->who, 0);
    else
        buf_put(out, entry->words);
}

static bool take_luck(struct cursor *from, struct entry *entry)
{
    if (!take_luck_kind(from, &entry->luck[0]))
        return false;
    switch (entry->luck[0]) {
    case ENTRY_LUCK_WORDS:
        entry->hides_words = true;
        return take_hash(from, &entry->value[0]) && line_take(from, " ") &&
               line_take_house_seal(from, SEAL_WORDS, entry->number, 0);
    case ENTRY_LUCK_LETTER:
        return line_take(from, " ") && line_take_rest(from, entry->words, sizeof entry->words);
    case ENTRY_LUCK_SEALED:
        return line_take(from, " ") && line_take_house_seal(from, SEAL_LUCK, entry->who, 0);
    default:
        return true;
    }
}

/* Kinds whose Vi stands with them when all luck is fixed. */
static bool shows_value(unsigned luck)
{
    return luck == ENTRY_LUCK_WORDS || luck == ENTRY_LUCK_LETTER;
}

static void put_lucks(const struct entry *entry, struct buf *out)
{
    for (unsigned seat = 1; seat <= entry->count; seat++) {
        if (seat > 1)
            buf_put_char(out, ' ');
        line_put_number(out, seat);
        buf_put_char(out, '=');
        buf_put(out, luck_words[entry->luck[seat]]);
        if (shows_value(entry->luck[seat]))
            put_hash(&entry->value[seat], out);
    }
}

static bool take_lucks(struct cursor *from, struct entry *entry)
{
    while (from->at < from->end) {
        unsigned seat;

        if (!line_take_seat_key(from, entry))
            return false;
        seat = entry->count;
        if (!take_luck_kind(from, &entry->luck[seat]) ||
            (shows_value(entry->luck[seat]) && !take_hash(from, &entry->value[seat])))
            return false;
    }
    return true;
}

/* ---- orders by a standing answer ---- */

static void put_by(const struct entry *entry, struct buf *out)
{
    if (!entry->by)
        return;
    buf_put(out, "by=");
    line_put_house_seal(out, SEAL_BY, entry->number, 0);
    buf_put_char(out, ' ');
}

static bool take_by(struct cursor *from, struct entry *entry)
{
    entry->by = line_take(from, "by=");
    return !entry->by ||
           (line_take_house_seal(from, SEAL_BY, entry->number, 0) && line_take(from, " "));
}

static void put_order(const struct entry *entry, struct buf *out)
{
    put_by(entry, out);
    line_put_signed(entry, out);
    buf_put(out, entry->words);
}

static bool take_order(struct cursor *from, struct entry *entry)
{
    return take_by(from, entry) && line_take_signed(from, entry) &&
           line_take_rest(from, entry->words, sizeof entry->words);
}

static void put_default(const struct entry *entry, struct buf *out)
{
    line_put_deadline(entry, out);
    buf_put(out, " why=");
    buf_put(out, why_words[entry->why]);
    buf_put_char(out, ' ');
    put_by(entry, out);
    buf_put(out, entry->words);
}

static bool take_default(struct cursor *from, struct entry *entry)
{
    return line_take_deadline(from, entry) && line_take(from, " why=") &&
           line_take_one_of(from, why_words, ENTRY_WHY_COUNT, &entry->why) &&
           line_take(from, " ") && take_by(from, entry) &&
           line_take_rest(from, entry->words, sizeof entry->words);
}

/* The lines of one letter, k growing by one. */
static void put_own(const struct entry *entry, struct buf *out)
{
    uint64_t seat, first;

    seal_name_family(entry->name, &seat, &first);
    for (unsigned i = 0; i < entry->count; i++) {
        if (i)
            buf_put_char(out, ' ');
        line_put_house_seal(out, SEAL_OWN, seat, first + i);
    }
}

static bool take_own(struct cursor *from, struct entry *entry)
{
    uint64_t seat, first;

    if (!line_take_seal_name(from, entry->name) ||
        seal_name_family(entry->name, &seat, &first) != SEAL_OWN)
        return false;
    for (entry->count = 1; entry->count < ENTRY_LINES_MAX && line_take(from, " "); entry->count++)
        if (!line_take_house_seal(from, SEAL_OWN, seat, first + entry->count))
            return false;
    return true;
}

/* ---- words of people ---- */

static void put_text(const struct entry *entry, struct buf *out)
{
    if (entry->hides_words)
        line_put_house_seal(out, SEAL_WORDS, entry->number, 0);
    else
        buf_put(out, entry->words);
}

static bool take_text(struct cursor *from, struct entry *entry)
{
    entry->hides_words = from->at < from->end && *from->at == '[';
    return entry->hides_words ? line_take_house_seal(from, SEAL_WORDS, entry->number, 0)
                              : line_take_rest(from, entry->words, sizeof entry->words);
}

static void put_end(const struct entry *entry, struct buf *out)
{
    buf_put(out, result_words[entry->result]);
    if (entry->seat) {
        buf_put_char(out, ' ');
        line_put_seat(out, entry->seat);
    }
    if (entry->hides_words || entry->words[0]) {
        buf_put_char(out, ' ');
        put_text(entry, out);
    }
}

static bool take_end(struct cursor *from, struct entry *entry)
{
    if (!line_take_one_of(from, result_words, ENTRY_RESULT_COUNT, &entry->result))
        return false;
    if (entry->result == ENTRY_WON &&
        (!line_take(from, " ") || !line_take_seat(from, &entry->seat)))
        return false;
    return from->at == from->end ||
           (line_take(from, " ") && from->at < from->end && take_text(from, entry));
}

const struct entry_form entry_forms_2[ENTRY_KIND_COUNT] = {
    [ENTRY_LUCK] = {put_luck, take_luck},    [ENTRY_LUCKS] = {put_lucks, take_lucks},
    [ENTRY_ORDER] = {put_order, take_order}, [ENTRY_DEFAULT] = {put_default, take_default},
    [ENTRY_OWN] = {put_own, take_own},       [ENTRY_AGREE] = {put_text, take_text},
    [ENTRY_DECLINE] = {put_text, take_text}, [ENTRY_CLOCK] = {put_text, take_text},
    [ENTRY_REMARK] = {put_text, take_text},  [ENTRY_END] = {put_end, take_end},
};
