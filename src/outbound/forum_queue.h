/* SPDX-License-Identifier: MIT */
/* What the forum is told: a topic for each game, a post for each turn; queued as letters out inside
 * the caller's change. Source: doc/forum-adapters.md. */
#pragma once

#include "letter/value.h"

struct desk;
struct position;

/* Who is told when a letter is to all. */
enum { FORUM_SEAT = 255 };

/* Queue what the public must know after entries were added: the topic of a new game, a post when
 * somebody else is asked or the game is over, the opening post anew.
 * in     said: {by, lines} of the post that is answered along; NULL = none. Its lines are posted
 *        alone when nothing else is to be told */
enum rc forum_queue(struct desk *desk, const struct position *position, struct value *said,
                    struct err *err);

/* Open a new topic for a game whose old one is gone; what waits goes there.
 * fails  RC_NOT_FOUND: no such game */
enum rc forum_reopen(struct desk *desk, int64_t game, struct err *err);

/* Let what failed be tried again now; inside a change. *waiting: how many posts and messages. */
enum rc forum_hurry(struct desk *desk, int64_t *waiting, struct err *err);

/* A game's topic, as the administrator sees it; borrowed for the call. */
struct forum_topic {
    int64_t game, topic; /* topic 0 = not open yet */
    const char *state, *url;
    int64_t waiting; /* posts */
};
typedef enum rc (*forum_topic_fn)(void *user, const struct forum_topic *topic, struct err *err);
enum rc forum_topics(struct desk *desk, forum_topic_fn fn, void *user, struct err *err);
