/* What the forum is told: a topic for each game, a post for each turn, short answers to posts;
 * queued as letters out inside the caller's change. What one player alone may know goes to him.
 * Source: doc/forum-adapters.md. */
#ifndef POSTERN_DESK_FORUM_ANSWER_H
#define POSTERN_DESK_FORUM_ANSWER_H

#include "desk/forum.h"
#include "letter/value.h"

struct incoming;
struct position;

/* Who is told when a letter is to all. */
enum { FORUM_SEAT = 255 };

/* Queue what the public must know after entries were added: the topic of a new game, a post when
 * somebody else is asked or the game is over, the opening post anew.
 * in     said: {by, lines} of the post that is answered along; NULL = none. Its lines are posted
 *        alone when nothing else is to be told */
enum rc forum_tell(struct desk *desk, const struct position *position, struct value *said,
                   struct err *err) MUST_CHECK;

/* Open a new topic for a game whose old one is gone; what waits goes there.
 * fails  RC_NOT_FOUND: no such game */
enum rc forum_reopen(struct desk *desk, int64_t game, struct err *err) MUST_CHECK;

/* Answer a post: lines that were carried out in the topic, all else to its writer alone.
 * out    *told: he was sent a whole answer, with his view of the game */
enum rc forum_answer(struct incoming *incoming, bool *told, struct err *err) MUST_CHECK;

/* Say something to everybody in the topic of a post, in the public language. */
struct forum_announcement {
    const char *text;
    int64_t player[SEATS_MAX]; /* called by name, where they have an account; 0 = nobody */
    unsigned count;
};
enum rc forum_announce(struct incoming *incoming, const struct forum_announcement *told,
                       struct err *err) MUST_CHECK;

/* The command "link": answer with the code that links an account of the forum, by mail alone. */
enum rc forum_run_link(struct incoming *incoming, const char *arguments,
                       struct err *err) MUST_CHECK;

#endif
