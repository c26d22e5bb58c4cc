/* SPDX-License-Identifier: MIT */
/* Shared libraries that are loaded when they are first needed: a program that draws no picture, or
 * asks no server, starts without the thirty others that each of these brings. */
#ifndef POSTERN_LATE_LATE_H
#define POSTERN_LATE_LATE_H

#include <stddef.h>

#include "base/err.h"

struct late_call {
    const char *name; /* in the library, or in one that it needs */
    void *to;         /* the pointer to a function that is set */
};

/* Load a library for good and set all the pointers; one thread at a time.
 * in     library: as the loader knows it, "libcurl.so.4"
 * fails  RC_CONFIG: it is not there, or lacks a function; then no pointer may be used */
enum rc late_load(const char *library, const struct late_call *calls, size_t count,
                  struct err *err) MUST_CHECK;

#endif
