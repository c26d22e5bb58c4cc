/* SPDX-License-Identifier: MIT */
/* One sentence to somebody, in his own language: to a seat with its game's letter, to a player in
 * no game, to the administrator with a file. Nothing here decides who is told.
 * Source: design, section 7; mail-conventions O9. */
#pragma once

#include "letter/sentences.h"
#include "play/position.h"

enum { NOTICE_ARGS_MAX = 6, NOTICE_ACTIONS = 3 };

/* All borrowed for the call. */
struct notice {
    const char *key; /* of the sentence */
    struct sentence_arg arg[NOTICE_ARGS_MAX];
    unsigned count;
    unsigned player, other; /* seats that {player} and {other} name, as its reader may know who sits
                               there; 0 = none */
    const char
        *action[NOTICE_ACTIONS]; /* what may be written next, as exact commands; NULL = none */
    const char *subject;         /* of a letter without a game; NULL = the robot's name */
    const struct game *about; /* gives {title}, in the reader's language, and the subject if there
                                 is none; NULL = none */
    int64_t offer;            /* that an answer is about; 0 = none */
    const char *file;         /* name of a text that goes along; NULL = none */
    const struct buf *text;   /* it */
};

/* Queue it for the player of a seat, with what is new in the game. */
enum rc notice_seat(struct desk *desk, const struct position *position, unsigned seat,
                    const struct notice *notice, struct err *err);
/* Queue it for a player, without a game. */
enum rc notice_player(struct desk *desk, int64_t player, const struct notice *notice,
                      struct err *err);
/* Queue it for the administrator, in the server's language; nothing is done where the configuration
 * names no address of his. */
enum rc notice_keeper(struct desk *desk, const struct notice *notice, struct err *err);

/* After a change by hand: put the derived rows, and tell all seats but `but` (0 = none) what
 * changed; a notice without a key: only what they must know anyway. */
enum rc notice_settled(struct desk *desk, struct position *position, unsigned but,
                       const struct notice *notice, struct err *err);
/* The same with a sentence that names nobody; NULL = none. */
enum rc notice_all(struct desk *desk, struct position *position, unsigned but, const char *sentence,
                   struct err *err);
