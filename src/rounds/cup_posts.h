/* SPDX-License-Identifier: MIT */
/* What the forum is told of a tournament: that it is open, who meets whom, where all stand. Names
 * of those alone who show themselves to everybody. Source: doc/cups.md. */
#ifndef POSTERN_ROUNDS_CUP_POSTS_H
#define POSTERN_ROUNDS_CUP_POSTS_H

#include "cup/cup.h"

enum cup_post { CUP_POST_OPEN, CUP_POST_ROUND, CUP_POST_OVER, CUP_POST_LADDER, CUP_POST_CANCELLED };

/* Queue a post, inside a change. Where the forum shows those games alone that its members play, a
 * tournament is shown that was announced there or that one of them entered. */
enum rc cup_post(struct desk *desk, struct cup *cup, enum cup_post what,
                 struct err *err) MUST_CHECK;

#endif
