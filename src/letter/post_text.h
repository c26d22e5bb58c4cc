/* SPDX-License-Identifier: MIT */
/* HTML of a forum post → what its writer says himself, and which lines of it are for the robot:
 * lines of code blocks, and lines behind "!" or the robot's own name; everything else is talk.
 * Quotes of other posts are neither, with all that stands in them.
 * Does not understand orders. Source: doc/forum-adapters.md. */
#pragma once

#include "base/base.h"

/* Zero-initialise; post_text_fini frees. Lines end with LF. */
struct post_text {
    struct buf own;    /* all that is not quoted */
    struct buf orders; /* of it, what is for the robot */
};

/* Read a post.
 * in     html: UTF-8; robot: account name behind '@', NULL = none; all: every line is for the
 *        robot, as in a private message
 * fails  RC_NO_MEMORY; RC_TOO_LONG: nested deeper than any post a person writes */
enum rc post_text_read(const char *html, size_t length, const char *robot, bool all,
                       struct post_text *text, struct err *err);
static inline void post_text_fini(struct post_text *text)
{
    buf_wipe(&text->own);
    buf_wipe(&text->orders);
}
