/* SPDX-License-Identifier: MIT */
/* Writes and reads orders in canonical text, as the log keeps them. Players' words are read in
 * parse.c. */
#include "games/dungeon_twister/order_text.h"

#include "base/cursor.h"
#include "games/dungeon_twister/seals.h"

const char *const dt_side_words[DT_SIDES] = {"blue", "yellow"};
static const char *const turn_words[2] = {"cw", "ccw"};

/* What a part of an order is, in its text and among its values. */
enum part {
    PART_SQUARE = 'q',
    PART_SLOT = 's',
    PART_TURN = 't',
    PART_ILLUSION = 'i',
    PART_DIRECTION = 'd',
    PART_DIGIT = 'n',
    PART_SIDE = 'f',
    PART_KIND = 'k',
    PART_ENEMY = 'a',    /* a kind, too: whose it is follows from who acts */
    PART_TOKEN = 'o',    /* with its colour where that is another's */
    PART_COLOURED = 'c', /* with its colour */
    PART_EDGE = 'e',     /* two values */
    PART_STEPS = '*',    /* all that is left */
    PART_SEAL = 'z',
    PART_SECRET = '!'
};

/* The word behind "thief" that says what he does: none for a movement, and for orders of other
 * kinds, which begin with their key; and the parts behind that. */
static const struct {
    const char *verb, *parts;
} forms[DT_ORDERS] = {
    [DT_ORDER_MOVE] = {NULL, "*"},
    [DT_ORDER_JUMP] = {"jumps", "qq"},
    [DT_ORDER_STEP] = {"steps", "q"},
    [DT_ORDER_REVEAL] = {"reveals", "s"},
    [DT_ORDER_ROTATE] = {"rotates", "st"},
    [DT_ORDER_ATTACK] = {"attacks", "a"},
    [DT_ORDER_HEAL] = {"heals", "c"},
    [DT_ORDER_REGENERATE] = {"regenerates", ""},
    [DT_ORDER_LIFT] = {"opens", "e"},
    [DT_ORDER_LOWER] = {"closes", "e"},
    [DT_ORDER_BREAK] = {"breaks", "e"},
    [DT_ORDER_FIRE] = {"fires", "d"},
    [DT_ORDER_DRINK] = {"drinks", ""},
    [DT_ORDER_RECOVER] = {"recovers", ""},
    [DT_ORDER_TELEPORT] = {"teleports", "q"},
    [DT_ORDER_CHARM] = {"charms", "a"},
    [DT_ORDER_STEAL] = {"steals", "o"},
    [DT_ORDER_BREACH] = {"breaches", "d"},
    [DT_ORDER_CONJURE] = {"conjures", "iq"},
    [DT_ORDER_DISPEL] = {"dispels", "i"},
    [DT_ORDER_GO] = {"to", "q*"}, /* no canonical order, but a line may say it */
    [DT_ORDER_PAIRS] = {NULL, "nnn"},
    [DT_ORDER_ROOMS] = {NULL, "!"},
    [DT_ORDER_CHOOSE] = {NULL, "!"},
    [DT_ORDER_PICK] = {NULL, "k"},
    [DT_ORDER_FIRST_PICKER] = {NULL, "f"},
    [DT_ORDER_FIRST_PLACER] = {NULL, "f"},
    [DT_ORDER_FIRST_PLAYER] = {NULL, "f"},
    [DT_ORDER_OPEN] = {NULL, "z"},
    [DT_ORDER_UNOPENED] = {NULL, "z"},
    [DT_ORDER_TEAM] = {NULL, "!"},
    [DT_ORDER_PLACE] = {NULL, "!s"},
    [DT_ORDER_COMBAT] = {NULL, "!"},
    [DT_ORDER_PAIR] = {NULL, "n"},
    [DT_ORDER_CARD] = {NULL, "n"},
    [DT_ORDER_PUT] = {NULL, "cq"},
};

static bool is_action(unsigned kind)
{
    return forms[kind].verb || kind == DT_ORDER_MOVE;
}

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

static void put_part(const struct dt_rulebook *book, enum part part, const struct order *order,
                     unsigned at, struct text *out)
{
    const int value = order->arg[at];

    switch (part) {
    case PART_SQUARE:
    case PART_SLOT:
        put_place(out, part == PART_SLOT ? DT_PLACE_SLOT + value : value);
        break;
    case PART_TURN:
        put_word(out, turn_words[value & 1]);
        break;
    case PART_ILLUSION:
        put_word(out, dt_illusion_words[value & 1]);
        break;
    case PART_DIRECTION:
        put_word(out, dt_direction_words[value & 3]);
        break;
    case PART_DIGIT:
        put_word(out, TEXT_INT(value));
        break;
    case PART_SIDE:
        put_word(out, dt_side_words[(value - 1) & 1]);
        break;
    case PART_KIND:
    case PART_ENEMY:
        put_word(out, kind_word(value % DT_KINDS));
        break;
    case PART_TOKEN:
    case PART_COLOURED:
        put_token(out, value, part == PART_TOKEN ? order->seat - 1u : DT_NONE);
        break;
    case PART_EDGE:
        put_place(out, value);
        text_put_char(out, '-');
        dt_write_place(value + dt_step[order->arg[at + 1] & 1], out);
        break;
    case PART_STEPS:
        put_steps(order, at, out);
        break;
    case PART_SEAL:
        write_seal_order(book, order, out);
        break;
    case PART_SECRET:
        break;
    }
}

/* Who acts, and what he does. */
static void put_actor(const struct order *order, struct text *out)
{
    if (order->arg[0] >= DT_CHARMED)
        TEXT_PUT(out, dt_side_words[(2 - order->seat) & 1], " ");
    text_put(out, kind_word(order->arg[0] % DT_CHARMED));
    if (forms[order->kind].verb)
        put_word(out, forms[order->kind].verb);
}

void dt_write_order(const void *rulebook, const void *before, const struct order *order,
                    enum order_form form, struct text *out)
{
    const struct dt_rulebook *book = rulebook; /* so that words know whether they are the first */
    TEXT_IN(own, array, ORDER_TEXT_BYTES);
    unsigned at;
    bool action;

    if (order->kind >= DT_ORDERS)
        return;
    action = is_action(order->kind);
    at = action ? 2 : 0;
    if (action)
        put_actor(order, &own);
    else
        text_put(&own, dt_order_kinds[order->kind].key);
    if (dt_order_kinds[order->kind].flags & ORDER_SECRET)
        put_secrets(book, before, order, form, &own);
    for (const char *part = forms[order->kind].parts; part && *part; part++)
        put_part(book, (enum part) * part, order, at++, &own);
    if (action && order->arg[1] != DT_ACCOUNT_DEFAULT)
        put_word(&own, order->arg[1] == DT_ACCOUNT_CARD ? "from card" : "from potion");
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
static int token_of(struct reader *reader, bool coloured)
{
    unsigned own = reader->order->seat - 1u;
    int side = dt_read_side(reader->in.word, reader->in.length), kind;

    if ((coloured ? side < 0 : side == (int)own) || (side >= 0 && !cursor_next(&reader->in)))
        return -1;
    kind = dt_read_kind(reader->in.word, reader->in.length);
    return kind < 0 ? -1 : (int)dt_token(side < 0 ? own : (unsigned)side, (unsigned)kind);
}

static int enemy_of(const struct reader *reader)
{
    int kind = dt_read_kind(reader->in.word, reader->in.length);
    bool charmed = reader->order->arg[0] >= DT_CHARMED;
    unsigned side = charmed ? reader->order->seat - 1u : 2u - reader->order->seat;

    return kind < 0 ? -1 : (int)dt_token(side, (unsigned)kind);
}

static int word_of(const struct reader *reader, const char *const *words, unsigned count)
{
    unsigned found = cursor_find(&reader->in, words, count);

    return found < count ? (int)found : -1;
}

static bool read_edge(struct reader *reader)
{
    const char *dash;
    int from, to;

    dash = memchr(reader->in.word, '-', reader->in.length);
    if (!dash)
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
            int token = cursor_next(&reader->in) ? token_of(reader, false) : -1;

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

/* What the present word is, as a part of one value. */
static int value_of(struct reader *reader, enum part part)
{
    const char *word = reader->in.word;
    size_t length = reader->in.length;

    switch (part) {
    case PART_SQUARE:
        return dt_read_square(word, length);
    case PART_SLOT:
        return dt_read_slot(word, length);
    case PART_TURN:
        return word_of(reader, turn_words, 2);
    case PART_ILLUSION:
        return word_of(reader, dt_illusion_words, DT_ILLUSIONS);
    case PART_DIRECTION:
        return word_of(reader, dt_direction_words, DT_DIRECTIONS);
    case PART_DIGIT:
        return card_of(reader);
    case PART_SIDE:
        return dt_read_side(word, length) < 0 ? -1 : dt_read_side(word, length) + 1;
    case PART_KIND:
        return dt_read_kind(word, length);
    case PART_ENEMY:
        return enemy_of(reader);
    case PART_TOKEN:
    case PART_COLOURED:
        return token_of(reader, part == PART_COLOURED);
    default:
        return -1;
    }
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

    if (!dt_seal_read(reader->in.word, reader->in.length, &name))
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

static bool read_secret(struct reader *reader)
{
    const char *start = reader->in.at;
    unsigned count = reader->order->kind == DT_ORDER_TEAM ? DT_TEAM : 1;

    if (reader->order->kind == DT_ORDER_ROOMS)
        return read_rooms(reader);
    if (cursor_next(&reader->in) && is_unknown(reader)) {
        add_unknown(reader, count);
        return true;
    }
    reader->in.at = start;
    if (reader->order->kind == DT_ORDER_COMBAT)
        return cursor_next(&reader->in) && add(reader, card_of(reader));
    return read_kinds(reader, count);
}

static bool read_part(struct reader *reader, enum part part)
{
    if (part == PART_SECRET)
        return read_secret(reader);
    if (!cursor_next(&reader->in))
        return part == PART_STEPS; /* they may be left out */
    switch (part) {
    case PART_STEPS:
        return read_steps(reader);
    case PART_EDGE:
        return read_edge(reader);
    case PART_SEAL:
        return read_seal_order(reader);
    default:
        return add(reader, value_of(reader, part));
    }
}

/* What follows the verb or the key. */
static bool read_parts(struct reader *reader)
{
    for (const char *part = forms[reader->order->kind].parts; part && *part; part++)
        if (!read_part(reader, (enum part) * part))
            return false;
    return true;
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
            if (forms[k].verb && cursor_is(&reader->in, forms[k].verb))
                order->kind = (uint16_t)k;
    return (order->kind == DT_ORDER_MOVE
                ? read_steps(reader)
                : (order->kind != DT_ORDER_GO || reader->open) && read_parts(reader)) &&
           read_account(reader);
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
        while (kind < DT_ORDERS &&
               (is_action(kind) || !cursor_is(&reader.in, dt_order_kinds[kind].key)))
            kind++;
        if (kind == DT_ORDERS)
            return false;
        own.kind = (uint16_t)kind;
        if (!read_parts(&reader) || reader.in.at != reader.in.end)
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
