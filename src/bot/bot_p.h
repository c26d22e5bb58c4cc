/* SPDX-License-Identifier: MIT */
/* Inside of src/bot. */
#pragma once

#include "bot/bot.h"
#include "rules/practice.h"

/* How hard a level thinks. */
struct bot_effort {
    uint32_t nodes; /* most positions looked at for a choice */
    /* whole turns */
    uint16_t width;           /* chains kept at each step of the own turn */
    uint8_t finals;           /* turns whose answers are looked at; 0: none are */
    uint8_t rounds;           /* in which the best of them are looked at again, harder */
    uint8_t reply, reply_end; /* chains kept at each step of an answer, first and last round */
    uint8_t guesses;          /* at what a turn that ends in something unseen may bring */
    uint32_t hunt, ward;      /* positions looked at for a win, and for one of the other side's */
    /* guess by guess */
    bool plain;     /* no conclusions from what others did, nor from what they are wont to do */
    uint32_t walks; /* games followed to the end of a stretch */
};
extern const struct bot_effort bot_efforts[BOT_LEVELS];

enum { BOT_WIDTH_MAX = 256, BOT_FINALS_MAX = 64, BOT_REPLY_MAX = 64, BOT_STEPS_MAX = 32768 };

struct bot_turn;
struct bot_tree;
struct bot_win;

/* Room for lists of legal orders and positions, laid out once for a choice. */
struct bot_room {
    struct bot *bot;
    unsigned seat; /* whose view it is */
    const struct bot_effort *effort;
    struct practice_dice dice;
    unsigned long nodes;  /* positions looked at so far */
    unsigned long limit;  /* and how many may be, just now */
    struct order *list;   /* LEGAL_MAX: of who searches */
    struct order *reply;  /* LEGAL_MAX: of who answers */
    struct order *answer; /* LEGAL_MAX: small questions in between */
    void *memory;         /* the game's */
    void *fork[PRACTICE_FORKS_MAX];
    void *spare[4]; /* positions */
    struct bot_turn *turn;
    struct bot_tree *tree;
    struct bot_win *win;
};

/* Why play stopped after an order. */
enum bot_rest {
    BOT_REST_OWN,   /* the mover goes on with his turn */
    BOT_REST_OTHER, /* it is another's turn */
    BOT_REST_SEE,   /* something hidden must be seen first */
    BOT_REST_OVER
};

/* The next piece of a memory, which may be absent. */
void *bot_take(unsigned char *memory, size_t *used, size_t bytes);
/* Lay a room out in memory; NULL: only count its bytes. */
size_t bot_room_init(struct bot_room *room, struct bot *bot, unsigned seat, void *memory);
/* The same of a room that a choice has left in memory: found again as it is. */
size_t bot_room_again(struct bot_room *room, struct bot *bot, unsigned seat, void *memory);
/* Its bytes; behind it bot_bytes has BOT_EXTRA_STATES positions for the lessons. */
size_t bot_room_bytes(struct bot *bot);
enum { BOT_EXTRA_STATES = 2 };
/* Is the time or the number of positions used up? */
bool bot_is_late(const struct bot_room *room);

/* A number below bound. */
unsigned bot_below(void *bot, unsigned bound);
uint64_t bot_hash(const void *state, size_t bytes);
/* One of a list, the kind first. */
const struct order *bot_pick(struct bot *bot, const struct order *list, unsigned count);
/* Answer a draw or an opening of the table. false: it cannot be answered from here. */
bool bot_answer_table(struct bot_room *room, void *state, const struct decision *decision);

/* What the seat says of an end by agreement, if anything; memory as for a choice. */
bool bot_offer(struct bot *bot, const void *view, unsigned seat, void *memory, struct order *order);

/* How good a position is for the room's seat. */
int32_t bot_value(struct bot_room *room, const void *state);

/* Answer what the table, chance and replies are asked until a mover's turn goes on or ends.
 * out    *offset: what the position's value has to be raised by, since of several outcomes that
 *        are possible the likeliest stands */
enum bot_rest bot_settle(struct bot_room *room, void *state, unsigned mover, int32_t *offset);

/* Bytes of a turn's search, and its layout. */
size_t bot_turn_init(struct bot_room *room, void *memory);
/* Search whole turns from a view, and plan the best. */
bool bot_turn_choose(struct bot_room *room, const void *view, struct order *order);

/* Plan these orders; the turn ends in that position, as far as it is known. */
void bot_turn_set(struct bot_room *room, const void *view, const struct order *order,
                  unsigned count, const void *end);

/* Bytes of the hunt for a win, and its layout. */
size_t bot_win_init(struct bot_room *room, void *memory);
/* Choose an order, and plan the rest, by which the turn is won whatever others answer. False: none
 * was found. */
bool bot_win_choose(struct bot_room *room, const void *view, struct order *order);
/* Has a seat whose turn it is such an order, as far as so many positions show? */
bool bot_win_is_near(struct bot_room *room, const void *state, unsigned mover, unsigned long most);

/* What it is worth to the room's seat to play these orders of its turn, as far as it can be known
 * beforehand: by the answer to them, as to a turn that was searched.
 * out    *end: the position in which the turn ends or something unseen is met; *unseen: the latter
 * false: an order is not legal there */
bool bot_turn_judge(struct bot_room *room, const void *view, const struct order *played,
                    unsigned count, void *end, bool *unseen, int32_t *value);
/* The best answer found to a position in which the turn of the room's seat has ended, as far as its
 * view shows.
 * out    order: BOT_PLAN_MAX
 * returns how many; 0: nobody answers there before something unseen is met */
unsigned bot_turn_answer(struct bot_room *room, const void *state, struct order *order);
/* The position in which the turn chosen last ends, as far as it can be known. */
const void *bot_turn_end(const struct bot_room *room);

size_t bot_tree_init(struct bot_room *room, void *memory);
/* Choose by a tree of what each seat can know. */
bool bot_tree_choose(struct bot_room *room, const void *view, struct order *order);
/* What the room's seat has at the end of the stretch, as players are wont to go on: the mean. */
int32_t bot_tree_mean(struct bot_room *room, const void *view);
/* What the tree grown last has taught of an order that is legal in its view; -1: nothing. */
int32_t bot_tree_worth(struct bot_room *room, const void *view, const struct order *order);
