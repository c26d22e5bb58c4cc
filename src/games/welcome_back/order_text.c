/* SPDX-License-Identifier: MIT */
/* Writes and reads orders and names of seals in canonical text, as the log keeps them. */
#include "games/welcome_back/order_text.h"

#include "base/cursor.h"
/* What the arguments of a kind are. */
enum argument {
    NOTHING,
    A_HERO,
    A_SEAT,
    A_TILE,
    A_MONSTER,
    SECRET_CARDS, /* as many as `count`, each may be unknown */
    AN_OPENING    /* round (0 = special), number, card */
};

static const struct {
    uint8_t argument;
    uint8_t count;
} shapes[WB_ORDER_KINDS] = {
    [WB_ORDER_FIRST_HERO] = {A_HERO, 1}, [WB_ORDER_SPECIALS] = {SECRET_CARDS, WB_GAME_SPECIALS},
    [WB_ORDER_STARTER] = {A_SEAT, 1},    [WB_ORDER_DECK] = {SECRET_CARDS, WB_CARDS},
    [WB_ORDER_OPEN] = {AN_OPENING, 3},   [WB_ORDER_DRAW] = {NOTHING, 0},
    [WB_ORDER_PASS] = {NOTHING, 0},      [WB_ORDER_ADD] = {NOTHING, 0},
    [WB_ORDER_ASIDE] = {A_TILE, 1},      [WB_ORDER_HERO] = {A_HERO, 1},
    [WB_ORDER_PICK] = {A_SEAT, 1},       [WB_ORDER_NAME] = {A_MONSTER, 1},
    [WB_ORDER_USE] = {A_TILE, 1},        [WB_ORDER_DECLINE] = {NOTHING, 0},
    [WB_ORDER_DISCARD] = {A_TILE, 1},    [WB_ORDER_RESIGN] = {NOTHING, 0},
};

static const struct {
    uint16_t base, count;
} named[] = {
    [A_HERO] = {WB_TERM_HERO, WB_HEROES},
    [A_TILE] = {WB_TERM_TILE, WB_TILES},
    [A_MONSTER] = {WB_TERM_MONSTER, WB_MONSTERS},
};

static bool within(int value, int least, int most)
{
    return value >= least && value <= most;
}

static bool opening_is_whole(const int16_t arg[3])
{
    bool number = arg[0] == 0 ? within(arg[1], 1, WB_GAME_SPECIALS)
                              : within(arg[0], 1, WB_ROUNDS_MAX) && within(arg[1], 1, WB_CARDS);

    return number && (arg[2] == ORDER_UNKNOWN || within(arg[2], 1, WB_MONSTERS));
}

bool wb_order_is_whole(const struct order *order)
{
    if (order->kind >= WB_ORDER_KINDS || order->count != shapes[order->kind].count)
        return false;
    switch ((enum argument)shapes[order->kind].argument) {
    case NOTHING:
        return true;
    case A_SEAT:
        return within(order->arg[0], 1, SEATS_MAX);
    case A_HERO:
    case A_TILE:
    case A_MONSTER:
        return within(order->arg[0], 1, named[shapes[order->kind].argument].count);
    case SECRET_CARDS:
        for (unsigned i = 0; i < order->count; i++)
            if (order->arg[i] != ORDER_UNKNOWN && !within(order->arg[i], 1, WB_MONSTERS))
                return false;
        return true;
    case AN_OPENING:
        return opening_is_whole(order->arg);
    }
    return false;
}

/* Reading. */

static bool read_card(const char *word, size_t length, int16_t *card)
{
    unsigned code = wb_code_of(WB_TERM_MONSTER, WB_MONSTERS, word, length);

    *card = code ? (int16_t)code : ORDER_UNKNOWN;
    return code || (length == 1 && *word == '?') ||
           (length > 2 && word[0] == '[' && word[length - 1] == ']');
}

static bool read_seat(const char *word, size_t length, int16_t *seat)
{
    *seat = (int16_t)(*word - '0');
    return length == 1 && within(*seat, 1, SEATS_MAX);
}

static bool read_argument(enum argument argument, const char *word, size_t length, int16_t *value)
{
    if (argument == SECRET_CARDS)
        return read_card(word, length, value);
    if (argument == A_SEAT)
        return read_seat(word, length, value);
    *value = (int16_t)wb_code_of(named[argument].base, named[argument].count, word, length);
    return *value != 0;
}

static bool read_opening(struct cursor *in, struct order *order)
{
    unsigned round, number;

    if (!cursor_next(in) || !wb_read_seal_name(in->word, in->length, &round, &number))
        return false;
    order->arg[0] = (int16_t)round;
    order->arg[1] = (int16_t)number;
    order->count = 3;
    return cursor_next(in) && *in->word != '[' && read_card(in->word, in->length, &order->arg[2]);
}

bool wb_read_order(const void *rulebook, unsigned seat, const char *text, size_t length,
                   struct order *order)
{
    struct cursor in = cursor_of(text, length);
    enum argument argument;

    (void)rulebook;
    memset(order, 0, sizeof *order);
    order->seat = (uint8_t)seat;
    if (!length || text[length - 1] == ' ' || !cursor_next(&in))
        return false;
    while (order->kind < WB_ORDER_KINDS && !cursor_is(&in, wb_order_kinds[order->kind].key))
        order->kind++;
    if (order->kind == WB_ORDER_KINDS)
        return false;
    argument = (enum argument)shapes[order->kind].argument;
    if (argument == AN_OPENING)
        return read_opening(&in, order) && in.at == in.end;
    for (; order->count < shapes[order->kind].count; order->count++)
        if (!cursor_next(&in) ||
            !read_argument(argument, in.word, in.length, &order->arg[order->count]))
            return false;
    return in.at == in.end;
}

/* Writing. */

void wb_write_deck_name(unsigned round, unsigned place, struct text *out)
{
    TEXT_PUT(out, "deck/", TEXT_INT(round), "/", TEXT_INT(place));
}

void wb_write_special_name(unsigned number, struct text *out)
{
    TEXT_PUT(out, "special/", TEXT_INT(number));
}

/* A decimal number without leading zeros, from 1 to most. */
static bool read_index(const char *at, size_t length, unsigned most, unsigned *index)
{
    int64_t value;

    if (!length || *at == '0' || !text_to_int(at, length, &value) || value < 1 ||
        value > (int64_t)most)
        return false;
    *index = (unsigned)value;
    return true;
}

static bool has_prefix(const char *name, size_t length, const char *prefix)
{
    return length > strlen(prefix) && memcmp(name, prefix, strlen(prefix)) == 0;
}

bool wb_read_seal_name(const char *name, size_t length, unsigned *round, unsigned *number)
{
    const char *at, *slash, *end = name + length;

    *round = 0;
    if (has_prefix(name, length, "special/")) {
        at = name + strlen("special/");
        return read_index(at, (size_t)(end - at), WB_GAME_SPECIALS, number);
    }
    if (!has_prefix(name, length, "deck/"))
        return false;
    at = name + strlen("deck/");
    slash = memchr(at, '/', (size_t)(end - at));
    return slash && read_index(at, (size_t)(slash - at), WB_ROUNDS_MAX, round) &&
           read_index(slash + 1, (size_t)(end - slash - 1), WB_CARDS, number);
}

static void write_seal_name(const struct wb_state *before, const struct order *order, unsigned i,
                            struct text *out)
{
    if (order->kind == WB_ORDER_SPECIALS)
        wb_write_special_name(i + 1, out);
    else
        wb_write_deck_name(before->round, i + 1, out);
}

static void write_card(int card, struct text *out)
{
    text_put(out, card == ORDER_UNKNOWN ? "?" : wb_key(WB_TERM_MONSTER + (unsigned)card));
}

static void write_secret_card(const struct wb_state *before, const struct order *order, unsigned i,
                              enum order_form form, struct text *out)
{
    if (form == ORDER_FULL || !before) {
        write_card(order->arg[i], out);
        return;
    }
    text_put_char(out, '[');
    write_seal_name(before, order, i, out);
    text_put_char(out, ']');
}

static void write_opening(const struct order *order, struct text *out)
{
    text_put_char(out, ' ');
    if (order->arg[0])
        wb_write_deck_name((unsigned)order->arg[0], (unsigned)order->arg[1], out);
    else
        wb_write_special_name((unsigned)order->arg[1], out);
    text_put_char(out, ' ');
    write_card(order->arg[2], out);
}

void wb_write_order(const void *rulebook, const void *before, const struct order *order,
                    enum order_form form, struct text *out)
{
    enum argument argument;

    (void)rulebook;
    if (!wb_order_is_whole(order))
        return;
    argument = (enum argument)shapes[order->kind].argument;
    text_put(out, wb_order_kinds[order->kind].key);
    if (argument == AN_OPENING) {
        write_opening(order, out);
        return;
    }
    for (unsigned i = 0; i < order->count; i++) {
        text_put_char(out, ' ');
        if (argument == SECRET_CARDS)
            write_secret_card(before, order, i, form, out);
        else if (argument == A_SEAT)
            text_put_int(out, order->arg[i]);
        else
            text_put(out, wb_key(named[argument].base + (unsigned)order->arg[i]));
    }
}

unsigned wb_secrets(const void *rulebook, const void *before, const struct order *order,
                    struct secret secret[SECRETS_MAX])
{
    struct text text;

    (void)rulebook;
    if (!wb_order_is_whole(order) || shapes[order->kind].argument != SECRET_CARDS)
        return 0;
    for (unsigned i = 0; i < order->count; i++) {
        memset(&secret[i], 0, sizeof secret[i]);
        text_init(&text, secret[i].name, sizeof secret[i].name);
        write_seal_name(before, order, i, &text);
        text_init(&text, secret[i].payload, sizeof secret[i].payload);
        if (order->arg[i] != ORDER_UNKNOWN)
            write_card(order->arg[i], &text);
    }
    return order->count;
}
