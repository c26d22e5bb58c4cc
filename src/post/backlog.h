/* SPDX-License-Identifier: MIT */
/* The letters a source has listed and that are not done: which wait to be handed out, in which
 * order, and which are out. No I/O. */
#pragma once

#include "base/base.h"

struct backlog_letter {
    int64_t arrived_s;
    uint64_t order;                /* among letters of one second */
    uint64_t bytes;                /* 0 = not known */
    struct _GSequenceNode *queued; /* its place in the queue; NULL = handed out */
    char key[];                    /* unique within the source */
};

/* Zero-initialise. */
struct backlog {
    struct _GHashTable *letters; /* all, by key; owned */
    struct _GSequence *queue;    /* not handed out, the oldest first */
    size_t count;
};

void backlog_fini(struct backlog *backlog);
/* Add a letter unless its key is known. */
void backlog_add(struct backlog *backlog, const char *key, int64_t arrived_s, uint64_t order,
                 uint64_t bytes);
struct backlog_letter *backlog_find(const struct backlog *backlog, const char *key);
/* How many are not handed out. */
size_t backlog_queued(const struct backlog *backlog);
/* Hand out the oldest; NULL when none is left. */
const struct backlog_letter *backlog_take(struct backlog *backlog);
/* Put a handed-out letter back into its place. */
void backlog_give_back(struct backlog *backlog, const char *key);
void backlog_remove(struct backlog *backlog, const char *key);
/* The oldest arrival of all that are known; `none` when there is none. */
int64_t backlog_oldest(const struct backlog *backlog, int64_t none);
