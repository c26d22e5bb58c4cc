#include "games/welcome_back/parse.h"

#include <string.h>

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

static const struct row *find_row(unsigned verb)
{
    for (unsigned i = 0; i < ROWS; i++)
        if (rows[i].verb == verb)
            return &rows[i];
    return NULL;
}

/* A hero's or a monster's name alone says enough; a hero may also be picked. */
static unsigned implied_verb(const struct wb_words *words)
{
    if (words->hero && (!words->verb || words->verb == WB_VERB_PICK))
        return WB_VERB_HERO;
    if (words->verb)
        return words->verb;
    return words->monster ? WB_VERB_NAME : 0;
}

/* Is more said than the order takes? */
static bool says_more(const struct wb_words *words, unsigned said)
{
    unsigned tiles = said == TILE || said == ANY_TILE ? 1 : 0;

    return words->tile_count > tiles || words->monster_count > (said == MONSTER ? 1 : 0) ||
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

enum verdict_kind wb_parse(const void *rulebook, const struct lexicon *lexicon, unsigned seat,
                           const char *line, size_t length, struct order *order,
                           struct verdict *verdict)
{
    struct wb_words words;
    const struct row *row;
    unsigned value;

    (void)rulebook;
    if (wb_read_words(lexicon, line, length, &words, verdict) != VERDICT_DONE)
        return VERDICT_MALFORMED;
    row = find_row(implied_verb(&words));
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
    return verdict_done(verdict);
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
    unsigned legal;

    *count = 0;
    *canonical = *order;
    if (wb_order_is_whole(order))
        return wb_check(rulebook, state, order, verdict);
    legal = wb_legal(rulebook, state, order->seat, list);
    for (unsigned i = 0; i < legal; i++)
        if (list[i].kind == order->kind && *count < CHOICES_MAX)
            choices[(*count)++] = list[i];
    if (*count == 0)
        return refuse_open(rulebook, state, order, verdict);
    if (*count == 1) {
        *canonical = choices[0];
        return verdict_done(verdict);
    }
    if (verdict) {
        verdict_done(verdict);
        verdict->kind = VERDICT_AMBIGUOUS;
        verdict->reason = "order.which";
    }
    return VERDICT_AMBIGUOUS;
}
