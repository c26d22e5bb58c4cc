/* SPDX-License-Identifier: MIT */
/* A tournament in the forum: a topic of its own, a post for each thing that all may know of it.
 * Every post shows the table anew, so that one which is lost leaves no gap. Source:
 * doc/tournaments.md, doc/forum-adapters.md. */
#pragma once

#include "base/base.h"

struct desk;

/* A post; all borrowed for the call, in the server's language. */
struct forum_club {
    int64_t tournament;
    const char *title; /* of its topic */
    const char *text;  /* a sentence or two */
    const char *table; /* lines, as they shall stand below each other; "" = none */
};

/* Queue it inside a change: the first opens the topic, as does the first after a topic was lost.
 * Nothing is done without a forum. */
enum rc forum_club_tell(struct desk *desk, const struct forum_club *told, struct err *err);
/* Is there a topic, or is one on its way? */
enum rc forum_club_has_topic(struct desk *desk, int64_t tournament, bool *has, struct err *err);

/* ---- on its way (forum_send.c) ---- */

/* The tournament of a place, "cup/7" or "cup-topic/7"; 0 = of none. */
int64_t forum_club_of(const char *place);
/* Where such a place is now: "topic/45", "category/3"; "" while the topic is not open yet.
 * out    *is_lost: it never will be: the post is not sent */
enum rc forum_club_resolve(struct desk *desk, const char *place, char *to, size_t capacity,
                           bool *is_lost, struct err *err);
/* Note its topic, or with 0 that the forum has it no more. */
enum rc forum_club_note(struct desk *desk, int64_t tournament, int64_t topic, struct err *err);
