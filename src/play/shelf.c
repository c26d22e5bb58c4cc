/* SPDX-License-Identifier: MIT */
/* Keeps positions in memory, up to a limit, newest first. */
#include "play/shelf.h"

#include "ledger/facts.h"
#include "play/known.h"
#include "play/position.h"

enum {
    SHELF_POSITIONS = 256,  /* games that get letters within minutes */
    SHELF_BYTES = 16 << 20, /* of all of them; a game grows with its log, from 30 KB on */
    SHELF_STAYS_S = 8       /* asked for last: these stay, however large */
};

struct shelf {
    uint64_t clock;
    size_t bytes; /* of all */
    size_t most;
    struct {
        struct position *position;
        uint64_t used;
        size_t bytes; /* when it was last weighed */
        bool changed;
    } at[SHELF_POSITIONS];
};

struct shelf *shelf_new(void)
{
    struct shelf *shelf = calloc(1, sizeof *shelf);

    if (shelf)
        shelf->most = SHELF_BYTES;
    return shelf;
}

static void take_down(struct shelf *shelf, unsigned i)
{
    position_free(shelf->at[i].position);
    shelf->bytes -= shelf->at[i].bytes;
    shelf->at[i].position = NULL;
    shelf->at[i].bytes = 0;
    shelf->at[i].changed = false;
    shelf->at[i].used = 0;
}

void shelf_free(struct shelf *shelf)
{
    for (unsigned i = 0; shelf && i < SHELF_POSITIONS; i++)
        take_down(shelf, i);
    free(shelf);
}

void shelf_drop_changed(struct shelf *shelf)
{
    for (unsigned i = 0; i < SHELF_POSITIONS; i++)
        if (shelf->at[i].changed)
            take_down(shelf, i);
}

static void weigh(struct shelf *shelf, unsigned i)
{
    const struct position *position = shelf->at[i].position;

    shelf->bytes -= shelf->at[i].bytes;
    shelf->at[i].bytes = sizeof *position + replay_bytes(position->replay) +
                         known_bytes(position->known) +
                         position->own.room * sizeof *position->own.line +
                         position->turns.room * sizeof *position->turns.at;
    shelf->bytes += shelf->at[i].bytes;
}

/* The one that was not asked for longest, of those that may go; SHELF_POSITIONS = none. */
static unsigned oldest(const struct shelf *shelf)
{
    unsigned best = SHELF_POSITIONS;

    for (unsigned i = 0; i < SHELF_POSITIONS; i++)
        if (shelf->at[i].position && !shelf->at[i].changed &&
            shelf->clock - shelf->at[i].used >= SHELF_STAYS_S &&
            (best == SHELF_POSITIONS || shelf->at[i].used < shelf->at[best].used))
            best = i;
    return best;
}

static void make_room(struct shelf *shelf)
{
    unsigned i;

    while (shelf->bytes > shelf->most && (i = oldest(shelf)) < SHELF_POSITIONS)
        take_down(shelf, i);
}

void shelf_keep_changed(struct shelf *shelf)
{
    for (unsigned i = 0; i < SHELF_POSITIONS; i++) {
        if (shelf->at[i].changed)
            weigh(shelf, i);
        shelf->at[i].changed = false;
    }
    make_room(shelf);
}

void shelf_limit(struct shelf *shelf, size_t most)
{
    shelf->most = most;
    make_room(shelf);
}

size_t shelf_bytes(const struct shelf *shelf)
{
    return shelf->bytes;
}

/* The game's place, or the one that was not asked for longest. */
static unsigned find_place(const struct shelf *shelf, int64_t game)
{
    unsigned best = 0;

    for (unsigned i = 0; i < SHELF_POSITIONS; i++) {
        const struct position *position = shelf->at[i].position;

        if (position && position->game == game)
            return i;
        if (!shelf->at[i].changed && shelf->at[i].used < shelf->at[best].used)
            best = i;
    }
    return best;
}

struct position *shelf_find(struct shelf *shelf, int64_t game, const struct ledger_head *head)
{
    unsigned place = find_place(shelf, game);
    struct position *found = shelf->at[place].position;

    if (!found || found->game != game || (int64_t)found->chain.number != head->n ||
        memcmp(found->chain.entry.at, head->hash, HASH_BYTES) != 0)
        return NULL;
    shelf->at[place].used = ++shelf->clock;
    make_room(shelf);
    return found;
}

void shelf_put(struct shelf *shelf, struct position *position)
{
    unsigned place = find_place(shelf, position->game);

    take_down(shelf, place);
    shelf->at[place].position = position;
    weigh(shelf, place);
    shelf->at[place].used = ++shelf->clock;
    make_room(shelf);
}

void shelf_mark_changed(struct shelf *shelf, const struct position *position)
{
    for (unsigned i = 0; i < SHELF_POSITIONS; i++)
        if (shelf->at[i].position == position)
            shelf->at[i].changed = true;
}
