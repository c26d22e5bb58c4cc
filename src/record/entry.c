#include "record/entry.h"

#include <string.h>

#include "base/text.h"
#include "base/timetext.h"
#include "record/entry_p.h"
#include "seal/chain.h"
#include "seal/encode.h"
#include "seal/luck.h"

static const char *const holder_words[] = {[ENTRY_PLAYER] = "player", [ENTRY_HOUSE] = "house"};
static const char *const luck_words[] = {[ENTRY_LUCK_NONE] = "none",
                                         [ENTRY_LUCK_WORDS] = "words",
                                         [ENTRY_LUCK_LETTER] = "letter",
                                         [ENTRY_LUCK_SEALED] = "sealed"};
static const char *const why_words[] = {
    [ENTRY_WHY_TIMEOUT] = "timeout", [ENTRY_WHY_LOT] = "lot", [ENTRY_WHY_UNOPENED] = "unopened"};
static const char *const result_words[] = {
    [ENTRY_WON] = "won", [ENTRY_DRAWN] = "drawn", [ENTRY_VOID] = "void"};
_Static_assert(sizeof holder_words / sizeof holder_words[0] == ENTRY_HOLDER_COUNT, "all");
_Static_assert(sizeof luck_words / sizeof luck_words[0] == ENTRY_LUCK_COUNT, "all");
_Static_assert(sizeof why_words / sizeof why_words[0] == ENTRY_WHY_COUNT, "all");
_Static_assert(sizeof result_words / sizeof result_words[0] == ENTRY_RESULT_COUNT, "all");

/* ---- small parts, each written and taken ---- */

void put_number(struct buf *out, uint64_t number)
{
    buf_put_int(out, (int64_t)number);
}

static void put_base32(struct buf *out, const void *bytes, size_t count)
{
    char text[BASE32_SIGNATURE_BYTES];

    buf_put(out, base32_write(bytes, count, text));
}

static bool put_time(struct buf *out, int64_t time_s)
{
    char text[TIMETEXT_BYTES];
    bool good = timetext_write(time_s, text);

    buf_put(out, text);
    return good;
}

static void put_seat(struct buf *out, unsigned seat)
{
    buf_put(out, "seat/");
    put_number(out, seat);
}

static void put_seal(struct buf *out, const char *name)
{
    buf_put_char(out, '[');
    buf_put(out, name);
    buf_put_char(out, ']');
}

static void put_house_seal(struct buf *out, enum seal_family family, uint64_t first,
                           uint64_t second)
{
    char name[SEAL_NAME_MAX + 1];

    seal_name_write(family, first, second, name);
    put_seal(out, name);
}

bool take(struct cursor *from, const char *literal)
{
    size_t length = strlen(literal);

    if ((size_t)(from->end - from->at) < length || memcmp(from->at, literal, length) != 0)
        return false;
    from->at += length;
    return true;
}

bool take_number(struct cursor *from, uint64_t *number)
{
    const char *start = from->at;
    int64_t value;

    while (from->at < from->end && text_is_digit(*from->at))
        from->at++;
    if (!text_to_int(start, (size_t)(from->at - start), &value))
        return false;
    *number = (uint64_t)value;
    return true;
}

static bool take_base32(struct cursor *from, void *bytes, size_t count)
{
    size_t length = BASE32_CHARS(count);

    if ((size_t)(from->end - from->at) < length || !base32_read(from->at, length, bytes, count))
        return false;
    from->at += length;
    return true;
}

bool take_time(struct cursor *from, int64_t *time_s)
{
    if (from->end - from->at < TIMETEXT_BYTES - 1 ||
        !timetext_read(from->at, TIMETEXT_BYTES - 1, time_s))
        return false;
    from->at += TIMETEXT_BYTES - 1;
    return true;
}

static bool take_seat(struct cursor *from, uint8_t *seat)
{
    uint64_t number;

    if (!take(from, "seat/") || !take_number(from, &number) || number < 1 || number > SEATS_MAX)
        return false;
    *seat = (uint8_t)number;
    return true;
}

/* The index of the word that stands here, in a table of words none of which begins another. */
static bool take_one_of(struct cursor *from, const char *const *word, unsigned count,
                        uint8_t *index)
{
    for (unsigned i = 0; i < count; i++)
        if (take(from, word[i])) {
            *index = (uint8_t)i;
            return true;
        }
    return false;
}

/* Up to a blank or the end. */
static bool take_word(struct cursor *from, char *out, size_t capacity)
{
    size_t length = 0;

    while (from->at + length < from->end && from->at[length] != ' ')
        length++;
    if (!length || length >= capacity)
        return false;
    memcpy(out, from->at, length);
    out[length] = '\0';
    from->at += length;
    return true;
}

static bool take_rest(struct cursor *from, char *out, size_t capacity)
{
    size_t length = (size_t)(from->end - from->at);

    if (length >= capacity)
        return false;
    memcpy(out, from->at, length);
    out[length] = '\0';
    from->at = from->end;
    return true;
}

static bool take_seal_name(struct cursor *from, char out[SEAL_NAME_MAX + 1])
{
    const char *close;

    if (!take(from, "["))
        return false;
    close = memchr(from->at, ']', (size_t)(from->end - from->at));
    if (!close || close - from->at > SEAL_NAME_MAX)
        return false;
    memcpy(out, from->at, (size_t)(close - from->at));
    out[close - from->at] = '\0';
    from->at = close + 1;
    return true;
}

/* ---- what texts may hold ---- */

static bool is_one_line(const char *text)
{
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < 32 || *at == 127)
            return false;
    return text_is_utf8(text, strlen(text));
}

/* Words of people: no brackets, so that no seal can be faked; nothing that trimming would change.
 */
static bool is_plain_text(const char *text)
{
    size_t length = strlen(text);

    return length && text[0] != ' ' && text[length - 1] != ' ' && is_one_line(text) &&
           !strpbrk(text, "[]");
}

static bool is_luck(const char *text)
{
    size_t length = strlen(text);

    return length && length <= LUCK_WORDS_MAX && text[0] != ' ' && text[length - 1] != ' ' &&
           is_one_line(text);
}

static bool is_version(const char *text)
{
    for (const char *at = text; *at; at++)
        if (!text_is_letter(*at) && !text_is_digit(*at) && !strchr("._-", *at))
            return false;
    return *text != '\0';
}

/* Canonical public text of an order: every bracket holds a name; not to be taken for an attribute.
 */
static bool is_order(const char *text)
{
    const char *blank = strchr(text, ' '), *equals = strchr(text, '=');
    size_t length = strlen(text);

    if (!length || text[0] == ' ' || text[length - 1] == ' ' || !is_one_line(text) ||
        (equals && (!blank || equals < blank)))
        return false;
    for (const char *at = text; (at = strpbrk(at, "[]")); at++) {
        const char *close = strchr(at, ']');

        if (*at == ']' || !close || !seal_name_is_valid(at + 1, (size_t)(close - at - 1)))
            return false;
        at = close;
    }
    return true;
}

/* ---- the kinds: what stands behind the kind's word ---- */

/* Each returns NULL, or what does not fit. */
typedef const char *put_fn(const struct entry *entry, struct buf *out);
/* Each takes what its partner puts, or more; entry_read compares afterwards. */
typedef bool take_fn(struct cursor *from, struct entry *entry);

static void put_holder(const struct entry *entry, unsigned index, unsigned seat, struct buf *out)
{
    buf_put(out, holder_words[entry->holder[index]]);
    if (!entry->person[index])
        return;
    buf_put_char(out, ' ');
    put_house_seal(out, SEAL_PERSON, seat, index ? 0 : entry->number);
}

static bool take_holder(struct cursor *from, struct entry *entry, unsigned index)
{
    char name[SEAL_NAME_MAX + 1];

    if (!take_one_of(from, holder_words, ENTRY_HOLDER_COUNT, &entry->holder[index]))
        return false;
    if (!take(from, " ["))
        return true;
    from->at--;
    entry->person[index] = true;
    return take_seal_name(from, name);
}

static const char *put_roster(const struct entry *entry, struct buf *out)
{
    if (entry->count < 1 || entry->count > SEATS_MAX)
        return "a roster needs its seats";
    for (unsigned seat = 1; seat <= entry->count; seat++) {
        if (entry->holder[seat] >= ENTRY_HOLDER_COUNT)
            return "a seat is a player's or the house's";
        if (seat > 1)
            buf_put_char(out, ' ');
        put_number(out, seat);
        buf_put_char(out, '=');
        put_holder(entry, seat, seat, out);
    }
    return NULL;
}

/* "1=" for seat 1, " 2=" for seat 2 and so on; false at the end. */
static bool take_seat_key(struct cursor *from, struct entry *entry)
{
    uint64_t number;

    if (entry->count == SEATS_MAX || (entry->count && !take(from, " ")) ||
        !take_number(from, &number) || number != entry->count + 1u || !take(from, "="))
        return false;
    entry->count++;
    return true;
}

static bool take_roster(struct cursor *from, struct entry *entry)
{
    while (from->at < from->end)
        if (!take_seat_key(from, entry) || !take_holder(from, entry, entry->count))
            return false;
    return true;
}

static const char *put_luck(const struct entry *entry, struct buf *out)
{
    unsigned char hash[HASH_BYTES];

    if (entry->luck[0] == ENTRY_LUCK_NONE || entry->luck[0] >= ENTRY_LUCK_COUNT)
        return "luck is words, a letter, or sealed";
    buf_put(out, luck_words[entry->luck[0]]);
    buf_put_char(out, ' ');
    if (entry->luck[0] == ENTRY_LUCK_SEALED) {
        put_house_seal(out, SEAL_LUCK, entry->who, 0);
        return NULL;
    }
    if (entry->luck[0] == ENTRY_LUCK_LETTER
            ? !base32_read(entry->words, strlen(entry->words), hash, sizeof hash)
            : !is_luck(entry->words))
        return "luck is one line of 1 to 200 bytes, or the hash of a Message-ID";
    buf_put(out, entry->words);
    return NULL;
}

static bool take_luck(struct cursor *from, struct entry *entry)
{
    char name[SEAL_NAME_MAX + 1];

    if (!take_one_of(from, luck_words, ENTRY_LUCK_COUNT, &entry->luck[0]) || !take(from, " "))
        return false;
    return entry->luck[0] == ENTRY_LUCK_SEALED ? take_seal_name(from, name)
                                               : take_rest(from, entry->words, sizeof entry->words);
}

static const char *put_lucks(const struct entry *entry, struct buf *out)
{
    if (entry->count < 1 || entry->count > SEATS_MAX)
        return "the end of luck needs its seats";
    for (unsigned seat = 1; seat <= entry->count; seat++) {
        if (entry->luck[seat] >= ENTRY_LUCK_COUNT)
            return "luck is none, words, a letter, or sealed";
        if (seat > 1)
            buf_put_char(out, ' ');
        put_number(out, seat);
        buf_put_char(out, '=');
        buf_put(out, luck_words[entry->luck[seat]]);
    }
    return NULL;
}

static bool take_lucks(struct cursor *from, struct entry *entry)
{
    while (from->at < from->end)
        if (!take_seat_key(from, entry) ||
            !take_one_of(from, luck_words, ENTRY_LUCK_COUNT, &entry->luck[entry->count]))
            return false;
    return true;
}

static const char *put_order(const struct entry *entry, struct buf *out)
{
    uint64_t seat, k;

    if (entry->name[0]) {
        if (seal_name_family(entry->name, &seat, &k) != SEAL_OWN || seat != entry->who)
            return "an order by a standing answer names that seat's own line";
        buf_put(out, "own=");
        buf_put(out, entry->name);
        buf_put_char(out, ' ');
    }
    if (entry->is_signed) {
        buf_put(out, "sign=");
        put_number(out, entry->decision);
        buf_put_char(out, '/');
        put_number(out, entry->seen);
        buf_put_char(out, '/');
        put_base32(out, entry->signature, SIGNATURE_BYTES);
        buf_put_char(out, ' ');
    }
    buf_put(out, entry->words);
    return is_order(entry->words) ? NULL : "an order is canonical public text";
}

static bool take_order(struct cursor *from, struct entry *entry)
{
    if (take(from, "own=") &&
        (!take_word(from, entry->name, sizeof entry->name) || !take(from, " ")))
        return false;
    if (take(from, "sign=")) {
        entry->is_signed = true;
        if (!take_number(from, &entry->decision) || !take(from, "/") ||
            !take_number(from, &entry->seen) || !take(from, "/") ||
            !take_base32(from, entry->signature, SIGNATURE_BYTES) || !take(from, " "))
            return false;
    }
    return take_rest(from, entry->words, sizeof entry->words);
}

static const char *put_draw(const struct entry *entry, struct buf *out)
{
    if (!seal_name_is_valid(entry->name, strlen(entry->name)))
        return "a draw needs its label";
    buf_put(out, entry->name);
    buf_put_char(out, ' ');
    buf_put(out, entry->words);
    return is_order(entry->words) ? NULL : "a draw is canonical public text";
}

static bool take_draw(struct cursor *from, struct entry *entry)
{
    return take_word(from, entry->name, sizeof entry->name) && take(from, " ") &&
           take_rest(from, entry->words, sizeof entry->words);
}

static const char *put_default(const struct entry *entry, struct buf *out)
{
    if (entry->why >= ENTRY_WHY_COUNT)
        return "a default needs its reason";
    buf_put(out, "decision=");
    put_number(out, entry->decision);
    if (entry->due_s != ENTRY_NO_TIME) {
        buf_put(out, " due=");
        if (!put_time(out, entry->due_s))
            return "the deadline is out of range";
    }
    buf_put(out, " why=");
    buf_put(out, why_words[entry->why]);
    buf_put_char(out, ' ');
    buf_put(out, entry->words);
    return is_order(entry->words) ? NULL : "a default is canonical public text";
}

static bool take_default(struct cursor *from, struct entry *entry)
{
    if (!take(from, "decision=") || !take_number(from, &entry->decision) ||
        (take(from, " due=") && !take_time(from, &entry->due_s)))
        return false;
    return take(from, " why=") && take_one_of(from, why_words, ENTRY_WHY_COUNT, &entry->why) &&
           take(from, " ") && take_rest(from, entry->words, sizeof entry->words);
}

static const char nonce_mark[] = " nonce ";

static const char *put_open(const struct entry *entry, struct buf *out)
{
    if (!seal_name_is_valid(entry->name, strlen(entry->name)))
        return "an opening needs the name of its seal";
    if (!entry->words[0] || !is_one_line(entry->words))
        return "what is opened must be one line of text";
    buf_put(out, entry->name);
    buf_put_char(out, ' ');
    buf_put(out, entry->words);
    buf_put(out, nonce_mark);
    put_base32(out, entry->nonce, SEAL_NONCE_BYTES);
    return NULL;
}

static bool take_open(struct cursor *from, struct entry *entry)
{
    const size_t tail = sizeof nonce_mark - 1 + BASE32_CHARS(SEAL_NONCE_BYTES);
    struct cursor payload, nonce;

    if (!take_word(from, entry->name, sizeof entry->name) || !take(from, " ") ||
        (size_t)(from->end - from->at) < tail)
        return false;
    payload = (struct cursor){from->at, from->end - tail};
    nonce = (struct cursor){from->end - tail, from->end};
    from->at = from->end;
    return take_rest(&payload, entry->words, sizeof entry->words) && take(&nonce, nonce_mark) &&
           take_base32(&nonce, entry->nonce, SEAL_NONCE_BYTES);
}

static const char *put_key_alone(const struct entry *entry, struct buf *out)
{
    put_base32(out, entry->key, KEY_BYTES);
    return NULL;
}

static bool take_key_alone(struct cursor *from, struct entry *entry)
{
    return take_base32(from, entry->key, KEY_BYTES);
}

static const char *put_key(const struct entry *entry, struct buf *out)
{
    buf_put(out, "new=");
    put_base32(out, entry->key, KEY_BYTES);
    buf_put(out, " sign=");
    put_base32(out, entry->signature, SIGNATURE_BYTES);
    return NULL;
}

static bool take_key(struct cursor *from, struct entry *entry)
{
    return take(from, "new=") && take_base32(from, entry->key, KEY_BYTES) && take(from, " sign=") &&
           take_base32(from, entry->signature, SIGNATURE_BYTES);
}

static const char *put_own(const struct entry *entry, struct buf *out)
{
    uint64_t seat, k;

    if (seal_name_family(entry->name, &seat, &k) != SEAL_OWN || seat != entry->who)
        return "a standing answer is a seal of its own seat";
    put_seal(out, entry->name);
    return NULL;
}

static bool take_own(struct cursor *from, struct entry *entry)
{
    return take_seal_name(from, entry->name);
}

static const char *put_press(const struct entry *entry, struct buf *out)
{
    buf_put(out, "to=");
    if (entry->to_all)
        buf_put(out, "all");
    else if (entry->seat)
        put_seat(out, entry->seat);
    else
        buf_put(out, "table");
    buf_put_char(out, ' ');
    put_house_seal(out, SEAL_PRESS, entry->number, 0);
    return entry->seat > SEATS_MAX ? "press goes to a seat, the table or all" : NULL;
}

static bool take_press(struct cursor *from, struct entry *entry)
{
    char name[SEAL_NAME_MAX + 1];

    if (!take(from, "to="))
        return false;
    if (take(from, "all"))
        entry->to_all = true;
    else if (!take(from, "table") && !take_seat(from, &entry->seat))
        return false;
    return take(from, " ") && take_seal_name(from, name);
}

static const char *put_text(const struct entry *entry, struct buf *out)
{
    buf_put(out, entry->words);
    return is_plain_text(entry->words)
               ? NULL
               : "a text is one line, without square brackets or blanks around it";
}

static bool take_text(struct cursor *from, struct entry *entry)
{
    return take_rest(from, entry->words, sizeof entry->words);
}

static const char *put_undo(const struct entry *entry, struct buf *out)
{
    buf_put(out, "to=");
    put_number(out, entry->to);
    return entry->to < entry->number ? NULL : "an undo goes back to an earlier entry";
}

static bool take_undo(struct cursor *from, struct entry *entry)
{
    return take(from, "to=") && take_number(from, &entry->to);
}

static const char *put_upgrade(const struct entry *entry, struct buf *out)
{
    buf_put(out, "rules=");
    buf_put(out, entry->words);
    buf_put(out, " tables=");
    put_base32(out, entry->tables.at, HASH_BYTES);
    return is_version(entry->words) ? NULL : "an upgrade names a rules version";
}

static bool take_upgrade(struct cursor *from, struct entry *entry)
{
    return take(from, "rules=") && take_word(from, entry->words, sizeof entry->words) &&
           take(from, " tables=") && take_base32(from, entry->tables.at, HASH_BYTES);
}

static const char *put_seat_change(const struct entry *entry, struct buf *out)
{
    if (entry->seat < 1 || entry->seat > SEATS_MAX || entry->holder[0] >= ENTRY_HOLDER_COUNT)
        return "a change of seat needs the seat and who holds it";
    put_seat(out, entry->seat);
    buf_put_char(out, '=');
    put_holder(entry, 0, entry->seat, out);
    return NULL;
}

static bool take_seat_change(struct cursor *from, struct entry *entry)
{
    return take_seat(from, &entry->seat) && take(from, "=") && take_holder(from, entry, 0);
}

static const char *put_due(const struct entry *entry, struct buf *out)
{
    if (entry->seat < 1 || entry->seat > SEATS_MAX)
        return "a deadline is a seat's";
    buf_put(out, "decision=");
    put_number(out, entry->decision);
    buf_put_char(out, ' ');
    put_seat(out, entry->seat);
    buf_put_char(out, ' ');
    return put_time(out, entry->due_s) ? NULL : "the deadline is out of range";
}

static bool take_due(struct cursor *from, struct entry *entry)
{
    return take(from, "decision=") && take_number(from, &entry->decision) && take(from, " ") &&
           take_seat(from, &entry->seat) && take(from, " ") && take_time(from, &entry->due_s);
}

static const char *put_end(const struct entry *entry, struct buf *out)
{
    if (entry->result >= ENTRY_RESULT_COUNT || (entry->result == ENTRY_WON) != (entry->seat > 0) ||
        entry->seat > SEATS_MAX)
        return "a game is won by a seat, drawn or void";
    buf_put(out, result_words[entry->result]);
    if (entry->seat) {
        buf_put_char(out, ' ');
        put_seat(out, entry->seat);
    }
    if (!entry->words[0])
        return NULL;
    buf_put_char(out, ' ');
    return put_text(entry, out);
}

static bool take_end(struct cursor *from, struct entry *entry)
{
    if (!take_one_of(from, result_words, ENTRY_RESULT_COUNT, &entry->result))
        return false;
    if (entry->result == ENTRY_WON && (!take(from, " ") || !take_seat(from, &entry->seat)))
        return false;
    return from->at == from->end ||
           (take(from, " ") && take_rest(from, entry->words, sizeof entry->words));
}

enum { BY_TABLE = 1, BY_SEAT = 2, BY_KEEPER = 4 };

static const struct {
    uint8_t by;
    put_fn *put;
    take_fn *take;
} kinds[ENTRY_KIND_COUNT] = {
    [ENTRY_ROSTER] = {BY_TABLE, put_roster, take_roster},
    [ENTRY_LUCK] = {BY_SEAT, put_luck, take_luck},
    [ENTRY_LUCKS] = {BY_TABLE, put_lucks, take_lucks},
    [ENTRY_ORDER] = {BY_SEAT, put_order, take_order},
    [ENTRY_DRAW] = {BY_TABLE, put_draw, take_draw},
    [ENTRY_DEFAULT] = {BY_SEAT, put_default, take_default},
    [ENTRY_OPEN] = {BY_TABLE | BY_SEAT, put_open, take_open},
    [ENTRY_SECRET] = {BY_TABLE, put_key_alone, take_key_alone},
    [ENTRY_KEY] = {BY_TABLE, put_key, take_key},
    [ENTRY_PEN] = {BY_SEAT, put_key_alone, take_key_alone},
    [ENTRY_OWN] = {BY_SEAT, put_own, take_own},
    [ENTRY_PRESS] = {BY_TABLE | BY_SEAT | BY_KEEPER, put_press, take_press},
    [ENTRY_AGREE] = {BY_SEAT, put_text, take_text},
    [ENTRY_UNDO] = {BY_KEEPER, put_undo, take_undo},
    [ENTRY_UPGRADE] = {BY_KEEPER, put_upgrade, take_upgrade},
    [ENTRY_SEAT] = {BY_KEEPER, put_seat_change, take_seat_change},
    [ENTRY_DUE] = {BY_TABLE, put_due, take_due},
    [ENTRY_CLOCK] = {BY_TABLE | BY_KEEPER, put_text, take_text},
    [ENTRY_REMARK] = {BY_TABLE | BY_KEEPER, put_text, take_text},
    [ENTRY_END] = {BY_TABLE | BY_KEEPER, put_end, take_end},
};

static const char *const kind_words[] = {
#define X(name, word) [ENTRY_##name] = word,
    ENTRY_KIND_LIST(X)
#undef X
};

const char *entry_kind_word(enum entry_kind kind)
{
    return kind < ENTRY_KIND_COUNT ? kind_words[kind] : "";
}

void entry_init(struct entry *entry, uint64_t number, int64_t time_s, unsigned who,
                enum entry_kind kind)
{
    memset(entry, 0, sizeof *entry);
    entry->number = number;
    entry->time_s = time_s;
    entry->who = (uint8_t)who;
    entry->kind = (uint8_t)kind;
    entry->came_s = ENTRY_NO_TIME;
    entry->due_s = ENTRY_NO_TIME;
}

/* ---- whole entries ---- */

static bool is_seat(const struct entry *entry)
{
    return entry->who >= 1 && entry->who <= SEATS_MAX;
}

static unsigned by_of(const struct entry *entry)
{
    return entry->who == ENTRY_TABLE    ? BY_TABLE
           : entry->who == ENTRY_KEEPER ? BY_KEEPER
           : is_seat(entry)             ? BY_SEAT
                                        : 0;
}

static void put_who(const struct entry *entry, struct buf *out)
{
    if (is_seat(entry))
        put_seat(out, entry->who);
    else
        buf_put(out, entry->who == ENTRY_KEEPER ? "keeper" : "table");
}

static const char *put_letter(const struct entry *entry, struct buf *out)
{
    if (!is_seat(entry) && (entry->letter || entry->came_s != ENTRY_NO_TIME))
        return "only seats write letters";
    if (entry->came_s != ENTRY_NO_TIME) {
        buf_put(out, "came=");
        if (!put_time(out, entry->came_s) || entry->came_s > entry->time_s)
            return "a letter comes in before it is logged";
        buf_put_char(out, ' ');
    }
    if (entry->letter) {
        buf_put(out, "letter=");
        put_house_seal(out, SEAL_LETTER, entry->number, 0);
        buf_put_char(out, ' ');
    }
    return NULL;
}

static const char *put_entry(const struct entry *entry, struct buf *out)
{
    const char *wrong;

    if (entry->kind >= ENTRY_KIND_COUNT || !(kinds[entry->kind].by & by_of(entry)))
        return "this kind of entry is not made by this one";
    if (!put_time(out, entry->time_s))
        return "the time is out of range";
    buf_put_char(out, ' ');
    put_who(entry, out);
    buf_put_char(out, ' ');
    buf_put(out, kind_words[entry->kind]);
    buf_put_char(out, ' ');
    wrong = put_letter(entry, out);
    return wrong ? wrong : kinds[entry->kind].put(entry, out);
}

enum rc entry_write(const struct entry *entry, struct buf *out, struct err *err)
{
    const size_t start = out->length;
    const char *wrong = put_entry(entry, out);
    enum rc rc = buf_rc(out, err);

    if (rc == RC_OK && wrong)
        rc = ERR(err, RC_BAD_INPUT, "entry \"", entry_kind_word((enum entry_kind)entry->kind),
                 "\": ", wrong);
    else if (rc == RC_OK && out->length - start >= ENTRY_TEXT_BYTES)
        rc = ERR(err, RC_TOO_LONG, "an entry is longer than the log takes");
    if (rc && !out->failed && out->at) {
        out->length = start;
        out->at[start] = '\0';
    }
    return rc;
}

static bool take_who(struct cursor *from, struct entry *entry)
{
    if (take(from, "table"))
        entry->who = ENTRY_TABLE;
    else if (take(from, "keeper"))
        entry->who = ENTRY_KEEPER;
    else
        return take_seat(from, &entry->who);
    return true;
}

/* The kind's word with the blank behind it. */
static bool take_kind(struct cursor *from, struct entry *entry)
{
    for (unsigned k = 0; k < ENTRY_KIND_COUNT; k++) {
        struct cursor try = *from;

        if (take(&try, kind_words[k]) && take(&try, " ")) {
            *from = try;
            entry->kind = (uint8_t)k;
            return true;
        }
    }
    return false;
}

static bool take_letter(struct cursor *from, struct entry *entry)
{
    char name[SEAL_NAME_MAX + 1];

    if (take(from, "came=") && (!take_time(from, &entry->came_s) || !take(from, " ")))
        return false;
    if (!take(from, "letter=["))
        return true;
    from->at--;
    entry->letter = true;
    return take_seal_name(from, name) && take(from, " ");
}

static bool take_entry(struct cursor *from, struct entry *entry)
{
    if (!take_time(from, &entry->time_s) || !take(from, " ") || !take_who(from, entry) ||
        !take(from, " ") || !take_kind(from, entry) || !take_letter(from, entry))
        return false;
    return kinds[entry->kind].take(from, entry) && from->at == from->end;
}

/* Where two texts begin to differ, from 1. */
static uint32_t first_difference(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t i = 0;

    while (i < a_length && i < b_length && a[i] == b[i])
        i++;
    return (uint32_t)i + 1;
}

enum rc entry_read(uint64_t number, const char *text, size_t length, struct entry *entry,
                   struct err *err)
{
    struct cursor from = {text, text + length};
    struct buf again = {0};
    struct entry read;
    enum rc rc;

    if (length >= ENTRY_TEXT_BYTES)
        return ERR(err, RC_BAD_INPUT, "an entry is longer than any can be");
    entry_init(&read, number, 0, ENTRY_TABLE, ENTRY_ROSTER);
    if (!take_entry(&from, &read)) {
        err_where(err, NULL, 0, (uint32_t)(from.at - text) + 1);
        return ERR(err, RC_BAD_INPUT, "this is no entry of a log");
    }
    /* Each entry has one text: what reads but would be written otherwise is refused. */
    rc = entry_write(&read, &again, err);
    if (rc == RC_OK && (again.length != length || memcmp(again.at, text, length) != 0)) {
        err_where(err, NULL, 0, first_difference(text, length, again.at, again.length));
        rc = ERR(err, RC_BAD_INPUT, "this entry is not written as entries are");
    }
    if (rc == RC_OK)
        *entry = read;
    secret_wipe(&read, sizeof read);
    buf_wipe(&again);
    return rc;
}
