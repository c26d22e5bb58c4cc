#include "post/known.h"

#include <stdlib.h>
#include <string.h>

enum { KNOWN_FIRST_SLOTS = 64 };

/* FNV-1a; keys come from our own mail system, so that no one gains by colliding them. */
static size_t slot_of(const struct known *known, const char *key)
{
    uint64_t hash = 0xCBF29CE484222325u;

    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 0x100000001B3u;
    return (size_t)(hash ^ hash >> 32) & (known->slot_count - 1);
}

void known_fini(struct known *known)
{
    for (size_t i = 0; i < known->slot_count; i++) {
        while (known->slots[i]) {
            struct known_letter *letter = known->slots[i];

            known->slots[i] = letter->next;
            free(letter);
        }
    }
    free(known->slots);
    free(known->queue);
    memset(known, 0, sizeof *known);
}

static struct known_letter **find_link(const struct known *known, const char *key)
{
    struct known_letter **link;

    if (known->slot_count == 0)
        return NULL;
    for (link = &known->slots[slot_of(known, key)]; *link; link = &(*link)->next)
        if (strcmp((*link)->key, key) == 0)
            return link;
    return NULL;
}

const struct known_letter *known_find(const struct known *known, const char *key)
{
    struct known_letter **link = find_link(known, key);

    return link ? *link : NULL;
}

static bool grow_slots(struct known *known)
{
    struct known old = *known;
    size_t want = old.slot_count ? old.slot_count * 2 : KNOWN_FIRST_SLOTS;
    struct known_letter **slots = calloc(want, sizeof(struct known_letter *));

    if (!slots)
        return false;
    known->slots = slots;
    known->slot_count = want;
    for (size_t i = 0; i < old.slot_count; i++) {
        while (old.slots[i]) {
            struct known_letter *letter = old.slots[i];
            struct known_letter **home = &slots[slot_of(known, letter->key)];

            old.slots[i] = letter->next;
            letter->next = *home;
            *home = letter;
        }
    }
    free(old.slots);
    return true;
}

/* Room in the queue for every known letter and one more, so that giving back never fails. */
static bool grow_queue(struct known *known)
{
    struct known_letter **queue;
    size_t want = known->queue_room ? known->queue_room * 2 : KNOWN_FIRST_SLOTS;

    if (known->count < known->queue_room)
        return true;
    queue = realloc(known->queue, want * sizeof(struct known_letter *));
    if (!queue)
        return false;
    known->queue = queue;
    known->queue_room = want;
    return true;
}

static void enqueue(struct known *known, struct known_letter *letter)
{
    if (known->queue_end == known->queue_room) {
        known->queue_end -= known->queue_at;
        memmove(known->queue, known->queue + known->queue_at,
                known->queue_end * sizeof(struct known_letter *));
        known->queue_at = 0;
    }
    letter->out = false;
    known->queue[known->queue_end++] = letter;
    known->unsorted = true;
}

bool known_add(struct known *known, const char *key, int64_t arrived_s, uint64_t order,
               uint64_t bytes)
{
    size_t length = strlen(key) + 1;
    struct known_letter *letter, **home;

    if (known_find(known, key))
        return true;
    if (!grow_queue(known) || (known->count >= known->slot_count && !grow_slots(known)))
        return false;
    letter = malloc(sizeof *letter + length);
    if (!letter)
        return false;
    letter->arrived_s = arrived_s;
    letter->order = order;
    letter->bytes = bytes;
    memcpy(letter->key, key, length);
    home = &known->slots[slot_of(known, key)];
    letter->next = *home;
    *home = letter;
    known->count++;
    enqueue(known, letter);
    return true;
}

static int compare_letters(const void *left, const void *right)
{
    const struct known_letter *a = *(struct known_letter *const *)left;
    const struct known_letter *b = *(struct known_letter *const *)right;

    if (a->arrived_s != b->arrived_s)
        return a->arrived_s < b->arrived_s ? -1 : 1;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return strcmp(a->key, b->key);
}

size_t known_queued(const struct known *known)
{
    return known->queue_end - known->queue_at;
}

const struct known_letter *known_take(struct known *known)
{
    struct known_letter *letter;

    if (known_queued(known) == 0)
        return NULL;
    if (known->unsorted)
        qsort(known->queue + known->queue_at, known_queued(known), sizeof(struct known_letter *),
              compare_letters);
    known->unsorted = false;
    letter = known->queue[known->queue_at++];
    letter->out = true;
    return letter;
}

void known_give_back(struct known *known, const char *key)
{
    struct known_letter **link = find_link(known, key);

    if (link && (*link)->out)
        enqueue(known, *link);
}

static void leave_queue(struct known *known, const struct known_letter *letter)
{
    for (size_t i = known->queue_at; i < known->queue_end; i++) {
        if (known->queue[i] == letter) {
            memmove(known->queue + i, known->queue + i + 1,
                    (known->queue_end - i - 1) * sizeof(struct known_letter *));
            known->queue_end--;
            return;
        }
    }
}

void known_remove(struct known *known, const char *key)
{
    struct known_letter **link = find_link(known, key), *letter;

    if (!link)
        return;
    letter = *link;
    if (!letter->out)
        leave_queue(known, letter);
    *link = letter->next;
    known->count--;
    free(letter);
}

int64_t known_oldest(const struct known *known, int64_t none)
{
    int64_t oldest = none;
    bool any = false;

    for (size_t i = 0; i < known->slot_count; i++) {
        for (const struct known_letter *at = known->slots[i]; at; at = at->next) {
            if (!any || at->arrived_s < oldest)
                oldest = at->arrived_s;
            any = true;
        }
    }
    return oldest;
}
