/* SPDX-License-Identifier: MIT */
/* Loads libcurl when the first server is asked, and keeps pointers to its functions. */
#define LATE_CURL_OWN
#include "late/curl.h"

#include <pthread.h>

#include "late/late.h"

struct late_curl late_curl;

static struct err failure;
static enum rc loaded;

static void load(void)
{
    static const struct late_call calls[] = {
#define CALL(name) {#name, &late_curl.name},
        LATE_CURL(CALL)
#undef CALL
    };

    loaded = late_load("libcurl.so.4", calls, sizeof calls / sizeof calls[0], &failure);
    if (loaded == RC_OK && late_curl.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        loaded = ERR(&failure, RC_NO_MEMORY, "libcurl does not start");
}

enum rc late_curl_load(struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load);
    return loaded == RC_OK ? RC_OK : ERR(err, loaded, failure.text);
}
