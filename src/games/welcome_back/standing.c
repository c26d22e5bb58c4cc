/* SPDX-License-Identifier: MIT */
/* Decides what a standing line orders in a position, and when it lapses. Its words are read in
 * words.c. */
#include "games/welcome_back/standing.h"

#include "games/welcome_back/check.h"
#include "games/welcome_back/decisions.h"
#include "games/welcome_back/line_text.h"

/* A question put to the words of a line. */
struct reading {
    const struct wb_rulebook *book;
    const struct wb_state *state; /* the seat's view */
    const struct wb_words *words; /* those that speak: the line's, or its else */
    unsigned seat;
    struct order *order;     /* what the line gives */
    struct verdict *verdict; /* of a line that is left */
};

static enum line_says give(const struct reading *reading, enum wb_order_kind kind, unsigned value)
{
    struct order *order = reading->order;

    memset(order, 0, sizeof *order);
    order->kind = (uint16_t)kind;
    order->seat = (uint8_t)reading->seat;
    if (value) {
        order->count = 1;
        order->arg[0] = (int16_t)value;
    }
    return wb_check(reading->book, reading->state, order, NULL) == VERDICT_DONE ? LINE_ORDERS
                                                                                : LINE_UNMET;
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

static enum line_says answer_bid(const struct reading *reading)
{
    unsigned verb = reading->words->verb;

    if (reading->words->closing || (verb != WB_VERB_DRAW && verb != WB_VERB_PASS) ||
        !table_holds(reading))
        return LINE_OTHER;
    return give(reading, verb == WB_VERB_DRAW ? WB_ORDER_DRAW : WB_ORDER_PASS, 0);
}

static enum line_says answer_place(const struct reading *reading)
{
    const struct wb_words *words = reading->words;

    if (words->closing || (words->verb != WB_VERB_ADD && words->verb != WB_VERB_ASIDE) ||
        !hand_holds(reading))
        return LINE_OTHER;
    if (words->verb == WB_VERB_ADD)
        return give(reading, WB_ORDER_ADD, 0);
    for (unsigned i = 0; i < words->tile_count; i++) {
        unsigned index = wb_tile_index(reading->book, reading->state, words->tile[i]);

        if (index < WB_HERO_TILES && wb_has(reading->state->in_play, index))
            return give(reading, WB_ORDER_ASIDE, words->tile[i]);
    }
    return LINE_OTHER;
}

/* "else ask", "else decline", WB-TIMER-14. The latter leaves it to the default. */
static enum line_says answer_closing(const struct reading *reading)
{
    if (reading->words->ask)
        return LINE_CLOSES;
    return LINE_UNMET;
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

static enum line_says answer_choice(const struct reading *reading)
{
    struct wb_face face = wb_face_now(reading->state);
    unsigned offered = wb_offered(reading->book, reading->state, &face), tile = 0;

    if (reading->words->closing)
        return answer_closing(reading);
    if (!speaks_of_tiles(reading->words) || !is_about(reading, offered, &tile))
        return LINE_OTHER;
    if (!face_holds(reading))
        return LINE_UNMET;
    if (reading->words->verb == WB_VERB_USE)
        return give(reading, WB_ORDER_USE, tile);
    return give(reading, WB_ORDER_DECLINE, 0);
}

/* WB-TIMER-15: the first of the list; whoever sent any orders for the dungeon is not asked. */
static enum line_says answer_discard(const struct reading *reading)
{
    const struct wb_words *words = reading->words;
    unsigned tile;

    if (words->closing)
        return answer_closing(reading);
    if (words->verb == WB_VERB_DISCARD && is_about(reading, wb_discardable(reading->state), &tile))
        return give(reading, WB_ORDER_DISCARD, tile);
    if (words->verb == WB_VERB_DISCARD || speaks_of_tiles(words) || words->verb == WB_VERB_NAME ||
        words->verb == WB_VERB_PICK)
        return LINE_UNMET;
    return LINE_OTHER;
}

static enum line_says answer_name(const struct reading *reading)
{
    if (reading->words->verb != WB_VERB_NAME || reading->words->monster_count != 1)
        return LINE_OTHER;
    return give(reading, WB_ORDER_NAME, reading->words->monster);
}

static enum line_says answer_pick(const struct reading *reading)
{
    if (reading->words->verb != WB_VERB_PICK || !reading->words->number)
        return LINE_OTHER;
    return give(reading, WB_ORDER_PICK, (unsigned)reading->words->number);
}

static enum line_says answer(const struct reading *reading)
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
        return LINE_OTHER;
    }
}

/* Does the line speak of what is asked, whatever its conditions say? */
static bool speaks_to(const struct reading *reading)
{
    struct wb_face face;
    unsigned tile, verb = reading->words->verb;

    switch ((enum wb_phase)reading->state->phase) {
    case WB_PHASE_BID:
        return verb == WB_VERB_DRAW || verb == WB_VERB_PASS;
    case WB_PHASE_PLACE:
        return verb == WB_VERB_ADD || verb == WB_VERB_ASIDE;
    case WB_PHASE_CHOICE:
        face = wb_face_now(reading->state);
        return speaks_of_tiles(reading->words) &&
               is_about(reading, wb_offered(reading->book, reading->state, &face), &tile);
    case WB_PHASE_PRICE:
    case WB_PHASE_CUBE:
        return verb == WB_VERB_DISCARD;
    default:
        return false;
    }
}

/* What stands behind "else": "use bomb if golem, else decline" declines the bomb. */
static enum line_says answer_tail(const struct reading *reading, const struct wb_words *head,
                                  const struct wb_words *tail)
{
    struct wb_words words = *tail;
    struct reading other = *reading;

    other.words = &words;
    words.closing = false;
    if (!words.tile_count && words.verb == WB_VERB_USE) {
        words.tile_count = head->tile_count;
        memcpy(words.tile, head->tile, sizeof words.tile);
    }
    return words.ask ? LINE_ASKS : answer(&other);
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
    if (state->phase <= WB_PHASE_PLACE) /* from before the hero is chosen */
        return true;
    return wb_raid_runs(state) && seat == state->raider &&
           (!state->revealed || wb_asked_seat(state) == seat);
}

static enum verdict_kind check_tiles(const struct reading *reading)
{
    const struct wb_words *words = reading->words;
    bool left = words->tile_count == 0;

    if (reading->state->phase < WB_PHASE_DECK) /* whose tiles they will be is not known yet */
        return verdict_done(reading->verdict);
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

static enum verdict_kind check_words(const struct reading *reading)
{
    enum verdict_kind kind = check_ranges(reading);

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

static const struct form *find_form(const struct wb_words *words)
{
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].verb == words->verb)
            return &forms[i];
    return NULL;
}

static bool is_head(const struct wb_words *words)
{
    const struct form *form = find_form(words);

    return form && !words->ask && fits_form(words, form);
}

/* Behind "else": to be asked, or an order for the same question, without conditions. */
static bool is_tail(const struct wb_words *head, const struct wb_words *tail)
{
    static const uint16_t partners[][2] = {
        {WB_VERB_DRAW, WB_VERB_PASS}, {WB_VERB_ADD, WB_VERB_ASIDE}, {WB_VERB_USE, WB_VERB_DECLINE}};
    struct wb_words words = *tail;
    bool plain = !words.monsters && !words.deadly && !words.number && !ranges_given(&words);

    if (words.hero || !plain)
        return false;
    if (words.ask)
        return !words.verb && !words.tile_count && head->verb != WB_VERB_NAME &&
               head->verb != WB_VERB_PICK;
    for (unsigned i = 0; i < sizeof partners / sizeof *partners; i++)
        if ((head->verb == partners[i][0] && words.verb == partners[i][1]) ||
            (head->verb == partners[i][1] && words.verb == partners[i][0]))
            return words.verb == WB_VERB_USE
                       ? words.tile_count + head->tile_count > 0
                       : words.tile_count >= find_form(&words)->tiles_least &&
                             words.tile_count <= find_form(&words)->tiles_most;
    return false;
}

static bool is_well_formed(const struct wb_line *line)
{
    if (line->head.hero)
        return false;
    if (line->head.closing)
        return !line->tail.closing && is_closing_line(&line->head);
    return is_head(&line->head) && (!line->tail.closing || is_tail(&line->head, &line->tail));
}

/* ---- the slots ---- */

enum verdict_kind wb_standing_parse(const void *rulebook, const struct lexicon *lexicon,
                                    unsigned seat, const char *text, size_t length,
                                    struct text *out, bool *once, struct verdict *verdict)
{
    struct wb_line line;

    (void)rulebook;
    (void)seat;
    *once = false;
    if (wb_read_words(lexicon, text, length, &line.head, &line.tail, verdict) != VERDICT_DONE)
        return VERDICT_MALFORMED;
    if (!is_well_formed(&line))
        return verdict_malformed(verdict, "standing.form", 1, "", 0);
    wb_write_line(&line, out);
    return verdict_done(verdict);
}

bool wb_standing_is_canonical(const void *rulebook, unsigned seat, const char *text, size_t length)
{
    struct wb_line line;

    (void)rulebook;
    (void)seat;
    return wb_read_line(text, length, &line) && is_well_formed(&line);
}

enum verdict_kind wb_standing_judge(const void *rulebook, const void *view, unsigned seat,
                                    const char *text, size_t length, bool leaving,
                                    struct verdict *verdict)
{
    struct wb_line line;
    struct reading reading = {rulebook, view, &line.head, seat, NULL, verdict};
    enum verdict_kind kind;

    if (!wb_read_line(text, length, &line))
        return verdict_malformed(verdict, "standing.form", 1, "", 0);
    if (leaving && !may_be_left_now(view, seat))
        return verdict_illegal(verdict, "WB-TIMER-16", "standing.not-now");
    kind = check_words(&reading);
    reading.words = &line.tail;
    return kind == VERDICT_DONE && line.tail.closing ? check_tiles(&reading) : kind;
}

void wb_standing_answer(const void *rulebook, const void *view, const struct decision *decision,
                        const char *text, size_t length, struct order *list,
                        struct line_answer *answered)
{
    struct wb_line line;
    struct reading reading = {rulebook, view, &line.head, decision->seat, list, NULL};

    *answered = (struct line_answer){.says = LINE_OTHER};
    if (decision->seat != wb_asked_seat(view) || decision->seat == SEAT_TABLE ||
        !wb_read_line(text, length, &line))
        return;
    answered->says = answer(&reading);
    if (answered->says != LINE_ORDERS && line.tail.closing && speaks_to(&reading)) {
        answered->says = answer_tail(&reading, &line.head, &line.tail);
        answered->otherwise = true;
    }
    answered->count = answered->says == LINE_ORDERS;
}

uint32_t wb_standing_term(const void *rulebook, const void *view)
{
    (void)rulebook;
    return ((const struct wb_state *)view)->round;
}
