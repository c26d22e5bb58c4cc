/* SPDX-License-Identifier: MIT */
/* Remembers the names that a log has used, so that none means two things. */
#include "record/names.h"

#include "base/base.h"

void names_fini(struct names *names)
{
    free(names->name);
    free(names->slot);
    memset(names, 0, sizeof *names);
}

/* FNV-1a. Names of a hostile file could be made to collide: that costs its reader time, bounded by
 * the length of the file. */
static uint32_t hash_of(const char *text, bool is_label)
{
    uint32_t hash = is_label ? 2166136261u : 2166136260u;

    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

/* Slot of a name, or the free one where it would go. */
static uint32_t slot_of(const struct names *names, const char *text, bool is_label)
{
    uint32_t mask = 2 * names->room - 1, at = hash_of(text, is_label) & mask;

    while (names->slot[at]) {
        const struct name *name = &names->name[names->slot[at] - 1];

        if (name->is_label == is_label && text_equal(name->text, text))
            break;
        at = (at + 1) & mask;
    }
    return at;
}

bool names_reserve(struct names *names, unsigned more)
{
    uint32_t room = names->room ? names->room : 64;
    struct name *name;
    uint32_t *slot;

    while (names->count + more > room)
        room *= 2;
    if (room == names->room)
        return true;
    slot = calloc(2 * (size_t)room, sizeof *slot);
    if (!slot)
        return false;
    name = realloc(names->name, room * sizeof *name);
    if (!name) {
        free(slot);
        return false;
    }
    free(names->slot);
    names->name = name;
    names->slot = slot;
    names->room = room;
    for (uint32_t i = 0; i < names->count; i++)
        slot[slot_of(names, name[i].text, name[i].is_label)] = i + 1;
    return true;
}

struct name *names_find(const struct names *names, const char *text, bool is_label)
{
    uint32_t at;

    if (!names->room)
        return NULL;
    at = slot_of(names, text, is_label);
    return names->slot[at] ? &names->name[names->slot[at] - 1] : NULL;
}

struct name *names_add(struct names *names, const char *text, bool is_label)
{
    uint32_t at = slot_of(names, text, is_label);
    struct name *name;

    if (!names->slot[at])
        names->slot[at] = ++names->count;
    name = &names->name[names->slot[at] - 1];
    memset(name, 0, sizeof *name);
    text_copy(name->text, sizeof name->text, text);
    name->is_label = is_label;
    return name;
}
