/* SPDX-License-Identifier: MIT */
#include "tests/toy/toy.h"

#include <string.h>

#include "base/text.h"
#include "games/games.h"

const char toy_tiles_text[] = "tiles 2 3 5 7 11 13\n";

enum toy_kind { TOY_DECK, TOY_OPEN, TOY_BID, TOY_FORFEIT, TOY_PEEK, TOY_RESIGN, TOY_KIND_COUNT };
enum toy_phase { PHASE_DECK, PHASE_TILE, PHASE_BID, PHASE_SHOW, PHASE_OVER };
enum { GROUP_DECK, GROUP_BID }; /* first argument of open and forfeit */

struct rulebook {
    int16_t tile[TOY_TILES];
};

struct state {
    uint32_t question; /* id of the first open question */
    uint8_t phase;
    uint8_t rounds;
    uint8_t round; /* from 0 */
    uint8_t winner;
    uint8_t resigned;
    uint8_t peeked[TOY_SEATS + 1];
    uint8_t hand[TOY_SEATS + 1];  /* bit per card */
    uint8_t shown[TOY_SEATS + 1]; /* this round's bid is opened */
    uint8_t seen[TOY_TILES];      /* bit 0: all may know, bit s: seat s may */
    int8_t tile[TOY_TILES];       /* 0 before the draw */
    int8_t bid[TOY_SEATS + 1];
    int16_t score[TOY_SEATS + 1];
};
_Static_assert(sizeof(struct state) <= GAME_STATE_MAX, "fits");

static const struct order_kind kinds[TOY_KIND_COUNT] = {
    [TOY_DECK] = {"deck", ORDER_BY_TABLE | ORDER_SECRET},
    [TOY_OPEN] = {"open", ORDER_BY_TABLE},
    [TOY_BID] = {"bid", ORDER_SECRET},
    [TOY_FORFEIT] = {"forfeit", 0},
    [TOY_PEEK] = {"peek", 0},
    [TOY_RESIGN] = {"resign", ORDER_ALWAYS},
};

enum { TOPIC_DECK, TOPIC_TILE, TOPIC_BID, TOPIC_SHOW, TOPIC_COUNT };
static const char *const topics[TOPIC_COUNT] = {"deck", "tile", "bid", "show"};
enum {
    EVENT_DEALT,
    EVENT_TILE,
    EVENT_BID,
    EVENT_TAKEN,
    EVENT_NOBODY,
    EVENT_PEEKED,
    EVENT_RESIGNED
};
static const char *const event_keys[] = {"toy.dealt",  "toy.tile",   "toy.bid",     "toy.taken",
                                         "toy.nobody", "toy.peeked", "toy.resigned"};
enum { TERM_TILES, TERM_COUNT };
static const char *const terms[TERM_COUNT] = {"toy.tiles"};
static const char *const files[] = {"toy.tiles", NULL};
static const char *const versions[] = {"toy-1", "toy-2", NULL};
static const struct game_option options[] = {{"rounds", "1|2|3|4|5", "3", "TOY-01"},
                                             {NULL, NULL, NULL, NULL}};

/* ---- data, options, setup ---- */

static bool next_number(const char **at, const char *end, int64_t *number)
{
    const char *start = *at;

    while (*at < end && text_is_digit(**at))
        ++*at;
    return text_to_int(start, (size_t)(*at - start), number);
}

static enum rc load(const struct game_file *file, unsigned count, const char *version,
                    void *rulebook, struct err *err)
{
    struct rulebook *book = rulebook;
    const char *at, *end;
    int64_t number;

    if (!text_equal(version, "toy-1") && !text_equal(version, "toy-2"))
        return ERR(err, RC_NEWER, "no rules version ", version);
    if (count != 1 || file->length < 6 || memcmp(file->text, "tiles ", 6) != 0)
        return ERR(err, RC_BAD_INPUT, "toy.tiles must begin with 'tiles '");
    at = file->text + 6;
    end = file->text + file->length;
    for (unsigned i = 0; i < TOY_TILES; i++) {
        if (!next_number(&at, end, &number) || number < 1 || number > 100 || at == end || *at > ' ')
            return ERR(err, RC_BAD_INPUT, "toy.tiles needs six numbers from 1 to 100");
        book->tile[i] = (int16_t)number;
        at++;
    }
    return RC_OK;
}

static bool read_rounds(const char *text, uint8_t *rounds)
{
    *rounds = 3;
    if (!*text)
        return true;
    if (!text_starts_with(text, "rounds=") || text[7] < '1' || text[7] > '5' || text[8])
        return false;
    *rounds = (uint8_t)(text[7] - '0');
    return true;
}

static enum verdict_kind write_options(const struct game_setup *setup, struct text *out,
                                       struct verdict *verdict)
{
    uint8_t rounds;

    if (setup->seats != TOY_SEATS)
        return verdict_illegal(verdict, "TOY-01", "toy.seats");
    if (!read_rounds(setup->options, &rounds))
        return verdict_malformed(verdict, "toy.option", 1, setup->options,
                                 (unsigned)strlen(setup->options));
    text_put(out, "rounds=");
    text_put_int(out, rounds);
    return verdict_done(verdict);
}

static enum verdict_kind setup_game(const void *rulebook, const struct game_setup *setup,
                                    void *state, struct verdict *verdict)
{
    struct state *s = state;
    uint8_t rounds;

    (void)rulebook;
    if (setup->seats != TOY_SEATS || !read_rounds(setup->options, &rounds))
        return verdict_illegal(verdict, "TOY-01", "toy.option");
    memset(s, 0, sizeof *s);
    s->question = 1;
    s->rounds = rounds;
    for (unsigned seat = 1; seat <= TOY_SEATS; seat++) {
        s->hand[seat] = (1u << TOY_CARDS) - 1;
        s->bid[seat] = TOY_NO_BID;
    }
    return verdict_done(verdict);
}

/* ---- text ---- */

static void put_seal_name(unsigned group, int a, int b, struct text *out)
{
    text_put(out, group == GROUP_DECK ? "deck/" : "bid/");
    text_put_int(out, a);
    if (group == GROUP_BID) {
        text_put_char(out, '/');
        text_put_int(out, b);
    }
}

static int bid_question(const struct state *s, unsigned seat)
{
    return (int)(s->question + seat - 1);
}

static void put_value(int value, struct text *out)
{
    if (value == ORDER_UNKNOWN)
        text_put_char(out, '?');
    else
        text_put_int(out, value);
}

static void put_secret(unsigned group, int a, int b, struct text *out)
{
    text_put_char(out, '[');
    put_seal_name(group, a, b, out);
    text_put_char(out, ']');
}

static void write_order(const void *rulebook, const void *before, const struct order *order,
                        enum order_form form, struct text *out)
{
    const int16_t *arg = order->arg;

    (void)rulebook;
    text_put(out, kinds[order->kind].key);
    if (order->kind == TOY_DECK) {
        for (int i = 0; i < TOY_TILES; i++) {
            text_put_char(out, ' ');
            if (form == ORDER_PUBLIC)
                put_secret(GROUP_DECK, i + 1, 0, out);
            else
                put_value(arg[i], out);
        }
    } else if (order->kind == TOY_BID) {
        text_put_char(out, ' ');
        if (form == ORDER_PUBLIC)
            put_secret(GROUP_BID, bid_question(before, order->seat), order->seat, out);
        else
            put_value(arg[0], out);
    } else if (order->kind == TOY_OPEN || order->kind == TOY_FORFEIT) {
        text_put_char(out, ' ');
        put_seal_name((unsigned)arg[0], arg[1], arg[2], out);
        if (order->kind == TOY_OPEN) {
            text_put_char(out, ' ');
            put_value(arg[3], out);
        }
    }
}

/* A word up to the next blank; false at the end. */
static bool take_word(const char **at, const char *end, const char **word, size_t *length)
{
    if (*at >= end)
        return false;
    *word = *at;
    while (*at < end && **at != ' ')
        ++*at;
    *length = (size_t)(*at - *word);
    if (*at < end)
        ++*at;
    return true;
}

static bool read_value(const char *word, size_t length, int16_t *value)
{
    int64_t number;

    if (length && (word[0] == '?' || word[0] == '[')) {
        *value = ORDER_UNKNOWN;
        return true;
    }
    if (!text_to_int(word, length, &number) || number < 0 || number > 100)
        return false;
    *value = (int16_t)number;
    return true;
}

static bool read_seal_name(const char *word, size_t length, int16_t *arg)
{
    const char *at = word, *end = word + length;
    int64_t a, b = 0;
    bool deck = length > 5 && memcmp(word, "deck/", 5) == 0;

    if (!deck && (length <= 4 || memcmp(word, "bid/", 4) != 0))
        return false;
    at += deck ? 5 : 4;
    if (!next_number(&at, end, &a) || a < 1 || a > 10000)
        return false;
    if (!deck && (at == end || *at++ != '/' || !next_number(&at, end, &b) || b < 1 || b > 2))
        return false;
    arg[0] = deck ? GROUP_DECK : GROUP_BID;
    arg[1] = (int16_t)a;
    arg[2] = (int16_t)b;
    return at == end;
}

static bool find_kind(const char *word, size_t length, uint16_t *kind)
{
    for (uint16_t k = 0; k < TOY_KIND_COUNT; k++)
        if (strlen(kinds[k].key) == length && memcmp(kinds[k].key, word, length) == 0) {
            *kind = k;
            return true;
        }
    return false;
}

static bool read_args(const char **at, const char *end, struct order *order)
{
    static const uint8_t values[TOY_KIND_COUNT] = {[TOY_DECK] = TOY_TILES, [TOY_BID] = 1};
    const char *word;
    size_t length;

    for (; order->count < values[order->kind]; order->count++)
        if (!take_word(at, end, &word, &length) ||
            !read_value(word, length, &order->arg[order->count]))
            return false;
    if (order->kind != TOY_OPEN && order->kind != TOY_FORFEIT)
        return true;
    if (!take_word(at, end, &word, &length) || !read_seal_name(word, length, order->arg))
        return false;
    order->count = 3;
    if (order->kind == TOY_OPEN) {
        order->count = 4;
        return take_word(at, end, &word, &length) && read_value(word, length, &order->arg[3]);
    }
    return true;
}

static bool read_order(const void *rulebook, unsigned seat, const char *text, size_t length,
                       struct order *order)
{
    const char *at = text, *end = text + length, *word;
    struct order read = {.seat = (uint8_t)seat};
    size_t word_length;

    (void)rulebook;
    if (!length || end[-1] == ' ' || !take_word(&at, end, &word, &word_length) ||
        !find_kind(word, word_length, &read.kind) || !read_args(&at, end, &read) || at != end)
        return false;
    *order = read;
    return true;
}

static enum verdict_kind parse(const void *rulebook, const struct lexicon *lexicon, unsigned seat,
                               const char *line, size_t length, struct order *order,
                               struct verdict *verdict)
{
    (void)lexicon;
    if (read_order(rulebook, seat, line, length, order))
        return verdict_done(verdict);
    verdict_malformed(verdict, "toy.word", 1, line, (unsigned)length);
    if (verdict && text_starts_with(line, "bid"))
        text_copy(verdict->suggestion, sizeof verdict->suggestion, "bid");
    return VERDICT_MALFORMED;
}

/* ---- seals ---- */

static unsigned secrets(const void *rulebook, const void *before, const struct order *order,
                        struct secret secret[SECRETS_MAX])
{
    unsigned count = order->kind == TOY_DECK ? TOY_TILES : order->kind == TOY_BID ? 1 : 0;
    struct text text;

    (void)rulebook;
    for (unsigned i = 0; i < count; i++) {
        memset(&secret[i], 0, sizeof secret[i]);
        text_init(&text, secret[i].name, sizeof secret[i].name);
        if (order->kind == TOY_DECK)
            put_seal_name(GROUP_DECK, (int)i + 1, 0, &text);
        else
            put_seal_name(GROUP_BID, bid_question(before, order->seat), order->seat, &text);
        secret[i].seat = order->kind == TOY_DECK ? 0 : order->seat;
        if (order->arg[i] == ORDER_UNKNOWN)
            continue;
        text_init(&text, secret[i].payload, sizeof secret[i].payload);
        text_put_int(&text, order->arg[i]);
    }
    return count;
}

static const char *const held_seals[] = {"bid/QUESTION/SEAT", NULL};

static bool may_know(const void *rulebook, const void *state, const char *name, unsigned seat)
{
    const struct state *s = state;
    int16_t arg[3];

    (void)rulebook;
    if (!read_seal_name(name, strlen(name), arg))
        return false;
    if (arg[0] == GROUP_BID) {
        bool now = (s->phase == PHASE_BID || s->phase == PHASE_SHOW) &&
                   arg[1] == bid_question(s, (unsigned)arg[2]);

        return seat == (unsigned)arg[2] || !now || s->shown[arg[2]];
    }
    if (arg[1] > TOY_TILES)
        return false;
    return (s->seen[arg[1] - 1] & 1) ||
           (seat <= TOY_SEATS && seat && (s->seen[arg[1] - 1] & (1u << seat)));
}

/* ---- rules ---- */

static enum verdict_kind check_deck(const struct rulebook *book, const struct state *s,
                                    const struct order *order, struct verdict *verdict)
{
    bool used[TOY_TILES] = {false};

    if (s->phase != PHASE_DECK || order->seat)
        return verdict_illegal(verdict, "TOY-02", "toy.not-now");
    for (unsigned i = 0; i < TOY_TILES; i++) {
        unsigned k = 0;

        if (order->arg[i] == ORDER_UNKNOWN)
            continue;
        while (k < TOY_TILES && (used[k] || book->tile[k] != order->arg[i]))
            k++;
        if (k == TOY_TILES)
            return verdict_illegal(verdict, "TOY-02", "toy.no-such-tile");
        used[k] = true;
    }
    return verdict_done(verdict);
}

static enum verdict_kind check_open_tile(const struct state *s, const struct order *order,
                                         struct verdict *verdict)
{
    int known = s->tile[s->round];

    if (s->phase != PHASE_TILE || order->seat || order->arg[1] != s->round + 1)
        return verdict_illegal(verdict, "TOY-03", "toy.not-now");
    if (order->arg[3] == ORDER_UNKNOWN || (known != TOY_UNKNOWN && known != order->arg[3]))
        return verdict_illegal(verdict, "TOY-03", "toy.other-tile");
    return verdict_done(verdict);
}

static enum verdict_kind check_show(const struct state *s, const struct order *order,
                                    struct verdict *verdict)
{
    unsigned seat = (unsigned)order->arg[2];
    int card = order->arg[3];

    if (s->phase != PHASE_SHOW || order->arg[0] != GROUP_BID || s->shown[seat] ||
        order->arg[1] != bid_question(s, seat) ||
        (order->seat != seat && (order->seat || order->kind == TOY_FORFEIT)))
        return verdict_illegal(verdict, "TOY-05", "toy.not-now");
    if (order->kind == TOY_FORFEIT)
        return verdict_done(verdict);
    if (card < 0 || card >= TOY_CARDS || !(s->hand[seat] & (1u << card)) ||
        (s->bid[seat] != TOY_UNKNOWN && s->bid[seat] != card))
        return verdict_illegal(verdict, "TOY-05", "toy.other-card");
    return verdict_done(verdict);
}

static enum verdict_kind check_bid(const struct state *s, const struct order *order,
                                   struct verdict *verdict)
{
    int card = order->arg[0];

    if (s->phase != PHASE_BID || !order->seat || order->seat > TOY_SEATS ||
        s->bid[order->seat] != TOY_NO_BID)
        return verdict_illegal(verdict, "TOY-04", "toy.not-now");
    if (card != ORDER_UNKNOWN &&
        (card < 0 || card >= TOY_CARDS || !(s->hand[order->seat] & (1u << card))))
        return verdict_illegal(verdict, "TOY-04", "toy.no-such-card");
    return verdict_done(verdict);
}

static enum verdict_kind check_peek(const struct state *s, const struct order *order,
                                    struct verdict *verdict)
{
    if (s->phase != PHASE_BID || !order->seat || order->seat > TOY_SEATS ||
        s->peeked[order->seat] || s->bid[order->seat] != TOY_NO_BID || s->round + 1 >= s->rounds)
        return verdict_illegal(verdict, "TOY-06", "toy.not-now");
    return verdict_done(verdict);
}

static enum verdict_kind check(const void *rulebook, const void *state, const struct order *order,
                               struct verdict *verdict)
{
    const struct state *s = state;

    if (s->phase == PHASE_OVER)
        return verdict_illegal(verdict, "TOY-07", "toy.over");
    switch (order->kind) {
    case TOY_DECK:
        return check_deck(rulebook, s, order, verdict);
    case TOY_OPEN:
        return order->arg[0] == GROUP_DECK ? check_open_tile(s, order, verdict)
                                           : check_show(s, order, verdict);
    case TOY_FORFEIT:
        return check_show(s, order, verdict);
    case TOY_BID:
        return check_bid(s, order, verdict);
    case TOY_PEEK:
        return check_peek(s, order, verdict);
    default:
        return order->seat ? verdict_done(verdict)
                           : verdict_illegal(verdict, "TOY-07", "toy.table");
    }
}

static void finish(struct state *s)
{
    s->phase = PHASE_OVER;
    if (s->score[1] != s->score[2])
        s->winner = s->score[1] > s->score[2] ? 1 : 2;
}

static void settle_round(struct state *s, struct event_list *events)
{
    if (!s->shown[1] || !s->shown[2])
        return;
    if (s->bid[1] != s->bid[2]) {
        unsigned taker = s->bid[1] > s->bid[2] ? 1 : 2;

        s->score[taker] = (int16_t)(s->score[taker] + s->tile[s->round]);
        event_arg(event_add(events, EVENT_TAKEN), ARG_SEAT, (int)taker);
    } else {
        event_add(events, EVENT_NOBODY);
    }
    for (unsigned seat = 1; seat <= TOY_SEATS; seat++) {
        s->shown[seat] = 0;
        s->bid[seat] = TOY_NO_BID;
    }
    s->question += 2;
    s->phase = PHASE_TILE;
    if (++s->round == s->rounds)
        finish(s);
}

static void show_bid(struct state *s, const struct order *order, struct event_list *events)
{
    unsigned seat = (unsigned)order->arg[2];
    int card = order->arg[3];

    if (order->kind == TOY_FORFEIT)
        for (card = 0; !(s->hand[seat] & (1u << card)); card++)
            ;
    s->bid[seat] = (int8_t)card;
    s->hand[seat] = (uint8_t)(s->hand[seat] & ~(1u << card));
    s->shown[seat] = 1;
    event_arg(event_arg(event_add(events, EVENT_BID), ARG_SEAT, (int)seat), ARG_NUMBER, card);
    settle_round(s, events);
}

static int8_t value_or_unknown(int value)
{
    return value == ORDER_UNKNOWN ? TOY_UNKNOWN : (int8_t)value;
}

static void open_tile(struct state *s, const struct order *order, struct event_list *events)
{
    s->tile[s->round] = (int8_t)order->arg[3];
    s->seen[s->round] = 1;
    s->phase = PHASE_BID;
    s->question++;
    event_arg(event_add(events, EVENT_TILE), ARG_NUMBER, order->arg[3]);
}

static void take_bid(struct state *s, const struct order *order)
{
    s->bid[order->seat] = value_or_unknown(order->arg[0]);
    if (s->bid[1] != TOY_NO_BID && s->bid[2] != TOY_NO_BID)
        s->phase = PHASE_SHOW;
}

static bool apply(const void *rulebook, void *state, const struct order *order,
                  struct event_list *events)
{
    struct state *s = state;

    if (check(rulebook, state, order, NULL) != VERDICT_DONE)
        return false;
    switch (order->kind) {
    case TOY_DECK:
        for (unsigned i = 0; i < TOY_TILES; i++)
            s->tile[i] = value_or_unknown(order->arg[i]);
        s->phase = PHASE_TILE;
        s->question++;
        event_add(events, EVENT_DEALT);
        break;
    case TOY_OPEN:
    case TOY_FORFEIT:
        if (order->arg[0] == GROUP_DECK)
            open_tile(s, order, events);
        else
            show_bid(s, order, events);
        break;
    case TOY_BID:
        take_bid(s, order);
        break;
    case TOY_PEEK:
        s->peeked[order->seat] = 1;
        s->seen[s->round + 1] = (uint8_t)(s->seen[s->round + 1] | (1u << order->seat));
        event_arg(event_add(events, EVENT_PEEKED), ARG_SEAT, order->seat);
        break;
    default:
        s->phase = PHASE_OVER;
        s->resigned = order->seat;
        s->winner = (uint8_t)(3 - order->seat);
        event_arg(event_add(events, EVENT_RESIGNED), ARG_SEAT, order->seat);
    }
    return true;
}

static enum verdict_kind resolve(const void *rulebook, const void *state, const struct order *order,
                                 struct order *canonical, struct order choices[CHOICES_MAX],
                                 unsigned *count, struct verdict *verdict)
{
    (void)choices;
    *count = 0;
    *canonical = *order;
    return check(rulebook, state, order, verdict);
}

static unsigned legal(const void *rulebook, const void *state, unsigned seat, struct order *list)
{
    const struct state *s = state;
    struct order try = {.seat = (uint8_t)seat, .kind = TOY_BID, .count = 1};
    unsigned count = 0;

    if (seat == SEAT_TABLE || seat > TOY_SEATS)
        return 0;
    for (; try.arg[0] < TOY_CARDS; try.arg[0]++)
        if (check(rulebook, s, &try, NULL) == VERDICT_DONE)
            list[count++] = try;
    try = (struct order){.seat = (uint8_t)seat, .kind = TOY_PEEK};
    if (check(rulebook, s, &try, NULL) == VERDICT_DONE)
        list[count++] = try;
    return count;
}

/* ---- questions ---- */

/* Each seat has a clock of its own in each round. */
static uint32_t clock_of(const struct state *s, unsigned seat)
{
    return (uint32_t)(s->round * TOY_SEATS + seat);
}

static void ask_show(const struct state *s, unsigned seat, struct decision *decision)
{
    struct text text;

    decision->id = (uint32_t)bid_question(s, seat);
    decision->kind = DECISION_OPEN;
    decision->seat = (uint8_t)seat;
    decision->time_class = TIME_REPLY;
    decision->topic = TOPIC_SHOW;
    decision->clock = clock_of(s, seat);
    text_init(&text, decision->name, sizeof decision->name);
    put_seal_name(GROUP_BID, (int)decision->id, (int)seat, &text);
    decision->fallback = FALLBACK_ORDER;
    decision->fallback_order =
        (struct order){.kind = TOY_FORFEIT,
                       .seat = (uint8_t)seat,
                       .count = 3,
                       .arg = {GROUP_BID, (int16_t)decision->id, (int16_t)seat}};
}

static void ask_bid(const struct state *s, unsigned seat, struct decision *decision)
{
    decision->id = (uint32_t)bid_question(s, seat);
    decision->kind = DECISION_ORDER;
    decision->seat = (uint8_t)seat;
    decision->time_class = TIME_TURN;
    decision->topic = TOPIC_BID;
    decision->clock = clock_of(s, seat);
    decision->fallback = FALLBACK_LOT;
}

static void ask_table(const struct state *s, struct decision *decision)
{
    struct text text;

    decision->id = s->question;
    text_init(&text, decision->name, sizeof decision->name);
    if (s->phase == PHASE_TILE) {
        decision->kind = DECISION_OPEN;
        decision->topic = TOPIC_TILE;
        put_seal_name(GROUP_DECK, s->round + 1, 0, &text);
        return;
    }
    decision->kind = DECISION_DRAW;
    decision->topic = TOPIC_DECK;
    text_put(&text, "toy/deck");
    while (decision->bound_count < TOY_TILES - 1) {
        decision->bound[decision->bound_count] = (uint16_t)(TOY_TILES - decision->bound_count);
        decision->bound_count++;
    }
}

static unsigned open_decisions(const void *rulebook, const void *state,
                               struct decision decision[DECISIONS_MAX])
{
    const struct state *s = state;
    unsigned count = 0;

    (void)rulebook;
    if (s->phase == PHASE_OVER)
        return 0;
    memset(decision, 0, 2 * sizeof decision[0]);
    if (s->phase == PHASE_DECK || s->phase == PHASE_TILE) {
        ask_table(s, &decision[0]);
        return 1;
    }
    for (unsigned seat = 1; seat <= TOY_SEATS; seat++) {
        if (s->phase == PHASE_BID && s->bid[seat] == TOY_NO_BID)
            ask_bid(s, seat, &decision[count++]);
        if (s->phase == PHASE_SHOW && !s->shown[seat])
            ask_show(s, seat, &decision[count++]);
    }
    return count;
}

static void draw_order(const void *rulebook, const void *state, const struct decision *decision,
                       const uint16_t *number, struct order *order)
{
    const struct rulebook *book = rulebook;

    (void)state;
    memset(order, 0, sizeof *order);
    order->kind = TOY_DECK;
    order->count = TOY_TILES;
    memcpy(order->arg, book->tile, sizeof book->tile);
    for (unsigned j = 0; j < decision->bound_count; j++) {
        int16_t *last = &order->arg[TOY_TILES - 1 - j], *pick = &order->arg[number[j]];
        int16_t kept = *last;

        *last = *pick;
        *pick = kept;
    }
}

static void view(const void *rulebook, const void *state, unsigned seat, void *out)
{
    struct state *v = out;
    unsigned bit = seat && seat <= TOY_SEATS ? 1u << seat : 0;

    (void)rulebook;
    memcpy(v, state, sizeof *v);
    for (unsigned i = 0; i < TOY_TILES; i++)
        if (v->tile[i] && !(v->seen[i] & (1u | bit)))
            v->tile[i] = TOY_UNKNOWN;
    for (unsigned s = 1; s <= TOY_SEATS; s++)
        if (v->bid[s] != TOY_NO_BID && !v->shown[s] && s != seat)
            v->bid[s] = TOY_UNKNOWN;
}

static void outcome(const void *rulebook, const void *state, struct outcome *out)
{
    const struct state *s = state;

    (void)rulebook;
    memset(out, 0, sizeof *out);
    out->reason = "toy-goes-on";
    for (unsigned seat = 1; seat <= TOY_SEATS; seat++)
        out->score[seat] = s->score[seat];
    if (s->phase != PHASE_OVER)
        return;
    out->over = s->winner ? GAME_WON : GAME_DRAWN;
    out->winner = s->winner;
    out->reason = s->resigned ? "resigned" : s->winner ? "most-points" : "equal-points";
}

static void scene(const void *rulebook, const void *position, unsigned seat,
                  const struct game_past *last, unsigned count, struct scene *out)
{
    static const struct scene_symbol symbols[] = {
        {.letters = ""}, {.kind = SCENE_SYMBOL_CARD, .letters = "ti", .fill = "M4 4h16v16H4z"}};
    const struct state *s = position;
    struct scene_row *row;

    (void)rulebook;
    (void)last;
    (void)count;
    scene_init(out, symbols, 2, seat);
    row = scene_add_row(out, scene_add_panel(out, 0, TERM_TILES), TERM_TILES);
    for (unsigned i = 0; i < TOY_TILES; i++) {
        bool known = s->tile[i] > 0;
        struct scene_item *item = scene_add_item(out, row, 1, known ? s->tile[i] : ORDER_UNKNOWN);

        item->hidden = !known;
        item->gone = i < s->round;
    }
}

/* Position text: the bytes of the state as numbers; a toy needs no more. */
static void write_position(const void *rulebook, const void *state, struct text *out)
{
    const unsigned char *byte = state;

    (void)rulebook;
    text_put(out, "toy");
    for (size_t i = 0; i < sizeof(struct state); i++) {
        text_put_char(out, ' ');
        text_put_int(out, byte[i]);
    }
    text_put_char(out, '\n');
}

static const char *invariant(const void *rulebook, const void *state)
{
    const struct state *s = state;

    (void)rulebook;
    if (s->phase > PHASE_OVER || s->rounds < 1 || s->rounds > 5 || s->round > s->rounds)
        return "TOY-01";
    return s->question ? NULL : "TOY-02";
}

static enum rc read_position(const void *rulebook, const char *text, size_t length, void *state,
                             struct err *err)
{
    const char *at = text, *end = text + length;
    unsigned char byte[sizeof(struct state)];
    int64_t number;

    if (length < 4 || memcmp(text, "toy", 3) != 0)
        return ERR(err, RC_BAD_INPUT, "a toy position begins with 'toy'");
    at += 3;
    for (size_t i = 0; i < sizeof byte; i++) {
        if (at == end || *at++ != ' ' || !next_number(&at, end, &number) || number > 255)
            return ERR(err, RC_BAD_INPUT, "a toy position is made of numbers below 256");
        byte[i] = (unsigned char)number;
    }
    if (at == end || *at++ != '\n' || at != end)
        return ERR(err, RC_BAD_INPUT, "a toy position is one line");
    memcpy(state, byte, sizeof byte);
    if (invariant(rulebook, state))
        return ERR(err, RC_BAD_INPUT, "breaks ", invariant(rulebook, state));
    return RC_OK;
}

static const struct game_text words = {
    .options = options,
    .kinds = kinds,
    .kind_count = TOY_KIND_COUNT,
    .topics = topics,
    .topic_count = TOPIC_COUNT,
    .events = event_keys,
    .event_count = sizeof event_keys / sizeof event_keys[0],
    .terms = terms,
    .term_count = TERM_COUNT,
    .write_options = write_options,
    .parse = parse,
    .resolve = resolve,
    .read_order = read_order,
    .write_order = write_order,
    .write = write_position,
    .read = read_position,
};

static const struct game_rules rules = {
    .load = load,
    .setup = setup_game,
    .open_decisions = open_decisions,
    .check = check,
    .legal = legal,
    .apply = apply,
    .draw_order = draw_order,
    .outcome = outcome,
    .invariant = invariant,
};

static const struct game_secrets hidden = {
    .held = held_seals,
    .of_order = secrets,
    .may_know = may_know,
    .view = view,
};

static const struct game_show show = {.scene = scene};

const struct game toy_game = {
    .name = "toy",
    .title = "Toy",
    .state_bytes = sizeof(struct state),
    .rulebook_bytes = sizeof(struct rulebook),
    .seats_min = TOY_SEATS,
    .seats_max = TOY_SEATS,
    .files = files,
    .versions = versions,
    .text = &words,
    .rules = &rules,
    .secrets = &hidden,
    .show = &show,
};

const struct game *toy_find(const char *name)
{
    return text_equal(name, toy_game.name) ? &toy_game : games_find(name);
}
