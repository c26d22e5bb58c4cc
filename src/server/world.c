/* SPDX-License-Identifier: MIT */
/* The clock, chance and steps that a desk was given from outside. */
#include "server/world.h"

#include <time.h>

#include "games/games.h"
#include "server/clock.h"
#include "server/desk.h"

static int64_t system_now(void *context)
{
    (void)context;
    return (int64_t)time(NULL);
}

const struct desk_world desk_world_system = {
    .now = system_now, .entropy = entropy_system, .ahead_s = CLOCK_AHEAD_S, .games = games};

int64_t desk_now(const struct desk *desk)
{
    return desk->world.now(desk->world.context);
}

void desk_entropy(const struct desk *desk, void *out, size_t count)
{
    desk->world.entropy(desk->world.context, out, count);
}

void desk_step(const struct desk *desk, const char *step)
{
    if (desk->world.step)
        desk->world.step(desk->world.context, step);
}
