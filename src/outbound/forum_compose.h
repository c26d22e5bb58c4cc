/* SPDX-License-Identifier: MIT */
/* A queued letter out → the text of a post: for everybody (topics, turns, short answers), as nobody
 * in particular may see the game; or for one player, as his letter says it. Reads the ledger,
 * writes nothing but the mark of signed heads. Source: doc/forum-adapters.md, doc/templates.md. */
#pragma once

#include "server/desk.h"

/* Append the post, Markdown in UTF-8: its first line is the title where the place wants one; behind
 * a NUL the picture, if there is one. Fits into what the forum takes. in     title: the place wants
 * one fails  as compose_letter */
enum rc forum_compose_post(struct desk *desk, int64_t out, bool title, struct buf *bytes,
                           struct err *err);

/* Append text so that it means nothing in Markdown, and calls nobody. */
void forum_escape(const char *text, struct buf *out);
