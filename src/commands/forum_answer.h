/* SPDX-License-Identifier: MIT */
/* Answers to posts: what was carried out in the topic, all else to its writer alone.
 * Source: doc/forum-adapters.md. */
#pragma once

#include "commands/incoming.h"

/* Answer a post: lines that were carried out in the topic, all else to its writer alone.
 * out    *told: he was sent a whole answer, with his view of the game */
enum rc forum_answer(struct incoming *incoming, bool *told, struct err *err);

/* Say something to everybody in the topic of a post, in the public language. */
struct forum_announcement {
    const char *text;
    int64_t player[SEATS_MAX]; /* called by name, where they have an account; 0 = nobody */
    unsigned count;
};
enum rc forum_announce(struct incoming *incoming, const struct forum_announcement *told,
                       struct err *err);

/* The command "link": answer with the code that links an account of the forum, by mail alone. */
enum rc forum_run_link(struct incoming *incoming, const char *arguments, struct err *err);
