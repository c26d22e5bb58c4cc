/* SPDX-License-Identifier: MIT */
/* Keeps the list of letters that a source has and that are not done. It does no I/O. */
#include "post/backlog.h"

#include <stdlib.h>
#include <string.h>

enum { BACKLOG_FIRST_SLOTS = 64 };

/* FNV-1a; keys come from our own mail system, so that no one gains by colliding them. */
static size_t slot_of(const struct backlog *backlog, const char *key)
{
    uint64_t hash = 0xCBF29CE484222325u;

    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 0x100000001B3u;
    return (size_t)(hash ^ hash >> 32) & (backlog->slot_count - 1);
}

void backlog_fini(struct backlog *backlog)
{
    for (size_t i = 0; i < backlog->slot_count; i++) {
        while (backlog->slots[i]) {
            struct backlog_letter *letter = backlog->slots[i];

            backlog->slots[i] = letter->next;
            free(letter);
        }
    }
    free(backlog->slots);
    free(backlog->queue);
    memset(backlog, 0, sizeof *backlog);
}

static struct backlog_letter **find_link(const struct backlog *backlog, const char *key)
{
    struct backlog_letter **link;

    if (backlog->slot_count == 0)
        return NULL;
    for (link = &backlog->slots[slot_of(backlog, key)]; *link; link = &(*link)->next)
        if (strcmp((*link)->key, key) == 0)
            return link;
    return NULL;
}

const struct backlog_letter *backlog_find(const struct backlog *backlog, const char *key)
{
    struct backlog_letter **link = find_link(backlog, key);

    return link ? *link : NULL;
}

static bool grow_slots(struct backlog *backlog)
{
    struct backlog old = *backlog;
    size_t want = old.slot_count ? old.slot_count * 2 : BACKLOG_FIRST_SLOTS;
    struct backlog_letter **slots = calloc(want, sizeof(struct backlog_letter *));

    if (!slots)
        return false;
    backlog->slots = slots;
    backlog->slot_count = want;
    for (size_t i = 0; i < old.slot_count; i++) {
        while (old.slots[i]) {
            struct backlog_letter *letter = old.slots[i];
            struct backlog_letter **home = &slots[slot_of(backlog, letter->key)];

            old.slots[i] = letter->next;
            letter->next = *home;
            *home = letter;
        }
    }
    free(old.slots);
    return true;
}

/* Room in the queue for every known letter and one more, so that giving back never fails. */
static bool grow_queue(struct backlog *backlog)
{
    struct backlog_letter **queue;
    size_t want = backlog->queue_room ? backlog->queue_room * 2 : BACKLOG_FIRST_SLOTS;

    if (backlog->count < backlog->queue_room)
        return true;
    queue = realloc(backlog->queue, want * sizeof(struct backlog_letter *));
    if (!queue)
        return false;
    backlog->queue = queue;
    backlog->queue_room = want;
    return true;
}

/* Letters that somebody has taken form a list of their own, for backlog_oldest. */
static void link_out(struct backlog *backlog, struct backlog_letter *letter)
{
    letter->out_next = backlog->out;
    letter->out_link = &backlog->out;
    if (backlog->out)
        backlog->out->out_link = &letter->out_next;
    backlog->out = letter;
}

static void unlink_out(struct backlog_letter *letter)
{
    *letter->out_link = letter->out_next;
    if (letter->out_next)
        letter->out_next->out_link = letter->out_link;
    letter->out_link = NULL;
}

/* There is room for all: behind the end it is where the front was taken. */
static void enqueue(struct backlog *backlog, struct backlog_letter *letter)
{
    if (backlog->queue_end == backlog->queue_room) {
        backlog->queue_end -= backlog->queue_at;
        memmove(backlog->queue, backlog->queue + backlog->queue_at,
                backlog->queue_end * sizeof(struct backlog_letter *));
        backlog->queue_at = 0;
    }
    backlog->queue[backlog->queue_end++] = letter;
    backlog->unsorted = true;
}

bool backlog_add(struct backlog *backlog, const char *key, int64_t arrived_s, uint64_t order,
                 uint64_t bytes)
{
    size_t length = strlen(key) + 1;
    struct backlog_letter *letter, **home;

    if (backlog_find(backlog, key))
        return true;
    if (!grow_queue(backlog) || (backlog->count >= backlog->slot_count && !grow_slots(backlog)))
        return false;
    letter = malloc(sizeof *letter + length);
    if (!letter)
        return false;
    letter->out_link = NULL;
    letter->arrived_s = arrived_s;
    letter->order = order;
    letter->bytes = bytes;
    memcpy(letter->key, key, length);
    home = &backlog->slots[slot_of(backlog, key)];
    letter->next = *home;
    *home = letter;
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
        qsort(backlog->queue + backlog->queue_at, backlog_queued(backlog),
              sizeof(struct backlog_letter *), compare_letters);
    backlog->unsorted = false;
    letter = backlog->queue[backlog->queue_at++];
    link_out(backlog, letter);
    return letter;
}

void backlog_give_back(struct backlog *backlog, const char *key)
{
    struct backlog_letter **link = find_link(backlog, key);

    if (link && (*link)->out_link) {
        unlink_out(*link);
        enqueue(backlog, *link);
    }
}

/* Seldom: another program took the letter out of the box before we did. */
static void leave_queue(struct backlog *backlog, const struct backlog_letter *letter)
{
    for (size_t i = backlog->queue_at; i < backlog->queue_end; i++) {
        if (backlog->queue[i] == letter) {
            memmove(backlog->queue + i, backlog->queue + i + 1,
                    (backlog->queue_end - i - 1) * sizeof(struct backlog_letter *));
            backlog->queue_end--;
            return;
        }
    }
}

void backlog_remove(struct backlog *backlog, const char *key)
{
    struct backlog_letter **link = find_link(backlog, key), *letter;

    if (!link)
        return;
    letter = *link;
    if (letter->out_link)
        unlink_out(letter);
    else
        leave_queue(backlog, letter);
    *link = letter->next;
    backlog->count--;
    free(letter);
}

/* Sorted, the first one that waits is the oldest of those. */
int64_t backlog_oldest(const struct backlog *backlog, int64_t none)
{
    size_t end = backlog->unsorted ? backlog->queue_end : backlog->queue_at + 1;
    int64_t oldest = none;

    if (backlog->count)
        oldest = INT64_MAX;
    for (size_t i = backlog->queue_at; i < end && i < backlog->queue_end; i++)
        if (backlog->queue[i]->arrived_s < oldest)
            oldest = backlog->queue[i]->arrived_s;
    for (const struct backlog_letter *at = backlog->out; at; at = at->out_next)
        if (at->arrived_s < oldest)
            oldest = at->arrived_s;
    return oldest;
}
