/* SPDX-License-Identifier: MIT */
/* Keeps payloads of seals by name, and wipes them. */
#include "play/known.h"

#include <search.h>

#include "base/base.h"
#include "seal/secret.h"

/* Found by its newest item; the tree points to that one's name. */
struct known_item {
    struct known_item *older; /* of the same name */
    uint64_t n;               /* entry from which on it is known */
    char *payload;            /* behind the name */
    size_t length;
    char name[];
};

struct known {
    void *items; /* see tsearch(3) */
};

static struct known_item *item_of(const void *name)
{
    return (struct known_item *)((uintptr_t)name - offsetof(struct known_item, name));
}

static int compare(const void *left, const void *right)
{
    return strcmp(left, right);
}

struct known *known_new(void)
{
    return calloc(1, sizeof(struct known));
}

static void free_items(void *name)
{
    for (struct known_item *item = item_of(name), *older; item; item = older) {
        older = item->older;
        secret_wipe(item->payload, item->length);
        free(item);
    }
}

void known_free(struct known *known)
{
    if (known)
        tdestroy(known->items, free_items);
    free(known);
}

bool known_put(struct known *known, const char *name, uint64_t n, const char *payload,
               size_t length)
{
    const size_t name_bytes = strlen(name) + 1;
    char **found = tfind(name, &known->items, compare);
    struct known_item *older = found ? item_of(*found) : NULL, *item;

    if (older && older->n >= n)
        return true;
    item = malloc(sizeof *item + name_bytes + length + 1);
    if (!item)
        return false;
    *item = (struct known_item){older, n, item->name + name_bytes, length};
    memcpy(item->name, name, name_bytes);
    memcpy(item->payload, payload, length);
    item->payload[length] = '\0';
    if (!found)
        found = tsearch(item->name, &known->items, compare);
    if (found)
        *found = item->name;
    else
        free(item);
    return found != NULL;
}

const char *known_get(const struct known *known, const char *name, uint64_t n, size_t *length)
{
    char *const *found = tfind(name, &known->items, compare);
    const struct known_item *item = found ? item_of(*found) : NULL;

    while (item && item->n > n)
        item = item->older;
    if (!item)
        return NULL;
    *length = item->length;
    return item->payload;
}
