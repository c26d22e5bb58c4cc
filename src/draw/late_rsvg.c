/* SPDX-License-Identifier: MIT */
/* Loads librsvg when the first picture is drawn, and keeps pointers to its functions. */
#define LATE_RSVG_OWN
#include "draw/late_rsvg.h"

#include <pthread.h>

#include "late/late.h"

struct late_rsvg late_rsvg;

static struct err failure;
static enum rc loaded;

static void load(void)
{
    static const struct late_call calls[] = {
#define CALL(name) {#name, &late_rsvg.name},
        LATE_RSVG(CALL)
#undef CALL
    };

    loaded = late_load("librsvg-2.so.2", calls, sizeof calls / sizeof calls[0], &failure);
}

enum rc late_rsvg_load(struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load);
    return loaded == RC_OK ? RC_OK : ERR(err, loaded, failure.text);
}
