/* SPDX-License-Identifier: MIT */
/* Opens a shared library and looks its functions up, for those who load one late. */
#include "late/late.h"

#include <dlfcn.h>
#include <string.h>

enum rc late_load(const char *library, const struct late_call *calls, size_t count, struct err *err)
{
    void *loaded = dlopen(library, RTLD_NOW | RTLD_LOCAL);

    if (!loaded)
        return ERR(err, RC_CONFIG, "a library is missing: ", dlerror());
    for (size_t i = 0; i < count; i++) {
        void *found = dlsym(loaded, calls[i].name);

        if (!found)
            return ERR(err, RC_CONFIG, library, " is another one than this program needs: no ",
                       calls[i].name);
        memcpy(calls[i].to, &found, sizeof found); /* POSIX: as good as a function */
    }
    return RC_OK;
}
