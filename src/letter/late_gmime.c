/* SPDX-License-Identifier: MIT */
/* Loads GMime when the first letter is composed, and keeps pointers to its functions. */
#define LATE_GMIME_OWN
#include "letter/late_gmime.h"

#include <pthread.h>

#include "late/late.h"

struct late_gmime late_gmime;

static struct err failure;
static enum rc loaded;

static void load(void)
{
    static const struct late_call calls[] = {
#define CALL(name) {#name, &late_gmime.name},
        LATE_GMIME(CALL)
#undef CALL
    };

    loaded = late_load("libgmime-3.0.so.0", calls, sizeof calls / sizeof calls[0], &failure);
    if (loaded == RC_OK)
        late_gmime.g_mime_init();
}

enum rc late_gmime_load(struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load);
    return loaded == RC_OK ? RC_OK : ERR(err, loaded, failure.text);
}
