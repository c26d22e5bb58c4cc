/* SPDX-License-Identifier: MIT */
/* Counts a game's turns from its log. */
#include "play/turns.h"

#include "base/grow.h"
#include "play/position.h"

void turns_fini(struct turns *turns)
{
    free(turns->at);
    *turns = (struct turns){0};
}

static bool is_known(const struct turns *turns, uint32_t clock)
{
    for (size_t i = turns->count; i-- > 0;) /* most often it is the last */
        if (turns->at[i].clock == clock)
            return true;
    return false;
}

static void add(struct turns *turns, uint32_t clock, uint64_t n)
{
    struct turns_clock *grown = grow_array(turns->at, turns->count, &turns->room, sizeof *grown);

    turns->failed |= !grown;
    if (!grown)
        return;
    turns->at = grown;
    turns->at[turns->count++] = (struct turns_clock){clock, n};
}

void turns_note(struct position *position, const struct entry *entry)
{
    struct turns *turns = &position->turns;

    while (entry->kind == ENTRY_UNDO && turns->count && turns->at[turns->count - 1].n > entry->to)
        turns->count--;
    for (unsigned i = 0; i < position->decision_count; i++) {
        const struct decision *decision = &position->decision[i];

        if (decision->time_class == TIME_TURN && decision->seat != SEAT_TABLE &&
            !is_known(turns, decision->clock))
            add(turns, decision->clock, entry->number);
    }
}

/* Clocks that went first after one entry are one turn, of several seats. */
static bool begins(const struct turns *turns, size_t i)
{
    return i == 0 || turns->at[i - 1].n != turns->at[i].n;
}

unsigned turns_at(const struct position *position, uint64_t n)
{
    const struct turns *turns = &position->turns;
    unsigned count = 0;

    for (size_t i = 0; i < turns->count && turns->at[i].n <= n; i++)
        count += begins(turns, i);
    return count;
}

unsigned turns_now(const struct position *position)
{
    return turns_at(position, UINT64_MAX);
}

bool turns_end(const struct position *position, uint64_t turn, uint64_t *n)
{
    const struct turns *turns = &position->turns;
    uint64_t count = 0;

    for (size_t i = 0; i < turns->count; i++) {
        count += begins(turns, i);
        if (count <= turn)
            continue;
        *n = turns->at[i].n;
        return !turns->failed;
    }
    *n = position->chain.number;
    return !turns->failed && position->phase == POSITION_OVER && turn == count;
}
