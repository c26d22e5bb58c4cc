/* SPDX-License-Identifier: MIT */
/* Answers questions about a game in memory. Loading and appending are in the position_*.c files. */
#include "play/position.h"

#include "play/known.h"

const void *position_state(const struct position *position)
{
    return replay_state(position->replay);
}

void position_outcome(const struct position *position, struct outcome *outcome)
{
    if (position->by_hand.over != GAME_GOES_ON)
        *outcome = position->by_hand;
    else
        position->played->rules->outcome(position_rulebook(position), position_state(position),
                                         outcome);
}

const void *position_rulebook(const struct position *position)
{
    return replay_rulebook(position->replay);
}

const char *position_payload(const struct position *position, const char *name, size_t *length)
{
    return known_get(position->known, name, UINT64_MAX, length);
}

const char *position_words(const struct position *position, uint64_t n)
{
    char name[SEAL_NAME_MAX + 1];
    size_t length;

    seal_name_write(SEAL_WORDS, n, 0, name);
    return position_payload(position, name, &length);
}

const char *position_lookup(void *context, uint64_t number, const char *name, size_t *length)
{
    const struct position *position = context;

    return known_get(position->known, name, number, length);
}

enum rc position_undo_is_free(const struct position *position, unsigned seat, uint64_t to,
                              struct err *err)
{
    return replay_undo_is_free(position->replay, seat, to, position_lookup,
                               (void *)(uintptr_t)position, err);
}

enum rc position_house_agrees(const struct position *position, uint64_t to, struct err *err)
{
    return replay_house_agrees(position->replay, to, position_lookup, (void *)(uintptr_t)position,
                               err);
}

const char *position_closed(const struct position *position)
{
    return position->is_frozen ? "desk.frozen" : NULL;
}
