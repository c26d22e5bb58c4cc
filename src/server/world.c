/* SPDX-License-Identifier: MIT */
/* The clock, chance and steps that a desk was given from outside. */
#include "server/world.h"

#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#include "games/games.h"
#include "server/clock.h"
#include "server/desk.h"

static int64_t system_now(void *context)
{
    (void)context;
    return (int64_t)time(NULL);
}

/* Asked of the kernel, changing nothing, or of what systemd-timesyncd leaves. Where neither is told
 * it counts as not synchronised; nor may the kernel's time be another than the one we work by. */
static bool system_is_synchronised(void *context)
{
    enum { SAME_S = 5 };
    struct timex kernel = {.modes = 0};
    int64_t now_s = system_now(context);
    int told = clock_adjtime(CLOCK_REALTIME, &kernel);

    if (told < 0) {
        struct timespec real;

        return access("/run/systemd/timesync/synchronized", F_OK) == 0 &&
               clock_gettime(CLOCK_REALTIME, &real) == 0 && llabs(real.tv_sec - now_s) <= SAME_S;
    }
    return told != TIME_ERROR && !(kernel.status & STA_UNSYNC) &&
           llabs((long long)kernel.time.tv_sec - (long long)now_s) <= SAME_S;
}

const struct desk_world desk_world_system = {.now = system_now,
                                             .entropy = entropy_system,
                                             .is_synchronised = system_is_synchronised,
                                             .ahead_s = CLOCK_AHEAD_S,
                                             .games = games};

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
