/* SPDX-License-Identifier: MIT */
/* How a position looks to the practice opponent, what the unseen cards may be, and how a sensible
 * player goes on: bids are judged by following the round with a deck that fits what the seat has
 * seen. */
#include "games/welcome_back/practice.h"

#include "games/welcome_back/cards.h"
#include "games/welcome_back/face.h"
#include "games/welcome_back/state.h"

/* ---- how good: the chance to win, in thousandths ---- */

/* A seat's standing: success cards, plus 2 with a failed raid; 4 = out. */
enum { STANDINGS = 5, STANDING_OUT = 4, CODES = STANDINGS * STANDINGS * STANDINGS * STANDINGS };
enum { WHOLE = 1000 };

struct memory {
    struct practice_memory common;
    bool known[CODES];
    int16_t chance[CODES][SEATS_MAX];
};

#define TERM_LIST(X) X(SURVIVAL, "survival", 850) /* of a raid yet to come, in thousandths */
PRACTICE_TERMS(TERM_LIST);

static const unsigned place_value[SEATS_MAX] = {1, STANDINGS, STANDINGS *STANDINGS,
                                                STANDINGS *STANDINGS *STANDINGS};

static unsigned standing_in(unsigned code, unsigned i)
{
    return code / place_value[i] % STANDINGS;
}

/* Add what a raid's end makes of the chances, `part` thousandths of it. */
static void add(struct memory *memory, unsigned code, int32_t part, int32_t sum[SEATS_MAX])
{
    for (unsigned i = 0; i < SEATS_MAX; i++)
        sum[i] += memory->chance[code][i] * part;
}

/* Everybody still in is as likely to raid next, and to come back. A raid only ever moves a seat
 * on, so the codes form no circle; `next` is asked for first what it leans on. */
static void work_out(struct memory *memory, unsigned code);

static void know(struct memory *memory, unsigned code)
{
    if (!memory->known[code])
        work_out(memory, code);
}

static void work_out(struct memory *memory, unsigned code)
{
    int32_t survival = memory->common.weight[TERM_SURVIVAL], sum[SEATS_MAX] = {0};
    unsigned in = 0, last = 0;

    for (unsigned i = 0; i < SEATS_MAX; i++)
        if (standing_in(code, i) != STANDING_OUT) {
            in++;
            last = i;
        }
    memory->known[code] = true;
    if (in <= 1) {
        memory->chance[code][last] = WHOLE;
        return;
    }
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        unsigned standing = standing_in(code, i), lost;

        if (standing == STANDING_OUT)
            continue;
        if (standing % 2) /* a second success card */
            sum[i] += WHOLE * survival;
        else {
            know(memory, code + place_value[i]);
            add(memory, code + place_value[i], survival, sum);
        }
        lost = standing < 2 ? code + 2 * place_value[i]
                            : code + (STANDING_OUT - standing) * place_value[i];
        know(memory, lost);
        add(memory, lost, WHOLE - survival, sum);
    }
    for (unsigned i = 0; i < SEATS_MAX; i++)
        memory->chance[code][i] = (int16_t)(sum[i] / (int32_t)(WHOLE * in));
}

static int32_t value(const void *rulebook, const void *view, unsigned seat, void *memory)
{
    const struct wb_state *state = view;
    struct memory *own = memory;
    unsigned code = 0;

    (void)rulebook;
    if (state->winner)
        return state->winner == seat ? WHOLE : 0;
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        unsigned other = i + 1;
        unsigned standing = other > state->seats || wb_has(state->out | state->resigned, other)
                                ? STANDING_OUT
                                : state->success[other] + 2u * wb_has(state->red, other);

        code += standing * place_value[i];
    }
    know(own, code);
    return own->chance[code][seat - 1];
}

/* ---- what players do with a card ---- */

/* What a card of the pile costs a raider, all tiles in play; tiles that he chooses to use, too. */
static int danger_of(const struct wb_rulebook *book, const struct wb_state *state, unsigned card,
                     unsigned position)
{
    struct wb_face face = wb_face_at(book, state, card, position);

    if (face.strength < 0)
        return 1;
    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (wb_has(state->in_play, i) && !wb_tile(book, state, i)->choice &&
            wb_tile_defeats(book, state, i, &face, 4))
            return 0;
    return wb_damage(book, state, face.strength);
}

/* What players are wont to do, in hundredths, as the search does it that plays against itself
 * (doc/opponent.md): with two seats, and with more, counted with four. */
enum { DANGERS = 8 };
static const struct custom {
    uint8_t added[DANGERS]; /* a card to the dungeon, not set aside, by what it costs a raider */
    uint8_t added_more, added_special;
    uint8_t passes[4]; /* by what would be left of the HP: more than 3, some, few missing, many */
} customs[2] = {{{55, 35, 38, 31, 25, 17, 16, 19}, 36, 39, {1, 6, 50, 70}},
                {{67, 42, 47, 34, 41, 10, 16, 10}, 10, 62, {2, 20, 59, 78}}};

static const struct custom *custom_at(const struct wb_state *state)
{
    return &customs[state->seats > 2];
}

/* How often, of a hundred, a card is added to the dungeon and not set aside. */
static unsigned added_of(const struct wb_rulebook *book, const struct wb_state *state,
                         unsigned card)
{
    const struct custom *custom = custom_at(state);
    int danger;

    if (card >= WB_FIRST_SPECIAL)
        return custom->added_special;
    danger = danger_of(book, state, card, 1);
    return danger < DANGERS ? custom->added[danger] : custom->added_more;
}

/* ---- the unseen ---- */

static bool is_among(const uint8_t *card, unsigned count, unsigned wanted)
{
    for (unsigned i = 0; i < count; i++)
        if (card[i] == wanted)
            return true;
    return false;
}

/* The specials that this view does not know: any that is not known to be the other. */
static void guess_specials(const struct wb_rulebook *book, struct wb_state *state,
                           const struct practice_dice *dice)
{
    for (unsigned which = 0; which < WB_GAME_SPECIALS; which++) {
        uint8_t open[WB_SPECIALS];
        unsigned count = 0;

        if (state->special[which] != WB_UNKNOWN)
            continue;
        for (unsigned pass = 0; pass < 2 && count == 0; pass++)
            for (unsigned i = 0; i < book->special_count; i++) {
                uint8_t monster = book->special[i];

                /* one that was seen is in the game, so it comes first */
                if (is_among(state->special, WB_GAME_SPECIALS, monster) ||
                    (pass == 0 && !is_among(state->card, WB_CARDS, monster) &&
                     !(state->shown >> monster & 1)))
                    continue;
                open[count++] = monster;
            }
        if (count > 0)
            state->special[which] = open[dice->below(dice->context, count)];
    }
}

/* How often each monster is added, worked out when it is asked for: a guess asks often. */
struct habit {
    const struct wb_rulebook *book;
    const struct wb_state *state;
    uint8_t added[WB_MONSTER_END]; /* of a hundred; 0: not asked for yet */
};

static unsigned added_in(struct habit *habit, unsigned card)
{
    if (!habit->added[card])
        habit->added[card] = (uint8_t)added_of(habit->book, habit->state, card);
    return habit->added[card];
}

/* What a seat did with the card of a place that this view does not know. */
enum deed { DEED_NONE, DEED_ADDED, DEED_ASIDE };

static enum deed deed_with(const struct wb_state *state, unsigned place)
{
    if (!(state->seen[state->round - 1][place] & WB_SEEN_BY))
        return DEED_NONE;
    for (unsigned i = 0; i < state->aside_count; i++)
        if (state->aside[i].place == place)
            return DEED_ASIDE;
    return is_among(state->pile, state->pile_count, place) ? DEED_ADDED : DEED_NONE;
}

/* Which of the cards left lies in a place: the likelier, the more what was done with it fits. */
static unsigned guess_card(struct habit *habit, unsigned place, const uint8_t *left, unsigned count,
                           const struct practice_dice *dice)
{
    enum deed deed = dice->plain ? DEED_NONE : deed_with(habit->state, place);
    unsigned sum[WB_CARDS], whole = 0, at, roll;

    if (deed == DEED_NONE)
        return dice->below(dice->context, count);
    for (at = 0; at < count; at++) {
        unsigned added = added_in(habit, left[at]);

        sum[at] = whole += deed == DEED_ADDED ? added : 100 - added;
    }
    roll = dice->below(dice->context, whole);
    for (at = 0; roll >= sum[at];)
        at++;
    return at;
}

/* The cards of this round's deck that the view does not show, in any order. */
static void guess_deck(const struct wb_rulebook *book, struct wb_state *state,
                       const struct practice_dice *dice)
{
    struct habit habit = {.book = book, .state = state};
    uint8_t left[WB_CARDS];
    unsigned count = book->ordinary_count;

    memcpy(left, book->ordinary, book->ordinary_count);
    for (unsigned which = 0; which < WB_GAME_SPECIALS && count < WB_CARDS; which++)
        left[count++] = state->special[which];
    for (unsigned place = 0; place < WB_CARDS; place++)
        for (unsigned i = 0; i < count; i++)
            if (left[i] == state->card[place]) {
                left[i] = left[--count];
                break;
            }
    for (unsigned place = 0; place < WB_CARDS && count > 0; place++)
        if (state->card[place] == WB_UNKNOWN) {
            unsigned at = guess_card(&habit, place, left, count, dice);

            state->card[place] = left[at];
            left[at] = left[--count];
        }
}

static void guess(const void *rulebook, void *view, unsigned seat, const struct practice_dice *dice)
{
    struct wb_state *state = view;

    (void)seat;
    guess_specials(rulebook, state, dice);
    if (state->card[0])
        guess_deck(rulebook, state, dice);
}

/* Rounds: who raids and how it ends is decided within one. */
static uint32_t stretch(const void *rulebook, const void *position)
{
    const struct wb_state *state = position;

    (void)rulebook;
    return state->phase == WB_PHASE_OVER || state->winner ? UINT32_MAX : state->round;
}

/* ---- how a sensible player goes on ---- */

static bool knows(const struct wb_state *state, unsigned place, unsigned seat)
{
    unsigned seen = state->seen[state->round - 1][place];

    return (seen & WB_SEEN_ALL) || (seen & WB_SEEN_BY) == seat;
}

/* Mean danger of the cards that a seat has not seen, in tenths. */
static int mean_danger(const struct wb_rulebook *book, const struct wb_state *state, unsigned seat)
{
    int sum = 0, count = 0, danger = 0;

    for (unsigned i = 0; i < book->ordinary_count; i++, count++) {
        if (i == 0 || book->ordinary[i] != book->ordinary[i - 1]) /* copies stand together */
            danger = danger_of(book, state, book->ordinary[i], 1);
        sum += danger;
    }
    for (unsigned place = 0; place < state->taken; place++)
        if (knows(state, place, seat) && state->card[place] != WB_UNKNOWN &&
            state->card[place] < WB_FIRST_SPECIAL) {
            sum -= danger_of(book, state, state->card[place], 1);
            count--;
        }
    return count > 0 ? sum * 10 / count : 0;
}

/* HP left at the end of a raid begun now, as a seat must think, in tenths. */
static int margin(const struct wb_rulebook *book, const struct wb_state *state, unsigned seat)
{
    int hp = wb_starting_hp(book, state) * 10, unseen = mean_danger(book, state, seat);

    for (unsigned n = 1; n <= state->pile_count; n++) {
        unsigned place = wb_place_at(state, n);

        hp -=
            knows(state, place, seat) ? 10 * danger_of(book, state, state->card[place], n) : unseen;
    }
    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (wb_has(state->in_play, i) && wb_tile(book, state, i)->choice)
            hp += 30; /* one card less, more or less */
    return hp;
}

static bool in_hundred(const struct practice_dice *dice, unsigned chance)
{
    return dice->below(dice->context, 100) < chance;
}

static unsigned find_kind(const struct order *list, unsigned count, enum wb_order_kind kind)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i].kind == kind)
            return i;
    return 0;
}

static unsigned prefer_bid(const struct wb_rulebook *book, const struct wb_state *state,
                           unsigned seat, const struct order *list, unsigned count,
                           const struct practice_dice *dice)
{
    static const uint8_t plainly[] = {4, 15, 50, 85};
    int left = margin(book, state, seat);
    const uint8_t *passes = dice->plain ? plainly : custom_at(state)->passes;
    unsigned chance = passes[left > 30 ? 0 : left > 0 ? 1 : left > -30 ? 2 : 3];

    return find_kind(list, count, in_hundred(dice, chance) ? WB_ORDER_PASS : WB_ORDER_DRAW);
}

/* To add stands first, then each tile to set the card aside for. */
static unsigned prefer_place(const struct wb_rulebook *book, const struct wb_state *state,
                             const struct order *list, unsigned count,
                             const struct practice_dice *dice)
{
    if (dice->plain)
        return in_hundred(dice, 65) ? find_kind(list, count, WB_ORDER_ADD)
                                    : dice->below(dice->context, count);
    if (count == 1 || in_hundred(dice, added_of(book, state, state->card[state->hand - 1])))
        return find_kind(list, count, WB_ORDER_ADD);
    return 1 + dice->below(dice->context, count - 1);
}

static unsigned prefer_use(const struct wb_state *state, const struct order *list, unsigned count,
                           const struct practice_dice *dice)
{
    unsigned chance = state->strength >= state->hp ? 97 : state->strength >= 4 ? 60 : 15;

    if (!in_hundred(dice, chance))
        return find_kind(list, count, WB_ORDER_DECLINE);
    return dice->below(dice->context, count - 1); /* to decline stands last */
}

static unsigned prefer(const void *rulebook, const void *position, unsigned seat,
                       const struct order *list, unsigned count, const struct practice_dice *dice)
{
    const struct wb_state *state = position;

    switch (state->phase) {
    case WB_PHASE_BID:
        return prefer_bid(rulebook, state, seat, list, count, dice);
    case WB_PHASE_PLACE:
        return prefer_place(rulebook, state, list, count, dice);
    case WB_PHASE_CHOICE:
        return prefer_use(state, list, count, dice);
    default:
        return dice->below(dice->context, count);
    }
}

const struct practice wb_practice = {.memory_bytes = sizeof(struct memory),
                                     .terms = terms,
                                     .value = value,
                                     .guess = guess,
                                     .stretch = stretch,
                                     .prefer = prefer};
