/* SPDX-License-Identifier: MIT */
/* Keeps the list of letters that a source has and that are not done. It does no I/O. */
#include "post/backlog.h"

#include <glib.h>

void backlog_fini(struct backlog *backlog)
{
    g_clear_pointer(&backlog->queue, g_sequence_free);
    g_clear_pointer(&backlog->letters, g_hash_table_destroy);
    backlog->count = 0;
}

struct backlog_letter *backlog_find(const struct backlog *backlog, const char *key)
{
    return backlog->letters ? g_hash_table_lookup(backlog->letters, key) : NULL;
}

static int compare(const void *left, const void *right, void *user)
{
    const struct backlog_letter *a = left, *b = right;

    (void)user;
    if (a->arrived_s != b->arrived_s)
        return a->arrived_s < b->arrived_s ? -1 : 1;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return strcmp(a->key, b->key);
}

static void enqueue(struct backlog *backlog, struct backlog_letter *letter)
{
    letter->queued = g_sequence_insert_sorted(backlog->queue, letter, compare, NULL);
}

void backlog_add(struct backlog *backlog, const char *key, int64_t arrived_s, uint64_t order,
                 uint64_t bytes)
{
    size_t length = strlen(key) + 1;
    struct backlog_letter *letter;

    if (backlog_find(backlog, key))
        return;
    if (!backlog->letters) {
        backlog->letters = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
        backlog->queue = g_sequence_new(NULL);
    }
    letter = g_malloc(sizeof *letter + length);
    *letter = (struct backlog_letter){.arrived_s = arrived_s, .order = order, .bytes = bytes};
    memcpy(letter->key, key, length);
    g_hash_table_insert(backlog->letters, letter->key, letter);
    backlog->count++;
    enqueue(backlog, letter);
}

size_t backlog_queued(const struct backlog *backlog)
{
    return backlog->queue ? (size_t)g_sequence_get_length(backlog->queue) : 0;
}

/* What is not in the queue is out. */
static void leave_queue(struct backlog_letter *letter)
{
    if (letter->queued)
        g_sequence_remove(letter->queued);
    letter->queued = NULL;
}

const struct backlog_letter *backlog_take(struct backlog *backlog)
{
    struct backlog_letter *letter;

    if (backlog_queued(backlog) == 0)
        return NULL;
    letter = g_sequence_get(g_sequence_get_begin_iter(backlog->queue));
    leave_queue(letter);
    return letter;
}

void backlog_give_back(struct backlog *backlog, const char *key)
{
    struct backlog_letter *letter = backlog_find(backlog, key);

    if (letter && !letter->queued)
        enqueue(backlog, letter);
}

void backlog_remove(struct backlog *backlog, const char *key)
{
    struct backlog_letter *letter = backlog_find(backlog, key);

    if (!letter)
        return;
    leave_queue(letter);
    g_hash_table_remove(backlog->letters, letter->key);
    backlog->count--;
}

int64_t backlog_oldest(const struct backlog *backlog, int64_t none)
{
    int64_t oldest = INT64_MAX;
    GHashTableIter iter;
    void *value;

    if (!backlog->count)
        return none;
    g_hash_table_iter_init(&iter, backlog->letters);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        const struct backlog_letter *letter = value;

        oldest = letter->arrived_s < oldest ? letter->arrived_s : oldest;
    }
    return oldest;
}
