/* SPDX-License-Identifier: MIT */
/* What stands behind the word of each kind of entry. */

#include "record/entry.h"
#include "record/entry_p.h"
#include "seal/encode.h"

static const char *const holder_words[] = {[ENTRY_PLAYER] = "player", [ENTRY_HOUSE] = "house"};
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
_Static_assert(sizeof holder_words / sizeof holder_words[0] == ENTRY_HOLDER_COUNT, "all");
_Static_assert(sizeof luck_words / sizeof luck_words[0] == ENTRY_LUCK_COUNT, "all");
_Static_assert(sizeof why_words / sizeof why_words[0] == ENTRY_WHY_COUNT, "all");
_Static_assert(sizeof result_words / sizeof result_words[0] == ENTRY_RESULT_COUNT, "all");

static void put_holder(const struct entry *entry, unsigned index, unsigned seat, struct buf *out)
{
    buf_put(out, holder_words[entry->holder[index]]);
    if (!entry->person[index])
        return;
    buf_put_char(out, ' ');
    line_put_house_seal(out, SEAL_PERSON, seat, index ? 0 : entry->number);
}

static bool take_holder(struct cursor *from, struct entry *entry, unsigned index, unsigned seat)
{
    if (!line_take_one_of(from, holder_words, ENTRY_HOLDER_COUNT, &entry->holder[index]))
        return false;
    if (!line_take(from, " ["))
        return true;
    from->at--;
    entry->person[index] = true;
    return line_take_house_seal(from, SEAL_PERSON, seat, index ? 0 : entry->number);
}

static void put_roster(const struct entry *entry, struct buf *out)
{
    for (unsigned seat = 1; seat <= entry->count; seat++) {
        if (seat > 1)
            buf_put_char(out, ' ');
        line_put_number(out, seat);
        buf_put_char(out, '=');
        put_holder(entry, seat, seat, out);
    }
}

/* "1=" for seat 1, " 2=" for seat 2 and so on; false at the end. */
static bool take_seat_key(struct cursor *from, struct entry *entry)
{
    uint64_t number;

    if (entry->count == SEATS_MAX || (entry->count && !line_take(from, " ")) ||
        !line_take_number(from, &number) || number != entry->count + 1u || !line_take(from, "="))
        return false;
    entry->count++;
    return true;
}

static bool take_roster(struct cursor *from, struct entry *entry)
{
    while (from->at < from->end)
        if (!take_seat_key(from, entry) || !take_holder(from, entry, entry->count, entry->count))
            return false;
    return true;
}

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
        BUF_PUT(out, "=", luck_words[entry->luck[seat]]);
        if (shows_value(entry->luck[seat]))
            put_hash(&entry->value[seat], out);
    }
}

static bool take_lucks(struct cursor *from, struct entry *entry)
{
    while (from->at < from->end) {
        unsigned seat;

        if (!take_seat_key(from, entry))
            return false;
        seat = entry->count;
        if (!take_luck_kind(from, &entry->luck[seat]) ||
            (shows_value(entry->luck[seat]) && !take_hash(from, &entry->value[seat])))
            return false;
    }
    return true;
}

static void put_signed(const struct entry *entry, struct buf *out)
{
    if (!entry->is_signed)
        return;
    buf_put(out, "sign=");
    line_put_number(out, entry->decision);
    buf_put_char(out, '/');
    line_put_number(out, entry->seen);
    buf_put_char(out, '/');
    line_put_base32(out, entry->signature, SIGNATURE_BYTES);
    buf_put_char(out, ' ');
}

static bool take_signed(struct cursor *from, struct entry *entry)
{
    entry->is_signed = line_take(from, "sign=");
    return !entry->is_signed ||
           (line_take_number(from, &entry->decision) && line_take(from, "/") &&
            line_take_number(from, &entry->seen) && line_take(from, "/") &&
            line_take_base32(from, entry->signature, SIGNATURE_BYTES) && line_take(from, " "));
}

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
    put_signed(entry, out);
    buf_put(out, entry->words);
}

static bool take_order(struct cursor *from, struct entry *entry)
{
    return take_by(from, entry) && take_signed(from, entry) &&
           line_take_rest(from, entry->words, sizeof entry->words);
}

static void put_draw(const struct entry *entry, struct buf *out)
{
    BUF_PUT(out, entry->name, " ", entry->words);
}

static bool take_draw(struct cursor *from, struct entry *entry)
{
    return line_take_word(from, entry->name, sizeof entry->name) && line_take(from, " ") &&
           line_take_rest(from, entry->words, sizeof entry->words);
}

static void put_deadline(const struct entry *entry, struct buf *out)
{
    buf_put(out, "decision=");
    line_put_number(out, entry->decision);
    if (entry->due_s != ENTRY_NO_TIME) {
        buf_put(out, " due=");
        line_put_time(out, entry->due_s);
    }
}

static bool take_deadline(struct cursor *from, struct entry *entry)
{
    return line_take(from, "decision=") && line_take_number(from, &entry->decision) &&
           (!line_take(from, " due=") || line_take_time(from, &entry->due_s));
}

static void put_default(const struct entry *entry, struct buf *out)
{
    put_deadline(entry, out);
    BUF_PUT(out, " why=", why_words[entry->why], " ");
    put_by(entry, out);
    buf_put(out, entry->words);
}

static bool take_default(struct cursor *from, struct entry *entry)
{
    return take_deadline(from, entry) && line_take(from, " why=") &&
           line_take_one_of(from, why_words, ENTRY_WHY_COUNT, &entry->why) &&
           line_take(from, " ") && take_by(from, entry) &&
           line_take_rest(from, entry->words, sizeof entry->words);
}

static const char nonce_word[] = " nonce ";

static void put_open(const struct entry *entry, struct buf *out)
{
    BUF_PUT(out, entry->name, " ", entry->words, nonce_word);
    line_put_base32(out, entry->nonce, SEAL_NONCE_BYTES);
}

static bool take_open(struct cursor *from, struct entry *entry)
{
    const size_t tail = sizeof nonce_word - 1 + BASE32_CHARS(SEAL_NONCE_BYTES);
    struct cursor payload, nonce;

    if (!line_take_word(from, entry->name, sizeof entry->name) || !line_take(from, " ") ||
        (size_t)(from->end - from->at) < tail)
        return false;
    payload = (struct cursor){from->at, from->end - tail};
    nonce = (struct cursor){from->end - tail, from->end};
    from->at = from->end;
    return line_take_rest(&payload, entry->words, sizeof entry->words) &&
           line_take(&nonce, nonce_word) &&
           line_take_base32(&nonce, entry->nonce, SEAL_NONCE_BYTES);
}

static void put_key_alone(const struct entry *entry, struct buf *out)
{
    line_put_base32(out, entry->key, KEY_BYTES);
}

static bool take_key_alone(struct cursor *from, struct entry *entry)
{
    return line_take_base32(from, entry->key, KEY_BYTES);
}

static void put_key(const struct entry *entry, struct buf *out)
{
    buf_put(out, "new=");
    line_put_base32(out, entry->key, KEY_BYTES);
    buf_put(out, " sign=");
    line_put_base32(out, entry->signature, SIGNATURE_BYTES);
}

static bool take_key(struct cursor *from, struct entry *entry)
{
    return line_take(from, "new=") && line_take_base32(from, entry->key, KEY_BYTES) &&
           line_take(from, " sign=") && line_take_base32(from, entry->signature, SIGNATURE_BYTES);
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

static void put_press(const struct entry *entry, struct buf *out)
{
    buf_put(out, "to=");
    if (entry->to_all)
        buf_put(out, "all");
    else if (entry->seat)
        line_put_seat(out, entry->seat);
    else
        buf_put(out, "table");
    buf_put_char(out, ' ');
    line_put_house_seal(out, SEAL_PRESS, entry->number, 0);
}

static bool take_press(struct cursor *from, struct entry *entry)
{
    if (!line_take(from, "to="))
        return false;
    if (line_take(from, "all"))
        entry->to_all = true;
    else if (!line_take(from, "table") && !line_take_seat(from, &entry->seat))
        return false;
    return line_take(from, " ") && line_take_house_seal(from, SEAL_PRESS, entry->number, 0);
}

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

static void put_undo(const struct entry *entry, struct buf *out)
{
    buf_put(out, "to=");
    line_put_number(out, entry->to);
}

static bool take_undo(struct cursor *from, struct entry *entry)
{
    return line_take(from, "to=") && line_take_number(from, &entry->to);
}

static void put_upgrade(const struct entry *entry, struct buf *out)
{
    BUF_PUT(out, "rules=", entry->words, " tables=");
    line_put_base32(out, entry->tables.at, HASH_BYTES);
}

static bool take_upgrade(struct cursor *from, struct entry *entry)
{
    return line_take(from, "rules=") && line_take_word(from, entry->words, sizeof entry->words) &&
           line_take(from, " tables=") && line_take_base32(from, entry->tables.at, HASH_BYTES);
}

static void put_seat_change(const struct entry *entry, struct buf *out)
{
    line_put_seat(out, entry->seat);
    buf_put_char(out, '=');
    put_holder(entry, 0, entry->seat, out);
}

static bool take_seat_change(struct cursor *from, struct entry *entry)
{
    return line_take_seat(from, &entry->seat) && line_take(from, "=") &&
           take_holder(from, entry, 0, entry->seat);
}

static void put_due(const struct entry *entry, struct buf *out)
{
    buf_put(out, "decision=");
    line_put_number(out, entry->decision);
    buf_put_char(out, ' ');
    line_put_seat(out, entry->seat);
    buf_put_char(out, ' ');
    line_put_time(out, entry->due_s);
}

static bool take_due(struct cursor *from, struct entry *entry)
{
    return line_take(from, "decision=") && line_take_number(from, &entry->decision) &&
           line_take(from, " ") && line_take_seat(from, &entry->seat) && line_take(from, " ") &&
           line_take_time(from, &entry->due_s);
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

static void put_lost(const struct entry *entry, struct buf *out)
{
    buf_put(out, "from=");
    line_put_number(out, entry->from);
    buf_put(out, " to=");
    line_put_number(out, entry->to);
}

static bool take_lost(struct cursor *from, struct entry *entry)
{
    return line_take(from, "from=") && line_take_number(from, &entry->from) &&
           line_take(from, " to=") && line_take_number(from, &entry->to);
}

static const struct entry_form kinds[ENTRY_KIND_COUNT] = {
    [ENTRY_ROSTER] = {put_roster, take_roster},
    [ENTRY_LUCK] = {put_luck, take_luck},
    [ENTRY_LUCKS] = {put_lucks, take_lucks},
    [ENTRY_ORDER] = {put_order, take_order},
    [ENTRY_DRAW] = {put_draw, take_draw},
    [ENTRY_DEFAULT] = {put_default, take_default},
    [ENTRY_OPEN] = {put_open, take_open},
    [ENTRY_SECRET] = {put_key_alone, take_key_alone},
    [ENTRY_KEY] = {put_key, take_key},
    [ENTRY_PEN] = {put_key_alone, take_key_alone},
    [ENTRY_OWN] = {put_own, take_own},
    [ENTRY_PRESS] = {put_press, take_press},
    [ENTRY_AGREE] = {put_text, take_text},
    [ENTRY_DECLINE] = {put_text, take_text},
    [ENTRY_UNDO] = {put_undo, take_undo},
    [ENTRY_UPGRADE] = {put_upgrade, take_upgrade},
    [ENTRY_SEAT] = {put_seat_change, take_seat_change},
    [ENTRY_DUE] = {put_due, take_due},
    [ENTRY_CLOCK] = {put_text, take_text},
    [ENTRY_REMARK] = {put_text, take_text},
    [ENTRY_END] = {put_end, take_end},
    [ENTRY_LOST] = {put_lost, take_lost},
};

const struct entry_form *entry_form(enum entry_kind kind)
{
    return &kinds[kind];
}
