/* SPDX-License-Identifier: MIT */
/* Keeps positions in memory, those that were asked for last. */
#include "play/shelf.h"

#include "ledger/facts.h"
#include "play/position.h"

struct place {
    struct position *position; /* NULL = free */
    uint64_t used;
    bool changed;
};

struct shelf {
    uint64_t clock;
    unsigned places;
    struct place at[];
};

struct shelf *shelf_new(unsigned places)
{
    struct shelf *shelf = calloc(1, sizeof *shelf + places * sizeof *shelf->at);

    if (shelf)
        shelf->places = places;
    return shelf;
}

static void clear(struct place *place)
{
    position_free(place->position);
    *place = (struct place){0};
}

void shelf_free(struct shelf *shelf)
{
    for (unsigned i = 0; shelf && i < shelf->places; i++)
        clear(&shelf->at[i]);
    free(shelf);
}

void shelf_drop_changed(struct shelf *shelf)
{
    for (unsigned i = 0; i < shelf->places; i++)
        if (shelf->at[i].changed)
            clear(&shelf->at[i]);
}

void shelf_keep_changed(struct shelf *shelf)
{
    for (unsigned i = 0; i < shelf->places; i++)
        shelf->at[i].changed = false;
}

/* The game's place, or the one that was not asked for longest. */
static struct place *find_place(struct shelf *shelf, int64_t game)
{
    struct place *best = shelf->at;

    for (unsigned i = 0; i < shelf->places; i++) {
        if (shelf->at[i].position && shelf->at[i].position->game == game)
            return &shelf->at[i];
        if (shelf->at[i].used < best->used)
            best = &shelf->at[i];
    }
    return best;
}

struct position *shelf_find(struct shelf *shelf, int64_t game, const struct ledger_head *head)
{
    struct place *place = find_place(shelf, game);
    struct position *found = place->position;

    if (!found || found->game != game || (int64_t)found->chain.number != head->n ||
        memcmp(found->chain.entry.at, head->hash, HASH_BYTES) != 0)
        return NULL;
    place->used = ++shelf->clock;
    return found;
}

void shelf_put(struct shelf *shelf, struct position *position)
{
    struct place *place = find_place(shelf, position->game);

    clear(place);
    *place = (struct place){position, ++shelf->clock, false};
}

void shelf_mark_changed(struct shelf *shelf, const struct position *position)
{
    for (unsigned i = 0; i < shelf->places; i++)
        if (shelf->at[i].position == position)
            shelf->at[i].changed = true;
}
