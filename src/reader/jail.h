/* SPDX-License-Identifier: MIT */
/* Shutting a process in, for good: no new files, sockets, processes or programs, no more than its
 * memory and time. What it has open stays open: descriptor 0 alone. */
#pragma once

#include "reader/reader.h"

/* Built with a sanitizer or for coverage, which want more memory and more of the system: limits and
 * Landlock alone are put up, and jail.filter stays false. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__ || defined POSTERN_COVERAGE
#define JAIL_IS_LOOSE 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define JAIL_IS_LOOSE 1
#endif
#endif
#ifndef JAIL_IS_LOOSE
#define JAIL_IS_LOOSE 0
#endif

/* All of it. Load before whatever is loaded late: libraries, charsets.
 * fails  RC_IO: the kernel refuses; what was put up stays */
enum rc jail_enter(struct reader_jail *jail, struct err *err);

/* Its parts. */
enum rc jail_limit(struct err *err);
/* out    *version: 0 = the kernel has no Landlock, which is no failure */
enum rc jail_hide_files(unsigned *version, struct err *err);
enum rc jail_filter_calls(struct err *err);
