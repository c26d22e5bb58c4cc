/* Inside of src/bot. */
#ifndef POSTERN_BOT_BOT_P_H
#define POSTERN_BOT_BOT_P_H

#include "bot/bot.h"
#include "rules/practice.h"

/* Room for lists of legal orders and positions, made once for a choice. */
struct bot_room {
    struct bot *bot;
    unsigned seat;
    struct practice_dice dice;
    struct order *list;   /* LEGAL_MAX: the candidates */
    struct order *answer; /* LEGAL_MAX: what others may do */
    struct order *chain;  /* LEGAL_MAX: the next of a chain */
};

/* Why play stopped after an order. */
enum bot_rest {
    BOT_REST_OWN,   /* the seat goes on with its turn */
    BOT_REST_OTHER, /* it is another's turn, or something hidden must be seen first */
    BOT_REST_OVER
};

enum rc bot_room_init(struct bot_room *room, struct bot *bot, unsigned seat, struct err *err);
void bot_room_fini(struct bot_room *room);

/* A number below bound. */
unsigned bot_below(void *bot, unsigned bound);

/* Answer what the table and the others are asked, at random, until the seat's own turn goes on,
 * another's begins, or nothing can be answered. Own answers to questions in between are random,
 * too. *chanced: something was answered by chance. */
enum bot_rest bot_settle(struct bot_room *room, void *state, bool *chanced);
/* Play on at random, all seats, until the game's stretch ends. */
void bot_play_out(struct bot_room *room, void *state);
/* Answer one decision, of the table or at random. false: it cannot be answered from here. */
bool bot_answer(struct bot_room *room, void *state, const struct decision *decision);
/* One of a list, the kind first. */
const struct order *bot_pick(struct bot *bot, const struct order *list, unsigned count);

int32_t bot_value(const struct bot_room *room, const void *state);

#endif
