/* SPDX-License-Identifier: MIT */
/* A position of Welcome Back to the Dungeon, and small questions about it.
 *
 * Flat and zero-initialised. Cards are known by their place in the round's deck (0 = top), each
 * of which is a seal of the table; `card` holds what is on it, or WB_UNKNOWN. Everything else is
 * public. Who may know a card is kept for every round, so that old seals can be asked about.
 * Source: doc/rules/welcome-back.md; design, section 3. */
#pragma once

#include "games/welcome_back/terms.h"
#include "rules/event.h"
#include "rules/order.h"

enum {
    WB_CARDS = 15,        /* WB-SETUP-05 */
    WB_HERO_TILES = 6,    /* WB-SETUP-03 */
    WB_GAME_SPECIALS = 2, /* WB-SETUP-04 */
    WB_SEATS_MIN = 2,
    WB_SEATS_MAX = 4, /* WB-SETUP-01 */
    /* Each raid gives a success card or a failed raid. Before the last one nobody has two
     * success cards and two seats or more are not eliminated: 4 + (2 + 2 + 1 + 1) + 1 = 11. */
    WB_ROUNDS_MAX = 12,
    WB_SUCCESSES_TO_WIN = 2, /* WB-END-01 */
    WB_UNKNOWN = 255,        /* a card that the reader may not know */
    WB_NO_STRENGTH = -1,     /* Ally and Cube: neither even nor odd */
    WB_ALL_TILES = (1 << WB_HERO_TILES) - 1
};

/* What the game waits for. */
enum wb_phase {
    WB_PHASE_FIRST_HERO, /* the table draws */
    WB_PHASE_SPECIALS,
    WB_PHASE_STARTER,
    WB_PHASE_HERO,     /* `turn` chooses the next hero */
    WB_PHASE_DECK,     /* the table shuffles */
    WB_PHASE_BID,      /* `turn` draws or passes */
    WB_PHASE_PLACE,    /* `turn` adds the card in hand, or sets it aside */
    WB_PHASE_PICK,     /* the raider picks who names for tile `asked` */
    WB_PHASE_NAME,     /* `turn` names for tile `asked` */
    WB_PHASE_REVEAL,   /* the next card of the pile is opened */
    WB_PHASE_CHOICE,   /* the raider may use a choice tile on the card he faces */
    WB_PHASE_PRICE,    /* the raider pays for tile `asked` with another tile */
    WB_PHASE_CUBE,     /* the raider gives up a tile */
    WB_PHASE_SWAP,     /* the top card of the deck is opened in the place of the one faced */
    WB_PHASE_SHOW,     /* the rest of the pile is opened for Omnipotence */
    WB_PHASE_REVIEW,   /* monsters set aside are opened */
    WB_PHASE_DISCLOSE, /* the game is decided: the two specials are opened */
    WB_PHASE_OVER,
    WB_PHASES
};

enum wb_first_turn { WB_FIRST_TURN_FREE, WB_FIRST_TURN_MUST_ADD };
enum wb_heroes { WB_HEROES_BACK, WB_HEROES_ORIGINAL, WB_HEROES_BOTH };
enum wb_flute { WB_FLUTE_NEXT, WB_FLUTE_ALL };

/* Who may know a card: the seat that drew it (0 = none), and this bit when it was shown. */
enum { WB_SEEN_BY = 7, WB_SEEN_ALL = 8 };

struct wb_aside {
    uint8_t place;
    uint8_t seat;
    uint8_t tile; /* 0..5 of the hero's */
};

struct wb_state {
    uint32_t question; /* number of the open question */

    /* Options and seats. */
    uint8_t seats;
    uint8_t first_turn, heroes, flute;
    uint8_t first_hero; /* fixed by the administrator; 0 = drawn */

    /* Where the game stands. Masks hold bit 1 << seat. */
    uint8_t phase;
    uint8_t round; /* from 1 once the first deck is due */
    uint8_t hero;  /* enum wb_hero_code */
    uint8_t starter;
    uint8_t turn;   /* the player asked, where a phase has one */
    uint8_t raider; /* of this round, from the end of its bidding */
    uint8_t winner; /* decided, though openings may still be due */
    uint8_t passed, out, resigned, red;
    uint8_t success[SEATS_MAX + 1];
    uint8_t special[WB_GAME_SPECIALS]; /* 0 = not drawn yet, or WB_UNKNOWN */
    uint8_t disclosed;                 /* how many specials were opened at the end */
    uint16_t shown;                    /* specials shown to all so far, bit 1 << monster */

    /* The round's cards. */
    uint8_t card[WB_CARDS]; /* 0 = no deck laid out */
    uint8_t seen[WB_ROUNDS_MAX][WB_CARDS];
    uint8_t taken;          /* cards taken from the deck: places 0..taken-1 */
    uint8_t pile[WB_CARDS]; /* places, bottom first; position n is pile[pile_count - n] */
    uint8_t pile_count;
    uint8_t revealed; /* positions opened */
    uint8_t hand;     /* place + 1 of the card just drawn; 0 = none */
    uint8_t aside_count, aside_opened;
    struct wb_aside aside[WB_HERO_TILES];
    uint8_t swapped_count;
    uint8_t swapped[WB_HERO_TILES]; /* places of cards replaced in the dungeon */

    /* The round's tiles: masks over 0..5. */
    uint8_t in_play;
    uint8_t running; /* a coin on its run */

    /* The raid. */
    uint8_t asked;                /* tile that the question is about */
    uint8_t picked;               /* who names for the Greatsword */
    uint8_t named[WB_HERO_TILES]; /* monster named for a tile */
    int16_t hp;
    uint8_t skips;          /* pending, WB-DUNGEON-09 */
    uint8_t reduction;      /* the Flute's, on the card faced */
    uint8_t next_reduction; /* and on the one after it */

    /* The card faced, while the raider is asked about it. WB-DUNGEON-05 */
    int8_t strength; /* or WB_NO_STRENGTH */
    uint8_t identity;
    int16_t hp_before; /* HP at the reveal, WB-DAMAGE-05 */
};

static inline uint8_t wb_bit(unsigned number)
{
    return (uint8_t)(1u << number);
}
static inline bool wb_has(unsigned mask, unsigned number)
{
    return (mask >> number & 1u) != 0;
}

/* The next seat clockwise that is not in the mask; 0 = none. */
unsigned wb_next_seat(const struct wb_state *state, unsigned seat, unsigned without);
/* How many seats are not in the mask. */
unsigned wb_seats_without(const struct wb_state *state, unsigned without);
/* The only seat not in the mask; 0 = none or several. */
unsigned wb_only_seat(const struct wb_state *state, unsigned without);
/* Index of the card at a position of the dungeon, from 1. */
static inline unsigned wb_place_at(const struct wb_state *state, unsigned position)
{
    return state->pile[state->pile_count - position];
}
/* True while a raid runs. */
bool wb_raid_runs(const struct wb_state *state);
/* The number of tiles in a mask. */
unsigned wb_count(unsigned mask);
