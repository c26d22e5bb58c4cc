/* SPDX-License-Identifier: MIT */
#include "games/welcome_back/standing.h"

#include <string.h>

#include "games/welcome_back/check.h"
#include "games/welcome_back/decisions.h"
#include "games/welcome_back/words.h"
#include "rules/standing.h"

struct reading {
    const struct wb_rulebook *book;
    const struct wb_state *state;
    const struct wb_words *words;
    unsigned seat;
    struct order *order; /* what the line gives */
    struct verdict *verdict;
};

static enum verdict_kind other(const struct reading *reading)
{
    return verdict_illegal(reading->verdict, "WB-TIMER-12", STANDING_OTHER);
}

static enum verdict_kind unmet(const struct reading *reading)
{
    return verdict_illegal(reading->verdict, "WB-TIMER-12", STANDING_UNMET);
}

static enum verdict_kind give(const struct reading *reading, enum wb_order_kind kind,
                              unsigned value)
{
    struct order *order = reading->order;

    memset(order, 0, sizeof *order);
    order->kind = (uint16_t)kind;
    order->seat = (uint8_t)reading->seat;
    if (value) {
        order->count = 1;
        order->arg[0] = (int16_t)value;
    }
    return verdict_done(reading->verdict);
}

/* Conditions. */

static bool in_range(const struct wb_range *range, int value)
{
    return !range->given || (value >= range->low && value <= range->high);
}

/* A condition on a value that the card has not is false, WB-TIMER-13. */
static bool strength_holds(const struct wb_words *words, int strength)
{
    const struct wb_range *range = &words->range[WB_QUANTITY_STRENGTH];

    return !range->given || (strength >= 0 && in_range(range, strength));
}

static bool table_holds(const struct reading *reading)
{
    const struct wb_range *range = reading->words->range;

    return in_range(&range[WB_QUANTITY_PILE], reading->state->pile_count) &&
           in_range(&range[WB_QUANTITY_DECK], WB_CARDS - reading->state->taken);
}

static bool face_holds(const struct reading *reading)
{
    const struct wb_state *state = reading->state;
    const struct wb_words *words = reading->words;
    struct wb_face face = wb_face_now(state);

    if (words->monsters && !wb_has(words->monsters, face.card) &&
        !wb_has(words->monsters, face.identity))
        return false;
    if (words->deadly &&
        (face.strength < 0 || state->hp > wb_damage(reading->book, state, face.strength)))
        return false;
    return strength_holds(words, face.strength) &&
           in_range(&words->range[WB_QUANTITY_HP], state->hp) &&
           in_range(&words->range[WB_QUANTITY_POSITION], state->revealed) && table_holds(reading);
}

/* The card in hand, as printed; only its drawer asks. */
static bool hand_holds(const struct reading *reading)
{
    unsigned card = reading->state->card[reading->state->hand - 1];
    const struct wb_monster_row *row;

    if (!table_holds(reading))
        return false;
    if (card == WB_UNKNOWN)
        return !reading->words->monsters && !reading->words->range[WB_QUANTITY_STRENGTH].given;
    row = &reading->book->monster[card];
    if (reading->words->monsters && !wb_has(reading->words->monsters, card))
        return false;
    return strength_holds(
        reading->words, row->strength_kind == WB_STRENGTH_NUMBER ? row->strength : WB_NO_STRENGTH);
}

/* One function for each question. */

static enum verdict_kind answer_bid(const struct reading *reading)
{
    unsigned verb = reading->words->verb;

    if (reading->words->closing || (verb != WB_VERB_DRAW && verb != WB_VERB_PASS) ||
        !table_holds(reading))
        return other(reading);
    return give(reading, verb == WB_VERB_DRAW ? WB_ORDER_DRAW : WB_ORDER_PASS, 0);
}

static enum verdict_kind answer_place(const struct reading *reading)
{
    const struct wb_words *words = reading->words;

    if (words->closing || (words->verb != WB_VERB_ADD && words->verb != WB_VERB_ASIDE) ||
        !hand_holds(reading))
        return other(reading);
    if (words->verb == WB_VERB_ADD)
        return give(reading, WB_ORDER_ADD, 0);
    for (unsigned i = 0; i < words->tile_count; i++) {
        unsigned index = wb_tile_index(reading->book, reading->state, words->tile[i]);

        if (index < WB_HERO_TILES && wb_has(reading->state->in_play, index))
            return give(reading, WB_ORDER_ASIDE, words->tile[i]);
    }
    return other(reading);
}

/* "else ask", "else decline", WB-TIMER-14. The latter leaves it to the default. */
static enum verdict_kind answer_closing(const struct reading *reading)
{
    if (reading->words->ask)
        return verdict_illegal(reading->verdict, "WB-TIMER-14", STANDING_ASK);
    return unmet(reading);
}

static bool speaks_of_tiles(const struct wb_words *words)
{
    return words->verb == WB_VERB_USE || words->verb == WB_VERB_DECLINE;
}

/* Is the line about one of the tiles in the mask? None named = about each. */
static bool is_about(const struct reading *reading, unsigned mask, unsigned *tile)
{
    const struct wb_words *words = reading->words;
    unsigned index;

    for (unsigned i = 0; i < words->tile_count; i++) {
        index = wb_tile_index(reading->book, reading->state, words->tile[i]);
        *tile = words->tile[i];
        if (index < WB_HERO_TILES && wb_has(mask, index))
            return true;
    }
    return !words->tile_count && words->verb == WB_VERB_DECLINE;
}

static enum verdict_kind answer_choice(const struct reading *reading)
{
    struct wb_face face = wb_face_now(reading->state);
    unsigned offered = wb_offered(reading->book, reading->state, &face), tile = 0;

    if (reading->words->closing)
        return answer_closing(reading);
    if (!speaks_of_tiles(reading->words) || !is_about(reading, offered, &tile))
        return other(reading);
    if (!face_holds(reading))
        return unmet(reading);
    if (reading->words->verb == WB_VERB_USE)
        return give(reading, WB_ORDER_USE, tile);
    return give(reading, WB_ORDER_DECLINE, 0);
}

/* WB-TIMER-15: the first of the list; whoever sent any orders for the dungeon is not asked. */
static enum verdict_kind answer_discard(const struct reading *reading)
{
    const struct wb_words *words = reading->words;
    unsigned tile;

    if (words->closing)
        return answer_closing(reading);
    if (words->verb == WB_VERB_DISCARD && is_about(reading, wb_discardable(reading->state), &tile))
        return give(reading, WB_ORDER_DISCARD, tile);
    if (words->verb == WB_VERB_DISCARD || speaks_of_tiles(words) || words->verb == WB_VERB_NAME ||
        words->verb == WB_VERB_PICK)
        return unmet(reading);
    return other(reading);
}

static enum verdict_kind answer_name(const struct reading *reading)
{
    if (reading->words->verb != WB_VERB_NAME || reading->words->monster_count != 1)
        return other(reading);
    return give(reading, WB_ORDER_NAME, reading->words->monster);
}

static enum verdict_kind answer_pick(const struct reading *reading)
{
    if (reading->words->verb != WB_VERB_PICK || !reading->words->number)
        return other(reading);
    return give(reading, WB_ORDER_PICK, (unsigned)reading->words->number);
}

static enum verdict_kind answer(const struct reading *reading)
{
    switch ((enum wb_phase)reading->state->phase) {
    case WB_PHASE_BID:
        return answer_bid(reading);
    case WB_PHASE_PLACE:
        return answer_place(reading);
    case WB_PHASE_CHOICE:
        return answer_choice(reading);
    case WB_PHASE_PRICE:
    case WB_PHASE_CUBE:
        return answer_discard(reading);
    case WB_PHASE_NAME:
        return answer_name(reading);
    case WB_PHASE_PICK:
        return answer_pick(reading);
    default:
        return other(reading);
    }
}

/* Leaving a line. */

static enum verdict_kind is_void(const struct reading *reading, const char *reason)
{
    return verdict_illegal(reading->verdict, "WB-TIMER-11", reason);
}

/* WB-TIMER-16: in the bidding by all; then by the raider, until the first card and when asked. */
static bool may_be_left_now(const struct wb_state *state, unsigned seat)
{
    if (state->winner || wb_has(state->out, seat))
        return false;
    if (state->phase == WB_PHASE_BID || state->phase == WB_PHASE_PLACE)
        return true;
    return wb_raid_runs(state) && seat == state->raider &&
           (!state->revealed || wb_asked_seat(state) == seat);
}

static enum verdict_kind check_tiles(const struct reading *reading)
{
    const struct wb_words *words = reading->words;
    bool left = words->tile_count == 0;

    for (unsigned i = 0; i < words->tile_count; i++) {
        unsigned index = wb_tile_index(reading->book, reading->state, words->tile[i]);

        if (index == WB_HERO_TILES)
            return is_void(reading, "standing.other-hero");
        if (speaks_of_tiles(words) && !wb_tile(reading->book, reading->state, index)->choice)
            return is_void(reading, "standing.not-choice");
        left |= wb_has(reading->state->in_play, index);
    }
    return left ? verdict_done(reading->verdict) : is_void(reading, "standing.tile-gone");
}

static enum verdict_kind check_ranges(const struct reading *reading)
{
    for (unsigned i = 0; i < WB_QUANTITIES; i++)
        if (reading->words->range[i].given &&
            reading->words->range[i].low > reading->words->range[i].high)
            return is_void(reading, "standing.empty-range");
    return verdict_done(reading->verdict);
}

/* Some tile in play asks for this name. */
static enum verdict_kind check_name(const struct reading *reading)
{
    for (unsigned i = 0; i < WB_HERO_TILES; i++) {
        const struct wb_tile_row *row = wb_tile(reading->book, reading->state, i);

        if (wb_has(reading->state->in_play, i) && row->match == WB_MATCH_NAMED &&
            wb_has(row->monsters, reading->words->monster))
            return verdict_done(reading->verdict);
    }
    return is_void(reading, "standing.no-naming");
}

static enum verdict_kind check_pick(const struct reading *reading)
{
    unsigned number = (unsigned)reading->words->number;

    if (number == 0 || number > reading->state->seats || number == reading->seat)
        return is_void(reading, "standing.no-such-player");
    return verdict_done(reading->verdict);
}

static enum verdict_kind check_left(const struct reading *reading)
{
    enum verdict_kind kind = check_ranges(reading);

    if (!may_be_left_now(reading->state, reading->seat))
        return verdict_illegal(reading->verdict, "WB-TIMER-16", "standing.not-now");
    if (kind == VERDICT_DONE)
        kind = check_tiles(reading);
    if (kind == VERDICT_DONE && reading->words->verb == WB_VERB_NAME)
        kind = check_name(reading);
    if (kind == VERDICT_DONE && reading->words->verb == WB_VERB_PICK)
        kind = check_pick(reading);
    return kind;
}

/* What a line of each verb may hold: nothing that it would not look at. */
#define RANGE(name) (1u << WB_QUANTITY_##name)
static const struct form {
    uint16_t verb;
    uint8_t tiles_least, tiles_most;
    uint8_t ranges; /* conditions with numbers */
    bool monsters;  /* conditions on the card */
    bool deadly;
    bool names; /* one monster, not as a condition */
    bool picks; /* a seat */
} forms[] = {
    {WB_VERB_DRAW, 0, 0, RANGE(PILE) | RANGE(DECK), false, false, false, false},
    {WB_VERB_PASS, 0, 0, RANGE(PILE) | RANGE(DECK), false, false, false, false},
    {WB_VERB_ADD, 0, 0, RANGE(STRENGTH) | RANGE(PILE) | RANGE(DECK), true, false, false, false},
    {WB_VERB_ASIDE, 1, WB_HERO_TILES, RANGE(STRENGTH) | RANGE(PILE) | RANGE(DECK), true, false,
     false, false},
    {WB_VERB_USE, 1, 1, (1u << WB_QUANTITIES) - 1, true, true, false, false},
    {WB_VERB_DECLINE, 0, 1, (1u << WB_QUANTITIES) - 1, true, true, false, false},
    {WB_VERB_DISCARD, 1, WB_HERO_TILES, 0, false, false, false, false},
    {WB_VERB_NAME, 0, 0, 0, false, false, true, false},
    {WB_VERB_PICK, 0, 0, 0, false, false, false, true},
};
#undef RANGE

static unsigned ranges_given(const struct wb_words *words)
{
    unsigned mask = 0;

    for (unsigned i = 0; i < WB_QUANTITIES; i++)
        mask |= words->range[i].given ? 1u << i : 0;
    return mask;
}

static bool fits_form(const struct wb_words *words, const struct form *form)
{
    if (words->tile_count < form->tiles_least || words->tile_count > form->tiles_most)
        return false;
    if ((ranges_given(words) & ~(unsigned)form->ranges) || (words->deadly && !form->deadly))
        return false;
    if (form->names ? words->monster_count != 1 : words->monsters && !form->monsters)
        return false;
    return form->picks == (words->number != 0);
}

/* "else ask" and "else decline" hold nothing more. */
static bool is_closing_line(const struct wb_words *words)
{
    return words->ask != (words->verb == WB_VERB_DECLINE) && !(words->ask && words->verb) &&
           !words->tile_count && !words->monsters && !words->number && !words->deadly &&
           !ranges_given(words);
}

static bool is_well_formed(const struct wb_words *words)
{
    if (words->hero)
        return false;
    if (words->closing)
        return is_closing_line(words);
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].verb == words->verb)
            return !words->ask && fits_form(words, &forms[i]);
    return false;
}

enum verdict_kind wb_standing(const void *rulebook, const struct lexicon *lexicon,
                              const void *state, const struct decision *decision, const char *line,
                              size_t length, struct order *order, struct verdict *verdict)
{
    struct wb_words words;
    struct reading reading = {rulebook, state, &words, 0, order, verdict};

    if (wb_read_words(lexicon, line, length, &words, verdict) != VERDICT_DONE)
        return VERDICT_MALFORMED;
    if (!is_well_formed(&words))
        return verdict_malformed(verdict, "standing.form", 1, "", 0);
    reading.seat = decision ? decision->seat : order->seat;
    if (!decision)
        return check_left(&reading);
    if (reading.seat != wb_asked_seat(state) || reading.seat == SEAT_TABLE)
        return other(&reading);
    return answer(&reading);
}

uint32_t wb_standing_term(const void *rulebook, const void *state)
{
    (void)rulebook;
    return ((const struct wb_state *)state)->round;
}

bool wb_standing_joins(const void *rulebook, const void *state, const struct decision *decision)
{
    static const uint8_t raiders[] = {WB_TOPIC_PICK, WB_TOPIC_NAME, WB_TOPIC_CHOICE, WB_TOPIC_PRICE,
                                      WB_TOPIC_CUBE};

    (void)rulebook;
    (void)state;
    for (unsigned i = 0; i < sizeof raiders; i++)
        if (decision->kind == DECISION_ORDER && decision->topic == raiders[i])
            return true;
    return false;
}
