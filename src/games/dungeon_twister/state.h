/* SPDX-License-Identifier: MIT */
/* The position of a Dungeon Twister game, and the small steps that keep it whole.
 *
 * Flat and copied by assignment. What lies where is kept twice on purpose: `where` by token and
 * `at` by square; `ground` and `pass` follow from the rooms and are made anew when one turns.
 *
 * Squares are numbered row * 10 + column, a0 = 0, j21 = 219. Slots 0 to 7 are w1 w2 w3 w4
 * e1 e2 e3 e4. Room edges are numbered 0 to 59 in the reference drawing (rooms.h).
 *
 * The flow of questions, by phase:
 *   FORCES → FIRST_PICKER → PICK … (both boxes), or PAIRS, then → ROOMS → TEAMS → FIRST_PLACER →
 * PLACE … → OPEN_TEAMS → FIRST_PLAYER → CARD → ACT … → CARD (the other side) … → OVER and within
 * ACT: reveal: OPEN_ROOM → PUT_FIRST (the revealer's share) → PUT_SECOND (the opponent's) → ACT
 *   attack: COMBAT (both cards) → OPEN_COMBAT → ACT
 * Phases without anything to ask are passed over at once. */
#pragma once

#include "games/dungeon_twister/rooms.h"
#include "games/dungeon_twister/tables.h"

enum {
    DT_COLUMNS = 10,
    DT_ROWS = 22,
    DT_SQUARES = DT_COLUMNS * DT_ROWS,
    DT_SLOTS = 8,
    DT_FORCE = DT_FORCE_CHARACTERS + DT_FORCE_OBJECTS,
    DT_PLACED_MAX = 16, /* hidden tokens of a side: 10 in the game, room for variants */
    DT_TEAM = 4,
    DT_CARD_VALUES = 7, /* combat cards 0 to 6 */
    DT_ACTION_CARD_MIN = 2,
    DT_ACTION_CARD_MAX = 5,
    DT_ALL_ACTION_CARDS = 0x3c, /* bits 2 to 5 */
    DT_JUMP_CARDS = 3,
    DT_HIGHEST_STANDARD = 5 /* highest Action card played, where no cap holds any more */
};

/* Where a token is, beside the squares. */
enum dt_where {
    DT_ABSENT = 240, /* not in this game */
    DT_HIDDEN,       /* behind the screen, face down in a room, or in a team not yet shown */
    DT_SHOWN,        /* turned up with its room, to be put on a square */
    DT_KILLED,
    DT_ESCAPED, /* left unwounded; for a Treasure: carried out, see `taken_out` */
    DT_SAVED,   /* left as a wounded friend carried out, DT-EXIT-05 */
    DT_GONE     /* object used up, vanished or carried out without effect */
};

enum dt_phase {
    DT_PHASE_PAIRS,
    DT_PHASE_FORCES,       /* both sides choose in secret, PD-MODE-03 */
    DT_PHASE_FIRST_PICKER, /* who picks first, PD-MODE-04, -05 */
    DT_PHASE_PICK,
    DT_PHASE_ROOMS,
    DT_PHASE_TEAMS,
    DT_PHASE_FIRST_PLACER,
    DT_PHASE_PLACE,
    DT_PHASE_OPEN_TEAMS,
    DT_PHASE_FIRST_PLAYER,
    DT_PHASE_CARD,
    DT_PHASE_ACT,
    DT_PHASE_OPEN_ROOM,
    DT_PHASE_PUT_FIRST,
    DT_PHASE_PUT_SECOND,
    DT_PHASE_COMBAT,
    DT_PHASE_OPEN_COMBAT,
    DT_PHASE_OVER,
    DT_PHASES
};

enum dt_end {
    DT_END_NONE,
    DT_END_TARGET,   /* DT-END-03 */
    DT_END_NOBODY,   /* DT-END-07 */
    DT_END_RESIGNED, /* DT-END-09 */
    DT_END_AGREED,   /* DT-END-09 */
    DT_END_UNOPENED, /* DT-TIMER-11 */
    DT_ENDS
};

/* A token laid face down: the k-th of its side is placed[side][k - 1], seal token/<seat>/<k>. */
struct dt_placed {
    uint8_t slot;  /* DT_NONE once its room is revealed */
    uint8_t token; /* DT_UNKNOWN where this reader may not know; DT_NONE once shown */
};

/* The boxes played with, PD-MODE-01 and -02. */
enum dt_boxes { DT_BOXES_BASE, DT_BOXES_EXPANSION, DT_BOXES_BOTH };
/* How forces and rooms are chosen from both boxes, PD-MODE-03 to -06. */
enum dt_mode { DT_MODE_NONE, DT_MODE_FREE, DT_MODE_COMMON, DT_MODE_SCENARIO };

/* What was agreed; DT-VARIANT. */
struct dt_agreed {
    uint32_t force[DT_SIDES]; /* bit per kind: of a scenario, PD-MODE-07; else 0 */
    uint16_t pairs;           /* bit p: pair p is in the game; 0 = not drawn or picked yet */
    uint8_t target;
    uint8_t tie_continues;
    uint8_t show_hands;
    uint8_t beginner;
    uint8_t pairs_agreed;          /* the pairs were named, not drawn */
    uint8_t characters[DT_SIDES];  /* how many a side uses */
    uint8_t cards_out[DT_SIDES];   /* highest combat cards given up */
    uint8_t rows;                  /* 22, or 17 in the beginner's game */
    uint8_t slots;                 /* bit s: slot s is in the game */
    uint8_t level[DT_SIDES];       /* named strength, DT-VARIANT-09; 0 = none */
    uint8_t boxes;                 /* enum dt_boxes */
    uint8_t mode;                  /* enum dt_mode */
    uint8_t copies[DT_BOX_EITHER]; /* by enum dt_box: of each box, PD-MODE-10 */
    /* of a scenario, PD-MODE-11 */
    uint8_t any_card;   /* every Action card from the first turn on */
    uint8_t jump_cards; /* of each side */
    uint8_t begins;     /* side + 1 that begins; 0 = drawn */
    uint8_t spare[2];   /* no padding: it is compared as bytes */
};

struct dt_state {
    uint64_t at[DT_SQUARES];   /* tokens on each square */
    uint64_t wounded;          /* characters */
    uint64_t hurt;             /* wounded at some time during this turn, DT-COMBAT-09 */
    uint64_t restored;         /* healed or regenerated this turn, DT-CHAR-CLERIC-03 */
    uint64_t fighters;         /* of the combat being fought */
    uint64_t open[DT_SLOTS];   /* by slot: room edges whose portcullis is open */
    uint64_t broken[DT_SLOTS]; /* and those that are broken for good */

    uint32_t turn;     /* from 1; 0 during set-up */
    uint32_t question; /* id of the first open question; the others follow */
    uint32_t next_id;  /* the next id to give */
    uint32_t clock;    /* id of this turn's clock */

    struct dt_agreed agreed;

    uint8_t where[DT_TOKENS];   /* square, or enum dt_where */
    uint8_t ground[DT_SQUARES]; /* enum dt_ground */
    uint8_t pass[DT_SQUARES];   /* low half: bit d, passable towards d; high half: a wall there
                                   that the Wall-Walker may step through */
    uint8_t room[DT_SLOTS];     /* room number; DT_UNKNOWN, DT_NONE before they are laid */
    uint8_t turned[DT_SLOTS];   /* orientation 0 to 3; DT_UNKNOWN, DT_NONE */

    struct dt_placed placed[DT_SIDES][DT_PLACED_MAX];
    uint8_t placed_count[DT_SIDES];
    uint8_t team[DT_SIDES][DT_TEAM]; /* kinds; DT_UNKNOWN; DT_NONE before chosen and once shown */

    /* chosen or picked so far, characters first; DT_UNKNOWN where this reader may not know */
    uint8_t force[DT_SIDES][DT_FORCE];
    uint8_t force_count[DT_SIDES];

    uint8_t combat[DT_SIDES][DT_CARD_VALUES]; /* copies in hand */
    uint8_t actions[DT_SIDES];                /* bit n: Action card n in hand */
    uint8_t jumps[DT_SIDES];
    uint8_t score[DT_SIDES];
    uint8_t taken_out[DT_SIDES]; /* side + 1 that carried this side's Treasure out; 0 = none */
    /* action points of the Potion, by character; of the side not active: while charmed */
    uint8_t potion[DT_SIDES][DT_CHARACTER_KINDS];
    uint8_t charm[DT_CHARACTER_KINDS]; /* charm Actions left, by character of the other side */
    uint8_t illusion[DT_SIDES][DT_ILLUSIONS]; /* square of each marker; DT_NONE = not laid */
    uint8_t breaches[DT_SIDES];               /* walls broken by its Golem, PD-GOLEM-05 */
    uint8_t pentacle;                         /* side + 1 that holds it now; 0 = nobody */
    uint8_t ap;                               /* left of the Action card */
    uint8_t drunk;   /* Potions drunk this turn: halves added to the clock, DT-TIMER-07 */
    uint8_t highest; /* Action card played so far by either; 4 and more lifts the cap */

    uint8_t phase;            /* enum dt_phase */
    uint8_t active;           /* side whose turn it is */
    uint8_t placer;           /* PLACE: side to place; PUT: side asked */
    uint8_t handed;           /* PUT: the rest has been left to the other side once */
    uint8_t revealed;         /* bit per slot */
    uint8_t slot;             /* being revealed; else DT_NONE */
    uint8_t answered;         /* bit per question of the present set, in their order */
    uint8_t attacker, target; /* tokens; DT_NONE outside a combat */
    uint8_t chosen[DT_SIDES]; /* combat card: value, DT_UNKNOWN, or DT_NONE = not yet */

    uint8_t end;      /* enum dt_end */
    uint8_t winner;   /* side + 1; 0 = drawn or not over */
    uint8_t offers;   /* bit per side that offers a draw */
    uint8_t spare[2]; /* no padding: positions are compared as bytes */
};

/* Sets of tokens. */
#define DT_BIT(token) (UINT64_C(1) << (token))
#define DT_SIDE(side) (UINT64_C(0xffffffff) << (32 * (side)))
#define DT_CHARACTERS UINT64_C(0x0000ffff0000ffff)
#define DT_OBJECTS    UINT64_C(0xffff0000ffff0000)

static inline unsigned dt_token(unsigned side, unsigned kind)
{
    return side * DT_KINDS + kind;
}
static inline unsigned dt_side_of(unsigned token)
{
    return token / DT_KINDS;
}
static inline unsigned dt_kind_of(unsigned token)
{
    return token % DT_KINDS;
}
/* Who acts in an order: an own character, or a charmed one of the other side. */
static inline unsigned dt_actor(unsigned side, int who)
{
    return (side * DT_KINDS + (unsigned)who) % DT_TOKENS;
}
/* The lowest token of a set that is not empty. */
static inline unsigned dt_first(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}
static inline unsigned dt_count(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}
static inline bool dt_on_board(const struct dt_state *state, unsigned token)
{
    return state->where[token] < DT_SQUARES;
}
/* The slot of a room square, DT_NONE for starting lines. */
static inline unsigned dt_slot_of(const struct dt_state *state, unsigned square)
{
    unsigned row = square / DT_COLUMNS;

    if (row == 0 || row + 1u >= state->agreed.rows)
        return DT_NONE;
    return (row - 1) / DT_ROOM_SIDE + (square % DT_COLUMNS >= DT_ROOM_SIDE ? 4 : 0);
}
/* Row of a side's own starting line. */
static inline unsigned dt_home_row(const struct dt_state *state, unsigned side)
{
    return side == 0 ? 0 : state->agreed.rows - 1u;
}

static inline bool dt_is(unsigned token, enum dt_flag flag)
{
    return dt_kinds[dt_kind_of(token)].flags & DT_FLAG(flag);
}
/* Tokens of both sides that go by the same name as a kind: both boxes' Ropes. */
uint64_t dt_alike(unsigned kind);
/* Objects with a flag that a character may make use of: not the Ghost, PD-CHAR-GHOST-03. */
static inline uint64_t dt_uses(const struct dt_rulebook *book, const struct dt_state *state,
                               unsigned token, enum dt_flag flag)
{
    return dt_kinds[dt_kind_of(token)].carries ? state->at[state->where[token]] & book->with[flag]
                                               : 0;
}
/* Is a kind to be had in this game, in whatever force? */
bool dt_is_available(const struct dt_agreed *agreed, unsigned kind);
/* The square at (x, y) of a slot, from its south-west corner. */
unsigned dt_slot_square(unsigned slot, unsigned x, unsigned y);
/* The start dot 0 to 3 of a side, DT-TEAM-02. */
unsigned dt_dot(const struct dt_state *state, unsigned side, unsigned dot);
/* How many tokens a slot takes during placing, DT-SETUP-05. */
unsigned dt_capacity(const struct dt_state *state, unsigned slot);
/* Tokens of a slot still face down. */
unsigned dt_hidden_in(const struct dt_state *state, unsigned slot);

/* Put a token on a square, wherever it was. */
void dt_put(struct dt_state *state, unsigned token, unsigned square);
/* Take a token off the board (or out of hiding) to one of the places of enum dt_where. */
void dt_remove(struct dt_state *state, unsigned token, enum dt_where where);
/* Make ground and pass of every square anew from rooms, orientations and portcullises. */
void dt_refresh(const struct dt_rulebook *book, struct dt_state *state);
/* The same for one slot and its borders. */
void dt_refresh_slot(const struct dt_rulebook *book, struct dt_state *state, unsigned slot);
/* Is there an unbroken wall on a square's own half of an edge, in a revealed room? */
bool dt_has_wall(const struct dt_rulebook *book, const struct dt_state *state, unsigned square,
                 unsigned direction);
/* The room edge (0 to 59) at the side of a square in a revealed room. */
unsigned dt_edge(const struct dt_rulebook *book, const struct dt_state *state, unsigned square,
                 unsigned direction);
