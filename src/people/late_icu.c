/* SPDX-License-Identifier: MIT */
/* Loads ICU when the first name is looked at, and keeps pointers to its functions. */
#include "people/late_icu.h"

#include <pthread.h>

#include "late/late.h"

#define IN_QUOTES(text)  #text
#define LIBRARY(version) "libicui18n.so." IN_QUOTES(version)

struct late_icu late_icu;

static struct err failure;
static enum rc loaded;

static void load(void)
{
    static const struct late_call calls[] = {
#define WITH_VERSION(name) {#name, &late_icu.name},
#define CALL(name)         WITH_VERSION(name)
        LATE_ICU(CALL)
#undef CALL
#undef WITH_VERSION
    };

    loaded = late_load(LIBRARY(U_ICU_VERSION_MAJOR_NUM), calls, sizeof calls / sizeof calls[0],
                       &failure);
}

enum rc late_icu_load(struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load);
    return loaded == RC_OK ? RC_OK : ERR(err, loaded, failure.text);
}
