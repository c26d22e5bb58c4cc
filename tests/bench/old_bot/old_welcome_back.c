/* SPDX-License-Identifier: MIT */
/* How a position looks to the practice opponent, and what the unseen cards may be: bids are judged
 * by playing the round on with a deck that fits what the seat has seen. */
#include "old_bot/old_practice.h"

#include <string.h>

#include "games/welcome_back/cards.h"
#include "games/welcome_back/state.h"

enum { GAME = 100000, SUCCESS = 20000, FAILURE = 12000, OUT = 40000 };

static int32_t standing_of(const struct wb_state *state, unsigned seat)
{
    int32_t value = SUCCESS * state->success[seat];

    if (state->winner == seat)
        return GAME;
    if (wb_has(state->out | state->resigned, seat))
        return -OUT;
    return wb_has(state->red, seat) ? value - FAILURE : value;
}

/* Own standing against the best and the mean of the others. */
static int32_t value(const void *rulebook, const void *view, unsigned seat)
{
    const struct wb_state *state = view;
    int32_t best = -OUT, sum = 0;

    (void)rulebook;
    for (unsigned other = 1; other <= state->seats; other++) {
        int32_t theirs;

        if (other == seat)
            continue;
        theirs = standing_of(state, other);
        sum += theirs;
        if (theirs > best)
            best = theirs;
    }
    return 2 * standing_of(state, seat) - best - sum / (int32_t)(state->seats - 1);
}

static bool is_among(const uint8_t *card, unsigned count, unsigned wanted)
{
    for (unsigned i = 0; i < count; i++)
        if (card[i] == wanted)
            return true;
    return false;
}

/* The specials that this view does not know: any that is not known to be the other. */
static void guess_specials(const struct wb_rulebook *book, struct wb_state *state,
                           const struct old_dice *dice)
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

/* The cards of this round's deck that the view does not show, in any order. */
static void guess_deck(const struct wb_rulebook *book, struct wb_state *state,
                       const struct old_dice *dice)
{
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
            unsigned at = dice->below(dice->context, count);

            state->card[place] = left[at];
            left[at] = left[--count];
        }
}

static void guess(const void *rulebook, void *view, unsigned seat, const struct old_dice *dice)
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
    return state->phase == WB_PHASE_OVER ? UINT32_MAX : state->round;
}

const struct old_practice old_welcome_back = {.value = value, .guess = guess, .stretch = stretch};
