/* SPDX-License-Identifier: MIT */
/* What the parts of an entry may be, for each kind: asked before an entry is written, and after one
 * was read. Source: doc/record.md, "Entries". */

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

/* No brackets, so that no seal can be faked. */
bool entry_is_plain_text(const char *text)
{
    return is_trimmed_line(text) && !strpbrk(text, "[]");
}

bool entry_is_luck_words(const char *text, size_t length)
{
    return !memchr(text, '\0', length) && strlen(text) <= LUCK_WORDS_MAX && is_trimmed_line(text);
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
static bool is_order(const char *text)
{
    const char *equals = strchr(text, '=');

    return is_trimmed_line(text) && are_names_whole(text) &&
           (!equals || memchr(text, ' ', (size_t)(equals - text)));
}

static bool is_name(const char *name)
{
    return seal_name_is_valid(name, strlen(name));
}

static bool is_seat(unsigned seat)
{
    return seat >= 1 && seat <= SEATS_MAX;
}

/* ---- words that the program itself chose ---- */

/* Digits, without a leading zero, up to the end. */
static bool is_number(const char *text)
{
    struct cursor from = {text, text + strlen(text)};
    uint64_t number;

    return line_take_number(&from, &number) && from.at == from.end;
}

/* Words of the program's own: lower case, no more marks than lists of values have. */
static bool is_ours(const char *text)
{
    for (const char *at = text; *at; at++)
        if (!(*at >= 'a' && *at <= 'z') && !text_is_digit(*at) && !strchr(" =,;:+./-", *at))
            return false;
    return entry_is_plain_text(text);
}

/* Time rules name zones and hours, too. */
static bool are_rules(const char *text)
{
    for (const char *at = text; *at; at++)
        if (!text_is_letter(*at) && !text_is_digit(*at) && !strchr(" =,;:+./-@_", *at))
            return false;
    return entry_is_plain_text(text);
}

static bool is_seat_number(const char *text)
{
    return *text >= '1' && *text <= '0' + SEATS_MAX && !text[1];
}

/* "2 3d" */
static bool is_wait(const char *text)
{
    size_t digits = *text && text[1] == ' ' ? strspn(text + 2, "0123456789") : 0;

    return *text >= '1' && *text <= '0' + SEATS_MAX && digits && digits < 4 && text[2] != '0' &&
           text_equal(text + 2 + digits, "d");
}

/* "2026-12-06T00:00:00Z hard" */
static bool is_loan(const char *text)
{
    int64_t until_s;
    size_t length = strlen(text);

    return length > TIMETEXT_BYTES && timetext_read(text, TIMETEXT_BYTES - 1, &until_s) &&
           text[TIMETEXT_BYTES - 1] == ' ' &&
           strspn(text + TIMETEXT_BYTES, "abcdefghijklmnopqrstuvwxyz") == length - TIMETEXT_BYTES;
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
                                        {"go-on ", is_number},
                                        {"claim seat/", is_seat_number},
                                        {"replace seat/", is_seat_number},
                                        {"wait seat/", is_wait},
                                        {"vacation", NULL},
                                        {"extension", NULL},
                                        {"leave", NULL},
                                        {"lend ", is_loan},
                                        {"host seat/", is_seat_number},
                                        {"extend seat/", is_wait},
                                        {"end drawn", NULL},
                                        {"end void", NULL}};
static const struct fixed clocks[] = {{"pause", NULL},
                                      {"resume", NULL},
                                      {"rules ", are_rules},
                                      {"extend ", is_ours},
                                      {"vacation seat/", is_seat_number},
                                      {"extension seat/", is_seat_number}};
static const struct fixed remarks[] = {
    {"anonymous", NULL}, {"press open", NULL}, {"back seat/", is_seat_number}};

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

bool entry_words_are_open(const struct entry *entry)
{
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

static const char *roster_misfit(const struct entry *entry)
{
    if (!is_seat(entry->count))
        return "a roster needs its seats";
    for (unsigned seat = 1; seat <= entry->count; seat++)
        if (entry->holder[seat] >= ENTRY_HOLDER_COUNT)
            return "a seat is a player's or the house's";
    return NULL;
}

static bool is_own(const struct entry *entry)
{
    uint64_t seat, k;

    return seal_name_family(entry->name, &seat, &k) == SEAL_OWN && seat == entry->who;
}

static const char *draw_misfit(const struct entry *entry)
{
    if (!is_name(entry->name))
        return "a draw needs its label";
    return is_order(entry->words) ? NULL : "a draw is canonical public text";
}

static const char *open_misfit(const struct entry *entry)
{
    if (!is_name(entry->name))
        return "an opening needs the name of its seal";
    return entry->words[0] && is_one_line(entry->words) ? NULL
                                                        : "what is opened must be one line of text";
}

static const char *press_misfit(const struct entry *entry)
{
    return entry->seat > SEATS_MAX ? "press goes to a seat, the table or all" : NULL;
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
    return is_seat(entry->seat) && entry->holder[0] < ENTRY_HOLDER_COUNT
               ? NULL
               : "a change of seat needs the seat and who holds it";
}

static const char *due_misfit(const struct entry *entry)
{
    if (!is_seat(entry->seat))
        return "a deadline is a seat's";
    return timetext_fits(entry->due_s) ? NULL : "the deadline is out of range";
}

static const char *text_misfit(const struct entry *entry)
{
    return entry->hides_words || entry_words_are_open(entry)
               ? NULL
               : "words of a person stand beside the log";
}

static const char *remark_misfit(const struct entry *entry)
{
    return entry->who == ENTRY_TABLE && entry->hides_words
               ? "the table makes three remarks, all plain"
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
    if (!is_seat(entry->count))
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
    return is_order(entry->words) ? NULL : "an order is canonical public text";
}

static const char *default_misfit(const struct entry *entry)
{
    if (entry->why >= ENTRY_WHY_COUNT)
        return "a default needs its reason";
    if (entry->by != (entry->why == ENTRY_WHY_LINE))
        return "a default by a standing answer is sealed with it, and no other";
    if (entry->due_s != ENTRY_NO_TIME && !timetext_fits(entry->due_s))
        return "the deadline is out of range";
    return is_order(entry->words) ? NULL : "a default is canonical public text";
}

static const char *own_misfit(const struct entry *entry)
{
    bool fits = false;

    for (unsigned lines = ENTRY_LINES_LEAST; lines <= ENTRY_LINES_MAX; lines *= 4)
        fits |= entry->count == lines;
    return fits && is_own(entry) ? NULL
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

/* Who makes a kind, and what else it must be; NULL: nothing. */
enum { BY_TABLE = 1, BY_SEAT = 2, BY_KEEPER = 4, BY_ALL = 7 };

static const struct {
    uint8_t by;
    const char *(*misfit)(const struct entry *entry);
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
    [ENTRY_SEAT] = {BY_TABLE | BY_KEEPER, seat_misfit},
    [ENTRY_DUE] = {BY_TABLE, due_misfit},
    [ENTRY_CLOCK] = {BY_TABLE | BY_KEEPER, text_misfit},
    [ENTRY_REMARK] = {BY_TABLE | BY_KEEPER, remark_misfit},
    [ENTRY_END] = {BY_TABLE | BY_KEEPER, end_misfit},
    [ENTRY_LOST] = {BY_KEEPER, lost_misfit},
};

static unsigned by_of(const struct entry *entry)
{
    return entry->who == ENTRY_TABLE    ? BY_TABLE
           : entry->who == ENTRY_KEEPER ? BY_KEEPER
           : is_seat(entry->who)        ? BY_SEAT
                                        : 0;
}

const char *entry_misfit(const struct entry *entry)
{
    if (entry->kind >= ENTRY_KIND_COUNT || !(kinds[entry->kind].by & by_of(entry)))
        return "this kind of entry is not made by this one";
    if (!timetext_fits(entry->time_s))
        return "the time is out of range";
    if (!is_seat(entry->who) && (entry->letter || entry->came_s != ENTRY_NO_TIME))
        return "only seats write letters";
    if (entry->came_s != ENTRY_NO_TIME &&
        (!timetext_fits(entry->came_s) || entry->came_s >= entry->time_s))
        return "a letter comes in before it is logged, or has no time of its own";
    return kinds[entry->kind].misfit ? kinds[entry->kind].misfit(entry) : NULL;
}
