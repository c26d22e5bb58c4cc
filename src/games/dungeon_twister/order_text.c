/* SPDX-License-Identifier: MIT */
/* Writes and reads orders in canonical text, as the log keeps them. Players' words are read in
 * parse.c. */
#include "games/dungeon_twister/order_text.h"

#include "base/cursor.h"
#include "games/dungeon_twister/seals.h"

const char *const dt_side_words[DT_SIDES] = {"blue", "yellow"};
static const char *const turn_words[2] = {"cw", "ccw"};

/* The word behind "thief" that says what he does; NULL for a movement and other kinds. */
static const char *const verbs[DT_ORDERS] = {
    [DT_ORDER_JUMP] = "jumps",
    [DT_ORDER_STEP] = "steps",
    [DT_ORDER_REVEAL] = "reveals",
    [DT_ORDER_ROTATE] = "rotates",
    [DT_ORDER_ATTACK] = "attacks",
    [DT_ORDER_HEAL] = "heals",
    [DT_ORDER_REGENERATE] = "regenerates",
    [DT_ORDER_LIFT] = "opens",
    [DT_ORDER_LOWER] = "closes",
    [DT_ORDER_BREAK] = "breaks",
    [DT_ORDER_FIRE] = "fires",
    [DT_ORDER_DRINK] = "drinks",
    [DT_ORDER_RECOVER] = "recovers",
    [DT_ORDER_TELEPORT] = "teleports",
    [DT_ORDER_CHARM] = "charms",
    [DT_ORDER_STEAL] = "steals",
    [DT_ORDER_BREACH] = "breaches",
    [DT_ORDER_CONJURE] = "conjures",
    [DT_ORDER_DISPEL] = "dispels",
    [DT_ORDER_GO] = "to",
};

/* ---- writing ---- */

void dt_write_place(int place, struct text *out)
{
    if (place >= DT_PLACE_SLOT) {
        text_put_char(out, place - DT_PLACE_SLOT < 4 ? 'w' : 'e');
        text_put_int(out, (place - DT_PLACE_SLOT) % 4 + 1);
    } else if (place >= 0) {
        text_put_char(out, (char)('a' + place % DT_COLUMNS));
        text_put_int(out, place / DT_COLUMNS);
    } else {
        text_put_char(out, '?');
    }
}

void dt_write_room(const struct dt_rulebook *book, int value, struct text *out)
{
    TEXT_PUT(out, book->room[value / DT_TURNS].id, "/", TEXT_INT(value % DT_TURNS));
}

static void put_word(struct text *out, const char *word)
{
    if (out->length > 0)
        text_put_char(out, ' ');
    text_put(out, word);
}

static void put_place(struct text *out, int place)
{
    text_put_char(out, ' ');
    dt_write_place(place, out);
}

static const char *kind_word(int kind)
{
    return kind >= 0 && kind < DT_KINDS && dt_kinds[kind].word ? dt_kinds[kind].word : "?";
}

void dt_write_kinds(const int16_t *kind, unsigned count, struct text *out)
{
    for (unsigned i = 0; i < count; i++) {
        if (i)
            text_put_char(out, ' ');
        text_put(out, kind_word(kind[i]));
    }
}

void dt_write_token(unsigned token, unsigned side, struct text *out)
{
    if (dt_side_of(token) != side)
        TEXT_PUT(out, dt_side_words[dt_side_of(token)], " ");
    text_put(out, kind_word((int)dt_kind_of(token)));
}

static void put_token(struct text *out, int token, unsigned side)
{
    text_put_char(out, ' ');
    dt_write_token((unsigned)token % DT_TOKENS, side, out);
}

/* Steps and acts of a movement. */
static void put_steps(const struct order *order, unsigned first, struct text *out)
{
    for (unsigned i = first; i < order->count; i++) {
        int arg = order->arg[i];

        if (arg < DT_TAKE) {
            put_place(out, arg);
            continue;
        }
        put_word(out, arg < DT_DROP ? "take" : "drop");
        put_token(out, arg - (arg < DT_DROP ? DT_TAKE : DT_DROP), order->seat - 1u);
    }
}

static void put_edge(struct text *out, const int16_t *arg)
{
    put_place(out, arg[0]);
    text_put_char(out, '-');
    dt_write_place(arg[0] + dt_step[arg[1] & 1], out);
}

/* What stands behind the verb of an Action. */
static void put_deed(const struct order *order, struct text *out)
{
    const int16_t *arg = order->arg + 2;

    switch (order->kind) {
    case DT_ORDER_MOVE:
        put_steps(order, 2, out);
        break;
    case DT_ORDER_GO:
        put_place(out, arg[0]);
        put_steps(order, 3, out);
        break;
    case DT_ORDER_JUMP:
        put_place(out, arg[0]);
        put_place(out, arg[1]);
        break;
    case DT_ORDER_STEP:
    case DT_ORDER_TELEPORT:
        put_place(out, arg[0]);
        break;
    case DT_ORDER_REVEAL:
        put_place(out, DT_PLACE_SLOT + arg[0]);
        break;
    case DT_ORDER_ROTATE:
        put_place(out, DT_PLACE_SLOT + arg[0]);
        put_word(out, turn_words[arg[1] & 1]);
        break;
    case DT_ORDER_ATTACK:
    case DT_ORDER_CHARM:
        put_word(out, kind_word(arg[0] % DT_KINDS));
        break;
    case DT_ORDER_STEAL:
        put_token(out, arg[0], order->seat - 1u);
        break;
    case DT_ORDER_CONJURE:
        put_word(out, dt_illusion_words[arg[0] & 1]);
        put_place(out, arg[1]);
        break;
    case DT_ORDER_DISPEL:
        put_word(out, dt_illusion_words[arg[0] & 1]);
        break;
    case DT_ORDER_HEAL:
        put_token(out, arg[0], DT_NONE);
        break;
    case DT_ORDER_LIFT:
    case DT_ORDER_LOWER:
    case DT_ORDER_BREAK:
        put_edge(out, arg);
        break;
    case DT_ORDER_FIRE:
    case DT_ORDER_BREACH:
        put_word(out, dt_direction_words[arg[0] & 3]);
        break;
    default:
        break;
    }
}

static void write_action(const struct order *order, struct text *out)
{
    if (order->arg[0] >= DT_CHARMED)
        TEXT_PUT(out, dt_side_words[(2 - order->seat) & 1], " ");
    text_put(out, kind_word(order->arg[0] % DT_CHARMED));
    if (verbs[order->kind])
        put_word(out, verbs[order->kind]);
    put_deed(order, out);
    if (order->arg[1] != DT_ACCOUNT_DEFAULT)
        put_word(out, order->arg[1] == DT_ACCOUNT_CARD ? "from card" : "from potion");
}

static void write_seal_order(const struct dt_rulebook *book, const struct order *order,
                             struct text *out)
{
    struct dt_seal_name name = {(uint8_t)order->arg[0], (uint16_t)order->arg[1],
                                (uint16_t)order->arg[2]};

    text_put_char(out, ' ');
    dt_seal_write(&name, out);
    if (order->kind == DT_ORDER_UNOPENED || order->count < 4)
        return;
    text_put_char(out, ' ');
    if (name.seal == DT_SEAL_ROOM)
        dt_write_room(book, order->arg[3], out);
    else if (name.seal == DT_SEAL_COMBAT)
        text_put_int(out, order->arg[3]);
    else
        dt_write_kinds(order->arg + 3, order->count - 3u, out);
}

/* The secret part of an order: seals in brackets, or the values, "?" for unknown ones. */
static void put_secrets(const struct dt_rulebook *book, const void *before,
                        const struct order *order, enum order_form form, struct text *out)
{
    unsigned count = order->kind == DT_ORDER_ROOMS ? order->count : 1;
    struct secret secret[SECRETS_MAX];

    if (form == ORDER_PUBLIC) {
        dt_secrets(book, before, order, secret);
        for (unsigned i = 0; i < count; i++)
            TEXT_PUT(out, " [", secret[i].name, "]");
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        text_put_char(out, ' ');
        if (order->arg[i] == ORDER_UNKNOWN)
            text_put_char(out, '?');
        else if (order->kind == DT_ORDER_ROOMS)
            dt_write_room(book, order->arg[i], out);
        else if (order->kind == DT_ORDER_COMBAT)
            text_put_int(out, order->arg[i]);
        else
            dt_write_kinds(order->arg, order->kind == DT_ORDER_TEAM ? DT_TEAM : 1, out);
    }
}

void dt_write_order(const void *rulebook, const void *before, const struct order *order,
                    enum order_form form, struct text *out)
{
    const struct dt_rulebook *book = rulebook; /* so that words know whether they are the first */
    char array[ORDER_TEXT_BYTES];
    struct text own = text_in(array, sizeof array);

    if (order->kind >= DT_ORDERS)
        return;
    if (verbs[order->kind] || order->kind == DT_ORDER_MOVE) {
        write_action(order, &own);
        text_put_bytes(out, own.at, own.length);
        return;
    }
    text_put(&own, dt_order_kinds[order->kind].key);
    if (dt_order_kinds[order->kind].flags & ORDER_SECRET)
        put_secrets(book, before, order, form, &own);
    switch (order->kind) {
    case DT_ORDER_PAIRS:
        for (unsigned i = 0; i < order->count; i++)
            TEXT_PUT(&own, " ", TEXT_INT(order->arg[i]));
        break;
    case DT_ORDER_PICK:
        put_word(&own, kind_word(order->arg[0]));
        break;
    case DT_ORDER_FIRST_PICKER:
    case DT_ORDER_FIRST_PLACER:
    case DT_ORDER_FIRST_PLAYER:
        put_word(&own, dt_side_words[(order->arg[0] - 1) & 1]);
        break;
    case DT_ORDER_OPEN:
    case DT_ORDER_UNOPENED:
        write_seal_order(book, order, &own);
        break;
    case DT_ORDER_PLACE:
        put_place(&own, DT_PLACE_SLOT + order->arg[1]);
        break;
    case DT_ORDER_PAIR:
    case DT_ORDER_CARD:
        TEXT_PUT(&own, " ", TEXT_INT(order->arg[0]));
        break;
    case DT_ORDER_PUT:
        put_token(&own, order->arg[0], DT_NONE);
        put_place(&own, order->arg[1]);
        break;
    default:
        break;
    }
    text_put_bytes(out, own.at, own.length);
}

/* ---- reading ---- */

int dt_read_square(const char *text, size_t length)
{
    int row;

    if (length < 2 || length > 3 || text[0] < 'a' || text[0] > 'j' || !text_is_digit(text[1]))
        return -1;
    row = text[1] - '0';
    if (length == 3) {
        if (row == 0 || !text_is_digit(text[2]))
            return -1;
        row = row * 10 + text[2] - '0';
    }
    return row < DT_ROWS ? row * DT_COLUMNS + text[0] - 'a' : -1;
}

int dt_read_slot(const char *text, size_t length)
{
    if (length != 2 || (text[0] != 'w' && text[0] != 'e') || text[1] < '1' || text[1] > '4')
        return -1;
    return (text[0] == 'w' ? 0 : 4) + text[1] - '1';
}

int dt_read_room(const struct dt_rulebook *book, const char *text, size_t length)
{
    if (length != 4 || text[2] != '/' || text[3] < '0' || text[3] > '3')
        return -1;
    for (unsigned room = 0; room < book->room_count; room++)
        if (memcmp(book->room[room].id, text, 2) == 0)
            return (int)room * DT_TURNS + text[3] - '0';
    return -1;
}

int dt_read_kind(const char *text, size_t length)
{
    for (int kind = 0; kind < DT_KINDS; kind++) {
        const char *word = dt_kinds[kind].word;

        if (word && word[0] == text[0] && text_is(text, length, word))
            return kind;
    }
    return -1;
}

int dt_read_side(const char *text, size_t length)
{
    for (int side = 0; side < DT_SIDES; side++)
        if (*dt_side_words[side] == *text && text_is(text, length, dt_side_words[side]))
            return side;
    return -1;
}

struct reader {
    const struct dt_rulebook *book;
    struct cursor in;
    struct order *order;
    bool open; /* a destination without its way will do */
};

static bool add(struct reader *reader, int arg)
{
    if (arg < 0 || reader->order->count == ORDER_ARGS_MAX)
        return false;
    reader->order->arg[reader->order->count++] = (int16_t)arg;
    return true;
}

static void add_unknown(struct reader *reader, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        reader->order->arg[reader->order->count++] = ORDER_UNKNOWN;
}

/* "?" or "[name]". */
static bool is_unknown(const struct reader *reader)
{
    return cursor_is(&reader->in, "?") || (reader->in.length > 2 && reader->in.word[0] == '[' &&
                                           reader->in.word[reader->in.length - 1] == ']');
}

static int card_of(const struct reader *reader)
{
    return reader->in.length == 1 && text_is_digit(*reader->in.word) ? *reader->in.word - '0' : -1;
}

/* "sword" or "yellow sword", the present word being its first. */
static int token_of(struct reader *reader)
{
    unsigned own = reader->order->seat - 1u;
    int side = dt_read_side(reader->in.word, reader->in.length), kind;

    if (side == (int)own || (side >= 0 && !cursor_next(&reader->in)))
        return -1;
    kind = dt_read_kind(reader->in.word, reader->in.length);
    return kind < 0 ? -1 : (int)dt_token(side < 0 ? own : (unsigned)side, (unsigned)kind);
}

/* "yellow sword", the present word being the colour. */
static int coloured_token_of(struct reader *reader)
{
    int side = dt_read_side(reader->in.word, reader->in.length), kind;

    if (side < 0 || !cursor_next(&reader->in))
        return -1;
    kind = dt_read_kind(reader->in.word, reader->in.length);
    return kind < 0 ? -1 : (int)dt_token((unsigned)side, (unsigned)kind);
}

static bool read_square(struct reader *reader)
{
    return cursor_next(&reader->in) &&
           add(reader, dt_read_square(reader->in.word, reader->in.length));
}

static bool read_slot(struct reader *reader)
{
    return cursor_next(&reader->in) &&
           add(reader, dt_read_slot(reader->in.word, reader->in.length));
}

static bool read_edge(struct reader *reader)
{
    const char *dash;
    int from, to;

    if (!cursor_next(&reader->in) || !(dash = memchr(reader->in.word, '-', reader->in.length)))
        return false;
    from = dt_read_square(reader->in.word, (size_t)(dash - reader->in.word));
    to = dt_read_square(dash + 1, reader->in.length - (size_t)(dash + 1 - reader->in.word));
    if (from < 0 || (to != from + DT_COLUMNS && (to != from + 1 || to % DT_COLUMNS == 0)))
        return false;
    return add(reader, from) && add(reader, to == from + 1 ? DT_EAST : DT_NORTH);
}

/* Steps and acts up to the end or "from"; the present word is the first. */
static bool read_steps(struct reader *reader)
{
    do {
        bool take = cursor_is(&reader->in, "take");

        if (take || cursor_is(&reader->in, "drop")) {
            int token = cursor_next(&reader->in) ? token_of(reader) : -1;

            if (token < 0 || !add(reader, token + (take ? DT_TAKE : DT_DROP)))
                return false;
        } else if (cursor_is(&reader->in, "from")) {
            reader->in.at = reader->in.word;
            return true;
        } else if (!add(reader, dt_read_square(reader->in.word, reader->in.length))) {
            return false;
        }
    } while (cursor_next(&reader->in));
    return true;
}

static bool read_illusion(struct reader *reader)
{
    unsigned which = cursor_next(&reader->in)
                         ? cursor_find(&reader->in, dt_illusion_words, DT_ILLUSIONS)
                         : DT_ILLUSIONS;

    return which < DT_ILLUSIONS && add(reader, (int)which);
}

static bool read_deed(struct reader *reader)
{
    switch (reader->order->kind) {
    case DT_ORDER_GO: /* no canonical order, but a line may say it */
        return reader->open && read_square(reader) &&
               (!cursor_next(&reader->in) || read_steps(reader));
    case DT_ORDER_JUMP:
        return read_square(reader) && read_square(reader);
    case DT_ORDER_STEP:
    case DT_ORDER_TELEPORT:
        return read_square(reader);
    case DT_ORDER_STEAL:
        return cursor_next(&reader->in) && add(reader, token_of(reader));
    case DT_ORDER_CONJURE:
        return read_illusion(reader) && read_square(reader);
    case DT_ORDER_DISPEL:
        return read_illusion(reader);
    case DT_ORDER_REVEAL:
        return read_slot(reader);
    case DT_ORDER_ROTATE:
        return read_slot(reader) && cursor_next(&reader->in) &&
               add(reader, cursor_is(&reader->in, "cw")    ? 0
                           : cursor_is(&reader->in, "ccw") ? 1
                                                           : -1);
    case DT_ORDER_ATTACK:
    case DT_ORDER_CHARM: {
        int kind = cursor_next(&reader->in) ? dt_read_kind(reader->in.word, reader->in.length) : -1;
        bool charmed = reader->order->arg[0] >= DT_CHARMED;

        return kind >= 0 && add(reader, (int)dt_token(charmed ? reader->order->seat - 1u
                                                              : 2u - reader->order->seat,
                                                      (unsigned)kind));
    }
    case DT_ORDER_HEAL:
        return cursor_next(&reader->in) && add(reader, coloured_token_of(reader));
    case DT_ORDER_LIFT:
    case DT_ORDER_LOWER:
    case DT_ORDER_BREAK:
        return read_edge(reader);
    case DT_ORDER_FIRE:
    case DT_ORDER_BREACH:
        if (!cursor_next(&reader->in))
            return false;
        for (int d = 0; d < DT_DIRECTIONS; d++)
            if (cursor_is(&reader->in, dt_direction_words[d]))
                return add(reader, d);
        return false;
    default:
        return true;
    }
}

static bool read_account(struct reader *reader)
{
    if (!cursor_next(&reader->in))
        return true;
    if (!cursor_is(&reader->in, "from") || !cursor_next(&reader->in))
        return false;
    reader->order->arg[1] = cursor_is(&reader->in, "card") ? DT_ACCOUNT_CARD : DT_ACCOUNT_POTION;
    return (cursor_is(&reader->in, "card") || cursor_is(&reader->in, "potion")) &&
           reader->in.at == reader->in.end && reader->in.end[-1] != ' ';
}

/* An Action; the present word is who acts. */
static bool read_action(struct reader *reader)
{
    struct order *order = reader->order;
    int side = dt_read_side(reader->in.word, reader->in.length), kind;

    if (order->seat == SEAT_TABLE || side == order->seat - 1 ||
        (side >= 0 && !cursor_next(&reader->in)))
        return false;
    kind = dt_read_kind(reader->in.word, reader->in.length);
    if (kind < 0 || kind >= DT_CHARACTER_KINDS)
        return false;
    add(reader, kind + (side >= 0 ? DT_CHARMED : 0));
    add(reader, DT_ACCOUNT_DEFAULT);
    if (!cursor_next(&reader->in))
        return false;
    order->kind = DT_ORDER_MOVE;
    if (dt_read_square(reader->in.word, reader->in.length) < 0) /* most often it is a step */
        for (unsigned k = 0; k < DT_ORDERS; k++)
            if (verbs[k] && cursor_is(&reader->in, verbs[k]))
                order->kind = (uint16_t)k;
    return (order->kind == DT_ORDER_MOVE ? read_steps(reader) : read_deed(reader)) &&
           read_account(reader);
}

static bool read_kinds(struct reader *reader, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!cursor_next(&reader->in) ||
            !add(reader, dt_read_kind(reader->in.word, reader->in.length)))
            return false;
    return true;
}

static bool read_rooms(struct reader *reader)
{
    while (cursor_next(&reader->in)) {
        if (reader->order->count == DT_SLOTS)
            return false;
        if (is_unknown(reader))
            add_unknown(reader, 1);
        else if (!add(reader, dt_read_room(reader->book, reader->in.word, reader->in.length)))
            return false;
    }
    return reader->order->count > 0;
}

static bool read_seal_order(struct reader *reader)
{
    struct dt_seal_name name;

    if (!cursor_next(&reader->in) || !dt_seal_read(reader->in.word, reader->in.length, &name))
        return false;
    add(reader, name.seal);
    add(reader, name.a);
    add(reader, name.b);
    if (reader->order->kind == DT_ORDER_UNOPENED)
        return true;
    if (name.seal == DT_SEAL_TEAM)
        return read_kinds(reader, DT_TEAM);
    if (!cursor_next(&reader->in))
        return false;
    if (name.seal == DT_SEAL_ROOM)
        return add(reader, dt_read_room(reader->book, reader->in.word, reader->in.length));
    return add(reader, name.seal == DT_SEAL_COMBAT
                           ? card_of(reader)
                           : dt_read_kind(reader->in.word, reader->in.length));
}

static bool read_secret(struct reader *reader, unsigned count)
{
    const char *start = reader->in.at;

    if (cursor_next(&reader->in) && is_unknown(reader)) {
        add_unknown(reader, count);
        return true;
    }
    reader->in.at = start;
    if (reader->order->kind == DT_ORDER_COMBAT)
        return cursor_next(&reader->in) && add(reader, card_of(reader));
    return read_kinds(reader, count);
}

/* What follows the key of an order that is no Action. */
static bool read_rest(struct reader *reader)
{
    switch (reader->order->kind) {
    case DT_ORDER_PAIRS:
        for (unsigned i = 0; i < 3; i++)
            if (!cursor_next(&reader->in) || !add(reader, card_of(reader)))
                return false;
        return true;
    case DT_ORDER_ROOMS:
        return read_rooms(reader);
    case DT_ORDER_CHOOSE:
        return read_secret(reader, 1);
    case DT_ORDER_PICK:
        return read_kinds(reader, 1);
    case DT_ORDER_FIRST_PICKER:
    case DT_ORDER_FIRST_PLACER:
    case DT_ORDER_FIRST_PLAYER:
        return cursor_next(&reader->in) &&
               add(reader, dt_read_side(reader->in.word, reader->in.length)) &&
               ++reader->order->arg[0];
    case DT_ORDER_OPEN:
    case DT_ORDER_UNOPENED:
        return read_seal_order(reader);
    case DT_ORDER_TEAM:
        return read_secret(reader, DT_TEAM);
    case DT_ORDER_PLACE:
        return read_secret(reader, 1) && read_slot(reader);
    case DT_ORDER_COMBAT:
        return read_secret(reader, 1);
    case DT_ORDER_PAIR:
    case DT_ORDER_CARD:
        return cursor_next(&reader->in) && add(reader, card_of(reader));
    case DT_ORDER_PUT:
        return cursor_next(&reader->in) && add(reader, coloured_token_of(reader)) &&
               read_square(reader);
    default:
        return true;
    }
}

static bool read_either(const void *rulebook, unsigned seat, const char *text, size_t length,
                        bool open, struct order *order)
{
    struct order own = {.seat = (uint8_t)seat};
    struct reader reader = {
        .book = rulebook, .in = cursor_of(text, length), .order = &own, .open = open};

    if (length == 0 || seat > DT_SIDES || text[length - 1] == ' ' || !cursor_next(&reader.in))
        return false;
    if (!read_action(&reader)) {
        unsigned kind = 0;

        own.count = 0;
        reader.in.at = text;
        cursor_next(&reader.in);
        while (kind < DT_ORDERS && (verbs[kind] || kind == DT_ORDER_MOVE ||
                                    !cursor_is(&reader.in, dt_order_kinds[kind].key)))
            kind++;
        if (kind == DT_ORDERS)
            return false;
        own.kind = (uint16_t)kind;
        if (!read_rest(&reader) || reader.in.at != reader.in.end)
            return false;
    }
    *order = own;
    return true;
}

bool dt_read_order(const void *rulebook, unsigned seat, const char *text, size_t length,
                   struct order *order)
{
    return read_either(rulebook, seat, text, length, false, order);
}

bool dt_read_open_order(const void *rulebook, unsigned seat, const char *text, size_t length,
                        struct order *order)
{
    return read_either(rulebook, seat, text, length, true, order);
}
