/* The letters a source has listed and that are not done: which wait to be handed out, in which
 * order, and which are out. No I/O. */
#ifndef POSTERN_POST_KNOWN_H
#define POSTERN_POST_KNOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct known_letter {
    struct known_letter *next; /* in its slot */
    int64_t arrived_s;
    uint64_t order; /* among letters of one second */
    uint64_t bytes; /* 0 = not known */
    bool out;       /* handed out */
    char key[];     /* unique within the source */
};

/* Zero-initialise. */
struct known {
    struct known_letter **slots; /* hash table by key, chained */
    size_t slot_count;           /* a power of two, or 0 */
    size_t count;
    struct known_letter **queue; /* not handed out; sorted from queue_at on unless `unsorted` */
    size_t queue_at, queue_end, queue_room;
    bool unsorted;
};

void known_fini(struct known *known);
/* Add a letter unless its key is known. False when memory is lost; nothing has changed then. */
bool known_add(struct known *known, const char *key, int64_t arrived_s, uint64_t order,
               uint64_t bytes);
const struct known_letter *known_find(const struct known *known, const char *key);
/* How many are not handed out. */
size_t known_queued(const struct known *known);
/* Hand out the oldest; NULL when none is left. */
const struct known_letter *known_take(struct known *known);
/* Put a handed-out letter back into its place. No memory is needed. */
void known_give_back(struct known *known, const char *key);
void known_remove(struct known *known, const char *key);
/* The oldest arrival of all that are known; `none` when there is none. */
int64_t known_oldest(const struct known *known, int64_t none);

#endif
