/* SPDX-License-Identifier: MIT */
/* Reads orders as players write them, and completes them from the position. */
#include "games/welcome_back/parse.h"

#include "games/welcome_back/check.h"
#include "games/welcome_back/order_text.h"
#include "games/welcome_back/words.h"

/* What an order may be said with. */
enum said { NOTHING, TILE, ANY_TILE, HERO, SEAT, MONSTER };

static const struct row {
    uint16_t verb;
    uint8_t kind;
    uint8_t said;
} rows[] = {
    {WB_VERB_DRAW, WB_ORDER_DRAW, NOTHING},        {WB_VERB_PASS, WB_ORDER_PASS, NOTHING},
    {WB_VERB_ADD, WB_ORDER_ADD, NOTHING},          {WB_VERB_ASIDE, WB_ORDER_ASIDE, TILE},
    {WB_VERB_HERO, WB_ORDER_HERO, HERO},           {WB_VERB_PICK, WB_ORDER_PICK, SEAT},
    {WB_VERB_NAME, WB_ORDER_NAME, MONSTER},        {WB_VERB_USE, WB_ORDER_USE, TILE},
    {WB_VERB_DECLINE, WB_ORDER_DECLINE, ANY_TILE}, {WB_VERB_DISCARD, WB_ORDER_DISCARD, TILE},
    {WB_VERB_RESIGN, WB_ORDER_RESIGN, NOTHING},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Arguments of an order that leaves something to resolve: tile or 0, monster or 0, tile named
 * alone. Behind them, and never counted: mask of the orders that it may be as well. */
enum { WB_HINT_MONSTER = 1, WB_HINT_ALONE, WB_HINTED, WB_HINT_KINDS = WB_HINTED };

static const struct row *find_row(unsigned verb)
{
    for (unsigned i = 0; i < ROWS; i++)
        if (rows[i].verb == verb)
            return &rows[i];
    return NULL;
}

#define SAYS(verb) (1u << (WB_VERB_##verb - WB_VERB_DRAW))

/* May its word say that something is chosen? */
static bool is_choosing(const struct wb_words *words)
{
    return !words->verb || words->verbs & (SAYS(PICK) | SAYS(HERO) | SAYS(NAME));
}

/* The name of a hero, a monster or a tile, or a player's number alone says enough, or with
 * "choose". */
static unsigned implied_verb(const struct wb_words *words)
{
    if (words->hero && is_choosing(words))
        return WB_VERB_HERO;
    if (words->monster && is_choosing(words) && (words->verb || !words->tile_count))
        return WB_VERB_NAME; /* beside a tile it says against whom, or what goes with it */
    if (words->verb)
        return words->verb;
    return words->tile_count ? WB_VERB_USE : words->number ? WB_VERB_PICK : 0;
}

/* Is more said than the order takes? */
static bool says_more(const struct wb_words *words, unsigned said)
{
    unsigned tiles = said == TILE || said == ANY_TILE || said == MONSTER ? 1 : 0;

    return words->tile_count > tiles || words->monster_count > 1 ||
           (words->monster_count && said != MONSTER && words->verb != WB_VERB_ADD && said != TILE &&
            said != ANY_TILE) ||
           (words->hero && said != HERO) || (words->number && said != SEAT) ||
           words->number > SEATS_MAX;
}

static unsigned said_value(const struct wb_words *words, unsigned said)
{
    switch ((enum said)said) {
    case TILE:
        return words->tile_count ? words->tile[0] : 0;
    case HERO:
        return words->hero;
    case SEAT:
        return (unsigned)words->number;
    case MONSTER:
        return words->monster;
    default:
        return 0;
    }
}

/* "I keep the bomb", "I keep the bard": the other orders that its word may mean, of which as much
 * is said. */
static unsigned other_kinds(const struct wb_words *words, const struct row *row)
{
    unsigned kinds = 0;

    for (unsigned i = 0; i < ROWS && words->verb == row->verb; i++)
        if (words->verbs >> (rows[i].verb - WB_VERB_DRAW) & 1 && rows[i].kind != WB_ORDER_RESIGN &&
            !says_more(words, rows[i].said) &&
            said_value(words, rows[i].said) == said_value(words, row->said))
            kinds |= 1u << rows[i].kind;
    return kinds & ~(1u << row->kind);
}

/* What resolve has to look at the position for: the monster named, whether the tile was named
 * alone, and what else its word may say. */
static void add_hints(const struct wb_words *words, const struct row *row, struct order *order)
{
    bool alone = !words->verb && words->tile_count,
         monster = words->monster && row->said != MONSTER;

    order->arg[WB_HINT_KINDS] = (int16_t)other_kinds(words, row);
    if (!alone && !monster)
        return;
    order->count = WB_HINTED;
    order->arg[WB_HINT_MONSTER] = monster ? words->monster : 0;
    order->arg[WB_HINT_ALONE] = alone;
}

/* Of an order that its word may mean, the one of which no more is said than it takes. */
static const struct row *fitting_row(const struct wb_words *words)
{
    const struct row *row = find_row(implied_verb(words));

    for (unsigned i = 0; row && says_more(words, row->said) && i < ROWS; i++)
        if (words->verbs >> (rows[i].verb - WB_VERB_DRAW) & 1 && !says_more(words, rows[i].said))
            return &rows[i];
    return row;
}

enum verdict_kind wb_parse(const void *rulebook, const struct lexicon *lexicon, unsigned seat,
                           const char *line, size_t length, struct order *order,
                           struct verdict *verdict)
{
    struct wb_words words;
    const struct row *row;
    unsigned value;

    (void)rulebook;
    if (wb_read_words(lexicon, line, length, &words, NULL, verdict) != VERDICT_DONE)
        return VERDICT_MALFORMED;
    row = fitting_row(&words);
    if (!row)
        return verdict_malformed(verdict, "order.no-verb", 1, line,
                                 length < VERDICT_WORD_BYTES ? (unsigned)length : 0);
    if (wb_words_are_conditional(&words))
        return verdict_malformed(verdict, "order.conditional", 1, "", 0);
    if (says_more(&words, row->said))
        return verdict_malformed(verdict, "order.too-much", 1, "", 0);
    memset(order, 0, sizeof *order);
    order->kind = row->kind;
    order->seat = (uint8_t)seat;
    value = said_value(&words, row->said);
    if (value) {
        order->count = 1;
        order->arg[0] = (int16_t)value;
    }
    add_hints(&words, row, order);
    return verdict_done(verdict);
}

static bool is_place(const struct wb_state *state)
{
    return state->phase == WB_PHASE_PLACE;
}

static bool is_giving(const struct wb_state *state)
{
    return state->phase == WB_PHASE_PRICE || state->phase == WB_PHASE_CUBE;
}

/* The monster that the question is about; 0 = none, or not known here. */
static unsigned monster_at_hand(const struct wb_state *state)
{
    if (is_place(state))
        return state->hand ? state->card[state->hand - 1] : 0;
    return state->phase == WB_PHASE_CHOICE || is_giving(state) ? state->identity : 0;
}

/* "No" to "draw or pass?" may be either, "no golem here, the shuriken gone" any: he is shown all.
 */
static bool is_no_to_either(const struct wb_state *state, const struct order *order)
{
    return order->count == 0 && ((order->kind == WB_ORDER_DECLINE &&
                                  (state->phase == WB_PHASE_BID || is_place(state))) ||
                                 (order->kind == WB_ORDER_USE && state->phase == WB_PHASE_BID));
}

/* What its word may say as well is meant where it is asked, and the first meaning is not. */
static void settle_kind(const struct wb_state *state, const struct order list[], unsigned legal,
                        struct order *order)
{
    unsigned others = (unsigned)order->arg[WB_HINT_KINDS], now = 0;

    order->arg[WB_HINT_KINDS] = 0;
    for (unsigned i = 0; i < legal; i++)
        now |= 1u << list[i].kind;
    if (is_no_to_either(state, order))
        return;
    for (unsigned kind = 0; others & now && !(now >> order->kind & 1); kind++)
        if (others & now & 1u << kind)
            order->kind = (uint16_t)kind;
}

/* "discard the torch", "torch": what the open question makes of a tile. False: another monster is
 * named than the one that it is about. */
static bool settle_hints(const struct wb_state *state, struct order *order)
{
    unsigned monster = order->count == WB_HINTED ? (unsigned)order->arg[WB_HINT_MONSTER] : 0;
    bool alone = order->count == WB_HINTED && order->arg[WB_HINT_ALONE];

    if (order->count == WB_HINTED) {
        order->count = order->arg[0] ? 1 : 0;
        order->arg[WB_HINT_MONSTER] = order->arg[WB_HINT_ALONE] = 0;
    }
    if (state->phase == WB_PHASE_NAME && monster && order->kind == WB_ORDER_USE) {
        *order = (struct order){.kind = WB_ORDER_NAME, .seat = order->seat, .count = 1};
        order->arg[0] = (int16_t)monster; /* "the sword shall slay the dragon" */
        return true;
    }
    if (is_place(state) && (alone || order->kind == WB_ORDER_DISCARD))
        order->kind = WB_ORDER_ASIDE;
    else if (is_giving(state) && (alone || order->kind == WB_ORDER_ASIDE))
        order->kind = WB_ORDER_DISCARD;
    return !monster || monster == monster_at_hand(state);
}

/* Nothing completes it: what is wrong with trying at all. */
static enum verdict_kind refuse_open(const void *rulebook, const void *state,
                                     const struct order *order, struct verdict *verdict)
{
    struct order attempt = *order;

    attempt.count = 1;
    attempt.arg[0] = 1;
    return wb_check(rulebook, state, &attempt, verdict);
}

enum verdict_kind wb_resolve(const void *rulebook, const void *state, const struct order *order,
                             struct order *canonical, struct order choices[CHOICES_MAX],
                             unsigned *count, struct verdict *verdict)
{
    struct order list[WB_MONSTERS + WB_HERO_TILES]; /* more than any one phase lists */
    struct order said = *order;
    unsigned legal;
    bool either;

    *count = 0;
    legal = wb_legal(rulebook, state, order->seat, list);
    settle_kind(state, list, legal, &said);
    if (!settle_hints(state, &said))
        return verdict_illegal(verdict, "WB-EQUIP-03", "order.other-monster");
    order = &said;
    *canonical = *order;
    either = is_no_to_either(state, order);
    if (!either && wb_order_is_whole(order))
        return wb_check(rulebook, state, order, verdict);
    for (unsigned i = 0; i < legal; i++)
        if ((either || list[i].kind == order->kind) && *count < CHOICES_MAX)
            choices[(*count)++] = list[i];
    if (*count == 0)
        return refuse_open(rulebook, state, order, verdict);
    if (*count == 1) {
        *canonical = choices[0];
        return verdict_done(verdict);
    }
    return verdict_ambiguous(verdict, "order.which");
}
