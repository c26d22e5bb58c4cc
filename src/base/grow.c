/* SPDX-License-Identifier: MIT */
/* Grows arrays, in one place, so that sizes are checked for overflow once. */
#include "base/grow.h"

enum { ROOM_FIRST = 16 };

void *grow_array(void *array, size_t count, size_t *room, size_t bytes)
{
    const size_t more = *room ? 2 * *room : ROOM_FIRST;
    void *grown;

    if (count < *room)
        return array;
    if (more > SIZE_MAX / 2 / bytes)
        return NULL;
    grown = realloc(array, more * bytes);
    if (grown)
        *room = more;
    return grown;
}

enum rc numbers_add(struct numbers *numbers, int64_t number, struct err *err)
{
    int64_t *grown = grow_array(numbers->at, numbers->count, &numbers->room, sizeof *grown);

    FAIL_IF(!grown, err, RC_NO_MEMORY, "no memory for a list of numbers");
    numbers->at = grown;
    numbers->at[numbers->count++] = number;
    return RC_OK;
}
