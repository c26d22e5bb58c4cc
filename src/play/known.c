/* SPDX-License-Identifier: MIT */
/* Keeps payloads of seals by name, and wipes them. */
#include "play/known.h"

#include "seal/seal.h"
#include "seal/secret.h"

struct known_item {
    char name[SEAL_NAME_MAX + 1];
    uint64_t n;     /* entry from which on it is known */
    uint32_t older; /* item of the same name before it, from 1; 0 = none */
    char *payload;  /* owned */
    size_t length;
};

struct known {
    size_t count, room; /* of items */
    struct known_item *item;
    size_t slots;   /* a power of two, at least twice `count` */
    uint32_t *slot; /* newest item of a name, from 1; 0 = free */
    size_t payload_bytes;
};

enum { FIRST_ROOM = 32 };

struct known *known_new(void)
{
    struct known *known = calloc(1, sizeof *known);

    if (!known)
        return NULL;
    known->room = FIRST_ROOM;
    known->slots = 2 * FIRST_ROOM;
    known->item = calloc(known->room, sizeof *known->item);
    known->slot = calloc(known->slots, sizeof *known->slot);
    if (known->item && known->slot)
        return known;
    known_free(known);
    return NULL;
}

void known_free(struct known *known)
{
    if (!known)
        return;
    for (size_t i = 0; i < known->count; i++) {
        secret_wipe(known->item[i].payload, known->item[i].length);
        free(known->item[i].payload);
    }
    free(known->item);
    free(known->slot);
    free(known);
}

size_t known_bytes(const struct known *known)
{
    enum { HEAD_BYTES = 16 }; /* what the allocator adds to a small piece, about */

    return sizeof *known + known->room * sizeof *known->item + known->slots * sizeof *known->slot +
           known->payload_bytes + known->count * HEAD_BYTES;
}

/* FNV-1a: names come from the rules, not from outside. */
static size_t slot_of(const struct known *known, const char *name)
{
    uint32_t hash = 2166136261u;

    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash & (known->slots - 1);
}

/* The slot that holds the name, or the free one where it belongs. */
static size_t find(const struct known *known, const char *name)
{
    size_t at = slot_of(known, name);

    while (known->slot[at] && strcmp(known->item[known->slot[at] - 1].name, name) != 0)
        at = (at + 1) & (known->slots - 1);
    return at;
}

static bool grow(struct known *known)
{
    struct known_item *item = realloc(known->item, 2 * known->room * sizeof *item);
    uint32_t *slot;

    if (!item)
        return false;
    known->item = item;
    slot = calloc(2 * known->slots, sizeof *slot);
    if (!slot)
        return false;
    free(known->slot);
    known->slot = slot;
    known->room *= 2;
    known->slots *= 2;
    for (size_t i = 0; i < known->count; i++)
        known->slot[find(known, known->item[i].name)] = (uint32_t)i + 1;
    return true;
}

bool known_put(struct known *known, const char *name, uint64_t n, const char *payload,
               size_t length)
{
    struct known_item *item;
    uint32_t older;
    size_t at;

    if (strlen(name) > SEAL_NAME_MAX || (known->count == known->room && !grow(known)))
        return false;
    at = find(known, name);
    older = known->slot[at];
    if (older && known->item[older - 1].n >= n)
        return true;
    item = &known->item[known->count];
    item->payload = malloc(length + 1);
    if (!item->payload)
        return false;
    memcpy(item->payload, payload, length);
    item->payload[length] = '\0';
    item->length = length;
    item->n = n;
    item->older = older;
    strcpy(item->name, name);
    known->payload_bytes += length + 1;
    known->slot[at] = (uint32_t)++known->count;
    return true;
}

const char *known_get(const struct known *known, const char *name, uint64_t n, size_t *length)
{
    uint32_t index = known->slot[find(known, name)];

    while (index && known->item[index - 1].n > n)
        index = known->item[index - 1].older;
    if (!index)
        return NULL;
    *length = known->item[index - 1].length;
    return known->item[index - 1].payload;
}
