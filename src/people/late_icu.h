/* SPDX-License-Identifier: MIT */
/* ICU, loaded when the first name is looked at: late_icu.u_charType and so on, set by
 * late_icu_load. */
#ifndef POSTERN_PEOPLE_LATE_ICU_H
#define POSTERN_PEOPLE_LATE_ICU_H

#include <unicode/uchar.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include "base/err.h"

#define LATE_ICU(CALL)                                                                             \
    CALL(u_charType)                                                                               \
    CALL(u_hasBinaryProperty)                                                                      \
    CALL(u_isUWhiteSpace)                                                                          \
    CALL(u_strFoldCase)                                                                            \
    CALL(u_strFromUTF8)                                                                            \
    CALL(u_strToUTF8)                                                                              \
    CALL(u_strncpy)                                                                                \
    CALL(uspoof_getSkeleton)                                                                       \
    CALL(uspoof_open)

/* ICU's headers define each name as one with its version at the end, here as everywhere. */
struct late_icu {
#define CALL(name) __typeof__(name) *name;
    LATE_ICU(CALL)
#undef CALL
};
extern struct late_icu late_icu;

/* Load ICU, once; call it before any of the above.
 * fails  RC_CONFIG: it is not there, or another version than this was built with */
enum rc late_icu_load(struct err *err) MUST_CHECK;
#endif
