/* SPDX-License-Identifier: MIT */
/* Keeps the list of letters that a source has and that are not done. It does no I/O. */
#include "post/backlog.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* The tree holds the letters by their keys, and points to these. */
static struct backlog_letter *letter_of(const void *key)
{
    return (struct backlog_letter *)((uintptr_t)key - offsetof(struct backlog_letter, key));
}

static int compare_keys(const void *left, const void *right)
{
    return strcmp(left, right);
}

static void free_letter(void *key)
{
    free(letter_of(key));
}

void backlog_fini(struct backlog *backlog)
{
    tdestroy(backlog->letters, free_letter);
    free(backlog->queue);
    memset(backlog, 0, sizeof *backlog);
}

static struct backlog_letter *find(const struct backlog *backlog, const char *key)
{
    void *const *node = tfind(key, &backlog->letters, compare_keys);

    return node ? letter_of(*node) : NULL;
}

const struct backlog_letter *backlog_find(const struct backlog *backlog, const char *key)
{
    return find(backlog, key);
}

/* There is room for all that are known: behind the end it is where the front was taken. */
static void enqueue(struct backlog *backlog, struct backlog_letter *letter)
{
    if (backlog->queue_end == backlog->queue_room) {
        backlog->queue_end -= backlog->queue_at;
        memmove(backlog->queue, backlog->queue + backlog->queue_at,
                backlog->queue_end * sizeof *backlog->queue);
        backlog->queue_at = 0;
    }
    backlog->queue[backlog->queue_end++] = letter;
    letter->is_out = false;
    backlog->unsorted = true;
}

bool backlog_add(struct backlog *backlog, const char *key, int64_t arrived_s, uint64_t order,
                 uint64_t bytes)
{
    size_t length = strlen(key) + 1;
    struct backlog_letter *letter, **queue;

    if (find(backlog, key))
        return true;
    /* Giving back never fails. */
    queue = grow_array(backlog->queue, backlog->count, &backlog->queue_room, sizeof *queue);
    if (!queue)
        return false;
    backlog->queue = queue;
    letter = malloc(sizeof *letter + length);
    if (!letter)
        return false;
    *letter = (struct backlog_letter){.arrived_s = arrived_s, .order = order, .bytes = bytes};
    memcpy(letter->key, key, length);
    if (!tsearch(letter->key, &backlog->letters, compare_keys)) {
        free(letter);
        return false;
    }
    backlog->count++;
    enqueue(backlog, letter);
    return true;
}

static int compare_letters(const void *left, const void *right)
{
    const struct backlog_letter *a = *(struct backlog_letter *const *)left;
    const struct backlog_letter *b = *(struct backlog_letter *const *)right;

    if (a->arrived_s != b->arrived_s)
        return a->arrived_s < b->arrived_s ? -1 : 1;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return strcmp(a->key, b->key);
}

size_t backlog_queued(const struct backlog *backlog)
{
    return backlog->queue_end - backlog->queue_at;
}

const struct backlog_letter *backlog_take(struct backlog *backlog)
{
    struct backlog_letter *letter;

    if (backlog_queued(backlog) == 0)
        return NULL;
    if (backlog->unsorted)
        qsort(backlog->queue + backlog->queue_at, backlog_queued(backlog), sizeof *backlog->queue,
              compare_letters);
    backlog->unsorted = false;
    letter = backlog->queue[backlog->queue_at++];
    letter->is_out = true;
    return letter;
}

void backlog_give_back(struct backlog *backlog, const char *key)
{
    struct backlog_letter *letter = find(backlog, key);

    if (letter && letter->is_out)
        enqueue(backlog, letter);
}

/* Seldom: another program took the letter out of the box before we did. */
static void leave_queue(struct backlog *backlog, const struct backlog_letter *letter)
{
    size_t i = backlog->queue_at;

    while (backlog->queue[i] != letter)
        i++;
    memmove(backlog->queue + i, backlog->queue + i + 1,
            (--backlog->queue_end - i) * sizeof *backlog->queue);
}

void backlog_remove(struct backlog *backlog, const char *key)
{
    struct backlog_letter *letter = find(backlog, key);

    if (!letter)
        return;
    if (!letter->is_out)
        leave_queue(backlog, letter);
    tdelete(letter->key, &backlog->letters, compare_keys);
    backlog->count--;
    free(letter);
}

static _Thread_local int64_t oldest; /* of the walk: twalk_r is glibc's alone */

static void look_at(const void *node, VISIT visit, int depth)
{
    const struct backlog_letter *letter = letter_of(*(void *const *)node);

    (void)depth;
    if ((visit == postorder || visit == leaf) && letter->arrived_s < oldest)
        oldest = letter->arrived_s;
}

int64_t backlog_oldest(const struct backlog *backlog, int64_t none)
{
    oldest = backlog->count ? INT64_MAX : none;
    twalk(backlog->letters, look_at);
    return oldest;
}
