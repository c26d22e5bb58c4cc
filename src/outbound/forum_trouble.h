/* SPDX-License-Identifier: MIT */
/* Trouble with the forum that only the administrator can mend, told him by one letter each: not
 * again while it lasts. What players are told, and what is tried again, is not decided here.
 * Source: doc/forum-adapters.md. */
#pragma once

#include "ledger/topics.h"
#include "server/desk.h"

enum {
    FORUM_AWAY_S = 86400,   /* without an answer: he is told */
    FORUM_REFUSED_S = 86400 /* in which he is told of one post of a game */
};

/* Write to him that a topic takes no posts any more; inside the change that notes its new state.
 * in     refused: the topic was never opened; why: what the forum said */
enum rc forum_queue_topic(struct desk *desk, const struct ledger_topic *topic, bool refused,
                          const char *why, struct err *err);

/* Write to him that a post of a game, or a private message, is refused for good or given up; once a
 * day for each game. in  game: 0 = of none; out: the letter out; why: what the forum said */
enum rc forum_queue_post(struct desk *desk, int64_t game, int64_t out, const char *why,
                         struct err *err);

/* Note how the forum was last reached; a change of its own where there is something to note.
 * in     last: rc RC_OK = it answered */
enum rc forum_note_reached(struct desk *desk, const struct err *last, struct err *err);
