/* SPDX-License-Identifier: MIT */
/* Writes and reads a standing line in canonical text. What it orders is judged in standing.c. */
#include "games/dungeon_twister/line_text.h"

#include "base/cursor.h"
#include "games/dungeon_twister/order_text.h"

static const char *const relation_words[] = {
    [DT_FIGHTS] = "with", [DT_NEAR] = "near", [DT_FIGHTS | DT_NEAR] = "with-or-near"};

void dt_answer_init(struct dt_answer *answer)
{
    memset(answer, 0, sizeof *answer);
    answer->ahead = answer->behind = answer->points = -1;
}

/* ---- writing ---- */

static void put_word(struct text *out, const char *word)
{
    TEXT_PUT(out, " ", word);
}

static void put_number(struct text *out, int number)
{
    TEXT_PUT(out, " ", TEXT_INT(number));
}

/* "blue troll", or "troll" of either side. */
static void put_token(struct text *out, int token)
{
    text_put_char(out, ' ');
    if (token >= DT_EITHER)
        text_put(out, dt_kinds[token - DT_EITHER].word);
    else
        dt_write_token((unsigned)token, DT_NONE, out);
}

static void put_place(struct text *out, int place)
{
    text_put_char(out, ' ');
    dt_write_place(place, out);
}

/* A condition of its own: "if" before the first, "and" before the others. */
static void put_condition(struct text *out, bool *first, const char *word)
{
    text_put(out, *first ? "if" : " and");
    *first = false;
    if (*word)
        put_word(out, word);
}

static void put_conditions(const struct dt_answer *answer, struct text *out)
{
    bool first = true;

    if (answer->on == DT_ON_REVEAL) {
        put_condition(out, &first, "revealed");
        put_place(out, DT_PLACE_SLOT + answer->slot);
    } else if (answer->on != DT_ON_ANYTHING) {
        put_condition(out, &first, answer->on == DT_ON_ATTACKED ? "attacked" : "attacking");
        for (unsigned i = 0; i < answer->party_count; i++) {
            put_word(out, relation_words[answer->party[i].relations]);
            put_token(out, answer->party[i].token);
        }
    }
    if (answer->ahead >= 0) {
        put_condition(out, &first, "ahead");
        put_number(out, answer->ahead);
    }
    if (answer->behind >= 0) {
        put_condition(out, &first, "behind");
        put_number(out, answer->behind);
    }
    for (int card = 0; card < DT_CARD_VALUES; card++)
        if (answer->gone >> card & 1) {
            put_condition(out, &first, "gone");
            put_number(out, card);
        }
    for (unsigned i = 0; i < answer->spot_count; i++) {
        put_condition(out, &first, "");
        put_token(out, answer->spot[i].token);
        put_word(out, "on");
        put_place(out, answer->spot[i].square);
    }
    if (answer->points >= 0) {
        put_condition(out, &first, "points");
        put_number(out, answer->points);
    }
    if (!first)
        text_put(out, ": ");
}

static void put_deed(const void *rulebook, const struct dt_deed *deed, struct text *out)
{
    switch (deed->kind) {
    case DT_DEED_ASK:
        text_put(out, "ask");
        break;
    case DT_DEED_LEAVE:
        text_put(out, "leave");
        break;
    case DT_DEED_COMBAT:
        text_put(out, "combat");
        put_number(out, deed->value);
        break;
    case DT_DEED_PUT:
        text_put(out, "put");
        if (deed->value == DT_ANY_TOKEN) {
            put_word(out, "any");
            break;
        }
        put_token(out, deed->value);
        put_place(out, deed->square);
        break;
    case DT_DEED_PLACE:
        text_put(out, "place");
        put_word(out, deed->value == DT_ANY_KIND ? "any" : dt_kinds[deed->value].word);
        for (int slot = 0; slot < DT_SLOTS; slot++)
            if (deed->slots >> slot & 1)
                put_place(out, DT_PLACE_SLOT + slot);
        break;
    case DT_DEED_TEAM:
        text_put(out, "any team");
        break;
    case DT_DEED_ORDER:
        dt_write_order(rulebook, NULL, &deed->order, ORDER_FULL, out);
        break;
    default:
        break;
    }
}

void dt_write_answer(const void *rulebook, const struct dt_answer *answer, struct text *out)
{
    put_conditions(answer, out);
    for (unsigned i = 0; i < answer->deed_count; i++) {
        if (i)
            text_put(out, " else ");
        put_deed(rulebook, &answer->deed[i], out);
    }
}

/* ---- reading: writing it anew shows whether it was the canonical one ---- */

struct reader {
    const void *rulebook;
    unsigned seat;
    struct cursor in;
};

static bool read_number(struct reader *reader, int most, int *number)
{
    int64_t value;

    if (!cursor_next(&reader->in) || !cursor_number(&reader->in, 0, most, &value))
        return false;
    *number = (int)value;
    return true;
}

static bool read_kind(struct reader *reader, int *kind)
{
    *kind = cursor_next(&reader->in) ? dt_read_kind(reader->in.word, reader->in.length) : -1;
    return *kind >= 0;
}

static bool read_token(struct reader *reader, int *token)
{
    struct reader before = *reader;
    int side = cursor_next(&reader->in) ? dt_read_side(reader->in.word, reader->in.length) : -1,
        kind;

    if (side < 0)
        *reader = before;
    if (!read_kind(reader, &kind))
        return false;
    *token = side < 0 ? DT_EITHER + kind : (int)dt_token((unsigned)side, (unsigned)kind);
    return true;
}

static bool read_square(struct reader *reader, int *square)
{
    *square = cursor_next(&reader->in) ? dt_read_square(reader->in.word, reader->in.length) : -1;
    return *square >= 0;
}

static bool read_parties(struct reader *reader, struct dt_answer *answer)
{
    for (;;) {
        unsigned relations = DT_FIGHTS;
        int token;

        while (relations < sizeof relation_words / sizeof *relation_words &&
               !cursor_accept(&reader->in, relation_words[relations]))
            relations++;
        if (relations == sizeof relation_words / sizeof *relation_words)
            return true;
        if (answer->party_count == DT_PARTIES_MAX || !read_token(reader, &token) ||
            token >= DT_EITHER || dt_kind_of((unsigned)token) >= DT_CHARACTER_KINDS)
            return false;
        answer->party[answer->party_count].token = (uint8_t)token;
        answer->party[answer->party_count++].relations = (uint8_t)relations;
    }
}

static bool read_spot(struct reader *reader, struct dt_answer *answer)
{
    unsigned i = answer->spot_count++;

    return i < DT_SPOTS_MAX && read_token(reader, &answer->spot[i].token) &&
           cursor_accept(&reader->in, "on") && read_square(reader, &answer->spot[i].square);
}

static bool read_condition(struct reader *reader, struct dt_answer *answer)
{
    int card;

    if (cursor_accept(&reader->in, "revealed")) {
        answer->on = DT_ON_REVEAL;
        answer->slot =
            cursor_next(&reader->in) ? dt_read_slot(reader->in.word, reader->in.length) : -1;
        return answer->slot >= 0;
    }
    if (cursor_accept(&reader->in, "attacked")) {
        answer->on = DT_ON_ATTACKED;
        return read_parties(reader, answer);
    }
    if (cursor_accept(&reader->in, "attacking")) {
        answer->on = DT_ON_ATTACKING;
        return read_parties(reader, answer);
    }
    if (cursor_accept(&reader->in, "ahead"))
        return read_number(reader, DT_LINE_POINTS_MAX, &answer->ahead);
    if (cursor_accept(&reader->in, "behind"))
        return read_number(reader, DT_LINE_POINTS_MAX, &answer->behind);
    if (cursor_accept(&reader->in, "points"))
        return read_number(reader, DT_LINE_POINTS_MAX, &answer->points);
    if (!cursor_accept(&reader->in, "gone"))
        return read_spot(reader, answer);
    if (!read_number(reader, DT_CARD_VALUES - 1, &card))
        return false;
    answer->gone |= 1u << card;
    return true;
}

/* The colon behind the last condition is parted from it, so that words are words. */
static bool read_conditions(struct reader *reader, struct dt_answer *answer)
{
    const char *colon = memchr(reader->in.at, ':', (size_t)(reader->in.end - reader->in.at));
    struct reader part = *reader;

    if (!colon || colon + 1 >= reader->in.end || colon[1] != ' ')
        return false;
    part.in.end = colon;
    reader->in.at = colon + 2;
    do
        if (!read_condition(&part, answer))
            return false;
    while (cursor_accept(&part.in, "and"));
    return part.in.at >= part.in.end;
}

static bool read_place(struct reader *reader, struct dt_deed *deed)
{
    deed->kind = DT_DEED_PLACE;
    if (cursor_accept(&reader->in, "any"))
        deed->value = DT_ANY_KIND;
    else if (!read_kind(reader, &deed->value))
        return false;
    while (cursor_next(&reader->in)) {
        int slot = dt_read_slot(reader->in.word, reader->in.length);

        if (slot < 0)
            return false;
        deed->slots |= 1u << slot;
    }
    return deed->slots != 0;
}

static bool read_order(struct reader *reader, struct dt_deed *deed)
{
    size_t length = (size_t)(reader->in.end - reader->in.at);

    deed->kind = DT_DEED_ORDER;
    return dt_read_open_order(reader->rulebook, reader->seat, reader->in.at, length,
                              &deed->order) &&
           !(dt_order_kinds[deed->order.kind].flags & (ORDER_ALWAYS | ORDER_BY_TABLE));
}

/* One deed; the reader's end is its own. */
static bool read_deed(struct reader *reader, struct dt_deed *deed)
{
    struct reader before = *reader;

    if (cursor_accept(&reader->in, "ask"))
        deed->kind = DT_DEED_ASK;
    else if (cursor_accept(&reader->in, "leave"))
        deed->kind = DT_DEED_LEAVE;
    else if (cursor_accept(&reader->in, "place"))
        return read_place(reader, deed);
    else if (cursor_accept(&reader->in, "combat")) {
        deed->kind = DT_DEED_COMBAT;
        if (!read_number(reader, 9, &deed->value))
            return false;
    } else if (cursor_accept(&reader->in, "put")) {
        deed->kind = DT_DEED_PUT;
        if (cursor_accept(&reader->in, "any"))
            deed->value = DT_ANY_TOKEN;
        else if (!read_token(reader, &deed->value) || !read_square(reader, &deed->square))
            return false;
    } else if (cursor_accept(&reader->in, "any") && cursor_accept(&reader->in, "team")) {
        deed->kind = DT_DEED_TEAM;
    } else {
        *reader = before;
        return read_order(reader, deed);
    }
    return reader->in.at >= reader->in.end;
}

static const char *find_else(const char *at, const char *end)
{
    static const char word[] = " else ";

    for (; end - at >= (long)sizeof word - 1; at++)
        if (memcmp(at, word, sizeof word - 1) == 0)
            return at;
    return end;
}

static bool read_deeds(struct reader *reader, struct dt_answer *answer)
{
    const char *end = reader->in.end;

    for (;;) {
        reader->in.end = find_else(reader->in.at, end);
        if (reader->in.at >= reader->in.end || answer->deed_count == DT_DEEDS_MAX)
            return false;
        const char *stop = reader->in.end;

        if (!read_deed(reader, &answer->deed[answer->deed_count++]))
            return false;
        if (stop == end)
            return true;
        reader->in.at = stop + strlen(" else ");
    }
}

bool dt_read_answer(const void *rulebook, unsigned seat, const char *text, size_t length,
                    struct dt_answer *answer)
{
    struct reader reader = {.rulebook = rulebook, .seat = seat, .in = cursor_of(text, length)};
    TEXT_IN(again, array, LINE_TEXT_BYTES);

    dt_answer_init(answer);
    if (seat < 1 || seat > DT_SIDES || length >= LINE_TEXT_BYTES || memchr(text, '\0', length))
        return false;
    if (cursor_accept(&reader.in, "if") && !read_conditions(&reader, answer))
        return false;
    if (!read_deeds(&reader, answer))
        return false;
    dt_write_answer(rulebook, answer, &again);
    return !again.cut && again.length == length && memcmp(array, text, length) == 0;
}
