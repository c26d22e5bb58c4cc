// SPDX-License-Identifier: MIT
/* Preloaded beside libfaketime, which shifts the times of files in stat, lstat and fstat alone: the
 * other calls show them on the same day. The shift is FAKETIME's, in seconds ("+31536000"). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>

static long shift_s(void)
{
    const char *shift = getenv("FAKETIME");

    return shift ? strtol(shift, NULL, 10) : 0;
}

// The next definition of a call, which fills FOUND; then its three times move.
#define SHIFTED(name, parameters, ...)                                                             \
    int name parameters;                                                                           \
    int name parameters                                                                            \
    {                                                                                              \
        int(*next) parameters = (int(*) parameters)dlsym(RTLD_NEXT, #name);                        \
        int code = next(__VA_ARGS__);                                                              \
                                                                                                   \
        if (code == 0) {                                                                           \
            found->st_atim.tv_sec += shift_s();                                                    \
            found->st_mtim.tv_sec += shift_s();                                                    \
            found->st_ctim.tv_sec += shift_s();                                                    \
        }                                                                                          \
        return code;                                                                               \
    }

SHIFTED(fstatat, (int folder, const char *path, struct stat *found, int flags), folder, path, found,
        flags)
SHIFTED(fstatat64, (int folder, const char *path, struct stat64 *found, int flags), folder, path,
        found, flags)
SHIFTED(stat64, (const char *path, struct stat64 *found), path, found)
SHIFTED(lstat64, (const char *path, struct stat64 *found), path, found)
SHIFTED(fstat64, (int fd, struct stat64 *found), fd, found)

int statx(int folder, const char *path, int flags, unsigned mask, struct statx *found)
{
    int (*next)(int, const char *, int, unsigned, struct statx *) =
        (int (*)(int, const char *, int, unsigned, struct statx *))dlsym(RTLD_NEXT, "statx");
    int code = next(folder, path, flags, mask, found);

    if (code == 0) {
        found->stx_atime.tv_sec += shift_s();
        found->stx_mtime.tv_sec += shift_s();
        found->stx_ctime.tv_sec += shift_s();
    }
    return code;
}
